// From the user's region to the scheduler's problem. The only part, with apply, that is a template over the user's IR.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/program/numbering.hpp>
#include <lathe/sched/concepts.hpp>
#include <lathe/sched/problem.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::sched {

namespace detail {

template <class R>
class Ingest {
 public:
  explicit Ingest(R& region) : region_(region) {}

  Problem run() {
    if constexpr (requires { std::string(region_.name()); }) out_.name = std::string(region_.name());
    if constexpr (requires { region_.issue_width(); }) out_.issue_width = region_.issue_width();
    if constexpr (requires { region_.units().begin(); })
      for (auto&& unit : region_.units()) out_.units.push_back(unit);
    if constexpr (requires { region_.sets().begin(); })
      for (auto&& set : region_.sets()) out_.sets.push_back(set);
    if constexpr (requires { region_.windows().begin(); })
      for (auto&& window : region_.windows()) out_.windows.push_back(window);
    for (auto&& inst : region_.insts()) add(inst);
    for (auto&& live : region_.live_out()) out_.values[current(variable(live))].live_out = true;
    if constexpr (requires { region_.through().begin(); })
      for (auto&& [cls, values] : region_.through()) live_throughout(cls, values);
    std::sort(out_.uses.begin(), out_.uses.end());
    out_.uses.erase(std::unique(out_.uses.begin(), out_.uses.end()), out_.uses.end());
    edges();
    return std::move(out_);
  }

 private:
  using Handle = straight_inst_of_t<R>;
  using User = straight_value_of_t<R>;
  struct Variable {
    std::uint32_t cls = 0, value = none, weight = 1;
  };

  void add(const Handle& inst) {
    const std::uint32_t n = out_.size();
    Inst made;
    made.latency = region_.latency(inst);
    if constexpr (requires { std::string(region_.name(inst)); }) made.name = std::string(region_.name(inst));
    if constexpr (requires { region_.issue(inst); }) made.issue = region_.issue(inst);
    if constexpr (requires { region_.priority(inst); }) made.priority = region_.priority(inst);
    out_.insts.push_back(std::move(made));
    if constexpr (requires { region_.holds(inst).begin(); }) hold(n, inst);
    insts_.push_back(inst);
    memory_.push_back(region_.memory(inst));
    // What it reads are the values before, whatever the order of the operands.
    for (auto&& o : region_.operands(inst)) {
      const std::uint32_t v = variable(o.value);
      operands_.push_back({n, {v, static_cast<bool>(o.is_def)}});
      if (!o.is_def) out_.uses.push_back({n, current(v)});
    }
    for (auto&& o : region_.operands(inst)) {
      if (!o.is_def) continue;
      const std::uint32_t v = variable(o.value);
      if (variables_[v].value != none && out_.values[variables_[v].value].def == n) continue;  // written twice
      variables_[v].value = fresh(v, n);
    }
  }
  void hold(std::uint32_t n, const Handle& inst) {
    const auto begin = static_cast<std::ptrdiff_t>(out_.reservations.size());
    for (auto&& h : region_.holds(inst))
      out_.reservations.push_back({n,
                                   {static_cast<std::uint32_t>(h.unit), static_cast<std::uint32_t>(h.first),
                                    static_cast<std::uint32_t>(h.cycles)}});
    std::sort(out_.reservations.begin() + begin, out_.reservations.end(), stands_before);
  }
  std::uint32_t variable(const User& value) {
    const std::uint32_t v = numbers_.add(value);
    if (v == variables_.size()) {
      Variable fresh;
      fresh.cls = type(value);
      if constexpr (requires { region_.weight(value); }) fresh.weight = region_.weight(value);
      variables_.push_back(fresh);
    }
    return v;
  }
  // The value that the variable holds now; live-in where nothing has written it.
  std::uint32_t current(std::uint32_t v) {
    if (variables_[v].value == none) variables_[v].value = fresh(v, none);
    return variables_[v].value;
  }
  std::uint32_t fresh(std::uint32_t v, std::uint32_t def) {
    out_.values.push_back({variables_[v].cls, variables_[v].weight, def, false});
    return static_cast<std::uint32_t>(out_.values.size() - 1);
  }
  // Many registers in one value, as many as a value may have.
  void live_throughout(const RegisterClass& cls, std::uint32_t values) {
    if (values == 0) return;
    const std::uint32_t c = add_class(cls);
    for (; values != 0; values -= std::min(values, limits::weight))
      out_.values.push_back({c, std::min(values, limits::weight), none, true});
  }
  std::uint32_t type([[maybe_unused]] const User& value) {
    RegisterClass fresh{"c0", {{0, 1}}};
    if constexpr (requires { region_.register_class(value).shares; }) fresh = region_.register_class(value);
    if constexpr (!requires { region_.register_class(value).shares; })
      if (out_.sets.empty()) out_.sets.push_back({fresh.name, 0, 0, {}});
    return add_class(std::move(fresh));
  }
  std::uint32_t add_class(RegisterClass fresh) {
    const auto [at, added] = classes_.emplace(fresh.name, static_cast<std::uint32_t>(out_.classes.size()));
    if (!added) return at->second;
    std::sort(fresh.shares.begin(), fresh.shares.end(), [](const auto& a, const auto& b) { return a.set < b.set; });
    out_.classes.push_back(std::move(fresh));
    return at->second;
  }

  void edges() {
    flow::Sequence code;
    code.values = static_cast<std::uint32_t>(variables_.size());
    code.operands = Csr<flow::Sequence::Operand>(out_.size(), operands_);
    code.memory = memory_;
    flow::DependenceOptions options;
    if constexpr (requires { region_.renamed(); }) options.renamed = region_.renamed();
    const auto meet = [&](std::uint32_t a, std::uint32_t b) {
      flow::MemoryRelation relation;
      if constexpr (requires { region_.may_meet(insts_[a], insts_[b]); })
        relation.same = region_.may_meet(insts_[a], insts_[b]);
      return relation;
    };
    const auto found = flow::dependences(code, options, meet);
    std::vector<std::uint32_t> cycles;
    for (const flow::Dependence& d : found) cycles.push_back(latency(d));
    // The latency of an instruction is that to the first of its readers; who waits longer has an edge.
    std::vector<std::uint32_t> least(insts_.size(), none);
    for (std::size_t k = 0; k < found.size(); ++k)
      if (found[k].kind == DependenceKind::data) least[found[k].from] = std::min(least[found[k].from], cycles[k]);
    for (std::uint32_t i = 0; i < insts_.size(); ++i)
      if (least[i] != none) out_.insts[i].latency = least[i];
    for (std::size_t k = 0; k < found.size(); ++k) {
      const flow::Dependence& d = found[k];
      if (d.kind != DependenceKind::data || cycles[k] > least[d.from])
        out_.edges.push_back({d.from, d.to, cycles[k], d.kind});
    }
  }
  std::uint32_t latency(const flow::Dependence& d) {
    std::uint32_t usual = d.kind == DependenceKind::memory || d.kind == DependenceKind::output ? 1 : 0;
    if (d.kind == DependenceKind::data) usual = out_.insts[d.from].latency;
    if constexpr (requires(const program::Dependence<User>& p) { region_.edge_latency(insts_[0], insts_[0], p); }) {
      const User* const value = d.value == flow::Dependence::no_value ? nullptr : &numbers_[d.value];
      const program::Dependence<User> why{d.kind, value, d.distance, static_cast<std::int32_t>(usual)};
      const std::int32_t cycles = region_.edge_latency(insts_[d.from], insts_[d.to], why);
      return static_cast<std::uint32_t>(std::max(cycles, 0));
    } else {
      return usual;
    }
  }

  R& region_;
  Problem out_;
  std::vector<Handle> insts_;
  std::vector<Memory> memory_;
  std::vector<Variable> variables_;
  std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>> operands_;
  program::Handles<User> numbers_;
  std::map<std::string, std::uint32_t> classes_;
};

}  // namespace detail

/// The problem of a region: instruction i is the i-th of insts(). Each definition is a value of its own; the names of
/// the user's variables show in anti and output edges, if they are not renamed. O(size + accesses * 128) and sorting.
template <class R>
Problem ingest(R& region) {
#include <lathe/sched/region.def>
  if constexpr (Region<R>) return detail::Ingest<R>(region).run();
  return {};
}

}  // namespace lathe::sched
