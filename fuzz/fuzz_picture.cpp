#include "prepare/picture_bytes.hpp"
#include "read_everything.hpp"

using namespace mpart;

// What is a whole picture is one with anything behind it too, and no longer one without its end.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzz::require(!embed::picture_size(bytes) || embed::is_whole_picture(bytes));
  if (!embed::is_whole_picture(bytes)) return 0;
  fuzz::require(embed::is_whole_picture(bytes + "behind"));
  fuzz::require(!embed::is_whole_picture(bytes.substr(0, 3)));
  return 0;
}
