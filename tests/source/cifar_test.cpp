#include <gtest/gtest.h>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Labels = std::vector<std::string>;

std::string record(int label, char pixel) {
  return static_cast<char>(label) + std::string(3072, pixel);
}

std::string error_of(const std::string& bytes, bool tells_size = true) {
  return bad_input_of([&] {
    read_all(*read_cifar(stream_of("b.bin", bytes, std::string::npos, tells_size), {}, {}));
  });
}

TEST(Cifar, RecordIsALabelAnd3072PixelsScaledToOne) {
  std::string bytes = record(3, '\0') + record(9, '\xFF');
  bytes[3072] = '\x33';
  const auto source = read_cifar(stream_of("b.bin", bytes), {}, {});
  EXPECT_EQ(source->width(), 3072);
  const auto samples = read_all(*source);
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].values[0], 0);
  EXPECT_EQ(samples[0].values[3071], 0.2);
  EXPECT_EQ(samples[1].values[0], 1);
  EXPECT_EQ(samples[1].row, 2);
  EXPECT_EQ(labels_of(samples), (Labels{"3", "9"}));
}

TEST(Cifar, ClassNamesReplaceNumbers) {
  const auto names = read_cifar_names(stream_of("m", "a\nb\nc\nd\r\ne\nf\ng\nh\ni\ntruck\n\n"));
  const auto source = read_cifar(stream_of("b.bin", record(3, 'a') + record(9, 'a')), names, {});
  EXPECT_EQ(labels_of(read_all(*source)), (Labels{"d", "truck"}));
}

TEST(Cifar, LabelIsNoFeatureWhenThereAreNoLabels) {
  SourceOptions options;
  options.labelled = false;
  const auto samples = read_all(*read_cifar(stream_of("b.bin", record(3, 'a')), {}, options));
  EXPECT_EQ(samples[0].label, "");
  EXPECT_EQ(samples[0].values.size(), 3072);
}

TEST(BadCifar, SizeMustBeAMultipleOfTheRecord) {
  EXPECT_EQ(error_of(record(1, 'a') + "x"),
            "b.bin: 3074 bytes found, a multiple of 3073 expected (CIFAR-10 batch)");
  EXPECT_EQ(error_of(record(1, 'a') + "\2abcd", false), "b.bin:2: 3073 bytes expected, 5 found");
  EXPECT_EQ(error_of("", false), "b.bin: no rows");
}

TEST(BadCifar, LabelAboveNineIsNamedByRow) {
  EXPECT_EQ(error_of(record(1, 'a') + record(10, 'a')), "b.bin:2: label 0 to 9 expected, 10 found");
}

TEST(BadCifar, ClassNamesMustBeTen) {
  EXPECT_EQ(bad_input_of([] { read_cifar_names(stream_of("m.txt", "a\nb\n")); }),
            "m.txt: 10 class names expected, 2 found");
  EXPECT_EQ(bad_input_of([] {
              read_cifar_names(stream_of("m.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"));
            }),
            "m.txt: 10 class names expected, more found");
}

}  // namespace
}  // namespace mpart::test
