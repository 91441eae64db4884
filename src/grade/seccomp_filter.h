#pragma once
// The system calls that a jailed process may not make, as a classic BPF program for bubblewrap's --seccomp.
#include <string>

namespace grade {

/// Whether the process may start others: a compiler does, a submission has no need to.
enum class Processes { allowed, threadsOnly };

/// The program's bytes; empty on a machine whose system calls are not known here.
std::string seccompFilter(Processes processes);

}  // namespace grade
