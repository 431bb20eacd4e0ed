#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "mpart/error.hpp"
#include "source/readers.hpp"
#include "util/named_options.hpp"
#include "util/random.hpp"
#include "util/sanitize_text.hpp"

namespace mpart {
namespace {

enum class Shape { kMoons, kBlobs, kLateClass, kDrift };

constexpr std::pair<std::string_view, Shape> kStreams[] = {{"moons", Shape::kMoons},
                                                           {"blobs", Shape::kBlobs},
                                                           {"late-class", Shape::kLateClass},
                                                           {"drift", Shape::kDrift}};

struct SyntheticOptions {
  Shape shape = Shape::kMoons;
  double samples = 10000;  // 0: endless
  double noise = 0.03;     // standard deviation around the shape, in units of the picture's side
  double classes = 5;      // blobs; moons are always two
  double dims = 2;         // features
  double after = 0.5;      // late-class: share of the samples before the last class comes
  double period = 10000;   // drift: samples of one turn
};

// Throws Error(kInvalidArgument) for a name, an option or a value that does not exist.
SyntheticOptions parse_synthetic(const std::string& spec) {
  constexpr std::uint32_t kMany = std::numeric_limits<std::uint32_t>::max();
  NamedOptions given(spec, "synthetic:");
  const auto* const known =
      std::ranges::find(kStreams, given.name(), &std::pair<std::string_view, Shape>::first);
  if (known == std::end(kStreams)) {
    throw invalid_argument("synthetic:" + sanitize_text(given.name()) +
                           ": no such stream; moons, blobs, late-class and drift exist");
  }
  SyntheticOptions options{.shape = known->second};
  const bool blobs = options.shape == Shape::kBlobs || options.shape == Shape::kLateClass;
  options.samples = given.whole("samples", 10000, 0, kMany);
  options.noise = given.number("noise", options.noise, 0, 1);
  if (options.shape != Shape::kMoons) options.classes = given.whole("classes", 5, 2, 26);
  if (blobs) options.dims = given.whole("dims", 2, 1, 1024);
  if (options.shape == Shape::kLateClass) {
    options.after = given.number("after", options.after, 0, 1);
  }
  if (options.shape == Shape::kDrift) options.period = given.whole("period", 10000, 1, kMany);
  given.check();
  return options;
}

using Point = std::vector<double>;

double squared_distance(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

double distance_to_nearest(const Point& point, const std::vector<Point>& others) {
  auto nearest = static_cast<double>(point.size());  // no two points of the unit cube are farther
  for (const Point& other : others) nearest = std::min(nearest, squared_distance(point, other));
  return nearest;
}

// Each centre is the one of many random candidates that is farthest from those before it.
std::vector<Point> place_centres(std::size_t classes, std::size_t dims, Random& random) {
  constexpr int kCandidates = 32;
  constexpr double kMargin = 0.15;
  std::vector<Point> centres;
  while (centres.size() < classes) {
    Point best;
    double farthest = -1;
    for (int i = 0; i < kCandidates; ++i) {
      Point candidate(dims);
      for (double& x : candidate) x = kMargin + (1 - 2 * kMargin) * random.uniform();
      const double distance = distance_to_nearest(candidate, centres);
      if (distance <= farthest) continue;
      farthest = distance;
      best = std::move(candidate);
    }
    centres.push_back(std::move(best));
  }
  return centres;
}

// Streams whose truth is known. Every number comes from one generator.
class SyntheticSource : public Source {
 public:
  SyntheticSource(const SyntheticOptions& options, std::uint64_t seed, bool labelled)
      : options_(options), labelled_(labelled), random_(seed) {
    if (options_.shape == Shape::kBlobs || options_.shape == Shape::kLateClass) {
      centres_ = place_centres(static_cast<std::size_t>(options_.classes),
                               static_cast<std::size_t>(options_.dims), random_);
    }
  }

  bool next(Sample& sample) override {
    if (options_.samples > 0 && time_ >= options_.samples) return false;
    sample.id.clear();
    sample.label.clear();
    sample.values.resize(width());
    if (options_.shape == Shape::kMoons) {
      draw_moon(sample);
    } else {
      draw_blob(sample);
    }
    for (double& value : sample.values) {
      value = std::clamp(value + options_.noise * random_.normal(), 0.0, 1.0);
    }
    if (!labelled_) sample.label.clear();
    time_ += 1;
    sample.row = static_cast<std::uint64_t>(time_);
    return true;
  }

  std::size_t width() const override { return static_cast<std::size_t>(options_.dims); }

  std::optional<double> progress() const override {
    if (options_.samples == 0) return std::nullopt;
    return time_ / options_.samples;
  }

 private:
  // Two half circles of radius 1/4 that reach into each other.
  void draw_moon(Sample& sample) {
    constexpr double kRadius = 0.25;
    const bool upper = random_.below(2) == 0;
    const double angle = std::numbers::pi * random_.uniform();
    const double x = upper ? std::cos(angle) : 1 - std::cos(angle);
    const double y = upper ? std::sin(angle) : 0.5 - std::sin(angle);
    sample.values[0] = 0.5 + kRadius * (x - 0.5);
    sample.values[1] = 0.5 + kRadius * (y - 0.25);
    sample.label = upper ? "upper" : "lower";
  }

  void draw_blob(Sample& sample) {
    const std::size_t label = random_.below(classes_now());
    sample.label.assign(1, static_cast<char>('a' + label));
    if (options_.shape != Shape::kDrift) {
      std::copy(centres_[label].begin(), centres_[label].end(), sample.values.begin());
      return;
    }
    constexpr double kRadius = 0.3;
    const double turn = static_cast<double>(label) / options_.classes +
                        std::fmod(time_, options_.period) / options_.period;
    sample.values[0] = 0.5 + kRadius * std::cos(2 * std::numbers::pi * turn);
    sample.values[1] = 0.5 + kRadius * std::sin(2 * std::numbers::pi * turn);
  }

  std::uint64_t classes_now() const {
    const auto classes = static_cast<std::uint64_t>(options_.classes);
    if (options_.shape != Shape::kLateClass) return classes;
    // An endless stream has no share; it is as if it had the usual length.
    const double length = options_.samples > 0 ? options_.samples : SyntheticOptions().samples;
    return time_ < options_.after * length ? classes - 1 : classes;
  }

  SyntheticOptions options_;
  bool labelled_;
  Random random_;
  std::vector<Point> centres_;  // by class
  double time_ = 0;             // samples given so far
};

}  // namespace

std::unique_ptr<Source> make_synthetic(const std::string& spec, const SourceOptions& options) {
  return std::make_unique<SyntheticSource>(parse_synthetic(spec), options.seed, options.labelled);
}

}  // namespace mpart
