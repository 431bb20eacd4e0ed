#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "embed/pictures.hpp"
#include "embed/row_draw.hpp"
#include "mpart/embedder.hpp"
#include "mpart/source.hpp"

namespace mpart {

// The words of the command line that say how pictures are read and which networks they, or any
// other rows, go through.
class EmbeddingOptions {
 public:
  void add_to(CLI::App& command);
  void add_networks_to(CLI::App& command);  // all but what is about files

  // A network that runs after all of --embedder.
  void append(const std::string& network) { networks_.push_back(network); }
  bool given() const { return !networks_.empty(); }

  std::unique_ptr<Source> read_pictures(const std::string& data);

  // Values a sample must have at the beginning to end up with `width`.
  std::size_t input_width(std::size_t width);
  std::unique_ptr<Source> apply(std::unique_ptr<Source> source);

  const EmbedderChain& chain();
  embed::ReadPicture read_picture(std::uint64_t most_pixels);  // REQUIRES given()

  // What the last network was fitted on. Throws Error(kBadUse) unless it says that it was `data`.
  embed::FittedRows fitted_rows(const std::string& data) const;

  // Pictures that could not be read, on standard error.
  void print_skipped() const;

 private:
  std::vector<std::string> networks_;
  embed::PictureOptions pictures_;
  bool skip_broken_ = false;
  EmbedderChain chain_;  // as networks_, once opened
  std::vector<std::string> skipped_;
};

// The samples of `source` but those the network was fitted on.
std::unique_ptr<Source> unseen(std::unique_ptr<Source> source, const embed::RowDraw& fitted);

}  // namespace mpart
