#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/preparation.hpp"
#include "mpart/session.hpp"
#include "mpart/source.hpp"
#include "mpart/window.hpp"
#include "persist/network_record.hpp"
#include "prepare/matrix.hpp"
#include "prepare/pictures.hpp"
#include "prepare/training_split.hpp"

namespace mpart {

// The words of the command line that say how pictures are read and which networks they, or any
// other rows, go through.
class EmbeddingOptions {
 public:
  void add_to(CLI::App& command);
  void add_networks_to(CLI::App& command);  // all but what is about files

  // A network that runs after all of --embedder.
  void append(const std::string& network) { networks_.push_back(network); }
  bool given() const { return !networks_.empty() || !stages_.empty(); }

  // Adds a stage that runs after all others.
  void append_stage(const Stage& stage);
  SessionOptions::Prepared prepared() const;  // by the stages

  // Chooses how pictures are read where neither a network nor a flag says it.
  void choose_pictures();

  // Does what a model's preparation says. Throws Error(kInvalidArgument) that names both if flags
  // say something else.
  void use(const Preparation& preparation);

  // All that is done to a row; without its columns.
  Preparation preparation() const;

  // Opens a network that runs after all of --embedder, but not as one of the chain.
  std::shared_ptr<Embedder> open_last(const std::string& network);

  std::unique_ptr<Source> read_pictures(const std::string& data);

  // Values a sample must have at the beginning to end up with `width`.
  std::size_t input_width(std::size_t width);
  std::unique_ptr<Source> apply(std::unique_ptr<Source> source);

  // The rows of a series as windows, as --window says. `by_id`: an id names a series.
  const WindowOptions& window() const { return window_; }
  std::unique_ptr<Source> apply_window(std::unique_ptr<Source> source, bool by_id) const;

  const EmbedderChain& chain();
  embed::ReadPicture read_picture(std::uint64_t most_pixels);  // REQUIRES given()

  // The networks by their files' bytes, programs by their command, for a state to compare with.
  // Throws Error that names a file that cannot be read.
  NetworkRecord record() const;

  // What the last network was fitted on. Throws Error(kInvalidArgument) unless it says that it was
  // `data`.
  embed::FittedRows fitted_rows(const std::string& data) const;

  // Forgets what was passed over, before data is read once more.
  void forget_skipped();

  // What of a folder was passed over, on standard error: a line for pictures that could not be read
  // and one for other files.
  void print_skipped() const;

 private:
  std::shared_ptr<Embedder> open(const std::string& network, std::size_t position) const;
  void require_outputs(std::size_t networks) const;
  embed::PictureOptions picture_options();

  // The first network is a program, which takes texts and paths too.
  bool begins_with_command() const;

  std::string picture_flags() const;

  std::vector<std::string> networks_;
  std::vector<Stage> stages_;         // after the networks: of a model, or fitted
  std::vector<std::string> outputs_;  // of the networks in their order
  embed::PictureOptions pictures_;    // as the flags say
  WindowOptions window_;
  bool skip_broken_ = false;
  double command_seconds_ = 60;     // that a program has for a batch
  bool send_paths_ = false;         // the data are pictures that the program reads itself
  EmbedderChain chain_;             // as networks_ and stages_, once opened
  std::shared_ptr<Embedder> last_;  // as open_last() opened it
  // Pictures may be read by another thread.
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::vector<std::string> skipped_;
  std::vector<std::string> passed_over_;  // files of folders that are no pictures
};

// Replaces the values of every sample by what the networks make of them, one sample at a time: what
// comes out does not depend on which samples come together. Throws as embed_samples() does.
void embed_each(std::vector<Sample>& samples, const EmbedderChain& networks);

// Adds a row to a matrix. REQUIRES: as many values as the rows before it.
void append_row(embed::Matrix& matrix, std::span<const double> values);

// The samples of `source` but those the network was fitted on.
std::unique_ptr<Source> unseen(std::unique_ptr<Source> source, const embed::RowDraw& fitted);

}  // namespace mpart
