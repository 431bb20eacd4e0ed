// Bodies of HTTP requests by route: the first byte chooses what reads the rest, as the handlers do.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "mpart/error.hpp"
#include "sample_forms.hpp"
#include "serve/http_json.hpp"
#include "serve/label_studio/messages.hpp"
#include "serve/query_string.hpp"
#include "serve/small_bodies.hpp"
#include "wire/answer_json.hpp"
#include "wire/limits.hpp"
#include "wire/query_json.hpp"

using namespace mpart;

namespace {

void require(bool fact) {
  if (!fact) __builtin_trap();
}

void read_samples(const std::string& body, bool pictures, const wire::SampleForm& form) {
  wire::SampleReader reader(serve::sample_rules(form));
  reader.set_columns(&form.columns);
  const serve::Samples read = reader.read(body, pictures);
  require(!read.samples.empty() && read.samples.size() <= wire::kMostHttpSamples);
  require(read.shows.size() == read.samples.size());
  for (std::size_t i = 0; i < read.samples.size(); ++i) {
    const Sample& sample = read.samples[i];
    require(pictures || form.texts || !sample.values.empty());
    require(!sample.values.empty() || form.texts || !read.shows[i].picture.empty());
    require(fuzz::is_sound(sample, form));
    require(read.shows[i].picture.size() <= wire::kLongestPicture);
    require(read.shows[i].values.size() <= form.columns.all().size());
    wire::show_object(read.shows[i]);
  }
}

void check_answer(const Answer& answer) {
  require((answer.kind == Answer::Kind::kLabel) == !answer.label.empty());
  require(answer.label.empty() || wire::problem_of_label(answer.label).empty());
}

void read_answers(const std::string& body) {
  const std::vector<LateAnswer> all = wire::read_answers(body);
  require(!all.empty() && all.size() <= wire::kMostAnswers);
  for (const LateAnswer& late : all) check_answer(late.answer);
}

void read_next(const std::string& body) {
  const serve::NextRequest next = serve::read_next(body);
  require(!next.client.empty() && next.client.size() <= wire::kLongestClient);
}

void read_budget(const std::string& body) {
  const Budget budget = serve::read_budget(body);
  require(budget.questions >= 1 && budget.questions <= budget.period);
}

void read_label_studio(const std::string& body) {
  const nlohmann::json parsed = serve::parsed(body, {.most_values = wire::kMostTaskJson});
  if (parsed.is_object() && parsed.contains("tasks")) {
    require(serve::read_tasks(parsed, "values").tasks.size() == parsed["tasks"].size());
  } else {
    serve::read_webhook(parsed, "values");
  }
}

void read_query_string(const std::string& query) {
  constexpr const char* kKnown = "state limit cursor label sample";
  serve::check_query_string(query, kKnown);
  serve::query_value(query, "label");
}

void read_body(std::uint8_t route, const std::string& body) {
  constexpr std::uint8_t kRoutes = 16;
  switch (route % kRoutes) {
    case 0:
      return read_samples(body, false, {});
    case 1:
      return read_samples(body, true, {});
    case 2:
      return read_answers(body);
    case 3:
      return check_answer(wire::read_answer(body, {.query = 17, .refuse_unknown = true}).answer);
    case 4:
      return read_next(body);
    case 5:
      return read_budget(body);
    case 6:
      return require(serve::read_extra(body) >= 1);
    case 7:
      return static_cast<void>(serve::read_demo(body));
    case 8:
      return serve::read_nothing(body);
    case 9:
      return read_label_studio(body);
    case 10:
      return read_query_string(body);
    default:  // rows of tables, and texts
      return read_samples(body, false, fuzz::sample_forms()[route % kRoutes - 10]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    read_body(data[0], std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::kInvalidData || error.kind() == ErrorKind::kInvalidArgument);
    require(*error.what() != '\0');
  }
  return 0;
}
