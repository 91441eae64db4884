#include "harness/why_facts.h"

#include <algorithm>

namespace harness {
namespace {

/// Reads members and remembers whether all were there.
class Reader {
 public:
  bool good() const { return good_; }

  std::uint64_t count(const Json& object, std::string_view name) {
    const Json* value = object.find(name);
    return take(value != nullptr ? value->count() : std::nullopt);
  }
  std::uint32_t mask(const Json& object, std::string_view name) {
    return static_cast<std::uint32_t>(count(object, name));
  }
  std::string text(const Json& object, std::string_view name) {
    const Json* value = object.find(name);
    return take(value != nullptr ? value->string() : std::nullopt);
  }
  bool flag(const Json& object, std::string_view name) {
    const Json* value = object.find(name);
    return take(value != nullptr ? value->boolean() : std::nullopt);
  }
  double number(const Json& object, std::string_view name) {
    const Json* value = object.find(name);
    return take(value != nullptr ? value->number() : std::nullopt);
  }
  const Json::Array& array(const Json& object, std::string_view name) {
    static const Json::Array none;
    const Json* value = object.find(name);
    const Json::Array* items = value != nullptr ? value->array() : nullptr;
    if (items == nullptr) good_ = false;
    return items != nullptr ? *items : none;
  }
  std::array<std::uint64_t, 3> triple(const Json& object, std::string_view name) {
    const Json::Array& items = array(object, name);
    std::array<std::uint64_t, 3> out{};
    if (items.size() != out.size()) good_ = false;
    for (std::size_t i = 0; i < out.size() && i < items.size(); ++i) out[i] = take(items[i].count());
    return out;
  }
  const Json& member(const Json& object, std::string_view name) {
    static const Json null;
    const Json* value = object.find(name);
    if (value == nullptr) good_ = false;
    return value != nullptr ? *value : null;
  }
  void blame() { good_ = false; }

 private:
  template <class T>
  T take(const std::optional<T>& value) {
    if (!value) good_ = false;
    return value.value_or(T{});
  }
  bool good_ = true;
};

WarpFacts readWarp(Reader& reader, const Json& object) {
  return {reader.triple(object, "block"), reader.triple(object, "thread"), reader.mask(object, "exists"),
          reader.mask(object, "mask")};
}

AccessFacts readAccess(Reader& reader, const Json& object) {
  AccessFacts access;
  access.isShared = reader.text(object, "space") == "shared";
  access.kind = reader.text(object, "kind");
  access.bytes = static_cast<unsigned>(reader.count(object, "bytes"));
  access.elementBytes = static_cast<unsigned>(reader.count(object, "element_bytes"));
  access.isReal = reader.flag(object, "real");
  access.narrowIndex = static_cast<unsigned>(reader.count(object, "narrow_index"));
  access.requests = reader.count(object, "requests");
  access.units = reader.count(object, "units");
  access.idealUnits = reader.count(object, "ideal_units");
  access.lanes = reader.count(object, "lanes");
  const Json& worst = reader.member(object, "worst");
  access.worst = readWarp(reader, worst);
  access.worstUnits = static_cast<unsigned>(reader.count(worst, "units"));
  access.worstIdeal = static_cast<unsigned>(reader.count(worst, "ideal_units"));
  access.allocationBytes = reader.count(worst, "allocation_bytes");
  const Json::Array& addresses = reader.array(worst, "address");
  if (addresses.size() != warpLanes || access.bytes == 0 || access.bytes > 16 || access.elementBytes == 0 ||
      access.worst.mask == 0 || access.narrowIndex > 32)
    reader.blame();
  for (unsigned lane = 0; lane < warpLanes && lane < addresses.size(); ++lane) {
    if (!access.active(lane)) continue;
    // Offsets below 0 are legal; the digits of a whole number fit a double's 53 bits: addresses have 47.
    const std::optional<double> offset = addresses[lane].number();
    if (!offset) reader.blame();
    access.address[lane] = static_cast<std::int64_t>(offset.value_or(0));
    if (access.isShared && access.address[lane] < 0) reader.blame();
  }
  return access;
}

/// Every whole-number member that is no place: the counters.
Counts readCounts(const Json& object) {
  Counts counts;
  for (const auto& [name, value] : *object.object())
    if (const std::optional<std::uint64_t> count = value.count();
        count && name != "line" && name != "launches" && name != "modelled_ms")
      counts.add(name, *count);
  return counts;
}

/// The line of the learner's file that an item belongs to, innermost first; 0 when it has none.
std::uint64_t homeLine(Reader& reader, const Json& object, const std::function<bool(const std::string&)>& isLearners) {
  const std::uint64_t line = reader.count(object, "line");
  if (isLearners(reader.text(object, "file"))) return line;
  if (const Json* calls = object.find("inlined_at"); calls != nullptr && calls->array() != nullptr)
    for (const Json& call : *calls->array())
      if (isLearners(reader.text(call, "file"))) return reader.count(call, "line");
  return 0;
}

KernelFacts readKernel(Reader& reader, const Json& object, const std::function<bool(const std::string&)>& isLearners) {
  KernelFacts kernel;
  kernel.name = reader.text(object, "kernel");
  kernel.launches = reader.count(object, "launches");
  kernel.grid = reader.triple(object, "grid");
  kernel.block = reader.triple(object, "block");
  kernel.modelledMilliseconds = reader.number(object, "modelled_ms");
  kernel.counts = readCounts(object);
  std::map<std::uint64_t, LineFacts> lines;
  for (const Json& item : reader.array(object, "lines")) {
    if (item.object() == nullptr) return reader.blame(), kernel;
    lines[homeLine(reader, item, isLearners)].counts.add(readCounts(item));
  }
  for (const Json& item : reader.array(object, "accesses"))
    lines[homeLine(reader, item, isLearners)].accesses.push_back(readAccess(reader, item));
  for (const Json& item : reader.array(object, "splits")) {
    const Json& most = reader.member(item, "most");
    lines[homeLine(reader, item, isLearners)].splits.push_back(
        {reader.count(item, "splits"), readWarp(reader, most), reader.mask(most, "taken")});
  }
  for (auto& [line, facts] : lines) {
    facts.line = line;
    kernel.lines.push_back(std::move(facts));
  }
  return kernel;
}

WrongMap readMap(Reader& reader, const Json& object) {
  WrongMap map;
  map.array = reader.text(object, "array");
  map.rows = reader.count(object, "rows");
  map.cols = reader.count(object, "cols");
  map.fieldRows = reader.count(object, "field_rows");
  map.fieldCols = reader.count(object, "field_cols");
  const auto table = [&](std::string_view name) {
    std::vector<std::vector<std::uint64_t>> rows;
    for (const Json& row : reader.array(object, name)) {
      rows.emplace_back();
      if (row.array() == nullptr) return reader.blame(), rows;
      for (const Json& field : *row.array()) rows.back().push_back(field.count().value_or(0));
    }
    return rows;
  };
  map.wrong = table("wrong");
  map.unwritten = table("unwritten");
  const auto sameShape = [&](const std::vector<std::vector<std::uint64_t>>& rows) {
    return !rows.empty() && rows.size() == map.wrong.size() &&
           std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() == map.wrong[0].size(); });
  };
  if (!sameShape(map.wrong) || !sameShape(map.unwritten) || map.fieldRows == 0 || map.fieldCols == 0) reader.blame();
  return map;
}

}  // namespace

Counts WhyFacts::counts() const {
  Counts sum;
  for (const KernelFacts& kernel : kernels) sum.add(kernel.counts);
  return sum;
}

std::optional<WhyFacts> readWhy(const Json& event, const std::function<bool(const std::string&)>& isLearners) {
  Reader reader;
  WhyFacts facts;
  facts.shape = reader.text(event, "case");
  facts.seed = reader.count(event, "seed");
  facts.bytes = reader.count(event, "bytes");
  facts.wrong = reader.count(event, "wrong");
  facts.total = reader.count(event, "total");
  if (event.find("error") != nullptr) facts.error = reader.text(event, "error");
  for (const Json& kernel : reader.array(event, "kernels")) {
    if (kernel.object() == nullptr) return std::nullopt;
    facts.kernels.push_back(readKernel(reader, kernel, isLearners));
  }
  if (const Json* map = event.find("map")) facts.map = readMap(reader, *map);
  return reader.good() ? std::optional(std::move(facts)) : std::nullopt;
}

}  // namespace harness
