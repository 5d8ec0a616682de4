// The table of commands and words. See vocabulary.hpp.
#include "tools/lathe/vocabulary.hpp"

#include <algorithm>
#include <string_view>

#include "tools/lathe/options.hpp"

namespace lathe::nvptx::cli {
namespace {

/// One field of the table: the help of a word that is taken, why it is not, or neither where the command declares it.
struct Word {
  const char* help = nullptr;
  const char* why_not = nullptr;
};
constexpr Word takes(const char* help) { return {help, nullptr}; }
constexpr Word no(const char* why) { return {nullptr, why}; }
constexpr Word own{};

struct Row {
  const char* command;
  Word function, fuel, rewrite, maxreg, check, stats, remarks, report;
};

constexpr Word one_function = takes("PTX: this function only"),
               checker = takes("run the independent checker; a fault is exit state 1"),
               counters = takes("counters and time to standard error, a table; --stats=json: an object"),
               yaml = takes("file for remarks, in a form of LLVM's"), no_change = no("it changes nothing"),
               no_limit = no("it asks for no register limit"),
               no_remarks = no("it decides nothing that a remark could tell"),
               machine_remarks = takes("file for remarks of the machine passes, in a form of LLVM's"),
               no_page = no("it has no page of its own"), to_output = no("what it makes goes to --output"),
               page = takes("a page of HTML that draws it, one file that needs no other");

constexpr Row rows[] = {
    {"flow", one_function, no_change, no_change, no_limit, checker, counters, yaml, page},
    {"pressure", one_function, takes("edits to do at most"), no_change,
     takes("PTX: limit of 32-bit registers; 0: by the directives"),
     takes("run the independent checker, after each edit, too; a fault is exit state 1"), counters, yaml, page},
    {"outline", one_function, takes("functions to make at most"),
     takes("PTX: write the module with the plan carried out"), no_limit, checker, counters, yaml, page},
    {"modulo", one_function, takes("loops to schedule at most"),
     takes("PTX: write the module with its counted loops pipelined"),
     takes("PTX: limit of 32-bit registers; 0: by the directives"), checker, counters, yaml, page},
    {"group", one_function, takes("groups to make at most"), takes("PTX: write the module with the groups merged"),
     no_limit, checker, counters, yaml, page},
    {"sched", one_function, takes("instructions that take their new place"),
     takes("PTX: write it in the new order; - is standard output"), own, checker, counters, yaml, page},
    {"bits", no("its problems have no functions"), no_change, no_change, no_limit, checker, counters, no_remarks,
     no_page},
    {"combine", takes("the graphs of this function only; the others stay as they are"),
     takes("rewrites allowed per block, for bisection; with --replay: steps taken"), to_output, no_limit,
     takes(
         "independent checker: the trace replayed, values before and after on random and chosen inputs, uses mirrored"),
     takes("counters, rewrites by rule and time to standard error, a table; --stats=json: an object"), yaml, page},
    {"import", no("modules import; --thinlto-workload-def says which functions"),
     takes("functions to import at most, over all modules"), no("it moves no code; lathe thinlto does"), no_limit,
     checker, counters, yaml, page},
    {"inline", no("its callers share a budget: a problem is planned whole"), takes("calls to inline at most"),
     no("it moves no code"), no("limits of registers stand in the problem"), checker, counters, yaml, page},
    {"thinlto", no("modules import; --thinlto-workload-def says which functions"),
     takes("functions to import at most, over all modules"), to_output, own, own, own, yaml, no_page},
    {"equal", takes("this function only"), no_change, no_change, no_limit, no("it is a checker"),
     takes("how much was run, to standard error, a table; --stats=json: an object"), no_remarks, no_page},
    {"opt", takes("run the passes on this function only"), no("--passes and --disable choose what is done"), to_output,
     own, no("--verify-each runs the checkers"),
     takes("instructions before and after, and time, to standard error, a table; --stats=json: an object"),
     machine_remarks, no_page},
    {"compile", no("a module is compiled whole"), no("--combine-fuel stops the combiner"), to_output, own,
     no("--verify-each runs the checkers"), own, machine_remarks, no_page},
    {"report", takes("this function only"), no_change, no_change,
     no("--alternative=\"--maxreg=N ...\" builds with a limit"), no("each command has its own"),
     no("the page and --json have all figures"), no("the page and --json have all remarks"), to_output},
    {"run", no("--kernel says what is run"), no_change, no_change, no_limit, own, own, no_remarks, no_page},
};

std::string bad_stats(const std::string& value) {
  return value == "text" || value == "json" ? std::string()
                                            : "--stats or --stats=json was expected, found '" + value + "'";
}

}  // namespace

std::string first_given(const Options& app, std::initializer_list<std::string_view> words) {
  for (const std::string& name : app.given())
    if (std::ranges::count(words, name) != 0) return name;
  return {};
}

std::optional<int> refuse_idle(const Options& app, const char* mode, std::initializer_list<std::string_view> words) {
  const std::string name = first_given(app, words);
  if (name.empty()) return std::nullopt;
  return app.wrong(name + " does nothing with " + mode);
}

std::optional<int> refuse_without(const Options& app, std::initializer_list<std::string_view> wanted,
                                  std::initializer_list<std::string_view> words) {
  const std::string name = first_given(app, words);
  if (name.empty() || !first_given(app, wanted).empty()) return std::nullopt;
  std::string others;
  for (const std::string_view word : wanted) others.append(others.empty() ? "" : " or ").append(word);
  return app.wrong(name + " does nothing without " + others);
}

std::optional<int> refuse_others(const Options& app, const char* mode, std::initializer_list<std::string_view> heeded) {
  for (const std::string& name : app.given())
    if (name != mode && std::ranges::count(heeded, name) == 0) return app.wrong(name + " does nothing with " + mode);
  return std::nullopt;
}

void declare_stats(Options& app, std::string& stats, const char* help) {
  const Section before = app.section(Section::diagnostics);
  app.flag("--stats{text}", stats, help).check(bad_stats, "");
  app.section(before);
}

void declare_words(Options& app, const char* command, AlgorithmArguments& a) {
  const Row* row = rows;
  while (std::string_view(row->command) != command) ++row;
  const auto takes = [&](const char* name, const Word& word) {
    if (word.why_not != nullptr)
      app.refuse(name, std::string("lathe ") + command + " has no " + name + ": " + word.why_not);
    return word.help != nullptr;
  };
  const auto about = [&](Section section) { app.section(section); };
  const Section before = app.section(Section::input);
  if (takes("--function", row->function)) app.option("--function", a.function, row->function.help);
  about(Section::algorithm);
  if (takes("--fuel", row->fuel)) app.option("--fuel", a.fuel, row->fuel.help);
  about(Section::output);
  if (takes("--rewrite", row->rewrite)) app.option("--rewrite", a.rewrite, row->rewrite.help);
  if (takes("--report", row->report)) app.option("--report", a.report, row->report.help);
  about(Section::target);
  if (takes("--maxreg", row->maxreg)) app.option("--maxreg", a.maxreg, row->maxreg.help).show_default();
  about(Section::checks);
  if (takes("--check", row->check)) app.flag("--check", a.check, row->check.help);
  about(Section::diagnostics);
  if (takes("--stats", row->stats)) declare_stats(app, a.stats, row->stats.help);
  if (takes("--remarks", row->remarks)) declare_remarks(app, a.remarks, row->remarks.help);
  about(before);
}

}  // namespace lathe::nvptx::cli
