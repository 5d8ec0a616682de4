// Who touches which bytes of the slots of a frame: what passes that promote, move or share slots ask.
//
// An object is what a symbol of the View's Accesses names. Its address is followed from where it is made through copies,
// casts and sums with constants to the accesses; if it goes anywhere else, all of the object stays, for nobody knows
// how far a pointer reaches, but where the client does: then the bytes that somebody else touches stay. Instructions that touch common bytes belong together, and so do the words of one that
// touches several; what belongs together is a group, a range of bytes that no other group touches.
//
// What the client says of its memory (slot_reach may be missing):
//   bool is_slot(uint32_t symbol) const;                         // memory of this activation, unknown outside
//   uint64_t slot_bytes(uint32_t symbol) const;                  // its size
//   void for_each_symbol(Inst, f) const;                         // f(symbol): all that the instruction mentions
//   std::optional<SlotAddress<Value>> slot_address(Inst) const;  // its one result is this address, and nothing else is done
//   std::optional<std::vector<SlotReach>> slot_reach(Inst, Value address) const;  // all that is touched because the
//                                                                // instruction has the address (a call's argument), and
//                                                                // nobody keeps it; nothing: who knows
//   uint32_t slot_parts(Inst) const;                             // words, of equal size, that it loads or stores, in the
//                                                                // order of their addresses; 0: it cannot be replaced
// Needs: a View that names `access`. Cost: O(size log accesses) to make.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/passes/rewrite.hpp>

namespace lathe::passes {

/// An address in a slot: of an object, or a constant behind what a register has.
template <class Value>
struct SlotAddress {
  std::uint32_t symbol = 0;   ///< 0: of `from`
  std::optional<Value> from;  ///< the register that has the address; nothing: of `symbol`
  std::int64_t offset = 0;    ///< bytes behind it
};

/// Bytes from an address that somebody else touches.
struct SlotReach {
  std::int64_t offset = 0;  ///< bytes behind the address
  std::uint64_t bytes = 0;  ///< how many
};

/// What is asked of a client.
template <class S, class P>
concept SlotMemory = requires(const S& c, const inst_t<P>& i, std::uint32_t n) {
  { c.is_slot(n) } -> std::convertible_to<bool>;
  { c.slot_bytes(n) } -> std::convertible_to<std::uint64_t>;
  c.for_each_symbol(i, [](std::uint32_t) {});
  { c.slot_address(i) } -> std::convertible_to<std::optional<SlotAddress<value_t<P>>>>;
  { c.slot_parts(i) } -> std::convertible_to<std::uint32_t>;
};

enum class SlotReason : std::uint8_t {
  escapes,      ///< the address is used for something else
  outside,      ///< an access may touch what is not in the object
  no_form,      ///< an access is volatile, or the client cannot replace it
  overlap,      ///< accesses see the memory in two ways
  unwritten,    ///< it is read and never written
  no_register,  ///< there is none for words of its size
};
inline constexpr const char* slot_reason_names[] = {
    "its address goes elsewhere", "accessed beyond its end", "accessed in a way that no register is",
    "accessed by unlike words",   "never written",           "no register of its size"};

/// Which instruction touches which bytes of which object of private memory.
template <View P, class Slots>
  requires SlotMemory<Slots, P>
class SlotAccesses {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// An object of private memory.
  struct Object {
    std::uint32_t symbol;           ///< the View's number of it
    std::optional<SlotReason> why;  ///< all of it stays
    std::optional<Inst> because;    ///< the instruction that says so, where there is one
  };
  /// An instruction that touches an object.
  struct Touch {
    Inst inst;
    std::uint32_t object, bytes, parts;  ///< parts: 0: not to be replaced
    std::int64_t offset;                 ///< bytes behind the object's begin
    bool stores;                         ///< it writes; else it reads
  };
  /// Touches that belong together; all are of one object.
  struct Group {
    std::optional<SlotReason> why;       ///< overlap or no_form
    bool written = false, read = false;  ///< what its touches do
    std::vector<std::uint32_t> touches;  ///< into touches(), ascending
  };
  /// A register that has an address: its object, and how far in it.
  using Address = std::pair<Value, std::pair<std::uint32_t, std::int64_t>>;

  /// All of them outlive it; of `uses` and `live_out` what it says is read while it is made.
  SlotAccesses(const P& code, const Slots& slots, const program::UseDef<P>& uses, const LiveOut<P>& live_out)
      : code_(code), slots_(slots), uses_(uses), live_out_(live_out) {
    find();
    sort();
  }
  const std::vector<Object>& objects() const { return objects_; }  ///< in the order in which the code names them
  const std::vector<Touch>& touches() const { return touches_; }   ///< as they were found
  const std::vector<Group>& groups() const { return groups_; }     ///< those without touches are none

  /// Erases the addresses that nobody wants any more; those made of others come first.
  template <class E>
  void drop_addresses(E& editing) const {
    for (std::size_t k = addresses_.size(); k-- > 0;) {
      const Value& v = addresses_[k].first;
      if (uses_.uses(v) != 0 || !renamable(code_, uses_, live_out_, v)) continue;
      std::optional<Inst> dead;
      uses_.for_each_def(v, [&](const Inst& i, std::uint32_t) { dead = i; });
      if (code_.effects(*dead).removable()) editing.erase(*dead);
    }
  }

 private:
  struct Word {  // one part of a Touch
    std::uint32_t object, bytes, touch, part;
    std::int64_t offset;
    auto place() const { return std::tuple(object, offset, bytes); }
  };

  // ---- what is touched

  void find() {
    program::Handles<Value> arriving;  // what a parameter brings is another address than the one that is made later
    if constexpr (Facts(P::facts).has(Fact::parameters))
      code_.for_each_parameter([&](const Value& v) { arriving.add(v); });
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) {
        const auto made = slots_.slot_address(i);
        slots_.for_each_symbol(i, [&](std::uint32_t symbol) {
          if (!slots_.is_slot(symbol)) return;
          const std::uint32_t object = number(symbol);
          if (made && made->symbol == symbol)
            addresses_.push_back({result_of(code_, i), {object, made->offset}});
          else if (!touch(i, object, 0, {}, symbol))
            stays(object, SlotReason::escapes, i);
        });
      }
    for (std::size_t at = 0; at < addresses_.size(); ++at) {
      const auto [v, place] = addresses_[at];
      if (!renamable(code_, uses_, live_out_, v) || arriving.find(v) != none) {
        uses_.for_each_def(v, [&](const Inst& i, std::uint32_t) { stays(place.first, SlotReason::escapes, i); });
        continue;
      }
      uses_.for_each_use(v, [&](const Inst& i, std::uint32_t) {
        const auto made = mentions(i, v) == 1 ? slots_.slot_address(i) : std::nullopt;
        if (made && made->from && *made->from == v)
          addresses_.push_back({result_of(code_, i), {place.first, place.second + made->offset}});
        else if (!touch(i, place.first, place.second, v, 0) && !handed(i, place.first, place.second, v))
          stays(place.first, SlotReason::escapes, i);
      });
    }
  }
  std::uint32_t number(std::uint32_t symbol) {
    const std::uint32_t n = symbols_.add(symbol);
    if (n == objects_.size()) objects_.push_back({symbol, {}, {}});
    return n;
  }
  void stays(std::uint32_t object, SlotReason why, const Inst& i) {
    if (objects_[object].why) return;
    objects_[object].why = why;
    objects_[object].because = i;
  }
  // Is all that the instruction does with an address an access? By `base`, or by the symbol.
  bool touch(const Inst& i, std::uint32_t object, std::int64_t at, const std::optional<Value>& base,
             std::uint32_t symbol) {
    std::uint32_t named = 0, accesses = 0;
    slots_.for_each_symbol(i, [&](std::uint32_t s) { named += s == symbol; });
    if ((base ? mentions(i, *base) : named) != 1) return false;
    std::vector<program::Access<Value>> found;  // one address may be what several are told by
    code_.for_each_access(i, [&](const program::Access<Value>& a) {
      ++accesses;
      if (base ? a.has_base && a.base == *base : a.symbol == symbol && !a.has_base) found.push_back(a);
    });
    if (found.empty()) return false;
    const program::Effects e = code_.effects(i);
    const bool plain = accesses == 1 && e.has(Effect::reads) != e.has(Effect::writes) &&
                       !e.has(Effect::ordered | Effect::side_effect | Effect::fixed | Effect::convergent) &&
                       !e.has(Effect::terminator | Effect::call) && !writes_its_guard(i);
    const auto size = static_cast<std::int64_t>(slots_.slot_bytes(objects_[object].symbol));
    for (const program::Access<Value>& a : found) {
      const std::int64_t offset = at + a.offset;
      if (a.bytes == 0 || offset < 0 || offset > size - static_cast<std::int64_t>(a.bytes)) {
        stays(object, SlotReason::outside, i);
        continue;
      }
      std::uint32_t parts = plain ? slots_.slot_parts(i) : 0;
      if (parts != 0 && a.bytes % parts != 0) parts = 0;
      touches_.push_back({i, object, a.bytes, parts, offset, e.has(Effect::writes)});
    }
    return true;
  }
  // Does somebody else get the address who is known to touch no more than some bytes? They stay in memory.
  bool handed(const Inst& i, std::uint32_t object, std::int64_t at, const Value& v) {
    if constexpr (requires { slots_.slot_reach(i, v); }) {
      const auto far = mentions(i, v) == 1 ? slots_.slot_reach(i, v) : std::nullopt;
      if (!far) return false;
      const std::uint64_t size = slots_.slot_bytes(objects_[object].symbol);
      for (const SlotReach& r : *far) {
        if (at + r.offset < 0 || static_cast<std::uint64_t>(at + r.offset) > size ||
            r.bytes > size - static_cast<std::uint64_t>(at + r.offset))
          stays(object, SlotReason::outside, i);
        else if (r.bytes != 0)
          touches_.push_back({i, object, static_cast<std::uint32_t>(r.bytes), 0, at + r.offset, true});
      }
      return true;
    } else {
      return false;
    }
  }
  std::uint32_t mentions(const Inst& i, const Value& v) const {
    std::uint32_t n = 0;
    code_.for_each_operand(i, [&](const auto& o) { n += o.value == v; });
    return n;
  }
  bool writes_its_guard(const Inst& i) const {
    bool out = false;
    code_.for_each_operand(i, [&](const auto& guard) {
      if (guard.role != Role::guard) return;
      code_.for_each_operand(i, [&](const auto& o) { out |= o.is_def() && o.value == guard.value; });
    });
    return out;
  }

  // ---- what belongs together

  void sort() {
    for (std::uint32_t t = 0; t < touches_.size(); ++t) {
      const Touch& one = touches_[t];
      const std::uint32_t parts = std::max(one.parts, 1U), bytes = one.bytes / parts;
      for (std::uint32_t part = 0; part < parts; ++part)
        words_.push_back({one.object, bytes, t, part, one.offset + std::int64_t{part} * bytes});
    }
    std::stable_sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) { return a.place() < b.place(); });
    leader_.resize(touches_.size());
    std::iota(leader_.begin(), leader_.end(), 0U);
    std::vector<bool> unlike(touches_.size(), false);
    // Words in a row meet where one begins before the end of all in front of it.
    std::int64_t end = 0;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const Word& w = words_[k];
      if (k == 0 || words_[k - 1].object != w.object) end = w.offset;
      if (w.offset < end) {
        join(words_[k - 1].touch, w.touch);
        if (words_[k - 1].place() != w.place()) unlike[w.touch] = true;
      }
      end = std::max(end, w.offset + w.bytes);
    }
    groups_.resize(touches_.size());
    for (std::uint32_t t = 0; t < touches_.size(); ++t) {
      const Touch& one = touches_[t];
      Group& g = groups_[leader(t)];
      g.touches.push_back(t);
      (one.stores ? g.written : g.read) = true;
      if (one.parts == 0)
        g.why = SlotReason::no_form;
      else if (unlike[t] && !g.why)
        g.why = SlotReason::overlap;
    }
  }
  std::uint32_t leader(std::uint32_t t) {
    while (leader_[t] != t) t = leader_[t] = leader_[leader_[t]];
    return t;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = leader(a), b = leader(b);
    leader_[std::max(a, b)] = std::min(a, b);
  }

  const P& code_;
  const Slots& slots_;
  const program::UseDef<P>& uses_;
  const LiveOut<P>& live_out_;
  program::Handles<std::uint32_t> symbols_;
  std::vector<Object> objects_;
  std::vector<Address> addresses_;
  std::vector<Touch> touches_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> leader_;
  std::vector<Group> groups_;  // by leader
};

}  // namespace lathe::passes
