// The Store: a function for those who have no IR of their own. It is a View and an Editor.
//
// Instructions, blocks and values have stable 32-bit ids; blocks and instructions stand in linked order
// (Boost.Intrusive), each mention of a value in that value's list; operands lie beside their instruction while they are
// few (Boost.Container). The user's part of an instruction is a Payload, a small class that can be copied, with
//
//   program::Effects effects() const;
//   auto key() const;         // text, number or enum, as a View's; it names neither operands nor blocks
//   static Payload jump();    // of an instruction that goes to its one target
//
// Ways out of a block are the targets of the instructions in it, in order. A class derived from the Store adds the
// facts that it knows besides, and says `facts` anew. Ids of dropped instructions are used again. Lists are linked
// through it: it is neither copied nor moved.
//
// Cost: O(1) per edit and per step of a walk, O(operands) to make, insert and erase, O(block) to take a block out or
// in.
#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/intrusive/list.hpp>

#include <lathe/program/editor.hpp>
#include <lathe/support/index.hpp>
#include <lathe/support/told.hpp>

namespace lathe::program {

/// An instruction of a Store; stays what it is while others come and go.
using InstId = Index<struct StoredInst>;
/// A block of a Store.
using BlockId = Index<struct StoredBlock>;
/// A value of a Store.
using ValueId = Index<struct StoredValue>;

/// What the user's part of an instruction has to tell.
template <class T>
concept StorePayload = std::copyable<T> && requires(const T& t) {
  { t.effects() } -> std::convertible_to<Effects>;
  t.key();
  { T::jump() } -> std::convertible_to<T>;
};

namespace detail {

using StoreHook = boost::intrusive::list_member_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>>;
template <class T, StoreHook T::* hook>
using StoreList = boost::intrusive::list<T, boost::intrusive::member_hook<T, StoreHook, hook>,
                                         boost::intrusive::constant_time_size<false>>;

/// The ids of what stands in a list.
template <class List, class Id>
class StoreIds {
 public:
  class iterator {
   public:
    using value_type = Id;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;
    using reference = Id;
    using pointer = void;
    iterator() = default;
    explicit iterator(typename List::const_iterator at) : at_(at) {}
    Id operator*() const { return at_->id; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      ++at_;
      return old;
    }
    bool operator==(const iterator& other) const { return at_ == other.at_; }

   private:
    typename List::const_iterator at_;
  };
  explicit StoreIds(const List& list) : list_(&list) {}
  iterator begin() const { return iterator(list_->begin()); }
  iterator end() const { return iterator(list_->end()); }
  bool empty() const { return list_->empty(); }

 private:
  const List* list_;
};

/// One mention of a value: an operand, or what a phi takes from a block.
struct StoreMention {
  Operand<ValueId> operand;
  InstId inst;
  BlockId from;
  StoreHook in_value;
};
using StoreMentions = boost::container::small_vector<StoreMention, 3>;

}  // namespace detail

/// A function for who has no IR of his own: ids that last, linked order, use lists, phis, over a payload of the user's.
template <class Payload>
class Store {
  static_assert(told(StorePayload<Payload>),
                "a Store's payload wants  Effects effects() const;  key() const;  static Payload jump();");
  using Mention = detail::StoreMention;
  struct Node {
    InstId id;
    BlockId block;  ///< none: it stands nowhere
    Payload payload;
    detail::StoreMentions operands, incoming;  // not resized while linked
    boost::container::small_vector<BlockId, 2> targets;
    detail::StoreHook in_block;
    explicit Node(Payload p) : payload(std::move(p)) {}
  };
  using Insts = detail::StoreList<Node, &Node::in_block>;
  struct BlockNode {
    BlockId id;
    bool in = false;         ///< the layout
    std::uint32_t ways = 0;  ///< instructions in it that have targets
    Insts insts;
    detail::StoreHook in_layout;
  };
  using Blocks = detail::StoreList<BlockNode, &BlockNode::in_layout>;
  using Mentions = detail::StoreList<Mention, &Mention::in_value>;

 public:
  using Value = ValueId;                        ///< what instructions read and write
  using Spot = program::Spot<BlockId, InstId>;  ///< a place in the code, in these ids
  static constexpr Facts facts = Fact::incoming | Fact::parameters;

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // ---- a View

  /// Those of the layout, the entry first; ends with a change of the layout.
  detail::StoreIds<Blocks, BlockId> blocks() const { return detail::StoreIds<Blocks, BlockId>(layout_); }
  /// Those of a block, in order; ends with a change of the block.
  detail::StoreIds<Insts, InstId> instructions(BlockId b) const {
    return detail::StoreIds<Insts, InstId>(node(b).insts);
  }
  /// f(block) for each target of the block's terminators, in order; a block may be named twice.
  template <class F>
  void for_each_successor(BlockId b, F&& f) const {
    for_each_way(*this, b, [&](const BlockId& to) { f(to); });
  }
  /// f(operand) as the instruction was made, then as edits left it.
  template <class F>
  void for_each_operand(InstId i, F&& f) const {
    for (const Mention& m : node(i).operands) f(m.operand);
  }
  Effects effects(InstId i) const { return node(i).payload.effects(); }  ///< the payload's answer
  /// The payload's answer; equal keys: they compute the same.
  auto key(InstId i) const { return node(i).payload.key(); }
  /// f(from, value) for each value that a phi takes.
  template <class F>
  void for_each_incoming(InstId i, F&& f) const {
    for (const Mention& m : node(i).incoming) f(m.from, m.operand.value);
  }
  /// f(value) for each parameter, in the order of add_parameter.
  template <class F>
  void for_each_parameter(F&& f) const {
    for (const ValueId v : parameters_) f(v);
  }

  // ---- what it knows besides

  const Payload& payload(InstId i) const { return node(i).payload; }  ///< what the client keeps of an instruction
  /// While the instruction stands nowhere, or where neither effects nor key change.
  Payload& payload(InstId i) { return node(i).payload; }
  /// Blocks that a terminator names, in order; empty for others.
  std::span<const BlockId> targets(InstId i) const { return {node(i).targets.data(), node(i).targets.size()}; }
  /// None: it stands nowhere.
  BlockId parent(InstId i) const { return node(i).block; }
  bool in_layout(BlockId b) const { return node(b).in; }  ///< does the block stand in the code?
  /// f(Inst, const Operand<Value>&) for each mention by what stands in the layout, in no particular order; phis mention
  /// what they take.
  template <class F>
  void for_each_mention(ValueId v, F&& f) const {
    for (const Mention& m : values_[v.value]) f(m.inst, m.operand);
  }
  /// Does anything that stands in the layout mention it?
  bool mentioned(ValueId v) const { return !values_[v.value].empty(); }
  /// Values are numbered 0 .. value_count() - 1, as they were made.
  std::uint32_t value_count() const { return static_cast<std::uint32_t>(values_.size()); }

  // ---- made from nothing

  /// A value that nothing mentions yet.
  ValueId make_value() {
    values_.emplace_back();
    return ValueId(value_count() - 1);
  }
  /// The value has a word before the first instruction; once for each parameter, in order.
  void add_parameter(ValueId v) { parameters_.push_back(v); }
  /// An instruction that stands nowhere.
  InstId make(Payload payload, std::span<const Operand<ValueId>> operands = {}, std::span<const BlockId> targets = {}) {
    InstId id;
    if (free_.empty()) {
      id = InstId(static_cast<std::uint32_t>(insts_.size()));
      insts_.emplace_back(std::move(payload));
    } else {
      id = free_.back();
      free_.pop_back();
      node(id).payload = std::move(payload);
    }
    Node& n = node(id);
    n.id = id;
    n.operands.resize(operands.size());
    for (std::size_t k = 0; k < operands.size(); ++k) {
      n.operands[k].operand = operands[k];
      n.operands[k].inst = id;
    }
    n.targets.assign(targets.begin(), targets.end());
    return id;
  }

  // ---- an Editor

  /// Where it stands: the instruction behind it, or the end of its block; nowhere: an empty Spot. O(1).
  Spot where(InstId i) const {
    const Node& n = node(i);
    if (!n.block) return {};
    const Insts& all = node(n.block).insts;
    const auto next = std::next(all.iterator_to(n));
    return {n.block, next == all.end() ? std::nullopt : std::optional<InstId>(next->id)};
  }
  /// From where it stands, if anywhere, to a place, or (an empty Spot) nowhere. O(mentions).
  void put(InstId i, const Spot& at) {
    Node& n = node(i);
    const bool was = n.block && node(n.block).in, is = at.block && node(*at.block).in;
    if (was && !is) unlink(n);
    if (n.block) {
      BlockNode& from = node(n.block);
      from.ways -= n.targets.empty() ? 0U : 1U;
      from.insts.erase(from.insts.iterator_to(n));
    }
    n.block = at.block.value_or(BlockId());
    if (at.block) {
      BlockNode& to = node(*at.block);
      to.ways += n.targets.empty() ? 0U : 1U;
      to.insts.insert(at.before ? to.insts.iterator_to(node(*at.before)) : to.insts.end(), n);
    }
    if (is && !was) link(n);
  }
  InstId clone(InstId i) {
    std::vector<Operand<ValueId>> operands;
    for_each_operand(i, [&](const Operand<ValueId>& o) { operands.push_back(o); });
    const std::vector<BlockId> to(targets(i).begin(), targets(i).end());
    const InstId made = make(Payload(node(i).payload), operands, to);
    node(made).incoming = node(i).incoming;
    for (Mention& m : node(made).incoming) m.inst = made;
    return made;
  }
  /// Its id may be given to another. Precondition: it stands nowhere, and nobody keeps the id.
  void drop(InstId i) {
    Node& n = node(i);
    n.operands.clear();
    n.incoming.clear();
    n.targets.clear();
    free_.push_back(i);
  }
  /// The k-th operand becomes v; O(1) amortised. Precondition: there are more than k.
  void set_operand(InstId i, std::uint32_t k, ValueId v) { set_value(node(i), node(i).operands[k], v); }
  /// The k-th operand names lanes of a value. Of a definition, what stays of the value beside them is named as `old` (0:
  /// nothing stays), in place of what stood there for it. Precondition: there are more than k; of a definition, the
  /// instruction stands nowhere. O(operands).
  void set_lanes(InstId i, std::uint32_t k, ValueId v, std::uint64_t lanes, std::uint64_t stays) {
    Node& n = node(i);
    const ValueId was = n.operands[k].operand.value;
    n.operands[k].operand.lanes = lanes;
    set_value(n, n.operands[k], v);
    if (!n.operands[k].operand.is_def()) return;
    std::vector<Operand<ValueId>> operands;
    for (std::uint32_t at = 0; at < n.operands.size(); ++at) {
      const Operand<ValueId>& o = n.operands[at].operand;
      if (at == k && stays != 0) {
        operands.emplace_back(v, Role::use);
        operands.back().old = true;
        operands.back().lanes = stays;
      }
      if (!(o.old && (o.value == was || o.value == v))) operands.push_back(o);
    }
    n.operands.clear();
    n.operands.resize(operands.size());
    for (std::size_t at = 0; at < operands.size(); ++at) n.operands[at].operand = operands[at], n.operands[at].inst = i;
  }
  ValueId make_value(ValueId) { return make_value(); }  ///< one like another: values have no properties here
  /// The k-th way out of block b leads to another block. Precondition: there are more than k.
  void set_successor(BlockId b, std::uint32_t k, BlockId to) {
    std::uint32_t at = 0;
    for_each_way(*this, b, [&](BlockId& way) {
      if (at++ == k) way = to;
    });
  }
  /// A block that stands nowhere; with `to` it ends in a jump there.
  BlockId make_block(std::optional<BlockId> to = {}) {
    const BlockId id(static_cast<std::uint32_t>(blocks_.size()));
    blocks_.emplace_back().id = id;
    if (to) put(make(Payload::jump(), {}, std::span<const BlockId>(&*to, 1)), Spot{id, {}});
    return id;
  }
  /// Into the layout, in front of `before` or at its end, or out of it; its instructions stay in it. O(mentions of
  /// them).
  void put_block(BlockId b, bool in, std::optional<BlockId> before = {}) {
    BlockNode& n = node(b);
    if (n.in) layout_.erase(layout_.iterator_to(n));
    if (in) layout_.insert(before ? layout_.iterator_to(node(*before)) : layout_.end(), n);
    if (in != n.in)
      for (Node& i : n.insts) in ? link(i) : unlink(i);
    n.in = in;
  }
  /// All that the phi takes, in place of what it took. O(mentions).
  void set_incoming(InstId i, std::span<const std::pair<BlockId, ValueId>> in) {
    Node& n = node(i);
    const bool linked = n.block && node(n.block).in;
    if (linked) unlink(n);
    n.incoming.clear();
    n.incoming.resize(in.size());
    for (std::size_t k = 0; k < in.size(); ++k) {
      n.incoming[k].operand.value = in[k].second;
      n.incoming[k].from = in[k].first;
      n.incoming[k].inst = i;
    }
    if (linked) link(n);
  }

  /// Blocks in layout with all that stands in them, ids as they are. For people and for comparing.
  std::string text() const {
    std::string out;
    const auto number = [&](const char* before, std::uint32_t n) { out += before + std::to_string(n); };
    for (const BlockNode& b : layout_) {
      number("block ", b.id.value);
      for (const Node& n : b.insts) {
        number("\n  ", n.id.value);
        if constexpr (requires { std::string_view(n.payload.key()); })
          out += " " + std::string(std::string_view(n.payload.key()));
        else
          number(" ", static_cast<std::uint32_t>(n.payload.key()));
        for (const Mention& m : n.operands) number(m.operand.is_def() ? " =" : " ", m.operand.value.value);
        for (const Mention& m : n.incoming) {
          number(" [", m.from.value);
          number(": ", m.operand.value.value);
          out += "]";
        }
        for (const BlockId to : n.targets) number(" ->", to.value);
      }
      out += "\n";
    }
    return out;
  }

 private:
  Node& node(InstId i) { return insts_[i.value]; }
  const Node& node(InstId i) const { return insts_[i.value]; }
  BlockNode& node(BlockId b) { return blocks_[b.value]; }
  const BlockNode& node(BlockId b) const { return blocks_[b.value]; }

  void link(Node& n) {
    for (Mention& m : n.operands) values_[m.operand.value.value].push_back(m);
    for (Mention& m : n.incoming) values_[m.operand.value.value].push_back(m);
  }
  void unlink(Node& n) {
    for (Mention& m : n.operands) unlink(m);
    for (Mention& m : n.incoming) unlink(m);
  }
  void unlink(Mention& m) {
    Mentions& all = values_[m.operand.value.value];
    all.erase(all.iterator_to(m));
  }
  void set_value(Node& n, Mention& m, ValueId v) {
    const bool linked = n.block && node(n.block).in;
    if (linked) unlink(m);
    m.operand.value = v;
    if (linked) values_[v.value].push_back(m);
  }
  // Instructions with targets are few and stand at the end.
  template <class Self, class F>
  static void for_each_way(Self& self, BlockId b, F&& f) {
    auto& n = self.node(b);
    auto at = n.insts.end();
    for (std::uint32_t left = n.ways; left != 0;) left -= (--at)->targets.empty() ? 0U : 1U;
    for (; at != n.insts.end(); ++at)
      for (auto& to : at->targets) f(to);
  }

  // Mentions and instructions before the lists that lead through them, so that those go first.
  std::deque<Node> insts_;
  std::deque<BlockNode> blocks_;
  std::deque<Mentions> values_;
  Blocks layout_;
  std::vector<InstId> free_;
  std::vector<ValueId> parameters_;
};

}  // namespace lathe::program
