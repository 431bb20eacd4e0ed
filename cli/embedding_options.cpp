#include "cli/embedding_options.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <utility>

#include "cli/backbones.hpp"
#include "cli/commands.hpp"
#include "cli/parts/parts.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "prepare/command_embedder.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/onnx_weights.hpp"
#include "prepare/picture_list.hpp"
#include "prepare/picture_paths.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/number_text.hpp"

namespace mpart {

namespace {

constexpr const char* kGroup = "Networks and pictures";

class UnseenSource : public Source {
 public:
  UnseenSource(std::unique_ptr<Source> source, const embed::RowDraw& fitted)
      : source_(std::move(source)), fitted_(fitted) {}

  bool next(Sample& sample) override {
    while (source_->next(sample)) {
      if (!fitted_.takes(sample.row)) return true;
    }
    return false;
  }
  std::size_t width() const override { return source_->width(); }
  const Columns* columns() const override { return source_->columns(); }
  std::optional<double> progress() const override { return source_->progress(); }

 private:
  std::unique_ptr<Source> source_;
  embed::RowDraw fitted_;
};

// One line, however many there are.
void print_list(const std::string& what, const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.empty()) return;
  std::string line;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    if (i > 0) line += "; ";
    line += sanitize_text(names[i]);
  }
  if (names.size() > kMost) line += "; and " + grouped(names.size() - kMost) + " more";
  std::cerr << "mpart: skipped " << grouped(names.size()) << ' ' << what << ": " << line << '\n';
}

}  // namespace

void EmbeddingOptions::add_to(CLI::App& command) {
  add_networks_to(command);
  command.add_flag("--skip-broken", skip_broken_, "skip pictures that cannot be read")
      ->group(kGroup);
  command
      .add_option_function<std::string>(
          "--window", [this](const std::string& text) { window_ = parse_window(text); },
          "N[,STEP]: learn windows of N rows of a series, one every STEP rows (default: N), by "
          "mean, deviation, least, most, change and energy of each column")
      ->group(kGroup);
}

void EmbeddingOptions::add_networks_to(CLI::App& command) {
  const std::string group_before = command.option_defaults()->get_group();
  command.option_defaults()->group(kGroup);
  command
      .add_option(
          "--embedder", networks_,
          "ONNX network to run on every sample, a file or a name of mpart backbone list, or "
          "command:PROGRAM for a program that makes vectors of lines; give it again for a network "
          "that runs after it")
      ->allow_extra_args(false);
  command
      .add_option("--embedder-timeout", command_seconds_,
                  "seconds that the program of --embedder command: has for a batch (default: 60)")
      ->check(CLI::Range(0.001, 1e6));
  command
      .add_option("--output", outputs_,
                  "output to use of a network that has several (default: the first); give it again "
                  "for the network after it, - for the first output")
      ->allow_extra_args(false);
  command
      .add_option("--image-size", pictures_.size,
                  "resize pictures to this many pixels a side (default: as the network says; "
                  "without a network, keep their size)")
      ->check(whole_number(1));
  const auto add_numbers = [&](const char* name, auto& numbers, const char* help) {
    command.add_option(name, numbers, help)->delimiter(',')->allow_extra_args(false);
  };
  add_numbers("--mean", pictures_.mean,
              "subtract this from the values of a picture, which are 0 to 1; one number or one for "
              "each channel: 0.485,0.456,0.406");
  add_numbers("--std", pictures_.std, "then divide by this, one number or one for each channel");
  command.add_flag("--bgr", pictures_.bgr,
                   "read pictures with channels in the order blue, green, red");
  command.add_flag("--grey", pictures_.grey, "read pictures as greyscale, with one channel");
  command.option_defaults()->group(group_before);
}

std::unique_ptr<Source> EmbeddingOptions::read_pictures(const std::string& data) {
  embed::PictureList list = embed::list_pictures(data);
  passed_over_.insert(passed_over_.end(), list.passed_over.begin(), list.passed_over.end());
  if (begins_with_command()) {
    send_paths_ = true;
    return embed::picture_paths(std::move(list.files));
  }
  embed::PictureOptions options = picture_options();
  if (skip_broken_) {
    options.on_broken = [this](const std::string& problem) {
      const std::lock_guard lock(*mutex_);
      skipped_.push_back(problem);
    };
  }
  return opencv_part().open_pictures(std::move(list.files), options);
}

std::shared_ptr<Embedder> EmbeddingOptions::open(const std::string& network,
                                                 std::size_t position) const {
  const std::string output = position < outputs_.size() ? outputs_[position] : "-";
  if (embed::names_command(network)) {
    if (output != "-") throw invalid_argument("--output " + output + ": a program has one output");
    const auto limit = std::chrono::duration<double>(command_seconds_);
    embed::CommandEmbedderOptions options;
    options.batch_limit = std::chrono::ceil<std::chrono::milliseconds>(limit);
    if (send_paths_ && position == 0) options.text = wire::SampleText::kPath;
    return embed::command_embedder(std::string(embed::command_of(network)), options);
  }
  return open_embedder(network_path(network), static_cast<std::size_t>(pictures_.size),
                       output == "-" ? "" : output);
}

bool EmbeddingOptions::begins_with_command() const {
  return !networks_.empty() && embed::names_command(networks_.front());
}

std::shared_ptr<Embedder> EmbeddingOptions::open_last(const std::string& network) {
  require_outputs(networks_.size() + 1);
  last_ = open(network, networks_.size());
  return last_;
}

const EmbedderChain& EmbeddingOptions::chain() {
  if (!last_) require_outputs(networks_.size());
  while (chain_.size() < networks_.size()) {
    chain_.push_back(open(networks_[chain_.size()], chain_.size()));
  }
  return chain_;
}

void EmbeddingOptions::require_outputs(std::size_t networks) const {
  if (outputs_.size() <= networks) return;
  throw invalid_argument("--output is given " + std::to_string(outputs_.size()) + " times for " +
                         counted(networks, "network"));
}

// The first network says how it takes pictures; what a flag says counts more. Flags for the values
// of pixels mean values of 0 to 1, so one of them replaces all that the network says of values.
embed::PictureOptions EmbeddingOptions::picture_options() {
  embed::PictureOptions options = pictures_;
  const Embedder* const first = given() ? chain().front().get() : last_.get();
  const PictureInput* const input = first == nullptr ? nullptr : first->picture_input();
  if (input == nullptr) return options;
  options.size = static_cast<int>(input->width);
  options.height = static_cast<int>(input->height);
  options.channels_last = input->channels_last;
  options.grey = options.grey || input->channels == 1;
  options.bgr = options.bgr || input->bgr;
  if (!pictures_.mean.empty() || !pictures_.std.empty()) return options;
  options.whole = input->is_whole;
  options.scale = input->scale;
  options.mean = input->mean;
  options.std = input->std;
  return options;
}

embed::ReadPicture EmbeddingOptions::read_picture(std::uint64_t most_pixels) {
  if (begins_with_command()) {
    return [](std::string_view, std::vector<double>&) {
      throw unsupported("the program of --embedder command: takes \"values\", not pictures");
    };
  }
  embed::PictureOptions options = picture_options();
  options.most_pixels = most_pixels;
  if (options.size == 0) {  // a larger one cannot fit
    options.most_pixels = std::min<std::uint64_t>(most_pixels, chain().front()->input_width());
  }
  try {
    return opencv_part().picture_reader(options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kUnsupported) throw;  // else values can still be sent
    const std::string problem = error.what();
    return [problem](std::string_view, std::vector<double>&) { throw unsupported(problem); };
  }
}

std::unique_ptr<Source> EmbeddingOptions::apply_window(std::unique_ptr<Source> source,
                                                       bool by_id) const {
  return window_.given() ? windowed(std::move(source), window_, by_id) : std::move(source);
}

std::size_t EmbeddingOptions::input_width(std::size_t width) {
  return given() ? chain().front()->input_width() : width;
}

std::unique_ptr<Source> EmbeddingOptions::apply(std::unique_ptr<Source> source) {
  return embedded(std::move(source), chain());
}

embed::FittedRows EmbeddingOptions::fitted_rows(const std::string& data) const {
  if (networks_.empty()) throw invalid_argument("--unseen needs --embedder");
  if (embed::names_command(networks_.back())) {
    throw invalid_argument("--unseen: " + networks_.back() +
                           " does not say which rows it was fitted on");
  }
  const std::string network = network_path(networks_.back());
  const auto rows =
      embed::FittedRows::of(embed::read_onnx_outline(read_file(network), network).metadata);
  if (!rows) {
    throw invalid_argument("--unseen: " + network + " does not say which rows it was fitted on");
  }
  const std::string name = std::filesystem::path(data).filename().string();
  if (rows->data != name) {
    throw invalid_argument("--unseen: " + network + " was fitted on " + rows->data + ", not on " +
                           name);
  }
  return *rows;
}

Preparation EmbeddingOptions::preparation() const {
  Preparation preparation;
  for (std::size_t i = 0; i < networks_.size(); ++i) {
    const std::string output = i < outputs_.size() && outputs_[i] != "-" ? outputs_[i] : "";
    preparation.stages.push_back(embed::names_command(networks_[i])
                                     ? command_stage(std::string(embed::command_of(networks_[i])))
                                     : network_stage(network_path(networks_[i]), output));
  }
  preparation.stages.insert(preparation.stages.end(), stages_.begin(), stages_.end());
  preparation.pictures = picture_flags();
  preparation.window = window_.size;
  preparation.window_step = window_.step;
  return preparation;
}

void EmbeddingOptions::append_stage(const Stage& stage) {
  chain();  // those before it
  stages_.push_back(stage);
  chain_.push_back(make_stage(stage, static_cast<std::size_t>(pictures_.size)));
}

SessionOptions::Prepared EmbeddingOptions::prepared() const {
  if (stages_.empty()) return SessionOptions::Prepared::kNot;
  return stages_.back().kind == Stage::Kind::kNetwork ? SessionOptions::Prepared::kMapped
                                                      : SessionOptions::Prepared::kScaled;
}

void EmbeddingOptions::choose_pictures() {
  constexpr int kSide = 32;  // enough for shapes, and quick to map
  if (!given() && pictures_.size == 0) pictures_.size = kSide;
}

void EmbeddingOptions::use(const Preparation& preparation) {
  if (given() || !picture_flags().empty() || window_.given()) {
    Preparation wanted = this->preparation();
    wanted.columns = preparation.columns;
    preparation.require_same(wanted, "the model", "the command line");
    return;
  }
  if (!preparation.pictures.empty()) {
    CLI::App flags;
    add_networks_to(flags);
    flags.parse(preparation.pictures);
  }
  window_ = {preparation.window, preparation.window_step};
  for (const Stage& stage : preparation.stages) append_stage(stage);
}

// How pictures are read, as the flags that say it.
std::string EmbeddingOptions::picture_flags() const {
  std::string flags;
  const auto add = [&](const std::string& flag) { flags += (flags.empty() ? "" : " ") + flag; };
  const auto add_numbers = [&](const std::string& flag, const std::vector<float>& numbers) {
    std::string list;
    for (const float number : numbers) wire::append_number(list += list.empty() ? "" : ",", number);
    if (!list.empty()) add(flag + " " + list);
  };
  if (pictures_.size > 0) add("--image-size " + std::to_string(pictures_.size));
  add_numbers("--mean", pictures_.mean);
  add_numbers("--std", pictures_.std);
  if (pictures_.bgr) add("--bgr");
  if (pictures_.grey) add("--grey");
  return flags;
}

NetworkRecord EmbeddingOptions::record() const {
  NetworkRecord record;
  for (const std::string& network : networks_) {
    if (embed::names_command(network)) {
      record.networks.push_back({network, crc64(network)});
      continue;
    }
    const std::string path = network_path(network);
    record.networks.push_back(
        {std::filesystem::path(path).filename().string(), embed::network_checksum(path)});
  }
  for (const Stage& stage : stages_) {
    const bool is_network = stage.kind == Stage::Kind::kNetwork;
    record.networks.push_back({stage.name, is_network ? stage.checksum : crc64(stage.bytes)});
  }
  for (const std::string& output : outputs_) {
    record.pictures += (record.pictures.empty() ? "" : " ") + ("--output " + output);
  }
  const std::string flags = picture_flags();
  if (!flags.empty()) record.pictures += (record.pictures.empty() ? "" : " ") + flags;
  return record;
}

void EmbeddingOptions::forget_skipped() {
  const std::lock_guard lock(*mutex_);
  skipped_.clear();
  passed_over_.clear();
}

void EmbeddingOptions::print_skipped() const {
  const std::lock_guard lock(*mutex_);
  print_list(skipped_.size() == 1 ? "picture that cannot be read" : "pictures that cannot be read",
             skipped_);
  print_list(passed_over_.size() == 1 ? "file that is no picture" : "files that are no pictures",
             passed_over_);
}

void embed_each(std::vector<Sample>& samples, const EmbedderChain& networks) {
  for (Sample& sample : samples) embed_samples(networks, {&sample, 1});
}

void append_row(embed::Matrix& matrix, std::span<const double> values) {
  for (const double value : values) matrix.values.push_back(static_cast<float>(value));
  matrix.columns = values.size();
  ++matrix.rows;
}

std::unique_ptr<Source> unseen(std::unique_ptr<Source> source, const embed::RowDraw& fitted) {
  return std::make_unique<UnseenSource>(std::move(source), fitted);
}

}  // namespace mpart
