// What legalization and the combiner know of a target: plain data, made once per subtarget, and read by all threads.
//
// Which value types registers hold and what becomes of the others; which operations are native on which type; which
// conversions between floating-point types are; how wide an access to memory may be. What a function or an option may
// change (FloatModes in combine/combine.hpp) is not here. A client of this code generator fills it in.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <lathe/legalize/action_table.hpp>

#include "codegen/dag/dag.hpp"
#include "codegen/dag/traits.hpp"
#include "codegen/support/spaces.hpp"
#include "codegen/types/vt.hpp"

namespace lathe::codegen {

/// What becomes of a type.
enum class TypeAction : std::uint8_t {
  legal,
  promote,    ///< to a wider integer (`to`)
  expand,     ///< an integer into two halves of type `to`, low first; first promoted where its width is no power of two
  split,      ///< a vector into pieces of type `to`; the last piece may have undefined lanes
  scalarize,  ///< a vector into its elements (`to`)
  soften,     ///< a float as the integer `to` of its bits, computed with in integer operations or library calls
  refuse,     ///< the target cannot hold it
};
/// What becomes of a type, and what it becomes.
struct TypeRule {
  TypeAction action = TypeAction::legal;
  Vt to;  ///< see TypeAction; none for legal and refuse
};

/// Widths are of bits.
struct TypeFacts {
  std::vector<std::uint32_t> integers;  ///< that registers hold, ascending
  /// To which of them narrower ones are promoted, ascending; the last is the limb of wider ones, which are expanded.
  std::vector<std::uint32_t> promoted_to;
  std::uint32_t widest_integer = 0;  ///< wider ones are refused
  std::vector<Vt> floats;            ///< that registers hold; others are softened or refused
  std::vector<Vt> softened;          ///< of 16, 32 or 64 bits, that are held as the integers of their bits
  /// Short vectors in one register.
  struct Packed {
    Vt type;                 ///< a vector that one register holds; one per element type
    std::uint32_t from = 2;  ///< shorter vectors are rather scalarized than packed into it
    bool travels = true;     ///< memory and parameters are moved in it, where they are aligned to it
    /// That registers hold, in which a lane is read and written; the upper bits are undefined when read, ignored when
    /// written. None: the element's own type.
    Vt lane{};
  };
  std::vector<Packed> packed;
  /// Bits of the widest integer that is computed with at full speed. What twice as many would do to values that have no
  /// more, or to bits of which no more are wanted, is done in it.
  std::uint32_t fast = 32;
};

/// The rules for value types, worked out of TypeFacts.
class ValueTypes {
 public:
  /// Precondition: fault_of(facts) finds nothing.
  explicit ValueTypes(TypeFacts facts);
  /// Do registers hold it as it is? Chains too. O(1).
  bool holds(Vt type) const { return slot(type).raw == type.raw; }
  /// Dense number of a type that registers hold, from 1; 0: another type, or a chain. For tables. O(1).
  std::uint32_t number(Vt type) const {
    const Slot& found = slot(type);
    return found.raw == type.raw ? found.number : 0;
  }
  std::uint32_t count() const { return count_; }  ///< of numbers, 0 with them
  /// One step towards types that registers hold. O(types).
  TypeRule rule(Vt type) const;
  /// Appends the types that hold `type` in the end, in order (low limb first, lane 0 first). False when it is refused.
  bool parts(Vt type, std::vector<Vt>& out) const;
  const TypeFacts& facts() const { return facts_; }  ///< as it was made with
  /// The widest integer that registers hold: wider ones are made of such limbs. O(1).
  Vt limb() const { return {VtKind::integer, facts_.promoted_to.back()}; }
  /// The type in which a lane of a vector stands, once registers hold the vector. O(packed types).
  Vt lane(Vt vector) const {
    for (const TypeFacts::Packed& one : facts_.packed)
      if (one.type == vector && one.lane != vt::none) return one.lane;
    return vector.element();
  }
  /// The integer that holds one of `bits` bits, at most a limb: of these bits, or what it is promoted to. O(types).
  Vt word(std::uint32_t bits) const;

 private:
  static constexpr std::uint32_t nothing = ~0U, slots = 64;
  struct Slot {
    std::uint32_t raw = nothing;
    std::uint32_t number = 0;
  };
  const Slot& slot(Vt type) const {
    std::uint32_t at = (type.raw * 0x9E3779B1U) >> 26;
    while (table_[at].raw != type.raw && table_[at].raw != nothing) at = (at + 1) % slots;
    return table_[at];
  }
  void add(Vt type, std::uint32_t number);
  TypeRule scalar_rule(Vt type) const;

  TypeFacts facts_;
  std::array<Slot, slots> table_{};
  std::uint32_t count_ = 1;
};

/// Bits that are 0, and bits that are 1, in an integer of at most 64 bits whenever it is not poison.
struct KnownBits64 {
  std::uint64_t zero = 0, one = 0;  ///< never the same bit in both
};
/// What the target says of its own nodes when it is asked. Each may be null, and then nothing is known.
struct TargetHooks {
  /// Of the only result, an integer of `width` bits.
  KnownBits64 (*known_bits)(const Recipe& recipe, std::uint32_t width) = nullptr;
};

/// Functions that do what a target has no instruction for. One is called where the action table says `libcall`, and
/// where the type is none that registers hold and there is a function for it; all else becomes nodes in place.
/// Arguments and the result are the values' parts, each a piece of its width, low first. library_body (library.hpp)
/// writes them.
struct LibraryFunction {
  Isd op = Isd::count;  ///< the operation
  Vt result, operand;   ///< types of the first result and of the first operand
  std::string name;
};
/// The functions that there are.
struct Library {
  std::vector<LibraryFunction> functions;
  /// Null when there is none. O(functions).
  const LibraryFunction* find(Isd op, Vt result, Vt operand) const;
};

/// How many operands a library function of this operation has; 0: there can be none, for it is no function of its first
/// operand's type and values alone. O(1).
std::uint32_t library_operands(Isd op);

/// Neighbouring accesses that the combiner joins into one of several lanes.
struct JoinFacts {
  std::vector<Vt> types;          ///< in memory and in registers alike
  std::uint32_t most_bytes = 16;  ///< of the joined access, a power of two
  /// May accesses of this type be joined? O(types).
  bool has(Vt type) const {
    for (const Vt one : types)
      if (one == type) return true;
    return false;
  }
};

/// What legalization and the combiner know of a target.
struct TargetFacts {
  /// All operations are legal, and there are no spaces: fill in what differs. fault_of() says what makes no sense.
  explicit TargetFacts(TypeFacts type_facts);

  ValueTypes types;  ///< which types registers hold, and what becomes of others
  /// Rows are operations, columns numbers of types; the type that decides is that of deciding_type.
  dag::ActionTable actions;
  std::vector<Vt>
      arithmetic;  ///< floating-point types that the target computes with, and converts to and from integers
  /// A conversion between floating-point types.
  struct Conversion {
    Vt from, to;  ///< one type, and another
  };
  std::vector<Conversion> missing_conversions;  ///< fp_ext and fp_trunc between types that registers hold
  Spaces spaces;
  std::span<const ScopeName> scopes;  ///< names of synchronization scopes; outlives the facts
  /// Where control cannot come: `unreachable`, after which nothing is written, or `exit`, where the next reader of the
  /// code must see that no path goes on.
  Isd unreachable = Isd::unreachable;
  std::string name = "target";  ///< in messages: "type x has no NAME form"
  TargetHooks hooks{};          ///< what the target says of its own nodes
  NumericTraits numeric{};      ///< how it computes where targets differ
  Library library{};
  JoinFacts joins{};  ///< accesses that the combiner joins

  /// What becomes of the operation where this type decides. O(1).
  dag::Action action(Isd op, Vt type) const { return actions.get(static_cast<std::uint32_t>(op), types.number(type)); }
  /// The integer that holds an address of the space.
  Vt address(Space space) const { return {VtKind::integer, spaces.of(space).pointer_bits}; }
  bool computes(Vt type) const;  ///< Does the target compute with values of this floating-point type? O(types).
  /// Is fp_ext or fp_trunc between these native?
  bool converts(Vt from, Vt to) const;
  /// What becomes of an operation whose cell of the table says `custom` and that only looks at types: native between
  /// some types and not between others. Operands that there are not have the type vt::none; `imm` is the payload's.
  /// O(types).
  dag::Action custom_action(Isd op, Vt result, Vt first, Vt second, std::uint64_t imm) const;
  /// The action of an operation on values of these types; where operands are asked for as well, they are of the same
  /// type. One answer for the legalizer and for who makes nodes after it. O(types).
  dag::Action action_on(Isd op, Vt type) const;
  /// Is the addrspace_cast one that the target makes? Between two spaces neither of which is generic it goes by way of the
  /// generic one, unless one is inside the other, or it is that of a function's own parameter to local. O(1).
  bool casts(const Dag& dag, NodeId id) const;
  /// Writes rows of the action table; types that registers do not hold are passed over.
  void set(std::initializer_list<Isd> ops, std::initializer_list<Vt> on, dag::Action action);
};

/// The type whose column decides: the result's, or the first operand's where the result says little.
Vt deciding_type(const Dag& dag, NodeId id);

/// What makes no sense in these facts, in words; empty when they are sound. For who describes a target: its tests ask,
/// and who makes facts asserts it.
std::string fault_of(const TypeFacts& facts);
/// The same of address spaces alone.
std::string fault_of(std::span<const SpaceFacts> spaces, const TypeFacts& types);
std::string fault_of(const TargetFacts& facts);  ///< The same of all facts.

}  // namespace lathe::codegen
