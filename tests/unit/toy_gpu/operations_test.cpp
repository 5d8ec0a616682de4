// Every operation from registers to registers against a computation of its own, bit by bit or in wider types: vector form, scalar form,
// and with half of the lanes absent.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "unit/toy_gpu/run.hpp"

namespace {

using namespace toy_test;
using toy_gpu::Op;
using Word = std::uint32_t;

/// Four words and cc before; the result, and cc behind it.
struct In {
  Word a, b, c, d;
  bool cc;
};
struct Out {
  Word value = 0;
  bool cc = false;
};
using Reference = std::function<Out(const In&)>;

float f(Word w) { return std::bit_cast<float>(w); }
Word w(float x) { return std::bit_cast<Word>(x); }
std::int32_t s(Word x) { return static_cast<std::int32_t>(x); }
bool bit(std::uint64_t x, unsigned n) { return n < 64 && (x >> n & 1U) != 0; }

Word field(Word x, Word start, Word length, bool sign) {  // bit by bit
  Word out = 0;
  length &= 31;
  for (unsigned i = 0; i < 32 && length != 0; ++i) {
    const unsigned from = (start & 31) + (i < length ? i : sign ? length - 1 : 64);
    const bool one = from < 32 ? bit(x, from) : sign && bit(x, 31);
    out |= (one ? 1U : 0U) << i;
  }
  return out;
}
Word insert(Word value, Word base, Word start, Word length) {
  for (unsigned i = 0; i < (length & 31); ++i)
    if ((start & 31) + i < 32) {
      const Word one = 1U << ((start & 31) + i);
      base = bit(value, i) ? base | one : base & ~one;
    }
  return base;
}
Word extreme(Word a, Word b, bool greatest) {
  if (std::isnan(f(a))) return b;
  if (std::isnan(f(b))) return a;
  if (f(a) == f(b)) return (std::signbit(f(a)) != greatest) ? a : b;
  return (f(a) < f(b)) != greatest ? a : b;
}
Word saturate(Word a, double least, double most) {
  const double x = f(a);
  if (std::isnan(x)) return 0;
  return static_cast<Word>(static_cast<std::int64_t>(std::trunc(std::fmin(std::fmax(x, least), most))));
}
Out sum(std::uint64_t wide) { return {static_cast<Word>(wide), bit(wide, 32)}; }
Out difference(const In& i, bool borrow) {
  return {i.a - i.b - (borrow ? 1U : 0U), std::uint64_t{i.a} < std::uint64_t{i.b} + (borrow ? 1U : 0U)};
}

const std::map<Op, Reference>& references() {
  static const std::map<Op, Reference> table = {
      {Op::mov, [](const In& i) { return Out{i.a}; }},
      {Op::add, [](const In& i) { return Out{i.a + i.b}; }},
      {Op::sub, [](const In& i) { return Out{i.a - i.b}; }},
      {Op::add_c, [](const In& i) { return sum(std::uint64_t{i.a} + i.b); }},
      {Op::add_x, [](const In& i) { return sum(std::uint64_t{i.a} + i.b + (i.cc ? 1U : 0U)); }},
      {Op::sub_c, [](const In& i) { return difference(i, false); }},
      {Op::sub_x, [](const In& i) { return difference(i, i.cc); }},
      {Op::mul, [](const In& i) { return Out{static_cast<Word>(std::int64_t{s(i.a)} * s(i.b))}; }},
      {Op::mulhs, [](const In& i) { return Out{static_cast<Word>(std::int64_t{s(i.a)} * s(i.b) >> 32)}; }},
      {Op::mulhu, [](const In& i) { return Out{static_cast<Word>(std::uint64_t{i.a} * i.b >> 32)}; }},
      {Op::and_, [](const In& i) { return Out{~(~i.a | ~i.b)}; }},
      {Op::or_, [](const In& i) { return Out{~(~i.a & ~i.b)}; }},
      {Op::xor_, [](const In& i) { return Out{(i.a & ~i.b) | (~i.a & i.b)}; }},
      {Op::shl, [](const In& i) { return Out{static_cast<Word>(std::uint64_t{i.a} * (1ULL << i.b % 32))}; }},
      {Op::shr, [](const In& i) { return Out{static_cast<Word>(i.a / (1ULL << i.b % 32))}; }},
      {Op::sar,
       [](const In& i) {
         return Out{static_cast<Word>(std::int64_t(std::floor(double(s(i.a)) / double(1ULL << i.b % 32))))};
       }},
      {Op::fshl,
       [](const In& i) { return Out{static_cast<Word>((std::uint64_t{i.a} << 32 | i.b) << i.c % 32 >> 32)}; }},
      {Op::fshr, [](const In& i) { return Out{static_cast<Word>((std::uint64_t{i.a} << 32 | i.b) >> i.c % 32)}; }},
      {Op::smin, [](const In& i) { return Out{s(i.a) < s(i.b) ? i.a : i.b}; }},
      {Op::smax, [](const In& i) { return Out{s(i.a) > s(i.b) ? i.a : i.b}; }},
      {Op::umin, [](const In& i) { return Out{i.a < i.b ? i.a : i.b}; }},
      {Op::umax, [](const In& i) { return Out{i.a > i.b ? i.a : i.b}; }},
      {Op::clz,
       [](const In& i) {
         Word n = 0;
         while (n < 32 && !bit(i.a, 31 - n)) ++n;
         return Out{n};
       }},
      {Op::popc,
       [](const In& i) {
         Word n = 0;
         for (unsigned k = 0; k < 32; ++k) n += bit(i.a, k) ? 1 : 0;
         return Out{n};
       }},
      {Op::rev,
       [](const In& i) {
         Word out = 0;
         for (unsigned k = 0; k < 32; ++k) out |= (bit(i.a, k) ? 1U : 0U) << (31 - k);
         return Out{out};
       }},
      {Op::bfe_u, [](const In& i) { return Out{field(i.a, i.b, i.c, false)}; }},
      {Op::bfe_s, [](const In& i) { return Out{field(i.a, i.b, i.c, true)}; }},
      {Op::bfi, [](const In& i) { return Out{insert(i.a, i.b, i.c, i.d)}; }},
      {Op::fadd, [](const In& i) { return Out{w(f(i.a) + f(i.b))}; }},
      {Op::fsub, [](const In& i) { return Out{w(f(i.a) - f(i.b))}; }},
      {Op::fmul, [](const In& i) { return Out{w(f(i.a) * f(i.b))}; }},
      {Op::ffma, [](const In& i) { return Out{w(std::fma(f(i.a), f(i.b), f(i.c)))}; }},
      {Op::fmin, [](const In& i) { return Out{extreme(i.a, i.b, false)}; }},
      {Op::fmax, [](const In& i) { return Out{extreme(i.a, i.b, true)}; }},
      {Op::fneg, [](const In& i) { return Out{i.a + 0x80000000U}; }},
      {Op::fabs, [](const In& i) { return Out{i.a % 0x80000000U}; }},
      {Op::ffloor, [](const In& i) { return Out{w(std::floor(f(i.a)))}; }},
      {Op::fceil, [](const In& i) { return Out{w(std::ceil(f(i.a)))}; }},
      {Op::ftrunc, [](const In& i) { return Out{w(std::trunc(f(i.a)))}; }},
      {Op::frint, [](const In& i) { return Out{w(std::nearbyint(f(i.a)))}; }},
      {Op::ex2, [](const In& i) { return Out{w(static_cast<float>(std::exp2(static_cast<long double>(f(i.a)))))}; }},
      {Op::lg2, [](const In& i) { return Out{w(static_cast<float>(std::log2(static_cast<long double>(f(i.a)))))}; }},
      {Op::sin, [](const In& i) { return Out{w(static_cast<float>(std::sin(static_cast<long double>(f(i.a)))))}; }},
      {Op::cos, [](const In& i) { return Out{w(static_cast<float>(std::cos(static_cast<long double>(f(i.a)))))}; }},
      {Op::i2f, [](const In& i) { return Out{w(static_cast<float>(s(i.a)))}; }},
      {Op::u2f, [](const In& i) { return Out{w(static_cast<float>(i.a))}; }},
      {Op::f2i, [](const In& i) { return Out{saturate(i.a, -2147483648.0, 2147483647.0)}; }},
      {Op::f2u, [](const In& i) { return Out{saturate(i.a, 0, 4294967295.0)}; }},
      {Op::cmp_eq, [](const In& i) { return Out{0, (i.a ^ i.b) == 0}; }},
      {Op::cmp_ne, [](const In& i) { return Out{0, (i.a ^ i.b) != 0}; }},
      {Op::cmp_slt, [](const In& i) { return Out{0, s(i.a) < s(i.b)}; }},
      {Op::cmp_sle, [](const In& i) { return Out{0, s(i.a) <= s(i.b)}; }},
      {Op::cmp_ult, [](const In& i) { return Out{0, i.a < i.b}; }},
      {Op::cmp_ule, [](const In& i) { return Out{0, i.a <= i.b}; }},
      {Op::fcmp_eq, [](const In& i) { return Out{0, f(i.a) == f(i.b)}; }},
      {Op::fcmp_ne, [](const In& i) { return Out{0, f(i.a) != f(i.b)}; }},
      {Op::fcmp_lt, [](const In& i) { return Out{0, f(i.a) < f(i.b)}; }},
      {Op::fcmp_le, [](const In& i) { return Out{0, f(i.a) <= f(i.b)}; }},
      {Op::fcmp_uno, [](const In& i) { return Out{0, std::isnan(f(i.a)) || std::isnan(f(i.b))}; }},
      {Op::cset, [](const In& i) { return Out{i.cc ? 1U : 0U}; }},
      {Op::csel, [](const In& i) { return Out{i.cc ? i.a : i.b}; }},
  };
  return table;
}

bool is_float(Op op) { return (op >= Op::fadd && op <= Op::u2f && op != Op::fneg && op != Op::fabs); }

/// Results that may be `ulps` apart, any NaN for another.
bool alike(Op op, Word got, Word want) {
  if (!is_float(op)) return got == want;
  if (std::isnan(f(want))) return std::isnan(f(got));
  if (op < Op::ex2 || op > Op::cos || !std::isfinite(f(want))) return got == want;
  const auto order = [](Word x) { return (x >> 31) != 0 ? -std::int64_t{x & 0x7fffffff} : std::int64_t{x}; };
  return std::abs(order(got) - order(want)) <= 2;
}

std::vector<In> inputs(Op op) {
  static const Word edges[] = {0,          1,          2,          5,          31,         32,         33,
                               63,         0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, w(1.0F),
                               w(-1.5F),   w(2.5F),    w(3.5F),    w(-0.25F),  w(1e30F),   w(-3e9F),   0x7f800000,
                               0xff800000, 0x7fc00001, 0x00000001, 0x007fffff, 0x4b000001};
  std::mt19937 random(7);
  std::vector<In> all;
  for (const Word a : edges)
    for (const Word b : edges)
      all.push_back({a, b, edges[random() % std::size(edges)], edges[random() % std::size(edges)], false});
  for (int n = 0; n < 300; ++n) all.push_back({Word(random()), Word(random()), Word(random()), Word(random()), false});
  while (all.size() % 64 != 0) all.push_back(all[random() % all.size()]);
  for (In& i : all) {
    if ((op == Op::sin || op == Op::cos) && !(std::abs(f(i.a)) <= 100))
      i.a = w(static_cast<float>(s(i.a) % 100000) / 1000.0F);
    i.cc = i.c < i.d;  // as the kernels make it
  }
  return all;
}

unsigned sources(Op op) {
  unsigned n = 0;
  for (const char c : toy_gpu::row(op).operands) n += c == 's' ? 1 : 0;
  return n;
}
/// The operation on registers X0 to X3, result to X4, and X5 = cc behind it, with cc = X2 < X3 before.
std::string body(Op op, char x) {
  const auto r = [&](unsigned n) { return x + std::to_string(n); };
  std::string text =
      "  cmp.ult " + r(2) + ", " + r(3) + "\n  mov " + r(4) + ", 0\n  " + std::string(toy_gpu::row(op).name) + " ";
  std::string rest = toy_gpu::row(op).operands[0] == 'd' ? r(4) : "";
  for (unsigned k = 0; k < sources(op); ++k) rest += (rest.empty() ? "" : ", ") + r(k);
  return text + rest + "\n  cset " + r(5) + "\n";
}

void compare(Op op, const std::vector<In>& all, const Words& out, const char* form) {
  const bool writes = toy_gpu::row(op).has('W');
  unsigned wrong = 0;
  for (std::size_t i = 0; i < all.size() && wrong < 3; ++i) {
    const Out want = references().at(op)(all[i]);
    const bool cc = writes ? want.cc : all[i].cc;
    if (alike(op, out[2 * i], want.value) && out[2 * i + 1] == (cc ? 1U : 0U)) continue;
    ++wrong;
    CAPTURE(form);
    CAPTURE(all[i].a);
    CAPTURE(all[i].b);
    CAPTURE(all[i].c);
    CAPTURE(all[i].d);
    CHECK_MESSAGE(out[2 * i] == want.value, toy_gpu::row(op).name);
    CHECK_MESSAGE(out[2 * i + 1] == (cc ? 1U : 0U), toy_gpu::row(op).name);
  }
}
Words words(const std::vector<In>& all) {
  Words in;
  for (const In& i : all) in.insert(in.end(), {i.a, i.b, i.c, i.d});
  return in;
}

// v60:v61 = input + 16 * v59, v62:v63 = output + 8 * v59, by registers of letter x; v59 is written before.
std::string addresses(char x, unsigned at) {
  const auto r = [&](unsigned n) { return x + std::to_string(at + n); };
  return "  ld.arg.x4 " + r(1) + ", " + r(2) + ", " + r(3) + ", " + r(4) + ", [0]\n  shl " + r(5) + ", " + r(0) +
         ", 4\n  add.c " + r(1) + ", " + r(1) + ", " + r(5) + "\n  add.x " + r(2) + ", " + r(2) + ", 0\n  shl " + r(5) +
         ", " + r(0) + ", 3\n  add.c " + r(3) + ", " + r(3) + ", " + r(5) + "\n  add.x " + r(4) + ", " + r(4) + ", 0\n";
}

TEST_CASE("toy gpu: operations of registers, a value in each lane") {
  for (const auto& [op, reference] : references()) {
    const std::vector<In> all = inputs(op);
    const std::string text =
        "kernel k args 16 local 0\nL0:\n  tid.x v20\n  ctaid.x v21\n  shl v21, v21, 6\n  add v20, v20, v21\n" +
        addresses('v', 20) + "  ld.global.x4 v0, v1, v2, v3, [v21:v22]\n" + body(op, 'v') +
        "  st.global.x2 [v23:v24], v4, v5\n  exit\n";
    const Outcome o =
        run({.text = text, .in = words(all), .out = 2 * all.size(), .threads = 64, .blocks = Word(all.size() / 64)});
    CHECK(o.fault == "");
    if (o.fault.empty()) compare(op, all, o.out, "vector");
  }
}

TEST_CASE("toy gpu: operations of scalar registers, a block for each value") {
  for (const auto& [op, reference] : references()) {
    if (!toy_gpu::row(op).has('S') && toy_gpu::row(op).operands[0] == 'd') continue;
    const std::vector<In> all = inputs(op);
    const std::string text = "kernel k args 16 local 0\nL0:\n  ctaid.x s20\n" + addresses('s', 20) +
                             "  ld.global.x4 s0, s1, s2, s3, [s21:s22]\n" + body(op, 's') +
                             "  st.global.x2 [s23:s24], s4, s5\n  exit\n";
    // The last lanes of the warp are not there, which is no reason to call lanes apart.
    const Outcome o =
        run({.text = text, .in = words(all), .out = 2 * all.size(), .threads = 5, .blocks = Word(all.size())});
    CHECK(o.fault == "");
    if (o.fault.empty()) compare(op, all, o.out, "scalar");
  }
}

TEST_CASE("toy gpu: lanes that are not active keep their registers and cc") {
  for (const auto& [op, reference] : references()) {
    // Odd lanes jump over the operation, with 77 in their result and cc set.
    const std::vector<In> some = inputs(op);
    const std::vector<In> all(some.end() - 64, some.end());
    const std::string text =
        "kernel k args 16 local 0\nL0:\n  tid.x v20\n" + addresses('v', 20) +
        "  ld.global.x4 v0, v1, v2, v3, [v21:v22]\n  mov v4, 77\n  and v30, v20, 1\n  cmp.eq v30, 1\n  branch "
        "L2\nL1:\n" +
        body(op, 'v') +
        "L2:\n  cmp.eq v30, 0\n  branch L4\nL3:\n  cset v5\n  cmp.eq v5, 0\n  cset v5\n  or v5, v5, 2\nL4:\n" +
        "  st.global.x2 [v23:v24], v4, v5\n  exit\n";
    const Outcome o = run({.text = text, .in = words(all), .out = 2 * all.size(), .threads = 64});
    REQUIRE(o.fault == "");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Out want = references().at(op)(all[i]);
      if (i % 2 == 0)
        CHECK_MESSAGE(alike(op, o.out[2 * i], want.value), toy_gpu::row(op).name);
      else
        CHECK_MESSAGE((o.out[2 * i] == 77 && (o.out[2 * i + 1] & 2U) != 0), toy_gpu::row(op).name);
    }
  }
}

TEST_CASE("toy gpu: constants stand for registers") {
  const std::string text = head +
                           "  ld.global.x1 v0, [v60:v61]\n  sub v1, -7, v0\n  cmp.slt v0, 0x10\n  csel v2, v1, "
                           "4000000000\n  st.global.x1 [v62:v63], v2\n  exit\n";
  const Outcome o = run({.text = text, .in = {0, 15, 16, 0xffffffff}, .out = 4, .threads = 4});
  CHECK(o.fault == "");
  CHECK(o.out == Words{Word(-7), Word(-22), 4000000000U, Word(-6)});
}

TEST_CASE("toy gpu: every operation of registers alone has its reference") {
  for (std::size_t i = 0; i < std::size(toy_gpu::rows); ++i) {
    const toy_gpu::Row& row = toy_gpu::rows[i];
    const bool registers =
        row.operands.find_first_not_of("ds") == row.operands.npos && sources(static_cast<Op>(i)) != 0;
    const bool cset = row.name == "cset";
    CHECK_MESSAGE((registers || cset) == references().contains(static_cast<Op>(i)), row.name);
  }
}

}  // namespace
