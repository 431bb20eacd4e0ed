#include "plot/gnuplot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "mpart/error.hpp"
#include "plot/python.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"

namespace mpart::plot {
namespace {

// PATH of this process, changed for the life of the object.
class SearchPath {
 public:
  explicit SearchPath(const char* path) : before_(std::getenv("PATH")) {
    ::setenv("PATH", path, 1);
  }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_;
};

Error error_of(const std::string& path, const char* script) {
  try {
    draw_to_file(path, script, {});
  } catch (const Error& error) {
    return error;
  }
  return {ErrorKind::kInvalidArgument, "nothing was thrown"};
}

TEST(Gnuplot, SvgIsWellFormedXmlOfTheSizeWanted) {
  const std::string svg = draw("plot [0:1] x", ImageFormat::kSvg, {640, 480});
  EXPECT_EQ(ask_python("import sys, xml.etree.ElementTree as tree\n"
                       "root = tree.fromstring(sys.stdin.buffer.read())\n"
                       "print(root.tag, root.get('width'), root.get('height'))",
                       svg),
            "{http://www.w3.org/2000/svg}svg 640 480\n");
}

TEST(Gnuplot, PngHasItsSignatureAndTheSizeWanted) {
  const std::string png = draw("plot [0:1] x", ImageFormat::kPng, {640, 480});
  ASSERT_GT(png.size(), 2000U);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1A\n");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x02\x80\0\0\x01\xE0", 8));
}

TEST(Gnuplot, FormatIsTheFilesEnding) {
  EXPECT_EQ(image_format("a/b.c/x.svg"), ImageFormat::kSvg);
  EXPECT_EQ(image_format("X.PNG"), ImageFormat::kPng);
}

TEST(Gnuplot, OtherEndingsAreBadUse) {
  for (const char* path : {"x.pdf", "x", "x.svg.gz", "", ".svg", "folder.png/x"}) {
    const Error error = error_of(path, "plot x");
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument) << path;
    EXPECT_EQ(error.what(), std::string(path) + ": a picture's name has to end in .svg or .png");
  }
}

TEST(Gnuplot, FailurePassesItsWordsOnAndLeavesTheOldFile) {
  const tests::TemporaryFolder folder;
  write_file_atomically(folder.file("x.svg"), "old");
  const Error error = error_of(folder.file("x.svg"), "plot no_such_function(x)");
  EXPECT_EQ(error.kind(), ErrorKind::kUnavailable);
  EXPECT_NE(std::string(error.what()).find("undefined function: no_such_function"),
            std::string::npos)
      << error.what();
  EXPECT_EQ(read_file(folder.file("x.svg")), "old");
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(Gnuplot, ScriptThatDrawsNothingFails) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(error_of(folder.file("x.png"), "a = 1").kind(), ErrorKind::kUnavailable);
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Gnuplot, MissingProgramIsNamedWithItsPackage) {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("x.svg");
  const SearchPath empty("");
  const Error error = error_of(path, "plot x");
  EXPECT_EQ(error.kind(), ErrorKind::kUnsupported);
  EXPECT_STREQ(error.what(), "gnuplot is not installed: apt-get install gnuplot-nox");
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Gnuplot, FolderThatDoesNotExistIsNotFound) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(error_of(folder.file("none/x.svg"), "plot x").kind(), ErrorKind::kNotFound);
}

}  // namespace
}  // namespace mpart::plot
