// Answers to queries, one or many at a time. They are learned when they are on disk.

#include <memory>
#include <utility>
#include <vector>

#include "mpart/error.hpp"
#include "serve/api.hpp"
#include "wire/answer_json.hpp"
#include "wire/error_table.hpp"

namespace mpart::serve {

namespace {

// One of several answers, and what became of it.
struct HandedIn {
  LateAnswer late;
  WriteBehind::Ticket ticket = 0;  // 0: it was refused at once
  ErrorKind refused_as = ErrorKind::kConflict;
  std::string refused_because;
};

const char* state_after(Answer::Kind kind) {
  return name_of(kind == Answer::Kind::kLabel  ? LedgerEntry::State::kLabelled
                 : kind == Answer::Kind::kSkip ? LedgerEntry::State::kSkipped
                                               : LedgerEntry::State::kWithdrawn);
}

Json result_of(const HandedIn& one) {
  if (!one.refused_because.empty()) {
    return {{"id", one.late.id},
            {"status", wire::error_row(one.refused_as).http_status},
            {"code", wire::error_code(one.refused_as)},
            {"detail", one.refused_because}};
  }
  const Answer& answer = one.late.answer;
  Json result = {{"id", one.late.id},
                 {"status", 200},
                 {"state", state_after(answer.kind)},
                 {"label", nullptr}};
  if (answer.kind == Answer::Kind::kLabel) result["label"] = answer.label;
  return result;
}

}  // namespace

// Refuses what can be refused at once: kNotFound, or kConflict for a query that has expired.
WriteBehind::Ticket Api::hand_in(QueryId id, Answer answer) {
  try {
    return engine_.disk().answer(id, std::move(answer));
  } catch (const Error& error) {
    const bool was_asked = id >= 1 && id <= engine_.session().ledger().asked();
    throw Error(was_asked ? ErrorKind::kConflict : ErrorKind::kNotFound, error.what());
  }
}

// All go to disk together; each has its own result. The answers to one query are taken in order.
Response Api::post_answers(Call& call) {
  std::vector<LateAnswer> answers = wire::read_answers(call.request.body);
  engine_.disk().require_writable();
  auto all = std::make_shared<std::vector<HandedIn>>(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    HandedIn& one = (*all)[i];
    one.late = std::move(answers[i]);
    try {
      one.ticket = hand_in(one.late.id, one.late.answer);
    } catch (const Error& error) {
      one.refused_as = error.kind();
      one.refused_because = error.what();
    }
  }
  call.reply->note_effect({});
  engine_.disk().when_written([all, reply = call.reply](const WriteBehind::Written& written) {
    if (written.error) return reply->send(problem_response(*written.error));
    Json results = Json::array();
    for (HandedIn& one : *all) {
      const auto refused = written.refused.find(one.ticket);
      if (refused != written.refused.end()) one.refused_because = refused->second;
      results.push_back(result_of(one));
    }
    reply->send(json_response(results));
  });
  return std::nullopt;
}

// What has become of the queries of a batch that was answered before.
Response Api::present_results(Call& call) {
  Json results = Json::array();
  for (const LateAnswer& late : wire::read_answers(call.request.body)) {
    Json result = answer_json(engine_.session(), late.id);
    result["status"] = 200;
    results.push_back(std::move(result));
  }
  return json_response(results);
}

}  // namespace mpart::serve
