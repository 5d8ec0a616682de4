// See select.hpp. Who reads the condition code stands right behind who writes it: both are of one rule.
#include "examples/toy_gpu/select.hpp"

#include <algorithm>
#include <array>

namespace toy_gpu {

using Kind = machine::Field::Kind;
using lathe::program::Role;
using selecting::Reg;

// ---- operands and instructions -----------------------------------------------------------------------

Selector::Piece Selector::s(Value v) {
  if (const auto bits = constant_bits(v)) return number(static_cast<std::int32_t>(*bits));
  return r(v);
}

// What stands in a field of a symbol, or below `frame` and `top`, is told by the assembly's own word.
Selector::Piece Selector::symbol(Operand::Kind kind, std::string_view name, std::int64_t offset) {
  return {{Kind::symbol, static_cast<std::uint8_t>(kind), covering() ? 0 : out_.name_index(name), offset}};
}
Selector::Piece Selector::below(Operand::Kind kind, std::int64_t offset) const {
  return {{Kind::other, static_cast<std::uint8_t>(kind), 0, offset}};
}

void Selector::write(Op op, const Pieces& pieces, std::span<const machine::BlockId> targets) {
  if (covering()) return;
  std::vector<lathe::program::Operand<machine::ValueId>> values;
  std::vector<machine::Field> fields;
  for (const Piece& piece : pieces) {
    fields.push_back(piece.field);
    if (piece.field.kind != Kind::reg) continue;
    fields.back().index = static_cast<std::uint32_t>(values.size());
    values.push_back({machine::ValueId{piece.reg}, piece.written ? Role::def : Role::use});
  }
  for (std::uint32_t i = 0; i < targets.size(); ++i) fields.push_back({Kind::block, 0, i, 0});
  if (row(op).has('C')) values.push_back(machine::implicit(machine::use(code_)));
  if (row(op).has('W')) {
    code_ = out_.make_value_of(Class::condition);
    values.push_back(machine::implicit(machine::def(code_)));
  }
  out_.add(block, operation(op), values, fields, targets);
}

void Selector::jump(std::uint64_t to) {
  if (!covering()) out_.add_jump(block, machine::BlockId{static_cast<std::uint32_t>(to)});
}

bool Selector::constant(NodeId n) {
  const auto bits = constant_bits({n, 0});
  if (bits) write(Op::mov, {d({n, 0}), number(static_cast<std::int32_t>(*bits))});
  return bits.has_value();
}

void Selector::move(Reg to, Value from) {
  if (constant_bits(from))
    write(Op::mov, {result(to), s(from)});
  else
    out_.add(block, machine::operation::copy,
             {machine::def(machine::ValueId{to}), machine::use(machine::ValueId{reg_of(from)})},
             {machine::reg(0), machine::reg(1)});
}

void Selector::read_parameter(Reg to, std::uint32_t offset) {
  write(Op::ld_local_x1, {result(to), below(Operand::Kind::frame, std::int64_t{offset} - own_.bytes)});
}

// ---- conditions --------------------------------------------------------------------------------------

// Sets cc to whether it holds, or not where `negated` is flipped.
void Selector::compare(Cond cond, Value a, Value b, bool& negated) {
  struct Row {
    Cond cond;
    Op op;
    bool swapped, negated;
  };
  static constexpr Row rows[] = {{Cond::eq, Op::cmp_eq, false, false},    {Cond::ne, Op::cmp_ne, false, false},
                                 {Cond::slt, Op::cmp_slt, false, false},  {Cond::sle, Op::cmp_sle, false, false},
                                 {Cond::sgt, Op::cmp_slt, true, false},   {Cond::sge, Op::cmp_sle, true, false},
                                 {Cond::ult, Op::cmp_ult, false, false},  {Cond::ule, Op::cmp_ule, false, false},
                                 {Cond::ugt, Op::cmp_ult, true, false},   {Cond::uge, Op::cmp_ule, true, false},
                                 {Cond::oeq, Op::fcmp_eq, false, false},  {Cond::une, Op::fcmp_ne, false, false},
                                 {Cond::olt, Op::fcmp_lt, false, false},  {Cond::ole, Op::fcmp_le, false, false},
                                 {Cond::ogt, Op::fcmp_lt, true, false},   {Cond::oge, Op::fcmp_le, true, false},
                                 {Cond::ult_f, Op::fcmp_le, true, true},  {Cond::ule_f, Op::fcmp_lt, true, true},
                                 {Cond::ugt_f, Op::fcmp_le, false, true}, {Cond::uge_f, Op::fcmp_lt, false, true},
                                 {Cond::uno, Op::fcmp_uno, false, false}, {Cond::ord, Op::fcmp_uno, false, true}};
  for (const Row& one : rows) {
    if (one.cond != cond) continue;
    if (one.swapped) std::swap(a, b);
    write(one.op, {s(a), s(b)});
    negated ^= one.negated;
    return;
  }
  // Less or greater; its negation is equal or unordered.
  const Reg less = temp(), either = temp();
  write(Op::fcmp_lt, {s(a), s(b)});
  write(Op::cset, {result(less)});
  write(Op::fcmp_lt, {s(b), s(a)});
  write(Op::csel, {result(either), number(1), source(less)});
  write(Op::cmp_ne, {source(either), number(0)});
  negated ^= cond == Cond::ueq;
}

void Selector::condition(Value v, bool& negated) {
  v = strip_not(v, negated);
  auto cond = op(v) == Isd::setcc ? static_cast<Cond>(imm(v.node)) : Cond::f_false;
  if (cond == Cond::f_false || cond == Cond::f_true || constant_bits(v)) return write(Op::cmp_ne, {s(v), number(0)});
  const Value a = operand(v.node, 0), b = operand(v.node, 1);
  // One bit that is set is -1 where it has a sign.
  if (type(a) == vt::i1 && cond >= Cond::sgt && cond <= Cond::sle)
    cond = static_cast<Cond>(static_cast<unsigned>(swapped(cond)) + 32);
  compare(cond, a, b, negated);
}

bool Selector::choose(Piece to, Value v, Piece yes, Piece no) {
  bool negated = false;
  condition(v, negated);
  if (negated) std::swap(yes, no);
  write(Op::csel, {to, yes, no});
  return true;
}

bool Selector::branch(NodeId n) {
  after(operand(n, 0));
  const Value v = operand(n, 1);
  const std::uint64_t yes = imm(n), no = aux(n);
  const auto known = constant_bits(v);
  if (known || yes == no) return jump(known == 0U ? no : yes), true;
  bool negated = false;
  condition(v, negated);
  const machine::BlockId target{static_cast<std::uint32_t>(negated ? no : yes)};
  write(Op::branch, {}, {&target, 1});
  jump(negated ? yes : no);
  return true;
}

// ---- arithmetic --------------------------------------------------------------------------------------

namespace {

struct Same {
  Isd isd;
  Op op;
};
constexpr Same same[] = {
    {Isd::add, Op::add},          {Isd::sub, Op::sub},          {Isd::mul, Op::mul},
    {Isd::mulhs, Op::mulhs},      {Isd::mulhu, Op::mulhu},      {Isd::and_, Op::and_},
    {Isd::or_, Op::or_},          {Isd::xor_, Op::xor_},        {Isd::shl, Op::shl},
    {Isd::srl, Op::shr},          {Isd::sra, Op::sar},          {Isd::fshl, Op::fshl},
    {Isd::fshr, Op::fshr},        {Isd::smin, Op::smin},        {Isd::smax, Op::smax},
    {Isd::umin, Op::umin},        {Isd::umax, Op::umax},        {Isd::ctlz, Op::clz},
    {Isd::ctpop, Op::popc},       {Isd::bitreverse, Op::rev},   {Isd::bfe_u, Op::bfe_u},
    {Isd::bfe_s, Op::bfe_s},      {Isd::bfi, Op::bfi},          {Isd::fadd, Op::fadd},
    {Isd::fsub, Op::fsub},        {Isd::fmul, Op::fmul},        {Isd::fma, Op::ffma},
    {Isd::fminnum, Op::fmin},     {Isd::fmaxnum, Op::fmax},     {Isd::fminimumnum, Op::fmin},
    {Isd::fmaximumnum, Op::fmax}, {Isd::fneg, Op::fneg},        {Isd::fabs, Op::fabs},
    {Isd::ffloor, Op::ffloor},    {Isd::fceil, Op::fceil},      {Isd::ftrunc, Op::ftrunc},
    {Isd::frint, Op::frint},      {Isd::fnearbyint, Op::frint}, {Isd::froundeven, Op::frint},
    {Isd::fexp2, Op::ex2},        {Isd::flog2, Op::lg2},        {Isd::fsin, Op::sin},
    {Isd::fcos, Op::cos},         {Isd::si_to_fp, Op::i2f},     {Isd::ui_to_fp, Op::u2f},
    {Isd::fp_to_si, Op::f2i},     {Isd::fp_to_ui, Op::f2u},     {Isd::fp_to_si_sat, Op::f2i},
    {Isd::fp_to_ui_sat, Op::f2u},
};
// Of one bit: sums are exclusive ors, the lesser with a sign is the one that is set.
constexpr Same of_bits[] = {{Isd::add, Op::xor_}, {Isd::sub, Op::xor_},  {Isd::mul, Op::and_}, {Isd::smin, Op::or_},
                            {Isd::umax, Op::or_}, {Isd::smax, Op::and_}, {Isd::umin, Op::and_}};

const Same* row_of(std::span<const Same> rows, Isd isd) {
  const auto found = std::ranges::find(rows, isd, &Same::isd);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

bool Selector::alu(NodeId n) {
  const Value v{n, 0}, a = operand(n, 0);
  switch (op(n)) {
    case Isd::zext:
    case Isd::anyext:
      return type(a) == vt::i1 && alias(n);
    case Isd::sext:
      return write(Op::sub, {d(v), number(0), s(a)}), true;
    case Isd::trunc:
      return write(Op::and_, {d(v), s(a), number(1)}), true;
    case Isd::rotl:
    case Isd::rotr:
      return write(op(n) == Isd::rotl ? Op::fshl : Op::fshr, {d(v), s(a), s(a), s(operand(n, 1))}), true;
    case Isd::cttz: {
      const Reg reversed = temp();
      write(Op::rev, {result(reversed), s(a)});
      return write(Op::clz, {d(v), source(reversed)}), true;
    }
    case Isd::fp_round_to_int: {
      const Reg whole = temp();
      write(Op::frint, {result(whole), s(a)});
      return write(Op::f2i, {d(v), source(whole)}), true;
    }
    case Isd::si_to_fp:
      if (type(a) == vt::i1) {
        const Reg negative = temp();
        write(Op::sub, {result(negative), number(0), s(a)});
        return write(Op::i2f, {d(v), source(negative)}), true;
      }
      break;
    default:
      break;
  }
  const Same* found = type(v) == vt::i1 ? row_of(of_bits, op(n)) : nullptr;
  if (found == nullptr) found = row_of(same, op(n));
  if (found == nullptr) return false;
  Pieces pieces{d(v)};
  for (std::uint32_t i = 0; i < dag->operand_count(n); ++i) pieces.push_back(s(operand(n, i)));
  return write(found->op, pieces), true;
}

bool Selector::limbs(NodeId n) {
  const std::uint32_t count = dag->result_count(n);
  const bool sum = op(n) == Isd::add_limbs;
  for (std::uint32_t i = 0; i < count; ++i)
    write(i == 0 ? (sum ? Op::add_c : Op::sub_c)
          : sum  ? Op::add_x
                 : Op::sub_x,
          {d({n, i}), s(operand(n, i)), s(operand(n, count + i))});
  return true;
}

// ---- memory ------------------------------------------------------------------------------------------

constexpr std::uint64_t near_frame = 16384;  // bytes, beside what spills and calls take

// [low:high+N] of a pair, [base+N], and without a register variables of 32-bit spaces, the frame and parameters. The
// first piece says what kind of address it is.
void Selector::address(Value v, Pieces& out) {
  std::int64_t offset = 0;
  const auto fits = [&](std::int64_t more) { return offset + more >= INT16_MIN && offset + more <= INT16_MAX; };
  for (;;) {
    const bool sum = op(v) == Isd::add || (op(v) == Isd::or_ && (dag->flags(v.node) & flag::disjoint) != 0);
    if (!sum || op(operand(v.node, 1)) != Isd::constant) break;
    const std::uint64_t bits = imm(operand(v.node, 1).node);
    const std::int64_t step = type(v) == vt::i64 ? static_cast<std::int64_t>(bits) : static_cast<std::int32_t>(bits);
    if (!fits(step)) break;
    offset += step;
    v = operand(v.node, 0);
  }
  const auto inner = static_cast<std::int64_t>(imm(v.node));
  switch (op(v)) {
    case Isd::build_pair:
      out.push_back(r(operand(v.node, 0)));
      out.back().field.part = 2;
      out.push_back(r(operand(v.node, 1)));
      out.back().field = {Kind::reg, 3, 0, 0};
      out.push_back(number(offset));
      return;
    case Isd::global_address:
      return out.push_back(symbol(Operand::Kind::address, dag->names[aux(v.node)], inner + offset));
    case Isd::frame_index: {
      // Where the frame is small its objects are near enough, wherever they will be.
      std::uint64_t bytes = 0;
      for (const FrameObject& object : dag->frame) bytes += object.bytes + object.align;
      if (bytes < near_frame && fits(inner)) return out.push_back({{Kind::frame, 0, aux(v.node), inner + offset}});
      break;
    }
    case Isd::param_address: {
      const std::int64_t at = own_.offsets[aux(v.node)] + inner + offset;
      return out.push_back(kernel_ ? below(Operand::Kind::address, at) : below(Operand::Kind::frame, at - own_.bytes));
    }
    default:
      break;
  }
  out.push_back(r(v));
  out.back().field.part = 1;
  out.push_back(number(offset));
}

bool Selector::address_value(NodeId n) {
  const Value v{n, 0};
  if (op(n) == Isd::global_address)
    return write(Op::mov, {d(v), symbol(Operand::Kind::at, dag->names[aux(n)], static_cast<std::int64_t>(imm(n)))}),
           true;
  Pieces pieces{d(v)};
  if (op(n) == Isd::frame_index)
    pieces.push_back({{Kind::frame, 0, aux(n), static_cast<std::int64_t>(imm(n))}});
  else
    address(v, pieces);
  if (kernel_ && op(n) == Isd::param_address)
    write(Op::mov, {pieces[0], number(pieces[1].field.value)});
  else
    write(Op::lea, pieces);
  return true;
}

Op Selector::access_op(Space space, bool load, Vt in_memory, Extend extend, std::uint32_t lanes) const {
  const auto next = [](Op op, std::uint32_t by) { return static_cast<Op>(static_cast<std::uint32_t>(op) + by); };
  if (space == Space::param && !kernel_) space = Space::local;
  const std::uint32_t bytes = in_memory.total_bits() / 8;
  if (!in_memory.is_scalar() || (bytes != 1 && bytes != 2 && bytes != 4) || lanes > 4 || (lanes > 1 && bytes != 4))
    return Op::count;
  if (load) {
    const Op first = space == Space::generic    ? Op::ld_any_u8
                     : space == Space::global   ? Op::ld_global_u8
                     : space == Space::constant ? Op::ld_const_u8
                     : space == Space::shared   ? Op::ld_shared_u8
                     : space == Space::local    ? Op::ld_local_u8
                                                : Op::ld_arg_u8;
    return next(first, (bytes == 4 ? 3 + lanes : bytes == 2 ? 2 : 0) + (bytes < 4 && extend == Extend::sign ? 1 : 0));
  }
  const Op first = space == Space::generic  ? Op::st_any_b8
                   : space == Space::global ? Op::st_global_b8
                   : space == Space::shared ? Op::st_shared_b8
                                            : Op::st_local_b8;
  return next(first, bytes == 4 ? 1 + lanes : bytes == 2 ? 1 : 0);
}

bool Selector::access(NodeId n, bool load) {
  const MemInfo& m = dag->mem(n);
  const bool vector = op(n) == Isd::load_vec || op(n) == Isd::store_vec;
  after(operand(n, 0));
  const std::uint32_t lanes = vector ? m.lanes : 1;
  const Op chosen = access_op(m.space, load, m.type, m.extend, lanes);
  if (chosen == Op::count) return refuse("memory type " + to_string(m.type));
  const bool ordered = m.ordering >= Ordering::acquire && m.scope != Scope::thread;
  Pieces pieces;
  if (load)
    for (std::uint32_t i = 0; i < lanes; ++i) pieces.push_back(d({n, i}));
  address(operand(n, load || vector ? 1 : 2), pieces);
  if (!load)
    for (std::uint32_t i = 0; i < lanes; ++i) pieces.push_back(s(operand(n, vector ? 2 + i : 1)));
  if (ordered) write(Op::fence, {});
  write(chosen, pieces);
  if (ordered) write(Op::fence, {});
  return true;
}

bool Selector::atomic(NodeId n) {
  const MemInfo& m = dag->mem(n);
  after(operand(n, 0));
  if (op(n) == Isd::fence) return write(Op::fence, {}), true;
  static constexpr std::pair<RmwOp, Op> rows[] = {{RmwOp::add, Op::atom_any_add},   {RmwOp::sub, Op::atom_any_add},
                                                  {RmwOp::min, Op::atom_any_smin},  {RmwOp::max, Op::atom_any_smax},
                                                  {RmwOp::umin, Op::atom_any_umin}, {RmwOp::umax, Op::atom_any_umax},
                                                  {RmwOp::and_, Op::atom_any_and},  {RmwOp::or_, Op::atom_any_or},
                                                  {RmwOp::xor_, Op::atom_any_xor},  {RmwOp::xchg, Op::atom_any_xchg}};
  const bool compares = op(n) == Isd::atomic_cmpxchg;
  const auto* found = std::ranges::find(rows, static_cast<RmwOp>(imm(n)), &std::pair<RmwOp, Op>::first);
  if (m.type.total_bits() != 32 || (!compares && found == std::end(rows))) return refuse("no such atomic operation");
  const std::uint32_t by = m.space == Space::generic  ? 0U
                           : m.space == Space::global ? static_cast<std::uint32_t>(Op::atom_global_add)
                                                      : static_cast<std::uint32_t>(Op::atom_shared_add);
  const auto in_space = [&](Op any) {
    return static_cast<Op>(static_cast<std::uint32_t>(any) +
                           (by == 0 ? 0 : by - static_cast<std::uint32_t>(Op::atom_any_add)));
  };
  Pieces pieces{d({n, 0})};
  address(operand(n, 1), pieces);
  if (!compares && found->first == RmwOp::sub) {
    const Reg negative = temp();
    write(Op::sub, {result(negative), number(0), s(operand(n, 2))});
    pieces.push_back(source(negative));
  } else {
    for (std::uint32_t i = 2; i < dag->operand_count(n); ++i) pieces.push_back(s(operand(n, i)));
  }
  const bool ordered = m.ordering >= Ordering::acquire;
  if (ordered) write(Op::fence, {});
  write(in_space(compares ? Op::atom_any_cas : found->second), pieces);
  if (ordered) write(Op::fence, {});
  return true;
}

// ---- calls -------------------------------------------------------------------------------------------

bool Selector::call(NodeId n) {
  const CallInfo& info = dag->calls[aux(n)];
  const bool indirect = info.callee.empty();
  after(operand(n, 0));
  const Places theirs = places_below(info.params, info.results);
  outgoing = std::max(outgoing, theirs.bytes);
  const auto at = [&](std::int64_t offset) { return below(Operand::Kind::top, offset - theirs.bytes); };
  std::uint32_t next = indirect ? 2 : 1;
  for (std::size_t i = 0; i < info.params.size(); ++i)
    for (const ParamPiece& piece : info.params[i].pieces) {
      const Op store = access_op(Space::local, false, piece.type, Extend::none, 1);
      if (store == Op::count) return refuse("a parameter piece of type " + to_string(piece.type));
      write(store, {at(theirs.offsets[i] + piece.offset), s(operand(n, next++))});
    }
  if (indirect) {
    const Value callee = operand(n, 1);
    if (op(callee) != Isd::build_pair) return refuse("the address of a function is a pair");
    write(Op::call_reg, {r(operand(callee.node, 0)), r(operand(callee.node, 1))});
  } else {
    write(Op::call, {symbol(Operand::Kind::function, info.callee, 0)});
  }
  std::uint32_t result = 0;
  for (const ParamLayout& layout : info.results)
    for (const ParamPiece& piece : layout.pieces) {
      const Op load = access_op(Space::local, true, piece.type, Extend::zero, 1);
      if (load == Op::count) return refuse("a result piece of type " + to_string(piece.type));
      write(load, {d({n, result++}), at(piece.offset)});
    }
  return true;
}

bool Selector::give_back(NodeId n) {
  after(operand(n, 0));
  if (kernel_) return write(Op::exit, {}), true;
  std::uint32_t next = 1;
  for (const ParamLayout& layout : dag->rets[aux(n)].results)
    for (const ParamPiece& piece : layout.pieces) {
      const Op store = access_op(Space::local, false, piece.type, Extend::none, 1);
      if (store == Op::count) return refuse("a result piece of type " + to_string(piece.type));
      write(store, {below(Operand::Kind::frame, std::int64_t{piece.offset} - own_.bytes), s(operand(n, next++))});
    }
  return write(Op::ret, {}), true;
}

// An instruction that the client asked for by the name of its row.
bool Selector::instruction(NodeId n) {
  const Recipe& recipe = dag->recipes[aux(n)];
  const auto* found = std::ranges::find(rows, std::string_view(recipe.mnemonic), &Row::name);
  if (found == std::end(rows)) return refuse("there is no " + recipe.mnemonic);
  const auto chosen = static_cast<Op>(found - std::begin(rows));
  const std::uint32_t first = op(n) == Isd::target_chain ? 1 : 0;
  if (first == 1) after(operand(n, 0));
  Pieces pieces;
  if (!recipe.result_types.empty()) pieces.push_back(d({n, 0}));
  if (found->has('C')) {
    bool negated = false;
    condition(operand(n, first), negated);
    if (negated) {
      const Reg bit = temp();
      write(Op::csel, {result(bit), number(0), number(1)});
      write(Op::cmp_ne, {source(bit), number(0)});
    }
  } else {
    for (std::uint32_t i = first; i < dag->operand_count(n); ++i)
      pieces.push_back(found->operands[i - first + 1] == 'r' ? r(operand(n, i)) : s(operand(n, i)));
  }
  return write(chosen, pieces), true;
}

// ---- operations to rules -----------------------------------------------------------------------------

bool Selector::rule(NodeId n) {
  const Value v{n, 0};
  switch (op(n)) {
    case Isd::br:
      after(operand(n, 0));
      return jump(imm(n)), true;
    case Isd::br_cond:
      return branch(n);
    case Isd::ret:
      return give_back(n);
    case Isd::unreachable:
      after(operand(n, 0));
      if (op(operand(n, 0)) != Isd::exit) write(Op::trap, {});
      return write(Op::exit, {}), true;
    case Isd::trap:
    case Isd::debugtrap:
      after(operand(n, 0));
      return write(Op::trap, {}), true;
    case Isd::exit:  // `unreachable`, which comes behind it, is what ends the block
      return after(operand(n, 0)), true;
    case Isd::prefetch:
      return after(operand(n, 0)), true;
    case Isd::setcc: {
      bool negated = false;
      condition(v, negated);
      if (negated)
        write(Op::csel, {d(v), number(0), number(1)});
      else
        write(Op::cset, {d(v)});
      return true;
    }
    case Isd::select:
      return choose(d(v), operand(n, 0), s(operand(n, 1)), s(operand(n, 2)));
    case Isd::add_limbs:
    case Isd::sub_limbs:
      return limbs(n);
    case Isd::bitcast:
    case Isd::addrspace_cast:
      return same_registers(type(v), type(operand(n, 0))) && alias(n);
    case Isd::extract_limb: {
      const Value whole = operand(n, 0);
      if (op(whole) != Isd::global_address) return false;
      return write(Op::mov, {d(v), symbol(imm(n) == 0 ? Operand::Kind::lo : Operand::Kind::hi,
                                          dag->names[aux(whole.node)], static_cast<std::int64_t>(imm(whole.node)))}),
             true;
    }
    case Isd::global_address:
    case Isd::frame_index:
    case Isd::param_address:
      return type(v) == vt::i32 && address_value(n);
    case Isd::load:
    case Isd::load_vec:
      return access(n, true);
    case Isd::store:
    case Isd::store_vec:
      return access(n, false);
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
    case Isd::fence:
      return atomic(n);
    case Isd::call:
      return call(n);
    case Isd::target:
    case Isd::target_chain:
      return instruction(n);
    default:
      return dag->operand_count(n) != 0 && alu(n);
  }
}

}  // namespace toy_gpu
