// Any program::View in SSA form for register allocation: a register for each operand, and what to put between the
// instructions, in the user's own handles. Two members come from the user besides, in an object of its own; more where
// there is more to say:
//
//   regalloc::Machine machine() const;                      // files, their registers, how they are stored
//   uint32_t register_class(Value) const;                   // a number in machine().classes
//   regalloc::Constraint constraint(Inst, uint32_t k) const;  // of the k-th operand that the View names; else: any
//   void for_each_clobber(Inst, auto&& f) const;            // f(register); else: none
//   regalloc::Constraint arrival(uint32_t k) const;         // of the k-th parameter; else: any
//   bool may_spill(Value) const;                            // else: yes
//   uint32_t make_cost(Inst) const;                         // of one that is rematerialisable(); else: 1
//
//   const auto got = regalloc::allocate_view(view, own);
//   if (got.good()) got.register_of(inst, 0) ...          // else obstacle() or plan().refusal says why, where() where
//
// Ties, early results, effects, phis and weights are the View's. Markers are left out. What is live behind a block (the
// fact `live_out`) is read by its last instruction as far as registers go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/frequency.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/regalloc/allocator.hpp>
#include <lathe/support/told.hpp>

namespace lathe::regalloc {

/// The registers of a machine, and their classes.
struct Machine {
  std::vector<std::string> registers;  ///< their names
  std::vector<Class> classes;
};

/// Where an operand may be, as the user says it.
struct Constraint {
  Want want = Want::any;
  std::vector<std::uint32_t> registers{};  ///< of fixed: one; of subset: all that will do; else empty
  static Constraint fixed(std::uint32_t reg) { return {Want::fixed, {reg}}; }  ///< This register, and no other.
  /// Any of these. Precondition: they are of the value's class.
  static Constraint among(std::vector<std::uint32_t> registers) { return {Want::subset, std::move(registers)}; }
};

/// What a View shows that no problem can say.
enum class Obstacle : std::uint8_t {
  none,
  several_registers,  ///< an operand of several values, or of some lanes of one: split it into values of one register
  partly_written,     ///< a use of an old value, and not one result of its class to tie it to
  early_tie,          ///< an early result that a use is tied to
  phi_without_edges,  ///< a phi, and the View does not name `incoming`
  late_phi,           ///< a phi behind what is none
  no_end,             ///< something is live behind a block without instructions
};
inline constexpr std::array<std::string_view, 7> obstacle_names = {
    "none", "several_registers", "partly_written", "early_tie", "phi_without_edges", "late_phi", "no_end"};

namespace detail {

template <class Own>
concept HasMachine = requires(const Own& own) {
  { own.machine() } -> std::convertible_to<Machine>;
};
template <class Own, class V>
concept HasRegisterClass = requires(const Own& own, const program::value_t<V>& v) {
  { own.register_class(v) } -> std::convertible_to<std::uint32_t>;
};
template <class Own, class V>
concept HasConstraint = requires(const Own& own, const program::inst_t<V>& i) {
  { own.constraint(i, 0U) } -> std::convertible_to<Constraint>;
};
template <class Own, class V>
concept HasClobbers =
    requires(const Own& own, const program::inst_t<V>& i, void (*f)(std::uint32_t)) { own.for_each_clobber(i, f); };

}  // namespace detail

/// One error per member that is missing, with the signature to write. Use:
/// static_assert(regalloc::explain_own<MyView, MyOwn>());
template <class V, class Own>
consteval bool explain_own() {
#include <lathe/regalloc/own.def>
  return true;
}

/// A place for code in the user's handles: in front of `before`, at the end of `block` where that is nothing, or on an
/// edge, in a block of its own that does not exist yet.
template <class V>
struct PlaceOf {
  std::optional<program::block_t<V>> block, edge_to;  ///< with edge_to: `block` is where the edge comes from
  std::optional<program::inst_t<V>> before;           ///< nothing: at the end of the block, or on the edge
};
/// An Edit in the user's handles.
template <class V>
struct EditOf {
  Edit::Kind kind;
  PlaceOf<V> at;
  std::uint32_t to, from;     ///< as Edit has them
  program::value_t<V> value;  ///< what arrives, see Edit
};

template <class V, class Own>
class Allocation : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/regalloc/own.def>
  using Nothing::Nothing;
};
/// A function given to the allocator, and its plan in the handles of the View.
template <program::Agreed V, class Own>
  requires detail::HasMachine<Own> && detail::HasRegisterClass<Own, V>
class Allocation<V, Own> {
  static constexpr program::Facts facts = V::facts;

 public:
  using Block = program::block_t<V>;  ///< as the View names blocks
  using Inst = program::inst_t<V>;    ///< as the View names instructions
  using Value = program::value_t<V>;  ///< as the View names values

  /// The View outlives it.
  Allocation(const V& view, const Own& own) : view_(view), own_(own), numbers_(view) { ingest(); }

  /// Allocates; without effect where there is an obstacle. Again: from the start.
  template <class Sink = NoRemarks>
  void run(const Options& options = {}, Sink&& sink = {}) {
    if (obstacle_ == Obstacle::none) plan_ = allocate(problem_, options, sink);
  }
  const Problem& problem() const { return problem_; }
  const Plan& plan() const { return plan_; }
  /// For tests: a plan from elsewhere.
  void set_plan(Plan plan) { plan_ = std::move(plan); }
  bool good() const { return obstacle_ == Obstacle::none && plan_.refusal == Refusal::none; }  ///< there is a plan
  Obstacle obstacle() const { return obstacle_; }  ///< why the View cannot be told as a problem; `none`: it can
  /// Where the obstacle is, or what is refused for an instruction; nothing where that is no instruction.
  std::optional<Inst> where() const {
    if (obstacle_ != Obstacle::none) return at_ == none ? std::nullopt : std::optional<Inst>(numbers_.inst(at_));
    const bool inst = plan_.refusal == Refusal::instruction || plan_.refusal == Refusal::search_limit ||
                      plan_.refusal == Refusal::no_scratch;
    if (!inst || plan_.refused_at >= inst_of_.size()) return std::nullopt;
    return numbers_.inst(inst_of_[plan_.refused_at]);
  }

  /// Register of the k-th operand that for_each_operand names; none of phis, of markers and in code that the entry does
  /// not reach.
  std::uint32_t register_of(const Inst& inst, std::uint32_t k) const {
    const std::uint32_t i = number_of(inst);
    return i == none ? none : plan_.register_of(problem_, i, k);
  }
  /// Of the k-th parameter.
  std::uint32_t parameter(std::uint32_t k) const { return plan_.parameters[k]; }
  /// Where the result of a phi is when its block begins; nowhere when nobody reads it.
  Plan::PhiPlace phi(const Inst& inst) const {
    const std::uint32_t n = numbers_.inst_number(inst);
    const auto it = std::lower_bound(phi_of_.begin(), phi_of_.end(), n);
    return it == phi_of_.end() || *it != n ? Plan::PhiPlace{}
                                           : plan_.phis[static_cast<std::size_t>(it - phi_of_.begin())];
  }
  /// f(const EditOf<V>&) in order.
  template <class F>
  void for_each_edit(F&& f) const {
    for (const Edit& e : plan_.edits) {
      EditOf<V> out{e.kind, place(e.at), e.to, e.from, numbers_.value(e.value)};
      f(out);
    }
  }
  /// f(Block from, Block to) for the edges that get a block, in the order of Plan::splits.
  template <class F>
  void for_each_split(F&& f) const {
    for (const Plan::Edge& s : plan_.splits) f(numbers_.block(s.from), numbers_.block(s.to));
  }
  /// The instruction that defines a value which is made again.
  std::optional<Inst> maker(const Value& value) const {
    const std::uint32_t i = maker_[numbers_.value_number(value)];
    return i == none ? std::nullopt : std::optional<Inst>(numbers_.inst(i));
  }
  const program::Numbering<V>& numbering() const { return numbers_; }

 private:
  std::uint32_t number_of(const Inst& inst) const {
    const std::uint32_t n = numbers_.inst_number(inst);
    return n == none ? none : problem_of_[n];
  }
  PlaceOf<V> place(const Position& at) const {
    PlaceOf<V> out;
    if (at.block >= problem_.block_count()) {
      const Plan::Edge& s = plan_.splits[at.block - problem_.block_count()];
      out.block = numbers_.block(s.from);
      out.edge_to = numbers_.block(s.to);
      return out;
    }
    out.block = numbers_.block(at.block);
    if (at.inst < problem_.first[at.block + 1]) out.before = numbers_.inst(inst_of_[at.inst]);
    return out;
  }

  // ---- ingest

  void stop(Obstacle why, std::uint32_t at) {
    if (obstacle_ != Obstacle::none) return;
    obstacle_ = why;
    at_ = at;
  }
  void ingest() {
    const Machine machine = own_.machine();
    problem_.registers = machine.registers;
    problem_.classes = machine.classes;
    if constexpr (facts.has(program::Fact::names)) problem_.name = view_.name();
    for (std::uint32_t v = 0; v < numbers_.values(); ++v) {
      Problem::Value value;
      value.cls = own_.register_class(numbers_.value(v));
      if constexpr (requires { bool(own_.may_spill(numbers_.value(v))); })
        value.may_spill = own_.may_spill(numbers_.value(v));
      problem_.values.push_back(value);
    }
    maker_.assign(numbers_.values(), none);
    ingest_graph();
    ingest_parameters();
    ingest_code();
    spread_pins();
  }
  void ingest_graph() {
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t b = 0; b < numbers_.blocks(); ++b)
      view_.for_each_successor(numbers_.block(b), [&](const Block& to) {
        if (const std::uint32_t known = numbers_.block_number(to); known != none) edges.emplace_back(b, known);
      });
    problem_.cfg = flow::Cfg(numbers_.blocks(), edges);
    order_ = flow::reverse_post_order(problem_.cfg);
    if constexpr (facts.has(program::Fact::weight)) {
      for (std::uint32_t b = 0; b < numbers_.blocks(); ++b)
        problem_.weight.push_back(std::min(std::uint64_t{view_.weight(numbers_.block(b))}, std::uint64_t{1} << 32));
    } else {
      const detail::Ground ground(problem_.cfg);
      const auto chance = flow::edge_probabilities(problem_.cfg, ground.loops, ground.order);
      const auto often = flow::frequencies(problem_.cfg, ground.loops, ground.order, chance, {.sweeps = 50});
      for (const double f : often.block)
        problem_.weight.push_back(static_cast<std::uint64_t>(std::clamp(f * 256, 1.0, 4e9)));
    }
  }
  void ingest_parameters() {
    if constexpr (facts.has(program::Fact::parameters)) {
      std::uint32_t k = 0;
      view_.for_each_parameter([&](const Value& v) {
        Operand o{numbers_.value_number(v), true};
        if constexpr (requires { Constraint(own_.arrival(k)); }) constrain(o, own_.arrival(k));
        problem_.parameters.push_back(o);
        ++k;
      });
    }
  }
  std::uint32_t set_of(std::vector<std::uint32_t> registers) {
    std::sort(registers.begin(), registers.end());
    registers.erase(std::unique(registers.begin(), registers.end()), registers.end());
    // Few differ: those of calls, of a kind of operand.
    const auto it = std::find(problem_.sets.begin(), problem_.sets.end(), registers);
    if (it != problem_.sets.end()) return static_cast<std::uint32_t>(it - problem_.sets.begin());
    problem_.sets.push_back(std::move(registers));
    return static_cast<std::uint32_t>(problem_.sets.size() - 1);
  }
  void constrain(Operand& o, Constraint c) {
    o.want = c.want;
    if (c.want == Want::fixed) o.which = c.registers.empty() ? none : c.registers[0];
    if (c.want == Want::subset) o.which = set_of(std::move(c.registers));
  }

  void ingest_code() {
    problem_of_.assign(numbers_.insts(), none);
    for (std::uint32_t b = 0; b < numbers_.blocks(); ++b) {
      problem_.first.push_back(problem_.inst_count());
      for (std::uint32_t n = numbers_.first(b); n < numbers_.first(b + 1); ++n) {
        if (view_.effects(numbers_.inst(n)).has(program::Effect::phi))
          ingest_phi(n, b);
        else
          ingest_inst(n);
      }
      ingest_live_out(b);
    }
    problem_.first.push_back(problem_.inst_count());
    problem_.operands = Csr<Operand>(problem_.inst_count(), rows_);
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < problem_.inst_count(); ++i) {
      problem_.place.push_back(at);
      at += problem_.operands[i].size();
    }
    problem_.place.push_back(at);
    rows_ = {};
  }
  void ingest_phi(std::uint32_t n, std::uint32_t b) {
    if (problem_.inst_count() != problem_.first[b]) return stop(Obstacle::late_phi, n);
    Problem::Phi phi{none, b, static_cast<std::uint32_t>(problem_.arguments.size()), 0};
    view_.for_each_operand(numbers_.inst(n), [&](const program::Operand<Value>& o) {
      if (o.is_def()) phi.result = numbers_.value_number(o.value);
    });
    if constexpr (facts.has(program::Fact::incoming)) {
      view_.for_each_incoming(numbers_.inst(n), [&](const Block& from, const Value& v) {
        const std::uint32_t known = numbers_.block_number(from);
        if (known == none) return;
        problem_.arguments.push_back({known, numbers_.value_number(v)});
        ++phi.count;
      });
    } else {
      return stop(Obstacle::phi_without_edges, n);
    }
    problem_.phis.push_back(phi);
    phi_of_.push_back(n);
  }
  void ingest_inst(std::uint32_t n) {
    const Inst& inst = numbers_.inst(n);
    const program::Effects effects = view_.effects(inst);
    problem_of_[n] = problem_.inst_count();
    inst_of_.push_back(n);
    Problem::Inst out;
    out.terminator = effects.has(program::Effect::terminator);
    out.copy = effects.has(program::Effect::copy);
    if (!effects.has(program::Effect::marker)) ingest_operands(n, effects);
    if constexpr (detail::HasClobbers<Own, V>) {
      std::vector<std::uint32_t> gone;
      own_.for_each_clobber(inst, [&](std::uint32_t r) { gone.push_back(r); });
      if (!gone.empty()) out.clobbers = set_of(std::move(gone));
    }
    problem_.insts.push_back(out);
    const bool alone = out.clobbers == none && !out.terminator && effects.rematerialisable();
    if (alone && order_.reachable(numbers_.block_of(n))) note_maker(n);
  }
  void ingest_operands(std::uint32_t n, program::Effects) {
    const Inst& inst = numbers_.inst(n);
    const std::uint32_t i = problem_.inst_count();
    const std::size_t begin = rows_.size();
    std::vector<std::pair<std::size_t, std::int16_t>> ties;  // uses, and the result by its number among results
    std::vector<std::size_t> old, defs;
    std::uint32_t k = 0;
    view_.for_each_operand(inst, [&](const program::Operand<Value>& o) {
      Operand out{numbers_.value_number(o.value), o.is_def(), o.is_def() && o.early};
      if (o.more || o.lanes != ~std::uint64_t{0}) stop(Obstacle::several_registers, n);
      if constexpr (detail::HasConstraint<Own, V>) constrain(out, own_.constraint(inst, k));
      ++k;
      const std::size_t at = rows_.size() - begin;
      if (o.is_def())
        defs.push_back(at);
      else if (o.tied >= 0)
        ties.emplace_back(at, o.tied);
      else if (o.old)
        old.push_back(at);
      rows_.push_back({i, out});
    });
    for (const std::size_t u : old) {
      if (old.size() != 1 || defs.size() != 1) return stop(Obstacle::partly_written, n);
      ties.emplace_back(u, std::int16_t{0});
    }
    for (const auto& [use, result] : ties) {
      if (static_cast<std::size_t>(result) >= defs.size()) return stop(Obstacle::partly_written, n);
      const std::size_t d = defs[static_cast<std::size_t>(result)];
      if (rows_[begin + d].second.early) return stop(Obstacle::early_tie, n);
      rows_[begin + use].second.tied = static_cast<std::uint32_t>(d);
    }
  }
  void note_maker(std::uint32_t n) {
    const std::uint32_t i = problem_.inst_count() - 1;
    if (rows_.empty() || rows_.back().first != i || (rows_.size() > 1 && rows_[rows_.size() - 2].first == i)) return;
    const Operand& o = rows_.back().second;
    if (!o.is_def || o.want != Want::any) return;
    maker_[o.value] = n;
    problem_.values[o.value].remat = 1;
    if constexpr (requires { std::uint32_t(own_.make_cost(numbers_.inst(n))); })
      problem_.values[o.value].remat = own_.make_cost(numbers_.inst(n));
  }
  void ingest_live_out(std::uint32_t b) {
    if constexpr (facts.has(program::Fact::live_out)) {
      std::vector<std::uint32_t> behind;
      view_.for_each_live_out(numbers_.block(b), [&](const Value& v) { behind.push_back(numbers_.value_number(v)); });
      if (behind.empty()) return;
      if (problem_.inst_count() == problem_.first[b]) return stop(Obstacle::no_end, none);
      for (const std::uint32_t v : behind) rows_.push_back({problem_.inst_count() - 1, {v, false}});
    }
  }
  // A phi of what may not be stored may not be stored.
  void spread_pins() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Problem::Phi& phi : problem_.phis)
        for (const Problem::Argument& a : problem_.incoming(phi))
          if (phi.result != none && problem_.values[phi.result].may_spill && !problem_.values[a.value].may_spill) {
            problem_.values[phi.result].may_spill = false;
            changed = true;
          }
    }
  }

  const V& view_;
  Own own_;
  program::Numbering<V> numbers_;
  Problem problem_;
  Plan plan_;
  Obstacle obstacle_ = Obstacle::none;
  std::uint32_t at_ = none;
  flow::Order order_;
  std::vector<std::uint32_t> inst_of_, problem_of_, phi_of_, maker_;
  std::vector<std::pair<std::uint32_t, Operand>> rows_;
};

/// Numbers the View, allocates, and gives both back.
template <class V, class Own, class Sink = NoRemarks>
Allocation<V, Own> allocate_view(const V& view, const Own& own, const Options& options = {}, Sink&& sink = {}) {
  Allocation<V, Own> out(view, own);
  if constexpr (requires { out.good(); }) out.run(options, sink);
  return out;
}

}  // namespace lathe::regalloc
