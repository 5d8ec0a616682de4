// Registers that keep their names and live within blocks alone: which are local, who names them, and where none of them lives.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/local_names.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;

struct Flags : ToldCode {
  ValueId flag() {
    const ValueId v = make_value();
    pins.insert(v);
    return v;
  }
  void set(BlockId b, ValueId v) { write(b, "set", {}, {}, v); }
  void end(BlockId b, ValueId on, std::vector<BlockId> to) {
    add(b, {"branch", Effect::terminator, {}}, {{on, Role::use}}, std::move(to));
  }
};
using Names = passes::LocalNames<Flags>;

/// The name of what the last free place stands in front of; empty: nowhere; `end`: behind all.
std::string place(Flags& code, BlockId b) {
  passes::Chain<Flags> on(code);
  const Names names(on);
  const auto [standing, spot] = names.free_place(on.known().blocks.find(b));
  if (standing.block == program::none) return "";
  CHECK(standing.block == on.known().blocks.find(b));
  CHECK(spot.block == b);
  if (!spot.before) return "end";
  CHECK(standing.at < on.places().of(*spot.before).at);
  return code.payload(*spot.before).name;
}

}  // namespace

TEST_CASE("local names: what each block that reads it has written before") {
  Flags code;
  const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block(), dead = code.block();
  const ValueId x = code.parameter();
  const ValueId here = code.flag(), both = code.flag(), across = code.flag(), late = code.flag(), again = code.flag(),
                out = code.flag(), never = code.flag(), unread = code.flag(), one = code.flag(), nobody = code.flag();
  const ValueId plain = code.make_value();
  for (const ValueId v : {here, both, across, again, out, unread, plain}) code.set(b, v);
  code.show(b, {here, both, again, out, never, plain});
  code.set(b, again);
  code.show(b, {again});
  code.branch(b, x, l, r);
  code.set(l, both);
  code.show(l, {both, across});
  code.set(l, one);
  code.jump(l, end);
  code.show(r, {late});
  code.set(r, late);
  code.jump(r, end);
  code.show(end, {one});
  code.ret(end);
  code.show(dead, {here});  // nothing comes there
  code.ret(dead);
  code.outs = {{end, out}};
  passes::Chain<Flags> on(code);
  const Names names(on);
  const auto has = [&](ValueId v) { return names.has(on.known().values.find(v)); };
  for (const ValueId v : {here, both, again, unread}) CHECK(has(v));
  for (const ValueId v : {across, late, out, never, one, nobody}) CHECK(!has(v));
  CHECK(!names.has(on.known().values.size()));
  CHECK(!names.has(program::none));
}

TEST_CASE("local names: who reads and who writes them, dead results too") {
  Flags code;
  const BlockId b = code.block();
  const ValueId x = code.parameter(), one = code.flag(), two = code.flag(), three = code.flag();
  const InstId i = code.add(b, {"op", {}, {}},
                            {{x, Role::use},
                             {one, Role::use},
                             {two, Role::use},
                             {two, Role::def},
                             {code.make_value(), Role::def},
                             {three, Role::def}});
  code.ret(b);
  passes::Chain<Flags> on(code);
  const Names names(on);
  const auto all = [&](bool written) {
    std::vector<std::uint32_t> found;
    names.for_each(on.known().insts.find(i), written, [&](std::uint32_t v) { found.push_back(v); });
    return found;
  };
  const auto number = [&](ValueId v) { return on.known().values.find(v); };
  CHECK(all(false) == std::vector<std::uint32_t>{number(one), number(two)});
  CHECK(all(true) == std::vector<std::uint32_t>{number(two), number(three)});
}

TEST_CASE("local names: the last place of a block where none of them lives") {
  Flags code;
  const ValueId x = code.parameter(), one = code.flag(), two = code.flag(), stays = code.flag();
  const BlockId entry = code.block(), no_flag = code.block(), read = code.block(), apart = code.block(),
                nested = code.block(), done = code.block(), far = code.block(), last = code.block(),
                by_phi = code.block(), end = code.block();
  const auto op = [&](BlockId b, const char* name) { code.op(b, name, {}, {x}); };
  op(entry, "a"), code.jump(entry, no_flag);
  op(no_flag, "a"), code.branch(no_flag, x, read, end);
  op(read, "a"), code.set(read, one), code.end(read, one, {apart, end});
  code.write(apart, "first", {}, {}, one), op(apart, "a"), op(apart, "b"), code.end(apart, one, {nested, end});
  code.write(nested, "outer", {}, {}, two), code.set(nested, one), op(nested, "a"), code.show(nested, {one}),
      code.end(nested, two, {done, end});
  code.set(done, one), code.show(done, {one}), op(done, "a"), code.jump(done, far);
  code.end(far, stays, {last, end});  // written elsewhere: it is not local, and is left out of account
  op(last, "a"), code.jump(last, by_phi);
  const program::Operand<ValueId> def{one, Role::def};
  const InstId phi = code.make({"phi", Effect::phi, {}}, {&def, 1});
  const std::vector<std::pair<BlockId, ValueId>> in{{last, x}};
  code.set_incoming(phi, in);
  code.put(phi, {by_phi, {}});
  code.end(by_phi, one, {end, end});
  op(end, "a");
  CHECK(place(code, entry) == "jump");
  CHECK(place(code, no_flag) == "branch");
  CHECK(place(code, read) == "set");
  CHECK(place(code, apart) == "first");
  CHECK(place(code, nested) == "outer");
  CHECK(place(code, done) == "jump");
  CHECK(place(code, far) == "branch");
  CHECK(place(code, by_phi) == "");
  CHECK(place(code, end) == "end");
}
