#include "mpart/frozen.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <thread>

#include "mpart/error.hpp"

namespace mpart {

namespace {

// Fewer are not worth a thread.
constexpr std::size_t kLeastRows = 1000;

void predict_rows(const Frozen& frozen, std::span<const double> rows, std::span<Prediction> out,
                  std::size_t first_row) {
  Scratch scratch;
  const std::size_t width = out.empty() ? 0 : rows.size() / out.size();
  for (std::size_t i = 0; i < out.size(); ++i) {
    try {
      frozen.predict(rows.subspan(i * width, width), scratch, out[i]);
    } catch (const Error& error) {
      throw Error(error.kind(), "row " + std::to_string(first_row + i + 1) + ": " + error.what());
    }
  }
}

}  // namespace

void Frozen::predict_all(std::span<const double> rows, std::span<Prediction> out,
                         std::size_t threads) const {
  if (out.empty() ? !rows.empty() : rows.size() % out.size() != 0) {
    throw invalid_data(std::to_string(rows.size()) + " values cannot be " +
                       std::to_string(out.size()) + " rows");
  }
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  threads = std::clamp<std::size_t>(out.size() / kLeastRows, 1, threads);
  const std::size_t width = out.empty() ? 0 : rows.size() / out.size();
  std::vector<std::exception_ptr> failures(threads);
  const auto run = [&](std::size_t part) {
    const std::size_t begin = out.size() * part / threads;
    const std::size_t count = out.size() * (part + 1) / threads - begin;
    try {
      predict_rows(*this, rows.subspan(begin * width, count * width), out.subspan(begin, count),
                   begin);
    } catch (...) {
      failures[part] = std::current_exception();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < threads; ++part) others.emplace_back(run, part);
  run(0);
  others.clear();  // joins
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace mpart
