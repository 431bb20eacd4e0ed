#include "wire/reason_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace mpart::wire {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ReasonText, SaysWhatIsKnownAroundTheSample) {
  EXPECT_EQ(reason_text({0.83, 0.41, 132.1, 0.31, 0.27}, StrategyKind::kExplorer),
            "Few labels are near here, and the classes are mixed. The region is dense, so the "
            "answer helps with many samples. Its score of 0.31 passed the threshold of 0.27.");
  EXPECT_EQ(
      reason_text({1, 0.9, 1, 0.01, 0}, StrategyKind::kMemory),
      "No label is near here yet. The region is sparse. Its score of 0.01 passed the threshold "
      "of 0.");
  EXPECT_EQ(reason_text({0.1, 0.6, 12, 0.05, 0.01}, StrategyKind::kExplorer),
            "Labels are near here, but the classes are mixed. The region is of medium density. Its "
            "score of 0.05 passed the threshold of 0.01.");
}

TEST(ReasonText, SaysWhyTheStrategyChoseIt) {
  const Reason reason{0.2, 0.1, 12, 0.05, kNaN};
  const std::string around =
      "Labels are near here, and the classes hardly mix. The region is of medium density. ";
  EXPECT_EQ(reason_text(reason, StrategyKind::kRandom), around + "It was chosen at random.");
  EXPECT_EQ(reason_text(reason, StrategyKind::kCover),
            around + "No label speaks for many samples around it yet.");
  EXPECT_EQ(reason_text(reason, StrategyKind::kRepresentative),
            around + "It stands for samples that have no label yet.");
}

TEST(BestClasses, AreThoseOfHighestProbability) {
  Prediction prediction;
  prediction.probability = {0.1, 0, 0.5, 0.4};
  using Order = std::vector<ClassIndex>;
  EXPECT_EQ(best_classes(prediction, 4, 2), (Order{2, 3}));
  EXPECT_EQ(best_classes(prediction, 4, 9), (Order{2, 3, 0}));
  EXPECT_EQ(best_classes(prediction, 2, 9), (Order{0}));  // fewer names than probabilities
}

}  // namespace
}  // namespace mpart::wire
