// The toy machine for lathe::group: adjacent loads become one load of several words, adjacent stores one store.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/group.hpp>
#include <lathe/group/of_view.hpp>

#include "adapters/toy/view.hpp"

namespace toy {

/// A key is a base register as its last definition in the block left it, so equal keys are equal addresses; the order
/// number is the offset. Memory wraps around, which offsets in a row do with it.
struct MachineMerge {
  using Region = lathe::program::Region<MachineView>;
  MachineFunction* function;
  bool loads = true, stores = true;  ///< which of the two clients work

  std::vector<lathe::group::Kind> kinds() const {
    using Place = lathe::group::Kind::Place;
    return {{"load", 0, 2, 4, false, false, Place::early}, {"store", 0, 2, 4, false, false, Place::late}};
  }
  std::optional<lathe::group::Identified> identify(const Region& block, std::uint32_t i) const {
    const MachineInst& inst = *block.inst(i);
    const bool load = inst.op == MachineInst::Op::load, store = inst.op == MachineInst::Op::store;
    if (!(load && loads) && !(store && stores)) return std::nullopt;
    if (inst.constant < -1000000 || inst.constant > 1000000) return std::nullopt;
    const auto words = static_cast<std::uint32_t>(load ? inst.writes.size() : inst.reads.size() - 1);
    const std::uint64_t key = std::uint64_t{block.places(i)[0].version} << 32 | inst.reads[0];
    return lathe::group::Identified{key, inst.constant, words, store ? 1U : 0U, 1};
  }
  /// Four words at most.
  std::uint32_t form(std::span<const lathe::group::Candidate> run) const { return lathe::group::within(run, 4); }
  void merge(const lathe::group::BlockGroups<MachineView>& groups) {
    std::vector<MachineInst> out;
    groups.for_each([&](const MachineInst* kept) { out.push_back(*kept); },
                    [&](const auto& group) {
                      MachineInst merged = *groups.block.inst(group.members[0]);
                      for (const std::uint32_t m : std::span(group.members).subspan(1)) {
                        const MachineInst& inst = *groups.block.inst(m);
                        merged.writes.insert(merged.writes.end(), inst.writes.begin(), inst.writes.end());
                        if (inst.op == MachineInst::Op::store)
                          merged.reads.insert(merged.reads.end(), inst.reads.begin() + 1, inst.reads.end());
                      }
                      out.push_back(std::move(merged));
                    });
    function->blocks[groups.handle].insts = std::move(out);
  }
};

struct MachineGrouper : WithView, lathe::group::OfView<MachineView, MachineMerge> {
  explicit MachineGrouper(MachineFunction& function, bool loads = true, bool stores = true)
      : WithView(function), OfView({&shown}, {&function, loads, stores}) {}
};
static_assert(lathe::group::explain_grouper<MachineGrouper>());

}  // namespace toy
