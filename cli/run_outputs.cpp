#include "cli/run_outputs.hpp"

#include <charconv>

#include "cli/report.hpp"

namespace mpart {

namespace {

template <typename Number>
void append(std::string& row, Number value) {
  char text[32];
  row.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
  row += ',';
}

}  // namespace

TraceFile::TraceFile(const std::string& path) : file_(path) {
  file_.stream() << "t,winner,new,coactivated,predicted,ue,ua,density,score,queried\n";
}

void TraceFile::add(const Session& session, const Step& step) {
  write_row();
  const Prediction& prediction = step.prediction;
  append(row_, step.time);
  append(row_, prediction.winner);
  append(row_, prediction.created ? 1 : 0);
  append(row_, prediction.coactivated);
  if (prediction.best != kNoClass) row_ += csv_cell(session.learner().classes()[prediction.best]);
  row_ += ',';
  for (const double figure :
       {prediction.epistemic, prediction.aleatoric, prediction.density, prediction.score}) {
    append(row_, figure);
  }
  queried_ = step.asked > 0;
}

void TraceFile::asked_at_end() { queried_ = true; }

void TraceFile::write_row() {
  if (row_.empty()) return;
  row_ += queried_ ? "1\n" : "0\n";
  file_.stream() << row_;
  file_.check();
  row_.clear();
}

void TraceFile::commit() {
  write_row();
  file_.commit();
}

CurveFile::CurveFile(const std::string& path, bool with_test) : file_(path) {
  file_.stream() << "samples,queries,labels,nodes,classes,online_accuracy"
                 << (with_test ? ",test_accuracy" : "") << '\n';
}

void CurveFile::add(const Session& session, const Evaluation& online, const Evaluation* test) {
  const Counters& counters = session.counters();
  file_.stream() << counters.samples << ',' << session.ledger().asked() << ',' << counters.labels
                 << ',' << session.learner().node_count() << ','
                 << session.learner().known_classes() << ',' << shortest(online.accuracy());
  if (test != nullptr) file_.stream() << ',' << shortest(test->accuracy());
  file_.stream() << '\n';
  file_.check();
}

void write_ledger(const Session& session, std::ostream& out) {
  out << "query,time,asked,row,id,ue,ua,density,score,threshold,state,label\n";
  const Ledger& ledger = session.ledger();
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerEntry& entry = ledger.at(i);
    const Reason& reason = entry.reason;
    out << entry.id << ',' << entry.time << ',' << entry.asked << ',' << entry.row << ','
        << csv_cell(entry.name);
    for (const double figure :
         {reason.epistemic, reason.aleatoric, reason.density, reason.score, reason.threshold}) {
      out << ',' << shortest(figure);
    }
    out << ',' << name_of(entry.state) << ',';
    if (entry.state == LedgerEntry::State::kLabelled) {
      out << csv_cell(session.learner().classes()[entry.receipt.label]);
    }
    out << '\n';
  }
}

}  // namespace mpart
