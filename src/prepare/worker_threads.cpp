#include "prepare/worker_threads.hpp"

#include <utility>

namespace mpart::embed {

WorkerThreads::WorkerThreads(std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }
}

void WorkerThreads::run(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  next_ = 0;
  count_ = unfinished_ = count;
  if (count > 1) wake_.notify_all();
  work_off(lock);
  done_.wait(lock, [this] { return unfinished_ == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerThreads::serve(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [this] { return next_ < count_; })) work_off(lock);
}

void WorkerThreads::work_off(std::unique_lock<std::mutex>& lock) {
  while (next_ < count_) {
    const std::size_t mine = next_++;
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*work_)(mine);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) failure_ = failure;
    if (--unfinished_ == 0) done_.notify_one();
  }
}

}  // namespace mpart::embed
