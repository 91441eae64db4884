#pragma once
// Empty. Clang includes it with every CUDA file, and toolkits from 12.0 on have it no more. Only editors look in this
// folder (editor_database.cpp).
