#include "harness/replace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "harness/descriptor.h"

namespace harness {

Result<std::monostate> replaceFile(const std::filesystem::path& path, std::string_view text) {
  static std::atomic<unsigned> counter{0};
  const std::filesystem::path fresh = fmt::format("{}.{}.{}.new", path.string(), getpid(), counter++);
  const auto failed = [&] {
    const int reason = errno;
    ::unlink(fresh.c_str());
    return Problem{ExitStatus::setup, fmt::format("{}: cannot be written: {}", path.string(), std::strerror(reason))};
  };
  {
    const Descriptor file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.get() < 0) return failed();
    while (!text.empty()) {
      const ssize_t written = ::write(file.get(), text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return failed();
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(file.get()) != 0) return failed();
  }
  if (::rename(fresh.c_str(), path.c_str()) != 0) return failed();
  return std::monostate{};
}

}  // namespace harness
