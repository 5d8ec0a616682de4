// Another command of the program, run in this process, with its answer as data: what a report shows is what it says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/json.hpp"

namespace lathe::nvptx::cli {

/// What a command answered.
struct Answer {
  int state = ok;
  std::string output;            ///< its standard output
  std::string told;              ///< tables and counts
  std::string messages;          ///< a line each; empty where they were told as they came
  Document document;             ///< as --json has it
  std::vector<Json> pictures{};  ///< what a page draws beside the results

  /// The first line of what was said, as a message or as text on standard error; for commands that failed.
  std::string first_line() const {
    const std::string& said = messages.empty() ? told : messages;
    return said.substr(0, said.find('\n'));
  }
};

/// `lathe COMMAND WORDS`; `input` stands for standard input, and no file is read then. Its messages are kept in the
/// answer, without: told as this command's own.
Answer ask(const std::string& command, const std::vector<std::string>& words, std::string_view input,
           const std::string& input_name);
/// The same with files; `quiet`: its messages are kept, too.
Answer ask(const std::string& command, const std::vector<std::string>& words, bool quiet = false);

/// {"command": as typed, "results", "pictures", "stats"} or {"command", "failed": its first message}.
Json as_part(Answer answer, const std::string& typed);

}  // namespace lathe::nvptx::cli
