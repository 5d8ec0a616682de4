// What the facts say of instructions is what the machine does: each operation that is one instruction, on edge cases, by the
// interpreter of graphs under the facts' traits, and as assembly on the machine.
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "codegen/dag/interpret.hpp"
#include "examples/toy_gpu/target.hpp"
#include "unit/toy_gpu/run.hpp"

namespace toy_gpu {
namespace {

struct Pair {
  Isd op;
  const char* row;
  std::size_t operands;
  bool real = false;
};
constexpr Pair pairs[] = {
    {Isd::add, "add", 2},
    {Isd::mul, "mul", 2},
    {Isd::mulhs, "mulhs", 2},
    {Isd::mulhu, "mulhu", 2},
    {Isd::shl, "shl", 2},
    {Isd::srl, "shr", 2},
    {Isd::sra, "sar", 2},
    {Isd::fshl, "fshl", 3},
    {Isd::fshr, "fshr", 3},
    {Isd::smin, "smin", 2},
    {Isd::umax, "umax", 2},
    {Isd::ctlz, "clz", 1},
    {Isd::ctpop, "popc", 1},
    {Isd::bitreverse, "rev", 1},
    {Isd::bfe_u, "bfe.u", 3},
    {Isd::bfe_s, "bfe.s", 3},
    {Isd::bfi, "bfi", 4},
    {Isd::fadd, "fadd", 2, true},
    {Isd::fsub, "fsub", 2, true},
    {Isd::fmul, "fmul", 2, true},
    {Isd::fma, "ffma", 3, true},
    {Isd::fminnum, "fmin", 2, true},
    {Isd::fmaxnum, "fmax", 2, true},
    {Isd::fneg, "fneg", 1, true},
    {Isd::ffloor, "ffloor", 1, true},
    {Isd::ftrunc, "ftrunc", 1, true},
    {Isd::frint, "frint", 1, true},
};
constexpr std::uint32_t whole[] = {0, 1, 3, 8, 20, 31, 32, 36, 0x100, 0x7FFFFFFF, 0x80000000, 0xABCD1234, 0xFFFFFFFF};
// Zeros, subnormal numbers, the least normal one and its neighbours in products, halves, infinities, NaNs of both kinds.
constexpr std::uint32_t real[] = {0,          0x80000000, 1,          0x807FFFFF, 0x00800000, 0x3F000000, 0x3F800000,
                                  0xC0200000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001};

using Tuple = std::array<std::uint32_t, 4>;

std::vector<Tuple> tuples(const Pair& p) {
  std::vector<Tuple> out{{}};
  for (std::size_t k = 0; k < p.operands; ++k) {
    std::vector<Tuple> longer;
    for (const Tuple& t : out)
      for (const std::uint32_t word : p.real ? std::span(real) : std::span(whole)) {
        longer.push_back(t);
        longer.back()[k] = word;
      }
    out = std::move(longer);
  }
  if (p.operands < 4) return out;
  // Of four operands every ninth: no number of values that repeats.
  std::vector<Tuple> some;
  for (std::size_t i = 0; i < out.size(); i += 9) some.push_back(out[i]);
  return some;
}

std::string by_machine(const Pair& p, const std::vector<Tuple>& all, toy_test::Words& results) {
  toy_test::Work work;
  work.threads = 64, work.blocks = static_cast<std::uint32_t>((all.size() + 63) / 64);
  work.out = std::size_t{64} * work.blocks;
  work.in.resize(4 * work.out);
  for (std::size_t i = 0; i < all.size(); ++i) std::copy(all[i].begin(), all[i].end(), work.in.begin() + 4 * i);
  // The address of four words: four times as far as that of one.
  work.text = toy_test::head + "  mul v58, v58, 3\n  add.c v60, v60, v58\n  add.x v61, v61, 0\n" +
              "  ld.global.x4 v1, v2, v3, v4, [v60:v61+0]\n  " + p.row + " v0";
  for (std::size_t k = 1; k <= p.operands; ++k) work.text += ", v" + std::to_string(k);
  work.text += "\n  st.global.x1 [v62:v63+0], v0\n  exit\n";
  toy_test::Outcome outcome = toy_test::run(work);
  results = std::move(outcome.out);
  return outcome.fault;
}

bool is_nan(std::uint32_t w) { return std::isnan(std::bit_cast<float>(w)); }

/// The word that the facts say; nothing: they say that anything may come.
std::optional<std::uint32_t> by_facts(const Pair& p, const Tuple& t, const NumericTraits& traits) {
  const float a = std::bit_cast<float>(t[0]), b = std::bit_cast<float>(t[1]);
  if ((p.op == Isd::fminnum || p.op == Isd::fmaxnum) && a == 0 && b == 0) {
    if (!traits.orders_zeros) return {};
    return std::signbit(a) == (p.op == Isd::fminnum) ? t[0] : t[1];
  }
  Dag dag;
  std::vector<Value> operands;
  for (std::size_t k = 0; k < p.operands; ++k)
    operands.push_back(p.real ? dag.constant_fp_bits(t[k], vt::f32) : dag.constant(t[k], vt::i32));
  const InterpValue value = DagInterp(traits).value(dag, dag.get(p.op, p.real ? vt::f32 : vt::i32, operands), 1);
  if (value.unknown || value.lanes[0].poison) return {};
  return static_cast<std::uint32_t>(value.lanes[0].bits);
}

}  // namespace

/// "" or the first instruction that does not do what the facts say.
std::string unlike_machine(const TargetFacts& facts) {
  for (const Pair& p : pairs) {
    if (facts.action(p.op, p.real ? vt::f32 : vt::i32) != lathe::dag::Action::legal) continue;
    const std::vector<Tuple> all = tuples(p);
    toy_test::Words got;
    if (std::string fault = by_machine(p, all, got); !fault.empty()) return std::string(p.row) + ": " + fault;
    std::size_t said = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto want = by_facts(p, all[i], facts.numeric);
      said += want.has_value();
      if (!want || *want == got[i] || (p.real && is_nan(*want) && is_nan(got[i]))) continue;
      char text[160];
      std::snprintf(text, sizeof text, "%s of %x, %x, %x, %x: facts say %x, the machine %x", p.row, all[i][0],
                    all[i][1], all[i][2], all[i][3], *want, got[i]);
      return text;
    }
    if (said * 4 < all.size()) return std::string(p.row) + ": facts say nearly nothing";
  }
  return {};
}

}  // namespace toy_gpu
