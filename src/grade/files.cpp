#include "grade/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/descriptor.h"
#include "harness/utf8.h"

namespace grade {

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

const char* kindOf(mode_t mode) {
  return S_ISDIR(mode)    ? "a folder"
         : S_ISLNK(mode)  ? "a symbolic link"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

/// Control characters, those that turn the direction of text among them.
bool isControl(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7f;
  if (character.size() == 2) return lead == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
  if (character.size() != 3 || lead != 0xe2) return false;
  const auto second = static_cast<unsigned char>(character[1]), third = static_cast<unsigned char>(character[2]);
  return (second == 0x80 && third >= 0x8b && (third <= 0x8f || (third >= 0xa8 && third <= 0xae))) ||
         (second == 0x81 && third >= 0xa0 && third <= 0xaf);
}

}  // namespace

Result<std::string> readRegularFile(const std::filesystem::path& path, std::size_t limit, const std::string& name) {
  const harness::Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0 && errno == ELOOP)
    return Problem{ExitStatus::usage, fmt::format("{}: a symbolic link, which is not followed", name)};
  if (file.get() < 0)
    return Problem{ExitStatus::usage, fmt::format("{}: cannot be read: {}", name, std::strerror(errno))};
  struct stat facts {};
  if (fstat(file.get(), &facts) != 0)
    return Problem{ExitStatus::usage, fmt::format("{}: cannot be read: {}", name, std::strerror(errno))};
  if (!S_ISREG(facts.st_mode))
    return Problem{ExitStatus::usage, fmt::format("{}: {}, no file", name, kindOf(facts.st_mode))};
  if (static_cast<std::uint64_t>(facts.st_size) > limit)
    return Problem{ExitStatus::usage, fmt::format("{}: {} bytes, the limit is {}", name, facts.st_size, limit)};
  std::string text(static_cast<std::size_t>(facts.st_size) + 1, '\0');  // one more: a file that grows is seen to
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = ::read(file.get(), text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Problem{ExitStatus::usage, fmt::format("{}: cannot be read: {}", name, std::strerror(errno))};
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  if (done == text.size()) return Problem{ExitStatus::usage, fmt::format("{}: grows while it is read", name)};
  text.resize(done);
  return text;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty() && out.size() < limit) {
    const std::size_t bytes = harness::sequenceLength(text);
    if (bytes != 0 && !isControl(text.substr(0, bytes))) {
      out += text.substr(0, bytes);
      text.remove_prefix(bytes);
      continue;
    }
    const std::size_t skipped = std::max<std::size_t>(bytes, 1);
    for (std::size_t i = 0; i < skipped; ++i) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    text.remove_prefix(skipped);
  }
  return text.empty() ? out : out + "...";
}

}  // namespace grade
