// Small rewritings that several passes make: all reads of a value become another's, an instruction goes.
//
// They ask a program::UseDef that follows the same Editing.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/program/editing.hpp>
#include <lathe/program/use_def.hpp>

namespace lathe::passes {

using program::Agreed, program::Editor, program::View;
using program::block_t, program::inst_t, program::value_t;
using program::Effect, program::Fact, program::Facts, program::Role;

/// Must the value keep its name: a physical register, a flag?
template <View P>
bool pinned(const P& p, const value_t<P>& v) {
  if constexpr (Facts(P::facts).has(Fact::pinned))
    return p.pinned(v);
  else
    return false;
}
/// 0 for all values of a View that does not know of classes.
template <View P>
std::uint32_t class_of(const P& p, const value_t<P>& v) {
  if constexpr (Facts(P::facts).has(Fact::classes))
    return p.register_class(v);
  else
    return 0;
}

/// May instructions name it, or do phis alone take it: a constant that has no register?
template <View P>
bool nameable(const P& p, const value_t<P>& v) {
  if constexpr (requires { p.is_constant(v); })
    return !p.is_constant(v);
  else
    return true;
}

/// Values that are read behind the ends of blocks though no instruction there names them; they are never renamed. O(blocks)
/// to make.
template <View P>
class LiveOut {
 public:
  explicit LiveOut(const P& p) {
    if constexpr (Facts(P::facts).has(Fact::live_out))
      for (auto&& b : p.blocks()) p.for_each_live_out(b, [&](const value_t<P>& v) { values_.add(v); });
  }
  bool has(const value_t<P>& v) const { return values_.size() != 0 && values_.find(v) != none; }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  program::Handles<value_t<P>> values_;
};

/// May all reads of `v` name another value? It has one definition, which writes all of it under no guard; nothing reads it
/// behind the function's back, in lanes, or as what is left of it (`old`). O(mentions).
template <View P>
bool renamable(const P& p, const program::UseDef<P>& uses, const LiveOut<P>& live_out, const value_t<P>& v) {
  if (uses.defs(v) != 1 || pinned(p, v) || live_out.has(v)) return false;
  bool fine = true;
  const auto look = [&](const inst_t<P>& i, std::uint32_t k) {
    std::uint32_t at = 0;
    bool guarded = false;
    p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
      if (o.role == Role::guard) guarded = true;
      if (at++ != k) return;
      fine &= o.lanes == ~std::uint64_t{0} && !o.old && !o.implicit && !o.more;
    });
    return guarded;
  };
  uses.for_each_def(v, [&](const inst_t<P>& i, std::uint32_t k) { fine &= !look(i, k); });
  uses.for_each_use(v, [&](const inst_t<P>& i, std::uint32_t k) { look(i, k); });
  return fine;
}

/// Each read of `from`, and what phis take, names `to`. Precondition: `to` has that word wherever `from` is read.
/// Returns the number of mentions that changed. O(mentions, and for each phi what it takes).
template <class E, Editor P>
std::uint32_t replace_reads(E& editing, const program::UseDef<P>& uses, const value_t<P>& from, const value_t<P>& to) {
  std::vector<std::pair<inst_t<P>, std::uint32_t>> found;
  uses.for_each_use(from, [&](const inst_t<P>& i, std::uint32_t k) { found.emplace_back(i, k); });
  const P& p = std::as_const(editing).program();
  for (const auto& [inst, k] : found) {
    if constexpr (Facts(P::facts).has(Fact::incoming)) {
      std::uint32_t operands = 0;
      p.for_each_operand(inst, [&](const auto&) { ++operands; });
      if (k >= operands) {  // a phi takes it; all that it takes is set at once
        if (!uses.mentions(inst, k, from)) continue;
        std::vector<program::incoming_t<P>> in;
        p.for_each_incoming(inst,
                            [&](const block_t<P>& b, const value_t<P>& v) { in.emplace_back(b, v == from ? to : v); });
        editing.set_incoming(inst, in);
        continue;
      }
    }
    editing.set_operand(inst, k, from, to);
  }
  return static_cast<std::uint32_t>(found.size());
}

}  // namespace lathe::passes
