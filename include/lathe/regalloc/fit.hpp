// One instruction and one register file: do its operands fit, how many other values can stay, and who goes where?
//
// Each register has two cells: what it holds while the uses are read, and what when the results are written. A value
// that lives through the instruction takes both of one register, which is not clobbered; a result that is early, or
// that a use is tied to, takes both; a use takes the first, a result the second. Uses of one value share a cell, also
// with the place where the value stays. What is fixed is placed first; what wants one of a set is tried (with
// backtracking: exact); the rest can be counted, since registers differ then only by which cells are free and whether
// they are clobbered, and whoever can take a poorer one does.
//
// Cost: O(operands + registers) where nobody wants a set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/regalloc/problem.hpp>

namespace lathe::regalloc::detail {

template <class = void>
class BasicFit {
 public:
  /// What a value that is read by the instruction, or lives on behind it, is to the colourer.
  struct Stay {
    std::uint32_t value, current;  ///< register before the instruction, or none
    std::uint32_t wish;            ///< a register, or none
    std::uint32_t reg;             ///< the answer
  };
  BasicFit(const Problem& p, std::uint32_t search) : p_(p), most_(search), index_(p.registers.size(), none) {
    for (const Class& c : p.classes)
      for (std::uint32_t k = 0; k < c.registers.size(); ++k) index_[c.registers[k]] = k;
  }

  /// Operands and clobbers of an instruction, as far as they are of class `cls`. `operands` outlives the questions.
  void open(std::span<const Operand> operands, std::uint32_t clobbers, std::uint32_t cls) {
    operands_ = operands;
    search_ = most_;
    file_ = p_.classes[cls].registers;
    gone_.assign(file_.size(), 0);
    used_.clear();
    items_.clear();
    plain_ = true;
    const auto mine = [&](const Operand& o) { return p_.values[o.value].cls == cls; };
    if (clobbers != none)
      for (const std::uint32_t r : p_.sets[clobbers])
        if (index_[r] < file_.size() && file_[index_[r]] == r) {
          gone_[index_[r]] = 1;
          plain_ = false;
        }
    tied_.assign(operands.size(), 0);
    for (const Operand& o : operands)
      if (!o.is_def && o.tied != none) tied_[o.tied] = 1;
    for (std::uint32_t k = 0; k < operands.size(); ++k) {
      const Operand& o = operands[k];
      if (!mine(o) || (o.is_def && tied_[k] != 0)) continue;
      if (!o.is_def && std::find(used_.begin(), used_.end(), o.value) == used_.end()) used_.push_back(o.value);
      Item item{o.is_def ? none : o.value, o.is_def ? k : none, o.is_def ? none : k, o.is_def && !o.early, false, {}};
      item.both = o.is_def ? o.early : o.tied != none;
      if (!o.is_def && o.tied != none) item.def = o.tied;
      narrow(item, o);
      if (!o.is_def && o.tied != none) narrow(item, operands[o.tied]);
      plain_ = plain_ && item.free && !item.both;
      items_.push_back(std::move(item));
    }
  }
  /// Nothing but uses and results that can be anywhere.
  bool plain() const { return plain_; }
  /// Nothing of the class is read, written or clobbered.
  bool untouched() const { return plain_ && items_.empty(); }
  /// Values that the instruction reads, each once.
  const std::vector<std::uint32_t>& used() const { return used_; }

  /// Beside the used values for which `stays` is set, so many others can stay; none: they do not fit. At `wanted` it
  /// is content.
  std::uint32_t capacity(std::span<const std::uint8_t> stays, std::uint32_t wanted) {
    stays_ = stays;
    wanted_ = static_cast<std::int64_t>(wanted);
    best_ = -1;
    if (place_fixed()) try_sets(0);
    return best_ < 0 ? none : static_cast<std::uint32_t>(best_);
  }
  bool out_of_search() const { return search_ == 0; }

  /// Registers for all: of operands by operand(k), of `held` in their answers. `held` are the used values that stay
  /// and all others that live through. `now[k]`: the value in the k-th register of the class before. wish(value): a
  /// register that it would gladly have, or none. False when they do not fit.
  template <class Wish>
  bool assign(std::span<Stay> held, std::span<const std::uint8_t> stays, std::span<const std::uint32_t> now,
              Wish&& wish) {
    std::uint32_t others = static_cast<std::uint32_t>(held.size());
    for (const std::uint8_t s : stays) others -= s;
    const std::uint32_t room = capacity(stays, others);
    if (room == none || room < others) return false;
    now_ = now;
    place_held(held);
    registers_.assign(operands_.size(), none);
    place_rest(held, wish);
    return true;
  }
  std::uint32_t operand(std::uint32_t k) const { return registers_[k]; }
  /// What register k of the class holds when the uses are read, or none.
  std::uint32_t read_cell(std::uint32_t k) const { return read_[k] >= blocked ? none : read_[k]; }

 private:
  static constexpr std::uint32_t blocked = none - 1;  // taken, by no value that is read
  struct Item {
    std::uint32_t value;     // that is read, or none
    std::uint32_t def, use;  // operands
    bool write;              // takes the second cell alone
    bool both;
    std::vector<std::uint32_t> among;  // places in the file; with `free` empty and of no meaning
    bool free = true;
    std::uint32_t at = none;  // place in the file
  };

  void narrow(Item& item, const Operand& o) const {
    if (o.want == Want::any) return;
    std::vector<std::uint32_t> mine;
    const auto take = [&](std::uint32_t r) {
      const std::uint32_t k = index_[r];
      if (k >= file_.size() || file_[k] != r) return;
      if (item.free || std::find(item.among.begin(), item.among.end(), k) != item.among.end()) mine.push_back(k);
    };
    if (o.want == Want::fixed)
      take(o.which);
    else
      for (const std::uint32_t r : p_.sets[o.which]) take(r);
    item.among = std::move(mine);
    item.free = false;
  }

  bool readable(std::uint32_t k, std::uint32_t value) const {
    return read_[k] == none || (value != none && read_[k] == value);
  }
  bool may(const Item& i, std::uint32_t k) const {
    if (i.write) return write_[k] == none;
    return readable(k, i.value) && (!i.both || write_[k] == none);
  }
  void put(Item& i, std::uint32_t k) {
    i.at = k;
    if (!i.write) {
      ++readers_[k];
      read_[k] = i.value == none ? blocked : i.value;
    }
    if (i.write || i.both) write_[k] = blocked;
  }
  void take_back(Item& i) {
    if (!i.write && --readers_[i.at] == 0) read_[i.at] = none;
    if (i.write || i.both) write_[i.at] = none;
    i.at = none;
  }

  bool place_fixed() {
    read_.assign(file_.size(), none);
    write_.assign(file_.size(), none);
    readers_.assign(file_.size(), 0);
    sets_.clear();
    for (std::uint32_t k = 0; k < items_.size(); ++k) {
      Item& i = items_[k];
      i.at = none;
      if (i.free) continue;
      if (i.among.empty()) return false;
      if (i.among.size() > 1) {
        sets_.push_back(k);
        continue;
      }
      if (!may(i, i.among[0])) return false;
      put(i, i.among[0]);
    }
    // Those with the smallest choice first.
    std::stable_sort(sets_.begin(), sets_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return items_[a].among.size() < items_[b].among.size(); });
    return true;
  }

  // True: content, and what is placed stays placed.
  bool try_sets(std::size_t at) {
    if (at == sets_.size()) {
      best_ = std::max(best_, count());
      return best_ >= wanted_;
    }
    Item& i = items_[sets_[at]];
    for (const std::uint32_t k : i.among) {
      if (search_ == 0) return false;
      if (!may(i, k)) continue;
      --search_;
      put(i, k);
      if (try_sets(at + 1)) return true;
      take_back(i);
    }
    return false;
  }

  bool stays(std::uint32_t value) const {
    const auto it = std::find(used_.begin(), used_.end(), value);
    return it != used_.end() && stays_[static_cast<std::size_t>(it - used_.begin())] != 0;
  }
  // A register that some use has given the value already, whose second cell is free for it.
  template <class Good>
  std::uint32_t shared(std::uint32_t value, Good&& good) const {
    for (std::uint32_t k = 0; k < file_.size(); ++k)
      if (read_[k] == value && write_[k] == none && good(k)) return k;
    return none;
  }
  bool is_read(std::uint32_t value) const { return std::find(read_.begin(), read_.end(), value) != read_.end(); }

  // Values that can stay beside all else, after what is fixed or wants a set has been placed; -1: it does not fit.
  std::int64_t count() {
    // Second cells that are taken in thought, to be given back.
    lent_.clear();
    const auto lend = [&](std::uint32_t k) {
      write_[k] = blocked;
      lent_.push_back(k);
    };
    std::int64_t through = 0, both = 0, reads = 0, writes = 0;
    for (std::size_t u = 0; u < used_.size(); ++u) {
      if (stays_[u] == 0) continue;
      const std::uint32_t k = shared(used_[u], [&](std::uint32_t r) { return gone_[r] == 0; });
      if (k == none)
        ++through;
      else
        lend(k);
    }
    for (const Item& i : items_) {
      if (i.at != none || !i.both) continue;
      const std::uint32_t k = i.value == none ? none : shared(i.value, [](std::uint32_t) { return true; });
      if (k == none)
        ++both;
      else
        lend(k);
    }
    for (std::size_t u = 0; u < used_.size(); ++u)
      if (stays_[u] == 0 && !is_read(used_[u]) && !tied_free(used_[u])) ++reads;
    for (const Item& i : items_) writes += i.at == none && i.write ? 1 : 0;
    std::int64_t a = 0, b = 0, c = 0, d = 0;
    for (std::uint32_t k = 0; k < file_.size(); ++k) {
      const bool r = read_[k] == none, w = write_[k] == none;
      a += r && w && gone_[k] == 0 ? 1 : 0;
      b += r && w && gone_[k] != 0 ? 1 : 0;
      c += r && !w ? 1 : 0;
      d += !r && w ? 1 : 0;
    }
    for (const std::uint32_t k : lent_) write_[k] = none;
    const std::int64_t rest = a + b - both - std::max({reads - c, writes - d, std::int64_t{0}});
    return std::max(std::min(rest, a - std::max<std::int64_t>(both - b, 0)) - through, std::int64_t{-1});
  }
  // Is it read through a tie that can be anywhere? Then that place is where other uses find it.
  bool tied_free(std::uint32_t value) const {
    for (const Item& i : items_)
      if (i.at == none && i.both && i.value == value) return true;
    return false;
  }

  // ---- registers for good

  template <class Good>
  std::uint32_t choose(std::uint32_t wish, Good&& good) const {
    if (wish != none && index_[wish] < file_.size() && file_[index_[wish]] == wish && good(index_[wish]))
      return index_[wish];
    std::uint32_t found = none;
    for (std::uint32_t k = 0; k < file_.size(); ++k) {
      if (!good(k)) continue;
      if (now_[k] == none) return k;
      if (found == none) found = k;
    }
    return found;
  }
  bool whole(std::uint32_t k) const { return read_[k] == none && write_[k] == none; }
  void hold(Stay& s, std::uint32_t k) {
    s.reg = file_[k];
    read_[k] = s.value;
    write_[k] = blocked;
  }
  void place_held(std::span<Stay> held) {
    for (Stay& s : held) {
      s.reg = none;
      if (!stays(s.value)) continue;
      const auto good = [&](std::uint32_t k) { return gone_[k] == 0; };
      const std::uint32_t now = s.current == none ? none : index_[s.current];
      const std::uint32_t k =
          now != none && read_[now] == s.value && write_[now] == none && good(now) ? now : shared(s.value, good);
      if (k != none) hold(s, k);
    }
    for (Item& i : items_) {  // ties that share a register with a use of theirs
      if (i.at != none || !i.both || i.value == none) continue;
      const std::uint32_t k = shared(i.value, [](std::uint32_t) { return true; });
      if (k != none) put(i, k);
    }
    for (Stay& s : held) {
      const std::uint32_t now = s.current == none ? none : index_[s.current];
      if (s.reg == none && now != none && whole(now) && gone_[now] == 0) hold(s, now);
    }
  }
  template <class Wish>
  void place_rest(std::span<Stay> held, Wish&& wish) {
    for (Stay& s : held)
      if (s.reg == none) hold(s, choose(s.wish, [&](std::uint32_t k) { return whole(k) && gone_[k] == 0; }));
    const auto current = [&](std::uint32_t value) {
      const auto it = std::find(now_.begin(), now_.end(), value);
      return it == now_.end() ? none : file_[static_cast<std::size_t>(it - now_.begin())];
    };
    for (Item& i : items_) {
      if (i.at != none || !i.both) continue;
      std::uint32_t want = i.value == none ? none : current(i.value);
      if (want == none) want = wish(operands_[i.def].value);
      put(i, choose(want, [&](std::uint32_t k) { return whole(k); }));
    }
    for (Item& i : items_) {
      if (i.at != none || i.write) continue;
      std::uint32_t k = static_cast<std::uint32_t>(std::find(read_.begin(), read_.end(), i.value) - read_.begin());
      if (k == file_.size()) k = choose(current(i.value), [&](std::uint32_t r) { return read_[r] == none; });
      put(i, k);
    }
    for (Item& i : items_)
      if (i.at == none)
        put(i, choose(wish(operands_[i.def].value), [&](std::uint32_t k) { return write_[k] == none; }));
    for (const Item& i : items_) {
      if (i.def != none) registers_[i.def] = file_[i.at];
      if (i.use != none) registers_[i.use] = file_[i.at];
    }
  }

  const Problem& p_;
  std::uint32_t most_, search_ = 0;
  std::vector<std::uint32_t> index_;  // per register: its place in its class
  std::span<const Operand> operands_;
  std::span<const std::uint32_t> file_, now_;
  std::span<const std::uint8_t> stays_;
  std::vector<std::uint8_t> gone_, tied_;
  std::vector<std::uint32_t> used_, read_, write_, readers_, sets_, lent_, registers_;
  std::vector<Item> items_;
  bool plain_ = true;
  std::int64_t wanted_ = 0, best_ = -1;
};
using Fit = BasicFit<>;

}  // namespace lathe::regalloc::detail
