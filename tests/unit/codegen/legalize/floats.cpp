// Every floating-point operation and conversion, on every float type and on targets with and without halves.
// Compiled at -O1, for it computes a lot.
#include "harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

constexpr unsigned targets[] = {52, 75, 80, 90, 100};
const Vt scalars[] = {vt::f16, vt::bf16, vt::f32, vt::f64};

// All lane counts of a float type that are worth a look.
std::vector<Vt> shapes(Vt t) {
  return {t, t.with_lanes(1), t.with_lanes(2), t.with_lanes(3), t.with_lanes(4), t.with_lanes(5)};
}

template <class Build>
void on_all(const std::string& name, int rounds, Build&& build) {
  for (const unsigned sm : targets)
    for (const Vt scalar : scalars)
      for (const Vt t : shapes(scalar)) {
        Case c(name + " " + to_string(t) + " on sm_" + std::to_string(sm), target(sm), sm * 100 + t.raw);
        build(c, t);
        c.run(rounds);
      }
}

}  // namespace

TEST_CASE("float arithmetic") {
  for (const Isd op : {Isd::fadd, Isd::fsub, Isd::fmul, Isd::fdiv, Isd::fminnum, Isd::fmaxnum, Isd::fminimum,
                       Isd::fmaximum, Isd::fminimumnum, Isd::fmaximumnum, Isd::fcopysign})
    on_all(std::string(to_string(op)), 6, [&](Case& c, Vt t) { c.output(c.dag.get(op, t, {c.input(t), c.input(t)})); });
  on_all("fma", 4, [&](Case& c, Vt t) {
    c.output(
        c.dag.get(Isd::fma, t,
                  {c.input(t, Domain::small_float), c.input(t, Domain::small_float), c.input(t, Domain::small_float)}));
  });
  // The quotient of small numbers is exact enough for the remainder to be.
  on_all("frem", 6, [&](Case& c, Vt t) {
    c.output(c.dag.get(Isd::frem, t,
                       {c.input(t, Domain::small_float),
                        c.dag.constant_fp_bits(static_cast<std::uint64_t>(float_bits(3.0, t.element())), t)}));
  });
}

TEST_CASE("float unary operations") {
  for (const Isd op : {Isd::fneg, Isd::fabs, Isd::fsqrt, Isd::ffloor, Isd::fceil, Isd::ftrunc, Isd::frint,
                       Isd::fnearbyint, Isd::fround, Isd::froundeven, Isd::fcanonicalize, Isd::freeze})
    on_all(std::string(to_string(op)), 8, [&](Case& c, Vt t) { c.output(c.dag.get(op, t, {c.input(t)})); });
}

TEST_CASE("tanh where there is no instruction: exact at the ends and in the middle") {
  for (const Vt t : {vt::f32, vt::f16, vt::bf16, vt::v2f16})
    for (const double x : {0.0, -0.0, 1e-20, -1e-20, 100.0, -100.0, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
      Case c("ftanh " + to_string(t) + " of " + std::to_string(x), target(70), 1);
      const Value k = c.dag.constant_fp_bits(static_cast<std::uint64_t>(float_bits(x, t.element())), t.element());
      c.output(c.dag.get(Isd::ftanh, t, {t.is_vector() ? c.dag.get(Isd::build_vector, t, {k, k}) : k}));
      c.run(1);
    }
}

TEST_CASE("float rounding at the halves") {
  for (const double x : {0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, -0.49999997, 8388607.5, 4503599627370495.5, -0.0, 0.25})
    for (const Vt t : scalars) {
      Case c("fround of " + std::to_string(x), target(75), 1);
      const Value k = c.dag.constant_fp_bits(static_cast<std::uint64_t>(float_bits(x, t)), t);
      c.output(c.dag.get(Isd::fround, t, {k}));
      if (t != vt::f16 || x < 60000) c.output(c.dag.get(Isd::fp_round_to_int, vt::i64, {k}, {.imm = 1}));
      c.run(1);
    }
}

TEST_CASE("float comparison, selection, classes") {
  for (unsigned cond = 0; cond < 16; ++cond)
    on_all("setcc " + std::string(to_string(static_cast<Cond>(cond))), 4, [&](Case& c, Vt t) {
      const Value a = c.input(t), b = c.input(t);
      const Value r = c.dag.setcc(static_cast<Cond>(cond), a, b);
      c.output(r);
      c.output(c.dag.get(Isd::select, t, {r, a, b}));
    });
  // Every set of classes: intervals of bits, their complement, or a comparison of floats, whichever is least.
  for (std::uint64_t mask = 0; mask < 1024; ++mask)
    for (const Vt t : scalars) {
      Case c("is_fpclass " + std::to_string(mask) + " " + to_string(t), target(75), mask);
      c.output(c.dag.get(Isd::is_fpclass, vt::i1, {c.input(t)}, {.imm = mask}));
      c.run(24);
    }
  for (std::uint64_t mask = 1; mask < 1024; mask = mask * 2 + (mask % 3 == 1 ? 1 : 0))
    for (const Vt scalar : scalars)
      for (const Vt t : {scalar, scalar.with_lanes(3)}) {
        Case c("is_fpclass " + std::to_string(mask) + " " + to_string(t), target(75), mask);
        c.output(c.dag.get(Isd::is_fpclass, Vt(VtKind::integer, 1, t.lanes()), {c.input(t)}, {.imm = mask}));
        c.run(12);
      }
}

TEST_CASE("float scaling") {
  for (const unsigned sm : {75U, 90U})
    for (const Vt t : scalars)
      for (const std::uint32_t bits : {8U, 16U, 32U, 64U}) {
        Case c("fldexp " + to_string(t), target(sm), bits);
        c.output(c.dag.get(Isd::fldexp, t, {c.input(t), c.input(integer(bits))}));
        c.run(10);
        for (const int e : {-1080, -300, -149, -130, -127, -24, -1, 0, 1, 100, 127, 128, 200, 300, 1500}) {
          Case d("fldexp by " + std::to_string(e), target(sm), static_cast<std::uint64_t>(e + 2000));
          d.output(d.dag.get(Isd::fldexp, t, {d.input(t), d.dag.constant(static_cast<std::uint32_t>(e), vt::i32)}));
          d.run(6);
        }
      }
}

TEST_CASE("float to float") {
  for (const unsigned sm : targets)
    for (const Vt from : scalars)
      for (const Vt to : scalars)
        for (const std::uint32_t lanes : {0U, 1U, 2U, 3U, 4U, 7U}) {
          if (from.bits() == to.bits()) continue;
          const Isd op = to.bits() > from.bits() ? Isd::fp_ext : Isd::fp_trunc;
          const Vt a(from.kind(), from.bits(), lanes), b(to.kind(), to.bits(), lanes);
          Case c(label(op, b) + " of " + to_string(a) + " on sm_" + std::to_string(sm), target(sm), lanes);
          c.output(c.dag.get(op, b, {c.input(a)}));
          c.run(12);
        }
}

TEST_CASE("double rounding into bf16 does not happen") {
  // Just above and just below the middle of two bf16 numbers, by less than an f32 can tell.
  for (const unsigned sm : {75U, 80U, 90U})
    for (const double x :
         {1.00390625 + 1e-12, 1.00390625 - 1e-12, 1.01171875 + 1e-12, 1.01171875 - 1e-12, -1.00390625 - 1e-12}) {
      Case c("fp_trunc f64 to bf16", target(sm), 1);
      c.output(c.dag.get(Isd::fp_trunc, vt::bf16,
                         {c.dag.constant_fp_bits(static_cast<std::uint64_t>(float_bits(x, vt::f64)), vt::f64)}));
      c.run(1);
    }
  for (const unsigned sm : {75U, 80U, 90U})
    for (const std::int64_t x :
         {0x101LL << 40 | 1, 0x103LL << 40 | 1, -(0x101LL << 40 | 1), (0x103LL << 40) - 1, 0x7FFFFFFFFFFFFFFFLL})
      for (const Isd op : {Isd::si_to_fp, Isd::ui_to_fp}) {
        Case c(label(op, vt::bf16), target(sm), 1);
        c.output(c.dag.get(op, vt::bf16, {c.dag.constant(static_cast<std::uint64_t>(x), vt::i64)}));
        c.run(1);
      }
}

TEST_CASE("float to integer and back") {
  for (const unsigned sm : {52U, 75U, 90U})
    for (const Vt f : scalars)
      for (const std::uint32_t bits : {1U, 5U, 8U, 16U, 24U, 32U, 33U, 64U})
        for (const std::uint32_t lanes : {0U, 2U, 3U, 4U}) {
          const Vt i = integer(bits, lanes), x(f.kind(), f.bits(), lanes);
          for (const Isd op : {Isd::si_to_fp, Isd::ui_to_fp}) {
            Case c(label(op, x) + " of " + to_string(i), target(sm), bits);
            c.output(c.dag.get(op, x, {c.input(i)}));
            c.run(4);
          }
          for (const Isd op : {Isd::fp_to_si_sat, Isd::fp_to_ui_sat})
            for (std::uint64_t width = bits; width > 0; width = width > 8 ? width - 7 : 0) {
              Case c(label(op, i) + " of " + to_string(x), target(sm), bits);
              c.output(c.dag.get(op, i, {c.input(x)}, {.imm = width}));
              c.run(6);
            }
          // In range only: 0 or 1 for the narrowest.
          for (const Isd op : {Isd::fp_to_si, Isd::fp_to_ui, Isd::fp_round_to_int}) {
            Case c(label(op, i) + " of " + to_string(x), target(sm), bits);
            const Value small =
                c.dag.get(Isd::ui_to_fp, x,
                          {c.input(integer(std::min(bits, 4U) - (op != Isd::fp_to_ui && bits > 1 ? 1 : 0), lanes))});
            const bool sign_only = bits == 1 && op != Isd::fp_to_ui;
            c.output(c.dag.get(op, i, {sign_only ? c.dag.get(Isd::fneg, x, {small}) : small},
                               {.imm = op == Isd::fp_round_to_int && bits > 8 ? 1U : 0U}));
            c.run(3);
          }
        }
}

TEST_CASE("integers above 64 bits are refused by name when they meet floats") {
  Dag dag;
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  const Value x = dag.get(Isd::copy_from_reg, vt::i128, {}, {.aux = 0});
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, dag.get(Isd::si_to_fp, vt::f32, {x})}, {.aux = 90}));
  Diag diag;
  CHECK_FALSE(legalize_types(dag, target_facts(target(90)), "kernel", diag));
  CHECK(diag.messages()[0].text.find("si_to_fp") != std::string::npos);
}
