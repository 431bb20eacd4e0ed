#include "prepare/read_ahead.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace mpart::embed {
namespace {

// Two blocks of samples: one is given away while the thread fills the other. Threads meet once a
// block: where samples are small, meeting for each would take longer than reading it.
class ReadAhead final : public Source {
 public:
  ReadAhead(std::unique_ptr<Source> source, std::size_t most)
      : source_(std::move(source)),
        width_(source_->width()),
        given_(most, source_->progress()),
        filled_(most, source_->progress()),
        reader_([this] { read(); }) {}
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  ~ReadAhead() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
    reader_.join();
  }

  bool next(Sample& sample) override {
    while (at_ == given_.count) {
      if (given_.problem) std::rethrow_exception(std::exchange(given_.problem, nullptr));
      if (given_.is_last) return false;
      take_block();
    }
    std::swap(sample, given_.samples[at_++]);
    return true;
  }

  std::size_t width() const override { return width_; }
  const Columns* columns() const override { return source_->columns(); }
  std::optional<double> progress() const override { return given_.progress; }

 private:
  struct Block {
    Block(std::size_t most, std::optional<double> read) : samples(most), progress(read) {}

    std::vector<Sample> samples;  // the first `count` have been read
    std::size_t count = 0;
    std::optional<double> progress;
    std::exception_ptr problem;  // met after them
    bool is_last = false;
  };

  void take_block() {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_filled_; });
      std::swap(given_, filled_);
      is_filled_ = false;
    }
    changed_.notify_all();
    at_ = 0;
  }

  // The thread. It alone uses the source, and filled_ while is_filled_ is false.
  void read() {
    while (!is_stopped_) {
      fill(filled_);
      const bool is_last = filled_.is_last;
      std::unique_lock lock(mutex_);
      is_filled_ = true;
      changed_.notify_all();
      if (is_last) return;
      changed_.wait(lock, [this] { return !is_filled_ || is_stopped_; });
    }
  }

  void fill(Block& block) {
    block.count = 0;
    try {
      while (block.count < block.samples.size() && !block.is_last && !is_stopped_) {
        block.is_last = !source_->next(block.samples[block.count]);
        if (!block.is_last) ++block.count;
      }
    } catch (...) {
      block.problem = std::current_exception();
    }
    block.progress = source_->progress();
  }

  std::unique_ptr<Source> source_;
  std::size_t width_;
  Block given_, filled_;
  std::size_t at_ = 0;  // samples of given_ that have been given
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_filled_ = false;
  std::atomic<bool> is_stopped_ = false;
  std::thread reader_;  // last: it uses the others
};

}  // namespace

std::unique_ptr<Source> read_ahead(std::unique_ptr<Source> source, std::size_t most) {
  return std::make_unique<ReadAhead>(std::move(source), most);
}

}  // namespace mpart::embed
