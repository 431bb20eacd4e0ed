#include "serve/label_config.hpp"

#include <pugixml.hpp>

namespace mpart::serve {

std::optional<LabelConfig> read_label_config(const std::string& xml) {
  pugi::xml_document document;
  if (!document.load_buffer(xml.data(), xml.size())) return std::nullopt;
  const pugi::xml_node choices = document.find_node([](const pugi::xml_node& tag) {
    return tag.name() == std::string_view("Choices") && !tag.attribute("name").empty() &&
           !tag.attribute("toName").empty() && !tag.attribute("perRegion").as_bool();
  });
  if (!choices) return std::nullopt;
  LabelConfig config;
  config.from_name = choices.attribute("name").value();
  config.to_name = choices.attribute("toName").value();
  config.to_name = config.to_name.substr(0, config.to_name.find(','));
  choices.find_node([&](const pugi::xml_node& tag) {  // Choice tags may be grouped by others
    for (const char* name : {"value", "alias"}) {
      const pugi::xml_attribute attribute = tag.attribute(name);
      if (tag.name() == std::string_view("Choice") && !attribute.empty()) {
        config.choices.insert(attribute.value());
      }
    }
    return false;
  });
  return config;
}

}  // namespace mpart::serve
