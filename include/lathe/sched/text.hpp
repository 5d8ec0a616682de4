// Text forms of problems and plans. In them an instruction is a `node`: files have that word, so it stays.
//
//   sched fir                                           # the region's name
//   issue 1                                             # slots a cycle; 0: no limit
//   unit lsu 1                                          # units, sets, classes and values are numbered as they come
//   set gpr limit 255 floor 20 steps 32:64 40:48        # up to 32 registers give an occupancy of 64
//   class b64 gpr:2
//   window 0 10 priority 5 width 3
//   value b64 in out weight 1                           # in: live-in, otherwise a node defines it; out: live-out
//   node ld.global latency 33 issue 1 priority 2 unit lsu:2 lsu:1 at 30 use 0 1 def 2
//                                                       # lsu for 2 cycles from the issue on, for one 30 cycles later
//   edge 0 4 latency 1 memory                           # or order, anti, output, data
//
//   plan                                                # of a plan
//   decision occupancy strategy tree
//   before makespan 90 excess 0 occupancy 48 registers 36 2
//   after makespan 88 excess 0 occupancy 64 registers 30 2
//   place 3 cycle 0                                     # instructions in their new order
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/sched/plan.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::sched {

inline constexpr std::array<const char*, 5> dependence_names{"data", "anti", "output", "memory", "order"};

namespace detail {

/// A word for the text form: blanks and what the reader takes for itself become %XX.
inline std::string escaped(std::string_view text) { return lathe::escaped(text, ":"); }
/// A word that is a number in [low, high].
template <class T>
bool to_number(std::string_view word, T& out, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (code != std::errc{} || end != word.data() + word.size() || value < low || value > high) return false;
  out = static_cast<T>(value);
  return true;
}

}  // namespace detail

/// The text form. read_problem(print(p)) == p, if check_problem finds nothing.
inline std::string print(const Problem& p) {
  using detail::escaped;
  std::string out = "sched " + escaped(p.name) + "\nissue " + std::to_string(p.issue_width) + "\n";
  const auto number = [&](const char* what, auto n) { out += what + std::to_string(n); };
  for (const Unit& u : p.units) number(("unit " + escaped(u.name) + " ").c_str(), u.copies), out += "\n";
  for (const RegisterSet& s : p.sets) {
    out += "set " + escaped(s.name);
    if (s.limit != 0) number(" limit ", s.limit);
    if (s.floor != 0) number(" floor ", s.floor);
    if (!s.steps.empty()) out += " steps";
    for (const Step& step : s.steps) number(" ", step.registers), number(":", step.occupancy);
    out += "\n";
  }
  for (const RegisterClass& c : p.classes) {
    out += "class " + escaped(c.name);
    for (const auto& share : c.shares) number((" " + escaped(p.sets[share.set].name) + ":").c_str(), share.factor);
    out += "\n";
  }
  for (const Window& w : p.windows) {
    number("window ", w.start), number(" ", w.end), number(" priority ", w.priority), number(" width ", w.width);
    out += "\n";
  }
  std::vector<std::vector<std::uint32_t>> defs(p.insts.size());
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    const Value& value = p.values[v];
    out += "value " + escaped(p.classes[value.cls].name);
    if (value.def == none)
      out += " in";
    else
      defs[value.def].push_back(v);
    if (value.live_out) out += " out";
    if (value.weight != 1) number(" weight ", value.weight);
    out += "\n";
  }
  std::size_t reservation = 0, use = 0;
  for (std::uint32_t n = 0; n < p.size(); ++n) {
    const Inst& inst = p.insts[n];
    number(("node " + escaped(inst.name) + " latency ").c_str(), inst.latency);
    if (inst.issue != 1) number(" issue ", inst.issue);
    if (inst.priority != 0) number(" priority ", inst.priority);
    if (reservation < p.reservations.size() && p.reservations[reservation].inst == n) out += " unit";
    for (; reservation < p.reservations.size() && p.reservations[reservation].inst == n; ++reservation) {
      const Reservation& r = p.reservations[reservation];
      number((" " + escaped(p.units[r.unit].name) + ":").c_str(), r.cycles);
      if (r.first != 0) number(" at ", r.first);
    }
    if (use < p.uses.size() && p.uses[use].inst == n) out += " use";
    for (; use < p.uses.size() && p.uses[use].inst == n; ++use) number(" ", p.uses[use].value);
    if (!defs[n].empty()) out += " def";
    for (const std::uint32_t v : defs[n]) number(" ", v);
    out += "\n";
  }
  for (const Edge& e : p.edges) {
    number("edge ", e.from), number(" ", e.to), number(" latency ", e.latency);
    out += std::string(" ") + dependence_names[static_cast<std::size_t>(e.kind)] + "\n";
  }
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    in_.head("sched", "such a problem");
    out_.name = unescaped(in_.word());
    in_.end_line();
    in_.records([&](std::string_view first) { line(first); });
    for (std::uint32_t v = 0; v < out_.values.size() && !in_.failed(); ++v)
      if (!known_[v]) in_.fail("value " + std::to_string(v) + " is neither 'in' nor defined by an instruction");
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  void line(std::string_view first) {
    if (first == "issue")
      out_.issue_width = in_.id("issue slots", limits::latency);
    else if (first == "unit")
      unit();
    else if (first == "set")
      set();
    else if (first == "class")
      type();
    else if (first == "window")
      window();
    else if (first == "value")
      value();
    else if (first == "node")
      inst();
    else if (first == "edge")
      edge();
    else
      in_.fail("expected issue, unit, set, class, window, value, node or edge, found '" + std::string(first) + "'");
  }
  std::string fresh_name(Names& names, std::size_t number, const char* what) {
    const std::string name = unescaped(in_.word());
    if (!names.emplace(name, static_cast<std::uint32_t>(number)).second)
      in_.fail(std::string(what) + " '" + name + "' is named twice");
    return name;
  }
  /// "NAME:NUMBER"; false when the word is none such.
  bool pair(std::string_view word, const Names& names, std::uint32_t& id, std::uint32_t& number, std::int64_t high) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return false;
    const auto at = names.find(unescaped(word.substr(0, colon)));
    if (at == names.end()) return false;
    id = at->second;
    return to_number(word.substr(colon + 1), number, 0, high);
  }
  void unit() {
    Unit u;
    u.name = fresh_name(units_, out_.units.size(), "unit");
    u.copies = static_cast<std::uint32_t>(in_.number("copies", 1, limits::copies).value_or(1));
    out_.units.push_back(std::move(u));
  }
  void set() {
    RegisterSet s;
    s.name = fresh_name(sets_, out_.sets.size(), "set");
    bool steps = false;
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "limit")
        s.limit = in_.id("registers", limits::registers);
      else if (word == "floor")
        s.floor = in_.id("registers", limits::registers);
      else if (word == "steps")
        steps = true;
      else if (!steps || !step(word, s))
        in_.fail(
            "expected limit, floor, or steps such as 32:64, rising in registers and falling in occupancy, found '" +
            std::string(word) + "'");
    }
    out_.sets.push_back(std::move(s));
  }
  static bool step(std::string_view word, RegisterSet& s) {
    const std::size_t colon = word.find(':');
    Step step;
    if (colon == std::string_view::npos || !to_number(word.substr(0, colon), step.registers, 0, limits::registers) ||
        !to_number(word.substr(colon + 1), step.occupancy, 0, limits::registers))
      return false;
    if (!s.steps.empty() && (s.steps.back().registers >= step.registers || s.steps.back().occupancy <= step.occupancy))
      return false;
    s.steps.push_back(step);
    return true;
  }
  void type() {
    RegisterClass c;
    c.name = fresh_name(classes_, out_.classes.size(), "class");
    while (in_.more()) {
      const std::string_view word = in_.word();
      RegisterClass::Share share;
      if (!pair(word, sets_, share.set, share.factor, limits::weight) ||
          (!c.shares.empty() && c.shares.back().set >= share.set))
        return in_.fail("expected SET:FACTOR, sets in the order of their lines, found '" + std::string(word) + "'");
      c.shares.push_back(share);
    }
    out_.classes.push_back(std::move(c));
  }
  void window() {
    if (out_.windows.size() >= limits::windows) return in_.fail("too many windows");
    Window w;
    w.start = in_.id("a cycle");
    w.end = in_.id("a cycle");
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "priority")
        w.priority = priority();
      else if (word == "width")
        w.width = in_.id("cycles");
      else
        in_.fail("expected priority or width, found '" + std::string(word) + "'");
    }
    out_.windows.push_back(w);
  }
  std::int32_t priority() {
    return static_cast<std::int32_t>(in_.number("a priority", -limits::priority, limits::priority).value_or(0));
  }
  void value() {
    if (out_.values.size() >= limits::values) return in_.fail("too many values");
    const std::string name = unescaped(in_.word());
    const auto at = classes_.find(name);
    if (at == classes_.end()) return in_.fail("no class '" + name + "'");
    Value v;
    v.cls = at->second;
    bool in = false;
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "in")
        in = true;
      else if (word == "out")
        v.live_out = true;
      else if (word == "weight")
        v.weight = in_.id("registers", limits::weight);
      else
        in_.fail("expected in, out or weight, found '" + std::string(word) + "'");
    }
    out_.values.push_back(v);
    known_.push_back(in);
  }
  void inst() {
    if (out_.insts.size() >= limits::insts) return in_.fail("too many instructions");
    const std::uint32_t n = out_.size();
    Inst inst;
    inst.name = unescaped(in_.word());
    enum class List : std::uint8_t { none, units, uses, defs } list = List::none;
    const std::size_t first_use = out_.uses.size(), first_reservation = out_.reservations.size();
    std::vector<std::uint32_t> defs;
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "latency")
        inst.latency = in_.id("cycles", limits::latency);
      else if (word == "issue")
        inst.issue =
            in_.id("slots, of which a cycle has as many", out_.issue_width == 0 ? limits::latency : out_.issue_width);
      else if (word == "priority")
        inst.priority = priority();
      else if (word == "unit")
        list = List::units;
      else if (word == "use")
        list = List::uses;
      else if (word == "def")
        list = List::defs;
      else if (list == List::units && word == "at" && out_.reservations.size() > first_reservation)
        out_.reservations.back().first = in_.id("a cycle", limits::latency);
      else if (list == List::units)
        reserve(word, n);
      else if (list == List::uses)
        use(word, n);
      else if (list == List::defs)
        defs.push_back(def(word));
      else
        in_.fail("expected latency, issue, priority, unit, use or def, found '" + std::string(word) + "'");
    }
    if (in_.failed()) return;
    for (const std::uint32_t v : defs) {
      out_.values[v].def = n;
      known_[v] = true;
    }
    std::sort(out_.reservations.begin() + static_cast<std::ptrdiff_t>(first_reservation), out_.reservations.end(),
              stands_before);
    if (const auto unit = overtaken(first_reservation))
      return in_.fail("more copies of unit '" + out_.units[*unit].name + "' at once than there are");
    std::sort(out_.uses.begin() + static_cast<std::ptrdiff_t>(first_use), out_.uses.end());
    out_.uses.erase(std::unique(out_.uses.begin() + static_cast<std::ptrdiff_t>(first_use), out_.uses.end()),
                    out_.uses.end());
    out_.insts.push_back(std::move(inst));
  }
  // A unit of which the reservations from number `first` on take more at once than there is.
  std::optional<std::uint32_t> overtaken(std::size_t first) const {
    std::optional<std::uint32_t> found;
    program::for_each_span(std::span(out_.reservations).subspan(first), [&](std::uint32_t, const HeldSpan& h, bool) {
      if (h.copies > out_.units[h.unit].copies) found = h.unit;
    });
    return found;
  }
  void reserve(std::string_view word, std::uint32_t n) {
    Reservation r;
    r.inst = n;
    const bool more = !out_.reservations.empty() && out_.reservations.back().inst == n;
    if (!pair(word, units_, r.unit, r.cycles, limits::latency) || (more && out_.reservations.back().unit > r.unit))
      return in_.fail("expected UNIT:CYCLES, units in the order of their lines, found '" + std::string(word) + "'");
    out_.reservations.push_back(r);
  }
  void use(std::string_view word, std::uint32_t n) {
    std::uint32_t v = 0;
    if (!to_number(word, v, 0, 0xfffffffe) || v >= out_.values.size() || !known_[v])
      return in_.fail("expected a value that is 'in' or was defined before, found '" + std::string(word) + "'");
    out_.uses.push_back({n, v});
  }
  std::uint32_t def(std::string_view word) {
    std::uint32_t v = 0;
    if (!to_number(word, v, 0, 0xfffffffe) || v >= out_.values.size() || known_[v]) {
      in_.fail("expected a value that is not 'in' nor defined before, found '" + std::string(word) + "'");
      return 0;
    }
    return v;
  }
  void edge() {
    Edge e;
    e.from = in_.id("an instruction");
    e.to = in_.id("a later instruction");
    if (in_.failed()) return;
    if (e.from >= e.to || e.to >= out_.insts.size())
      return in_.fail("an edge goes forward, between instructions that stand before it");
    while (in_.more()) {
      const std::string_view word = in_.word();
      const auto kind = std::find(dependence_names.begin(), dependence_names.end(), word);
      if (word == "latency")
        e.latency = in_.id("cycles", limits::latency);
      else if (kind != dependence_names.end())
        e.kind = static_cast<DependenceKind>(kind - dependence_names.begin());
      else
        in_.fail("expected latency, data, anti, output, memory or order, found '" + std::string(word) + "'");
    }
    out_.edges.push_back(e);
  }

  TextReader in_;
  Problem out_;
  Names units_, sets_, classes_;
  std::vector<bool> known_;  // per value: live-in, or defined by an instruction already
};

}  // namespace detail

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong" in `error` when it is broken. What comes back has
/// no faults by check_problem.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

// ---- plans

inline std::string print(const Plan& plan) {
  std::string out =
      "plan\ndecision " + std::string(to_string(plan.decision)) + " strategy " + to_string(plan.strategy) + "\n";
  for (const bool after : {false, true}) {
    const Cost& c = after ? plan.after : plan.before;
    out += std::string(after ? "after" : "before") + " makespan " + std::to_string(c.makespan) + " excess " +
           std::to_string(c.excess);
    if (c.occupancy != none) out += " occupancy " + std::to_string(c.occupancy);
    out += " registers";
    for (const std::uint64_t r : c.registers) out += " " + std::to_string(r);
    out += "\n";
  }
  for (const std::uint32_t n : plan.order)
    out += "place " + std::to_string(n) + " cycle " + std::to_string(n < plan.cycle.size() ? plan.cycle[n] : 0) + "\n";
  return out;
}

namespace detail {

class PlanReader {
 public:
  PlanReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Plan> run(std::string& error) {
    in_.head("plan", "a plan");
    in_.records([&](std::string_view what) {
      if (what == "decision")
        decision();
      else if (what == "before" || what == "after")
        cost(what == "after" ? plan_.after : plan_.before);
      else if (what == "place")
        place();
      else
        in_.fail("expected decision, before, after or place, found '" + std::string(what) + "'");
    });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    plan_.cycle.assign(cycles_.size(), 0);
    for (std::size_t k = 0; k < cycles_.size(); ++k)
      if (plan_.order[k] < plan_.cycle.size()) plan_.cycle[plan_.order[k]] = cycles_[k];
    return std::move(plan_);
  }

 private:
  std::uint64_t number(const char* what) { return static_cast<std::uint64_t>(in_.number(what, 0).value_or(0)); }
  void decision() {
    const std::string name(in_.word());
    int d = 0, s = 0;
    while (d < decisions && name != to_string(static_cast<Decision>(d))) ++d;
    if (d == decisions) return in_.fail("no decision '" + name + "'");
    if (in_.word() != "strategy") return in_.fail("expected 'strategy'");
    const std::string strategy(in_.word());
    while (s < strategies && strategy != to_string(static_cast<Strategy>(s))) ++s;
    if (s == strategies) return in_.fail("no strategy '" + strategy + "'");
    plan_.decision = static_cast<Decision>(d);
    plan_.strategy = static_cast<Strategy>(s);
  }
  void cost(Cost& c) {
    c = {};
    bool registers = false;
    while (in_.more()) {
      const std::string word(in_.word());
      std::uint64_t r = 0;
      if (word == "makespan")
        c.makespan = number("cycles");
      else if (word == "excess")
        c.excess = number("registers");
      else if (word == "occupancy")
        c.occupancy = static_cast<std::uint32_t>(in_.number("an occupancy", 0, none - 1).value_or(0));
      else if (word == "registers")
        registers = true;
      else if (registers && to_number(word, r, 0, INT64_MAX))
        c.registers.push_back(r);
      else
        in_.fail("expected makespan, excess, occupancy or registers, found '" + word + "'");
    }
  }
  void place() {
    plan_.order.push_back(static_cast<std::uint32_t>(in_.number("an instruction", 0, none - 1).value_or(0)));
    if (in_.word() != "cycle") return in_.fail("expected 'cycle'");
    cycles_.push_back(number("a cycle"));
  }

  TextReader in_;
  Plan plan_;
  std::vector<std::uint64_t> cycles_;
};

}  // namespace detail

/// Reads print's form, but for the statistics. Nothing, and what is wrong in `error`, when it is broken.
inline std::optional<Plan> read_plan(std::string_view text, const std::string& name, std::string& error) {
  return detail::PlanReader(text, name).run(error);
}

}  // namespace lathe::sched
