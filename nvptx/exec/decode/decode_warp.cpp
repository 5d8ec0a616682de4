// Warp-wide operations into codes: shfl, vote, match, activemask, redux, elect, bar.warp.sync.
//
// Each becomes one code that holds its mode in Code::x and its member mask and second result in the extra slots
// (warp_ops.hpp). Forms without .sync, which PTX had before 6.0, take the lanes that are active together.
// Source: PTX ISA 9.0, 9.7.9 and 9.7.13.
#include <array>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/operate/warp_ops.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using mir::Type;
using Kind = Operand::Kind;

bool wrong_count(Decoder& d, const Instruction& i) {
  return d.refuse("does not take " + std::to_string(i.count()) + " operands");
}

/// The results d and p of `d|p`; `second` is no_slot where there is none or nobody wants it.
bool read_results(Decoder& d, const Instruction& i, unsigned bits, Slot& first, Slot& second) {
  const auto parts = i.elements(0);
  second = no_slot;
  if (parts.empty() || parts.size() > 2 ||
      (i.is_group(0) && static_cast<mir::GroupKind>(i.operand(0).a) != mir::GroupKind::pipe))
    return d.refuse("the results are not of the form d or d|p");
  first = d.write(parts[0], bits);
  if (parts.size() == 2 && parts[1].kind != Kind::sink) second = d.write_pred(parts[1]);
  return true;
}

void finish(Decoder& d, Code& code, std::uint32_t mode, Slot members, Slot second) {
  const std::array<Slot, 2> slots{members, second};
  code.x = mode;
  code.extra = d.extra(slots);
  code.extra_count = 2;
}

bool decode_shuffle(Decoder& d, const Instruction& i) {
  const bool sync = i.has("sync");
  if (i.count() != (sync ? 5U : 4U)) return wrong_count(d, i);
  ShuffleMode mode;
  if (i.has("up"))
    mode = ShuffleMode::up;
  else if (i.has("down"))
    mode = ShuffleMode::down;
  else if (i.has("bfly"))
    mode = ShuffleMode::bfly;
  else if (i.has("idx"))
    mode = ShuffleMode::idx;
  else
    return d.refuse("has none of .up .down .bfly .idx");
  if (mir::bits_of(i.desc.type) != 32) return d.refuse("shuffles 32 bits only");
  Slot to = no_slot, taken = no_slot;
  if (!read_results(d, i, 32, to, taken)) return false;
  const Slot a = d.read(i.operand(1), 32), b = d.read(i.operand(2), 32), c = d.read(i.operand(3), 32);
  const Slot members = sync ? d.read(i.operand(4), 32) : no_slot;
  finish(d, d.emit(run_shuffle, to, a, b, c), static_cast<std::uint32_t>(mode), members, taken);
  return true;
}

bool decode_vote(Decoder& d, const Instruction& i) {
  const bool sync = i.has("sync");
  if (i.count() != (sync ? 3U : 2U)) return wrong_count(d, i);
  VoteMode mode;
  if (i.has("all"))
    mode = VoteMode::all;
  else if (i.has("any"))
    mode = VoteMode::any;
  else if (i.has("uni"))
    mode = VoteMode::uni;
  else if (i.has("ballot"))
    mode = VoteMode::ballot;
  else
    return d.refuse("has none of .all .any .uni .ballot");
  const bool ballot = mode == VoteMode::ballot;
  if (ballot != (i.desc.type == Type::b32) || ballot == (i.desc.type == Type::pred))
    return d.refuse(ballot ? "a ballot is of type .b32" : "the vote is of type .pred");
  const Slot to = ballot ? d.write(i.operand(0), 32) : d.write_pred(i.operand(0));
  const Slot a = d.read_pred(i.operand(1));
  const Slot members = sync ? d.read(i.operand(2), 32) : no_slot;
  finish(d, d.emit(run_vote, to, a), static_cast<std::uint32_t>(mode), members, no_slot);
  return true;
}

bool decode_match(Decoder& d, const Instruction& i) {
  if (i.count() != 3 || !i.has("sync")) return i.has("sync") ? wrong_count(d, i) : d.refuse("is a .sync operation");
  const unsigned bits = mir::bits_of(i.desc.type);
  const bool all = i.has("all");
  if (bits != 32 && bits != 64) return d.refuse("matches 32 or 64 bits");
  if (all == i.has("any")) return d.refuse("has none of .any .all");
  Slot to = no_slot, same = no_slot;
  if (!read_results(d, i, 32, to, same)) return false;
  if (!all && i.is_group(0)) return d.refuse("match.any has no second result");
  const Slot a = d.read(i.operand(1), bits), members = d.read(i.operand(2), 32);
  const Handler run =
      all ? (bits == 64 ? run_match_all64 : run_match_all32) : (bits == 64 ? run_match_any64 : run_match_any32);
  finish(d, d.emit(run, to, a), 0, members, same);
  return true;
}

bool decode_redux(Decoder& d, const Instruction& i) {
  if (i.count() != 3 || !i.has("sync")) return i.has("sync") ? wrong_count(d, i) : d.refuse("is a .sync operation");
  struct Row {
    const char* operation;
    Type type;
    ReduxMode mode;
  };
  static constexpr std::array rows{
      Row{"add", Type::u32, ReduxMode::add},     Row{"add", Type::s32, ReduxMode::add},
      Row{"min", Type::u32, ReduxMode::min_u32}, Row{"min", Type::s32, ReduxMode::min_s32},
      Row{"max", Type::u32, ReduxMode::max_u32}, Row{"max", Type::s32, ReduxMode::max_s32},
      Row{"and", Type::b32, ReduxMode::bit_and}, Row{"or", Type::b32, ReduxMode::bit_or},
      Row{"xor", Type::b32, ReduxMode::bit_xor}, Row{"min", Type::f32, ReduxMode::min_f32},
      Row{"max", Type::f32, ReduxMode::max_f32},
  };
  const bool is_float = i.desc.type == Type::f32;
  if (!is_float && (i.has("abs") || i.has("NaN"))) return d.refuse(".abs and .NaN are of .f32");
  for (const Row& row : rows) {
    if (row.type != i.desc.type || !i.has(row.operation)) continue;
    const Slot to = d.write(i.operand(0), 32), a = d.read(i.operand(1), 32), members = d.read(i.operand(2), 32);
    const std::uint32_t mode =
        static_cast<std::uint32_t>(row.mode) | (i.has("abs") ? warp_abs : 0) | (i.has("NaN") ? warp_nan : 0);
    finish(d, d.emit(run_redux, to, a), mode, members, no_slot);
    return true;
  }
  return d.refuse("has no such operation and type");
}

bool decode_elect(Decoder& d, const Instruction& i) {
  if (i.count() != 2) return wrong_count(d, i);
  if (!i.has("sync")) return d.refuse("is a .sync operation");
  Slot to = no_slot, leader = no_slot;
  if (!read_results(d, i, 32, to, leader)) return false;
  const Slot members = d.read(i.operand(1), 32);
  finish(d, d.emit(run_elect, to), 0, members, leader);
  return true;
}

}  // namespace

bool decode_warp(Decoder& d, const Instruction& i) {
  switch (i.desc.op) {
    case Op::shfl:
      return decode_shuffle(d, i);
    case Op::vote:
      return decode_vote(d, i);
    case Op::match:
      return decode_match(d, i);
    case Op::redux:
      return decode_redux(d, i);
    case Op::elect:
      return decode_elect(d, i);
    case Op::activemask:
      if (i.count() != 1) return wrong_count(d, i);
      d.emit(run_activemask, d.write(i.operand(0), 32));
      return true;
    case Op::bar:
    case Op::barrier: {
      if (i.count() != 1 || !i.has("sync")) return d.refuse("takes one member mask, as bar.warp.sync");
      const Slot members = d.read(i.operand(0), 32);
      Code& code = d.emit(run_warp_barrier);
      code.meets = i.desc.op == Op::bar;
      finish(d, code, 0, members, no_slot);
      return true;
    }
    default:
      return d.refuse("is no warp-wide operation");
  }
}

}  // namespace lathe::nvptx::exec
