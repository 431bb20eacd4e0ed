// What a build without OpenCV says when a network or a picture is asked for.
#include "embed/pictures.hpp"
#include "mpart/embedder.hpp"
#include "mpart/error.hpp"

namespace mpart {

namespace {

[[noreturn]] void missing(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::kBadUse,
              name + ": this mpart was built without OpenCV, which " + what +
                  ": install libopencv-dnn-dev, libopencv-imgcodecs-dev and libopencv-imgproc-dev "
                  "and configure with -DMPART_OPENCV=ON");
}

}  // namespace

std::unique_ptr<Embedder> open_embedder(const std::string& path, std::size_t /*image_size*/) {
  missing(path, "runs networks");
}

std::unique_ptr<Source> embed::open_pictures(const std::string& path,
                                             const PictureOptions& /*options*/) {
  missing(path, "reads pictures");
}

}  // namespace mpart
