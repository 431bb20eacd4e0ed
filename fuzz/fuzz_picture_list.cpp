#include "prepare/picture_list.hpp"
#include "read_everything.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    for (const embed::PictureFile& file : embed::parse_picture_list(text, "folder/list.csv")) {
      fuzz::require(embed::is_picture_name(file.id) && embed::is_picture_name(file.path));
    }
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
    fuzz::require(std::string(error.what()).starts_with("folder/list.csv:"));
  }
  return 0;
}
