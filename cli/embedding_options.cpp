#include "cli/embedding_options.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include "cli/commands.hpp"
#include "cli/parts/parts.hpp"
#include "cli/report.hpp"
#include "embed/onnx_outline.hpp"
#include "embed/picture_list.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"

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
  std::optional<double> progress() const override { return source_->progress(); }

 private:
  std::unique_ptr<Source> source_;
  embed::RowDraw fitted_;
};

}  // namespace

void EmbeddingOptions::add_to(CLI::App& command) {
  add_networks_to(command);
  command.add_flag("--skip-broken", skip_broken_, "go on after a picture that cannot be read")
      ->group(kGroup);
}

void EmbeddingOptions::add_networks_to(CLI::App& command) {
  command
      .add_option(
          "--embedder", networks_,
          "ONNX network that every sample goes through; given again: one that runs after it")
      ->allow_extra_args(false)
      ->group(kGroup);
  command
      .add_option("--image-size", pictures_.size,
                  "side in pixels that pictures are stretched to (default: as they are)")
      ->check(whole_number(1))
      ->group(kGroup);
  command
      .add_option("--mean", pictures_.mean,
                  "taken from every value of a picture, which is 0 to 1; one number or one a "
                  "channel: 0.485,0.456,0.406")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  command.add_option("--std", pictures_.std, "what the rest is divided by, in the same way")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kGroup);
  command.add_flag("--bgr", pictures_.bgr, "pictures are read blue first")->group(kGroup);
  command.add_flag("--grey", pictures_.grey, "pictures are read with one channel")->group(kGroup);
}

std::unique_ptr<Source> EmbeddingOptions::read_pictures(const std::string& data) {
  std::vector<embed::PictureFile> files = embed::list_pictures(data);
  embed::PictureOptions options = pictures_;
  if (skip_broken_) {
    options.on_broken = [this](const std::string& problem) { skipped_.push_back(problem); };
  }
  return opencv_part().open_pictures(std::move(files), options);
}

const EmbedderChain& EmbeddingOptions::chain() {
  const auto size = static_cast<std::size_t>(pictures_.size);
  while (chain_.size() < networks_.size()) {
    chain_.push_back(opencv_part().open_embedder(networks_[chain_.size()], size));
  }
  return chain_;
}

embed::ReadPicture EmbeddingOptions::read_picture(std::uint64_t most_pixels) {
  embed::PictureOptions options = pictures_;
  options.most_pixels = most_pixels;
  if (options.size == 0) {  // a larger one cannot fit
    options.most_pixels = std::min<std::uint64_t>(most_pixels, chain().front()->input_width());
  }
  return opencv_part().picture_reader(options);
}

std::size_t EmbeddingOptions::input_width(std::size_t width) {
  return given() ? chain().front()->input_width() : width;
}

std::unique_ptr<Source> EmbeddingOptions::apply(std::unique_ptr<Source> source) {
  return embedded(std::move(source), chain());
}

embed::FittedRows EmbeddingOptions::fitted_rows(const std::string& data) const {
  if (!given()) throw Error(ErrorKind::kBadUse, "--unseen needs --embedder");
  const std::string& network = networks_.back();
  const auto rows =
      embed::FittedRows::of(embed::read_onnx_outline(read_file(network), network).metadata);
  if (!rows) {
    throw Error(ErrorKind::kBadUse,
                "--unseen: " + network + " does not say which rows it was fitted on");
  }
  const std::string name = std::filesystem::path(data).filename().string();
  if (rows->data != name) {
    throw Error(ErrorKind::kBadUse,
                "--unseen: " + network + " was fitted on " + rows->data + ", not on " + name);
  }
  return *rows;
}

void EmbeddingOptions::print_skipped() const {
  for (const std::string& problem : skipped_) std::cerr << "mpart: skipped " << problem << '\n';
  if (skipped_.size() > 1) {
    std::cerr << "mpart: " << grouped(skipped_.size()) << " pictures skipped\n";
  }
}

std::unique_ptr<Source> unseen(std::unique_ptr<Source> source, const embed::RowDraw& fitted) {
  return std::make_unique<UnseenSource>(std::move(source), fitted);
}

}  // namespace mpart
