#include "sim/isa/table.h"

#include <unordered_map>

namespace gpusim {

const IsaRow* findIsaRow(std::string_view opcode) {
  static const std::unordered_map<std::string_view, const IsaRow*> index = [] {
    std::unordered_map<std::string_view, const IsaRow*> rows;
    for (auto family : {sharedRows,  integerRows,      carryRows,   packedRows,  bitRows,       logicRows,
                        floatRows,   approximateRows,  halfRows,    compareRows, selectRows,    moveRows,
                        convertRows, memoryRows,       atomicRows,  warpRows,    asyncCopyRows, mbarrierRows,
                        matrixRows,  matrixMemoryRows, controlRows, callRows})
      for (const IsaRow& row : family()) rows.emplace(row.opcode, &row);
    return rows;
  }();
  const auto found = index.find(opcode);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace gpusim
