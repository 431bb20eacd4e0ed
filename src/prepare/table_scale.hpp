#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/scaling.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

// Brings the columns of a table to [0,1], each by as much as it shall count.
//
// - The ranges are those of Scaling, found once. What lies beyond a range ends at its border.
// - The levels of a category count together as much as one number, and a column that has nothing to
//   do with the others counts little (column_weights()).
// - A missing value (NaN) becomes what the other values of its row let expect: the mean of a normal
//   distribution with the correlations of the table. In a table of many columns it becomes the mean
//   of its column.
class TableScale {
 public:
  // `groups` says which column of the table each value comes from; empty: each from its own.
  static TableScale fit(const Matrix& rows, std::span<const std::size_t> groups);

  const Scaling& scaling() const { return scaling_; }
  std::size_t width() const { return scaling_.width(); }
  bool is_identity() const { return scaling_.is_identity() && weights_.empty(); }
  bool weighs() const { return !weights_.empty(); }  // columns do not all count the same

  // How many columns there are, where one that counts little counts little, and the levels of a
  // category count as one.
  double effective_columns() const { return effective_columns_; }

  // REQUIRES: width() values. `out` has them scaled.
  void apply(std::span<const float> values, std::span<float> out);

  std::string encode() const;
  // Throws Error(kCorrupt) for bytes that encode() cannot have made.
  static TableScale decode(std::string_view bytes);

 private:
  void find_middle();
  void correlate(const Matrix& rows);
  void fill_in();

  Scaling scaling_;
  std::vector<double> weights_;     // empty: all ones
  std::vector<double> covariance_;  // of scaled values, [width][width]; empty: too many columns
  std::vector<double> middle_;      // the means, scaled
  double effective_columns_ = 0;    // known after fit() alone
  std::vector<double> row_, scaled_;
};

// The part that runs.
std::unique_ptr<Embedder> make_table_scale(TableScale scale, std::string name);

}  // namespace mpart::embed
