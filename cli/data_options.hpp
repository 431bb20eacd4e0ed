#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "mpart/source.hpp"

namespace mpart {

// The words of the command line that say what the data is.
struct DataOptions {
  SourceOptions source;
  bool unlabelled = false;

  void add_to(CLI::App& command);
  std::unique_ptr<Source> open(const std::string& data) const;

  // Opens data for a model of this width. A CSV that has just as many columns has no label column.
  std::unique_ptr<Source> open_for(const std::string& data, std::size_t width) const;
};

// Throws Error(kBadInput) unless `source` gives samples of `width` features.
void require_width(const Source& source, const std::string& data, std::size_t width);

// All of the data in memory, in an order drawn with the seed.
std::unique_ptr<Source> shuffled(std::unique_ptr<Source> source, std::uint64_t seed);

}  // namespace mpart
