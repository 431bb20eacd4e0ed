#include "prepare/picture_paths.hpp"

#include <utility>

namespace mpart::embed {

namespace {

class PicturePaths final : public Source {
 public:
  explicit PicturePaths(std::vector<PictureFile> files) : files_(std::move(files)) {}

  bool next(Sample& sample) override {
    if (at_ == files_.size()) return false;
    const PictureFile& file = files_[at_++];
    sample.id = file.id;
    sample.label = file.label;
    sample.text = file.path;
    sample.row = at_;
    sample.values.clear();
    return true;
  }

  std::size_t width() const override { return 0; }
  std::optional<double> progress() const override {
    return static_cast<double>(at_) / static_cast<double>(files_.size());
  }

 private:
  std::vector<PictureFile> files_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<Source> picture_paths(std::vector<PictureFile> files) {
  return std::make_unique<PicturePaths>(std::move(files));
}

}  // namespace mpart::embed
