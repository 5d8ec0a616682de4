// See pass_arguments.hpp.
#include "tools/lathe/pass_arguments.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::cli {
namespace {

struct Alias {
  const char *theirs, *ours;
};
// Of steps that are no machine passes; those have theirs in the table of passes.
constexpr Alias step_aliases[] = {
    {"early-cse", "subexpressions"},
    {"load-store-vectorizer", "vectors"},
    {"loop-rotate", "loop-rotation"},
    {"loop-unroll", "unrolling"},
    {"separate-const-offset-from-gep", "address-constants"},
    {"stack-coloring", "slots"},
};
// What the reference names and nobody can switch here.
struct Standing {
  const char *name, *why;
};
constexpr Standing standing[] = {
    {"alloca-hoisting", "variables stand in the entry block before code is made (the step allocas)"},
    {"finalize-isel", "selection leaves no pseudo instructions"},
    {"generic-to-nvvm", "variables have to have a space of PTX (the step globals)"},
    {"nvptx-assign-valid-global-names", "PTX does not take all names (the step names)"},
    {"phi-elimination", "PTX has no phis"},
    {"phi-node-elimination", "PTX has no phis"},
    {"post-ra-pseudos", "selection leaves no pseudo instructions"},
    {"two-address-instruction", "no instruction of PTX has to write what it reads"},
};

/// All names of the reference and what they mean, by name.
std::vector<std::pair<std::string, std::string>> aliases() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Alias& alias : step_aliases) out.emplace_back(alias.theirs, alias.ours);
  for (const PassInfo& pass : pass_table())
    for (std::string_view names = pass.reference; !names.empty();) {
      const std::size_t comma = std::min(names.find(','), names.size());
      if (names.substr(0, comma) != pass.name) out.emplace_back(names.substr(0, comma), pass.name);
      names.remove_prefix(std::min(comma + 1, names.size()));
    }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}
bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}
bool any_pass(const std::string& name) {
  return std::ranges::any_of(pass_table(), [&](const PassInfo& p) { return p.name == name; });
}
std::string known_passes() {
  std::vector<std::string> names;
  for (const PassInfo& pass : pass_table()) names.emplace_back(pass.name);
  return fmt::format("known: {}, and the reference's {}", fmt::join(names, ", "),
                     fmt::join(reference_pass_names(), ", "));
}
// A knob of the machine passes as an option.
void declare_knob(Options& app, const char* name, bool& to, const char* help) {
  app.flag(name, to, fmt::format("{}{}", help, to ? "; on, unless it is =false" : ""));
}
void declare_knob(Options& app, const char* name, int& to, const char* help) {
  const std::string_view knob(name);
  const bool method = knob == "--usedessa" || knob == "--cssa-coalesce";
  const bool adjust = knob == "--reg-target-adjust" || knob == "--pred-target-adjust";
  const int most = adjust ? 10 : method ? 2 : knob == "--cssa-verbosity" ? 1 : 1'000'000;
  app.option(name, to, help).range(adjust ? -10 : 0, most).show_default();
}
void declare_knob(Options& app, const char* name, std::string& to, const char* help) { app.option(name, to, help); }
/// Names of passes, ours or the reference's, and `all` where it may stand; false after a message.
bool read_names(const char* option, const std::vector<std::string>& given, bool all, std::vector<std::string>& to) {
  for (const std::string& name : given)
    for (const std::string& ours : our_passes(name)) {
      if (!any_pass(ours) && !(all && ours == "all")) {
        const std::string why = not_switched(name);
        report_error(fmt::format("{}={}: {}", option, name, why.empty() ? "no such pass; " + known_passes() : why));
        return false;
      }
      to.push_back(ours);
    }
  return true;
}

}  // namespace

void respell_size_levels(std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const bool apart = words[k] == "-O" && k + 1 < words.size();
    const std::string level = apart ? "-O" + words[k + 1] : words[k];
    if (words[k] == "--") {
      out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(k), words.end());
      break;
    }
    if (level != "-Os" && level != "-Oz") {
      out.push_back(words[k]);
      continue;
    }
    out.emplace_back("-O2");
    out.emplace_back(level == "-Os" ? "--size-level=1" : "--size-level=2");
    k += apart;
  }
  words = std::move(out);
}

bool PassArguments::wants_report() const {
  if (time_passes || remarks || !print_after.empty() || limit != ~std::uint64_t{0} || knobs.nv_dump_remat_block ||
      knobs.print_reg_target || knobs.structurizecfg_check || knobs.cssa_verbosity > 0 || knobs.warn_stack_size >= 0)
    return true;
  for (const auto* names : {&enabled, &order})
    for (const char* prints :
         {"machine-rpa", "extra-machineinstr-printer", "nvptx-image-optimizer", "nvptx-replace-image-handles"})
      if (has(*names, prints)) return true;
  return false;
}

std::string not_switched(const std::string& name) {
  for (const Standing& pass : standing)
    if (name == pass.name) return fmt::format("this cannot be switched: {}", pass.why);
  return {};
}

std::vector<std::string> all_pass_names() {
  std::vector<std::string> names;
  for (const PassInfo& pass : pass_table())
    if (!pass.required) names.emplace_back(pass.name);
  return names;
}

std::vector<std::string> reference_pass_names() {
  const auto stays = [](const std::string& ours) {
    return std::ranges::any_of(pass_table(), [&](const PassInfo& p) { return p.required && ours == p.name; });
  };
  std::vector<std::string> names;
  for (const auto& [theirs, ours] : aliases())
    if ((names.empty() || names.back() != theirs) && !stays(ours)) names.push_back(theirs);
  return names;
}

std::vector<std::string> our_passes(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [theirs, ours] : aliases())
    if (name == theirs) names.push_back(ours);
  return names.empty() || any_pass(name) ? std::vector<std::string>{name} : names;
}

void add_pass_options(Options& app, PassArguments& a) {
  app.section(Section::passes);
  app.option("--enable", a.enabled,
             fmt::format("run these optional passes, too, ssa in front of the others, the rest behind them: {}",
                         fmt::join(optional_pass_names(), ", ")))
      .cut_at(',');
  app.flag("--nvptx-sched4reg", a.sched4reg, "--enable=schedule, for registers: few, whatever it costs");
  app.flag("--enable-pipeliner", a.pipeliner, "--enable=pipeline-loops");
  app.flag("--group-textures", a.textures, "--enable=group-textures");
  app.option("--size-level", a.size_level,
             "1: all functions are to be small, as -Os has it, which is -O2 with it; 2: as small as can be, -Oz")
      .range(0, 2)
      .show_default();
  app.option("--pipeline", a.order, "these passes and no others, in this order; one may come again").cut_at(',');
  app.option("--keep-if-better", a.keep_if_better,
             "what these passes (or all) make of a function is kept where neither registers nor instructions, by how "
             "often they probably run, become more")
      .cut_at(',');
  app.option("--pass-limit", a.limit, "for bisection: steps (function and pass) that are done; lathe bisect finds it");
  app.option("--pass-fuel", a.last_fuel, "for bisection: changes of the last step within --pass-limit");
#define LATHE_KNOB(type, member, name, otherwise, passes, help) \
  if (!has(a.left_out, "--" name)) declare_knob(app, "--" name, a.knobs.member, help);
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
}

std::optional<int> refuse_idle_limits(const Options& app) {
  return refuse_without(app, {"--pass-limit"}, {"--pass-fuel"});
}

namespace {

/// Does one of these passes (behind spaces) run with these options, or none have to? machine-outliner counts where a
/// function of the module may ask for it, too.
bool reads_knob(const PassOptions& options, const std::vector<std::string>& running, std::string_view passes) {
  if (passes.empty()) return true;
  std::istringstream names{std::string(passes)};
  for (std::string name; names >> name;)
    if (has(running, name) || (name == "machine-outliner" && may_outline(options))) return true;
  return false;
}

}  // namespace

std::string idle_knob(const PassArguments& a, const PassOptions& options) {
  const std::vector<std::string> running = pipeline(options);
  const PassKnobs unasked;
  const auto refusal = [&](std::string_view name, std::string_view passes) {
    std::istringstream words{std::string(passes)};
    const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
    const char* const how = options.opt_level == 0 && options.order.empty() ? "at -O0" : "(see --enable)";
    return all.size() == 1
               ? fmt::format("--{} does nothing: {}, which reads it, does not run {}", name, all.front(), how)
               : fmt::format("--{} does nothing: none of those that read it runs {}: {}", name, how,
                             fmt::join(all, ", "));
  };
#define LATHE_KNOB(type, member, name, otherwise, passes, help)                          \
  if (options.knobs.member != unasked.member && !reads_knob(options, running, passes) && \
      !(a.registers_counted && std::string_view(name) == "maxreg"))                      \
    return refusal(name, passes);
#include "nvptx/passes/knobs.def"
#undef LATHE_KNOB
  return {};
}

void add_pass_report_options(Options& app, PassArguments& a) {
  app.section(Section::diagnostics);
  app.flag(
      "--time-passes", a.time_passes,
      "to standard error, for each pass: functions, those changed, instructions before and behind, time, counters");
  app.option("--print-after", a.print_after, "to standard error: each function behind these passes, or all")
      .cut_at(',');
  app.flag("--print-pipeline", a.print_pipeline,
           "to standard output: the passes that would run, in order; nothing is compiled");
}

/// What machine-outliner cannot be told; false after a message.
bool fits_outliner(const PassOptions& options) {
  const auto one_of = [](const char* knob, const std::string& value, std::initializer_list<const char*> known) {
    if (std::find(known.begin(), known.end(), value) != known.end()) return true;
    report_error(fmt::format("--{}={}: one of {} was expected", knob, value, fmt::join(known, ", ")));
    return false;
  };
  if (!one_of("enable-machine-outliner", options.knobs.enable_machine_outliner,
              {"always", "never", "target-default"}) ||
      !one_of("outliner-link", options.knobs.outliner_link, {"whole", "relocatable"}))
    return false;
  if (has(options.keep_if_better, "machine-outliner")) {
    report_error("--keep-if-better=machine-outliner: it looks at the module, not at a function");
    return false;
  }
  const auto at = std::find(options.order.begin(), options.order.end(), "machine-outliner");
  if (at == options.order.end() || at + 1 == options.order.end()) return true;
  report_error(
      "--pipeline: machine-outliner looks at the module, behind all that is done to functions: it must stand last");
  return false;
}

bool settle(const PassArguments& a, PassOptions& options, bool in_ssa) {
  const std::vector<std::string> known = a.enabled.empty() ? std::vector<std::string>{} : optional_pass_names();
  for (const std::string& given : a.enabled)
    for (const std::string& name : our_passes(given)) {
      if (has(known, name)) {
        options.enabled.push_back(name);
      } else if (!any_pass(name)) {
        const std::string why = not_switched(given);
        report_error(why.empty()
                         ? fmt::format("--enable={}: no such optional pass; known: {}", given, fmt::join(known, ", "))
                         : fmt::format("--enable={}: {}", given, why));
        return false;
      }
    }
  options.knobs = a.knobs;
  if (!read_names("--pipeline", a.order, false, options.order) ||
      !read_names("--keep-if-better", a.keep_if_better, true, options.keep_if_better) ||
      !read_names("--print-after", a.print_after, true, options.print_after))
    return false;
  for (const std::string& name : options.order) {
    if (name == "ssa") in_ssa = true;
    if (name == "phi-elimination") in_ssa = false;
  }
  if (!options.order.empty() && in_ssa) {
    report_error("--pipeline: PTX has no phis: phi-elimination must stand in it, behind ssa");
    return false;
  }
  if (!fits_outliner(options)) return false;
  options.size_level = a.size_level;
  options.limit = a.limit;
  options.remarks = a.remarks;
  options.measure = a.time_passes && heard().document != nullptr;
  options.last_fuel = a.last_fuel;
  options.sched4reg = a.sched4reg;
  if (a.sched4reg) options.enabled.emplace_back("schedule");
  if (a.pipeliner) options.enabled.emplace_back("pipeline-loops");
  if (a.textures) options.enabled.emplace_back("group-textures");
  return true;
}

std::string pipeline_text(const PassOptions& options) {
  std::string out;
  for (const std::string& name : pipeline(options))
    for (const PassInfo& pass : pass_table())
      if (pass.name == name)
        out += fmt::format("{:<24} {:<34} {}\n", name, *pass.reference != 0 ? pass.reference : "-", pass.what);
  return out;
}

Json row_json(const PassReport::Row& row) {
  Json one, counters;
  for (const auto& [name, value] : row.counters) counters.add(std::string(name).c_str(), std::uint64_t{value});
  one.add("pass", std::string(row.name)).add("ms", row.ms).add("functions", std::uint64_t{row.runs});
  one.add("changed", std::uint64_t{row.changed}).add("before", std::uint64_t{row.before});
  one.add("after", std::uint64_t{row.after}).add("taken_back", std::uint64_t{row.taken_back});
  one.add("registers", std::uint64_t{row.registers});
  return std::move(one.add("counters", std::move(counters)));
}

void print_pass_report(const PassArguments& a, const PassReport& report) {
  tell(report.printed);
  if (a.limit != ~std::uint64_t{0})  // lathe bisect reads it
    tell(fmt::format("lathe: note: pass step {} of {}, {} changes: {}\n", std::min(a.limit, report.steps), report.steps,
                     report.last_changes, report.last_step.empty() ? "nothing is done there" : report.last_step));
  if (!a.time_passes) return;
  double all = 0;
  for (const PassReport::Row& row : report.rows) all += row.ms;
  tell(fmt::format("{:>9} {:>6} {:>9} {:>9} {:>10} {:>10}  pass\n", "ms", "%", "functions", "changed", "before",
                   "behind"));
  for (const PassReport::Row& row : report.rows) {
    if (row.runs == 0) continue;
    if (heard().document != nullptr) heard().document->passes.push_back(row_json(row));
    tell(fmt::format("{:>9.2f} {:>6.1f} {:>9} {:>9} {:>10} {:>10}  {}{}\n", row.ms, all > 0 ? 100 * row.ms / all : 0.0,
                     row.runs, row.changed, row.before, row.after, row.name,
                     row.taken_back != 0 ? fmt::format(" (taken back: {})", row.taken_back) : ""));
    for (const auto& [name, value] : row.counters) tell(fmt::format("{:>56}{:>12}  {}\n", "", value, name));
  }
  tell(fmt::format("{:>9.2f}  all passes\n", all));
}

}  // namespace lathe::nvptx::cli
