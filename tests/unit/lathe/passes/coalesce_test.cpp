// Coalescing: random functions run before and behind, and what stays judged by a slow twin that knows, by sets at each
// place, which registers must hold one word; by hand each reason, limit and form.
#include <doctest/doctest.h>

#include <lathe/passes/coalesce.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::CoalesceReason;
using toy::EditFunction;
constexpr Effects pure{}, constant = Effect::cheap;

/// For all pairs of registers at each place: are both live, and must they hold one word? By iteration over bits; equal
/// constants count as two.
template <class P>
class Twin {
 public:
  explicit Twin(const P& p) : p_(p), n_(p), words_(n_.values()) {
    const std::size_t blocks = n_.blocks();
    live_in_.assign(blocks, std::vector<bool>(words_));
    same_in_.assign(blocks, std::vector<bool>(words_ * words_, true));
    same_in_[0].assign(words_ * words_, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t b = n_.blocks(); b-- > 0;) changed |= live(b);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t b = 0; b < n_.blocks(); ++b) changed |= same(b);
    }
  }
  /// Is one written somewhere where the other is live behind it and need not hold that word?
  bool interfere(ValueId a, ValueId b) const {
    const std::uint32_t x = n_.value_number(a), y = n_.value_number(b);
    bool out = false;
    for (std::uint32_t block = 0; block < n_.blocks(); ++block) {
      auto eq = same_in_[block];
      for (std::uint32_t i = n_.first(block); i < n_.first(block + 1); ++i) {
        const auto behind = live_behind(block, i);
        step(i, eq);
        bool writes_x = false, writes_y = false;
        p_.for_each_operand(n_.inst(i), [&](const auto& o) {
          writes_x |= o.is_def() && o.value == a;
          writes_y |= o.is_def() && o.value == b;
        });
        if (eq[x * words_ + y]) continue;
        out |= (writes_x && (behind[y] || writes_y)) || (writes_y && behind[x]);
      }
    }
    return out;
  }

 private:
  std::vector<bool> live_behind(std::uint32_t b, std::uint32_t until) const {
    std::vector<bool> out(words_);
    p_.for_each_successor(n_.block(b), [&](const BlockId& to) {
      for (std::size_t v = 0; v < words_; ++v)
        if (live_in_[n_.block_number(to)][v]) out[v] = true;
    });
    for (std::uint32_t i = n_.first(b + 1); i-- > n_.first(b) && i > until;) back(i, out);
    return out;
  }
  void back(std::uint32_t i, std::vector<bool>& out) const {
    p_.for_each_operand(n_.inst(i), [&](const auto& o) {
      if (o.is_def()) out[n_.value_number(o.value)] = false;
    });
    p_.for_each_operand(n_.inst(i), [&](const auto& o) {
      if (!o.is_def()) out[n_.value_number(o.value)] = true;
    });
  }
  bool live(std::uint32_t b) {
    auto now = live_behind(b, ~0U);
    for (std::uint32_t i = n_.first(b + 1); i-- > n_.first(b);) back(i, now);
    const bool changed = now != live_in_[b];
    live_in_[b] = now;
    return changed;
  }
  void step(std::uint32_t i, std::vector<bool>& eq) const {
    std::vector<std::uint32_t> defs, uses;
    p_.for_each_operand(n_.inst(i),
                        [&](const auto& o) { (o.is_def() ? defs : uses).push_back(n_.value_number(o.value)); });
    const bool copy = p_.effects(n_.inst(i)).has(Effect::copy) && uses.size() == 1 && defs.size() == 1;
    if (copy && uses[0] == defs[0]) return;
    for (const std::uint32_t d : defs)
      for (std::uint32_t v = 0; v < words_; ++v) eq[d * words_ + v] = eq[v * words_ + d] = v == d;
    if (!copy) return;
    for (std::uint32_t v = 0; v < words_; ++v)
      if (v == uses[0] || eq[uses[0] * words_ + v]) eq[defs[0] * words_ + v] = eq[v * words_ + defs[0]] = true;
  }
  bool same(std::uint32_t b) {
    auto now = same_in_[b];
    for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) step(i, now);
    bool changed = false;
    p_.for_each_successor(n_.block(b), [&](const BlockId& to) {
      auto& in = same_in_[n_.block_number(to)];
      for (std::size_t k = 0; k < in.size(); ++k)
        if (in[k] && !now[k]) in[k] = false, changed = true;
    });
    return changed;
  }
  const P& p_;
  program::Numbering<P> n_;
  std::size_t words_;
  std::vector<std::vector<bool>> live_in_, same_in_;
};

// Some copies and constants stand once more at the end of their block: another function, where more is there already.
void repeat_some(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<InstId> all;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.effects(i).has(Effect::copy | Effect::cheap) && random.below(3) == 0) all.push_back(i);
  for (const InstId i : all) {
    std::optional<InstId> end;
    for (const InstId k : f.instructions(f.parent(i)))
      if (!end && f.effects(k).has(Effect::terminator)) end = k;
    f.put(f.clone(i), {f.parent(i), end});
  }
}
std::uint32_t copies_of(const EditFunction& f, InstId i) { return f.effects(i).has(Effect::copy) ? 1 : 0; }
std::uint32_t copies_in(const EditFunction& f) {
  std::uint32_t n = 0;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) n += copies_of(f, i);
  return n;
}

}  // namespace

TEST_CASE("coalescing: copies go, the code does the same, and what stays interferes") {
  passes::CoalesceStats all;
  std::uint64_t stay = 0, needless = 0, before_all = 0, behind_all = 0;
  on_random_functions(
      211,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        leave_ssa(f);
        repeat_some(f, random);
        return [&](EditFunction& code) {
          passes::CoalesceOptions options;
          options.explain = true;
          options.rematerialise = random.below(2) != 0;
          before_all += copies_in(code);
          const auto result = passes::coalesce(code, options);
          behind_all += copies_in(code);
          for (const auto& [name, member] : passes::CoalesceStats::fields()) all.*member += result.stats.*member;
          const Twin<EditFunction> twin(code);
          for (const auto& kept : result.kept) {
            // What was left may have gone later, as a write of what was there.
            if (kept.reason != CoalesceReason::interferes || !code.where(kept.inst) || copies_of(code, kept.inst) == 0)
              continue;
            const auto m = code.inst(kept.inst);
            ++stay;
            needless += !twin.interfere(ValueId(m.writes[0]), ValueId(m.reads[0]));
          }
        };
      },
      [](const EditFunction&, const EditFunction&) {}, 150);
  MESSAGE("copies " << before_all << " -> " << behind_all << ", joined " << all.joined << ", redundant "
                    << all.redundant << ", remade " << all.remade << ", stay " << stay << ", of these needless "
                    << needless);
  CHECK(all.joined > 1000);
  CHECK(all.redundant > 20);
  CHECK(all.remade > 20);
  CHECK(behind_all * 4 < before_all);
  CHECK(needless * 20 <= stay);
}

TEST_CASE("coalescing: every prefix, SSA form or not, and every analysis beside") {
  const auto pass = [](EditFunction& code, std::uint64_t fuel) {
    passes::CoalesceOptions options;
    options.fuel = fuel;
    return passes::coalesce(code, options).out_of_fuel;
  };
  every_prefix(221, leave_ssa, pass);
  every_prefix(222, [](EditFunction&) {}, pass, 10);
  toy::RandomFunctions random(223);
  for (int round = 0; round < 10; ++round) {
    EditFunction code(random.next());
    leave_ssa(code);
    with_followers(code,
                   [&](EditFunction& f, auto&... observers) { passes::coalesce(f, {}, NoRemarks{}, observers...); });
  }
}

namespace {

/// With classes and registers that keep their names.
class ClassCode : public SmallCode {
 public:
  static constexpr lathe::program::Facts facts = SmallCode::facts | Fact::classes | Fact::pinned;
  std::vector<std::uint32_t> other_class, keeps_name, stands_for_all;  // values
  bool may_stand_for(ValueId by, ValueId) const {
    return std::count(stands_for_all.begin(), stands_for_all.end(), by.value) != 0;
  }
  bool pinned(ValueId v) const { return std::count(keeps_name.begin(), keeps_name.end(), v.value) != 0; }
  std::uint32_t register_class(ValueId v) const {
    return std::count(other_class.begin(), other_class.end(), v.value) != 0 ? 1 : 0;
  }
  std::string class_name(std::uint32_t c) const { return c == 0 ? "a" : "b"; }
  InstId copy(BlockId b, ValueId to, ValueId from) {
    const InstId i = make_copy(to, from);
    put(i, {b, {}});
    return i;
  }
};
passes::CoalesceOptions explained() {
  passes::CoalesceOptions options;
  options.explain = true;
  return options;
}
CoalesceReason only_reason(ClassCode& code, const passes::CoalesceOptions& options = explained()) {
  const auto result = passes::coalesce(code, options);
  REQUIRE(result.kept.size() == 1);
  return result.kept[0].reason;
}

}  // namespace

TEST_CASE("coalescing: what holds one value is one, though both live on") {
  for (const bool values : {true, false}) {
    ClassCode code;
    const BlockId b = code.block();
    const ValueId x = code.op(b, "op", pure, {}), c = code.make_value(), d = code.make_value();
    code.other_class = {x.value};
    code.copy(b, d, x);
    code.copy(b, c, x);
    code.show(b, {c, d});
    code.copy(b, c, d);
    code.show(b, {c, d, x});
    code.ret(b);
    passes::CoalesceOptions options;
    options.values = values;
    const auto result = passes::coalesce(code, options);
    CHECK(result.stats.joined == values);
    CHECK(code.count(b, "copy") == (values ? 1 : 3));
    CHECK(result.stats.redundant == (values ? 1 : 0));
  }
}

TEST_CASE("coalescing: without values two that are live at once are one for the copies between them alone") {
  for (const bool guarded : {false, true}) {
    CAPTURE(guarded);
    ClassCode code;
    const BlockId b = code.block();
    const ValueId g = code.parameter(), x = code.op(b, "op", pure, {});
    const ValueId y = guarded ? code.op(b, "old", pure, {}) : code.make_value();
    if (guarded)  // y is what it was, or x
      code.add(b, {"copy", Effect::copy, {}},
               {{x, Role::use}, {g, Role::guard}, {y, Role::use, false, true}, {y, Role::def}});
    else
      code.copy(b, y, x);
    code.show(b, {x, y});
    if (!guarded) code.copy(b, x, y);  // back again
    code.show(b, {x, y});
    code.ret(b);
    passes::CoalesceOptions options = explained();
    options.values = false;
    const auto result = passes::coalesce(code, options);
    CHECK(result.stats.copies == (guarded ? 0 : 2));  // under a guard it is a choice of two words
    CHECK(result.stats.joined == (guarded ? 0 : 1));
    CHECK(code.count(b, "copy") == (guarded ? 1 : 0));
  }
}

TEST_CASE("coalescing: a copy of a register to itself is nothing, and nothing else is") {
  ClassCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "op", pure, {});
  code.copy(b, x, x);
  code.show(b, {x});
  code.ret(b);
  const auto result = passes::coalesce(code);
  CHECK(result.stats.erased == 1);
  CHECK(result.changes == 1);
  CHECK(code.names(b) == "op show ret");
}

TEST_CASE("coalescing: registers change places in a loop, and one copy goes by way of a third") {
  ClassCode code;
  const BlockId b = code.block(), loop = code.block(), end = code.block();
  const ValueId p = code.parameter(), x = code.op(b, "x", pure, {p}), y = code.op(b, "y", pure, {p});
  code.jump(b, loop);
  code.show(loop, {x, y});
  const ValueId t = code.make_value();
  code.copy(loop, t, x);
  code.copy(loop, x, y);
  code.copy(loop, y, t);
  code.branch(loop, p, loop, end);
  code.ret(end);
  const auto result = passes::coalesce(code, explained());
  CHECK(result.stats.joined <= 1);
  CHECK(code.count(loop, "copy") >= 2);
}

TEST_CASE("coalescing: an older word of a value is not the value") {
  // x = t of the turn before, while t is made anew.
  ClassCode code;
  const BlockId b = code.block(), loop = code.block(), end = code.block();
  const ValueId p = code.parameter(), t = code.make_value(), x = code.make_value();
  code.write(b, "first", pure, {}, x);
  code.jump(b, loop);
  code.write(loop, "make", Effect::fresh, {p}, t);
  code.show(loop, {x, t});
  code.copy(loop, x, t);
  code.branch(loop, p, loop, end);
  code.show(end, {t, x});
  code.ret(end);
  CHECK(only_reason(code) == CoalesceReason::interferes);
}

TEST_CASE("coalescing: constants are values, and are made again where a copy would stay") {
  ClassCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "5", constant, {}), y = code.make_value();
  code.copy(b, y, x);
  code.write(b, "add", pure, {y, x}, y);
  code.show(b, {x, y});
  code.write(b, "5", constant, {}, y);  // again: but x is there
  code.show(b, {x, y});
  code.ret(b);
  const auto result = passes::coalesce(code);
  CHECK(result.stats.remade == 1);
  CHECK(result.changes == 1);
  CHECK(code.count(b, "copy") == 0);
  CHECK(code.count(b, "5") == 3);

  ClassCode joined;
  const BlockId c = joined.block();
  const ValueId u = joined.op(c, "5", constant, {}), v = joined.op(c, "5", constant, {});
  joined.show(c, {u, v});
  joined.copy(c, v, u);
  joined.show(c, {u, v});
  joined.ret(c);
  CHECK(passes::coalesce(joined).stats.redundant == 1);
  CHECK(joined.count(c, "5") == 1);
  CHECK(joined.count(c, "copy") == 0);
}

TEST_CASE("coalescing: a constant that was made again goes where the register has it from another one") {
  ClassCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "5", constant, {}), w = code.op(b, "5", constant, {}), y = code.make_value();
  code.show(b, {x, w});
  code.copy(b, y, x);
  code.show(b, {x, w, y});
  code.copy(b, w, y);
  code.show(b, {w});
  code.write(b, "add", pure, {y, x}, y);
  code.show(b, {x, y});
  code.ret(b);
  const auto result = passes::coalesce(code);
  CHECK(result.stats.remade == 1);
  CHECK(result.stats.redundant == 1);
  CHECK(result.stats.joined == 1);
  CHECK(code.names(b) == "5 5 show show show add show ret");
}

TEST_CASE("coalescing: who may stand for whom is asked first, but a constant is made in its own class") {
  for (const bool both_live : {false, true}) {
    CAPTURE(both_live);
    ClassCode code;
    const BlockId b = code.block();
    const ValueId x = code.op(b, "5", constant, {}), y = code.make_value();
    code.other_class = {y.value}, code.stands_for_all = {x.value};
    code.copy(b, y, x);
    if (both_live) code.write(b, "add", pure, {y, x}, y);
    code.show(b, {y});
    if (both_live) code.show(b, {x});
    code.ret(b);
    const auto result = passes::coalesce(code, explained());
    CHECK(result.stats.joined == !both_live);
    CHECK(result.stats.remade == 0);
    CHECK(result.kept.size() == both_live);
    CHECK(code.count(b, "copy") == both_live);
  }
}

TEST_CASE("coalescing: constants are made again where lives meet, not in a register that keeps its name") {
  ClassCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "5", constant, {}), y = code.make_value();
  code.keeps_name = {y.value};
  code.copy(b, y, x);
  code.show(b, {x, y});
  code.ret(b);
  CHECK(only_reason(code) == CoalesceReason::pinned);
  CHECK(code.count(b, "copy") == 1);
}

TEST_CASE("coalescing: classes, names, groups, phis, parameters and early results keep to themselves") {
  const auto one = [](auto&& prepare) {
    ClassCode code;
    const BlockId b = code.block();
    prepare(code, b);
    code.ret(b);
    return only_reason(code);
  };
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId x = c.op(b, "op", pure, {}), y = c.make_value();
          c.other_class = {y.value};
          c.copy(b, y, x);
          c.show(b, {y});
        }) == CoalesceReason::class_);
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId x = c.op(b, "op", pure, {}), y = c.make_value();
          c.keeps_name = {y.value};
          c.copy(b, y, x);
          c.show(b, {y});
        }) == CoalesceReason::pinned);
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId x = c.op(b, "op", pure, {}), y = c.make_value();
          c.copy(b, y, x);
          c.add(b, {"show", Effect::side_effect, {}},
                {{x, Role::use, false, false, false, false, 0, -1, ~std::uint64_t{0}, true}, {y, Role::use}});
        }) == CoalesceReason::group);
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId x = c.op(b, "op", pure, {}), y = c.make_value();
          c.copy(b, y, x);
          c.add(b, {"show", Effect::side_effect, {}}, {{y, Role::use, false, false, true}});
        }) == CoalesceReason::bound);
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId x = c.parameter(), y = c.parameter();
          c.show(b, {x, y});
          c.copy(b, y, x);
          c.show(b, {y});
        }) == CoalesceReason::parameters);
  // y is written before x is read.
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId x = c.op(b, "op", pure, {}), y = c.make_value();
          c.add(b, {"asm", Effect::side_effect, {}}, {{x, Role::use}, {y, Role::def, false, false, false, true}});
          c.show(b, {y});
          c.copy(b, x, y);
          c.show(b, {x});
        }) == CoalesceReason::interferes);
  // A guard leaves the old word, which lives beside x.
  CHECK(one([](ClassCode& c, BlockId b) {
          const ValueId p = c.parameter(), x = c.op(b, "op", pure, {}), y = c.op(b, "other", pure, {});
          c.guarded(b, "third", p, false, {}, y);
          c.show(b, {x, y});
          c.copy(b, y, x);
          c.show(b, {y});
        }) == CoalesceReason::interferes);
}

TEST_CASE("coalescing: what is read and written in lanes is one register, too, and its lanes stay what they are") {
  const auto copies = [](bool rest_is_read) {
    ClassCode code;
    const BlockId b = code.block();
    const ValueId x = code.op(b, "op", pure, {}), y = code.make_value();
    code.copy(b, y, x);
    // y's first lane is written. The rest stays, or x is needed behind it.
    code.add(
        b, {"set", pure, {}},
        {{y, Role::use, false, true, false, false, 0, -1, 2}, {y, Role::def, false, false, false, false, 0, -1, 1}});
    code.add(b, {"show", Effect::side_effect, {}}, {{y, Role::use, false, false, false, false, 0, -1, 2}});
    if (rest_is_read) code.show(b, {x});
    code.ret(b);
    passes::coalesce(code);
    std::uint64_t lanes = 0;
    for (const auto& i : code.instructions(b))
      code.for_each_operand(i, [&](const auto& o) { lanes = lanes * 4 + (o.lanes & 3); });
    CHECK(lanes == (rest_is_read ? 0b1111'11'10'01'10'11 : 0b11'10'01'10));
    return code.count(b, "copy");
  };
  CHECK(copies(false) == 0);
  CHECK(copies(true) == 1);
}

TEST_CASE("coalescing: limits for long registers, and a parameter gives its name") {
  const auto run = [](std::uint32_t parts, std::uint32_t tries, bool meet = false) {
    ClassCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), x = code.make_value();
    code.show(b, {p});
    for (int k = 0; k < 4; ++k) {
      const ValueId t = code.op(b, "op" + std::to_string(k), pure, {});
      code.copy(b, x, t);
      code.show(b, {x});
      if (meet) code.show(b, {t});
    }
    code.copy(b, p, x);
    code.show(b, {p});
    code.ret(b);
    passes::CoalesceOptions options = explained();
    options.long_parts = parts, options.long_tries = tries;
    const auto result = passes::coalesce(code, options);
    for (const auto& kept : result.kept) CHECK(kept.reason == CoalesceReason::too_long);
    CHECK(result.stats.too_long == result.kept.size());
    bool named = false;
    for (const InstId i : code.instructions(b)) code.for_each_operand(i, [&](const auto& o) { named |= o.value == x; });
    CHECK(named == !result.kept.empty());
    return result.stats.joined;
  };
  CHECK(run(1024, 256) == 5);
  CHECK(run(0, 0) == 0);
  CHECK(run(0, 2) > 0);
  CHECK(run(0, 2) < 5);
  // Two are looked at for each: what x has, and what meets it there.
  CHECK(run(2, 1, true) == 5);
  CHECK(run(1, 1, true) < 5);
}

TEST_CASE("coalescing on an archetype, with remarks") {
  archetype::Code code;
  const auto b = code.make_block({});
  code.put_block(b, true, {});
  const auto put = [&](std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), {}, -1}), {b, {}});
  };
  put("op", pure, {}, {1});
  put("copy", Effect::copy, {1}, {2});
  put("op", pure, {2}, {2});
  put("copy", Effect::copy, {2}, {3});
  put("use", Effect::side_effect, {3, 2}, {});
  put("ret", Effect::terminator, {}, {});
  RemarkList remarks;
  const auto result = passes::coalesce(code, {}, remarks);
  CHECK(result.stats.joined == 2);
  CHECK(result.changes == 2);
  CHECK(code.size() == 4);
  CHECK(remarks.remarks.size() == 2);
}
