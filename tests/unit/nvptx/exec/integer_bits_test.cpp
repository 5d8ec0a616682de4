// Counts, fields, masks, funnel shifts, prmt, lop3, dot products, carry-less products: against the manual's
// definitions written out bit by bit.
#include <doctest/doctest.h>

#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx::test;

namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;
using u32 = std::uint32_t;

struct T {
  const char* name;
  unsigned bits;
  bool sign;
};
constexpr T words[] = {{"u32", 32, false}, {"s32", 32, true}, {"u64", 64, false}, {"s64", 64, true}};

bool bit(u64 v, u64 i) { return i < 64 && (v >> i & 1) != 0; }
u64 ones(unsigned bits) { return bits == 64 ? ~u64{0} : (u64{1} << bits) - 1; }
std::string dot(const char* op, const char* type) { return std::string(op) + "." + type; }

// More than the edges: words with one bit, with one bit off, and random ones with few and many bits.
std::vector<u64> patterns(unsigned bits) {
  std::vector<u64> out = edges(bits);
  Random random{99};
  for (unsigned i = 0; i < bits; ++i) {
    out.push_back(u64{1} << i);
    out.push_back(~(u64{1} << i) & ones(bits));
    out.push_back(random() & random() & random() & ones(bits));
    out.push_back((random() | random()) & ones(bits));
    out.push_back((random() & ones(bits)) >> (i % bits));
  }
  return out;
}
// Positions, lengths, amounts around all that matters.
std::vector<u64> amounts() {
  std::vector<u64> out;
  for (u64 i = 0; i <= 34; ++i) out.push_back(i);
  for (const u64 v : {47, 62, 63, 64, 65, 96, 127, 128, 200, 254, 255, 256, 257, 0x120, 0x1ff}) out.push_back(v);
  for (const u64 v : {0x10000ULL, 0x7fffffffULL, 0x80000000ULL, 0xffffffe1ULL, 0xffffff00ULL, 0xffffffffULL})
    out.push_back(v);
  return out;
}

void check(const std::string& code, const std::string& out, std::vector<OpInput> in,
           const std::function<u64(const Row&)>& f, std::size_t limit = 6000) {
  const OpCall call{code, {out}, cross(std::move(in), limit)};
  CHECK(check_op(call, [&](const Row& r) -> Row { return {f(r)}; }) == "");
}

}  // namespace

TEST_CASE("popc, clz, bfind, brev") {
  for (const unsigned n : {32U, 64U}) {
    const std::string type = "b" + std::to_string(n);
    const OpInput in{type, patterns(n)};
    check("popc." + type, "u32", {in}, [n](const Row& r) {
      u64 count = 0;
      for (unsigned i = 0; i < n; ++i) count += bit(r[0], i);
      return count;
    });
    check("clz." + type, "u32", {in}, [n](const Row& r) {
      unsigned count = 0;
      while (count < n && !bit(r[0], n - 1 - count)) ++count;
      return u64{count};
    });
    check("brev." + type, type, {in}, [n](const Row& r) {
      u64 out = 0;
      for (unsigned i = 0; i < n; ++i) out |= u64{bit(r[0], i)} << (n - 1 - i);
      return out;
    });
  }
  for (const T& t : words)
    for (const bool shift : {false, true})
      check(dot(shift ? "bfind.shiftamt" : "bfind", t.name), "u32", {{t.name, patterns(t.bits)}}, [&](const Row& r) {
        const u64 v = t.sign && bit(r[0], t.bits - 1) ? ~r[0] & ones(t.bits) : r[0];
        for (unsigned i = t.bits; i-- > 0;)
          if (bit(v, i)) return u64{shift ? t.bits - 1 - i : i};
        return u64{0xffffffff};
      });
}

TEST_CASE("bfe and bfi: position and length by their low 8 bits") {
  for (const T& t : words)
    check(
        dot("bfe", t.name), t.name, {{t.name, edges(t.bits)}, {"u32", amounts()}, {"u32", amounts()}},
        [&](const Row& r) {
          const u64 a = r[0], pos = r[1] & 0xff, len = r[2] & 0xff, msb = t.bits - 1;
          const bool sbit = t.sign && len != 0 && bit(a, std::min(pos + len - 1, msb));
          u64 d = 0;
          for (u64 i = 0; i <= msb; ++i) d |= u64{i < len && pos + i <= msb ? bit(a, pos + i) : sbit} << i;
          return d;
        },
        20000);
  for (const unsigned n : {32U, 64U}) {
    const std::string type = "b" + std::to_string(n);
    check(
        "bfi." + type, type, {{type, edges(n)}, {type, edges(n)}, {"u32", amounts()}, {"u32", amounts()}},
        [n](const Row& r) {
          const u64 pos = r[2] & 0xff, len = r[3] & 0xff;
          u64 f = r[1];
          for (u64 i = 0; i < len && pos + i < n; ++i)
            f = (f & ~(u64{1} << (pos + i))) | u64{bit(r[0], i)} << (pos + i);
          return f;
        },
        20000);
  }
}

TEST_CASE("fns: the n-th set bit from a base") {
  check(
      "fns.b32", "b32",
      {{"b32", patterns(32)},
       {"u32", {0, 1, 2, 3, 15, 30, 31, 32, 0x80000000, 0xffffffff}},
       {"s32",
        {0, 1, 2, 3, 5, 16, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0xfffffff0, 0xffffffe0}}},
      [](const Row& r) {
        const u64 none = 0xffffffff;
        const auto offset = static_cast<std::int32_t>(r[2]);
        if (r[1] > 31) return none;
        if (offset == 0) return bit(r[0], r[1]) ? r[1] : none;
        std::vector<u64> set;  // set bits in the direction
        for (s64 p = static_cast<s64>(r[1]); p >= 0 && p < 32; p += offset > 0 ? 1 : -1)
          if (bit(r[0], static_cast<u64>(p))) set.push_back(static_cast<u64>(p));
        const u64 n = static_cast<u64>(offset < 0 ? -s64{offset} : s64{offset});
        return n <= set.size() ? set[n - 1] : none;
      },
      20000);
}

TEST_CASE("szext and bmsk") {
  for (const bool sign : {false, true})
    for (const bool clamp : {false, true})
      check(
          std::string("szext.") + (clamp ? "clamp." : "wrap.") + (sign ? "s32" : "u32"), "b32",
          {{"b32", patterns(32)}, {"u32", amounts()}},
          [&](const Row& r) {
            u64 n = r[1];
            if (n >= 32 && clamp) return r[0];
            n &= 31;
            u64 d = 0;
            for (u64 i = 0; i < 32; ++i) d |= u64{i < n ? bit(r[0], i) : sign && n > 0 && bit(r[0], n - 1)} << i;
            return d;
          },
          20000);
  for (const bool clamp : {false, true})
    check(std::string("bmsk.") + (clamp ? "clamp" : "wrap") + ".b32", "b32", {{"u32", amounts()}, {"u32", amounts()}},
          [&](const Row& r) {
            const u64 from = clamp ? r[0] : r[0] & 31, width = clamp ? r[1] : r[1] & 31;
            u64 d = 0;
            for (u64 i = 0; i < 32; ++i) d |= u64{i >= from && i < from + width} << i;
            return d;
          });
}

TEST_CASE("shf: 64 bits through a window") {
  for (const bool left : {false, true})
    for (const bool clamp : {false, true})
      check(
          std::string("shf.") + (left ? "l." : "r.") + (clamp ? "clamp" : "wrap") + ".b32", "b32",
          {{"b32", edges(32)}, {"b32", edges(32)}, {"u32", amounts()}},
          [&](const Row& r) {
            const u64 n = clamp ? std::min<u64>(r[2], 32) : r[2] % 32;
            const u64 both = r[1] << 32 | r[0];
            u64 d = 0;
            for (u64 i = 0; i < 32; ++i) d |= u64{left ? bit(both, i + 32 - n) : bit(both, i + n)} << i;
            return d;
          },
          20000);
}

TEST_CASE("prmt in all modes") {
  std::vector<u64> bytes = edges(32);
  for (const u64 v : {0x83828180ULL, 0x04030201ULL, 0x8f7e6d5cULL, 0x11a233c4ULL}) bytes.push_back(v);
  std::vector<u64> control;
  Random random{5};
  for (u64 i = 0; i < 16; ++i) control.push_back(i * 0x1111);
  for (unsigned i = 0; i < 60; ++i) control.push_back(random() & 0xffffffff);
  const auto byte = [](const Row& r, u64 i) { return (i < 4 ? r[0] >> (8 * i) : r[1] >> (8 * (i - 4))) & 0xff; };
  check("prmt.b32", "b32", {{"b32", bytes}, {"b32", bytes}, {"b32", control}}, [&](const Row& r) {
    u64 d = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const u64 s = r[2] >> (4 * i) & 15, b = byte(r, s & 7);
      d |= (s < 8 ? b : b >= 0x80 ? u64{0xff} : u64{0}) << (8 * i);
    }
    return d;
  });
  // The manual's tables: for each value of the two low bits of c the source of bytes 3, 2, 1, 0.
  struct Mode {
    const char* name;
    const char* rows[4];
  };
  const Mode modes[] = {{"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
                        {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
                        {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}}};
  for (const Mode& m : modes)
    check(std::string("prmt.b32.") + m.name, "b32", {{"b32", bytes}, {"b32", bytes}, {"b32", control}},
          [&](const Row& r) {
            u64 d = 0;
            for (unsigned i = 0; i < 4; ++i) d |= byte(r, static_cast<u64>(m.rows[r[2] & 3][3 - i] - '0')) << (8 * i);
            return d;
          });
}

TEST_CASE("lop3: all 256 tables, with and without a predicate") {
  const std::vector<OpInput> in = cross({{"b32", {0xf0f0f0f0, 0, 0xffffffff, 0xdeadbeef}},
                                         {"b32", {0xcccccccc, 0, 0xcafebabe}},
                                         {"b32", {0xaaaaaaaa, 0}}});
  std::string wrong;
  for (unsigned table = 0; table < 256; ++table) {
    const OpCall call{"lop3.b32 $d0, $0, $1, $2, " + std::to_string(table) + ";", {"b32"}, in};
    wrong += check_op(call, [table](const Row& r) -> Row {
      u64 d = 0;
      for (unsigned i = 0; i < 32; ++i)
        d |= u64{bit(table, 4 * u64{bit(r[0], i)} + 2 * u64{bit(r[1], i)} + u64{bit(r[2], i)})} << i;
      return {d};
    });
  }
  CHECK(wrong == "");
  const std::vector<OpInput> with_pred =
      cross({{"b32", edges(32)}, {"b32", {0, 0xffffffff, 12}}, {"b32", {0, 1}}, {"pred", {0, 1}}});
  for (const bool both : {false, true}) {
    const std::string op = both ? "lop3.and.b32 " : "lop3.or.b32 ";
    const auto expect = [both](const Row& r) -> Row {
      const u64 d = (r[0] & r[1]) ^ r[2];
      return {d, both ? d != 0 && r[3] != 0 : d != 0 || r[3] != 0};
    };
    CHECK(check_op({op + "$d0|$d1, $0, $1, $2, 0x6a, $3;", {"b32", "pred"}, with_pred}, expect) == "");
    CHECK(check_op({op + "_|$d0, $0, $1, $2, 0x6a, $3;", {"pred"}, with_pred},
                   [&](const Row& r) -> Row { return {expect(r)[1]}; }) == "");
    CHECK(check_op(
              {op + "$d0|$3, $0, $1, $2, 0x6a, !$3; and.pred $d1, $3, $3;", {"b32", "pred"}, with_pred, "", "", false},
              [&](const Row& r) -> Row { return expect({r[0], r[1], r[2], 1 - r[3]}); }) == "");
  }
}

TEST_CASE("dp4a and dp2a") {
  std::vector<u64> values = edges(32);
  for (const u64 v : {0x80808080ULL, 0x7f7f7f7fULL, 0x807fff01ULL, 0x80007fffULL}) values.push_back(v);
  const auto part = [](u64 v, unsigned bits, unsigned i, bool sign) -> s64 {
    const u64 x = v >> (bits * i) & ones(bits);
    return sign && bit(x, bits - 1) ? static_cast<s64>(x) - static_cast<s64>(ones(bits)) - 1 : static_cast<s64>(x);
  };
  for (const bool sa : {false, true})
    for (const bool sb : {false, true}) {
      const std::string types = std::string(sa ? ".s32" : ".u32") + (sb ? ".s32" : ".u32");
      const std::vector<OpInput> in{{"b32", values}, {"b32", values}, {"b32", edges(32)}};
      check("dp4a" + types, "b32", in, [&](const Row& r) {
        s64 sum = static_cast<s64>(r[2]);
        for (unsigned i = 0; i < 4; ++i) sum += part(r[0], 8, i, sa) * part(r[1], 8, i, sb);
        return static_cast<u64>(sum) & 0xffffffff;
      });
      for (const bool high : {false, true})
        check(std::string("dp2a.") + (high ? "hi" : "lo") + types, "b32", in, [&](const Row& r) {
          s64 sum = static_cast<s64>(r[2]);
          for (unsigned i = 0; i < 2; ++i) sum += part(r[0], 16, i, sa) * part(r[1], 8, i + (high ? 2 : 0), sb);
          return static_cast<u64>(sum) & 0xffffffff;
        });
    }
}

TEST_CASE("clmad: products of polynomials") {
  for (const bool high : {false, true})
    check(std::string("clmad.") + (high ? "hi" : "lo") + ".u64", "u64",
          {{"u64", edges(64)}, {"u64", edges(64)}, {"u64", {0, ~u64{0}, 0x0123456789abcdef}}}, [&](const Row& r) {
            u64 d = r[2];
            // Bit k of the product: the parity of the pairs of bits whose places add to k.
            for (unsigned i = 0; i < 64; ++i)
              for (unsigned j = 0; j < 64; ++j)
                if (bit(r[0], i) && bit(r[1], j) && (i + j >= 64) == high) d ^= u64{1} << ((i + j) % 64);
            return d;
          });
}

TEST_CASE("forms of bit operations that PTX does not have are refused") {
  for (const char* code : {"popc.u32 $d0, $0;",
                           "clz.b16 $d0, $0;",
                           "bfind.b32 $d0, $0;",
                           "brev.u32 $d0, $0;",
                           "bfe.b32 $d0, $0, $1, $2;",
                           "bfi.u32 $d0, $0, $1, $2, $0;",
                           "fns.u32 $d0, $0, $1, $2;",
                           "szext.s32 $d0, $0, $1;",
                           "szext.clamp.wrap.s32 $d0, $0, $1;",
                           "bmsk.clamp.u32 $d0, $0, $1;",
                           "shf.l.b32 $d0, $0, $1, $2;",
                           "shf.wrap.b32 $d0, $0, $1, $2;",
                           "shf.l.wrap.b64 $d0, $0, $1, $2;",
                           "prmt.b32.f4e.b4e $d0, $0, $1, $2;",
                           "prmt.u32 $d0, $0, $1, $2;",
                           "lop3.b32 $d0, $0, $1, $2, 256;",
                           "lop3.b32 $d0, $0, $1, $2, $0;",
                           "lop3.or.b32 $d0, $0, $1, $2, 1, $0;",
                           "dp4a.u32 $d0, $0, $1, $2;",
                           "dp4a.u32.u64 $d0, $0, $1, $2;",
                           "dp2a.u32.u32 $d0, $0, $1, $2;",
                           "clmad.lo.u32 $d0, $0, $1, $2;"}) {
    CAPTURE(code);
    const OpInput in{"b32", {1}};
    const std::string fault = run_op({code, {"b32"}, {in, in, in}}).fault;
    CHECK(fault.find("instruction '") != std::string::npos);
  }
}
