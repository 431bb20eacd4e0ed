#include "cli/serve_demo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>

#include "cli/data_options.hpp"
#include "cli/datasets.hpp"
#include "cli/embedding_options.hpp"
#include "cli/places.hpp"
#include "mpart/error.hpp"
#include "util/base64.hpp"

namespace mpart {

namespace {

constexpr std::array kClothes = {"T-shirt", "trousers", "pullover", "dress", "coat",
                                 "sandal",  "shirt",    "sneaker",  "bag",   "ankle boot"};
constexpr std::size_t kSide = 28;

// The pictures themselves and what the network makes of them, one beside the other.
struct Clothes {
  DataOptions as_they_are, by_network;
  std::unique_ptr<Source> pictures, points;
  Sample picture;
};

std::string model_path() {
  for (const auto& place : shared_places("models/fashion-mnist-4d.onnx")) {
    if (std::filesystem::exists(place)) return place.string();
  }
  throw Error(ErrorKind::kBadInput, "models/fashion-mnist-4d.onnx is not there");
}

std::string pictures_path() {
  const Dataset& dataset = find_dataset("fashion-mnist");
  const std::vector<std::string> files = find_files(folders_of(dataset, ""), dataset.train);
  if (files.empty()) throw Error(ErrorKind::kBadInput, "no pictures: " + dataset.how_to_get);
  return files.front();
}

}  // namespace

std::string picture_url(const std::vector<double>& values, std::size_t side) {
  std::string file;
  const auto number = [&file](std::size_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file += static_cast<char>(value >> (8 * i) & 255);
  };
  const std::size_t row = (side + 3) / 4 * 4;
  constexpr std::size_t kHeader = 54;
  constexpr std::size_t kPalette = 1024;
  file += "BM";
  number(kHeader + kPalette + row * side, 4);
  number(0, 4);
  number(kHeader + kPalette, 4);
  number(40, 4);
  number(side, 4);
  number(side, 4);
  number(1, 2);
  number(8, 2);  // bits a pixel
  for (int i = 0; i < 6; ++i) number(0, 4);
  for (std::size_t grey = 0; grey < 256; ++grey) number(grey * 0x010101, 4);
  for (std::size_t y = side; y-- > 0;) {  // from the bottom up
    for (std::size_t x = 0; x < row; ++x) {
      const double value = x < side ? std::clamp(values[y * side + x], 0.0, 1.0) : 0;
      number(static_cast<std::size_t>(std::lround(255 * value)), 1);
    }
  }
  return "data:image/bmp;base64," + to_base64(file);
}

serve::DemoStream fashion_demo() {
  const std::string path = pictures_path();
  const auto clothes = std::make_shared<Clothes>();
  clothes->by_network.embedding.append(model_path());
  const embed::RowDraw fitted = clothes->by_network.embedding.fitted_rows(path).draw;
  clothes->pictures = unseen(clothes->as_they_are.open(path), fitted);
  clothes->points = unseen(clothes->by_network.open(path), fitted);
  return [clothes](Sample& sample, std::string& picture) {
    if (!clothes->points->next(sample) || !clothes->pictures->next(clothes->picture)) return false;
    picture = picture_url(clothes->picture.values, kSide);
    const auto label = static_cast<std::size_t>(std::stoul(sample.label));
    sample.label = kClothes.at(label);
    return true;
  };
}

}  // namespace mpart
