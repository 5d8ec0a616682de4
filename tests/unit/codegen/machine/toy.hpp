// A target for the tests: a file per thread, a uniform one, a condition code; and a machine that executes its functions
// with all lanes of a warp, in SSA form and behind allocation.
//
// The machine is that of thread frontiers: each lane has a place, those that stand first are executed together. A uniform
// register is one for the warp. It tells what must not be: a write to one while a lane that has not exited is elsewhere,
// and lanes that would write unlike values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/machine/allocate.hpp"
#include "codegen/machine/steps.hpp"
#include "codegen/machine/verify.hpp"

namespace toy {

using namespace lathe::codegen::machine;  // NOLINT
using lathe::flow::uniformity::Source;
using lathe::program::Effect;
using Operand = lathe::program::Operand<ValueId>;

enum File : std::uint32_t { v, s, cc };

namespace op {
inline constexpr Operation mov{"mov", Effect::cheap, true, 0};              // d, number
inline constexpr Operation tid{"tid", {}, false, 1};                        // d
inline constexpr Operation add{"add", {}, true, 2};                         // d, a, b
inline constexpr Operation mul{"mul", {}, true, 3};                         // d, a, b; b in register 1 of its file
inline constexpr Operation into{"into", {}, true, 4};                       // d, a tied to it, b
inline constexpr Operation pair{"pair", {}, true, 5};                       // d, e, a
inline constexpr Operation load{"load", Effect::reads, true, 6};            // d, a
inline constexpr Operation cmp{"cmp", {}, false, 7};                        // (cc), a, b: a & 7 < b & 7
inline constexpr Operation sel{"sel", {}, true, 8};                         // d, a, b, (cc)
inline constexpr Operation branch{"branch", Effect::terminator, false, 9};  // block, (cc): those whose cc is set
inline constexpr Operation out{"out", Effect::side_effect, false, 10};      // a
inline constexpr Operation call{"call", Effect::side_effect | Effect::call | Effect::fixed, false, 11};
inline constexpr Operation exit{"exit", Effect::side_effect | Effect::terminator, false, 12};
inline constexpr Operation strict{"strict", Effect::side_effect, false, 13};  // a: no uniform register
}  // namespace op

inline Registers registers(std::uint32_t vectors = 6, std::uint32_t scalars = 4) {
  Registers r;
  r.files = {{"vector", "v", vectors, 4, 4, true, true, lathe::ids::none, {}},
             {"scalar", "s", scalars, 4, 4, true, false, v, {}},
             {"code", "cc", 1, 0, 1, false, true, lathe::ids::none, {}}};
  r.allowed = [](const Function& f, InstId i, std::uint32_t k) {
    return f.payload(i).operation == &op::mul && k == 2 ? std::vector<std::uint32_t>{1} : std::vector<std::uint32_t>{};
  };
  r.takes_uniform = [](const Function& f, InstId i, std::uint32_t) { return f.payload(i).operation != &op::strict; };
  return r;
}
inline BankFacts bank_facts(const Function& f) {
  BankFacts facts;
  facts.uniform = s;
  facts.source = [&f](InstId i) { return f.payload(i).operation == &op::tid ? Source::divergent : Source::operands; };
  return facts;
}

// ---- shorthands

struct Make {
  Function& f;
  ValueId value(std::uint32_t cls = v) const { return f.make_value_of(cls); }
  ValueId mov(BlockId b, std::int64_t n) const {
    const ValueId d = value();
    f.add(b, op::mov, {def(d)}, {reg(0), number(n)});
    return d;
  }
  ValueId tid(BlockId b) const {
    const ValueId d = value();
    f.add(b, op::tid, {def(d)}, {reg(0)});
    return d;
  }
  ValueId two(BlockId b, const Operation& o, ValueId x, ValueId y) const {
    const ValueId d = value();
    Operand first = use(x);
    if (&o == &op::into) first.tied = 0;
    f.add(b, o, {def(d), first, use(y)}, {reg(0), reg(1), reg(2)});
    return d;
  }
  ValueId load(BlockId b, ValueId x) const {
    const ValueId d = value();
    f.add(b, op::load, {def(d), use(x)}, {reg(0), reg(1)});
    return d;
  }
  ValueId pair(BlockId b, ValueId x, ValueId* second) const {
    const ValueId d = value();
    *second = value();
    f.add(b, op::pair, {def(d), def(*second), use(x)}, {reg(0), reg(1), reg(2)});
    return d;
  }
  ValueId cmp(BlockId b, ValueId x, ValueId y) const {
    const ValueId d = value(cc);
    f.add(b, op::cmp, {implicit(def(d)), use(x), use(y)}, {reg(1), reg(2)});
    return d;
  }
  ValueId sel(BlockId b, ValueId x, ValueId y, ValueId code) const {
    const ValueId d = value();
    f.add(b, op::sel, {def(d), use(x), use(y), implicit(use(code))}, {reg(0), reg(1), reg(2)});
    return d;
  }
  InstId out(BlockId b, ValueId x, const Operation& o = op::out) const { return f.add(b, o, {use(x)}, {reg(0)}); }
  void branch(BlockId b, ValueId code, BlockId yes, BlockId no) const {
    f.add(b, op::branch, {implicit(use(code))}, {{Field::Kind::block, 0, 0, 0}}, {yes});
    f.add_jump(b, no);
  }
  void exit(BlockId b) const { f.add(b, op::exit, {}, {}); }
  void phi(BlockId b, ValueId result, std::vector<std::pair<BlockId, ValueId>> in) const { f.add_phi(b, result, in); }
};

// ---- the machine

struct Run {
  static constexpr unsigned lanes = 8;
  std::array<std::vector<std::uint32_t>, lanes> trace;
  std::vector<std::string> wrong;
  std::uint64_t scalar = 0;  ///< writes of uniform registers
  std::uint64_t steps = 0;
};

class Warp {
 public:
  /// `memory_changes`: what loads give depends on when they are executed, too. `outs`: a lane ends with so many.
  /// `banks`: lanes must not part where they say that none do.
  Warp(const Function& f, bool memory_changes, const Banks* banks, unsigned outs)
      : f_(f), changes_(memory_changes), banks_(banks), outs_(outs) {
    for (const BlockId b : f.blocks()) {
      place_[b] = static_cast<std::uint32_t>(layout_.size());
      layout_.push_back({b, {f.instructions(b).begin(), f.instructions(b).end()}});
    }
    pc_.fill({0, 0});
    live_.fill(true);
  }
  Run run() {
    for (;;) {
      std::optional<Pc> first;
      for (unsigned l = 0; l < Run::lanes; ++l)
        if (live_[l] && (!first || pc_[l] < *first)) first = pc_[l];
      if (!first || !out_.wrong.empty() || ++out_.steps > 200000) return std::move(out_);
      at_ = *first;
      all_ = true;
      for (unsigned l = 0; l < Run::lanes; ++l) {
        active_[l] = live_[l] && pc_[l] == at_;
        all_ = all_ && (active_[l] || !live_[l]);
      }
      if (at_.second == layout_[at_.first].insts.size())
        go({}, at_.first + 1);  // on in the next
      else
        inst(layout_[at_.first].insts[at_.second]);
    }
  }

 private:
  using Pc = std::pair<std::uint32_t, std::uint32_t>;
  struct Block {
    BlockId id;
    std::vector<InstId> insts;
  };
  struct Cell {
    std::array<std::uint32_t, Run::lanes> of{};
    bool set = false;
  };
  // A register behind allocation is one place, whatever it is called; before it each value is one.
  std::pair<std::uint32_t, std::uint32_t> key(ValueId x) const {
    const std::uint32_t r = f_.register_of(x);
    return r == lathe::ids::none ? std::pair(100U, x.value) : std::pair(f_.register_class(x), r);
  }
  void fault(const std::string& what) { out_.wrong.push_back(what); }
  std::uint32_t read(unsigned l, ValueId x) { return cells_[key(x)].of[l]; }
  void write(InstId i, ValueId x, const std::array<std::uint32_t, Run::lanes>& values) {
    Cell& cell = cells_[key(x)];
    if (f_.register_class(x) != s) {
      for (unsigned l = 0; l < Run::lanes; ++l)
        if (active_[l]) cell.of[l] = values[l];
      return;
    }
    ++out_.scalar;
    if (!all_) fault("written while lanes are apart: " + text(f_, i));
    std::optional<std::uint32_t> one;
    for (unsigned l = 0; l < Run::lanes; ++l) {
      if (!active_[l]) continue;
      if (one && *one != values[l]) fault("lanes do not agree: " + text(f_, i));
      one = values[l];
    }
    if (one) cell.of.fill(*one);
  }

  // Phis at the head of where the active lanes go, all at once.
  void go(const std::vector<unsigned>& who, std::uint32_t to) {
    std::vector<unsigned> lanes = who;
    if (who.empty())
      for (unsigned l = 0; l < Run::lanes; ++l)
        if (active_[l]) lanes.push_back(l);
    std::uint32_t head = 0;
    std::vector<std::pair<InstId, std::array<std::uint32_t, Run::lanes>>> made;
    const auto before = active_;
    active_.fill(false);
    for (const unsigned l : lanes) active_[l] = true;
    for (const InstId i : layout_[to].insts) {
      if (!f_.effects(i).has(Effect::phi)) break;
      ++head;
      made.emplace_back(i, std::array<std::uint32_t, Run::lanes>{});
      f_.for_each_incoming(i, [&](BlockId from, ValueId x) {
        if (from == layout_[at_.first].id)
          for (const unsigned l : lanes) made.back().second[l] = read(l, x);
      });
    }
    for (const auto& [i, values] : made)
      f_.for_each_operand(i, [&, inst = i, all = values](const Operand& o) { write(inst, o.value, all); });
    for (const unsigned l : lanes) pc_[l] = {to, head};
    active_ = before;
  }
  static std::uint32_t mix(std::uint32_t x) { return (x ^ (x >> 5)) * 2654435761U; }

  void inst(InstId i) {
    const Operation* o = f_.payload(i).operation;
    std::vector<Operand> operands;
    std::vector<ValueId> results, uses;
    f_.for_each_operand(i, [&](const Operand& x) { (x.is_def() ? results : uses).push_back(x.value); });
    if (o == &op::branch || o == &operation::jump || o == &op::exit) return leave(i, o, uses);
    std::vector<std::array<std::uint32_t, Run::lanes>> made(results.size());
    for (unsigned l = 0; l < Run::lanes; ++l) {
      if (!active_[l]) continue;
      std::vector<std::uint32_t> in;
      for (const ValueId u : uses) in.push_back(read(l, u));
      const std::vector<std::uint32_t> values = compute(i, o, in, l);
      for (std::size_t k = 0; k < results.size(); ++k) made[k][l] = values[k];
      ++pc_[l].second;
    }
    for (std::size_t k = 0; k < results.size(); ++k) write(i, results[k], made[k]);
    if (o == &op::call) scramble();
  }
  std::vector<std::uint32_t> compute(InstId i, const Operation* o, const std::vector<std::uint32_t>& in, unsigned l) {
    const auto field = [&] { return f_.payload(i).fields[1]; };
    if (o == &op::mov) return {static_cast<std::uint32_t>(field().value)};
    if (o == &op::tid) return {l};
    if (o == &op::add) return {in[0] + in[1]};
    if (o == &op::mul) return {in[0] * in[1] + 1};
    if (o == &op::into) return {in[0] - 3 * in[1]};
    if (o == &op::pair) return {mix(in[0]), in[0] >> 1};
    if (o == &op::load) return {mix(in[0] + (changes_ ? 77 * static_cast<std::uint32_t>(out_.steps) : 0)) >> 7};
    if (o == &op::cmp) return {static_cast<std::uint32_t>((in[0] & 7) < (in[1] & 7))};
    if (o == &op::sel) return {in[2] != 0 ? in[0] : in[1]};
    if (o == &operation::copy) return in;
    if (o == &operation::swap) return {in[1], in[0]};
    if (o == &operation::reload) return {frame_[{l, field().index}]};
    if (o == &operation::spill) frame_[{l, field().index}] = in[0];
    if (o == &op::out || o == &op::strict) {
      out_.trace[l].push_back(in[0]);
      if (out_.trace[l].size() >= outs_) live_[l] = false;
    }
    return {};
  }
  // All that a callee may write: of the active lanes what is theirs.
  void scramble() {
    for (auto& [key, cell] : cells_)
      if (key.first == v || key.first == cc)
        for (unsigned l = 0; l < Run::lanes; ++l)
          if (active_[l]) cell.of[l] = mix(cell.of[l] + 99);
  }
  void leave(InstId i, const Operation* o, const std::vector<ValueId>& uses) {
    std::vector<unsigned> go_there;
    unsigned stay = 0;
    for (unsigned l = 0; l < Run::lanes; ++l) {
      if (!active_[l]) continue;
      if (o == &op::exit) live_[l] = false;
      if (o == &op::branch && read(l, uses[0]) == 0) {
        ++pc_[l].second;
        ++stay;
      } else {
        go_there.push_back(l);
      }
    }
    const BlockId b = layout_[at_.first].id;
    if (banks_ != nullptr && stay != 0 && !go_there.empty() && !banks_->is_apart(b) && !banks_->parts(b))
      fault("lanes part at the end of block " + std::to_string(b.value));
    if (o != &op::exit && !go_there.empty()) go(go_there, place_.at(f_.targets(i)[0]));
  }

  const Function& f_;
  bool changes_;
  const Banks* banks_;
  unsigned outs_;
  std::vector<Block> layout_;
  std::map<BlockId, std::uint32_t> place_;
  std::array<Pc, Run::lanes> pc_;
  std::array<bool, Run::lanes> live_{}, active_{};
  Pc at_;
  bool all_ = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cell> cells_;
  std::map<std::pair<unsigned, std::uint32_t>, std::uint32_t> frame_;
  Run out_;
};

inline Run execute(const Function& f, bool memory_changes = false, const Banks* banks = nullptr) {
  return Warp(f, memory_changes, banks, 24).run();
}

}  // namespace toy
