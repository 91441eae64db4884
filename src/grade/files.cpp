#include "grade/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

namespace grade {

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

const char* kindOf(mode_t mode) {
  return S_ISDIR(mode)    ? "a folder"
         : S_ISLNK(mode)  ? "a symbolic link"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

/// How many bytes a UTF-8 character takes that starts at `text`, 0 when none does.
std::size_t characterBytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead < 0x80                   ? 1
                            : lead >= 0xc2 && lead < 0xe0 ? 2
                            : lead >= 0xe0 && lead < 0xf0 ? 3
                            : lead >= 0xf0 && lead < 0xf5 ? 4
                                                          : 0;
  if (bytes == 0 || bytes > text.size()) return 0;
  for (std::size_t i = 1; i < bytes; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  return bytes;
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
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)};
  if (file.value < 0 && errno == ELOOP)
    return Problem{ExitStatus::usage, fmt::format("{}: a symbolic link, which is not followed", name)};
  if (file.value < 0)
    return Problem{ExitStatus::usage, fmt::format("{}: cannot be read: {}", name, std::strerror(errno))};
  struct stat facts {};
  if (fstat(file.value, &facts) != 0)
    return Problem{ExitStatus::usage, fmt::format("{}: cannot be read: {}", name, std::strerror(errno))};
  if (!S_ISREG(facts.st_mode))
    return Problem{ExitStatus::usage, fmt::format("{}: {}, no file", name, kindOf(facts.st_mode))};
  if (static_cast<std::uint64_t>(facts.st_size) > limit)
    return Problem{ExitStatus::usage, fmt::format("{}: {} bytes, the limit is {}", name, facts.st_size, limit)};
  std::string text(static_cast<std::size_t>(facts.st_size) + 1, '\0');  // one more: a file that grows is seen to
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = ::read(file.value, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Problem{ExitStatus::usage, fmt::format("{}: cannot be read: {}", name, std::strerror(errno))};
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  if (done == text.size()) return Problem{ExitStatus::usage, fmt::format("{}: grows while it is read", name)};
  text.resize(done);
  return text;
}

Result<std::monostate> replaceFile(const std::filesystem::path& path, std::string_view text) {
  static std::atomic<unsigned> counter{0};
  const std::filesystem::path fresh = fmt::format("{}.{}.{}.new", path.string(), getpid(), counter++);
  const auto failed = [&] {
    const int reason = errno;
    ::unlink(fresh.c_str());
    return Problem{ExitStatus::setup, fmt::format("{}: cannot be written: {}", path.string(), std::strerror(reason))};
  };
  {
    const Descriptor file{::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
    if (file.value < 0) return failed();
    while (!text.empty()) {
      const ssize_t written = ::write(file.value, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return failed();
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file.value) != 0) return failed();
  }
  if (::rename(fresh.c_str(), path.c_str()) != 0) return failed();
  return std::monostate{};
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty() && out.size() < limit) {
    const std::size_t bytes = characterBytes(text);
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
