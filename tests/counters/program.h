#pragma once
// Builds one of this folder's programs with nvcc, runs it on the simulator and returns what each launch counted.
#include <map>
#include <string>
#include <vector>

/// Counters of one launch by field name, in snake_case.
using Counts = std::map<std::string, double>;

/// True when there is a CUDA compiler; without one these tests cannot run and say so.
bool haveCompiler();

/// `name` is a .cu of tests/counters; `environment` goes before the command. Throws std::runtime_error with the output
/// when the program does not build or run.
std::vector<Counts> countLaunches(const std::string& name, const std::string& environment);

/// Rows of a CSV file with a heading; fields may be quoted.
std::vector<std::map<std::string, std::string>> readCsv(const std::string& path);
