// Our matrix products against OpenBLAS on one thread, for the shapes of training: GFLOP/s.
//   mpart_bench_product [--benchmark_...]
// OpenBLAS is looked for when the program starts; without it ours is timed alone.
#include <benchmark/benchmark.h>
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "prepare/matrix_product.hpp"
#include "util/big_vector.hpp"

namespace {

using mpart::embed::padded;
using mpart::embed::Product;

using Sgemm = void (*)(int order, int transpose_left, int transpose_right, int rows, int columns,
                       int depth, float scale, const float* left, int left_step, const float* right,
                       int right_step, float keep, float* out, int out_step);

struct Shape {
  const char* name;
  std::size_t rows, columns, depth;
  bool transposed;  // the left factor
};

constexpr Shape kShapes[] = {
    {"mlp 784 to 100, 256 rows", 256, 100, 784, false},
    {"mlp 784 to 100, weights", 100, 784, 256, true},
    {"mlp 100 to 100, 256 rows", 256, 100, 100, false},
    {"mlp 100 to 100, weights", 100, 100, 256, true},
    {"cnn 1 to 32 channels, 41 pictures", 41 * 196, 32, 9, false},
    {"cnn 32 to 64 channels, 9 pictures", 9 * 49, 64, 288, false},
    {"cnn 32 to 64 channels, weights", 64, 288, 9 * 49, true},
    {"cnn 32 to 64 channels, input", 9 * 49, 288, 64, false},
    {"cnn 3136 to 128, 256 rows", 256, 128, 3136, false},
    {"cnn 3136 to 128, weights", 128, 3136, 256, true},
    {"cnn 3136 to 128, input", 256, 3136, 128, false},
    {"mlp 784 to 100, one row", 1, 100, 784, false},
};

// The factors of a shape; rows of the right one and of the result are padded for both.
struct Factors {
  explicit Factors(const Shape& shape_) : shape(shape_), step(padded(shape.columns)) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    left.resize(shape.rows * shape.depth);
    right.resize(shape.depth * step);
    out.resize(shape.rows * step);
    for (float& value : left) value = uniform(random);
    for (float& value : right) value = uniform(random);
  }

  void ours() {
    Product product{.rows = shape.rows, .columns = step, .depth = shape.depth};
    product.left = left.data();
    product.left_row_step = shape.transposed ? 1 : shape.depth;
    product.left_depth_step = shape.transposed ? shape.rows : 1;
    product.right = right.data();
    product.out = out.data();
    product.right_step = product.out_step = step;
    multiply(product);
  }

  void theirs(Sgemm sgemm) {
    constexpr int kRowMajor = 101, kPlain = 111, kTransposed = 112;
    const auto size = [](std::size_t n) { return static_cast<int>(n); };
    sgemm(kRowMajor, shape.transposed ? kTransposed : kPlain, kPlain, size(shape.rows),
          size(shape.columns), size(shape.depth), 1, left.data(),
          size(shape.transposed ? shape.rows : shape.depth), right.data(), size(step), 0,
          out.data(), size(step));
  }

  Shape shape;
  std::size_t step;
  mpart::BigVector<float> left, right, out;
};

template <typename Work>
void time_it(benchmark::State& state, const Shape& shape, Work work) {
  Factors factors(shape);
  for ([[maybe_unused]] auto _ : state) {
    work(factors);
    benchmark::DoNotOptimize(factors.out.data());
  }
  const auto operations = static_cast<double>(2 * shape.rows * shape.columns * shape.depth);
  state.counters["FLOP/s"] =
      benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
}

bool agree(const Shape& shape, Sgemm sgemm) {
  Factors ours(shape), theirs(shape);
  ours.ours();
  theirs.theirs(sgemm);
  for (std::size_t i = 0; i < shape.rows * ours.step; ++i) {
    const bool padding = i % ours.step >= shape.columns;
    if (!padding && !(std::abs(ours.out[i] - theirs.out[i]) <= 1e-3F)) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  void* const library = ::dlopen("libopenblas.so.0", RTLD_NOW);
  Sgemm sgemm = nullptr;
  if (library != nullptr) {
    sgemm = reinterpret_cast<Sgemm>(::dlsym(library, "cblas_sgemm"));
    reinterpret_cast<void (*)(int)>(::dlsym(library, "openblas_set_num_threads"))(1);
  }
  for (const Shape& shape : kShapes) {
    if (sgemm != nullptr && !agree(shape, sgemm)) {
      std::fprintf(stderr, "%s: the two disagree, nothing to time\n", shape.name);
      return 1;
    }
    const std::string name = shape.name;
    benchmark::RegisterBenchmark((name + ", ours").c_str(), [&shape](benchmark::State& state) {
      time_it(state, shape, [](Factors& factors) { factors.ours(); });
    });
    if (sgemm == nullptr) continue;
    benchmark::RegisterBenchmark(
        (name + ", OpenBLAS").c_str(), [&shape, sgemm](benchmark::State& state) {
          time_it(state, shape, [sgemm](Factors& factors) { factors.theirs(sgemm); });
        });
  }
  benchmark::RunSpecifiedBenchmarks();
}
