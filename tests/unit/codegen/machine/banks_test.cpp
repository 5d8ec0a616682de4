// Uniform values: what moves, what must not, and all of it executed by the lanes of a warp.
// Compiled at -O1, for it computes a lot.
#include <doctest/doctest.h>

#include "codegen/machine/banks.hpp"
#include "random.hpp"

using namespace toy;

namespace {

std::uint32_t uniform_values(const Function& f) {
  std::uint32_t n = 0;
  for (std::uint32_t x = 0; x < f.value_count(); ++x) n += f.value_class[x] == s;
  return n;
}
struct Prepared {
  Function f;
  Run before;
  Banks banks;
  Prepared(std::mt19937& rng, const Wish& wish, const Registers& r, bool order) {
    random_function(rng, wish, f);
    if (order) split_exits(f);
    split_critical_edges(f);
    if (order) order_blocks(f);
    before = execute(f);
    banks = assign_banks(f, r, bank_facts(f));
  }
};

// A diamond behind a lane's number, in a loop of uniform turns.
struct Diamond {
  Function f;
  Make make{f};
  BlockId entry = f.add_block(), loop = f.add_block(), left = f.add_block(), right = f.add_block(),
          meet = f.add_block(), end = f.add_block();
  ValueId zero, one, turn = make.value(), next, lane, x, y, both = make.value(), sum, loaded;
  explicit Diamond(bool good_layout = true) {
    f.title = "diamond";
    zero = make.mov(entry, 0);
    one = make.mov(entry, 1);
    lane = make.tid(entry);
    f.add_jump(entry, loop);
    make.branch(loop, make.cmp(loop, lane, turn), left, right);
    x = make.two(left, op::add, turn, one);
    f.add_jump(left, meet);
    y = make.two(right, op::mul, turn, one);
    f.add_jump(right, meet);
    sum = make.two(meet, op::add, both, turn);
    loaded = make.load(meet, turn);
    next = make.two(meet, op::add, turn, one);
    make.out(meet, sum);
    make.out(meet, loaded);
    make.branch(meet, make.cmp(meet, one, loaded), loop, end);
    make.exit(end);
    make.phi(loop, turn, {{entry, zero}, {meet, next}});
    make.phi(meet, both, {{left, x}, {right, y}});
    if (!good_layout) f.put_block(right, true);
  }
};

}  // namespace

TEST_CASE("what is uniform where all threads are moves; what is made where they are apart does not") {
  const Registers r = registers();
  Diamond d;
  split_critical_edges(d.f);
  std::vector<lathe::Remark> remarks;
  const Banks banks = assign_banks(d.f, r, bank_facts(d.f), [&](const lathe::Remark& x) { remarks.push_back(x); });
  for (const ValueId u : {d.zero, d.one, d.turn, d.next, d.loaded}) CHECK(d.f.register_class(u) == s);
  for (const ValueId t : {d.lane, d.x, d.y, d.both, d.sum}) CHECK(d.f.register_class(t) == v);
  CHECK(banks.stats.uniform == 5);
  CHECK(banks.stats.phis == 1);
  CHECK(banks.stats.values == 10);
  CHECK(verify(d.f, r).str() == "");
  for (const BlockId b : {d.left, d.right}) CHECK(banks.is_apart(b));
  for (const BlockId b : {d.entry, d.loop, d.meet, d.end}) CHECK(!banks.is_apart(b));
  // x and y are the same for all that make them.
  REQUIRE(remarks.size() == 2);
  CHECK(remarks[0].text.find("threads may come there apart") != std::string::npos);
  CHECK(execute(d.f).wrong.empty());
}

TEST_CASE("where threads would run ahead in the layout, what they share is not uniform") {
  const Registers r = registers();
  Diamond d(false);  // `right` stands behind where it meets `left`
  split_critical_edges(d.f);
  const Banks banks = assign_banks(d.f, r, bank_facts(d.f));
  CHECK(banks.is_apart(d.meet));
  for (const ValueId t : {d.turn, d.next, d.loaded}) CHECK(d.f.register_class(t) == v);
  CHECK(d.f.register_class(d.one) == s);
  CHECK(d.f.register_class(d.zero) == v);  // all that reads it wants a copy
  CHECK(execute(d.f, true, &banks).wrong.empty());
}

TEST_CASE("copies stand where a thread's register is wanted") {
  const Registers r = registers();
  Function f;
  Make make{f};
  const BlockId b = f.add_block(), left = f.add_block(), right = f.add_block(), end = f.add_block();
  const ValueId one = make.mov(b, 1), two = make.two(b, op::add, one, one), lane = make.tid(b);
  make.out(b, two, op::strict);
  const ValueId tied = make.two(b, op::into, two, lane);
  make.out(b, two);
  make.branch(b, make.cmp(b, lane, one), left, right);
  f.add_jump(left, end);
  f.add_jump(right, end);
  const ValueId phi = make.value();
  make.phi(end, phi, {{left, two}, {right, tied}});
  make.out(end, phi);
  make.exit(end);
  const Run before = execute(f);
  const Banks banks = assign_banks(f, r, bank_facts(f));
  CHECK(banks.stats.copies == 3);
  CHECK(f.register_class(two) == s);
  CHECK(verify(f, r).str() == "");
  const Run after = execute(f);
  CHECK(after.wrong.empty());
  CHECK(after.trace == before.trace);
}

TEST_CASE("what comes the same for all comes in a register that the warp has once") {
  const Registers r = registers();
  Function f;
  Make make{f};
  const BlockId a = f.add_block(), loop = f.add_block(), end = f.add_block();
  const ValueId count = make.value(), mine = make.value(), turn = make.value();
  for (const ValueId p : {count, mine}) f.add_parameter(p);
  f.add_jump(a, loop);
  const ValueId next = make.two(loop, op::add, turn, count), sum = make.two(loop, op::add, next, mine);
  make.out(loop, sum);
  make.branch(loop, make.cmp(loop, turn, count), loop, end);
  make.exit(end);
  make.phi(loop, turn, {{a, count}, {loop, next}});
  split_critical_edges(f);
  BankFacts facts = bank_facts(f);
  CHECK(assign_banks(f, r, facts).stats.uniform == 0);
  facts.uniform_parameter = [&](ValueId p) { return p != mine; };
  Banks banks = assign_banks(f, r, facts);
  for (const ValueId u : {count, turn, next}) CHECK(f.register_class(u) == s);
  for (const ValueId t : {mine, sum}) CHECK(f.register_class(t) == v);
  CHECK(banks.stats.values == 5);
  CHECK(banks.stats.uniform == 3);
  CHECK(verify(f, r).str() == "");
  CHECK(check_banks(f, r, banks).str() == "");
  const AllocationResult got = allocate(f, r, &banks);
  REQUIRE(got.fault == "");
  REQUIRE(got.parameters.size() == 2);
  CHECK(f.register_class(got.parameters[0]) == s);
  CHECK(f.register_class(got.parameters[1]) == v);
}

TEST_CASE("a condition code that differs is not read once for all") {
  const Registers r = registers();
  Function f;
  Make make{f};
  const BlockId b = f.add_block();
  const ValueId one = make.mov(b, 1), two = make.mov(b, 2), lane = make.tid(b);
  const ValueId mine = make.sel(b, one, two, make.cmp(b, lane, two));
  const ValueId all = make.sel(b, one, two, make.cmp(b, one, two));
  make.out(b, mine);
  make.out(b, all);
  make.exit(b);
  const Banks banks = assign_banks(f, r, bank_facts(f));
  CHECK(f.register_class(mine) == v);
  CHECK(f.register_class(all) == s);
  CHECK(banks.stats.of_codes == 1);
}

TEST_CASE("random functions with uniform values do what they did, and no lane is missing where one is made") {
  const Registers r = registers();
  std::mt19937 rng(20);
  BankStats sum;
  std::uint64_t scalar = 0, apart_uses = 0;
  for (int n = 0; n < 1500; ++n) {
    Wish wish;
    wish.divergent = 3 + n % 13;
    wish.blocks = 4 + static_cast<std::uint32_t>(n % 16);
    Prepared p(rng, wish, r, n % 4 != 0);
    INFO(n << "\n" << text(p.f, &r));
    REQUIRE(p.before.wrong.empty());
    REQUIRE(verify(p.f, r).str() == "");
    const Run after = execute(p.f, false, &p.banks);
    REQUIRE(after.wrong == std::vector<std::string>{});
    REQUIRE(after.trace == p.before.trace);
    // What loads give changes while it runs: then lanes agree only where they read together.
    const Run changing = execute(p.f, true, &p.banks);
    REQUIRE(changing.wrong == std::vector<std::string>{});
    if (n % 4 == 1) REQUIRE(check_banks(p.f, r, p.banks).str() == "");
    scalar += after.scalar;
    for (const BlockId b : p.f.blocks())
      for (const InstId i : p.f.instructions(b))
        if (p.banks.is_apart(b))
          p.f.for_each_operand(i, [&](const Operand& o) { apart_uses += p.f.register_class(o.value) == s; });
    lathe::merge(sum, p.banks.stats);
  }
  MESSAGE(lathe::to_table(sum));
  CHECK(sum.uniform > 3000);
  CHECK(sum.phis > 100);
  CHECK(sum.copies > 500);
  CHECK(sum.apart > 1000);
  CHECK(sum.rounds > 1500);  // loads made branches divergent
  CHECK(apart_uses > 500);
  CHECK(scalar > 10000);
}

TEST_CASE("values that are taken back take with them what is made of them") {
  const Registers r = registers();
  std::mt19937 rng(21);
  std::uint64_t went = 0;
  for (int n = 0; n < 400; ++n) {
    Wish wish;
    wish.divergent = 9;
    Prepared p(rng, wish, r, true);
    std::vector<ValueId> some;
    for (std::uint32_t x = 0; x < p.f.value_count(); ++x)
      if (p.f.value_class[x] == s && rng() % 4 == 0) some.emplace_back(x);
    const std::uint32_t before = uniform_values(p.f);
    const std::uint64_t gone = demote(p.f, r, p.banks, some);
    INFO(n << "\n" << text(p.f, &r));
    REQUIRE(before - uniform_values(p.f) == gone);
    REQUIRE(verify(p.f, r).str() == "");
    const Run after = execute(p.f, false, &p.banks);
    REQUIRE(after.wrong == std::vector<std::string>{});
    REQUIRE(after.trace == p.before.trace);
    went += gone - some.size();
  }
  CHECK(went > 200);
}

TEST_CASE("the checker of banks finds wrong ones") {
  const Registers r = registers();
  const auto check = [&](const Function& f, const Banks& banks) { return check_banks(f, r, banks); };
  Diamond d;
  const Banks banks = assign_banks(d.f, r, bank_facts(d.f));
  REQUIRE(check(d.f, banks).str() == "");
  SUBCASE("made where threads are apart") {
    d.f.value_class[d.x.value] = s;
    CHECK(check(d.f, banks).has(BankFault::written_apart));
  }
  SUBCASE("of a register that each thread has") {
    d.f.value_class[d.sum.value] = s;
    CHECK(check(d.f, banks).has(BankFault::reads_threads));
  }
  SUBCASE("no form") {
    d.f.value_class[d.lane.value] = s;
    CHECK(check(d.f, banks).has(BankFault::no_form));
  }
  SUBCASE("a phi of what comes apart") {
    d.f.value_class[d.both.value] = s;
    CHECK(check(d.f, banks).has(BankFault::phi_apart));
  }
  SUBCASE("a spill where threads are apart") {
    d.f.put(d.f.make_spill(d.turn, d.f.frame_object(4, 4)), {d.left, *d.f.instructions(d.left).begin()});
    CHECK(check(d.f, banks).has(BankFault::written_apart));
  }
  SUBCASE("a block that is said to have all together") {
    Banks wrong = banks;
    wrong.apart[d.left.value] = false;
    CHECK(check(d.f, wrong).has(BankFault::not_apart));
  }
}

TEST_CASE("the checker of banks knows that who waits on the way out is not gone") {
  // Some leave at once, in front of the others, which then have nobody beside them: unless those that leave wait.
  for (const bool waiting : {false, true}) {
    Function f;
    Make make{f};
    const BlockId a = f.add_block(), leave = f.add_block(), rest = f.add_block();
    const ValueId lane = make.tid(a), one = make.mov(a, 1);
    make.branch(a, make.cmp(a, lane, one), leave, rest);
    if (waiting) f.add(leave, op::call, {}, {});
    make.exit(leave);
    const ValueId late = make.mov(rest, 2);
    make.out(rest, late);
    make.exit(rest);
    const Registers r = registers();
    Banks banks = assign_banks(f, r, bank_facts(f));
    CHECK(check_banks(f, r, banks).str() == "");
    CHECK(banks.is_apart(rest) == waiting);
    banks.apart[rest.value] = false;
    CHECK(check_banks(f, r, banks).has(BankFault::not_apart) == waiting);
  }
}
