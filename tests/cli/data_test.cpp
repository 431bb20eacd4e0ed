#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/program.hpp"
#include "mpart/source.hpp"

namespace mpart::tests {
namespace {

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

void write(const TemporaryFolder& folder, const std::string& name, const std::string& bytes) {
  overwrite(folder.file(name), bytes);
}

// Two pictures of 2 x 2 bytes and their labels.
void write_idx(const TemporaryFolder& folder, const std::string& name, const std::string& labels) {
  const std::string pictures("\x00\x33\x66\xff\xff\xff\x00\x00", 8);
  write(folder, name + "-images-idx3-ubyte",
        big_endian(0x803) + big_endian(2) + big_endian(2) + big_endian(2) + pictures);
  write(folder, name + "-labels-idx1-ubyte", big_endian(0x801) + big_endian(2) + labels);
}

std::vector<Sample> read_all(const std::string& path) {
  std::vector<Sample> samples;
  const auto source = open_source(path);
  for (Sample sample; source->next(sample);) samples.push_back(sample);
  return samples;
}

TEST(Data, WithoutAWordItListsWhereEverySetIsOrHowToGetIt) {
  const TemporaryFolder folder;
  write_idx(folder, "train", "\x01\x02");
  write_idx(folder, "t10k", "\x01\x02");
  const Ended ended = run(folder, "mpart data --data .");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("  found in   .\n"), std::string::npos) << ended.out;
  for (const char* const name :
       {"fashion-mnist: ", "emnist-letters: ", "cifar-10: ", "mouse-retina: "}) {
    EXPECT_NE(ended.out.find(name), std::string::npos);
  }
  EXPECT_NE(ended.out.find("not found in   ./cifar-10, .\n"), std::string::npos) << ended.out;
}

TEST(Data, TheEnvironmentCanNameTheFolder) {
  const TemporaryFolder folder;
  write_idx(folder, "train", "\x01\x02");
  write_idx(folder, "t10k", "\x01\x02");
  const Ended ended = run(folder, "MPART_DATA=$PWD mpart data");
  EXPECT_NE(ended.out.find("fashion-mnist: "), std::string::npos);
  EXPECT_EQ(ended.out.find("not found in   $PWD/fashion-mnist"), std::string::npos) << ended.out;
}

TEST(Data, PicturesBecomeNpyFilesWithTheirLabelsBeside) {
  const TemporaryFolder folder;
  write_idx(folder, "train", "\x01\x02");
  write_idx(folder, "t10k", "\x03\x04");
  ASSERT_EQ(run(folder, "mpart data convert fashion-mnist --data . --out npy").code, 0);
  const std::vector<Sample> train = read_all(folder.file("npy/fashion-mnist-train-x.npy"));
  ASSERT_EQ(train.size(), 2U);
  EXPECT_EQ(train[0].label, "1");
  EXPECT_NEAR(train[0].values[1], 0.2, 1e-7);
  EXPECT_NEAR(train[0].values[2], 0.4, 1e-7);
  EXPECT_EQ(read_all(folder.file("npy/fashion-mnist-test-x.npy"))[1].label, "4");
}

TEST(Data, LettersAreTurnedTheRightWay) {
  const TemporaryFolder folder;
  write_idx(folder, "emnist-letters-train", "\x01\x02");
  write_idx(folder, "emnist-letters-test", "\x01\x02");
  ASSERT_EQ(run(folder, "mpart data convert emnist-letters --data . --out npy").code, 0);
  const std::vector<Sample> train = read_all(folder.file("npy/emnist-letters-train-x.npy"));
  EXPECT_NEAR(train[0].values[1], 0.4, 1e-7);
  EXPECT_NEAR(train[0].values[2], 0.2, 1e-7);
}

TEST(Data, ColourPicturesOfAllBatchesAreOnePart) {
  const TemporaryFolder folder;
  for (const char batch : std::string("12345")) {
    write(folder, std::string("data_batch_") + batch + ".bin",
          std::string(1, static_cast<char>(batch - '0')) + std::string(3072, batch));
  }
  write(folder, "test_batch.bin", std::string(3073, '\x07'));
  ASSERT_EQ(run(folder, "mpart data convert cifar-10 --data . --out npy").code, 0);
  const std::vector<Sample> train = read_all(folder.file("npy/cifar-10-train-x.npy"));
  ASSERT_EQ(train.size(), 5U);
  EXPECT_EQ(train[4].label, "5");
  EXPECT_EQ(train[4].values.size(), 3072U);
}

TEST(Data, CellsAreSplitAsInThePaperByTheSeed) {
  const TemporaryFolder folder;
  std::string values;
  std::string labels;
  for (int i = 0; i < 1000; ++i) {
    values += std::string("\x00\x00\x80\x3f", 4);
    labels += "rod";
  }
  const auto header = [](const std::string& type, const std::string& shape) {
    std::string text =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    text.resize(117, ' ');
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + text + "\n";
  };
  write(folder, "mouse-retina-x.npy", header("<f4", "1000, 1") + values);
  write(folder, "mouse-retina-y.npy", header("|S3", "1000,") + labels);
  ASSERT_EQ(run(folder, "mpart data convert mouse-retina --data . --out a --seed 1").code, 0);
  ASSERT_EQ(run(folder, "mpart data convert mouse-retina --data . --out b --seed 1").code, 0);
  const std::vector<Sample> test = read_all(folder.file("a/mouse-retina-test-x.npy"));
  EXPECT_NEAR(static_cast<double>(test.size()), 223, 60);
  EXPECT_EQ(test[0].label, "rod");
  EXPECT_EQ(read_all(folder.file("a/mouse-retina-train-x.npy")).size(), 1000 - test.size());
  EXPECT_EQ(run(folder, "diff -r a b").code, 0);
}

TEST(Data, AMissingSetIsNamedWithHowToGetIt) {
  const TemporaryFolder folder;
  const Ended missing = run(folder, "mpart data convert cifar-10 --data nowhere --out npy");
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.err.find("mpart: cifar-10: not found in nowhere/cifar-10, nowhere; get it: "),
            0U)
      << missing.err;
  const Ended unknown = run(folder, "mpart data convert minst --out npy");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.err,
            "mpart: no dataset \"minst\"; there are fashion-mnist, emnist-letters, cifar-10, "
            "mouse-retina, worm-neurons, mouse-bladder, fashion-mnist-gradients, "
            "emnist-letters-gradients, cifar-10-lite2\n");
}

TEST(Data, AVariantIsConvertedAndListedByTheSetWhosePicturesItHas) {
  const TemporaryFolder folder;
  const Ended variant = run(folder, "mpart data convert cifar-10-lite2 --out npy");
  EXPECT_EQ(variant.code, 2);
  EXPECT_EQ(variant.err, "mpart: cifar-10-lite2 has the pictures of cifar-10: convert those\n");
  EXPECT_EQ(run(folder, "mpart data").out.find("lite2"), std::string::npos);
}

}  // namespace
}  // namespace mpart::tests
