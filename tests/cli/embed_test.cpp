// Networks and pictures on the command line, with the program's parts in place.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <thread>

#include "cli/program.hpp"
#include "prepare/tiny_networks.hpp"
#include "prepare/training_split.hpp"

namespace mpart::tests {
namespace {

namespace fs = std::filesystem;

std::vector<std::vector<double>> numbers_in(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::vector<double>& row = rows.emplace_back();
    for (double value = 0; cells >> value; cells.ignore()) row.push_back(value);
  }
  return rows;
}

nlohmann::json json_of(const Ended& ended) {
  EXPECT_EQ(ended.code, 0) << ended.err;
  return ended.code == 0 ? nlohmann::json::parse(ended.out) : nlohmann::json();
}

class Embed : public testing::Test {
 protected:
  Ended mpart(const std::string& words) const { return run(folder_, "mpart " + words); }

  void expect_refused(const std::string& words, const std::string& message) const {
    const auto before = everything_in(folder_);
    const Ended ended = mpart(words);
    EXPECT_EQ(ended.code, 2) << words;
    EXPECT_EQ(ended.err, "mpart: " + message + "\n") << words;
    EXPECT_EQ(ended.out, "") << words;
    EXPECT_EQ(everything_in(folder_), before) << words;
  }

  void write(const std::string& name, const std::string& bytes) const {
    fs::create_directories(fs::path(folder_.file(name)).parent_path());
    overwrite(folder_.file(name), bytes);
  }

  // One colour, so that the format does not matter.
  void write_picture(const std::string& name, const cv::Vec3b& blue_green_red) const {
    fs::create_directories(fs::path(folder_.file(name)).parent_path());
    const cv::Mat picture(8, 8, CV_8UC3, cv::Scalar(blue_green_red));
    ASSERT_TRUE(cv::imwrite(folder_.file(name), picture));
  }

  const TemporaryFolder folder_;
};

TEST_F(Embed, ApplyGivesWhatTheNetworkGives) {
  const test::TinyMlp network({3, 5, 2});
  write("n.onnx", network.model().bytes());
  write("d.csv", "a,b,c,label\n0.1,0.2,0.3,x\n0.5,-1,2,y\n");
  ASSERT_EQ(mpart("embed apply n.onnx d.csv --out z.csv").code, 0);
  const std::string text = contents(folder_.file("z.csv"));
  EXPECT_NE(text.find(",y\n"), std::string::npos) << text;
  const auto rows = numbers_in(text);
  ASSERT_EQ(rows.size(), 2U);
  const std::vector<float> expected = network({0.5F, -1, 2});
  ASSERT_EQ(rows[1].size(), 2U);
  EXPECT_NEAR(rows[1][0], expected[0], 1e-5);
  EXPECT_NEAR(rows[1][1], expected[1], 1e-5);
}

TEST_F(Embed, ApplyWritesWhatMpartReads) {
  write("n.onnx", test::TinyMlp({4, 2}).model().bytes());
  ASSERT_EQ(mpart("embed apply n.onnx $DATA/fashion4d-test.csv --out z.csv").code, 0);
  ASSERT_EQ(mpart("embed apply n.onnx $DATA/fashion4d-test.csv --out z-x.npy").code, 0);
  const auto csv = json_of(mpart("run z.csv --json"));
  auto npy = json_of(mpart("run z-x.npy --json"));
  const auto direct = json_of(mpart("run $DATA/fashion4d-test.csv --embedder n.onnx --json"));
  for (const char* key : {"samples", "nodes", "edges", "labels", "online_accuracy"}) {
    EXPECT_EQ(csv[key], direct[key]) << key;
    EXPECT_EQ(npy[key], direct[key]) << key;
  }
  EXPECT_EQ(direct["samples"], 500);
}

TEST_F(Embed, NetworksChain) {
  const test::TinyMlp first({4, 3}, 1), second({3, 2}, 2);
  write("1.onnx", first.model().bytes());
  write("2.onnx", second.model().bytes());
  write("d.csv", "0.1,0.2,0.3,0.4,a\n");
  const Ended ended = mpart("embed apply 2.onnx d.csv --embedder 1.onnx --out -");
  const std::vector<float> expected = second(first({0.1F, 0.2F, 0.3F, 0.4F}));
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NEAR(numbers_in(ended.out).at(0).at(1), expected[1], 1e-5);
  const Ended run = mpart(
      "run $DATA/fashion4d.csv --test $DATA/fashion4d-test.csv --embedder 1.onnx --embedder 2.onnx "
      "--model m --json");
  EXPECT_EQ(run.code, 0) << run.err;
  const Ended predicted =
      mpart("predict m $DATA/fashion4d-test.csv --embedder 1.onnx --embedder 2.onnx --out p.csv");
  EXPECT_EQ(predicted.code, 0) << predicted.err;
  EXPECT_NE(predicted.err.find(" of 500"), std::string::npos) << predicted.err;
}

TEST_F(Embed, ADataFileWithoutLabelsIsSeenByTheNetworksWidth) {
  write("n.onnx", test::TinyMlp({3, 2}).model().bytes());
  write("d.csv", "1,2,3\n4,5,6\n");
  EXPECT_EQ(numbers_in(mpart("embed apply n.onnx d.csv --out -").out).size(), 2U);
  write("h.csv", "a,b,c\n4,5,6\n");
  EXPECT_EQ(numbers_in(mpart("embed apply n.onnx h.csv --out -").out).size(), 1U);
}

TEST_F(Embed, AnotherWidthIsNamed) {
  write("n.onnx", test::TinyMlp({784, 4}).model().bytes());
  write("d.csv", "1,2,3,a\n4,5,6,b\n");
  expect_refused("run d.csv --embedder n.onnx", "n.onnx: 784 values expected, 3 given");
  expect_refused("embed apply n.onnx d.csv --out z.npy", "n.onnx: 784 values expected, 3 given");
  expect_refused("embed score n.onnx d.csv", "d.csv: 784 values a sample expected, 3 found");
}

TEST_F(Embed, FilesThatAreNoNetworksAreNamed) {
  const std::string bytes = test::TinyMlp({3, 2}).model().bytes();
  write("d.csv", "1,2,3,a\n4,5,6,b\n");
  write("text.onnx", "not a network");
  write("half.onnx", bytes.substr(0, bytes.size() / 2));
  write("empty.onnx", "");
  test::onnx::Model strange = test::TinyMlp({3, 2}).model();
  strange.nodes.back() = test::onnx::node("Frobnicate", {"input"}, "embedding");
  write("strange.onnx", strange.bytes());
  for (const std::string name : {"text", "half", "empty", "none", "strange"}) {
    const Ended ended = mpart("run d.csv --embedder " + name + ".onnx");
    EXPECT_EQ(ended.code, 2) << name;
    EXPECT_EQ(ended.err.rfind("mpart: " + name + ".onnx: ", 0), 0U) << ended.err;
    EXPECT_EQ(ended.err.find('\n'), ended.err.size() - 1) << ended.err;
  }
  const Ended ended = mpart("embed apply strange.onnx d.csv --out z.npy");
  EXPECT_NE(ended.err.find("operator Frobnicate is not supported"), std::string::npos) << ended.err;
}

TEST_F(Embed, PicturesInFoldersAreLabelledSamples) {
  for (const char* name : {"red/1.png", "red/2.jpg", "red/3.png"}) {
    write_picture(name, {0, 0, 255});
  }
  for (const char* name : {"blue/1.png", "blue/2.jpg"}) write_picture(name, {255, 0, 0});
  test::TinyConvolution means(3, 3);
  std::fill(means.weights.begin(), means.weights.end(), 0.F);
  std::fill(means.biases.begin(), means.biases.end(), 0.F);
  for (std::size_t i = 0; i < 3; ++i) means.weights[i * 27 + i * 9 + 4] = 1;  // a channel's mean
  write("means.onnx", means.model(test::onnx::kAny).bytes());
  const Ended ended = mpart("embed apply means.onnx . --image-size 4 --out -");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto rows = numbers_in(ended.out);
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_NEAR(rows[0][0], 0, 0.02);  // blue, red first
  EXPECT_NEAR(rows[0][2], 1, 0.02);
  EXPECT_NEAR(rows[4][0], 1, 0.02);
  const auto turned = numbers_in(
      mpart("embed apply means.onnx . --image-size 4 --bgr --mean -1,0,0 --std 2 --out -").out);
  EXPECT_NEAR(turned.at(0).at(0), 1, 0.02);  // (1 + 1) / 2
  const auto report =
      json_of(mpart("run . --embedder means.onnx --image-size 4 --full-labels --json"));
  EXPECT_EQ(report["samples"], 5);
  EXPECT_EQ(report["classes"], 2);
}

TEST_F(Embed, APersonSeesThePictureAndItsPath) {
  for (const char* name : {"photos/red/1.png", "photos/red/2.png"}) {
    write_picture(name, {0, 0, 255});
  }
  const std::string command = "mpart run photos/ --mode faithful --budget 1/1 --oracle terminal ";
  const Ended blocks = run(folder_, command + "--pictures blocks", "+red\nquit\n");
  ASSERT_EQ(blocks.code, 0) << blocks.err;
  const std::string path = fs::canonical(folder_.file("photos/red/1.png")).string();
  EXPECT_NE(blocks.err.find("  file: " + path + "\n    \x1b[38;2;255;0;0m\x1b[48;2;255;0;0m"),
            std::string::npos)
      << blocks.err;
  EXPECT_TRUE(fs::exists(folder_.file("photos.mpart")));
  const Ended sixels = run(folder_, command + "--pictures sixel", "+red\n");
  EXPECT_NE(sixels.err.find("2.png\n\x1bPq\"1;1;240;240#0"), std::string::npos);
  EXPECT_EQ(run(folder_, command + "--overwrite", "quit\n").err.find('\x1b'), std::string::npos)
      << "standard error is no terminal";
  expect_refused("run photos/ --oracle terminal --pictures sixl --model m",
                 "--pictures must be auto, sixel, blocks or none, not \"sixl\"; did you mean "
                 "sixel?");
}

TEST_F(Embed, ANetworkSaysHowItTakesPictures) {
  write_picture("p/blue.png", {255, 0, 0});
  test::onnx::Model model;  // the mean of every channel, which is last; values as they come in
  model.inputs = {test::onnx::value_info("images", {test::onnx::kAny, 6, 4, 3})};
  model.nodes = {test::onnx::node("ReduceMean", {"images"}, "embedding", {{"axes", {1, 2}}},
                                  {{"keepdims", 0}})};
  model.output = test::onnx::value_info("embedding", {test::onnx::kAny, 3});
  const auto means = [&](const std::string& flags = "") {
    write("means.onnx", model.bytes());
    const Ended ended = mpart("embed apply means.onnx p " + flags + " --out -");
    EXPECT_EQ(ended.code, 0) << ended.err;
    return numbers_in(ended.out).at(0);
  };
  const auto rgb = means();
  EXPECT_NEAR(rgb.at(2), 1, 1e-6);
  EXPECT_NEAR(rgb.at(0), 0, 1e-6);
  model.metadata = {{"mpart.image.channels", "bgr"},
                    {"mpart.image.scale", "1"},
                    {"mpart.image.mean", "127"},
                    {"mpart.image.std", "128"}};
  EXPECT_NEAR(means().at(0), 1, 1e-6);                // (255 - 127) / 128
  EXPECT_NEAR(means("--mean 0.5").at(0), 0.5, 1e-6);  // the flag's values are 0 to 1
  expect_refused("embed apply means.onnx p --image-size 4 --out z.npy",
                 "means.onnx: takes pictures of 4 x 6 pixels, not of image size 4");
  model.metadata = {};
  model.inputs = {test::onnx::value_info("images", {test::onnx::kAny, 6, 4, 3}, 2)};  // bytes
  model.nodes = {test::onnx::node("Cast", {"images"}, "floats", {}, {{"to", 1}}),
                 test::onnx::node("ReduceMean", {"floats"}, "embedding", {{"axes", {1, 2}}},
                                  {{"keepdims", 0}})};
  EXPECT_NEAR(means().at(2), 255, 1e-3);
}

TEST_F(Embed, OutputNamesAnOutputOfEachNetwork) {
  test::onnx::Model model;
  model.inputs = {test::onnx::value_info("input", {test::onnx::kAny, 2})};
  model.nodes = {test::onnx::node("Relu", {"input"}, "embedding"),
                 test::onnx::node("Neg", {"input"}, "less")};
  model.output = test::onnx::value_info("embedding", {test::onnx::kAny, 2});
  model.more_outputs = {test::onnx::value_info("less", {test::onnx::kAny, 2})};
  write("n.onnx", model.bytes());
  write("d.csv", "3,-4,a\n");
  const auto first = [&](const std::string& flags) {
    const Ended ended = mpart("embed apply n.onnx d.csv --out - " + flags);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return numbers_in(ended.out).at(0);
  };
  EXPECT_EQ(first(""), (std::vector<double>{3, 0}));
  EXPECT_EQ(first("--output less"), (std::vector<double>{-3, 4}));
  EXPECT_EQ(first("--embedder n.onnx --output less"), (std::vector<double>{0, 4}));
  EXPECT_EQ(first("--embedder n.onnx --output - --output less"), (std::vector<double>{-3, 0}));
  expect_refused("embed apply n.onnx d.csv --output more --out z.npy",
                 "n.onnx: no output \"more\"; it has embedding, less");
  expect_refused("embed apply n.onnx d.csv --output less --output less --out z.npy",
                 "--output is given 2 times for 1 network");
}

TEST_F(Embed, ABackboneIsKnownByItsName) {
  write("d.csv", "3,4,a\n");
  const std::string here = "XDG_DATA_HOME=$PWD mpart ";
  EXPECT_NE(run(folder_, here + "backbone list").out.find("efficientnet-lite0 "),
            std::string::npos);
  const Ended missing = run(folder_, here + "run d.csv --embedder efficientnet-lite2");
  EXPECT_EQ(missing.err,
            "mpart: efficientnet-lite2: not installed; to install it: mpart backbone install "
            "efficientnet-lite2\n");
  EXPECT_EQ(run(folder_, here + "backbone install resnet").err,
            "mpart: no backbone \"resnet\"; there are efficientnet-lite0, efficientnet-lite2\n");
  write("mpart/backbones/efficientnet-lite0.onnx", test::TinyMlp({2, 3}).model().bytes());
  EXPECT_EQ(run(folder_, here + "embed apply efficientnet-lite0 d.csv --out z.npy").code, 0);
  const auto list = json_of(run(folder_, here + "backbone list --json"));
  EXPECT_NE(list.at(0).at("installed"), "");
  EXPECT_EQ(list.at(1).at("installed"), "");
}

TEST_F(Embed, WithoutTheRuntimeTheMessageSaysHowToInstallIt) {
  write("n.onnx", test::TinyMlp({2, 2}).model().bytes());
  write("d.csv", "3,4,a\n");
  const Ended wrong = run(folder_, "MPART_ONNXRUNTIME=n.onnx mpart run d.csv --embedder n.onnx");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.err.rfind("mpart: MPART_ONNXRUNTIME: n.onnx: ", 0), 0U) << wrong.err;
}

TEST_F(Embed, ABrokenPictureIsNamedOrSkippedAndCounted) {
  write_picture("a/1.png", {1, 2, 3});
  write("a/2.jpg", "no picture");
  write_picture("b/3.png", {1, 2, 3});
  write("b/4.png", "");
  write("b/notes.txt", "no picture, and not called one");
  expect_refused("run a/2.jpg --grey --model m",
                 "a/2.jpg: not a whole PNG, JPEG, WebP, GIF, BMP or TIFF picture");
  const Ended ended = mpart("run . --grey --json");
  EXPECT_EQ(json_of(ended)["samples"], 2);
  EXPECT_EQ(ended.err,
            "mpart: skipped 2 pictures that cannot be read: "
            "./a/2.jpg: not a whole PNG, JPEG, WebP, GIF, BMP or TIFF picture; "
            "./b/4.png: not a whole PNG, JPEG, WebP, GIF, BMP or TIFF picture\n"
            "mpart: skipped 1 file that is no picture: b/notes.txt\n");
}

TEST_F(Embed, ScoreKnowsAGoodMapFromABadOne) {
  test::TinyMlp same({4, 4}), nothing({4, 1});
  for (std::size_t i = 0; i < 16; ++i) same.weights[0][i] = i % 5 == 0 ? 1.F : 0.F;
  std::fill(same.biases[0].begin(), same.biases[0].end(), 0.F);
  nothing.weights[0] = {0, 0, 0, 1e-3F};
  write("same.onnx", same.model().bytes());
  write("nothing.onnx", nothing.model().bytes());
  const auto good = json_of(mpart("embed score same.onnx $DATA/fashion4d-test.csv --json"));
  const auto bad = json_of(mpart("embed score nothing.onnx $DATA/fashion4d-test.csv --json"));
  EXPECT_EQ(good["trustworthiness"], 1);
  EXPECT_GT(good["accuracy"], 0.65);
  EXPECT_LT(bad["accuracy"], good["accuracy"].get<double>() - 0.1);
  EXPECT_LT(bad["trustworthiness"], 0.95);
  const auto others = json_of(
      mpart("embed score same.onnx $DATA/fashion4d-test.csv --others $DATA/fashion4d.csv --json"));
  EXPECT_NEAR(others["accuracy"].get<double>(), good["accuracy"].get<double>(), 0.1);
}

TEST_F(Embed, ScoreDrawsTheMap) {
  write("n.onnx", test::TinyMlp({4, 3}).model().bytes());
  const Ended ended = mpart("embed score n.onnx $DATA/fashion4d-test.csv --map map.svg");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(contents(folder_.file("map.svg")).find("<svg"), std::string::npos);
}

const std::string kBlobs = "synthetic:blobs,samples=2000";

TEST_F(Embed, FitLearnsAMapThatSeparatesWhatIsSeparate) {
  const auto report =
      json_of(mpart("embed fit " + kBlobs + " --dims 2 --epochs 10 --out e.onnx --seed 3 --json"));
  EXPECT_EQ(report["of"], 2000);
  EXPECT_EQ(report["epochs"], 10);
  std::uint64_t drawn = 0;
  for (std::uint64_t row = 1; row <= 2000; ++row) {
    drawn += embed::RowDraw{0.3, 3}.takes(row) ? 1 : 0;
  }
  EXPECT_EQ(report["rows"], drawn);
  const auto score = json_of(mpart("embed score e.onnx " + kBlobs + " --json"));
  EXPECT_GT(score["accuracy"], 0.9);
  const auto unseen =
      json_of(mpart("run " + kBlobs + " --embedder e.onnx --unseen --seed 3 --json"));
  EXPECT_EQ(unseen["samples"], 2000 - drawn);
  ASSERT_EQ(mpart("embed apply e.onnx " + kBlobs + " --unseen --out rest.csv").code, 0);
  const std::string rest = contents(folder_.file("rest.csv"));
  const auto lines = static_cast<std::uint64_t>(std::count(rest.begin(), rest.end(), '\n'));
  EXPECT_EQ(lines, 2001 - drawn) << "with the header";
  EXPECT_EQ(json_of(mpart("run " + kBlobs + " --embedder e.onnx --json"))["samples"], 2000);
}

// Pictures of 10 x 10 pixels with a thin stroke each, lying or upright, as rows of a table.
std::string strokes() {
  std::string rows;
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const bool upright = i % 2 == 0;
    const double middle = 2 + 6 * random.uniform(), slope = 0.6 * (random.uniform() - 0.5);
    for (int at = 0; at < 100; ++at) {
      const int along = upright ? at / 10 : at % 10, across = upright ? at % 10 : at / 10;
      const double away = across - middle - slope * (along - 4.5);
      rows += std::to_string(std::exp(-away * away)) + ",";
    }
    rows += upright ? "upright\n" : "lying\n";
  }
  return rows;
}

TEST_F(Embed, ANetworkThatSeesGradientsTakesPixels) {
  write("strokes.csv", strokes());
  const std::string fit = "embed fit strokes.csv --share 1 --dims 2 --epochs 5 --json --out ";
  EXPECT_EQ(json_of(mpart(fit + "a.onnx"))["features"], "gradients");  // chosen by itself
  EXPECT_EQ(json_of(mpart(fit + "b.onnx --features both"))["features"], "both");
  EXPECT_EQ(json_of(mpart(fit + "p.onnx --features pixels"))["features"], "pixels");
  for (const std::string name : {"a.onnx", "b.onnx", "p.onnx"}) {
    const Ended applied = mpart("embed apply " + name + " strokes.csv --out -");
    EXPECT_EQ(numbers_in(applied.out).size(), 300U) << applied.err;
    EXPECT_GT(json_of(mpart("embed score " + name + " strokes.csv --json"))["accuracy"], 0.8);
    const auto report = json_of(
        mpart("run strokes.csv --embedder " + name + " --model m.mpart --full-labels --json"));
    EXPECT_EQ(report["samples"], 300);
  }
  EXPECT_TRUE(contents(folder_.file("a.onnx")).find("mpart.features.width") != std::string::npos);
}

TEST_F(Embed, AMapOfANetworksFeaturesSeesThemAtUnitLength) {
  write("wide.onnx", test::TinyMlp({4, 64}, 1).model().bytes());
  write("narrow.onnx", test::TinyMlp({4, 63}, 1).model().bytes());
  const std::string fit = "embed fit $DATA/fashion4d.csv --dims 2 --epochs 1 --json --out e.onnx ";
  const auto features = [&](const std::string& more) {
    return json_of(mpart(fit + more))["features"];
  };
  EXPECT_EQ(features("--embedder narrow.onnx"), "pixels");
  EXPECT_EQ(features("--embedder wide.onnx --features pixels"), "pixels");
  EXPECT_EQ(features("--embedder wide.onnx --network cnn"), "pixels");
  EXPECT_EQ(features("--embedder wide.onnx"), "unit");
  write("a.csv", "0.1,0.2,0.3,0.4,a\n");
  EXPECT_EQ(numbers_in(mpart("embed apply e.onnx a.csv --embedder wide.onnx --out -").out).size(),
            1U);
  EXPECT_EQ(features("--features unit"), "unit");
  write("b.csv", "1,2,3,4,a\n");
  EXPECT_EQ(mpart("embed apply e.onnx a.csv --out -").out,
            mpart("embed apply e.onnx b.csv --out -").out);
}

TEST_F(Embed, GradientsAreOfSquarePicturesAndForAnMlp) {
  expect_refused("embed fit $DATA/fashion4d.csv --features gradients --out e.onnx",
                 "gradients: square pictures of at least 7 pixels a side expected, k*k or 3*k*k "
                 "values; a row has 4");
  expect_refused("embed fit $DATA/fashion4d.csv --features both --network cnn --out e.onnx",
                 "features: pixels or auto expected for network cnn");
}

TEST_F(Embed, SameSeedSameFile) {
  for (const char* name : {"a", "b", "c"}) {
    const std::string seed = name[0] == 'c' ? "2" : "1";
    ASSERT_EQ(mpart("embed fit $DATA/fashion4d.csv --epochs 2 --seed " + seed + " --out " + name +
                    ".onnx")
                  .code,
              0);
  }
  EXPECT_TRUE(contents(folder_.file("a.onnx")) == contents(folder_.file("b.onnx")));
  EXPECT_FALSE(contents(folder_.file("a.onnx")) == contents(folder_.file("c.onnx")));
}

TEST_F(Embed, UnseenNeedsANetworkThatWasFittedOnThisData) {
  write("foreign.onnx", test::TinyMlp({4, 2}).model().bytes());
  ASSERT_EQ(mpart("embed fit $DATA/fashion4d.csv --epochs 1 --out e.onnx").code, 0);
  expect_refused("run $DATA/fashion4d.csv --unseen", "--unseen needs --embedder");
  expect_refused("run $DATA/fashion4d.csv --unseen --embedder foreign.onnx",
                 "--unseen: foreign.onnx does not say which rows it was fitted on");
  expect_refused("run $DATA/fashion4d-test.csv --unseen --embedder e.onnx",
                 "--unseen: e.onnx was fitted on fashion4d.csv, not on fashion4d-test.csv");
}

TEST_F(Embed, WhatCannotBeFittedIsRefused) {
  write("few.csv", "1,2,a\n3,4,b\n5,6,a\n");
  write("nan.csv", "a,b,label\n1,2,a\nnan,4,b\n");
  expect_refused("embed fit few.csv --share 1 --out e.onnx",
                 "3 samples are too few for 15 neighbours");
  expect_refused("embed fit $DATA/fashion4d.csv --share 0.001 --out e.onnx",
                 std::string(MPART_SOURCE_DIR) +
                     "/examples/data/fashion4d.csv: 1 of 2,000 samples (--share 0.001) are too "
                     "few for 15 neighbours");
  expect_refused("embed fit nan.csv --out e.onnx",
                 "nan.csv:3: value 1 is missing, and a network takes none that is");
  expect_refused("embed fit few.csv --share 0 --out e.onnx",
                 "share: above 0 and at most 1 expected");
  expect_refused("embed fit few.csv --share nan --out e.onnx",
                 "share: above 0 and at most 1 expected");
  expect_refused("embed fit few.csv --dims 5000 --out e.onnx", "dims: 1 to 1024 expected");
  expect_refused("embed fit $DATA/fashion4d.csv --network cnn --dims 2 --out no/e.onnx",
                 "no/e.onnx: cannot write: No such file or directory");
  expect_refused("embed fit few.csv --out few.csv",
                 "few.csv: named twice; one file would overwrite the other");
}

TEST_F(Embed, CtrlCKeepsTheBestSoFar) {
  Running fit(folder_,
              "exec mpart embed fit $DATA/fashion4d.csv --share 1 --epochs 1000000 "
              "--out e.onnx --json");
  std::this_thread::sleep_for(std::chrono::seconds(4));
  fit.signal(SIGINT);
  const Ended ended = fit.wait();
  EXPECT_EQ(ended.code, 130) << ended.err;
  const auto report = nlohmann::json::parse(ended.out);
  EXPECT_GT(report["epochs"], 0);
  EXPECT_LT(report["epochs"], 1000000);
  EXPECT_EQ(mpart("embed score e.onnx $DATA/fashion4d-test.csv").code, 0);
}

TEST_F(Embed, WithoutItsPartsTheProgramSaysWhatIsMissing) {
  fs::copy_file(MPART_PROGRAM, folder_.file("alone"));
  write("d.csv", "1,2,a\n3,4,b\n");
  write_picture("p/1.png", {1, 2, 3});
  const auto err = [&](const std::string& words) {
    const Ended ended = run(folder_, "./alone " + words);
    EXPECT_EQ(ended.code, 2) << words;
    return ended.err;
  };
  EXPECT_EQ(run(folder_, "./alone embed fit $DATA/fashion4d.csv --epochs 1 --out e.onnx").code, 0);
  const std::string no_opencv = err("run p");
  EXPECT_EQ(no_opencv.rfind("mpart: this mpart was built without OpenCV", 0), 0U) << no_opencv;
  EXPECT_NE(no_opencv.find("-DMPART_OPENCV=ON"), std::string::npos) << no_opencv;
  EXPECT_EQ(run(folder_, "./alone run d.csv").code, 0);
}

}  // namespace
}  // namespace mpart::tests
