#include <sstream>

#include "mpart/error.hpp"
#include "mpart/learner.hpp"

namespace mpart {

namespace {

void check_range(const char* name, double value, bool inside, const char* range) {
  if (inside) return;  // false for NaN too
  std::ostringstream message;
  message << name << " must be " << range << ", not " << value;
  throw Error(ErrorKind::kBadUse, message.str());
}

}  // namespace

void Parameters::check() const {
  constexpr double kHuge = 1e300;
  check_range("alpha", alpha, alpha > 0 && alpha < kHuge, "above 0");
  check_range("beta", beta, beta > 0 && beta <= 1, "above 0 and at most 1");
  check_range("rho", rho, rho >= 0 && rho <= 1, "between 0 and 1");
  check_range("delta", delta, delta >= 0 && delta <= 1, "between 0 and 1");
  check_range("tau", tau, tau >= 0 && tau <= 1, "between 0 and 1");
  check_range("ke", ke, ke > 0 && ke < kHuge, "above 0");
  check_range("kd", kd, kd > 0 && kd < kHuge, "above 0");
  check_range("layers", layers, layers <= kMaxLayers, "between 0 and 100");
}

void Parameters::save(Writer& writer) const {
  writer.text(learner);
  for (const double value : {alpha, beta, rho, delta, tau, ke, kd}) writer.f64(value);
  writer.u32(layers);
  writer.u8(density_weighting ? 1 : 0);
  writer.u32(max_nodes);
}

Parameters Parameters::load(Reader& reader) {
  Parameters loaded;
  loaded.learner = reader.text();
  for (double* value : {&loaded.alpha, &loaded.beta, &loaded.rho, &loaded.delta, &loaded.tau,
                        &loaded.ke, &loaded.kd}) {
    *value = reader.finite();
  }
  loaded.layers = reader.u32();
  loaded.density_weighting = reader.u8() != 0;
  loaded.max_nodes = reader.u32();
  loaded.check();
  return loaded;
}

}  // namespace mpart
