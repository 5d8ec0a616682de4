// A block of the toy machine as items for the linear order: what its user writes.
#pragma once

#include <cstdint>
#include <vector>

#include <lathe/select/linearize_text.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// Each instruction after the ones that wrote what it reads, and wished where it stands.
class BlockByReads {
 public:
  explicit BlockByReads(const MachineBlock& block) : before_(block.insts.size()) {
    std::vector<std::uint32_t> writer(Machine::registers, 0);  // 1 + the last writer of each register
    for (std::uint32_t i = 0; i < before_.size(); ++i) {
      for (const Register r : block.insts[i].reads)
        if (r < writer.size() && writer[r] != 0) before_[i].push_back(writer[r] - 1);
      for (const Register r : block.insts[i].writes)
        if (r < writer.size()) writer[r] = i + 1;
    }
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(before_.size()); }
  const std::vector<std::uint32_t>& before(std::uint32_t item) const { return before_[item]; }
  std::uint64_t rank(std::uint32_t item) const { return item; }

 private:
  std::vector<std::vector<std::uint32_t>> before_;
};
static_assert(lathe::dag::explain_linear_input<BlockByReads>());

}  // namespace toy
