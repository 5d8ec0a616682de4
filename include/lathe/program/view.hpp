// The View: how a program shows itself to every algorithm of this library.
//
// A View is an object of the user's, passed by reference, that answers about one function. It has eight members, and
// says in `facts` which optional ones it has besides. What is said must be there and what is there must be said, so a
// misspelt member is an error by itself; `describe<P>()` prints what was found. Walks call back (`f(x)`), so lists,
// arrays and graphs cost the same and no iterator has to be written.
//
//   using Value = ...;                                  // a register or SSA value: the user's own handle
//   static constexpr program::Facts facts = program::Fact::latency | ...;   // or {}
//   range<Block> blocks() const;                        // in layout order, the entry first
//   range<Inst> instructions(Block) const;              // in order
//   void for_each_successor(Block, auto&& f) const;     // f(Block), in the order of the branches
//   void for_each_operand(Inst, auto&& f) const;        // f(program::Operand<Value>)
//   program::Effects effects(Inst) const;
//   auto key(Inst) const;                               // text or number: opcode and all that is no operand; two
//                                                       // instructions with equal keys and operands do the same
//
// Handles are whatever the user has: integers, enums, pointers, iterators to elements, ids (a class whose one member is
// an unsigned `value`), or any type with std::hash and ==. Each block and each instruction of the function has its own.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <lathe/program/effects.hpp>
#include <lathe/program/resources.hpp>
#include <lathe/support/source_place.hpp>
#include <lathe/support/told.hpp>

namespace lathe::program {

/// What an instruction does with an operand.
enum class Role : std::uint8_t { use, def, guard };

/// One mention of a value. Uses are read before anything is written. What an instruction writes in part, or only where
/// its guard holds, it reads as well (`old`: that use is no operand of the operation).
template <class Value>
struct Operand {
  Value value{};
  Role role = Role::use;
  bool negated = false;                     ///< of a guard: done where it does not hold
  bool old = false;                         ///< read because it is not wholly written
  bool implicit = false;                    ///< not in the text: flags, results that a return reads
  bool early = false;                       ///< of a definition: written before all uses are read
  std::int64_t offset = 0;                  ///< added to a use before it is taken: addresses
  std::int16_t tied = -1;                   ///< of a use: the definition, counted from 0, that must have its register
  std::uint64_t lanes = ~std::uint64_t{0};  ///< bit k: the k-th lane; all ones: the value is one whole
  bool more = false;                        ///< the next one named continues it: together they are one operand
  bool dead = false;                        ///< of a definition: it is known that nothing reads it
  constexpr bool is_def() const { return role == Role::def; }  ///< It is written; else read.
};
template <class Value>
Operand(Value, Role) -> Operand<Value>;

/// A place in memory. Two places of unlike `space` never meet, but those of space 0, which may be any.
template <class Value>
struct Access {
  Value base{};              ///< valid where has_base
  bool has_base = false;     ///< an address in a register, see `base`; else the symbol alone, or unknown
  std::uint32_t symbol = 0;  ///< 0: none; else a named object: two symbols are two objects
  std::int64_t offset = 0;   ///< bytes from the base or symbol
  std::uint32_t bytes = 0;   ///< 0: unknown
  std::uint32_t space = 0;   ///< 0: any
  bool inside = true;        ///< it stays within its symbol's object; not known of it: it may meet what others name
};

/// What decides at the end of a block, in order: the first branch whose condition holds is taken.
template <class Block, class Inst, class Value>
struct Branch {
  Block target{};          ///< valid but where it leaves
  Inst at{};               ///< valid where it leaves: the return, exit or trap
  Value condition{};       ///< valid where conditional
  std::uint64_t test = 0;  ///< which question of the condition, where a value answers several
  /// Decided by `condition`; taken where it does not hold; it leaves the function at `at`.
  bool conditional = false, negated = false, leaves = false;
};

/// What a View may know besides.
enum class Fact : std::uint32_t {
  none = 0,
  incoming = 1U << 0,  ///< void for_each_incoming(Inst phi, f): f(Block from, Value); who has phis names it, see below
  branches = 1U << 1,  ///< void for_each_branch(Block, f): f(Branch<Block, Inst, Value>); nothing where a table decides
  access = 1U << 2,    ///< void for_each_access(Inst, f): f(Access<Value>); none: anything that its space may hold
  latency = 1U << 3,   ///< uint32_t latency(Inst): cycles until its results can be used
  units = 1U << 4,     ///< range<Unit> units(); void for_each_hold(Inst, f): f(Hold), as Hold says
  live_out = 1U << 5,  ///< void for_each_live_out(Block, f): f(Value): read behind the block whatever follows
  weight = 1U << 6,    ///< uint64_t weight(Block): how often it runs, any unit
  bytes = 1U << 7,     ///< uint32_t bytes(Inst): size of its code
  classes = 1U << 8,   ///< uint32_t register_class(Value); string class_name(uint32_t)
  names = 1U << 9,     ///< string name(); string name_of(Block | Inst | Value) as block_name, inst_name, value_name
  location = 1U << 10,    ///< SourcePlace location(Inst): where it stands in the user's source, for remarks
  parameters = 1U << 11,  ///< void for_each_parameter(f): f(Value), in order
  literals = 1U << 12,    ///< void for_each_literal(Inst, f): f(uint32_t use, uint64_t bits), see below
  issue = 1U << 13,  ///< uint32_t issue_width(): slots a cycle, 0: no limit; uint32_t issue(Inst): slots that it takes
  relation =
      1U << 14,  ///< MemoryRelation relation(Inst a, Inst b): of two accesses of a block, a not behind b; see below
  edge_latency = 1U << 15,  ///< int32_t edge_latency(Inst from, Inst to, const Dependence<Value>&): cycles between them
  pinned = 1U << 16,        ///< bool pinned(Value): it keeps its name: a physical register, a flag
  // A literal stands where the use-th use would (guards are not counted), and is not in the key. Its bits are
  // sign-extended, so that what adds -1 counts down.
  //
  // A View with phis that does not name `incoming` shows as their operands what they take: it is live into their block
  // then. Where it comes from is not known: modulo refuses such a loop, equal
  // takes the phi for an operation, and SSA construction leaves what it mentions as it is.
  //
  // `relation` and `access` may both be there; what either excludes is excluded. In a block that is its own successor
  // a relation speaks of its iterations too. `edge_latency` stands for what its Dependence has as `usual`: the latency
  // of `from` for data, 0 for anti, and for the others what the family that asks takes.
};
inline constexpr std::uint32_t fact_count = 17;

/// A set of facts.
class Facts {
 public:
  constexpr Facts() = default;
  /// The set of one fact.
  constexpr Facts(Fact f) : bits_(static_cast<std::uint32_t>(f)) {}  // NOLINT: a fact is a set of one
  /// Of several, or-ed together: is one of them there?
  constexpr bool has(Fact f) const { return (bits_ & static_cast<std::uint32_t>(f)) != 0; }
  constexpr Facts without(Fact f) const { return Facts(bits_ & ~static_cast<std::uint32_t>(f)); }  ///< all but this one
  friend constexpr Facts operator|(Facts a, Facts b) { return Facts(a.bits_ | b.bits_); }
  constexpr bool operator==(const Facts&) const = default;

 private:
  constexpr explicit Facts(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};
constexpr Facts operator|(Fact a, Fact b) { return Facts(a) | Facts(b); }

/// A View's name for a block.
template <class P>
using block_t = std::remove_cvref_t<decltype(*std::declval<const P&>().blocks().begin())>;
/// A View's name for an instruction.
template <class P>
using inst_t =
    std::remove_cvref_t<decltype(*std::declval<const P&>().instructions(std::declval<const block_t<P>&>()).begin())>;
/// A View's name for a value.
template <class P>
using value_t = typename P::Value;

namespace detail {

struct Any {
  template <class... T>
  void operator()(T&&...) const {}
};

template <class P>
concept HasValue = requires { typename P::Value; };
template <class P>
concept HasFacts = requires {
  { P::facts } -> std::convertible_to<Facts>;
};
template <class P>
concept HasBlocks = requires(const P& p) {
  *p.blocks().begin();
  p.blocks().end();
};
template <class P>
concept HasInstructions = HasBlocks<P> && requires(const P& p, const block_t<P>& b) {
  *p.instructions(b).begin();
  p.instructions(b).end();
};
template <class P>
concept HasSuccessors =
    HasBlocks<P> && requires(const P& p, const block_t<P>& b, Any f) { p.for_each_successor(b, f); };
template <class P>
concept HasOperands =
    HasInstructions<P> && requires(const P& p, const inst_t<P>& i, Any f) { p.for_each_operand(i, f); };
template <class P>
concept HasEffects = HasInstructions<P> && requires(const P& p, const inst_t<P>& i) {
  { p.effects(i) } -> std::convertible_to<Effects>;
};
template <class P>
concept HasKey = HasInstructions<P> && requires(const P& p, const inst_t<P>& i) {
  requires std::convertible_to<decltype(p.key(i)), std::string_view> ||
               std::is_integral_v<std::remove_cvref_t<decltype(p.key(i))>> ||
               std::is_enum_v<std::remove_cvref_t<decltype(p.key(i))>>;
};

}  // namespace detail

/// A program with the mandatory members.
template <class P>
concept View = detail::HasValue<P> && detail::HasFacts<P> && detail::HasSuccessors<P> && detail::HasOperands<P> &&
               detail::HasEffects<P> && detail::HasKey<P>;

namespace detail {

/// Is the member (are the members) of a fact there?
template <class P, Fact f>
consteval bool found() {
  if constexpr (!View<P>) {
    return false;
  } else {
    using B = block_t<P>;
    using I = inst_t<P>;
    using V = value_t<P>;
    if constexpr (f == Fact::incoming)
      return requires(const P& p, const I& i, Any g) { p.for_each_incoming(i, g); };
    else if constexpr (f == Fact::branches)
      return requires(const P& p, const B& b, Any g) { p.for_each_branch(b, g); };
    else if constexpr (f == Fact::access)
      return requires(const P& p, const I& i, Any g) { p.for_each_access(i, g); };
    else if constexpr (f == Fact::latency)
      return requires(const P& p, const I& i) {
        { p.latency(i) } -> std::convertible_to<std::uint32_t>;
      };
    else if constexpr (f == Fact::units)
      return requires(const P& p, const I& i, Any g) {
        p.units().begin();
        p.for_each_hold(i, g);
      };
    else if constexpr (f == Fact::live_out)
      return requires(const P& p, const B& b, Any g) { p.for_each_live_out(b, g); };
    else if constexpr (f == Fact::weight)
      return requires(const P& p, const B& b) {
        { p.weight(b) } -> std::convertible_to<std::uint64_t>;
      };
    else if constexpr (f == Fact::bytes)
      return requires(const P& p, const I& i) {
        { p.bytes(i) } -> std::convertible_to<std::uint32_t>;
      };
    else if constexpr (f == Fact::classes)
      return requires(const P& p, const V& v) {
        { p.register_class(v) } -> std::convertible_to<std::uint32_t>;
        std::string(p.class_name(0));
      };
    else if constexpr (f == Fact::names)
      return requires(const P& p, const B& b, const I& i, const V& v) {
        std::string(p.name());
        std::string(p.block_name(b));
        std::string(p.inst_name(i));
        std::string(p.value_name(v));
      };
    else if constexpr (f == Fact::location)
      return requires(const P& p, const I& i) {
        { p.location(i) } -> std::convertible_to<SourcePlace>;
      };
    else if constexpr (f == Fact::literals)
      return requires(const P& p, const I& i, Any g) { p.for_each_literal(i, g); };
    else if constexpr (f == Fact::issue)
      return requires(const P& p, const I& i) {
        { p.issue_width() } -> std::convertible_to<std::uint32_t>;
        { p.issue(i) } -> std::convertible_to<std::uint32_t>;
      };
    else if constexpr (f == Fact::relation)
      return requires(const P& p, const I& i) {
        { p.relation(i, i) } -> std::convertible_to<MemoryRelation>;
      };
    else if constexpr (f == Fact::edge_latency)
      return requires(const P& p, const I& i, const Dependence<V>& d) {
        { p.edge_latency(i, i, d) } -> std::convertible_to<std::int32_t>;
      };
    else if constexpr (f == Fact::pinned)
      return requires(const P& p, const V& v) {
        { p.pinned(v) } -> std::convertible_to<bool>;
      };
    else
      return requires(const P& p, Any g) { p.for_each_parameter(g); };
  }
}
template <class P>
consteval bool said(Fact f) {
  if constexpr (HasFacts<P>) return Facts(P::facts).has(f);
  return false;
}

/// Of a fact that is said its members are there; of one whose members are there it is said.
template <class V, Fact f>
consteval bool there() {
  if constexpr (View<V>) return !said<V>(f) || found<V, f>();
  return true;
}
template <class V, Fact f>
consteval bool named() {
  if constexpr (View<V>) return said<V>(f) || !found<V, f>();
  return true;
}
template <class V, std::uint32_t... k>
consteval bool agreed(std::integer_sequence<std::uint32_t, k...>) {
  return ((there<V, static_cast<Fact>(1U << k)>() && named<V, static_cast<Fact>(1U << k)>()) && ...);
}

struct FactText {
  Fact fact;
  const char *name, *members;
};
inline constexpr FactText fact_texts[fact_count] = {
    {Fact::incoming, "incoming", "for_each_incoming(Inst, f)"},
    {Fact::branches, "branches", "for_each_branch(Block, f)"},
    {Fact::access, "access", "for_each_access(Inst, f)"},
    {Fact::latency, "latency", "latency(Inst)"},
    {Fact::units, "units", "units(), for_each_hold(Inst, f)"},
    {Fact::live_out, "live_out", "for_each_live_out(Block, f)"},
    {Fact::weight, "weight", "weight(Block)"},
    {Fact::bytes, "bytes", "bytes(Inst)"},
    {Fact::classes, "classes", "register_class(Value), class_name(uint32_t)"},
    {Fact::names, "names", "name(), block_name(Block), inst_name(Inst), value_name(Value)"},
    {Fact::location, "location", "location(Inst)"},
    {Fact::parameters, "parameters", "for_each_parameter(f)"},
    {Fact::literals, "literals", "for_each_literal(Inst, f)"},
    {Fact::issue, "issue", "issue_width(), issue(Inst)"},
    {Fact::relation, "relation", "relation(Inst, Inst)"},
    {Fact::edge_latency, "edge_latency", "edge_latency(Inst, Inst, Dependence<Value>)"},
    {Fact::pinned, "pinned", "pinned(Value)"},
};

}  // namespace detail

/// A View whose facts are what it has: for templates that tell what is wrong and then do nothing.
template <class P>
concept Agreed = View<P> && detail::agreed<P>(std::make_integer_sequence<std::uint32_t, fact_count>());

/// Stands for what would be made of one that is not, so that nothing is told but what is wrong.
struct Nothing {
  /// Anything that may be given where the right thing was asked for.
  struct Argument {
    Argument() = default;
    /// Takes it, and keeps nothing.
    template <class T>
    Argument(const T&) {}  // NOLINT: of anything
  };
  template <class... T>
  explicit Nothing(T&&...) {}  ///< Any arguments; keeps nothing.
  /// Arguments in braces, which name no type.
  explicit Nothing(Argument, Argument, Argument, Argument = {}, Argument = {}) {}
};
/// `Made` where the facts and members of V agree; else Nothing, so that one error is told and not many.
template <class V, class Made>
using IfAgreed = std::conditional_t<Agreed<V>, Made, Nothing>;

/// One error per member that is missing, with the signature to write, and per fact that is said and not found, or found
/// and not said. Use: static_assert(program::is_view<MyView>());
template <class P>
consteval bool is_view() {
  using V = P;
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  return true;
}

/// What was found in a View: a line per fact, "+" where it is there. For people.
template <class P>
std::string describe() {
  static_assert(is_view<P>());
  std::string out;
  for (const detail::FactText& f : detail::fact_texts)
    out += std::string(Facts(P::facts).has(f.fact) ? "+ " : "- ") + f.name + ": " + f.members + "\n";
  return out;
}

}  // namespace lathe::program
