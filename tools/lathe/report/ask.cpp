// See ask.hpp.
#include "tools/lathe/report/ask.hpp"

#include <iterator>
#include <utility>

namespace lathe::nvptx::cli {

Answer ask(const std::string& command, const std::vector<std::string>& words, std::string_view input,
           const std::string& input_name) {
  Answer out;
  Heard by;
  by.messages = &out.messages;
  by.told = &out.told;
  by.output = &out.output;
  by.input = &input;
  by.input_name = input_name.c_str();
  by.document = &out.document;
  by.pictures = &out.pictures;
  const Hearing hearing(by);
  out.state = run_words(command, words);
  return out;
}

Answer ask(const std::string& command, const std::vector<std::string>& words, bool quiet) {
  Answer out;
  Heard by = heard();
  if (quiet) by.messages = &out.messages;
  by.told = &out.told;
  by.output = &out.output;
  by.document = &out.document;
  by.pictures = &out.pictures;
  {
    const Hearing hearing(by);
    out.state = run_words(command, words);
  }
  if (!quiet && out.state != ok) tell(out.told);  // what is wrong with a module stands there, not among the messages
  if (Document* const document = heard().document; document != nullptr && !quiet) {
    auto& mine = out.document.messages;
    document->messages.insert(document->messages.end(), std::make_move_iterator(mine.begin()),
                              std::make_move_iterator(mine.end()));
    mine.clear();
  }
  return out;
}

Json as_part(Answer answer, const std::string& typed) {
  Json out;
  out.add("command", typed);
  if (answer.state != ok) {
    const std::string first = answer.first_line();
    return std::move(out.add("failed", first.empty() ? "exit state " + std::to_string(answer.state) : first));
  }
  out.add("results", std::move(answer.document.results)).add("pictures", std::move(answer.pictures));
  if (!answer.document.stats.empty()) out.add("stats", std::move(answer.document.stats));
  return out;
}

}  // namespace lathe::nvptx::cli
