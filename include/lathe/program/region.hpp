// Straight-line code of a View, numbered: what schedulers, pipeliners and groupers look at.
//
// A region is a run of instructions of one block, or the body of a loop of one block. Instructions and values have
// numbers from 0 on; `inst` and `value` give the user's handles back. Memory: where two accesses may meet is told from
// the View's Access facts, one way for all: by spaces, by symbols, and by offsets from a register that nothing writes
// in between. In a loop a register that each iteration moves by one constant tells in how many iterations they meet.
// O(operands + accesses) expected to make, O(places^2) for a pair of accesses.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/program/apart.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/ranges.hpp>
#include <lathe/program/view.hpp>

namespace lathe::program {

/// An Access in the numbers of a region.
struct Place {
  std::uint32_t base = none;  ///< value; none: no register
  std::uint32_t version = 0;  ///< of the base, as of an operand
  /// A number for each symbol, 0: none; address space, 0: any; bytes, 0: unknown.
  std::uint32_t symbol = 0, space = 0, bytes = 0;
  std::int64_t offset = 0;  ///< bytes from the base, or from the symbol
  bool inside = true;       ///< it stays within its symbol's object, see Access
  bool moves = false;       ///< in a loop: `step` is known; the offset counts from the base as the iteration finds it
  std::int64_t step = 0;    ///< by which the base moves in an iteration
};

template <class V>
class Region : public Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
/// Straight-line code, or a loop of one block, with everything in it numbered.
template <Agreed P>
class Region<P> {
 public:
  using Inst = inst_t<P>;    ///< as the View names instructions
  using Value = value_t<P>;  ///< as the View names values
  /// A value that an instruction mentions, by its number.
  struct Operand {
    std::uint32_t value = 0;  ///< number of the value; `value(n)` has the handle
    bool is_def = false;
    std::uint32_t version = 0;  ///< 1 + the last instruction before that writes the value; 0: none does
  };
  /// `result` is `next` of the iteration before.
  struct Phi {
    std::uint32_t result = 0, next = 0;  ///< numbers of values
  };

  /// These instructions, in order; `live`: what is read behind them. The View outlives the region.
  Region(const P& view, std::vector<Inst> insts, const std::vector<Value>& live = {}, std::string name = {})
      : view_(&view), insts_(std::move(insts)), name_(std::move(name)) {
    number();
    for (const Value& v : live) live_out_.push_back(values_.add(v));
  }
  /// The body of a loop of one block: its phis say what an iteration takes from the one before (see phis_known), its
  /// terminators are left out. Of what is `live` behind it, what an iteration writes is read behind the loop.
  static Region of_loop(const P& view, const block_t<P>& block, const std::vector<Value>& live = {},
                        std::string name = {}) {
    std::vector<Inst> insts, phis;
    for (auto&& i : view.instructions(block)) {
      const Effects e = view.effects(i);
      if (!e.has(Effect::terminator)) (e.has(Effect::phi) ? phis : insts).push_back(i);
    }
    Region out(view, std::move(insts), live, std::move(name));
    if constexpr (Facts(P::facts).has(Fact::incoming))
      for (const Inst& phi : phis) out.add_phi(phi, block);
    else
      out.phis_known_ = phis.empty();
    out.find_steps();
    out.keep_written();
    return out;
  }

  const P& view() const { return *view_; }  ///< the View that it was made of
  std::uint32_t size() const { return static_cast<std::uint32_t>(insts_.size()); }
  const Inst& inst(std::uint32_t n) const { return insts_[n]; }     ///< the handle of the n-th instruction
  const Value& value(std::uint32_t n) const { return values_[n]; }  ///< the handle of the n-th value

  // What sched::Region, modulo::Loop and the dependences of group::CandidateSource ask for.
  Numbers insts() const { return Numbers(size()); }  ///< all instructions, by number
  /// What the n-th instruction mentions, in the View's order.
  std::span<const Operand> operands(std::uint32_t n) const {
    return {operands_.data() + first_operand_[n], first_operand_[n + 1] - first_operand_[n]};
  }
  /// What the n-th instruction is in the order of accesses; one that ends a region of code is a fence.
  MemoryRole memory(std::uint32_t n) const {
    const Effects e = view_->effects(insts_[n]);
    return e.bounds_region() ? MemoryRole::fence : e.role();
  }
  /// Does it copy a value and nothing else?
  bool copies(std::uint32_t n) const { return view_->effects(insts_[n]).has(Effect::copy); }
  /// Values that are read behind the region, ascending.
  std::span<const std::uint32_t> live_out() const { return live_out_; }
  std::span<const Phi> phis() const { return phis_; }  ///< of a loop, see Phi; empty otherwise
  /// False: it is a loop with phis, and the View does not name `incoming`; so nobody knows what an iteration takes from
  /// the one before, and dependences between iterations are missing.
  bool phis_known() const { return phis_known_; }
  /// 1 where the View does not know.
  std::uint32_t latency([[maybe_unused]] std::uint32_t n) const {
    if constexpr (Facts(P::facts).has(Fact::latency)) return view_->latency(insts_[n]);
    return 1;
  }
  /// None where the View does not know, and then nothing holds any.
  auto units() const {
    if constexpr (Facts(P::facts).has(Fact::units))
      return view_->units();
    else
      return std::vector<Unit>();
  }
  /// The units that the n-th instruction holds; empty where the View does not know.
  std::vector<Hold> holds([[maybe_unused]] std::uint32_t n) const {
    std::vector<Hold> out;
    if constexpr (Facts(P::facts).has(Fact::units))
      view_->for_each_hold(insts_[n], [&](const Hold& h) { out.push_back(h); });
    return out;
  }
  /// How many issue slots a cycle has.
  std::uint32_t issue_width() const
    requires(Facts(P::facts).has(Fact::issue))
  {
    return view_->issue_width();
  }
  /// How many issue slots the n-th instruction takes.
  std::uint32_t issue(std::uint32_t n) const
    requires(Facts(P::facts).has(Fact::issue))
  {
    return view_->issue(insts_[n]);
  }
  const std::string& name() const { return name_; }  ///< as it was made with; empty: it has none
  /// The View's name of the n-th instruction.
  std::string name(std::uint32_t n) const
    requires(Facts(P::facts).has(Fact::names))
  {
    return std::string(view_->inst_name(insts_[n]));
  }

  /// Where an instruction's accesses go; nothing: anywhere.
  std::span<const Place> places(std::uint32_t n) const {
    return {places_.data() + first_place_[n], first_place_[n + 1] - first_place_[n]};
  }
  /// Of two accesses, a not behind b.
  MemoryRelation memory_relation(std::uint32_t a, std::uint32_t b) const {
    MemoryRelation out = by_places(a, b);
    if constexpr (Facts(P::facts).has(Fact::relation)) out = out & view_->relation(insts_[a], insts_[b]);
    return out;
  }
  /// May the two accesses touch a byte in common, in one iteration?
  bool may_meet(std::uint32_t a, std::uint32_t b) const { return memory_relation(a, b).same; }
  /// What the View says of a pair, values by their numbers.
  std::int32_t edge_latency(std::uint32_t from, std::uint32_t to, const Dependence<std::uint32_t>& d) const
    requires(Facts(P::facts).has(Fact::edge_latency))
  {
    const Value* const value = d.value == nullptr ? nullptr : &values_[*d.value];
    return view_->edge_latency(insts_[from], insts_[to], {d.kind, value, d.distance, d.usual});
  }
  /// Must the value keep its register, as the View says?
  bool pinned(std::uint32_t value) const
    requires(Facts(P::facts).has(Fact::pinned))
  {
    return view_->pinned(values_[value]);
  }

 private:
  MemoryRelation by_places(std::uint32_t a, std::uint32_t b) const {
    const auto xs = places(a), ys = places(b);
    if (xs.empty() || ys.empty()) return {};
    MemoryRelation out{false, 0, 0};
    const auto nearer = [](std::uint32_t& to, std::uint32_t d) {
      if (d != 0 && (to == 0 || d < to)) to = d;
    };
    for (const Place& x : xs)
      for (const Place& y : ys) {
        const MemoryRelation r = relation(x, y);
        out.same |= r.same;
        nearer(out.forward, r.forward);
        nearer(out.backward, r.backward);
      }
    return out;
  }
  static constexpr std::int64_t far = std::int64_t{1} << 40;  // offsets further away are not compared
  static constexpr std::uint32_t looked_at = 64;              // iterations in which accesses are held to meet or not
  struct Written {
    std::uint32_t last = none, times = 0;
  };

  void number() {
    first_operand_.push_back(0);
    first_place_.push_back(0);
    for (std::uint32_t n = 0; n < insts_.size(); ++n) {
      view_->for_each_operand(insts_[n], [&](const program::Operand<Value>& o) {
        const std::uint32_t v = values_.add(o.value);
        if (v == written_.size()) written_.emplace_back();
        operands_.push_back({v, o.is_def(), written_[v].last + 1});
      });
      if constexpr (Facts(P::facts).has(Fact::access))
        view_->for_each_access(insts_[n], [&](const Access<Value>& a) { add_place(a); });
      first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
      for (std::size_t k = first_operand_.back(); k < operands_.size(); ++k)
        if (operands_[k].is_def && written_[operands_[k].value].last != n) {
          written_[operands_[k].value].last = n;
          ++written_[operands_[k].value].times;
        }
      first_operand_.push_back(static_cast<std::uint32_t>(operands_.size()));
    }
  }
  void add_place(const Access<Value>& a) {
    Place p;
    if (a.has_base) {
      p.base = values_.add(a.base);
      if (p.base == written_.size()) written_.emplace_back();
      p.version = written_[p.base].last + 1;
    }
    p.symbol = a.symbol;
    p.space = a.space;
    p.offset = a.offset;
    p.inside = a.inside;
    p.bytes = a.offset > -far && a.offset < far ? a.bytes : 0;
    places_.push_back(p);
  }
  void add_phi(const Inst& phi, const block_t<P>& block) {
    std::uint32_t result = none;
    view_->for_each_operand(phi, [&](const program::Operand<Value>& o) {
      if (o.is_def()) result = values_.add(o.value);
    });
    view_->for_each_incoming(phi, [&](const block_t<P>& from, const Value& v) {
      if (from == block && result != none) phis_.push_back({result, values_.add(v)});
    });
  }

  // ---- loops: registers that move by a constant

  void find_steps() {
    written_.resize(values_.size());
    std::vector<std::int64_t> step(values_.size(), 0);
    std::vector<bool> known(values_.size(), false);
    for (std::uint32_t v = 0; v < values_.size(); ++v) known[v] = written_[v].times == 0;
    for (std::uint32_t n = 0; n < size(); ++n) add_step(n, step, known);
    for (const Phi& phi : phis_) {
      const bool moves = phi.next != phi.result && written_[phi.next].times == 1 &&
                         adds_constant(written_[phi.next].last, phi.result, phi.next, step[phi.result]);
      known[phi.result] = moves || phi.next == phi.result;
    }
    for (Place& p : places_) {
      p.moves = p.base == none || known[p.base];
      if (p.base == none || !p.moves) continue;
      p.step = step[p.base];
      if (p.version != 0) p.offset += p.step;
    }
  }
  void keep_written() {
    std::sort(live_out_.begin(), live_out_.end());
    live_out_.erase(std::unique(live_out_.begin(), live_out_.end()), live_out_.end());
    std::erase_if(live_out_, [&](std::uint32_t v) {
      return written_[v].times == 0 && std::none_of(phis_.begin(), phis_.end(), [&](Phi p) { return p.result == v; });
    });
  }
  void add_step(std::uint32_t n, std::vector<std::int64_t>& step, std::vector<bool>& known) const {
    for (const Operand& o : operands(n))
      if (o.is_def && written_[o.value].times == 1 && adds_constant(n, o.value, o.value, step[o.value]))
        known[o.value] = true;
  }
  // Is it to = from + constant, and nothing else?
  bool adds_constant(std::uint32_t n, std::uint32_t from, std::uint32_t to, std::int64_t& constant) const {
    if constexpr (!Facts(P::facts).has(Fact::literals)) {
      return false;
    } else {
      if (!view_->effects(insts_[n]).has(Effect::adds)) return false;
      std::uint32_t uses = 0, literals = 0;
      bool right = true;
      view_->for_each_operand(insts_[n], [&](const program::Operand<Value>& o) {
        if (o.is_def())
          right = right && o.value == values_[to];
        else
          ++uses, right = right && o.role == Role::use && !o.old && !o.more && o.offset == 0 && ~o.lanes == 0 &&
                          o.value == values_[from];
      });
      std::uint64_t bits = 0;
      view_->for_each_literal(insts_[n], [&](std::uint32_t, std::uint64_t b) { ++literals, bits = b; });
      // No more than 31 bits: a View that has not extended the sign gives no step of four billions instead of -4.
      const auto number = static_cast<std::int64_t>(bits);
      constexpr std::int64_t most = std::int64_t{1} << 31;
      if (!right || uses != 1 || literals != 1 || number < -most || number >= most) return false;
      constant = number;
      return true;
    }
  }

  MemoryRelation relation(const Place& x, const Place& y) const {
    const MemoryRelation never{false, 0, 0};
    if (x.space != y.space && x.space != 0 && y.space != 0) return never;
    if (x.symbol != y.symbol && x.symbol != 0 && y.symbol != 0) return x.inside && y.inside ? never : MemoryRelation{};
    if (x.base != y.base || x.symbol != y.symbol || (x.base == none && x.symbol == 0) || x.bytes == 0 || y.bytes == 0)
      return {};
    const Apart apart{y.offset - x.offset, x.step, x.bytes, y.bytes};
    if (!x.moves || !y.moves) return x.version == y.version ? MemoryRelation{apart.meet(0), 1, 1} : MemoryRelation{};
    const auto least = [&](const Apart& a) {
      const std::int64_t d = a.first_meeting();
      if (d != 0 && d <= looked_at) return static_cast<std::uint32_t>(d);
      return x.step == 0 ? 0 : looked_at + 1;
    };
    return {apart.meet(0), least(apart), least(apart.back())};
  }

  const P* view_;
  std::vector<Inst> insts_;
  std::string name_;
  Handles<Value> values_;
  std::vector<std::uint32_t> first_operand_, first_place_;
  std::vector<Operand> operands_;
  std::vector<Place> places_;
  std::vector<Written> written_;  // per value
  std::vector<std::uint32_t> live_out_;
  std::vector<Phi> phis_;
  bool phis_known_ = true;
};

template <class P>
Region(const P&, std::vector<inst_t<P>>, const std::vector<value_t<P>>& = {}, std::string = {}) -> Region<P>;

/// Of an Own: nothing is known of registers.
struct NoRegisters {
  std::vector<RegisterSet> sets() const { return {}; }  ///< no sets: pressure is not counted
  /// Counts in no set.
  template <class Value>
  RegisterClass register_class(const Value&) const {
    return {};
  }
};

namespace detail {
template <class Own>
concept HasSets = requires(const Own& own) {
  own.sets().begin();
  own.sets().end();
};
template <class V, class Own>
concept HasRegisterClass = requires(const Own& own, const value_t<V>& value) {
  { own.register_class(value) } -> std::convertible_to<RegisterClass>;
};
}  // namespace detail

/// One error per member that is missing of what sched and modulo ask beside a View, see RegionOf, and per wrong fact.
template <class V, class Own>
consteval bool explain_own() {
#include <lathe/program/own.def>
  return true;
}

/// A region with what its user says of registers: `Own` has sets() and register_class(Value).
template <class V, class Own>
class RegionOf : public Region<V> {
 public:
  /// A region, and what its client says besides.
  RegionOf(Region<V> region, Own own) : Region<V>(std::move(region)), own_(std::move(own)) {}
  auto sets() const { return own_.sets(); }  ///< the register sets that the client's Own names
  /// What a value of the region counts in them.
  RegisterClass register_class(std::uint32_t value) const { return own_.register_class(this->value(value)); }

 protected:
  Own own_;  ///< what the client says besides the View
};

/// For classes that tell by own.def what is missing.
template <class V, class Own>
concept RegionOwn = Agreed<V> && detail::HasSets<Own> && detail::HasRegisterClass<V, Own>;
/// RegionOf where all members are there; else Nothing, so that one error is told and not many.
template <class V, class Own>
using RegionBase = std::conditional_t<RegionOwn<V, Own>, RegionOf<V, Own>, Nothing>;

}  // namespace lathe::program
