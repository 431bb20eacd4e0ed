#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "source/npy_bytes.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Labels = std::vector<std::string>;

const std::string kTwoRows = npy("<f4", "(2,)", bytes_of<float>({1, 2}));
const std::string kTwoLabels = npy("|u1", "(2,)", std::string("\x05\x06", 2));
const std::string kIdxImages("\0\0\x08\x03\0\0\0\2\0\0\0\1\0\0\0\1ab", 18);
const std::string kIdxLabels("\0\0\x08\x01\0\0\0\2\3\4", 10);

Labels labels_in(const std::string& path, const SourceOptions& options = {}) {
  return labels_of(read_all(*open_source(path, options)));
}

std::string error_of(const std::string& path, const SourceOptions& options = {},
                     ErrorKind kind = ErrorKind::kInvalidData) {
  return message_of([&] { open_source(path, options); }, kind);
}

TEST(OpenSource, TextIsKnownByItsEnding) {
  const TemporaryFolder folder;
  for (const char* name : {"a.csv", "a.CSV", "a.tsv", "a.txt"}) {
    EXPECT_EQ(labels_in(folder.write(name, "1,a\n2,b\n")), (Labels{"a", "b"})) << name;
  }
}

TEST(OpenSource, FileOfAnotherEndingIsKnownByItsContent) {
  const TemporaryFolder folder;
  EXPECT_EQ(labels_in(folder.write("iris.data", "1,a\n2,b\n")), (Labels{"a", "b"}));
  EXPECT_EQ(labels_in(folder.write("array", kTwoRows)), (Labels{"", ""}));
  EXPECT_EQ(labels_in(folder.write("pictures", kIdxImages)), (Labels{"", ""}));
  EXPECT_EQ(error_of(folder.write("photo.png", std::string("\x89PNG\r\n\x1A\n\0\0\0", 11))),
            folder.file("photo.png") +
                ": unknown file type; .csv, .tsv, .txt, .jsonl, .ndjson, .arff, .svmlight, "
                ".parquet, .arrow, .npy, idx3-ubyte or .bin expected");
}

TEST(OpenSource, NpyLabelsLieInTheSiblingFile) {
  for (const auto& [features, labels] : {std::pair("a-x.npy", "a-y.npy"),
                                         {"X.npy", "y.npy"},
                                         {"X_train.npy", "y_train.npy"},
                                         {"x.npy", "Y.npy"}}) {
    const TemporaryFolder folder;
    const std::string path = folder.write(features, kTwoRows);
    EXPECT_EQ(labels_in(path), (Labels{"", ""}));
    folder.write(labels, kTwoLabels);
    EXPECT_EQ(labels_in(path), (Labels{"5", "6"})) << features;
    SourceOptions options;
    options.labelled = false;
    EXPECT_EQ(labels_in(path, options), (Labels{"", ""}));
  }
}

TEST(OpenSource, LabelsFileThatIsNamedComesBeforeTheSibling) {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.npy", kTwoRows);
  folder.write("y.npy", kTwoLabels);
  SourceOptions options;
  options.labels_file = folder.write("other.npy", npy("|S1", "(2,)", "pq"));
  EXPECT_EQ(labels_in(path, options), (Labels{"p", "q"}));
  options.labels_file = folder.file("none.npy");
  EXPECT_EQ(error_of(path, options, ErrorKind::kNotFound),
            folder.file("none.npy") + ": No such file or directory");
}

TEST(OpenSource, IdxLabelsLieInTheSiblingFile) {
  for (const auto& [images, labels] : {std::pair("t-images-idx3-ubyte", "t-labels-idx1-ubyte"),
                                       {"t-images.idx3-ubyte", "t-labels.idx1-ubyte"},
                                       {"images.idx", "labels.idx"}}) {
    const TemporaryFolder folder;
    const std::string path = folder.write(images, kIdxImages);
    EXPECT_EQ(labels_in(path), (Labels{"", ""}));
    folder.write(labels, kIdxLabels);
    EXPECT_EQ(labels_in(path), (Labels{"3", "4"})) << images;
  }
}

TEST(OpenSource, CifarClassNamesLieBesideTheBatch) {
  const TemporaryFolder folder;
  const std::string path = folder.write("data_batch_1.bin", '\x02' + std::string(3072, 'a'));
  EXPECT_EQ(labels_in(path), (Labels{"2"}));
  folder.write("batches.meta.txt",
               "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n");
  EXPECT_EQ(labels_in(path), (Labels{"bird"}));
}

TEST(OpenSource, FileThatCannotBeReadGivesTheSystemsReason) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of(folder.file("train.csv"), {}, ErrorKind::kNotFound),
            folder.file("train.csv") + ": No such file or directory");
  EXPECT_EQ(error_of(folder.file(""), {}, ErrorKind::kInvalidArgument),
            folder.file("") + ": Is a directory");
}

TEST(OpenSource, FileOfSomebodyElseGivesTheSystemsReason) {
  const TemporaryFolder folder;
  const std::string secret = folder.write("secret.csv", "1,a\n");
  ASSERT_EQ(::chmod(secret.c_str(), 0), 0);
  ASSERT_EQ(::chmod(folder.file("").c_str(), 0755), 0);
  constexpr uid_t kNobody = 65534;
  const uid_t me = ::geteuid();
  if (me == 0) {  // who may read everything
    ASSERT_EQ(::seteuid(kNobody), 0);
  }
  const std::string message = error_of(secret, {}, ErrorKind::kInvalidArgument);
  ASSERT_EQ(::seteuid(me), 0);
  EXPECT_EQ(message, secret + ": Permission denied");
}

TEST(OpenSource, EmptyFileOfAnyFormIsCalledEmpty) {
  const TemporaryFolder folder;
  for (const char* name : {"a.csv", "a.jsonl", "a.npy", "a-idx3-ubyte", "a.bin", "a"}) {
    const std::string path = folder.write(name, "");
    EXPECT_EQ(error_of(path), path + ": empty");
  }
}

TEST(OpenSource, FileOnDiskKnowsItsProgress) {
  const TemporaryFolder folder;
  const auto source = open_source(folder.write("a.csv", "1,a\n2,b\n"));
  Sample sample;
  ASSERT_TRUE(source->next(sample));
  EXPECT_EQ(source->progress(), 0.0);
  while (source->next(sample)) {
  }
  EXPECT_EQ(source->progress(), 1.0);
}

// Standard input is a pipe with `text` in it while this lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& text) : saved_(::dup(STDIN_FILENO)) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

TEST(OpenSource, DashIsStandardInput) {
  {
    const StandardInput input("x,l\n1,a\n");
    EXPECT_EQ(labels_in("-"), (Labels{"a"}));
  }
  {
    const StandardInput input("x,l\n1,a\nz,a\n");
    EXPECT_EQ(bad_input_of([] { labels_in("-"); }),
              "standard input:3: column 1 (x): \"z\" is not a number");
  }
  const StandardInput input("");
  EXPECT_EQ(error_of("-"), "standard input: empty");
}

TEST(OpenSource, StandardInputThatBeginsWithABraceIsJsonLines) {
  const StandardInput input(" \n{\"x\":[1],\"label\":\"a\"}\n");
  const std::string error = bad_input_of([] { EXPECT_EQ(labels_in("-"), (Labels{"a"})); });
  EXPECT_TRUE(error.empty() || error.ends_with("built without JSON")) << error;
}

TEST(OpenSource, StandardInputIsReadAsItComes) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int saved = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  ASSERT_EQ(::write(ends[1], "1,a\n", 4), 4);
  const auto source = open_source("-");
  Sample sample;
  EXPECT_TRUE(source->next(sample));  // would wait for ever if it wanted a full buffer
  ASSERT_EQ(::write(ends[1], "2,b\n", 4), 4);
  EXPECT_TRUE(source->next(sample));
  EXPECT_EQ(sample.label, "b");
  ::close(ends[1]);
  EXPECT_FALSE(source->next(sample));
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(ends[0]);
}

}  // namespace
}  // namespace mpart::test
