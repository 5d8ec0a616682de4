// Modulo variable expansion (Lam, "Software pipelining: an effective scheduling technique for VLIW machines", PLDI'88):
// the kernel is unrolled so that every value in flight has a name of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <lathe/expand/builder.hpp>

namespace lathe::modulo::detail {

/// Names per value and how often the kernel is unrolled; the latter saturates above `limit`.
struct Rotation {
  std::uint64_t unroll = 1;
  std::vector<std::uint32_t> names;
};
/// O(edges + unroll).
template <class = void>
inline Rotation rotation(const Problem& p, const PassOrder& o, const ExpandOptions& options, std::uint64_t limit) {
  Rotation r;
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    // Behind the epilogue the values of the last iterations must all be there for the remainder to read.
    r.names.push_back(std::max(o.need(v), options.remainder == Remainder::after ? o.homes[v] : 1U));
    if (r.unroll > limit) continue;
    r.unroll = options.unroll == Unroll::longest ? std::max<std::uint64_t>(r.unroll, r.names[v])
                                                 : std::lcm(r.unroll, std::uint64_t{r.names[v]});
  }
  if (options.unroll == Unroll::multiple || r.unroll > limit) return r;
  std::vector<std::uint32_t> divisor(r.unroll + 1);  // the least divisor of unroll that is at least the index
  for (std::uint64_t k = r.unroll; k > 0; --k)
    divisor[k] = r.unroll % k == 0 ? static_cast<std::uint32_t>(k) : divisor[k + 1];
  for (std::uint32_t& names : r.names) names = divisor[names];
  return r;
}

template <class = void>
class BasicMveExpander {
 public:
  /// Precondition: stages + unroll is within what the builder's numbers can say.
  BasicMveExpander(const Problem& p, const Schedule& s, const PassOrder& o, const ExpandOptions& options,
                   Rotation rotation)
      : p_(p), o_(o), b_(p, s, o), rotation_(std::move(rotation)), options_(options) {
    for (std::uint32_t v = 0; v < p.values.size(); ++v) {
      base_.push_back(static_cast<std::uint32_t>(b_.out.names.size()));
      for (std::uint32_t k = 0; k < rotation_.names[v]; ++k) b_.out.names.push_back({v, NameKind::copy, k});
    }
    b_.add_homes();
  }

  Expansion run() {
    const auto filled = o_.stages - 1, unroll = static_cast<std::uint32_t>(rotation_.unroll);
    const bool after = options_.remainder == Remainder::after;
    b_.out.method = Method::mve;
    b_.out.unroll = unroll;
    // Numbers of blocks: guard or original, entry, prologue, kernel, epilogue, finish, [original,] done.
    const std::uint32_t done = after ? 7 : 6;
    if (after)
      b_.end({.role = Role::guard, .less = filled + unroll, .taken = 6, .next = 1});
    else
      b_.end({.role = Role::original, .less = 1, .taken = done, .next = 1, .modulus = unroll, .lead = filled});
    entry();
    b_.end({.role = Role::entry, .next = 2});
    for (std::uint32_t pass = 0; pass < filled; ++pass)
      for (const std::uint32_t inst : o_.order) {
        if (o_.stage[inst] <= pass)
          instance(inst, pass - o_.stage[inst], pass - o_.stage[inst]);
        else
          moves(inst, o_.stage[inst] - pass);
      }
    b_.end({.role = Role::prologue, .starts = filled, .next = 3});
    for (std::uint32_t pass = 0; pass < unroll; ++pass)
      for (const std::uint32_t inst : o_.order)
        instance(inst, std::int64_t{pass} - o_.stage[inst], std::int64_t{filled} + pass - o_.stage[inst]);
    b_.end({.role = Role::kernel, .starts = unroll, .less = after ? unroll : 1, .taken = 4, .next = 3});
    // Iterations so far are `filled` and some times unroll, and unroll is a multiple of every count of names.
    for (std::uint32_t pass = 0; pass < filled; ++pass)
      for (const std::uint32_t inst : o_.order)
        if (o_.stage[inst] > pass)
          instance(inst, std::int64_t{pass} - o_.stage[inst], std::int64_t{filled} + pass - o_.stage[inst]);
    b_.end({.role = Role::epilogue, .next = 5});
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      for (std::uint32_t k = 1; k <= (after ? o_.homes[v] : p_.values[v].live_out ? 1U : 0U); ++k)
        b_.copy(b_.home(v, k), name(v, std::int64_t{filled} - k));
    b_.end({.role = Role::finish, .next = 6});
    if (after) b_.end({.role = Role::original, .next = 7});
    b_.end({.role = Role::done, .next = done});
    return b_.take();
  }

 private:
  std::uint32_t name(std::uint32_t v, std::int64_t iteration) const {
    const std::int64_t names = rotation_.names[v];
    return base_[v] + static_cast<std::uint32_t>((iteration % names + names) % names);
  }
  /// `iteration` counts from the pipeline's first one, up to a multiple of unroll.
  void instance(std::uint32_t inst, std::int64_t offset, std::int64_t iteration) {
    b_.begin_instance(inst, offset);
    for (const std::uint32_t v : o_.values_of[inst]) b_.def(name(v, iteration));
    for (const std::uint32_t e : o_.reads_of[inst]) b_.read(name(p_.edges[e].value, iteration - p_.edges[e].distance));
  }
  /// What would have been written before the first pass, had the loop always run.
  void entry() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      for (std::uint32_t k = o_.stage[p_.values[v].def] + 1; k <= o_.distance[v]; ++k)
        b_.copy(name(v, -std::int64_t{k}), b_.home(v, k));
  }
  void moves(std::uint32_t inst, std::uint32_t k) {
    for (const std::uint32_t v : o_.values_of[inst])
      if (k <= o_.distance[v]) b_.move(inst, -std::int64_t{k}, name(v, -std::int64_t{k}), b_.home(v, k));
  }

  const Problem& p_;
  const PassOrder& o_;
  ExpansionBuilder b_;
  Rotation rotation_;
  const ExpandOptions& options_;
  std::vector<std::uint32_t> base_;  // per value: its first name
};
using MveExpander = BasicMveExpander<>;

}  // namespace lathe::modulo::detail
