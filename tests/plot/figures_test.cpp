#include "plot/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "mpart/error.hpp"
#include "plot/python.hpp"
#include "plot/small_graph.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"
#include "util/random.hpp"

namespace mpart::plot {
namespace {

constexpr char kTexts[] =
    "import sys, xml.etree.ElementTree as tree\n"
    "root = tree.fromstring(sys.stdin.buffer.read())\n"
    "texts = [''.join(e.itertext()).strip() for e in root.iter() if e.tag.endswith('}text')]\n"
    "sys.stdout.buffer.write('\\n'.join(texts).encode())\n";

// Every text of an SVG picture, one a line.
std::string texts_of(const std::string& path) { return ask_python(kTexts, read_file(path)); }

void expect_text(const std::string& texts, const std::string& wanted) {
  EXPECT_NE(('\n' + texts + '\n').find('\n' + wanted + '\n'), std::string::npos)
      << "'" << wanted << "' is not in:\n"
      << texts;
}

LearningCurves two_curves() {
  LearningCurves figure;
  figure.curves = {{"Explorer", {100, 200, 300}, {0.2, 0.5, 0.6}, {}},
                   {"Random", {100, 200, 300}, {0.1, 0.3, 0.4}, {0.05, 0.04, 0.03}}};
  figure.queries = {1, 120, 250};
  return figure;
}

Topology blobs(std::size_t samples, std::size_t classes) {
  Topology figure;
  figure.graph = small_graph();
  Random random(3);
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t c = i % classes;
    const double middle = static_cast<double>(c + 1) / static_cast<double>(classes + 1);
    figure.samples.push_back({"", i, {middle + 0.03 * random.normal(), random.uniform()}, ""});
    figure.samples.back().label = "class " + std::to_string(c);
  }
  return figure;
}

TEST(ComparisonFigure, NamesLinesMeasureAndBothSides) {
  const tests::TemporaryFolder folder;
  draw_comparison(folder.file("x.svg"), {"Table 1",
                                         "accuracy (%)",
                                         {{"1/500: MPART", Spread{61, 2}, Spread{59.4, 5.2}},
                                          {"1/500: ours alone", Spread{66, 1}, std::nullopt},
                                          {"1/500: not run", std::nullopt, Spread{50, 3}}}});
  const std::string texts = texts_of(folder.file("x.svg"));
  for (const char* text : {"Table 1", "accuracy (%)", "1/500: MPART", "1/500: ours alone",
                           "1/500: not run", "mpart", "paper"}) {
    expect_text(texts, text);
  }
}

TEST(ComparisonFigure, WithoutFiguresIsRefused) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW(draw_comparison(folder.file("x.svg"), {"", "", {{"a", {}, {}}}}), Error);
}

TEST(LearningCurveFigure, NamesAxesCurvesAndQuestions) {
  const tests::TemporaryFolder folder;
  draw_learning_curves(folder.file("x.svg"), two_curves());
  const std::string texts = texts_of(folder.file("x.svg"));
  for (const char* text :
       {"samples seen", "accuracy (%)", "Explorer", "Random", "question asked"}) {
    expect_text(texts, text);
  }
}

TEST(LearningCurveFigure, PngIsMade) {
  const tests::TemporaryFolder folder;
  draw_learning_curves(folder.file("x.png"), two_curves());
  EXPECT_EQ(read_file(folder.file("x.png")).substr(1, 3), "PNG");
  EXPECT_GT(std::filesystem::file_size(folder.file("x.png")), 10'000U);
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(LearningCurveFigure, PointsThatAreNotNumbersAreLeftOut) {
  const tests::TemporaryFolder folder;
  LearningCurves figure = two_curves();
  figure.curves[0].accuracy[1] = std::nan("");
  EXPECT_NO_THROW(draw_learning_curves(folder.file("x.svg"), figure));
}

TEST(LearningCurveFigure, CurveWithoutPointsOrWithMissingOnesIsBadInput) {
  const tests::TemporaryFolder folder;
  EXPECT_THROW(draw_learning_curves(folder.file("x.svg"), {}), Error);
  LearningCurves figure = two_curves();
  figure.curves[1].deviation.pop_back();
  try {
    draw_learning_curves(folder.file("x.svg"), figure);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
    EXPECT_STREQ(error.what(), "curve 'Random': 3 moments, but 3 accuracies and 2 deviations");
  }
}

TEST(TopologyFigure, SvgOf2000SamplesNamesItsClassesAndStaysSmall) {
  const tests::TemporaryFolder folder;
  Topology figure = blobs(2000, 10);
  figure.title = "ten blobs";
  figure.queried = {figure.samples[0], figure.samples[5]};
  draw_topology(folder.file("x.svg"), figure);
  EXPECT_LT(std::filesystem::file_size(folder.file("x.svg")), 2'000'000U);
  const std::string texts = texts_of(folder.file("x.svg"));
  for (const char* text : {"ten blobs", "feature 1", "feature 2", "class 0", "class 9",
                           "node (size: wins)", "edge (dark: strong)", "queried sample"}) {
    expect_text(texts, text);
  }
}

TEST(TopologyFigure, PngIsMade) {
  const tests::TemporaryFolder folder;
  draw_topology(folder.file("x.png"), blobs(500, 3));
  EXPECT_EQ(read_file(folder.file("x.png")).substr(1, 3), "PNG");
  EXPECT_GT(std::filesystem::file_size(folder.file("x.png")), 20'000U);
}

TEST(TopologyFigure, MoreThan26ClassesHaveNoLegendOfClasses) {
  const tests::TemporaryFolder folder;
  draw_topology(folder.file("x.svg"), blobs(200, 30));
  EXPECT_EQ(texts_of(folder.file("x.svg")).find("class "), std::string::npos);
}

TEST(TopologyFigure, GraphAloneNodeAloneAndOneFeatureAreDrawn) {
  const tests::TemporaryFolder folder;
  Topology figure;
  figure.graph = small_graph();
  EXPECT_NO_THROW(draw_topology(folder.file("graph.svg"), figure));
  figure.graph.edges.clear();
  figure.graph.nodes.resize(1);
  EXPECT_NO_THROW(draw_topology(folder.file("node.svg"), figure));
  figure.graph.nodes[0].lower = figure.graph.nodes[0].upper = {0.5};
  EXPECT_NO_THROW(draw_topology(folder.file("line.svg"), figure));
  expect_text(texts_of(folder.file("line.svg")), "feature 1");
}

TEST(TopologyFigure, ChosenAxesAreNamed) {
  const tests::TemporaryFolder folder;
  Topology figure = blobs(10, 2);
  figure.axes = Axes{2, 1};
  draw_topology(folder.file("x.svg"), figure);
  expect_text(texts_of(folder.file("x.svg")), "feature 2");
}

// Each of these would be markup, a macro, a command or the end of a string somewhere.
TEST(Figures, EvilNamesAreDrawnLetterByLetter) {
  const tests::TemporaryFolder folder;
  const std::string mark = folder.file("pwned");
  const std::vector<std::string> names = {"it's", "\"q\"",    "@home", "a_{b}^c", "}",
                                          "{",    "<b>&amp;", "\\n\\", "'`id`'",  "$samples",
                                          "EOD",  "#x;quit",  "%d",    "-1"};
  Topology figure = blobs(20, 2);
  for (std::size_t i = 0; i < names.size(); ++i) figure.samples[i].label = names[i];
  figure.samples[19].label = "`touch " + mark + "`";
  figure.title = "'`touch " + mark + "`' \"@x_{y}";
  draw_topology(folder.file("x.svg"), figure);
  draw_topology(folder.file("x.png"), figure);
  const std::string texts = texts_of(folder.file("x.svg"));
  for (const std::string& name : names) expect_text(texts, name);
  expect_text(texts, figure.title);
  EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST(Figures, NamesOfInvalidBytesAndSeveralLinesGiveWellFormedXml) {
  const tests::TemporaryFolder folder;
  LearningCurves figure = two_curves();
  figure.title = evil_name();
  figure.curves[0].name = evil_name();
  figure.curves[1].name = "two\nlines";
  draw_learning_curves(folder.file("x.svg"), figure);
  draw_learning_curves(folder.file("x.png"), figure);
  expect_text(texts_of(folder.file("x.svg")), "two lines");
  EXPECT_FALSE(std::filesystem::exists("pwned"));
}

}  // namespace
}  // namespace mpart::plot
