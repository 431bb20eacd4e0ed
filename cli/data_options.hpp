#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cli/embedding_options.hpp"
#include "cli/range_check.hpp"
#include "mpart/source.hpp"

namespace mpart {

// The words of the command line that say what the data is.
struct DataOptions {
  SourceOptions source;
  bool unlabelled = false;
  EmbeddingOptions embedding;
  RangeCheck* ranges = nullptr;  // looks at the rows before anything is done to them

  void add_to(CLI::App& command);
  std::unique_ptr<Source> open(const std::string& data);

  // All that is done to a row, for a model to keep.
  Preparation preparation() const;

  // Opens data from now on as a model's preparation says. Throws as EmbeddingOptions::use() does.
  void use(const Preparation& preparation);

  // Opens data for a model of this width. A table has the columns of `source`, or of the data
  // opened before. Where there are none, one that has just as many columns as go in has no label
  // column.
  std::unique_ptr<Source> open_for(const std::string& data, std::size_t width);

 private:
  std::unique_ptr<Source> open_rows(const std::string& data, std::size_t expected_width);

  bool columns_chosen_ = false;     // data was opened: its flags are in columns_
  std::optional<Columns> columns_;  // of the data opened first, which all other data must have
};

// All of the data in memory, in an order drawn with the seed.
std::unique_ptr<Source> shuffled(std::unique_ptr<Source> source, std::uint64_t seed);

}  // namespace mpart
