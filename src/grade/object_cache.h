#pragma once
// Objects that the jailed compiler made, kept for the next submission of the same text: a class hands in its starter
// again and again, a run is graded anew under another seed, and every task of an array job is a process of its own.
#include <filesystem>
#include <optional>
#include <string>

namespace grade {

/// One text, compiled by one compiler with one set of flags.
class ObjectCache {
 public:
  /// `compiler` says all that the object depends on beside `source`. An empty folder keeps nothing.
  ObjectCache(const std::filesystem::path& folder, const std::string& compiler, std::string source);

  /// Copies the object to `to` and returns what the compiler said. Nothing when none is kept: the whole text counts,
  /// for whoever hands in two files may have made their hashes meet.
  std::optional<std::string> take(const std::filesystem::path& to) const;
  /// Keeps what a jail left at `object`. That is no file to trust: a link is not followed, a large one not kept. What
  /// cannot be written is not kept either.
  void keep(const std::filesystem::path& object, const std::string& said) const;

 private:
  std::filesystem::path path_;  // one file for text and object: two files could be of two submissions
  std::string source_;
};

}  // namespace grade
