#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "mpart/error.hpp"
#include "serve/api.hpp"
#include "serve/query_string.hpp"
#include "serve/small_bodies.hpp"
#include "wire/answer_json.hpp"
#include "wire/limits.hpp"
#include "wire/query_json.hpp"

namespace mpart::serve {

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

// What GET /queries asks for.
struct Page {
  std::optional<std::string> state, label, sample;  // filters
  std::size_t limit = 50;
  QueryId before = std::numeric_limits<QueryId>::max();  // ids below this one
};

Page read_page(std::string_view query) {
  Page page{query_value(query, "state"), query_value(query, "label"), query_value(query, "sample")};
  if (page.state && !is_state(*page.state)) {
    throw invalid_data("\"state\" is open, labelled, skipped, withdrawn or expired");
  }
  if (const auto text = query_value(query, "limit")) {
    page.limit = whole_number(*text).value_or(0);
    if (page.limit < 1 || page.limit > wire::kMostQueries) {
      throw invalid_data("\"limit\": 1 to " + std::to_string(wire::kMostQueries) + " expected");
    }
  }
  if (const auto text = query_value(query, "cursor")) {
    const std::optional<QueryId> before = whole_number(*text);
    if (!before) throw invalid_data(R"("cursor": what "next" of the last page was expected)");
    page.before = *before;
  }
  return page;
}

bool is_wanted(const LedgerEntry& asked, const Page& page, const Session& session) {
  if (page.state && *page.state != name_of(asked.state)) return false;
  if (page.sample && *page.sample != asked.name) return false;
  if (!page.label) return true;
  return asked.state == LedgerEntry::State::kLabelled &&
         *page.label == session.learner().classes()[asked.receipt.label];
}

// Of what people see, in a list, the picture is left out: it may be large.
enum class Pictures { kShown, kLeftOut };

void add_show(const Show& show, Pictures pictures, Json& query) {
  Json shown = wire::show_object(show);
  if (!show.picture.empty() && pictures == Pictures::kShown) shown["picture"] = show.picture;
  if (!show.picture.empty() && pictures == Pictures::kLeftOut) query["has_picture"] = true;
  if (!shown.empty()) query["show"] = std::move(shown);
}

Json query_json(Engine& engine, const MapDrawer& map, const LedgerEntry& asked, Pictures pictures) {
  const Session& session = engine.session();
  const bool is_open = asked.state == LedgerEntry::State::kOpen;
  Prediction prediction;
  if (is_open) engine.guess(asked.id, prediction);
  Json query = wire::query_object({.id = asked.id,
                                   .row = asked.row,
                                   .sample = asked.name,
                                   .time = asked.time,
                                   .prediction = is_open ? &prediction : nullptr,
                                   .most_probabilities = session.learner().classes().size(),
                                   .reason = asked.reason,
                                   .strategy = session.options().strategy,
                                   .classes = session.learner().classes()});
  query.update(answer_json(session, asked.id));
  query["asked"] = asked.asked;
  if (!is_open) return query;
  std::vector<double> scaled;
  const std::span<const double> values = session.scaled(asked.values, scaled);
  if (const auto place = map.place(values)) query["place"] = {place->x, place->y};
  if (const Show* show = engine.desk().show(asked.id)) add_show(*show, pictures, query);
  return query;
}

}  // namespace

Response Api::get_queries(Call& call) {
  constexpr std::size_t kMostLookedAt = 4096;  // so that no page takes long, whatever is wanted
  const Page page = read_page(call.query);
  const Session& session = engine_.session();
  const Ledger& ledger = session.ledger();
  QueryId id = std::min(page.before, ledger.asked() + 1);
  const QueryId oldest = std::min(id, ledger.oldest());
  Json queries = Json::array();
  for (std::size_t seen = 0; id > oldest && seen < kMostLookedAt && queries.size() < page.limit;
       ++seen) {
    const LedgerEntry& asked = *ledger.find(--id);
    if (!is_wanted(asked, page, session)) continue;
    queries.push_back(query_json(engine_, map_, asked, Pictures::kLeftOut));
  }
  const Json next = id > oldest ? Json(std::to_string(id)) : Json();
  send_later(call, [answer = Json{{"queries", std::move(queries)},
                                  {"open", engine_.desk().open_count()},
                                  {"next", next}}] { return json_response(answer); });
  return std::nullopt;
}

Response Api::get_query(Call& call) {
  const LedgerEntry* asked = engine_.session().ledger().find(call.id);
  if (asked == nullptr) {
    const char* why = was_asked(engine_.session(), call.id) ? " has expired" : " was never asked";
    throw not_found("query " + std::to_string(call.id) + why);
  }
  return send_query(call, query_json(engine_, map_, *asked, Pictures::kShown));
}

// A picture of some megabytes takes a while to become text.
Response Api::send_query(Call& call, Json query) {
  const auto show = query.find("show");
  if (show == query.end() || !show->contains("picture")) return json_response(query);
  send_later(call, [query = std::move(query)] { return json_response(query); });
  return std::nullopt;
}

Response Api::post_next(Call& call) {
  const NextRequest wanted = read_next(call.request.body);
  const std::optional<QueryId> id = engine_.next(wanted.client, wanted.after);
  if (!id) return HttpResponse{204, "application/json", ""};
  call.id = *id;
  map_.refresh();
  if (map_.is_drawn()) return get_query(call);
  // The first question waits for the first map, to say where it is.
  auto later = std::make_shared<Call>(HttpRequest(call.request), call.reply);
  later->id = *id;
  map_.when_drawn([this, later](const StoredText& /*map*/) {
    Response response = guarded([&] { return get_query(*later); });
    if (response) later->reply->send(std::move(*response));
  });
  return std::nullopt;
}

Response Api::post_label(Call& call) {
  return answer_query(call, wire::read_answer(call.request.body, {call.id, true}).answer);
}

Response Api::post_skip(Call& call) {
  read_nothing(call.request.body);
  return answer_query(call, {Answer::Kind::kSkip, {}});
}

Response Api::delete_label(Call& call) { return answer_query(call, {Answer::Kind::kWithdraw, {}}); }

Response Api::answer_query(Call& call, Answer answer) {
  engine_.disk().require_writable();
  const QueryId id = call.id;
  const WriteBehind::Ticket ticket = hand_in(id, std::move(answer));
  call.reply->note_effect({});
  engine_.disk().when_written(
      [this, id, ticket, reply = call.reply](const WriteBehind::Written& written) {
        if (written.error) return reply->send(problem_response(*written.error));
        if (const auto refused = written.refused.find(ticket); refused != written.refused.end()) {
          return reply->send(problem_response(ErrorKind::kConflict, refused->second));
        }
        const LedgerEntry* asked = engine_.session().ledger().find(id);
        reply->send(asked == nullptr
                        ? problem_response(ErrorKind::kConflict, "the query has expired")
                        : json_response(query_json(engine_, map_, *asked, Pictures::kLeftOut)));
      });
  return std::nullopt;
}

}  // namespace mpart::serve
