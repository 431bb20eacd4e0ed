#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"
#include "prepare/read_ahead.hpp"

namespace mpart {

namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 20;  // at once: bounds memory
constexpr std::size_t kMostRows = 256;                     // at once

void require_width(const Embedder& network, std::size_t given) {
  if (network.input_width() == given || network.input_width() == 0 || given == 0) return;
  throw invalid_data(network.name() + ": " + std::to_string(network.input_width()) +
                     " values expected, " + std::to_string(given) + " given");
}

// Appends a sample to rows [samples][width]; returns what is wrong with it instead.
std::string append_row(const Embedder& first, const Sample& sample, std::vector<float>& rows) {
  const std::size_t width = first.input_width();
  if (sample.values.size() != width) {
    return first.name() + ": " + std::to_string(width) + " values expected, " +
           std::to_string(sample.values.size()) + " found";
  }
  for (std::size_t i = 0; i < width; ++i) {
    rows.push_back(static_cast<float>(sample.values[i]));
    const bool missing = std::isnan(sample.values[i]);
    if (missing ? first.takes_missing() : std::isfinite(rows.back())) continue;
    rows.resize(rows.size() - i - 1);
    return first.name() + ": value " + std::to_string(i + 1) +
           (missing ? " is missing, and a network takes none that is"
                    : " is too large for a float");
  }
  return {};
}

// Fills `rows` with as many leading samples as go at once. Returns how many; `problem` says what is
// wrong with the one after them, if anything is.
std::size_t gather_rows(const Embedder& first, std::span<const Sample> samples,
                        std::vector<float>& rows, std::string& problem) {
  rows.clear();
  std::size_t count = 0;
  while (count < samples.size() && rows.size() < kMostValues) {
    problem = append_row(first, samples[count], rows);
    if (!problem.empty()) break;
    ++count;
  }
  return count;
}

// Replaces the rows by what the networks make of them. Returns the first that became something not
// finite, or `count`.
std::size_t run_chain(std::span<const std::shared_ptr<Embedder>> chain, std::size_t count,
                      std::vector<float>& rows) {
  std::vector<float> next;
  for (const std::shared_ptr<Embedder>& network : chain) {
    require_width(*network, rows.size() / count);
    network->embed(rows, count, next);
    std::swap(rows, next);
  }
  const auto bad =
      std::find_if_not(rows.begin(), rows.end(), [](float value) { return std::isfinite(value); });
  if (bad == rows.end()) return count;
  return static_cast<std::size_t>(bad - rows.begin()) / (rows.size() / count);
}

class EmbeddedSource final : public Source {
 public:
  EmbeddedSource(std::unique_ptr<Source> source, EmbedderChain chain)
      : source_(std::move(source)),
        chain_(std::move(chain)),
        width_(chain_.back()->output_width()) {
    require_width(*chain_.front(), source_->width());
    require_fit(chain_);
    // What has no known end may be live: a sample is not held back until others come.
    if (source_->progress().has_value()) {
      const std::size_t values = std::max<std::size_t>(source_->width(), 1);
      samples_.resize(std::clamp<std::size_t>(kMostValues / values, 1, kMostRows));
      source_ = embed::read_ahead(std::move(source_), samples_.size());
    }
    if (width_ > 0) return;
    read_batch();
    if (count_ == 0 && problem_) std::rethrow_exception(problem_);
    width_ = chain_.back()->output_width();
  }

  bool next(Sample& sample) override {
    if (at_ == count_ && !problem_) read_batch();
    if (at_ == count_) {
      // What came before the bad row has been given away.
      if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
      return false;
    }
    Sample& read = samples_[at_];
    std::swap(sample.id, read.id);
    std::swap(sample.label, read.label);
    std::swap(sample.text, read.text);
    sample.row = read.row;
    std::swap(sample.values, read.values);
    ++at_;
    return true;
  }

  std::size_t width() const override { return width_; }
  const Columns* columns() const override { return source_->columns(); }
  std::optional<double> progress() const override { return source_->progress(); }

 private:
  void read_batch() {
    at_ = count_ = 0;
    std::size_t read = 0;
    try {
      while (read < samples_.size() && source_->next(samples_[read])) ++read;
    } catch (const Error&) {
      problem_ = std::current_exception();
    }
    std::string problem;
    count_ = embed_leading(chain_, std::span(samples_).first(read), problem);
    if (count_ == read) return;
    problem = "row " + std::to_string(samples_[count_].row) + ": " + problem;
    problem_ = std::make_exception_ptr(invalid_data(problem));
  }

  std::unique_ptr<Source> source_;
  EmbedderChain chain_;
  std::size_t width_;  // of the last one's output
  // [0, count_) have been embedded, [0, at_) given away
  std::vector<Sample> samples_ = std::vector<Sample>(1);
  std::size_t count_ = 0;
  std::size_t at_ = 0;
  std::exception_ptr problem_;  // met after samples_
};

}  // namespace

void Embedder::embed_whole(std::span<const Sample>, std::vector<float>&) {
  throw internal_error(name() + ": takes rows, not samples");
}

void require_fit(const EmbedderChain& chain) {
  for (std::size_t i = 1; i < chain.size(); ++i) {
    require_width(*chain[i], chain[i - 1]->output_width());
  }
}

std::size_t embed_leading(const EmbedderChain& chain, std::span<Sample> samples,
                          std::string& problem) {
  problem.clear();
  if (chain.empty()) return samples.size();
  const bool whole = chain.front()->takes_samples();
  std::size_t done = 0;
  std::vector<float> rows;
  while (done < samples.size() && problem.empty()) {
    const std::span<Sample> rest = samples.subspan(done);
    std::size_t count = std::min(rest.size(), kMostRows);
    if (whole) {
      chain.front()->embed_whole(rest.first(count), rows);
    } else {
      count = gather_rows(*chain.front(), rest, rows, problem);
    }
    if (count == 0) break;
    const std::size_t finite = run_chain(std::span(chain).subspan(whole ? 1 : 0), count, rows);
    if (finite < count) problem = chain.back()->name() + ": gives a value that is not finite";
    const std::size_t width = rows.size() / count;
    for (std::size_t i = 0; i < finite; ++i) {
      const auto row = std::span(rows).subspan(i * width, width);
      rest[i].values.assign(row.begin(), row.end());
    }
    done += finite;
  }
  return done;
}

void embed_samples(const EmbedderChain& chain, std::span<Sample> samples) {
  std::string problem;
  const std::size_t done = embed_leading(chain, samples, problem);
  if (done == samples.size()) return;
  const std::uint64_t row = samples[done].row;
  const std::string which = row != 0              ? "row " + std::to_string(row) + ": "
                            : samples.size() == 1 ? ""
                                                  : "sample " + std::to_string(done + 1) + ": ";
  throw invalid_data(which + problem);
}

std::unique_ptr<Source> embedded(std::unique_ptr<Source> source, EmbedderChain chain) {
  if (chain.empty()) return source;
  return std::make_unique<EmbeddedSource>(std::move(source), std::move(chain));
}

}  // namespace mpart
