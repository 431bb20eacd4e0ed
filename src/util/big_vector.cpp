#include "util/big_vector.hpp"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mpart {

void* allocate_big(std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  const std::size_t unit = bytes < kLargePage / 2 ? kLine : kLargePage;
  if (bytes > ~std::size_t{0} - unit) throw std::bad_alloc();
  const std::size_t rounded = (bytes + unit - 1) / unit * unit;
  void* memory = std::aligned_alloc(unit, rounded);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
  if (unit == kLargePage) madvise(memory, rounded, MADV_HUGEPAGE);  // a wish: small pages do, too
#endif
  return memory;
}

void free_big(void* memory) { std::free(memory); }

}  // namespace mpart
