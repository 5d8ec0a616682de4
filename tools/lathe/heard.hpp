// Who hears a command: the process's streams, or a program that wants its answer as data (--json) or in its own process
// (the library).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lathe/support/remark.hpp>

#include "tools/lathe/json.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

/// Raised when a member goes or changes its meaning; new ones may come at any time.
inline constexpr unsigned document_schema = 1;

/// A command's answer as data; docs/json.md tells its members.
struct Document {
  std::vector<Json> messages;  ///< what report and report_error were given
  std::vector<Json> outputs;   ///< files that were written
  std::vector<Json> passes;    ///< of --time-passes
  std::vector<Json> results;   ///< of algorithms: one for each function, loop, region, graph ...
  std::vector<Json> remarks;
  std::vector<std::string> faults;  ///< what the checkers found
  Json stats;                       ///< what --stats=json would print

  void add(std::string_view level, const Message& message, const std::string& input);
  void add(const Remark& remark);
};

/// What a thread's commands say goes here; null: to the process's streams.
struct Heard {
  std::string* messages = nullptr;          ///< a line each, "error: ...", without the short usage
  std::string* told = nullptr;              ///< what else stands on standard error: tables, checkers' counts
  std::string* output = nullptr;            ///< standard output
  const std::string_view* input = nullptr;  ///< what stands for standard input; no file is read or written then
  const char* input_name = "<stdin>";       ///< for messages
  Document* document = nullptr;             ///< besides
  std::vector<Json>* pictures = nullptr;    ///< what a report draws beside the results (docs/report.md)
  const char* command = nullptr;            ///< its name, where a terminal may show how far it is; null: no terminal
};
/// The calling thread's.
const Heard& heard();
/// While one lives, this thread's commands are heard by `by`.
class Hearing {
 public:
  explicit Hearing(Heard by);
  ~Hearing();
  Hearing(const Hearing&) = delete;
  Hearing& operator=(const Hearing&) = delete;

 private:
  Heard mine_;
  const Heard* former_;
};
/// While one lives, what is written stands in no document: files that pass between programs are not the command's.
class Undocumented {
 public:
  Undocumented() : hearing_(without()) {}

 private:
  static Heard without() {
    Heard by = heard();
    by.document = nullptr;
    return by;
  }
  Hearing hearing_;
};
/// To standard error, as it is.
void tell(std::string_view text);
/// Whether --stats asks for figures, or a document takes them.
bool wants_figures(const std::string& stats);

/// Runs a command by its name; `words` stand behind it. Its exit state.
int run_words(const std::string& command, const std::vector<std::string>& words);

}  // namespace lathe::nvptx::cli
