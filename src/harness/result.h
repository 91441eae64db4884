#pragma once
// Errors are values in the harness too: a stage returns what it made or the Problem that ends the command.
#include <string>
#include <utility>
#include <variant>

#include "harness/verdict.h"

namespace harness {

/// Why a stage could not go on. The message is complete: what happened, where, what to do next.
struct Problem {
  ExitStatus status = ExitStatus::internal;
  std::string message;
};

/// Either a T or a Problem. Check with `if (!result)` before `*result`.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Problem problem) : state_(std::move(problem)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const Problem& problem() const { return std::get<Problem>(state_); }

 private:
  std::variant<T, Problem> state_;
};

}  // namespace harness
