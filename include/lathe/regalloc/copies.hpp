// What happens at once at one place, as single edits: registers and slots get what other registers and slots hold, or
// what is made again.
//
// A cycle takes a register that is free there; else its registers are swapped where the class can; else one value goes
// through a slot that nothing else has. A slot that gets what another slot holds goes through a register; where none is
// free, through one whose value waits in such a slot meanwhile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/opt/parallel_copy.hpp>
#include <lathe/regalloc/plan.hpp>

namespace lathe::regalloc::detail {

/// `to` gets what `from` holds; both are registers, or slots from place_of_slot on; `from` is none where it is made.
struct Transfer {
  std::uint32_t to, from, value;
};

template <class = void>
class BasicCopies {
 public:
  BasicCopies(const Problem& p, std::vector<Slot>& slots)
      : p_(p), slots_(slots), registers_(static_cast<std::uint32_t>(p.registers.size())) {
    waiting_.assign(2 * p.classes.size(), none);
    busy_.assign(registers_, 0);
  }
  std::uint32_t place_of_slot(std::uint32_t slot) const { return registers_ + slot; }

  /// A register that holds something there, beside those that `transfers` name. Until the next emit.
  void keep(std::uint32_t reg, std::uint32_t value) {
    use(reg);
    carry(reg, value);
  }
  /// emit(Edit) for all in order, positions left alone. False: the class `failed` has no scratch register.
  template <class Emit>
  bool emit(std::span<const Transfer> transfers, Emit&& emit) {
    bool good = true;
    const auto simple = [&](const Transfer& t) { return t.from != none && (is_register(t.to) || is_register(t.from)); };
    if (transfers.size() == 1 && simple(transfers[0])) {
      if (transfers[0].to != transfers[0].from) single(transfers[0].to, transfers[0].from, transfers[0].value, emit);
    } else if (!transfers.empty()) {
      good = emit_all(transfers, emit);
    }
    for (const std::uint32_t place : touched_) {
      carried_[place] = none;
      if (is_register(place)) busy_[place] = 0;
    }
    touched_.clear();
    return good;
  }
  std::uint32_t failed() const { return failed_; }

 private:
  bool is_register(std::uint32_t place) const { return place < registers_; }
  std::uint32_t cls(std::uint32_t value) const { return p_.values[value].cls; }
  void use(std::uint32_t reg) {
    busy_[reg] = 1;
    touched_.push_back(reg);
  }
  // From here on it holds the value.
  void carry(std::uint32_t place, std::uint32_t value) {
    if (carried_.size() <= place) carried_.resize(place + 1, none);
    carried_[place] = value;
    touched_.push_back(place);
  }
  std::uint32_t carried(std::uint32_t place) const { return place < carried_.size() ? carried_[place] : none; }
  // One that nothing wants, or whose value is gone and whose next one has not come yet.
  std::uint32_t free_register(std::uint32_t c) const {
    std::uint32_t found = none;
    for (const std::uint32_t r : p_.classes[c].registers) {
      if (busy_[r] == 0) return r;
      if (found == none && carried(r) == none) found = r;
    }
    return found;
  }
  // A slot that nothing else of the class uses: the first for registers whose value waits, the second for cycles.
  std::uint32_t waiting_slot(std::uint32_t c, std::uint32_t which) {
    std::uint32_t& slot = waiting_[2 * c + which];
    if (slot == none) {
      slot = static_cast<std::uint32_t>(slots_.size());
      slots_.push_back({p_.classes[c].slot_bytes, p_.classes[c].slot_align});
    }
    return slot;
  }
  template <class Emit>
  bool emit_all(std::span<const Transfer> transfers, Emit&& emit) {
    moves_.clear();
    raw_.clear();
    for (const Transfer& t : transfers) {
      if (is_register(t.to)) use(t.to);
      if (t.from == none) continue;
      if (is_register(t.from)) use(t.from);
      carry(t.from, t.value);
      if (t.from != t.to) moves_.push_back({t.to, t.from});
    }
    const std::uint32_t places = registers_ + static_cast<std::uint32_t>(slots_.size());
    std::uint32_t temps = 0;
    sequencer_.sequence(
        moves_, [&](std::uint32_t to, std::uint32_t from) { raw_.push_back({to, from}); },
        [&](std::uint32_t) { return places + temps++; });
    for (std::size_t k = 0; k < raw_.size();) {
      std::size_t last = k;
      if (raw_[k].to >= places)
        while (raw_[last].from != raw_[k].to) ++last;
      if (!(last == k ? one(raw_[k].to, raw_[k].from, emit) : cycle(std::span(raw_).subspan(k, last + 1 - k), emit)))
        return false;
      k = last + 1;
    }
    for (const Transfer& t : transfers)
      if (t.from == none && !make(t, emit)) return false;
    return true;
  }
  bool fail(std::uint32_t c) {
    failed_ = c;
    return false;
  }
  template <class Emit>
  void single(std::uint32_t to, std::uint32_t from, std::uint32_t value, Emit&& emit) {
    using enum Edit::Kind;
    if (is_register(to))
      emit(is_register(from) ? Edit{move, {}, to, from, value} : Edit{load, {}, to, from - registers_, value});
    else
      emit(Edit{store, {}, to - registers_, from, value});
  }
  template <class Emit>
  bool one(std::uint32_t to, std::uint32_t from, Emit&& emit) {
    const std::uint32_t value = carried(from);
    const auto step = [&](std::uint32_t a, std::uint32_t b, std::uint32_t v) { single(a, b, v, emit); };
    if (is_register(to) || is_register(from))
      step(to, from, value);
    else if (!through_register(cls(value), step, [&](std::uint32_t r) {
               step(r, from, value);
               step(to, r, value);
             }))
      return false;
    carry(to, value);
    return true;
  }
  // Does `work` with a register of the class: a free one, or one whose value waits in a slot.
  template <class Step, class Work>
  bool through_register(std::uint32_t c, Step&& step, Work&& work) {
    if (const std::uint32_t r = free_register(c); r != none) {
      work(r);
      return true;
    }
    for (const std::uint32_t r : p_.classes[c].registers) {
      const std::uint32_t held = carried(r);
      if (!p_.can_store(held)) continue;
      const std::uint32_t slot = registers_ + waiting_slot(c, 0);
      step(slot, r, held);
      work(r);
      step(r, slot, held);
      return true;
    }
    return fail(c);
  }
  template <class Emit>
  bool make(const Transfer& t, Emit&& emit) {
    const auto step = [&](std::uint32_t a, std::uint32_t b, std::uint32_t v) { single(a, b, v, emit); };
    if (is_register(t.to)) {
      emit(Edit{Edit::Kind::make, {}, t.to, 0, t.value});
      carry(t.to, t.value);
      return true;
    }
    return through_register(cls(t.value), step, [&](std::uint32_t r) {
      emit(Edit{Edit::Kind::make, {}, r, 0, t.value});
      step(t.to, r, t.value);
    });
  }
  // temp <- a, a <- b, b <- c, .. z <- temp.
  template <class Emit>
  bool cycle(std::span<const opt::Move> steps, Emit&& emit) {
    const std::uint32_t c = cls(carried(steps[0].from));
    const bool registers =
        std::all_of(steps.begin() + 1, steps.end(), [&](const opt::Move& m) { return is_register(m.to); });
    const std::uint32_t scratch = free_register(c);
    if (scratch == none && registers && p_.classes[c].swap) {
      for (const opt::Move& m : steps.subspan(1, steps.size() - 2)) {
        emit(Edit{Edit::Kind::swap, {}, m.to, m.from, carried_[m.from]});
        std::swap(carried_[m.to], carried_[m.from]);
      }
      return true;
    }
    // Begin where the value that waits may be stored.
    const std::size_t n = steps.size() - 1;
    std::size_t begin = 0;
    if (scratch == none) {
      while (begin < n && !p_.can_store(carried_[steps[1 + begin].to])) ++begin;
      if (begin == n) return fail(c);
    }
    const std::uint32_t temp = scratch != none ? scratch : registers_ + waiting_slot(c, 1);
    const std::uint32_t first = steps[1 + begin].to;
    if (scratch != none) use(scratch);
    bool good = one(temp, first, emit);
    for (std::size_t k = 0; good && k < n; ++k) {
      const std::uint32_t to = steps[1 + (begin + k) % n].to, from = steps[1 + (begin + k + 1) % n].to;
      good = one(to, k + 1 == n ? temp : from, emit);
    }
    if (scratch != none) carried_[scratch] = none;
    return good;
  }

  const Problem& p_;
  std::vector<Slot>& slots_;
  std::uint32_t registers_;
  std::vector<std::uint32_t> waiting_;            // per class, two
  std::vector<std::uint8_t> busy_;                // per register
  std::vector<std::uint32_t> touched_, carried_;  // per place: the value that it holds
  opt::ParallelCopy sequencer_;
  std::vector<opt::Move> moves_, raw_;
  std::uint32_t failed_ = none;
};
using Copies = BasicCopies<>;

}  // namespace lathe::regalloc::detail
