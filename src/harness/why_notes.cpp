#include "harness/why_notes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/why_sentence.h"

namespace harness {
namespace {

bool isPartial(const AccessFacts& access) { return access.perRequest(access.lanes) < 0.75 * warpLanes; }

Cause causeOfGlobal(const AccessFacts& access, const Pattern& pattern) {
  const bool above = access.worstUnits > access.worstIdeal;
  if (access.kind == "atomic" && pattern.distinct < pattern.lanes) return Cause::contended;
  if (!above) {
    if (isPartial(access)) return Cause::partialWarp;
    return pattern.kind == Pattern::Kind::broadcast ? Cause::broadcast : Cause::ideal;
  }
  switch (pattern.kind) {
    case Pattern::Kind::stride:
      return Cause::stride;
    case Pattern::Kind::gaps:
      return Cause::gaps;
    case Pattern::Kind::rows:
      return Cause::rows;
    case Pattern::Kind::repeated:
      return Cause::repeated;
    case Pattern::Kind::scattered:
      return Cause::scattered;
    case Pattern::Kind::contiguous:
    case Pattern::Kind::single:
    case Pattern::Kind::broadcast:
      return Cause::misaligned;
  }
  return Cause::scattered;
}

Cause causeOfShared(const AccessFacts& access, const Pattern& pattern) {
  if (access.worstUnits <= access.worstIdeal) {
    if (isPartial(access)) return Cause::partialWarp;
    return pattern.kind == Pattern::Kind::broadcast ? Cause::broadcast : Cause::ideal;
  }
  if (access.bytes > 4) return Cause::wideBanks;
  return pattern.kind == Pattern::Kind::stride ? Cause::bankStride : Cause::bankMeeting;
}

void add(AccessFacts& sum, const AccessFacts& one) {
  const auto above = [](const AccessFacts& a) {
    return static_cast<int>(a.worstUnits) - static_cast<int>(a.worstIdeal);
  };
  AccessFacts total = above(one) > above(sum) ? one : sum;
  total.requests = sum.requests + one.requests;
  total.units = sum.units + one.units;
  total.idealUnits = sum.idealUnits + one.idealUnits;
  total.lanes = sum.lanes + one.lanes;
  sum = total;
}

/// One note for the accesses of a line that are alike in place, kind, width and cause: an unrolled loop has several.
void addAccess(std::vector<Note>& notes, Note note, const AccessFacts& access) {
  note.access = access;
  note.pattern = findPattern(access);
  note.cause = access.isShared ? causeOfShared(access, note.pattern) : causeOfGlobal(access, note.pattern);
  for (Note& known : notes) {
    const bool same = known.isAccess() && known.line == note.line && known.kernel == note.kernel &&
                      known.cause == note.cause && known.access.isShared == access.isShared &&
                      known.access.kind == access.kind && known.access.bytes == access.bytes;
    if (!same) continue;
    add(known.access, access);
    return;
  }
  notes.push_back(std::move(note));
}

void finishAccess(Note& note) {
  note.pattern = findPattern(note.access);
  if (note.access.isShared) note.meeting = findMeeting(note.access);
  const auto excess = static_cast<double>(note.access.units - std::min(note.access.idealUnits, note.access.units));
  note.waste = note.access.isShared ? excess * wavefrontInSectors : excess;
  if (note.cause == Cause::contended)
    note.waste += static_cast<double>(note.access.requests) * (note.pattern.lanes - note.pattern.distinct);
  if (note.cause == Cause::partialWarp)
    note.waste += (static_cast<double>(note.access.requests) - static_cast<double>(note.access.lanes) / warpLanes) *
                  issueSlotInSectors;
}

/// Issue slots that lanes of the kernel's warps sat out, as whole warp instructions.
double idleSlots(const Counts& counts) {
  return std::max(0.0, static_cast<double>(counts["warp_instructions"]) -
                           static_cast<double>(counts["thread_instructions"]) / warpLanes);
}

void addKernel(std::vector<Note>& notes, const KernelFacts& kernel) {
  std::uint64_t splitsOfKernel = 0;
  for (const LineFacts& line : kernel.lines)
    for (const SplitFacts& split : line.splits) splitsOfKernel += split.splits;
  for (const LineFacts& line : kernel.lines) {
    if (line.line == 0) continue;
    Note base;
    base.line = line.line;
    base.kernel = kernel.name;
    for (const AccessFacts& access : line.accesses) addAccess(notes, base, access);
    if (const std::uint64_t requests = line.counts["local_load_requests"] + line.counts["local_store_requests"];
        requests != 0) {
      Note note = base;
      note.cause = Cause::local;
      note.requests = requests;
      note.waste = static_cast<double>(requests) * 4;  // 32 lanes of 4 bytes each
      note.sentence = localSentence(requests);
      notes.push_back(std::move(note));
    }
    if (line.splits.empty()) continue;
    Note note = base;
    note.cause = Cause::divergence;
    for (const SplitFacts& split : line.splits) {
      const std::uint64_t splits = note.split.splits + split.splits;
      if (note.split.splits == 0) note.split = split;
      note.split.splits = splits;
    }
    note.waste = idleSlots(kernel.counts) * issueSlotInSectors * static_cast<double>(note.split.splits) /
                 static_cast<double>(splitsOfKernel);
    note.branches = line.counts["branches"];
    note.sentence = splitSentence(note.split, note.branches);
    notes.push_back(std::move(note));
  }
}

}  // namespace

std::string_view causeName(Cause cause) {
  switch (cause) {
    case Cause::ideal:
      return "ideal";
    case Cause::broadcast:
      return "broadcast";
    case Cause::stride:
      return "stride";
    case Cause::misaligned:
      return "misaligned";
    case Cause::gaps:
      return "gaps";
    case Cause::rows:
      return "rows";
    case Cause::repeated:
      return "repeated";
    case Cause::scattered:
      return "scattered";
    case Cause::partialWarp:
      return "partial-warp";
    case Cause::bankStride:
      return "bank-stride";
    case Cause::bankMeeting:
      return "bank-meeting";
    case Cause::wideBanks:
      return "wide-banks";
    case Cause::contended:
      return "contended";
    case Cause::local:
      return "local";
    case Cause::divergence:
      return "divergence";
  }
  return "";
}

bool isWorthSaying(const Note& note) {
  // Under a twentieth is an edge here and there.
  switch (note.cause) {
    case Cause::ideal:
    case Cause::broadcast:
      return false;
    case Cause::local:
    case Cause::contended:
    case Cause::partialWarp:
      return true;
    case Cause::divergence:
      return 20 * note.split.splits >= note.branches;
    default:
      return static_cast<double>(note.access.units) > 1.05 * static_cast<double>(note.access.idealUnits);
  }
}

std::vector<Note> findNotes(const WhyFacts& facts) {
  std::vector<Note> notes;
  for (const KernelFacts& kernel : facts.kernels) addKernel(notes, kernel);
  for (Note& note : notes) {
    if (!note.isAccess()) continue;
    finishAccess(note);
    note.sentence = accessSentence(note);
  }
  std::stable_sort(notes.begin(), notes.end(), [](const Note& a, const Note& b) {
    const bool said = isWorthSaying(a), otherSaid = isWorthSaying(b);
    return said != otherSaid ? said : a.waste > b.waste;
  });
  return notes;
}

}  // namespace harness
