#pragma once
// A day as the runtime sees it: a table of functions, so that the runtime is compiled once for all days.
//
// A day is a struct `Day` in its exercise.h with these static members, and nothing in src/. DayDefaults
// (day_defaults.cuh) brings those that a day need not write itself.
//
//   name                               "day13"
//   ladder()                           the shapes run when no --case is given
//   timedShape()                       the shape timed when no --time is given
//   problem(shape, seed)               arrays with inputs drawn from `seed` and outputs expected (problem.h)
//   solve(problem, pointers)           calls the learner's solve() with device pointers in the order of problem.arrays
//   naive(problem, pointers)           the kernel the starter ships with
//   copy(problem, pointers)            the best copy of the same bytes (copy_baseline.cuh)
//   bytesMoved(problem)                bytes the exercise has to read and write
//   orders(shape)                      how often a case is run, each time under another order of blocks and warps
//   explain(problem, array, got)       the cause of a failure in the day's own words, for outputs that are codes and
//                                      not data; nothing: the fault classes say it, or a larger case that fails too
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exercise/diagnosis.h"
#include "exercise/problem.h"
#include "exercise/shape.h"

namespace exercise {

/// The members of a Day. Pointers are device pointers, one an array of the problem.
struct Exercise {
  const char* name;
  std::vector<Shape> (*ladder)();
  Shape (*timedShape)();
  Problem (*problem)(const Shape& shape, std::uint64_t seed);
  void (*solve)(const Problem& problem, const std::vector<void*>& pointers);
  void (*naive)(const Problem& problem, const std::vector<void*>& pointers);
  void (*copy)(const Problem& problem, const std::vector<void*>& pointers);
  std::uint64_t (*bytesMoved)(const Problem& problem);
  unsigned (*orders)(const Shape& shape);
  /// `got`: the bytes of array number `array` after the call.
  std::optional<Diagnosis> (*explain)(const Problem& problem, std::size_t array, const Bytes& got);
  /// Kernels of the protocol, which are compiled with the day's (ceiling.cuh).
  void (*wideCopy)(const void* from, void* to, std::size_t bytes);
  void (*clock)(long long* cyclesAndNanoseconds);
  void (*hold)(volatile int* flags, long long nanoseconds);
};

template <class Day>
Exercise exerciseOf() {
  return {Day::name,       Day::ladder, Day::timedShape, Day::problem,  Day::solve, Day::naive, Day::copy,
          Day::bytesMoved, Day::orders, Day::explain,    Day::wideCopy, Day::clock, Day::hold};
}

struct Standalone;  // standalone.h

/// Runs what the command line asks for. The exit status says only whether the runtime itself could work: verdicts are
/// the parent's. 0, 2 for a bad command line, 4 for no device. In text mode 1 means that the exercise is not right.
/// With `plan` there is no parent: the report is text and ends in a verdict, whose status is returned.
int runExercise(const Exercise& day, int argc, char** argv, const Standalone* plan = nullptr);

}  // namespace exercise
