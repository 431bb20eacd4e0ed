#include "cli/oracle_options.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "cli/commands.hpp"
#include "cli/picture_preview.hpp"
#include "label/command_oracle.hpp"
#include "label/files_oracle.hpp"
#include "label/terminal_oracle.hpp"
#include "mpart/error.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

// The person's keyboard while standard input is the data. Unlike std::filebuf it ends at Ctrl-C.
class KeyboardBuffer : public std::streambuf {
 public:
  KeyboardBuffer() : descriptor_(::open("/dev/tty", O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw invalid_argument("--oracle terminal needs a terminal");
  }
  ~KeyboardBuffer() override { ::close(descriptor_); }
  KeyboardBuffer(const KeyboardBuffer&) = delete;
  KeyboardBuffer& operator=(const KeyboardBuffer&) = delete;

 protected:
  int_type underflow() override {
    const ssize_t got = ::read(descriptor_, buffer_, sizeof(buffer_));
    if (got <= 0) return traits_type::eof();
    setg(buffer_, buffer_, buffer_ + got);
    return traits_type::to_int_type(buffer_[0]);
  }

 private:
  int descriptor_;
  char buffer_[256] = {};
};

constexpr std::string_view kCommand = "command:";
constexpr std::string_view kFiles = "files:";
constexpr std::string_view kKinds[] = {"column", "terminal", kCommand, kFiles};

}  // namespace

void OracleOptions::add_to(CLI::App& command) {
  command
      .add_option(
          "--oracle", spec_,
          "who answers: column (the data's labels), terminal (you), command:CMD (a program), "
          "files:QUERIES.jsonl,LABELS.jsonl")
      ->capture_default_str();
  command
      .add_option("--pictures", pictures_,
                  "how --oracle terminal shows pictures: auto, sixel, blocks or none")
      ->capture_default_str();
  command.add_option("--wait", wait_seconds_, "seconds to wait at the end for answers from files")
      ->check(CLI::NonNegativeNumber);
}

void OracleOptions::check() const {
  const bool files = spec_.starts_with(kFiles) && spec_.find(',') != std::string::npos;
  const bool command = spec_.starts_with(kCommand) && spec_.size() > kCommand.size();
  if (spec_ == "column" || spec_ == "terminal" || files || command) return;
  throw invalid_argument(
      "--oracle must be column, terminal, command:CMD or "
      "files:QUERIES.jsonl,LABELS.jsonl, not \"" +
      spec_ + "\"" + did_you_mean(spec_, kKinds));
}

void OracleOptions::open(const std::string& data) {
  check();
  if (spec_ == "column") {
    oracle_ = std::make_unique<ColumnOracle>();
  } else if (spec_ == "terminal") {
    if (data == "-") {
      terminal_ = std::make_unique<KeyboardBuffer>();
      terminal_stream_ = std::make_unique<std::istream>(terminal_.get());
    }
    oracle_ = std::make_unique<TerminalOracle>(terminal_stream_ ? *terminal_stream_ : std::cin,
                                               std::cerr, view_of_pictures(data, pictures_));
  } else if (spec_.starts_with(kCommand)) {
    oracle_ = std::make_unique<CommandOracle>(spec_.substr(kCommand.size()));
  } else {
    const std::size_t comma = spec_.find(',');
    queries_path_ = spec_.substr(kFiles.size(), comma - kFiles.size());
    auto files = std::make_unique<FilesOracle>(queries_path_, spec_.substr(comma + 1));
    files_ = files.get();
    oracle_ = std::move(files);
  }
}

void OracleOptions::wait_for_answers(Session& session) {
  if (files_ == nullptr) return;
  constexpr std::chrono::milliseconds kBetweenLooks(50);
  const auto start = std::chrono::steady_clock::now();
  const std::chrono::duration<double> patience(wait_seconds_);
  for (;;) {
    files_->poll_now();
    session.collect(*files_);
    const bool over = std::chrono::steady_clock::now() - start >= patience;
    if (over || interrupted() || session.ledger().open_count() == 0) return;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

void OracleOptions::print_warnings() const {
  if (files_ == nullptr) return;
  for (const std::string& warning : files_->warnings()) std::cerr << "mpart: " << warning << '\n';
  const std::uint64_t more = files_->warning_count() - files_->warnings().size();
  if (more > 0) std::cerr << "mpart: and " << more << " more of the kind\n";
}

}  // namespace mpart
