// JSON by nlohmann-json; the only file that includes it. See json.hpp.
#include "tools/lathe/json.hpp"

#include <nlohmann/json.hpp>

namespace lathe::nvptx::cli {

using nlohmann::ordered_json;

struct Json::Value {
  ordered_json json = ordered_json::object();
};

Json::Json() : value_(new Value) {}
Json::~Json() = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(Json&&) noexcept = default;

Json& Json::add(const char* name, std::uint64_t value) { return value_->json[name] = value, *this; }
Json& Json::add(const char* name, double value) { return value_->json[name] = value, *this; }
Json& Json::add(const char* name, const std::string& value) { return value_->json[name] = value, *this; }
Json& Json::add(const char* name, Json object) { return value_->json[name] = std::move(object.value_->json), *this; }
Json& Json::add(const char* name, std::vector<Json> objects) {
  ordered_json& list = value_->json[name] = ordered_json::array();
  for (Json& object : objects) list.push_back(std::move(object.value_->json));
  return *this;
}
Json& Json::flag(const char* name, bool value) { return value_->json[name] = value, *this; }
Json& Json::number(const char* name, std::int64_t value) { return value_->json[name] = value, *this; }
Json& Json::null(const char* name) { return value_->json[name] = nullptr, *this; }
Json& Json::names(const char* name, const std::vector<std::string>& list) { return value_->json[name] = list, *this; }
Json& Json::numbers(const char* name, const std::vector<std::int64_t>& list) {
  return value_->json[name] = list, *this;
}
bool Json::empty() const { return value_->json.empty(); }
Json& Json::add(Json object) { return value_->json.update(object.value_->json), *this; }

std::string Json::text(int indent) const {
  return value_->json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

bool read_name_lists(const std::string& text, NameLists& lists, std::string& wrong) {
  const ordered_json json = ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto refuse = [&](const std::string& what) { return wrong = what, false; };
  if (json.is_discarded()) return refuse("no JSON");
  if (!json.is_object()) return refuse("not an object");
  for (const auto& [name, list] : json.items()) {
    if (!list.is_array()) return refuse("'" + name + "' has no list");
    std::vector<std::string> names;
    for (const auto& entry : list) {
      if (!entry.is_string()) return refuse("the list of '" + name + "' has something that is no name");
      names.push_back(entry.get<std::string>());
    }
    lists.emplace_back(name, std::move(names));
  }
  return true;
}

}  // namespace lathe::nvptx::cli
