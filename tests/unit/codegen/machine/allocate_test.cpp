// Registers, frames and clean-up: functions do behind them what they did in SSA form, with very few registers, and no
// uniform register is ever written while lanes are apart.
// Compiled at -O1, for it computes a lot.
#include <algorithm>

#include <doctest/doctest.h>

#include "codegen/machine/banks.hpp"
#include "random.hpp"

using namespace toy;

namespace {

struct Total {
  std::uint64_t functions = 0, demoted = 0, rounds = 0, uniform_spills = 0, scalar = 0, swaps = 0;
  lathe::regalloc::Stats stats;
  TidyStats tidy;
  std::uint64_t jumps = 0, exits = 0;
};

std::string all_text(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& l : lines) out += l + "\n";
  return out;
}

// All that a target does between selection and printing, looked at after each step.
void whole_way(std::mt19937& rng, const Wish& wish, const Registers& r, bool banks_too, Total& total) {
  Function f;
  random_function(rng, wish, f);
  const Run before = execute(f);
  const auto same = [&](const char* step) {
    INFO(step << "\n" << text(f, &r));
    REQUIRE(verify(f, r).str() == "");
    const Run now = execute(f);
    REQUIRE(all_text(now.wrong) == "");
    REQUIRE(now.trace == before.trace);
    total.scalar += now.scalar;
  };
  simplify(f);
  same("copies, dead code");
  Banks banks;
  if (banks_too) {
    total.exits += split_exits(f);
    split_critical_edges(f);
    order_blocks(f);
    banks = assign_banks(f, r, bank_facts(f));
    same("banks");
  }
  AllocationOptions options;
  options.verify = true;
  std::uint32_t blocks = 0;
  for (const BlockId b : f.blocks()) blocks = std::max(blocks, b.value + 1);
  const AllocationResult got = allocate(f, r, &banks, options);
  REQUIRE(got.fault == "");
  same("allocation");
  BlockId old;
  for (const BlockId b : f.blocks()) {
    if (b.value < blocks) old = b;
    bool behind = b.value < blocks;
    f.for_each_successor(old, [&](BlockId to) { behind = behind || to == b; });
    REQUIRE(behind);  // blocks of edges stand right behind where those come from
  }
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      f.for_each_operand(i, [&](const Operand& o) { REQUIRE(f.register_of(o.value) != lathe::ids::none); });
      if (f.payload(i).operation == &operation::spill)
        f.for_each_operand(i, [&](const Operand& o) { total.uniform_spills += f.register_class(o.value) == s; });
    }
  REQUIRE(lay_out_frame(f, 1 << 20).fault == "");
  const TidyStats tidied = tidy(f, banks_too);
  same("tidy");
  total.tidy.copies += tidied.copies;
  total.tidy.threaded += tidied.threaded;
  total.tidy.blocks += tidied.blocks;
  total.tidy.merged += tidied.merged;
  total.jumps += drop_jumps(f);
  const Run last = execute(f);
  REQUIRE(all_text(last.wrong) == "");
  REQUIRE(last.trace == before.trace);
  ++total.functions;
  total.demoted += got.demoted;
  total.rounds += got.rounds;
  lathe::merge(total.stats, got.stats);
}

}  // namespace

TEST_CASE("random functions with few registers, per thread alone") {
  std::mt19937 rng(22);
  Total total;
  for (int n = 0; n < 700; ++n) {
    Wish wish;
    wish.insts = 3 + static_cast<std::uint32_t>(n % 9);
    INFO(n);
    whole_way(rng, wish, registers(3 + static_cast<std::uint32_t>(n % 4)), false, total);
  }
  CHECK(total.stats.stores > 300);
  CHECK(total.stats.loads > 300);
  CHECK(total.stats.swaps > 5);
  CHECK(total.stats.split > 5);
  CHECK(total.tidy.merged > 100);
  CHECK(total.jumps > 500);
}

TEST_CASE("random functions with few registers of both files: no uniform one is written where lanes are apart") {
  std::mt19937 rng(23);
  Total total;
  for (int n = 0; n < 1500; ++n) {
    Wish wish;
    wish.insts = 3 + static_cast<std::uint32_t>(n % 9);
    wish.divergent = 3 + static_cast<std::uint32_t>(n % 13);
    wish.blocks = 4 + static_cast<std::uint32_t>(n % 16);
    INFO(n);
    whole_way(rng, wish, registers(4 + static_cast<std::uint32_t>(n % 5), 3 + static_cast<std::uint32_t>(n % 3)), true,
              total);
  }
  MESSAGE(lathe::to_table(total.stats) << "demoted " << total.demoted << ", plans " << total.rounds << ", functions "
                                       << total.functions << ", spills of uniform registers " << total.uniform_spills);
  CHECK(total.demoted > 100);
  CHECK(total.rounds > total.functions);
  CHECK(total.uniform_spills > 100);
  CHECK(total.tidy.threaded > 100);
  CHECK(total.exits > 20);
  CHECK(total.scalar > 10000);
}

TEST_CASE("what registers cannot hold is refused with the instruction's text") {
  const Registers r = registers();
  Function f;
  f.title = "codes";
  Make make{f};
  const BlockId b = f.add_block();
  const ValueId one = make.mov(b, 1), x = make.cmp(b, one, one), y = make.cmp(b, one, one);
  make.out(b, make.sel(b, one, one, x));
  make.out(b, make.sel(b, one, one, y));
  make.exit(b);
  REQUIRE(verify(f, r).str() == "");
  const std::string before = text(f, &r);
  const AllocationResult got = allocate(f, r);
  CHECK(got.fault == "function 'codes': no registers: instruction, of file 'code': %2:cc = cmp %0, %0");
  CHECK(text(f, &r) == before);
}

TEST_CASE("reserved registers are given to nobody, and registers that operands want are theirs") {
  Registers r = registers(6, 4);
  r.files[v].reserved = {0, 4};
  std::mt19937 rng(24);
  std::uint64_t muls = 0;
  for (int n = 0; n < 100; ++n) {
    Function f;
    random_function(rng, {}, f);
    const Run before = execute(f);
    REQUIRE(allocate(f, r).fault == "");
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) {
        std::uint32_t k = 0;
        f.for_each_operand(i, [&](const Operand& o) {
          const std::uint32_t reg = f.register_of(o.value);
          if (f.register_class(o.value) == v) REQUIRE((reg != 0 && reg != 4));
          if (f.payload(i).operation == &op::mul && k == 2) {
            REQUIRE(reg == 1);
            ++muls;
          }
          ++k;
        });
      }
    REQUIRE(execute(f).trace == before.trace);
  }
  CHECK(muls > 50);
}
