#include "mpart/parameters.hpp"

#include <limits>
#include <sstream>

#include "mpart/error.hpp"

namespace mpart {

namespace {

constexpr double kHuge = 1e300;
constexpr double kMaxLayers = 100;
constexpr double kMaxCount = std::numeric_limits<std::uint32_t>::max();

// The order is that of the model file.
constexpr ParameterRow kTable[] = {
    {"alpha", "--alpha", &Parameters::alpha, 0, false, kHuge,
     "choice parameter; larger: large boxes are preferred less"},
    {"beta", "--beta", &Parameters::beta, 0, false, 1,
     "learning rate of nodes; larger: they follow new samples faster"},
    {"rho", "--rho", &Parameters::rho, 0, true, 1, "vigilance; larger: more and smaller nodes"},
    {"delta", "--delta", &Parameters::delta, 0, true, 1,
     "propagation rate; larger: labels reach further and are less certain"},
    {"tau", "--tau", &Parameters::tau, 0, true, 1,
     "larger: ask where labels are few; smaller: where classes mix"},
    {"ke", "--ke", &Parameters::ke, 0, false, kHuge,
     "sensitivity to labels; larger: one label settles its region sooner"},
    {"kd", "--kd", &Parameters::kd, 0, false, kHuge,
     "sensitivity to density; larger: a region counts as dense sooner"},
    {"layers", "--layers", &Parameters::layers, 0, true, kMaxLayers,
     "layers of message passing, 0 for none; larger: labels reach more nodes"},
    {"density_weighting", "--no-density", &Parameters::density_weighting, 0, true, 1,
     "score by uncertainty alone, without density"},
    {"max_nodes", "--max-nodes", &Parameters::max_nodes, 0, true, kMaxCount,
     "most nodes to keep, 0 for no limit"},
};

std::string range_of(const ParameterRow& row) {
  std::ostringstream text;
  if (row.least_allowed) {
    text << "between " << row.least << " and " << row.most;
  } else {
    text << "above " << row.least;
    if (row.most < kHuge) text << " and at most " << row.most;
  }
  return text.str();
}

}  // namespace

std::span<const ParameterRow> parameter_table() { return kTable; }

double ParameterRow::get(const Parameters& parameters) const {
  return std::visit([&](auto value) { return static_cast<double>(parameters.*value); }, member);
}

void ParameterRow::set(Parameters& parameters, double value) const {
  std::visit(
      [&](auto into) {
        using Value = std::remove_reference_t<decltype(parameters.*into)>;
        parameters.*into = static_cast<Value>(value);
      },
      member);
}

void Parameters::check() const {
  for (const ParameterRow& row : kTable) {
    const double value = row.get(*this);
    const bool inside =  // false for NaN too
        (row.least_allowed ? value >= row.least : value > row.least) && value <= row.most;
    if (inside) continue;
    std::ostringstream message;
    message << row.name << " must be " << range_of(row) << ", not " << value;
    throw invalid_argument(message.str());
  }
}

namespace {

void write(Writer& writer, double value) { writer.f64(value); }
void write(Writer& writer, std::uint32_t value) { writer.u32(value); }
void write(Writer& writer, bool value) { writer.u8(value ? 1 : 0); }
void read(Reader& reader, double& value) { value = reader.finite(); }
void read(Reader& reader, std::uint32_t& value) { value = reader.u32(); }
void read(Reader& reader, bool& value) { value = reader.u8() != 0; }

}  // namespace

void Parameters::save(Writer& writer) const {
  writer.text(learner);
  for (const ParameterRow& row : kTable) {
    std::visit([&](auto value) { write(writer, this->*value); }, row.member);
  }
}

Parameters Parameters::load(Reader& reader) {
  Parameters loaded;
  loaded.learner = reader.text();
  for (const ParameterRow& row : kTable) {
    std::visit([&](auto value) { read(reader, loaded.*value); }, row.member);
  }
  loaded.check();
  return loaded;
}

}  // namespace mpart
