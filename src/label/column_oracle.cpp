#include "mpart/oracle.hpp"

namespace mpart {

Answer ColumnOracle::ask(const Query& query) {
  const std::string& label = query.question.sample.label;
  return label.empty() ? Answer{Answer::Kind::kSkip, ""} : Answer::of(label);
}

}  // namespace mpart
