#include "prepare/command_embedder.hpp"

#include <utility>

#include "mpart/error.hpp"
#include "util/line_program.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"

namespace mpart::embed {

namespace {

class CommandEmbedder final : public Embedder {
 public:
  CommandEmbedder(const std::string& command, const CommandEmbedderOptions& options)
      : command_(command), name_("command \"" + sanitize_text(command) + "\""), options_(options) {
    if (without_outer_spaces(command_).empty()) {
      throw invalid_argument("--embedder command:PROGRAM expected, the program is empty");
    }
  }

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return 0; }
  std::size_t output_width() const override { return width_; }
  bool takes_samples() const override { return true; }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    input_.clear();
    Sample sample;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = in.subspan(i * (in.size() / rows), in.size() / rows);
      sample.values.assign(row.begin(), row.end());
      wire::append_sample_line(input_, sample, options_.text);
    }
    answer(rows, out);
  }

  void embed_whole(std::span<const Sample> samples, std::vector<float>& out) override {
    input_.clear();
    for (const Sample& sample : samples) wire::append_sample_line(input_, sample, options_.text);
    answer(samples.size(), out);
  }

 private:
  using Outcome = LineProgram::Outcome;

  // The vectors of the `count` lines of input_.
  void answer(std::size_t count, std::vector<float>& out) {
    Outcome outcome = exchange(count);
    if (outcome == Outcome::kEnded) {
      program_.reset();
      outcome = exchange(count);
    }
    if (outcome != Outcome::kAnswered) fail(outcome);
    out.clear();
    for (const std::string& line : answers_) {
      ++lines_;
      read_line(line);
      out.insert(out.end(), vector_.begin(), vector_.end());
    }
  }

  Outcome exchange(std::size_t count) {
    if (!program_) {
      lines_ = 0;
      try {
        program_ = std::make_unique<LineProgram>(command_);
      } catch (const Error& error) {
        throw unavailable("cannot run /bin/sh: " + std::string(error.what()));
      }
    }
    return program_->exchange(input_, count, options_.batch_limit, answers_);
  }

  void read_line(const std::string& line) {
    try {
      wire::read_vector(line, vector_);
    } catch (const Error& error) {
      refuse(error.what());
    }
    if (width_ == 0) width_ = vector_.size();
    if (vector_.size() == width_) return;
    refuse(counted(width_, "value") + " expected, as in its first answer, " +
           std::to_string(vector_.size()) + " found");
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw invalid_data(name_ + ": line " + std::to_string(lines_) + " of its output: " + what);
  }

  // Ends the program: what it still writes would answer the wrong samples.
  [[noreturn]] void fail(Outcome outcome) {
    const std::unique_ptr<LineProgram> program = std::exchange(program_, nullptr);
    switch (outcome) {
      case Outcome::kEnded:
        throw unavailable(name_ +
                          ": it ended twice before it had answered: " + program->how_it_ended());
      case Outcome::kTimedOut:
        throw unavailable(name_ + ": no answer within " + limit_text() +
                          "; --embedder-timeout gives it longer" + complaint(*program));
      case Outcome::kTooLong:
        throw invalid_data(name_ + ": more than " + std::to_string(LineProgram::kMostAnswer >> 20) +
                           " MiB of output for one batch");
      default:
        throw invalid_data(name_ + ": it wrote more lines than it was given; one line for each " +
                           "sample expected, messages belong on standard error" +
                           complaint(*program));
    }
  }

  std::string limit_text() const {
    const auto milliseconds = options_.batch_limit.count();
    if (milliseconds % 1000 == 0) return std::to_string(milliseconds / 1000) + " s";
    return std::to_string(milliseconds) + " ms";
  }

  static std::string complaint(const LineProgram& program) {
    const std::string line = program.last_error();
    return line.empty() ? "" : " (its standard error: " + line + ")";
  }

  std::string command_;
  std::string name_;
  CommandEmbedderOptions options_;
  std::unique_ptr<LineProgram> program_;  // null before the first batch
  std::size_t width_ = 0;                 // of every vector; 0: none has come yet
  std::uint64_t lines_ = 0;               // of output that have been read since it was started
  std::string input_;
  std::vector<std::string> answers_;
  std::vector<float> vector_;
};

}  // namespace

std::unique_ptr<Embedder> command_embedder(const std::string& command,
                                           const CommandEmbedderOptions& options) {
  return std::make_unique<CommandEmbedder>(command, options);
}

}  // namespace mpart::embed
