#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpart/columns.hpp"
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
  // Error(kInvalidData) that names file, row and column of what cannot be read; an infinite value
  // cannot. A missing value is NaN. Keeps one row at a time in memory, however long the stream is.
  virtual bool next(Sample& sample) = 0;

  // Number of features of every sample; 0: samples have a text alone.
  virtual std::size_t width() const = 0;

  // What the columns of a table are, for the model to keep; null: the data is no table. Lives as
  // long as the source.
  virtual const Columns* columns() const { return nullptr; }

  // The share of the stream that has been read, 0 to 1; nullopt if its length is not known.
  virtual std::optional<double> progress() const = 0;
};

struct SourceOptions {
  // Name of the label column, or its number from 1. Empty: the column called label, class or
  // target, else the last one; in JSONL the key "label".
  std::string label_column{};
  // NPY and IDX: file with the labels. Empty: the file beside the data, if there is one.
  std::string labels_file{};
  // Text that means "no label", in addition to the empty text, ?, NaN and null.
  std::string missing_label{};
  // False: the data has no label column; every column is a feature.
  bool labelled = true;
  // Tables: the features, the columns that are not used, the column that names the rows, and what
  // columns are, as in ColumnChoices.
  std::vector<std::string> used_columns{};
  std::vector<std::string> ignored_columns{};
  std::string id_column{};
  std::vector<std::string> column_kinds{};
  // Reads a table as these columns say: the model's. Null: the first rows decide. Copied.
  const Columns* columns = nullptr;
  // Every column of a table is a number, none is set aside.
  bool numbers_alone = false;
  // Values that a model without columns takes: a table of just as many columns is read as numbers
  // alone, and one without a label column is found by it. 0: not known.
  std::size_t expected_width = 0;
  // SVMLIGHT: number of features. 0: the largest index in the file.
  std::size_t features = 0;
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
//   FILE.arff              Weka's tables, dense or sparse
//   FILE.svm .svmlight .libsvm  label index:value ..., indices from 1
//   FILE.parquet .pq       Parquet, every column one value a row
//   FILE.arrow .feather    Arrow file or stream, likewise; also .arrows, .ipc
//   FILE.npy               array, one sample for each first index; labels in a file beside it
//   FILE.jsonl .ndjson     one object a line: {"id": .., "values": [..], "label": ..}, values also
//   by
//                          name, {"age": 3, "colour": "red"}, inside "values" or without it; "text"
//   *idx3-ubyte[.gz] ...   IDX pictures, bytes scaled to [0,1]; labels in the idx1 file beside it
//   FILE.bin               CIFAR-10 binary batch
//   -                      standard input: CSV, JSONL, ARFF, an Arrow stream, or
//                          SVMLIGHT if `features` is given
//   synthetic:NAME[,k=v..] moons, blobs, late-class, drift
// Throws Error(kNotFound) if there is no such file, Error(kInvalidData) if its type is unknown.
std::unique_ptr<Source> open_source(const std::string& data, const SourceOptions& options = {});

}  // namespace mpart
