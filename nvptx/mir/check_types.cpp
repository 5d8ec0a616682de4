// What each operation wants of its registers: a word per operation, a letter per operand.
#include "nvptx/mir/check_types.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace lathe::nvptx::mir {
namespace {

// t the type of the mnemonic (its last one), d its first, w twice as wide as t, p a predicate, u an integer of 32 bits,
// x 32 bits of anything,
// - not judged. T, D: the same, but the register may be wider (ld, st, cvt). The last letter stands for all that
// follow.
struct Row {
  Op op;
  std::string_view wants;
};
constexpr Row rows[] = {
    {Op::add, "t"},     {Op::sub, "t"},     {Op::mul, "t"},      {Op::mad, "t"},      {Op::mul24, "t"},
    {Op::mad24, "t"},   {Op::div, "t"},     {Op::rem, "t"},      {Op::abs, "t"},      {Op::neg, "t"},
    {Op::min, "t"},     {Op::max, "t"},     {Op::sad, "t"},      {Op::popc, "ut"},    {Op::clz, "ut"},
    {Op::bfind, "ut"},  {Op::brev, "t"},    {Op::bfe, "ttuu"},   {Op::addc, "t"},     {Op::subc, "t"},
    {Op::madc, "t"},    {Op::bfi, "tttuu"}, {Op::testp, "pt"},   {Op::copysign, "t"}, {Op::fma, "t"},
    {Op::rcp, "t"},     {Op::sqrt, "t"},    {Op::rsqrt, "t"},    {Op::sin, "t"},      {Op::cos, "t"},
    {Op::lg2, "t"},     {Op::ex2, "t"},     {Op::tanh, "t"},     {Op::setp, "pttp"},  {Op::set, "dttp"},
    {Op::selp, "tttp"}, {Op::slct, "dddt"}, {Op::and_, "t"},     {Op::or_, "t"},      {Op::xor_, "t"},
    {Op::not_, "t"},    {Op::cnot, "t"},    {Op::lop3, "tttt-"}, {Op::shf, "xxxu"},   {Op::shl, "ttu"},
    {Op::shr, "ttu"},   {Op::prmt, "x"},    {Op::mov, "t"},      {Op::cvt, "DT"},     {Op::cvta, "t"},
    {Op::ld, "T-"},     {Op::st, "-T-"},    {Op::atom, "t-tt-"}, {Op::red, "-t-"},    {Op::shfl, "ttxu"},
};

enum class Family : std::uint8_t { bits, integer, real, other };
Family family(Type t) {
  if (t >= Type::b8 && t <= Type::b128) return Family::bits;
  if (t >= Type::u8 && t <= Type::s64) return Family::integer;
  if (t == Type::f16 || t == Type::f32 || t == Type::f64) return Family::real;
  return Family::other;  // packed and odd ones: kept in registers of bits or of integers
}

// Registers of bits hold anything of their size; otherwise integers and floats do not mix. A register of .f16x2 passes
// for 32 bits of an integer and for a predicate where the mnemonic names the type, but not where the operation does.
bool fits(Type reg, Type wanted, char letter) {
  const bool may_be_wider = letter == 'T' || letter == 'D';
  const unsigned have = bits_of(reg), want = bits_of(wanted);
  const Family a = family(reg), b = family(wanted);
  if (reg == Type::f16x2 && wanted == Type::pred) return letter == 't';
  if (wanted == Type::pred || reg == Type::pred) return wanted == reg;
  if (may_be_wider && have > want)
    return a == Family::bits || b == Family::bits ||
           ((a == Family::integer || a == Family::other) && b == Family::integer);
  if (have != want || (a == Family::other && letter == 'u')) return false;
  if (a == Family::bits || b == Family::bits) return true;
  return b == Family::other ? reg == wanted : a == b || (a == Family::other && b == Family::integer);
}

Type wider(Type t) {
  constexpr std::array<std::array<Type, 2>, 6> pairs{{{Type::u16, Type::u32},
                                                      {Type::s16, Type::s32},
                                                      {Type::u32, Type::u64},
                                                      {Type::s32, Type::s64},
                                                      {Type::u64, Type::b128},
                                                      {Type::s64, Type::b128}}};
  for (const auto& [narrow, wide] : pairs)
    if (narrow == t) return wide;
  return Type::none;
}

class Checker {
 public:
  Checker(const Module& m, const Function& f, std::vector<TypeFault>& faults) : m_(m), f_(f), faults_(faults) {
    for (const Row& row : rows) wants_[static_cast<std::size_t>(row.op)] = row.wants;
  }
  void run() {
    for (const Block& block : f_.blocks)
      for (const Inst& inst : block.insts)
        if (inst.op != none) instruction(inst);
  }

 private:
  void instruction(const Inst& inst) {
    const OpDesc& d = m_.op(inst.op);
    for (const Operand& o : f_.operands_of(inst))
      if (o.kind == Operand::Kind::mem_reg && !is_address(f_.regs[o.a].type)) tell(inst, o.a, "an address is wanted");
    if (d.op >= Op::count) return;
    const std::string_view wants = wants_[static_cast<std::size_t>(d.op)];
    if (wants.empty() || !judged(d)) return;
    const auto slots = f_.operands_of(inst);
    const auto is_group = [](const Operand& o) { return o.kind == Operand::Kind::group; };
    if (d.op == Op::mov && std::any_of(slots.begin(), slots.end(), is_group)) return;  // packs and unpacks
    std::size_t index = 0;
    for (std::uint32_t at = 0; at < slots.size(); at += slots_of(slots, at), ++index)
      operand(inst, d, slots, at, letter(d, wants, index));
  }

  // Forms whose types say all: as many type names as the operation has, no packing.
  static bool judged(const OpDesc& d) {
    const auto types = static_cast<std::size_t>(
        std::count_if(d.modifiers.begin(), d.modifiers.end(), [](auto& m) { return parse_type(m) != Type::none; }));
    const bool two = d.op == Op::cvt || d.op == Op::set || d.op == Op::slct;
    return types == (two ? 2U : 1U) && !d.has("pack") && bits_of(d.type) != 0;
  }
  static char letter(const OpDesc& d, std::string_view wants, std::size_t index) {
    const bool wide = d.has("wide");
    if (wide && d.op == Op::mul) wants = "wtt";
    if (wide && d.op == Op::mad) wants = "wttw";
    if (d.op == Op::cvt && (family(d.type) == Family::other || family(d.dst_type) == Family::other)) wants = "dt";
    return wants[std::min(index, wants.size() - 1)];
  }

  void operand(const Inst& inst, const OpDesc& d, std::span<const Operand> slots, std::uint32_t at, char letter) {
    const Operand& o = slots[at];
    if (o.kind == Operand::Kind::reg) return leaf(inst, d, o, letter);
    if (o.kind != Operand::Kind::group || letter == '-') return;
    const auto kind = static_cast<GroupKind>(o.a);
    // {a, b} of ld, st are elements, that of others is a form of its own. p|q are alike.
    if (kind == GroupKind::tuple && (d.op == Op::ld || d.op == Op::st)) return elements(inst, d, slots, at);
    if (kind != GroupKind::pipe || d.op != Op::setp) return;
    for (std::uint32_t i = at + 1; i < at + slots_of(slots, at); ++i)
      if (slots[i].kind == Operand::Kind::reg) leaf(inst, d, slots[i], letter);
  }

  // Elements may be wider, all alike. Integers as elements of floats are as ptxas pleases: not judged.
  void elements(const Inst& inst, const OpDesc& d, std::span<const Operand> slots, std::uint32_t at) {
    unsigned bits = 0;
    for (std::uint32_t i = at + 1; i < at + slots_of(slots, at); ++i) {
      if (slots[i].kind != Operand::Kind::reg) continue;
      const Type have = f_.regs[slots[i].a].type;
      const Family a = family(have);
      if (family(d.type) != Family::real || (a != Family::integer && a != Family::other)) leaf(inst, d, slots[i], 'T');
      if (bits != 0 && bits != bits_of(have)) tell(inst, slots[i].a, "the element before has another width");
      bits = bits_of(have);
    }
  }

  void leaf(const Inst& inst, const OpDesc& d, const Operand& o, char letter) {
    if (o.reserved != 0 || letter == '-') return;  // a part of a register
    Type wanted = d.type;
    switch (letter) {
      case 'd':
      case 'D':
        wanted = d.dst_type;
        break;
      case 'w':
        wanted = wider(d.type);
        break;
      case 'p':
        wanted = Type::pred;
        break;
      case 'x':
        wanted = Type::b32;
        break;
      case 'u':
        wanted = Type::u32;
        break;
      default:
        break;
    }
    const Type have = f_.regs[o.a].type;
    if (wanted == Type::none || fits(have, wanted, letter)) return;
    tell(inst, o.a, "." + std::string(to_string(wanted)) + " is wanted");
  }

  static bool is_address(Type t) {
    const unsigned bits = bits_of(t);
    return bits > 1 && bits <= 64 && (family(t) == Family::bits || family(t) == Family::integer);
  }
  void tell(const Inst& inst, Reg r, const std::string& wanted) {
    const RegInfo& reg = f_.regs[r];
    faults_.push_back({inst.line, "in function '" + f_.name + "': " + m_.op(inst.op).text + ": register " +
                                      (reg.name.empty() ? "#" + std::to_string(r) : reg.name.get()) + " is ." +
                                      std::string(to_string(reg.type)) + ", where " + wanted});
  }

  const Module& m_;
  const Function& f_;
  std::vector<TypeFault>& faults_;
  std::array<std::string_view, static_cast<std::size_t>(Op::count)> wants_{};
};

}  // namespace

void check_types(const Module& module, const Function& function, std::vector<TypeFault>& faults) {
  Checker(module, function, faults).run();
}

}  // namespace lathe::nvptx::mir
