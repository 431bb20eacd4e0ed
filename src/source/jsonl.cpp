#include <string>

#include "mpart/error.hpp"
#include "source/line_reader.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"
#include "wire/sample_json.hpp"

namespace mpart {
namespace {

wire::SampleRules rules_of(const SourceOptions& options) {
  wire::SampleRules rules;
  rules.labelled = options.labelled;
  rules.label_required = !options.label_column.empty();
  if (rules.label_required) rules.label_key = options.label_column;
  return rules;
}

class JsonlSource : public Source {
 public:
  JsonlSource(std::unique_ptr<ByteStream> stream, const SourceOptions& options)
      : lines_(std::move(stream)),
        reader_(rules_of(options)),
        missing_label_(options.missing_label) {
    if (!read(first_)) bad_input(lines_.name(), "no rows");
    width_ = first_.values.size();
  }

  bool next(Sample& sample) override {
    if (first_waits_) {
      first_waits_ = false;
      sample = std::move(first_);
      return true;
    }
    if (!read(sample)) return false;
    if (sample.values.size() != width_) {
      bad_input(lines_.name(), sample.row,
                counted(width_, "value") + " expected, " + std::to_string(sample.values.size()) +
                    " found");
    }
    return true;
  }

  std::size_t width() const override { return width_; }
  std::optional<double> progress() const override { return lines_.stream().progress(); }

 private:
  bool read(Sample& sample) {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (trim(line).empty());
    sample.row = lines_.number();
    try {
      reader_.read_one(line, sample);
    } catch (const Error& error) {
      bad_input(lines_.name(), lines_.number(), error.what());
    }
    if (is_missing(sample.label, missing_label_)) sample.label.clear();
    return true;
  }

  LineReader lines_;
  wire::SampleReader reader_;
  std::string missing_label_;
  Sample first_;  // read when opening, to know the width
  bool first_waits_ = true;
  std::size_t width_ = 0;
};

}  // namespace

std::unique_ptr<Source> read_jsonl(std::unique_ptr<ByteStream> stream,
                                   const SourceOptions& options) {
  return std::make_unique<JsonlSource>(std::move(stream), options);
}

}  // namespace mpart
