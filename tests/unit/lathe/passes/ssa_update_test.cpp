// SSA update by itself: values that stand for another in some blocks, put into random control flow; each read on random ways has
// the word that was written last, and phis are made where ways meet, and nowhere else.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/ssa_update.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
constexpr Effects pure{};

class PhiCode : public SmallCode {
 public:
  InstId make_phi(ValueId to) {
    const std::vector<Operand> def{{to, Role::def}};
    return make({"phi", Effect::phi, {}}, def);
  }
};
using Editing = program::Editing<PhiCode, passes::Chain<PhiCode>>;

struct Ways {
  PhiCode code;
  std::mt19937 random;
  std::vector<BlockId> blocks;
  std::vector<std::vector<std::uint32_t>> next, before;
  ValueId p = code.parameter(), v = code.make_value();
  std::map<std::uint32_t, ValueId> defines;  // per block: what it has for v at its end

  explicit Ways(std::uint32_t seed) : random(seed) {
    const std::uint32_t count = 2 + below(8);
    next.resize(count), before.resize(count);
    for (std::uint32_t b = 0; b < count; ++b) blocks.push_back(code.block());
    for (std::uint32_t b = 0; b < count; ++b) {
      const std::uint32_t first = b + 1 < count && below(3) != 0 ? b + 1 : 1 + below(count - 1),
                          second = 1 + below(count - 1);
      next[b] = {first};
      if (second != first) next[b].push_back(second);
      for (const std::uint32_t to : next[b]) before[to].push_back(b);
    }
    defines[0] = v;
    for (std::uint32_t k = below(4); k-- > 0;) defines.emplace(1 + below(count - 1), ValueId{});
    for (std::uint32_t b = 0; b < count; ++b) {
      if (b != 0 && below(4) == 0) phi(b);
      if (defines.count(b) == 0 && below(2) == 0) read(b);
      if (const auto at = defines.find(b); at != defines.end()) {
        if (b != 0) at->second = code.make_value();
        code.write(blocks[b], "def", pure, {p}, at->second);
      }
      if (next[b].size() == 1)
        code.jump(blocks[b], blocks[next[b][0]]);
      else
        code.branch(blocks[b], p, blocks[next[b][0]], blocks[next[b][1]]);
    }
  }
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  void read(std::uint32_t b) {
    code.show(blocks[b], below(3) == 0 ? std::initializer_list<ValueId>{v, p, v} : std::initializer_list<ValueId>{v});
  }
  void phi(std::uint32_t b) {  // takes v from some
    std::vector<std::pair<BlockId, ValueId>> in;
    for (const std::uint32_t q : before[b]) in.emplace_back(blocks[q], below(2) == 0 ? v : p);
    const ValueId out = code.make_value();
    code.set_incoming(code.add(blocks[b], {"phi", Effect::phi, {}}, {{out, Role::def}}), in);
  }
};

// What was a read of v before: its place, and that of the operand.
struct Read {
  InstId inst;
  std::uint32_t operand;
  std::optional<std::uint32_t> from;  // of a phi: the block
};
std::vector<Read> reads_of(const Ways& w) {
  std::vector<Read> out;
  for (const BlockId b : w.code.blocks())
    for (const InstId i : w.code.instructions(b)) {
      std::uint32_t k = 0;
      w.code.for_each_operand(i, [&](const auto& o) {
        if (o.value == w.v && !o.is_def()) out.push_back({i, k, {}});
        ++k;
      });
      w.code.for_each_incoming(i, [&](BlockId from, ValueId value) {
        const auto at = std::find(w.blocks.begin(), w.blocks.end(), from) - w.blocks.begin();
        if (value == w.v) out.push_back({i, k, static_cast<std::uint32_t>(at)});
        ++k;
      });
    }
  return out;
}

// Goes a random way; each read has the word that was written last for v.
void go(Ways& w, const std::vector<Read>& reads) {
  std::map<ValueId, std::uint32_t> word;
  std::uint32_t fresh = 1, last = 0, at = 0, from = 0;
  for (std::uint32_t steps = 0; steps < 30; ++steps) {
    std::vector<std::pair<ValueId, std::uint32_t>> taken;
    for (const InstId i : w.code.instructions(w.blocks[at])) {
      if (!w.code.effects(i).has(Effect::phi)) {
        for (const auto& [value, is] : taken) word[value] = is;
        taken.clear();
      }
      std::uint32_t k = 0;
      ValueId to{};
      w.code.for_each_operand(i, [&](const auto& o) {
        for (const Read& r : reads)
          if (r.inst == i && !r.from && r.operand == k) CHECK(word[o.value] == last);
        if (o.is_def()) to = o.value;
        ++k;
      });
      w.code.for_each_incoming(i, [&](BlockId b, ValueId value) {
        if (steps != 0 && b == w.blocks[from]) {
          for (const Read& r : reads)
            if (r.inst == i && r.from == from) CHECK(word[value] == last);
          taken.emplace_back(to, word[value]);
        }
      });
      if (w.code.payload(i).name == "def") word[to] = last = fresh++;
    }
    from = at;
    at = w.next[at][w.below(static_cast<std::uint32_t>(w.next[at].size()))];
  }
}

}  // namespace

TEST_CASE("ssa update: each read has what was written last, and phis are choices") {
  std::uint32_t made = 0, none_made = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    Ways w(seed);
    const std::vector<Read> reads = reads_of(w);
    passes::Chain<PhiCode> chain(w.code);
    chain.start(true).known();
    Editing editing(w.code, chain);
    passes::SsaUpdate<PhiCode, Editing> update(editing, chain);
    std::vector<passes::Standin<PhiCode>> standins;
    for (const auto& [b, value] : w.defines) standins.push_back({b, value});
    if (seed % 2 == 0) std::reverse(standins.begin(), standins.end());
    update.run(w.v, standins);
    ++(update.made().empty() ? none_made : made);
    for (std::uint32_t way = 0; way < 6; ++way) go(w, reads);
    const std::set<ValueId> fresh(update.made().begin(), update.made().end());
    std::uint32_t phis = 0;
    std::map<ValueId, std::uint32_t> used;
    for (std::uint32_t b = 0; b < w.blocks.size(); ++b)
      for (const InstId i : w.code.instructions(w.blocks[b])) {
        w.code.for_each_operand(i, [&](const auto& o) { used[o.value] += !o.is_def(); });
        std::set<ValueId> takes;
        std::multiset<BlockId> from, wanted;
        w.code.for_each_incoming(i,
                                 [&](BlockId q, ValueId value) { takes.insert(value), from.insert(q), ++used[value]; });
        if (!w.code.effects(i).has(Effect::phi) || fresh.count(passes::result_of(w.code, i)) == 0) continue;
        ++phis;
        takes.erase(passes::result_of(w.code, i));
        CHECK(takes.size() > 1);  // a choice
        for (const std::uint32_t q : w.before[b]) wanted.insert(w.blocks[q]);
        CHECK(from == wanted);
      }
    CHECK(phis == fresh.size());
    CHECK(fresh.size() == update.made().size());
    for (const ValueId value : fresh) CHECK(used[value] != 0);
  }
  CHECK(made > 50);
  CHECK(none_made > 50);
}

TEST_CASE("ssa update: how many blocks lie between a definition and its reads") {
  std::uint32_t far = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Ways w(seed);
    std::set<std::uint32_t> met;
    std::vector<std::uint32_t> work;
    const auto add = [&](std::uint32_t b) {
      if (b != 0 && met.insert(b).second) work.push_back(b);
    };
    for (const Read& r : reads_of(w)) {
      if (r.from) {
        add(*r.from);
        continue;
      }
      for (std::uint32_t b = 0; b < w.blocks.size(); ++b)
        for (const InstId i : w.code.instructions(w.blocks[b]))
          if (i == r.inst) add(b);
    }
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      for (const std::uint32_t q : w.before[b]) add(q);
    }
    passes::Chain<PhiCode> chain(w.code);
    chain.start(true).known();
    Editing editing(w.code, chain);
    passes::SsaUpdate<PhiCode, Editing> update(editing, chain);
    const auto size = static_cast<std::uint32_t>(met.size());
    far += size;
    for (std::uint32_t most = 0; most < 11; ++most)
      CHECK(update.between(w.v, 0, most) == (size <= most ? std::optional(size) : std::nullopt));
    const std::uint64_t walked = update.walked();
    CHECK(update.between(w.v, 0, 100) == size);
    CHECK(update.walked() == walked + size);
  }
  CHECK(far > 300);
}
