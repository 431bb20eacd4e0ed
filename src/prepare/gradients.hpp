#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpart::embed {

// Histograms of oriented gradients (Dalal and Triggs 2005): what directions the edges of a picture
// have, and where. Two pictures of one thing are closer by these than by their pixels, because a
// small shift moves an edge within its cell, and brightness is divided out.
//
// A picture is divided into 4 x 4 cells, whose histograms are compared in blocks of 2 x 2, and into
// 7 x 7 cells, each on its own. A pixel votes for the cells whose centres are around it. A cell's
// histogram has nine directions of 20 degrees; an edge from dark to bright counts as one from
// bright to dark. In a picture with three channels a pixel's gradient is that of the channel where
// it is largest.
//
// Histograms are divided by their length, to which that of the whole picture is added: an edge
// counts by what it is beside the others around it, but the noise of a flat cell stays small.
//
// 765 values for a picture of any size. They do not change when all pixels are multiplied by a
// number or when a number is added to all of them. Working memory is inside: not thread-safe.
class Gradients {
 public:
  static constexpr std::size_t kSmallestSide = 7;  // pixels: one for every cell
  static constexpr std::size_t kValues = 765;

  // Pictures of [channels][side][side] values, one channel or three. Throws
  // Error(kInvalidArgument) unless `width` is k*k or 3*k*k with k of at least kSmallestSide.
  explicit Gradients(std::size_t width);

  // Whether the constructor takes it.
  static bool fits(std::size_t width);

  std::size_t input_width() const { return channels_ * side_ * side_; }
  bool in_colour() const { return channels_ > 1; }
  std::size_t side() const { return side_; }

  // REQUIRES: input_width() and kValues values
  void compute(std::span<const float> picture, std::span<float> values);

 private:
  // Where a pixel's column or row lies between the centres of cells.
  struct Place {
    std::size_t cell = 0;  // the one before it; 0 is a cell outside the picture
    float second = 0;      // share of the vote that the cell behind it gets
  };
  // Histograms of a picture that is divided into cells_a_side x cells_a_side cells, with a border
  // of cells around for votes that nobody reads.
  struct Grid {
    Grid(std::size_t cells, std::size_t side);

    float* histogram(std::size_t row, std::size_t column);
    void vote(const Place& row, const Place& column, std::size_t direction, float first,
              float second);
    float* write_blocks(std::size_t block, float* out);

    std::size_t cells_a_side;
    std::vector<Place> places;      // by the column or the row of a pixel
    std::vector<float> histograms;  // [row][column][direction]
  };

  void count_edges(std::span<const float> picture);

  std::size_t channels_ = 0, side_ = 0;
  Grid coarse_, fine_;
};

}  // namespace mpart::embed
