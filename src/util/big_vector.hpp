#pragma once

#include <cstddef>
#include <vector>

namespace mpart {

// Memory that is read here and there: from a megabyte on the system is asked for large pages, of
// which a processor remembers enough to find the next one at once.
void* allocate_big(std::size_t bytes);
void free_big(void* memory);

template <typename T>
struct BigAllocator {
  using value_type = T;

  BigAllocator() = default;
  template <typename U>
  BigAllocator(const BigAllocator<U>& /*other*/) {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_big(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t /*count*/) { free_big(memory); }
  friend bool operator==(BigAllocator, BigAllocator) { return true; }
};

template <typename T>
using BigVector = std::vector<T, BigAllocator<T>>;

}  // namespace mpart
