// Every integer operation on widths 1 to 130 and some to 512, before and after legalization.
// Compiled at -O1, for it computes a lot.
#include "harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

std::vector<std::uint32_t> widths(std::uint32_t most) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t n = 1; n <= 34; ++n) out.push_back(n);
  for (const std::uint32_t n :
       {40U, 47U, 48U, 63U, 64U, 65U, 66U, 80U, 96U, 100U, 127U, 128U, 129U, 130U, 192U, 200U, 256U, 512U})
    out.push_back(n);
  std::erase_if(out, [&](std::uint32_t n) { return n > most; });
  return out;
}

void binary(Isd op, Vt type, Domain second = Domain::any, unsigned sm = 90) {
  Case c(label(op, type), target(sm), type.bits() * 131 + static_cast<unsigned>(op));
  c.output(c.dag.get(op, type, {c.input(type), c.input(type, second)}));
  c.run();
}

void unary(Isd op, Vt type, std::uint64_t imm = 0) {
  Case c(label(op, type), target(90), type.bits() * 37 + imm);
  c.output(c.dag.get(op, type, {c.input(type, imm == 1 ? Domain::nonzero : Domain::any)}, {.imm = imm}));
  c.run();
}

}  // namespace

TEST_CASE("integer arithmetic and logic") {
  for (const Isd op : {Isd::add, Isd::sub, Isd::mul, Isd::and_, Isd::or_, Isd::xor_, Isd::smin, Isd::smax, Isd::umin,
                       Isd::umax, Isd::sadd_sat, Isd::uadd_sat, Isd::ssub_sat, Isd::usub_sat, Isd::mulhs, Isd::mulhu})
    for (const std::uint32_t n : widths(op == Isd::mulhs || op == Isd::mulhu ? 256 : 512)) binary(op, integer(n));
}

TEST_CASE("integer division up to 64 bits") {
  for (const Isd op : {Isd::udiv, Isd::urem})
    for (const std::uint32_t n : widths(64)) binary(op, integer(n), Domain::nonzero);
  // -2^(n-1) / -1 is poison: the divisor is an amount, which is not negative from 3 bits on.
  for (const Isd op : {Isd::sdiv, Isd::srem})
    for (const std::uint32_t n : widths(64)) {
      Case c(label(op, integer(n)), target(90), n);
      const Vt t = integer(n);
      const Value divisor = c.dag.get(
          Isd::or_, t, {c.dag.get(Isd::srl, t, {c.input(t), c.dag.constant(n > 1 ? 1 : 0, t)}), c.dag.constant(1, t)});
      if (n == 1) continue;  // only -1 divides there
      c.output(c.dag.get(op, t, {c.input(t), divisor}));
      c.run();
    }
}

TEST_CASE("integer shifts, rotates and funnels") {
  for (const Isd op : {Isd::shl, Isd::srl, Isd::sra, Isd::sshl_sat, Isd::ushl_sat})
    for (const std::uint32_t n : widths(512)) binary(op, integer(n), Domain::amount);
  for (const Isd op : {Isd::rotl, Isd::rotr})
    for (const std::uint32_t n : widths(256)) binary(op, integer(n));
  for (const Isd op : {Isd::fshl, Isd::fshr})
    for (const std::uint32_t n : widths(256)) {
      const Vt t = integer(n);
      Case c(label(op, t), target(90), n);
      c.output(c.dag.get(op, t, {c.input(t), c.input(t), c.input(t)}));
      c.run(4);
    }
  // By every constant amount.
  for (const Isd op : {Isd::shl, Isd::srl, Isd::sra, Isd::fshl, Isd::fshr})
    for (const std::uint32_t n : {1U, 8U, 16U, 24U, 33U, 64U, 100U, 128U, 256U})
      for (std::uint32_t by = 0; by < n; by += n > 64 ? 7 : 3) {
        const Vt t = integer(n);
        Case c(label(op, t) + " by " + std::to_string(by), target(80), n + by);
        if (op == Isd::fshl || op == Isd::fshr)
          c.output(c.dag.get(op, t, {c.input(t), c.input(t), c.dag.constant(by, t)}));
        else
          c.output(c.dag.get(op, t, {c.input(t), c.dag.constant(by, t)}));
        c.run(2);
      }
}

TEST_CASE("integer bit operations") {
  for (const std::uint32_t n : widths(512)) {
    const Vt t = integer(n);
    for (const Isd op : {Isd::ctlz, Isd::cttz}) {
      unary(op, t, 0);
      unary(op, t, 1);
    }
    for (const Isd op : {Isd::ctpop, Isd::bitreverse, Isd::freeze, Isd::abs}) unary(op, t);
    if (n % 16 == 0) unary(Isd::bswap, t);
    for (std::uint32_t inner = 1; inner <= n; inner += n / 5 + 1) {
      Case c(label(Isd::sext_inreg, t) + " " + std::to_string(inner), target(90), n + inner);
      c.output(c.dag.get(Isd::sext_inreg, t, {c.input(t)}, {.imm = inner}));
      c.run();
    }
  }
}

TEST_CASE("integer overflow, multiply-add, wide products") {
  for (const Isd op : {Isd::sadd_o, Isd::uadd_o, Isd::ssub_o, Isd::usub_o, Isd::smul_o, Isd::umul_o})
    for (const std::uint32_t n : widths(256)) {
      const Vt t = integer(n);
      Case c(label(op, t), target(90), n);
      const std::array<Vt, 2> types{t, vt::i1};
      const std::array<Value, 2> operands{c.input(t), c.input(t)};
      const NodeId id = c.dag.add(op, types, operands);
      c.output({id, 0});
      c.output({id, 1});
      c.run(5);
    }
  for (const std::uint32_t n : widths(256)) {
    const Vt t = integer(n);
    Case c(label(Isd::mad, t), target(90), n);
    c.output(c.dag.get(Isd::mad, t, {c.input(t), c.input(t), c.input(t)}));
    c.run();
  }
  for (const Isd op : {Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u})
    for (const std::uint32_t n : {8U, 16U, 24U, 32U, 64U}) {
      const Vt t = integer(n), wide = integer(2 * n);
      Case c(label(op, wide), target(90), n);
      if (op == Isd::mul_wide_s || op == Isd::mul_wide_u)
        c.output(c.dag.get(op, wide, {c.input(t), c.input(t)}));
      else
        c.output(c.dag.get(op, wide, {c.input(t), c.input(t), c.input(wide)}));
      c.run();
    }
}

TEST_CASE("integer comparison and selection") {
  for (const Cond cond :
       {Cond::eq, Cond::ne, Cond::slt, Cond::sle, Cond::sgt, Cond::sge, Cond::ult, Cond::ule, Cond::ugt, Cond::uge})
    for (const std::uint32_t n : widths(512)) {
      const Vt t = integer(n);
      Case c("setcc " + std::string(to_string(cond)) + " i" + std::to_string(n), target(90), n);
      const Value a = c.input(t), b = c.input(t);
      c.output(c.dag.setcc(cond, a, b));
      c.output(c.dag.get(Isd::select, t, {c.dag.setcc(cond, b, a), a, b}));
      c.run(6);
    }
  Case c("a comparison with zero", target(90), 1);
  c.output(c.dag.setcc(Cond::slt, c.input(vt::i128), c.dag.constant(0, vt::i128)));
  c.run();
}

TEST_CASE("integer conversions") {
  const std::uint32_t some[] = {1,  2,  7,  8,  9,   16,  17,  24,  31,  32,  33,
                                48, 63, 64, 65, 100, 127, 128, 129, 200, 256, 500};
  for (const std::uint32_t from : some)
    for (const std::uint32_t to : some) {
      if (from == to) continue;
      for (const Isd op : {Isd::trunc, Isd::zext, Isd::sext, Isd::anyext}) {
        if ((op == Isd::trunc) != (to < from)) continue;
        Case c(label(op, integer(to)) + " of i" + std::to_string(from), target(90), from * 1000 + to);
        Value r = c.dag.get(op, integer(to), {c.input(integer(from))});
        if (op == Isd::anyext) r = c.dag.get(Isd::trunc, integer(from), {r});
        c.output(r);
        c.run(2);
      }
    }
}

TEST_CASE("limbs and constants") {
  for (const std::uint32_t n : {8U, 16U, 32U, 64U, 128U}) {
    Case c("build_pair", target(90), n);
    c.output(c.dag.get(Isd::build_pair, integer(2 * n), {c.input(integer(n)), c.input(integer(n))}));
    c.run();
    for (std::uint64_t i = 0; i < 2; ++i) {
      Case d("extract_limb", target(90), n);
      d.output(d.dag.get(Isd::extract_limb, integer(n), {d.input(integer(2 * n))}, {.imm = i}));
      d.run();
    }
  }
  for (const std::uint32_t n : widths(512)) {
    Case c("constant i" + std::to_string(n), target(90), n);
    const std::vector<std::uint64_t> limbs(9, 0x8123456789ABCDEFULL);
    const Value k = c.dag.constant_limbs(limbs, integer(n));
    c.output(c.dag.get(Isd::add, integer(n), {c.input(integer(n)), k}));
    c.output(c.dag.setcc(Cond::ult, k, c.input(integer(n))));
    c.run();
  }
}

TEST_CASE("what has no form is refused by name") {
  for (const std::uint32_t n : {65U, 128U, 256U}) {
    Dag dag;
    const Value entry = dag.get(Isd::entry, vt::chain, {});
    const Vt t = integer(n);
    const Value x = dag.get(Isd::copy_from_reg, t, {}, {.aux = 0});
    dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, dag.get(Isd::sdiv, t, {x, x})}, {.aux = 90}));
    Diag diag;
    CHECK_FALSE(legalize_types(dag, target_facts(target(90)), "kernel", diag));
    CHECK(diag.messages().size() == 1);
    CHECK(diag.messages()[0].function == "kernel");
    CHECK(diag.messages()[0].text.find("sdiv") != std::string::npos);
  }
  Dag dag;
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  const Value x = dag.get(Isd::copy_from_reg, vt::f128, {}, {.aux = 0});
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, dag.get(Isd::fadd, vt::f128, {x, x})}, {.aux = 90}));
  Diag diag;
  CHECK_FALSE(legalize_types(dag, target_facts(target(90)), "kernel", diag));
  CHECK(diag.messages()[0].text.find("f128") != std::string::npos);
}

// Zero and its neighbours on the right: where only the sign or only equality decides.
TEST_CASE("comparisons with 0, 1 and -1") {
  for (const Cond cond :
       {Cond::eq, Cond::ne, Cond::slt, Cond::sle, Cond::sgt, Cond::sge, Cond::ult, Cond::ule, Cond::ugt, Cond::uge})
    for (const std::uint32_t n :
         {1U, 7U, 8U, 16U, 31U, 32U, 33U, 63U, 64U, 65U, 100U, 127U, 128U, 129U, 192U, 256U, 512U}) {
      const Vt t = integer(n);
      Case c("setcc " + std::string(lathe::nvptx::to_string(cond)) + " " + std::to_string(n), target(90), n);
      const std::vector<std::uint64_t> ones((n + 63) / 64, ~std::uint64_t{0});
      const Value x = c.input(t);
      for (const Value k : {c.dag.constant(0, t), c.dag.constant(1, t), c.dag.constant_limbs(ones, t)}) {
        c.output(c.dag.setcc(cond, x, k));
        c.output(c.dag.setcc(cond, k, x));
      }
      c.run(48);
    }
}
