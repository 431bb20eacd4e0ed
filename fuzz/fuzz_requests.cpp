#include <cmath>
#include <cstdint>

#include "serve/limits.hpp"
#include "serve/request_body.hpp"

using namespace mpart;

namespace {

void require(bool fact) {
  if (!fact) __builtin_trap();
}

template <typename Read>
void try_to(Read read) {
  try {
    read();
  } catch (const serve::Problem& problem) {
    require(problem.status == 400 || problem.status == 413);
    require(!problem.what.empty());
  }
}

}  // namespace

// What passes the checks can be learned.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const bool pictures : {false, true}) {
    try_to([&] {
      const serve::Samples samples = serve::read_samples(bytes, pictures);
      require(samples.all.size() <= serve::kMostSamples);
      require(samples.shows.size() == samples.all.size());
      require(samples.many || samples.all.size() == 1);
      samples.check(0);
      for (const Sample& sample : samples.all) {
        require(sample.values.size() == samples.all[0].values.size());
        for (const double value : sample.values) require(std::isfinite(value));
      }
    });
  }
  try_to([&] {
    const std::string label = serve::read_label(bytes);
    require(!label.empty() && label.size() <= serve::kLongestLabel);
  });
  return 0;
}
