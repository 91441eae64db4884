#include "sim/isa/table.h"

#include <unordered_map>

namespace gpusim {

std::span<const std::span<const IsaRow>> isaFamilies() {
  static const std::span<const IsaRow> families[] = {
      sharedRows(),  integerRows(),      carryRows(),   packedRows(),  bitRows(),       logicRows(),
      floatRows(),   approximateRows(),  halfRows(),    compareRows(), selectRows(),    moveRows(),
      convertRows(), memoryRows(),       atomicRows(),  warpRows(),    asyncCopyRows(), mbarrierRows(),
      matrixRows(),  matrixMemoryRows(), clusterRows(), controlRows(), callRows()};
  return families;
}

const IsaRow* findIsaRow(std::string_view opcode) {
  static const std::unordered_map<std::string_view, const IsaRow*> index = [] {
    std::unordered_map<std::string_view, const IsaRow*> rows;
    for (const auto family : isaFamilies())
      for (const IsaRow& row : family) rows.emplace(row.opcode, &row);
    return rows;
  }();
  const auto found = index.find(opcode);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace gpusim
