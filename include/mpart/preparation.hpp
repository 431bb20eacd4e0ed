#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/columns.hpp"
#include "mpart/embedder.hpp"

namespace mpart {

// One step between the numbers of a row and the values that a session gets, in a form that can be
// kept in a file. make_stage() makes the part that runs.
struct Stage {
  enum class Kind : std::uint8_t {
    kNetwork,  // an ONNX file
    kScaling,  // brings the columns of a table to [0,1], each by as much as it shall count
    kText,     // makes numbers of a text
    kCommand,  // a program of the user's
  };
  Kind kind = Kind::kNetwork;
  std::string name;            // for messages: of the file, or the command
  std::string bytes;           // what it is made of; empty for a network that is too large
  std::uint64_t checksum = 0;  // of a network's file, CRC-64
  std::string path;            // of a network that is too large to be kept, else empty
  std::string output;          // which output of a network; empty: the first

  // Whether it does the same, wherever it came from.
  bool is_same(const Stage& other) const;
};

// Larger networks are not kept in a model, only their path and checksum.
inline constexpr std::size_t kMostNetworkBytes = std::size_t{16} << 20;

// Everything that happens to a row of data before a session gets it. It is part of a model file, so
// that predict, serve and worker need no flags, and a model never gets rows that mean something
// else.
struct Preparation {
  Columns columns{};         // of a table; empty: rows are numbers, pictures or texts
  std::string pictures{};    // how pictures are read, as flags: "--image-size 28 --grey"
  std::uint64_t window = 0;  // rows of a window; 0: a row is a sample
  std::uint64_t window_step = 0;
  std::vector<Stage> stages{};  // in the order in which they run

  bool empty() const {
    return columns.all().empty() && pictures.empty() && window == 0 && stages.empty();
  }

  // Throws Error(kInvalidArgument) that names both sides of the first difference. `ours` and
  // `theirs` say whose they are: "the model a.mpart".
  void require_same(const Preparation& other, const std::string& ours,
                    const std::string& theirs) const;

  // For a person: what happens to a row, a line for each part.
  std::vector<std::string> describe() const;

  void save(Writer& writer) const;
  static Preparation load(Reader& reader);  // throws Error(kCorrupt)
};

// The stage of a network's file. Throws as open_embedder() does if it cannot be read.
Stage network_stage(const std::string& path, const std::string& output = {});

// The stage of a program that makes vectors of lines (--embedder command:PROGRAM).
Stage command_stage(const std::string& command);

// The part that runs. `image_size` is for a network that takes pictures of any size; 0: as it says.
// Throws Error(kNotFound) or Error(kConflict) that names the network if its file is gone or is
// another one than before.
std::unique_ptr<Embedder> make_stage(const Stage& stage, std::size_t image_size = 0);

}  // namespace mpart
