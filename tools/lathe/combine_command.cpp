// `lathe combine`: one run of the combiner alone, on the DAG text of `lathe compile --stop-after=...`. Prints the
// graphs that it leaves; traces, replays and checks them.
#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>

#include <fmt/format.h>

#include <lathe/combine/check.hpp>

#include "codegen/combine/rule_set.hpp"
#include "codegen/combine/text_rules.hpp"
#include "codegen/dag/interpret.hpp"
#include "nvptx/facts/check.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/options.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe combine IN.dag|- [--run=1|2|3] [--mcpu=sm_90] [--check] [--trace FILE] [OPTIONS]   (see lathe "
    "combine "
    "--help)";

struct Arguments : AlgorithmArguments {
  std::string cpu = "sm_75", trace, coverage, replay, rules;
  std::vector<std::string> attributes, disabled, only;
  unsigned run = 1;
  dag::CombineOptions combine;
  dag::CombineCheckOptions checking;
  KnownBitsLimits known_bits;
  Arguments() { checking.inputs = 32; }
  bool list = false, whole = false, unproved = false, measure = false;
  std::optional<rules::Compiled> compiled;  ///< of `rules`
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "DAG text, any number of blocks; - is standard input");
  app.option("-o,--output", a.output, "where the graphs go; - is standard output, the default");
  app.section(Section::algorithm);
  app.option("--run", a.run, "which rules: 1 before types are legal, 2 after, 3 when operations are too")
      .range(1, 3)
      .show_default();
  app.section(Section::target);
  app.option("--mcpu,--arch", a.cpu, "target: sm_75, sm_90a, ...").show_default();
  app.option("--mattr", a.attributes, "+ptxNN: PTX version").cut_at(',');
  app.section(Section::algorithm);
  app.option("--max-visits", a.combine.max_visits, "visits allowed per block; 0: 32 for each node and 1024");
  app.option("--reach", a.combine.reach, "levels of users visited again above a changed node").show_default();
  app.flag("--confirm", a.combine.confirm, "visit all nodes again until no rule fires anywhere");
  app.section(Section::input);
  app.option("--rules", a.rules, "a file of rules in place of ours; the graph needs no target");
  app.section(Section::algorithm);
  app.flag("--unproved", a.unproved, "take rules of which no proof is found that they come to an end");
  app.section(Section::output);
  app.flag("--print-measure", a.measure, "print the proof that the rules come to an end");
  app.section(Section::algorithm);
  app.option("--disable", a.disabled, "rules that must not fire, by name").cut_at(',');
  app.option("--only", a.only, "no rules but these").cut_at(',');
  app.option("--known-bits-depth", a.known_bits.depth, "levels of operands that known bits look at")
      .range(0U, KnownBitsLimits::deepest)
      .show_default();
  app.option("--known-bits-limit", a.known_bits.expansion, "values that one question for known bits looks at")
      .show_default();
  app.flag("--whole", a.whole,
           "the run as `lathe compile` makes it: 1 joins memory accesses at its end, 3 drops freezes");
  app.section(Section::diagnostics);
  app.option("--trace", a.trace, "file for the rewrites, one a line; --replay reads it");
  app.option("--coverage", a.coverage, "file for the COVERED and INCLUDED lines");
  app.section(Section::input);
  app.option("--replay", a.replay, "apply the rewrites of this trace, judge each of them, look for no others");
  app.section(Section::checks);
  app.option("--inputs", a.checking.inputs, "inputs of the checker per rewrite: random ones, and such that show most")
      .show_default();
  app.option("--seed", a.checking.seed, "of the first input").show_default();
  app.section(Section::output);
  declare_words(app, "combine", a);
  app.flag("--list-rules", a.list, "print the names of the run's rules and the operations they look at");
  app.flag("--print-problem", a.dump, "print the graphs as they were read");
  app.footer(
      "Examples:\n"
      "  lathe compile a.ll --stop-after=build -o a.dag && lathe combine a.dag --check --stats -o b.dag\n"
      "  lathe combine a.dag --trace a.trace && lathe combine a.dag --replay a.trace --fuel 10\n"
      "  lathe combine a.dag --rules my.rules --check --stats");
}

/// The rules of one run without those that were switched off.
class ChosenRules {
 public:
  ChosenRules(Dag& dag, const Arguments& a, const TargetFacts& facts, const FloatModes& modes,
              const std::vector<bool>& off)
      : rules_(dag, static_cast<CombineLevel>(a.run - 1), facts, modes, a.known_bits),
        client_(dag, a.known_bits),
        off_(off),
        chosen_(static_cast<std::size_t>(Isd::count)) {
    if (a.compiled) file_.emplace(client_, *a.compiled);
  }
  ChosenRules(const ChosenRules&) = delete;
  ChosenRules& operator=(const ChosenRules&) = delete;
  Dag& graph() { return rules_.graph(); }
  std::uint32_t count() const { return file_ ? file_->count() : rules_.count(); }
  std::string_view name(std::uint32_t rule) const { return file_ ? file_->name(rule) : rules_.name(rule); }
  std::span<const std::uint32_t> candidates(Isd op) {
    auto& list = chosen_[static_cast<std::size_t>(op)];
    if (!list) list = without_off(file_ ? file_->candidates(op) : rules_.candidates(op));
    return *list;
  }
  std::span<const std::uint32_t> candidates_at(NodeId node) {
    if (!file_) return candidates(graph().op(node));
    here_ = without_off(file_->candidates_at(node));
    return here_;
  }
  bool apply(std::uint32_t rule, NodeId node, std::vector<Value>& out) {
    return file_ ? file_->apply(rule, node, out) : rules_.apply(rule, node, out);
  }
  void replaced(NodeId node, std::span<const Value> out) {
    file_ ? file_->replaced(node, out) : rules_.replaced(node, out);
  }
  const KnownBitsStats& known_bits_stats() const {
    return file_ ? client_.known_bits_stats() : rules_.known_bits_stats();
  }
  rules::MatchStats match_stats() const { return file_ ? file_->stats() : rules::MatchStats{}; }

 private:
  std::vector<std::uint32_t> without_off(std::span<const std::uint32_t> list) const {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t rule : list)
      if (!off_[rule]) out.push_back(rule);
    return out;
  }

  CombineRules rules_;
  DagClient client_;
  std::optional<rules::RuleSet<DagClient>> file_;
  const std::vector<bool>& off_;
  std::vector<std::optional<std::vector<std::uint32_t>>> chosen_;
  std::vector<std::uint32_t> here_;
};

/// One block of the input.
struct DagPart {
  std::string header;  ///< its comment, "; function f, block 0"; may be empty
  std::string text;
  unsigned first_line = 1;
};
/// Parts that begin with a line that starts with `mark`; what stands before the first one is a part if it says
/// anything.
std::vector<DagPart> split(const std::string& text, std::string_view mark) {
  std::vector<DagPart> out(1);
  unsigned number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line(text.data() + at, end - at);
    at = end;
    ++number;
    if (line.starts_with(mark)) {
      out.push_back({std::string(line.substr(0, line.find_last_not_of("\r\n") + 1)), {}, number});
    }
    out.back().text += line;
  }
  const auto says_nothing = [](const DagPart& s) {
    for (std::size_t at = 0; at < s.text.size(); at = std::min(s.text.find('\n', at), s.text.size() - 1) + 1) {
      const std::size_t word = s.text.find_first_not_of(" \t\r", at);
      if (word != std::string::npos && s.text[word] != '\n' && s.text[word] != ';' && s.text[word] != '#') return false;
    }
    return true;
  };
  if (out.size() > 1 && says_nothing(out[0])) out.erase(out.begin());
  return out;
}

class Runner {
 public:
  Runner(const Arguments& a, const Features& features, Algorithm& to)
      : a_(a), features_(features), facts_(target_facts(features)), to_(to), off_(count_rules(), false) {}

  bool run(const std::string& text, const std::string& name, const std::string& traces) {
    const std::vector<DagPart> sections = split(text, "; function ");
    const std::vector<DagPart> steps = split(traces, "combine-trace");
    if (!a_.replay.empty() && steps.size() != sections.size())
      return fail(
          fmt::format("{}: {} traces for the {} graphs of {}; a trace file has one `combine-trace` for each graph",
                      a_.replay, steps.size(), sections.size(), name));
    bool found = a_.function.empty();
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const bool wanted = a_.function.empty() || sections[i].header.starts_with("; function " + a_.function + ", ");
      found |= wanted;
      if (!block(sections[i], name, a_.replay.empty() ? nullptr : &steps[i], wanted)) return false;
    }
    return found || fail(fmt::format("{}: no graph of a function '{}'", name, a_.function));
  }
  /// False, after a message, when a name is wrong.
  bool choose() {
    Dag none;
    const ChosenRules rules(none, a_, facts_, modes_, off_);
    std::vector<std::string> names;
    for (std::uint32_t r = 0; r < rules.count(); ++r) names.emplace_back(rules.name(r));
    const auto known = [&](const std::string& name) {
      if (std::find(names.begin(), names.end(), name) != names.end()) return true;
      report_error(fmt::format("no rule '{}' in {}; nearest: {}; --list-rules prints them all", name,
                               a_.compiled ? a_.rules : fmt::format("run {}", a_.run),
                               fmt::join(nearest(name, names), ", ")));
      return false;
    };
    for (const auto* list : {&a_.only, &a_.disabled})
      if (!std::all_of(list->begin(), list->end(), known)) return false;
    for (std::uint32_t r = 0; r < names.size(); ++r)
      off_[r] = (!a_.only.empty() && std::find(a_.only.begin(), a_.only.end(), names[r]) == a_.only.end()) ||
                std::find(a_.disabled.begin(), a_.disabled.end(), names[r]) != a_.disabled.end();
    return true;
  }
  std::string rule_list() const {
    Dag none;
    none.wide_index(std::vector<std::uint64_t>{0, 1});  // those for wide constants, too
    ChosenRules rules(none, a_, facts_, modes_, off_);
    std::map<std::string_view, std::string> ops;  // rules for different operations may share a name
    for (unsigned op = 0; op < static_cast<unsigned>(Isd::count); ++op)
      for (const std::uint32_t rule : rules.candidates(static_cast<Isd>(op)))
        ops[rules.name(rule)] += " " + std::string(to_string(static_cast<Isd>(op)));
    std::string out;
    for (const auto& [name, list] : ops) out += std::string(name) + ":" + list + "\n";
    return out;
  }
  void figures() const {
    Figures& out = to_.figures();
    out.add(stats_);
    if (stats_.nodes != 0)
      out.add("visits per node", static_cast<double>(stats_.visits) / static_cast<double>(stats_.nodes), 2);
    if (a_.compiled) out.add(match_stats_);
    out.add("known bits: questions", std::uint64_t{known_bits_.questions});
    out.add("values looked at", std::uint64_t{known_bits_.expanded});
    out.add("most by a question", std::uint64_t{known_bits_.most});
    out.add("questions cut", std::uint64_t{known_bits_.cut});
    std::vector<std::pair<std::string, std::uint64_t>> rules(fired_.begin(), fired_.end());
    std::stable_sort(rules.begin(), rules.end(), [](const auto& x, const auto& y) { return x.second > y.second; });
    for (const auto& [rule, count] : rules) out.add("rewrites by " + rule, count);
  }
  /// Writes what was asked for beside the graphs. False after a message.
  bool write_files() const {
    std::string error;
    if ((a_.trace.empty() || write_output(a_.trace, trace_, error)) &&
        (a_.coverage.empty() || write_output(a_.coverage, coverage_, error)))
      return true;
    return fail(error);
  }

 private:
  std::size_t count_rules() const {
    if (a_.compiled) return a_.compiled->list.size();
    Dag none;
    return CombineRules(none, static_cast<CombineLevel>(a_.run - 1), facts_, modes_, a_.known_bits).count();
  }
  static bool fail(const std::string& text) {
    report_error(text);
    return false;
  }

  bool block(const DagPart& section, const std::string& name, const DagPart* steps, bool wanted) {
    std::string error;
    Dag dag;
    if (!parse(section.text, dag, error, section.first_line)) return fail(name + ": " + error);
    if (!sound(dag, name, section)) return false;
    const std::string place =
        section.header.empty() ? name : section.header.substr(std::string_view("; function ").size());
    const std::string before = to_.draws() && steps == nullptr && wanted ? nvptx::print(dag) : std::string();
    const std::size_t traced = trace_.size();
    if (wanted && !a_.dump && !(steps == nullptr ? combine_one(dag, place) : replay_one(dag, *steps))) return false;
    to_.locate([&](const Remark&) { return SourcePlace{{}, section.first_line, 0}; });
    dag.root = dag.resolve(dag.root);
    if (!section.header.empty()) to_.text() += section.header + "\n";
    const std::string after = nvptx::print(dag);
    to_.text() += after + "\n";
    if (!before.empty() && !a_.dump)
      to_.picture([&] {
        Json one;
        one.add("graph", place).add("before", before).add("after", after).add("trace", trace_.substr(traced));
        return one;
      });
    return true;
  }
  bool sound(const Dag& dag, const std::string& name, const DagPart& section) {
    std::vector<std::string> faults;
    check_shapes(dag, faults);
    const char* hint = "";
    if (faults.empty() && a_.run >= 2) {
      check_types(dag, features_, faults);
      hint = "; runs 2 and 3 want the text after legalize-types (and the same --mcpu)";
    }
    if (faults.empty()) return true;
    return fail(fmt::format("{}: {}{}{}", name,
                            section.header.empty() ? std::string() : section.header.substr(2) + ": ", faults[0], hint));
  }

  bool combine_one(Dag& dag, const std::string& place) {
    if (a_.whole) {
      const CombineStats s = to_.timed([&] {
        return nvptx::combine(dag, static_cast<CombineLevel>(a_.run - 1), facts_, modes_,
                              {.fuel = a_.combine.fuel, .trace = !a_.coverage.empty(), .known_bits = a_.known_bits});
      });
      merge(stats_,
            dag::CombineStats{.nodes = s.nodes, .visits = s.visits, .rewrites = s.rewrites, .erased = s.erased});
      known_bits_ += s.known_bits;
      if (!a_.coverage.empty()) coverage_ += "; function " + place + "\n" + s.trace;
      return true;
    }
    const Dag before = a_.check ? dag : Dag{};
    dag::CombineOptions options = a_.combine;
    options.trace = a_.check || !a_.trace.empty() || !a_.coverage.empty() || to_.draws();
    ChosenRules rules(dag, a_, facts_, modes_, off_);
    RemarkList remarks;
    const dag::CombineResult done = to_.timed([&] {
      return to_.remarks() == nullptr ? dag::combine(rules, options, scratch_)
                                      : dag::combine(rules, options, scratch_, remarks);
    });
    if (done.outcome == dag::CombineOutcome::cyclic || done.outcome == dag::CombineOutcome::bad_rule)
      return fail(fmt::format("{}: {}", place, to_string(done.outcome)));
    if (done.outcome != dag::CombineOutcome::fixpoint)
      cli::tell(fmt::format(
          "{}: {}{}\n", place, to_string(done.outcome),
          done.outcome == dag::CombineOutcome::out_of_fuel
              ? fmt::format("; {} wants to fire at node {}", rules.name(done.stopped_rule), done.stopped_node)
              : std::string()));
    for (Remark& remark : remarks.remarks) {
      remark.place = place;
      (*to_.remarks())(remark);
    }
    to_.result([&] { return result_of(place, done, rules); });
    merge(stats_, static_cast<const dag::CombineStats&>(done));
    known_bits_ += rules.known_bits_stats();
    merge(match_stats_, rules.match_stats());
    for (std::uint32_t r = 0; r < done.fired.size(); ++r)
      if (done.fired[r] != 0) fired_[std::string(rules.name(r))] += done.fired[r];
    if (!a_.trace.empty() || to_.draws()) trace_ += dag::print(done.trace, rules);
    if (!a_.coverage.empty()) coverage_ += "; function " + place + "\n" + dag::print_coverage(done.trace, rules);
    if (a_.check) check(before, dag, done, place);
    return true;
  }
  static Json result_of(const std::string& place, const dag::CombineResult& done, const ChosenRules& rules) {
    Json out, fired;
    for (std::uint32_t r = 0; r < done.fired.size(); ++r)
      if (done.fired[r] != 0) fired.add(std::string(rules.name(r)).c_str(), done.fired[r]);
    out.add("graph", place).add("outcome", std::string(to_string(done.outcome))).add("nodes", done.nodes);
    out.add("visits", done.visits).add("rewrites", done.rewrites).add("erased", done.erased);
    return std::move(out.add("fired", std::move(fired)));
  }
  void check(const Dag& before, const Dag& after, const dag::CombineResult& done, const std::string& place) {
    Dag copy = before;
    ChosenRules replay(copy, a_, facts_, modes_, off_);
    DagInterp values(facts_.numeric);
    dag::CombineCheckOptions checking = a_.checking;
    checking.expect_fixpoint = a_.combine.confirm && done.outcome == dag::CombineOutcome::fixpoint;
    tell(dag::check_combine(replay, done.trace, after, values, checking), place);
  }
  bool replay_one(Dag& dag, const DagPart& steps) {
    ChosenRules rules(dag, a_, facts_, modes_, off_);
    std::string error;
    auto trace = dag::read_trace(steps.text, a_.replay, rules, error, steps.first_line);
    if (!trace) return fail(error);
    trace->truncate(static_cast<std::size_t>(std::min<std::uint64_t>(a_.combine.fuel, trace->steps.size())));
    DagInterp values(facts_.numeric);
    tell(dag::replay_combine(rules, *trace, values, a_.checking), a_.replay);
    stats_.rewrites += trace->steps.size();
    return true;
  }
  void tell(const FaultList<dag::CombineFault>& faults, const std::string& place) {
    for (const auto& fault : faults) to_.add_fault(place, fmt::format("{} (node {})", fault.text, fault.place));
  }

  const Arguments& a_;
  const Features& features_;
  const TargetFacts facts_;
  const FloatModes modes_ = float_modes(features_);
  Algorithm& to_;
  std::vector<bool> off_;
  dag::CombineScratch scratch_;
  std::string trace_, coverage_;
  dag::CombineStats stats_;
  KnownBitsStats known_bits_;
  rules::MatchStats match_stats_;
  std::map<std::string, std::uint64_t> fired_;
};

int run_rules(Arguments& a) {
  Features features;
  if (!read_target(a.cpu, a.attributes, features)) return failed;
  Algorithm to(a, "combine");
  std::string measure;
  if (!a.rules.empty()) {
    std::string text, error;
    if (!read_input(a.rules, text, error)) return Algorithm::fail(error);
    a.compiled = read_text_rules(text, a.rules, a.unproved, &measure, error);
    if (!a.compiled) return Algorithm::fail(error);
  }
  if (a.measure) return to.write(measure);
  Runner runner(a, features, to);
  if (!runner.choose()) return wrong_usage;
  if (a.list) return to.write(runner.rule_list());
  std::string traces, error;
  if (!to.read()) return failed;
  if (!a.replay.empty() && !read_input(a.replay, traces, error)) return Algorithm::fail(error);
  a.check |= !a.replay.empty();  // a replay is judged
  if (!runner.run(to.input(), to.name(), traces)) return failed;
  runner.figures();
  const int state = to.finish();
  return runner.write_files() ? state : failed;
}

}  // namespace

int combine_command(const std::vector<std::string>& arguments) {
  Options app("Rewrites graphs of operations into smaller ones that mean the same.", "lathe combine", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.list)
    if (const auto done =
            refuse_others(app, "--list-rules",
                          {"--output", "--run", "--mcpu", "--mattr", "--only", "--disable", "--rules", "--unproved"}))
      return *done;
  if (a.measure)
    if (const auto done = refuse_others(app, "--print-measure", {"--output", "--rules", "--unproved"})) return *done;
  if (const auto done = refuse_without(app, {"--rules"}, {"--unproved", "--print-measure"})) return *done;
  if (!a.rules.empty())
    if (const auto done = refuse_idle(app, "--rules", {"--run", "--mcpu", "--mattr", "--whole"})) return *done;
  if (a.dump)
    if (const auto done =
            refuse_others(app, "--print-problem", {"--output", "--function", "--run", "--mcpu", "--mattr"}))
      return *done;
  const std::string more =
      first_given(app, {"--check", "--trace", "--replay", "--remarks", "--report", "--only", "--disable", "--confirm",
                        "--max-visits", "--reach", "--inputs", "--seed"});
  if (a.whole && !more.empty())
    return app.wrong(
        more +
        ": --whole goes with --fuel, --coverage, --stats and the limits of known bits only: what it does at the "
        "end is made by no rule");
  if (const auto done = refuse_without(app, {"--check", "--replay"}, {"--inputs", "--seed"})) return *done;
  if (!a.replay.empty())
    if (const auto done = refuse_idle(app, "--replay",
                                      {"--trace", "--coverage", "--remarks", "--report", "--only", "--disable",
                                       "--max-visits", "--reach", "--confirm"}))
      return *done;
  a.combine.fuel = a.fuel;
  return run_rules(a);
}

}  // namespace lathe::nvptx::cli
