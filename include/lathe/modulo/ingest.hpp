// From the user's loop to the scheduler's problem. The only part that is a template over the user's IR.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/flow/dependences.hpp>
#include <lathe/modulo/concepts.hpp>
#include <lathe/modulo/problem.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::modulo {

struct IngestOptions {
  bool prune_deps = true;          ///< pipeliner-prune-deps: leave out edges that others imply
  bool prune_loop_carried = true;  ///< pipeliner-prune-loop-carried: believe memory_relation between iterations
  /// pipeliner-enable-copytophi: where a copy moves a value on to the next iteration, what reads the old one goes
  /// before what computes the new one, so that the two need no register each. Where the order of the code allows it.
  bool copy_to_phi = true;
  std::uint32_t memory_window = 128;  ///< see flow::DependenceOptions
};

namespace detail {

/// The user's handle of a value, as the loop's operands have it.
template <class L>
using operand_value_t = std::remove_cvref_t<
    decltype((*std::declval<L&>().operands(std::declval<const straight_inst_of_t<L>&>()).begin()).value)>;
/// A loop made of a View has numbers in its operands, and says whose they are.
template <class L>
auto handle_of(L& loop, const operand_value_t<L>& v) {
  if constexpr (requires { loop.value(v); })
    return loop.value(v);
  else
    return v;
}
template <class L>
using handle_t = decltype(handle_of(std::declval<L&>(), std::declval<const operand_value_t<L>&>()));

}  // namespace detail

/// A problem, and of each value of it the user's handle: what an expansion's names stand for (expand/names.hpp).
template <class Value>
struct Ingested {
  Problem problem;
  std::vector<Value> values;
};

namespace detail {

template <class L>
class Ingest {
 public:
  /// `handles`: of each value of the problem, to be filled; null: nobody asks.
  Ingest(L& loop, const IngestOptions& options, std::vector<handle_t<L>>* handles = nullptr)
      : loop_(loop), options_(options), handles_(handles) {}

  Problem run() {
    if constexpr (requires { std::string(loop_.name()); }) out_.name = std::string(loop_.name());
    if constexpr (requires { loop_.issue_width(); }) out_.issue_width = loop_.issue_width();
    if constexpr (requires { loop_.units().begin(); })
      for (auto&& unit : loop_.units()) unit_.push_back(unit);
    if constexpr (requires { loop_.sets().begin(); })
      for (auto&& set : loop_.sets()) set_.push_back(set);
    for (auto&& inst : loop_.insts()) insts_.push_back(inst);
    for (std::uint32_t i = 0; i < insts_.size(); ++i) add(i);
    if constexpr (requires { loop_.phis(); })
      for (auto&& phi : loop_.phis()) {
        const std::uint32_t result = variable(phi.result);
        sequence_.phis.push_back({result, variable(phi.next)});
      }
    std::vector<std::uint32_t> out;
    if constexpr (requires { loop_.live_out(); })
      for (auto&& value : loop_.live_out()) out.push_back(variable(value));
    sequence_.values = static_cast<std::uint32_t>(variables_.size());
    sequence_.operands = Csr<flow::Sequence::Operand>(static_cast<std::uint32_t>(insts_.size()), operands_);
    const flow::PhiOrigins origins(sequence_);
    for (const std::uint32_t v : out)
      if (const auto origin = origins(v); origin && last_value_.lookup(origin->value, none) != none)
        out_.values[last_value_.lookup(origin->value, none)].live_out = true;
    edges();
    if constexpr (requires { static_cast<bool>(loop_.copies(insts_[0])); })
      if (options_.copy_to_phi) copies_to_phis();
    if constexpr (requires { static_cast<bool>(loop_.phis_known()); })
      if (!loop_.phis_known() && !insts_.empty()) refuse();
    return std::move(out_);
  }

 private:
  using User = operand_value_t<L>;

  static constexpr bool has_pinned = requires(L& loop, const User& v) { static_cast<bool>(loop.pinned(v)); };
  // Definitions get registers of their own, so that no anti and output edges are left, but of pinned ones.
  bool counts([[maybe_unused]] const flow::Dependence& d) {
    if constexpr (has_pinned)
      if (d.kind == DependenceKind::anti || d.kind == DependenceKind::output) return loop_.pinned(variables_[d.value]);
    return true;
  }

  void add(std::uint32_t i) {
    const straight_inst_of_t<L>& inst = insts_[i];
    Inst made;
    if constexpr (requires { std::string(loop_.name(inst)); }) made.name = std::string(loop_.name(inst));
    made.latency = loop_.latency(inst);
    if constexpr (requires { loop_.issue(inst); }) made.issue = loop_.issue(inst);
    out_.insts.push_back(std::move(made));
    for (auto&& h : loop_.holds(inst))
      if (static_cast<std::uint32_t>(h.cycles) != 0)
        out_.reservations.push_back({i, {unit(h.unit), h.first, h.cycles}});
    for (auto&& operand : loop_.operands(inst)) {
      const std::uint32_t v = variable(operand.value);
      const auto is_def = static_cast<bool>(operand.is_def);
      operands_.push_back({i, {v, is_def}});
      if (is_def && value_of_.insert(key(i, v), static_cast<std::uint32_t>(out_.values.size())).second) {
        last_value_[v] = static_cast<std::uint32_t>(out_.values.size());
        out_.values.push_back(value(i, operand.value));
        if (handles_ != nullptr) handles_->push_back(handle_of(loop_, operand.value));
      }
    }
    if constexpr (requires { loop_.memory(inst); })
      sequence_.memory.push_back(loop_.memory(inst));
    else
      sequence_.memory.push_back(flow::Sequence::Memory::none);
  }
  void edges() {
    const auto relation = [&](std::uint32_t a, std::uint32_t b) {
      flow::MemoryRelation r;
      if constexpr (requires { loop_.memory_relation(insts_[a], insts_[b]); })
        r = loop_.memory_relation(insts_[a], insts_[b]);
      if (!options_.prune_loop_carried) r.forward = r.backward = 1;
      return r;
    };
    const auto found = flow::dependences(
        sequence_, {.loop = true, .renamed = !has_pinned, .memory_window = options_.memory_window}, relation);
    for (const flow::Dependence& d : found) {
      if (!counts(d)) continue;
      Edge e{d.from, d.to, usual(d), d.distance, d.kind, none};
      if constexpr (requires(const program::Dependence<User>& p) { loop_.edge_latency(insts_[0], insts_[0], p); }) {
        const User* const value = d.value == flow::Dependence::no_value ? nullptr : &variables_[d.value];
        e.latency = loop_.edge_latency(insts_[d.from], insts_[d.to],
                                       program::Dependence<User>{d.kind, value, d.distance, e.latency});
      }
      if (d.kind == DependenceKind::data) e.value = value_of_.at(key(d.from, d.value));
      if (d.from == d.to && d.distance == 0) continue;
      // Dependences are sorted by from and to: what implies this one is near.
      bool implied = false;
      for (std::size_t k = out_.edges.size(); options_.prune_deps && k-- > 0;) {
        const Edge& f = out_.edges[k];
        if (f.from != e.from || f.to != e.to) break;
        implied |= e.value == none && f.latency >= e.latency && f.distance <= e.distance;
      }
      if (!implied) out_.edges.push_back(e);
    }
  }
  /// A copy whose result only later iterations read is what the loop takes from one to the next: readers of the old
  /// value, in the order of the code in front of what is copied, stay there.
  void copies_to_phis() {
    struct Copy {
      std::uint32_t source = none;
      bool carried = true;
      std::vector<std::uint32_t> readers;
    };
    std::map<std::uint32_t, Copy> copies;
    for (std::uint32_t c = 0; c < insts_.size(); ++c)
      if (loop_.copies(insts_[c])) copies[c];
    if (copies.empty()) return;
    for (const Edge& e : out_.edges) {
      if (e.kind != DependenceKind::data) continue;
      if (const auto to = copies.find(e.to); to != copies.end() && e.distance == 0) to->second.source = e.from;
      if (const auto from = copies.find(e.from); from != copies.end()) {
        from->second.carried &= e.distance != 0;
        from->second.readers.push_back(e.to);
      }
    }
    for (const auto& [number, copy] : copies) {
      if (!copy.carried || copy.source == none || copies.count(copy.source) != 0) continue;
      for (const std::uint32_t r : copy.readers)
        if (r < copy.source) out_.edges.push_back({r, copy.source, 0, 0, DependenceKind::order, none});
    }
  }
  /// What nobody knows no schedule can heed: a cycle of distance 0, for which check_problem refuses the problem.
  void refuse() { out_.edges.push_back({0, 0, 1, 0, DependenceKind::order, none}); }
  /// The default of edge_latency: results after the latency; memory one cycle after a write or a fence.
  std::int32_t usual(const flow::Dependence& d) const {
    using enum DependenceKind;
    if (d.kind == data) return static_cast<std::int32_t>(out_.insts[d.from].latency);
    if (d.kind == anti) return 0;
    if (d.kind == output)
      return std::max(1, static_cast<std::int32_t>(out_.insts[d.from].latency) -
                             static_cast<std::int32_t>(out_.insts[d.to].latency) + 1);
    return sequence_.memory[d.from] == flow::Sequence::Memory::reads ? 0 : 1;
  }
  static std::uint64_t key(std::uint32_t inst, std::uint32_t variable) { return std::uint64_t{inst} << 32 | variable; }
  Value value(std::uint32_t def, const User& v) {
    Value out{def, 0, 1, false};
    std::uint32_t set = 0;
    if constexpr (requires { loop_.register_class(v).shares; }) {
      const auto& shares = loop_.register_class(v).shares;
      if (shares.empty())
        out.weight = 0;
      else
        set = shares[0].set, out.weight = shares[0].factor;
    }
    if constexpr (requires { loop_.weight(v); }) out.weight *= loop_.weight(v);
    out.set = dense(set, sets_, set_, out_.sets, "c");
    return out;
  }
  std::uint32_t variable(const User& v) { return variables_.add(v); }
  std::uint32_t unit(std::uint64_t u) { return dense(u, units_, unit_, out_.units, "u"); }
  // The problem's number for a unit or set of the user's, in the order in which they are met.
  template <class T>
  static std::uint32_t dense(std::uint64_t u, std::map<std::uint64_t, std::uint32_t>& numbers,
                             const std::vector<T>& known, std::vector<T>& out, const char* letter) {
    const auto [at, added] = numbers.emplace(u, static_cast<std::uint32_t>(out.size()));
    if (!added) return at->second;
    if (u < known.size())
      out.push_back(known[static_cast<std::size_t>(u)]);
    else
      out.emplace_back().name = letter + std::to_string(u);
    return at->second;
  }

  L& loop_;
  IngestOptions options_;
  std::vector<handle_t<L>>* handles_;
  Problem out_;
  flow::Sequence sequence_;
  std::vector<straight_inst_of_t<L>> insts_;
  std::vector<std::pair<std::uint32_t, flow::Sequence::Operand>> operands_;
  program::Handles<User> variables_;
  // Looked up only, never walked.
  dense::DenseMap<std::uint64_t, std::uint32_t> value_of_;
  dense::DenseMap<std::uint32_t, std::uint32_t> last_value_;
  std::vector<Unit> unit_;        // the user's
  std::vector<RegisterSet> set_;  // the user's
  std::map<std::uint64_t, std::uint32_t> units_, sets_;
};

}  // namespace detail

/// The problem of a loop: instruction i is the i-th of insts(). Of one whose phis are not known check_problem says that
/// an instruction waits for itself. Each definition is a value of its own (renamed), so
/// there are no anti and output edges but those of pinned values. O(size) expected, plus flow::dependences.
template <class L>
Problem ingest(L& loop, const IngestOptions& options = {}) {
#include <lathe/modulo/loop.def>
  if constexpr (Loop<L>) return detail::Ingest<L>(loop, options).run();
  return {};
}

/// The same with the handles of its values.
template <class L>
auto ingest_with_values(L& loop, const IngestOptions& options = {}) {
#include <lathe/modulo/loop.def>
  if constexpr (Loop<L>) {
    Ingested<detail::handle_t<L>> out;
    out.problem = detail::Ingest<L>(loop, options, &out.values).run();
    return out;
  }
}

}  // namespace lathe::modulo
