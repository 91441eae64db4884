#pragma once
// The small commands. Each returns the text to print.
#include <string>

#include "harness/options.h"
#include "harness/result.h"

namespace harness {

/// `readme`, behind `make readme`: README.md with its table of days made anew from course.yaml.
Result<std::string> freshReadme(const Options& options);

/// `starters [DAY...]`, behind `make starters`: writes starters/dayNN-slug.cu, course/colab/dayNN.ipynb and the links
/// of the page, of these days or of all; says which changed.
Result<std::string> writeStarters(const Options& options);

/// `explorer dayNN`: writes build/explorer/dayNN.html, which opens Compiler Explorer with the whole exercise around
/// work/dayNN.cu, or around --from's file, or around the starter when there is neither.
Result<std::string> writeExplorerPage(const Options& options);

/// `prepare dayNN`, behind `make dayNN`: copies the starter to work/ when nothing is there, builds the exercise and
/// says what to do next. A file that does not compile is a Problem with the compiler's text.
Result<std::string> prepareDay(const Options& options);

}  // namespace harness
