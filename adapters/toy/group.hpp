// The toy machine for lathe::group: adjacent loads become one load of several words, adjacent stores one store.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/group.hpp>

#include "adapters/toy/machine.hpp"

namespace toy {

/// The four callbacks for one function. A key is a base register as its last definition in the block left it, so equal
/// keys are equal addresses; the order number is the offset. Memory wraps around, which offsets in a row do with it.
class MachineGrouper {
 public:
  struct OperandRef {
    Register value;
    bool is_def;
  };
  struct InstRef {
    std::uint32_t block, index;
  };
  /// `loads`, `stores`: which of the two clients work.
  explicit MachineGrouper(MachineFunction& function, bool loads = true, bool stores = true)
      : f_(function), loads_(loads), stores_(stores), merged_(function.blocks.size()) {
    for (const MachineBlock& block : function.blocks) {
      versions_.emplace_back();
      std::map<Register, std::uint64_t> version;
      for (std::uint64_t i = 0; i < block.insts.size(); ++i) {
        const MachineInst& inst = block.insts[i];
        versions_.back().push_back(inst.reads.empty() ? 0 : version[inst.reads[0]] << 32 | inst.reads[0]);
        for (const Register r : inst.writes) version[r] = i + 1;
      }
    }
  }

  std::vector<lathe::group::Kind> kinds() const {
    using Place = lathe::group::Kind::Place;
    return {{"load", 0, 2, 4, false, false, Place::early}, {"store", 0, 2, 4, false, false, Place::late}};
  }
  std::string name() const { return f_.name; }
  std::vector<std::uint32_t> blocks() const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t b = 0; b < f_.blocks.size(); ++b) out.push_back(b);
    return out;
  }
  std::vector<InstRef> insts(std::uint32_t block) const {
    std::vector<InstRef> out;
    for (std::uint32_t i = 0; i < f_.blocks[block].insts.size(); ++i) out.push_back({block, i});
    return out;
  }
  std::vector<OperandRef> operands(InstRef i) const {
    std::vector<OperandRef> out;
    for (const Register r : at(i).reads) out.push_back({r, false});
    for (const Register r : at(i).writes) out.push_back({r, true});
    return out;
  }
  lathe::flow::Sequence::Memory memory(InstRef i) const {
    using Memory = lathe::flow::Sequence::Memory;
    switch (at(i).op) {
      case MachineInst::Op::load:
        return Memory::reads;
      case MachineInst::Op::store:
      case MachineInst::Op::show:  // in order among themselves; see may_meet
        return Memory::writes;
      case MachineInst::Op::call:
        return Memory::fence;
      default:
        return Memory::none;
    }
  }
  bool may_meet(InstRef a, InstRef b) const {
    const bool shows = at(a).op == MachineInst::Op::show;
    if (shows || at(b).op == MachineInst::Op::show) return shows && at(b).op == MachineInst::Op::show;
    if (key(a) != key(b)) return true;
    for (std::uint64_t x = 0; x < words(a); ++x)
      for (std::uint64_t y = 0; y < words(b); ++y)
        if ((static_cast<std::uint64_t>(at(a).constant) + x - static_cast<std::uint64_t>(at(b).constant) - y) %
                Machine::words ==
            0)
          return true;
    return false;
  }

  std::optional<lathe::group::Identified> identify(InstRef i) const {
    const MachineInst& inst = at(i);
    const bool load = inst.op == MachineInst::Op::load, store = inst.op == MachineInst::Op::store;
    if (!(load && loads_) && !(store && stores_)) return std::nullopt;
    if (inst.constant < -1000000 || inst.constant > 1000000) return std::nullopt;
    return lathe::group::Identified{key(i), inst.constant, static_cast<std::uint32_t>(words(i)), store ? 1U : 0U, 1};
  }
  /// Four words at most.
  std::uint32_t form(std::span<const lathe::group::Candidate> run) const {
    std::uint32_t count = 0, total = 0;
    while (count < run.size() && total + run[count].size <= 4) total += run[count++].size;
    return count;
  }
  void merge(const lathe::group::Merging<std::uint32_t, InstRef>& group) {
    MachineInst merged = at(group.members[0]);
    for (const InstRef member : group.members.subspan(1)) {
      const MachineInst& inst = at(member);
      merged.writes.insert(merged.writes.end(), inst.writes.begin(), inst.writes.end());
      if (inst.op == MachineInst::Op::store)
        merged.reads.insert(merged.reads.end(), inst.reads.begin() + 1, inst.reads.end());
    }
    auto& changes = merged_[group.block];
    for (const InstRef member : group.members) changes.gone[member.index] = true;
    const auto place =
        group.before ? group.before->index : static_cast<std::uint32_t>(f_.blocks[group.block].insts.size());
    changes.placed.emplace(place, std::move(merged));
  }
  void clean_up() {
    for (std::size_t b = 0; b < merged_.size(); ++b) {
      auto& [placed, gone] = merged_[b];
      if (placed.empty()) continue;
      std::vector<MachineInst> out;
      auto& insts = f_.blocks[b].insts;
      for (std::uint32_t i = 0; i <= insts.size(); ++i) {
        for (auto [k, end] = placed.equal_range(i); k != end; ++k) out.push_back(std::move(k->second));
        if (i < insts.size() && !gone.contains(i)) out.push_back(std::move(insts[i]));
      }
      insts = std::move(out);
    }
    merged_.clear();
  }

 private:
  struct Changes {
    std::multimap<std::uint32_t, MachineInst> placed;  // by place; equal ones stay in the order of insertion
    std::map<std::uint32_t, bool> gone;
  };
  const MachineInst& at(InstRef i) const { return f_.blocks[i.block].insts[i.index]; }
  std::uint64_t key(InstRef i) const { return versions_[i.block][i.index]; }
  std::uint64_t words(InstRef i) const {
    return at(i).op == MachineInst::Op::load ? at(i).writes.size() : at(i).reads.size() - 1;
  }

  MachineFunction& f_;
  bool loads_, stores_;
  std::vector<std::vector<std::uint64_t>> versions_;  // of the base register, per block and instruction
  std::vector<Changes> merged_;
};
static_assert(lathe::group::explain_grouper<MachineGrouper>());

}  // namespace toy
