// How many questions may be asked, and changing that while the server runs.

#include "serve/api.hpp"
#include "serve/small_bodies.hpp"

namespace mpart::serve {

Json Api::budget_json() const {
  const Budget& budget = engine_.session().options().budget;
  const BudgetStatus status = engine_.session().budget_status();
  return {{"questions", budget.questions},
          {"period", budget.period},
          {"left", status.left},
          {"extra", status.extra}};
}

Response Api::get_budget(Call& /*call*/) { return json_response(budget_json()); }

Response Api::put_budget(Call& call) {
  const Budget budget = read_budget(call.request.body);
  engine_.disk().require_writable();
  engine_.disk().set_budget(budget);
  return send_budget(call);
}

Response Api::post_budget(Call& call) {
  const std::uint64_t extra = read_extra(call.request.body);
  engine_.disk().require_writable();
  engine_.disk().add_questions(extra);
  return send_budget(call);
}

// When the change is on disk.
Response Api::send_budget(Call& call) {
  call.reply->note_effect({});
  engine_.disk().when_written([this, reply = call.reply](const WriteBehind::Written& written) {
    reply->send(written.error ? problem_response(*written.error) : json_response(budget_json()));
  });
  return std::nullopt;
}

}  // namespace mpart::serve
