// Where a value can be had again: random code beside a twin that goes back from each place on all ways, source by source; by hand
// what may be done again, which memory two accesses may have in common, and bounds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/flow/of_view.hpp>
#include <lathe/passes/again.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
using Access = program::Access<ValueId>;
using ids::none;
constexpr Effects pure{};

class HeldCode : public ToldCode {
 public:
  std::map<InstId, std::vector<Access>> touched;
  std::map<InstId, std::vector<std::pair<ValueId, Access>>> held;
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    if (const auto at = touched.find(i); at != touched.end())
      for (const Access& a : at->second) f(a);
  }
  InstId store(BlockId b, Access a, std::optional<ValueId> what = {}, Effects e = Effect::writes) {
    std::vector<Operand> operands;
    if (a.has_base) operands.push_back({a.base, Role::use});
    if (what) operands.push_back({*what, Role::use});
    const InstId i = add(b, {"store", e, {}}, operands);
    touched[i] = {a};
    if (what) held[i].emplace_back(*what, a);
    return i;
  }
};
struct Own {
  const HeldCode& code;
  template <class F>
  void for_each_held(InstId i, F&& f) const {
    if (const auto at = code.held.find(i); at != code.held.end())
      for (const auto& [v, a] : at->second) f(v, a);
  }
  bool may_make_again(InstId i) const { return code.payload(i).name != "never"; }
};
using Again = passes::detail::Again<HeldCode, Own>;

struct Made {
  const HeldCode& code;
  Own own{code};
  program::Numbering<HeldCode> n;
  flow::Cfg cfg;
  flow::Order order;
  Again again;
  Made(const HeldCode& c, const std::set<ValueId>& unwanted = {}, std::uint32_t most = 4096)
      : code(c),
        n(c),
        cfg(flow::make_cfg(program::FlowOf<HeldCode>(c, n))),
        order(flow::reverse_post_order(cfg)),
        again(c, n, cfg, order, own, [&](std::uint32_t v) { return unwanted.count(n.value(v)) == 0; }, most) {}
  // The instruction that makes v again in front of `at`, or "memory", or "".
  std::string way(InstId at, ValueId v) {
    std::string out;
    for (std::uint32_t b = 0; b < n.blocks(); ++b)
      again.walk(b, [&](std::uint32_t i, auto&& holds) {
        if (n.inst(i) == at) out = name(holds(n.value_number(v)));
      });
    return out;
  }
  std::string at_end(BlockId b, ValueId v) { return name(again.at_end(n.block_number(b), n.value_number(v))); }
  std::string name(std::uint32_t s) const {
    if (s == none) return "";
    const auto& source = again.sources()[s];
    return source.maker == none ? "memory" : code.payload(n.inst(source.maker)).name;
  }
};

// ---- the twin

struct Way {  // of having a value again
  ValueId value;
  std::optional<InstId> maker;
  Access access;
  std::string key;
};
struct Twin {
  const HeldCode& code;
  std::set<ValueId> unwanted;
  std::vector<Way> ways;  // makers first

  static std::string text(const Access& a) {
    return (a.has_base ? std::to_string(a.base.value) : "-") + " " + std::to_string(a.symbol) + " " +
           std::to_string(a.offset) + " " + std::to_string(a.bytes) + " " + std::to_string(a.space);
  }
  // What it makes that may be made again, as a text that is equal for those that make the same.
  std::optional<std::pair<ValueId, std::string>> makes(InstId i) const {
    const Effects e = code.effects(i);
    if (code.payload(i).name == "never" ||
        e.has(Effect::writes | Effect::reads | Effect::side_effect | Effect::terminator | Effect::phi))
      return {};
    std::optional<ValueId> to;
    bool fine = true;
    std::vector<std::uint32_t> uses;
    code.for_each_operand(i, [&](const Operand& o) {
      fine = fine && !o.old && !o.implicit && o.role != Role::guard && o.lanes == ~std::uint64_t{0} &&
             code.pins.count(o.value) == 0;
      if (!o.is_def()) return uses.push_back(o.value.value);
      fine = fine && !to;
      to = o.value;
    });
    if (!fine || !to || unwanted.count(*to) != 0 || std::count(uses.begin(), uses.end(), to->value) != 0) return {};
    if (e.has(Effect::commutes)) std::sort(uses.begin(), uses.end());
    std::string key = std::to_string(to->value) + " = " + code.payload(i).name;
    for (const std::uint32_t u : uses) key += " " + std::to_string(u);
    return std::pair(*to, key);
  }
  std::vector<std::pair<ValueId, Access>> holds_at(InstId i) const {
    std::vector<std::pair<ValueId, Access>> out;
    if (const auto at = code.held.find(i); at != code.held.end())
      for (const auto& [v, a] : at->second)
        if (a.bytes != 0 && unwanted.count(v) == 0 && !(a.has_base && a.base == v)) out.emplace_back(v, a);
    return out;
  }
  Twin(const HeldCode& c, std::set<ValueId> no) : code(c), unwanted(std::move(no)) {
    std::set<std::string> keys;
    std::vector<Way> memory;
    for (const BlockId b : code.blocks())
      for (const InstId i : code.instructions(b)) {
        if (const auto made = makes(i); made && keys.insert(made->second).second)
          ways.push_back({made->first, i, {}, made->second});
        for (const auto& [v, a] : holds_at(i)) {
          const std::string key = std::to_string(v.value) + " in " + text(a);
          if (keys.insert(key).second) memory.push_back({v, {}, a, key});
        }
      }
    ways.insert(ways.end(), memory.begin(), memory.end());
  }
  bool gains(InstId i, const Way& w) const {
    if (const auto made = makes(i); w.maker && made && made->second == w.key) return true;
    for (const auto& [v, a] : holds_at(i))
      if (!w.maker && std::to_string(v.value) + " in " + text(a) == w.key) return true;
    return false;
  }
  static bool apart(const Access& a, const Access& b) {
    return a.bytes != 0 && b.bytes != 0 && (a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset);
  }
  static bool may_meet(const Access& a, const Access& b) {
    if (a.space != 0 && b.space != 0 && a.space != b.space) return false;
    if (a.has_base && b.has_base) return !(a.base == b.base && apart(a, b));
    if (a.has_base || b.has_base || a.symbol == 0 || b.symbol == 0) return true;
    return a.symbol == b.symbol ? !apart(a, b) : !a.inside || !b.inside;
  }
  bool loses(InstId i, const Way& w) const {
    const Effects e = code.effects(i);
    bool out = false;
    if (!w.maker && !e.has(Effect::marker)) {
      const auto at = code.touched.find(i);
      const bool known = at != code.touched.end() && !at->second.empty();
      if (e.has(Effect::call | Effect::fixed) || (e.has(Effect::writes) && !known)) out = true;
      if (e.has(Effect::writes) && known)
        for (const Access& a : at->second) out = out || may_meet(w.access, a);
    }
    code.for_each_operand(i, [&](const Operand& o) {
      if (!o.is_def()) return;
      out = out || o.value == w.value || (w.access.has_base && !w.maker && w.access.base == o.value);
      if (w.maker)
        code.for_each_operand(*w.maker, [&](const Operand& u) { out = out || (!u.is_def() && u.value == o.value); });
    });
    return out;
  }
  // On each way back from in front of `at` (none: from the end) something gains it before anything loses it.
  bool holds(BlockId b, std::optional<InstId> at, const Way& w, std::set<BlockId>& seen) const {
    std::vector<InstId> before;
    for (const InstId i : code.instructions(b)) {
      if (at && i == *at) break;
      before.push_back(i);
    }
    while (!before.empty()) {
      if (gains(before.back(), w)) return true;
      if (loses(before.back(), w)) return false;
      before.pop_back();
    }
    if (b == *code.blocks().begin()) return false;
    for (const BlockId q : code.blocks()) {
      bool leads = false;
      code.for_each_successor(q, [&](BlockId to) { leads |= to == b; });
      if (leads && reached.count(q) != 0 && seen.insert(q).second && !holds(q, {}, w, seen)) return false;
    }
    return true;
  }
  std::set<BlockId> reached;
  void reach(BlockId b) {
    if (reached.insert(b).second) code.for_each_successor(b, [&](BlockId to) { reach(to); });
  }
  const Way* best(BlockId b, std::optional<InstId> at, ValueId v) const {
    for (const Way& w : ways) {
      std::set<BlockId> seen;
      if (w.value == v && holds(b, at, w, seen)) return &w;
    }
    return nullptr;
  }
};

struct RandomHeld {
  HeldCode code;
  std::mt19937 random;
  std::vector<ValueId> values;
  explicit RandomHeld(std::uint32_t seed) : random(seed) {}
  std::uint32_t below(std::uint32_t n) { return random() % n; }
  ValueId any() { return values[below(static_cast<std::uint32_t>(values.size()))]; }
  Access access() {
    Access a{any(),
             below(2) == 0,
             below(3),
             static_cast<std::int64_t>(4 * below(3)),
             below(5) == 0 ? 8 : 4 * std::min(1U, below(12)),
             below(6) == 0 ? 1 + below(2) : 0,
             below(6) != 0};
    if (a.has_base)
      a.symbol = 0;
    else
      a.base = ValueId{};
    return a;
  }
  void one(BlockId b) {
    const bool fresh = below(2) == 0;
    const ValueId x = any(), y = any(), to = fresh ? code.make_value() : any();
    if (fresh) values.push_back(to);
    switch (below(9)) {
      case 0:
        code.write(b, "lit", pure, {}, to);
        break;
      case 1:
        code.write(b, "op", pure, {x, y}, to);
        break;
      case 2:
        code.write(b, "sum", Effect::commutes, {x, y}, to);
        break;
      case 3: {
        const Access a = access();
        const InstId i = code.write(b, "load", Effect::reads, {x}, to);
        code.touched[i] = {a};
        if (!(a.has_base && a.base == to)) code.held[i].emplace_back(to, a);
        break;
      }
      case 4:
      case 5:
        code.store(b, access(), x, below(9) == 0 ? Effect::call : Effect::writes);
        break;
      case 6:
        code.write(b, below(2) == 0 ? "never" : "op", pure, {x}, to);
        break;
      case 7:
        if (below(3) == 0)
          code.add(b,
                   {"any",
                    below(2) == 0   ? Effects(Effect::writes)
                    : below(2) == 0 ? Effects(Effect::fixed)
                                    : Effect::writes | Effect::marker,
                    {}},
                   {});
        break;
      default:
        if (below(2) == 0)
          code.guarded(b, "op", x, false, {y}, to);
        else
          code.show(b, {x});
    }
  }
  void make() {
    std::vector<BlockId> blocks;
    for (std::uint32_t k = 1 + below(5); k-- > 0;) blocks.push_back(code.block());
    values = {code.parameter(), code.make_value(), code.make_value()};
    for (const BlockId b : blocks) {
      for (std::uint32_t k = 1 + below(6); k-- > 0;) one(b);
      const auto to = [&] { return blocks[below(static_cast<std::uint32_t>(blocks.size()))]; };
      if (below(3) != 0)
        code.branch(b, any(), to(), to());
      else
        code.jump(b, to());
    }
    if (below(4) == 0) code.pins.insert(any());
  }
};

}  // namespace

TEST_CASE("again: as a twin that goes back on all ways from each place") {
  std::uint32_t makers = 0, memory = 0, nothing = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    RandomHeld r(seed);
    r.make();
    std::set<ValueId> unwanted;
    if (seed % 4 == 0) unwanted.insert(r.any());
    Made made(r.code, unwanted);
    Twin twin(r.code, unwanted);
    twin.reach(*r.code.blocks().begin());
    CHECK(made.again.empty() == twin.ways.empty());
    const auto check = [&](std::uint32_t s, const Way* w) {
      CHECK((s != none) == (w != nullptr));
      ++(w == nullptr ? nothing : w->maker ? makers : memory);
      if (s == none || w == nullptr) return;
      const auto& source = made.again.sources()[s];
      CHECK(made.n.value(source.value) == w->value);
      CHECK((source.maker == none) == !w->maker);
      CHECK(source.reads == !w->maker);
      if (w->maker && source.maker != none) CHECK(made.n.inst(source.maker) == *w->maker);
      if (!w->maker) CHECK(Twin::text(source.access) == Twin::text(w->access));
      CHECK(source.base == (w->access.has_base ? made.n.value_number(w->access.base) : none));
    };
    for (std::uint32_t b = 0; b < made.n.blocks(); ++b) {
      std::uint32_t walked = 0;
      const BlockId block = made.n.block(b);
      made.again.walk(b, [&](std::uint32_t i, auto&& holds) {
        ++walked;
        for (std::uint32_t v = 0; v < made.n.values(); ++v)
          check(holds(v), twin.best(block, made.n.inst(i), made.n.value(v)));
      });
      CHECK(walked == (twin.reached.count(block) != 0 ? made.n.first(b + 1) - made.n.first(b) : 0));
      if (walked == 0) continue;
      for (std::uint32_t v = 0; v < made.n.values(); ++v)
        check(made.again.at_end(b, v), twin.best(block, {}, made.n.value(v)));
    }
  }
  CHECK(makers > 1000);
  CHECK(memory > 500);
  CHECK(nothing > 1000);
}

TEST_CASE("again: what may be done again") {
  const auto again = [](Effects e, const auto& change) {
    HeldCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), v = code.make_value();
    std::vector<Operand> operands{{p, Role::use}, {v, Role::def}};
    std::string name = "op";
    change(code, operands, name);
    code.add(b, {name, e, {}}, operands);
    code.show(b, {v});
    code.ret(b);
    return Made(code).at_end(b, v) == name;
  };
  const auto nothing = [](auto&, auto&, auto&) {};
  CHECK(again(pure, nothing));
  CHECK(again(Effect::constant, nothing));
  CHECK(again(Effect::traps, nothing));
  for (const Effect e : {Effect::reads, Effect::writes, Effect::ordered, Effect::side_effect, Effect::convergent,
                         Effect::fixed, Effect::fresh, Effect::phi, Effect::marker, Effect::terminator})
    CHECK(!again(e, nothing));
  CHECK(!again(pure, [](auto&, auto&, auto& name) { name = "never"; }));
  for (const std::size_t k : {0U, 1U}) {
    CHECK(!again(pure, [k](auto&, auto& o, auto&) { o[k].lanes = 1; }));
    CHECK(!again(pure, [k](auto&, auto& o, auto&) { o[k].implicit = true; }));
    CHECK(!again(pure, [k](auto&, auto& o, auto&) { o[k].more = true; }));
    CHECK(!again(pure, [k](auto& code, auto& o, auto&) { code.pins.insert(o[k].value); }));
  }
  CHECK(!again(pure, [](auto&, auto& o, auto&) { o[0].old = true; }));
  CHECK(!again(pure, [](auto&, auto& o, auto&) { o[0].role = Role::guard; }));
  CHECK(!again(pure, [](auto&, auto& o, auto&) { o[0].tied = 0; }));
  CHECK(!again(pure, [](auto&, auto& o, auto&) { o[0].value = o[1].value; }));
  CHECK(!again(pure, [](auto& code, auto& o, auto&) { o.push_back({code.make_value(), Role::def}); }));
  CHECK(!again(pure, [](auto&, auto& o, auto&) { o.pop_back(); }));
}

TEST_CASE("again: which writes take away what memory holds") {
  const ValueId base(0), other(1);
  // register, symbol, offset, bytes, space, inside
  const auto of = [](std::optional<ValueId> b, std::uint32_t symbol, std::int64_t offset, std::uint32_t bytes,
                     std::uint32_t space = 0, bool inside = true) {
    return Access{b.value_or(ValueId{}), b.has_value(), symbol, offset, bytes, space, inside};
  };
  const auto keeps = [&](const Access& a, const Access& w) {
    HeldCode code;
    const BlockId b = code.block();
    code.parameter(), code.parameter();
    const ValueId v = code.parameter();
    code.store(b, a, v);
    code.show(b, {base, other});
    code.store(b, w);
    code.ret(b);
    return Made(code).at_end(b, v) == "memory";
  };
  CHECK(!keeps(of({}, 1, 0, 4), of({}, 1, 0, 4)));
  CHECK(!keeps(of({}, 1, 0, 4), of({}, 1, 3, 1)));
  CHECK(keeps(of({}, 1, 0, 4), of({}, 1, 4, 1)));
  CHECK(keeps(of({}, 1, 1, 4), of({}, 1, 0, 1)));
  CHECK(!keeps(of({}, 1, 0, 4), of({}, 1, 4, 0)));  // who knows how far
  CHECK(keeps(of({}, 1, 0, 1), of({}, 1, 1, 1)));
  CHECK(keeps(of({}, 1, 0, 4), of({}, 2, 0, 4)));
  CHECK(!keeps(of({}, 1, 0, 4, 0, false), of({}, 2, 0, 4)));
  CHECK(!keeps(of({}, 1, 0, 4), of({}, 2, 0, 4, 0, false)));
  CHECK(!keeps(of({}, 0, 0, 4), of({}, 2, 8, 4)));
  CHECK(!keeps(of({}, 1, 0, 4), of({}, 0, 8, 4)));
  CHECK(!keeps(of({}, 0, 0, 4), of({}, 0, 8, 4)));
  CHECK(!keeps(of(base, 0, 0, 4), of({}, 1, 8, 4)));
  CHECK(!keeps(of({}, 1, 0, 4), of(base, 0, 8, 4)));
  CHECK(keeps(of(base, 0, 0, 4), of(base, 0, 4, 4)));
  CHECK(!keeps(of(base, 0, 0, 4), of(base, 0, 2, 4)));
  CHECK(!keeps(of(base, 0, 0, 4), of(other, 0, 4, 4)));
  CHECK(keeps(of({}, 1, 0, 4, 1), of({}, 1, 0, 4, 2)));
  CHECK(keeps(of(base, 0, 0, 4, 1), of({}, 0, 0, 4, 2)));
  CHECK(!keeps(of({}, 1, 0, 4, 1), of({}, 1, 0, 4, 0)));
  CHECK(!keeps(of({}, 1, 0, 4, 0), of({}, 1, 0, 4, 2)));
  CHECK(!keeps(of({}, 1, 0, 4, 2), of({}, 1, 0, 4, 2)));
}

TEST_CASE("again: firm sources need no room, the others so much as there is") {
  for (std::uint32_t most = 0; most < 4; ++most) {
    HeldCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), firm = code.op(b, "firm", pure, {p}), also = code.op(b, "also", pure, {firm}),
                  x = code.make_value(), y = code.make_value(), nobody = code.make_value();
    code.write(b, "lit", pure, {}, x);
    code.write(b, "x", pure, {p}, x);
    code.write(b, "lit", pure, {}, y);
    code.store(b, {{}, false, 1, 0, 4}, p);
    const InstId last = code.store(b, {{}, false, 1, 8, 4}, y);
    code.held[last].emplace_back(nobody, Access{{}, false, 1, 8, 4});  // the code does not name it
    code.ret(b);
    Made made(code, {y}, most);
    CHECK(made.at_end(b, firm) == "firm");
    CHECK(made.at_end(b, also) == "also");
    CHECK(made.at_end(b, x) == (most >= 2 ? "x" : ""));
    CHECK(made.at_end(b, p) == (most >= 3 ? "memory" : ""));
    CHECK(made.at_end(b, y).empty());
    std::uint32_t room = 0;
    for (const auto& s : made.again.sources()) {
      const bool is_firm = s.maker != none && made.n.value(s.value) != x;
      CHECK((s.bit == none) == is_firm);
      room += s.bit != none;
    }
    CHECK(room == std::min(most, 3U));
  }
}

TEST_CASE("again: what reads a register of two definitions is not firm, wherever these stand") {
  HeldCode code;
  const BlockId entry = code.block(), use = code.block(), before = code.block(), nowhere = code.block();
  const ValueId p = code.parameter(), x = code.make_value(), lost = code.make_value();
  code.jump(entry, before);
  const ValueId v = code.op(use, "v", pure, {x});
  code.show(use, {v});
  code.write(use, "later", pure, {p}, x);
  code.show(use, {v});
  code.ret(use);
  code.write(before, "first", pure, {p}, x);
  code.jump(before, use);
  code.write(nowhere, "lost", pure, {p}, lost);
  code.jump(nowhere, use);
  Made made(code);
  std::vector<InstId> insts;
  for (const InstId i : code.instructions(use)) insts.push_back(i);
  CHECK(made.way(insts[1], v) == "v");
  CHECK(made.way(insts[3], v).empty());
  CHECK(made.at_end(use, v).empty());
  CHECK(made.at_end(nowhere, lost).empty());
  CHECK(made.at_end(use, lost).empty());
}

TEST_CASE("again: sixty-four sources that are not firm") {
  HeldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter();
  for (std::int64_t k = 0; k < 64; ++k) code.store(b, {{}, false, 1, 4 * k, 4}, p);
  code.ret(b);
  Made made(code);
  CHECK(made.again.sources().size() == 64);
  CHECK(made.at_end(b, p) == "memory");
}
