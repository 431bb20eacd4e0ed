#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpart/columns.hpp"
#include "mpart/preparation.hpp"
#include "mpart/sample.hpp"
#include "wire/limits.hpp"

namespace mpart::wire {

// A value of a sample as it came, with the name of its column. An empty one is missing.
struct ShownValue {
  std::string name, value;
};

// What a person sees of a sample. It is never written anywhere.
struct Show {
  std::string picture, text, link;
  std::vector<ShownValue> values{};  // of a sample whose columns are known

  bool empty() const { return bytes() == 0; }
  std::size_t bytes() const;
};

// Samples that came together.
struct SampleBatch {
  std::vector<Sample> samples;
  std::vector<Show> shows;  // as many, if the rules ask for them
  bool many = false;        // they came as a list, so the answer is one
};

struct SampleRules {
  std::size_t most_samples = kMostHttpSamples;
  std::size_t most_values = std::numeric_limits<std::size_t>::max();  // of a sample
  std::string label_key = "label";
  bool labelled = true;         // false: no key is the label
  bool label_required = false;  // a sample without one says so by null
  bool shows = false;           // "show" is read
  bool raw = false;             // what came is kept to be shown, whether "show" is read or not
  bool refuse_unknown = false;  // a key that means nothing is an error
  bool refuse_names = false;    // a name that is no column is an error
  bool refuse_text = false;     // "text" is an error
  bool texts = false;           // a sample may have "text" instead of values
};

// What samples are before a model's preparation.
struct SampleForm {
  Columns columns{};   // of a table; none: numbers, or texts
  bool texts = false;  // a text is taken

  static SampleForm of(const Preparation& preparation);

  // Throws Error(kInvalidData) unless a row of so many numbers alone is a sample.
  void require_numbers(std::size_t width) const;

  // The rules of a door at which wrong names and a text that nobody reads are errors.
  SampleRules rules(SampleRules rules) const;
};

// "number", "category", "date" or "text"; empty for a column that a sample can do without.
std::string_view feature_kind(ColumnKind kind);

// Names and cells of a record, in its order.
using NamedCells = std::vector<std::pair<std::string, std::string>>;

// Reads samples from JSON for every door:
//   {"values":[0.1,0.9], "id":"img-7", "label":"cat", "show":{"picture":"data:image/...",
//    "text":"...", "link":"https://..."}}
// "features" and "x" are older spellings of "values". A value that is null is missing: NaN. "text"
// is what the sample says in words. Where the columns of a table are known, values may be given by
// name: {"values":{"age":3,"colour":"red"}, "label":"yes"}, or {"age":3,"colour":"red"} alone;
// columns that are not known are passed over, and one that is missing is null. An array has an
// element for each column that becomes values; where columns have names, all of these must be
// numbers. An id is a string or a number, a label also a boolean or null; a number stands for its
// text, 3.0 for 3. Other keys are passed over, unless the rules say otherwise. Keeps its memory, so
// that nothing is allocated per sample once warm, but not that of a large text. Not thread-safe.
class SampleReader {
 public:
  explicit SampleReader(SampleRules rules = {});
  ~SampleReader();

  // The columns of samples; null or none: not known. Copies what it needs but for the columns
  // themselves, which must live until the next call.
  void set_columns(const Columns* columns);

  // One sample, an array of samples, or {"samples":[...]}; at least one, all of one width. The text
  // has at most kMostSampleJson values.
  // `pictures`: a sample that shows a picture may do without values. Throws Error(kInvalidData)
  // that says what is wrong and, of several samples, with which: "sample 3: 4 values expected, 2
  // found".
  SampleBatch read(std::string_view json, bool pictures = false);

  // One sample; its row is not touched. Throws Error(kInvalidData).
  void read_one(std::string_view json, Sample& sample);

  // Names and cells of one object, or of the one under "values", to decide what the columns are;
  // what is an array or an object has no cell. False if its values are an array. Throws
  // Error(kInvalidData).
  bool read_cells(std::string_view json, NamedCells& cells);

 private:
  struct Parser;  // simdjson's, and the cells of a record
  class Tidy;

  SampleRules rules_;
  std::unique_ptr<Parser> parser_;
};

// "sample 3: " for position 2 of several, nothing for a single one.
std::string sample_name(std::size_t position, std::size_t count);

// Throws Error(kInvalidData) unless every sample has `width` values, none of them beyond
// kLargestValue and not all of them missing; 0: as many as the first, and at least one.
void check_values(std::span<const Sample> samples, std::size_t width);

}  // namespace mpart::wire
