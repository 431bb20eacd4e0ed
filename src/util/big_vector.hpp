#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace mpart {

// Memory that grows without being copied where the system can move it, and from a megabyte on wants
// large pages, of which a processor remembers enough to find the next one at once. Starts at a line
// of the cache. What is new in it has any value.
void* resize_big(void* memory, std::size_t old_bytes, std::size_t new_bytes);
void free_big(void* memory, std::size_t bytes);

// A vector for millions of plain values that are read here and there.
template <typename T>
class BigVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  BigVector() = default;
  BigVector(const BigVector& other) { append(other); }
  BigVector(BigVector&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  BigVector& operator=(BigVector other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~BigVector() { free_big(data_, capacity_ * sizeof(T)); }

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  void push_back(T value) { resize(size_ + 1, value); }
  void append(std::span<const T> values) {
    const std::size_t before = size_;
    resize(size_ + values.size());
    std::copy(values.begin(), values.end(), data_ + before);
  }
  void resize(std::size_t size, T value = T()) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    for (; size_ < size; ++size_) data_[size_] = value;
    size_ = size;
  }

 private:
  void reserve(std::size_t capacity) {
    data_ = static_cast<T*>(resize_big(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace mpart
