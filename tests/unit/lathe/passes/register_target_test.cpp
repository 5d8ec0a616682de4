// Random functions of the toy machine fitted into few registers: they do the same, with slots and memory executed, at every
// fuel; the excess that the pass tells is that of a slow count. The map of crowded places, cuts and what can be had again are
// compared with slow twins.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <lathe/passes/register_target.hpp>

#include "unit/lathe/passes/few_registers.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction, toy::FrameOp, toy::MachineInst;
using Own = FewRegisters;

using passes::detail::CrowdedMap;

void build(CrowdedMap& map, const EditFunction& f, const program::Numbering<EditFunction>& n, std::uint32_t limit) {
  static const program::RegisterClass word{"word", {{0, 1}}};
  map.build(f, n, {limit}, [](ValueId) -> const program::RegisterClass& { return word; });
}

}  // namespace

TEST_CASE("functions in few registers do the same, at every fuel, and the excess is what a slow count says") {
  toy::RandomFunctions random(11);
  passes::RegisterTargetStats all;
  std::uint64_t told = 0, left = 0;
  for (std::uint32_t round = 0; round < 120; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa);
    drop_phis(before);
    const auto was = run_with_slots(before, 200'000);
    REQUIRE(was.has_value());
    const std::uint32_t limit = 3 + round % 4;
    passes::RegisterTargetOptions options;
    options.spill = round % 3 != 0;
    options.make_again = round % 2 == 0;
    options.most_cost = 1000;
    if (round % 5 == 0) options.fuel = round % 7;
    EditFunction behind(ssa);
    drop_phis(behind);
    Own own(behind, limit);
    const auto result = passes::register_target(behind, own, options);
    if (options.fuel != 0) CHECK(result.stats.excess_before == slow_excess(before, limit));
    const auto is = run_with_slots(behind, 400'000);
    REQUIRE(is.has_value());
    if (!(was->shown == is->shown) || !(was->memory == is->memory))
      MESSAGE(before.text() << "became\n" << behind.text());
    CHECK(was->shown == is->shown);
    CHECK(was->memory == is->memory);
    told += result.stats.excess_before;
    left += slow_excess(behind, limit);
    for (const auto& [name, field] : passes::RegisterTargetStats::fields()) all.*field += result.stats.*field;
    if (options.fuel == 0) CHECK(behind.text() == before.text());
  }
  CHECK(all.made > 25);
  CHECK(all.loads > 3);
  CHECK(all.reloads > 100);
  CHECK(all.stores > 100);
  CHECK(5 * left < 3 * told);
}

TEST_CASE("the map of crowded places says what a slow count says") {
  toy::RandomFunctions random(21);
  for (std::uint32_t round = 0; round < 20; ++round) {
    CAPTURE(round);
    EditFunction f(random.next());
    drop_phis(f);
    const std::uint32_t limit = 2 + round % 5;
    const program::Numbering<EditFunction> n(f);
    CrowdedMap map;
    build(map, f, n, limit);
    const SlowLives<EditFunction> slow(f, limit);
    CHECK(map.excess() == slow.excess);
    CHECK(map.excess_as_built() == slow.excess);
    CHECK(map.sets() == 1);
    CHECK(map.limit(0) == limit);
    std::set<std::uint32_t> crowded, through;
    std::map<std::uint32_t, std::uint32_t> peaks, ends;
    for (const auto& p : slow.places) {
      const std::uint32_t i = n.inst_number(InstId(p.inst)), b = n.block_of(i);
      CHECK(map.pressure(i, 0) == p.most);
      peaks[b] = std::max<std::uint32_t>(peaks[b], static_cast<std::uint32_t>(p.most));
      ends[b] = static_cast<std::uint32_t>(p.most);
      if (p.most > limit) crowded.insert(b);
      CHECK(map.above(i, i + 1, 0) == (p.most > limit));
      CHECK(!map.above(i, i, 0));
      std::set<std::uint32_t> reads;
      f.for_each_operand(n.inst(i), [&](const auto& o) {
        if (!o.is_def()) reads.insert(o.value.value);
      });
      for (std::uint32_t v = 0; v < n.values(); ++v) {
        const std::uint32_t value = n.value(v).value;
        bool named = false;
        f.for_each_operand(n.inst(i), [&](const auto& o) { named |= o.value.value == value; });
        const bool lives = named ? reads.count(value) != 0 : p.after.count(value) != 0;
        if (map.lives_at(v, i) != lives) FAIL("value " << value << " at " << i);
      }
    }
    for (const auto& [b, peak] : peaks) {
      CHECK(map.peak(b, 0) == peak);
      CHECK(map.at_end(b, 0) == ends[b]);
    }
    for (const auto& p : slow.places)
      if (const std::uint32_t i = n.inst_number(InstId(p.inst)); crowded.count(n.block_of(i)) != 0) {
        for (const auto v : p.before) through.insert(n.value_number(ValueId(v)));
        for (const auto v : p.after) through.insert(n.value_number(ValueId(v)));
        f.for_each_operand(n.inst(i), [&](const auto& o) { through.insert(n.value_number(o.value)); });
      }
    CHECK(map.candidates() == std::vector<std::uint32_t>(through.begin(), through.end()));
  }
}

TEST_CASE("a cut comes where it is needed, and relieves what it says") {
  toy::RandomFunctions random(22);
  std::uint64_t relieved = 0, comes = 0;
  for (std::uint32_t round = 0; round < 24; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction f(ssa);
    drop_phis(f);
    const std::uint32_t limit = 2 + round % 4;
    const program::Numbering<EditFunction> n(f);
    CrowdedMap map;
    build(map, f, n, limit);
    const SlowLives<EditFunction> before(f, limit);
    const std::uint32_t period = 1 + round % 5;  // every so many mentions it cannot be had
    for (const std::uint32_t v : map.candidates()) {
      CAPTURE(v);
      std::vector<CrowdedMap::Come> found;
      std::vector<CrowdedMap::Span> spans;
      const auto had = [&](std::uint32_t k) { return period > 1 && k % period == 0 ? program::none : 7U; };
      map.cut(
          v, had, [&](std::uint32_t b) { return had(b); }, [&](const CrowdedMap::Come& c) { found.push_back(c); },
          spans);
      // The same in a copy: a definition wherever it comes.
      EditFunction g(ssa);
      drop_phis(g);
      std::uint32_t at_end = 0;
      for (const auto& c : found) {
        const program::Operand<ValueId> def[] = {{n.value(v), program::Role::def}};
        const InstId made = g.make(FrameOp{FrameOp::Kind::plain, {MachineInst::Op::set, 0, 0}, 0}, def);
        const program::Numbering<EditFunction> m(f);  // handles of f and g are the same
        std::optional<InstId> at;
        if (c.inst != program::none) at = m.inst(c.inst);
        if (c.inst == program::none)
          for (const InstId i : g.instructions(m.block(c.block)))
            if (!at && !g.targets(i).empty()) at = i;
        g.put(made, {m.block(c.block), at});
        CHECK(c.source == 7);
        at_end += c.inst == program::none;
      }
      comes += found.size();
      const SlowLives<EditFunction> after(g, limit);
      std::set<std::uint32_t> less, told;
      std::map<std::uint32_t, const SlowLives<EditFunction>::Place*> then;
      for (const auto& p : after.places) then[p.inst] = &p;
      const std::uint32_t value = n.value(v).value;
      std::uint64_t gain = 0;
      for (const auto& p : before.places) {
        bool named = false;
        f.for_each_operand(InstId(p.inst), [&](const auto& o) { named |= o.value.value == value; });
        if (named || p.after.count(value) == 0 || then.at(p.inst)->after.count(value) != 0) continue;
        less.insert(n.inst_number(InstId(p.inst)));
        gain += p.most > limit;
      }
      for (const auto& s : spans) {
        CHECK(n.first(s.block) <= s.begin);
        CHECK(s.end <= n.first(s.block + 1));
        for (std::uint32_t i = s.begin; i < s.end; ++i) CHECK(told.insert(i).second);
      }
      // Where it comes at a block's end in front of a branch, it lives there.
      for (const auto& c : found)
        if (c.inst == program::none)
          for (std::uint32_t i = n.first(c.block); i < n.first(c.block + 1); ++i)
            if (f.effects(n.inst(i)).has(program::Effect::terminator)) told.erase(i);
      for (const auto& c : found)
        if (c.inst == program::none)
          for (std::uint32_t i = n.first(c.block); i < n.first(c.block + 1); ++i)
            if (f.effects(n.inst(i)).has(program::Effect::terminator)) less.erase(i);
      CHECK(told == less);
      CrowdedMap then_map = map;
      then_map.relieve(v, spans);
      std::uint64_t excess = 0;
      for (const auto& q : before.places) {
        const std::uint32_t i = n.inst_number(InstId(q.inst)), now = then_map.pressure(i, 0);
        bool inside = false;
        for (const auto& s : spans) inside |= s.begin <= i && i < s.end;
        if (now + (inside ? 1 : 0) != q.most) FAIL("pressure at " << i);
        excess += now > limit ? now - limit : 0;
      }
      CHECK(then_map.excess() == excess);
      if (at_end == 0) CHECK(map.gain(v, spans) == gain);
      relieved += told.size();
    }
  }
  CHECK(relieved > 500);
  CHECK(comes > 100);
}

TEST_CASE("code with phis is refused, and what has no hook does without") {
  toy::RandomFunctions random(12);
  std::uint32_t refused = 0;
  for (int round = 0; round < 20; ++round) {
    EditFunction f(random.next());
    const std::string was = f.text();
    bool phis = false;
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) phis |= f.payload(i).kind == FrameOp::Kind::phi;
    Own own(f, 2);
    const auto result = passes::register_target(f, own);
    if (!phis) continue;
    CHECK(result.refused == passes::RegisterTargetReason::phis);
    CHECK(f.text() == was);
    ++refused;
  }
  CHECK(refused > 5);
}

namespace {

// What again.hpp finds, by the definitions: one source at a time, until nothing changes.
class SlowAgain {
 public:
  using Source = passes::detail::Source<EditFunction>;
  SlowAgain(const EditFunction& f, const program::Numbering<EditFunction>& n)
      : f_(f), n_(n), reached_(n.blocks(), false) {
    reached_[0] = true;
    for (std::uint32_t k = 0; k < n.blocks(); ++k)  // as often as there are blocks
      for (std::uint32_t b = 0; b < n.blocks(); ++b)
        if (reached_[b]) f.for_each_successor(n.block(b), [&](BlockId to) { reached_[n.block_number(to)] = true; });
  }

  /// Per block: does it hold in front of the first instruction?
  std::vector<bool> entries(const Source& s) const {
    std::vector<bool> in(n_.blocks(), true);
    in[0] = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t b = 0; b < n_.blocks(); ++b) {
        if (!reached_[b]) continue;
        bool holds = in[b];
        for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) holds = behind(s, i, holds);
        if (holds) continue;
        f_.for_each_successor(n_.block(b), [&](BlockId to) {
          const std::uint32_t t = n_.block_number(to);
          changed |= in[t];
          in[t] = false;
        });
      }
    }
    return in;
  }
  bool behind(const Source& s, std::uint32_t i, bool before) const {
    const ValueId v = n_.value(s.value);
    const InstId inst = n_.inst(i);
    if (s.maker != program::none) {
      const InstId maker = n_.inst(s.maker);
      if (operands(inst) == operands(maker) && f_.key(inst) == f_.key(maker)) return true;
      bool kills = writes(inst, v);
      for (const auto& [value, def] : operands(maker)) kills |= !def && writes(inst, ValueId(value));
      return before && !kills;
    }
    const MachineInst m = f_.inst(inst);
    if (f_.is_plain(inst, MachineInst::Op::load) && m.writes.size() == 1 && ValueId(m.writes[0]) == v &&
        ValueId(m.reads[0]) == s.access.base && !(v == s.access.base) && m.constant == s.access.offset)
      return true;
    if (f_.is_plain(inst, MachineInst::Op::store) && m.reads.size() == 2 && ValueId(m.reads[1]) == v &&
        ValueId(m.reads[0]) == s.access.base && m.constant == s.access.offset)
      return true;
    bool kills = writes(inst, v) || writes(inst, s.access.base);
    if (f_.is_plain(inst, MachineInst::Op::store))
      kills |= !(ValueId(m.reads[0]) == s.access.base) ||
               (m.constant < s.access.offset + 1 &&
                s.access.offset < m.constant + static_cast<std::int64_t>(m.reads.size()) - 1);
    return before && !kills;
  }
  std::vector<std::pair<std::uint32_t, bool>> operands(InstId i) const {
    std::vector<std::pair<std::uint32_t, bool>> out;
    f_.for_each_operand(i, [&](const auto& o) { out.emplace_back(o.value.value, o.is_def()); });
    if (f_.effects(i).has(program::Effect::commutes) && out.size() > 1 && out[1] < out[0]) std::swap(out[0], out[1]);
    return out;
  }

 private:
  bool writes(InstId i, ValueId v) const {
    bool found = false;
    f_.for_each_operand(i, [&](const auto& o) { found |= o.is_def() && o.value == v; });
    return found;
  }
  const EditFunction& f_;
  const program::Numbering<EditFunction>& n_;
  std::vector<bool> reached_;
};

}  // namespace

TEST_CASE("what can be had again is what the definitions say") {
  toy::RandomFunctions random(23);
  std::uint64_t made = 0, held = 0;
  for (std::uint32_t round = 0; round < 20; ++round) {
    CAPTURE(round);
    EditFunction f(random.next());
    drop_phis(f);
    Own own(f, 3);
    const program::Numbering<EditFunction> n(f);
    CrowdedMap map;
    build(map, f, n, 3);
    const passes::detail::Again<EditFunction, Own> again(f, n, map.cfg(), map.order(), own,
                                                         [](std::uint32_t v) { return v % 7 != 3; });
    const SlowAgain slow(f, n);
    const auto& sources = again.sources();
    CHECK(again.empty() == sources.empty());
    std::vector<std::vector<bool>> entries;
    std::set<std::string> known;
    for (const auto& s : sources) {
      entries.push_back(slow.entries(s));
      CHECK(s.value % 7 != 3);
      if (s.maker != program::none) CHECK(f.effects(n.inst(s.maker)).reusable());
      CHECK(s.reads == (s.maker == program::none));
    }
    // Nothing is left out: each instruction that may be done again is a source, and each load and store that can be read.
    std::set<std::pair<std::uint32_t, std::vector<std::uint32_t>>> access;
    std::size_t expected = 0;
    std::set<std::pair<std::string, std::vector<std::pair<std::uint32_t, bool>>>> seen;
    for (std::uint32_t i = 0; i < n.insts(); ++i) {
      const InstId inst = n.inst(i);
      const MachineInst m = f.inst(inst);
      const auto e = f.effects(inst);
      bool tied = false;
      f.for_each_operand(inst, [&](const auto& o) { tied |= o.tied >= 0; });
      if (m.writes.size() == 1 && !tied && e.speculatable() && n.value_number(ValueId(m.writes[0])) % 7 != 3 &&
          std::find(m.reads.begin(), m.reads.end(), m.writes[0]) == m.reads.end())
        expected += seen.insert({f.key(inst), slow.operands(inst)}).second;
      own.for_each_held(inst, [&](ValueId v, const program::Access<ValueId>& at) {
        if (n.value_number(v) % 7 == 3 || v == at.base) return;
        expected += access.insert({v.value, {at.base.value, static_cast<std::uint32_t>(at.offset)}}).second;
      });
    }
    CHECK(sources.size() == expected);
    for (std::uint32_t b = 0; b < n.blocks(); ++b) {
      if (!map.order().reachable(b)) continue;
      std::vector<bool> now;
      for (const auto& in : entries) now.push_back(in[b]);
      const auto best = [&](std::uint32_t v) {
        for (const bool maker : {true, false})
          for (std::uint32_t s = 0; s < sources.size(); ++s)
            if (now[s] && sources[s].value == v && (sources[s].maker != program::none) == maker) return s;
        return program::none;
      };
      std::uint32_t at = n.first(b);
      again.walk(b, [&](std::uint32_t i, auto&& holds) {
        CHECK(i == at++);
        for (std::uint32_t v = 0; v < n.values(); ++v)
          if (holds(v) != best(v)) FAIL("value " << v << " at " << i << ": " << holds(v) << " for " << best(v));
        for (std::uint32_t s = 0; s < sources.size(); ++s) {
          now[s] = slow.behind(sources[s], i, now[s]);
          (sources[s].maker != program::none ? made : held) += now[s];
        }
      });
      CHECK(at == n.first(b + 1));
      for (std::uint32_t v = 0; v < n.values(); ++v)
        if (again.at_end(b, v) != best(v)) FAIL("value " << v << " behind " << b);
    }
  }
  CHECK(made > 300);
  CHECK(held > 100);
}

TEST_CASE("so many sources that are not firm, and no more; firm ones all") {
  toy::RandomFunctions random(24);
  std::size_t firm = 0;
  for (int round = 0; round < 10; ++round) {
    EditFunction f(random.next());
    drop_phis(f);
    Own own(f, 3);
    const program::Numbering<EditFunction> n(f);
    CrowdedMap map;
    build(map, f, n, 3);
    const auto all = [](std::uint32_t) { return true; };
    using Again = passes::detail::Again<EditFunction, Own>;
    const auto others = [](const Again& again) {
      return std::count_if(again.sources().begin(), again.sources().end(),
                           [](const auto& s) { return s.bit != program::none; });
    };
    const Again whole(f, n, map.cfg(), map.order(), own, all);
    firm += whole.sources().size() - static_cast<std::size_t>(others(whole));
    for (const std::uint32_t most : {0U, 3U, 8U}) {
      const Again again(f, n, map.cfg(), map.order(), own, all, most);
      CHECK(others(again) == std::min<std::ptrdiff_t>(most, others(whole)));
      CHECK(again.sources().size() - whole.sources().size() == static_cast<std::size_t>(others(again) - others(whole)));
    }
  }
  CHECK(firm > 20);
}
