// Options of the import planner, workloads and what is printed of a plan. See import_arguments.hpp.
#include "tools/lathe/import_arguments.hpp"

#include <fnmatch.h>

#include <cstdio>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>

#include <lathe/thinlto/tables.hpp>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

void declare_import(Options& app, ImportArguments& a) {
  thinlto::Options& o = a.options;
  const auto knob = [&](const char* name, Target value, const char* text) {
    app.option(name, value, text).show_default();
  };
  app.section(Section::imports);
  knob("--import-instr-limit", o.import_instr_limit, "instructions of a callee at most");
  knob("--import-cutoff", o.import_cutoff, "functions for each importing module at most; -1: no limit");
  knob("--import-instr-evolution-factor", o.import_instr_evolution_factor, "share of the limit one level deeper");
  knob("--import-hot-evolution-factor", o.import_hot_evolution_factor, "the same below a hot call");
  knob("--import-hot-multiplier", o.import_hot_multiplier, "of the limit at a hot call");
  knob("--import-critical-multiplier", o.import_critical_multiplier, "at a critical call");
  knob("--import-cold-multiplier", o.import_cold_multiplier, "at a cold call");
  knob("--import-default-multiplier", o.default_multiplier, "at other calls");
  knob("--compute-dead", o.compute_dead, "what no root reaches is not imported");
  knob("--propagate-attrs", o.propagate_attrs, "find variables that are only read or only written");
  knob("--disable-thinlto-funcattrs", o.disable_thinlto_funcattrs, "do not infer norecurse and nounwind");
  knob("--import-constants-with-refs", o.import_constants_with_refs, "constants whose initializer refers to others");
  knob("--force-import-all", o.force_import_all, "whatever the size, and noinline; a refusal is then exit state 1");
  knob("--import-all-index", o.import_all_index, "whatever can be imported, called or not");
  knob("--import-declaration", o.import_declaration, "declarations of functions that are too large or noinline");
  app.option("--force-import-priority", o.force_priority, "import priority that every function has at least")
      .range(0, 3)
      .show_default();
  app.option("--import-priority", a.priorities,
             "PATTERN=LEVEL: of functions whose names fit (*, ?, [...]): 0 never, 1 seldom, 2 as others, 3 always; the "
             "last that fits counts")
      .one_each();
  app.option("--import-priorities", a.priority_table,
             "a table: a pattern and a level in each line, # begins a comment; --import-priority goes before it");
  knob("--low-priority-factor", o.low_priority_factor, "share of the threshold for functions of priority 1");
  knob("--profile-gate", o.profile_gate, "a call that a profile saw lets its callee in whatever the size");
  knob("--import-address-taken", o.import_address_taken, "functions that are referred to, last");
  app.option("--import-table-targets", a.table_targets,
             "functions of constant tables that a function refers to, as virtual tables are, last; where they are so "
             "many or "
             "fewer")
      .show_default();
  app.option("--interposable", a.interposable, "copies that the linker may replace: never, or the prevailing one")
      .one_of({"never", "prevailing"})
      .show_default();
  app.option("--rule", a.rule, "best: highest threshold first; llvm: first found, in the order of the problem")
      .one_of({"best", "llvm"})
      .show_default();
  app.option("--thinlto-workload-def", a.workloads, "JSON: root functions, each with a list of what its module wants");
  app.section(Section::diagnostics);
  app.flag("--print-imports", a.print_imports, "each import on standard error, with its source");
  app.flag("--print-import-failures", a.options.print_import_failures, "each refusal and its reason");
  app.flag("--enable-import-metadata", a.import_metadata,
           "with --print-imports: thinlto_src_module as metadata text; thinlto --emit=ll and bc: imported functions "
           "stay, available_externally, with thinlto_src_module and thinlto_src_file");
}

int finish_import(ImportArguments& a) {
  a.options.fuel = a.fuel;
  if (a.rule == "llvm") a.options.rule = thinlto::Rule::first_found;
  if (a.interposable == "prevailing") a.options.interposable = thinlto::Interposable::prevailing;
  if (thinlto::valid(a.options)) return ok;
  report_error("evolution and priority factors are from 0 to 1, multipliers from 0, the limit is below 4294967295");
  return wrong_usage;
}

// {"root": ["function", ...], ...}; names that the index does not have are told and left out.
bool add_workloads(const std::string& path, thinlto::Problem& p, std::string& error) {
  std::string text;
  if (!read_input(path, text, error)) return false;
  NameLists lists;
  if (std::string wrong; !read_name_lists(text, lists, wrong)) {
    error = path + ": " + wrong + ", expected {\"root\": [\"function\", ...], ...}";
    return false;
  }
  std::unordered_map<std::string, std::uint32_t> values;
  for (std::uint32_t v = 0; v < p.values.size(); ++v) values.emplace(std::string(p.name(v)), v);
  const auto find = [&](const std::string& name) {
    const auto at = values.find(name);
    if (at == values.end())
      tell(fmt::format("lathe: {}: no function '{}' in the index\n", one_line(path), one_line(name)));
    return at == values.end() ? thinlto::none : at->second;
  };
  for (const auto& [root, names] : lists) {
    thinlto::Workload workload{find(root), {}};
    for (const std::string& name : names)
      if (const std::uint32_t v = find(name); v != thinlto::none) workload.functions.push_back(v);
    if (workload.root != thinlto::none) p.workloads.push_back(std::move(workload));
  }
  return true;
}

namespace {

struct Priority {
  std::string pattern;
  std::uint8_t level;
};

/// 0 to 3, or false.
bool read_level(std::string_view text, std::uint8_t& level) {
  if (text.size() != 1 || text[0] < '0' || text[0] > '3') return false;
  level = static_cast<std::uint8_t>(text[0] - '0');
  return true;
}

bool read_table(const std::string& path, std::vector<Priority>& out, std::string& error) {
  std::string text;
  if (!read_input(path, text, error)) return false;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string pattern, level, more;
    if (!(words >> pattern)) continue;
    out.push_back({pattern, 0});
    if (words >> level && !(words >> more) && read_level(level, out.back().level)) continue;
    error = fmt::format("{}:{}:1: expected a pattern of names and a level of 0 to 3, as in: reduce_* 3", path, number);
    return false;
  }
  return true;
}

}  // namespace

bool set_priorities(const ImportArguments& a, thinlto::Problem& p, std::string& error) {
  std::vector<Priority> known;
  if (!a.priority_table.empty() && !read_table(a.priority_table, known, error)) return false;
  for (const std::string& word : a.priorities) {
    const std::size_t sign = word.rfind('=');
    known.push_back({word.substr(0, sign), 0});
    if (sign != std::string::npos && sign > 0 && read_level(word.substr(sign + 1), known.back().level)) continue;
    error = "--import-priority=" + word +
            ": expected PATTERN=LEVEL, a level of 0 to 3, as in: --import-priority='reduce_*=3'";
    return false;
  }
  if (known.empty()) return true;
  std::vector<std::uint8_t> fits(known.size(), 0);
  for (thinlto::Summary& s : p.summaries) {
    if (s.kind != thinlto::Kind::function) continue;
    const std::string name(p.name(s.value));
    for (std::size_t i = known.size(); i-- > 0;)
      if (::fnmatch(known[i].pattern.c_str(), name.c_str(), 0) == 0) {
        s.priority = known[i].level;
        fits[i] = 1;
        break;
      }
  }
  for (std::size_t i = 0; i < known.size(); ++i)
    if (fits[i] == 0)
      tell(fmt::format("lathe: no function has its import priority by '{}'\n", one_line(known[i].pattern)));
  return true;
}

void add_likely_targets(const ImportArguments& a, thinlto::Problem& p) {
  if (a.table_targets != 0) thinlto::add_table_targets(p, a.table_targets);
}

void print_imports(const ImportArguments& a, const thinlto::Problem& p, const thinlto::Plan& plan) {
  for (std::uint32_t m = 0; m < p.modules.size(); ++m)
    for (const thinlto::Import import : plan.modules[m].imports) {
      const thinlto::Summary& s = p.summaries[import.summary];
      tell(fmt::format(
          "import: {} {} from {}{}\n", p.modules[m].name, p.label(s.value), p.modules[s.module].name,
          a.import_metadata ? fmt::format(" !thinlto_src_module !{{!\"{}\"}}", p.modules[s.module].name) : ""));
    }
}

void print_refusals(const thinlto::Problem& p, const thinlto::Plan& plan) {
  for (std::uint32_t m = 0; m < p.modules.size(); ++m)
    for (const thinlto::Refused& refused : plan.modules[m].refused)
      tell(fmt::format("not imported: {} {}: {}, threshold {}\n", p.modules[m].name, p.label(refused.value),
                       thinlto::reason_names[static_cast<std::size_t>(refused.reason)], refused.threshold));
}

std::uint64_t import_failures(const thinlto::Stats& stats) {
  return stats.refused_total - stats.refused[static_cast<std::size_t>(thinlto::Reason::no_summary)];
}

void add_figures(const thinlto::Stats& stats, Figures& figures) {
  figures.add(stats);
  for (std::size_t r = 0; r < thinlto::reason_count; ++r)
    if (stats.refused[r] != 0)
      figures.add(std::string("refused: ") + thinlto::reason_names[r], std::uint64_t{stats.refused[r]});
}

}  // namespace lathe::nvptx::cli
