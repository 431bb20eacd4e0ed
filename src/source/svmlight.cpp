#include <algorithm>
#include <cmath>
#include <string>

#include "mpart/columns.hpp"
#include "mpart/error.hpp"
#include "source/line_reader.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"

namespace mpart {
namespace {

constexpr std::size_t kMostFeatures = Columns::kMostColumns;

// The next word of a line; empty at its end.
std::string_view take_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(begin);
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

// Lines of "label index:value ... # comment" without the comment.
class SvmlightLines {
 public:
  explicit SvmlightLines(std::unique_ptr<ByteStream> stream) : lines_(std::move(stream)) {}

  // The label, empty if there is none, and what follows it; false at the end.
  bool next(std::string_view& label, std::string_view& pairs) {
    do {
      if (!lines_.next(pairs)) return false;
      pairs = trim(pairs.substr(0, pairs.find('#')));
    } while (pairs.empty());
    std::string_view rest = pairs;
    label = take_word(rest);
    if (label.find(':') != std::string_view::npos) {
      label = {};
    } else {
      pairs = rest;
    }
    last_ = 0;
    return true;
  }

  // Takes the next index and value; false at the end of the line. "qid:3" is passed over.
  bool take_pair(std::string_view& pairs, std::size_t& index, double& value) {
    std::string_view word = take_word(pairs);
    if (word.starts_with("qid:")) word = take_word(pairs);
    if (word.empty()) return false;
    const std::size_t colon = std::min(word.find(':'), word.size());
    const bool read = colon < word.size() && parse_whole(word.substr(0, colon), index) &&
                      parse_number(word.substr(colon + 1), value) == NumberState::kNumber;
    if (!read) fail("index:value expected, " + in_quotes(word) + " found");
    if (index == 0 || index > kMostFeatures) {
      fail("an index from 1 to " + std::to_string(kMostFeatures) + " expected, " +
           std::to_string(index) + " found");
    }
    if (index <= last_) {
      fail("index " + std::to_string(index) + " after " + std::to_string(last_) +
           ", growing indices expected");
    }
    last_ = index;
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const {
    bad_input(lines_.name(), lines_.number(), what);
  }

  const LineReader& lines() const { return lines_; }

 private:
  LineReader lines_;
  std::size_t last_ = 0;  // index of the latest pair of this line
};

class SvmlightSource : public Source {
 public:
  SvmlightSource(std::unique_ptr<ByteStream> stream, std::size_t features,
                 const SourceOptions& options)
      : lines_(std::move(stream)),
        features_(features),
        labelled_(options.labelled),
        missing_label_(options.missing_label) {
    if (features == 0 || features > kMostFeatures) {
      bad_input(lines_.lines().name(),
                "the number of features is not known; say it by --feature-count, from 1 to " +
                    std::to_string(kMostFeatures));
    }
  }

  bool next(Sample& sample) override {
    std::string_view label, pairs;
    if (!lines_.next(label, pairs)) return false;
    sample.row = lines_.lines().number();
    sample.id.clear();
    sample.text.clear();
    sample.label.assign(labelled_ ? label : std::string_view());
    if (is_missing(sample.label, missing_label_)) sample.label.clear();
    if (!sample.label.empty()) {
      const std::string problem = wire::problem_of_label(sample.label);
      if (!problem.empty()) lines_.fail("the label: " + problem);
    }
    sample.values.assign(features_, 0);
    std::size_t index = 0;
    double value = 0;
    while (lines_.take_pair(pairs, index, value)) {
      if (index > features_) {
        lines_.fail(counted(features_, "feature") + " expected, index " + std::to_string(index) +
                    " found");
      }
      sample.values[index - 1] = value;
    }
    return true;
  }

  std::size_t width() const override { return features_; }
  std::optional<double> progress() const override { return lines_.lines().stream().progress(); }

 private:
  SvmlightLines lines_;
  std::size_t features_;
  bool labelled_;
  std::string missing_label_;
};

}  // namespace

std::unique_ptr<Source> read_svmlight(std::unique_ptr<ByteStream> stream, std::size_t features,
                                      const SourceOptions& options) {
  return std::make_unique<SvmlightSource>(std::move(stream), features, options);
}

std::size_t largest_svmlight_index(std::unique_ptr<ByteStream> stream) {
  const std::string name = stream->name();
  SvmlightLines lines(std::move(stream));
  std::string_view label, pairs;
  std::size_t largest = 0, index = 0;
  double value = 0;
  while (lines.next(label, pairs)) {
    while (lines.take_pair(pairs, index, value)) largest = std::max(largest, index);
  }
  if (largest == 0) bad_input(name, "no features");
  return largest;
}

}  // namespace mpart
