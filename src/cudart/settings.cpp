#include "cudart/settings.h"

#include <fmt/format.h>

#include <algorithm>
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

/// "3": so many of GPUSIM_CARD; "t4,h200": these.
void readDevices(const char* text, Settings& settings) {
  constexpr unsigned most = 16;
  unsigned count = 0;
  const char* end = text + std::strlen(text);
  if (const auto [stopped, error] = std::from_chars(text, end, count); error == std::errc{} && stopped == end) {
    if (count >= 1 && count <= most) {
      settings.devices.assign(count, settings.card);
    } else {
      settings.complaints.push_back(fmt::format("GPUSIM_DEVICES={} is ignored: expected 1 to {}", text, most));
    }
    return;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (comma != 0) settings.devices.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
}

}  // namespace

Settings readSettings(const std::function<const char*(const char*)>& get) {
  Settings settings;
  if (const char* card = get("GPUSIM_CARD"); card != nullptr && *card != '\0') settings.card = card;
  if (const char* devices = get("GPUSIM_DEVICES"); devices != nullptr && *devices != '\0')
    readDevices(devices, settings);
  if (settings.devices.empty()) settings.devices = {settings.card};
  readNumber(get, "GPUSIM_SEED", settings.seed, settings.complaints);
  readNumber(get, "GPUSIM_THREADS", settings.threads, settings.complaints);
  if (const char* checks = get("GPUSIM_CHECKS"); checks != nullptr && *checks != '\0') readChecks(checks, settings);
  if (const char* verbose = get("GPUSIM_VERBOSE"); verbose != nullptr)
    settings.verbose = std::strcmp(verbose, "1") == 0;
  if (const char* stop = get("GPUSIM_STOPPABLE"); stop != nullptr) settings.stoppable = std::strcmp(stop, "1") == 0;
  if (const char* pages = get("GPUSIM_PAGES"); pages != nullptr) settings.pages = std::strcmp(pages, "1") == 0;
  if (const char* work = get("GPUSIM_WORK"); work != nullptr) settings.work = std::strcmp(work, "1") == 0;
  return settings;
}

}  // namespace gpusim::cudart
