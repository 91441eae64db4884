#pragma once
// Our counters, in words and as Nsight Compute calls them. docs/counters.md has the same names, with remarks.
#include <span>

namespace harness {

struct CounterName {
  const char* field;   // in the simulator's JSON
  const char* text;    // for people
  const char* metric;  // of ncu; "none" where a card counts no such thing
};

/// In the order they are shown.
std::span<const CounterName> counterNames();

}  // namespace harness
