#include "sim/cards/card.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>
#include <type_traits>

#include "sim/cards/embedded.h"

namespace gpusim {
namespace {

/// Thrown inside this file only; parseCard turns it into an Error.
struct Refusal {
  std::string message;
};

template <class T>
constexpr const char* expected() {
  if constexpr (std::is_same_v<T, std::string>) {
    return "text";
  } else if constexpr (std::is_floating_point_v<T>) {
    return "a number above 0";
  } else if constexpr (std::is_integral_v<T>) {
    return "a whole number, 0 or more";
  } else {
    return "a list of three whole numbers, [x, y, z]";
  }
}

/// Reads the fields of one map and remembers which ones it has seen, so that the rest can be called unknown.
class Fields {
 public:
  Fields(const YAML::Node& map, const std::string& fileName) : map_(map), fileName_(fileName) {}

  template <class T>
  void read(const char* key, T& value) {
    known_.insert(key);
    const YAML::Node node = map_[key];
    if (!node) throw Refusal{fmt::format("{}: field '{}' is missing, expected {}", fileName_, key, expected<T>())};
    if (!convert(node, value)) {
      throw Refusal{fmt::format("{}:{}: field '{}' is {}, expected {}", fileName_, lineOf(node), key,
                                node.IsScalar() ? fmt::format("'{}'", node.Scalar()) : "of another kind",
                                expected<T>())};
    }
  }

  void refuseUnknown() const {
    for (const auto& entry : map_) {
      const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "?";
      if (!known_.contains(key)) {
        throw Refusal{fmt::format("{}:{}: unknown field '{}', expected one of {}", fileName_, lineOf(entry.first), key,
                                  fmt::join(known_, ", "))};
      }
    }
  }

  void refuseDuplicates() const {
    std::set<std::string> seen;
    for (const auto& entry : map_) {
      if (entry.first.IsScalar() && !seen.insert(entry.first.Scalar()).second) {
        throw Refusal{fmt::format("{}:{}: field '{}' appears twice, expected once", fileName_, lineOf(entry.first),
                                  entry.first.Scalar())};
      }
    }
  }

 private:
  static int lineOf(const YAML::Node& node) { return node.Mark().line + 1; }

  template <class T>
  static bool convert(const YAML::Node& node, T& value) {
    try {
      if constexpr (std::is_integral_v<T>) {
        // yaml-cpp would wrap a negative number into an unsigned one.
        const auto wide = node.as<long long>();
        value = static_cast<T>(wide);
        return wide >= 0 && static_cast<unsigned long long>(value) == static_cast<unsigned long long>(wide);
      } else if constexpr (std::is_floating_point_v<T>) {
        value = node.as<T>();
        return value > 0;
      } else if constexpr (std::is_same_v<T, std::string>) {
        value = node.as<T>();
        return !value.empty();
      } else {
        if (!node.IsSequence() || node.size() != value.size()) return false;
        for (std::size_t i = 0; i < value.size(); ++i) {
          if (!convert(node[i], value[i])) return false;
        }
        return true;
      }
    } catch (const YAML::Exception&) {
      return false;
    }
  }

  const YAML::Node& map_;
  const std::string& fileName_;
  std::set<std::string> known_;
};

Card readCard(const YAML::Node& root, const std::string& fileName) {
  Card card;
  Fields fields(root, fileName);
  fields.refuseDuplicates();
  fields.read("name", card.name);
  fields.read("compute_major", card.computeMajor);
  fields.read("compute_minor", card.computeMinor);
  fields.read("multiprocessors", card.multiprocessors);
  fields.read("global_memory_bytes", card.globalMemoryBytes);
  fields.read("l2_bytes", card.l2Bytes);
  fields.read("persisting_l2_bytes", card.persistingL2Bytes);
  fields.read("shared_bytes_per_block", card.sharedBytesPerBlock);
  fields.read("shared_bytes_per_block_optin", card.sharedBytesPerBlockOptin);
  fields.read("shared_bytes_per_multiprocessor", card.sharedBytesPerMultiprocessor);
  fields.read("reserved_shared_bytes_per_block", card.reservedSharedBytesPerBlock);
  fields.read("registers_per_multiprocessor", card.registersPerMultiprocessor);
  fields.read("registers_per_block", card.registersPerBlock);
  fields.read("max_threads_per_block", card.maxThreadsPerBlock);
  fields.read("max_threads_per_multiprocessor", card.maxThreadsPerMultiprocessor);
  fields.read("max_blocks_per_multiprocessor", card.maxBlocksPerMultiprocessor);
  fields.read("max_block_dim", card.maxBlockDim);
  fields.read("max_grid_dim", card.maxGridDim);
  fields.read("constant_bytes", card.constantBytes);
  fields.read("clock_kilohertz", card.clockKilohertz);
  fields.read("memory_clock_kilohertz", card.memoryClockKilohertz);
  fields.read("memory_bus_bits", card.memoryBusBits);
  fields.read("dram_bytes_per_second", card.dramBytesPerSecond);
  fields.read("l2_sectors_per_second", card.l2SectorsPerSecond);
  fields.read("partial_write_penalty", card.partialWritePenalty);
  fields.read("sustained_clock_hertz", card.sustainedClockHertz);
  fields.read("shared_wavefronts_per_cycle", card.sharedWavefrontsPerCycle);
  fields.read("issue_slots_per_cycle", card.issueSlotsPerCycle);
  fields.read("multiply_lanes_per_cycle", card.multiplyLanesPerCycle);
  fields.read("integer_lanes_per_cycle", card.integerLanesPerCycle);
  fields.read("special_lanes_per_cycle", card.specialLanesPerCycle);
  fields.read("fp64_lanes_per_cycle", card.fp64LanesPerCycle);
  fields.read("launch_overhead_seconds", card.launchOverheadSeconds);
  fields.read("memory_latency_seconds", card.memoryLatencySeconds);
  fields.read("l2_latency_seconds", card.l2LatencySeconds);
  fields.read("l1_latency_seconds", card.l1LatencySeconds);
  fields.read("atomic_seconds", card.atomicSeconds);
  fields.read("atomic_address_seconds", card.atomicAddressSeconds);
  fields.refuseUnknown();
  return card;
}

}  // namespace

std::vector<std::string> cardIds() {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < cards::embeddedCount; ++i) ids.emplace_back(cards::embedded[i].id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

Result<Card> findCard(std::string_view id) {
  for (std::size_t i = 0; i < cards::embeddedCount; ++i) {
    if (cards::embedded[i].id == id) {
      return parseCard(cards::embedded[i].yaml, fmt::format("src/sim/cards/{}.yaml", id));
    }
  }
  return Error{ErrorCode::invalidValue,
               fmt::format("no card is called '{}'; the cards are {}", id, fmt::join(cardIds(), ", "))};
}

Result<Card> parseCard(std::string_view yaml, const std::string& fileName) {
  try {
    const YAML::Node root = YAML::Load(std::string(yaml));
    if (!root.IsMap()) {
      return Error{ErrorCode::invalidValue,
                   fmt::format("{}:1: expected a map of fields, one 'key: value' a line", fileName)};
    }
    Card card = readCard(root, fileName);
    const std::size_t slash = fileName.find_last_of('/');
    const std::string base = slash == std::string::npos ? fileName : fileName.substr(slash + 1);
    card.id = base.substr(0, base.find_last_of('.'));
    return card;
  } catch (const Refusal& refusal) {
    return Error{ErrorCode::invalidValue, refusal.message};
  } catch (const YAML::Exception& exception) {
    return Error{ErrorCode::invalidValue,
                 fmt::format("{}:{}: not YAML: {}", fileName, exception.mark.line + 1, exception.msg)};
  }
}

}  // namespace gpusim
