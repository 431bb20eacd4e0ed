#include <algorithm>
#include <string_view>

#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "source/file_input.hpp"
#include "source/message.hpp"
#include "source/readers.hpp"
#include "source/siblings.hpp"

namespace mpart {
namespace {

using namespace std::string_view_literals;

enum class Form { kCsv, kJsonl, kNpy, kIdx, kCifar, kUnknown };

std::string lower_case_name(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return name;
}

Form form_by_name(const std::string& path) {
  const std::string name = lower_case_name(without_gz(path));
  const auto ends_with_any = [&](auto... endings) { return (name.ends_with(endings) || ...); };
  if (ends_with_any(".csv", ".tsv", ".txt")) return Form::kCsv;
  if (ends_with_any(".jsonl", ".ndjson")) return Form::kJsonl;
  if (ends_with_any(".npy")) return Form::kNpy;
  if (ends_with_any(".bin")) return Form::kCifar;
  if (ends_with_any(".idx", ".idx1", ".idx3", ".ubyte")) return Form::kIdx;
  const bool idx = name.find("idx") != std::string::npos;
  return idx && name.find("-ubyte") != std::string::npos ? Form::kIdx : Form::kUnknown;
}

// CSV or JSONL by the first byte that is not a space.
Form text_form(ByteStream& stream) {
  constexpr std::size_t kFarthest = 1 << 16;
  const bool marked = stream.peek(3).starts_with("\xEF\xBB\xBF");
  for (std::size_t i = marked ? 3 : 0; i < kFarthest; ++i) {
    const std::string_view bytes = stream.peek(i + 1);
    if (bytes.size() == i) break;
    if (" \t\r\n"sv.find(bytes[i]) != std::string_view::npos) continue;
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
  if (bytes.starts_with("\0\0"sv) && bytes.size() >= 4 && bytes[2] >= 8 && bytes[2] <= 14) {
    return Form::kIdx;
  }
  return looks_like_text(bytes.substr(0, kLook)) ? text_form(stream) : Form::kUnknown;
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

}  // namespace

std::unique_ptr<Source> open_source(const std::string& data, const SourceOptions& options) {
  constexpr std::string_view kSynthetic = "synthetic:";
  if (data.starts_with(kSynthetic)) return make_synthetic(data.substr(kSynthetic.size()), options);

  std::unique_ptr<ByteStream> stream = open_stream(data, options.stop);
  Form form = data == "-" ? text_form(*stream) : form_by_name(data);
  if (form == Form::kUnknown) form = form_by_content(*stream);
  switch (form) {
    case Form::kCsv:
      return read_csv(std::move(stream), options);
    case Form::kJsonl:
      return read_jsonl(std::move(stream), options);
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
      "of no known form; .csv, .tsv, .txt, .jsonl, .ndjson, .npy, idx3-ubyte or .bin expected");
}

}  // namespace mpart
