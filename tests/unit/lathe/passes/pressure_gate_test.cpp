// What a change costs in registers: random changes of random code, each told to the gate first and then made, beside peaks that are
// counted anew from the code; by hand what is asked, handed on and left out.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <lathe/passes/pressure_gate.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
using Chain = passes::Chain<ToldCode>;
using Editing = program::Editing<ToldCode, Chain>;
constexpr Effects pure{};

// Registers of two sets: "other" values take one of the first and two of the second, constants nothing. A call writes two.
struct TwoSets {
  const ToldCode* code;
  std::vector<program::RegisterSet> all{{"first", 4}, {"second", 0}};
  const std::vector<program::RegisterSet>& sets() const { return all; }
  program::RegisterClass register_class(ValueId v) const {
    if (code->others.count(v) != 0) return {"other", {{0, 1}, {1, 2}}};
    return {"one", {{0, 1}}};
  }
  template <class F>
  void for_each_clobber(InstId i, F&& f) const {
    if (code->payload(i).name == "call") f(program::RegisterShare{0, 2}), f(program::RegisterShare{1, 0});
    if (code->payload(i).name == "far call") f(program::RegisterShare{1, 3});
  }
};
// The same as references to two classes, and without calls.
struct ByReference {
  const ToldCode* code;
  program::RegisterClass one{"one", {{0, 1}}}, other{"other", {{0, 1}, {1, 2}}};
  std::vector<program::RegisterSet> all{{"first", 4}, {"second", 0}};
  const std::vector<program::RegisterSet>& sets() const { return all; }
  const program::RegisterClass& register_class(ValueId v) const { return code->others.count(v) != 0 ? other : one; }
};

std::vector<InstId> all(const ToldCode& code, BlockId b) {
  std::vector<InstId> out;
  for (const InstId i : code.instructions(b)) out.push_back(i);
  return out;
}

// ---- the twin: what is live at each place, by sets

template <class Own>
struct Peaks {
  struct Event {
    std::set<ValueId> reads, writes;
    std::map<std::uint32_t, std::uint64_t> clobbers;
  };
  std::map<BlockId, std::vector<std::uint64_t>> of;  // by set
  std::vector<std::uint64_t> excess, level;

  Peaks(const ToldCode& code, const Own& own, bool clobbers) {
    std::map<BlockId, std::vector<Event>> events;
    std::map<BlockId, std::set<ValueId>> in, ends;
    for (const BlockId b : code.blocks())
      for (const InstId i : code.instructions(b)) {
        Event e;
        code.for_each_operand(i, [&](const Operand& o) { (o.is_def() ? e.writes : e.reads).insert(o.value); });
        if constexpr (requires { own.for_each_clobber(i, [](program::RegisterShare) {}); })
          if (clobbers) own.for_each_clobber(i, [&](program::RegisterShare s) { e.clobbers[s.set] += s.factor; });
        events[b].push_back(e);
        // Read at the end of the block that it comes from, and no longer.
        code.for_each_incoming(i, [&](BlockId from, ValueId v) { ends[from].insert(v); });
      }
    for (const BlockId b : code.blocks()) events[b].push_back({ends[b], {}, {}});
    const auto live_out = [&](BlockId b) {
      std::set<ValueId> live;
      code.for_each_successor(b, [&](BlockId s) { live.insert(in[s].begin(), in[s].end()); });
      code.for_each_live_out(b, [&](ValueId v) { live.insert(v); });
      return live;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const BlockId b : code.blocks()) {
        std::set<ValueId> live = live_out(b);
        for (std::size_t k = events[b].size(); k-- > 0;) {
          for (const ValueId v : events[b][k].writes) live.erase(v);
          live.insert(events[b][k].reads.begin(), events[b][k].reads.end());
        }
        changed |= live != in[b];
        in[b] = live;
      }
    }
    const std::size_t sets = own.sets().size();
    excess.assign(sets, 0), level.assign(sets, 0);
    std::vector<std::uint64_t> maximum(sets, 0);
    for (const BlockId b : code.blocks()) {
      std::vector<std::uint64_t> peak(sets, 0);
      const auto count = [&](const std::set<ValueId>& live, const std::map<std::uint32_t, std::uint64_t>& besides) {
        std::vector<std::uint64_t> sum(sets, 0);
        for (const ValueId v : live)
          if (!code.is_constant(v))
            for (const auto& share : own.register_class(v).shares) sum[share.set] += share.factor;
        for (const auto& [s, n] : besides) sum[s] += n;
        for (std::size_t s = 0; s < sets; ++s) peak[s] = std::max(peak[s], sum[s]);
      };
      std::set<ValueId> live = live_out(b);
      for (std::size_t k = events[b].size(); k-- > 0;) {
        const Event& e = events[b][k];
        live.insert(e.writes.begin(), e.writes.end());
        count(live, e.clobbers);
        for (const ValueId v : e.writes) live.erase(v);
        live.insert(e.reads.begin(), e.reads.end());
        count(live, {});
      }
      for (std::size_t s = 0; s < sets; ++s) {
        const std::uint64_t limit = own.sets()[s].limit;
        if (limit != 0 && peak[s] > limit) excess[s] += peak[s] - limit;
        maximum[s] = std::max(maximum[s], peak[s]);
      }
      of[b] = peak;
    }
    for (std::size_t s = 0; s < sets; ++s)
      for (const program::Step& step : own.sets()[s].steps) level[s] += maximum[s] > step.registers;
  }
  bool worse(const Peaks& before, std::uint64_t ignored) const {
    for (std::size_t s = 0; s < excess.size(); ++s)
      if ((ignored >> s & 1) == 0 && (excess[s] > before.excess[s] || level[s] > before.level[s])) return true;
    return false;
  }
  bool better(const Peaks& before, std::uint64_t ignored) const {
    bool any = false;
    for (std::size_t s = 0; s < excess.size(); ++s) any |= excess[s] < before.excess[s] || level[s] < before.level[s];
    return any && !worse(before, ignored);
  }
  bool raises(const Peaks& before) const {
    for (const auto& [b, peak] : of)
      for (std::size_t s = 0; s < peak.size(); ++s)
        if (peak[s] > before.of.at(b)[s]) return true;
    return false;
  }
};

// ---- random code and random changes

struct RandomCode {
  ToldCode code;
  std::mt19937 random;
  std::vector<BlockId> blocks;
  std::vector<ValueId> values;
  explicit RandomCode(std::uint32_t seed) : random(seed) { make(); }
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random() % n); }
  ValueId any() { return values[below(values.size())]; }
  BlockId block() { return blocks[below(blocks.size())]; }
  ValueId fresh() {
    if (below(8) == 0) return any();
    values.push_back(code.make_value());
    if (below(4) == 0) code.others.insert(values.back());
    return values.back();
  }
  void make() {
    for (std::uint32_t k = 2 + below(5); k > 0; --k) blocks.push_back(code.block());
    for (std::uint32_t k = 0; k < 3; ++k) values.push_back(code.parameter());
    const ValueId constant = code.make_value();
    code.constants.insert(constant);
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      if (k != 0 && below(2) == 0) {
        const ValueId taken = below(4) == 0 ? constant : any();
        values.push_back(code.phi(blocks[k], {{blocks[below(k)], taken}, {blocks[k - 1], any()}}));
      }
      for (std::uint32_t n = 1 + below(4); n > 0; --n) {
        const std::uint32_t kind = below(8);
        if (kind == 0)
          code.guarded(blocks[k], "op", any(), false, {any()}, fresh());
        else if (kind == 1)
          code.write(blocks[k], below(2) == 0 ? "call" : "far call", pure, {any()}, fresh());
        else
          code.write(blocks[k], "op", pure, {any(), any()}, fresh());
      }
      if (k + 1 == blocks.size())
        code.show(blocks[k], {any(), any()}), code.ret(blocks[k]);
      else
        code.branch(blocks[k], any(), blocks[k + 1], blocks[1 + below(blocks.size() - 1)]);
    }
    if (below(3) == 0) code.outs.emplace_back(block(), any());
  }
  // An instruction that may go, and one in front of which others may stand.
  std::optional<InstId> movable() {
    const InstId i = at();
    if (code.effects(i).has(Effect::terminator | Effect::phi)) return {};
    return i;
  }
  InstId at() {
    const auto insts = all(code, block());
    return insts[below(insts.size())];
  }
  std::optional<InstId> spot() {
    const InstId i = at();
    if (code.effects(i).has(Effect::phi)) return {};
    return i;
  }
  ValueId mentioned() {
    for (;;) {
      const InstId i = at();
      std::vector<ValueId> of;
      code.for_each_operand(i, [&](const Operand& o) { of.push_back(o.value); });
      if (!of.empty()) return of[below(of.size())];
    }
  }
};

template <class Own>
struct Changes {
  using Gate = passes::PressureGate<ToldCode, Own>;
  using Draft = typename Gate::Draft;
  using Done = std::function<void()>;
  RandomCode& r;
  ToldCode& code;
  Chain& chain;
  Gate& gate;
  Editing editing;
  std::uint32_t kind = 0;
  Changes(RandomCode& random, Chain& on, Gate& g)
      : r(random), code(random.code), chain(on), gate(g), editing(code, on) {}

  std::uint32_t number(BlockId b) { return chain.known().blocks.find(b); }
  std::vector<Operand> operands(InstId i) const {
    std::vector<Operand> out;
    code.for_each_operand(i, [&](const Operand& o) { out.push_back(o); });
    return out;
  }
  // A value that no instruction both reads and writes: all its reads may become another's.
  bool replaceable(ValueId v) const {
    bool fine = true;
    for (const BlockId b : r.blocks)
      for (const InstId i : all(code, b)) {
        bool reads = false, writes = false;
        for (const Operand& o : operands(i))
          if (o.value == v) (o.is_def() ? writes : reads) = true;
        fine &= !(reads && writes);
      }
    return fine;
  }
  ValueId any_replaceable() {
    for (;;)
      if (const ValueId v = r.mentioned(); replaceable(v)) return v;
  }
  void rename_in(InstId i, ValueId from, ValueId to, bool writes) {
    const std::vector<Operand> old = operands(i);
    for (std::uint32_t k = 0; k < old.size(); ++k)
      if (old[k].value == from && (writes || !old[k].is_def())) editing.set_operand(i, k, to);
  }
  void rename_reads(ValueId from, ValueId to) {
    for (const BlockId b : r.blocks)
      for (const InstId i : all(code, b)) {
        rename_in(i, from, to, false);
        std::vector<std::pair<BlockId, ValueId>> in, was;
        code.for_each_incoming(
            i, [&](BlockId q, ValueId v) { was.emplace_back(q, v), in.emplace_back(q, v == from ? to : v); });
        if (in != was) editing.set_incoming(i, in);
      }
  }
  // Told to the gate; then what is returned does it. Nothing: it is no change.
  Done next() {
    switch (kind = r.below(8)) {
      case 0:
        return move();
      case 1:
        if (const auto i = r.movable()) {
          gate.erase(*i);
          return [this, i] { editing.erase(*i); };
        }
        return {};
      case 2:
        return rename();
      case 3: {
        const ValueId from = any_replaceable(), to = r.mentioned();
        gate.replace(from, to);
        return [this, from, to] { rename_reads(from, to); };
      }
      case 4:
        return copy(false);
      case 5:
        return copy(true);
      case 6:
        return sum();
      default:
        return phi();
    }
  }
  Done move() {
    const auto i = r.movable(), at = r.spot();
    if (!i || !at || i == at) return {};
    gate.move(*i, number(code.parent(*at)), at);
    return [this, i, at] { editing.move(*i, {code.parent(*at), at}); };
  }
  Done rename() {
    const auto i = r.movable();
    if (!i || operands(*i).empty()) return {};
    const ValueId from = operands(*i)[r.below(operands(*i).size())].value, to = r.mentioned();
    gate.rename(*i, from, to);
    if (r.below(2) == 0) return [this, i, from, to] { rename_in(*i, from, to, true); };
    return [this, i, from, to] {  // another instruction stands there then
      const InstId is = code.clone(*i);
      const std::vector<Operand> old = operands(is);
      for (std::uint32_t k = 0; k < old.size(); ++k)
        if (old[k].value == from) code.set_operand(is, k, to);
      editing.insert_before(is, *i);
      editing.erase(*i);
      gate.becomes(*i, is);
    };
  }
  // A copy elsewhere, and perhaps a phi of that and others.
  Done copy(bool joined) {
    const auto like = r.movable(), at = r.spot();
    if (!like || !at || code.payload(*like).name != "op" || operands(*like).size() != 3) return {};
    const ValueId was = operands(*like)[2].value;
    if (!replaceable(was)) return {};
    const BlockId home = code.parent(*at);
    const Draft made = gate.insert_copy(*like, number(home), at);
    Draft join;
    const BlockId to = r.block(), one = r.block(), two = r.block();
    const ValueId x = r.mentioned(), y = r.mentioned();
    if (joined) join = gate.insert_phi(was, number(to), {{number(one), x}, {number(two), y}}, number(home), made);
    gate.replace(was, joined ? join : made);
    return [=, this] {
      const ValueId fresh = editing.new_value(was), result = joined ? editing.new_value(was) : fresh;
      if (code.others.count(was) != 0) code.others.insert(fresh), code.others.insert(result);
      const InstId i = code.clone(*like);
      code.set_operand(i, 2, fresh);
      rename_reads(was, result);
      editing.insert(i, {home, at});
      gate.made(made, i, fresh);
      if (joined) take(join, to, result, {{one, x == was ? was : x}, {two, y}, {home, fresh}});
      r.values.push_back(result);
    };
  }
  void take(const Draft& join, BlockId to, ValueId result, const std::vector<std::pair<BlockId, ValueId>>& in) {
    const Operand def{result, Role::def};
    const InstId i = code.make({"phi", Effect::phi, {}}, std::span(&def, 1));
    editing.insert(i, {to, all(code, to)[0]});
    editing.set_incoming(i, in);
    gate.made(join, i, result);
  }
  // A new instruction of two values, which one reads instead of a third, or all do.
  Done sum() {
    const auto at = r.spot(), user = r.movable();
    if (!at || !user) return {};
    const ValueId x = r.mentioned(), y = r.mentioned(), of = any_replaceable();
    const bool every = r.below(2) == 0;
    const std::uint32_t reg = gate.new_register(of), reads[] = {gate.register_of(x), gate.register_of(y)};
    const Draft made = gate.insert(reg, reads, number(code.parent(*at)), at);
    std::vector<Operand> old = operands(*user);
    std::erase_if(old, [&](const Operand& o) { return o.value != of; });
    const bool writes = std::any_of(old.begin(), old.end(), [](const Operand& o) { return o.is_def(); });
    if (every)
      gate.replace_by(of, reg);
    else if (!writes)
      gate.rename_by(*user, of, reg);
    return [=, this] {
      const ValueId fresh = editing.new_value(of);
      if (code.others.count(of) != 0) code.others.insert(fresh);
      if (every)
        rename_reads(of, fresh);
      else if (!writes)
        rename_in(*user, of, fresh, false);
      const InstId i =
          code.make({"op", pure, {}}, std::vector<Operand>{{x, Role::use}, {y, Role::use}, {fresh, Role::def}});
      editing.insert(i, {code.parent(*at), at});
      gate.made(made, i, fresh);
      r.values.push_back(fresh);
    };
  }
  Done phi() {
    const BlockId to = r.block(), one = r.block(), two = r.block();
    const ValueId x = r.mentioned(), y = r.mentioned(), of = any_replaceable();
    const std::uint32_t reg = gate.new_register(of);
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> takes{{number(one), gate.register_of(x)},
                                                                     {number(two), gate.register_of(y)}};
    const Draft made = gate.insert_phi(reg, number(to), takes);
    gate.replace_by(of, reg);
    return [=, this] {
      const ValueId fresh = editing.new_value(of);
      if (code.others.count(of) != 0) code.others.insert(fresh);
      rename_reads(of, fresh);
      take(made, to, fresh, {{one, x}, {two, y}});
      r.values.push_back(fresh);
    };
  }
};

struct Counts {
  std::uint32_t worse = 0, better = 0, same = 0, raised = 0, searched = 0;
};

template <class Own>
void change_and_compare(std::uint32_t seed, Counts& counts) {
  std::uint32_t& searched = counts.searched;
  CAPTURE(seed);
  RandomCode r(seed);
  Own own{&r.code};
  own.all[0].limit = r.below(4) == 0 ? 0 : 2 + r.below(5);
  own.all[1].limit = r.below(2) == 0 ? 0 : 1 + r.below(3);
  own.all[1].steps = {{1 + r.below(3), 2}, {5, 1}};
  passes::PressureGateOptions options;
  options.ignored_sets = r.below(3) == 0 ? 1 + r.below(2) : 0;
  options.clobbers = r.below(4) != 0;
  Chain chain(r.code);
  passes::PressureGate<ToldCode, Own> gate(chain, own, options);
  REQUIRE(gate.asks());
  Changes<Own> changes(r, chain, gate);
  const auto compare = [&](const Peaks<Own>& now) {
    bool any = false;
    for (const BlockId b : r.blocks) {
      bool here = false;
      for (std::uint32_t s = 0; s < 2; ++s) {
        const std::uint64_t peak = gate.tracker()->peak(changes.number(b), s);
        CHECK(peak == now.of.at(b)[s]);
        here |= own.all[s].limit != 0 && peak > own.all[s].limit;
      }
      CHECK(gate.above_limit(changes.number(b)) == here);
      any |= here;
    }
    CHECK(gate.above_limit() == any);
    const pressure::Stats& stats = gate.tracker()->stats();
    CHECK(gate.walked() == stats.block_changes + stats.searched);
    searched = std::max<std::uint32_t>(searched, static_cast<std::uint32_t>(stats.searched));
  };
  Peaks<Own> before(r.code, own, options.clobbers);
  CHECK(gate.above_limit() == std::any_of(before.excess.begin(), before.excess.end(), [](auto e) { return e != 0; }));
  compare(before);
  for (std::uint32_t k = 0; k < 14; ++k) {
    gate.begin();
    const auto done = changes.next();
    CAPTURE(k);
    CAPTURE(changes.kind);
    const bool worse = gate.worse(), better = gate.better(), raises = gate.raises();
    if (!done || r.below(4) == 0) {
      gate.back();
      compare(before);
      continue;
    }
    gate.keep();
    done();
    const Peaks<Own> now(r.code, own, options.clobbers);
    compare(now);
    CHECK(worse == now.worse(before, options.ignored_sets));
    CHECK(better == now.better(before, options.ignored_sets));
    CHECK(raises == now.raises(before));
    counts.worse += worse, counts.better += better, counts.same += !worse && !better, counts.raised += raises;
    before = now;
  }
}

}  // namespace

TEST_CASE("pressure gate: random changes, told first and made then, beside peaks counted anew") {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) change_and_compare<TwoSets>(seed, counts);
  for (std::uint32_t seed = 1; seed <= 50; ++seed) change_and_compare<ByReference>(seed, counts);
  for (const std::uint32_t n : {counts.worse, counts.better, counts.same, counts.raised}) CHECK(n > 100);
  CHECK(counts.searched > 10);
}
