// Any program::View for lathe::group, one or several at once: blocks, operands, memory and what may meet are its own.
//
//   struct Own {
//     optional<Identified> identify(const program::Region<V>& block, uint32_t inst);   // a candidate? see Candidate
//     uint32_t form(span<const Candidate> run) const;                                  // how many make one
//     void merge(const BlockGroups<V>& block);                                         // write a block anew, once
//     range<Kind> kinds() const;                                                       // or none: one kind
//   };
//   group::OfView<MyView, Own> grouper({&view}, own);   // or grouper(own), and grouper.add(MyView(...)) for each
//   group::run(grouper);
#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/group/concepts.hpp>
#include <lathe/program/region.hpp>

namespace lathe::group {

/// The groups of one block, as an Own writes them. Instructions are those of `block.inst`.
template <class V>
struct BlockGroups {
  /// Instructions that become one.
  struct Group {
    std::uint32_t place = 0;             ///< it stands before this instruction, or at the block's end
    std::uint32_t kind = 0;              ///< into the kinds that the Own names
    std::vector<std::uint32_t> members;  ///< by ascending order number
    std::vector<std::uint32_t> carried;  ///< they come to stand in front of it
    std::string name;
  };
  const program::Region<V>& block;  ///< its instructions and values, by number
  program::block_t<V> handle;       ///< in the View
  std::uint32_t program = 0;        ///< which View, from 0 on
  std::vector<Group> groups;        ///< in their order

  /// The new block in order: keep(Inst) for what stays as it is, make(Group) where one stands. O(instructions).
  template <class Keep, class Make>
  void for_each(Keep&& keep, Make&& make) const {
    std::vector<bool> gone(block.size(), false);
    for (const Group& g : groups) {
      for (const std::uint32_t m : g.members) gone[m] = true;
      for (const std::uint32_t m : g.carried) gone[m] = true;
    }
    std::size_t next = 0;
    for (std::uint32_t i = 0; i <= block.size(); ++i) {
      for (; next < groups.size() && groups[next].place == i; ++next) {
        for (const std::uint32_t m : groups[next].carried) keep(block.inst(m));
        make(groups[next]);
      }
      if (i < block.size() && !gone[i]) keep(block.inst(i));
    }
  }
};

namespace detail {
template <class V, class Own>
concept OwnIdentify = requires(Own& own, const program::Region<V>& block) {
  { own.identify(block, std::uint32_t{}) } -> std::convertible_to<std::optional<Identified>>;
};
template <class V, class Own>
concept OwnMerge = requires(Own& own, const BlockGroups<V>& block) { own.merge(block); };
}  // namespace detail

/// One error per missing member, each with the signature to write.
template <class V, class Own>
consteval bool explain_own() {
#include <lathe/group/own.def>
  return true;
}

/// How many of the first candidates of a run are `size` together at most. O(answer).
inline std::uint32_t within(std::span<const Candidate> run, std::uint64_t size) {
  std::uint32_t count = 0;
  for (std::uint64_t all = 0; count < run.size() && all + run[count].size <= size; ++count) all += run[count].size;
  return count;
}

/// A group::Grouper. Views that it was given by address outlive it.
template <class V, class Own>
class OfView : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/group/own.def>

 public:
  explicit OfView(const std::vector<const V*>&, Own) {}  ///< keeps nothing
};
template <program::Agreed V, class Own>
  requires detail::OwnIdentify<V, Own> && detail::OwnMerge<V, Own> && HasForm<Own>
class OfView<V, Own> {
 public:
  /// A block of one of the programs.
  struct Block {
    std::uint32_t program = 0, block = 0;  ///< which View, from 0 on, and which block of it
    bool operator==(const Block&) const = default;
  };
  /// An instruction of one of the programs.
  struct Inst {
    Block block;
    std::uint32_t index = 0;  ///< within its block
  };

  explicit OfView(Own own) : own_(std::move(own)) {}  ///< Without programs yet: see add.
  /// The Views outlive it. Blocks are read one at a time, when the planner comes to them.
  OfView(const std::vector<const V*>& views, Own own) : OfView(std::move(own)) {
    for (const V* view : views) add(view);
  }
  OfView(const OfView&) = delete;
  OfView& operator=(const OfView&) = delete;

  /// One function more.
  void add(const V* view) {
    views_.push_back(view);
    blocks_.emplace_back();
    for (auto&& b : view->blocks()) blocks_.back().push_back(b);
  }
  /// One whose View it keeps.
  void add(V view) { add(&owned_.emplace_back(std::move(view))); }
  Own& own() { return own_; }
  /// The Views, in the order of the problem's instructions.
  const std::vector<const V*>& views() const { return views_; }

  /// What the Own names; without them there is one kind.
  auto kinds() const
    requires requires(const Own& own) { own.kinds().begin(); }
  {
    return own_.kinds();
  }
  /// Of all programs, in order.
  std::vector<Block> blocks() const {
    std::vector<Block> out;
    for (std::uint32_t p = 0; p < blocks_.size(); ++p)
      for (std::uint32_t b = 0; b < blocks_[p].size(); ++b) out.push_back({p, b});
    return out;
  }
  /// In order. The handles mean something while no other block is asked about.
  std::vector<Inst> insts(Block b) {
    std::vector<Inst> out;
    for (const std::uint32_t i : region(b).insts()) out.push_back({b, i});
    return out;
  }
  auto operands(Inst i) { return region(i.block).operands(i.index); }  ///< what the instruction mentions
  /// What the instruction is in the order of accesses.
  flow::Sequence::Memory memory(Inst i) { return region(i.block).memory(i.index); }
  /// May the two touch a byte in common? a not behind b.
  bool may_meet(Inst a, Inst b) { return region(a.block).may_meet(a.index, b.index); }
  /// What computes only: it has no effect but its results, and stands in no memory's way.
  bool may_carry(Inst i) {
    using program::Effect;
    const program::Effects e = views_[i.block.program]->effects(region(i.block).inst(i.index));
    return e.speculatable() && !e.has(Effect::call | Effect::marker);
  }

  /// The Own's answer: is it a candidate, and which one.
  std::optional<Identified> identify(Inst i) { return own_.identify(region(i.block), i.index); }
  /// The Own's answer: how many from the first on make one instruction.
  std::uint32_t form(std::span<const Candidate> run) const { return own_.form(run); }
  void merge(const Merging<Block, Inst>& group) {
    const Block b = group.block;
    if (changes_.empty() || !(changes_.back().block == b)) changes_.push_back({b, {}});
    std::vector<std::uint32_t> members, carried;
    for (const Inst& m : group.members) members.push_back(m.index);
    for (const Inst& m : group.carried) carried.push_back(m.index);
    const std::uint32_t place = group.before ? group.before->index : region(b).size();
    changes_.back().groups.push_back({place, group.kind, std::move(members), std::move(carried), group.name});
  }
  /// Hands the Own the groups of each block that has some, at once and in order.
  void clean_up() {
    for (Changes& c : changes_) {
      const program::Region<V>& whole = region(c.block);
      own_.merge(BlockGroups<V>{whole, blocks_[c.block.program][c.block.block], c.block.program, std::move(c.groups)});
      region_.reset();
    }
    changes_.clear();
  }

 private:
  struct Changes {
    Block block;
    std::vector<typename BlockGroups<V>::Group> groups;
  };
  // Of one block at a time: callers go from block to block.
  const program::Region<V>& region(Block b) {
    if (!region_ || !(at_ == b)) {
      std::vector<program::inst_t<V>> insts;
      for (auto&& i : views_[b.program]->instructions(blocks_[b.program][b.block])) insts.push_back(i);
      region_.emplace(*views_[b.program], std::move(insts));
      at_ = b;
    }
    return *region_;
  }

  std::deque<V> owned_;
  std::vector<const V*> views_;
  Own own_;
  std::vector<std::vector<program::block_t<V>>> blocks_;
  std::optional<program::Region<V>> region_;
  Block at_;
  std::vector<Changes> changes_;
};

}  // namespace lathe::group
