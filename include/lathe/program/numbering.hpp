// Between the user's handles and dense numbers: made once for a function, shared by everything that looks at it.
//
// Blocks, instructions and values get numbers in the order in which a walk over the View meets them. Handles are
// integers, enums or ids (an array as far as they are dense from 0 on), pointers and iterators to elements (by address), or
// anything that std::hash and == take. The walk is deterministic, so the numbers do not depend on addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/program/view.hpp>
#include <lathe/support/none.hpp>

namespace lathe::program {

using namespace ids;

namespace detail {

/// Its bits are the handle: a class counts where it has a `value` and nothing besides (lathe::Index).
template <class H>
concept WordHandle =
    (std::is_integral_v<H> && sizeof(H) <= 8) || std::is_enum_v<H> || std::is_pointer_v<H> || requires(const H& h) {
      requires std::is_unsigned_v<std::remove_cvref_t<decltype(h.value)>> && sizeof(H) == sizeof(h.value);
    };
template <class H>
concept ElementHandle =
    !WordHandle<H> && std::input_or_output_iterator<H> && requires(const H& h) { std::to_address(&*h); };

template <class H>
std::uint64_t word_of(const H& h) {
  if constexpr (std::is_pointer_v<H>)
    return reinterpret_cast<std::uintptr_t>(h);
  else if constexpr (ElementHandle<H>)
    return reinterpret_cast<std::uintptr_t>(std::to_address(&*h));
  else if constexpr (requires { h.value; })
    return static_cast<std::uint64_t>(h.value);
  else
    return static_cast<std::uint64_t>(h);
}

}  // namespace detail

/// Handles of one kind and their numbers, both ways in O(1) expected. O(handles) memory, whatever their values: a
/// function has one for each of its regions.
template <class H>
class Handles {
 public:
  /// The number, made when the handle is new.
  std::uint32_t add(const H& h) {
    const auto next = static_cast<std::uint32_t>(handles_.size());
    std::uint32_t number = next;
    if constexpr (!keyed)
      number = add_hashed(h, next);
    else
      number = add_word(detail::word_of(h), next);
    if (number == next) handles_.push_back(h);
    return number;
  }
  /// The same where `likely` is perhaps its number: looked at first, whatever it is.
  std::uint32_t add(const H& h, std::uint32_t likely) {
    if (likely >= handles_.size()) return add(h);
    if constexpr (keyed)
      return detail::word_of(handles_[likely]) == detail::word_of(h) ? likely : add(h);
    else
      return handles_[likely] == h ? likely : add(h);
  }
  /// The number, or `none`.
  std::uint32_t find(const H& h) const {
    if constexpr (keyed) {
      const std::uint64_t word = detail::word_of(h);
      if (small && word < near_.size()) return near_[static_cast<std::size_t>(word)];
      if (marked && word >= mark && word - mark < far_.size()) return far_[static_cast<std::size_t>(word - mark)];
      return words_.lookup(word, none);
    } else {
      std::uint32_t number = words_.lookup(hash_of(h), none);
      while (number != none && !(handles_[number] == h)) number = chain_[number];
      return number;
    }
  }
  /// Precondition: number < size().
  const H& operator[](std::uint32_t number) const { return handles_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(handles_.size()); }
  /// On the heap, beside the handles themselves. For who measures.
  std::size_t bytes() const { return (near_.capacity() + far_.capacity()) * sizeof(std::uint32_t) + words_.bytes(); }

 private:
  static constexpr bool keyed = detail::WordHandle<H> || detail::ElementHandle<H>;
  static constexpr bool small = detail::WordHandle<H> && !std::is_pointer_v<H>;
  // Those that have the highest bit are counted from there: registers that are so told from others (LLVM's).
  static constexpr bool marked = small && sizeof(H) == 4;
  static constexpr std::uint64_t mark = std::uint64_t{1} << 31;
  struct Empty {};

  std::uint32_t add_word(std::uint64_t word, std::uint32_t next) {
    if constexpr (marked)
      if (word >= mark && word - mark < std::max(std::uint64_t{far_.size()}, 4 * std::uint64_t{next} + 256))
        return add_near(far_, mark, word, next);
    if constexpr (small)
      if (word < std::max(std::uint64_t{near_.size()}, 4 * std::uint64_t{next} + 256))
        return add_near(near_, 0, word, next);
    return *words_.insert(word, next).first;
  }
  // In an array for the words from `base` on. What it covers from now on is no longer looked for among the other words.
  std::uint32_t add_near(std::vector<std::uint32_t>& array, std::uint64_t base, std::uint64_t word,
                         std::uint32_t next) {
    const auto at = static_cast<std::size_t>(word - base);
    if (const std::size_t before = array.size(); at >= before) {
      array.resize(std::max(at + 1, 2 * before), none);
      for (auto&& entry : words_)
        if (entry.key >= base + before && entry.key < base + array.size())
          array[static_cast<std::size_t>(entry.key - base)] = entry.value;
    }
    if (array[at] == none) array[at] = next;
    return array[at];
  }

  // Handles that are no words: the last one of each hash, and from each the one before it. A map of std's would cost
  // every includer its header.
  static std::uint64_t hash_of(const H& h) { return std::hash<H>()(h); }
  std::uint32_t add_hashed(const H& h, std::uint32_t next) {
    std::uint32_t& last = *words_.insert(hash_of(h), none).first;
    for (std::uint32_t n = last; n != none; n = chain_[n])
      if (handles_[n] == h) return n;
    chain_.push_back(last);
    return last = next;
  }

  std::vector<H> handles_;
  std::vector<std::uint32_t> near_, far_;                // by word, of those below its size; far_: without their mark
  dense::DenseMap<std::uint64_t, std::uint32_t> words_;  // looked up only: words, or hashes
  std::conditional_t<keyed, Empty, std::vector<std::uint32_t>> chain_;
};

/// The numbers of a function: blocks in layout order, instructions in the order of the blocks, values as they are met
/// (parameters first, where the View names them; last those that are live out and that no instruction mentions).
/// O(size) expected.
template <class V>
class Numbering : public Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
template <Agreed P>
class Numbering<P> {
 public:
  /// Numbers blocks, instructions and values in the order in which the View shows them. O(size).
  explicit Numbering(const P& p) : Numbering(p, std::initializer_list<value_t<P>>{}) {}
  /// The values of `first` come before all others: registers that are to keep their own numbers, say.
  template <class Range>
  Numbering(const P& p, const Range& first) {
    for (const value_t<P>& v : first) values_.add(v);
    if constexpr (Facts(P::facts).has(Fact::parameters))
      p.for_each_parameter([&](const value_t<P>& v) { values_.add(v); });
    for (auto&& b : p.blocks()) blocks_.add(b);
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      first_.push_back(insts_.size());
      for (auto&& i : p.instructions(blocks_[b])) add(p, i, b);
    }
    first_.push_back(insts_.size());
    mentioned_ = values_.size();
    if constexpr (Facts(P::facts).has(Fact::live_out))
      for (std::uint32_t b = 0; b < blocks_.size(); ++b)
        p.for_each_live_out(blocks_[b], [&](const value_t<P>& v) { values_.add(v); });
  }

  std::uint32_t blocks() const { return blocks_.size(); }  ///< how many blocks the walk met
  std::uint32_t insts() const { return insts_.size(); }    ///< how many instructions the walk met
  std::uint32_t values() const { return values_.size(); }  ///< how many values the walk met
  /// Values from this number on are live out of blocks, and nothing else of the function names them.
  std::uint32_t mentioned() const { return mentioned_; }
  /// The handle of a block's number. Precondition: n < blocks().
  const block_t<P>& block(std::uint32_t n) const { return blocks_[n]; }
  /// The handle of an instruction's number. Precondition: n < insts().
  const inst_t<P>& inst(std::uint32_t n) const { return insts_[n]; }
  /// The handle of a value's number. Precondition: n < values().
  const value_t<P>& value(std::uint32_t n) const { return values_[n]; }
  /// `none` for a handle that the walk did not meet.
  std::uint32_t block_number(const block_t<P>& b) const { return blocks_.find(b); }
  std::uint32_t inst_number(const inst_t<P>& i) const { return insts_.find(i); }     ///< the same of instructions
  std::uint32_t value_number(const value_t<P>& v) const { return values_.find(v); }  ///< the same of values
  /// Instructions of block b: [first(b), first(b + 1)).
  std::uint32_t first(std::uint32_t b) const { return first_[b]; }
  /// The block that an instruction stands in, by number.
  std::uint32_t block_of(std::uint32_t inst) const { return parents_[inst]; }

 private:
  void add(const P& p, const inst_t<P>& i, std::uint32_t b) {
    insts_.add(i);
    parents_.push_back(b);
    p.for_each_operand(i, [&](const Operand<value_t<P>>& o) { values_.add(o.value); });
    if constexpr (Facts(P::facts).has(Fact::incoming))
      p.for_each_incoming(i, [&](const block_t<P>&, const value_t<P>& v) { values_.add(v); });
  }

  Handles<block_t<P>> blocks_;
  Handles<inst_t<P>> insts_;
  Handles<value_t<P>> values_;
  std::vector<std::uint32_t> first_, parents_;
  std::uint32_t mentioned_ = 0;
};

template <class P, class... Range>
Numbering(const P&, const Range&...) -> Numbering<P>;

/// Any View for lathe::flow: order, dominators, loops, liveness, intervals. The View and its Numbering outlive it.
template <View P>
class FlowOf {
 public:
  /// The View and the numbering outlive it. O(instructions), where phis say what they take.
  FlowOf(const P& p, const Numbering<P>& n) : p_(p), n_(n), edge_uses_(n.blocks()) {
    if constexpr (Facts(P::facts).has(Fact::incoming))
      for (std::uint32_t i = 0; i < n.insts(); ++i)
        p.for_each_incoming(n.inst(i), [&](const block_t<P>& from, const value_t<P>& v) {
          edge_uses_[n.block_number(from)].push_back(n.value_number(v));
        });
    if constexpr (Facts(P::facts).has(Fact::live_out))
      for (std::uint32_t b = 0; b < n.blocks(); ++b)
        p.for_each_live_out(n.block(b), [&](const value_t<P>& v) { edge_uses_[b].push_back(n.value_number(v)); });
  }
  std::uint32_t block_count() const { return n_.blocks(); }
  /// f(block) for each way out of a block; blocks without a number are passed over.
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    p_.for_each_successor(n_.block(b), [&](const block_t<P>& to) {
      if (const std::uint32_t known = n_.block_number(to); known != none) f(known);
    });
  }
  std::uint32_t variable_count() const { return n_.values(); }  ///< variables are the values of the numbering
  /// How many instructions the block has.
  std::uint32_t inst_count(std::uint32_t b) const { return n_.first(b + 1) - n_.first(b); }
  /// f(variable, is it written) for each operand of the i-th instruction of block b.
  template <class F>
  void for_each_operand(std::uint32_t b, std::uint32_t i, F&& f) const {
    p_.for_each_operand(n_.inst(n_.first(b) + i),
                        [&](const Operand<value_t<P>>& o) { f(n_.value_number(o.value), o.is_def()); });
  }
  /// f(variable) for each value that a phi behind block b takes from it: read at the end of b.
  template <class F>
  void for_each_edge_use(std::uint32_t b, F&& f) const {
    for (const std::uint32_t v : edge_uses_[b]) f(v);
  }

 private:
  const P& p_;
  const Numbering<P>& n_;
  std::vector<std::vector<std::uint32_t>> edge_uses_;
};

}  // namespace lathe::program
