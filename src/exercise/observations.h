#pragma once
// Reading the little that the classifier needs from the simulator's JSON: geometry of launches, kinds of findings.
// The simulator writes this JSON, so a search for its keys is enough; everything else passes through untouched.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "exercise/facts.h"
#include "exercise/text.h"

namespace exercise {

/// The elements of a JSON array of objects, as text.
inline std::vector<std::string> jsonElements(const std::string& array) {
  std::vector<std::string> elements;
  std::size_t start = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const char c = array[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '{' && depth++ == 0) start = i;
    if (c == '}' && --depth == 0) elements.push_back(array.substr(start, i + 1 - start));
  }
  return elements;
}

/// The text after `"key":` and any spaces, or empty.
inline std::string jsonAfter(const std::string& object, const std::string& key) {
  std::size_t at = object.find("\"" + key + "\":");
  if (at == std::string::npos) return "";
  at += key.size() + 3;
  while (at < object.size() && object[at] == ' ') ++at;
  return object.substr(at);
}

/// Grid, block and stream of each launch.
inline std::vector<Launch> readLaunches(const std::string& json) {
  std::vector<Launch> launches;
  const auto triple = [](const std::string& text, std::array<std::uint64_t, 3>& out) {
    std::size_t at = text.empty() ? 0 : 1;
    for (std::uint64_t& value : out) {
      value = 0;
      while (at < text.size() && (text[at] < '0' || text[at] > '9')) ++at;
      for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
        value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
    }
  };
  for (const std::string& object : jsonElements(json)) {
    const std::string grid = jsonAfter(object, "grid"), block = jsonAfter(object, "block");
    if (grid.empty() || block.empty()) continue;
    Launch launch;
    triple(grid, launch.grid);
    triple(block, launch.block);
    launch.stream = std::strtoull(jsonAfter(object, "stream").c_str(), nullptr, 10);
    launches.push_back(launch);
  }
  return launches;
}

/// What the checkers found, as far as it matters here.
struct FindingKinds {
  bool any = false;  // a finding that is a fault, not a note
  bool race = false, unwrittenShared = false, unwrittenGlobal = false;
  bool outside = false;           // an access outside every buffer
  bool leftEarly = false;         // threads returned before a barrier that the rest of their block waits at
  std::string unwrittenGlobalAt;  // "line 31" of the first read of global memory that nobody wrote
  std::string outsideAt;          // "line 31" of the first access outside every buffer
  std::string raceMissing;        // what the first race misses, and where: "a __syncthreads() is missing between ..."
};

/// " at line 31", or empty where the line is not known.
inline std::string atLine(std::uint64_t line) { return line > 0 ? " at line " + number(line) : ""; }

/// What would order the two accesses of a race: by the checker's own words, which its tests hold to.
inline std::string missingBetween(const std::string& message, std::uint64_t line, std::uint64_t other) {
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (says("use an atomic")) return "an atomic is missing" + atLine(line);
  const std::string what = says("no __syncwarp()") && !says("__syncthreads()") ? "a __syncwarp()"
                           : says("no __syncwarp()")                           ? "a __syncwarp() or __syncthreads()"
                           : says("no __syncthreads()")                        ? "a __syncthreads()"
                                                                               : "a barrier or an atomic";
  if (line == 0 || other == 0) return what + " is missing";
  if (line == other) return what + " is missing between two threads at line " + number(line);
  return what + " is missing between line " + number(std::min(line, other)) + " and line " +
         number(std::max(line, other));
}

/// A read past the end of an input may land in an output that others write. The simulator calls that a race, and it is
/// one, but no barrier mends it: races in global memory do not count beside reads outside of it.
inline FindingKinds readFindings(const std::string& json) {
  FindingKinds kinds;
  bool globalRace = false, readOutside = false;
  for (const std::string& object : jsonElements(json)) {
    if (jsonAfter(object, "note").compare(0, 4, "true") == 0) continue;
    kinds.any = true;
    const std::string tool = jsonAfter(object, "tool"), kind = jsonAfter(object, "kind");
    const auto lineIn = [](const std::string& text) {
      return std::strtoull(jsonAfter(text, "line").c_str(), nullptr, 10);
    };
    const std::uint64_t line = lineIn(object);
    if (kind.compare(0, 20, "\"barrier left early\"") == 0) kinds.leftEarly = true;
    const std::string message = jsonAfter(object, "message");
    const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
    if (tool.compare(0, 10, "\"racecheck") == 0) {
      (says("-byte allocation") ? globalRace : kinds.race) = true;
      if (kinds.raceMissing.empty())
        kinds.raceMissing =
            missingBetween(message.substr(0, message.find('"', 1)), line, lineIn(jsonAfter(object, "other")));
    }
    if (tool.compare(0, 9, "\"memcheck") == 0 && kind.compare(0, 14, "\"out-of-bounds") == 0) {
      kinds.outside = true;
      if (kinds.outsideAt.empty() && line > 0) kinds.outsideAt = "line " + number(line);
      readOutside = readOutside || (kind.compare(0, 19, "\"out-of-bounds read") == 0 && says("of global memory"));
    }
    if (tool.compare(0, 10, "\"initcheck") == 0) {
      const bool shared = kind.substr(0, kind.find('"', 1)).find("shared") != std::string::npos;
      (shared ? kinds.unwrittenShared : kinds.unwrittenGlobal) = true;
      if (!shared && line > 0 && kinds.unwrittenGlobalAt.empty()) kinds.unwrittenGlobalAt = "line " + number(line);
    }
  }
  kinds.race = kinds.race || (globalRace && !readOutside);
  if (!kinds.race) kinds.raceMissing.clear();
  return kinds;
}

}  // namespace exercise
