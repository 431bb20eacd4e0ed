#include "source/line_reader.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"

namespace mpart {
namespace {

constexpr std::size_t kClasses = 10;
constexpr std::size_t kPixels = 3072;  // 32 x 32 red, then green, then blue
constexpr std::size_t kRecord = 1 + kPixels;

class CifarSource : public Source {
 public:
  CifarSource(std::unique_ptr<ByteStream> stream, std::vector<std::string> class_names,
              const SourceOptions& options)
      : stream_(std::move(stream)),
        class_names_(std::move(class_names)),
        labelled_(options.labelled),
        missing_label_(options.missing_label) {
    const std::optional<std::uint64_t> size = stream_->size();
    if (size && *size % kRecord != 0) {
      bad_input(stream_->name(),
                counted(*size, "byte") + " found, a multiple of 3073 expected (CIFAR-10 batch)");
    }
    if (stream_->peek(1).empty()) bad_input(stream_->name(), "no rows");
  }

  bool next(Sample& sample) override {
    const std::string_view record = stream_->peek(kRecord).substr(0, kRecord);
    if (record.empty()) return false;
    sample.row = ++row_;
    if (record.size() < kRecord) {
      fail("3073 bytes expected, " + std::to_string(record.size()) + " found");
    }
    const std::size_t label = static_cast<unsigned char>(record[0]);
    if (label >= kClasses) fail("label 0 to 9 expected, " + std::to_string(label) + " found");
    sample.id.clear();
    set_label(label, sample);
    sample.values.resize(kPixels);
    for (std::size_t i = 0; i < kPixels; ++i) {
      sample.values[i] = static_cast<unsigned char>(record[1 + i]) / 255.0;
    }
    stream_->consume(kRecord);
    return true;
  }

  std::size_t width() const override { return kPixels; }
  std::optional<double> progress() const override { return stream_->progress(); }

 private:
  void set_label(std::size_t label, Sample& sample) const {
    sample.label.clear();
    if (!labelled_) return;
    if (class_names_.empty()) {
      wire::write_integer(label, sample.label);
    } else {
      sample.label = class_names_[label];
    }
    if (is_missing(sample.label, missing_label_)) sample.label.clear();
  }

  [[noreturn]] void fail(const std::string& what) const { bad_input(stream_->name(), row_, what); }

  std::unique_ptr<ByteStream> stream_;
  std::vector<std::string> class_names_;
  bool labelled_;
  std::string missing_label_;
  std::uint64_t row_ = 0;
};

}  // namespace

std::unique_ptr<Source> read_cifar(std::unique_ptr<ByteStream> stream,
                                   std::vector<std::string> class_names,
                                   const SourceOptions& options) {
  return std::make_unique<CifarSource>(std::move(stream), std::move(class_names), options);
}

std::vector<std::string> read_cifar_names(std::unique_ptr<ByteStream> stream) {
  LineReader lines(std::move(stream));
  std::vector<std::string> names;
  std::string_view line;
  while (lines.next(line)) {
    const std::string_view name = trim(line);
    if (name.empty()) continue;
    if (names.size() == kClasses) bad_input(lines.name(), "10 class names expected, more found");
    if (const std::string problem = wire::problem_of_label(name); !problem.empty()) {
      bad_input(lines.name(), lines.number(), "the name: " + problem);
    }
    names.emplace_back(name);
  }
  if (names.size() < kClasses) {
    bad_input(lines.name(), "10 class names expected, " + std::to_string(names.size()) + " found");
  }
  return names;
}

}  // namespace mpart
