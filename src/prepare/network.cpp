#include "prepare/network.hpp"

#include <dlfcn.h>
#include <torch/torch.h>

#include <algorithm>
#include <future>
#include <numeric>
#include <thread>
#include <vector>

namespace mpart::embed {

namespace {

constexpr double kGradientLimit = 4;
constexpr std::size_t kRowsAtOnce = 1024;
constexpr std::size_t kMostThreads = 4;
constexpr std::size_t kRowsForAThread = 128;  // fewer are not worth starting one

std::int64_t size(std::size_t n) { return static_cast<std::int64_t>(n); }

torch::Tensor tensor(const std::vector<float>& values, const std::vector<std::int64_t>& shape) {
  // from_blob takes no const; clone() leaves the original alone.
  return torch::from_blob(const_cast<float*>(values.data()), shape, torch::kFloat32).clone();
}

void copy(const torch::Tensor& from, std::vector<float>& to) {
  const torch::Tensor flat = from.detach().contiguous();
  std::copy_n(flat.data_ptr<float>(), to.size(), to.begin());
}

// Weights and bias of every layer, convolutions first.
std::vector<torch::Tensor> parameters_of(const Encoder& encoder) {
  std::vector<torch::Tensor> parameters;
  const std::int64_t side = size(Convolution::kSide);
  for (const Convolution& it : encoder.convolutions) {
    parameters.push_back(tensor(it.weights, {size(it.out), size(it.in), side, side}));
    parameters.push_back(tensor(it.bias, {size(it.out)}));
  }
  for (const Dense& it : encoder.dense) {
    parameters.push_back(tensor(it.weights, {size(it.out), size(it.in)}));
    parameters.push_back(tensor(it.bias, {size(it.out)}));
  }
  return parameters;
}

// x: [rows][input_width] -> [rows][dims]
torch::Tensor run(const Encoder& shape, const std::vector<torch::Tensor>& parameters,
                  torch::Tensor x) {
  std::size_t next = 0;
  if (!shape.convolutions.empty()) {
    const std::int64_t side = size(shape.picture.side);
    x = x.view({x.size(0), size(shape.picture.channels), side, side});
    for (std::size_t i = 0; i < shape.convolutions.size(); ++i, next += 2) {
      x = torch::relu(torch::conv2d(x, parameters[next], parameters[next + 1],
                                    size(Convolution::kStride), size(Convolution::kPadding)));
    }
    x = x.flatten(1);
  }
  for (std::size_t i = 0; i < shape.dense.size(); ++i, next += 2) {
    x = torch::linear(x, parameters[next], parameters[next + 1]);
    if (i + 1 < shape.dense.size()) x = torch::relu(x);
  }
  return x;
}

torch::Tensor gather(const Matrix& data, std::span<const std::uint32_t> rows) {
  torch::Tensor chosen = torch::empty({size(rows.size()), size(data.columns)}, torch::kFloat32);
  auto* out = chosen.data_ptr<float>();
  for (const std::uint32_t row : rows) {
    out = std::copy_n(data.row(row).data(), data.columns, out);
  }
  return chosen;
}

// Threads of libgomp and OpenBLAS spin while they wait, which on a busy machine takes several times
// the work itself. So both get one thread, and a batch is cut for threads of ours. Others in the
// process may use the same libraries: they get back what they had.
class OneThread {
 public:
  OneThread() {
    at::set_num_threads(1);
    if (set_openblas_ != nullptr) set_openblas_(1);
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
  ~OneThread() {
    at::set_num_threads(torch_);
    if (set_openblas_ != nullptr) set_openblas_(openblas_);
  }

 private:
  using Get = int (*)();
  using Set = void (*)(int);
  template <typename Function>
  static Function openblas(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
  }

  Set set_openblas_ = openblas<Set>("openblas_set_num_threads");
  Get get_openblas_ = openblas<Get>("openblas_get_num_threads");
  int openblas_ = get_openblas_ == nullptr ? 1 : get_openblas_();
  int torch_ = at::get_num_threads();
};

std::size_t thread_count() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
}

// Calls work(0) .. work(count - 1), each in its own thread; throws what the first one threw.
template <typename Work>
void in_parallel(std::size_t count, Work work) {
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < count; ++i) {
    others.push_back(std::async(std::launch::async, [&work, i] {
      at::init_num_threads();
      work(i);
    }));
  }
  work(0);
  for (std::future<void>& other : others) other.get();
}

}  // namespace

// One thread's share of a batch: the common parameters with gradients of its own.
struct Network::Shard {
  std::vector<torch::Tensor> parameters;
  torch::Tensor output;
};

struct Network::Parts {
  explicit Parts(const Encoder& encoder)
      : shape(encoder),
        parameters(parameters_of(encoder)),
        adam(parameters, torch::optim::AdamOptions()),
        shards(thread_count()) {
    for (Shard& shard : shards) {
      for (const torch::Tensor& it : parameters) {
        shard.parameters.push_back(it.detach().set_requires_grad(true));  // the same memory
      }
    }
  }

  OneThread one_thread;
  Encoder shape;  // its numbers are the untrained ones
  std::vector<torch::Tensor> parameters;
  torch::optim::Adam adam;
  std::vector<Shard> shards;
  std::size_t used = 0;  // shards of the last forward()
  std::vector<float> output;
};

Network::Network(const Encoder& encoder) : parts_(std::make_unique<Parts>(encoder)) {}

Network::~Network() = default;

std::span<const float> Network::forward(const Matrix& data, std::span<const std::uint32_t> rows) {
  Parts& parts = *parts_;
  const std::size_t dims = parts.shape.output_width();
  parts.used = std::clamp<std::size_t>(rows.size() / kRowsForAThread, 1, parts.shards.size());
  parts.output.resize(rows.size() * dims);
  in_parallel(parts.used, [&](std::size_t i) {
    const std::size_t first = i * rows.size() / parts.used;
    const std::size_t last = (i + 1) * rows.size() / parts.used;
    Shard& shard = parts.shards[i];
    const torch::Tensor x = gather(data, rows.subspan(first, last - first));
    shard.output = run(parts.shape, shard.parameters, x).contiguous();
    std::copy_n(shard.output.data_ptr<float>(), (last - first) * dims, &parts.output[first * dims]);
  });
  return parts.output;
}

void Network::step(std::span<const float> gradient, double learning_rate) {
  Parts& parts = *parts_;
  in_parallel(parts.used, [&](std::size_t i) {
    Shard& shard = parts.shards[i];
    // Row count of the shards before this one, as forward() cut them.
    const std::size_t dims = parts.shape.output_width();
    const std::size_t first = i * (gradient.size() / dims) / parts.used * dims;
    const torch::Tensor by_output = torch::from_blob(const_cast<float*>(&gradient[first]),
                                                     shard.output.sizes(), torch::kFloat32);
    for (torch::Tensor& it : shard.parameters) it.mutable_grad() = torch::Tensor();
    shard.output.backward(by_output);
  });
  for (std::size_t p = 0; p < parts.parameters.size(); ++p) {
    torch::Tensor sum = parts.shards[0].parameters[p].grad();
    for (std::size_t i = 1; i < parts.used; ++i) sum += parts.shards[i].parameters[p].grad();
    parts.parameters[p].mutable_grad() = sum.clamp_(-kGradientLimit, kGradientLimit);
  }
  for (auto& group : parts.adam.param_groups()) group.options().set_lr(learning_rate);
  parts.adam.step();
}

Encoder Network::encoder() const {
  Encoder encoder = parts_->shape;
  auto next = parts_->parameters.begin();
  const auto take = [&next](auto& layer) {
    copy(*next++, layer.weights);
    copy(*next++, layer.bias);
  };
  for (Convolution& it : encoder.convolutions) take(it);
  for (Dense& it : encoder.dense) take(it);
  return encoder;
}

Matrix embed_rows(const Encoder& encoder, const Matrix& rows) {
  const torch::NoGradGuard no_gradients;
  const OneThread one_thread;
  const std::vector<torch::Tensor> parameters = parameters_of(encoder);
  Matrix out{rows.rows, encoder.output_width(), {}};
  out.values.reserve(out.rows * out.columns);
  std::vector<std::uint32_t> chosen;
  for (std::size_t first = 0; first < rows.rows; first += kRowsAtOnce) {
    chosen.resize(std::min(kRowsAtOnce, rows.rows - first));
    std::iota(chosen.begin(), chosen.end(), static_cast<std::uint32_t>(first));
    const torch::Tensor z = run(encoder, parameters, gather(rows, chosen)).contiguous();
    out.values.insert(out.values.end(), z.data_ptr<float>(), z.data_ptr<float>() + z.numel());
  }
  return out;
}

}  // namespace mpart::embed
