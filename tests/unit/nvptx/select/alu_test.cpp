// Integer arithmetic, bits, comparison, selection, constants, copies.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace lathe::nvptx::test;

TEST_CASE("arithmetic of registers and numbers") {
  run_cases({
      {"add", "sm_75", "%1 = add i32 $R0, $R1\nout R %1", "add.s32 %RO, %R0, %R1"},
      {"add of a number", "sm_75", "%1 = constant i32 -5\n%2 = add i32 $R0, %1\nout R %2", "add.s32 %RO, %R0, -5"},
      {"add i16", "sm_75", "%1 = add i16 $H0, $H1\nout H %1", "add.s16 %HO, %H0, %H1"},
      {"add i64", "sm_75", "%1 = constant i64 0x123456789a\n%2 = add i64 $L0, %1\nout L %2",
       "add.s64 %LO, %L0, 78187493530"},
      {"sub from a number", "sm_75", "%1 = constant i32 7\n%2 = sub i32 %1, $R0\nout R %2", "sub.s32 %RO, 7, %R0"},
      {"neg", "sm_75", "%1 = constant i32 0\n%2 = sub i32 %1, $R0\nout R %2", "neg.s32 %RO, %R0"},
      {"numbers alone", "sm_75", "%1 = constant i32 3\n%2 = constant i32 4\n%3 = mul i32 %1, %2\nout R %3",
       "mov.b32 %r1, 3\nmul.lo.s32 %RO, %r1, 4"},
      {"products", "sm_75",
       "%1 = mul i32 $R0, $R1\n%2 = mulhs i32 $R0, $R1\n%3 = mulhu i64 $L0, $L1\n%4 = mul_wide_u i64 $R0, $R1\n"
       "out R %1\nout R %2\nout L %3\nout L %4",
       "mul.lo.s32 %RO, %R0, %R1\nmul.hi.s32 %RX, %R0, %R1\nmul.hi.u64 %LO, %L0, %L1\nmul.wide.u32 %LX, %R0, %R1"},
      {"wide with a number", "sm_75", "%1 = constant i32 -1\n%2 = mul_wide_u i64 $R0, %1\nout L %2",
       "mul.wide.u32 %LO, %R0, 4294967295"},
      {"wide of 16 bits", "sm_75", "%1 = mul_wide_s i32 $H0, $H1\nout R %1", "mul.wide.s16 %RO, %H0, %H1"},
      {"mad", "sm_75", "%1 = constant i32 12\n%2 = mad i32 $R0, %1, $R1\nout R %2", "mad.lo.s32 %RO, %R0, 12, %R1"},
      {"mad.wide", "sm_75", "%1 = constant i32 8\n%2 = mad_wide_s i64 $R0, %1, $L0\nout L %2",
       "mad.wide.s32 %LO, %R0, 8, %L0"},
      {"integer division", "sm_75",
       "%1 = constant i32 -7\n%2 = sdiv i32 $R0, %1\n%3 = urem i64 $L0, $L1\nout R %2\nout L %3",
       "div.s32 %RO, %R0, -7\nrem.u64 %LO, %L0, %L1"},
      {"integer min, max", "sm_75", "%1 = smin i16 $H0, $H1\n%2 = umax i64 $L0, $L1\nout H %1\nout L %2",
       "min.s16 %HO, %H0, %H1\nmax.u64 %LO, %L0, %L1"},
      {"packed", "sm_90+ptx80", "%1 = add v2i16 $W0, $W1\n%2 = smax v2i16 %1, $W1\nout R %2",
       "add.u16x2 %r1, %W0, %W1\nmax.s16x2 %RO, %r1, %W1"},
      {"packed with numbers", "sm_90+ptx80",
       "%1 = constant i16 2\n%2 = build_vector v2i16 %1, %1\n%3 = add v2i16 %2, $W0\nout R %3",
       "mov.b32 %r1, 131074\nadd.u16x2 %RO, %r1, %W0"},
      {"packed on an old target", "sm_80", "%1 = add v2i16 $W0, $W1\nout R %1",
       "refused: cannot select add of type v2i16"},
      {"saturating sums", "sm_75", "%1 = sadd_sat i32 $R0, $R1\n%2 = ssub_sat i32 $R0, $R1\nout R %1\nout R %2",
       "add.sat.s32 %RO, %R0, %R1\nsub.sat.s32 %RX, %R0, %R1"},
      {"abs", "sm_75", "%1 = abs i64 $L0\nout L %1", "abs.s64 %LO, %L0"},
      {"limbs", "sm_75", "%1 = add_limbs i64, i64, i64 $L0, $L1, $L0, $L1, $L1, $L0\nout L %1\nout L %1:2",
       "add.cc.u64 %LO, %L0, %L1\naddc.cc.u64 %rd1, %L1, %L1\naddc.u64 %LX, %L0, %L0"},
      {"limbs of numbers", "sm_75",
       "%1 = constant i32 5\n%2 = constant i32 0\n%3 = sub_limbs i32, i32 $R0, $R1, %1, %2\nout R %3\nout R %3:1",
       "sub.cc.u32 %RO, %R0, 5\nsubc.u32 %RX, %R1, 0"},
      {"sdiv of i8", "sm_75", "%1 = trunc i8 $R0\n%2 = sdiv i8 %1, %1\n%3 = zext i32 %2\nout R %3",
       "refused: cannot select"},
      {"frame of the message", "sm_75", "%1 = sadd_o i32, i1 $R0, $R1\nout R %1",
       "refused: cannot select sadd_o of type i32"},
  });
}

TEST_CASE("logic, shifts and bit fields") {
  run_cases({
      {"and", "sm_75", "%1 = constant i32 255\n%2 = and i32 %1, $R0\nout R %2", "and.b32 %RO, 255, %R0"},
      {"not", "sm_75", "%1 = constant i64 -1\n%2 = xor i64 $L0, %1\nout L %2", "not.b64 %LO, %L0"},
      {"or of predicates", "sm_75", "%1 = or i1 $P0, $P1\nout P %1", "or.pred %PO, %P0, %P1"},
      {"not of a predicate", "sm_75", "%1 = constant i1 1\n%2 = xor i1 $P0, %1\nout P %2", "not.pred %PO, %P0"},
      {"and of packed", "sm_75", "%1 = and v2i16 $W0, $W1\nout R %1", "and.b32 %RO, %W0, %W1"},
      {"shifts", "sm_75",
       "%1 = constant i32 3\n%2 = shl i64 $L0, %1\n%3 = srl i32 $R0, $R1\n%4 = sra i16 $H0, %1\nout L %2\nout R "
       "%3\nout H %4",
       "shl.b64 %LO, %L0, 3\nshr.u32 %RO, %R0, %R1\nshr.s16 %HO, %H0, 3"},
      {"shift by i64", "sm_75", "%1 = shl i64 $L0, $L1\nout L %1",
       "refused: cannot select shl of type i64: the amount"},
      {"rotate", "sm_75", "%1 = constant i32 13\n%2 = rotl i32 $R0, %1\n%3 = rotr i32 $R0, $R1\nout R %2\nout R %3",
       "shf.l.wrap.b32 %RO, %R0, %R0, 13\nshf.r.wrap.b32 %RX, %R0, %R0, %R1"},
      {"funnel", "sm_75", "%1 = fshl i32 $R0, $R1, $R2\n%2 = fshr i32 $R0, $R1, $R2\nout R %1\nout R %2",
       "shf.l.wrap.b32 %RO, %R1, %R0, %R2\nshf.r.wrap.b32 %RX, %R1, %R0, %R2"},
      {"counts", "sm_75", "%1 = ctpop i32 $R0\n%2 = ctlz i64 $L0\nout R %1\nout L %2",
       "popc.b32 %RO, %R0\nclz.b64 %r1, %L0\ncvt.u64.u32 %LO, %r1"},
      {"count of 64 bits, as 32", "sm_75", "%1 = ctpop i64 $L0\n%2 = trunc i32 %1\nout R %2", "popc.b64 %RO, %L0"},
      {"cttz", "sm_75", "%1 = cttz i32 $R0\nout R %1", "brev.b32 %r1, %R0\nclz.b32 %RO, %r1"},
      {"counts of 16 bits", "sm_75", "%1 = ctlz i16 $H0\n%2 = cttz i16 $H0\nout H %1\nout H %2",
       "cvt.u32.u16 %r1, %H0\nclz.b32 %r2, %r1\nsub.s32 %r3, %r2, 16\ncvt.u16.u32 %HO, %r3\ncvt.u32.u16 %r4, "
       "%H0\nor.b32 %r5, %r4, 65536\nbrev.b32 %r6, %r5\nclz.b32 %r7, %r6\ncvt.u16.u32 %HX, %r7"},
      {"brev, bswap", "sm_75", "%1 = bitreverse i64 $L0\n%2 = bswap i32 $R0\nout L %1\nout R %2",
       "brev.b64 %LO, %L0\nprmt.b32 %RO, %R0, 0, 291"},
      {"bswap of 64 and 16", "sm_75", "%1 = bswap i64 $L0\n%2 = bswap i16 $H0\nout L %1\nout H %2",
       "mov.b64 {%r1, %r2}, %L0\nprmt.b32 %r3, %r2, 0, 291\nprmt.b32 %r4, %r1, 0, 291\nmov.b64 %LO, {%r3, "
       "%r4}\ncvt.u32.u16 %r5, %H0\nprmt.b32 %r6, %r5, 0, 17409\ncvt.u16.u32 %HO, %r6"},
      {"fields", "sm_75",
       "%1 = constant i32 4\n%2 = constant i32 9\n%3 = bfe_u i32 $R0, %1, %2\n%4 = bfe_s i64 $L0, $R1, %2\n"
       "%5 = bfi i32 $R0, $R1, %1, %2\nout R %3\nout L %4\nout R %5",
       "bfe.u32 %RO, %R0, 4, 9\nbfe.s64 %LO, %L0, %R1, 9\nbfi.b32 %RX, %R0, %R1, 4, 9"},
      {"prmt, lop3", "sm_75",
       "%1 = constant i32 0x5410\n%2 = prmt i32 $R0, $R1, %1\n%3 = lop3 i32 $R0, $R1, $R2 imm=128\nout R %2\nout R %3",
       "prmt.b32 %RO, %R0, %R1, 21520\nlop3.b32 %RX, %R0, %R1, %R2, 128"},
  });
}

TEST_CASE("comparison and selection") {
  run_cases({
      {"integers", "sm_75",
       "%1 = setcc i1 $R0, $R1 slt\n%2 = constant i32 -1\n%3 = setcc i1 $R0, %2 ult\nout P %1\nout P %3",
       "setp.lt.s32 %PO, %R0, %R1\nsetp.lt.u32 %PX, %R0, 4294967295"},
      {"equality", "sm_75",
       "%1 = constant i64 0\n%2 = setcc i1 $L0, %1 ne\n%3 = setcc i1 $H0, $H1 eq\nout P %2\nout P %3",
       "setp.ne.b64 %PO, %L0, 0\nsetp.eq.b16 %PX, %H0, %H1"},
      {"floats", "sm_75+ftz", "%1 = setcc i1 $F0, $F1 olt\n%2 = setcc i1 $D0, $D1 une\nout P %1\nout P %2",
       "setp.lt.ftz.f32 %PO, %F0, %F1\nsetp.neu.f64 %PX, %D0, %D1"},
      {"order", "sm_75",
       "%1 = constant_fp f32 0x3f800000\n%2 = setcc i1 $F0, %1 ord\n%3 = setcc i1 $X0, $X1 uno\nout P %2\nout P %3",
       "setp.num.f32 %PO, %F0, 0f3F800000\nsetp.nan.f16 %PX, %X0, %X1"},
      {"bf16", "sm_90", "%1 = setcc i1 $B0, $B1 ugt_f\nout P %1", "setp.gtu.bf16 %PO, %B0, %B1"},
      {"bf16 before sm_90", "sm_80", "%1 = setcc i1 $B0, $B1 ugt_f\nout P %1", "refused: cannot select setcc"},
      {"always", "sm_75", "%1 = setcc i1 $F0, $F1 true\nout P %1", "mov.pred %PO, 1"},
      {"predicates", "sm_75", "%1 = setcc i1 $P0, $P1 eq\n%2 = setcc i1 $P0, $P1 ult\nout P %1\nout P %2",
       "xor.pred %p1, %P0, %P1\nnot.pred %PO, %p1\nnot.pred %p2, %P0\nand.pred %PX, %p2, %P1"},
      {"signed predicates", "sm_75", "%1 = setcc i1 $P0, $P1 slt\n%2 = setcc i1 $P0, $P1 sge\nout P %1\nout P %2",
       "not.pred %p1, %P1\nand.pred %PO, %P0, %p1\nnot.pred %p2, %P0\nor.pred %PX, %p2, %P1"},
      {"selp", "sm_75",
       "%1 = constant i32 4\n%2 = select i32 $P0, $R0, %1\n%3 = select f64 $P1, $D0, $D1\nout R %2\nout D %3",
       "selp.b32 %RO, %R0, 4, %P0\nselp.f64 %DO, %D0, %D1, %P1"},
      {"selp of halves", "sm_75", "%1 = constant_fp f16 0x3c00\n%2 = select f16 $P0, %1, $X0\nout H %2",
       "selp.b16 %HO, 15360, %X0, %P0"},
      {"selp of predicates", "sm_75",
       "%1 = constant i1 0\n%2 = setcc i1 $R0, $R1 eq\n%3 = select i1 $P0, %2, %1\n%4 = select i1 $P0, $P1, %2\nout P "
       "%3\nout P %4",
       "setp.eq.b32 %p1, %R0, %R1\nand.pred %PO, %P0, %p1\nand.pred %p2, %P0, %P1\nnot.pred %p4, %P0\nand.pred %p3, "
       "%p4, %p1\nor.pred %PX, %p2, %p3"},
  });
}

TEST_CASE("constants and copies") {
  run_cases({
      {"of every kind", "sm_75",
       "%1 = constant i1 1\n%2 = constant i16 -2\n%3 = constant i32 7\n%4 = constant i64 -1\n%5 = constant_fp f32 "
       "0xc0000000\n"
       "%6 = constant_fp f64 0x3ff0000000000000\nout P %1\nout H %2\nout R %3\nout L %4\nout F %5\nout D %6",
       "mov.pred %PO, 1\nmov.b16 %HO, -2\nmov.b32 %RO, 7\nmov.b64 %LO, -1\nmov.f32 %FO, 0fC0000000\nmov.f64 %DO, "
       "0d3FF0000000000000"},
      {"vectors", "sm_75",
       "%1 = constant_fp f16 0x3c00\n%2 = build_vector v2f16 %1, %1\n%3 = undef v2f16\nout R %2\nout R %3",
       "mov.b32 %RO, 1006648320\nmov.b32 %RX, 0"},
      {"a value goes straight to its register", "sm_75", "%1 = add i32 $R0, $R1\n%2 = freeze i32 %1\nout R %2",
       "add.s32 %RO, %R0, %R1"},
      {"a second register is a copy", "sm_75", "%1 = add i32 $R0, $R1\nout R %1\nout R %1",
       "add.s32 %RX, %R0, %R1\nmov.b32 %RO, %RX"},
      {"a register from outside is a copy", "sm_75", "out R $R0", "mov.b32 %RO, %R0"},
      {"another register file is a move", "sm_75", "%1 = fadd f32 $F0, $F1 contract\n%2 = bitcast i32 %1\nout R %2",
       "add.f32 %f1, %F0, %F1\nmov.b32 %RO, %f1"},
      {"nobody reads it", "sm_75", "%1 = add i32 $R0, $R1\n%2 = add i32 %1, %1\nout R $R0", "mov.b32 %RO, %R0"},
      {"a register that is not there", "sm_75", "%1 = copy_from_reg i32 aux=999\nout R %1",
       "refused: cannot select copy_from_reg of type i32: it names"},
  });
}
