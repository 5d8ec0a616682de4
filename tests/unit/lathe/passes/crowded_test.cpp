// Compiled at -O1
// Where registers do not suffice, and where a value would have to come again: random code beside twins that ask of each place for
// a way to a read, or back to a mention.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/passes/crowded.hpp>

#include "unit/lathe/passes/crowded_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Map = passes::detail::CrowdedMap;
using ids::none;
using Spans = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;
using Comes = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

struct Made {
  const ToldCode& code;
  TwoSets own;
  program::Numbering<ToldCode> n;
  std::vector<std::uint32_t> limits;
  Map map;
  Made(const ToldCode& c, std::vector<std::uint32_t> most) : code(c), own(0), n(c), limits(std::move(most)) {
    map.build(c, n, limits, [&](ValueId v) -> const program::RegisterClass& { return own.register_class(v); });
  }
};

// By numbers of instructions, from the code alone.
struct Twin {
  const Made& m;
  std::vector<std::uint32_t> home;                       // per instruction: its block
  std::vector<std::vector<std::uint32_t>> next, before;  // per block
  std::set<std::uint32_t> reached;
  std::vector<std::vector<std::uint32_t>> reads, writes;  // per instruction
  std::vector<std::vector<bool>> in, out;                 // per value and block: live

  explicit Twin(const Made& made) : m(made), next(made.n.blocks()), before(made.n.blocks()) {
    for (std::uint32_t b = 0; b < m.n.blocks(); ++b) {
      m.code.for_each_successor(m.n.block(b), [&](BlockId to) {
        const std::uint32_t t = m.n.block_number(to);
        if (std::find(next[b].begin(), next[b].end(), t) == next[b].end()) next[b].push_back(t), before[t].push_back(b);
      });
      for (std::uint32_t i = m.n.first(b); i < m.n.first(b + 1); ++i) {
        home.push_back(b), reads.emplace_back(), writes.emplace_back();
        m.code.for_each_operand(
            m.n.inst(i), [&](const auto& o) { (o.is_def() ? writes : reads)[i].push_back(m.n.value_number(o.value)); });
      }
    }
    const std::function<void(std::uint32_t)> reach = [&](std::uint32_t b) {
      if (reached.insert(b).second)
        for (const std::uint32_t t : next[b]) reach(t);
    };
    reach(0);
    in.assign(m.n.values(), std::vector<bool>(m.n.blocks(), false));
    out = in;
    for (std::uint32_t v = 0; v < m.n.values(); ++v)
      for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t b = 0; b < m.n.blocks(); ++b) {
          bool live = behind_graph(v, b);
          for (const std::uint32_t t : next[b]) live = live || in[v][t];
          out[v][b] = live;
          const bool into = lives(v, m.n.first(b), b);
          changed |= into != in[v][b];
          in[v][b] = into;
        }
      }
  }
  static bool has(const std::vector<std::uint32_t>& all, std::uint32_t v) {
    return std::find(all.begin(), all.end(), v) != all.end();
  }
  bool mentions(std::uint32_t i, std::uint32_t v) const { return has(reads[i], v) || has(writes[i], v); }
  bool behind_graph(std::uint32_t v, std::uint32_t b) const {
    for (const auto& [block, x] : m.code.outs)
      if (m.n.value_number(x) == v && m.n.block_number(block) == b) return true;
    return false;
  }
  // In front of the instruction (or, behind the last one, at the end) of the block?
  bool lives(std::uint32_t v, std::uint32_t i, std::uint32_t b) const {
    for (; i < m.n.first(b + 1); ++i) {
      if (has(reads[i], v)) return true;
      if (has(writes[i], v)) return false;
    }
    return out[v][b];
  }
  std::uint32_t share(std::uint32_t v, std::uint32_t set) const {
    std::uint32_t sum = 0;
    for (const auto& s : m.own.register_class(m.n.value(v)).shares) sum += s.set == set ? s.factor : 0;
    return sum;
  }
  std::uint32_t pressure(std::uint32_t i, std::uint32_t set) const {
    if (reached.count(home[i]) == 0) return 0;
    std::uint32_t into = 0, behind = 0;
    for (std::uint32_t v = 0; v < m.n.values(); ++v) {
      if (lives(v, i, home[i])) into += share(v, set);
      if (lives(v, i + 1, home[i]) || has(writes[i], v)) behind += share(v, set);
    }
    return std::max(into, behind);
  }
  std::uint32_t over(std::uint32_t i, std::uint32_t set) const {
    const std::uint32_t p = pressure(i, set);
    return m.limits[set] == none || p <= m.limits[set] ? 0 : p - m.limits[set];
  }
};

void check_map(const Made& m, const Twin& t) {
  std::uint64_t excess = 0;
  std::set<std::uint32_t> crowded_blocks;
  const Map& map = m.map;
  CHECK(map.sets() == 2);
  std::vector<std::vector<bool>> above(2, std::vector<bool>(m.n.insts()));
  for (std::uint32_t set = 0; set < 2; ++set) {
    CHECK(map.limit(set) == m.limits[set]);
    for (std::uint32_t b = 0; b < m.n.blocks(); ++b) {
      std::uint32_t peak = 0, last = 0;
      bool any = false;
      for (std::uint32_t i = m.n.first(b); i < m.n.first(b + 1); ++i) {
        last = t.pressure(i, set);
        CHECK(map.pressure(i, set) == last);
        peak = std::max(peak, last);
        excess += t.over(i, set);
        above[set][i] = t.over(i, set) != 0;
        any = any || above[set][i];
      }
      CHECK(map.peak(b, set) == peak);
      CHECK(map.at_end(b, set) == last);
      CHECK(map.above_in(b, set) == any);
      if (any) crowded_blocks.insert(b);
    }
    const std::uint32_t n = m.n.insts();
    for (std::uint32_t begin = 0; begin < n; begin += 1 + n / 12)
      for (std::uint32_t end = begin; end <= n; ++end)
        CHECK(map.above(begin, end, set) ==
              (std::find(above[set].begin() + begin, above[set].begin() + end, true) != above[set].begin() + end));
  }
  CHECK(map.excess() == excess);
  CHECK(map.excess_as_built() == excess);
  std::uint32_t mentions = 0;
  for (std::uint32_t v = 0; v < m.n.values(); ++v) {
    std::vector<std::uint32_t> homes, writes;
    bool in_crowded = false, through = false;
    CHECK(map.units(v) == std::max(1U, t.share(v, 0) + t.share(v, 1)));
    for (std::uint32_t set = 0; set < 2; ++set) CHECK(map.share(v, set) == t.share(v, set));
    CHECK(map.first_mention(v) == mentions);
    for (std::uint32_t b = 0; b < m.n.blocks(); ++b) {
      bool is = t.in[v][b] || t.out[v][b], crowded = false;
      for (std::uint32_t i = m.n.first(b); i < m.n.first(b + 1); ++i) {
        const bool own = (t.share(v, 0) != 0 && above[0][i]) || (t.share(v, 1) != 0 && above[1][i]);
        crowded |= own;
        through |= own && t.lives(v, i, b) && !t.mentions(i, v);
        CHECK(map.crowded(v, i, i + 1) == own);
        CHECK(map.lives_at(v, i) == t.lives(v, i, b));
        std::uint32_t gap = i;
        while (gap > m.n.first(b) && !t.mentions(gap - 1, v)) --gap;
        CHECK(map.gap_begin(v, m.n.first(b), i) == gap);
        if (t.has(t.writes[i], v)) writes.push_back(i);
        if (!t.mentions(i, v)) continue;
        is = true;
        CHECK(map.mention(mentions).inst == i);
        CHECK(map.mention(mentions).reads == t.has(t.reads[i], v));
        CHECK(map.mention(mentions++).writes == t.has(t.writes[i], v));
      }
      CHECK(map.crowded_in(v, b) == crowded);
      if (!is || t.reached.count(b) == 0) continue;
      homes.push_back(b);
      in_crowded |= crowded_blocks.count(b) != 0;
    }
    CHECK(std::equal(homes.begin(), homes.end(), map.homes(v).begin(), map.homes(v).end()));
    map.for_each_write(v, [&, at = 0U](std::uint32_t i) mutable { CHECK(writes.at(at++) == i); });
    const auto& all = map.candidates();
    CHECK(std::is_sorted(all.begin(), all.end()));
    const bool candidate = std::binary_search(all.begin(), all.end(), v);
    CHECK(candidate == in_crowded);
    if (through) CHECK(candidate);
  }
  CHECK(map.mention_count() == mentions);
  for (std::uint32_t b = 0; b < m.n.blocks(); ++b) {
    std::vector<std::uint32_t> in, out;
    for (std::uint32_t v = 0; v < m.n.values(); ++v) {
      if (t.in[v][b]) in.push_back(v);
      if (t.out[v][b]) out.push_back(v);
    }
    if (t.reached.count(b) == 0) continue;
    CHECK(std::equal(in.begin(), in.end(), map.live_in(b).begin(), map.live_in(b).end()));
    CHECK(std::equal(out.begin(), out.end(), map.live_out(b).begin(), map.live_out(b).end()));
  }
}

// Where a value comes again, and where it lives no more, by their definitions.
struct CutTwin {
  const Made& m;
  const Twin& t;
  std::uint32_t v;
  std::uint32_t seed;
  std::set<std::uint32_t> at_end;  // blocks at whose end it comes, if it comes from far
  std::set<std::uint32_t> comes;   // instructions in front of which it comes

  std::uint32_t source_at(std::uint32_t i) const { return (i * 7 + v + seed) % 5 == 0 ? none : i; }
  std::uint32_t source_behind(std::uint32_t b) const { return (b + v + seed) % 4 == 0 ? none : 1000 + b; }
  bool crowded(std::uint32_t i) const {
    for (std::uint32_t set = 0; set < 2; ++set)
      if (t.share(v, set) != 0 && t.over(i, set) != 0) return true;
    return false;
  }
  bool roomy(std::uint32_t b) const {
    if (t.next[b].size() != 1) return false;
    const auto& loops = m.map.loops();
    const std::uint32_t header = t.next[b][0], loop = loops.innermost[header];
    if (loop == flow::no_loop || loops.loops[loop].header != header || loops.contains(loop, b)) return false;
    bool any = false, full = false;
    for (std::uint32_t i = 0; i < m.n.insts(); ++i) {
      if (!loops.contains(loop, t.home[i])) continue;
      any |= t.has(t.reads[i], v);
      full |= t.over(i, 0) != 0 || t.over(i, 1) != 0;
    }
    return any && !full;
  }
  // Is there a way back from in front of the instruction to a mention past a crowded place through which it lives?
  bool crossed(std::uint32_t i, std::uint32_t b, std::set<std::uint32_t>& seen) const {
    while (i-- > m.n.first(b)) {
      if (t.mentions(i, v)) return false;
      if (crowded(i)) return true;
    }
    if (!t.in[v][b]) return false;
    for (const std::uint32_t q : t.before[b])
      if (t.reached.count(q) != 0 && at_end.count(q) == 0 && seen.insert(q).second &&
          crossed(m.n.first(q + 1), q, seen))
        return true;
    return false;
  }
  bool crossed(std::uint32_t i, std::uint32_t b) const {
    std::set<std::uint32_t> seen;
    return crossed(i, b, seen);
  }
  // Is it wanted in front of the instruction, where it comes again?
  bool wanted(std::uint32_t i, std::uint32_t b, std::set<std::uint32_t>& seen) const {
    for (; i < m.n.first(b + 1); ++i) {
      if (comes.count(i) != 0) return false;
      if (t.has(t.reads[i], v)) return true;
      if (t.has(t.writes[i], v)) return false;
    }
    if (!t.out[v][b] || (at_end.count(b) != 0 && crossed(m.n.first(b + 1), b))) return false;
    bool goes_on = false;
    for (const std::uint32_t to : t.next[b]) goes_on |= t.in[v][to];
    if (!goes_on) return true;
    for (const std::uint32_t to : t.next[b])
      if (t.in[v][to] && seen.insert(to).second && wanted(m.n.first(to), to, seen)) return true;
    return false;
  }
  std::pair<Comes, Spans> run() {
    Comes out;
    Spans gone;
    for (const std::uint32_t b : t.reached)
      if (t.out[v][b] && roomy(b) && source_behind(b) != none) at_end.insert(b);
    for (const std::uint32_t b : at_end)
      if (crossed(m.n.first(b + 1), b)) out.emplace(none, b, source_behind(b));
    for (const std::uint32_t b : t.reached)
      for (std::uint32_t i = m.n.first(b); i < m.n.first(b + 1); ++i)
        if (t.has(t.reads[i], v) && source_at(i) != none && crossed(i, b))
          comes.insert(i), out.emplace(i, b, source_at(i));
    for (const std::uint32_t b : t.reached)
      for (std::uint32_t begin = m.n.first(b); begin < m.n.first(b + 1);) {
        std::uint32_t end = begin;
        while (end < m.n.first(b + 1) && !t.mentions(end, v)) ++end;
        std::set<std::uint32_t> seen;
        if (end != begin && t.lives(v, begin, b) && !wanted(begin, b, seen)) gone.emplace(b, begin, end);
        begin = end + 1;
      }
    return {out, gone};
  }
};

}  // namespace

TEST_CASE("crowded: pressure, lives and mentions as a twin finds them") {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    ToldCode code;
    random_code(code, static_cast<Shape>(seed % 5), seed);
    if (seed % 3 == 0) code.outs.emplace_back(*code.blocks().begin(), ValueId(seed % 7));
    const Made m(code, {seed % 6 == 5 ? none : 2 + seed % 9, seed % 4 == 3 ? none : seed % 3});
    check_map(m, Twin(m));
  }
}

TEST_CASE("crowded: where a value comes again and where it lives no more, by their definitions") {
  std::uint64_t comes = 0, ends = 0, spans = 0, gain = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    ToldCode code;
    random_code(code, static_cast<Shape>(seed % 5), seed + 500);
    if (seed % 3 == 0) code.outs.emplace_back(*code.blocks().begin(), ValueId(seed % 7));
    Made m(code, {4 + seed % 8, seed % 4 == 3 ? none : 1 + seed % 3});
    const Twin t(m);
    for (std::uint32_t v = 0; v < m.n.values(); v += 1 + seed % 3) {
      CutTwin twin{m, t, v, seed, {}, {}};
      const auto [wanted, gone] = twin.run();
      Comes all;
      std::vector<Map::Span> relieved;
      m.map.cut(
          v, [&](std::uint32_t k) { return twin.source_at(m.map.mention(k).inst); },
          [&](std::uint32_t b) { return twin.source_behind(b); },
          [&](const Map::Come& c) {
            CHECK(all.emplace(c.inst, c.block, c.source).second);
            ends += c.inst == none;
          },
          relieved);
      CHECK(all == wanted);
      Spans mine;
      std::uint64_t sum = 0;
      for (const Map::Span& s : relieved) {
        mine.emplace(s.block, s.begin, s.end);
        for (std::uint32_t i = s.begin; i < s.end; ++i)
          for (std::uint32_t set = 0; set < 2; ++set) sum += std::min(t.over(i, set), t.share(v, set));
      }
      CHECK(mine == gone);
      CHECK(m.map.gain(v, relieved) == sum);
      comes += all.size(), spans += mine.size(), gain += sum;
    }
  }
  CHECK(comes > 300);
  CHECK(ends > 3);
  CHECK(spans > 300);
  CHECK(gain > 300);
}

TEST_CASE("crowded: what is relieved is no more there, and restored it is") {
  std::uint32_t eased = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    ToldCode code;
    random_code(code, static_cast<Shape>(seed % 5), seed + 900);
    Made m(code, {3 + seed % 6, 1});
    const std::uint64_t before = m.map.excess();
    std::mt19937 random(seed);
    for (std::uint32_t round = 0; round < 8; ++round) {
      const std::uint32_t v = static_cast<std::uint32_t>(random() % m.n.values());
      std::vector<Map::Span> spans;  // gaps through which it lives
      const Twin t(m);
      for (std::uint32_t b = 0; b < m.n.blocks(); ++b)
        for (std::uint32_t i = m.n.first(b); i < m.n.first(b + 1); ++i)
          if (t.reached.count(b) != 0 && t.lives(v, i, b) && !t.mentions(i, v)) spans.push_back({b, i, i + 1});
      Spans told, wanted;
      std::uint64_t less = 0;
      std::vector<std::uint32_t> was;
      for (const Map::Span& s : spans) {
        bool easy = false;
        for (std::uint32_t set = 0; set < 2; ++set) {
          const std::uint32_t over = t.over(s.begin, set), share = t.share(v, set);
          less += std::min(over, share);
          easy |= over != 0 && over <= share;
        }
        if (easy) wanted.emplace(s.block, s.begin, s.end);
      }
      const std::uint64_t gain = m.map.gain(v, spans);
      CHECK(gain == less);
      m.map.relieve(v, spans, [&](const Map::Span& s) { told.emplace(s.block, s.begin, s.end); });
      CHECK(told == wanted);
      CHECK(m.map.excess() == before - less);
      for (const Map::Span& s : spans)
        for (std::uint32_t set = 0; set < 2; ++set) {
          CHECK(m.map.pressure(s.begin, set) == t.pressure(s.begin, set) - t.share(v, set));
          CHECK(m.map.above(s.begin, s.end, set) == (t.over(s.begin, set) > t.share(v, set)));
          bool any = false;
          for (std::uint32_t i = m.n.first(s.block); i < m.n.first(s.block + 1); ++i) any |= m.map.above(i, i + 1, set);
          CHECK(m.map.above_in(s.block, set) == any);
        }
      eased += static_cast<std::uint32_t>(told.size());
      CHECK(m.map.excess_as_built() == before);
      m.map.restore(v, spans);
      CHECK(m.map.excess() == before);
      if (round == 7) check_map(m, t);
    }
  }
  CHECK(eased > 50);
}

TEST_CASE("crowded: what is named in lanes, or with others as one, is not cut") {
  for (std::uint32_t kind = 0; kind < 3; ++kind) {
    ToldCode code;
    const BlockId b = code.block();
    const ValueId v = code.op(b, "op", {}, {}), w = code.op(b, "op", {}, {}), x = code.op(b, "op", {}, {});
    code.show(b, {w, x});
    ToldCode::Operand last{v, Role::use};
    if (kind == 1) last.lanes = 1;
    if (kind == 2) last.more = true;
    code.add(b, {"reads", Effect::side_effect, {}}, {last});
    code.ret(b);
    Made m(code, {1, none});
    std::vector<Map::Span> relieved;
    std::uint32_t comes = 0;
    const auto had = [](std::uint32_t) { return 0U; };
    // Its block is looked at twice, by two mentions.
    CHECK(
        m.map.cut(m.n.value_number(v), had, had, [&](const Map::Come&) { ++comes; }, relieved) == (kind == 0 ? 6 : 1));
    CHECK(comes == (kind == 0 ? 1 : 0));
    CHECK(relieved.size() == (kind == 0 ? 1 : 0));
  }
}

TEST_CASE("crowded: places above a limit are found in any stretch of a long block") {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter();
  const std::set<std::uint32_t> places{9, 62, 100, 200, 255, 256, 325};
  for (std::uint32_t k = 0; k < 330; ++k) {
    const std::vector<ValueId> results{code.make_value(), code.make_value()};
    std::vector<ToldCode::Operand> operands{{p, Role::use}};
    if (places.count(k) != 0)
      for (const ValueId v : results) operands.push_back({v, Role::def});  // alive at its own place alone
    code.add(b, {"op", Effect::side_effect, {}}, operands);
  }
  code.show(b, {p});
  code.ret(b);
  const Made m(code, {2, none});
  std::vector<bool> above(m.n.insts(), false);
  for (std::uint32_t i = 0; i < m.n.insts(); ++i) above[i] = m.map.pressure(i, 0) > 2;
  for (std::uint32_t i = 0; i < m.n.insts(); ++i) CHECK(above[i] == (places.count(i) != 0));
  std::uint32_t wrong = 0;
  for (std::uint32_t begin = 0; begin < m.n.insts(); ++begin) {
    bool any = false;
    for (std::uint32_t end = begin; end <= m.n.insts(); ++end) {
      wrong += m.map.above(begin, end, 0) != any;
      wrong += m.map.above(begin, end, 1);
      if (end < m.n.insts()) any = any || above[end];
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("crowded: in front of a loop with room comes what the loop reads, and nothing else") {
  ToldCode code;
  const BlockId entry = code.block(), before = code.block(), loop = code.block(), out = code.block();
  const ValueId p = code.parameter(), v = code.op(entry, "op", {}, {}), w = code.op(entry, "op", {}, {}),
                x = code.op(entry, "op", {}, {});
  code.show(entry, {x, p});
  code.jump(entry, before);
  code.jump(before, loop);
  code.show(loop, {w});
  code.branch(loop, w, loop, out);
  code.show(out, {v});
  code.ret(out);
  Made m(code, {3, none});
  const auto comes = [&](ValueId value) {
    Comes all;
    std::vector<Map::Span> relieved;
    const auto had = [](std::uint32_t) { return 0U; };
    m.map.cut(
        m.n.value_number(value), had, had, [&](const Map::Come& c) { all.emplace(c.inst, c.block, c.source); },
        relieved);
    return all;
  };
  for (std::uint32_t round = 0; round < 2; ++round) {
    CHECK(comes(w) == Comes{{none, 1, 0}});
    CHECK(comes(v) == Comes{{m.n.first(3), 3, 0}});
  }
}

TEST_CASE("crowded: what counts in no set is no candidate") {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId free = code.op(b, "op", {}, {}), one = code.op(b, "op", {}, {});
  code.show(b, {free, one});
  code.ret(b);
  const program::Numbering<ToldCode> n(code);
  const program::RegisterClass none_at_all{"none", {}}, some{"some", {{0, 1}}};
  Map map;
  map.build(code, n, {0}, [&](ValueId v) -> const program::RegisterClass& { return v == free ? none_at_all : some; });
  CHECK(map.candidates() == std::vector<std::uint32_t>{n.value_number(one)});
  CHECK(map.units(n.value_number(free)) == 1);
}
