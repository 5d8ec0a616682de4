// Clients of passes on the toy machine: halves of its words, and a frame whose places instructions reach in part.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/dead_lanes.hpp>
#include <lathe/passes/frame_layout.hpp>

#include "support/edited_functions.hpp"

namespace passes_test {

namespace passes = lathe::passes;
namespace program = lathe::program;
using toy::BlockId, toy::EditFunction, toy::InstId, toy::ValueId;
using Op = toy::MachineInst::Op;
using Kind = toy::FrameOp::Kind;
using passes::LaneCopy;

struct Halves {
  const EditFunction& f;
  std::uint32_t lanes(ValueId) const { return 2; }
  template <class F>
  bool for_each_lane_copy(InstId i, F&& tell) const {
    switch (f.payload(i).kind) {
      case Kind::move:
        tell(LaneCopy{0, 0, 1, 0, 2});
        return true;
      case Kind::pack:
        tell(LaneCopy{0, 0, 2, 0, 1});
        tell(LaneCopy{1, 0, 2, 1, 1});
        return true;
      case Kind::low:
        tell(LaneCopy{0, 0, 1, 0, 1});
        return true;
      case Kind::high:
        tell(LaneCopy{0, 1, 1, 0, 1});
        return true;
      default:
        return false;
    }
  }
};
// Sums and the like become packs, copies the taking out of a half.
inline void add_halves(EditFunction& f, toy::RandomFunctions& random) {
  std::vector<InstId> all;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) all.push_back(i);
  const auto pack = [&](InstId i, std::uint32_t low, std::uint32_t high) {
    using program::Role;
    const program::Operand<ValueId> three[] = {
        {ValueId(low), Role::use}, {ValueId(high), Role::use}, {ValueId(f.inst(i).writes[0]), Role::def}};
    f.put(f.make(toy::FrameOp{Kind::pack, {}, 0}, three), {f.parent(i), i});
    f.put(i, {});
    f.drop(i);
  };
  for (const InstId i : all) {
    const auto m = f.inst(i);
    if (f.payload(i).kind == Kind::move) {
      const std::uint32_t dice = random.below(4);
      if (dice < 2) f.payload(i).kind = dice == 0 ? Kind::low : Kind::high;
      if (dice == 2) pack(i, m.reads[0], m.reads[0]);
    } else if (f.payload(i).kind == Kind::plain && m.reads.size() == 2 && m.writes.size() == 1 &&
               m.reads[0] != m.reads[1] && random.below(3) != 0) {
      pack(i, m.reads[0], m.reads[1]);
    }
  }
}
// The toy machine with a frame: its register is a parameter; loads reach some bytes down and up, stores up alone.
struct Framed {
  EditFunction f;
  ValueId frame;
  Framed(const toy::SsaFunction& ssa, std::uint32_t seed) : f(ssa) {
    copies_for_zeros(f);
    frame = f.make_value();
    f.add_parameter(frame);
    toy::RandomFunctions random(seed);
    std::vector<passes::FrameObject> objects(5);
    for (auto& o : objects) o = {1 + random.below(40), std::uint64_t{1} << random.below(3)};
    const auto layout = passes::lay_out(objects);
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) {
        if (!f.is_plain(i, Op::load) && !f.is_plain(i, Op::store)) continue;
        if (random.below(4) == 0) continue;
        f.set_operand(i, 0, frame);
        const std::uint32_t k = random.below(5);
        f.payload(i).op.constant = layout->offsets[k] + random.below(static_cast<std::uint32_t>(objects[k].bytes));
      }
  }
  std::optional<std::int64_t> frame_place(InstId i) const {
    if ((!f.is_plain(i, Op::load) && !f.is_plain(i, Op::store)) || f.inst(i).reads[0] != frame.value) return {};
    return f.payload(i).op.constant;
  }
  std::pair<std::int64_t, std::int64_t> frame_reach(InstId i) const {
    return f.is_plain(i, Op::load) ? std::pair{std::int64_t{-8}, std::int64_t{7}}
                                   : std::pair{std::int64_t{0}, std::int64_t{20}};
  }
  ValueId base_like() const { return frame; }
  InstId make_base(ValueId to, std::int64_t offset) {
    const program::Operand<ValueId> both[] = {{frame, program::Role::use}, {to, program::Role::def}};
    return f.make(toy::FrameOp{Kind::address, {Op::set, offset, 0}, 0}, both);
  }
  InstId make_based(InstId i, ValueId base, std::int64_t offset) {
    const InstId made = f.clone(i);
    f.payload(made).op.constant = offset;
    f.set_operand(made, 0, base);
    return made;
  }
};

}  // namespace passes_test
