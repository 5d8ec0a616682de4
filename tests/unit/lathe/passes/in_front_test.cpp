// What is computed in front of loops, by itself: who is found, for whom, and how many are looked at.
#include <doctest/doctest.h>

#include <vector>

#include <lathe/passes/in_front.hpp>

#include "unit/lathe/passes/small_code.hpp"

using namespace lathe;
using namespace passes_test;

namespace {

using Table = passes::detail::InFront<ToldCode>;

// entry goes to left or right, these to front, front to the loop.
struct Shape {
  ToldCode code;
  BlockId entry = code.block(), left = code.block(), right = code.block(), front = code.block(), loop = code.block(),
          end = code.block();
  ValueId p = code.parameter(), q = code.parameter();

  InstId add(BlockId b, const std::string& name, std::initializer_list<ValueId> uses, Effects e = {}) {
    return code.write(b, name, e, uses, code.make_value());
  }
  void close() {
    code.branch(entry, p, left, right);
    code.jump(left, front);
    code.jump(right, front);
    code.jump(front, loop);
    code.branch(loop, p, loop, end);
    code.ret(end);
  }
};
std::uint32_t place(passes::Chain<ToldCode>& on, BlockId b) { return on.blocks().find(b); }

}  // namespace

TEST_CASE("in front: the same of the same words, where it is passed on each way") {
  Shape s;
  const InstId early = s.add(s.entry, "add", {s.p, s.q}), aside = s.add(s.left, "mul", {s.p, s.q}),
               sum = s.add(s.loop, "add", {s.p, s.q}), product = s.add(s.loop, "mul", {s.p, s.q}),
               turned = s.add(s.loop, "add", {s.q, s.p}), other = s.add(s.loop, "sub", {s.p, s.q});
  s.close();
  passes::Chain<ToldCode> on(s.code);
  on.start();
  Table table(on);
  const std::uint32_t end = place(on, s.front);
  CHECK_FALSE(table.find(sum, end, {}));  // it was told of nothing
  for (const BlockId b : {s.entry, s.left, s.right, s.front}) table.add_all(place(on, b));
  for (int again = 0; again < 2; ++again) {
    CHECK(table.find(sum, end, {}) == early);
    CHECK_FALSE(table.find(product, end, {}));  // by way of `right` it is not passed
    CHECK_FALSE(table.find(turned, end, {}));
    CHECK_FALSE(table.find(other, end, {}));
    CHECK_FALSE(table.find(early, end, {}));  // itself
  }
  // One that comes there later, behind one that is no use; told twice.
  const InstId later = s.add(s.front, "mul", {s.p, s.q});
  static_cast<void>(aside);
  on.forget();
  on.start();
  Table once_more(on);
  for (const BlockId b : {s.entry, s.left, s.right, s.front, s.front}) once_more.add_all(place(on, b));
  once_more.add(later);
  CHECK(once_more.find(product, place(on, s.front), {}) == later);
  CHECK_FALSE(once_more.find(product, place(on, s.front), {.blocks = 0}));
  CHECK(once_more.find(product, place(on, s.front), {.blocks = 1}) ==
        later);  // the last is the first that is looked at
}

TEST_CASE("in front: so many are looked at, and not one more") {
  Shape s;
  const InstId right_one = s.add(s.entry, "add", {s.p, s.q});
  for (int k = 0; k < 5; ++k) s.add(s.left, "add", {s.p, s.q});
  const InstId asks = s.add(s.loop, "add", {s.p, s.q});
  s.close();
  passes::Chain<ToldCode> on(s.code);
  on.start();
  Table table(on);
  for (const BlockId b : {s.entry, s.left}) table.add_all(place(on, b));
  for (std::uint32_t most = 0; most < 8; ++most) {
    CAPTURE(most);
    CHECK(table.find(asks, place(on, s.front), {.blocks = most}).has_value() == (most >= 6));
  }
  CHECK(table.find(asks, place(on, s.front), {}) == right_one);
}

TEST_CASE("in front: who computes nothing that keeps its word is not found") {
  Shape s;
  const ValueId twice = s.code.make_value();
  s.code.write(s.entry, "add", {}, {s.p, s.q}, twice);
  s.code.write(s.entry, "neg", {}, {s.p}, twice);
  const InstId fixed = s.add(s.entry, "mul", {s.p});
  for (auto&& v : passes::results_of(s.code, fixed)) s.code.pins.insert(v);
  s.code.add(s.entry, {"nothing", Effects(), {}}, {{s.p, Role::use}});
  s.code.guarded(s.entry, "not", s.q, false, {s.p}, s.code.make_value());
  const InstId read = s.add(s.entry, "shl", {twice}), load = s.add(s.entry, "load", {s.p}, Effect::reads);
  s.code.show(s.left, {s.p});
  s.code.add(s.right, {"store", Effect::writes, {}}, {{s.p, Role::use}});
  std::vector<InstId> asking;
  for (const char* const name : {"add", "neg"}) asking.push_back(s.add(s.loop, name, {s.p, s.q}));
  asking.push_back(s.add(s.loop, "mul", {s.p}));
  asking.push_back(s.code.add(s.loop, {"nothing", Effects(), {}}, {{s.p, Role::use}}));
  asking.push_back(s.code.guarded(s.loop, "not", s.q, false, {s.p}, s.code.make_value()));
  asking.push_back(s.add(s.loop, "shl", {twice}));
  asking.push_back(s.add(s.loop, "load", {s.p}, Effect::reads));
  s.close();
  static_cast<void>(read), static_cast<void>(load);
  passes::Chain<ToldCode> on(s.code);
  on.start();
  Table table(on);
  for (const BlockId b : {s.entry, s.left, s.right, s.front}) table.add_all(place(on, b));
  for (std::size_t k = 0; k < asking.size(); ++k) {
    CAPTURE(k);
    CHECK_FALSE(table.find(asking[k], place(on, s.front), {}));
  }
}
