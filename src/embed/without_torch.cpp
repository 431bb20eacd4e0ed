// What a build without libtorch says when a network is to be trained.
#include "embed/parametric_umap.hpp"
#include "mpart/error.hpp"

namespace mpart::embed {

void require_training() {
  throw Error(ErrorKind::kBadUse,
              "embed fit: this mpart was built without libtorch, which trains networks: install "
              "libtorch-dev, libonnx-dev, libprotobuf-dev, libhnswlib-dev and libopenblas0-pthread "
              "and configure with -DMPART_TORCH=ON");
}

FitResult fit(const Matrix& /*rows*/, const FitOptions& /*options*/,
              const ProgressCallback& /*callback*/) {
  require_training();
  return {};
}

}  // namespace mpart::embed
