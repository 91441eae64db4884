// Which basic blocks ptxas gives a predicate instead of jumping over them: the bodies of short ifs. The time model
// counts them for warps that skip them, too, and lets loads move out of them.
#include "sim/decode/draft.h"

namespace gpusim {

void markPredicated(Draft& draft) {
  constexpr std::size_t shortBody = 8;  // instructions
  for (std::size_t index = 1; index + 1 < draft.blocks.size(); ++index) {
    const DraftBlock& before = draft.blocks[index - 1];
    DraftBlock& body = draft.blocks[index];
    const bool falls = body.end.kind == Terminator::Kind::fall ||
                       (body.end.kind == Terminator::Kind::jump && body.end.target == index + 1);
    body.isPredicated = before.end.kind == Terminator::Kind::branch && before.end.target == index + 1 && falls &&
                        body.instructions.size() <= shortBody;
  }
}

}  // namespace gpusim
