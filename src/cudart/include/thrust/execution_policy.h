#error \
    "<thrust/execution_policy.h> comes with the CUDA toolkit, which is not used here: this file needs nvcc (docs/clang.md)"
