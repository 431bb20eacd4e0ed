#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "prepare/fuzzy_set.hpp"
#include "prepare/pair_loss.hpp"
#include "util/random.hpp"

namespace mpart::embed {

struct Batch {
  std::vector<std::uint32_t> rows;  // of the data, each once
  std::vector<Pair> near;           // edges that were drawn, as positions in `rows`
  std::vector<Pair> far;
};

struct BatchOptions {
  std::size_t edges = 1000;   // near pairs in a batch, about; more: fewer, smoother steps
  std::size_t patch = 8;      // neighbouring rows taken together; more: faster, rougher steps
  std::size_t negatives = 5;  // far pairs for a near one; more: clusters further apart
};

// Draws the edges of a fuzzy set, each with its weight as the probability, once an epoch.
// A network pays for every row it embeds, so that rows should share their edges: every epoch cuts
// the graph anew into patches of neighbouring rows, and a batch is some of these patches with all
// the edges drawn from their rows. Still every edge is as likely as its weight. A far pair joins a
// drawn edge's start to the end of one of another patch.
class EdgeBatches {
 public:
  // `edges` as fuzzy_set() gives them; they must outlive this.
  EdgeBatches(std::span<const FuzzyEdge> edges, std::size_t rows, const BatchOptions& options,
              Random& random);

  void start_epoch();
  bool next(Batch& batch);                            // false: the epoch is over
  double share() const;                               // of the epoch that has been drawn
  std::size_t count() const { return batch_count_; }  // of batches in an epoch

 private:
  struct Patch {
    std::size_t first = 0, last = 0;  // of order_
  };

  void grow_patch(std::uint32_t seed);
  void draw_patch(std::size_t number, Batch& batch);
  void draw_far(Batch& batch);
  std::uint32_t position_of(std::uint32_t row, Batch& batch);
  std::span<const FuzzyEdge> edges_of(std::uint32_t row) const;

  std::span<const FuzzyEdge> edges_;
  std::vector<std::size_t> first_edge_;  // by row, and the end
  BatchOptions options_;
  Random& random_;

  std::vector<std::uint32_t> order_;  // every row once, patch after patch
  std::vector<Patch> patches_;
  std::size_t batch_count_ = 0;
  std::size_t next_batch_ = 0;
  std::vector<std::uint8_t> taken_;      // by row: is in a patch
  std::vector<std::uint32_t> seeds_;     // every row once
  std::vector<std::uint32_t> position_;  // by row: in the batch numbered by stamp_
  std::vector<std::uint32_t> stamp_;
  std::uint32_t batch_number_ = 0;
  std::vector<std::uint32_t> patch_of_near_;  // by near pair of the batch
};

}  // namespace mpart::embed
