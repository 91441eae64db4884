#pragma once
// The contents of an array on the host: a block of bytes that is filled right after it was made.
//
// Not a std::vector, which clears what it allocates, and touches small pages one by one: at tens of megabytes a case
// that costs more than drawing the inputs.
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace exercise {

class Bytes {
 public:
  Bytes() = default;
  /// `size` bytes of any value.
  explicit Bytes(std::size_t size) : data_(allocate(size)), size_(size) {}
  Bytes(std::size_t size, unsigned char value) : Bytes(size) {
    if (size > 0) std::memset(data_, value, size);
  }
  Bytes(const Bytes& other) : Bytes(other.size_) {
    if (size_ > 0) std::memcpy(data_, other.data_, size_);
  }
  Bytes(Bytes&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Bytes& operator=(Bytes other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Bytes() { std::free(data_); }

  unsigned char* data() { return data_; }
  const unsigned char* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  unsigned char& operator[](std::size_t index) { return data_[index]; }
  unsigned char operator[](std::size_t index) const { return data_[index]; }

  bool operator==(const Bytes& other) const {
    return size_ == other.size_ && (size_ == 0 || std::memcmp(data_, other.data_, size_) == 0);
  }
  bool operator!=(const Bytes& other) const { return !(*this == other); }

 private:
  static unsigned char* allocate(std::size_t size) {
    if (size == 0) return nullptr;
    constexpr std::size_t largePage = std::size_t{2} << 20;
    void* at = nullptr;
    if (size < 2 * largePage) {
      at = std::malloc(size);
    } else {
      const std::size_t rounded = (size + largePage - 1) / largePage * largePage;
      at = std::aligned_alloc(largePage, rounded);
#ifdef MADV_HUGEPAGE
      if (at != nullptr) madvise(at, rounded, MADV_HUGEPAGE);
#endif
    }
    if (at == nullptr) throw std::bad_alloc();
    return static_cast<unsigned char*>(at);
  }

  unsigned char* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The elements that `bytes` holds, to fill them in place.
template <class T>
T* elementsOf(Bytes& bytes) {
  return reinterpret_cast<T*>(bytes.data());
}

}  // namespace exercise
