// Copy propagation by hand: what is not written directly, reads that keep their names, what stays because somebody else may read it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <lathe/passes/propagate_copies.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using passes_test::BlockId, passes_test::InstId, passes_test::ValueId;
using Operand = ToldCode::Operand;
constexpr Effects pure{};

// t = op(p); v = t; v is read twice: is t's operation to write v?
template <class F>
bool written_directly(F&& change) {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), t = code.make_value(), v = code.make_value();
  std::vector<Operand> operands{{p, Role::use}, {t, Role::def}};
  change(operands);
  code.add(b, {"op", pure, {}}, operands);
  code.write(b, "copy", Effect::copy, {t}, v);
  code.show(b, {v});
  code.write(b, "other", pure, {p}, v);
  code.show(b, {v});
  code.ret(b);
  passes::PropagateCopiesOptions options;
  options.forward = false;
  const auto result = passes::propagate_copies(code, options);
  CHECK(result.stats.backward == result.changes);
  CHECK(code.count(b, "copy") == 1 - result.changes);
  return result.stats.backward == 1;
}

}  // namespace

TEST_CASE("copies: what writes one whole result under no guard writes it directly") {
  CHECK(written_directly([](auto&) {}));
  CHECK(!written_directly([](auto& o) { o[0].role = Role::guard; }));
  CHECK(!written_directly([](auto& o) { o[0].old = true; }));
  CHECK(!written_directly([](auto& o) { o[0].tied = 0; }));
  CHECK(!written_directly([](auto& o) { o[1].early = true; }));
  CHECK(!written_directly([](auto& o) { o[1].implicit = true; }));
  CHECK(!written_directly([](auto& o) { o[1].more = true; }));
  CHECK(!written_directly([](auto& o) { o[1].lanes = 1; }));
}

TEST_CASE("copies: nothing is written directly across an instruction that may leave the block") {
  for (const bool leaves : {false, true}) {
    ToldCode code;
    const BlockId b = code.block(), out = code.block();
    const ValueId p = code.parameter(), t = code.op(b, "op", pure, {p}), v = code.make_value();
    if (leaves)
      code.add(b, {"leave", Effect::terminator, {}}, {{p, Role::use}}, {out});
    else
      code.show(b, {p});
    code.write(b, "copy", Effect::copy, {t}, v);
    code.jump(b, out);
    code.show(out, {v});
    code.ret(out);
    passes::PropagateCopiesOptions options;
    options.forward = false;
    CHECK(passes::propagate_copies(code, options).stats.backward == (leaves ? 0 : 1));
  }
}

TEST_CASE("copies: nothing is looked for where the fuel is used up") {
  for (const std::uint64_t fuel : {1U, 2U}) {
    ToldCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), t = code.op(b, "op", pure, {p}), v = code.make_value(), w = code.make_value();
    code.write(b, "copy", Effect::copy, {t}, v);
    code.write(b, "copy", Effect::copy, {p}, w);
    code.show(b, {v, w});
    code.ret(b);
    passes::PropagateCopiesOptions options;
    options.fuel = fuel;
    const auto result = passes::propagate_copies(code, options);
    CHECK(result.stats.backward == 1);
    CHECK(result.stats.copies == fuel - 1);
    CHECK(result.stats.forwarded == fuel - 1);
  }
}

TEST_CASE("copies: reads that are not plain keep their names") {
  const auto forwarded = [](auto&& change) {
    ToldCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), v = code.make_value();
    code.write(b, "copy", Effect::copy, {p}, v);
    Operand read{v, Role::use};
    change(read);
    code.add(b, {"reads", Effect::side_effect, {}}, {read, {p, Role::use}});
    code.ret(b);
    return passes::propagate_copies(code).stats.forwarded;
  };
  CHECK(forwarded([](Operand&) {}) == 1);
  CHECK(forwarded([](Operand& o) { o.role = Role::guard; }) == 1);
  CHECK(forwarded([](Operand& o) { o.old = true; }) == 0);
  CHECK(forwarded([](Operand& o) { o.implicit = true; }) == 0);
  CHECK(forwarded([](Operand& o) { o.more = true; }) == 0);
  CHECK(forwarded([](Operand& o) { o.tied = 0; }) == 0);
  CHECK(forwarded([](Operand& o) { o.lanes = 1; }) == 0);
}

TEST_CASE("copies: to a register that is read behind a block stay, also where it is written again") {
  for (const bool behind : {false, true}) {
    ToldCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), q = code.parameter(), v = code.make_value();
    if (behind) code.outs.emplace_back(b, v);
    code.write(b, "copy", Effect::copy, {p}, v);
    code.show(b, {p});
    code.write(b, "copy", Effect::copy, {q}, v);
    code.show(b, {v});
    code.ret(b);
    passes::PropagateCopiesOptions options;
    options.backward = false;
    passes::propagate_copies(code, options);
    CHECK(code.names(b) == (behind ? "copy show copy show ret" : "show show ret"));
  }
}

TEST_CASE("copies: each change has a remark, and copies that stay a reason") {
  ToldCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), q = code.parameter(), t = code.op(b, "op", pure, {p});
  const ValueId v = code.make_value(), direct = code.make_value(), out = code.make_value(), tied = code.make_value();
  code.write(b, "copy", Effect::copy, {t}, direct);
  code.write(b, "copy", Effect::copy, {p}, v);
  code.show(b, {v, direct});
  code.write(b, "copy", Effect::copy, {q}, tied);
  code.write(b, "copy", Effect::copy, {q}, tied);
  Operand use{tied, Role::use};
  use.tied = 0;
  code.add(b, {"two", pure, {}}, {use, {out, Role::def}});
  code.outs.emplace_back(b, out);
  code.write(b, "copy", Effect::copy, {q}, out);
  code.ret(b);
  passes::PropagateCopiesOptions options;
  options.explain = true;
  std::string heard;
  const auto result = passes::propagate_copies(code, options, [&](const Remark& r) { heard += r.name + " "; });
  CHECK(heard == "ResultWrittenDirectly CopyForwarded RedundantCopy DeadCopy ");
  CHECK(result.changes == 4);
  std::string kept;
  for (const auto& k : result.kept)
    kept += std::string(passes::propagate_copies_reason_names[static_cast<int>(k.reason)]) + "; ";
  CHECK(kept == "lives at the end; still read; ");
}
