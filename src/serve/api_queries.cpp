#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "mpart/error.hpp"
#include "serve/api_call.hpp"
#include "serve/limits.hpp"
#include "serve/numbers.hpp"
#include "serve/request_body.hpp"
#include "serve/views.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

namespace {

bool was_asked(const Session& session, QueryId id) {
  return id >= 1 && id <= session.ledger().asked();
}

bool is_state(std::string_view name) {
  using State = LedgerEntry::State;
  constexpr std::array kStates = {State::kOpen, State::kLabelled, State::kSkipped,
                                  State::kWithdrawn, State::kExpired};
  return std::any_of(kStates.begin(), kStates.end(),
                     [&](State state) { return name == name_of(state); });
}

}  // namespace

Api::Response Api::get_queries(Call& call) {
  constexpr std::uint64_t kUsually = 50;
  const std::string_view state = call.parameter("state");
  const std::string_view wanted = call.parameter("limit");
  const std::optional<std::uint64_t> limit = wanted.empty() ? kUsually : whole_number(wanted);
  if (!state.empty() && !is_state(state)) {
    throw Problem{400, "\"state\" is open, labelled, skipped, withdrawn or expired"};
  }
  if (!limit) throw Problem{400, "\"limit\" must be a number"};
  const Ledger& ledger = engine_.session().ledger();
  Json queries = Json::array();
  for (std::size_t i = ledger.size(); i > 0 && queries.size() < std::min(*limit, kMostQueries);
       --i) {
    const LedgerEntry& asked = ledger.at(i - 1);
    if (state.empty() || state == name_of(asked.state)) {
      queries.push_back(query_json(engine_, map_, asked));
    }
  }
  return json_response({{"queries", queries}, {"open", engine_.desk().open_count()}});
}

Api::Response Api::get_query(Call& call) {
  const LedgerEntry* asked = engine_.session().ledger().find(call.id);
  if (asked == nullptr) {
    const char* why = was_asked(engine_.session(), call.id) ? " has expired" : " was never asked";
    throw Problem{404, "query " + std::to_string(call.id) + why};
  }
  return json_response(query_json(engine_, map_, *asked));
}

Api::Response Api::post_next(Call& call) {
  const Json body = parsed(call.request.body);
  if (!body.is_object()) throw Problem{400, R"({"client":"..."} expected)"};
  const std::string client = text_of(body, "client", kLongestClient);
  if (client.empty()) throw Problem{400, "\"client\" is needed"};
  std::optional<QueryId> after;
  if (const auto found = body.find("after"); found != body.end() && found->is_number_unsigned()) {
    after = found->get<QueryId>();
  }
  const std::optional<QueryId> id = engine_.next(client, after);
  draw_map();
  if (!id) return HttpResponse{204, "application/json", "", {}};
  call.id = *id;
  return get_query(call);
}

Api::Response Api::post_label(Call& call) {
  return answer_query(call, Answer::of(read_label(call.request.body)));
}

Api::Response Api::post_skip(Call& call) {
  Answer skip;
  skip.kind = Answer::Kind::kSkip;
  return answer_query(call, skip);
}

Api::Response Api::delete_label(Call& call) {
  Answer withdraw;
  withdraw.kind = Answer::Kind::kWithdraw;
  return answer_query(call, withdraw);
}

Api::Response Api::answer_query(Call& call, Answer answer) {
  if (!engine_.problem().empty()) throw Problem{507, engine_.problem()};
  const QueryId id = call.id;
  Engine::Ticket ticket = 0;
  try {
    ticket = engine_.answer(id, std::move(answer));
  } catch (const Error& error) {
    throw Problem{was_asked(engine_.session(), id) ? 409 : 404, error.what()};
  }
  engine_.when_written([this, id, ticket, reply = call.reply](const Engine::Written& written) {
    if (!written.problem.empty()) return reply->send(error_response(507, written.problem));
    if (const auto refused = written.refused.find(ticket); refused != written.refused.end()) {
      return reply->send(error_response(409, refused->second));
    }
    const LedgerEntry* asked = engine_.session().ledger().find(id);
    reply->send(asked == nullptr ? error_response(409, "the query has expired")
                                 : json_response(query_json(engine_, map_, *asked)));
  });
  return std::nullopt;
}

}  // namespace mpart::serve
