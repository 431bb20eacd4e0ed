#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "source/byte_stream.hpp"
#include "source/readers.hpp"
#include "source/table_source.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

using namespace std::string_view_literals;

enum class Form { kCsv, kJsonl, kArff, kSvmlight, kTable, kNpy, kIdx, kCifar, kUnknown };

std::size_t name_start(const std::string& path) {
  return path.rfind('/') + 1;  // npos + 1 is 0
}

std::string without_gz(const std::string& path) {
  return path.ends_with(".gz") ? path.substr(0, path.size() - 3) : path;
}

Form form_by_name(const std::string& path) {
  const std::string name = lower_case(without_gz(path).substr(name_start(path)));
  const auto ends_with_any = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (ends_with_any(".csv", ".tsv", ".txt")) return Form::kCsv;
  if (ends_with_any(".jsonl", ".ndjson")) return Form::kJsonl;
  if (ends_with_any(".arff")) return Form::kArff;
  if (ends_with_any(".svm", ".svmlight", ".libsvm")) return Form::kSvmlight;
  if (ends_with_any(".parquet", ".pq", ".arrow", ".arrows", ".feather", ".ipc")) {
    return Form::kTable;
  }
  if (ends_with_any(".npy")) return Form::kNpy;
  if (ends_with_any(".bin")) return Form::kCifar;
  if (ends_with_any(".idx", ".idx1", ".idx3", ".ubyte")) return Form::kIdx;
  const bool idx = name.find("idx") != std::string::npos;
  return idx && name.find("-ubyte") != std::string::npos ? Form::kIdx : Form::kUnknown;
}

// CSV, JSONL or ARFF by the first byte that is not a space.
Form text_form(ByteStream& stream) {
  constexpr std::size_t kFarthest = 1 << 16;
  const bool marked = stream.peek(3).starts_with("\xEF\xBB\xBF");
  for (std::size_t i = marked ? 3 : 0; i < kFarthest; ++i) {
    const std::string_view bytes = stream.peek(i + 1);
    if (bytes.size() == i) break;
    if (" \t\r\n"sv.find(bytes[i]) != std::string_view::npos) continue;
    if (bytes[i] == '@' || bytes[i] == '%') return Form::kArff;
    return bytes[i] == '{' || bytes[i] == '[' ? Form::kJsonl : Form::kCsv;
  }
  return Form::kCsv;
}

bool looks_like_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 || "\t\r\n"sv.find(c) != std::string_view::npos;
  });
}

Form form_by_content(ByteStream& stream) {
  constexpr std::size_t kLook = 512;
  const std::string_view bytes = stream.peek(6);
  if (bytes.starts_with("\x93NUMPY"sv)) return Form::kNpy;
  if (is_table(bytes)) return Form::kTable;
  if (bytes.starts_with("\0\0"sv) && bytes.size() >= 4 && bytes[2] >= 8 && bytes[2] <= 14) {
    return Form::kIdx;
  }
  return looks_like_text(bytes.substr(0, kLook)) ? text_form(stream) : Form::kUnknown;
}

// Files that belong to another by their name: find_* give the path of the first that exists, packed
// or not, or nothing.

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// `path` without .gz, then with it.
std::string first_existing(const std::string& path) {
  if (exists(path)) return path;
  return exists(path + ".gz") ? path + ".gz" : std::string();
}

// Replaces the last `from` of the file's name; false if there is none.
bool replace_last(std::string& path, std::string_view from, std::string_view to) {
  const std::size_t position = path.rfind(from);
  if (position == std::string::npos || position < name_start(path)) return false;
  path.replace(position, from.size(), to);
  return true;
}

// name-x.npy -> name-y.npy, X.npy -> y.npy, X_train.npy -> y_train.npy
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

// train-images-idx3-ubyte -> train-labels-idx1-ubyte
std::string find_idx_labels(const std::string& images_path) {
  std::string path = without_gz(images_path);
  if (!replace_last(path, "images", "labels")) return {};
  replace_last(path, "idx3", "idx1");
  return first_existing(path);
}

// data_batch_1.bin -> batches.meta.txt
std::string find_cifar_names(const std::string& batch_path) {
  return first_existing(batch_path.substr(0, name_start(batch_path)) + "batches.meta.txt");
}

std::unique_ptr<ByteStream> open_labels(const SourceOptions& options, const std::string& sibling) {
  if (!options.labelled) return nullptr;
  const std::string& path = options.labels_file.empty() ? sibling : options.labels_file;
  return path.empty() ? nullptr : open_stream(path);
}

std::vector<std::string> open_cifar_names(const std::string& path) {
  const std::string names = find_cifar_names(path);
  return names.empty() ? std::vector<std::string>() : read_cifar_names(open_stream(names));
}

// The features of a file are known when all of it has been read once; a pipe is read only once.
std::size_t svmlight_features(const std::string& path, bool is_file, const SourceOptions& options) {
  if (options.features != 0) return options.features;
  if (options.expected_width != 0) return options.expected_width;
  return is_file ? largest_svmlight_index(open_stream(path, options.stop)) : 0;
}

}  // namespace

std::unique_ptr<Source> open_source(const std::string& data, const SourceOptions& options) {
  constexpr std::string_view kSynthetic = "synthetic:";
  if (data.starts_with(kSynthetic)) return make_synthetic(data.substr(kSynthetic.size()), options);

  std::unique_ptr<ByteStream> stream = open_stream(data, options.stop, options.idle);
  Form form = data == "-" ? text_form(*stream) : form_by_name(data);
  if (data == "-" && options.features != 0) form = Form::kSvmlight;
  constexpr int kPause = 100;  // milliseconds: a live stream may begin with a short row
  if (data == "-" && is_table(stream->peek_ready(kTableStart, kPause))) form = Form::kTable;
  if (form == Form::kUnknown) form = form_by_content(*stream);
  switch (form) {
    case Form::kCsv:
      return read_csv(std::move(stream), options);
    case Form::kJsonl:
      return read_jsonl(std::move(stream), options);
    case Form::kArff:
      return read_arff(std::move(stream), options);
    case Form::kSvmlight: {
      const bool is_file = std::filesystem::is_regular_file(data);
      return read_svmlight(std::move(stream), svmlight_features(data, is_file, options), options);
    }
    case Form::kTable:
      return read_table(open_table(data, std::move(stream)), options);
    case Form::kNpy:
      return read_npy(std::move(stream), open_labels(options, find_npy_labels(data)), options);
    case Form::kIdx:
      return read_idx(std::move(stream), open_labels(options, find_idx_labels(data)), options);
    case Form::kCifar:
      return read_cifar(std::move(stream), open_cifar_names(data), options);
    case Form::kUnknown:
      break;
  }
  bad_input(
      stream->name(),
      "unknown file type; .csv, .tsv, .txt, .jsonl, .ndjson, .arff, .svmlight, .parquet, .arrow, "
      ".npy, idx3-ubyte or .bin expected");
}

}  // namespace mpart
