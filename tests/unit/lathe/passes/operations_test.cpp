// Machine code as operations: what is seen of an operand, beside a twin that looks for definitions anew each time; by hand what
// is looked into, and the small rewritings.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/operations.hpp>

#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/small_machine.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
constexpr Effects pure{};
using Operand = ToldCode::Operand;

// Words of 64 bits are type 4, of one bit type 5; there may be no copies.
struct WideMachine : SmallMachine<ToldCode> {
  bool copies = true;
  static std::uint32_t width(std::uint32_t type) { return std::array<std::uint32_t, 6>{16, 8, 32, 0, 64, 1}[type]; }
  std::optional<InstId> make_copy(ValueId from, ValueId result) {
    return copies ? std::optional(code.make_copy(result, from)) : std::nullopt;
  }
};
using Ops = passes::Operations<ToldCode, WideMachine>;
using Seen = Ops::Seen;

struct Fixture {
  ToldCode code;
  WideMachine machine{{code}};
  std::optional<passes::Chain<ToldCode>> chain;
  std::optional<Ops> ops;
  std::vector<std::uint32_t> touched;
  Ops& start() {
    chain.emplace(code);
    return ops.emplace(*chain, machine);
  }
  auto editing() { return program::Editing<ToldCode, passes::Chain<ToldCode>, Ops>(code, *chain, *ops); }
  auto touch() {
    return [this](std::uint32_t n) { touched.push_back(n); };
  }
  std::uint32_t number(InstId i) { return ops->known.insts.find(i); }
  InstId at(BlockId b, std::uint32_t k) const {
    for (const InstId i : code.instructions(b))
      if (k-- == 0) return i;
    return {};
  }
  Seen seen(ValueId v, InstId user) { return ops->see({v, false, false, 0, machine.type(v)}, ops->places.of(user)); }
};
bool always() { return true; }
bool never() { return false; }

// ---- the twin: a diamond of blocks, whose first one comes before all others

struct Where {
  BlockId block;
  std::uint32_t index = 0;
};
struct Twin {
  Fixture& f;
  struct Def {
    InstId inst;
    Where at;
  };
  std::vector<Def> definitions(ValueId v) const {
    std::vector<Def> out;
    for (const BlockId b : f.code.blocks()) {
      std::uint32_t index = 0;
      for (const InstId i : f.code.instructions(b)) {
        f.code.for_each_operand(i, [&](const auto& o) {
          if (o.value == v && o.is_def()) out.push_back({i, {b, index}});
        });
        ++index;
      }
    }
    return out;
  }
  std::uint32_t reads(ValueId v) const {
    std::uint32_t n = 0;
    for (const BlockId b : f.code.blocks())
      for (const InstId i : f.code.instructions(b))
        f.code.for_each_operand(i, [&](const auto& o) { n += o.value == v && !o.is_def(); });
    return n;
  }
  bool settled(ValueId v, Where at) const {
    if (f.code.pins.count(v) != 0) return false;
    const auto all = definitions(v);
    if (all.size() != 1) return all.empty();
    const Where d = all[0].at;
    return d.block == at.block ? d.index < at.index : d.block == *f.code.blocks().begin();
  }
  bool odd(InstId i) const {  // something but plain uses and one plain result
    std::uint32_t results = 0;
    bool fine = true;
    f.code.for_each_operand(i, [&](const auto& o) {
      results += o.is_def();
      fine = fine && o.role != Role::guard && (!o.is_def() || f.code.pins.count(o.value) == 0);
    });
    return results != 1 || !fine;
  }
  Seen see(ValueId v, Where at) const {
    Seen s;
    s.there = s.is_value = s.single = true;
    s.value = v;
    s.type = f.machine.type(v);
    for (std::uint32_t copies = 0;; ++copies) {
      s.settled = settled(s.value, at);
      bool lives = false;
      for (const auto& [block, out] : f.code.outs) lives |= out == s.value;
      s.single = s.single && reads(s.value) == 1 && !lives;
      const auto all = definitions(s.value);
      if (!s.settled || all.empty()) return s;
      const InstId def = all[0].inst;
      at = all[0].at;
      std::vector<ValueId> from;
      f.code.for_each_operand(def, [&](const auto& o) {
        if (!o.is_def()) from.push_back(o.value);
      });
      const std::string& name = f.code.payload(def).name;
      const auto other = [&](ValueId x) { return f.code.others.count(x); };
      if (name == "copy" && from.size() == 1 && copies < 16 && f.code.pins.count(from[0]) == 0 &&
          other(from[0]) == other(s.value) && settled(from[0], at)) {
        s.value = from[0];
        continue;
      }
      if (odd(def)) return s;
      if (name.starts_with("lit ")) {
        const std::uint32_t width = f.machine.width(s.type);
        s.literal = width != 0;
        if (width != 0) s.bits = std::stoull(name.substr(4)) << (64 - width) >> (64 - width);
        return s;
      }
      bool fine = (name == "add" || name == "xor! 5") && f.machine.type(s.value) == s.type;
      for (const ValueId x : from) fine = fine && settled(x, at);
      if (fine) s.def = f.ops->known.insts.find(def);
      return s;
    }
  }
};

void make_random(Fixture& f, std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<BlockId> blocks;
  for (std::uint32_t k = 0; k < 4; ++k) blocks.push_back(f.code.block());
  std::vector<ValueId> values{f.code.parameter(), f.code.parameter()};
  const auto any = [&] {
    return values[values.size() - 1 - below(static_cast<std::uint32_t>(std::min<std::size_t>(values.size(), 6)))];
  };
  for (const BlockId b : blocks) {
    for (std::uint32_t k = 2 + below(7); k-- > 0;) {
      const bool fresh = below(8) != 0;
      const ValueId to = fresh ? f.code.make_value() : any(), x = any(), y = any();
      switch (below(8)) {
        case 0:
          f.code.write(b, "lit " + std::to_string(std::uint64_t{random()} * 0x100000005U), pure, {}, to);
          break;
        case 1:
          f.code.write(b, "add", pure, {x, y}, to);
          break;
        case 2:
          f.code.write(b, "xor! 5", pure, {x}, to);
          break;
        case 3:
          f.code.guarded(b, below(2) == 0 ? "add" : "lit 5", x, false, {x, y}, to);
          break;
        case 4:
          f.code.write(b, "load", Effect::reads, {x}, to);
          break;
        default:
          f.code.write(b, "copy", Effect::copy, {x}, to);
      }
      if (fresh) values.push_back(to);
      if (fresh && below(3) == 0) f.machine.types[to.value] = below(6);
      if (fresh && below(12) == 0) f.code.pins.insert(to);
      if (fresh && below(12) == 0) f.code.others.insert(to);
      if (fresh && below(12) == 0) f.code.outs.emplace_back(b, to);
    }
  }
  f.code.branch(blocks[0], any(), blocks[1], blocks[2]);
  f.code.jump(blocks[1], blocks[3]);
  f.code.jump(blocks[2], blocks[3]);
  f.code.show(blocks[3], {any(), any(), any()});
  f.code.ret(blocks[3]);
}

}  // namespace

TEST_CASE("operations: what is seen of an operand, as a twin sees it") {
  std::uint32_t literals = 0, looked = 0, copies = 0, unsettled = 0, alone = 0;
  for (std::uint32_t seed = 0; seed < 250; ++seed) {
    Fixture f;
    std::mt19937 random(seed);
    make_random(f, random);
    f.start();
    const Twin twin{f};
    for (const BlockId b : f.code.blocks()) {
      std::uint32_t index = 0;
      for (const InstId i : f.code.instructions(b)) {
        f.code.for_each_operand(i, [&](const Operand& o) {
          if (o.is_def()) return;
          const Seen s = f.seen(o.value, i), w = twin.see(o.value, {b, index});
          CHECK(s.there);
          CHECK(s.is_value);
          CHECK(s.value == w.value);
          CHECK(s.literal == w.literal);
          CHECK(s.bits == w.bits);
          CHECK(s.settled == w.settled);
          CHECK(s.single == w.single);
          CHECK(s.type == w.type);
          CHECK(s.def == w.def);
          literals += s.literal, looked += s.def != passes::none, copies += !(s.value == o.value);
          unsettled += !s.settled, alone += s.single;
        });
        ++index;
      }
    }
  }
  CHECK(literals > 200);
  CHECK(looked > 400);
  CHECK(copies > 400);
  CHECK(unsettled > 800);
  CHECK(alone > 800);
}

TEST_CASE("operations: sixteen copies are looked through, literals are what they are") {
  Fixture f;
  const BlockId b = f.code.block();
  const ValueId first = f.code.op(b, "add", pure, {f.code.parameter()});
  std::vector<ValueId> all{first};
  for (std::uint32_t k = 0; k < 17; ++k) all.push_back(f.code.op(b, "copy", Effect::copy, {all.back()}));
  f.code.show(b, {all[16], all[17]});
  f.code.ret(b);
  Ops& ops = f.start();
  const InstId show = f.at(b, 18);
  CHECK(f.seen(all[16], show).value == first);
  CHECK(f.seen(all[16], show).def == 0);
  CHECK(f.seen(all[17], show).value == all[1]);
  CHECK(f.seen(all[17], show).def == passes::none);
  CHECK(!f.seen(all[16], show).single);  // a copy of it is read twice
  const Seen s = ops.see({{}, true, false, 77, 2}, {0, 1});
  CHECK(bool(s));
  CHECK(s.literal);
  CHECK(!s.is_value);
  CHECK(s.settled);
  CHECK(s.single);
  CHECK(s.bits == 77);
  CHECK(s.type == 2);
  CHECK(s.def == passes::none);
  const Seen root = ops.root(0);
  CHECK(bool(root));
  CHECK(root.is_value);
  CHECK(root.value == first);
  CHECK(root.type == 0);
  CHECK(root.def == 0);
  CHECK(!Seen());
}

TEST_CASE("operations: two that are seen are equal where they must be one word") {
  const auto literal = [](std::uint64_t bits, std::uint32_t type, std::uint32_t v) {
    Seen s;
    s.literal = s.is_value = true, s.bits = bits, s.type = type, s.value = ValueId(v);
    return s;
  };
  const auto value = [](bool is_value, std::uint32_t v) {
    Seen s;
    s.is_value = is_value, s.value = ValueId(v);
    return s;
  };
  CHECK(literal(1, 0, 1) == literal(1, 0, 2));
  CHECK(!(literal(1, 0, 1) == literal(2, 0, 1)));
  CHECK(!(literal(1, 0, 1) == literal(1, 1, 1)));
  Seen zero = value(true, 1);
  zero.type = 0, zero.bits = 1;  // the same but for `literal`
  CHECK(!(literal(1, 0, 1) == zero));
  CHECK(!(zero == literal(1, 0, 1)));
  CHECK(value(true, 1) == value(true, 1));
  CHECK(!(value(true, 1) == value(true, 2)));
  CHECK(!(value(true, 1) == value(false, 1)));
  CHECK(!(value(false, 1) == value(true, 1)));
}

TEST_CASE("operations: what computes one whole word from registers is looked into") {
  const auto fine = [](Effects e, const auto& change) {
    Fixture f;
    const BlockId b = f.code.block();
    const ValueId x = f.code.parameter(), to = f.code.make_value();
    std::vector<Operand> operands{{x, Role::use}, {x, Role::use}, {to, Role::def}};
    change(f, operands);
    const InstId i = f.code.add(b, {"add! 7", e, {}}, operands),
                 l = f.code.add(b, {"lit 7", e, {}}, {operands.begin() + 2, operands.end()});
    f.code.ret(b);
    Ops& ops = f.start();
    const Ops::Operation* const o = ops.read(i);
    CHECK(o == ops.read(f.number(i)));  // once more, from what was found
    CHECK((o != nullptr ? o->operation : 3) == 3);
    CHECK((o != nullptr ? o->flags : 1) == 1);
    CHECK((o != nullptr ? o->operands.size() : operands.size()) == operands.size());
    CHECK((!ops.literal(l) || *ops.literal(l) == 7));
    return std::pair(o != nullptr, ops.literal(l).has_value());
  };
  const auto nothing = [](Fixture&, std::vector<Operand>&) {};
  using Both = std::pair<bool, bool>;
  CHECK(fine(pure, nothing) == Both(true, true));
  CHECK(fine(Effect::cheap | Effect::commutes, nothing) == Both(true, true));
  for (const Effect e : {Effect::reads, Effect::constant, Effect::writes, Effect::ordered, Effect::side_effect,
                         Effect::convergent, Effect::fixed, Effect::fresh, Effect::phi, Effect::marker})
    CHECK(fine(e, nothing) == Both(false, false));
  CHECK(fine(Effect::traps, nothing) == Both(true, true));
  const auto with = [&](const auto& change) { return fine(pure, change); };
  // The literal's move reads nothing: its definition alone.
  CHECK(with([](Fixture&, auto& o) { o[0].role = Role::guard; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[0].old = true; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[0].implicit = true; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[0].more = true; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[0].offset = 1; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[0].offset = -1; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[0].lanes = 1; }) == Both(false, true));
  CHECK(with([](Fixture&, auto& o) { o[2].lanes = 1; }) == Both(false, false));
  CHECK(with([](Fixture&, auto& o) { o[2].implicit = true; }) == Both(false, false));
  CHECK(with([](Fixture& f, auto& o) { f.code.pins.insert(o[2].value); }) == Both(false, false));
  CHECK(with([](Fixture& f, auto& o) { f.code.pins.insert(o[0].value); }) == Both(true, true));
  CHECK(with([](Fixture&, auto& o) { o[2].early = true; }) == Both(true, true));
  CHECK(with([](Fixture&, auto& o) { o[1].value = o[2].value; }) == Both(true, true));
  CHECK(with([](Fixture&, auto& o) { o[2].early = true, o[1].value = o[2].value; }) == Both(false, true));
  CHECK(with([](Fixture& f, auto& o) { o.push_back({f.code.make_value(), Role::def}); }) == Both(false, false));
}

TEST_CASE("operations: a walk goes on to a definition of the operand's type whose own operands are settled") {
  Fixture f;
  const BlockId b = f.code.block();
  const ValueId p = f.code.parameter(), odd = f.code.make_value(), narrow = f.code.op(b, "add", pure, {p, p});
  f.code.write(b, "load", Effect::reads, {p}, odd);
  const ValueId of_odd = f.code.op(b, "add", pure, {odd, p}), with = f.code.op(b, "add 3", pure, {p});
  f.code.write(b, "load", Effect::reads, {p}, odd);
  f.code.show(b, {narrow, of_odd, with});
  f.code.ret(b);
  Ops& ops = f.start();
  const passes::Standing at = ops.places.of(f.at(b, 5));
  CHECK(ops.see({narrow, false, false, 0, 0}, at).def == 0);
  CHECK(ops.see({narrow, false, false, 0, 1}, at).def == passes::none);
  CHECK(ops.see({of_odd, false, false, 0, 0}, at).def == passes::none);
  CHECK(ops.see({with, false, false, 0, 0}, at).def == 3);
}

namespace {

// `result` is computed in a block and read by two there and one behind; `by` is what shall stand for it.
struct Replacing : Fixture {
  BlockId b = code.block(), behind = code.block();
  ValueId p = code.parameter(), by = code.op(b, "add", pure, {p, p}), result = code.op(b, "add 1", pure, {p});
  Replacing() {
    code.show(b, {result, p});
    code.show(b, {result});
    code.jump(b, behind);
    code.show(behind, {result});
    code.ret(behind);
  }
  bool replace(bool settled = true, bool (*may)() = always) {
    start();
    Seen x;
    x.there = x.is_value = true, x.settled = settled, x.value = by;
    auto e = editing();
    return ops->replace_by_value(e, at(b, 1), x, may, touch());
  }
  std::string kept() const { return code.names(b) + " / " + code.names(behind); }
};
const std::string renamed = "add show show jump / show ret", copied = "add copy show show jump / show ret",
                  as_it_was = "add add 1 show show jump / show ret";

}  // namespace

TEST_CASE("operations: another value instead of a result, by name or by a copy") {
  {
    Replacing r;
    CHECK(r.replace());
    CHECK(r.kept() == renamed);
    CHECK(r.touched == std::vector<std::uint32_t>{2, 3, 5});
    CHECK(r.ops->uses.uses(r.by) == 3);
  }
  const auto how = [](const auto& change, bool settled = true) {
    Replacing r;
    change(r);
    CHECK(r.replace(settled));
    return r.kept();
  };
  CHECK(how([](Replacing&) {}, false) == copied);
  CHECK(how([](Replacing& r) { r.code.others.insert(r.by); }) == copied);
  CHECK(how([](Replacing& r) { r.code.pins.insert(r.by); }) == copied);
  CHECK(how([](Replacing& r) { r.code.constants.insert(r.by); }) == copied);
  CHECK(how([](Replacing& r) { r.code.pins.insert(r.result); }) == copied);
  CHECK(how([](Replacing& r) { r.code.outs.emplace_back(r.behind, r.result); }) == copied);
  {
    Replacing r;
    CHECK(!r.replace(true, never));
    CHECK(r.kept() == as_it_was);
    CHECK(r.touched.empty());
  }
  {
    Replacing r;
    CHECK(!r.replace(false, never));
    CHECK(r.kept() == as_it_was);
    CHECK(r.touched.empty());
  }
  {
    Replacing r;
    r.machine.copies = false;
    CHECK(!r.replace(false));
    CHECK(r.kept() == as_it_was);
  }
  for (bool (*may)() : {always, never}) {  // it is that value already
    Replacing r;
    r.by = r.result;
    r.code.write(r.b, "again", pure, {}, r.result);
    CHECK(r.replace(true, may) == may());
    CHECK(r.kept() == (may() ? "add show show jump again / show ret" : "add add 1 show show jump again / show ret"));
  }
}

TEST_CASE("operations: a result that is read in front of its definition keeps its name") {
  Fixture f;
  const BlockId entry = f.code.block(), loop = f.code.block();
  const ValueId p = f.code.parameter(), result = f.code.make_value();
  f.code.jump(entry, loop);
  f.code.show(loop, {result});
  f.code.write(loop, "add", pure, {p, p}, result);
  f.code.jump(loop, loop);
  Ops& ops = f.start();
  Seen x;
  x.there = x.is_value = x.settled = true, x.value = p;
  auto e = f.editing();
  CHECK(ops.replace_by_value(e, f.at(loop, 1), x, always, f.touch()));
  CHECK(f.code.names(loop) == "show copy jump");
  CHECK(f.touched == std::vector<std::uint32_t>{1});
}

TEST_CASE("operations: a literal instead of a result, and what was found is forgotten") {
  Replacing r;
  Ops& ops = r.start();
  auto e = r.editing();
  CHECK(ops.newest == passes::none);
  CHECK(!ops.replace_by_literal(e, r.at(r.b, 1), 9, never, r.touch()));
  CHECK(r.kept() == as_it_was);
  r.machine.missing = {"lit"};
  CHECK(!ops.replace_by_literal(e, r.at(r.b, 1), 9, always, r.touch()));
  CHECK(r.kept() == as_it_was);
  r.machine.missing = {};
  CHECK(r.touched.empty());
  const InstId add = r.at(r.b, 0), was = r.at(r.b, 1);
  CHECK(ops.read(add)->operands[0].value == r.p);
  CHECK(ops.read(was) != nullptr);
  const std::uint32_t number = r.number(was);
  CHECK(ops.replace_by_literal(e, was, 9, always, r.touch()));
  CHECK(r.kept() == "add lit 9 show show jump / show ret");
  CHECK(r.touched == std::vector<std::uint32_t>{2, 3, 5});
  CHECK(ops.newest == r.number(r.at(r.b, 1)));
  CHECK(ops.newest != number);
  CHECK(ops.read(ops.newest) == nullptr);
  CHECK(ops.literal(r.at(r.b, 1)) == 9);
  CHECK(r.seen(r.result, r.at(r.b, 2)).literal);
  const ValueId q = r.code.make_value();
  e.set_operand(add, 1, r.p, q);
  CHECK(ops.read(add)->operands[1].value == q);
  // The number may have been another's: what was known of that is nothing.
  const InstId fresh = r.code.make(
      {"xor", pure, {}}, std::vector<Operand>{{q, Role::use}, {q, Role::use}, {r.code.make_value(), Role::def}});
  const InstId show = r.at(r.b, 2);
  const std::uint32_t future = ops.known.insts.add(fresh);
  CHECK(ops.read(future)->operation == 2);
  r.code.payload(fresh).name = "add";
  ops.insert_in_front(e, fresh, show);
  CHECK(ops.newest == future);
  CHECK(ops.read(future)->operation == 3);
}

TEST_CASE("operations: numbers are in the order of the code, whatever passes did before") {
  Fixture f;
  const BlockId b = f.code.block();
  const ValueId p = f.code.parameter();
  f.code.show(b, {p});
  f.code.show(b, {p, p});
  f.code.ret(b);
  passes::Chain<ToldCode> chain(f.code);
  chain.start();
  chain.known();
  program::Editing<ToldCode, passes::Chain<ToldCode>> editing(f.code, chain);
  editing.move(f.at(b, 1), {b, f.at(b, 0)});
  const Ops ops(chain, f.machine);
  for (std::uint32_t k = 0; k < 3; ++k) CHECK(ops.known.insts.find(f.at(b, k)) == k);
}

TEST_CASE("operations: what nobody reads goes, and what it alone has read") {
  Fixture f;
  const BlockId b = f.code.block(), loop = f.code.block();
  const ValueId p = f.code.parameter(), pin = f.code.make_value(), lives = f.code.make_value();
  f.code.pins = {pin};
  f.code.outs.emplace_back(b, lives);
  const auto add = [&](ValueId x, ValueId y) { return f.code.op(b, "add", pure, {x, y}); };
  const ValueId shared = add(p, p), left = add(shared, p), right = add(shared, left), top = add(left, right);
  const ValueId read = f.code.op(b, "read", pure, {p}), of_read = f.code.op(b, "of read", pure, {read});
  f.code.write(b, "pinned", pure, {p}, pin);
  f.code.write(b, "lives", pure, {p}, lives);
  const ValueId acts = f.code.op(b, "acts", Effect::side_effect, {p}), twice = f.code.op(b, "first", pure, {p});
  f.code.write(b, "second", pure, {p}, twice);
  ValueId pairs[6];
  for (ValueId& v : pairs) v = f.code.make_value();
  const auto pair = [&](const char* name, ValueId x, ValueId y, bool implicit = false) {
    f.code.add(b, {name, pure, {}}, {{p, Role::use}, {x, Role::def}, {y, Role::def, false, false, implicit}});
  };
  pair("both dead", pairs[0], pairs[1]);
  pair("one read", pairs[2], pairs[3]);
  pair("implicit", pairs[4], pairs[5], true);
  const ValueId more[4] = {f.code.make_value(), f.code.make_value(), f.code.make_value(), f.code.make_value()};
  pair("other pinned", more[0], pin);
  pair("other lives", more[1], lives);
  pair("other twice", more[2], more[3]);
  f.code.write(b, "twice", pure, {p}, more[3]);
  f.code.show(b, {read, pairs[3]});
  const ValueId constant = f.code.make_value();
  f.code.constants.insert(constant);
  const ValueId taken = f.code.op(b, "taken", pure, {p});
  f.code.jump(b, loop);
  const ValueId phi = f.code.phi(loop, {{b, taken}, {loop, constant}});
  f.code.ret(loop);
  Ops& ops = f.start();
  auto e = f.editing();
  std::vector<std::uint32_t> gone;
  std::vector<ValueId> fewer;
  const auto drop = [&](std::vector<ValueId> values) {
    gone.clear(), fewer.clear();
    ops.drop_dead(e, values, [&](std::uint32_t n) { gone.push_back(n); }, [&](ValueId v) { fewer.push_back(v); });
  };
  for (const ValueId v :
       {p, read, pin, lives, acts, twice, pairs[2], pairs[3], pairs[4], pairs[5], more[0], more[1], more[2], more[3]}) {
    drop({v});
    CHECK(gone.empty());
    CHECK(fewer == std::vector<ValueId>{v});
  }
  drop({right});
  CHECK(gone.empty());
  drop({top});
  CHECK(gone == std::vector<std::uint32_t>{3, 2, 1, 0});
  CHECK(std::count(fewer.begin(), fewer.end(), p) == 3);
  CHECK(std::count(fewer.begin(), fewer.end(), left) == 1);
  CHECK(std::count(fewer.begin(), fewer.end(), shared) == 1);
  CHECK(fewer.size() == 5);
  drop({of_read});
  CHECK(gone == std::vector<std::uint32_t>{5});
  CHECK(fewer == std::vector<ValueId>{read});
  drop({pairs[1]});
  CHECK(gone.size() == 1);
  CHECK(fewer == std::vector<ValueId>{p});
  drop({phi});
  CHECK(gone.size() == 2);
  CHECK(fewer == std::vector<ValueId>{p});
  CHECK(f.code.names(loop) == "ret");
  CHECK(f.code.names(b) ==
        "read pinned lives acts first second one read implicit other pinned other lives other twice twice show jump");
}
