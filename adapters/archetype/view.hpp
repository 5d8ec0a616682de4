// The least that a program::View may be: handles that can only be copied, compared and hashed, no optional member.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <string_view>
#include <vector>

#include <lathe/program/view.hpp>

namespace archetype {

/// A handle that is neither a number nor a pointer.
template <class Tag>
class Handle {
 public:
  explicit Handle(int n) : n_(n) {}
  friend bool operator==(const Handle& a, const Handle& b) { return a.n_ == b.n_; }

 private:
  friend struct std::hash<Handle>;
  friend class View;
  int n_;
};

class View {
 public:
  using Block = Handle<struct BlockTag>;
  using Inst = Handle<struct InstTag>;
  using Value = Handle<struct ValueTag>;
  static constexpr lathe::program::Facts facts = {};

  struct Op {
    std::string_view key;
    lathe::program::Effects effects;
    std::vector<int> uses, defs;
  };
  /// Blocks in order; `next[b]` are the blocks that b goes to.
  View(std::vector<std::vector<Op>> code, std::vector<std::vector<int>> next)
      : code_(std::move(code)), next_(std::move(next)) {}

  std::list<Block> blocks() const {
    std::list<Block> out;
    for (int b = 0; b < static_cast<int>(code_.size()); ++b) out.push_back(Block(b));
    return out;
  }
  std::list<Inst> instructions(Block b) const {
    std::list<Inst> out;
    for (int i = 0; i < static_cast<int>(code_[at(b.n_)].size()); ++i) out.push_back(Inst(1000 * b.n_ + i));
    return out;
  }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for (const int s : next_[at(b.n_)]) f(Block(s));
  }
  template <class F>
  void for_each_operand(Inst i, F&& f) const {
    using lathe::program::Role;
    for (const int v : op(i).uses) f(lathe::program::Operand<Value>{Value(v), Role::use});
    for (const int v : op(i).defs) f(lathe::program::Operand<Value>{Value(v), Role::def});
  }
  lathe::program::Effects effects(Inst i) const { return op(i).effects; }
  std::string_view key(Inst i) const { return op(i).key; }

 private:
  static std::size_t at(int n) { return static_cast<std::size_t>(n); }
  const Op& op(Inst i) const { return code_[at(i.n_ / 1000)][at(i.n_ % 1000)]; }
  std::vector<std::vector<Op>> code_;
  std::vector<std::vector<int>> next_;
};

}  // namespace archetype

template <class Tag>
struct std::hash<archetype::Handle<Tag>> {
  std::size_t operator()(const archetype::Handle<Tag>& h) const { return static_cast<std::size_t>(h.n_); }
};
static_assert(lathe::program::is_view<archetype::View>());
