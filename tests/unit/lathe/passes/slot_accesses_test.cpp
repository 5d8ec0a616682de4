// Who touches which bytes of a frame's objects: random code beside a twin that follows each address by itself and compares all
// pairs of words; by hand what is no plain access, what stays, and which addresses go.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/passes/slot_accesses.hpp>
#include <lathe/program/editing.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::SlotReason;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
using Access = program::Access<ValueId>;
using Address = passes::SlotAddress<ValueId>;
using Reach = std::vector<passes::SlotReach>;
constexpr std::uint64_t all_lanes = ~std::uint64_t{0};

// What is known of an instruction stands beside it.
struct Told {
  std::vector<std::uint32_t> symbols;
  std::optional<Address> address;
  std::vector<Access> accesses;
  std::optional<Reach> reach;
  std::uint32_t parts = 1;
};
class SlotCode : public ToldCode {
 public:
  std::map<InstId, Told> told;
  const Told& of(InstId i) const {
    static const Told nothing;
    const auto at = told.find(i);
    return at == told.end() ? nothing : at->second;
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    for (const Access& a : of(i).accesses) f(a);
  }
  bool is_slot(std::uint32_t symbol) const { return symbol <= 3; }
  std::uint64_t slot_bytes(std::uint32_t symbol) const { return 8 * symbol; }
  template <class F>
  void for_each_symbol(InstId i, F&& f) const {
    for (const std::uint32_t s : of(i).symbols) f(s);
  }
  std::optional<Address> slot_address(InstId i) const { return of(i).address; }
  std::optional<Reach> slot_reach(InstId i, ValueId) const { return of(i).reach; }
  std::uint32_t slot_parts(InstId i) const { return of(i).parts; }

  InstId tell(BlockId b, const char* name, Effects e, std::vector<Operand> operands, Told what) {
    const InstId i = add(b, {name, e, {}}, std::move(operands));
    told[i] = std::move(what);
    return i;
  }
  ValueId slot(BlockId b, std::uint32_t symbol, std::int64_t offset = 0) {
    const ValueId out = make_value();
    tell(b, "slot", {}, {{out, Role::def}}, {{symbol}, Address{symbol, {}, offset}, {}, {}});
    return out;
  }
  ValueId sum(BlockId b, ValueId from, std::int64_t offset) {
    const ValueId out = make_value();
    tell(b, "sum", {}, {{from, Role::use}, {out, Role::def}}, {{}, Address{0, from, offset}, {}, {}});
    return out;
  }
  static Access at(ValueId base, std::int64_t offset, std::uint32_t bytes) { return {base, true, 0, offset, bytes}; }
  static Access named(std::uint32_t symbol, std::int64_t offset, std::uint32_t bytes) {
    return {{}, false, symbol, offset, bytes};
  }
  InstId load(BlockId b, ValueId base, std::int64_t offset, std::uint32_t bytes, std::uint32_t parts = 1) {
    return tell(b, "load", Effect::reads, {{base, Role::use}, {make_value(), Role::def}},
                {{}, {}, {at(base, offset, bytes)}, {}, parts});
  }
  InstId store(BlockId b, ValueId base, std::int64_t offset, std::uint32_t bytes, std::uint32_t parts = 1) {
    return tell(b, "store", Effect::writes, {{base, Role::use}}, {{}, {}, {at(base, offset, bytes)}, {}, parts});
  }
};
using Slots = passes::SlotAccesses<SlotCode, SlotCode>;

struct Made {
  program::Known<SlotCode> known;
  program::UseDef<SlotCode> uses;
  passes::LiveOut<SlotCode> live_out;
  Slots slots;
  explicit Made(const SlotCode& code)
      : known(code), uses(code, known), live_out(code), slots(code, code, uses, live_out) {}
};
// instruction, symbol, offset, bytes, parts, stores
using Touch = std::tuple<std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t, std::uint32_t, bool>;
std::vector<Touch> touches(const Slots& slots) {
  std::vector<Touch> out;
  for (const Slots::Touch& t : slots.touches())
    out.emplace_back(t.inst.value, slots.objects()[t.object].symbol, t.offset, t.bytes, t.parts, t.stores);
  return out;
}
using Reasons = std::map<std::uint32_t, std::optional<SlotReason>>;  // by symbol
Reasons reasons(const Slots& slots) {
  Reasons out;
  for (const Slots::Object& o : slots.objects()) out[o.symbol] = o.why;
  return out;
}

// ---- the twin

struct Twin {
  const SlotCode& code;
  std::vector<Touch> touches;
  std::map<std::uint32_t, std::set<std::pair<SlotReason, InstId>>> stay;
  std::vector<std::uint32_t> order;  // symbols, as the code names them

  std::vector<InstId> all() const {
    std::vector<InstId> out;
    for (const BlockId b : code.blocks())
      for (const InstId i : code.instructions(b)) out.push_back(i);
    return out;
  }
  explicit Twin(const SlotCode& c) : code(c) {
    for (const InstId i : all())
      for (const std::uint32_t s : code.of(i).symbols) {
        if (s > 3) continue;
        if (std::find(order.begin(), order.end(), s) == order.end()) order.push_back(s);
        const auto& made = code.of(i).address;
        if (made && made->symbol == s) {
          follow(result(i), s, made->offset);
          continue;
        }
        std::vector<Access> mine;
        for (const Access& a : code.of(i).accesses)
          if (a.symbol == s && !a.has_base) mine.push_back(a);
        const auto& names = code.of(i).symbols;
        access(i, s, 0, mine, std::count(names.begin(), names.end(), s) == 1);
      }
  }
  ValueId result(InstId i) const {
    ValueId out{};
    code.for_each_operand(i, [&](const Operand& o) {
      if (o.is_def()) out = o.value;
    });
    return out;
  }
  void access(InstId i, std::uint32_t s, std::int64_t from, const std::vector<Access>& mine, bool once) {
    if (mine.empty() || !once) {
      stay[s].emplace(SlotReason::escapes, i);
      return;
    }
    const Effects e = code.effects(i);
    bool guards = false;
    code.for_each_operand(i, [&](const Operand& g) {
      code.for_each_operand(
          i, [&](const Operand& o) { guards |= g.role == Role::guard && o.is_def() && o.value == g.value; });
    });
    bool plain = code.of(i).accesses.size() == 1 && e.has(Effect::reads) != e.has(Effect::writes) && !guards;
    for (const Effect no :
         {Effect::ordered, Effect::side_effect, Effect::fixed, Effect::convergent, Effect::terminator, Effect::call})
      plain = plain && !e.has(no);
    for (const Access& a : mine) {
      const std::int64_t begin = from + a.offset, end = begin + a.bytes;
      if (a.bytes == 0 || begin < 0 || end > 8 * s) {
        stay[s].emplace(SlotReason::outside, i);
        continue;
      }
      std::uint32_t parts = plain ? code.of(i).parts : 0;
      if (parts != 0 && a.bytes % parts != 0) parts = 0;
      touches.emplace_back(i.value, s, begin, a.bytes, parts, e.has(Effect::writes));
    }
  }
  // Is it one word from one definition that writes all of it, and read plainly?
  bool followed(ValueId v) const {
    std::uint32_t defs = 0;
    bool fine = code.pins.count(v) == 0;
    code.for_each_parameter([&](ValueId p) { fine = fine && !(p == v); });
    for (const auto& [block, out] : code.outs) fine = fine && !(out == v);
    for (const InstId i : all()) {
      bool writes = false, guard = false;
      code.for_each_operand(i, [&](const Operand& o) {
        guard |= o.role == Role::guard;
        if (!(o.value == v)) return;
        writes |= o.is_def(), defs += o.is_def();
        fine = fine && !o.old && !o.implicit && !o.more && (!o.is_def() || o.lanes == all_lanes);
      });
      fine = fine && !(writes && guard);
    }
    return fine && defs == 1;
  }
  void follow(ValueId v, std::uint32_t s, std::int64_t from) {
    const bool fine = followed(v);
    for (const InstId i : all()) {
      std::uint32_t mentions = 0;
      bool reads = false, writes = false;
      code.for_each_operand(i, [&](const Operand& o) {
        if (o.value == v) ++mentions, (o.is_def() ? writes : reads) = true;
      });
      if (!fine && writes) stay[s].emplace(SlotReason::escapes, i);
      if (!fine || !reads) continue;
      const Told& t = code.of(i);
      if (mentions == 1 && t.address && t.address->from == v) {
        follow(result(i), s, from + t.address->offset);
        continue;
      }
      std::vector<Access> mine;
      for (const Access& a : t.accesses)
        if (a.has_base && a.base == v) mine.push_back(a);
      if ((mine.empty() || mentions != 1) && mentions == 1 && t.reach) {
        for (const passes::SlotReach& r : *t.reach) {
          const std::int64_t begin = from + r.offset;
          if (begin < 0 || begin + static_cast<std::int64_t>(r.bytes) > 8 * s)
            stay[s].emplace(SlotReason::outside, i);
          else if (r.bytes != 0)
            touches.emplace_back(i.value, s, begin, static_cast<std::uint32_t>(r.bytes), 0, true);
        }
        continue;
      }
      access(i, s, from, mine, mentions == 1);
    }
  }
};

// All pairs of words of one object that meet; what meets is one group, by closure.
void check_groups(const Slots& slots) {
  const auto& all = slots.touches();
  const std::size_t n = all.size();
  std::vector<std::vector<bool>> together(n, std::vector<bool>(n, false)), unlike = together;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) {
      together[a][b] = a == b;
      const std::uint32_t pa = std::max(all[a].parts, 1U), pb = std::max(all[b].parts, 1U);
      for (std::uint32_t j = 0; j < pa && all[a].object == all[b].object; ++j)
        for (std::uint32_t k = 0; k < pb; ++k) {
          const std::int64_t sa = all[a].bytes / pa, sb = all[b].bytes / pb, x = all[a].offset + j * sa,
                             y = all[b].offset + k * sb;
          if (x >= y + sb || y >= x + sa) continue;
          together[a][b] = true;
          if (x != y || sa != sb) unlike[a][b] = true;
        }
    }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        if (together[a][k] && together[k][b]) together[a][b] = true;
  std::vector<std::uint32_t> group(n, ids::none);
  for (std::uint32_t g = 0; g < slots.groups().size(); ++g)
    for (const std::uint32_t t : slots.groups()[g].touches) {
      CHECK(group[t] == ids::none);
      group[t] = g;
    }
  for (std::size_t a = 0; a < n; ++a) {
    REQUIRE(group[a] != ids::none);
    const Slots::Group& g = slots.groups()[group[a]];
    bool written = false, read = false, no_form = false, overlap = false;
    for (std::size_t b = 0; b < n; ++b) {
      CHECK(together[a][b] == (group[a] == group[b]));
      if (!together[a][b]) continue;
      (all[b].stores ? written : read) = true;
      no_form |= all[b].parts == 0;
      for (std::size_t c = 0; c < n; ++c) overlap |= together[a][c] && unlike[b][c];
    }
    CHECK(g.written == written);
    CHECK(g.read == read);
    CHECK(g.why == (no_form   ? std::optional(SlotReason::no_form)
                    : overlap ? std::optional(SlotReason::overlap)
                              : std::nullopt));
    CHECK(std::is_sorted(g.touches.begin(), g.touches.end()));
  }
}

struct RandomSlots {
  SlotCode code;
  std::mt19937 random;
  std::vector<ValueId> addresses;
  std::uint32_t strange;  // one of so many is something strange

  RandomSlots(std::uint32_t seed, std::uint32_t odd) : random(seed), strange(odd) {}
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  std::int64_t place() { return below(2) == 0 ? 4 * below(6) : below(27) - 1; }
  std::uint32_t symbol() { return 1 + below(below(4) == 0 ? 4 : 3); }
  bool odd() { return below(strange) == 0; }
  ValueId any() { return addresses[below(static_cast<std::uint32_t>(addresses.size()))]; }
  Effects effects() {
    Effects e = below(2) == 0 ? Effect::reads : Effect::writes;
    if (odd())
      e |= std::vector<Effect>{Effect::ordered, Effect::side_effect, Effect::fixed, Effect::convergent,
                               Effect::call,    Effect::reads,       Effect::writes}[below(7)];
    return e;
  }
  void one(BlockId b) {
    const std::uint32_t bytes = std::vector<std::uint32_t>{1, 2, 4, 4, 4, 8, 8, 16}[below(8)],
                        parts = below(6) == 0 ? below(4)
                                : bytes >= 8  ? 1 + below(2)
                                              : 1;
    const ValueId v = addresses.empty() ? code.slot(b, symbol()) : any();
    if (addresses.empty()) addresses.push_back(v);
    std::vector<Operand> operands{{v, Role::use}};
    Told t;
    t.parts = parts;
    switch (below(8)) {
      case 0:
        addresses.push_back(code.slot(b, symbol(), below(3) == 0 ? 4 : 0));
        return;
      case 1:
        addresses.push_back(code.sum(b, v, static_cast<std::int64_t>(below(9)) - 4));
        if (odd()) {  // of one address or of a symbol, with another that it reads for something else
          Told made{{}, Address{0, any(), 4}, {}, {}};
          if (below(2) == 0) made = {{1}, Address{1, {}, 0}, {}, {}};
          const ValueId to = code.make_value();
          const ValueId from = made.address->from.value_or(any());
          code.tell(b, "sum", {}, {{from, Role::use}, {any(), Role::use}, {to, Role::def}}, made);
          addresses.push_back(to);
        }
        return;
      case 2:  // by the symbol
        t.symbols = {symbol()};
        t.accesses = {SlotCode::named(t.symbols[0], place(), bytes)};
        if (odd()) t.symbols.push_back(symbol());
        if (odd()) t.accesses[0].has_base = true, t.accesses[0].base = v;
        if (odd()) t.accesses[0].symbol = symbol();
        operands.clear();
        break;
      case 3:
        if (below(2) != 0) return;
        t.reach = Reach{{place(), bytes}};
        if (below(3) == 0) t.reach->push_back({place(), below(5)});
        if (odd()) t.reach.reset();
        break;
      default:
        t.accesses = {SlotCode::at(v, below(3) == 0 ? static_cast<std::int64_t>(below(9)) - 4 : place(), bytes)};
        if (odd()) t.accesses[0].bytes = 0;
        if (odd()) t.accesses[0].base = any();
        if (odd()) t.accesses[0].has_base = false;
        if (odd()) t.accesses.push_back(SlotCode::at(any(), place(), bytes));
    }
    if (odd()) operands.push_back({any(), Role::use});
    if (odd()) operands.push_back({any(), Role::guard});
    if (odd()) operands.push_back({any(), Role::use, false, true});
    if (odd()) operands.push_back({any(), Role::def});
    code.tell(b, "touch", effects(), operands, t);
  }
  void make() {
    const BlockId b = code.block(), end = code.block();
    for (std::uint32_t k = 3 + below(12); k-- > 0;) one(k < 4 ? end : b);
    if (odd() && !addresses.empty()) code.pins.insert(any());
    if (odd() && !addresses.empty()) code.outs.emplace_back(b, any());
    if (odd() && !addresses.empty()) code.add_parameter(any());
    code.jump(b, end);
    code.ret(end);
  }
};

}  // namespace

TEST_CASE("slot accesses: as a twin that follows each address by itself") {
  std::uint32_t touched = 0, escape = 0, outside = 0, groups = 0, overlaps = 0;
  for (std::uint32_t seed = 0; seed < 1200; ++seed) {
    RandomSlots r(seed, seed % 2 == 0 ? 12 : 60);
    r.make();
    const Made made(r.code);
    Twin twin(r.code);
    std::vector<Touch> mine = touches(made.slots);
    std::sort(mine.begin(), mine.end());
    std::sort(twin.touches.begin(), twin.touches.end());
    CHECK(mine == twin.touches);
    std::vector<std::uint32_t> order;
    for (const Slots::Object& o : made.slots.objects()) {
      order.push_back(o.symbol);
      CHECK(o.why.has_value() == !twin.stay[o.symbol].empty());
      CHECK(o.because.has_value() == o.why.has_value());
      if (o.why && o.because) CHECK(twin.stay[o.symbol].count({*o.why, *o.because}) == 1);
      escape += o.why == SlotReason::escapes, outside += o.why == SlotReason::outside;
    }
    CHECK(order == twin.order);
    check_groups(made.slots);
    touched += static_cast<std::uint32_t>(mine.size());
    for (const Slots::Group& g : made.slots.groups())
      groups += g.touches.size() > 1, overlaps += g.why == SlotReason::overlap;
  }
  CHECK(touched > 1000);
  CHECK(escape > 300);
  CHECK(outside > 300);
  CHECK(groups > 200);
  CHECK(overlaps > 100);
}

TEST_CASE("slot accesses: each access of an instruction is told") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId v = code.slot(b, 3);
  const InstId both = code.tell(b, "two loads", Effect::reads, {{v, Role::use}, {code.make_value(), Role::def}},
                                {{}, {}, {SlotCode::at(v, 0, 4), SlotCode::at(v, 16, 4)}, {}});
  code.ret(b);
  const Made made(code);
  CHECK(touches(made.slots) == std::vector<Touch>{{both.value, 3, 0, 4, 0, false}, {both.value, 3, 16, 4, 0, false}});
}

TEST_CASE("slot accesses: the first reason why an object stays, and up to its end") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId v = code.slot(b, 2), w = code.slot(b, 1), far = code.slot(b, 3);
  const InstId over = code.store(b, v, 13, 4);
  code.show(b, {v});
  code.store(b, w, 4, 4);
  code.load(b, w, 0, 8, 2);
  const InstId over_named = code.tell(b, "named", Effect::reads, {}, {{3}, {}, {SlotCode::named(3, 21, 4)}, {}});
  code.tell(b, "reach", Effect::call, {{far, Role::use}}, {{}, {}, {}, Reach{{24, 1}}});
  code.tell(b, "reach", Effect::call, {{w, Role::use}}, {{}, {}, {}, Reach{{8, 0}}});
  code.ret(b);
  const Made made(code);
  CHECK(reasons(made.slots) == Reasons{{1, std::nullopt}, {2, SlotReason::outside}, {3, SlotReason::outside}});
  CHECK(made.slots.objects()[0].because == over);
  CHECK(made.slots.objects()[2].because == over_named);
  CHECK(made.slots.touches().size() == 2);
  CHECK(made.slots.groups()[0].touches.size() == 2);
  CHECK(!made.slots.groups()[0].why.has_value());
}

namespace {

// A client that knows nothing of what others do with addresses.
struct NoReach {
  const SlotCode& code;
  bool is_slot(std::uint32_t symbol) const { return code.is_slot(symbol); }
  std::uint64_t slot_bytes(std::uint32_t symbol) const { return code.slot_bytes(symbol); }
  template <class F>
  void for_each_symbol(InstId i, F&& f) const {
    code.for_each_symbol(i, f);
  }
  std::optional<Address> slot_address(InstId i) const { return code.slot_address(i); }
  std::uint32_t slot_parts(InstId i) const { return code.slot_parts(i); }
};

}  // namespace

TEST_CASE(
    "slot accesses: an address that is handed over goes elsewhere, where the client does not say how far it reaches") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId v = code.slot(b, 1);
  code.tell(b, "reach", Effect::call, {{v, Role::use}}, {{}, {}, {}, Reach{{0, 4}}});
  code.ret(b);
  const Made made(code);
  CHECK(reasons(made.slots) == Reasons{{1, std::nullopt}});
  const NoReach client{code};
  const passes::SlotAccesses<SlotCode, NoReach> other(code, client, made.uses, made.live_out);
  CHECK(other.objects()[0].why == SlotReason::escapes);
}

TEST_CASE("slot accesses: addresses that nobody wants go, those made of others first") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), gone = code.slot(b, 1), kept = code.slot(b, 2);
  code.sum(b, code.sum(b, gone, 4), 4);
  code.sum(b, kept, 4);
  code.load(b, kept, 0, 4);
  const ValueId acts = code.make_value(), pin = code.slot(b, 2), lives = code.slot(b, 2), twice = code.slot(b, 3),
                part = code.make_value();
  code.pins = {pin};
  code.outs.emplace_back(b, lives);
  code.tell(b, "acts", Effect::side_effect, {{acts, Role::def}}, {{1}, Address{1, {}, 0}, {}, {}});
  code.write(b, "again", {}, {p}, twice);
  code.tell(b, "guarded", {}, {{p, Role::guard}, {part, Role::def}}, {{1}, Address{1, {}, 0}, {}, {}});
  code.ret(b);
  program::Known<SlotCode> known(code);
  program::UseDef<SlotCode> uses(code, known);
  const passes::LiveOut<SlotCode> live_out(code);
  const Slots slots(code, code, uses, live_out);
  program::Editing<SlotCode, program::UseDef<SlotCode>> editing(code, uses);
  slots.drop_addresses(editing);
  CHECK(code.names(b) == "slot load slot slot slot acts again guarded ret");
}
