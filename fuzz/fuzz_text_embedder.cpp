#include <cstdint>
#include <vector>

#include "mpart/error.hpp"
#include "prepare/text_embedder.hpp"

using namespace mpart;

// Whatever the bytes of saved text features are, they are refused or give numbers from 0 to 1.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    Reader in(bytes);
    embed::TextEmbedder text = embed::TextEmbedder::load(in);
    std::vector<float> values;
    text.embed("Win a goal! Call 0871 now", values);
    if (values.size() != text.output_width()) __builtin_trap();
    for (const float value : values) {
      if (!(value >= 0 && value <= 1)) __builtin_trap();
    }
  } catch (const Error&) {
  }
  return 0;
}
