// Which register would a value gladly have? One that an instruction wants it in, else that of a value which it is
// copied or tied to, or joined with by a phi. A register that some of those have is claimed until all of them have one:
// others take it last.
//
// Cost: nearly O(operands + arguments of phis) to make, O(1) nearly per question.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include <lathe/regalloc/spill.hpp>

namespace lathe::regalloc::detail {

template <class = void>
class BasicWishes {
 public:
  BasicWishes(const Problem& p, const Ground& ground, const Residence& where)
      : leader_(p.values.size()),
        fixed_(p.values.size(), none),
        shared_(p.values.size(), none),
        waiting_(p.values.size(), 0),
        had_(p.values.size(), 0),
        claims_(p.registers.size(), 0) {
    for (std::uint32_t v = 0; v < leader_.size(); ++v) leader_[v] = v;
    for (const Problem::Phi& phi : p.phis)
      if (ground.order.reachable(phi.block))
        for (const Problem::Argument& a : p.incoming(phi)) join(phi.result, a.value);
    std::vector<std::uint64_t> best(p.values.size(), 0);
    for (const Block b : ground.order.blocks)
      for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
        const auto all = p.operands[i];
        for (const Operand& o : all) {
          if (!o.is_def && o.tied != none) join(o.value, all[o.tied].value);
          if (o.is_def || o.want != Want::fixed || p.weight[b] <= best[o.value]) continue;
          // It would have to be moved away where it is clobbered.
          const std::uint32_t s = where.crosses[o.value];
          if (s != none && std::binary_search(p.sets[s].begin(), p.sets[s].end(), o.which)) continue;
          best[o.value] = p.weight[b];
          fixed_[o.value] = o.which;
        }
        if (p.insts[i].copy) join_copy(p, all);
      }
    for (std::uint32_t v = 0; v < leader_.size(); ++v) ++waiting_[find(v)];
    for (const Operand& o : p.parameters)
      if (o.want == Want::fixed) share(o.value, o.which);
    for (std::uint32_t v = 0; v < fixed_.size(); ++v)
      if (fixed_[v] != none) share(v, fixed_[v]);
  }

  /// None: it wishes nothing.
  std::uint32_t of(std::uint32_t v) { return fixed_[v] != none ? fixed_[v] : shared_[find(v)]; }
  /// From here on who belongs to the value wishes that, too, where nothing was wished before.
  void took(std::uint32_t v, std::uint32_t reg) {
    share(v, reg);
    if (had_[v] != 0) return;
    had_[v] = 1;
    const std::uint32_t web = find(v);
    if (--waiting_[web] == 0) --claims_[shared_[web]];
  }
  bool claimed(std::uint32_t reg) const { return claims_[reg] != 0; }

 private:
  std::uint32_t find(std::uint32_t v) {
    while (leader_[v] != v) v = leader_[v] = leader_[leader_[v]];
    return v;
  }
  void share(std::uint32_t v, std::uint32_t reg) {
    std::uint32_t& r = shared_[find(v)];
    if (r != none) return;
    r = reg;
    ++claims_[reg];
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    leader_[std::max(a, b)] = std::min(a, b);
  }
  void join_copy(const Problem& p, std::span<const Operand> all) {
    std::uint32_t to = none, from = none;
    for (const Operand& o : all) (o.is_def ? to : from) = o.value;
    if (to != none && from != none && p.values[to].cls == p.values[from].cls) join(to, from);
  }
  std::vector<std::uint32_t> leader_, fixed_;
  std::vector<std::uint32_t> shared_, waiting_;  // per leader: the register, members that have had none yet
  std::vector<std::uint8_t> had_;
  std::vector<std::uint32_t> claims_;  // per register
};
using Wishes = BasicWishes<>;

}  // namespace lathe::regalloc::detail
