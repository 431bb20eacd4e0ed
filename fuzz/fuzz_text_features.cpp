#include <cstdint>

#include "prepare/text_features.hpp"

using namespace mpart;

// Whatever a text is, its features are in order, each once, and within bounds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  embed::TextFeatures features;
  std::uint32_t least = 0;  // of the next key
  for (const embed::TextFeature& feature :
       features.of({reinterpret_cast<const char*>(data), size})) {
    if (feature.key < least || feature.key >= embed::kTextKeys || feature.count == 0) {
      __builtin_trap();
    }
    least = feature.key + 1;
  }
  return 0;
}
