#include "cudart/settings.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <limits>

namespace gpusim::cudart {
namespace {

template <class T>
void readNumber(const std::function<const char*(const char*)>& get, const char* name, T& value,
                std::vector<std::string>& complaints) {
  const char* text = get(name);
  if (text == nullptr || *text == '\0') return;
  T read = 0;
  const char* end = text + std::strlen(text);
  const auto [stopped, error] = std::from_chars(text, end, read);
  if (error != std::errc{} || stopped != end) {
    complaints.push_back(
        fmt::format("{}='{}' is ignored: expected a whole number up to {}", name, text, std::numeric_limits<T>::max()));
    return;
  }
  value = read;
}

void readChecks(const char* text, Settings& settings) {
  std::uint32_t tools = 0;
  bool leaks = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find_first_of(", ");
    const std::string_view word = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (word == "memcheck") {
      tools |= 1;
    } else if (word == "initcheck") {
      tools |= 2;
    } else if (word == "racecheck") {
      tools |= 4;
    } else if (word == "synccheck") {
      tools |= 8;
    } else if (word == "leakcheck") {
      leaks = true;
    } else if (word == "all") {
      tools = 15;
    } else if (!word.empty() && word != "none") {
      settings.complaints.push_back(fmt::format(
          "GPUSIM_CHECKS: '{}' is ignored: expected memcheck, initcheck, racecheck, synccheck, leakcheck, all or none",
          word));
    }
  }
  settings.tools = tools;
  settings.reportLeaks = leaks;
}

}  // namespace

Settings readSettings(const std::function<const char*(const char*)>& get) {
  Settings settings;
  if (const char* card = get("GPUSIM_CARD"); card != nullptr && *card != '\0') settings.card = card;
  readNumber(get, "GPUSIM_SEED", settings.seed, settings.complaints);
  readNumber(get, "GPUSIM_THREADS", settings.threads, settings.complaints);
  if (const char* checks = get("GPUSIM_CHECKS"); checks != nullptr && *checks != '\0') readChecks(checks, settings);
  if (const char* verbose = get("GPUSIM_VERBOSE"); verbose != nullptr)
    settings.verbose = std::strcmp(verbose, "1") == 0;
  return settings;
}

}  // namespace gpusim::cudart
