// f32, f64 and f32x2 arithmetic, signs, minima and maxima, mixed precision: against exact arithmetic.
// Compiled at -O1
#include <doctest/doctest.h>

#include "unit/nvptx/exec/float_reference.hpp"

using namespace lathe::nvptx::test;

namespace {

struct Form {
  std::string op;
  const Kind& kind;
  std::string rounding;
  bool ftz = false, sat = false;
  std::string text(const std::string& type = {}) const {
    return op + (rounding.empty() ? "" : "." + rounding) + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + "." +
           (type.empty() ? kind.name : type);
  }
  unsigned operands() const { return op == "fma" || op == "mad" ? 3 : op == "rcp" || op == "sqrt" ? 1 : 2; }
  std::uint64_t expected(const Row& in) const {
    Row x = in;
    if (ftz)
      for (auto& v : x) v = kind.flush(v);
    const Mode mode = mode_of(rounding);
    std::uint64_t r = 0;
    if (op == "add") r = added(kind, x[0], x[1], mode);
    if (op == "sub") r = added(kind, x[0], x[1] ^ kind.sign(), mode);
    if (op == "mul") r = fused(kind, x[0], x[1], 0, mode, true);
    if (op == "fma" || op == "mad") r = fused(kind, x[0], x[1], x[2], mode);
    if (op == "div") r = divided(kind, x[0], x[1], mode);
    if (op == "rcp") r = divided(kind, kind.one(), x[0], mode);
    if (op == "sqrt") r = rooted(kind, x[0], mode);
    return modified(kind, r, ftz, sat);
  }
};

void check(const Form& form, unsigned count = 800) {
  const OpCall call{form.text(), {form.kind.name}, operand_columns(form.kind, form.operands(), count, 7 + count)};
  CHECK(check_both(call, [&](const Row& in) -> Row { return {form.expected(in)}; }) == "");
}

const char* const modes[] = {"rn", "rz", "rm", "rp"};

std::uint64_t extreme(const Kind& k, bool max, bool nan, std::uint64_t a, std::uint64_t b) {
  if (k.is_nan(a) && k.is_nan(b)) return k.bits() == 64 ? b | 1ULL << 51 : k.canonical_nan();
  if (nan && (k.is_nan(a) || k.is_nan(b))) return k.canonical_nan();
  if (k.is_nan(a)) return b;
  if (k.is_nan(b)) return a;
  if (k.is_negative(a) != k.is_negative(b)) return k.is_negative(a) == max ? b : a;
  const bool a_less = k.is_negative(a) ? a > b : a < b;
  return a_less == max ? b : a;
}

}  // namespace

TEST_CASE("f32 arithmetic in every rounding mode") {
  for (const char* op : {"add", "sub", "mul", "fma", "mad"})
    for (const char* mode : modes)
      for (const bool ftz : {false, true})
        for (const bool sat : {false, true}) check({op, f32, mode, ftz, sat}, sat ? 200 : 800);
  for (const char* op : {"div", "rcp", "sqrt"})
    for (const char* mode : modes)
      for (const bool ftz : {false, true}) check({op, f32, mode, ftz});
  for (const char* op : {"add", "sub", "mul"}) check({op, f32, "", true, true}, 100);
}

TEST_CASE("f64 arithmetic in every rounding mode") {
  for (const char* op : {"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt"})
    for (const char* mode : modes) check({op, f64, mode}, 800);
  for (const char* op : {"add", "sub", "mul"}) check({op, f64, ""}, 100);
}

// y^2 = a * 2^52 - s for a small s, so that the root of a * 2^52 is y and less than 2^-50 of its last place.
TEST_CASE("roots just above a number of f64 are rounded up upwards") {
  OpCall call{"", {"f64"}, {{"f64", {}}}};
  for (const std::uint64_t s : {7U, 15U, 23U, 31U, 39U}) {
    std::uint64_t y = 1;  // the root of -s modulo 2^52, a bit at a time
    for (unsigned bit = 3; bit < 52; ++bit)
      if (((y * y + s) >> bit & 1U) != 0) y += 1ULL << (bit - 1);
    for (const std::uint64_t r :
         {y & ((1ULL << 52) - 1), (~y + 1) & ((1ULL << 52) - 1), (y + (1ULL << 51)) & ((1ULL << 52) - 1)}) {
      const Int square = Int(r + (1ULL << 52)) * (r + (1ULL << 52)) + s;
      if (square % (Int(1) << 52) != 0 || square >= Int(1) << 105) continue;
      const auto a = static_cast<std::uint64_t>(square >> 52);
      call.inputs[0].values.push_back((1023ULL << 52) | (a & ((1ULL << 52) - 1)));
    }
  }
  REQUIRE(call.inputs[0].values.size() >= 3);
  for (const std::string mode : modes) {
    call.code = "sqrt." + mode + ".f64";
    CHECK(check_both(call, [&](const Row& in) -> Row { return {rooted(f64, in[0], mode_of(mode))}; }) == "");
  }
}

TEST_CASE("f32x2 is two f32") {
  for (const char* op : {"add", "sub", "mul", "fma"})
    for (const char* mode : modes)
      for (const bool ftz : {false, true}) {
        const Form form{op, f32, mode, ftz};
        const auto low = operand_columns(f32, form.operands(), 1000, 3),
                   high = operand_columns(f32, form.operands(), 1000, 4);
        OpCall call{form.text("f32x2"), {"b64"}, {}};
        call.target = "sm_100a";
        for (unsigned i = 0; i < form.operands(); ++i) {
          OpInput c{"b64", {}};
          const std::size_t n = low[i].values.size();
          for (std::size_t r = 0; r < n; ++r) c.values.push_back(low[i].values[r] | high[i].values[n - 1 - r] << 32);
          call.inputs.push_back(c);
        }
        CHECK(check_both(call, [&](const Row& in) -> Row {
                Row a, b;
                for (const auto v : in) {
                  a.push_back(v & 0xffffffff);
                  b.push_back(v >> 32);
                }
                return {form.expected(a) | form.expected(b) << 32};
              }) == "");
      }
}

TEST_CASE("add, sub, fma of f32 with f16 and bf16 operands") {
  for (const Kind* k : {&f16, &bf16})
    for (const char* op : {"add", "sub", "fma"})
      for (const char* mode : modes)
        for (const bool sat : {false, true}) {
          const bool fma = std::string(op) == "fma";
          const Form form{op, f32, mode, false, sat};
          const auto narrow = operand_columns(*k, 2, 600, 11, "b16"), wide = operand_columns(f32, 2, 600, 12);
          const std::size_t n = std::min(narrow[0].values.size(), wide[0].values.size());
          OpCall call{form.text("f32." + k->name), {"f32"}, {}};
          call.target = "sm_100a";
          for (unsigned i = 0; i < (fma ? 3U : 2U); ++i) {
            OpInput c = i + 1 < (fma ? 3U : 2U) ? narrow[i] : wide[0];
            std::reverse(c.values.begin(), c.values.begin() + (i == 1 ? static_cast<long>(n) : 0));
            c.values.resize(n);
            call.inputs.push_back(c);
          }
          CHECK(check_both(call, [&](const Row& in) -> Row {
                  Row x = in;
                  for (std::size_t i = 0; i + 1 < x.size(); ++i)
                    x[i] = k->is_nan(x[i]) ? f32.canonical_nan()
                           : k->is_infinite(x[i])
                               ? f32.infinity() | (k->is_negative(x[i]) ? f32.sign() : 0)
                               : round_signed(f32, signed_value(*k, x[i]), k->is_negative(x[i]), Mode::rn);
                  return {form.expected(x)};
                }) == "");
        }
}

TEST_CASE("min and max of f32 and f64") {
  for (const bool max : {false, true}) {
    const std::string op = max ? "max" : "min";
    for (const bool ftz : {false, true})
      for (const bool nan : {false, true})
        for (const bool xorsign : {false, true}) {
          const std::string text =
              op + (ftz ? ".ftz" : "") + (nan ? ".NaN" : "") + (xorsign ? ".xorsign.abs" : "") + ".f32";
          const OpCall call{text, {"f32"}, operand_columns(f32, 2, 500, 5)};
          CHECK(check_both(call, [&](const Row& in) -> Row {
                  std::uint64_t a = ftz ? f32.flush(in[0]) : in[0], b = ftz ? f32.flush(in[1]) : in[1];
                  const std::uint64_t sign = (a ^ b) & f32.sign();
                  if (!xorsign) return {extreme(f32, max, nan, a, b)};
                  const std::uint64_t r = extreme(f32, max, nan, a & 0x7fffffff, b & 0x7fffffff);
                  return {f32.is_nan(r) ? r : (r & 0x7fffffff) | sign};
                }) == "");
        }
    const OpCall call{op + ".f64", {"f64"}, operand_columns(f64, 2, 500, 6)};
    CHECK(check_both(call, [&](const Row& in) -> Row { return {extreme(f64, max, false, in[0], in[1])}; }) == "");
    for (const std::string mods : {"", ".ftz", ".NaN", ".abs", ".ftz.NaN.abs"}) {
      OpCall three{op + mods + ".f32", {"f32"}, operand_columns(f32, 3, 3000, 8)};
      three.target = "sm_100a";
      const bool nan = mods.find("NaN") != std::string::npos, abs = mods.find("abs") != std::string::npos;
      CHECK(check_both(three, [&](const Row& in) -> Row {
              Row x = in;
              for (auto& v : x) {
                if (mods.find("ftz") != std::string::npos) v = f32.flush(v);
                if (abs) v &= 0x7fffffff;
              }
              return {extreme(f32, max, nan, extreme(f32, max, nan, x[0], x[1]), x[2])};
            }) == "");
    }
  }
}

TEST_CASE("abs, neg and copysign of f32 and f64") {
  for (const bool ftz : {false, true})
    for (const std::string op : {"abs", "neg"}) {
      const OpCall call{op + (ftz ? ".ftz.f32" : ".f32"), {"f32"}, operand_columns(f32, 1, 500, 5)};
      CHECK(check_both(call, [&](const Row& in) -> Row {
              if (f32.is_nan(in[0])) return {0x7fffffff};
              const std::uint64_t a = ftz ? f32.flush(in[0]) : in[0];
              return {op == "abs" ? a & 0x7fffffff : a ^ 0x80000000};
            }) == "");
    }
  for (const std::string op : {"abs", "neg"}) {
    const OpCall call{op + ".f64", {"f64"}, operand_columns(f64, 1, 500, 5)};
    CHECK(check_both(call, [&](const Row& in) -> Row {
            const std::uint64_t r = op == "abs" ? in[0] & ~f64.sign() : in[0] ^ f64.sign();
            return {f64.is_nan(r) ? r | 1ULL << 51 : r};
          }) == "");
  }
  for (const Kind* k : {&f32, &f64}) {
    const OpCall call{"copysign." + k->name, {k->name}, operand_columns(*k, 2, 300, 9)};
    CHECK(check_both(call, [&](const Row& in) -> Row { return {(in[0] & k->sign()) | (in[1] & (k->sign() - 1))}; }) ==
          "");
  }
}

TEST_CASE("immediate operands of floats") {
  const auto column = operand_columns(f32, 1, 50, 3);
  CHECK(check_both({"add.rn.f32 $d0, $0, 0f3FC00000;", {"f32"}, column},
                   [](const Row& in) -> Row { return {added(f32, in[0], 0x3fc00000, Mode::rn)}; }) == "");
  CHECK(check_both({"mul.rn.f64 $d0, 0d4008000000000000, $0;", {"f64"}, operand_columns(f64, 1, 50, 3)},
                   [](const Row& in) -> Row { return {fused(f64, 0x4008000000000000, in[0], 0, Mode::rn, true)}; }) ==
        "");
}

TEST_CASE("forms that PTX does not have are refused") {
  struct Bad {
    const char* code;
    std::vector<std::string> in;
    const char* out;
    const char* because;
  };
  const Bad bad[] = {
      {"fma.f32", {"f32", "f32", "f32"}, "f32", "exactly one"},
      {"add.rn.rz.f32", {"f32", "f32"}, "f32", "exactly one"},
      {"div.f32", {"f32", "f32"}, "f32", "exactly one"},
      {"add.sat.f64", {"f64", "f64"}, "f64", "not supported"},
      {"div.rn.sat.f32", {"f32", "f32"}, "f32", "not supported"},
      {"add.rn.f32", {"f32"}, "f32", "operands"},
      {"min.NaN.f64", {"f64", "f64"}, "f64", "not supported"},
      {"min.abs.f32", {"f32", "f32"}, "f32", "go together"},
      {"mul.rn.f32", {"f32", "b16"}, "f32", "bits"},
      {"fma.rn.oob.f16", {"b16", "b16", "b16"}, "b16", "oob"},
      {"sqrt.approx.f64", {"f64"}, "f64", "f64"},
      {"mul.f32.f16", {"b16", "f32"}, "f32", "not supported"},
      {"sin.f32", {"f32"}, "f32", ".approx"},
      {"neg.ftz.f64", {"f64"}, "f64", "not supported"},
      {"rcp.full.f32", {"f32"}, "f32", ".full"},
  };
  for (const Bad& b : bad) {
    OpCall call{b.code, {b.out}, {}};
    for (const std::string& t : b.in) call.inputs.push_back({t, {1, 2, 3}});
    const std::string fault = run_op(call).fault;
    INFO(b.code << ": " << fault);
    CHECK(fault.find(b.because) != std::string::npos);
  }
}
