#pragma once
// One term of each sum is missing, has the wrong sign or the wrong weight: an end of the loop, a tap, an operand.
#include "exercise/classify/folds.h"

namespace exercise {

/// The same term of every wrong cell, counted `factor` times.
struct SingleTerm {
  std::size_t number = 0;  // from 0
  bool last = false;       // the last one, whatever its number
  double factor = 0;
};

namespace detail {

/// What every wrong cell says about the factor of one term, if they agree.
inline std::optional<SingleTerm> singleTerm(const Facts& facts, std::size_t number, bool last) {
  const auto at = [&](std::size_t count) { return last ? count - 1 : number; };
  TermsOf terms(facts);
  // The cell where the term is largest says most about its factor.
  double largest = 0, factor = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wroteWrong(cell)) continue;
    const std::vector<Term>& of = terms.at(cell);
    if (of.size() <= (last ? 0 : number)) return std::nullopt;
    const double value = of[at(of.size())].value;
    if (!(std::fabs(value) > largest)) continue;
    largest = std::fabs(value);
    factor = 1 + (facts.got[cell] - facts.expected[cell]) / value;
  }
  if (largest == 0) return std::nullopt;
  // Factors that a mistake has are simple; anything else is another fault that looks like one.
  const double simple = std::round(factor * 4) / 4;
  if (!(std::fabs(factor - simple) < 1e-3) || simple == 1 || std::fabs(simple) > 16) return std::nullopt;
  std::vector<Term> of;
  const auto weight = [&](std::size_t i, const Term&, std::size_t) { return i == number && !last ? simple : 1.0; };
  const auto lastWeight = [&](std::size_t i, const Term& term, std::size_t length) {
    return facts.relation->terms.length > 0 ? (term.place + 1 == length ? simple : 1.0)
                                            : (i + 1 == length ? simple : 1.0);
  };
  if (!(last ? allFold(facts, lastWeight) : allFold(facts, weight))) return std::nullopt;
  return SingleTerm{number, last, simple};
}

inline std::optional<SingleTerm> anySingleTerm(const Facts& facts) {
  if (!hasTerms(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
  TermsOf terms(facts);
  std::size_t most = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) most = std::max(most, terms.at(cell).size());
  constexpr std::size_t fewTerms = 16;  // taps and operands are tried one by one, long sums at their ends
  for (std::size_t i = 0; i < (most <= fewTerms && !facts.relation->terms.ragged ? most : 1); ++i)
    if (const auto found = singleTerm(facts, i, false)) return found;
  if (foldsAnAxis(facts)) return singleTerm(facts, 0, true);
  return std::nullopt;
}

inline std::string whichTerm(const Facts& facts, const SingleTerm& term) {
  const std::string& noun = facts.relation->terms.noun;
  if (term.last) return "the last " + noun;
  if (term.number == 0 && foldsAnAxis(facts)) return "the first " + noun;
  return noun + " number " + number(term.number) + " (counting from 0)";
}

}  // namespace detail

/// term-missing: every wrong cell lacks the same term.
inline Explained termMissing(const Facts& facts) {
  const auto term = detail::anySingleTerm(facts);
  if (!term || term->factor != 0) return std::nullopt;
  return foldExplanation(
      facts, "term-missing",
      detail::whichTerm(facts, *term) + " is missing from each sum: " + cellsFold(facts) + " everything else",
      "day 24");
}

/// term-sign: every wrong cell has the same term with the opposite sign.
inline Explained termSign(const Facts& facts) {
  const auto term = detail::anySingleTerm(facts);
  if (!term || term->factor != -1) return std::nullopt;
  return foldExplanation(facts, "term-sign",
                         detail::whichTerm(facts, *term) + " has the wrong sign: " + cellsFold(facts) +
                             " everything, with that one the other way round",
                         "day 61");
}

/// term-weight: every wrong cell has the same term with the same wrong weight.
inline Explained termWeight(const Facts& facts) {
  const auto term = detail::anySingleTerm(facts);
  if (!term || term->factor == 0 || term->factor == -1) return std::nullopt;
  return foldExplanation(facts, "term-weight",
                         detail::whichTerm(facts, *term) + " counts " + valueText(term->factor) +
                             " times what it should, in every wrong cell",
                         "day 61");
}

}  // namespace exercise
