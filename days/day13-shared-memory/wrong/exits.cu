// expect verdict: did not run
// solve() ends the program with status 0 before anything was checked.
#include <cstddef>
#include <cstdlib>

void solve(const float*, float*, size_t, size_t) { std::exit(0); }
