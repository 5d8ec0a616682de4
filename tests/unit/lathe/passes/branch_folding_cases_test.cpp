// Branch folding on small code by hand: what must stay as it is, and what is shared from which size on.
#include <doctest/doctest.h>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/branch_folding.hpp>

#include "unit/lathe/passes/toy_shapes.hpp"

namespace {

using namespace lathe;
using program::Effect, program::Fact, program::Role;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::MachineInst, toy::ValueId;
using Op = MachineInst::Op;
using Options = passes::BranchFoldingOptions;

template <class Base = EditFunction>
struct Hand : Base {
  Hand() : Base(toy::SsaFunction{}) {}
  BlockId block() {
    const BlockId b = this->make_block();
    this->put_block(b, true);
    return b;
  }
  ValueId value() { return this->make_value(); }
  InstId op(BlockId b, Op what, std::vector<ValueId> writes, std::vector<ValueId> reads, std::int64_t n = 0,
            std::vector<BlockId> to = {}) {
    std::vector<program::Operand<ValueId>> operands;
    for (const ValueId v : reads) operands.push_back({v, Role::use});
    for (const ValueId v : writes) operands.push_back({v, Role::def});
    const InstId i = this->make(toy::FrameOp{toy::FrameOp::Kind::plain, {what, n, 0}, 0}, operands, to);
    Base::put(i, {b, {}});
    return i;
  }
  void jump(BlockId b, BlockId to) { op(b, Op::jump, {}, {}, 0, {to}); }
  void branch(BlockId b, ValueId on, BlockId yes, BlockId no) { op(b, Op::branch, {}, {on}, 0, {yes, no}); }
  void show(BlockId b, ValueId v) { op(b, Op::show, {}, {v}); }
  void ret(BlockId b, ValueId v) { op(b, Op::ret, {}, {v}); }
  ValueId phi(BlockId b, const std::vector<std::pair<BlockId, ValueId>>& in) {
    const ValueId out = value();
    const InstId i = this->make_phi(out);
    this->set_incoming(i, in);
    Base::put(i, {b, {}});
    return out;
  }
  std::uint32_t size(BlockId b) const {
    std::uint32_t n = 0;
    for ([[maybe_unused]] const InstId i : this->instructions(b)) ++n;
    return n;
  }
};
template <class Make>
passes::BranchFoldingStats fold(Make&& make, Options options = {}) {
  Hand before, behind;
  make(before);
  make(behind);
  const auto result = passes::fold_branches(behind, options);
  passes_test::same_to_the_machine(before, behind);
  return result.stats;
}
Options merging(std::uint32_t size) {
  Options options;
  options.tail_merge = true;
  options.tail_merge_size = size;
  options.hoist = false;
  return options;
}

}  // namespace

TEST_CASE("a block behind two ways with one value is folded, with two it is kept") {
  for (const bool equal : {true, false}) {
    const auto make = [&](Hand<>& f) {
      const BlockId entry = f.block(), p = f.block(), b = f.block(), q = f.block(), to = f.block();
      const ValueId x = f.value(), y = f.value(), z = f.value();
      f.op(entry, Op::set, {x}, {}, 1), f.op(entry, Op::set, {y}, {}, 2), f.op(entry, Op::load, {z}, {x});
      f.branch(entry, z, p, q);
      f.show(p, x);
      f.branch(p, y, b, to);
      f.jump(b, to);
      f.show(q, y);
      f.jump(q, to);
      const ValueId v = f.phi(to, {{b, x}, {p, equal ? x : y}, {q, z}});
      f.show(to, v);
      f.ret(to, v);
    };
    CHECK(fold(make).empty == (equal ? 1 : 0));
  }
}

TEST_CASE("heads go in front of a branch only where nobody sees it") {
  enum class What { fine, left_several, right_several, condition, branch_writes };
  for (const What what : {What::fine, What::left_several, What::right_several, What::condition}) {
    const auto make = [&](Hand<>& f) {
      const BlockId entry = f.block(), l = f.block(), r = f.block(), end = f.block();
      const ValueId x = f.value(), y = f.value(), c = f.value(), u = f.value(), v = f.value();
      f.op(entry, Op::set, {x}, {}, 3), f.op(entry, Op::set, {c}, {}, 0);
      f.op(entry, Op::set, {u}, {}, 11), f.op(entry, Op::set, {v}, {}, 12), f.op(entry, Op::set, {y}, {}, 13);
      // Of their own, but for one that is written in the entry, too, and read behind on the other way.
      const ValueId a = what == What::condition ? c : what == What::left_several ? u : f.value();
      const ValueId b = what == What::condition ? c : what == What::right_several ? v : f.value();
      f.branch(entry, c, l, r);
      f.op(l, Op::add, {a}, {x, x}), f.show(l, a), f.show(l, v), f.show(l, c);
      f.op(r, Op::add, {b}, {x, x}), f.show(r, u), f.show(r, b);
      f.jump(l, end), f.jump(r, end);
      f.show(end, y);
      f.ret(end, u);
    };
    CHECK(fold(make).hoisted == (what == What::fine ? 1 : 0));
  }
}

TEST_CASE("heads go in front of a branch where the code lets them stand, and no memory is asked there") {
  struct Asked : Hand<> {
    bool closed = false, reads = false;
    bool may_stand(InstId, const program::Spot<BlockId, InstId>& at) const {
      return !closed || *at.block != *blocks().begin();
    }
    program::Effects effects(InstId i) const {
      program::Effects e = Hand<>::effects(i);
      return reads && is_plain(i, Op::branch) ? e | Effect::reads : e;
    }
  };
  for (const bool closed : {false, true})
    for (const bool reads : {false, true})
      for (const Op head : {Op::add, Op::store}) {
        Asked f;
        f.closed = closed, f.reads = reads;
        const BlockId entry = f.block(), l = f.block(), r = f.block();
        const ValueId x = f.value();
        f.op(entry, Op::set, {x}, {}, 3);
        f.branch(entry, x, l, r);
        for (const BlockId b : {l, r}) {
          const ValueId out = f.value();
          if (head == Op::add)
            f.op(b, Op::add, {out}, {x, x});
          else
            f.op(b, Op::store, {}, {x, x});
          f.show(b, head == Op::add ? out : x);
          f.op(b, Op::set, {f.value()}, {}, b == l ? 1 : 2);
          f.ret(b, x);
        }
        passes::BranchFoldingOptions options;
        options.tail_merge = false;
        options.explain = true;
        const auto result = passes::fold_branches(f, options);
        const bool goes = !closed && (head == Op::add || !reads);
        CAPTURE(closed);
        CAPTURE(reads);
        CAPTURE(head == Op::add);
        CHECK((result.stats.hoisted != 0) == goes);
        CHECK(f.size(entry) == 2 + result.stats.hoisted);
      }
}

TEST_CASE("a branch that does something besides is no branch alone") {
  struct Storing : EditFunction {
    using EditFunction::EditFunction;
    bool writes = true;
    program::Effects effects(InstId i) const {
      program::Effects e = EditFunction::effects(i);
      if (writes && targets(i).size() == 2) e |= Effect::writes;
      return e;
    }
  };
  for (const bool writes : {true, false}) {
    Hand<Storing> f;
    f.writes = writes;
    const BlockId entry = f.block(), l = f.block(), r = f.block();
    const ValueId x = f.value();
    f.op(entry, Op::set, {x}, {});
    f.branch(entry, x, l, r);
    f.op(l, Op::add, {f.value()}, {x, x}), f.ret(l, x);
    f.op(r, Op::add, {f.value()}, {x, x}), f.show(r, x), f.ret(r, x);
    CHECK(passes::fold_branches(f).stats.hoisted == (writes ? 0 : 1));
  }
  for (const bool writes : {true, false}) {
    passes_test::SmallCode f;
    const BlockId entry = f.block(), next = f.block();
    const ValueId a = f.parameter();
    f.show(entry, {a});
    f.add(entry, {"jump", writes ? Effect::terminator | Effect::writes : program::Effects(Effect::terminator), {}}, {},
          {next});
    f.show(next, {a});
    f.ret(next);
    CHECK(passes::fold_branches(f).stats.joined == (writes ? 0 : 1));
  }
}

TEST_CASE("a block without an instruction begins like no other; and nothing is told of where nothing is done") {
  Hand f;
  const BlockId entry = f.block(), l = f.block(), r = f.block();
  const ValueId x = f.value();
  f.op(entry, Op::set, {x}, {});
  f.branch(entry, x, l, r);
  f.show(l, x);
  f.ret(l, x);
  RemarkList remarks;
  const auto result = passes::fold_branches(f, Options(), remarks);
  CHECK(result.changes == 0);
  CHECK(remarks.remarks.empty());
}

TEST_CASE("heads that come about when those below go up are looked at again") {
  const auto make = [](Hand<>& f) {
    const BlockId entry = f.block(), m = f.block(), r = f.block(), l = f.block(), k = f.block();
    const ValueId x = f.value();
    f.op(entry, Op::set, {x}, {}, 4);
    f.branch(entry, x, m, r);
    f.branch(m, x, l, k);
    for (const BlockId b : {l, k, r}) f.show(b, x);
    f.show(r, x);
    f.ret(l, x), f.show(k, x), f.ret(k, x), f.ret(r, x);
  };
  CHECK(fold(make).hoisted == 2);
}

TEST_CASE("tails of so many instructions are shared") {
  for (const bool leaves : {true, false})
    for (std::uint32_t size = 1; size < 5; ++size) {
      CAPTURE(leaves);
      CAPTURE(size);
      const auto make = [&](Hand<>& f) {
        const BlockId entry = f.block(), l = f.block(), r = f.block(), end = f.block();
        const ValueId x = f.value();
        f.op(entry, Op::set, {x}, {}, 7);
        f.branch(entry, x, l, r);
        f.op(l, Op::store, {}, {x, x}, 1);
        f.op(r, Op::store, {}, {x, x}, 2);
        for (const BlockId b : {l, r}) {
          f.show(b, x);
          const ValueId sum = f.value();
          f.op(b, Op::add, {sum}, {x, x});
          f.show(b, sum);
          if (leaves)
            f.ret(b, x);
          else
            f.jump(b, end);
        }
        f.show(end, x);
        f.ret(end, x);
      };
      // Three and what leaves, of which one comes again as a jump; or three in front of a jump that is there already.
      CHECK(fold(make, merging(size)).tails == (size <= 3 ? 1 : 0));
    }
}

TEST_CASE("a shared tail stands behind the block that it was the end of") {
  Hand f;
  const BlockId entry = f.block(), l = f.block(), r = f.block();
  const ValueId x = f.value();
  f.op(entry, Op::set, {x}, {}, 7);
  f.branch(entry, x, l, r);
  f.op(l, Op::store, {}, {x, x}, 1);
  f.op(r, Op::store, {}, {x, x}, 2);
  for (const BlockId b : {l, r}) f.show(b, x), f.show(b, x), f.ret(b, x);
  CHECK(passes::fold_branches(f, merging(1)).stats.tails == 1);
  std::vector<BlockId> order;
  for (const BlockId b : f.blocks()) order.push_back(b);
  REQUIRE(order.size() == 4);
  CHECK(order[1] == l);
  CHECK(order[3] == r);
  CHECK(f.size(order[2]) == 3);
}

TEST_CASE("a tail below phis is not entered in front of them, and names that stay are not made one") {
  for (const bool phis : {true, false}) {
    const auto make = [&](Hand<>& f) {
      const BlockId entry = f.block(), a = f.block(), b = f.block(), l = f.block(), r = f.block(), end = f.block();
      const ValueId x = f.value(), y = f.value();
      f.op(entry, Op::set, {x}, {}, 7), f.op(entry, Op::set, {y}, {}, 0);
      f.branch(entry, y, r, a);
      f.show(a, x);
      f.branch(a, y, b, l);
      f.show(b, y);
      f.jump(b, l);
      if (phis) f.phi(l, {{a, x}, {b, y}});
      for (const BlockId at : {l, r}) f.show(at, x), f.show(at, y), f.show(at, x), f.jump(at, end);
      f.show(end, y);
      f.ret(end, x);
    };
    CHECK(fold(make, merging(3)).tails == 1);
    Hand f;
    make(f);
    passes::fold_branches(f, merging(3));
    for (const BlockId at : f.blocks()) {
      std::uint32_t ways = 0;
      for (const BlockId from : f.blocks()) f.for_each_successor(from, [&](BlockId to) { ways += to == at; });
      for (const InstId i : f.instructions(at)) {
        std::uint32_t in = 0;
        f.for_each_incoming(i, [&](BlockId, ValueId) { ++in; });
        CHECK((in == 0 || in == ways));
      }
    }
  }
  const auto pinned = [](auto f) {
    const BlockId entry = f.block(), l = f.block(), r = f.block(), end = f.block();
    const ValueId x = f.value();
    f.op(entry, Op::set, {x}, {}, 7);
    f.branch(entry, x, l, r);
    f.op(l, Op::store, {}, {x, x}, 1);
    f.op(r, Op::store, {}, {x, x}, 2);
    for (const BlockId b : {l, r}) {
      const ValueId sum = f.value();
      f.op(b, Op::add, {sum}, {x, x});
      f.show(b, sum);
      f.jump(b, end);
    }
    f.ret(end, x);
    return passes::fold_branches(f, merging(2)).stats.tails;
  };
  CHECK(pinned(Hand<>()) == 1);
  CHECK(pinned(Hand<passes_test::Assigned>()) == 0);
}

namespace {

struct Lines : passes_test::SmallCode {
  bool says_only(InstId i) const { return payload(i).name == "line"; }
};
// Of a block with a marker and a jump: is it there behind the pass?
template <class Code>
bool keeps_its_block(const char* marker, program::Effects effects) {
  Code code;
  const BlockId entry = code.block(), empty = code.block(), other = code.block(), end = code.block();
  const ValueId p = code.parameter();
  code.branch(entry, p, empty, other);
  code.add(empty, {marker, effects, {}}, {});
  code.jump(empty, end);
  code.show(other, {p});
  code.jump(other, end);
  code.ret(end);
  passes::fold_branches(code);
  std::uint32_t blocks = 0;
  for ([[maybe_unused]] const BlockId b : code.blocks()) ++blocks;
  return blocks == 4;
}

}  // namespace

TEST_CASE("branch folding: a block of lines for debuggers is empty where the Editor says so") {
  const program::Effects line = Effect::marker | Effect::fixed;
  CHECK(!keeps_its_block<Lines>("line", line));
  CHECK(keeps_its_block<Lines>("scope", line));
  CHECK(keeps_its_block<Lines>("line", Effect::side_effect));
  CHECK(keeps_its_block<passes_test::SmallCode>("line", line));
}
