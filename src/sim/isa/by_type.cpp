// Opcodes that several families share. Each family has a row "opcode:kind"; the types among the modifiers choose.
#include "sim/isa/table.h"

namespace gpusim {
namespace {

std::string_view kindOf(const DecodeContext& context) {
  std::string_view kind = "integer";
  for (const std::string& modifier : context.syntax.modifiers) {
    if (modifier == "cc") return "carry";
    if (modifier == "s16x2" || modifier == "u16x2") return "packed";
    if (modifier == "f16" || modifier == "f16x2" || modifier == "bf16" || modifier == "bf16x2") return "half";
    if (modifier == "f32" || modifier == "f64") kind = "float";
  }
  return kind;
}

void byType(DecodeContext& context) {
  const std::string name = context.syntax.opcode + ":" + std::string(kindOf(context));
  if (const IsaRow* row = findIsaRow(name)) return row->decode(context);
  context.fail("not supported for this type");
}

constexpr IsaRow rows[] = {
    {"add", byType}, {"sub", byType}, {"mul", byType}, {"mad", byType}, {"div", byType}, {"min", byType},
    {"max", byType}, {"neg", byType}, {"abs", byType}, {"fma", byType}, {"ex2", byType}, {"tanh", byType},
};

}  // namespace

std::span<const IsaRow> sharedRows() { return rows; }

}  // namespace gpusim
