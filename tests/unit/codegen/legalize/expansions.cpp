// Integer operations that a target has no instruction for, on targets that lack more and more, against the host.
// Compiled at -O1, for it computes a lot.
#include <array>
#include <bit>

#include "nvptx/facts/facts.hpp"
#include "support/expansion.hpp"
#include "support/small_gpu.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::testing;

namespace {

constexpr std::uint64_t rounds = 500;

// PTX as it is, and without its instructions for the types that it holds.
TargetFacts bare_ptx() {
  TargetFacts f = lathe::nvptx::target_facts(*lathe::nvptx::parse_cpu("sm_90"));
  f.set({Isd::sdiv,       Isd::udiv,  Isd::srem,  Isd::urem, Isd::ctlz,  Isd::cttz,  Isd::ctpop,     Isd::bswap,
         Isd::bitreverse, Isd::bfe_u, Isd::bfe_s, Isd::bfi,  Isd::mulhs, Isd::mulhu, Isd::add_limbs, Isd::sub_limbs,
         Isd::sext_inreg, Isd::rotl,  Isd::rotr,  Isd::fshl, Isd::fshr,  Isd::prmt,  Isd::lop3,      Isd::mad},
        {vt::i32, vt::i64}, lathe::dag::Action::expand);
  f.set({Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem, Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bswap}, {vt::i16},
        lathe::dag::Action::promote);
  f.set({Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u}, {vt::i32, vt::i64},
        lathe::dag::Action::expand);
  return f;
}

struct Target {
  std::string name;
  TargetFacts facts;
};
std::vector<Target> targets() {
  return {{"PTX", lathe::nvptx::target_facts(*lathe::nvptx::parse_cpu("sm_90"))},
          {"bare PTX", bare_ptx()},
          {"small GPU", small_gpu()},
          {"smaller GPU", small_gpu({.fma = false, .high_product = false, .counts = false})},
          {"smallest GPU", small_gpu({.fma = false,
                                      .high_product = false,
                                      .counts = false,
                                      .carries = false,
                                      .funnels = false,
                                      .fields = false,
                                      .floats = false,
                                      .min_max = false})},
          {"small GPU with a library", small_gpu_with_library()}};
}

Wide absolute(SignedWide v) { return static_cast<Wide>(v < 0 ? -v : v); }

bool binary(Isd op, std::uint32_t w, Wide a, Wide b, Wide& r) {
  const SignedWide x = signed_of(a, w), y = signed_of(b, w), most = static_cast<SignedWide>(ones(w - 1));
  const auto limited = [&](SignedWide v) { return static_cast<Wide>(v > most ? most : v < -most - 1 ? -most - 1 : v); };
  switch (op) {
    case Isd::add:
      return r = a + b, true;
    case Isd::sub:
      return r = a - b, true;
    case Isd::mul:
      return r = a * b, true;
    case Isd::mulhu:
      return r = a * b >> w, true;
    case Isd::mulhs:
      return r = static_cast<Wide>(x * y >> w), true;
    case Isd::udiv:
      return b != 0 && (r = a / b, true);
    case Isd::urem:
      return b != 0 && (r = a % b, true);
    case Isd::sdiv:
    case Isd::srem: {
      if (b == 0 || (y == -1 && x == -most - 1)) return false;
      const Wide q = absolute(x) / absolute(y), rest = absolute(x) % absolute(y);
      r = op == Isd::sdiv ? ((x < 0) != (y < 0) ? 0 - q : q) : x < 0 ? 0 - rest : rest;
      return true;
    }
    case Isd::smin:
      return r = x < y ? a : b, true;
    case Isd::smax:
      return r = x > y ? a : b, true;
    case Isd::umin:
      return r = a < b ? a : b, true;
    case Isd::umax:
      return r = a > b ? a : b, true;
    case Isd::uadd_sat:
      return r = a + b > ones(w) ? ones(w) : a + b, true;
    case Isd::usub_sat:
      return r = a < b ? 0 : a - b, true;
    case Isd::sadd_sat:
      return r = limited(x + y), true;
    case Isd::ssub_sat:
      return r = limited(x - y), true;
    case Isd::shl:
      return b < w && (r = a << b, true);
    case Isd::srl:
      return b < w && (r = a >> b, true);
    case Isd::sra:
      return b < w && (r = static_cast<Wide>(x >> b), true);
    case Isd::ushl_sat:
      return b < w && (r = (a << b & ones(w)) >> b == a && (a << b) <= ones(w) ? a << b : ones(w), true);
    case Isd::sshl_sat: {
      if (b >= w) return false;
      const SignedWide moved = signed_of(a << b & ones(w), w);
      r = moved >> b == x ? static_cast<Wide>(moved) : x < 0 ? Wide(1) << (w - 1) : ones(w - 1);
      return true;
    }
    case Isd::rotl:
      b %= w;
      return r = a << b | (b == 0 ? 0 : a >> (w - b)), true;
    case Isd::rotr:
      b %= w;
      return r = a >> b | (b == 0 ? 0 : a << (w - b)), true;
    default:
      return false;
  }
}

Wide unary(Isd op, std::uint32_t w, Wide a) {
  Wide r = 0;
  switch (op) {
    case Isd::ctlz:
      while (r < w && (a >> (w - 1 - r) & 1) == 0) ++r;
      return r;
    case Isd::cttz:
      while (r < w && (a >> r & 1) == 0) ++r;
      return r;
    case Isd::ctpop:
      for (std::uint32_t i = 0; i < w; ++i) r += a >> i & 1;
      return r;
    case Isd::bswap:
      for (std::uint32_t i = 0; i < w; i += 8) r = r << 8 | (a >> i & 255);
      return r;
    case Isd::bitreverse:
      for (std::uint32_t i = 0; i < w; ++i) r = r << 1 | (a >> i & 1);
      return r;
    default:
      return absolute(signed_of(a, w));
  }
}

}  // namespace

TEST_CASE("expansion: integer arithmetic, shifts, division on i16, i32, i64") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const std::uint32_t w : {16U, 32U, 64U})
      for (const Isd op :
           {Isd::add,      Isd::sub,  Isd::mul,  Isd::mulhu, Isd::mulhs,    Isd::udiv,     Isd::urem,     Isd::sdiv,
            Isd::srem,     Isd::smin, Isd::smax, Isd::umin,  Isd::umax,     Isd::uadd_sat, Isd::usub_sat, Isd::sadd_sat,
            Isd::ssub_sat, Isd::shl,  Isd::srl,  Isd::sra,   Isd::ushl_sat, Isd::sshl_sat, Isd::rotl,     Isd::rotr}) {
        const Vt t(VtKind::integer, w);
        count += e.ask(
            {std::string(to_string(op)) + " " + to_string(t),
             op,
             {t},
             {t, t},
             0,
             [=](const std::vector<Wide>& in, std::vector<Wide>& out) { return binary(op, w, in[0], in[1], out[0]); }},
            rounds);
      }
    CHECK(e.agreed > 100);
  }
  MESSAGE(count << " inputs");
}

TEST_CASE("expansion: i128 by the limbs of each target") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const Isd op : {Isd::add, Isd::sub, Isd::mul, Isd::shl, Isd::srl, Isd::sra, Isd::umin, Isd::smax, Isd::rotl})
      count += e.ask(
          {std::string(to_string(op)) + " i128",
           op,
           {vt::i128},
           {vt::i128, vt::i128},
           0,
           [=](const std::vector<Wide>& in, std::vector<Wide>& out) { return binary(op, 128, in[0], in[1], out[0]); }},
          rounds);
    for (const Isd op : {Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bswap, Isd::bitreverse})
      count += e.ask(
          {std::string(to_string(op)) + " i128",
           op,
           {vt::i128},
           {vt::i128},
           0,
           [=](const std::vector<Wide>& in, std::vector<Wide>& out) { return out[0] = unary(op, 128, in[0]), true; }},
          rounds);
  }
  MESSAGE(count << " inputs");
}

TEST_CASE("expansion: widening and narrowing") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const std::uint32_t from : {1U, 8U, 16U, 32U, 48U, 64U, 128U})
      for (const std::uint32_t to : {1U, 8U, 16U, 32U, 48U, 64U, 128U})
        for (const Isd op : {Isd::trunc, Isd::zext, Isd::sext}) {
          if ((op == Isd::trunc) != (to < from) || to == from) continue;
          const Vt t(VtKind::integer, to), f(VtKind::integer, from);
          count += e.ask({std::string(to_string(op)) + " " + to_string(f) + " to " + to_string(t),
                          op,
                          {t},
                          {f},
                          0,
                          [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                            return out[0] = op == Isd::sext ? static_cast<Wide>(signed_of(in[0], from)) : in[0], true;
                          }},
                         rounds / 10);
        }
  }
  MESSAGE(count << " inputs");
}

// Lanes of types that registers do not hold, each held as such a value alone is.
TEST_CASE("expansion: vectors of wide integers and doubles") {
  const TargetFacts facts = small_gpu();
  const auto answers = [&](Isd op, Vt element, std::uint32_t lanes, auto&& answer) {
    const Vt t = element.with_lanes(lanes);
    Dag dag;
    const Value entry = dag.get(Isd::entry, vt::chain, {});
    const Value a = dag.get(Isd::copy_from_reg, t, {}, {.imm = 0, .aux = 0});
    const Value b = dag.get(Isd::copy_from_reg, t, {}, {.imm = 0, .aux = 2 * lanes});
    dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {entry, dag.get(op, t, {a, b})}, {.imm = 0, .aux = 0}));
    Diag diag;
    std::vector<std::string> faults;
    REQUIRE(legalize_types(dag, facts, "f", diag, &faults));
    REQUIRE(legalize_operations(dag, facts, "f", diag, &faults));
    CHECK(faults.empty());
    std::string error;
    const BlockProgram program(dag, facts.numeric, {}, error);
    REQUIRE_MESSAGE(error.empty(), error);
    Random random{op == Isd::mul ? 5U : 6U};
    for (int turn = 0; turn < 500; ++turn) {
      std::vector<std::uint64_t> in, out;
      std::vector<Wide> values;
      for (std::uint32_t i = 0; i < 2 * lanes; ++i) {
        values.push_back(random_value(element, random, i < lanes ? 0 : values[i - lanes]));
        in.push_back(static_cast<std::uint64_t>(values.back()) & 0xffffffffU);
        in.push_back(static_cast<std::uint64_t>(values.back() >> 32));
      }
      program.run(in, out, random.next());
      for (std::uint32_t i = 0; i < lanes; ++i) {
        const Wide wanted = answer(values[i], values[lanes + i]) & ones(64), got = out[2 * i] | Wide(out[2 * i + 1])
                                                                                                    << 32;
        if (!(is_nan(wanted, element) && is_nan(got, element)))
          REQUIRE(static_cast<std::uint64_t>(got) == static_cast<std::uint64_t>(wanted));
      }
    }
  };
  answers(Isd::mul, vt::i64, 3, [](Wide a, Wide b) { return a * b; });
  answers(Isd::fadd, vt::f64, 2, [](Wide a, Wide b) -> Wide {
    const auto number = [](Wide v) { return std::bit_cast<double>(static_cast<std::uint64_t>(v)); };
    return std::bit_cast<std::uint64_t>(number(a) + number(b));
  });
}

TEST_CASE("expansion: counts and reversals") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const std::uint32_t w : {16U, 32U, 64U})
      for (const Isd op : {Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::bswap, Isd::bitreverse, Isd::abs})
        for (const std::uint64_t imm : {0U, 1U}) {
          if (imm == 1 && op != Isd::ctlz && op != Isd::cttz) continue;
          const Vt t(VtKind::integer, w);
          count += e.ask({std::string(to_string(op)) + " " + to_string(t),
                          op,
                          {t},
                          {t},
                          imm,
                          [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                            out[0] = unary(op, w, in[0]);
                            return imm == 0 || in[0] != 0;
                          }},
                         rounds);
        }
  }
  MESSAGE(count << " inputs");
}

TEST_CASE("expansion: overflow, wide products, carries, funnels, comparisons, selection") {
  std::uint64_t count = 0;
  for (const Target& target : targets()) {
    Expansion e(target.name, target.facts);
    for (const std::uint32_t w : {32U, 64U}) {
      const Vt t(VtKind::integer, w), wide(VtKind::integer, 2 * w);
      for (const Isd op : {Isd::sadd_o, Isd::uadd_o, Isd::ssub_o, Isd::usub_o, Isd::smul_o, Isd::umul_o})
        count +=
            e.ask({std::string(to_string(op)) + " " + to_string(t),
                   op,
                   {t, vt::i1},
                   {t, t},
                   0,
                   [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                     const SignedWide x = signed_of(in[0], w), y = signed_of(in[1], w);
                     const bool sum = op == Isd::sadd_o || op == Isd::uadd_o,
                                difference = op == Isd::ssub_o || op == Isd::usub_o;
                     const SignedWide r = sum ? x + y : difference ? x - y : x * y;
                     out[0] = static_cast<Wide>(r);
                     if (op == Isd::sadd_o || op == Isd::ssub_o || op == Isd::smul_o)
                       out[1] = signed_of(out[0] & ones(w), w) != r;
                     else
                       out[1] = sum ? in[0] + in[1] > ones(w) : difference ? in[0] < in[1] : in[0] * in[1] > ones(w);
                     return true;
                   }},
                  rounds);
      for (const Isd op : {Isd::fshl, Isd::fshr})
        count += e.ask({std::string(to_string(op)) + " " + to_string(t),
                        op,
                        {t},
                        {t, t, t},
                        0,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          const Wide both = in[0] << w | in[1], by = in[2] % w;
                          out[0] = op == Isd::fshl ? both << by >> w : both >> by;
                          if (op == Isd::fshl && by != 0) out[0] = (in[0] << by) | (in[1] >> (w - by));
                          return true;
                        }},
                       rounds);
      for (const Isd op : {Isd::add_limbs, Isd::sub_limbs})
        count += e.ask({std::string(to_string(op)) + " " + to_string(t),
                        op,
                        {t, t},
                        {t, t, t, t},
                        0,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          const Wide a = in[0] | in[1] << w, b = in[2] | in[3] << w;
                          const Wide r = op == Isd::add_limbs ? a + b : a - b;
                          out[0] = r & ones(w), out[1] = r >> w & ones(w);
                          return true;
                        }},
                       rounds);
      count += e.ask(
          {"mad " + to_string(t),
           Isd::mad,
           {t},
           {t, t, t},
           0,
           [](const std::vector<Wide>& in, std::vector<Wide>& out) { return out[0] = in[0] * in[1] + in[2], true; }},
          rounds);
      for (const Isd op : {Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u}) {
        const bool add = op == Isd::mad_wide_s || op == Isd::mad_wide_u;
        std::vector<Vt> operands{t, t};
        if (add) operands.push_back(wide);
        count += e.ask({std::string(to_string(op)) + " " + to_string(wide),
                        op,
                        {wide},
                        operands,
                        0,
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          const Wide product = op == Isd::mul_wide_u || op == Isd::mad_wide_u
                                                   ? in[0] * in[1]
                                                   : static_cast<Wide>(signed_of(in[0], w) * signed_of(in[1], w));
                          return out[0] = product + (add ? in[2] : 0), true;
                        }},
                       rounds);
      }
      for (const Cond cond :
           {Cond::eq, Cond::ne, Cond::slt, Cond::sle, Cond::sgt, Cond::sge, Cond::ult, Cond::ule, Cond::ugt, Cond::uge})
        count += e.ask({"setcc " + std::string(to_string(cond)) + " " + to_string(t),
                        Isd::setcc,
                        {vt::i1},
                        {t, t},
                        static_cast<std::uint64_t>(cond),
                        [=](const std::vector<Wide>& in, std::vector<Wide>& out) {
                          const bool is_signed = (static_cast<unsigned>(cond) & 32) == 0;
                          const SignedWide x = signed_of(in[0], w), y = signed_of(in[1], w);
                          const unsigned relation = in[0] == in[1] ? 1 : (is_signed ? x > y : in[0] > in[1]) ? 2 : 4;
                          return out[0] = (static_cast<unsigned>(cond) & relation) != 0, true;
                        }},
                       rounds);
      count += e.ask({"select " + to_string(t),
                      Isd::select,
                      {t},
                      {vt::i1, t, t},
                      0,
                      [](const std::vector<Wide>& in, std::vector<Wide>& out) {
                        return out[0] = in[0] != 0 ? in[1] : in[2], true;
                      }},
                     rounds);
    }
  }
  MESSAGE(count << " inputs");
}
