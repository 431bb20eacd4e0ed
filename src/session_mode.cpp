#include <string>

#include "mpart/error.hpp"
#include "mpart/session.hpp"

namespace mpart {

void set_mode(std::string_view mode, SessionOptions& options) {
  if (mode == "faithful") {
    options.parameters.learner = "mpart";
    options.strategy = StrategyKind::kExplorer;
  } else if (mode == "plus") {
    options.parameters.learner = "plus";
    options.strategy = StrategyKind::kCover;
  } else {
    throw Error(ErrorKind::kBadUse,
                "mode must be faithful or plus, not \"" + std::string(mode) + "\"");
  }
}

}  // namespace mpart
