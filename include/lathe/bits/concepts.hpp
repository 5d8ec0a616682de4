// What the engines of known and demanded bits ask of their user: a source of values, an adapter object.
//
// A value is the user's own small handle; the engines keep what they find at index(value), a dense number. The source
// says how a value follows from others by asking for them: with transfer.hpp and demand.hpp where its operations are
// those of operation.hpp, with the functions of known.hpp and its kin where they are not.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <lathe/bits/transfer.hpp>
#include <lathe/bits/word.hpp>

namespace lathe::bits {

namespace detail {
template <class Value, Word W>
struct Asks {
  Fact<W> operator()(const Value&) const { return {}; }
};
template <class Value, Word W>
struct AsksDemand {
  W operator()(const Value&) const { return W(std::uint64_t{0}); }
};
template <class User>
struct TakesUser {
  void operator()(const User&, std::uint32_t) const {}
};
template <class S, class = void>
struct WordOf {
  using type = std::uint64_t;
};
template <class S>
struct WordOf<S, std::void_t<typename S::Word>> {
  using type = typename S::Word;
};
}  // namespace detail

/// The word type of a source: its member `Word`, or std::uint64_t.
template <class S>
using word_of_t = typename detail::WordOf<S>::type;

template <class S>
concept HasValue = requires {
  typename S::Value;
  requires std::copyable<typename S::Value>;
};
template <class S>
concept HasIndex = HasValue<S> && requires(const S& source, const typename S::Value& value) {
  { source.index(value) } -> std::convertible_to<std::uint32_t>;
};
template <class S>
concept HasWidth = HasValue<S> && requires(const S& source, const typename S::Value& value) {
  { source.width(value) } -> std::convertible_to<unsigned>;
};
template <class S>
concept HasFact = HasValue<S> && Word<word_of_t<S>> && requires(const S& source, const typename S::Value& value) {
  { source.fact(value, detail::Asks<typename S::Value, word_of_t<S>>{}) } -> std::convertible_to<Fact<word_of_t<S>>>;
};

/// Values with known bits. Members:
///   Value, Word                 handle; word type (optional, std::uint64_t)
///   index(value)                dense number, another one for each value
///   width(value)                bits; 0, or more than a Word has: nothing is asked about it
///   fact(value, ask)            what follows for the value from what is known of others: ask(other) -> Fact<Word>, of
///                               width 0 where nothing is told
/// Optional:
///   for_each_user_value(value, f)   f(other) for each value whose fact asks for this one; with it, Analysis::forget
///                                   drops only what depends on a value
template <class S>
concept Source = HasValue<S> && HasIndex<S> && HasWidth<S> && HasFact<S>;

template <class S>
concept HasUser = requires {
  typename S::User;
  requires std::copyable<typename S::User>;
};
template <class S>
concept HasEscapes = HasValue<S> && requires(const S& source, const typename S::Value& value) {
  { source.escapes(value) } -> std::convertible_to<bool>;
};
template <class S>
concept HasBitUsers = HasValue<S> && HasUser<S> && requires(const S& source, const typename S::Value& value) {
  source.for_each_user(value, detail::TakesUser<typename S::User>{});
};
template <class S>
concept HasDemand = HasValue<S> && HasUser<S> && requires(const S& source, const typename S::User& user) {
  {
    source.demand(user, std::uint32_t{}, detail::AsksDemand<typename S::Value, word_of_t<S>>{},
                  detail::Asks<typename S::Value, word_of_t<S>>{})
  } -> std::convertible_to<word_of_t<S>>;
};

/// Values with demanded bits, on top of Source. Members:
///   User                                    handle of what uses values: an instruction, a node
///   escapes(value)                          all bits are demanded, by somebody who is no user (a root)
///   for_each_user(value, f)                 f(user, operand number) for each use
///   demand(user, operand, demanded, ask)    bits of that operand that the user can make anything of, given
///                                           demanded(value) -> Word of the values that it makes, and ask(value)
template <class S>
concept DemandSource = Source<S> && HasUser<S> && HasEscapes<S> && HasBitUsers<S> && HasDemand<S>;

/// One error per missing member, each with the signature to write.
template <class S>
consteval bool explain_source() {
  static_assert(told(HasValue<S>),
                "bits::Source wants  using Value = ...;                          // a copyable handle");
  static_assert(told(Word<word_of_t<S>>),
                "bits::Source wants  using Word = an unsigned integer type;      // see word.hpp");
  if constexpr (HasValue<S>) {
    static_assert(told(HasIndex<S>), "bits::Source wants  uint32_t index(Value) const;                // dense");
    static_assert(told(HasWidth<S>),
                  "bits::Source wants  unsigned width(Value) const;                // bits, 0: none");
    if constexpr (Word<word_of_t<S>>)
      static_assert(told(HasFact<S>),
                    "bits::Source wants  Fact<Word> fact(Value, Ask ask) const;      // ask(Value) -> Fact");
  }
  return true;
}
template <class S>
consteval bool explain_demand_source() {
  static_assert(told(Source<S>),
                "a bits::DemandSource is a Source first: static_assert(bits::explain_source<S>()) tells what it lacks");
  static_assert(told(HasUser<S>),
                "bits::DemandSource wants  using User = ...;                     // a copyable handle");
  if constexpr (HasValue<S>)
    static_assert(told(HasEscapes<S>), "bits::DemandSource wants  bool escapes(Value) const;              // a root");
  if constexpr (HasValue<S> && HasUser<S>) {
    static_assert(told(HasBitUsers<S>),
                  "bits::DemandSource wants  void for_each_user(Value, F f) const;        // f(User, operand number)");
    static_assert(told(HasDemand<S>),
                  "bits::DemandSource wants  Word demand(User, uint32_t operand, Demanded demanded, Ask ask) const;");
  }
  return true;
}

}  // namespace lathe::bits
