// What the families of intrinsics share: the dotted name as a row of tokens, and a writer that puts a recipe together
// operand by operand and remembers the first thing that does not fit.
//
// Internal to nvptx/intrinsics. Needs: nothing of LLVM. Cost: a few small strings per call of an intrinsic.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx::intrinsics {

/// The name after "llvm.nvvm.", token by token. The suffixes of overloaded pointers (".p3") are taken off: what they
/// say is in the arguments.
class Name {
 public:
  explicit Name(std::string_view name);
  bool done() const { return at_ == tokens_.size(); }
  std::size_t left() const { return tokens_.size() - at_; }
  /// The token `ahead` places on, or "" past the end.
  std::string_view peek(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : "";
  }
  std::string_view next() { return done() ? std::string_view{} : tokens_[at_++]; }
  /// Steps over the next token if it is `token`.
  bool take(std::string_view token) { return peek() == token && (++at_, true); }
  /// Steps over the next tokens if they are these, all of them.
  bool take(std::initializer_list<std::string_view> tokens);
  /// Steps over the next token if it is one of `choices`, and returns it; else "".
  std::string_view take_one_of(std::initializer_list<std::string_view> choices);
  /// Last token.
  std::string_view last() const { return tokens_.empty() ? "" : tokens_.back(); }
  /// Steps over a type that overloading may have left at the end ("f32", "i64", "v2f16").
  void skip_overload() {
    while (!done()) ++at_;
  }

 private:
  std::vector<std::string_view> tokens_;
  std::size_t at_ = 0;
};

/// A target that has features of its own: sm_90a, or every later chip of sm_100f's family.
struct Specific {
  unsigned sm;
  bool family = false;
};

/// PTX's name of an address space in a mnemonic with its dot (".shared"), "" for generic or spaces it does not name.
std::string_view space_suffix(int llvm_address_space);
/// The type of the register that holds a value: i8 in i16, small vectors in i32. Vt{} when no register does.
Vt register_type(Vt type);
/// "f32", "f16x2", "b64": the type as a mnemonic spells it; integers are `letter` ('b', 's', 'u') and their width.
std::string type_suffix(Vt type, char letter = 'b');
/// "_" for "." in a name's part, as PTX joins words: "num.samples" -> "num_samples".
std::string join(const Name& from, std::size_t count, char with);

class Writer {
 public:
  Writer(const IntrinsicCall& call, const Features& features, std::string& why)
      : call_(call), features_(features), why_(why) {}

  const IntrinsicCall& call() const { return call_; }
  const Features& features() const { return features_; }
  Recipe& recipe() { return recipe_; }

  // ---- what the target must be; false (and a reason) when it is not
  bool need(unsigned sm, unsigned ptx);
  /// One of the targets with features of their own, and a PTX version.
  bool need_one_of(std::initializer_list<Specific> targets, unsigned ptx);
  bool refuse(std::string_view reason);  ///< always false
  bool unknown();                        ///< "unknown intrinsic ...", always false

  // ---- the instruction, operand by operand
  Writer& op(std::string mnemonic);
  Writer& result(unsigned index);
  /// All results: one as it is, several as a tuple.
  Writer& results();
  Writer& results_tuple();
  Writer& in(unsigned arg, std::uint8_t extend = 0);
  /// The argument in a register of another type (same width, or wider).
  Writer& in_as(unsigned arg, Vt type, std::uint8_t extend = 0);
  /// The argument in a register even when it is a constant.
  Writer& in_register(unsigned arg);
  Writer& in_range(unsigned first, unsigned count);
  /// {first, first + 1, ...}
  Writer& in_tuple(unsigned first, unsigned count);
  /// The elements of a vector argument, in braces; a scalar argument alone in braces.
  Writer& in_elements(unsigned arg);
  Writer& address(unsigned arg, std::int64_t offset = 0);
  Writer& imm(std::int64_t value);
  Writer& literal(std::string text);
  /// The value of an immediate argument, as an immediate.
  Writer& imm_arg(unsigned arg);
  Writer& mark(RecipeOperand::Kind kind);
  Writer& open() { return mark(RecipeOperand::Kind::open_tuple); }
  Writer& close() { return mark(RecipeOperand::Kind::close_tuple); }
  Writer& open_bracket() { return mark(RecipeOperand::Kind::open_bracket); }
  Writer& close_bracket() { return mark(RecipeOperand::Kind::close_bracket); }
  Writer& pipe() { return mark(RecipeOperand::Kind::pipe); }
  /// An input without an operand: for instructions given as text.
  Writer& input_only(unsigned arg, Vt type, std::int16_t element = -1);

  Writer& chained(bool convergent = false);
  Writer& convergent() { return chained(true); }
  Writer& plain(PlainIntrinsic what);
  Writer& text(std::string text);
  /// result, then all arguments in order.
  bool simple(std::string mnemonic);

  // ---- the call
  std::size_t arguments() const { return call_.arguments.size(); }
  Vt type_of(unsigned arg) const;
  int space_of(unsigned arg) const;
  /// The value of an immediate argument; refuses the call when it is no constant.
  std::int64_t immediate(unsigned arg);
  Vt result_type(unsigned index = 0) const;
  std::size_t results_count() const { return call_.results.size(); }

  bool failed() const { return failed_; }
  bool finish();  ///< true when nothing was refused

 private:
  unsigned new_input(unsigned arg, Vt type, std::uint8_t extend, std::int16_t element = -1);
  void take_results();

  const IntrinsicCall& call_;
  const Features& features_;
  std::string& why_;
  Recipe recipe_;
  bool failed_ = false;
};

/// One per family, named by the first word of the names. They return Writer::finish(), or false when the name is
/// none of the family's (then `why` stays empty) or the call is refused.
using Family = bool (*)(Name&, Writer&);
struct FamilyEntry {
  std::string_view word;
  Family family;
};
std::span<const FamilyEntry> math_families();
std::span<const FamilyEntry> convert_families();
std::span<const FamilyEntry> register_families();
std::span<const FamilyEntry> sync_families();
std::span<const FamilyEntry> warp_families();
std::span<const FamilyEntry> atomic_families();
std::span<const FamilyEntry> memory_families();
std::span<const FamilyEntry> async_families();
std::span<const FamilyEntry> bulk_families();
std::span<const FamilyEntry> matrix_families();
std::span<const FamilyEntry> wmma_families();
std::span<const FamilyEntry> tcgen05_families();
std::span<const FamilyEntry> texture_families();
std::span<const FamilyEntry> surface_families();
std::span<const FamilyEntry> cluster_families();

}  // namespace lathe::nvptx::intrinsics
