#include <atomic>
#include <cstdlib>
#include <new>

#include "source/support.hpp"

// Replaces the global operators of this test program, so that tests can state that nothing is
// allocated.
namespace {
std::atomic<std::size_t> allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // simdjson's
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace mpart::test {

std::size_t allocation_count() { return allocations; }

}  // namespace mpart::test
