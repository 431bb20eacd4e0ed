#include "cli/embed_samples.hpp"

#include <algorithm>

#include "cli/progress.hpp"
#include "cli/report.hpp"

namespace mpart {

void embed_samples(std::vector<Sample>& samples, Embedder& network) {
  std::vector<float> in, out;
  for (Sample& sample : samples) {
    in.assign(sample.values.begin(), sample.values.end());
    network.embed(in, 1, out);
    sample.values.assign(out.begin(), out.end());
  }
}

std::string progress_text(const embed::Progress& progress) {
  return progress_bar(progress.share) + "epoch " +
         std::to_string(std::min(progress.epoch + 1, progress.epochs)) + " of " +
         std::to_string(progress.epochs) + ", loss " + fixed(progress.loss, 4) + ", " +
         duration(progress.seconds_left()) + " left";
}

}  // namespace mpart
