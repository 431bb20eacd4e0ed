#include "prepare/picture_list.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "mpart/error.hpp"
#include "prepare/picture_bytes.hpp"
#include "util/atomic_file.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"

namespace mpart::embed {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

// The first field of a line of CSV, which is removed with its comma.
std::string take_field(std::string_view& line) {
  std::string field;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < line.size() && (quoted || line[at] != ','); ++at) {
    const bool twice = quoted && line.substr(at).starts_with("\"\"");
    if (line[at] != '"' || twice) field += line[at];
    if (twice) ++at;
    if (line[at] == '"' && !twice) quoted = !quoted;
  }
  line.remove_prefix(std::min(at + 1, line.size()));
  return field;
}

// Without what some editors begin and end lines with.
std::string_view bare(std::string_view line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (line.starts_with(kMark)) line.remove_prefix(kMark.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Throws Error(kInvalidData), which begins with `where`, as the readers of other data do.
void check_label(const PictureFile& file, const std::string& where) {
  const std::string label = file.label.empty() ? "" : wire::problem_of_label(file.label);
  if (!label.empty()) bad_input(where, "the label: " + label);
}

// Empty for what is no file: a pipe can be read only once.
std::string read_start(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  constexpr std::streamsize kLook = 4096;
  std::string start(kLook, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), kLook);
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start;
}

// By its first two lines.
bool is_picture_list(std::string_view rest) {
  for (int number = 0; number < 2; ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = bare(rest.substr(0, end));
    if (is_picture_name(take_field(line))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// A name decides if it has an ending: what is inside is then for the reader to judge. Cameras and
// datasets also have pictures without one.
bool is_picture_file(const fs::path& path) {
  if (path.has_extension()) return is_picture_name(path.string());
  return looks_like_picture(read_start(path));
}

PictureList pictures_of_folder(const std::string& path) {
  PictureList list;
  for (auto it = fs::recursive_directory_iterator(path); it != fs::end(it); ++it) {
    if (is_hidden(it->path())) {
      it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file()) continue;
    const std::string found = it->path().string();
    const fs::path id = it->path().lexically_relative(path);
    if (!is_picture_file(it->path())) {
      list.passed_over.push_back(id.string());
      continue;
    }
    list.files.push_back({found, id.string(), id.has_parent_path() ? id.begin()->string() : ""});
    check_label(list.files.back(), sanitize_text(found, std::string_view::npos));
  }
  std::sort(list.files.begin(), list.files.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  std::sort(list.passed_over.begin(), list.passed_over.end());
  return list;
}

}  // namespace

std::vector<PictureFile> parse_picture_list(std::string_view text, const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::vector<PictureFile> files;
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = bare(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    const std::string name = take_field(line);
    if (!is_picture_name(name)) {
      if (number == 1) continue;  // the header
      bad_input(path, number,
                "the name of a picture (.png, .jpg, .webp, .gif, .bmp or .tiff) expected, " +
                    in_quotes(name) + " found");
    }
    files.push_back({(folder / name).string(), name, take_field(line)});
    check_label(files.back(), path + ":" + std::to_string(number));
  }
  return files;
}

bool is_picture_name(std::string_view path) {
  constexpr std::string_view kEndings[] = {".png",  ".jpg", ".jpeg", ".jpe", ".jfif",
                                           ".webp", ".gif", ".bmp",  ".tif", ".tiff"};
  const std::string name = lower_case(path.substr(path.rfind('/') + 1));
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

bool is_picture_data(const std::string& path) {
  std::error_code error;
  if (is_picture_name(path) || fs::is_directory(path, error)) return true;
  const std::string start = read_start(path);
  return looks_like_picture(start) || is_picture_list(start);
}

PictureList list_pictures(const std::string& path) try {
  if (!fs::exists(path)) throw not_found(path + ": No such file or directory");
  PictureList list;
  if (fs::is_directory(path)) {
    list = pictures_of_folder(path);
  } else if (is_picture_name(path) || looks_like_picture(read_start(path))) {
    list.files = {{path, path, ""}};
  } else {
    list.files = parse_picture_list(read_file(path), path);
  }
  if (list.files.empty()) throw invalid_data(path + ": no picture found");
  return list;
} catch (const fs::filesystem_error& error) {
  throw invalid_data(error.path1().string() + ": " + error.code().message());
}

}  // namespace mpart::embed
