#include "embed/pictures.hpp"

#include <algorithm>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "embed/picture_bytes.hpp"
#include "embed/picture_list.hpp"
#include "embed/quiet.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"

namespace mpart::embed {
namespace {

std::string size_text(const cv::Mat& picture) {
  return std::to_string(picture.cols) + " x " + std::to_string(picture.rows);
}

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

class Pictures final : public Source {
 public:
  Pictures(std::vector<PictureFile> files, const PictureOptions& options)
      : files_(std::move(files)),
        options_(options),
        channels_(options.grey ? 1 : 3),
        mean_(for_channels(options.mean, channels_, 0, "mean")),
        std_(for_channels(options.std, channels_, 1, "std")) {
    if (options.size < 0 || options.size > kLargestSide) {
      throw Error(ErrorKind::kBadUse,
                  "image size: 1 to " + std::to_string(kLargestSide) + " pixels expected");
    }
    if (std::any_of(std_.begin(), std_.end(), [](float it) { return !(it > 0); })) {
      throw Error(ErrorKind::kBadUse, "std: more than 0 expected");
    }
    size_ = cv::Size(options.size, options.size);
    if (options.size == 0) {
      waiting_ = advance();
      if (!waiting_) throw Error(ErrorKind::kBadInput, "no picture can be read");
      size_ = picture_.size();
    }
  }

  bool next(Sample& sample) override {
    if (!std::exchange(waiting_, false) && !advance()) return false;
    const PictureFile& file = files_[at_ - 1];
    if (picture_.size() != size_) {
      throw Error(ErrorKind::kBadInput, file.path + ": " + std::to_string(size_.width) + " x " +
                                            std::to_string(size_.height) + " pixels expected, " +
                                            size_text(picture_) + " found");
    }
    sample.id = file.id;
    sample.label = file.label;
    sample.row = at_;
    fill(sample.values);
    return true;
  }

  std::size_t width() const override { return channels_ * static_cast<std::size_t>(size_.area()); }
  std::optional<double> progress() const override {
    return static_cast<double>(at_) / static_cast<double>(files_.size());
  }

 private:
  // Reads the next picture that can be read.
  bool advance() {
    while (at_ < files_.size()) {
      const std::string& path = files_[at_++].path;
      const std::string problem = problem_reading(path);
      if (problem.empty()) return true;
      if (!options_.on_broken) throw Error(ErrorKind::kBadInput, problem);
      options_.on_broken(problem);
    }
    return false;
  }

  std::string problem_reading(const std::string& path) {
    const Quiet quiet;
    try {
      const std::string bytes = read_file(path);
      if (!is_whole_picture(bytes)) return path + ": not a whole PNG or JPEG picture";
      const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U,
                           const_cast<char*>(bytes.data()));
      const cv::Mat decoded = cv::imdecode(buffer, cv::IMREAD_COLOR);
      if (!decoded.empty()) prepare(decoded);
      return decoded.empty() ? path + ": damaged picture" : "";
    } catch (const Error& error) {
      return error.what();
    } catch (const std::exception&) {
      return path + ": damaged picture";
    }
  }

  // Floats before anything else: rounding to bytes after resizing costs accuracy.
  void prepare(const cv::Mat& decoded) {
    decoded.convertTo(picture_, CV_32F, options_.scale);
    if (options_.grey) cv::cvtColor(picture_, picture_, cv::COLOR_BGR2GRAY);
    if (options_.size == 0 || picture_.size() == size_) return;
    const bool smaller = picture_.rows >= size_.height && picture_.cols >= size_.width;
    cv::resize(picture_, resized_, size_, 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
    std::swap(picture_, resized_);
  }

  // [height][width][channels], blue first, to [channels][height][width].
  void fill(std::vector<double>& values) const {
    values.resize(width());
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

  std::vector<PictureFile> files_;
  PictureOptions options_;
  std::size_t channels_;
  std::vector<float> mean_;
  std::vector<float> std_;
  cv::Size size_;
  std::size_t at_ = 0;    // files behind us
  bool waiting_ = false;  // picture_ has been read but not given away
  cv::Mat picture_;       // of the file before at_
  cv::Mat resized_;
};

}  // namespace

std::unique_ptr<Source> open_pictures(std::vector<PictureFile> files,
                                      const PictureOptions& options) {
  return std::make_unique<Pictures>(std::move(files), options);
}

}  // namespace mpart::embed
