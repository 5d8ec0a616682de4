// Where registers live and with which value: random code beside a twin that asks each slot for a way to a read, and runs in
// which registers of one value must have one word; by hand what has its name to itself, and what meetings are.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/lives.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::LifePart, passes::LoneReason;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
using Lives = passes::Lives<ToldCode>;
constexpr Effects pure{};

struct Made {
  const ToldCode& code;
  passes::Chain<ToldCode> chain;
  Lives lives;
  explicit Made(ToldCode& c) : code(c), chain(c), lives(c, chain.start(true).known(), chain.places()) {}
  std::optional<std::uint32_t> reg(ValueId v) const {
    for (std::uint32_t r = 0; r < lives.registers(); ++r)
      if (lives.handle(r) == v) return r;
    return {};
  }
  const LifePart* part(ValueId v, std::uint32_t slot) { return lives.life(*reg(v)).covering(slot); }
  std::uint32_t value(ValueId v, std::uint32_t slot) { return lives.value(part(v, slot)->value); }
  std::uint32_t number(InstId i) { return chain.known().insts.find(i); }
};

// ---- the twin: events of each block by slot

struct Event {
  std::uint32_t slot;
  InstId inst;
  bool writes;
};
struct Twin {
  const ToldCode& code;
  std::vector<BlockId> blocks;
  std::map<BlockId, std::uint32_t> begin, end;
  std::map<InstId, std::uint32_t> base;
  explicit Twin(const ToldCode& c) : code(c) {
    std::uint32_t slot = 0;
    for (const BlockId b : code.blocks()) {
      blocks.push_back(b);
      begin[b] = slot;
      slot += 4;
      for (const InstId i : code.instructions(b)) base[i] = slot, slot += 4;
      end[b] = slot;
    }
  }
  std::vector<Event> events(BlockId b, ValueId v) const {
    std::vector<Event> out;
    for (const InstId i : code.instructions(b)) {
      bool reads = false, writes = false, early = false;
      code.for_each_operand(i, [&](const Operand& o) {
        if (!(o.value == v)) return;
        (o.is_def() ? writes : reads) = true;
        early |= o.is_def() && o.early;
      });
      if (code.effects(i).has(Effect::marker)) reads = false;
      const std::uint32_t sooner = early ? 2 : 0;
      if (reads) out.push_back({base.at(i) + 2 - sooner, i, false});
      if (writes) out.push_back({base.at(i) + 3 - sooner, i, true});
    }
    return out;
  }
  bool read_from(BlockId b, ValueId v, std::set<BlockId>& seen) const {
    if (!seen.insert(b).second) return false;
    for (const Event& e : events(b, v)) return !e.writes;
    return read_behind(b, v, seen);
  }
  bool read_behind(BlockId b, ValueId v, std::set<BlockId>& seen) const {
    bool out = false;
    code.for_each_successor(b, [&](BlockId to) { out = out || read_from(to, v, seen); });
    return out;
  }
  bool lives(BlockId b, ValueId v, std::uint32_t slot) const {
    for (const Event& e : events(b, v)) {
      if (e.writes && e.slot <= slot && slot < base.at(e.inst) + 4) return true;  // to the end of what writes it
      if (e.slot < slot || (e.slot == slot && e.writes)) continue;
      return !e.writes;
    }
    std::set<BlockId> seen;
    return read_behind(b, v, seen);
  }
};

struct RandomCopies {
  ToldCode code;
  std::mt19937 random;
  std::vector<ValueId> values;
  bool strange;
  RandomCopies(std::uint32_t seed, bool odd) : random(seed), strange(odd) {}
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  bool odd() { return strange && below(12) == 0; }
  ValueId any() { return values[below(static_cast<std::uint32_t>(values.size()))]; }
  void one(BlockId b) {
    const ValueId to = any();
    switch (below(8)) {
      case 0:
        code.write(b, "lit 5", below(2) == 0 ? Effects(Effect::cheap) : pure, {}, to);
        break;
      case 1:
        code.write(b, "lit 6", pure, {}, to);
        break;
      case 2:
        code.write(b, "load", Effect::reads, {}, to);
        break;
      case 3:
        code.write(b, "op", pure, {any(), any()}, to);
        break;
      case 4:
        code.show(b, {any()});
        break;
      default:
        code.write(b, "copy", Effect::copy, {any()}, to);
    }
    if (!strange) return;
    switch (below(16)) {
      case 0:
        code.guarded(b, "copy", any(), false, {any()}, to);
        break;
      case 1:
        code.add(b, {"marker", Effect::marker, {}}, {{any(), Role::use}});
        break;
      case 2: {
        Operand early{to, Role::def};
        early.early = true;
        code.add(b, {below(2) == 0 ? "op" : "lit 5", pure, {}}, {{any(), Role::use}, early});
        break;
      }
      case 3: {
        Operand part{to, Role::def};
        part.lanes = 1;
        code.add(b, {"lit 5", pure, {}}, {part});
        break;
      }
      case 4:
        code.add(b, {"two", pure, {}}, {{to, Role::def}, {any(), Role::def}});
        break;
      default:
        break;
    }
  }
  // `ways`: how many blocks, each of which is the begin of ways to later ones, or with `back` to any.
  void make(std::uint32_t count, bool back) {
    std::vector<BlockId> blocks;
    for (std::uint32_t k = 0; k < count; ++k) blocks.push_back(code.block());
    for (std::uint32_t k = below(3); k-- > 0;) values.push_back(code.parameter());
    for (std::uint32_t k = 3 + below(3); k-- > 0;) values.push_back(code.make_value());
    for (std::uint32_t k = 0; k < count; ++k) {
      for (std::uint32_t n = 1 + below(count == 1 ? 14 : 5); n-- > 0;) one(blocks[k]);
      const auto to = [&] {
        return blocks[back && below(3) == 0 ? below(count) : std::min(count - 1, k + 1 + below(2))];
      };
      if (k + 1 == count)
        code.ret(blocks[k]);
      else if (below(2) == 0)
        code.branch(blocks[k], any(), to(), to());
      else
        code.jump(blocks[k], to());
    }
    if (odd()) code.pins.insert(any());
    if (odd()) code.outs.emplace_back(blocks[0], any());
  }
};

// Runs on a random way; at each slot, registers of one value have one word, and `exact`: those of one word one value.
std::uint32_t run(Made& made, const Twin& twin, RandomCopies& r, bool exact) {
  std::map<ValueId, std::uint64_t> word;
  std::uint64_t fresh = 100;
  std::uint32_t equal = 0;
  std::vector<ValueId> told;
  for (const ValueId v : r.values) {
    word[v] = fresh++;
    if (made.reg(v) && made.lives.lone(*made.reg(v)) == LoneReason::none) told.push_back(v);
  }
  const auto check = [&](std::uint32_t slot) {
    for (const ValueId a : told)
      for (const ValueId b : told) {
        if (!(a < b) || made.part(a, slot) == nullptr || made.part(b, slot) == nullptr) continue;
        const bool same = made.value(a, slot) == made.value(b, slot);
        if (same) CHECK(word[a] == word[b]);
        if (exact) CHECK(same == (word[a] == word[b]));
        equal += same;
      }
  };
  BlockId at = twin.blocks[0];
  for (std::uint32_t steps = 0; steps < 12; ++steps) {
    check(twin.begin.at(at));
    for (const InstId i : r.code.instructions(at)) {
      std::vector<ValueId> uses, defs;
      bool plain = true, early = false;
      r.code.for_each_operand(i, [&](const Operand& o) {
        (o.is_def() ? defs : uses).push_back(o.value);
        plain = plain && o.role != Role::guard && !o.old && o.lanes == ~std::uint64_t{0};
        early |= o.early;
      });
      const std::string& name = r.code.payload(i).name;
      std::vector<std::uint64_t> out(defs.size());
      for (std::uint64_t& w : out) w = fresh++;
      if (plain && name == "copy") out[0] = word[uses[0]];
      if (plain && !early && name.starts_with("lit ")) out[0] = std::stoul(name.substr(4));
      const std::uint32_t base = twin.base.at(i);
      check(base);
      for (std::uint32_t slot = base + 1; slot < base + 4; ++slot) {
        if (slot == base + (early ? 1 : 3))
          for (std::size_t k = 0; k < defs.size(); ++k) word[defs[k]] = out[k];
        check(slot);
      }
    }
    std::vector<BlockId> next;
    r.code.for_each_successor(at, [&](BlockId to) { next.push_back(to); });
    if (next.empty()) break;
    at = next[r.below(static_cast<std::uint32_t>(next.size()))];
  }
  return equal;
}

void check_registers(Made& made, const RandomCopies& r) {
  std::map<ValueId, std::set<LoneReason>> why;
  std::map<ValueId, std::uint32_t> mentions;
  std::set<ValueId> copied;
  std::uint32_t copies = 0;
  for (const ValueId v : r.code.pins) why[v].insert(LoneReason::pinned);
  for (const auto& [block, v] : r.code.outs) why[v].insert(LoneReason::bound);
  for (const BlockId b : r.code.blocks())
    for (const InstId i : r.code.instructions(b)) {
      bool plain = r.code.payload(i).name == "copy";
      std::vector<ValueId> both;
      r.code.for_each_operand(i, [&](const Operand& o) {
        ++mentions[o.value];
        both.push_back(o.value);
        plain = plain && o.role != Role::guard && !o.old;
      });
      if (!plain) continue;
      copied.insert(both.begin(), both.end());
      const auto& copy = made.lives.copies().at(copies++);
      CHECK(copy.inst == i);
      CHECK(made.lives.handle(copy.from) == both[0]);
      CHECK(made.lives.handle(copy.to) == both[1]);
    }
  CHECK(made.lives.copies().size() == copies);
  CHECK(made.lives.registers() == copied.size());
  for (std::uint32_t k = 0; k < made.lives.registers() && copies != 0; ++k) {
    const ValueId v = made.lives.handle(k);
    CHECK((made.lives.lone(k) == LoneReason::none) == why[v].empty());
    if (!why[v].empty()) CHECK(why[v].count(made.lives.lone(k)) == 1);
    CHECK(made.lives.mentions(k) == mentions[v]);
    bool parameter = false;
    r.code.for_each_parameter([&](ValueId p) { parameter |= p == v; });
    CHECK(made.lives.parameter(k) == parameter);
    if (!why[v].empty()) CHECK(made.lives.life(k).size() == 0);
  }
}

void check_slots(Made& made, const Twin& twin, const RandomCopies& r) {
  std::set<ValueId> parameters;
  r.code.for_each_parameter([&](ValueId p) { parameters.insert(p); });
  for (std::uint32_t k = 0; k < made.lives.registers(); ++k) {
    if (made.lives.lone(k) != LoneReason::none) continue;
    const ValueId v = made.lives.handle(k);
    for (const BlockId b : twin.blocks)
      for (std::uint32_t s = twin.begin.at(b); s < twin.end.at(b); ++s) {
        const LifePart* const part = made.lives.life(k).covering(s);
        CHECK((part != nullptr) == (twin.lives(b, v, s) || (s == 0 && parameters.count(v) != 0)));
      }
    made.lives.life(k).any([&](const LifePart& p) {
      if (p.writer == Lives::at_entry) CHECK(p.begin == 0);
      if (p.begin == 0) CHECK(p.writer == Lives::at_entry);
      for (const BlockId b : twin.blocks)
        for (const InstId i : r.code.instructions(b)) {
          if (p.writer != made.number(i)) continue;
          bool early = false;
          r.code.for_each_operand(i, [&](const Operand& o) { early |= o.is_def() && o.early; });
          CHECK(p.begin == twin.base.at(i) + (early ? 1 : 3));
        }
      return false;
    });
  }
}

}  // namespace

TEST_CASE("lives: slots as a twin finds them, and registers of one value have one word on every way") {
  std::uint32_t equal = 0, copies = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    RandomCopies r(seed, seed % 2 == 0);
    r.make(1 + seed % 6, seed % 5 < 3);
    Made made(r.code);
    const Twin twin(r.code);
    check_registers(made, r);
    if (made.lives.copies().empty()) continue;
    copies += static_cast<std::uint32_t>(made.lives.copies().size());
    check_slots(made, twin, r);
    for (std::uint32_t way = 0; way < 4; ++way) equal += run(made, twin, r, false);
    for (const BlockId b : r.code.blocks())
      for (const InstId i : r.code.instructions(b)) {
        CHECK(made.lives.reads_at(made.number(i)) == twin.base.at(i) + 2);
        CHECK(made.lives.writes_at(made.number(i)) == twin.base.at(i) + 3);
      }
  }
  CHECK(copies > 300);
  CHECK(equal > 1000);
}

TEST_CASE("lives: in one block two registers have one value where they have one word, and there alone") {
  std::uint32_t equal = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    RandomCopies r(seed, false);
    r.make(1, false);
    Made made(r.code);
    if (made.lives.copies().empty()) continue;
    equal += run(made, Twin(r.code), r, true);
  }
  CHECK(equal > 300);
}

namespace {

// What each register is at the begin of each block, where no way goes back: a number for each thing that it can be.
struct Symbols {
  std::map<std::vector<std::uint64_t>, std::uint64_t> numbers;
  std::uint64_t next = 0;
  std::uint64_t fresh() { return next++; }
  std::uint64_t of(const std::vector<std::uint64_t>& what) {
    const auto [at, added] = numbers.emplace(what, next);
    next += added;
    return at->second;
  }
};

std::uint32_t check_values(Made& made, const Twin& twin, const RandomCopies& r) {
  Symbols symbols;
  std::map<BlockId, std::map<ValueId, std::uint64_t>> out;
  std::uint32_t equal = 0;
  std::vector<ValueId> told;
  for (const ValueId v : r.values)
    if (made.reg(v) && made.lives.lone(*made.reg(v)) == LoneReason::none) told.push_back(v);
  for (std::uint32_t k = 0; k < twin.blocks.size(); ++k) {
    const BlockId b = twin.blocks[k];
    std::map<ValueId, std::uint64_t> now;
    std::vector<BlockId> from;
    for (const BlockId q : twin.blocks) {
      bool leads = false;
      r.code.for_each_successor(q, [&](BlockId to) { leads |= to == b; });
      if (leads && out.count(q) != 0) from.push_back(q);
    }
    if (k != 0 && from.empty()) continue;
    for (const ValueId v : r.values) {
      std::vector<std::uint64_t> met{1, k};
      for (const BlockId q : from) met.push_back(out[q][v]);
      const bool one = met.size() > 2 && std::set<std::uint64_t>(met.begin() + 2, met.end()).size() == 1;
      now[v] = k == 0 ? symbols.fresh() : one ? met[2] : symbols.of(met);
    }
    const auto check = [&](std::uint32_t slot) {
      for (const ValueId x : told)
        for (const ValueId y : told) {
          if (!(x < y) || made.part(x, slot) == nullptr || made.part(y, slot) == nullptr) continue;
          CHECK((made.value(x, slot) == made.value(y, slot)) == (now[x] == now[y]));
          equal += now[x] == now[y];
        }
    };
    check(twin.begin.at(b));
    for (const InstId i : r.code.instructions(b)) {
      std::vector<ValueId> uses;
      std::optional<ValueId> to;
      r.code.for_each_operand(i, [&](const Operand& o) {
        if (o.is_def())
          to = o.value;
        else
          uses.push_back(o.value);
      });
      const std::string& name = r.code.payload(i).name;
      check(twin.base.at(i) + 2);
      if (to)
        now[*to] = name == "copy"             ? now[uses[0]]
                   : name.starts_with("lit ") ? symbols.of({0, std::stoul(name.substr(4))})
                                              : symbols.fresh();
      check(twin.base.at(i) + 3);
    }
    out[b] = now;
  }
  return equal;
}

}  // namespace

TEST_CASE("lives: where ways meet, one value stays that, and the same values are one meeting") {
  std::uint32_t equal = 0;
  for (std::uint32_t seed = 0; seed < 250; ++seed) {
    RandomCopies r(seed, false);
    r.make(2 + seed % 4, false);
    Made made(r.code);
    if (!made.lives.copies().empty()) equal += check_values(made, Twin(r.code), r);
  }
  CHECK(equal > 500);
}

TEST_CASE("lives: what has its name to itself") {
  ToldCode code;
  const BlockId b = code.block();
  ValueId v[9];
  for (ValueId& x : v) x = code.make_value();
  code.pins.insert(v[0]);
  const auto all = [&](ValueId x) { code.write(b, "copy", Effect::copy, {x}, x); };
  for (const ValueId x : v) all(x);
  const ValueId phi = code.phi(b, {{b, v[1]}});
  all(phi);
  Operand group{v[2], Role::use}, implied{v[4], Role::use}, left{v[5], Role::use, false, true, true};
  group.more = true, implied.implicit = true;
  code.add(b, {"group", Effect::side_effect, {}}, {group, {v[3], Role::use}, {v[6], Role::use}});
  code.add(b, {"implied", Effect::side_effect, {}}, {implied, left});
  code.outs.emplace_back(b, v[7]);
  code.jump(b, b);
  Made made(code);
  const LoneReason wanted[9] = {LoneReason::pinned, LoneReason::bound, LoneReason::group,
                                LoneReason::group,  LoneReason::bound, LoneReason::none,
                                LoneReason::none,   LoneReason::bound, LoneReason::none};
  for (std::uint32_t k = 0; k < 9; ++k) CHECK(made.lives.lone(*made.reg(v[k])) == wanted[k]);
  CHECK(made.lives.lone(*made.reg(phi)) == LoneReason::bound);
}

namespace {

// entry (0) to the header (3) by way of 2; from there to 4 and back by way of 1.
struct Loop {
  ToldCode code;
  BlockId entry = code.block(), latch = code.block(), before = code.block(), header = code.block(), body = code.block(),
          out = code.block();
  ValueId x = code.parameter(), y = code.make_value(), z = code.make_value();
  void copy(BlockId b, ValueId to, ValueId from) { code.write(b, "copy", Effect::copy, {from}, to); }
  void close() {
    code.jump(entry, before);
    code.jump(latch, header);
    code.jump(before, header);
    code.branch(header, x, body, out);
    code.jump(body, latch);
    code.show(out, {x, y});
    code.ret(out);
  }
};

}  // namespace

TEST_CASE("lives: values around a loop") {
  for (std::uint32_t kind = 0; kind < 5; ++kind) {
    Loop l;
    l.copy(l.entry, l.y, l.x);
    if (kind == 1) l.copy(l.latch, l.y, l.x);                              // what it is anyway
    if (kind == 2) l.copy(l.header, l.z, l.y), l.copy(l.latch, l.y, l.z);  // itself, by way of another
    if (kind == 3) l.code.write(l.latch, "load", Effect::reads, {}, l.y);  // something else
    if (kind == 4) l.code.write(l.body, "load", Effect::reads, {}, l.y);   // heard of when all have been met once
    l.close();
    Made made(l.code);
    const Twin twin(l.code);
    for (const BlockId b : {l.header, l.out}) {
      const std::uint32_t at = twin.begin.at(b);
      CHECK((made.value(l.x, at) == made.value(l.y, at)) == (kind < 3));
    }
    CHECK(made.value(l.x, twin.begin.at(l.before)) == made.value(l.y, twin.begin.at(l.before)));
  }
}

TEST_CASE("lives: constants and who makes them, parameters that nobody reads, early writes") {
  ToldCode code;
  const BlockId b = code.block(), other = code.block(), nowhere = code.block();
  const ValueId unread = code.parameter(), x = code.make_value(), y = code.make_value(), z = code.make_value(),
                late = code.make_value();
  const InstId first = code.write(b, "lit 5", Effect::cheap, {}, x), dear = code.write(b, "lit 6", {}, {}, y);
  code.write(b, "copy", Effect::copy, {x}, z);
  code.write(b, "lit 5", Effect::cheap, {}, unread);
  Operand early{late, Role::def};
  early.early = true;
  code.write(b, "load", Effect::reads, {}, late);
  const InstId both = code.add(b, {"both", {}, {}}, {{late, Role::use}, early});
  code.show(b, {x, y, z, late});
  code.jump(b, other);
  code.write(other, "copy", Effect::copy, {y}, unread);
  code.write(other, "copy", Effect::copy, {late}, late);
  code.ret(other);
  code.write(nowhere, "copy", Effect::copy, {z}, z);
  code.jump(nowhere, nowhere);
  Made made(code);
  const Twin twin(code);
  const std::uint32_t at = twin.end.at(b) - 6;
  CHECK(made.lives.constant(made.value(x, at)) == made.number(first));
  CHECK(made.lives.constant(made.value(z, at)) == made.number(first));
  CHECK(made.lives.constant(made.value(y, at)) == ids::none);
  made.lives.set_constant(made.value(z, at), ids::none);
  CHECK(made.lives.constant(made.value(x, at)) == ids::none);
  made.lives.unite(made.value(y, at), made.value(x, at));
  CHECK(made.value(y, at) == made.value(z, at));
  CHECK(made.number(dear) == 1);
  // The parameter has a part of its own, of one slot.
  CHECK(*made.part(unread, 0) == LifePart{0, 1, made.part(unread, 0)->value, Lives::at_entry});
  CHECK(made.part(unread, 1) == nullptr);
  const std::uint32_t base = twin.base.at(both);
  CHECK(made.part(late, base)->end == base + 1);
  CHECK(made.part(late, base + 1)->begin == base + 1);
  CHECK(made.value(late, base) != made.value(late, base + 1));
  CHECK(made.part(z, twin.begin.at(nowhere)) != nullptr);
}

TEST_CASE("lives: four rounds of meetings are settled, and no more are tried") {
  constexpr std::uint32_t levels = 6;
  ToldCode code;
  BlockId at = code.block();
  const ValueId x = code.parameter();
  std::vector<ValueId> level(levels);
  const auto copy = [&](BlockId b, ValueId to, ValueId from) { code.write(b, "copy", Effect::copy, {from}, to); };
  for (ValueId& v : level) v = code.make_value();
  for (std::uint32_t k = levels; k-- > 0;) copy(at, level[k], x);  // the last one is looked at first
  for (std::uint32_t k = 0; k < levels; ++k) {
    const BlockId left = code.block(), right = code.block(), join = code.block();
    code.branch(at, x, left, right);
    copy(left, level[k], k == 0 ? x : level[k - 1]);
    copy(right, level[k], x);
    code.jump(left, join);
    code.jump(right, join);
    at = join;
  }
  code.show(at, {x, level[0], level[1], level[2], level[3], level[4], level[5]});
  code.ret(at);
  Made made(code);
  const std::uint32_t slot = Twin(code).begin.at(at);
  for (std::uint32_t k = 0; k < levels; ++k) CHECK((made.value(level[k], slot) == made.value(x, slot)) == (k < 4));
}
