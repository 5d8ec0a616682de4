// `lathe report`: what the other commands say of kernels, as one page and as data.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/import_arguments.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/report/ask.hpp"
#include "tools/lathe/report/page.hpp"
#include "tools/lathe/report/report.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe report IN.ll|IN.ptx ... -o PAGE.html [--cubin] [--against OTHER] [--fail-on RULE,...] [OPTIONS]\n"
    "       lathe report IN.ll|IN.ptx ... --json=FILE [OPTIONS]   (see lathe report --help)";

void add_options(Options& app, ReportArguments& a) {
  app.option("input", a.inputs, "LLVM IR or PTX, one module each; - is standard input, PTX");
  app.option("-o,--output", a.output, "where the page goes, one file that needs no other; - is standard output");
  app.section(Section::input);
  app.option("--against", a.against, "another build: LLVM IR, PTX, a folder of PTX, or the file of a former --json");
  app.option("--profile", a.profile, "what lathe run --profile=FILE.json wrote: coalescing and bank conflicts");
  app.section(Section::target);
  app.option("--mcpu,--arch", a.cpu, "LLVM IR: the target that it is compiled for");
  app.option("--options", a.options, "LLVM IR: options of lathe compile, as one word with blanks");
  app.flag("--cubin", a.cubin, "run ptxas: its registers, spills and bytes of machine code");
  app.section(Section::launch);
  app.option("--block", a.guess.threads, "threads of a block, where a kernel does not say it")
      .range(1U, 1024U)
      .show_default();
  app.option("--shared", a.guess.shared, "bytes of dynamic shared memory of a block")
      .range(0U, 1U << 20U)
      .show_default();
  app.section(Section::output);
  app.option("--alternative", a.alternatives,
             "another build beside it, by options of lathe compile (of PTX lathe opt) as one word with blanks; may be "
             "given again. Without: the schedulers, pipelined loops, of LLVM IR other unrolling, and the registers of "
             "the next "
             "steps")
      .one_each();
  app.flag("--no-alternatives", a.no_alternatives, "no other build beside it");
  app.option("--d3", a.d3, "d3.js, version 3, for the page, in place of the one that the program was built with");
  app.section(Section::checks);
  std::string rules;
  for (const FailRule& rule : fail_rules())
    rules += fmt::format("{}{}: {}", rules.empty() ? "" : "; ", rule.name, rule.what);
  app.option("--fail-on", a.fail_on, "exit state 1, with a line for each function, where one of these holds. " + rules)
      .cut_at(',');
  app.footer(
      "Examples:\n"
      "  lathe report a.ll --mcpu=sm_90 --cubin -o a.html\n"
      "  lathe report new.ptx --against old.ptx --cubin -o diff.html\n"
      "  lathe report a.ll --cubin --json=now.json --against before.json --fail-on occupancy-step-lost,spills");
}

bool is_ir(const std::string& path) { return path.ends_with(".ll") || path.ends_with(".bc"); }

// Rules that are none, and those that cannot be judged.
std::optional<int> refuse_rules(const Options& app, const ReportArguments& a) {
  for (const std::string& name : a.fail_on) {
    const auto& rules = fail_rules();
    const auto rule = std::ranges::find_if(rules, [&](const FailRule& r) { return name == r.name; });
    if (rule == rules.end()) {
      std::vector<std::string> names;
      names.reserve(rules.size());
      for (const FailRule& r : rules) names.emplace_back(r.name);
      return app.wrong(fmt::format("--fail-on={}: no such rule; known: {}", name, fmt::join(names, ", ")));
    }
    if (rule->needs_other && a.against.empty())
      return app.wrong("--fail-on=" + name + " does nothing without --against");
    if (rule->needs_ptxas && !a.cubin) return app.wrong("--fail-on=" + name + " does nothing without --cubin");
  }
  return std::nullopt;
}

std::optional<int> refuse_words(const Options& app, const ReportArguments& a) {
  if (a.no_alternatives)
    if (const auto done = refuse_idle(app, "--no-alternatives", {"--alternative"})) return done;
  if (a.output.empty())
    if (const auto done = refuse_idle(app, "no --output", {"--d3"})) return done;
  if (std::ranges::none_of(a.inputs, is_ir) && !is_ir(a.against))
    if (const auto done = refuse_idle(app, "PTX alone", {"--mcpu", "--options"})) return done;
  if (std::ranges::count(a.inputs, "-") > 1) return app.wrong("only one of the inputs can be standard input");
  if (const auto done = refuse_rules(app, a)) return done;
  if (a.output.empty() && heard().document == nullptr && a.fail_on.empty())
    return app.wrong("nothing is asked for: a page (-o PAGE.html), data (--json=FILE), or --fail-on RULE");
  return std::nullopt;
}

// What the inliner behind the imports did under its budget: a line for each decision, as --inline-info tells it.
Json inlining_of(const ReportArguments& a, const std::vector<std::string>& inputs) {
  const TemporaryFolder folder({});
  Json out;
  std::vector<std::string> words = inputs;
  words.insert(words.end(), {"--inline-info", "-o", folder.file("out")});
  if (!a.cpu.empty()) words.push_back("--mcpu=" + a.cpu);
  const Answer answer = ask("thinlto", words, true);
  std::error_code ignored;
  std::filesystem::remove_all(folder.file("out"), ignored);
  out.add("command", fmt::format("lathe thinlto {}{} --inline-info -o DIR", fmt::join(inputs, " "),
                                 a.cpu.empty() ? "" : " --mcpu=" + a.cpu));
  if (answer.state != ok) return std::move(out.add("failed", answer.first_line()));
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < answer.told.size();) {
    const std::size_t end = std::min(answer.told.find('\n', at), answer.told.size());
    lines.push_back(answer.told.substr(at, end - at));
    at = end + 1;
  }
  return std::move(out.names("lines", lines));
}

// Imports between LLVM modules, as lathe thinlto plans them, and inlining behind them, where there are several.
void add_imports(const ReportArguments& a, std::vector<Json>& results) {
  std::vector<std::string> inputs;
  for (const std::string& path : a.inputs)
    if (is_ir(path)) inputs.push_back(path);
  if (inputs.size() < 2) return;
  std::vector<std::string> words = inputs;
  words.insert(words.end(),
               {fmt::format("--import-instr-limit={}", ClosedWorld::instr_limit),
                fmt::format("--import-instr-evolution-factor={}", ClosedWorld::evolution_factor),
                fmt::format("--import-table-targets={}", ClosedWorld::table_targets), "--print-import-failures"});
  const std::string typed = fmt::format("lathe import {} --json", fmt::join(words, " "));
  words.insert(words.end(), {"-o", "-"});
  Json one;
  one.add("part", std::string("imports"));
  one.add(as_part(ask("import", words, true), typed));
  one.add("inlining", inlining_of(a, inputs));
  results.push_back(std::move(one));
}

void compare_with(const OtherBuild& other, ReportModule& module) {
  for (KernelRow& row : module.rows)
    if (const auto at = other.functions.find(row.function); at != other.functions.end()) row.was = at->second;
}

// The document's text, for the page: what --json writes, but for what no page needs.
std::string data_of(const std::vector<Json>& results, const std::vector<std::string>& found) {
  Json head;
  head.add("schema", std::uint64_t{document_schema}).add("version", std::string(LATHE_VERSION));
  head.add("command", std::string("report")).names("faults", found);
  std::string out = head.text();
  out.back() = ',';
  out += "\"results\":[";
  for (std::size_t k = 0; k < results.size(); ++k) out += (k == 0 ? "" : ",") + results[k].text();
  return out + "]}";
}

int run(ReportArguments& a) {
  OtherBuild other;
  if (Plotting plotting; !a.output.empty()) {  // what takes long is not begun for a page that cannot be made
    std::string error;
    if (!find_plotting(a.d3, plotting, error)) return report_error(error), failed;
  }
  if (!a.profile.empty()) {
    const auto document = std::make_shared<Json>();
    std::string error;
    if (!read_profile(a.profile, a.profiled, error, document.get())) return report_error(error), failed;
    a.profile_document = document;
  }
  if (!a.against.empty() && !read_other(a, other)) return failed;
  std::vector<ReportModule> modules;
  std::vector<Json> results;
  const bool shown = !a.output.empty() || heard().document != nullptr;
  for (const std::string& path : a.inputs) {
    ReportModule module;
    module.profiled = !a.profile.empty();
    if (!read_module(a, path, {}, module) || !gather_rows(a, module, {})) return failed;
    compare_with(other, module);
    if (shown) {
      Json one;
      one.add("part", std::string("module"));
      if (!gather_module(a, module, one)) return failed;
      results.push_back(std::move(one));
    }
    modules.push_back(std::move(module));
  }
  if (shown) add_imports(a, results);
  if (shown && !a.against.empty()) {
    std::vector<Json> texts;
    for (const auto& [name, text] : other.ptx) {
      Json one;
      texts.push_back(std::move(one.add("module", name).add("ptx", text)));
    }
    Json one;
    one.add("part", std::string("against")).add("name", a.against).add("modules", std::move(texts));
    results.push_back(std::move(one));
  }
  const std::vector<std::string> found = findings(a, modules, other);
  std::string error;
  if (!a.output.empty() &&
      !write_page(a.output, fmt::format("{}", fmt::join(a.inputs, ", ")), data_of(results, found), a.d3, error))
    return report_error(error), failed;
  if (Document* const document = heard().document; document != nullptr) {
    document->results = std::move(results);
    document->faults = found;
  }
  for (const std::string& line : found) tell(line + "\n");
  return found.empty() ? ok : failed;
}

}  // namespace

int report_command(const std::vector<std::string>& arguments) {
  Options app("What the other commands say of kernels, as one page and as data.", "lathe report", short_usage);
  ReportArguments a;
  add_options(app, a);
  AlgorithmArguments words;
  declare_words(app, "report", words);
  if (const auto done = app.parse(arguments)) return *done;
  a.function = words.function;
  if (a.inputs.empty()) a.inputs.emplace_back("-");
  if (const auto done = refuse_words(app, a)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
