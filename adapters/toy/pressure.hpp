// Moves of the toy machine, as the pressure tracker asks for them. Its functions are shown to lathe::pressure by
// MachineView, its registers by pressure::OneSet.
#pragma once

#include <lathe/pressure/of_view.hpp>

#include "adapters/toy/view.hpp"

namespace toy {

/// A move of the tracker, done to the machine: the instruction that is `from`-th of its block is put in front of what
/// is `to`-th of block `to_block` then.
inline void move_inst(MachineFunction& f, std::uint32_t from_block, std::uint32_t from, std::uint32_t to_block,
                      std::uint32_t to) {
  const MachineInst inst = f.blocks[from_block].insts[from];
  auto& source = f.blocks[from_block].insts;
  source.erase(source.begin() + from);
  auto& target = f.blocks[to_block].insts;
  target.insert(target.begin() + to, inst);
}

}  // namespace toy
