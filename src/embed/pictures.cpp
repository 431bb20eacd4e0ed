#include "embed/pictures.hpp"

#include <utility>

#include "embed/picture_list.hpp"
#include "embed/picture_reader.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"

namespace mpart::embed {
namespace {

std::string size_text(const cv::Size& size) {
  return std::to_string(size.width) + " x " + std::to_string(size.height);
}

class Pictures final : public Source {
 public:
  Pictures(std::vector<PictureFile> files, const PictureOptions& options)
      : files_(std::move(files)),
        on_broken_(options.on_broken),
        reader_(options),
        size_(options.size, options.size) {
    if (options.size != 0) return;
    waiting_ = advance();
    if (!waiting_) throw Error(ErrorKind::kBadInput, "no picture can be read");
    size_ = reader_.size();
  }

  bool next(Sample& sample) override {
    if (!std::exchange(waiting_, false) && !advance()) return false;
    const PictureFile& file = files_[at_ - 1];
    if (reader_.size() != size_) {
      throw Error(ErrorKind::kBadInput, file.path + ": " + size_text(size_) + " pixels expected, " +
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
      if (!on_broken_) throw Error(ErrorKind::kBadInput, problem);
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

}  // namespace mpart::embed
