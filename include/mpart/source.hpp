#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "mpart/sample.hpp"

namespace mpart {

// A stream of samples, all with the same number of values. Not thread-safe.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // Fills `sample` and returns true, or returns false at the end of the stream. Throws
  // Error(kInvalidData) that names file, row and column of what cannot be read; a value that is not
  // finite cannot. Keeps one row at a time in memory, however long the stream is.
  virtual bool next(Sample& sample) = 0;

  // Number of features of every sample.
  virtual std::size_t width() const = 0;

  // The share of the stream that has been read, 0 to 1; nullopt if its length is not known.
  virtual std::optional<double> progress() const = 0;
};

struct SourceOptions {
  // CSV and JSONL: name of the label column, or its number from 1. Empty: the last column, or the
  // key "label".
  std::string label_column{};
  // NPY and IDX: file with the labels. Empty: the file beside the data, if there is one.
  std::string labels_file{};
  // Text that means "no label", in addition to the empty text, ?, NaN and null.
  std::string missing_label{};
  // False: the data has no label column; every column is a feature.
  bool labelled = true;
  // Seed of synthetic streams.
  std::uint64_t seed = 0;
  // Called when a signal interrupts a read that waits; true ends the stream there.
  bool (*stop)() = nullptr;
  // Called before a read that has to wait for input: the moment to hand on what is ready. Never
  // called for a file, which does not wait.
  std::function<void()> idle{};
};

// Opens a source by its name:
//   FILE.csv .tsv .txt     text, header or not; delimiter , ; or tab
//   FILE.npy               array, one sample for each first index; labels in a file beside it
//   FILE.jsonl .ndjson     one object a line: {"id": .., "values": [..], "label": ..}
//   *idx3-ubyte[.gz] ...   IDX pictures, bytes scaled to [0,1]; labels in the idx1 file beside it
//   FILE.bin               CIFAR-10 binary batch
//   -                      standard input, CSV or JSONL
//   synthetic:NAME[,k=v..] moons, blobs, late-class, drift
// Throws Error(kNotFound) if there is no such file, Error(kInvalidData) if its type is unknown.
std::unique_ptr<Source> open_source(const std::string& data, const SourceOptions& options = {});

}  // namespace mpart
