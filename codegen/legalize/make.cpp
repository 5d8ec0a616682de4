// Node making with small folds; see make.hpp.
#include "codegen/legalize/make.hpp"

#include <vector>

namespace lathe::codegen {

Value Make::mask(std::uint32_t low, std::uint32_t high, Vt type) {
  std::vector<std::uint64_t> limbs((type.bits() + 63) / 64, 0);
  for (std::uint32_t i = 0; i < limbs.size(); ++i) {
    const std::uint32_t base = i * 64;
    if (high <= base || low >= base + 64) continue;
    const std::uint32_t from = low > base ? low - base : 0, to = high < base + 64 ? high - base : 64;
    if (from < to) limbs[i] = (to - from == 64 ? ~0ULL : (1ULL << (to - from)) - 1) << from;
  }
  return dag_.constant_limbs(limbs, type);
}

bool Make::is_ones(Value v) const {
  std::uint64_t x;
  const std::uint32_t bits = type(v).bits();
  return bits <= 64 && dag_.is_constant(v, x) && x == (bits == 64 ? ~0ULL : (1ULL << bits) - 1);
}

Value Make::resize(Value a, Vt to, Extend extend) {
  const Vt from = type(a);
  if (from == to) return a;
  std::uint64_t x;
  if (dag_.op(a) == Isd::undef && extend != Extend::zero && extend != Extend::sign) return dag_.undef(to);
  if (to.bits() <= 64 && !to.is_vector() && dag_.op(a) == Isd::constant && dag_.is_constant(a, x)) {
    if (extend == Extend::sign && from.bits() < 64 && (x >> (from.bits() - 1)) & 1) x |= ~0ULL << from.bits();
    return dag_.constant(x, to);
  }
  if (to.bits() < from.bits()) return convert(Isd::trunc, a, to);
  return convert(extend == Extend::zero ? Isd::zext : extend == Extend::sign ? Isd::sext : Isd::anyext, a, to);
}

Value Make::element(Value vector, std::uint32_t lane) {
  const Vt type = this->type(vector);
  const Vt result = type.element() == vt::i8 ? vt::i32 : type.element();
  if (dag_.op(vector) == Isd::undef) return dag_.undef(result);
  if (dag_.op(vector) == Isd::build_vector) {
    const Value v = dag_.operand(vector, lane);
    if (this->type(v) == result) return v;
  }
  return dag_.get(Isd::extract_element, result, {vector, i32(lane)});
}

Value Make::offset(Value address, std::uint64_t bytes) {
  if (bytes == 0) return address;
  const Isd op = dag_.op(address);
  if (op == Isd::global_address || op == Isd::frame_index || op == Isd::param_address) {
    const DagPayload p = dag_.payload(address.node);
    return dag_.get(op, type(address), {}, {.imm = p.imm + bytes, .aux = p.aux});
  }
  std::uint64_t base;
  if (op == Isd::add && dag_.is_constant(dag_.operand(address, 1), base))
    return offset(dag_.operand(address, 0), base + bytes);
  return dag_.get(Isd::add, type(address), {address, constant(bytes, type(address))});
}

}  // namespace lathe::codegen
