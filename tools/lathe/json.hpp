// JSON, as much of it as the program writes and reads. What knows the format (nlohmann-json) is seen by json.cpp alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lathe::nvptx::cli {

/// An object that is being written; members stand in the order in which they were added.
class Json {
 public:
  Json();
  ~Json();
  Json(Json&&) noexcept;
  Json& operator=(Json&&) noexcept;
  Json& add(const char* name, std::uint64_t value);
  Json& add(const char* name, double value);
  Json& add(const char* name, const std::string& value);
  Json& add(const char* name, Json object);
  Json& add(const char* name, std::vector<Json> objects);
  Json& flag(const char* name, bool value);
  Json& number(const char* name, std::int64_t value);
  Json& null(const char* name);
  Json& names(const char* name, const std::vector<std::string>& list);
  Json& numbers(const char* name, const std::vector<std::int64_t>& list);
  /// Numbers of any kind of range.
  template <class Range>
  Json& numbers_of(const char* name, const Range& range) {
    std::vector<std::int64_t> list;
    for (const auto& value : range) list.push_back(static_cast<std::int64_t>(value));
    return numbers(name, list);
  }
  bool empty() const;
  /// The same again.
  Json copy() const;
  /// Any value that a text has, not an object alone; what is not there, or is no JSON, is false and what is wrong.
  static bool read(const std::string& text, Json& value, std::string& wrong);
  /// Of a value that was read: its member of this name, null where it has none.
  Json member(const char* name) const;
  /// The objects of a list; of others nothing.
  std::vector<Json> list() const;
  /// The text that it is; empty where it is none.
  std::string word() const;
  /// The number that it is, or the truth as 1 and 0.
  std::optional<double> figure() const;
  /// All members of another object.
  Json& add(Json object);
  /// On one line; with `indent` 1 or more over many. What is no UTF-8 is replaced.
  std::string text(int indent = -1) const;

 private:
  struct Value;
  std::unique_ptr<Value> value_;
};

/// {"name": ["name", ...], ...}, in the order of the text.
using NameLists = std::vector<std::pair<std::string, std::vector<std::string>>>;
/// False and what is wrong with the text.
bool read_name_lists(const std::string& text, NameLists& lists, std::string& wrong);

/// Jobs of distributed ThinLTO, in the form that LLVM 22's DTLTO gives its distributors.
struct JobList {
  struct Job {
    std::vector<std::string> args, inputs, outputs;
  };
  std::string linker_output;
  std::vector<std::string> args;    ///< of all jobs, the compiler first
  std::vector<std::string> inputs;  ///< of all jobs
  std::vector<Job> jobs;
};
/// False and what is wrong with the text.
bool read_jobs(const std::string& text, JobList& jobs, std::string& wrong);
/// The text in pieces, for lists too long to be there twice: what stands before the jobs, each job, what stands behind them.
std::string jobs_begin(const JobList& jobs);
std::string job_text(const JobList::Job& job, bool first);
std::string jobs_end();

}  // namespace lathe::nvptx::cli
