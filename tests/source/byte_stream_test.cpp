#include "source/byte_stream.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <limits>

#include "source/line_reader.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

TEST(ByteStream, PeekShowsAtLeastWhatWasAskedForUntilTheEnd) {
  const auto stream = stream_of("a", "abcdef", 1);
  EXPECT_EQ(stream->peek(3).substr(0, 3), "abc");
  stream->consume(2);
  EXPECT_EQ(stream->peek(4), "cdef");
  EXPECT_EQ(stream->peek(100), "cdef");
  stream->consume(4);
  EXPECT_EQ(stream->peek(1), "");
  EXPECT_EQ(stream->position(), 6);
}

TEST(ByteStream, LookingFartherThanTheEndAllocatesNoMoreThanIsThere) {
  const auto stream = stream_of("a", "abc");
  const std::size_t before = stream->buffer_size();
  EXPECT_EQ(stream->peek(std::numeric_limits<std::size_t>::max()), "abc");
  EXPECT_EQ(stream->buffer_size(), before);
}

TEST(ByteStream, BufferGrowsForALongLook) {
  const std::string bytes(1000000, 'a');
  const auto stream = stream_of("a", bytes, 1000);
  EXPECT_EQ(stream->peek(bytes.size()), bytes);
}

TEST(ByteStream, ProgressIsTheShareConsumed) {
  const auto stream = stream_of("a", "abcd");
  EXPECT_EQ(stream->progress(), 0.0);
  stream->peek(4);
  EXPECT_EQ(stream->progress(), 0.0);
  stream->consume(1);
  EXPECT_EQ(stream->progress(), 0.25);
}

TEST(ByteStream, IdleIsCalledBeforeAReadThatHasToWaitAndNeverForAFile) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe"), file = folder.file("file");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::write(writer, "abc", 3), 3);
  int calls = 0;
  const auto idle = [&] {
    ++calls;
    ASSERT_EQ(::write(writer, "d", 1), 1);  // else the read would wait for ever
  };
  const auto live = open_stream(pipe, nullptr, idle);
  EXPECT_EQ(live->peek(3), "abc");
  EXPECT_EQ(calls, 0) << "what is there is read first";
  EXPECT_EQ(live->peek(4), "abcd");
  EXPECT_EQ(calls, 1);
  ::close(writer);
  folder.write("file", "abc");
  const auto whole = open_stream(file, nullptr, [] { FAIL() << "a file does not wait"; });
  EXPECT_EQ(whole->peek(9), "abc");
}

TEST(LineReader, LinesEndByEitherEndingAndTheLastByNone) {
  for (const std::size_t chunk : {1, 2, 100}) {
    LineReader lines(stream_of("a", "one\r\n\ntwo\n\rthree", chunk));
    std::vector<std::string> found;
    std::string_view line;
    while (lines.next(line)) found.emplace_back(line);
    EXPECT_EQ(found, (std::vector<std::string>{"one", "", "two", "\rthree"}));
    EXPECT_EQ(lines.number(), 5);
  }
}

TEST(LineReader, ExtendedLineKeepsItsInnerEndsAndItsNumber) {
  LineReader lines(stream_of("a", "one\r\ntwo\r\nthree\n", 1));
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  ASSERT_TRUE(lines.extend(line));
  EXPECT_EQ(line, "one\r\ntwo");
  EXPECT_EQ(lines.number(), 1);
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "three");
  EXPECT_EQ(lines.number(), 3);
  EXPECT_FALSE(lines.extend(line));
  EXPECT_FALSE(lines.next(line));
}

}  // namespace
}  // namespace mpart::test
