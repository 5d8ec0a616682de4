// lathe_plan: the commands of single algorithms, on a text in memory.
#include <algorithm>
#include <array>

#include "library/lathe/result.hpp"
#include "tools/lathe/heard.hpp"

namespace lathe::library {
namespace {

constexpr std::array algorithms = {"bits",   "combine", "flow",    "group",    "import",
                                   "inline", "modulo",  "outline", "pressure", "sched"};

/// The document of --json without what the result has beside it: messages and the state.
std::string document_text(nvptx::cli::Document& document, const std::string& algorithm) {
  nvptx::cli::Json out;
  out.add("schema", std::uint64_t{nvptx::cli::document_schema}).add("command", algorithm);
  out.add("results", std::move(document.results)).add("remarks", std::move(document.remarks));
  out.names("faults", document.faults).add("stats", std::move(document.stats));
  return out.text(1) + "\n";
}

void plan(const char* algorithm, std::span<const lathe_buffer> problem, std::span<const char* const> given,
          lathe_result& result) {
  if (algorithm == nullptr || std::ranges::find(algorithms, std::string_view(algorithm)) == algorithms.end())
    throw Refused{LATHE_WRONG_USAGE,
                  std::string("no algorithm '") + (algorithm == nullptr ? "" : algorithm) + "' with a problem text"};
  const std::string name = names_of(problem)[0];
  std::vector<std::string> words = words_of(given);
  const bool as_document = std::erase(words, "--json") != 0;
  for (const std::string& word : words)
    if (word.starts_with("--json=")) throw Refused{LATHE_WRONG_USAGE, word + ": the document is the output"};
  words.insert(words.begin(), "-");
  const std::string_view text = bytes_of(problem[0]);
  nvptx::cli::Document document;
  nvptx::cli::Heard by{.messages = &result.log, .told = &result.log, .output = &result.output, .input = &text};
  by.input_name = name.c_str();
  if (as_document) by.document = &document;
  int state = nvptx::cli::failed;
  {
    const nvptx::cli::Hearing hearing(by);
    state = nvptx::cli::run_words(algorithm, words);
  }
  if (state == nvptx::cli::wrong_usage) throw Refused{LATHE_WRONG_USAGE, {}};
  if (state != nvptx::cli::ok) throw Refused{LATHE_FAILED, {}};
  if (as_document) result.output = document_text(document, algorithm);
}

}  // namespace
}  // namespace lathe::library

using namespace lathe::library;

extern "C" lathe_status lathe_plan(const char* algorithm, const lathe_buffer* problem, const char* const* options,
                                   size_t option_count, lathe_result** result) {
  return guarded(result, [&](lathe_result& made) {
    plan(algorithm, std::span(problem, problem == nullptr ? 0 : 1),
         std::span(options, options == nullptr ? 0 : option_count), made);
  });
}
