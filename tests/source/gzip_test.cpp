#include "source/byte_stream.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "source/npy_bytes.hpp"
#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Labels = std::vector<std::string>;

std::string packed(const std::string& bytes) {
  z_stream deflater{};
  deflateInit2(&deflater, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string input = bytes;
  std::string out(deflateBound(&deflater, bytes.size()) + 64, '\0');
  deflater.next_in = reinterpret_cast<Bytef*>(input.data());
  deflater.avail_in = static_cast<uInt>(input.size());
  deflater.next_out = reinterpret_cast<Bytef*>(out.data());
  deflater.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&deflater, Z_FINISH), Z_STREAM_END);
  out.resize(deflater.total_out);
  deflateEnd(&deflater);
  return out;
}

std::string unpacked(const std::string& bytes, std::size_t chunk = std::string::npos) {
  const auto stream = unpack(stream_of("a.gz", bytes, chunk));
  std::string out;
  for (std::string_view some = stream->peek(1); !some.empty(); some = stream->peek(1)) {
    out += some;
    stream->consume(some.size());
  }
  return out;
}

std::string many_rows() {
  std::string text;
  for (int i = 0; i < 50000; ++i) {
    text += std::to_string(i) + ",label" + std::to_string(i % 7) + "\n";
  }
  return text;
}

TEST(Gzip, UnpackedBytesAreThoseThatWerePacked) {
  const std::string text = many_rows();
  EXPECT_EQ(unpacked(packed(text)), text);
  EXPECT_EQ(unpacked(packed("abc"), 1), "abc");
}

TEST(Gzip, JoinedFilesAreOneFile) {
  EXPECT_EQ(unpacked(packed("abc") + packed("") + packed("def"), 1), "abcdef");
}

TEST(Gzip, EveryFormReadsTheSamePackedAsPlain) {
  const TemporaryFolder folder;
  const std::string text = many_rows();
  const std::string rows = npy("<f4", "(2,)", bytes_of<float>({1, 2}));
  const std::string labels = npy("|u1", "(2,)", std::string("\x05\x06", 2));
  const std::string images("\0\0\x08\x03\0\0\0\2\0\0\0\1\0\0\0\1ab", 18);
  const std::string image_labels("\0\0\x08\x01\0\0\0\2\3\4", 10);
  const std::string batch = '\x02' + std::string(3072, 'a');
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>("a.csv", text),
                                    {"x.npy", rows},
                                    {"y.npy", labels},
                                    {"images-idx3-ubyte", images},
                                    {"labels-idx1-ubyte", image_labels},
                                    {"b.bin", batch}}) {
    folder.write(name, bytes);
    folder.write("packed-" + name + ".gz", packed(bytes));
  }
  for (const std::string name : {"a.csv", "x.npy", "images-idx3-ubyte", "b.bin"}) {
    const auto plain = read_all(*open_source(folder.file(name)));
    const auto again = read_all(*open_source(folder.file("packed-" + name + ".gz")));
    ASSERT_EQ(labels_of(plain), labels_of(again)) << name;
    EXPECT_NE(plain[0].label, "") << name;
    for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(plain[i].values, again[i].values);
  }
}

TEST(Gzip, ProgressIsTheShareOfPackedBytes) {
  // The first megabyte is looked at when it is opened.
  const std::string rows = many_rows() + many_rows() + many_rows();
  const auto source = read_csv(unpack(stream_of("a.csv.gz", packed(rows), 1000)), {});
  Sample sample;
  double before = 0;
  bool between = false;
  while (source->next(sample)) {
    ASSERT_GE(source->progress(), before);
    before = *source->progress();
    between = between || (before > 0.2 && before < 0.8);
  }
  EXPECT_EQ(source->progress(), 1.0);
  EXPECT_TRUE(between);
}

TEST(BadGzip, DataThatEndsEarlyIsRefused) {
  const std::string bytes = packed(many_rows());
  for (const std::size_t size :
       {std::size_t{2}, std::size_t{11}, bytes.size() / 2, bytes.size() - 1}) {
    EXPECT_EQ(bad_input_of([&] { unpacked(bytes.substr(0, size)); }), "a.gz: gzip data ends early");
  }
}

TEST(BadGzip, DamagedDataIsRefused) {
  std::string bytes = packed(many_rows());
  bytes[bytes.size() - 6] ^= 1;  // the checksum
  EXPECT_EQ(bad_input_of([&] { unpacked(bytes); }),
            "a.gz: damaged gzip data: incorrect data check");
  EXPECT_EQ(bad_input_of([&] { unpacked(packed("abc") + "tail"); }),
            "a.gz: damaged gzip data: other bytes after its end");
}

TEST(BadGzip, FileThatIsOnlyCalledGzipIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.csv.gz", "1,a\n");
  EXPECT_EQ(bad_input_of([&] { open_source(path); }), path + ": not gzip data");
  const std::string empty = folder.write("b.csv.gz", packed(""));
  EXPECT_EQ(bad_input_of([&] { open_source(empty); }), empty + ": empty");
}

}  // namespace
}  // namespace mpart::test
