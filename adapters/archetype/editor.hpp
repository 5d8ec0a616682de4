// The least that a program::Editor may be: handles that can only be copied, compared and hashed, and the nine members.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <lathe/program/editor.hpp>

namespace archetype {

/// A handle that is neither a number nor a pointer, and has no default.
template <class Tag>
class Key {
 public:
  explicit Key(int n) : n_(n) {}
  friend bool operator==(const Key& a, const Key& b) { return a.n_ == b.n_; }
  int number() const { return n_; }

 private:
  int n_;
};

}  // namespace archetype

template <class Tag>
struct std::hash<archetype::Key<Tag>> {
  std::size_t operator()(const archetype::Key<Tag>& k) const { return static_cast<std::size_t>(k.number()); }
};

namespace archetype {

class Code {
 public:
  using Block = Key<struct CodeBlock>;
  using Inst = Key<struct CodeInst>;
  using Value = Key<struct CodeValue>;
  using Spot = lathe::program::Spot<Block, Inst>;
  static constexpr lathe::program::Facts facts = {};
  struct Op {
    std::string_view key;
    lathe::program::Effects effects;
    std::vector<int> uses, defs, next;
    int block = -1;
  };

  // A View.
  std::list<Block> blocks() const {
    std::list<Block> out;
    for (const int b : layout_) out.push_back(Block(b));
    return out;
  }
  std::list<Inst> instructions(Block b) const {
    std::list<Inst> out;
    for (const int i : blocks_.at(b.number())) out.push_back(Inst(i));
    return out;
  }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for (const int i : blocks_.at(b.number()))
      for (const int to : ops_.at(i).next) f(Block(to));
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    using lathe::program::Role;
    for (const int v : op(i).uses) f(lathe::program::Operand<Value>{Value(v), Role::use});
    for (const int v : op(i).defs) f(lathe::program::Operand<Value>{Value(v), Role::def});
  }
  lathe::program::Effects effects(Inst i) const { return op(i).effects; }
  std::string_view key(Inst i) const { return op(i).key; }

  // An Editor.
  Spot where(Inst i) const {
    if (op(i).block < 0) return {};
    const std::vector<int>& all = blocks_.at(op(i).block);
    const auto next = std::find(all.begin(), all.end(), i.number()) + 1;
    return {Block(op(i).block), next == all.end() ? std::nullopt : std::optional<Inst>(Inst(*next))};
  }
  void put(Inst i, const Spot& at) {
    int& block = ops_.at(i.number()).block;
    if (block >= 0) std::erase(blocks_.at(block), i.number());
    block = at.block ? at.block->number() : -1;
    if (!at.block) return;
    std::vector<int>& to = blocks_.at(block);
    to.insert(at.before ? std::find(to.begin(), to.end(), at.before->number()) : to.end(), i.number());
  }
  Inst clone(Inst i) {
    Op copy = op(i);
    copy.block = -1;
    return make(copy);
  }
  void drop(Inst i) { ops_.erase(i.number()); }
  void set_operand(Inst i, std::uint32_t k, Value v) {
    Op& o = ops_.at(i.number());
    (k < o.uses.size() ? o.uses[k] : o.defs[k - o.uses.size()]) = v.number();
  }
  Value make_value(Value) { return Value(next_++); }
  void set_successor(Block b, std::uint32_t k, Block to) {
    for (const int i : blocks_.at(b.number()))
      for (int& target : ops_.at(i).next)
        if (k-- == 0) target = to.number();
  }
  Block make_block(const std::optional<Block>& to) {
    const int id = next_++;
    blocks_[id];
    if (to) put(make({"jump", lathe::program::Effect::terminator, {}, {}, {to->number()}, -1}), {Block(id), {}});
    return Block(id);
  }
  void put_block(Block b, bool in, const std::optional<Block>& before) {
    std::erase(layout_, b.number());
    if (!in) return;
    layout_.insert(before ? std::find(layout_.begin(), layout_.end(), before->number()) : layout_.end(), b.number());
  }

  // To begin with.
  Inst make(const Op& o) {
    ops_.emplace(next_, o);
    return Inst(next_++);
  }
  std::size_t size() const { return ops_.size(); }

 private:
  const Op& op(Inst i) const { return ops_.at(i.number()); }
  std::map<int, Op> ops_;
  std::map<int, std::vector<int>> blocks_;
  std::vector<int> layout_;
  int next_ = 1000;
};
static_assert(lathe::program::is_editor<Code>());

}  // namespace archetype
