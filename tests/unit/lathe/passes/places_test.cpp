// Where instructions stand and what is certain between two places: random code and random edits beside a twin that walks over the
// code each time.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <lathe/passes/places.hpp>

#include "unit/lathe/passes/place_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::Standing;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = SmallCode::Operand;

// ---- the twin

struct Twin {
  PlaceCode& code;
  std::vector<BlockId> blocks;
  std::map<BlockId, std::vector<BlockId>> next, back;
  explicit Twin(PlaceCode& c) : code(c) {
    for (const BlockId b : code.blocks()) {
      blocks.push_back(b);
      code.for_each_successor(b, [&](BlockId to) { next[b].push_back(to), back[to].push_back(b); });
    }
  }
  bool ends(InstId i) const { return code.effects(i).has(Effect::terminator); }
  bool writes(InstId i) const {
    return code.effects(i).has(Effect::writes | Effect::ordered | Effect::side_effect | Effect::fixed);
  }
  std::size_t index(InstId i) const {
    const auto all = code.all(code.parent(i));
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), i) - all.begin());
  }
  std::set<BlockId> reached(std::optional<BlockId> without) const {
    std::set<BlockId> seen;
    std::vector<BlockId> work{blocks[0]};
    while (!work.empty()) {
      const BlockId b = work.back();
      work.pop_back();
      if (without == b || !seen.insert(b).second) continue;
      if (next.count(b) != 0) work.insert(work.end(), next.at(b).begin(), next.at(b).end());
    }
    return seen;
  }
  bool reachable(BlockId b) const { return reached({}).count(b) != 0; }
  bool dominates(BlockId a, BlockId b) const { return reached(a).count(b) == 0; }
  bool dominates(InstId a, InstId b) const {
    return code.parent(a) == code.parent(b) ? index(a) <= index(b) : dominates(code.parent(a), code.parent(b));
  }
  std::vector<InstId> definitions(ValueId v) const {
    std::vector<InstId> out;
    for (const BlockId b : blocks)
      for (const InstId i : code.all(b))
        code.for_each_operand(i, [&](const Operand& o) {
          if (o.is_def() && o.value == v) out.push_back(i);
        });
    return out;
  }
  bool settled(ValueId v, InstId at) const {
    const auto defs = definitions(v);
    if (code.pinned(v) || defs.size() > 1) return false;
    return defs.empty() || (defs[0] != at && dominates(defs[0], at));
  }
  bool changes(InstId writer, InstId load) const {
    const Effects e = code.effects(writer);
    if (e.has(Effect::ordered | Effect::side_effect | Effect::fixed)) return true;
    if (!e.has(Effect::writes)) return false;
    std::vector<Access> w, l;
    code.for_each_access(writer, [&](const Access& a) { w.push_back(a); });
    code.for_each_access(load, [&](const Access& a) { l.push_back(a); });
    bool meets = w.empty() || l.empty();
    for (const Access& x : w)
      for (const Access& y : l) meets |= passes::may_meet(x, y, !x.has_base || definitions(x.base).size() <= 1);
    return meets;
  }
  // Back from an instruction, one at a time, to another that is passed on each way.
  bool clean(InstId load, InstId from, InstId to) const {
    std::set<std::pair<BlockId, std::size_t>> seen;
    std::vector<std::pair<BlockId, std::size_t>> work{{code.parent(to), index(to)}};
    while (!work.empty()) {
      auto [b, at] = work.back();
      work.pop_back();
      const auto all = code.all(b);
      bool stopped = false;
      while (at > 0 && !stopped) {
        const InstId i = all[--at];
        if (i == from)
          stopped = true;
        else if (changes(i, load))
          return false;
      }
      if (stopped || back.count(b) == 0) continue;
      for (const BlockId q : back.at(b))
        if (reachable(q) && seen.emplace(q, 0).second) work.emplace_back(q, code.all(q).size());
    }
    return true;
  }
};

struct RandomCode {
  PlaceCode code;
  std::mt19937 random;
  std::vector<BlockId> blocks;
  std::vector<ValueId> values;
  explicit RandomCode(std::uint32_t seed) : random(seed) { make(); }
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  ValueId any() { return values[below(static_cast<std::uint32_t>(values.size()))]; }
  BlockId block() { return blocks[below(static_cast<std::uint32_t>(blocks.size()))]; }
  ValueId fresh() {
    if (below(8) == 0) return any();
    values.push_back(code.make_value());
    return values.back();
  }
  InstId inst(BlockId b) {
    switch (below(7)) {
      case 0:
        return code.add(b, {"load", Effect::reads, below(3) * 2}, {{any(), Role::use}, {fresh(), Role::def}});
      case 1:
        return code.add(b, {"store", Effect::writes, below(3) * 2}, {{any(), Role::use}, {any(), Role::use}});
      case 2:
        return code.add(b, {"odd", pure, {}}, {{below(2) == 0 ? code.writing : any(), Role::use}});
      case 3:
        return code.add(b, {below(3) == 0 ? "fence" : "plain", below(3) == 0 ? Effect::ordered : Effect::none, {}}, {});
      default:
        return code.add(b, {"op", pure, {}}, {{any(), Role::use}, {any(), Role::use}, {fresh(), Role::def}});
    }
  }
  void make() {
    for (std::uint32_t k = 2 + below(6); k > 0; --k) blocks.push_back(code.block());
    for (std::uint32_t k = 0; k < 4; ++k) values.push_back(code.make_value());
    code.pins = {values[0]};
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const BlockId b = blocks[k];
      if (k != 0 && below(2) == 0) values.push_back(code.phi(b, {{block(), any()}, {block(), any()}}));
      for (std::uint32_t n = below(5); n > 0; --n) inst(b);
      if (below(5) == 0) code.add(b, {"guarded exit", Effect::terminator, {}}, {{any(), Role::use}});
      if (k + 1 == blocks.size() || below(9) == 0)
        code.ret(b);
      else if (below(2) == 0)
        code.jump(b, blocks[k + 1 + below(static_cast<std::uint32_t>(blocks.size() - k - 1))]);
      else
        code.branch(b, any(), blocks[k + 1], blocks[1 + below(static_cast<std::uint32_t>(blocks.size() - 1))]);
    }
  }
};

void compare_rows(Made<PlaceCode>& m, const Twin& twin) {
  const auto& known = m.chain.known();
  for (const BlockId b : twin.blocks) {
    const std::uint32_t n = m.block(b);
    std::vector<std::uint32_t> insts, walked, writers;
    std::optional<InstId> end, last;
    std::uint32_t ends = 0;
    for (const InstId i : m.code.all(b)) {
      insts.push_back(known.insts.find(i));
      CHECK(m.of(i).block == n);
      if (last) CHECK(m.of(*last) < m.of(i));
      CHECK(m.of(i) == m.places.of(insts.back()));
      CHECK(m.places.effects(insts.back()) == m.code.effects(i));
      CHECK(m.places.behind_a_terminator(m.of(i)) == end.has_value());
      if (twin.writes(i)) writers.push_back(insts.back());
      if (twin.ends(i) && !end) end = i;
      ends += twin.ends(i);
      last = i;
    }
    m.places.for_each_in(n, [&](std::uint32_t i) { walked.push_back(i); });
    CHECK(m.places.instructions(n) == insts);
    CHECK(walked == insts);
    CHECK(m.places.writers(n) == writers);
    CHECK(m.places.writes(n) == !writers.empty());
    CHECK(m.places.spot_at_end(n).block == b);
    CHECK(m.places.spot_at_end(n).before == end);
    CHECK(m.places.end_of(n).block == n);
    for (const InstId i : m.code.all(b))
      CHECK((m.of(i) < m.places.end_of(n)) == (!end || twin.index(i) < twin.index(*end)));
    CHECK(m.places.end_of(n).at > 0);
    CHECK(m.places.may_leave(n) == (twin.next.count(b) == 0 || ends > 1));
  }
  CHECK(m.faults() == "");
}

struct Counts {
  std::uint32_t clean = 0, dirty = 0, settled = 0, unsettled = 0, behind = 0, before = 0;
};

void compare_ways(Made<PlaceCode>& m, const Twin& twin, RandomCode& r, Counts& counts) {
  const auto& known = m.chain.known();
  std::vector<InstId> insts;
  for (const BlockId b : twin.blocks) {
    CHECK(m.places.reachable(m.block(b)) == twin.reachable(b));
    if (!twin.reachable(b)) continue;
    for (const InstId i : m.code.all(b)) insts.push_back(i);
    for (const BlockId c : twin.blocks) {
      if (!twin.reachable(c)) continue;
      std::optional<BlockId> nearest;
      for (const BlockId d : twin.blocks)
        if (twin.reachable(d) && twin.dominates(d, b) && twin.dominates(d, c) &&
            (!nearest || twin.dominates(*nearest, d)))
          nearest = d;
      CHECK(m.places.common(m.block(b), m.block(c)) == m.block(*nearest));
    }
  }
  if (insts.empty()) return;
  const auto any = [&] { return insts[r.below(static_cast<std::uint32_t>(insts.size()))]; };
  for (std::uint32_t k = 0; k < 60; ++k) {
    const InstId a = any(), b = any(), load = any();
    const ValueId v = r.any();
    CHECK(m.places.dominates(m.of(a), m.of(b)) == twin.dominates(a, b));
    if (known.values.find(v) == program::none) continue;
    CHECK(m.places.settled(v, m.of(b)) == twin.settled(v, b));
    bool all = true;
    m.code.for_each_operand(a, [&](const Operand& o) { all = all && (o.is_def() || twin.settled(o.value, b)); });
    CHECK(m.places.reads_settled(a, m.of(b)) == all);
    (all ? counts.settled : counts.unsettled)++;
    bool behind = true;
    for (const BlockId q : twin.blocks)
      for (const InstId i : m.code.all(q)) {
        if (twin.reachable(q))
          m.code.for_each_operand(
              i, [&](const Operand& o) { behind &= o.is_def() || o.value != v || twin.dominates(a, i); });
        m.code.for_each_incoming(i, [&](BlockId from, ValueId taken) {
          if (taken == v && twin.reachable(from)) behind &= twin.dominates(m.code.parent(a), from);
        });
      }
    bool reached = true;  // only what the entry reaches is dominated by anything
    m.places.for_each_read(v, [&](const Standing& at) { reached &= m.places.reachable(at.block); });
    if (reached) CHECK(m.places.reads_behind(v, m.of(a)) == behind);
    (behind ? counts.behind : counts.before)++;
    if (a == b || !twin.dominates(a, b) || m.code.payload(load).name != "load") continue;
    const bool clean = twin.clean(load, a, b);
    CHECK(m.places.clean(load, m.of(a), m.of(b)) == clean);
    (clean ? counts.clean : counts.dirty)++;
  }
}

void edit(Made<PlaceCode>& m, RandomCode& r) {
  auto editing = m.editing();
  const BlockId b = r.block(), to = r.block();
  const auto from = m.code.all(b), there = m.code.all(to);
  const auto any = [&](const std::vector<InstId>& all) { return all[r.below(static_cast<std::uint32_t>(all.size()))]; };
  const auto spot = [&] {
    program::spot_t<PlaceCode> at{to, {}};
    if (!there.empty() && r.below(4) != 0) at.before = any(there);
    return at;
  };
  if (from.empty()) return;
  const InstId i = any(from);
  const bool ends = m.code.effects(i).has(Effect::terminator) && !m.code.targets(i).empty();
  switch (r.below(4)) {
    case 0:
      if (!ends) editing.move(i, spot());
      break;
    case 1:
      if (!ends) editing.insert(m.code.clone(i), spot());
      break;
    case 2:
      if (!ends) editing.erase(i);
      break;
    default:
      if (m.code.payload(i).name == "odd") editing.set_operand(i, 0, r.below(2) == 0 ? m.code.writing : r.any());
  }
}

}  // namespace

TEST_CASE("places: random code and random edits, beside a twin that walks over it") {
  Counts counts;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    RandomCode r(seed);
    Made<PlaceCode> m(r.code);
    for (std::uint32_t k = 0; k < 12; ++k) {
      const Twin twin(r.code);
      compare_rows(m, twin);
      compare_ways(m, twin, r, counts);
      for (std::uint32_t n = 0; n < 4; ++n) edit(m, r);
    }
  }
  for (const std::uint32_t n :
       {counts.clean, counts.dirty, counts.settled, counts.unsettled, counts.behind, counts.before})
    CHECK(n > 60);
}

TEST_CASE("places: so many go to one spot that positions are given anew") {
  for (const std::uint32_t where : {0, 1, 2}) {  // in front of the first, between two, at the end
    PlaceCode code;
    const BlockId b = code.block();
    code.op(b, "first", pure, {});
    const InstId second = code.add(b, {"second", pure, {}}, {}), store = code.add(b, {"store", Effect::writes, {}}, {});
    Made<PlaceCode> m(code);
    auto editing = m.editing();
    for (std::uint32_t k = 0; k < 100; ++k) {
      const auto all = code.all(b);
      const InstId fresh = code.clone(k % 3 == 0 ? store : second);
      if (where == 2)
        editing.append(fresh, b);
      else
        editing.insert_before(fresh, where == 0 ? all[0] : second);
      compare_rows(m, Twin(code));
    }
    editing.insert(code.clone(store), {b, store});
    code.ret(b);
  }
}

TEST_CASE("places: blocks come and go") {
  PlaceCode code;
  const BlockId entry = code.block(), left = code.block();
  code.jump(entry, left);
  code.store(left, code.parameter(), 0, code.parameter());
  code.ret(left);
  Made<PlaceCode> m(code);
  auto editing = m.editing();
  const BlockId fresh = editing.new_block(left);
  compare_rows(m, Twin(code));
  editing.retarget(entry, 0, fresh);
  editing.retarget(fresh, 0, entry);
  editing.erase_block(left);
  CHECK(!m.places.writes(m.block(left)));
  CHECK(m.places.instructions(m.block(left)).empty());
  compare_rows(m, Twin(code));
}
