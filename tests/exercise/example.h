#pragma once
// One small case a fault class: what a kernel with that fault leaves, made on the host from the corpus's own problems.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/classify.h"

namespace exercise_tests {

using namespace exercise;

struct Example {
  std::string faultClass;  // of the registry
  std::string word;        // that the diagnosis has to say: the same, but for a day's own mistake
  std::shared_ptr<const Problem> problem;
  std::size_t array = 0;
  Bytes got;
  std::function<void(Facts&)> more;

  Facts facts() const {
    Facts out = gatherFacts(*problem, problem->arrays[array], got);
    if (more) more(out);
    return out;
  }
};

/// What the output holds, by cell, and which cells nobody wrote.
struct Output {
  std::vector<double> value;
  std::vector<std::uint8_t> hole;

  void holesWhere(const std::function<bool(std::size_t)>& hole_) {
    for (std::size_t cell = 0; cell < hole.size(); ++cell) hole[cell] = hole_(cell) ? 1 : 0;
  }
};

/// The example whose first output is `fault` applied to the right values.
inline Example exampleOf(const std::string& faultClass, Problem problem, const std::function<void(Output&)>& fault,
                         std::function<void(Facts&)> more = {}) {
  Example example;
  example.faultClass = example.word = faultClass;
  while (!problem.arrays[example.array].compared()) ++example.array;
  const Array& array = problem.arrays[example.array];
  Output output{valuesOf(array, array.expected), std::vector<std::uint8_t>(array.shape.count(), 0)};
  fault(output);
  example.got = bytesOfValues(array.type, output.value);
  const Bytes holes = poison(example.got.size());
  const std::size_t size = bytesOf(array.type);
  for (std::size_t cell = 0; cell < output.hole.size(); ++cell)
    if (output.hole[cell]) std::memcpy(example.got.data() + cell * size, holes.data() + cell * size, size);
  example.problem = std::make_shared<const Problem>(std::move(problem));
  example.more = std::move(more);
  return example;
}

/// Facts of a launch, as the simulator tells them.
inline std::function<void(Facts&)> launched(std::array<std::uint64_t, 3> grid, std::array<std::uint64_t, 3> block) {
  return [=](Facts& facts) {
    facts.launchesKnown = true;
    facts.launches = {Launch{grid, block}};
  };
}

/// The fold of the terms that `keeps(place)` lets through, for every cell.
inline std::vector<double> foldWhere(const Array& array, const std::function<bool(std::size_t)>& keeps) {
  std::vector<double> out(array.shape.count(), 0);
  std::vector<Term> terms;
  for (std::size_t cell = 0; cell < out.size(); ++cell) {
    terms.clear();
    array.relation.terms.of(cell, terms);
    for (const Term& term : terms) out[cell] += keeps(term.place) ? term.value : 0;
  }
  return out;
}

std::vector<Example> holeExamples(), layoutExamples(), sumExamples(), orderExamples(), raggedExamples();

}  // namespace exercise_tests
