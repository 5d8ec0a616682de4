// The ways into and out of two-address form. Ties made true: random functions of the toy machine, whose sub and mul
// are tied, run before and behind; which operand is tied is compared with every choice there is; by hand each form
// and reason.
#include <doctest/doctest.h>

#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/split_edges.hpp>
#include <lathe/passes/two_address.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes::TwoAddressReason;
using toy::EditFunction;
constexpr Effects pure{};

template <class P>
std::uint32_t untrue_ties(const P& code) {
  std::uint32_t out = 0;
  for (auto&& b : code.blocks())
    for (auto&& i : code.instructions(b)) {
      std::vector<ValueId> defs;
      code.for_each_operand(i, [&](const auto& o) {
        if (o.is_def()) defs.push_back(o.value);
      });
      code.for_each_operand(i, [&](const auto& o) {
        if (!o.is_def() && o.tied >= 0) out += !(o.value == defs.at(static_cast<std::size_t>(o.tied)));
      });
    }
  return out;
}
std::uint32_t copies_left(EditFunction& code, bool commute) {
  passes::TwoAddressOptions options;
  options.commute = commute;
  passes::two_address(code, options);
  REQUIRE(untrue_ties(code) == 0);
  passes::coalesce(code);
  std::uint32_t n = 0;
  for (const BlockId b : code.blocks())
    for (const InstId i : code.instructions(b)) n += code.effects(i).has(Effect::copy);
  return n;
}
std::vector<InstId> commuting(const EditFunction& code) {
  std::vector<InstId> out;
  for (const BlockId b : code.blocks())
    for (const InstId i : code.instructions(b))
      if (code.is_plain(i, toy::MachineInst::Op::mul)) out.push_back(i);
  return out;
}

}  // namespace

TEST_CASE("two addresses: all ties hold, and the code does the same") {
  passes::TwoAddressStats all;
  for (const bool ssa : {true, false})
    on_random_functions(
        231 + ssa,
        [&, ssa](EditFunction& f, toy::RandomFunctions&) {
          if (!ssa) leave_ssa(f);
          return [&](EditFunction& code) {
            const auto result = passes::two_address(code);
            for (const auto& [name, member] : passes::TwoAddressStats::fields()) all.*member += result.stats.*member;
            CHECK(untrue_ties(code) == 0);
          };
        },
        [](const EditFunction&, const EditFunction&) {}, 70);
  CHECK(all.left == 0);
  CHECK(all.copies > 100);
  CHECK(all.commuted > 25);
  CHECK(all.last_uses > 50);
  CHECK(all.between > 0);
}

TEST_CASE("two addresses: every prefix, and every analysis beside") {
  every_prefix(241, leave_ssa, [](EditFunction& code, std::uint64_t fuel) {
    passes::TwoAddressOptions options;
    options.fuel = fuel;
    return passes::two_address(code, options).out_of_fuel;
  });
  toy::RandomFunctions random(242);
  for (int round = 0; round < 10; ++round) {
    EditFunction code(random.next());
    leave_ssa(code);
    with_followers(code,
                   [&](EditFunction& f, auto&... observers) { passes::two_address(f, {}, NoRemarks{}, observers...); });
  }
}

TEST_CASE("two addresses: the choice of the tied operand, beside all choices there are") {
  toy::RandomFunctions random(251);
  std::uint32_t ours = 0, never = 0, best = 0, functions = 0;
  while (functions < 40) {
    const toy::SsaFunction ssa = random.next();
    const auto fresh = [&](EditFunction& f) {
      copies_for_zeros(f);
      leave_ssa(f);
    };
    EditFunction code(ssa);
    fresh(code);
    const std::size_t n = commuting(code).size();
    if (n == 0 || n > 5) continue;
    ++functions;
    EditFunction plain(ssa);
    fresh(plain);
    never += copies_left(plain, false);
    ours += copies_left(code, true);
    std::uint32_t least = ~0U;
    for (std::uint32_t choice = 0; choice < 1U << n; ++choice) {
      EditFunction other(ssa);
      fresh(other);
      const std::vector<InstId> all = commuting(other);
      for (std::size_t k = 0; k < n; ++k) {
        if ((choice >> k & 1) == 0) continue;
        const auto m = other.inst(all[k]);
        other.set_operand(all[k], 0, ValueId(m.reads[1]));
        other.set_operand(all[k], 1, ValueId(m.reads[0]));
      }
      least = std::min(least, copies_left(other, false));
    }
    best += least;
  }
  MESSAGE("copies left: never commuted " << never << ", ours " << ours << ", best " << best);
  CHECK(ours < never);
  CHECK(20 * ours <= 21 * best);
}

namespace {

/// Knows an instruction without the tie for those that are named `add`.
class TiedCode : public ToldCode {
 public:
  InstId tied(BlockId b, const std::string& name, Effects e, ValueId first, ValueId second, ValueId to) {
    Operand use{first, Role::use};
    use.tied = 0;
    return add(b, {name, e, {}}, {use, {second, Role::use}, {to, Role::def}});
  }
  std::vector<InstId> make_untied(InstId i) {
    if (payload(i).name != "add") return {};
    std::vector<Operand> operands;
    for_each_operand(i, [&](Operand o) {
      o.tied = -1;
      operands.push_back(o);
    });
    return {make(payload(i), operands)};
  }
};

}  // namespace

TEST_CASE("two addresses: last uses, operands that change places, and instructions without the tie") {
  TiedCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "x", pure, {}), y = code.op(b, "y", pure, {}), z = code.make_value(),
                w = code.make_value(), v = code.make_value();
  code.tied(b, "mul", Effect::commutes, x, y, z);  // x lives on, y does not
  code.tied(b, "sub", pure, z, x, z);              // true
  code.tied(b, "add", Effect::commutes, x, z, w);  // both live on
  code.tied(b, "sub", pure, x, w, w);              // its own result is read
  code.tied(b, "mul", Effect::commutes, x, w, w);  // and here changes places
  code.write(b, "mov", pure, {}, v);
  code.show(b, {x, z, w, v});
  code.ret(b);
  const auto result = passes::two_address(code);
  CHECK(result.stats.ties == 5);
  CHECK(result.stats.fulfilled == 1);
  CHECK(result.stats.commuted == 2);
  CHECK(result.stats.converted == 1);
  CHECK(result.stats.between == 1);
  CHECK(result.stats.copies == 2);
  CHECK(result.stats.last_uses == 1);
  CHECK(untrue_ties(code) == 0);
  CHECK(code.count(b, "copy") == 3);
}

namespace {

/// Knows that `less` of two operands is `greater` of them in each other's places.
class TurnedCode : public TiedCode {
 public:
  bool may_exchange(InstId i, std::uint32_t a, std::uint32_t b) const {
    return payload(i).name == "less" && a + b == 1 && allowed;
  }
  void exchange(InstId i, std::uint32_t, std::uint32_t) { turned.push_back(i); }
  bool allowed = true;
  std::vector<InstId> turned;
};

}  // namespace

TEST_CASE("two addresses: the client turns an operation round for the operand that ends") {
  for (const bool allowed : {true, false}) {
    TurnedCode code;
    code.allowed = allowed;
    const BlockId b = code.block();
    const ValueId x = code.op(b, "x", pure, {}), y = code.op(b, "y", pure, {}), z = code.make_value();
    const InstId i = code.tied(b, "less", pure, x, y, z);
    code.show(b, {x, z});
    code.ret(b);
    const auto result = passes::two_address(code);
    CHECK(code.turned == (allowed ? std::vector{i} : std::vector<InstId>()));
    CHECK(result.stats.commuted == allowed);
    CHECK(result.stats.last_uses == allowed);
    CHECK(untrue_ties(code) == 0);
    std::vector<ValueId> read;
    code.for_each_operand(i, [&](const TiedCode::Operand& o) { read.push_back(o.value); });
    CHECK(read == std::vector{z, allowed ? x : y, z});
  }
}

TEST_CASE("two addresses: a copy ends where what it copies ends, and of two that end the later one is taken") {
  TiedCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "x", pure, {}), c = code.op(b, "copy", Effect::copy, {x}), z = code.make_value(),
                w = code.make_value();
  code.tied(b, "add", pure, c, x, z);  // c is read for the last time, x is not
  const ValueId early = code.op(b, "p", pure, {}), late = code.op(b, "q", pure, {});
  code.tied(b, "mul", Effect::commutes, early, late, w);
  code.show(b, {x, z, w});
  code.ret(b);
  const auto result = passes::two_address(code);
  CHECK(result.stats.converted == 1);
  CHECK(result.stats.commuted == 1);
  std::vector<ValueId> copied;
  for (const InstId i : code.instructions(b))
    if (const auto copy = passes::plain_copy(code, i)) copied.push_back(copy->from);
  CHECK(copied == std::vector{x, late});
}

namespace {

// Operands of the first instruction of that name.
std::vector<ValueId> operands_of(const TiedCode& code, BlockId b, const std::string& name) {
  std::vector<ValueId> out;
  for (const InstId i : code.instructions(b))
    if (code.payload(i).name == name && out.empty())
      code.for_each_operand(i, [&](const TiedCode::Operand& o) { out.push_back(o.value); });
  return out;
}

}  // namespace

TEST_CASE("two addresses: the second operand may be the tied one, and what is tied to no definition is free") {
  TiedCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "x", pure, {}), y = code.op(b, "y", pure, {}), z = code.make_value(),
                w = code.make_value(), v = code.make_value();
  TiedCode::Operand tied{y, Role::use}, beyond{y, Role::use};
  tied.tied = 0, beyond.tied = 1;
  code.add(b, {"mul", Effect::commutes, {}}, {{x, Role::use}, tied, {z, Role::def}});  // y lives on, x does not
  code.add(b, {"one", pure, {}}, {beyond, {w, Role::def}});
  code.tied(b, "square", Effect::commutes, y, y, v);  // nothing to change places with
  code.show(b, {y, z, w, v});
  code.ret(b);
  const auto result = passes::two_address(code);
  CHECK(result.stats.ties == 2);
  CHECK(result.stats.commuted == 1);
  CHECK(operands_of(code, b, "mul") == std::vector{y, z, z});
  CHECK(operands_of(code, b, "one") == std::vector{y, w});
}

TEST_CASE("two addresses: each of two ties is made true, and a third operand stays where it is") {
  TiedCode code;
  const BlockId b = code.block();
  const ValueId x = code.op(b, "x", pure, {}), y = code.op(b, "y", pure, {}), z = code.make_value(),
                w = code.make_value(), v = code.make_value();
  TiedCode::Operand first{x, Role::use}, second{y, Role::use};
  first.tied = 0, second.tied = 1;
  code.add(b, {"pair", pure, {}}, {first, second, {z, Role::def}, {w, Role::def}});
  code.add(b, {"fma", Effect::commutes, {}}, {first, {y, Role::use}, {z, Role::use}, {v, Role::def}});
  code.show(b, {x, z, w, v});
  code.ret(b);
  CHECK(passes::two_address(code).stats.commuted == 1);
  CHECK(operands_of(code, b, "pair") == std::vector{z, w, z, w});
  CHECK(operands_of(code, b, "fma") == std::vector{v, x, z, v});
}

TEST_CASE("two addresses: a register ends where its block is left for one that writes it first") {
  TiedCode code;
  const BlockId b = code.block(), next = code.block();
  const ValueId x = code.op(b, "x", pure, {}), y = code.op(b, "y", pure, {}), z = code.make_value();
  code.tied(b, "mul", Effect::commutes, y, x, z);
  code.jump(b, next);
  code.write(next, "x", pure, {}, x);
  code.show(next, {x, y, z});
  code.ret(next);
  const auto result = passes::two_address(code);
  CHECK(result.stats.commuted == 1);
  CHECK(result.stats.last_uses == 1);
}

TEST_CASE("two addresses: of two that end, the one that copies connect with the result") {
  for (const bool connected : {true, false}) {
    TiedCode code;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = code.op(entry, "x", pure, {}), z = code.make_value();
    code.jump(entry, loop);
    const ValueId y = code.op(loop, "y", Effect::fresh, {});  // defined later, so it is the one that is tied
    code.tied(loop, "mul", Effect::commutes, y, x, z);
    if (connected)
      code.write(loop, "copy", Effect::copy, {z}, x);
    else
      code.write(loop, "op", pure, {z}, x);
    code.branch(loop, p, loop, end);
    code.ret(end);
    CHECK(passes::two_address(code).stats.commuted == connected);
  }
}

TEST_CASE("two addresses: what comes from the pinned register that the result goes to, through other copies too") {
  for (const bool further : {false, true})
    for (const bool same : {true, false}) {
      CAPTURE(further);
      CAPTURE(same);
      TiedCode code;
      const BlockId b = code.block();
      const ValueId one = code.make_value(), two = code.make_value(), x = code.make_value(), y = code.make_value(),
                    z = code.make_value(), w = code.make_value();
      code.pins = {one, two};
      if (further) code.write(b, "copy", Effect::copy, {code.op(b, "other", pure, {})}, x), code.show(b, {x});
      code.write(b, "copy", Effect::copy, {one}, x);
      code.write(b, "copy", Effect::copy, {two}, y);
      code.tied(b, "mul", Effect::commutes, y, x, z);  // y is defined later
      if (further) code.write(b, "copy", Effect::copy, {z}, w);
      code.write(b, "copy", Effect::copy, {further ? w : z}, same ? one : two);
      code.ret(b);
      const auto result = passes::two_address(code);
      CHECK(result.stats.commuted == same);
    }
  // One pinned register in, another one out: the copy would stay, so the instruction is done without the tie.
  for (const bool same : {true, false}) {
    TiedCode code;
    const BlockId b = code.block();
    const ValueId one = code.make_value(), two = code.make_value(), x = code.make_value(), z = code.make_value();
    code.pins = {one, two};
    code.write(b, "copy", Effect::copy, {one}, x);
    code.tied(b, "add", pure, x, two, z);
    code.write(b, "copy", Effect::copy, {z}, same ? one : two);
    code.ret(b);
    passes::TwoAddressOptions options;
    CHECK(passes::two_address(code, options).stats.converted == !same);
  }
  TiedCode kept;  // though x lives on: the options say so
  const BlockId b = kept.block();
  const ValueId x = kept.op(b, "x", pure, {}), z = kept.make_value();
  kept.tied(b, "add", pure, x, x, z);
  kept.show(b, {x, z});
  kept.ret(b);
  passes::TwoAddressOptions options;
  options.convert = false;
  CHECK(passes::two_address(kept, options).stats.converted == 0);
  CHECK(kept.count(b, "copy") == 1);
}

TEST_CASE("two addresses: what is left, and why") {
  TiedCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), x = code.op(b, "x", pure, {}), y = code.make_value(), z = code.make_value();
  using Operand = TiedCode::Operand;
  Operand tied{x, Role::use};
  tied.tied = 0;
  code.add(b, {"a", pure, {}}, {tied, {p, Role::guard}, {y, Role::use, false, true}, {y, Role::def}});
  Operand lane = tied;
  lane.lanes = 1;
  code.add(b, {"b", pure, {}}, {lane, {z, Role::def}});
  Operand hidden = tied;
  hidden.implicit = true;
  code.add(b, {"c", pure, {}}, {hidden, {z, Role::def}});
  Operand other = tied;
  other.value = p;
  code.add(b, {"d", pure, {}}, {tied, other, {z, Role::def}});
  Operand more{z, Role::def};
  more.more = true;
  code.add(b, {"e", pure, {}}, {tied, more, {y, Role::def}});
  code.show(b, {x, y, z});
  code.add(b, {"f", Effect::terminator, {}}, {tied, {y, Role::use}, {y, Role::def}});
  code.ret(b);
  passes::TwoAddressOptions options;
  options.explain = true;
  const auto result = passes::two_address(code, options);
  std::vector<TwoAddressReason> why;
  for (const auto& kept : result.kept) why.push_back(kept.reason);
  using enum TwoAddressReason;
  CHECK(why == std::vector{shared, lanes, shared, shared, bound, lanes, guarded});
  CHECK(result.changes == 0);
}

namespace {

/// Where the first operand of `sub` must have the register of the result.
class TiedArchetype : public archetype::Code {
 public:
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    bool first = true;
    archetype::Code::for_each_operand(i, [&](lathe::program::Operand<Value> o) {
      if (std::exchange(first, false) && !o.is_def() && key(i) == "sub") o.tied = 0;
      f(o);
    });
  }
  Inst make_copy(Value to, Value from) { return make({"copy", Effect::copy, {from.number()}, {to.number()}, {}, -1}); }
};
static_assert(lathe::program::is_editor<TiedArchetype>() && passes::CopyMaker<TiedArchetype>);

}  // namespace

TEST_CASE("two addresses on an archetype, with remarks") {
  TiedArchetype code;
  const auto b = code.make_block({});
  code.put_block(b, true, {});
  const auto put = [&](std::string_view key, Effects e, std::vector<int> uses, std::vector<int> defs) {
    code.put(code.make({key, e, std::move(uses), std::move(defs), {}, -1}), {b, {}});
  };
  put("op", pure, {}, {1});
  put("op", pure, {}, {2});
  put("sub", pure, {1, 2}, {3});
  put("sub", pure, {1, 3}, {3});
  put("use", Effect::side_effect, {3}, {});
  put("ret", Effect::terminator, {}, {});
  RemarkList remarks;
  const auto result = passes::two_address(code, {}, remarks);
  CHECK(result.stats.ties == 2);
  CHECK(result.stats.copies == 2);
  CHECK(result.stats.between == 1);
  CHECK(result.changes == 2);
  CHECK(code.size() == 9);
  CHECK(passes::two_address(code).changes == 0);
}

namespace {

/// How many instructions a run takes.
std::uint32_t steps_of(const EditFunction& code) {
  std::uint32_t low = 0, high = many_steps;
  while (low < high) {
    const std::uint32_t mid = (low + high) / 2;
    if (run_stored(code, mid))
      high = mid;
    else
      low = mid + 1;
  }
  return low;
}

}  // namespace

TEST_CASE("split edges: the code does the same, and fewer copies are run in vain") {
  std::uint64_t plain = 0, split = 0, all = 0;
  passes::SplitEdgesStats stats;
  on_random_functions(
      261,
      [&](EditFunction&, toy::RandomFunctions&) {
        return [&](EditFunction& code) {
          const auto result = passes::split_edges(code);
          for (const auto& [name, member] : passes::SplitEdgesStats::fields()) stats.*member += result.stats.*member;
        };
      },
      [](const EditFunction&, const EditFunction&) {}, 60);
  toy::RandomFunctions random(262);
  for (int round = 0; round < 60; ++round) {
    const toy::SsaFunction ssa = random.next();
    for (const int how : {0, 1, 2}) {
      EditFunction code(ssa);
      copies_for_zeros(code);
      passes::SplitEdgesOptions options;
      options.all = how == 2;
      if (how != 0) passes::split_edges(code, options);
      leave_ssa(code);
      passes::coalesce(code);
      (how == 0 ? plain : how == 1 ? split : all) += steps_of(code);
    }
  }
  MESSAGE("edges " << stats.critical << ", split " << stats.split << ", copies on them " << stats.copies
                   << "; instructions run: unsplit " << plain << ", by gain " << split << ", all split " << all);
  CHECK(stats.split > 20);
  CHECK(split < all);
  CHECK(split <= plain + plain / 100);  // loops here turn seldom, whatever the probabilities say
  every_prefix(
      263, [](EditFunction&) {},
      [](EditFunction& code, std::uint64_t fuel) {
        passes::SplitEdgesOptions options;
        options.fuel = fuel;
        return passes::split_edges(code, options).out_of_fuel;
      },
      10);
  for (int round = 0; round < 5; ++round) {
    EditFunction code(random.next());
    with_followers(code, [&](EditFunction& f, auto&... o) { passes::split_edges(f, {}, NoRemarks{}, o...); });
  }
}

TEST_CASE("split edges: out of loops, where copies are run once, and not into them") {
  const auto run = [](bool all) {
    SmallCode code;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), a = code.op(entry, "a", pure, {}), b = code.op(entry, "b", pure, {});
    code.branch(entry, p, loop, end);
    // Both ways out of the loop are critical: back to itself, with what is made in it, and to the end, with `a`.
    const ValueId next = code.make_value(), x = code.phi(loop, {{entry, b}, {loop, next}});
    code.write(loop, "next", pure, {x}, next);
    code.branch(loop, next, loop, end);
    code.phi(end, {{entry, b}, {loop, a}});
    code.show(end, {a, b});
    code.ret(end);
    passes::SplitEdgesOptions options;
    options.all = all, options.explain = true;
    const auto result = passes::split_edges(code, options);
    std::uint32_t ways = 0;
    code.for_each_successor(loop, [&](BlockId to) { ways += to == end; });
    CHECK(ways == 0);
    CHECK(result.stats.critical == 4);
    CHECK(result.stats.split + result.kept.size() == 4);
    return result.stats.split;
  };
  CHECK(run(true) == 4);
  CHECK(run(false) < 4);
}

TEST_CASE("split edges: which are critical, how many copies each has, and why others are left") {
  using Reason = passes::SplitEdgesReason;
  using Result = passes::SplitEdgesResult<SmallCode>;
  // entry -> loop <-> loop -> end; the loop's phi takes itself, or a value that lives on.
  const auto reasons = [](bool itself) {
    SmallCode code;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), a = code.op(entry, "a", pure, {}), b = code.op(entry, "b", pure, {});
    code.jump(entry, loop);
    const ValueId x = code.phi(loop, {{entry, a}, {loop, b}});
    if (itself)
      code.set_incoming(*code.instructions(loop).begin(), std::vector{std::pair(entry, a), std::pair(loop, x)});
    code.show(loop, {x, b});
    code.branch(loop, p, loop, end);
    code.show(end, {x});  // what a phi takes from itself is no copy, though it lives on
    code.ret(end);
    passes::SplitEdgesOptions options;
    options.explain = true;
    const Result result = passes::split_edges(code, options);
    CHECK(result.stats.critical == 1);
    CHECK(result.stats.split == 0);
    std::vector<Reason> out;
    for (const auto& kept : result.kept) out.push_back(kept.reason);
    return out;
  };
  CHECK(reasons(true) == std::vector{Reason::no_copies});
  CHECK(reasons(false) == std::vector{Reason::no_gain});
  passes::SplitEdgesOptions every;
  every.all = true;
  {  // of two critical edges the one has a copy of what lives on in the loop, the other none
    SmallCode code;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), a = code.op(entry, "a", pure, {}), b = code.op(entry, "b", pure, {});
    code.branch(entry, p, loop, end);
    code.show(loop, {b});
    code.branch(loop, p, loop, end);
    code.show(end, {code.phi(end, {{entry, a}, {loop, b}})});
    code.ret(end);
    const Result result = passes::split_edges(code, every);
    CHECK(result.stats.split == 2);
    CHECK(result.stats.copies == 1);
  }
  {  // a phi of one way in, and ways out: no edge is critical
    SmallCode code;
    const BlockId entry = code.block(), yes = code.block(), no = code.block();
    const ValueId p = code.parameter();
    code.branch(entry, p, yes, no);
    code.show(yes, {code.phi(yes, {{entry, p}})});
    code.ret(yes);
    code.ret(no);
    CHECK(passes::split_edges(code, every).stats.critical == 0);
  }
}
