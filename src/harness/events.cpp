#include "harness/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace harness {
namespace {

/// Reads the fields of one event and remembers the first that is not as it should be.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  const std::string& missing() const { return missing_; }

  std::string text(std::string_view name) {
    const Json* value = object_.find(name);
    std::optional<std::string> text = value != nullptr ? value->string() : std::nullopt;
    return text ? *text : blame<std::string>(name, "a string");
  }

  std::uint64_t count(std::string_view name) {
    const Json* value = object_.find(name);
    const std::optional<std::uint64_t> count = value != nullptr ? value->count() : std::nullopt;
    return count ? *count : blame<std::uint64_t>(name, "a whole number");
  }

  double number(std::string_view name) {
    const Json* value = object_.find(name);
    const std::optional<double> number = value != nullptr ? value->number() : std::nullopt;
    return number ? *number : blame<double>(name, "a number");
  }

  bool boolean(std::string_view name) {
    const Json* value = object_.find(name);
    const std::optional<bool> flag = value != nullptr ? value->boolean() : std::nullopt;
    return flag ? *flag : blame<bool>(name, "true or false");
  }

  const Json::Array& array(std::string_view name) {
    static const Json::Array none;
    const Json* value = object_.find(name);
    const Json::Array* items = value != nullptr ? value->array() : nullptr;
    if (items == nullptr) blame<int>(name, "an array");
    return items != nullptr ? *items : none;
  }

  template <std::size_t N>
  std::array<double, N> numbers(std::string_view name) {
    std::array<double, N> out{};
    const Json::Array& items = array(name);
    if (items.size() != N) return blame<std::array<double, N>>(name, "an array of that length");
    for (std::size_t i = 0; i < N; ++i) out[i] = items[i].number().value_or(0);
    return out;
  }

  /// A field that only some events of the kind carry.
  std::string textOr(std::string_view name) const {
    const Json* value = object_.find(name);
    return value != nullptr ? value->text() : "";
  }
  std::vector<std::string> textsOr(std::string_view name) const {
    const Json* value = object_.find(name);
    std::vector<std::string> out;
    if (value != nullptr && value->array() != nullptr)
      for (const Json& item : *value->array()) out.push_back(item.text());
    return out;
  }
  std::uint64_t countOr(std::string_view name, std::uint64_t otherwise) const {
    const Json* value = object_.find(name);
    return value != nullptr ? value->count().value_or(otherwise) : otherwise;
  }

 private:
  template <class T>
  T blame(std::string_view name, std::string_view expected) {
    if (missing_.empty()) missing_ = fmt::format("field '{}' should be {}", name, expected);
    return T{};
  }

  const Json& object_;
  std::string missing_;
};

Site readSite(const Json& object) {
  Fields fields(object);
  Site site;
  const auto block = fields.numbers<3>("block");
  const auto thread = fields.numbers<3>("thread");
  for (std::size_t i = 0; i < 3; ++i) {
    site.block[i] = static_cast<std::uint64_t>(block[i]);
    site.thread[i] = static_cast<std::uint64_t>(thread[i]);
  }
  site.file = fields.textOr("file");
  site.line = fields.countOr("line", 0);
  return site;
}

Finding readFinding(const Json& object, const std::string& shape, std::uint64_t seed, std::string& missing) {
  Fields fields(object);
  Finding finding;
  finding.tool = fields.text("tool");
  finding.kind = fields.text("kind");
  finding.message = fields.text("message");
  finding.kernel = fields.textOr("kernel");
  finding.site = readSite(object);
  finding.count = fields.countOr("count", 1);
  if (const Json* other = object.find("other"); other != nullptr && other->object() != nullptr)
    finding.other = readSite(*other);
  if (const Json* note = object.find("note")) finding.note = note->boolean().value_or(false);
  finding.shape = shape;
  finding.seed = seed;
  if (missing.empty()) missing = fields.missing();
  return finding;
}

Launch readLaunch(const Json& object) {
  const Fields fields(object);
  Launch launch;
  launch.kernel = fields.textOr("kernel");
  if (const Json* milliseconds = object.find("modelled_ms"))
    launch.modelledMilliseconds = milliseconds->number().value_or(0);
  launch.globalLoadRequests = fields.countOr("global_load_requests", 0);
  launch.globalLoadSectors = fields.countOr("global_load_sectors", 0);
  launch.globalStoreRequests = fields.countOr("global_store_requests", 0);
  launch.globalStoreSectors = fields.countOr("global_store_sectors", 0);
  launch.globalLoadIdealSectors = fields.countOr("global_load_ideal_sectors", 0);
  launch.globalStoreIdealSectors = fields.countOr("global_store_ideal_sectors", 0);
  launch.sharedLoadRequests = fields.countOr("shared_load_requests", 0);
  launch.sharedLoadConflicts = fields.countOr("shared_load_conflicts", 0);
  launch.sharedStoreRequests = fields.countOr("shared_store_requests", 0);
  launch.sharedStoreConflicts = fields.countOr("shared_store_conflicts", 0);
  return launch;
}

Hello readHello(Fields& fields) {
  return {fields.textOr("day"),     fields.text("device"),   fields.text("card"),
          fields.textOr("compute"), fields.textOr("driver"), fields.textOr("runtime")};
}

CaseBegin readCaseBegin(Fields& fields) {
  return {fields.text("case"),  fields.count("k"),   fields.count("of"),
          fields.count("seed"), fields.count("run"), fields.textOr("order")};
}

CaseEnd readCaseEnd(Fields& fields) {
  CaseEnd end;
  end.shape = fields.text("case");
  end.seed = fields.count("seed");
  end.run = fields.count("run");
  end.wrong = fields.count("wrong");
  end.total = fields.count("total");
  if (end.wrong == 0) return end;
  for (const Json& item : fields.array("cells")) {
    const Fields cell(item);
    end.cells.push_back({cell.countOr("row", 0), cell.countOr("col", 0), cell.textOr("got"), cell.textOr("expected"),
                         cell.textOr("place")});
  }
  end.faultClass = fields.text("fault_class");
  end.headline = fields.text("headline");
  end.see = fields.textOr("see");
  end.also = fields.textsOr("also");
  end.map = fields.textsOr("map");
  return end;
}

ApiError readApiError(Fields& fields) {
  ApiError error;
  error.shape = fields.text("case");
  error.name = fields.text("name");
  error.text = fields.textOr("text");
  error.where = fields.text("where");
  error.faultClass = fields.textOr("fault_class");
  error.headline = fields.text("headline");
  error.see = fields.textOr("see");
  error.code = static_cast<std::int64_t>(fields.number("code"));
  return error;
}

Spoiled readSpoiled(Fields& fields, std::string_view defaultClass) {
  Spoiled spoiled{fields.text("case"), fields.textOr("fault_class"), fields.text("headline")};
  if (spoiled.faultClass.empty()) spoiled.faultClass = defaultClass;
  return spoiled;
}

Findings readFindings(Fields& fields, std::string& missing) {
  Findings out;
  const std::string shape = fields.text("case");
  const std::uint64_t seed = fields.countOr("seed", 0);
  for (const Json& item : fields.array("findings")) out.findings.push_back(readFinding(item, shape, seed, missing));
  return out;
}

Pages readPages(Fields& fields, std::string& missing) {
  Pages pages;
  pages.shape = fields.text("case");
  for (const Json& item : fields.array("arrays")) {
    Fields array(item);
    pages.arrays.push_back(
        {array.text("name"), array.count("pages"), array.count("kernel_faults"), array.count("host_faults")});
    if (missing.empty()) missing = array.missing();
  }
  return pages;
}

Copies readCopies(Fields& fields) {
  return {fields.text("case"), fields.count("to_device"), fields.count("to_host"), fields.count("needed_to_device"),
          fields.count("needed_to_host")};
}

Timing readTiming(Fields& fields, const Json& object) {
  Timing timing;
  timing.shape = fields.text("case");
  timing.modelled = fields.boolean("modelled");
  timing.copyMilliseconds = fields.number("copy_ms");
  timing.naiveMilliseconds = fields.number("naive_ms");
  timing.solveMilliseconds = fields.number("solve_ms");
  timing.ratioToCopy = fields.number("ratio_to_copy");
  timing.ratioToNaive = fields.number("ratio_to_naive");
  timing.interval = fields.numbers<2>("interval");
  timing.intervalToNaive = fields.numbers<2>("interval_to_naive");
  timing.bytes = fields.count("bytes");
  timing.warning = fields.textOr("warning");
  timing.ceilingName = fields.textOr("ceiling");
  if (!timing.ceilingName.empty()) timing.ceilingMilliseconds = fields.number("ceiling_ms");
  if (const Json* launches = object.find("launches"); launches != nullptr && launches->array() != nullptr) {
    timing.rawLaunches = *launches;
    for (const Json& launch : *launches->array()) timing.launches.push_back(readLaunch(launch));
  }
  return timing;
}

EventFault forged(std::string message) { return {true, std::move(message)}; }

}  // namespace

std::variant<Event, EventFault> EventReader::read(std::string_view line) {
  const std::optional<Json> json = parseJson(line);
  if (!json || json->object() == nullptr) return forged("a line on the event channel is no event");
  const Json* token = json->find("token");
  if (token == nullptr || token->string() != token_) return forged("an event does not carry this run's token");
  const Json* number = json->find("n");
  if (number == nullptr || number->count() != next_)
    return forged(fmt::format("event {} is missing or doubled", next_));
  ++next_;

  Fields fields(*json);
  const std::string kind = fields.text("event");
  std::string nested;
  std::optional<Event> event;
  if (kind == "hello") event = readHello(fields);
  if (kind == "case_begin") event = readCaseBegin(fields);
  if (kind == "case_end") event = readCaseEnd(fields);
  if (kind == "api_error") event = readApiError(fields);
  if (kind == "input_changed") event = readSpoiled(fields, "changed-input");
  if (kind == "guard_broken") event = readSpoiled(fields, "wrote-outside");
  if (kind == "findings") event = readFindings(fields, nested);
  if (kind == "copies") event = readCopies(fields);
  if (kind == "pages") event = readPages(fields, nested);
  if (kind == "timing") event = readTiming(fields, *json);
  if (kind == "why") event = Why{*json};
  if (kind == "goodbye") event = Goodbye{fields.count("cases")};
  if (!event) return EventFault{false, fmt::format("the exercise runtime sent an unknown event '{}'", kind)};
  const std::string& missing = fields.missing().empty() ? nested : fields.missing();
  if (!missing.empty()) return EventFault{false, fmt::format("the exercise runtime's '{}' event: {}", kind, missing)};
  return *event;
}

std::uint64_t Pages::faults() const {
  std::uint64_t sum = 0;
  for (const Array& array : arrays) sum += array.kernelFaults + array.hostFaults;
  return sum;
}

double Copies::toIdeal() const {
  const auto ratio = [](std::uint64_t moved, std::uint64_t needed) {
    if (needed == 0) return moved == 0 ? 0.0 : HUGE_VAL;
    return static_cast<double>(moved) / static_cast<double>(needed);
  };
  return std::max(ratio(toDevice, neededToDevice), ratio(toHost, neededToHost));
}

std::uint64_t Timing::sum(std::string_view counter) const {
  std::uint64_t total = 0;
  if (rawLaunches.array() == nullptr) return 0;
  for (const Json& launch : *rawLaunches.array())
    if (const Json* value = launch.find(counter)) total += value->count().value_or(0);
  return total;
}

double Timing::sectorsToIdeal() const {
  std::uint64_t sectors = 0;
  for (const Launch& launch : launches) sectors += launch.globalLoadSectors + launch.globalStoreSectors;
  return bytes == 0 ? 0 : static_cast<double>(sectors) * 32 / static_cast<double>(bytes);
}

double Timing::sectorsAStore() const {
  std::uint64_t sectors = 0, requests = 0;
  for (const Launch& launch : launches) sectors += launch.globalStoreSectors, requests += launch.globalStoreRequests;
  return requests == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(requests);
}

}  // namespace harness
