#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"

namespace mpart {
namespace {

constexpr std::size_t kMostRows = 256;                     // read ahead
constexpr std::size_t kMostValues = std::size_t{1} << 20;  // read ahead: bounds memory

void require_width(const Embedder& first, std::size_t given) {
  if (first.input_width() == given) return;
  throw Error(ErrorKind::kBadInput, first.name() + ": " + std::to_string(first.input_width()) +
                                        " values expected, " + std::to_string(given) + " given");
}

class EmbeddedSource final : public Source {
 public:
  EmbeddedSource(std::unique_ptr<Source> source, EmbedderChain chain)
      : source_(std::move(source)),
        chain_(std::move(chain)),
        width_(chain_.back()->output_width()) {
    require_width(*chain_.front(), source_->width());
    require_fit(chain_);
    samples_.resize(std::clamp<std::size_t>(kMostValues / source_->width(), 1, kMostRows));
  }

  bool next(Sample& sample) override {
    if (at_ == count_ && !problem_) read_ahead();
    if (at_ == count_) {
      // What came before the bad row has been given away.
      if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
      return false;
    }
    Sample& read = samples_[at_];
    std::swap(sample.id, read.id);
    std::swap(sample.label, read.label);
    sample.row = read.row;
    const auto values = std::span(values_).subspan(at_ * width_, width_);
    sample.values.assign(values.begin(), values.end());
    ++at_;
    return true;
  }

  std::size_t width() const override { return width_; }
  std::optional<double> progress() const override { return source_->progress(); }

 private:
  void read_ahead() {
    // What has no known end may be live: a sample is not held back until others come.
    const std::size_t most = source_->progress().has_value() ? samples_.size() : 1;
    at_ = count_ = 0;
    values_.clear();
    try {
      while (count_ < most && source_->next(samples_[count_])) {
        add_values(samples_[count_]);
        ++count_;
      }
    } catch (const Error&) {
      problem_ = std::current_exception();
    }
    if (count_ > 0) embed();
  }

  void add_values(const Sample& sample) {
    for (const double value : sample.values) {
      const auto small = static_cast<float>(value);
      if (!std::isfinite(small)) fail(ErrorKind::kBadInput, "takes no value so large", sample.row);
      values_.push_back(small);
    }
  }

  void embed() {
    values_.resize(count_ * source_->width());  // without the beginning of a bad row
    const std::size_t bad = run_chain(chain_, count_, values_);
    if (bad == count_) return;
    fail(ErrorKind::kFailed, "gives a value that is not finite", samples_[bad].row);
  }

  [[noreturn]] void fail(ErrorKind kind, const std::string& what, std::uint64_t row) {
    const Embedder& embedder = kind == ErrorKind::kFailed ? *chain_.back() : *chain_.front();
    if (kind == ErrorKind::kFailed) count_ = 0;
    throw Error(kind, embedder.name() + ": " + what + ": row " + std::to_string(row));
  }

  std::unique_ptr<Source> source_;
  EmbedderChain chain_;
  std::size_t width_;            // of the last one's output
  std::vector<Sample> samples_;  // [0, count_) have been read, [0, at_) given away
  std::size_t count_ = 0;
  std::size_t at_ = 0;
  std::vector<float> values_;   // [count_][width_]
  std::exception_ptr problem_;  // met after samples_
};

}  // namespace

std::unique_ptr<Source> embedded(std::unique_ptr<Source> source, EmbedderChain chain) {
  if (chain.empty()) return source;
  return std::make_unique<EmbeddedSource>(std::move(source), std::move(chain));
}

}  // namespace mpart
