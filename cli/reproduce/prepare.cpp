#include "cli/reproduce/prepare.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/embed_samples.hpp"
#include "cli/parts/parts.hpp"
#include "cli/places.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "embed/onnx_outline.hpp"
#include "embed/row_draw.hpp"
#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/random.hpp"

namespace mpart::reproduce {

namespace {

namespace fs = std::filesystem;

constexpr double kShare = 0.3;  // of the training part, for the embedder

std::vector<Sample> read(const std::vector<std::string>& paths) {
  std::vector<Sample> samples;
  for (const std::string& path : paths) {
    const auto source = open_source(path);
    for (Sample sample; source->next(sample);) {
      sample.row = samples.size() + 1;
      samples.push_back(std::move(sample));
    }
  }
  return samples;
}

void split(std::vector<Sample>& train, std::vector<Sample>& test) {
  const std::vector<Sample> all = std::exchange(train, {});
  Random random(0);
  for (const Sample& sample : all) {
    (random.uniform() < kTestShare ? test : train).push_back(sample);
  }
}

void fit(const std::vector<Sample>& train, const Dataset& dataset, const std::string& fitted_on,
         const std::string& path) {
  embed::FitOptions options;
  options.share = kShare;
  options.fitted_on = fitted_on;
  embed::Matrix rows;
  for (const Sample& sample : train) {
    if (!embed::RowDraw{kShare, 0}.takes(sample.row)) continue;
    rows.values.insert(rows.values.end(), sample.values.begin(), sample.values.end());
    rows.columns = sample.values.size();
    ++rows.rows;
  }
  StatusLine line(true);
  const auto show = [&](const embed::Progress& progress) {
    if (line.due()) line.draw(progress_text(progress) + ": " + std::string(dataset.name));
    return true;
  };
  line.draw("neighbours of " + grouped(rows.rows) + " samples of " + std::string(dataset.name));
  fs::create_directories(fs::path(path).parent_path());
  write_file_atomically(path, torch_part().fit(rows, options, show).onnx);
}

std::string checksum_of(const Data& data) {
  std::string bytes;
  for (const auto* part : {&data.stream, &data.test}) {
    for (const Sample& sample : *part) {
      bytes.append(reinterpret_cast<const char*>(sample.values.data()),
                   sample.values.size() * sizeof(double));
      bytes.append(sample.label).append(1, '\0');
    }
  }
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(crc64(bytes)));
  return text.data();
}

// One that was fitted before, one that comes with the program, or a new one.
std::string find_embedder(const std::vector<Sample>& train, const Dataset& dataset,
                          const std::string& train_file, const std::string& out) {
  const std::string name = std::string(dataset.name) + "-4d.onnx";
  const fs::path kept = fs::path(out) / "embedders" / name;
  if (fs::exists(kept)) return kept.string();
  for (const fs::path& path : shared_places("models/" + name)) {
    if (fs::exists(path)) return path.string();
  }
  fit(train, dataset, fs::path(train_file).filename().string(), kept.string());
  return kept.string();
}

}  // namespace

Prepared prepare(const Dataset& dataset, const std::string& folder, const std::string& out) {
  const std::vector<std::string> folders = folders_of(dataset, folder);
  const auto& train_names = dataset.features.empty() ? dataset.train : dataset.features;
  const auto& test_names = dataset.features.empty() ? dataset.test : dataset.test_features;
  const std::vector<std::string> train_files = find_files(folders, train_names);
  const std::vector<std::string> test_files = find_files(folders, test_names);
  Prepared prepared;
  if (train_files.empty() || (test_files.empty() && !test_names.empty())) {
    prepared.missing = "not found; get it: " + std::string(dataset.how_to_get);
    return prepared;
  }
  try {
    std::vector<Sample> train = read(train_files);
    prepared.data.test = read(test_files);
    if (test_names.empty()) split(train, prepared.data.test);
    const std::string path = find_embedder(train, dataset, train_files.front(), out);
    const std::unique_ptr<Embedder> embedder = opencv_part().open_embedder(path, 0);
    const auto fitted =
        embed::FittedRows::of(embed::read_onnx_outline(read_file(path), path).metadata);
    if (!fitted) throw Error(ErrorKind::kBadInput, path + ": does not say what it was fitted on");
    std::erase_if(train, [&](const Sample& sample) { return fitted->draw.takes(sample.row); });
    embed_samples(train, *embedder);
    embed_samples(prepared.data.test, *embedder);
    prepared.data.stream = std::move(train);
    prepared.checksum = checksum_of(prepared.data);
  } catch (const Error& error) {
    prepared = {};
    prepared.missing = error.what();
  }
  return prepared;
}

}  // namespace mpart::reproduce
