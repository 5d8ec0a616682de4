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
Json Json::copy() const {
  Json out;
  out.value_->json = value_->json;
  return out;
}
bool Json::read(const std::string& text, Json& value, std::string& wrong) {
  value.value_->json = ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!value.value_->json.is_discarded()) return true;
  value.value_->json = nullptr;
  return wrong = "no JSON", false;
}
Json Json::member(const char* name) const {
  Json out;
  const ordered_json& from = value_->json;
  out.value_->json = from.is_object() && from.contains(name) ? from[name] : ordered_json();
  return out;
}
std::vector<Json> Json::list() const {
  std::vector<Json> out;
  if (!value_->json.is_array()) return out;
  for (const ordered_json& one : value_->json) {
    out.emplace_back();
    out.back().value_->json = one;
  }
  return out;
}
std::string Json::word() const { return value_->json.is_string() ? value_->json.get<std::string>() : std::string(); }
std::optional<double> Json::figure() const {
  if (value_->json.is_number()) return value_->json.get<double>();
  if (value_->json.is_boolean()) return value_->json.get<bool>() ? 1 : 0;
  return std::nullopt;
}
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

namespace {

/// A list of texts, of an object; false where it is none. One that is not there is empty unless it is `needed`.
bool read_words(const ordered_json& object, const char* name, bool needed, std::vector<std::string>& out) {
  const auto at = object.find(name);
  if (at == object.end()) return !needed;
  if (!at->is_array()) return false;
  for (const auto& word : *at) {
    if (!word.is_string()) return false;
    out.push_back(word.get<std::string>());
  }
  return true;
}

}  // namespace

bool read_jobs(const std::string& text, JobList& jobs, std::string& wrong) {
  const ordered_json json = ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto refuse = [&](const std::string& what) { return wrong = what, false; };
  if (json.is_discarded() || !json.is_object()) return refuse("no JSON object");
  const auto common = json.find("common"), list = json.find("jobs");
  if (common == json.end() || !common->is_object()) return refuse("no object 'common'");
  if (list == json.end() || !list->is_array()) return refuse("no list 'jobs'");
  if (const auto at = common->find("linker_output"); at != common->end() && at->is_string())
    jobs.linker_output = at->get<std::string>();
  if (!read_words(*common, "args", true, jobs.args) || jobs.args.empty())
    return refuse("'common' has no list of texts 'args', the compiler first");
  if (!read_words(*common, "inputs", false, jobs.inputs)) return refuse("'inputs' of 'common' is no list of texts");
  for (const auto& one : *list) {
    JobList::Job job;
    const std::string which = "job " + std::to_string(jobs.jobs.size());
    if (!one.is_object() || !read_words(one, "args", true, job.args) || !read_words(one, "inputs", true, job.inputs) ||
        !read_words(one, "outputs", true, job.outputs))
      return refuse(which + " has no lists of texts 'args', 'inputs' and 'outputs'");
    if (job.inputs.empty() || job.outputs.empty()) return refuse(which + " names no input or no output");
    jobs.jobs.push_back(std::move(job));
  }
  return true;
}

std::string jobs_begin(const JobList& jobs) {
  Json common, out;
  common.add("linker_output", jobs.linker_output).names("args", jobs.args).names("inputs", jobs.inputs);
  const std::string text = out.add("common", std::move(common)).text(1);
  return text.substr(0, text.rfind('\n')) + ",\n \"jobs\": [";
}
std::string job_text(const JobList::Job& job, bool first) {
  Json one;
  const std::string text =
      one.names("args", job.args).names("inputs", job.inputs).names("outputs", job.outputs).text(1);
  std::string out = first ? "\n  " : ",\n  ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}
std::string jobs_end() { return "\n ]\n}\n"; }

}  // namespace lathe::nvptx::cli
