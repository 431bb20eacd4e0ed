#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "mpart/sample.hpp"

namespace mpart {

// A stream of samples of one width. Not thread-safe: one thread reads.
class Source {
 public:
  virtual ~Source() = default;

  // Fills `sample` and returns true, or returns false at the end of the stream.
  // Throws Error(kBadInput) naming file, row and column for anything that cannot be read,
  // a value that is not finite included. Holds one row at a time, whatever the stream's length.
  virtual bool next(Sample& sample) = 0;

  // Number of features of every sample.
  virtual std::size_t width() const = 0;

  // Share of the stream that has been read, 0 to 1; nothing for an endless or unmeasurable one.
  virtual std::optional<double> progress() const = 0;
};

struct SourceOptions {
  // CSV and JSONL: name (or number, from 1) of the label; empty: the last column, "label".
  std::string label_column{};
  // NPY and IDX: where the labels are; empty: the sibling file, if there is one.
  std::string labels_file{};
  // One more spelling of "no label", beside the empty one, ?, NaN and null.
  std::string missing_label{};
  // False: the data has no label column, every column is a feature.
  bool labelled = true;
  // Of synthetic streams.
  std::uint64_t seed = 0;
  // Asked when a signal interrupts a read that waits: true ends the stream there.
  bool (*stop)() = nullptr;
};

// Opens what `data` names:
//   FILE.csv .tsv .txt     text, header or not; delimiter , ; or tab
//   FILE.npy               2-D (or more: one sample a first index) array; labels in a file beside
//   it FILE.jsonl .ndjson     one object a line: {"id": .., "features": [..], "label": ..}
//   *idx3-ubyte[.gz] ...   IDX pictures, bytes scaled to [0,1]; labels in the idx1 file beside it
//   FILE.bin               CIFAR-10 binary batch
//   -                      standard input, CSV or JSONL
//   synthetic:NAME[,k=v..] moons, blobs, late-class, drift
// Throws Error(kBadInput) if there is no such file or it is of no known form.
std::unique_ptr<Source> open_source(const std::string& data, const SourceOptions& options = {});

}  // namespace mpart
