#include "prepare/network_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "mpart/error.hpp"
#include "prepare/tensor_elements.hpp"
#include "util/text.hpp"

namespace mpart::embed {
namespace {

constexpr std::size_t kMostPixelsASide = 16384;

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  while (!(text = trim(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(" ,\t"), text.size());
    double number = 0;
    if (parse_number(text.substr(0, end), number) != NumberState::kNumber) return {};
    numbers.push_back(number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}

// The entries mpart.image.* of one network.
class ImageMetadata {
 public:
  ImageMetadata(const OnnxOutline& network, const std::string& name)
      : entries_(network.metadata), name_(name) {}

  std::string text(const std::string& key) const {
    const auto entry = entries_.find("mpart.image." + key);
    return entry == entries_.end() ? "" : entry->second;
  }

  // At least one number if the entry is there; else none.
  std::vector<double> numbers(const std::string& key) const {
    std::vector<double> found = numbers_in(text(key));
    if (found.empty() && !text(key).empty()) refuse(key, "numbers expected");
    return found;
  }
  std::vector<double> positive_numbers(const std::string& key) const {
    std::vector<double> found = numbers(key);
    if (std::any_of(found.begin(), found.end(), [](double it) { return it <= 0; })) {
      refuse(key, "numbers above 0 expected");
    }
    return found;
  }

  // One of two words; `first` if the entry is not there.
  bool is_second(const std::string& key, const std::string& first,
                 const std::string& second) const {
    const std::string found = text(key);
    if (!found.empty() && found != first && found != second) {
      refuse(key, first + " or " + second + " expected");
    }
    return found == second;
  }

  [[noreturn]] void refuse(const std::string& key, const std::string& what) const {
    throw invalid_data(name_ + ": mpart.image." + key + " is " + in_quotes(text(key)) + ", " +
                       what);
  }

 private:
  const std::map<std::string, std::string>& entries_;
  const std::string& name_;
};

bool is_channels(std::int64_t size) { return size == 1 || size == 3; }

std::size_t known(std::int64_t size) {
  return size == OnnxOutline::kAny ? 0 : static_cast<std::size_t>(size);
}

// Height and width that the metadata tells, as one number or two.
void read_size(const ImageMetadata& metadata, PictureInput& input) {
  const std::vector<double> sizes = metadata.positive_numbers("size");
  if (sizes.empty()) return;
  const bool is_right = sizes.size() <= 2 && std::all_of(sizes.begin(), sizes.end(), [](double it) {
                          return it <= double{kMostPixelsASide} && it == std::trunc(it);
                        });
  if (!is_right) metadata.refuse("size", "one or two whole numbers of pixels expected");
  input.height = static_cast<std::size_t>(sizes.front());
  input.width = static_cast<std::size_t>(sizes.back());
}

// Sizes that the shape fixes, over what the metadata says; then the size that is asked for.
void fit_size(const std::vector<std::int64_t>& shape, std::size_t image_size,
              const std::string& name, PictureInput& input) {
  const std::size_t rows = input.channels_last ? 1 : 2;
  const std::size_t height = known(shape[rows]), width = known(shape[rows + 1]);
  const std::size_t asked = image_size;
  if (asked != 0 && ((height != 0 && height != asked) || (width != 0 && width != asked))) {
    throw invalid_data(name + ": takes pictures of " + std::to_string(width) + " x " +
                       std::to_string(height) + " pixels, not of image size " +
                       std::to_string(asked));
  }
  if (asked != 0) input.height = input.width = asked;
  if (height != 0) input.height = height;
  if (width != 0) input.width = width;
  if (input.height == 0 || input.width == 0) {
    throw invalid_data(name + ": takes pictures of any size: an image size is needed");
  }
}

void read_values(const ImageMetadata& metadata, int type, PictureInput& input) {
  const std::vector<double> scale = metadata.positive_numbers("scale");
  const std::vector<double> mean = metadata.numbers("mean");
  const std::vector<double> std = metadata.positive_numbers("std");
  const auto is_wrong = [&](const std::vector<double>& list) {
    return list.size() > 1 && list.size() != input.channels;
  };
  if (scale.size() > 1) metadata.refuse("scale", "one number expected");
  if (is_wrong(mean)) metadata.refuse("mean", "a number, or one for each channel, expected");
  if (is_wrong(std)) metadata.refuse("std", "a number, or one for each channel, expected");
  input.is_whole = is_whole(type);
  if (input.is_whole) input.scale = 1;
  if (!scale.empty()) input.scale = scale.front();
  input.mean.assign(mean.begin(), mean.end());
  input.std.assign(std.begin(), std.end());
}

}  // namespace

std::optional<PictureInput> picture_input_of(const OnnxOutline& network, const std::string& name,
                                             std::size_t image_size) {
  const OnnxOutline::Value& value = network.inputs.front();
  if (value.shape.size() != 4) return std::nullopt;
  const ImageMetadata metadata(network, name);
  PictureInput input;
  const bool seems_last = is_channels(value.shape[3]) && !is_channels(value.shape[1]);
  input.channels_last =
      metadata.text("layout").empty() ? seems_last : metadata.is_second("layout", "NCHW", "NHWC");
  const std::string channels = metadata.text("channels");
  if (!channels.empty() && channels != "rgb" && channels != "bgr" && channels != "grey") {
    metadata.refuse("channels", "rgb, bgr or grey expected");
  }
  const std::size_t fixed = known(value.shape[input.channels_last ? 3 : 1]);
  input.channels = fixed != 0 ? fixed : channels == "grey" ? 1 : 3;
  input.bgr = channels == "bgr";
  read_size(metadata, input);
  fit_size(value.shape, image_size, name, input);
  read_values(metadata, value.type, input);
  return input;
}

}  // namespace mpart::embed
