#include "source/siblings.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace mpart {
namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// `path` without .gz, then with it.
std::string first_existing(const std::string& path) {
  if (exists(path)) return path;
  return exists(path + ".gz") ? path + ".gz" : std::string();
}

std::size_t name_start(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? 0 : slash + 1;
}

// Replaces the last `from` of the file's name; false if there is none.
bool replace_last(std::string& path, std::string_view from, std::string_view to) {
  const std::size_t position = path.rfind(from);
  if (position == std::string::npos || position < name_start(path)) return false;
  path.replace(position, from.size(), to);
  return true;
}

}  // namespace

std::string without_gz(const std::string& path) {
  return path.ends_with(".gz") ? path.substr(0, path.size() - 3) : path;
}

std::string find_npy_labels(const std::string& features_path) {
  const std::string path = without_gz(features_path);
  const auto separates = [&](std::size_t i) {
    return std::string_view("-_.").find(path[i]) != std::string_view::npos;
  };
  const std::size_t start = name_start(path);
  for (std::size_t i = start; i + 1 < path.size(); ++i) {
    const bool is_word = (i == start || separates(i - 1)) && separates(i + 1);
    if (!is_word || (path[i] != 'x' && path[i] != 'X')) continue;
    for (const char y : {'y', 'Y'}) {
      std::string labels = path;
      labels[i] = y;
      if (std::string found = first_existing(labels); !found.empty()) return found;
    }
  }
  return {};
}

std::string find_idx_labels(const std::string& images_path) {
  std::string path = without_gz(images_path);
  if (!replace_last(path, "images", "labels")) return {};
  replace_last(path, "idx3", "idx1");
  return first_existing(path);
}

std::string find_cifar_names(const std::string& batch_path) {
  return first_existing(batch_path.substr(0, name_start(batch_path)) + "batches.meta.txt");
}

}  // namespace mpart
