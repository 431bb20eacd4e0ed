// Samples as lines of JSON: each is answered by a line of its own, and a bad one does not keep the
// others from being learned.
#include <boost/asio/post.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "serve/api.hpp"
#include "serve/embedding.hpp"
#include "wire/error_table.hpp"
#include "wire/limits.hpp"

namespace mpart::serve {

namespace asio = boost::asio;

namespace {

std::string error_line(const Error& error, std::uint64_t number) {
  const wire::ErrorRow& row = wire::error_row(error.kind());
  const nlohmann::ordered_json problem = {
      {"title", row.name},
      {"status", row.http_status},
      {"code", wire::error_code(error.kind())},
      {"detail", "line " + std::to_string(number) + ": " + error.what()}};
  return problem.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

class Api::SampleLines : public LineReader, public std::enable_shared_from_this<SampleLines> {
 public:
  SampleLines(Api& api, bool learns) : api_(api), learns_(learns) {}

  void read(std::string text, Then then) override {
    auto lines = std::make_shared<std::vector<Line>>(split(text));
    if (api_.options_.embedding.chain.empty()) return finish(lines, then);
    asio::post(api_.embedding_thread_,
               [this, lines, keep = shared_from_this(), then = std::move(then)]() mutable {
                 for (Line& line : *lines) embed_one(line);
                 asio::post(api_.context_, [this, lines, keep = std::move(keep),
                                            then = std::move(then)] { finish(lines, then); });
               });
  }

 private:
  // What became of a line before it is learned.
  struct Line {
    std::uint64_t number = 0;    // from 1
    Samples samples;             // one
    std::optional<Error> error;  // or none
  };

  std::vector<Line> split(std::string_view text) {
    std::vector<Line> lines;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number_;
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      lines.push_back(read_line(std::string(line)));
    }
    return lines;
  }

  Line read_line(const std::string& text) const {
    try {
      Line line{number_, api_.read_samples(text, learns_), {}};
      if (line.samples.many) throw invalid_data("one sample expected, a list found");
      return line;
    } catch (const Error& error) {
      return {number_, {}, error};
    }
  }

  void embed_one(Line& line) const {
    if (line.error) return;
    try {
      embed(line.samples, api_.options_.embedding);
    } catch (const Error& error) {
      line.error = error;
    }
  }

  void finish(const std::shared_ptr<std::vector<Line>>& lines, const Then& then) {
    std::string answers;
    bool waits = false;
    for (Line& line : *lines) {
      try {
        if (line.error) throw Error(*line.error);
        waits = take(line.samples, answers) || waits;
        answers += '\n';
      } catch (const Error& error) {
        answers += error_line(error, line.number);
      }
    }
    if (!waits) return then(answers);
    api_.engine_.disk().when_written(
        [lines, answers = std::move(answers), then](const WriteBehind::Written& written) {
          if (!written.error) return then(answers);
          std::string errors;
          for (const Line& line : *lines) errors += error_line(*written.error, line.number);
          then(errors);
        });
  }

  bool take(Samples& one, std::string& answers) {
    wire::check_values(one.samples, api_.engine_.session().learner().width());
    if (learns_) {
      api_.engine_.disk().require_writable();
      return api_.learn_one(one.samples[0], std::move(one.shows[0]), answers);
    }
    api_.predict_one(one.samples[0], answers);
    return false;
  }

  Api& api_;
  bool learns_;
  std::uint64_t number_ = 0;  // of the last line
};

std::shared_ptr<LineReader> Api::open_lines(const HttpRequest& request) {
  return std::make_shared<SampleLines>(*this, Address(request.target).path == "/samples");
}

}  // namespace mpart::serve
