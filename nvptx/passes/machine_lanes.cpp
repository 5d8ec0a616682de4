// Lanes of PTX: registers in lanes of 16 bits. mov packs {a, b} and takes apart; conversions between widths without a sign
// cut and extend; shifts by whole lanes and masks of whole lanes move and clear them.
#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/dead_lanes.hpp>
#include <lathe/passes/rename_webs.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {
namespace {

using lathe::passes::LaneCopy;
using mir::Op, mir::Type;
using Kind = mir::Operand::Kind;

class PtxLanes {
 public:
  explicit PtxLanes(const MirCode& code) : code_(code), f_(code.function()) {}

  std::uint32_t lanes(mir::Reg r) const {
    const auto type = static_cast<Type>(code_.register_class(r));
    return std::max(1U, mir::bits_of(type) / 16);
  }
  template <class F>
  bool for_each_lane_copy(MirId i, F&& f) const {
    const mir::OpDesc& d = code_.op(i);
    if (d.op != Op::mov && d.op != Op::cvt && d.op != Op::shl && d.op != Op::shr && d.op != Op::and_) return false;
    const auto slots = code_.slots(i);
    std::vector<std::uint32_t> operand(slots.size(), mir::none);  // by slot
    std::uint32_t k = 0;
    mir::for_each_placed_mention(code_.module(), f_, code_.inst(i), {}, [&](const auto& o, std::uint32_t place) {
      if (!o.old && place < operand.size()) operand[place] = k;
      ++k;
    });
    std::vector<LaneCopy> out;
    if (!(d.op == Op::mov ? moved(d, slots, operand, out) : made(d, slots, operand, out))) return false;
    for (const LaneCopy& c : out) f(c);
    return true;
  }

 private:
  using Slots = std::span<const mir::Operand>;
  using Numbers = std::vector<std::uint32_t>;

  // Elements of a group, or the one slot, and how many lanes each has; no lanes: not such a thing.
  struct Side {
    std::uint32_t first = 0, count = 0, lanes = 0;
  };
  Side side(Slots slots, std::uint32_t at, unsigned bits) const {
    const bool group = slots[at].kind == Kind::group;
    if (group && slots[at].a != static_cast<std::uint32_t>(mir::GroupKind::tuple)) return {};
    Side out{group ? at + 1 : at, group ? static_cast<std::uint32_t>(slots[at].value) : 1U, 0};
    if (out.count == 0 || bits % (16 * out.count) != 0) return {};
    for (std::uint32_t k = 0; k < out.count; ++k) {
      const mir::Operand& o = slots[out.first + k];
      const bool nothing = o.kind == Kind::imm || o.kind == Kind::f32 || o.kind == Kind::f64 || o.kind == Kind::sink;
      if (!nothing && !is_reg(o, bits / out.count)) return {};
    }
    out.lanes = bits / 16 / out.count;
    return out;
  }
  bool is_reg(const mir::Operand& o, unsigned bits) const {
    return o.kind == Kind::reg && !o.negated && o.a < f_.regs.size() && mir::bits_of(f_.regs[o.a].type) == bits;
  }
  bool moved(const mir::OpDesc& d, Slots slots, const Numbers& operand, std::vector<LaneCopy>& out) const {
    const unsigned bits = mir::bits_of(d.type);
    if (d.modifiers.size() != 1 || bits < 16 || slots.size() < 2) return false;
    const Side to = side(slots, 0, bits);
    const std::uint32_t second = mir::slots_of(slots, 0);
    if (to.lanes == 0 || second >= slots.size() || second + mir::slots_of(slots, second) != slots.size()) return false;
    const Side from = side(slots, second, bits);
    if (from.lanes == 0) return false;
    for (std::uint32_t lane = 0; lane < bits / 16; ++lane) {
      const std::uint32_t use = from.first + lane / from.lanes, def = to.first + lane / to.lanes;
      if (slots[def].kind == Kind::sink) continue;
      if (slots[use].kind == Kind::imm && slots[use].value == 0) continue;  // as what LaneCopies do not name
      if (slots[use].kind != Kind::reg) return false;
      out.push_back({operand[use], lane % from.lanes, operand[def], lane % to.lanes, 1});
    }
    return true;
  }
  // One register of another: r = op a [, constant].
  bool made(const mir::OpDesc& d, Slots slots, const Numbers& operand, std::vector<LaneCopy>& out) const {
    const bool cvt = d.op == Op::cvt;
    if (slots.size() != (cvt ? 2U : 3U) || slots[0].kind != Kind::reg || slots[1].kind != Kind::reg) return false;
    const unsigned to = mir::bits_of(cvt ? d.dst_type : d.type), from = mir::bits_of(d.type);
    if (to < 16 || from < 16 || !is_reg(slots[0], to) || !is_reg(slots[1], from)) return false;
    const auto hand_on = [&](std::uint32_t lane, std::uint32_t at, std::uint32_t count) {
      out.push_back({operand[1], lane, operand[0], at, count});
    };
    if (cvt) {
      // What is cut is the same for both signs; what is extended has zeros above without one.
      if (d.modifiers.size() != 2 || !is_integer(d.dst_type) || !is_integer(d.type)) return false;
      if (to > from && is_signed(d.type)) return false;
      hand_on(0, 0, std::min(to, from) / 16);
      return true;
    }
    if (slots[2].kind != Kind::imm || d.modifiers.size() != 1) return false;
    const std::uint32_t lanes = to / 16;
    if (d.op == Op::and_) return masked(static_cast<std::uint64_t>(slots[2].value), lanes, hand_on);
    const std::int64_t by = slots[2].value;
    if (by <= 0 || by % 16 != 0 || by >= static_cast<std::int64_t>(to)) return false;
    if (d.op == Op::shr && is_signed(d.type)) return false;
    const auto away = static_cast<std::uint32_t>(by / 16);
    d.op == Op::shl ? hand_on(0, away, lanes - away) : hand_on(away, 0, lanes - away);
    return true;
  }
  template <class HandOn>
  static bool masked(std::uint64_t mask, std::uint32_t lanes, HandOn&& hand_on) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t part = mask >> (16 * lane) & 0xffff;
      if (part == 0xffff)
        hand_on(lane, lane, 1);
      else if (part != 0)
        return false;
    }
    return true;
  }
  static bool is_signed(Type t) { return mir::is_signed(t); }
  static bool is_integer(Type t) { return is_signed(t) || t == Type::u16 || t == Type::u32 || t == Type::u64; }

  const MirCode& code_;
  const mir::Function& f_;
};

struct UnnamedStats {
  std::uint64_t unnamed = 0;
  static constexpr auto fields() {
    return std::array{std::pair{"parts that nobody reads, without a register", &UnnamedStats::unnamed}};
  }
};
enum class UnnamedReason : std::uint8_t {};
using UnnamedResult = lathe::passes::PassResult<MirCode, UnnamedStats, UnnamedReason>;

/// `mov.b64 {%r1, %r2}, %rd1` becomes `mov.b64 {%r1, _}, %rd1` where nobody reads %r2, and loads of vectors alike: PTX 7.1
/// has that. One element keeps its register, of which ptxas takes the type.
class Unnaming {
 public:
  Unnaming(MachineChain& on, lathe::passes::Changes<MaybeRemarks>& changes, UnnamedResult& result)
      : on_(on.start()), code_(on.code()), changes_(changes), result_(result), editing_(code_, on_) {}

  void run() {
    for (const mir::BlockId b : code_.blocks()) {
      std::vector<MirId> all;
      for (const MirId i : code_.instructions(b)) all.push_back(i);
      for (const MirId i : all) look(i);
    }
  }

 private:
  void look(MirId i) {
    const mir::OpDesc& d = code_.op(i);
    if (d.op != Op::mov && d.op != Op::ld) return;
    const auto slots = std::as_const(code_).slots(i);
    if (slots.empty() || slots[0].kind != Kind::group) return;
    if (slots[0].a != static_cast<std::uint32_t>(mir::GroupKind::tuple)) return;
    const auto count = static_cast<std::uint32_t>(slots[0].value);
    std::vector<std::uint32_t> idle;
    std::uint32_t named = 0;
    for (std::uint32_t k = 1; k <= count; ++k) {
      if (slots[k].kind != Kind::reg) continue;
      ++named;
      if (on_.uses().uses(slots[k].a) == 0 && !on_.live_out().has(slots[k].a)) idle.push_back(k);
    }
    // All of them: dead code, or a load that has to be done.
    if (idle.size() == named && !idle.empty()) idle.pop_back();
    if (idle.empty() || !changes_.next("PartUnnamed")) return;
    const MirId made = code_.clone(i);
    for (const std::uint32_t k : idle) code_.slots(made)[k] = {Kind::sink, false, 0, mir::none, 0};
    editing_.insert_before(made, i);
    editing_.erase(i);
    result_.stats.unnamed += idle.size();
  }

  MachineChain& on_;
  MirCode& code_;
  lathe::passes::Changes<MaybeRemarks>& changes_;
  UnnamedResult& result_;
  lathe::passes::ChainEditing<MirCode> editing_;
};

bool has_unnamed_parts(const mir::Module& module) {
  unsigned major = 0, minor = 0;
  return std::sscanf(module.version.c_str(), "%u.%u", &major, &minor) == 2 && 10 * major + minor >= 71;
}

}  // namespace

void drop_dead_lanes(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::DeadLanesOptions options;
  options.fuel = context.fuel;
  const auto dead = lathe::passes::drop_dead_lanes(on, PtxLanes(on.code()), options, context.sink());
  context.count(dead);
  if (!has_unnamed_parts(on.code().module())) return;
  MaybeRemarks sink = context.sink();
  UnnamedResult result;
  lathe::passes::Changes<MaybeRemarks> changes("detect-dead-lanes", context.fuel - dead.changes, sink);
  Unnaming(on, changes, result).run();
  changes.close(result);
  context.count(result);
}

void rename_webs(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::RenameWebsOptions options;
  options.fuel = context.fuel;
  context.count(lathe::passes::rename_webs(on, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
