#include <cmath>
#include <cstdint>
#include <string>

#include "mpart/error.hpp"
#include "serve/http_json.hpp"
#include "wire/answer_json.hpp"
#include "wire/limits.hpp"

using namespace mpart;

namespace {

void require(bool fact) {
  if (!fact) __builtin_trap();
}

template <typename Read>
void try_to(Read read) {
  try {
    read();
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::kInvalidData);
    require(error.what()[0] != '\0');
  }
}

}  // namespace

// What passes the checks can be learned.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const bool pictures : {false, true}) {
    try_to([&] {
      wire::SampleReader reader(serve::sample_rules({}));
      const serve::Samples read = reader.read(bytes, pictures);
      require(!read.samples.empty() && read.samples.size() <= wire::kMostHttpSamples);
      require(read.shows.size() == read.samples.size());
      require(read.many || read.samples.size() == 1);
      wire::check_values(read.samples, 0);
      for (const Sample& sample : read.samples) {
        require(sample.values.size() == read.samples[0].values.size());
        for (const double value : sample.values) require(!std::isinf(value));
        require(sample.id.size() <= wire::kLongestId);
        require(sample.label.size() <= wire::kLongestLabel);
      }
    });
  }
  try_to([&] {
    const Answer answer = wire::read_answer(bytes, {.query = 17}).answer;
    require((answer.kind == Answer::Kind::kLabel) == !answer.label.empty());
    require(answer.label.size() <= wire::kLongestLabel);
  });
  return 0;
}
