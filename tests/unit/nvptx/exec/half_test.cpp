// f16, bf16 and their pairs: arithmetic, signs, minima and maxima, against exact arithmetic.
// Compiled at -O1
#include <doctest/doctest.h>

#include "unit/nvptx/exec/float_reference.hpp"

using namespace lathe::nvptx::test;

namespace {

using Function = std::function<std::uint64_t(const Row&)>;

/// Checks the mnemonic with the type of the kind, and with its pair: lower halves forwards, upper ones backwards.
void check(const std::string& op, const Kind& k, unsigned operands, unsigned count, const Function& expected) {
  const auto columns = operand_columns(k, operands, count, count + operands, "b16");
  const OpCall one{op + "." + k.name, {"b16"}, columns};
  CHECK(check_both(one, [&](const Row& in) -> Row { return {expected(in)}; }) == "");
  OpCall two{op + "." + k.name + "x2", {"b32"}, {}};
  for (const OpInput& c : columns) {
    OpInput pairs{"b32", {}};
    const std::size_t n = c.values.size();
    for (std::size_t r = 0; r < n; ++r) pairs.values.push_back(c.values[r] | c.values[n - 1 - r] << 16);
    two.inputs.push_back(pairs);
  }
  CHECK(check_both(two, [&](const Row& in) -> Row {
          Row low, high;
          for (const auto v : in) {
            low.push_back(v & 0xffff);
            high.push_back(v >> 16);
          }
          return {expected(low) | expected(high) << 16};
        }) == "");
}

Row flushed(const Kind& k, Row in, bool ftz) {
  if (ftz)
    for (auto& v : in) v = k.flush(v);
  return in;
}

}  // namespace

TEST_CASE("f16 arithmetic") {
  for (const bool ftz : {false, true})
    for (const std::string clamp : {"", ".sat", ".relu"}) {
      const std::string mods = (ftz ? ".ftz" : "") + clamp;
      const bool sat = clamp == ".sat", relu = clamp == ".relu";
      check("fma.rn" + mods, f16, 3, 6000, [&](const Row& in) {
        const Row x = flushed(f16, in, ftz);
        return modified(f16, fused(f16, x[0], x[1], x[2], Mode::rn), ftz, sat, relu);
      });
      if (relu) continue;
      for (const char* rn : {"", ".rn"}) {
        const unsigned count = *rn == 0 ? 100 : 2500;
        check(std::string("add") + rn + mods, f16, 2, count, [&](const Row& in) {
          const Row x = flushed(f16, in, ftz);
          return modified(f16, added(f16, x[0], x[1], Mode::rn), ftz, sat);
        });
        check(std::string("sub") + rn + mods, f16, 2, count, [&](const Row& in) {
          const Row x = flushed(f16, in, ftz);
          return modified(f16, added(f16, x[0], x[1] ^ f16.sign(), Mode::rn), ftz, sat);
        });
        check(std::string("mul") + rn + mods, f16, 2, count, [&](const Row& in) {
          const Row x = flushed(f16, in, ftz);
          return modified(f16, fused(f16, x[0], x[1], 0, Mode::rn, true), ftz, sat);
        });
      }
    }
}

TEST_CASE("bf16 arithmetic") {
  for (const bool relu : {false, true})
    check(relu ? "fma.rn.relu" : "fma.rn", bf16, 3, 6000, [&](const Row& in) {
      return modified(bf16, fused(bf16, in[0], in[1], in[2], Mode::rn), false, false, relu);
    });
  for (const char* rn : {"", ".rn"}) {
    const unsigned count = *rn == 0 ? 100 : 4000;
    check(std::string("add") + rn, bf16, 2, count, [](const Row& in) { return added(bf16, in[0], in[1], Mode::rn); });
    check(std::string("sub") + rn, bf16, 2, count,
          [](const Row& in) { return added(bf16, in[0], in[1] ^ bf16.sign(), Mode::rn); });
    check(std::string("mul") + rn, bf16, 2, count,
          [](const Row& in) { return fused(bf16, in[0], in[1], 0, Mode::rn, true); });
  }
}

// A product of bf16 that f32 would round to a tie of bf16 first: 1.0000001b * 2^-126 * 1.1b and the like.
TEST_CASE("products of bf16 among the subnormal numbers are rounded once") {
  OpCall call{"mul.bf16", {"b16"}, {{"b16", {}}, {"b16", {}}}};
  for (std::uint64_t field = 1; field < 12; ++field)
    for (std::uint64_t m = 0; m < 128; m += 3)
      for (std::uint64_t n = 1; n < 128; n += 14) {
        call.inputs[0].values.push_back((60 + field) << 7 | m);
        call.inputs[1].values.push_back(60 << 7 | n);
      }
  CHECK(check_both(call, [](const Row& in) -> Row { return {fused(bf16, in[0], in[1], 0, Mode::rn, true)}; }) == "");
}

TEST_CASE("abs and neg of every f16 and bf16") {
  for (const Kind* k : {&f16, &bf16})
    for (const std::string op : {"abs", "neg", "abs.ftz", "neg.ftz"}) {
      const bool ftz = op.size() > 3;
      if (ftz && k == &bf16) continue;
      OpCall call{op + "." + k->name, {"b16"}, {{"b16", {}}}};
      for (std::uint64_t v = 0; v < 0x10000; ++v) call.inputs[0].values.push_back(v);
      CHECK(check_both(call, [&](const Row& in) -> Row {
              if (k->is_nan(in[0])) return {0x7fff};
              const std::uint64_t a = ftz ? k->flush(in[0]) : in[0];
              return {op[0] == 'a' ? a & 0x7fff : a ^ 0x8000};
            }) == "");
    }
}

TEST_CASE("min and max of f16 and bf16") {
  for (const Kind* k : {&f16, &bf16})
    for (const bool max : {false, true})
      for (const bool ftz : {false, true})
        for (const bool nan : {false, true})
          for (const bool xorsign : {false, true}) {
            if (ftz && k == &bf16) continue;
            const std::string op = std::string(max ? "max" : "min") + (ftz ? ".ftz" : "") + (nan ? ".NaN" : "") +
                                   (xorsign ? ".xorsign.abs" : "");
            check(op, *k, 2, 300, [&](const Row& in) -> std::uint64_t {
              const Row x = flushed(*k, in, ftz);
              const std::uint64_t mask = xorsign ? 0x7fff : 0xffff, sign = xorsign ? (x[0] ^ x[1]) & 0x8000 : 0;
              const std::uint64_t a = x[0] & mask, b = x[1] & mask;
              if (k->is_nan(a) && (nan || k->is_nan(b))) return 0x7fff;
              if (k->is_nan(b) && nan) return 0x7fff;
              if (k->is_nan(a)) return b | sign;
              if (k->is_nan(b)) return a | sign;
              // By value, then by sign: -0 is the lesser zero.
              const Int va = k->is_infinite(a) ? Int(Int(1) << 3000) * (a >> 15 ? -1 : 1) : signed_value(*k, a);
              const Int vb = k->is_infinite(b) ? Int(Int(1) << 3000) * (b >> 15 ? -1 : 1) : signed_value(*k, b);
              const bool less = va < vb || (va == vb && a > b);
              return (less == max ? b : a) | sign;
            });
          }
}

TEST_CASE("an immediate of f16 and bf16 may be written as a float") {
  CHECK(check_both({"mul.rn.bf16 $d0, $0, 0x3FC0;", {"b16"}, operand_columns(bf16, 1, 50, 3, "b16")},
                   [](const Row& in) -> Row { return {fused(bf16, in[0], 0x3fc0, 0, Mode::rn, true)}; }) == "");
}

TEST_CASE("half-precision forms that PTX does not have are refused") {
  for (const char* code :
       {"add.relu.f16", "mul.rz.f16", "add.ftz.bf16", "add.sat.bf16", "copysign.f16", "div.rn.f16"}) {
    const OpCall call{code, {"b16"}, {{"b16", {1, 2}}, {"b16", {1, 2}}}};
    INFO(code);
    CHECK(run_op(call).fault.find("instruction '") != std::string::npos);
  }
}
