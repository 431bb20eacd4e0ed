#pragma once

namespace mpart {

// A sum that can be mended for ever: what was added can be taken out again, and what is left is the
// sum of the rest to the last bit, in whatever order it came. Each number is divided into a
// multiple of 2^-20 and a multiple of 2^-58 (what is finer is dropped, always the same way), and
// sums of such multiples are exact as long as they fit into the 53 bits of a double: 8e9 for the
// first, tens of thousands of numbers for the second.
class ExactSum {
 public:
  void add(double x) {
    const double coarse = rounded(x, kCoarse);
    coarse_ += coarse;
    fine_ += rounded(x - coarse, kFine);
  }
  void subtract(double x) { add(-x); }
  double value() const { return coarse_ + fine_; }

 private:
  // A double of this size has no bits below 2^-20, or 2^-58: adding it rounds there.
  static constexpr double kCoarse = 1.5 * 0x1p52 * 0x1p-20;
  static constexpr double kFine = 1.5 * 0x1p52 * 0x1p-58;
  static double rounded(double x, double unit) { return (x + unit) - unit; }

  double coarse_ = 0;
  double fine_ = 0;
};

}  // namespace mpart
