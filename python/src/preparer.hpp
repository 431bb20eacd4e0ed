#pragma once

#include <pybind11/pybind11.h>

#include <span>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/preparation.hpp"
#include "mpart/sample.hpp"

namespace mpart::python {

// Makes samples of Python's objects, as the preparation of a model says: by its columns, then
// through its stages. Not thread-safe.
class Preparer {
 public:
  Preparer() = default;

  // Opens the stages. Throws as make_stage() does, and Error(kUnsupported) for a model of pictures
  // or of windows. Needs the interpreter's lock.
  explicit Preparer(Preparation preparation);

  const Preparation& preparation() const { return preparation_; }

  // Every feature is a number from now on, called by these names; a label column follows them.
  // Throws Error(kInvalidData) for an empty name, or one that is there twice.
  void name_features(const std::vector<std::string>& names);

  // Replaces values, text and id of `sample`. `x` is one of
  //   a 1-D array of float64: the features, all of them numbers; NaN is a missing value;
  //   a list with None, a float or a str for each column of the model;
  //   a str, for a model of one text.
  // Throws Error(kInvalidData) or Error(kInvalidArgument). Needs the interpreter's lock.
  void read(const pybind11::handle& x, Sample& sample) const;

  // Runs the stages, as embed_leading() does.
  [[nodiscard]] std::size_t run(std::span<Sample> samples, std::string& problem) const {
    return embed_leading(stages_, samples, problem);
  }
  void run(Sample& sample) const;  // throws Error(kInvalidData)

  bool has_stages() const { return !stages_.empty(); }

  // (name, kind, form, optional, levels) for each column of the model. Bytes that are no UTF-8
  // become surrogates, as in Python's names of files.
  pybind11::list columns() const;
  pybind11::list describe() const;  // lines for a person

 private:
  void read_values(const pybind11::handle& x, Sample& sample) const;
  void read_cells(const pybind11::list& cells, Sample& sample) const;
  void read_cell(std::size_t column, const pybind11::handle& cell, Sample& sample) const;
  void read_text(const pybind11::handle& x, Sample& sample) const;

  Preparation preparation_;
  EmbedderChain stages_;
};

}  // namespace mpart::python
