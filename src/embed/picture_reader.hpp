#pragma once

#include <opencv2/core.hpp>
#include <string_view>
#include <vector>

#include "embed/pictures.hpp"

namespace mpart::embed {

// One picture at a time, from the bytes of its file to the values that a network takes.
class PictureReader {
 public:
  explicit PictureReader(const PictureOptions& options);  // throws Error(kBadUse)

  // Throws Error(kBadInput) for what is not a whole picture, or has too many pixels.
  void read(std::string_view bytes);

  cv::Size size() const { return picture_.size(); }  // of the last one, after stretching
  std::size_t width(const cv::Size& size) const {    // values of a picture
    return channels_ * static_cast<std::size_t>(size.area());
  }
  void fill(std::vector<double>& values) const;

 private:
  void prepare(const cv::Mat& decoded);

  PictureOptions options_;
  std::size_t channels_;
  std::vector<float> mean_, std_;
  cv::Size wanted_;
  cv::Mat picture_, resized_;
};

}  // namespace mpart::embed
