#include "cli/reproduce/prepare.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "cli/embedding_options.hpp"
#include "cli/install_paths.hpp"
#include "cli/parts/parts.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/embedder.hpp"
#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/parametric_umap.hpp"
#include "prepare/training_split.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/random.hpp"

namespace mpart::reproduce {

namespace {

namespace fs = std::filesystem;

constexpr double kShare = 0.3;  // of the training part, for the embedder
// umap-learn goes over its edges 200 times if there are more rows than this, otherwise 500 times.
// With fewer rounds samples lie more loosely, and there are more nodes than in the paper.
constexpr std::size_t kMany = 10000;

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

void fit(const std::vector<Sample>& train, const Dataset& dataset, std::size_t dims,
         const std::string& fitted_on, const std::string& path) {
  embed::FitOptions options;
  options.training.dims = dims;
  options.share = kShare;
  options.fitted_on = fitted_on;
  options.features = dataset.seen;
  embed::Matrix rows;
  for (const Sample& sample : train) {
    if (embed::RowDraw{kShare, 0}.takes(sample.row)) append_row(rows, sample.values);
  }
  options.training.epochs = rows.rows > kMany ? 200 : 500;
  StatusLine line(true);
  const auto show = [&](const embed::Progress& progress) {
    if (line.due()) line.draw(progress_text(progress) + ": " + dataset.name);
    return true;
  };
  line.draw("neighbours of " + grouped(rows.rows) + " samples of " + dataset.name);
  fs::create_directories(fs::path(path).parent_path());
  write_file_atomically(path, embed::fit(rows, options, show, {}).onnx);
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
                          std::size_t dims, const std::string& train_file, const std::string& out) {
  const std::string name = dataset.name + '-' + std::to_string(dims) + "d.onnx";
  const fs::path kept = fs::path(out) / "embedders" / name;
  if (fs::exists(kept)) return kept.string();
  for (const fs::path& path : shared_places("models/" + name)) {
    if (fs::exists(path)) return path.string();
  }
  fit(train, dataset, dims, fs::path(train_file).filename().string(), kept.string());
  return kept.string();
}

// To [0,1], by the least and the greatest value of every feature in the training part.
void scale(std::vector<Sample>& train, std::vector<Sample>& test) {
  std::vector<double> low = train.front().values, high = low;
  for (const Sample& sample : train) {
    for (std::size_t k = 0; k < low.size(); ++k) {
      low[k] = std::min(low[k], sample.values.at(k));
      high[k] = std::max(high[k], sample.values.at(k));
    }
  }
  for (auto* part : {&train, &test}) {
    for (Sample& sample : *part) {
      for (std::size_t k = 0; k < low.size(); ++k) {
        double& value = sample.values.at(k);
        value = high[k] > low[k] ? std::clamp((value - low[k]) / (high[k] - low[k]), 0.0, 1.0) : 0;
      }
    }
  }
}

// By an embedder; the rows that it was fitted on leave the training part.
void embed(std::vector<Sample>& train, std::vector<Sample>& test, const std::string& path) {
  const EmbedderChain network = {open_embedder(path)};
  const auto fitted =
      embed::FittedRows::of(embed::read_onnx_outline(read_file(path), path).metadata);
  if (!fitted) throw invalid_data(path + ": no record of the rows it was fitted on");
  std::erase_if(train, [&](const Sample& sample) { return fitted->draw.takes(sample.row); });
  embed_each(train, network);
  embed_each(test, network);
}

}  // namespace

Prepared prepare(const Dataset& dataset, std::size_t dims, const std::string& folder,
                 const std::string& out) {
  const std::vector<std::string> folders = folders_of(dataset, folder);
  const auto& train_names = dataset.features.empty() ? dataset.train : dataset.features;
  const auto& test_names = dataset.features.empty() ? dataset.test : dataset.test_features;
  const std::vector<std::string> train_files = find_files(folders, train_names);
  const std::vector<std::string> test_files = find_files(folders, test_names);
  Prepared prepared;
  if (train_files.empty() || (test_files.empty() && !test_names.empty())) {
    prepared.missing = "not found; get it: " + dataset.how_to_get;
    return prepared;
  }
  try {
    auto& [stream, test] = prepared.data;
    stream = read(train_files);
    test = read(test_files);
    if (test_names.empty()) split(stream, test);
    if (stream.empty()) throw invalid_data(train_files.front() + ": no samples");
    if (stream.front().values.size() <= dims) {
      scale(stream, test);
    } else {
      embed(stream, test, find_embedder(stream, dataset, dims, train_files.front(), out));
    }
    prepared.checksum = checksum_of(prepared.data);
  } catch (const Error& error) {
    prepared = {};
    prepared.missing = error.what();
  }
  return prepared;
}

}  // namespace mpart::reproduce
