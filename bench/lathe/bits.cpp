// Known bits: time per operation and share of best answers beside LLVM's KnownBits, and the engines over growing
// programs.
//
//   bench_bits --shares    for every knowledge of operands of one to four bits: how often each has the best answer
#include <benchmark/benchmark.h>

#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <random>

#include <lathe/bits.hpp>
#include <lathe/bits/problem.hpp>

#include "tests/unit/lathe/bits/exhaustive.hpp"

namespace {

namespace bits = lathe::bits;
using bits::KnownBits;
using bits::Op;
using Llvm = llvm::KnownBits;

// LLVM's answer for the operations that it has; lathe's meaning of an amount that is too large is LLVM's.
bool llvm_answer(const bits::Operation<>& o, const Llvm& a, const Llvm& b, Llvm& out) {
  switch (o.op) {
    case Op::bit_and:
      return out = a & b, true;
    case Op::bit_xor:
      return out = a ^ b, true;
    case Op::add:
      return out = Llvm::add(a, b, o.no_signed_wrap, o.no_unsigned_wrap), true;
    case Op::sub:
      return out = Llvm::sub(a, b, o.no_signed_wrap, o.no_unsigned_wrap), true;
    case Op::mul:
      return !o.no_unsigned_wrap && (out = Llvm::mul(a, b), true);
    case Op::mul_high_unsigned:
      return out = Llvm::mulhu(a, b), true;
    case Op::mul_high_signed:
      return out = Llvm::mulhs(a, b), true;
    case Op::udiv:
      return out = Llvm::udiv(a, b), true;
    case Op::urem:
      return out = Llvm::urem(a, b), true;
    case Op::sdiv:
      return out = Llvm::sdiv(a, b), true;
    case Op::srem:
      return out = Llvm::srem(a, b), true;
    case Op::shl:
      return out = Llvm::shl(a, b), true;
    case Op::lshr:
      return out = Llvm::lshr(a, b), true;
    case Op::ashr:
      return out = Llvm::ashr(a, b), true;
    case Op::umin:
      return out = Llvm::umin(a, b), true;
    case Op::umax:
      return out = Llvm::umax(a, b), true;
    case Op::smin:
      return out = Llvm::smin(a, b), true;
    case Op::smax:
      return out = Llvm::smax(a, b), true;
    case Op::uadd_sat:
      return out = Llvm::uadd_sat(a, b), true;
    case Op::usub_sat:
      return out = Llvm::usub_sat(a, b), true;
    case Op::sadd_sat:
      return out = Llvm::sadd_sat(a, b), true;
    case Op::ssub_sat:
      return out = Llvm::ssub_sat(a, b), true;
    default:
      return false;
  }
}
Llvm to_llvm(const KnownBits<>& k) {
  Llvm out(k.width);
  out.Zero = llvm::APInt(k.width, k.zero);
  out.One = llvm::APInt(k.width, k.one);
  return out;
}

int print_shares() {
  std::printf("%-20s%12s%14s%14s\n", "widths 1 to 4", "arguments", "lathe best", "LLVM best");
  std::vector<std::string> names;
  std::vector<std::array<std::uint64_t, 3>> rows;  // arguments, lathe best, LLVM best
  for (unsigned w = 1; w <= 4; ++w)
    for (const bits_test::Case& c : bits_test::cases(w)) {
      const auto& o = c.operation;
      Llvm dummy(w), llvm(w);
      if (c.widths.size() != 2 || c.widths[0] != w || c.widths[1] != w || o.over != bits::Overshift::undefined ||
          o.op == Op::insert || o.op == Op::concat || !llvm_answer(o, dummy, dummy, llvm))
        continue;
      const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), c.name()) - names.begin());
      if (at == names.size()) names.push_back(c.name()), rows.emplace_back();
      auto& row = rows[at];
      const auto all = bits_test::all_known(w);
      for (const auto& a : all)
        for (const auto& b : all) {
          KnownBits<> wanted;
          const KnownBits<> x[] = {a, b};
          if (!bits_test::best(c, {a, b}, wanted)) continue;
          llvm_answer(o, to_llvm(a), to_llvm(b), llvm);
          ++row[0];
          row[1] += bits::known(o, std::span<const KnownBits<>>(x)) == wanted;
          row[2] += llvm.Zero == wanted.zero && llvm.One == wanted.one;
        }
    }
  for (std::size_t i = 0; i < names.size(); ++i)
    std::printf("%-20s%12llu%13.1f%%%13.1f%%\n", names[i].c_str(), static_cast<unsigned long long>(rows[i][0]),
                100.0 * static_cast<double>(rows[i][1]) / static_cast<double>(rows[i][0]),
                100.0 * static_cast<double>(rows[i][2]) / static_cast<double>(rows[i][0]));
  return 0;
}

std::vector<KnownBits<>> random_known(unsigned width) {
  std::mt19937_64 random(1);
  std::vector<KnownBits<>> out;
  for (int i = 0; i < 1024; ++i) {
    const std::uint64_t value = random() >> random() % 64, seen = random() | random();
    out.push_back({~value & seen & bits::low_mask<std::uint64_t>(width),
                   value & seen & bits::low_mask<std::uint64_t>(width), width});
  }
  return out;
}

void lathe_operation(benchmark::State& state, Op op) {
  const bits::Operation<> o{.op = op, .width = 32};
  const auto known = random_known(32);
  std::size_t i = 0;
  for (auto _ : state) {
    const KnownBits<> x[] = {known[i % 1024], known[(i + 7) % 1024]};
    benchmark::DoNotOptimize(bits::known(o, std::span<const KnownBits<>>(x)));
    ++i;
  }
}
void llvm_operation(benchmark::State& state, Op op) {
  const bits::Operation<> o{.op = op, .width = 32};
  std::vector<Llvm> known;
  for (const auto& k : random_known(32)) known.push_back(to_llvm(k));
  Llvm out(32);
  std::size_t i = 0;
  for (auto _ : state) {
    llvm_answer(o, known[i % 1024], known[(i + 7) % 1024], out);
    benchmark::DoNotOptimize(out);
    ++i;
  }
}

// A line of operations on what stands before, each near its operands.
bits::Problem program(std::int64_t n) {
  std::mt19937 random(2);
  bits::Problem p;
  p.lines.push_back({{.op = Op::input, .width = 32}, {}, false});
  p.lines.push_back({{.op = Op::constant, .width = 32, .value = 255}, {}, false});
  static constexpr Op ops[] = {Op::bit_and, Op::bit_or, Op::add, Op::sub, Op::shl, Op::lshr, Op::umin, Op::bit_xor};
  while (p.lines.size() < static_cast<std::size_t>(n)) {
    const auto size = static_cast<std::uint32_t>(p.lines.size());
    const auto near = [&] { return size - 1 - static_cast<std::uint32_t>(random()) % std::min(size, 16U); };
    p.lines.push_back({{.op = ops[random() % 8], .width = 32}, {near(), near()}, random() % 16 == 0});
  }
  p.lines.back().root = true;
  return p;
}
void sweep(benchmark::State& state) {
  const bits::Problem p = program(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(bits::solve(p));
  state.SetComplexityN(state.range(0));
}
void questions(benchmark::State& state) {
  const bits::Problem p = program(state.range(0));
  bits::Stats stats;
  for (auto _ : state) benchmark::DoNotOptimize(bits::solve(p, bits::Options{}, &stats));
  state.SetComplexityN(state.range(0));
  state.counters["expanded/value"] = static_cast<double>(stats.expanded) / static_cast<double>(state.range(0));
}
BENCHMARK(sweep)->RangeMultiplier(4)->Range(1 << 10, 1 << 16)->Complexity();
BENCHMARK(questions)->RangeMultiplier(4)->Range(1 << 10, 1 << 16)->Complexity();

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--shares") == 0) return print_shares();
  for (const Op op : {Op::bit_and, Op::add, Op::mul, Op::udiv, Op::shl, Op::umax, Op::sadd_sat}) {
    const std::string name(bits::op_names[static_cast<int>(op)]);
    benchmark::RegisterBenchmark(("lathe/" + name).c_str(), lathe_operation, op);
    benchmark::RegisterBenchmark(("llvm/" + name).c_str(), llvm_operation, op);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
