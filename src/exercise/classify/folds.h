#pragma once
// Wrong cells that fold only a part of their terms, or some of them twice: what the classes of sums have in common.
#include "exercise/classify/answers.h"

namespace exercise {

/// Whether the day says which terms each cell folds.
inline bool hasTerms(const Facts& facts) { return facts.relation != nullptr && facts.relation->terms.of != nullptr; }

/// Whether the terms lie on one axis that a kernel splits among threads, and are not neighbors on a grid.
inline bool foldsAnAxis(const Facts& facts) {
  return hasTerms(facts) && (facts.relation->terms.length > 0 || facts.relation->terms.ragged);
}

/// The terms of one cell after another, in one buffer.
class TermsOf {
 public:
  explicit TermsOf(const Facts& facts) : terms_(facts.relation->terms) {}

  const std::vector<Term>& at(std::size_t cell) {
    buffer_.clear();
    terms_.of(cell, buffer_);
    length_ = terms_.ragged ? buffer_.size() : terms_.length;
    return buffer_;
  }
  /// Places along the axis, of the cell asked for last.
  std::size_t length() const { return length_; }
  /// Terms that the last fold did not leave out.
  std::size_t counted() const { return counted_; }

  /// The fold with term number i counted weight(i) times: 0 leaves it out. A maximum knows only in and out.
  template <class Weight>
  double fold(std::size_t cell, Weight weight) {
    at(cell);
    const bool sum = terms_.fold == Fold::sum;
    double folded = sum ? 0 : -HUGE_VAL;
    counted_ = 0;
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      const double times = weight(i, buffer_[i], length_);
      counted_ += times != 0 ? 1 : 0;
      if (sum)
        folded += times * buffer_[i].value;
      else if (times != 0 && buffer_[i].value > folded)
        folded = buffer_[i].value;
    }
    return folded;
  }

 private:
  const Terms& terms_;
  std::vector<Term> buffer_;
  std::size_t length_ = 0, counted_ = 0;
};

/// Whether every written wrong cell holds the fold with these weights, and no right cell would be another one.
/// `weight(number, term, length)`. A fold of no term at all is 0, whatever left the 0 there: at least one wrong cell
/// has to show a term that counted.
template <class Weight>
bool allFold(const Facts& facts, Weight weight) {
  if (!hasTerms(facts)) return false;
  TermsOf terms(facts);
  std::size_t explained = 0;
  for (const bool wrongOnes : {true, false}) {
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (wrongOnes ? !facts.wroteWrong(cell) : !facts.right(cell)) continue;
      if (!facts.holds(cell, terms.fold(cell, weight))) return false;
      explained += wrongOnes && terms.counted() > 0 ? 1 : 0;
    }
    if (explained == 0) return false;
  }
  return true;
}

inline std::vector<std::uint8_t> writtenWrong(const Facts& facts) {
  return cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; });
}

/// "the wrong cell adds up" or "all 12 wrong cells add up"; for a maximum "takes the largest of".
inline std::string cellsFold(const Facts& facts) {
  const Box box = boundingBox(facts, writtenWrong(facts));
  const bool one = box.cells == 1, sum = facts.relation->terms.fold == Fold::sum;
  const std::string verb =
      sum ? (one ? " adds up" : " add up") : (one ? " takes the largest of" : " take the largest of");
  return (one ? "the wrong cell" : "all " + number(box.cells) + " wrong cells") + verb;
}

/// "products", the day's word for terms.
inline std::string nouns(const Facts& facts) {
  const std::string& noun = facts.relation->terms.noun;
  if (noun.back() == 'y') return noun.substr(0, noun.size() - 1) + "ies";
  return noun + "s";
}

/// An explanation of all written wrong cells.
inline Explanation foldExplanation(const Facts& facts, const char* faultClass, const std::string& headline,
                                   const char* see) {
  return {faultClass, headline, see, writtenWrong(facts)};
}

/// Lengths of a block's part worth trying.
inline std::vector<std::size_t> partSizes(const Facts& facts) {
  std::vector<std::size_t> sizes = blockSizes(facts);
  sizes.push_back(4);
  sizes.push_back(2);
  return sizes;
}

}  // namespace exercise
