#include "util/big_vector.hpp"

#include <cstdint>
#include <cstring>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mpart {

namespace {

constexpr std::align_val_t kLine{64};  // of the cache
constexpr std::size_t kLargePage = std::size_t{1} << 21;

#ifdef __linux__
bool is_mapped(std::size_t bytes) { return bytes >= kLargePage / 2; }

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kLargePage - 1) / kLargePage * kLargePage;
}

// Whole pages that start where a large one may: what is mapped before and behind is given back.
void* map_pages(std::size_t bytes) {
  void* memory =
      mmap(nullptr, bytes + kLargePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* begin = static_cast<char*>(memory);
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t before = whole_pages(address) - address;
  if (before > 0) munmap(begin, before);
  munmap(begin + before + bytes, kLargePage - before);
  madvise(begin + before, bytes, MADV_HUGEPAGE);  // a wish: small pages do, too
  return begin + before;
}

// The pages themselves go to a larger place, not what is in them.
bool move_pages(void* from, std::size_t bytes, void* to) {
  return mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}
#else
bool is_mapped(std::size_t /*bytes*/) { return false; }
std::size_t whole_pages(std::size_t bytes) { return bytes; }
void* map_pages(std::size_t /*bytes*/) { throw std::bad_alloc(); }
bool move_pages(void* /*from*/, std::size_t /*bytes*/, void* /*to*/) { return false; }
void munmap(void* /*memory*/, std::size_t /*bytes*/) {}
#endif

void* allocate(std::size_t bytes) {
  return is_mapped(bytes) ? map_pages(whole_pages(bytes)) : ::operator new(bytes, kLine);
}

}  // namespace

void* resize_big(void* memory, std::size_t old_bytes, std::size_t new_bytes) {
  if (new_bytes > ~std::size_t{0} / 2) throw std::bad_alloc();
  void* larger = allocate(new_bytes);
  if (is_mapped(old_bytes) && move_pages(memory, whole_pages(old_bytes), larger)) return larger;
  if (memory != nullptr) std::memcpy(larger, memory, old_bytes);
  free_big(memory, old_bytes);
  return larger;
}

void free_big(void* memory, std::size_t bytes) {
  if (is_mapped(bytes)) {
    munmap(memory, whole_pages(bytes));
  } else {
    ::operator delete(memory, kLine);
  }
}

}  // namespace mpart
