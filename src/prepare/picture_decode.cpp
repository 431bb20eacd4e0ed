#include "prepare/picture_decode.hpp"

#include <algorithm>
#include <iostream>
#include <mutex>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "prepare/gif.hpp"
#include "prepare/picture_bytes.hpp"
#include "prepare/quiet.hpp"
#include "prepare/tiff_head.hpp"

namespace mpart::embed {
namespace {

constexpr std::size_t kMostScans = 64;            // a progressive JPEG has about ten
constexpr std::uint64_t kLargePicture = 4 << 20;  // pixels; a float each takes 48 MB

void require_decodable(std::string_view bytes, std::uint64_t most_pixels) {
  if (const std::string_view kind = unreadable_kind(bytes); !kind.empty()) {
    throw invalid_data(std::string(kind) + " is not read; save it as PNG");
  }
  if (!is_whole_picture(bytes)) {
    throw invalid_data(std::string("not a whole ") + kPictureFormats + " picture");
  }
  if (most_pixels == 0) return;
  const std::optional<PictureSize> size = picture_size(bytes);
  if (!size || scan_count(bytes) > kMostScans) throw invalid_data("a picture of a strange kind");
  if (size->pixels() > most_pixels) {
    throw invalid_data("a picture of at most " + std::to_string(most_pixels) +
                       " pixels expected, " + std::to_string(size->pixels()) + " found");
  }
}

// By how much a large picture is reduced before it becomes floats: 1, 2, 4 or 8. Both sides stay
// at least twice as long as `side`, so that stretching has enough to go by; 0: not at all.
int reduction_of(std::string_view bytes, std::uint64_t side) {
  const PictureSize size = picture_size(bytes).value_or(PictureSize());
  if (side == 0 || size.pixels() <= kLargePicture) return 1;
  const std::uint64_t shorter = std::min(size.width, size.height);
  int reduction = 1;
  while (reduction < 8 && shorter / 4 >= static_cast<std::uint64_t>(reduction) * side) {
    reduction *= 2;
  }
  return reduction;
}

cv::Mat decode_first_frame(std::string_view bytes) {
  std::vector<std::uint8_t> pixels = decode_gif(bytes);
  const PictureSize size = gif_size(bytes);
  const cv::Mat rgb(static_cast<int>(size.height), static_cast<int>(size.width), CV_8UC3,
                    pixels.data());
  cv::Mat bgr;
  cv::cvtColor(rgb, bgr, cv::COLOR_RGB2BGR);
  return bgr;
}

// While it lives nothing is written to std::cerr: OpenCV tells there what is wrong with a TIFF. One
// at a time, since the stream belongs to the whole process.
class SilentStream {
 public:
  SilentStream() : turn_(mutex()), before_(std::cerr.rdbuf(nullptr)) {}
  SilentStream(const SilentStream&) = delete;
  SilentStream& operator=(const SilentStream&) = delete;
  ~SilentStream() { std::cerr.rdbuf(before_); }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }

  std::lock_guard<std::mutex> turn_;
  std::streambuf* before_;
};

// A JPEG decoder reduces while it decodes, which takes a fraction of the time and the memory.
cv::Mat decode_by_opencv(std::string_view bytes, int reduction) {
  const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
  const int flags = reduction == 1   ? cv::IMREAD_COLOR | cv::IMREAD_ANYDEPTH
                    : reduction == 2 ? cv::IMREAD_REDUCED_COLOR_2
                    : reduction == 4 ? cv::IMREAD_REDUCED_COLOR_4
                                     : cv::IMREAD_REDUCED_COLOR_8;
  std::optional<SilentStream> silent;
  if (is_tiff(bytes)) silent.emplace();
  return cv::imdecode(buffer, flags);
}

// As EXIF counts: 2 to 4 are flipped, 5 to 8 are lying.
cv::Mat turned(const cv::Mat& picture, int orientation) {
  constexpr int kBoth = -1, kUpDown = 0, kLeftRight = 1;
  cv::Mat upright = picture;
  if (orientation >= 5) cv::transpose(picture, upright);
  switch (orientation) {
    case 2:
    case 6:
      cv::flip(upright, upright, kLeftRight);
      break;
    case 3:
    case 7:
      cv::flip(upright, upright, kBoth);
      break;
    case 4:
    case 8:
      cv::flip(upright, upright, kUpDown);
      break;
    default:
      break;
  }
  return upright;
}

cv::Mat decode(std::string_view bytes, int reduction) {
  const bool by_decoder = reduction > 1 && is_jpeg(bytes);
  cv::Mat decoded = is_gif(bytes) ? decode_first_frame(bytes)
                                  : decode_by_opencv(bytes, by_decoder ? reduction : 1);
  if (decoded.empty()) throw invalid_data("damaged picture");
  if (decoded.depth() != CV_8U && decoded.depth() != CV_16U) {
    throw invalid_data("pixels of 8 or 16 bits expected");
  }
  decoded = turned(decoded, orientation_of_webp(bytes));
  if (reduction == 1 || by_decoder) return decoded;
  cv::Mat reduced;
  cv::resize(decoded, reduced, decoded.size() / reduction, 0, 0, cv::INTER_AREA);
  return reduced;
}

}  // namespace

cv::Mat decode_picture(std::string_view bytes, std::uint64_t side, std::uint64_t most_pixels) {
  require_decodable(bytes, most_pixels);
  const Quiet quiet;
  try {
    return decode(bytes, reduction_of(bytes, side));
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw invalid_data("damaged picture");
  }
}

}  // namespace mpart::embed
