#include <gtest/gtest.h>

#include <cmath>

#include "source/npy_bytes.hpp"
#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

std::string error_of(const std::string& bytes, bool tells_size = true) {
  return bad_input_of([&] {
    read_all(*read_npy(stream_of("x.npy", bytes, std::string::npos, tells_size), nullptr, {}));
  });
}

std::string label_error_of(const std::string& labels, bool tells_size = true) {
  const std::string features = npy("|b1", "(3,)", "abc");
  return bad_input_of([&] {
    read_all(*read_npy(stream_of("x.npy", features),
                       stream_of("y.npy", labels, std::string::npos, tells_size), {}));
  });
}

TEST(BadNpy, OtherFileIsRefused) {
  EXPECT_EQ(error_of("x,y\n1,2\n"), "x.npy: not an NPY file");
  EXPECT_EQ(error_of(""), "x.npy: not an NPY file");
}

TEST(BadNpy, FortranOrderIsRefusedWithTheRemedy) {
  const std::string header = "{'descr': '<f8', 'fortran_order': True, 'shape': (1, 1)}";
  EXPECT_EQ(error_of(npy_with_header(header, bytes_of<double>({1}))),
            "x.npy: Fortran order found, C order expected; save np.ascontiguousarray(array)");
}

TEST(BadNpy, TypeThatIsNoNumberIsNamed) {
  const std::string expected =
      " found, f4, f8, i1 to i8, u1 to u8 or b1 expected, for labels also U or S";
  for (const std::string type :
       {"|O", "<f2", "<c16", "<i3", "|V8", "f", "", "<f99999999999999999999"}) {
    EXPECT_EQ(error_of(npy(type, "(1,)", "12345678")),
              "x.npy: type \"" + type.substr(0, 40) + "\"" + expected);
  }
  EXPECT_EQ(error_of(npy("<U1", "(1,)", "abcd")), "x.npy: text found, numbers expected");
  EXPECT_EQ(error_of(npy_with_header("{'descr': [('a', '<f4')], 'fortran_order': False, }", "")),
            "x.npy: structured array found, plain numbers expected");
}

TEST(BadNpy, FewerOrMoreBytesThanTheShapeSaysAreRefused) {
  EXPECT_EQ(error_of(npy("<f4", "(3, 2)", std::string(20, '\0'))),
            "x.npy: 3 rows of 8 bytes expected, 20 bytes found");
  EXPECT_EQ(error_of(npy("<f4", "(3, 2)", std::string(28, '\0'))),
            "x.npy: 3 rows of 8 bytes expected, 28 bytes found");
}

TEST(BadNpy, StreamOfUnknownLengthIsRefusedAtTheRowThatIsCut) {
  EXPECT_EQ(error_of(npy("<f4", "(3, 2)", std::string(20, '\0')), false),
            "x.npy:3: 8 bytes expected, 4 found");
  EXPECT_EQ(error_of(npy("<f4", "(3, 2)", std::string(28, '\0')), false),
            "x.npy: 3 rows expected, more found");
}

TEST(BadNpy, LengthThatLiesAllocatesNothing) {
  const std::string huge = "18446744073709551615";
  for (const bool tells_size : {true, false}) {
    for (const std::string& shape :
         {"(1, " + huge + ")", "(" + huge + ", 67108865)", "(2, " + huge + ", " + huge + ")",
          std::string("(1, 4294967296, 4294967296)")}) {
      EXPECT_EQ(error_of(npy("<f8", shape, "12345678"), tells_size),
                "x.npy: row of more than 64 MiB")
          << shape;
    }
    EXPECT_EQ(error_of(npy("<f8", "(" + huge + "0,)", ""), tells_size),
              "x.npy: damaged NPY header");
  }
  EXPECT_EQ(error_of(npy("<f8", "(" + huge + ",)", "12345678")),
            "x.npy: " + huge + " rows of 8 bytes expected, 8 bytes found");
  EXPECT_EQ(error_of(std::string("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF{", 13)),
            "x.npy: NPY header of more than 1 MiB");
}

TEST(BadNpy, ShapeWithoutRowsOrValuesIsRefused) {
  EXPECT_EQ(error_of(npy("<f4", "()", "1234")), "x.npy: array without dimensions");
  EXPECT_EQ(error_of(npy("<f4", "(0, 4)", "")), "x.npy: no rows");
  EXPECT_EQ(error_of(npy("<f4", "(4, 0)", "")), "x.npy: no values in a row");
}

TEST(BadNpy, ValueThatIsNotFiniteIsNamedByRowAndColumn) {
  EXPECT_EQ(error_of(npy("<f8", "(2, 2)", bytes_of<double>({1, 2, 3, NAN}))),
            "x.npy:2: column 2: nan is not finite");
  EXPECT_EQ(error_of(npy("<f4", "(1, 2)", bytes_of<float>({-INFINITY, 1}))),
            "x.npy:1: column 1: -inf is not finite");
}

TEST(BadNpy, CutOrDamagedHeaderIsRefused) {
  const std::string sound = npy("<f4", "(1,)", bytes_of<float>({1}));
  for (std::size_t size = 6; size + 4 < sound.size(); ++size) {
    EXPECT_EQ(error_of(sound.substr(0, size)), "x.npy: the NPY header ends early") << size;
  }
  EXPECT_EQ(error_of(npy("<f4", "(1,)", "1234", 4)), "x.npy: NPY version 4 found, 1 to 3 expected");
  for (const std::string header :
       {"", "{", "{'descr'", "{'descr': '<f4'}", "[]", "{'shape': (1,}", "{'shape': (-1,)}",
        "{'fortran_order': Maybe}", "{'other': 1}", "{'descr: <f4}"}) {
    EXPECT_EQ(error_of(npy_with_header(header, "")), "x.npy: damaged NPY header") << header;
  }
}

TEST(BadNpy, LabelsMustBeAsManyAsRowsWhichIsSeenAtOpening) {
  const std::string labels = npy("|u1", "(2,)", "ab");
  EXPECT_EQ(bad_input_of([&] {
              read_npy(stream_of("x.npy", npy("|b1", "(3,)", "abc")), stream_of("y.npy", labels),
                       {});
            }),
            "y.npy: 2 labels found for 3 rows of x.npy");
  EXPECT_EQ(label_error_of(npy("|u1", "(3, 2)", "abcdef")),
            "y.npy: one label a row expected, 2 values found");
}

TEST(BadNpy, LabelThatIsNotUnicodeIsNamedByRow) {
  const std::string labels = bytes_of<std::uint32_t>({65, 0xD800, 66});
  EXPECT_EQ(label_error_of(npy("<U1", "(3,)", labels)), "y.npy:2: the label is not Unicode");
}

TEST(BadNpy, LabelsThatEndEarlyAreNamedByRow) {
  EXPECT_EQ(label_error_of(npy("|u1", "(3,)", "ab"), false), "y.npy:3: 1 byte expected, 0 found");
}

}  // namespace
}  // namespace mpart::test
