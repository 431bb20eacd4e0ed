#include "stream/state_records.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"

namespace mpart::stream {
namespace {

StateRecord delta(std::uint32_t place, std::uint64_t generation, const std::string& body) {
  return {"robot", true, place, generation, 0, body};
}

std::string problem_of(const std::vector<StateRecord>& records) {
  try {
    assemble(records);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(StateRecord, IsReadAsItWasWritten) {
  const StateRecord record{"robot 7", true, 3, 9, 0, std::string("\0\xff body", 7)};
  const StateRecord read = StateRecord::read(record.name(), record.value());
  EXPECT_EQ(read.model, record.model);
  EXPECT_EQ(read.is_delta, record.is_delta);
  EXPECT_EQ(read.place, record.place);
  EXPECT_EQ(read.generation, record.generation);
  EXPECT_EQ(read.body, record.body);
}

TEST(StateRecord, NoticesEveryFlippedBitAndEveryCut) {
  const StateRecord record{"robot", false, 0, 1, 1, "some bytes of a model"};
  const std::string name = record.name();
  const std::string value = record.value();
  for (std::size_t bit = 0; bit < 8 * (name.size() + value.size()); ++bit) {
    std::string both = name + value;
    both[bit / 8] = static_cast<char>(both[bit / 8] ^ (1 << bit % 8));
    EXPECT_THROW(
        StateRecord::read(both.substr(0, name.size()), std::string_view(both).substr(name.size())),
        Error);
  }
  for (std::size_t size = 0; size < value.size(); ++size) {
    EXPECT_THROW(StateRecord::read(name, value.substr(0, size)), Error);
  }
}

TEST(Assemble, PutsPiecesAndDeltasInOrderWhateverTheirs) {
  std::vector<StateRecord> records = snapshot_records("robot", 4, "abcdefgh", 3);
  ASSERT_EQ(records.size(), 3U);
  records.insert(records.begin(), delta(1, 4, "second"));
  records.push_back(delta(0, 4, "first"));
  std::swap(records[1], records[3]);
  const SavedModel saved = assemble(records);
  EXPECT_EQ(saved.generation, 4U);
  EXPECT_EQ(saved.snapshot, "abcdefgh");
  EXPECT_EQ(saved.deltas, (std::vector<std::string>{"first", "second"}));
}

TEST(Assemble, PassesOverWhatIsLeftOfOldGenerations) {
  std::vector<StateRecord> records = snapshot_records("robot", 3, "a long old snapshot", 4);
  const std::vector<StateRecord> now = snapshot_records("robot", 4, "short", 4);
  std::copy(now.begin(), now.end(), records.begin());
  records.push_back(delta(0, 4, "new"));
  records.push_back(delta(1, 3, "old"));
  const SavedModel saved = assemble(records);
  EXPECT_EQ(saved.snapshot, "short");
  EXPECT_EQ(saved.deltas, std::vector<std::string>{"new"});
}

TEST(Assemble, NoticesWhatIsMissing) {
  const std::vector<StateRecord> whole = snapshot_records("robot", 4, "abcdefgh", 3);
  EXPECT_EQ(problem_of({whole[0], whole[2]}), "damaged state: a piece of a snapshot is missing");
  EXPECT_EQ(problem_of({whole[0], whole[1]}), "damaged state: a snapshot is not complete");
  EXPECT_EQ(problem_of({delta(0, 4, "x")}), "damaged state: a snapshot is not complete");
  EXPECT_EQ(problem_of({whole[0], whole[1], whole[2], delta(1, 4, "x")}),
            "damaged state: a delta is missing");
  EXPECT_EQ(assemble({}).generation, 0U);
}

}  // namespace
}  // namespace mpart::stream
