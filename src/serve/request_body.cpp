#include "serve/request_body.hpp"

#include <algorithm>
#include <cmath>

#include "serve/limits.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

Json parsed(const std::string& body) {
  Json value = Json::parse(body, nullptr, false);
  if (value.is_discarded()) throw Problem{400, "the body is not JSON"};
  return value;
}

std::string text_of(const Json& object, const char* key, std::size_t longest) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_string()) throw Problem{400, std::string("\"") + key + "\" must be a text"};
  const auto& text = found->get_ref<const std::string&>();
  if (text.size() > longest) throw Problem{400, std::string("\"") + key + "\" is too long"};
  return text;
}

std::string read_label(const std::string& body) {
  const Json object = parsed(body);
  if (!object.is_object()) throw Problem{400, R"({"label":"..."} expected)"};
  return checked_label(text_of(object, "label", kLongestLabel));
}

std::string checked_label(std::string label) {
  if (label.size() > kLongestLabel) throw Problem{400, "\"label\" is too long"};
  const bool printable = std::none_of(label.begin(), label.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
  if (label.empty() || !printable) throw Problem{400, "\"label\" must be a text without controls"};
  return label;
}

namespace {

void read_values(const Json& object, std::vector<double>& values) {
  values.clear();
  const auto found = object.find("values");
  if (found == object.end() || !found->is_array()) {
    throw Problem{400, "\"values\" must be an array of numbers"};
  }
  for (const Json& value : *found) {
    if (!value.is_number()) throw Problem{400, "\"values\" must be an array of numbers"};
    values.push_back(value.get<double>());
  }
}

Show read_show(const Json& object) {
  const auto found = object.find("show");
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_object()) throw Problem{400, "\"show\" must be an object"};
  constexpr std::size_t kPicture = 4 << 20;
  constexpr std::size_t kText = 64 << 10;
  constexpr std::size_t kLink = 2000;
  Show show{text_of(*found, "picture", kPicture), text_of(*found, "text", kText),
            text_of(*found, "link", kLink)};
  if (!show.picture.empty() && show.picture.rfind("data:image/", 0) != 0) {
    throw Problem{400, "\"picture\" must be a data:image/ URL"};
  }
  if (!show.link.empty() && show.link.rfind("https://", 0) != 0 &&
      show.link.rfind("http://", 0) != 0) {
    throw Problem{400, "\"link\" must start with http:// or https://"};
  }
  return show;
}

void read_sample(const Json& object, bool pictures, Sample& sample, Show& show) {
  if (!object.is_object()) throw Problem{400, "an object expected"};
  show = read_show(object);
  const bool by_picture = pictures && !show.picture.empty() && !object.contains("values");
  if (!by_picture) read_values(object, sample.values);
  sample.id = text_of(object, "id", kLongestLabel);
}

}  // namespace

Problem Samples::at(std::size_t sample, const std::string& what) const {
  return {400, many ? "sample " + std::to_string(sample) + ": " + what : what};
}

void Samples::check(std::size_t width) const {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<double>& values = all[i].values;
    const std::size_t expected = width != 0 ? width : all[0].values.size();
    if (values.empty() || values.size() != expected) {
      throw at(i, std::to_string(expected) + " values expected, " + std::to_string(values.size()) +
                      " found");
    }
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
      throw at(i, "values must be finite");
    }
  }
}

Samples read_samples(const std::string& body, bool pictures) {
  const Json all = parsed(body);
  Samples samples;
  samples.many = all.is_array();
  if (!samples.many && !all.is_object()) {
    throw Problem{400, "a sample or an array of samples expected"};
  }
  if (samples.many && all.size() > kMostSamples) {
    throw Problem{413, "at most 4096 samples at a time"};
  }
  samples.all.resize(samples.many ? all.size() : 1);
  samples.shows.resize(samples.all.size());
  for (std::size_t i = 0; i < samples.all.size(); ++i) {
    try {
      read_sample(samples.many ? all[i] : all, pictures, samples.all[i], samples.shows[i]);
    } catch (const Problem& problem) {
      throw samples.at(i, problem.what);
    }
  }
  return samples;
}

}  // namespace mpart::serve
