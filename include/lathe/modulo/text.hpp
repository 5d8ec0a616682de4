// Text forms of the modulo scheduler's problem and schedule. In them an instruction is an `op` and a set of
// registers a `class`: files have those words, so they stay.
//
//   modulo daxpy
//   issue 4                                        # issue slots a cycle; without it no limit
//   unit mem copies 2
//   class f limit 32                               # a set of registers; limit 0, or none given: as many as wished
//   op load latency 4 use mem use alu at 1 for 2   # instructions are numbered from 0 in the order of the lines
//   op mul latency 3 issue 2                       # issue slots in its first cycle; without it 1
//   value 0 class f weight 1 liveout               # what instruction 0 computes; values are numbered likewise
//   data 0 1 latency 4 distance 0 value 0          # edges: data, anti, output, memory, order; from, to
//
//   schedule ii 3
//   cycle 0 at 5 copies 0 1                        # instruction, cycle, copy of the unit for each of its reservations
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <lathe/modulo/schedule.hpp>
#include <lathe/support/text.hpp>

namespace lathe::modulo {

inline const char* to_string(DependenceKind kind) {
  static constexpr const char* names[] = {"data", "anti", "output", "memory", "order"};
  return names[static_cast<int>(kind)];
}

/// read_problem(print(p)) == p for a problem without faults.
inline std::string print(const Problem& p) {
  const auto n = [](auto number) { return std::to_string(number); };
  std::string out = "modulo " + escaped(p.name) + "\n";
  if (p.issue_width != 0) out += "issue " + n(p.issue_width) + "\n";
  for (const Unit& u : p.units) out += "unit " + escaped(u.name) + " copies " + n(u.copies) + "\n";
  for (const RegisterSet& c : p.sets)
    out += "class " + escaped(c.name) + (c.limit != 0 ? " limit " + n(c.limit) : "") + "\n";
  std::size_t r = 0;
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    out += "op " + escaped(p.insts[i].name) + " latency " + n(p.insts[i].latency);
    if (p.insts[i].issue != 1) out += " issue " + n(p.insts[i].issue);
    for (; r < p.reservations.size() && p.reservations[r].inst == i; ++r) {
      out += " use " + escaped(p.units[p.reservations[r].unit].name);
      if (p.reservations[r].first != 0) out += " at " + n(p.reservations[r].first);
      if (p.reservations[r].cycles != 1) out += " for " + n(p.reservations[r].cycles);
    }
    out += "\n";
  }
  for (const Value& v : p.values) {
    out += "value " + n(v.def) + " class " + escaped(p.sets[v.set].name);
    if (v.weight != 1) out += " weight " + n(v.weight);
    out += v.live_out ? " liveout\n" : "\n";
  }
  for (const Edge& e : p.edges) {
    out += std::string(to_string(e.kind)) + " " + n(e.from) + " " + n(e.to) + " latency " + n(e.latency);
    if (e.distance != 0) out += " distance " + n(e.distance);
    if (e.value != none) out += " value " + n(e.value);
    out += "\n";
  }
  return out;
}

/// read_schedule(print(p, s), ...) == s for a schedule without faults.
inline std::string print(const Problem& p, const Schedule& s) {
  std::string out = "schedule ii " + std::to_string(s.ii) + "\n";
  std::size_t r = 0;
  for (std::uint32_t i = 0; i < s.cycle.size(); ++i) {
    out += "cycle " + std::to_string(i) + " at " + std::to_string(s.cycle[i]);
    for (bool first = true; r < p.reservations.size() && p.reservations[r].inst == i; ++r, first = false)
      if (r < s.copy.size()) out += (first ? " copies " : " ") + std::to_string(s.copy[r]);
    out += "\n";
  }
  return out;
}

namespace detail {

/// Fields by name until the end of the line; what both readers share.
class FieldReader {
 public:
  FieldReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

 protected:
  template <class F>
  void fields(const char* expected, F&& f) {
    while (in_.more()) {
      const std::string name(in_.word());
      if (!f(name)) in_.fail(std::string("expected ") + expected + ", found '" + name + "'");
    }
  }
  std::uint32_t number(const char* what, std::uint32_t high, std::uint32_t low = 0) {
    return static_cast<std::uint32_t>(in_.number(what, low, high).value_or(low));
  }
  TextReader in_;
};

class ProblemReader : FieldReader {
 public:
  using FieldReader::FieldReader;

  std::optional<Problem> run(std::string& error) {
    in_.head("modulo", "such a problem");
    if (in_.more()) out_.name = unescaped(in_.word());
    in_.end_line();
    in_.records([&](std::string_view first) { line(first); });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  static constexpr auto many = static_cast<std::uint32_t>(Limits::latency);

  void line(std::string_view first) {
    static constexpr const char* kinds[] = {"data", "anti", "output", "memory", "order"};
    for (int k = 0; k < 5; ++k)
      if (first == kinds[k]) return edge(static_cast<DependenceKind>(k));
    if (first == "issue")
      out_.issue_width = number("issue slots", many);
    else if (first == "unit")
      unit();
    else if (first == "class")
      type();
    else if (first == "op")
      inst();
    else if (first == "value")
      value();
    else
      in_.fail("expected issue, unit, class, op, value or a kind of edge, found '" + std::string(first) + "'");
  }
  void unit() {
    Unit u;
    u.name = unescaped(in_.word());
    if (!units_.emplace(u.name, static_cast<std::uint32_t>(out_.units.size())).second)
      return in_.fail("unit '" + u.name + "' is named twice");
    fields("copies", [&](const std::string& f) { return f == "copies" && (u.copies = number("copies", many), true); });
    out_.units.push_back(std::move(u));
  }
  void type() {
    RegisterSet c;
    c.name = unescaped(in_.word());
    if (!sets_.emplace(c.name, static_cast<std::uint32_t>(out_.sets.size())).second)
      return in_.fail("class '" + c.name + "' is named twice");
    fields("limit", [&](const std::string& f) { return f == "limit" && (c.limit = number("registers", many), true); });
    out_.sets.push_back(std::move(c));
  }
  void inst() {
    if (out_.size() >= Limits::insts) return in_.fail("more than 65536 instructions");
    Inst o;
    o.name = unescaped(in_.word());
    const auto index = out_.size();
    const std::size_t before = out_.reservations.size();
    fields("latency, issue, use, at or for", [&](const std::string& f) {
      const bool used = out_.reservations.size() > before;
      if (f == "latency")
        o.latency = number("cycles", many);
      else if (f == "issue")
        o.issue = number("issue slots", many);
      else if (f == "use")
        use(index);
      else if (f == "at" && used)
        out_.reservations.back().first = number("a cycle", many);
      else if (f == "for" && used)
        out_.reservations.back().cycles = number("cycles", many, 1);
      else
        return false;
      return true;
    });
    out_.insts.push_back(std::move(o));
  }
  void use(std::uint32_t inst) {
    const std::string name = unescaped(in_.word());
    const auto at = units_.find(name);
    if (at == units_.end()) return in_.fail("no unit '" + name + "'");
    out_.reservations.push_back({inst, {at->second, 0, 1}});
  }
  std::uint32_t old_inst() {
    const std::uint32_t inst = number("an instruction", Limits::insts);
    if (!in_.failed() && inst >= out_.size()) in_.fail("no instruction " + std::to_string(inst) + " above this line");
    return inst;
  }
  void value() {
    Value v;
    v.def = old_inst();
    bool named = false;
    fields("class, weight or liveout", [&](const std::string& f) {
      if (f == "class") {
        const std::string name = unescaped(in_.word());
        const auto at = sets_.find(name);
        if (at == sets_.end()) return in_.fail("no class '" + name + "'"), true;
        v.set = at->second;
        named = true;
      } else if (f == "weight") {
        v.weight = number("registers", many);
      } else if (f == "liveout") {
        v.live_out = true;
      } else {
        return false;
      }
      return true;
    });
    if (!named) in_.fail("expected class and its name");
    if (out_.values.size() >= Limits::values) return in_.fail("more than 131072 values");
    out_.values.push_back(v);
  }
  void edge(DependenceKind kind) {
    Edge e;
    e.kind = kind;
    e.from = old_inst();
    e.to = old_inst();
    fields("latency, distance or value", [&](const std::string& f) {
      if (f == "latency") {
        e.latency = static_cast<std::int32_t>(in_.number("cycles", -Limits::latency, Limits::latency).value_or(0));
      } else if (f == "distance") {
        e.distance = number("iterations", Limits::distance);
      } else if (f == "value") {
        e.value = number("a value", Limits::values);
        if (!in_.failed() && (e.value >= out_.values.size() || out_.values[e.value].def != e.from))
          in_.fail("value " + std::to_string(e.value) + " is not computed by instruction " + std::to_string(e.from));
      } else {
        return false;
      }
      return true;
    });
    if (out_.edges.size() >= Limits::edges) return in_.fail("more than 4194304 edges");
    out_.edges.push_back(e);
  }

  Problem out_;
  std::map<std::string, std::uint32_t, std::less<>> units_, sets_;
};

class ScheduleReader : FieldReader {
 public:
  ScheduleReader(const Problem& p, std::string_view text, std::string name)
      : FieldReader(text, std::move(name)), p_(p) {}

  std::optional<Schedule> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "schedule" || in_.word() != "ii")
      in_.fail("expected 'schedule ii', the first words of a schedule");
    Schedule s;
    s.ii = number("an initiation interval", Limits::ii, 1);
    s.cycle.assign(p_.size(), -1);
    s.copy.assign(p_.reservations.size(), 0);
    in_.end_line();
    std::uint32_t seen = 0;
    in_.records([&](std::string_view first) {
      ++seen;
      if (first != "cycle") in_.fail("expected cycle");
      const std::uint32_t inst = number("an instruction", Limits::insts);
      if (!in_.failed() && (inst >= p_.size() || s.cycle[inst] >= 0))
        in_.fail("expected an instruction of the problem, each once");
      if (in_.word() != "at") in_.fail("expected at");
      const std::uint32_t at = number("a cycle", 1U << 30);
      if (in_.failed()) return;
      s.cycle[inst] = static_cast<std::int32_t>(at);
      if (in_.more()) copies(s, inst);
    });
    if (!in_.failed() && seen != p_.size()) in_.fail("expected a cycle for each instruction");
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return s;
  }

 private:
  void copies(Schedule& s, std::uint32_t inst) {
    if (in_.word() != "copies") return in_.fail("expected copies");
    for (std::size_t r = 0; r < p_.reservations.size(); ++r)
      if (p_.reservations[r].inst == inst)
        s.copy[r] = number("a copy of a unit", static_cast<std::uint32_t>(Limits::latency));
  }
  const Problem& p_;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken. What it gives may still have faults
/// (check_problem, check_schedule).
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}
/// The schedule of a text; where it is wrong, `error` has FILE:LINE and what.
inline std::optional<Schedule> read_schedule(const Problem& p, std::string_view text, const std::string& name,
                                             std::string& error) {
  return detail::ScheduleReader(p, text, name).run(error);
}

}  // namespace lathe::modulo
