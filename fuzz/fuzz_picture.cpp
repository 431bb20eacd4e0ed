#include "prepare/gif.hpp"
#include "prepare/picture_bytes.hpp"
#include "prepare/tiff_head.hpp"
#include "read_everything.hpp"

using namespace mpart;

namespace {

constexpr std::uint64_t kMostPixels = 1 << 16;

// A GIF is decoded by our own code: to as many pixels as its head says, or not at all.
void decode(std::string_view bytes) {
  const embed::PictureSize size = embed::gif_size(bytes);
  if (size.pixels() == 0 || size.pixels() > kMostPixels) return;
  try {
    fuzz::require(embed::decode_gif(bytes).size() == 3 * size.pixels());
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
  }
}

}  // namespace

// What is a whole picture is one with anything behind it too, and no longer one without its end.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  embed::looks_like_picture(bytes);
  const int orientation = embed::orientation_of_webp(bytes);
  fuzz::require(orientation >= 0 && orientation <= 8);
  fuzz::require(!embed::picture_size(bytes) || embed::is_whole_picture(bytes));
  if (!embed::is_whole_picture(bytes)) return 0;
  fuzz::require(embed::is_whole_picture(bytes + "behind"));
  fuzz::require(!embed::is_whole_picture(bytes.substr(0, 3)));
  if (embed::is_gif(bytes)) decode(bytes);
  return 0;
}
