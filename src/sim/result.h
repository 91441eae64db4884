#pragma once
// Errors are values in this library: a Result holds either a value or an Error, never both.
#include <string>
#include <utility>
#include <variant>

namespace gpusim {

/// What went wrong, in the vocabulary of the CUDA runtime; src/cudart maps each code to a cudaError_t.
enum class ErrorCode {
  invalidValue,
  outOfMemory,
  invalidConfiguration,  // grid or block outside the card's limits
  launchOutOfResources,  // registers or shared memory of a legal configuration do not fit
  illegalAddress,        // device code touched memory that no card would map
  misalignedAddress,
  assertFailed,
  trapped,
  stackOverflow,          // calls nested deeper than the stack of a thread allows
  invalidProgramCounter,  // a call through a pointer that is no function
  cooperativeTooLarge,    // more blocks than can be resident at once
  launchTimeout,          // no thread of the launch can make progress
  invalidPtx,             // text that is not PTX; the message has file, line and column
  unsupportedPtx,         // PTX this simulator does not execute; the message has line and mnemonic
  symbolNotFound,
};

struct Error {
  ErrorCode code;
  std::string message;  // one line: what happened, where, what to do next
};

/// Either a T or an Error. Check with `if (!result)` before `*result`.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// The Result of something that yields nothing but success.
using Status = Result<std::monostate>;
inline Status ok() { return std::monostate{}; }

}  // namespace gpusim
