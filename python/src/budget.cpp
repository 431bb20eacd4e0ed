#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/strategy.hpp"
#include "python/src/bindings.hpp"
#include "python/src/guard.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

// A strategy that is given scores by somebody else's model.
class ScoreBudget {
 public:
  ScoreBudget(const std::string& strategy, Budget budget, std::uint64_t seed)
      : kind_(parse_strategy(strategy)), budget_(budget), seed_(seed), strategy_(made()) {
    if (kind_ != StrategyKind::kExplorer && kind_ != StrategyKind::kRandom) {
      throw invalid_argument("strategy must be explorer or random, which ask at once");
    }
  }

  // Positions of the scores that would be asked about next; changes nothing.
  std::vector<std::size_t> peek(const std::vector<double>& scores) {
    return guard_.alone([&] {
      Writer writer;
      strategy_->save(writer, {});
      Reader reader(writer.bytes());
      const std::unique_ptr<Strategy> copy = made();
      copy->load(reader);
      return offer(*copy, scores);
    });
  }

  // These scores have passed.
  std::vector<std::size_t> advance(const std::vector<double>& scores) {
    return guard_.alone([&] { return offer(*strategy_, scores); });
  }

  py::tuple state() {
    Writer writer;
    guard_.alone([&] { strategy_->save(writer, {}); });
    return py::make_tuple(std::string(name_of(kind_)), budget_.questions, budget_.period, seed_,
                          py::bytes(writer.bytes()));
  }

  static std::unique_ptr<ScoreBudget> from_state(const py::tuple& state) {
    if (state.size() != 5) throw invalid_data("not a pickled budget");
    auto budget = std::make_unique<ScoreBudget>(
        state[0].cast<std::string>(),
        Budget{state[1].cast<std::uint64_t>(), state[2].cast<std::uint64_t>()},
        state[3].cast<std::uint64_t>());
    const auto bytes = state[4].cast<std::string>();
    Reader reader(bytes);
    budget->strategy_->load(reader);
    return budget;
  }

 private:
  std::unique_ptr<Strategy> made() const { return make_strategy({kind_, budget_, seed_}); }

  static std::vector<std::size_t> offer(Strategy& strategy, const std::vector<double>& scores) {
    for (const double score : scores) {
      if (!std::isfinite(score)) throw invalid_data("a score is NaN or infinite");
    }
    std::vector<std::size_t> asked;
    Sample sample;
    Prediction prediction;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      prediction.score = scores[i];
      if (!strategy.offer(sample, prediction).empty()) asked.push_back(i);
    }
    return asked;
  }

  StrategyKind kind_;
  Budget budget_;
  std::uint64_t seed_;
  std::unique_ptr<Strategy> strategy_;
  Guard guard_;
};

}  // namespace

void bind_budget(py::module_& module) {
  module.def(
      "parse_budget",
      [](const std::string& text) {
        const Budget budget = Budget::parse(text);
        return py::make_tuple(budget.questions, budget.period);
      },
      py::arg("text"));
  py::class_<ScoreBudget>(module, "ScoreBudget")
      .def(py::init([](const std::string& strategy, std::uint64_t questions, std::uint64_t period,
                       std::uint64_t seed) {
             return std::make_unique<ScoreBudget>(strategy, Budget{questions, period}, seed);
           }),
           py::arg("strategy"), py::arg("questions"), py::arg("period"), py::arg("seed"))
      .def("peek", &ScoreBudget::peek, py::arg("scores"))
      .def("advance", &ScoreBudget::advance, py::arg("scores"))
      .def(py::pickle([](ScoreBudget& budget) { return budget.state(); },
                      [](const py::tuple& state) { return ScoreBudget::from_state(state); }));
}

}  // namespace mpart::python
