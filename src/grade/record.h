#pragma once
// What grading left of one submission: one JSON file, the master of every other format.
#include <cstdint>
#include <string>
#include <vector>

#include "grade/rubric.h"
#include "harness/json.h"
#include "harness/result.h"

namespace grade {

struct Record {
  std::string id;                  // stable: of the path below what was graded
  std::string name;                // that path, printable
  std::string hash;                // of the bytes that were graded
  std::string day, note, claimed;  // note and verdict that the submission states; empty for a bare .cu
  std::string verdict, reason, faultClass, code, headline, failingCase;
  int exitCode = 0;
  double points = 0, most = 0, buildSeconds = 0, runSeconds = 0;
  double ratioToCopy = 0, ratioToNaive = 0;  // 0: not timed
  bool modelled = false;
  std::string compiler, printed;  // cut
  std::string trust;              // "separate" or "shared" (workshop.h); empty for what was not judged
  std::vector<Part> parts;
};

std::string writeRecord(const Record& record);
harness::Result<Record> readRecord(std::string_view text, const std::string& name);

/// The record of a judged submission; what identifies it is the caller's.
Record recordOf(const Outcome& outcome, std::vector<Part> parts);

/// The record of a file that could not be judged.
Record unreadable(const std::string& why);

}  // namespace grade
