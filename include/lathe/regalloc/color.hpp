// A register for each value where it is in one, block by block in reverse post-order: each value takes a free register
// where it comes into one. Dominators come first and never more values are in registers than there are, so one is free;
// without particular operands no more are used than values are in registers at once (SSA form is chordal).
//
// In front of an instruction with particular operands the values may change places (its Fit says how), and where
// blocks meet, too. Which register is taken of those that are free: one that the value, or what it is copied, tied or
// joined by a phi to, wants later or has now; not one that is clobbered while it lives.
//
// Cost: O(operands + edges * registers), and O(registers) for each particular instruction.
// Source: Hack, Grund, Goos, "Register allocation for programs in SSA form", CC 2006; Hack, "Register Allocation for
// Programs in SSA Form", 2007 (live ranges split in front of constrained instructions).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/regalloc/copies.hpp>
#include <lathe/regalloc/fit.hpp>
#include <lathe/regalloc/homes.hpp>
#include <lathe/regalloc/wishes.hpp>
#include <lathe/support/bit_set.hpp>

namespace lathe::regalloc::detail {

template <class = void>
class BasicColorer {
 public:
  BasicColorer(const Problem& p, const Options& options, const Ground& ground, const Residence& where, Homes& homes,
               Plan& plan)
      : p_(p),
        options_(options),
        ground_(ground),
        where_(where),
        homes_(homes),
        plan_(plan),
        fit_(p, options.search),
        copies_(p, plan.slots),
        wishes_(p, ground, where) {}

  void run() {
    plan_.slots = homes_.slots;
    plan_.registers.assign(p_.operands.size(), none);
    plan_.parameters.assign(p_.parameters.size(), none);
    plan_.phis.assign(p_.phis.size(), {});
    reg_.assign(p_.values.size(), none);
    last_.assign(p_.values.size(), none);
    holds_.assign(p_.registers.size(), none);
    entry_.assign(where_.entry.values.size(), none);
    exit_.assign(where_.exit.values.size(), none);
    class_of_.assign(p_.registers.size(), none);
    rank_.assign(p_.registers.size(), 0);
    free_.resize(p_.classes.size());
    for (std::uint32_t c = 0; c < p_.classes.size(); ++c) {
      const auto& list = p_.classes[c].registers;
      free_[c].resize((list.size() + 63) / 64);
      for (std::uint32_t k = 0; k < list.size(); ++k) {
        class_of_[list[k]] = c;
        rank_[list[k]] = k;
      }
    }
    find_avoided();
    for (const Block b : ground_.order.blocks) {
      block(b);
      if (plan_.refusal != Refusal::none) return;
    }
    for (const Block b : ground_.order.blocks)
      if (homes_.is_join(b))
        for (const Block from : p_.cfg.predecessors(b))
          if (ground_.order.reachable(from) && plan_.refusal == Refusal::none) edge(from, b);
    finish();
  }

 private:
  using Event = Residence::Event;
  enum Phase : std::uint32_t { edge_top, defined, evicted, changes, edge_end };
  struct Placed {
    Position at;
    std::uint32_t phase;
    Edit edit;
  };

  // ---- registers

  void occupy(std::uint32_t r, std::uint32_t v) {
    holds_[r] = v;
    reg_[v] = r;
    free_[class_of_[r]][rank_[r] / 64] &= ~(std::uint64_t{1} << (rank_[r] % 64));
  }
  void release(std::uint32_t v) {
    const std::uint32_t r = reg_[v];
    holds_[r] = none;
    reg_[v] = none;
    free_[class_of_[r]][rank_[r] / 64] |= std::uint64_t{1} << (rank_[r] % 64);
  }
  bool is_free(std::uint32_t r) const { return holds_[r] == none; }
  void clear() {
    for (std::uint32_t c = 0; c < free_.size(); ++c) {
      const std::size_t n = p_.classes[c].registers.size();
      for (std::size_t w = 0; w < free_[c].size(); ++w)
        free_[c][w] = n - 64 * w >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (n - 64 * w)) - 1;
      for (const std::uint32_t r : p_.classes[c].registers) {
        if (holds_[r] != none) reg_[holds_[r]] = none;
        holds_[r] = none;
      }
    }
  }
  // Per set of registers and class: words that have a bit for each register to avoid.
  void find_avoided() {
    for (std::uint32_t c = 0; c < free_.size(); ++c) avoided_first_.push_back(words_), words_ += free_[c].size();
    avoided_.assign(words_ * p_.sets.size(), 0);
    for (std::uint32_t s = 0; s < p_.sets.size(); ++s)
      for (const std::uint32_t r : p_.sets[s])
        if (const std::uint32_t c = class_of_[r]; c != none)
          avoided_[s * words_ + avoided_first_[c] + rank_[r] / 64] |= std::uint64_t{1} << (rank_[r] % 64);
  }
  bool avoids(std::uint32_t v, std::uint32_t r) const {
    const std::uint32_t s = where_.crosses[v];
    return s != none &&
           ((avoided_[s * words_ + avoided_first_[class_of_[r]] + rank_[r] / 64] >> (rank_[r] % 64)) & 1U) != 0;
  }
  /// What the value would gladly have; none when there is no such, or no fuel.
  std::uint32_t wish(std::uint32_t v) {
    const std::uint32_t r = wishes_.of(v);
    return r == none || avoids(v, r) || !homes_.spend() ? none : r;
  }
  std::uint32_t pick(std::uint32_t v) {
    const std::uint32_t c = p_.values[v].cls;
    for (const std::uint32_t wanted : {wishes_.of(v), last_[v]})  // where it was the last time may save a move
      if (wanted != none && is_free(wanted) && !avoids(v, wanted) && homes_.spend()) return wanted;
    // Not clobbered before not claimed, of the first so many as are wanted at once before others.
    std::uint32_t found = none, rank = 8;
    const auto& file = p_.classes[c].registers;
    for (std::size_t w = 0; w < free_[c].size() && rank != 0; ++w)
      for (std::uint64_t bits = free_[c][w]; bits != 0 && rank != 0; bits &= bits - 1) {
        const auto k = static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(bits));
        const std::uint32_t r = file[k];
        const std::uint32_t now =
            (avoids(v, r) ? 4U : 0U) + (k >= where_.peak[c] ? 2U : 0U) + (wishes_.claimed(r) ? 1U : 0U);
        if (now < rank) rank = now, found = r;
      }
    return found;  // there are never more values than registers
  }
  void settle(std::uint32_t v, std::uint32_t r) {
    occupy(r, v);
    last_[v] = r;
    wishes_.took(v, r);
  }

  // ---- edits

  void note(Position at, Phase phase, const Edit& e) { placed_.push_back({at, phase, e}); }
  void load(Position at, std::uint32_t v, std::uint32_t r) {
    if (homes_.home[v] == Home::made)
      note(at, changes, {Edit::Kind::make, {}, r, 0, v});
    else
      note(at, changes, {Edit::Kind::load, {}, r, homes_.slot[v], v});
  }
  // Where its value is, as Transfer says it, when it is in no register.
  std::uint32_t away(std::uint32_t v) const {
    return homes_.home[v] == Home::made ? none : copies_.place_of_slot(homes_.slot[v]);
  }
  void store_defined(Position at, std::uint32_t v) {
    if (homes_.home[v] == Home::definition) note(at, defined, {Edit::Kind::store, {}, homes_.slot[v], reg_[v], v});
  }
  void no_scratch(std::uint32_t at) {
    plan_.refusal = Refusal::no_scratch;
    plan_.refused_at = at;
    plan_.refused_class = copies_.failed();
  }

  // ---- a block

  void block(Block b) {
    clear();
    const auto values = where_.entry[b];
    const std::uint32_t row = where_.entry.row[b].first;
    if (b == 0)
      parameters();
    else if (!homes_.is_join(b))
      inherit(p_.cfg.predecessors(b)[0], values);
    else
      meet(b, values);
    for (std::size_t k = 0; k < values.size(); ++k) entry_[row + k] = reg_[values[k]];
    const auto phis = homes_.phis(b);
    for (std::uint32_t k = 0; k < phis.size(); ++k) {
      if (homes_.is_dead(homes_.first_phi(b) + k)) continue;
      const std::uint32_t v = phis[k].result;
      Plan::PhiPlace& place = plan_.phis[homes_.first_phi(b) + k];
      if (homes_.home[v] == Home::edges)
        place.slot = homes_.slot[v];
      else
        place.reg = reg_[v], store_defined({b, p_.first[b]}, v);
    }
    for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1] && plan_.refusal == Refusal::none; ++i) inst(b, i);
    const auto out = where_.exit[b];
    for (std::size_t k = 0; k < out.size(); ++k) exit_[where_.exit.row[b].first + k] = reg_[out[k]];
  }
  void parameters() {
    std::vector<std::uint32_t> now;
    for (std::uint32_t c = 0; c < p_.classes.size(); ++c) {
      now.assign(p_.classes[c].registers.size(), none);
      fit_.open(p_.parameters, none, c);
      fit_.assign({}, {}, now, [&](std::uint32_t v) { return wish(v); });
      for (std::size_t k = 0; k < p_.parameters.size(); ++k) {
        const std::uint32_t v = p_.parameters[k].value;
        if (p_.values[v].cls != c) continue;
        plan_.parameters[k] = fit_.operand(static_cast<std::uint32_t>(k));
        if (where_.dead[p_.operands.size() + k] != 0) continue;
        settle(v, plan_.parameters[k]);
        store_defined({0, p_.first[0]}, v);
      }
    }
  }
  void inherit(Block from, std::span<const std::uint32_t> values) {
    const auto before = where_.exit[from];
    const std::uint32_t row = where_.exit.row[from].first;
    for (const std::uint32_t v : values) {  // those of `before` are ascending
      const auto at = std::lower_bound(before.begin(), before.end(), v) - before.begin();
      occupy(exit_[row + static_cast<std::size_t>(at)], v);
    }
  }
  std::uint32_t at_exit(Block from, std::uint32_t v) const {
    const auto before = where_.exit[from];
    const auto it = std::lower_bound(before.begin(), before.end(), v);
    if (it == before.end() || *it != v) return none;
    return exit_[where_.exit.row[from].first + static_cast<std::size_t>(it - before.begin())];
  }
  // The predecessors that are done vote, the most frequent first.
  void meet(Block b, std::span<const std::uint32_t> values) {
    votes_.clear();
    const auto vote = [&](std::uint32_t v, std::uint32_t r, std::uint64_t weight) {
      if (r != none) votes_.push_back({weight, static_cast<std::uint32_t>(votes_.size()), v, r});
    };
    for (std::uint32_t k = 0; k < homes_.phis(b).size(); ++k) is_phi_.insert(homes_.phis(b)[k].result);
    for (const Block from : p_.cfg.predecessors(b)) {
      if (!ground_.order.reachable(from) || ground_.order.position[from] >= ground_.order.position[b]) continue;
      for (const std::uint32_t v : values)
        if (!is_phi_.contains(v)) vote(v, at_exit(from, v), p_.weight[from]);
      for (std::uint32_t k = 0; k < homes_.phis(b).size(); ++k)
        vote(homes_.phis(b)[k].result, at_exit(from, homes_.argument(homes_.first_phi(b) + k, from)), p_.weight[from]);
    }
    for (std::uint32_t k = 0; k < homes_.phis(b).size(); ++k) is_phi_.erase(homes_.phis(b)[k].result);
    std::sort(votes_.begin(), votes_.end(), [](const Vote& x, const Vote& y) {
      return x.weight != y.weight ? x.weight > y.weight : x.order < y.order;
    });
    for (const std::uint32_t v : values) waits_.insert(v);
    for (const Vote& x : votes_)
      if (waits_.contains(x.value) && is_free(x.reg)) {
        waits_.erase(x.value);
        settle(x.value, x.reg);
      }
    for (const std::uint32_t v : values)
      if (waits_.erase(v)) settle(v, pick(v));
  }

  // ---- an instruction

  void inst(Block b, std::uint32_t i) {
    const Position at{b, i};
    const auto events = where_.before(i);
    for (const Event& e : events) {
      if (e.kind == Event::Kind::load) continue;
      if (e.store && homes_.home[e.value] == Home::leaving)
        note(at, evicted, {Edit::Kind::store, {}, homes_.slot[e.value], reg_[e.value], e.value});
      if (e.kind == Event::Kind::drop) release(e.value);
    }
    if (is_plain(p_, i))
      plain(at, i, events);
    else
      particular(at, i, events);
  }
  void plain(Position at, std::uint32_t i, std::span<const Event> events) {
    const auto all = p_.operands[i];
    const std::size_t first = p_.place[i];
    for (const Event& e : events)
      if (e.kind == Event::Kind::load) {
        settle(e.value, pick(e.value));
        load(at, e.value, reg_[e.value]);
      }
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].is_def) plan_.registers[first + k] = reg_[all[k].value];
    let_go(i, events);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!all[k].is_def) continue;
      settle(all[k].value, pick(all[k].value));
      plan_.registers[first + k] = reg_[all[k].value];
    }
    finish_results(at, i);
  }
  // Values that die, and those that leave, give their registers to the results.
  void let_go(std::uint32_t i, std::span<const Event> events) {
    const auto all = p_.operands[i];
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].is_def && where_.last[p_.place[i] + k] != 0 && reg_[all[k].value] != none) release(all[k].value);
    for (const Event& e : events)
      if (e.kind == Event::Kind::leave && reg_[e.value] != none) release(e.value);
  }
  void finish_results(Position at, std::uint32_t i) {
    const auto all = p_.operands[i];
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].is_def) {
        if (where_.dead[p_.place[i] + k] != 0)
          release(all[k].value);
        else
          store_defined({at.block, i + 1}, all[k].value);
      }
  }

  void particular(Position at, std::uint32_t i, std::span<const Event> events) {
    const auto all = p_.operands[i];
    const std::size_t first = p_.place[i];
    transfers_.clear();
    after_.clear();
    for (std::uint32_t c = 0; c < p_.classes.size(); ++c) {
      fit_.open(all, p_.insts[i].clobbers, c);
      const auto& file = p_.classes[c].registers;
      if (fit_.untouched()) {
        for (const std::uint32_t r : file)
          if (holds_[r] != none) copies_.keep(r, holds_[r]);
        continue;
      }
      now_.clear();
      for (const std::uint32_t r : file) now_.push_back(holds_[r]);
      hold_stays(i, c, events);
      fit_.assign(held_, stays_, now_, [&](std::uint32_t v) { return wish(v); });
      for (std::uint32_t k = 0; k < file.size(); ++k) {
        const std::uint32_t v = fit_.read_cell(k);
        if (now_[k] != none) copies_.keep(file[k], now_[k]);
        if (v == none) continue;
        transfers_.push_back({file[k], reg_[v] != none ? reg_[v] : away(v), v});
      }
      for (std::size_t k = 0; k < all.size(); ++k)
        if (p_.values[all[k].value].cls == c) plan_.registers[first + k] = fit_.operand(static_cast<std::uint32_t>(k));
      for (const auto& s : held_) after_.push_back({s.value, s.reg});
    }
    if (!copies_.emit(transfers_, [&](const Edit& e) { note(at, changes, e); })) return no_scratch(i);
    for (const auto& [v, r] : after_)
      if (reg_[v] != none) release(v);
    let_go(i, events);
    for (const auto& [v, r] : after_) settle(v, r);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].is_def) settle(all[k].value, plan_.registers[first + k]);
    finish_results(at, i);
  }
  // Who is in a register behind the instruction, of those that were before or are loaded for it.
  void hold_stays(std::uint32_t i, std::uint32_t c, std::span<const Event> events) {
    const auto all = p_.operands[i];
    const auto& used = fit_.used();
    stays_.assign(used.size(), 1);
    const auto goes = [&](std::uint32_t v) {
      const auto it = std::find(used.begin(), used.end(), v);
      if (it != used.end()) stays_[static_cast<std::size_t>(it - used.begin())] = 0;
    };
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].is_def && where_.last[p_.place[i] + k] != 0) goes(all[k].value);
    for (const Event& e : events)
      if (e.kind == Event::Kind::leave) goes(e.value);
    held_.clear();
    for (std::size_t u = 0; u < used.size(); ++u)
      if (stays_[u] != 0) held_.push_back({used[u], reg_[used[u]], wishes_.of(used[u]), none});
    for (const std::uint32_t r : p_.classes[c].registers)
      if (holds_[r] != none && std::find(used.begin(), used.end(), holds_[r]) == used.end())
        held_.push_back({holds_[r], r, wishes_.of(holds_[r]), none});
  }

  // ---- edges

  void edge(Block from, Block to) {
    transfers_.clear();
    const auto values = where_.entry[to];
    const std::uint32_t row = where_.entry.row[to].first;
    const auto entered = [&](std::uint32_t k) { return entry_[row + k]; };
    for (const Problem::Phi& phi : homes_.phis(to)) is_phi_.insert(phi.result);
    homes_.couple(
        from, to, [](std::uint32_t) {},
        [&](std::uint32_t v) {
          if (homes_.home[v] == Home::leaving)
            transfers_.push_back({copies_.place_of_slot(homes_.slot[v]), at_exit(from, v), v});
        },
        [&](std::uint32_t k, std::uint32_t v, bool there, bool stored) {
          if (homes_.is_dead(k)) return;
          const Plan::PhiPlace& place = plan_.phis[k];
          const std::uint32_t source = there ? at_exit(from, v) : away(v);
          if (place.slot == none)
            transfers_.push_back({place.reg, source, v});
          else if (!homes_.in_slot(v, stored) || homes_.slot[v] != place.slot)
            transfers_.push_back({copies_.place_of_slot(place.slot), source, v});
        });
    for (std::uint32_t k = 0; k < values.size(); ++k) {
      const std::uint32_t v = values[k];
      if (is_phi_.contains(v)) continue;
      const std::uint32_t r = at_exit(from, v);
      transfers_.push_back({entered(k), r != none ? r : away(v), v});
    }
    for (const Problem::Phi& phi : homes_.phis(to)) is_phi_.erase(phi.result);
    code_.clear();
    if (!copies_.emit(transfers_, [&](const Edit& e) { code_.push_back(e); })) return no_scratch(p_.exit(from));
    if (!code_.empty()) place_code(from, to);
  }
  void place_code(Block from, Block to) {
    Position at{to, p_.first[to]};
    Phase phase = edge_top;
    if (p_.cfg.predecessors(to).size() > 1) {
      bool quiet = p_.cfg.successors(from).size() == 1;
      for (std::uint32_t i = p_.exit(from); i < p_.first[from + 1]; ++i)
        quiet = quiet && p_.operands[i].empty() && p_.insts[i].clobbers == none;
      if (quiet) {
        at = {from, p_.exit(from)};
        phase = edge_end;
      } else if (options_.split_edges) {
        at = {p_.block_count() + static_cast<Block>(plan_.splits.size()), 0};
        plan_.splits.push_back({from, to});
      } else {
        plan_.refusal = Refusal::critical_edge;
        plan_.refused_at = from;
        plan_.refused_to = to;
        return;
      }
    }
    for (const Edit& e : code_) note(at, phase, e);
  }

  void finish() {
    if (plan_.refusal != Refusal::none) return;
    std::stable_sort(placed_.begin(), placed_.end(),
                     [](const Placed& a, const Placed& b) { return a.at != b.at ? a.at < b.at : a.phase < b.phase; });
    plan_.edits.reserve(placed_.size());
    for (Placed& e : placed_) {
      e.edit.at = e.at;
      plan_.edits.push_back(e.edit);
    }
  }

  const Problem& p_;
  const Options& options_;
  const Ground& ground_;
  const Residence& where_;
  Homes& homes_;
  Plan& plan_;
  Fit fit_;
  Copies copies_;
  Wishes wishes_;
  std::vector<std::uint32_t> last_;               // per value: the register that it had last
  std::vector<std::uint32_t> reg_, holds_;        // per value, per register: where it is, what it holds
  std::vector<std::uint32_t> entry_, exit_;       // registers of the values of Residence's entry and exit
  std::vector<std::uint32_t> class_of_, rank_;    // per register
  std::vector<std::vector<std::uint64_t>> free_;  // per class, a bit for each of its registers
  std::vector<std::uint64_t> avoided_;
  std::vector<std::size_t> avoided_first_;
  std::size_t words_ = 0;
  BitSet is_phi_, waits_;
  struct Vote {
    std::uint64_t weight;
    std::uint32_t order, value, reg;
  };
  std::vector<Vote> votes_;
  std::vector<Transfer> transfers_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> after_;
  std::vector<typename Fit::Stay> held_;
  std::vector<std::uint8_t> stays_;
  std::vector<std::uint32_t> now_;
  std::vector<Edit> code_;
  std::vector<Placed> placed_;
};
using Colorer = BasicColorer<>;

}  // namespace lathe::regalloc::detail
