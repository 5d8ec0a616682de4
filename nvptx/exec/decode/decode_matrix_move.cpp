// ldmatrix, stmatrix, movmatrix and wgmma into codes.
//
// ldmatrix and stmatrix have the 8 x 8 matrices of 16-bit elements; the forms of sm_100a with 8-bit elements are
// refused, and so are sparse wgmma. Source: PTX ISA 9.0, 9.7.14.5.15 ... 17 and 9.7.15.
#include <algorithm>

#include "nvptx/exec/decode/decode_matrix.hpp"
#include "nvptx/exec/operate/matrix.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;

bool decode_ldst(Decoder& d, const Instruction& i, bool store) {
  MatrixName name(i.desc);
  unsigned count = 0;
  if (name.take("x1"))
    count = 1;
  else if (name.take("x2"))
    count = 2;
  else if (name.take("x4"))
    count = 4;
  const bool transposed = name.take("trans");
  if (count == 0 || !name.take("m8n8") || !name.take("b16"))
    return d.refuse("only .m8n8 of .b16 with .x1, .x2 or .x4 can be run on the CPU");
  if (!name.rest.empty() || !name.types.empty() || !name.columns.empty()) return d.refuse("has a modifier too many");
  if (i.count() != 2) return d.refuse("does not take " + std::to_string(i.count()) + " operands");
  const AddressOperand at = d.address(i.operand(store ? 0 : 1), i.desc.space);
  if (!at.valid) return false;
  if (at.in_frame || (at.space != Space::generic && at.space != Space::shared)) return d.refuse("takes shared memory");
  std::vector<Slot> slots;
  if (!(store ? read_fragment(d, i, 1, count, 32, slots) : write_fragment(d, i, 0, count, 32, slots))) return false;
  AccessRequest request;
  request.space = at.space;
  request.kind = store ? AccessKind::write : AccessKind::read;
  request.bytes = request.align = 16;
  Code& code = d.emit(store ? run_stmatrix : run_ldmatrix, no_slot, at.base);
  code.imm = static_cast<std::uint64_t>(at.offset);
  code.x = request.pack();
  code.y = (transposed ? matrix_transposed : 0) | (at.base != no_slot && at.base_bits == 32 ? matrix_narrow : 0);
  put_extra(d, code, slots);
  return true;
}

bool decode_movmatrix(Decoder& d, const Instruction& i) {
  if (!i.has("m8n8") || !i.has("trans") || !i.has("b16") || i.count() != 2)
    return d.refuse("is not movmatrix.sync.aligned.m8n8.trans.b16 d, a");
  const Slot to = d.write(i.operand(0), 32), from = d.read(i.operand(1), 32);
  d.emit(run_movmatrix, to, from);
  return true;
}

/// k of the types, 0 when wgmma has no such product.
unsigned wgmma_depth(const Product& p) {
  const auto fp8 = [](Element e) { return e == Element::e4m3 || e == Element::e5m2; };
  const auto i8 = [](Element e) { return e == Element::s8 || e == Element::u8; };
  const bool half_or_float = p.d == Element::f16 || p.d == Element::f32;
  if (p.a == Element::f16 && p.b == p.a) return half_or_float ? 16 : 0;
  if (p.a == Element::bf16 && p.b == p.a) return p.d == Element::f32 ? 16 : 0;
  if (p.a == Element::tf32 && p.b == p.a) return p.d == Element::f32 ? 8 : 0;
  if (fp8(p.a) && fp8(p.b)) return half_or_float ? 32 : 0;
  if (i8(p.a) && i8(p.b)) return p.d == Element::s32 ? 32 : 0;
  if (p.a == Element::b1 && p.b == p.a) return p.d == Element::s32 ? 256 : 0;
  return 0;
}

/// The constants after scale-d: two signs, then what is transposed.
bool read_wgmma_constants(Decoder& d, const Instruction& i, const Product& p, bool a_in_registers,
                          std::uint64_t& bits) {
  bits = 0;
  std::size_t next = 4;
  const auto constant = [&](std::int64_t& v) { return next < i.count() && d.constant(i.operand(next++), v); };
  if (p.d != Element::s32) {
    for (int k = 0; k < 2; ++k) {
      std::int64_t sign = 0;
      if (!constant(sign) || (sign != 1 && sign != -1)) return d.refuse("imm-scale-a and imm-scale-b are 1 or -1");
      if (sign < 0) bits ^= wgmma_negate;
    }
  }
  if (p.a == Element::f16 || p.a == Element::bf16) {
    for (const std::uint64_t bit : {wgmma_transpose_a, wgmma_transpose_b}) {
      if (bit == wgmma_transpose_a && a_in_registers) continue;
      std::int64_t transpose = 0;
      if (!constant(transpose) || (transpose != 0 && transpose != 1))
        return d.refuse("imm-trans-a and imm-trans-b are 0 or 1");
      if (transpose != 0) bits |= bit;
    }
  }
  return next == i.count() || d.refuse("has an operand too many");
}

bool decode_wgmma_product(Decoder& d, const Instruction& i, MatrixName& name) {
  if (name.take("sp")) return d.refuse("sparse products cannot be run on the CPU");
  if (name.types.size() != 3 || i.count() < 4)
    return d.refuse("is not of the form wgmma.mma_async.sync.aligned.shape.dtype.atype.btype d, a, b, scale-d ...");
  Product p;
  p.d = p.c = name.types[0], p.a = name.types[1], p.b = name.types[2];
  p.m = name.shape.m, p.n = name.shape.n, p.k = name.shape.k;
  if (wgmma_depth(p) == 0) return d.refuse("has no product of these types");
  if (p.m != 64 || p.n % 8 != 0 || p.n == 0 || p.n > tile_columns || p.k != wgmma_depth(p))
    return d.refuse("has no such shape for these types");
  if (p.a == Element::b1 && (!name.take("and") || !name.take("popc"))) return d.refuse("single bits take .and.popc");
  if (element_bits(p.a) == 8 && p.d == Element::s32) p.satfinite = name.take("satfinite");
  if (!name.rest.empty() || !name.columns.empty()) return d.refuse("has a modifier too many");
  // D is read and written: its registers have to be the very ones.
  for (const mir::Operand& o : i.elements(0))
    if (d.register_bits(o) != 32) return d.refuse("the accumulator is in registers of 32 bits");
  const bool a_in_registers = i.is_group(1);
  std::vector<Slot> slots;
  if (!write_fragment(d, i, 0, fragment_registers(16 * p.n, p.d), 32, slots)) return false;
  if (a_in_registers && !read_fragment(d, i, 1, 4, 32, slots)) return false;
  std::uint64_t bits = 0;
  if (!read_wgmma_constants(d, i, p, a_in_registers, bits)) return false;
  const Slot a = a_in_registers ? no_slot : d.read(i.operand(1), 64), b = d.read(i.operand(2), 64);
  const Slot keep = d.read_pred(i.operand(3));
  Code& code = d.emit(run_wgmma, no_slot, a, b, keep);
  p.pack(code);
  code.imm = bits;
  put_extra(d, code, slots);
  return true;
}

}  // namespace

bool decode_wgmma(Decoder& d, const Instruction& i) {
  MatrixName name(i.desc);
  if (name.take("mma_async")) return decode_wgmma_product(d, i, name);
  const bool wait = name.take("wait_group");
  if (!wait && !name.take("fence") && !name.take("commit_group"))
    return d.refuse("has none of .mma_async .fence .commit_group .wait_group");
  std::int64_t groups = 0;
  if (i.count() != (wait ? 1U : 0U) || (wait && !d.constant(i.operand(0), groups)))
    return d.refuse(wait ? "takes a constant number of groups" : "takes no operands");
  d.emit(run_wgmma_order);
  return true;
}

bool decode_matrix_move(Decoder& d, const Instruction& i) {
  switch (i.desc.op) {
    case Op::ldmatrix:
      return decode_ldst(d, i, false);
    case Op::stmatrix:
      return decode_ldst(d, i, true);
    default:
      return decode_movmatrix(d, i);
  }
}

}  // namespace lathe::nvptx::exec
