// The client of the type legalizer: one rule per family of operations, each for its four cases (promote, expand into
// limbs, split into packed pieces, scalarize).
//
// What holds a value of an illegal type (what `walk.part` gives):
//   promoted integer    one value of the wider type; the bits above are undefined
//   wider integer       its limbs (the widest type that registers hold), low first; where its width is no power of two,
//                       promoted first
//   softened float      one value of the integer type of its bits
//   vector, split       packed pieces, lane 0 first; lanes beyond the end are undefined
//   vector, scalarized  its elements, of the element's type (which may be illegal itself)
// A packed vector's lanes may be read and written in a wider type (TypeFacts::Packed::lane).
#pragma once

#include <string>
#include <vector>

#include <lathe/legalize/types.hpp>

#include "codegen/legalize/addresses.hpp"
#include "codegen/legalize/expand.hpp"
#include "codegen/legalize/soft_float.hpp"
#include "codegen/support/diag.hpp"

namespace lathe::codegen {

class TypeLowering {
 public:
  using Walk = dag::LegalizeWalk<Dag, dag::TypeLegalizer<Dag, TypeLowering>>;

  TypeLowering(Dag& dag, const TargetFacts& facts) : dag_(dag), facts_(facts), make_(dag), wide_(facts) {}

  bool legal(Vt type) const { return type == vt::none || facts_.types.holds(type); }
  /// Shifts by amounts that are not i32, and operands that a recipe or inline assembly wants in another register.
  bool wants(const Dag& dag, NodeId id) const;
  /// Addresses wider than a register, where they stand as an instruction takes them (addresses.hpp).
  bool settled(const Dag& dag, NodeId id) const { return wide_.settled(dag, id); }
  dag::Rewrite lower(Walk& walk, NodeId id);

  const std::string& refusal() const { return refusal_; }

 private:
  // ---- reading operands (lower_values.cpp)
  Value current(Value v) const { return walk_->current(v); }
  Value operand(NodeId id, std::uint32_t i) const { return current(dag_.operand(id, i)); }
  TypeRule rule(Vt type) const { return facts_.types.rule(type); }
  Vt limb() const { return facts_.types.limb(); }
  bool softened(Vt type) const { return type.is_float() && rule(type).action == TypeAction::soften; }
  /// The type of the value that holds a scalar: itself, or what it is promoted to.
  Vt held(Vt type) const;
  /// Some value of type held(v) whose low bits are v.
  Value any(Value v) const { return legal(dag_.type(current(v))) ? current(v) : walk_->part(v, 0); }
  /// The same, cleared or sign-extended above v's width.
  Value zx(Value v);
  Value sx(Value v);
  /// An integer of any type brought to `to`, of any width; may make nodes of illegal types.
  Value to_integer(Value v, Vt to, Extend extend);
  /// A shift amount as i32.
  Value amount(Value v);
  /// All that holds a value in the end, appended.
  void flat(Value v, Values& out);
  /// The limbs of an integer wider than one, a power of two.
  Values limbs(Value v);
  /// Lane of a vector as a value of the element's type.
  Value lane(Value vector, std::uint32_t index);
  Values lanes(Value vector);
  /// A legal packed vector of these elements, missing ones undefined.
  Value pack(Vt type, std::span<const Value> elements);
  /// `type`'s lanes from `first` on of a vector: a whole piece when it is there, otherwise packed anew.
  Value piece(Value vector, Vt type, std::uint32_t first);
  /// Elements to what holds a vector type, one step.
  Values hold(Vt vector, std::span<const Value> elements);
  void set_vector(NodeId id, std::uint32_t result, std::span<const Value> elements);
  void set(NodeId id, std::uint32_t result, Value v) { walk_->set(id, result, v); }
  void set(NodeId id, std::uint32_t result, std::span<const Value> v) { walk_->set(id, result, v); }
  dag::Rewrite done(NodeId id, Value v) {
    set(id, 0, v);
    return dag::Rewrite::replaced;
  }
  dag::Rewrite done(NodeId id, std::span<const Value> v) {
    set(id, 0, v);
    return dag::Rewrite::replaced;
  }
  dag::Rewrite refuse(NodeId id, const std::string& why = {});

  // ---- scalars up to a limb, and any width that is no power of two (lower_promote.cpp)
  dag::Rewrite lower_scalar(NodeId id);
  dag::Rewrite promote_arithmetic(NodeId id, std::uint32_t bits, Vt wide);
  dag::Rewrite promote_shift(NodeId id, std::uint32_t bits, Vt wide);
  dag::Rewrite promote_bits(NodeId id, std::uint32_t bits, Vt wide);
  dag::Rewrite promote_overflow(NodeId id, std::uint32_t bits, Vt wide);
  dag::Rewrite lower_compare(NodeId id);
  dag::Rewrite lower_integer_conversion(NodeId id);
  dag::Rewrite lower_float_conversion(NodeId id);
  dag::Rewrite lower_leaf(NodeId id);
  Value modulo_width(Value amount, std::uint32_t width);
  /// The exponent of fldexp as i32.
  Value scale_exponent(Value e);

  // ---- limbs (lower_limbs.cpp)
  dag::Rewrite expand_limbs(NodeId id);
  dag::Rewrite expand_limb_bits(NodeId id);
  Values add_sub(Isd op, const Values& a, const Values& b);
  Values multiply(const Values& a, const Values& b);
  Values shift_limbs(Isd op, Values a, Value amount, std::uint32_t max_amount);
  Value limbs_equal(const Values& a, const Values& b);
  Value limbs_less(Values a, Values b, bool is_signed, bool or_equal);
  Values extend_limbs(Value v, std::uint32_t count, Extend extend);

  // ---- floats in integers (lower_soft.cpp)
  dag::Rewrite lower_soft(NodeId id);
  dag::Rewrite soft_arithmetic(NodeId id);
  dag::Rewrite soft_conversion(NodeId id);
  dag::Rewrite soft_by_single(NodeId id);
  /// The bits of a float, softened or in a register, as the word in which SoftFloat takes them; and back.
  Value soft_word(Value v);
  Value soft_value(Value word, Vt type);
  /// A call of the facts' function for this node; false when there is none.
  bool call_library(NodeId id);

  // ---- vectors (lower_vector.cpp)
  dag::Rewrite lower_lanewise(NodeId id);
  dag::Rewrite lower_build_vector(NodeId id);
  dag::Rewrite lower_extract_element(NodeId id);
  dag::Rewrite lower_insert_element(NodeId id);
  dag::Rewrite lower_shuffle(NodeId id);
  dag::Rewrite lower_concat(NodeId id);
  dag::Rewrite lower_extract_subvector(NodeId id);
  dag::Rewrite lower_reduce(NodeId id);
  /// The vector in a frame object of its own; returns its address, the chain of the stores and the lane's stride.
  struct Spilled {
    Value address, chain;
    std::uint32_t stride = 0;
  };
  Spilled spill(Value vector);
  Value lane_address(const Spilled& at, Value index, std::uint32_t count);
  Value lane_index(Value index);

  // ---- addresses (lower_address.cpp)
  /// What an access to `space` takes as the address `bytes` behind a pointer.
  Value address(Value pointer, std::uint64_t bytes, Space space);
  /// Two limbs as an address.
  Value pair(const Values& limbs) { return dag_.get(Isd::build_pair, wide_.type(), {limbs[0], limbs[1]}); }
  /// The same node with its address as an access takes it.
  dag::Rewrite with_address(NodeId id);
  dag::Rewrite lower_cast(NodeId id);

  // ---- memory and bits (lower_memory.cpp, lower_bits.cpp)
  /// Bits of a value in memory order: `value` is a legal integer whose low `width` bits count.
  struct Chunk {
    Value value;
    std::uint32_t width = 0;
  };
  void chunks(Value v, std::vector<Chunk>& out);
  /// Bits [low, low + width) of the chunks in a legal integer type of at least `width` bits; cleared above when `zero`.
  Value gather(std::span<const Chunk> from, std::uint32_t low, std::uint32_t width, bool zero = false);
  /// A value of any type from chunks that hold its bits: one-step parts.
  Values assemble(Vt type, std::span<const Chunk> from);
  void set_from_chunks(NodeId id, std::uint32_t result, Vt type, std::span<const Chunk> from) {
    set(id, result, assemble(type, from));
  }
  dag::Rewrite lower_bitcast(NodeId id);
  static bool access_wants(const MemInfo& m, Vt type);
  dag::Rewrite refuse_address(NodeId id, Space space);
  dag::Rewrite lower_load(NodeId id);
  dag::Rewrite lower_store(NodeId id);
  dag::Rewrite lower_atomic(NodeId id);
  std::uint32_t access_plan(Vt type, const MemInfo& m, std::vector<Vt>& plan) const;
  Value load_chunks(Value chain, Value address, const MemInfo& m, std::span<const Vt> plan, std::vector<Chunk>& out,
                    Values& raw);
  Value store_chunks(Value chain, Value address, const MemInfo& m, std::span<const Vt> plan,
                     std::span<const Value> values);

  // ---- registers, calls, recipes, assembly (lower_interface.cpp)
  dag::Rewrite lower_copy(NodeId id);
  dag::Rewrite lower_call(NodeId id);
  dag::Rewrite lower_ret(NodeId id);
  dag::Rewrite lower_target(NodeId id);
  dag::Rewrite lower_asm(NodeId id);
  dag::Rewrite lower_other(NodeId id);
  dag::Rewrite again(NodeId id, const Values& operands);
  std::uint32_t register_count(Vt type) const;
  static bool asm_settled(const Dag& dag, NodeId id);
  /// The register that a piece of a parameter or result travels in.
  Vt piece_register(Vt in_memory) const;
  bool pieces_settled(const Dag& dag, NodeId id) const;
  /// A value in the register type `to`: widened, narrowed or reinterpreted.
  Value to_register(Value v, Vt to, Extend extend);
  /// What a value of type `type` is when the register `from` holds it; may be of an illegal type.
  Value from_register(Value from, Vt type);

  Dag& dag_;
  const TargetFacts& facts_;
  Make make_;
  WideAddresses wide_;
  Walk* walk_ = nullptr;
  std::string refusal_;
};

}  // namespace lathe::codegen
