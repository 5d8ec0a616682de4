// Which values are in registers where: at each instruction those whose next use is furthest away leave.
//
// Blocks in reverse post-order. What is in registers at a block's head is what its predecessors agree on, and the
// nearest of what some of them have; at a loop's header what the loop uses, and of what only lives through it as much
// as the loop has room for. Where the blocks do not agree, code on the edges couples them. An instruction whose
// operands are particular says by Fit how many other values it leaves room for. A value that was stored once stays
// stored: it never changes.
//
// Gives: values in registers at both ends of each block, what happens in front of each instruction, last uses.
// Cost:  O(operands + edges * (registers + live values)), and O(registers) for each eviction.
// Source: Braun, Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009; Belady 1966.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/regalloc/fit.hpp>
#include <lathe/regalloc/next_use.hpp>
#include <lathe/regalloc/plan.hpp>

namespace lathe::regalloc::detail {

/// What the spiller decides. Nothing is said of blocks that the entry does not reach.
struct Residence {
  struct Event {
    enum class Kind : std::uint8_t {
      drop,   ///< its register is wanted: it is not there from here on
      leave,  ///< read by the instruction, and not there from then on, though it lives
      load    ///< into a register
    };
    Kind kind;
    bool store;  ///< drop and leave: it has not been stored yet, and can be
    std::uint32_t value;
  };
  struct Rows {  ///< a list per block, in the order in which they were made
    std::vector<std::pair<std::uint32_t, std::uint32_t>> row;
    std::vector<std::uint32_t> values;
    std::span<const std::uint32_t> operator[](Block b) const {
      return std::span(values).subspan(row[b].first, row[b].second - row[b].first);
    }
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> event_row;  ///< per instruction
  std::vector<Event> events;
  std::vector<std::uint8_t> last;      ///< per operand, of uses: it does not live on
  std::vector<std::uint8_t> dead;      ///< per operand, of results; then per parameter, then per phi: nobody reads it
  Rows entry, exit;                    ///< values in registers
  Rows stored_entry, stored_exit;      ///< live values that are stored on all ways here
  std::vector<std::uint32_t> peak;     ///< per class: registers wanted at once
  std::vector<std::uint32_t> crosses;  ///< per value: the first set that is clobbered while it is in a register
  Refusal refusal = Refusal::none;
  std::uint32_t refused_at = 0, refused_class = none;
  std::uint64_t evicted = 0;

  std::span<const Event> before(std::uint32_t inst) const {
    return std::span(events).subspan(event_row[inst].first, event_row[inst].second - event_row[inst].first);
  }
};

/// Are all its operands anywhere, and does it clobber nothing?
inline bool is_plain(const Problem& p, std::uint32_t inst) {
  if (p.insts[inst].clobbers != none) return false;
  for (const Operand& o : p.operands[inst])
    if (o.want != Want::any || o.early || o.tied != none) return false;
  return true;
}
/// Does code on the edges into it couple registers? Else it begins as its one predecessor ends.
inline bool is_join(const Problem& p, Block b, bool has_phis) {
  return b != 0 && (has_phis || p.cfg.predecessors(b).size() > 1);
}

template <class = void>
class BasicSpiller {
 public:
  BasicSpiller(const Problem& p, const Options& options, const Ground& ground, const NextUse& uses)
      : p_(p), ground_(ground), uses_(uses), fit_(p, options.search) {}

  Residence run() {
    const std::size_t n = p_.values.size();
    out_.event_row.assign(p_.insts.size(), {0, 0});
    out_.last.assign(p_.operands.size(), 0);
    out_.dead.assign(p_.operands.size() + p_.parameters.size() + p_.phis.size(), 0);
    for (auto* rows : {&out_.entry, &out_.exit, &out_.stored_entry, &out_.stored_exit})
      rows->row.assign(p_.block_count(), {0, 0});
    out_.peak.assign(p_.classes.size(), 0);
    out_.crosses.assign(n, none);
    in_.resize(p_.classes.size());
    place_.assign(n, none);
    next_.assign(n, never);
    seen_.assign(n, flow::no_block);
    stored_.assign(n, flow::no_block);
    count_.assign(n, 0);
    mark_.assign(n, none);
    after_.assign(p_.operands.size(), never);
    first_phi_.assign(p_.block_count() + 1, 0);
    for (const Problem::Phi& phi : p_.phis) ++first_phi_[phi.block + 1];
    for (Block b = 0; b < p_.block_count(); ++b) first_phi_[b + 1] += first_phi_[b];
    find_used_in_loops();
    find_loop_pressure();
    for (const Block b : ground_.order.blocks) {
      scan(b);
      enter(b);
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1] && out_.refusal == Refusal::none; ++i) step(b, i);
      if (out_.refusal != Refusal::none) break;
      leave(b);
    }
    return std::move(out_);
  }

 private:
  using Event = Residence::Event;
  static constexpr std::uint32_t never = NextUse::never;

  void refuse(Refusal why, std::uint32_t at, std::uint32_t cls) {
    if (out_.refusal != Refusal::none) return;
    out_.refusal = why;
    out_.refused_at = at;
    out_.refused_class = cls;
  }
  std::uint32_t file(std::uint32_t c) const { return static_cast<std::uint32_t>(p_.classes[c].registers.size()); }
  std::uint32_t cls(std::uint32_t value) const { return p_.values[value].cls; }

  // ---- what is known of loops beforehand

  // Values from outside that a loop uses, by loop.
  void find_used_in_loops() {
    std::vector<Block> home(p_.values.size(), 0);
    for (const Problem::Phi& phi : p_.phis)
      if (ground_.order.reachable(phi.block)) home[phi.result] = phi.block;
    for (const Block b : ground_.order.blocks)
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i])
          if (o.is_def) home[o.value] = b;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;
    std::vector<std::uint32_t> noted(p_.values.size(), flow::no_loop);  // the last loop that it was noted for
    const auto use = [&](std::uint32_t v, Block b) {
      for (std::uint32_t l = ground_.loops.innermost[b]; l != flow::no_loop; l = ground_.loops.loops[l].parent) {
        if (ground_.loops.contains(l, home[v]) || noted[v] == l) break;
        noted[v] = l;
        rows.emplace_back(l, v);
      }
    };
    for (const Block b : ground_.order.blocks)
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i])
          if (!o.is_def) use(o.value, b);
    for (const Problem::Phi& phi : p_.phis)
      for (const Problem::Argument& a : p_.incoming(phi))
        if (ground_.order.reachable(phi.block) && ground_.order.reachable(a.from)) use(a.value, a.from);
    used_in_ = Csr<std::uint32_t>(static_cast<std::uint32_t>(ground_.loops.loops.size()), rows);
  }
  // The most registers of each class that a loop would want, were nothing spilled.
  void find_loop_pressure() {
    const std::size_t classes = p_.classes.size();
    pressure_.assign(ground_.loops.loops.size() * classes, 0);
    std::vector<std::uint32_t> live(classes), most(classes);
    for (const Block b : ground_.order.blocks) {
      if (ground_.loops.innermost[b] == flow::no_loop) continue;
      std::fill(live.begin(), live.end(), 0);
      for (const std::uint32_t v : uses_.live_out(b)) {
        ++live[cls(v)];
        seen_[v] = b;
      }
      most = live;
      for (std::uint32_t i = p_.first[b + 1]; i-- > p_.first[b];) pass_back(b, i, live, most);
      for (std::uint32_t l = ground_.loops.innermost[b]; l != flow::no_loop; l = ground_.loops.loops[l].parent)
        for (std::size_t c = 0; c < classes; ++c)
          pressure_[l * classes + c] = std::max(pressure_[l * classes + c], most[c]);
    }
    std::fill(seen_.begin(), seen_.end(), flow::no_block);
  }
  void pass_back(Block b, std::uint32_t i, std::vector<std::uint32_t>& live, std::vector<std::uint32_t>& most) {
    const auto note = [&](std::uint32_t c, std::uint32_t more) { most[c] = std::max(most[c], live[c] + more); };
    for (const Operand& o : p_.operands[i]) {
      if (!o.is_def) continue;
      if (seen_[o.value] == b)
        seen_[o.value] = flow::no_block;
      else
        ++live[cls(o.value)];
      note(cls(o.value), 0);
    }
    for (const Operand& o : p_.operands[i])
      if (o.is_def) --live[cls(o.value)];
    if (const std::uint32_t s = p_.insts[i].clobbers; s != none)
      for (std::uint32_t c = 0; c < live.size(); ++c) {
        std::uint32_t gone = 0;
        for (const std::uint32_t r : p_.classes[c].registers)
          gone += std::binary_search(p_.sets[s].begin(), p_.sets[s].end(), r) ? 1U : 0U;
        note(c, gone);
      }
    for (const Operand& o : p_.operands[i]) {
      if (o.is_def || seen_[o.value] == b) continue;
      seen_[o.value] = b;
      ++live[cls(o.value)];
      note(cls(o.value), 0);
    }
  }

  // ---- a block

  // Backwards: where each value is used next behind each of its operands, and from the head; places in the block.
  void scan(Block b) {
    const std::uint32_t size = p_.first[b + 1] - p_.first[b];
    const auto out = uses_.live_out(b);
    for (std::size_t k = 0; k < out.size(); ++k) {
      next_[out[k]] = size + uses_.at_end(b, k);
      seen_[out[k]] = b;
    }
    const auto next = [&](std::uint32_t v) { return seen_[v] == b ? next_[v] : never; };
    for (std::uint32_t i = p_.first[b + 1]; i-- > p_.first[b];) {
      const auto all = p_.operands[i];
      const std::size_t at = p_.place[i];
      for (std::size_t k = 0; k < all.size(); ++k) {
        after_[at + k] = next(all[k].value);
        if (all[k].is_def)
          out_.dead[at + k] = after_[at + k] == never;
        else
          out_.last[at + k] = after_[at + k] == never;
      }
      for (const Operand& o : all)
        if (!o.is_def) {
          next_[o.value] = i - p_.first[b];
          seen_[o.value] = b;
        }
    }
  }

  void put(std::uint32_t v) {
    auto& list = in_[cls(v)];
    place_[v] = static_cast<std::uint32_t>(list.size());
    list.push_back(v);
  }
  void take(std::uint32_t v) {
    auto& list = in_[cls(v)];
    const std::uint32_t at = place_[v], moved = list.back();
    list[at] = moved;
    place_[moved] = at;
    list.pop_back();
    place_[v] = none;
  }
  bool in_register(std::uint32_t v) const { return place_[v] != none; }

  void enter(Block b) {
    for (auto& list : in_) {
      for (const std::uint32_t v : list) place_[v] = none;
      list.clear();
    }
    const bool phis = first_phi_[b] != first_phi_[b + 1];
    if (b == 0)
      enter_function();
    else if (!is_join(p_, b, phis))
      inherit(b, p_.cfg.predecessors(b)[0]);
    else
      join(b);
    open_row(out_.entry, b);
    for (const auto& list : in_) out_.entry.values.insert(out_.entry.values.end(), list.begin(), list.end());
    close_row(out_.entry, b);
    for (std::size_t c = 0; c < in_.size(); ++c) note_peak(c, in_[c].size());
  }
  static void open_row(Residence::Rows& rows, Block b) {
    rows.row[b].first = static_cast<std::uint32_t>(rows.values.size());
  }
  static void close_row(Residence::Rows& rows, Block b) {
    rows.row[b].second = static_cast<std::uint32_t>(rows.values.size());
  }
  void note_peak(std::size_t c, std::size_t size) {
    out_.peak[c] = std::max(out_.peak[c], static_cast<std::uint32_t>(size));
  }

  void enter_function() {
    for (std::uint32_t c = 0; c < in_.size(); ++c) {
      fit_.open(p_.parameters, none, c);
      if (fit_.capacity({}, 0) == none)
        refuse(fit_.out_of_search() ? Refusal::search_limit : Refusal::parameters, 0, c);
    }
    std::vector<std::uint32_t> count(in_.size(), 0);
    for (std::size_t k = 0; k < p_.parameters.size(); ++k) {
      const std::uint32_t v = p_.parameters[k].value;
      note_peak(cls(v), ++count[cls(v)]);
      if (seen_[v] == 0)
        put(v);
      else
        out_.dead[p_.operands.size() + k] = 1;
    }
  }
  void inherit(Block b, Block from) {
    for (const std::uint32_t v : out_.exit[from])
      if (seen_[v] == b) put(v);
    open_row(out_.stored_entry, b);
    for (const std::uint32_t v : out_.stored_exit[from])
      if (seen_[v] == b) {
        stored_[v] = b;
        out_.stored_entry.values.push_back(v);
      }
    close_row(out_.stored_entry, b);
  }

  // Candidates with how near they are; those that cannot leave come first.
  struct Candidate {
    std::uint32_t rank, next, value;
    auto operator<=>(const Candidate&) const = default;
  };
  void join(Block b) {
    std::uint32_t preds = 0;
    const std::uint32_t here = ground_.order.position[b];
    for (const Block from : p_.cfg.predecessors(b)) {
      if (!ground_.order.reachable(from) || ground_.order.position[from] >= here) continue;
      ++preds;
      for (const std::uint32_t v : out_.exit[from]) {
        count_[v] = mark_[v] == b ? count_[v] + 1 : 1;
        mark_[v] = b;
      }
    }
    const auto agreed = [&](std::uint32_t v) { return mark_[v] == b ? count_[v] : 0; };
    const std::uint32_t loop = ground_.loops.innermost[b];
    const bool header = loop != flow::no_loop && ground_.loops.loops[loop].header == b;
    candidates_.clear();
    for (const std::uint32_t v : uses_.live_in(b)) candidates_.push_back({agreed(v), next_[v], v});
    for (std::uint32_t k = first_phi_[b]; k < first_phi_[b + 1]; ++k) {
      const std::uint32_t v = p_.phis[k].result;
      if (seen_[v] != b) {
        out_.dead[p_.operands.size() + p_.parameters.size() + k] = 1;
        continue;
      }
      std::uint32_t have = 0;
      for (const Problem::Argument& a : p_.incoming(p_.phis[k]))
        if (ground_.order.reachable(a.from) && ground_.order.position[a.from] < here)
          have += std::binary_search(out_.exit[a.from].begin(), out_.exit[a.from].end(), a.value) ? 1U : 0U;
      candidates_.push_back({have, next_[v], v});
    }
    if (header)
      rank_header(loop);
    else
      for (Candidate& c : candidates_) c.rank = c.rank == preds ? 1 : c.rank != 0 ? 2 : 4;
    for (Candidate& c : candidates_)
      if (!p_.can_leave(c.value)) c.rank = 0;
    // Between those that all and those that some predecessors have, the next use decides only who of the latter comes.
    std::sort(candidates_.begin(), candidates_.end());
    choose(b, header ? loop : flow::no_loop);
    note_stored(b, preds, here);
  }

  // 1: the loop uses it; 3: it lives through.
  void rank_header(std::uint32_t loop) {
    for (const std::uint32_t v : used_in_[loop]) count_[v] = loop, mark_[v] = none - 1;
    for (Candidate& c : candidates_) {
      const bool used = (mark_[c.value] == none - 1 && count_[c.value] == loop) || c.next < NextUse::far;
      c.rank = used ? 1 : 3;
    }
    for (const std::uint32_t v : used_in_[loop]) mark_[v] = none;
  }
  void choose(Block b, std::uint32_t header_of) {
    const std::size_t classes = in_.size();
    std::vector<std::uint32_t>& room = room_;
    room.assign(classes, 0);
    for (std::uint32_t c = 0; c < classes; ++c) room[c] = file(c);
    if (header_of != flow::no_loop) {
      // Of those that live through, as many as the loop has room for.
      through_.assign(classes, 0);
      for (const Candidate& c : candidates_) through_[cls(c.value)] += c.rank == 3 ? 1 : 0;
      for (std::uint32_t c = 0; c < classes; ++c) {
        const std::uint32_t most = file(c) + through_[c], want = pressure_[header_of * classes + c];
        through_[c] = most > want ? most - want : 0;
      }
    }
    for (const Candidate& c : candidates_) {
      const std::uint32_t k = cls(c.value);
      if (room[k] == 0 && c.rank == 0)
        return refuse(Refusal::instruction, std::min(p_.first[b], p_.inst_count() - 1), k);
      if (room[k] == 0 || c.rank == 4) continue;
      if (c.rank == 3 && through_[k]-- == 0) {
        through_[k] = 0;
        continue;
      }
      --room[k];
      put(c.value);
    }
  }
  // Stored: on all ways that are known, or because it is in no register.
  void note_stored(Block b, std::uint32_t preds, std::uint32_t here) {
    for (const Block from : p_.cfg.predecessors(b)) {
      if (!ground_.order.reachable(from) || ground_.order.position[from] >= here) continue;
      for (const std::uint32_t v : out_.stored_exit[from]) {
        count_[v] = mark_[v] == p_.block_count() + b ? count_[v] + 1 : 1;
        mark_[v] = p_.block_count() + b;
      }
    }
    open_row(out_.stored_entry, b);
    for (const Candidate& c : candidates_) {
      if (in_register(c.value) && !(mark_[c.value] == p_.block_count() + b && count_[c.value] == preds)) continue;
      stored_[c.value] = b;
      out_.stored_entry.values.push_back(c.value);
    }
    close_row(out_.stored_entry, b);
  }
  void leave(Block b) {
    open_row(out_.exit, b);
    for (const auto& list : in_) out_.exit.values.insert(out_.exit.values.end(), list.begin(), list.end());
    close_row(out_.exit, b);
    std::sort(out_.exit.values.begin() + out_.exit.row[b].first, out_.exit.values.end());
    open_row(out_.stored_exit, b);
    for (const std::uint32_t v : uses_.live_out(b))
      if (stored_[v] == b) out_.stored_exit.values.push_back(v);
    close_row(out_.stored_exit, b);
  }

  // ---- an instruction

  void step(Block b, std::uint32_t i) {
    const auto all = p_.operands[i];
    const std::size_t at = p_.place[i];
    events_.clear();
    for (const Operand& o : all) {
      if (o.is_def) continue;
      mark_[o.value] = p_.block_count() * 2 + i;  // read here
      if (in_register(o.value)) continue;
      put(o.value);
      events_.push_back({Event::Kind::load, false, o.value});
    }
    if (is_plain(p_, i))
      plain_room(b, i);
    else
      particular_room(b, i);
    // What dies is gone, what leaves too.
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].is_def && out_.last[at + k] != 0 && in_register(all[k].value)) take(all[k].value);
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].is_def && out_.dead[at + k] == 0) {
        next_[all[k].value] = after_[at + k];
        put(all[k].value);
      }
    out_.event_row[i].first = static_cast<std::uint32_t>(out_.events.size());
    out_.events.insert(out_.events.end(), events_.begin(), events_.end());
    out_.event_row[i].second = static_cast<std::uint32_t>(out_.events.size());
  }
  bool read_here(std::uint32_t v, std::uint32_t i) const { return mark_[v] == p_.block_count() * 2 + i; }

  // The one that is used last of those that `may` go; none when there is none.
  template <class May>
  std::uint32_t furthest(std::uint32_t c, Block b, May&& may) const {
    std::uint32_t found = none;
    const auto key = [&](std::uint32_t v) {
      const bool free = stored_[v] == b || p_.values[v].remat != none;
      return std::uint64_t{next_[v]} << 1 | (free ? 1 : 0);
    };
    for (const std::uint32_t v : in_[c])
      if (may(v) && p_.can_leave(v) && (found == none || key(v) > key(found) || (key(v) == key(found) && v < found)))
        found = v;
    return found;
  }
  void evict(std::uint32_t v, Block b, Event::Kind kind) {
    const bool store = stored_[v] != b && p_.can_store(v);
    stored_[v] = b;
    take(v);
    events_.push_back({kind, store, v});
    ++out_.evicted;
  }
  void settle_next(std::uint32_t i) {
    const auto all = p_.operands[i];
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!all[k].is_def) next_[all[k].value] = after_[p_.place[i] + k];
  }

  void plain_room(Block b, std::uint32_t i) {
    touched_.clear();
    for (const Operand& o : p_.operands[i])
      if (std::find(touched_.begin(), touched_.end(), cls(o.value)) == touched_.end()) touched_.push_back(cls(o.value));
    for (const std::uint32_t c : touched_) {
      while (in_[c].size() > file(c)) {
        const std::uint32_t v = furthest(c, b, [&](std::uint32_t w) { return !read_here(w, i); });
        if (v == none) return refuse(Refusal::instruction, i, c);
        evict(v, b, Event::Kind::drop);
      }
      note_peak(c, in_[c].size());
    }
    settle_next(i);
    for (const std::uint32_t c : touched_) {
      std::uint32_t writes = 0, dying = 0;
      const auto all = p_.operands[i];
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (cls(all[k].value) != c) continue;
        if (all[k].is_def)
          ++writes;
        else if (out_.last[p_.place[i] + k] != 0 && mark_[all[k].value] == p_.block_count() * 2 + i) {
          ++dying;
          mark_[all[k].value] = none;  // counted once
        }
      }
      if (writes == 0) continue;
      while (in_[c].size() - dying + writes > file(c)) {
        const std::uint32_t v = furthest(c, b, [&](std::uint32_t w) { return next_[w] != never; });
        if (v == none) return refuse(Refusal::instruction, i, c);
        evict(v, b, read_here(v, i) ? Event::Kind::leave : Event::Kind::drop);
      }
      note_peak(c, in_[c].size() - dying + writes);
    }
  }

  void particular_room(Block b, std::uint32_t i) {
    for (std::uint32_t c = 0; c < in_.size(); ++c) {
      fit_.open(p_.operands[i], p_.insts[i].clobbers, c);
      const auto& used = fit_.used();
      stays_.assign(used.size(), 0);
      std::uint32_t rest = 0;
      for (const std::uint32_t v : in_[c]) rest += read_here(v, i) ? 0U : 1U;
      // All that is read can be read, beside what stays,
      while (!has_room(rest)) {
        if (fit_.out_of_search()) return refuse(Refusal::search_limit, i, c);
        const std::uint32_t v = furthest(c, b, [&](std::uint32_t w) { return !read_here(w, i); });
        if (v == none) return refuse(Refusal::instruction, i, c);
        evict(v, b, Event::Kind::drop);
        --rest;
      }
      note_peak(c, in_[c].size());
    }
    settle_next(i);
    for (std::uint32_t c = 0; c < in_.size(); ++c) {
      fit_.open(p_.operands[i], p_.insts[i].clobbers, c);
      const auto& used = fit_.used();
      std::uint32_t rest = 0;
      for (const std::uint32_t v : in_[c]) rest += read_here(v, i) ? 0U : 1U;
      stays_.resize(used.size());
      for (std::size_t u = 0; u < used.size(); ++u) stays_[u] = next_[used[u]] != never;
      // and what of it lives on stays as well, as far as there is room.
      while (!has_room(rest)) {
        if (fit_.out_of_search()) return refuse(Refusal::search_limit, i, c);
        const std::uint32_t v = furthest(c, b, [&](std::uint32_t w) { return next_[w] != never; });
        if (v == none) return refuse(Refusal::instruction, i, c);
        const bool read = read_here(v, i);
        evict(v, b, read ? Event::Kind::leave : Event::Kind::drop);
        if (read)
          stays_[static_cast<std::size_t>(std::find(used.begin(), used.end(), v) - used.begin())] = 0;
        else
          --rest;
      }
      if (const std::uint32_t s = p_.insts[i].clobbers; s != none)
        for (const std::uint32_t v : in_[c])
          if (next_[v] != never && out_.crosses[v] == none) out_.crosses[v] = s;
    }
  }
  bool has_room(std::uint32_t others) {
    const std::uint32_t room = fit_.capacity(stays_, others);
    return room != none && room >= others;
  }

  const Problem& p_;
  const Ground& ground_;
  const NextUse& uses_;
  Fit fit_;
  Residence out_;
  Csr<std::uint32_t> used_in_;
  std::vector<std::uint32_t> pressure_;         // per loop and class
  std::vector<std::vector<std::uint32_t>> in_;  // per class: values in registers
  std::vector<std::uint32_t> place_;            // per value: its place there, or none
  std::vector<std::uint32_t> next_;             // per value: place in the block of its next use
  std::vector<Block> seen_, stored_;            // per value: the block for which next_ holds, in which it is stored
  std::vector<std::uint32_t> count_, mark_;     // scratch, per value
  std::vector<std::uint32_t> after_;            // per operand: next use of its value behind the instruction
  std::vector<std::uint32_t> first_phi_, room_, through_, touched_;
  std::vector<std::uint8_t> stays_;
  std::vector<Candidate> candidates_;
  std::vector<Event> events_;
};
using Spiller = BasicSpiller<>;

}  // namespace lathe::regalloc::detail
