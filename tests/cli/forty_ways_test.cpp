// Forty ways to get it wrong. Each is an error that says what to do, or a right answer; none is
// wrong without a word.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "cli/program.hpp"
#include "util/random.hpp"

namespace mpart::tests {
namespace {

constexpr const char* kRight = "cat dog";  // in place of an error: these answers

struct Way {
  const char* name;
  const char* learned;   // the data that the model m is made of; empty: there is no model
  const char* set_up;    // a shell command
  const char* command;   // what is tried
  const char* expected;  // part of the error, or kRight
};

class FortyWays : public testing::TestWithParam<Way> {
 protected:
  FortyWays() {
    write_tables();
    write_pictures();
  }

  // Cats and dogs by weight and height, which are in units of their own.
  void write_tables() const {
    Random random(1);
    std::ostringstream animals, texts;
    animals << "weight,height,colour,label\n";
    texts << "text,label\n";
    for (int i = 0; i < 120; ++i) {
      const bool dog = i % 2 == 1;
      animals << (dog ? 20 : 4) + 2 * random.uniform() << ','
              << (dog ? 600 : 250) + 50 * random.uniform() << ','
              << (random.below(2) == 0 ? "black" : "white") << ',' << (dog ? "dog" : "cat") << '\n';
      texts << (dog ? "the dog barks loudly at door " : "a cat meows softly and purrs and sleeps ")
            << random.below(50) << (dog ? " and bites,dog\n" : " times,cat\n");
    }
    overwrite(folder_.file("animals.csv"), animals.str());
    std::ostringstream wide;
    for (int i = 0; i < 120; ++i) {
      for (int k = 0; k < 6; ++k) wide << 10 * (i % 2) + random.uniform() << ',';
      wide << (i % 2 == 0 ? "cat\n" : "dog\n");
    }
    overwrite(folder_.file("wide.csv"), wide.str());
    overwrite(folder_.file("texts.csv"), texts.str());
    overwrite(folder_.file("new.csv"), "weight,height,colour\n4.5,260,black\n21,630,white\n");
  }

  // Red cats and blue dogs, of 8 by 8 pixels.
  void write_pictures() const {
    Random random(2);
    const auto write = [&](const std::string& name, bool dog) {
      std::string bytes("BM\xF6\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x08\0\0\0\x08\0\0\0\x01\0\x18\0",
                        30);
      bytes.resize(54);
      for (int i = 0; i < 64; ++i) {
        const auto noise = static_cast<char>(random.below(40));
        bytes += static_cast<char>((dog ? 200 : 10) + noise);
        bytes += static_cast<char>(60 + noise);
        bytes += static_cast<char>((dog ? 10 : 200) + noise);
      }
      std::filesystem::create_directories(std::filesystem::path(folder_.file(name)).parent_path());
      overwrite(folder_.file(name), bytes);
    };
    for (int i = 0; i < 60; ++i) {
      write("photos/cat/" + std::to_string(i) + ".bmp", false);
      write("photos/dog/" + std::to_string(i) + ".bmp", true);
    }
    write("album/1.bmp", false);
    write("album/2.bmp", true);
  }

  const TemporaryFolder folder_;
};

// The column "predicted" of what mpart predict writes.
std::string predicted(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line, all;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string cell;
    for (int i = 0; i < 3; ++i) std::getline(cells, cell, ',');
    all += (all.empty() ? "" : " ") + cell;
  }
  return all;
}

TEST_P(FortyWays, IsAnErrorOrARightAnswer) {
  const Way& way = GetParam();
  if (*way.learned != '\0') {
    const Ended learned =
        run(folder_, std::string("mpart run --budget 1/5 --model m --quiet ") + way.learned);
    ASSERT_EQ(learned.code, 0) << learned.err;
  }
  const Ended before = run(folder_, way.set_up);
  ASSERT_EQ(before.code, 0) << before.err;
  const Ended ended = run(folder_, way.command);
  if (way.expected == std::string(kRight)) {
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(predicted(ended.out), kRight) << ended.out;
  } else {
    EXPECT_EQ(ended.code, 2) << ended.out << ended.err;
    EXPECT_NE(ended.err.find(way.expected), std::string::npos) << ended.err;
  }
}

constexpr Way kWays[] = {
    // Another table than the model was made from.
    {"OtherOrderOfColumns", "animals.csv",
     "echo 'height,colour,weight\n260,black,4.5\n630,white,21' >x", "mpart predict m x", kRight},
    {"OtherNames", "animals.csv", "sed s/weight/mass/ new.csv >x", "mpart predict m x",
     "x: no column weight; found are mass, height, colour"},
    {"AColumnIsMissing", "animals.csv", "cut -d, -f1,3 new.csv >x", "mpart predict m x",
     "x: no column height; found are weight, colour"},
    {"AColumnMore", "animals.csv", "sed 's/^/age,/' new.csv | sed '2,$s/age/7/' >x",
     "mpart predict m x", kRight},
    {"NoHeader", "animals.csv", "tail -n +2 new.csv >x", "mpart predict m x", kRight},
    {"NoHeaderAndAnotherWidth", "animals.csv", "echo 1,2 >x", "mpart predict m x",
     "x: 4 columns expected, 2 found"},
    {"DecimalCommas", "animals.csv", "sed 's/,/;/g; s/4.5/4,5/' new.csv >x", "mpart predict m x",
     "x:2: column 1 (weight): \"4,5\" is not a number"},
    {"TabsInsteadOfCommas", "animals.csv", "tr , '\\t' <new.csv >x.tsv", "mpart predict m x.tsv",
     kRight},
    {"FromASpreadsheet", "animals.csv",
     "(printf '\\357\\273\\277'; sed 's/$/\\r/; s/black/\"black\"/' new.csv) >x",
     "mpart predict m x", kRight},
    {"Compressed", "animals.csv", "gzip new.csv", "mpart predict m new.csv.gz", kRight},
    {"OtherUnit", "animals.csv", "echo 'weight,height,colour\n4500,260,black\n21000,630,white' >x",
     "mpart predict m x", "2 of 2 rows are far from all that the model has learned"},
    {"RawAfterScaledByHand", "",
     "awk -F, 'NR==1{print} NR>1{print $1/40 \",\" $2/1000 \",\" $3 \",\" $4}' animals.csv >s && "
     "mpart run s --budget 1/5 --model m --quiet",
     "mpart predict m new.csv", "2 of 2 rows are far from all that the model has learned"},
    {"GapsInNewRows", "animals.csv", "echo 'weight,height,colour\n4.5,,black\n,630,' >x",
     "mpart predict m x", kRight},
    {"ALevelThatIsNew", "animals.csv", "sed 's/black/green/' new.csv >x", "mpart predict m x",
     kRight},
    {"AWordInANumber", "animals.csv", "sed 's/4.5/heavy/' new.csv >x", "mpart predict m x",
     "x:2: column 1 (weight): \"heavy\" is not a number"},
    {"AnInfiniteValue", "animals.csv", "sed 's/4.5/inf/' new.csv >x", "mpart predict m x",
     "x:2: column 1 (weight): \"inf\" is not finite"},
    {"ARowIsCutShort", "animals.csv", "echo 'weight,height,colour\n4.5,260' >x",
     "mpart predict m x", "x:2: 3 values expected, 2 found"},
    {"PicturesForATable", "animals.csv", "true", "mpart predict m album",
     "3 values expected, 192 given"},
    {"ATestOfOtherColumns", "", "sed s/weight/mass/ animals.csv >x",
     "mpart run animals.csv --test x",
     "x: no column weight; found are mass, height, colour, label"},
    {"EmptyFile", "animals.csv", ": >x", "mpart predict m x", "x: empty"},
    {"HeaderAlone", "animals.csv", "head -1 new.csv >x", "mpart predict m x", "x: no rows"},
    {"NoSuchFile", "animals.csv", "true", "mpart predict m nwe.csv", "nwe.csv: No such file"},
    // Another preparation.
    {"NewPictures", "photos --map none", "true", "mpart predict m album", kRight},
    {"PicturesInGrey", "photos --map none", "true", "mpart predict m album --grey",
     "how pictures are read: the model has "},
    {"PicturesOfAnotherSize", "photos --map none", "true", "mpart predict m album --image-size 4",
     "how pictures are read: the model has "},
    {"ATableForPictures", "photos --map none", "true", "mpart predict m new.csv", "expected"},
    {"ANetworkThatTheModelDoesNotHave", "animals.csv", "true",
     "mpart predict m new.csv --embedder $DATA/../../models/fashion-mnist-4d.onnx",
     "networks: the model has "},
    {"ResumeWithAnotherNetwork", "photos --map none", "true",
     "mpart run photos --resume m --embedder $DATA/../../models/fashion-mnist-4d.onnx",
     "the command line has"},
    {"ResumeInGrey", "photos --map none", "true", "mpart run photos --resume m --grey",
     "how pictures are read: the model has "},
    {"ResumeWithoutScaling", "animals.csv", "true", "mpart run animals.csv --resume m --scale none",
     "--scale none: the model has auto"},
    {"ResumeWithoutTheMap", "wide.csv", "true", "mpart run wide.csv --resume m --map none",
     "--map none: the model has a map"},
    {"ResumeWithOtherColumns", "animals.csv", "sed s/weight/mass/ animals.csv >x",
     "mpart run x --resume m", "x: no column weight; found are mass"},
    {"ResumeWithAnotherChoiceOfColumns", "animals.csv", "true",
     "mpart run animals.csv --resume m --ignore colour", "the model has its columns already"},
    {"MergeOfOtherColumns", "animals.csv",
     "sed s/weight/mass/ animals.csv >x && mpart run x --model m2 --quiet",
     "mpart merge m m2 --out m3", "the columns are weight, height"},
    {"MergeOfTwoMaps", "wide.csv", "mpart run wide.csv --seed 2 --model m2 --quiet",
     "mpart merge m m2 --out m3", "others of the same names"},
    {"TextsForNumbers", "animals.csv", "true", "mpart predict m texts.csv",
     "texts.csv: no columns weight, height, colour; found are text, label"},
    {"NumbersForTexts", "texts.csv", "true", "mpart predict m new.csv",
     "new.csv: no column text; found are weight, height, colour"},
    {"NewTexts", "texts.csv", "echo 'text\na cat purrs and meows softly\nthe dog barks at me' >x",
     "mpart predict m x", kRight},
    {"AWindowLongerThanTheData", "",
     "mpart run animals.csv --window 10 --model m --quiet && head -5 animals.csv >x",
     "mpart predict m x", "--window 10,10: 10 rows expected, 4 rows in all found"},
    {"AnotherWindow", "", "mpart run animals.csv --window 10 --model m --quiet",
     "mpart predict m animals.csv --window 5", "rows of a window: the model has 10"},
    // Files that are something else.
    {"ModelAndDataSwapped", "animals.csv", "true", "mpart predict new.csv m",
     "new.csv: not a model file"},
    {"HalfAModel", "animals.csv", "head -c 500 m >half", "mpart predict half new.csv",
     "half: damaged model"},
    {"AFolderWithoutPictures", "", "mkdir empty", "mpart run empty", "empty: no picture found"},
    {"LateAnswersToNothing", "animals.csv", "echo '{\"id\":99,\"label\":\"cat\"}' >late.jsonl",
     "mpart teach m late.jsonl", "query 99 was never asked"},
    {"LateAnswersThatAreData", "animals.csv", "true", "mpart teach m new.csv",
     "a column id, sample or row expected"},
    // What is said about the data.
    {"NoSuchLabelColumn", "", "true", "mpart run animals.csv --label-column lable",
     "no column \"lable\"; columns are weight, height, colour, label"},
    {"TheLabelIsAMeasurement", "", "cut -d, -f1,2 animals.csv >x", "mpart run x",
     "cannot be the label; say which is by --label-column"},
    {"DatesOfTwoReadings", "",
     "echo 'when,x,label\n01/02/2024,1,a\n02/03/2024,2,b\n03/04/2024,3,a' >x", "mpart run x",
     "may have the day first or the month first"},
    {"ABudgetThatIsNone", "", "true", "mpart run animals.csv --budget lots",
     "a share, such as 5% or 0.05, or a number, such as 50 labels"},
    {"AFlagWithASlip", "", "true", "mpart run animals.csv --bugdet 1/10", "did you mean --budget?"},
    // The same command once more.
    {"TheSameCommandOnceMore", "animals.csv", "true",
     "mpart run animals.csv --budget 1/5 --model m --quiet >log && mpart predict m new.csv",
     kRight},
    {"TheNetworkIsGone", "photos --map none", "rm -r photos", "mpart predict m album", kRight},
};

INSTANTIATE_TEST_SUITE_P(All, FortyWays, testing::ValuesIn(kWays),
                         [](const testing::TestParamInfo<Way>& one) {
                           return std::string(one.param.name);
                         });

}  // namespace
}  // namespace mpart::tests
