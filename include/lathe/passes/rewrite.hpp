// Small rewritings that several passes make: all reads of a value become another's, an instruction goes.
//
// They ask a program::UseDef that follows the same Editing.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/program/classes.hpp>
#include <lathe/program/editing.hpp>
#include <lathe/program/use_def.hpp>
#include <lathe/support/none.hpp>

namespace lathe::passes {

using namespace ids;

using program::Agreed, program::Editor, program::View;
using program::block_t, program::inst_t, program::spot_t, program::value_t;
using program::class_of, program::pinned;
using program::Effect, program::Fact, program::Facts, program::Role;

/// May instructions name it, or do phis alone take it: a constant that has no register?
template <View P>
bool nameable(const P& p, const value_t<P>& v) {
  if constexpr (requires { p.is_constant(v); })
    return !p.is_constant(v);
  else
    return true;
}

/// An Editor that knows names which instructions write though nobody reads them there (flags), and says where that harms.
template <class P>
concept SaysWhere = requires(const P& p, const inst_t<P>& i, const spot_t<P>& at) {
  { p.may_stand(i, at) } -> std::convertible_to<bool>;
};
/// Is it a definition of a pinned name that nothing reads? It is no result then, only in the way: `may_stand` says where.
template <View P>
bool scratched(const P& p, const program::Operand<value_t<P>>& o) {
  if constexpr (SaysWhere<P>) return o.is_def() && o.dead && pinned(p, o.value);
  return false;
}
/// May the instruction stand there, as far as the Editor knows better than its operands show?
template <Editor P>
bool may_stand(const P& p, const inst_t<P>& i, const spot_t<P>& at) {
  if constexpr (SaysWhere<P>) return p.may_stand(i, at);
  return true;
}

/// The result of an instruction that has one. Precondition: it has any.
template <View P>
value_t<P> result_of(const P& p, const inst_t<P>& i) {
  std::optional<value_t<P>> out;
  p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
    if (o.is_def()) out = o.value;
  });
  return *out;
}

/// A copy of a whole value to another: the instruction, and both.
template <View P>
struct WholeCopy {
  inst_t<P> inst;       ///< the copy
  value_t<P> to, from;  ///< the value that it writes, and the one that it reads
};
/// A copy of one whole value to another, under no guard, whatever their classes and whoever must keep its name.
/// O(operands).
template <View P>
std::optional<WholeCopy<P>> plain_copy(const P& p, const inst_t<P>& i) {
  if (!p.effects(i).has(Effect::copy)) return {};
  std::optional<value_t<P>> to, from;
  std::uint32_t mentions = 0;
  bool fine = true;
  p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
    ++mentions;
    fine &= o.role != Role::guard && !o.old && !o.implicit && !o.more && o.offset == 0 && o.tied < 0 &&
            o.lanes == ~std::uint64_t{0};
    (o.is_def() ? to : from) = o.value;
  });
  if (!fine || mentions != 2 || !to || !from) return {};
  return WholeCopy<P>{i, *to, *from};
}
/// The same between values of one class, of which neither must keep its name.
template <View P>
std::optional<WholeCopy<P>> whole_copy(const P& p, const inst_t<P>& i) {
  const auto copy = plain_copy(p, i);
  if (!copy || pinned(p, copy->to) || pinned(p, copy->from) || !nameable(p, copy->to) || !nameable(p, copy->from) ||
      class_of(p, copy->to) != class_of(p, copy->from))
    return {};
  return copy;
}

/// Values that are read behind the ends of blocks though no instruction there names them; they are never renamed.
/// O(blocks) to make.
template <View P>
class LiveOut {
 public:
  /// Asks the View of every block. O(size).
  explicit LiveOut(const P& p) {
    if constexpr (Facts(P::facts).has(Fact::live_out))
      for (auto&& b : p.blocks()) p.for_each_live_out(b, [&](const value_t<P>& v) { values_.add(v); });
  }
  /// Is the value live out of some block behind the function's back?
  bool has(const value_t<P>& v) const { return values_.size() != 0 && values_.find(v) != none; }

 private:
  program::Handles<value_t<P>> values_;
};

/// May all reads of `v` name another value of its class? It has one definition, which writes all of it under no guard;
/// nothing reads it behind the function's back, or as what is left of it (`old`). O(mentions).
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
      fine &= (!o.is_def() || o.lanes == ~std::uint64_t{0}) && !o.old && !o.implicit && !o.more;
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
