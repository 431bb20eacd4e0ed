#include "cli/fit_preparation.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/scaling.hpp"
#include "prepare/auto_map.hpp"
#include "prepare/picture_list.hpp"
#include "prepare/text_stage.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

constexpr std::size_t kTextDims = 8;  // texts have more to tell apart than tables and pictures

// Only what can be read twice is looked at first.
bool is_stream(const std::string& data) {
  std::error_code ignored;
  return !std::filesystem::is_regular_file(data, ignored) &&
         !std::filesystem::is_directory(data, ignored);
}

// Up to kMostMapRows rows, each as likely as any other.
std::vector<Sample> draw_rows(Source& source, std::uint64_t seed) {
  std::vector<Sample> drawn;
  Random random(seed);
  std::uint64_t seen = 0;
  for (Sample sample; !interrupted() && source.next(sample); ++seen) {
    if (drawn.size() < embed::kMostMapRows) {
      drawn.push_back(sample);
    } else if (const std::uint64_t place = random.below(seen + 1); place < drawn.size()) {
      drawn[place] = sample;
    }
  }
  return drawn;
}

Stage fit_texts(const std::vector<Sample>& rows, std::uint64_t seed) {
  std::vector<std::string> texts;
  Scaling numbers;
  for (const Sample& row : rows) {
    texts.push_back(row.text);
    if (!row.values.empty()) numbers.learn(row.values);
  }
  numbers.settle();
  embed::TextFitOptions options;
  options.seed = seed;
  const embed::TextEmbedder embedder = embed::TextEmbedder::fit(texts, options);
  Stage stage;
  stage.kind = Stage::Kind::kText;
  stage.name = "text";
  stage.bytes = embed::encode_text_stage(numbers, embedder);
  return stage;
}

// Which column is the label, where only its place says so.
void say_guessed_label(const DataOptions& options) {
  const Columns columns = options.preparation().columns;
  if (!columns.label() || !options.source.label_column.empty()) return;
  const std::string name = columns.all()[*columns.label()].name;
  if (name == "label" || name == "class" || name == "target" || !columns.named()) return;
  std::cerr << "mpart: the label is " << columns.title(*columns.label())
            << ", the last one (--label-column takes another)\n";
}

}  // namespace

void fit_preparation(const std::string& data, const FitChoices& choices, DataOptions& options) {
  if (is_stream(data)) return;
  if (embed::is_picture_data(data)) options.embedding.choose_pictures();
  const bool has_networks = options.embedding.given();
  std::vector<Sample> rows = draw_rows(*options.open(data), choices.seed);
  options.embedding.forget_skipped();
  const bool has_text =
      !has_networks &&
      std::any_of(rows.begin(), rows.end(), [](const Sample& row) { return !row.text.empty(); });
  if (!has_text && std::all_of(rows.begin(), rows.end(),
                               [](const Sample& row) { return is_like_the_papers(row.values); })) {
    return;
  }
  StatusLine line(!choices.quiet);
  if (has_text) {
    line.draw("reading " + grouped(rows.size()) + " texts");
    const Stage stage = fit_texts(rows, choices.seed);
    options.embedding.append_stage(stage);
    const EmbedderChain text = {make_stage(stage)};
    embed_samples(text, rows);
  }
  embed::Matrix matrix;
  for (const Sample& row : rows) append_row(matrix, row.values);
  rows.clear();
  embed::MapOptions wanted;
  wanted.seed = choices.seed;
  wanted.are_network_outputs = has_networks;
  wanted.groups = options.preparation().columns.origins();
  if (wanted.groups.size() != matrix.columns) wanted.groups.clear();  // windows, texts, networks
  wanted.is_table = !has_text;
  if (has_text) wanted.dims = kTextDims;
  if (!choices.map) wanted.dims = 0;
  const auto show = [&](const embed::Progress& progress) {
    if (line.due()) line.draw("fitting a map, " + progress_text(progress));
    return !interrupted();
  };
  const std::vector<Stage> stages = embed::fit_map(matrix, wanted, show);
  for (const Stage& stage : stages) options.embedding.append_stage(stage);
  line.wipe();
  if (choices.quiet || (stages.empty() && !has_text)) return;
  for (const std::string& part : options.preparation().describe()) {
    std::cerr << "mpart: " << part << '\n';
  }
  say_guessed_label(options);
  if (stages.empty() || stages.back().kind != Stage::Kind::kNetwork) return;
  std::cerr << "mpart: " << grouped(matrix.columns) << " values become " << wanted.dims
            << " by a map, fitted on " << grouped(matrix.rows)
            << " rows without their labels (--map none: they stay as they are)\n";
}

}  // namespace mpart
