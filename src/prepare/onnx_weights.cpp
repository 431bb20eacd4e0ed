#include "prepare/onnx_weights.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::embed {
namespace {

namespace fs = std::filesystem;

// A link may not lead out of the folder either.
bool is_inside(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path from = fs::canonical(folder, error);
  if (error) return false;
  const fs::path to = fs::weakly_canonical(file, error);
  return !error &&
         std::mismatch(from.begin(), from.end(), to.begin(), to.end()).first == from.end();
}

fs::path folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

void check_piece(const OnnxOutline::Elsewhere& piece, const std::string& path) {
  const std::string shown = path + ": its weights in " + sanitize_text(piece.location);
  const fs::path file = folder_of(path) / piece.location;
  if (piece.location.empty() || fs::path(piece.location).is_absolute() ||
      !is_inside(file, folder_of(path))) {
    throw invalid_data(shown + ": a file in the folder of the network expected");
  }
  std::error_code error;
  const std::uint64_t size = fs::is_regular_file(file, error) ? fs::file_size(file, error) : 0;
  if (error || !fs::is_regular_file(file, error)) throw invalid_data(shown + ": no such file");
  if (piece.offset > size || piece.length > size - piece.offset) {
    throw invalid_data(shown + ": " + std::to_string(piece.length) + " bytes at " +
                       std::to_string(piece.offset) + " expected, the file has " +
                       std::to_string(size));
  }
}

}  // namespace

void check_weights(const OnnxOutline& network, const std::string& path) {
  for (const OnnxOutline::Elsewhere& piece : network.elsewhere) check_piece(piece, path);
}

std::uint64_t network_checksum(const std::string& path) {
  const std::string bytes = read_file(path);
  std::uint64_t sum = crc64(bytes);
  const OnnxOutline network = read_onnx_outline(bytes, path);
  check_weights(network, path);
  std::set<std::string> files;
  for (const OnnxOutline::Elsewhere& piece : network.elsewhere) files.insert(piece.location);
  for (const std::string& file : files) {
    const std::uint64_t other = crc64(read_file((folder_of(path) / file).string()));
    sum = sum * 31 + other;  // the order counts, and one file stays what it was
  }
  return sum;
}

}  // namespace mpart::embed
