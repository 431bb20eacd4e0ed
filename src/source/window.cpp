#include "mpart/window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "mpart/error.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

constexpr std::array<const char*, kWindowValues> kNames = {".mean", ".std",    ".min",
                                                           ".max",  ".change", ".energy"};

// The numbers of one column of a window, row by row.
class ColumnSummary {
 public:
  void add(double value) {
    if (std::isnan(value)) return;
    if (count_ == 0) {
      first_ = least_ = most_ = value;
    } else {
      energy_ += (value - last_) * (value - last_);
    }
    ++count_;
    // Welford: no digits are lost where the mean is large.
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
    last_ = value;
  }

  void append_to(std::vector<double>& values) const {
    if (count_ == 0) {
      values.insert(values.end(), kWindowValues, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    const auto count = static_cast<double>(count_);
    const double energy = count_ > 1 ? energy_ / (count - 1) : 0;
    for (const double value :
         {mean_, std::sqrt(squares_ / count), least_, most_, last_ - first_, energy}) {
      values.push_back(value);
    }
  }

 private:
  std::size_t count_ = 0;
  double first_ = 0, last_ = 0, least_ = 0, most_ = 0;
  double mean_ = 0, squares_ = 0, energy_ = 0;
};

class WindowedSource final : public Source {
 public:
  WindowedSource(std::unique_ptr<Source> source, const WindowOptions& options, bool by_id)
      : source_(std::move(source)), options_(options), by_id_(by_id) {}

  bool next(Sample& sample) override {
    while (source_->next(sample)) {
      ++rows_;
      if (by_id_ && sample.id != series_) {
        series_ = sample.id;
        count_ = 0;
        to_skip_ = 0;
      }
      if (to_skip_ > 0) {
        --to_skip_;
        continue;
      }
      keep(sample);
      if (count_ < options_.size) continue;
      summarize(sample);
      advance();
      return true;
    }
    if (given_ || rows_ == 0) return false;
    throw invalid_data("--window " + options_.text() + ": " + counted(options_.size, "row") +
                       (by_id_ ? " of one series" : "") + " expected, " + counted(rows_, "row") +
                       " in all found; give a smaller window");
  }

  std::size_t width() const override { return source_->width() * kWindowValues; }
  std::optional<double> progress() const override { return source_->progress(); }

 private:
  struct Row {
    std::vector<double> values;
    std::string label;
  };

  // The window is kept_ from first_ on, round and round.
  Row& row(std::size_t i) { return kept_[(first_ + i) % options_.size]; }

  void keep(const Sample& sample) {
    if (count_ == 0) first_ = 0;
    if (kept_.size() < options_.size && count_ == kept_.size()) kept_.emplace_back();
    Row& kept = row(count_++);
    kept.values = sample.values;
    kept.label = sample.label;
  }

  void summarize(Sample& sample) {
    const std::size_t columns = sample.values.size();
    sample.values.clear();
    for (std::size_t column = 0; column < columns; ++column) {
      ColumnSummary summary;
      for (std::size_t i = 0; i < count_; ++i) summary.add(row(i).values[column]);
      summary.append_to(sample.values);
    }
    sample.label = frequent_label();
    given_ = true;
  }

  std::string frequent_label() {
    labels_.clear();
    for (std::size_t i = 0; i < count_; ++i) {
      if (row(i).label.empty()) continue;
      const auto found = std::find_if(labels_.begin(), labels_.end(), [&](const auto& label) {
        return label.first == row(i).label;
      });
      if (found == labels_.end()) {
        labels_.emplace_back(row(i).label, 1);
      } else {
        // Those that came later stand behind, and win where they are as frequent.
        std::rotate(found, found + 1, labels_.end());
        ++labels_.back().second;
      }
    }
    const auto most = std::max_element(
        labels_.rbegin(), labels_.rend(),
        [](const auto& left, const auto& right) { return left.second < right.second; });
    return most == labels_.rend() ? "" : most->first;
  }

  void advance() {
    const std::size_t dropped = std::min(options_.step, count_);
    to_skip_ = options_.step - dropped;
    first_ = (first_ + dropped) % options_.size;
    count_ -= dropped;
  }

  std::unique_ptr<Source> source_;
  WindowOptions options_;
  bool by_id_;
  std::vector<Row> kept_;
  std::size_t first_ = 0;    // of the window, in kept_
  std::size_t count_ = 0;    // rows of the window so far
  std::size_t to_skip_ = 0;  // rows before the next window
  std::string series_;
  std::uint64_t rows_ = 0;
  bool given_ = false;  // a window has been
  std::vector<std::pair<std::string, std::size_t>> labels_;
};

}  // namespace

std::string WindowOptions::text() const {
  return std::to_string(size) + "," + std::to_string(step);
}

void WindowOptions::save(Writer& out) const {
  out.u64(size);
  out.u64(step);
}

WindowOptions WindowOptions::load(Reader& in) {
  WindowOptions options;
  options.size = in.u64();
  options.step = in.u64();
  require(options.size <= kMostWindowRows && options.step <= kMostWindowRows, "size of the window");
  require((options.size == 0) == (options.step == 0), "step of the window");
  return options;
}

WindowOptions parse_window(std::string_view text) {
  const std::size_t comma = text.find(',');
  WindowOptions options;
  const auto read = [&](std::string_view number, std::size_t& value) {
    if (parse_whole(trim(number), value) && value >= 1 && value <= kMostWindowRows) return;
    throw invalid_argument("--window " + in_quotes(text) +
                           ": N or N,STEP expected, rows from 1 to 1000000: --window 50,25");
  };
  read(text.substr(0, comma), options.size);
  options.step = options.size;
  if (comma != std::string_view::npos) read(text.substr(comma + 1), options.step);
  return options;
}

std::vector<std::string> window_names(std::span<const std::string> columns) {
  std::vector<std::string> names;
  for (const std::string& column : columns) {
    for (const char* name : kNames) names.push_back(column + name);
  }
  return names;
}

std::unique_ptr<Source> windowed(std::unique_ptr<Source> source, const WindowOptions& options,
                                 bool by_id) {
  return std::make_unique<WindowedSource>(std::move(source), options, by_id);
}

}  // namespace mpart
