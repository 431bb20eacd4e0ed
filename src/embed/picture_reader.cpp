#include "embed/picture_reader.hpp"

#include <algorithm>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "embed/picture_bytes.hpp"
#include "embed/quiet.hpp"
#include "mpart/error.hpp"

namespace mpart::embed {
namespace {

// One number for every channel.
std::vector<float> for_channels(std::vector<float> numbers, std::size_t channels, float none,
                                const std::string& what) {
  if (numbers.empty()) numbers = {none};
  if (numbers.size() == 1) numbers.resize(channels, numbers.front());
  if (numbers.size() == channels) return numbers;
  const std::string expected = channels == 1 ? "1 number" : "1 or 3 numbers";
  throw Error(ErrorKind::kBadUse,
              what + ": " + expected + " expected, " + std::to_string(numbers.size()) + " given");
}

constexpr int kLargestSide = 16384;

constexpr std::size_t kMostScans = 64;  // a progressive JPEG has about ten

[[noreturn]] void bad_picture(const std::string& what) { throw Error(ErrorKind::kBadInput, what); }

void require_decodable(std::string_view bytes, std::uint64_t most_pixels) {
  if (!is_whole_picture(bytes)) bad_picture("not a whole PNG, JPEG or BMP picture");
  if (most_pixels == 0) return;
  const std::optional<std::uint64_t> pixels = pixel_count(bytes);
  if (!pixels || scan_count(bytes) > kMostScans) bad_picture("a picture of a strange kind");
  if (*pixels > most_pixels) {
    bad_picture("a picture of at most " + std::to_string(most_pixels) + " pixels expected, " +
                std::to_string(*pixels) + " found");
  }
}

}  // namespace

PictureReader::PictureReader(const PictureOptions& options)
    : options_(options),
      channels_(options.grey ? 1 : 3),
      mean_(for_channels(options.mean, channels_, 0, "mean")),
      std_(for_channels(options.std, channels_, 1, "std")),
      wanted_(options.size, options.size) {
  if (options.size < 0 || options.size > kLargestSide) {
    throw Error(ErrorKind::kBadUse,
                "image size: 1 to " + std::to_string(kLargestSide) + " pixels expected");
  }
  if (std::any_of(std_.begin(), std_.end(), [](float it) { return !(it > 0); })) {
    throw Error(ErrorKind::kBadUse, "std: more than 0 expected");
  }
}

void PictureReader::read(std::string_view bytes) {
  require_decodable(bytes, options_.most_pixels);
  const Quiet quiet;
  try {
    const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
    const cv::Mat decoded = cv::imdecode(buffer, cv::IMREAD_COLOR);
    if (decoded.empty()) bad_picture("damaged picture");
    prepare(decoded);
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    bad_picture("damaged picture");
  }
}

// Floats before anything else: rounding to bytes after resizing costs accuracy.
void PictureReader::prepare(const cv::Mat& decoded) {
  decoded.convertTo(picture_, CV_32F, options_.scale);
  if (options_.grey) cv::cvtColor(picture_, picture_, cv::COLOR_BGR2GRAY);
  if (options_.size == 0 || picture_.size() == wanted_) return;
  const bool smaller = picture_.rows >= wanted_.height && picture_.cols >= wanted_.width;
  cv::resize(picture_, resized_, wanted_, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
  std::swap(picture_, resized_);
}

// [height][width][channels], blue first, to [channels][height][width].
void PictureReader::fill(std::vector<double>& values) const {
  values.resize(width(size()));
  double* value = values.data();
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    const std::size_t from = options_.bgr ? channel : channels_ - 1 - channel;
    for (int y = 0; y < picture_.rows; ++y) {
      const auto* const row = picture_.ptr<float>(y);
      for (int x = 0; x < picture_.cols; ++x) {
        const float found = row[static_cast<std::size_t>(x) * channels_ + from];
        *value++ = (found - mean_[channel]) / std_[channel];
      }
    }
  }
}

ReadPicture picture_reader(const PictureOptions& options) {
  const auto reader = std::make_shared<PictureReader>(options);
  return [reader](std::string_view bytes, std::vector<double>& values) {
    reader->read(bytes);
    reader->fill(values);
  };
}

}  // namespace mpart::embed
