#include "prepare/pictures.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "mpart/error.hpp"
#include "prepare/picture_decode.hpp"
#include "util/atomic_file.hpp"

namespace mpart::embed {
namespace {

constexpr int kLargestSide = 16384;

// One number for every channel.
std::vector<float> for_channels(std::vector<float> numbers, std::size_t channels, float none,
                                const std::string& what) {
  if (numbers.empty()) numbers = {none};
  if (numbers.size() == 1) numbers.resize(channels, numbers.front());
  if (numbers.size() == channels) return numbers;
  const std::string expected = channels == 1 ? "1 number" : "1 or 3 numbers";
  throw invalid_argument(what + ": " + expected + " expected, " + std::to_string(numbers.size()) +
                         " given");
}

cv::Size wanted_size(const PictureOptions& options) {
  return {options.size, options.height > 0 ? options.height : options.size};
}

// One picture at a time, from the bytes of its file to the values that a network takes.
class PictureReader {
 public:
  // Throws Error(kInvalidArgument).
  explicit PictureReader(const PictureOptions& options)
      : options_(options),
        channels_(options.grey ? 1 : 3),
        mean_(for_channels(options.mean, channels_, 0, "mean")),
        std_(for_channels(options.std, channels_, 1, "std")),
        wanted_(wanted_size(options)) {
    if (options.size < 0 || options.size > kLargestSide) {
      throw invalid_argument("image size: 1 to " + std::to_string(kLargestSide) +
                             " pixels expected");
    }
    if (std::any_of(std_.begin(), std_.end(), [](float it) { return !(it > 0); })) {
      throw invalid_argument("std: more than 0 expected");
    }
  }

  // Throws Error(kInvalidData) for what is not a whole picture, or has too many pixels.
  void read(std::string_view bytes) {
    const int side = std::max(wanted_.width, wanted_.height);
    prepare(decode_picture(bytes, static_cast<std::uint64_t>(side), options_.most_pixels));
  }

  cv::Size size() const { return picture_.size(); }  // of the last one, after stretching
  std::size_t width(const cv::Size& size) const {    // values of a picture
    return channels_ * static_cast<std::size_t>(size.area());
  }

  // From [height][width][channels], blue first.
  void fill(std::vector<double>& values) const {
    values.resize(width(size()));
    const auto pixels = static_cast<std::size_t>(size().area());
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const std::size_t from = options_.bgr ? channel : channels_ - 1 - channel;
      const std::size_t step = options_.channels_last ? channels_ : 1;
      double* value = values.data() + channel * (options_.channels_last ? 1 : pixels);
      for (int y = 0; y < picture_.rows; ++y) {
        const auto* const row = picture_.ptr<float>(y);
        for (int x = 0; x < picture_.cols; ++x, value += step) {
          const float found = row[static_cast<std::size_t>(x) * channels_ + from];
          *value = (found - mean_[channel]) / std_[channel];
          if (options_.whole) *value = std::nearbyint(*value);
        }
      }
    }
  }

 private:
  // Floats before anything else: rounding to bytes after resizing costs accuracy.
  void prepare(const cv::Mat& decoded) {
    constexpr double kByteOfTwo = 1 / 257.;  // 65535 is as bright as 255
    decoded.convertTo(picture_, CV_32F,
                      options_.scale * (decoded.depth() == CV_16U ? kByteOfTwo : 1));
    if (options_.grey) cv::cvtColor(picture_, picture_, cv::COLOR_BGR2GRAY);
    if (options_.size == 0 || picture_.size() == wanted_) return;
    const bool smaller = picture_.rows >= wanted_.height && picture_.cols >= wanted_.width;
    cv::resize(picture_, resized_, wanted_, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
    std::swap(picture_, resized_);
  }

  PictureOptions options_;
  std::size_t channels_;
  std::vector<float> mean_, std_;
  cv::Size wanted_;
  cv::Mat picture_, resized_;
};

std::string size_text(const cv::Size& size) {
  return std::to_string(size.width) + " x " + std::to_string(size.height);
}

class Pictures final : public Source {
 public:
  Pictures(std::vector<PictureFile> files, const PictureOptions& options)
      : files_(std::move(files)),
        on_broken_(options.on_broken),
        reader_(options),
        size_(wanted_size(options)) {
    if (options.size != 0) return;
    waiting_ = advance();
    if (!waiting_) throw invalid_data("no picture can be read");
    size_ = reader_.size();
  }

  bool next(Sample& sample) override {
    if (!std::exchange(waiting_, false) && !advance()) return false;
    const PictureFile& file = files_[at_ - 1];
    if (reader_.size() != size_) {
      throw invalid_data(file.path + ": " + size_text(size_) + " pixels expected, " +
                         size_text(reader_.size()) + " found");
    }
    sample.id = file.id;
    sample.label = file.label;
    sample.row = at_;
    reader_.fill(sample.values);
    return true;
  }

  std::size_t width() const override { return reader_.width(size_); }
  std::optional<double> progress() const override {
    return static_cast<double>(at_) / static_cast<double>(files_.size());
  }

 private:
  // Reads the next picture that can be read.
  bool advance() {
    while (at_ < files_.size()) {
      const std::string problem = problem_reading(files_[at_++].path);
      if (problem.empty()) return true;
      if (!on_broken_) throw invalid_data(problem);
      on_broken_(problem);
    }
    return false;
  }

  std::string problem_reading(const std::string& path) {
    std::string bytes;
    try {
      bytes = read_file(path);
    } catch (const Error& error) {
      return error.what();
    }
    try {
      reader_.read(bytes);
    } catch (const Error& error) {
      return path + ": " + error.what();
    }
    return "";
  }

  std::vector<PictureFile> files_;
  std::function<void(const std::string& problem)> on_broken_;
  PictureReader reader_;
  cv::Size size_;
  std::size_t at_ = 0;    // files behind us
  bool waiting_ = false;  // the file before at_ has been read but not given away
};

}  // namespace

std::unique_ptr<Source> open_pictures(std::vector<PictureFile> files,
                                      const PictureOptions& options) {
  return std::make_unique<Pictures>(std::move(files), options);
}

ReadPicture picture_reader(const PictureOptions& options) {
  const auto reader = std::make_shared<PictureReader>(options);
  return [reader](std::string_view bytes, std::vector<double>& values) {
    reader->read(bytes);
    reader->fill(values);
  };
}

}  // namespace mpart::embed
