#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/program.hpp"
#include "serve/client.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"
#include "util/random.hpp"

namespace mpart::tests {

using Json = nlohmann::json;

// Three heaps of wines: an id, six measurements with gaps, one of them with a decimal comma, a
// colour with gaps, a region, a date, and a column that is always the same.
class Cellar {
 public:
  static std::string header() {
    return "id;acid;ash;hue;iron;sugar;zinc;colour;region;bottled;always;kind\n";
  }

  std::string row() {
    const std::size_t kind = random_.below(3);
    std::string row = "w" + std::to_string(count_++);
    for (std::size_t i = 0; i < 6; ++i) {
      const double value = static_cast<double>((kind * (i + 1)) % 3) + random_.uniform();
      row += ';' + (random_.below(20) == 0 ? std::string() : number(value));
    }
    row += ';' + std::string(random_.below(10) == 0 ? "NA" : kColours[random_.below(2)]);
    row += ';' + std::string(kRegions[random_.below(4) == 0 ? random_.below(3) : kind]);
    row += ";202" + std::to_string(random_.below(5)) + "-0" + std::to_string(1 + random_.below(9)) +
           "-1" + std::to_string(random_.below(9));
    return row + ";x;" + kKinds[kind] + '\n';
  }

  // The same row as an object. Numbers are numbers of JSON.
  static Json object(const std::string& row, bool labelled) {
    std::istringstream names(header()), cells(row);
    Json object;
    std::string name, cell;
    while (std::getline(names, name, ';') && std::getline(cells, cell, ';')) {
      while (!cell.empty() && cell.back() == '\n') cell.pop_back();
      while (!name.empty() && name.back() == '\n') name.pop_back();
      if (name == "kind" && !labelled) continue;
      const std::size_t comma = cell.find(',');
      object[name] = cell;
      if (cell.empty()) object[name] = nullptr;
      if (comma != std::string::npos) object[name] = std::stod(cell.replace(comma, 1, "."));
    }
    return object;
  }

 private:
  static constexpr const char* kColours[] = {"red", "white"};
  static constexpr const char* kRegions[] = {"north", "south", "coast"};
  static constexpr const char* kKinds[] = {"barolo", "soave", "cava"};

  static std::string number(double value) {
    std::string text = std::to_string(value);  // six decimals: never a group of thousands
    text.replace(text.find('.'), 1, ",");
    return text;
  }

  Random random_{11};
  int count_ = 0;
};

class PreparedDoors : public testing::Test {
 protected:
  PreparedDoors() {
    Cellar cellar;
    std::string train = Cellar::header(), fresh = Cellar::header();
    for (int i = 0; i < 150; ++i) train += cellar.row();
    for (int i = 0; i < 40; ++i) {
      rows_.push_back(cellar.row());
      fresh += rows_.back();
    }
    write_file_atomically(folder_.file("train.csv"), train);
    write_file_atomically(folder_.file("new.csv"), fresh);
    const Ended ended = run("mpart run train.csv --budget 1/10 --model m.mpart");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.err.find("6 numbers, 2 categories, 1 date"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("by a map"), std::string::npos) << ended.err;
  }

  Ended run(const std::string& command) { return tests::run(folder_, command); }

  std::vector<Json> lines_of(const std::string& name) const {
    std::vector<Json> lines;
    std::ifstream file(folder_.file(name));
    for (std::string line; std::getline(file, line);) lines.push_back(Json::parse(line));
    return lines;
  }

  TemporaryFolder folder_;
  std::vector<std::string> rows_;
};

// `mpart serve`, until the end of the test.
class Served {
 public:
  Served(const TemporaryFolder& folder, const std::string& options)
      : running_(folder, "rm -f url; exec mpart serve --port 0 " + options + " > url") {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // until an old one is gone
    EXPECT_TRUE(appears(folder.file("url")));
    const std::string url = read_file(folder.file("url"));
    port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }

  serve::Reply post(const std::string& target, const Json& body) const {
    return serve::call(port_, "POST", target, body.dump());
  }
  Json get(const std::string& target) const { return serve::call(port_, "GET", target).json(); }

  std::string stop() {
    running_.signal(SIGTERM);
    return running_.wait().err;
  }

 private:
  Running running_;
  std::uint16_t port_ = 0;
};

// Texts of two kinds as lines of JSON: the first 100 to learn from, 20 more.
class Letters {
 public:
  explicit Letters(const TemporaryFolder& folder) {
    std::string train, fresh;
    for (int i = 0; i < 120; ++i) {
      const bool is_trade = random_.below(2) == 0;
      const std::string text = std::string((is_trade ? kTrades : kAnimals)[random_.below(4)]) +
                               " number " + std::to_string(random_.below(1000));
      const Json line = {{"text", text}, {"label", is_trade ? "trade" : "animal"}};
      (i < 100 ? train : fresh) += line.dump() + '\n';
      if (i >= 100) sent.push_back({{"text", text}});
    }
    write_file_atomically(folder.file("train.jsonl"), train);
    write_file_atomically(folder.file("new.jsonl"), fresh);
  }

  Json sent = Json::array();  // the 20, without their labels

 private:
  static constexpr const char* kAnimals[] = {
      "the cat sleeps on the warm sofa", "a dog barks in the garden",
      "the old cat and the young dog", "horses run over the green field"};
  static constexpr const char* kTrades[] = {
      "the market fell by three percent", "shares of the bank rose again",
      "profits of the company doubled", "the price of oil went up today"};

  Random random_{3};
};

}  // namespace mpart::tests
