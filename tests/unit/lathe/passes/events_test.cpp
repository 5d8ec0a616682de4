// Is something so on every way to a place: random code out of SSA form beside a twin that pushes what happened last along all ways
// until nothing changes; by hand how far a question looks.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/events.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
constexpr std::int64_t nothing = -1;  // what happened last at the function's entry

struct Question {
  std::vector<ValueId> watched;
  std::optional<InstId> load;
  std::set<InstId> made;
};

struct Asked {
  SmallCode& code;
  passes::Chain<SmallCode> chain;
  passes::Events<SmallCode> events;
  explicit Asked(SmallCode& c) : code(c), chain(c), events(c, chain.known(), chain.places()) {}
  bool holds(InstId at, const Question& q, bool& across, passes::Reach reach = {}) {
    std::vector<std::uint32_t> watched, made;
    for (const ValueId v : q.watched) watched.push_back(chain.known().values.add(v));
    for (const InstId i : q.made) made.push_back(chain.known().insts.find(i));
    std::sort(made.begin(), made.end());
    return events.holds(chain.places().of(at), q.load ? &*q.load : nullptr, watched, made, reach, across);
  }
  // What is no event: a writer of memory that is one of those asked for, and defines nothing that is watched.
  bool event(InstId i, const Question& q) {
    bool out = false;
    code.for_each_operand(i, [&](const auto& o) {
      out |= o.is_def() && std::find(q.watched.begin(), q.watched.end(), o.value) != q.watched.end();
    });
    return out || (q.load && q.made.count(i) == 0 && chain.places().may_write(i, *q.load) && writes(i));
  }
  bool writes(InstId i) const { return code.effects(i).has(Effect::writes | Effect::side_effect); }
  // The twin: what may have happened last in front of each instruction.
  std::map<InstId, std::set<std::int64_t>> last(const Question& q) {
    std::map<InstId, std::set<std::int64_t>> out;
    std::map<BlockId, std::set<std::int64_t>> in;
    in[*code.blocks().begin()] = {nothing};
    for (std::size_t size = 0, before = 1; size != before;) {
      before = size;
      for (const BlockId b : code.blocks()) {
        std::set<std::int64_t> now = in[b];
        for (const InstId i : code.instructions(b)) {
          out[i] = now;
          if (!now.empty() && event(i, q)) now = {std::int64_t{i.value}};
        }
        code.for_each_successor(b, [&](BlockId to) { in[to].insert(now.begin(), now.end()); });
      }
      size = 0;
      for (const auto& [b, all] : in) size += all.size();
    }
    return out;
  }
};

struct RandomWays {
  SmallCode code;
  std::mt19937 random;
  std::vector<ValueId> values;
  std::vector<InstId> insts;
  explicit RandomWays(std::uint32_t seed) : random(seed) {}
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  ValueId any() { return values[below(static_cast<std::uint32_t>(values.size()))]; }
  void make() {
    std::vector<BlockId> blocks;
    for (std::uint32_t k = 3 + below(4); k-- > 0;) blocks.push_back(code.block());
    values = {code.parameter(), code.parameter(), code.make_value(), code.make_value()};
    const auto block = [&] { return blocks[below(static_cast<std::uint32_t>(blocks.size()))]; };
    for (const BlockId b : blocks) {
      for (std::uint32_t k = below(4); k-- > 0;) {
        const ValueId base = values[below(2)];
        switch (below(5)) {
          case 0:
            code.store(b, base, 4 * below(2), values[0]);
            break;
          case 1:
            code.add(b, {"load", Effect::reads, 4 * below(2)}, {{base, Role::use}, {any(), Role::def}});
            break;
          case 2:
            code.add(b, {"swap", Effect::reads | Effect::writes, 4 * below(2)},
                     {{base, Role::use}, {any(), Role::def}});
            break;
          case 3:
            code.write(b, "op", {}, {any()}, any());
            break;
          default:
            code.write(b, "two", {}, {any()}, values[2 + below(2)]);
        }
      }
      if (below(2) == 0)
        code.branch(b, any(), block(), block());
      else
        code.jump(b, block());
    }
    for (const BlockId b : blocks)
      for (const InstId i : code.instructions(b)) insts.push_back(i);
  }
  Question question() {
    Question q;
    for (std::uint32_t k = below(3); k-- > 0;) q.watched.push_back(any());
    if (below(3) != 0) q.load = insts[below(static_cast<std::uint32_t>(insts.size()))];
    const bool most = below(3) != 0;
    for (const InstId i : insts) {
      bool defines = false;
      code.for_each_operand(i, [&](const auto& o) {
        defines |= o.is_def() && std::find(q.watched.begin(), q.watched.end(), o.value) != q.watched.end();
      });
      if ((defines && most) ? below(10) != 0 : below(5) == 0) q.made.insert(i);
    }
    return q;
  }
};

}  // namespace

TEST_CASE("events: as a twin that pushes what happened last along all ways") {
  std::uint32_t yes = 0, far = 0, no = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    RandomWays r(seed);
    r.make();
    Asked asked(r.code);
    for (std::uint32_t round = 0; round < 6; ++round) {
      const Question q = r.question();
      const auto last = asked.last(q);
      for (const InstId i : r.insts) {
        const std::set<std::int64_t>& met = last.at(i);
        bool wanted = !met.empty(), across = false;
        for (const std::int64_t e : met)
          wanted = wanted && e != nothing && q.made.count(InstId(static_cast<std::uint32_t>(e))) != 0;
        const bool holds = asked.holds(i, q, across);
        if (met.empty()) {  // no way leads there: a block's own event alone is seen
          if (across) CHECK(!holds);
          continue;
        }
        CHECK(holds == wanted);
        ++(!holds ? no : across ? far : yes);
        bool own = false;  // did it happen in the block?
        for (const InstId j : r.code.instructions(*r.code.where(i).block)) {
          if (j == i) break;
          own |= asked.event(j, q);
        }
        CHECK(across == !own);
        // Who looks less far is not surer.
        bool also = false;
        if (asked.holds(i, q, also, {seed % 4, seed / 4 % 4})) CHECK(wanted);
      }
    }
  }
  CHECK(yes > 500);
  CHECK(far > 500);
  CHECK(no > 500);
}

TEST_CASE("events: so many blocks and so many writers are looked at") {
  for (std::uint32_t n = 1; n < 5; ++n) {
    SmallCode code;
    const ValueId p = code.parameter();
    const BlockId entry = code.block();
    const ValueId v = code.op(entry, "made", {}, {p});
    BlockId at = entry;
    for (std::uint32_t k = 0; k < n; ++k) {
      const BlockId next = code.block();
      code.jump(at, next);
      at = next;
      if (k + 1 < n) code.store(at, p, 4, p);  // elsewhere
    }
    const ValueId loaded = code.load(at, p, 0);
    code.show(at, {v, loaded});
    code.ret(at);
    Asked asked(code);
    const InstId made = *code.instructions(entry).begin(), load = *code.instructions(at).begin();
    for (const bool memory : {false, true}) {
      const Question q{{v}, memory ? std::optional(load) : std::nullopt, {made}};
      for (std::uint32_t most = 0; most < 7; ++most) {
        bool across = false;
        CHECK(asked.holds(load, q, across, {most, 100}) == (most >= n));
        CHECK(asked.holds(load, q, across, {100, most}) == (!memory || most + 1 >= n));
      }
    }
  }
}

TEST_CASE("events: the last one of a block, and in front of the place alone") {
  SmallCode code;
  const BlockId b = code.block(), end = code.block();
  const ValueId p = code.parameter(), v = code.make_value(), w = code.make_value(), never = code.make_value();
  const InstId first = code.write(b, "first", {}, {p}, v), second = code.write(b, "second", {}, {p}, w),
               third = code.write(b, "third", {}, {p}, v);
  code.store(b, p, 0, p);
  code.jump(b, end);
  const ValueId l = code.load(end, p, 0);
  code.show(end, {l});
  code.ret(end);
  Asked asked(code);
  const InstId load = *code.instructions(end).begin();
  const auto holds = [&](InstId at, std::vector<ValueId> watched, std::set<InstId> made,
                         std::optional<InstId> reads = {}) {
    bool across = false;
    return asked.holds(at, {watched, reads, made}, across);
  };
  CHECK(holds(third, {v, w}, {second}));
  CHECK(holds(third, {w, v}, {second}));
  CHECK(!holds(third, {v, w}, {first}));
  CHECK(holds(third, {v}, {first}));
  CHECK(holds(second, {v, w}, {first}));
  CHECK(holds(load, {v, w}, {third}));
  CHECK(holds(load, {w, v}, {third}));
  CHECK(!holds(load, {v, w}, {third}, load));
  CHECK(!holds(load, {never}, {third}));
  CHECK(!holds(first, {v}, {first}));
}
