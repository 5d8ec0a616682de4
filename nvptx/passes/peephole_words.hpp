// PTX instructions as operations that rules know: the vocabulary of peephole.rules, and which instruction is which
// operation, both ways. Private to nvptx/passes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <lathe/combine/rules_compiled.hpp>
#include <lathe/passes/machine_bits.hpp>

#include "nvptx/views/editor.hpp"

namespace lathe::nvptx::peephole {

/// Types as rules number them; the width of all below `floats` is their number.
enum : std::uint32_t {
  i1 = 1,
  i8 = 8,
  i16 = 16,
  i32 = 32,
  i64 = 64,
  floats = 128,
  f32 = floats + 32,
  f64 = floats + 64
};
/// Flags of an operation: its rounding is not said, so that it may be contracted.
enum : std::uint32_t { contract = 1 };

enum class Word : std::uint32_t {
#define LATHE_PEEPHOLE_WORD(name, operands, commutes, typing, attributed) name,
#include "nvptx/passes/peephole_words.def"
#undef LATHE_PEEPHOLE_WORD
  count
};

/// How the operands of an instruction become those of its operation.
enum class Shape : std::uint8_t {
  plain,      ///< in their order
  bit_not,    ///< with all ones
  negation,   ///< from 0
  selection,  ///< selp: the predicate first
  funnel,     ///< shf: the upper word first
  immediate,  ///< lop3: the last is the attribute
  masked,     ///< cvt of a part: with ones in so many low bits as the attribute says
};
/// One instruction of PTX: "add.s32".
struct Form {
  std::string text;
  Word word = Word::count;
  std::uint32_t type = 0;  ///< of the result
  std::uint32_t from = 0;  ///< of the operands where it is another, else `type`
  Shape shape = Shape::plain;
  std::uint64_t attribute = 0;
  std::uint32_t flags = 0;
};

/// The form of a mnemonic, or null. O(1).
const Form* form_of(std::string_view mnemonic);
/// The instruction of an operation, or null: where several do the same, the one that takes registers of more types.
const Form* form_for(Word word, std::uint32_t type, std::uint32_t from, Shape shape, std::uint64_t attribute,
                     std::uint32_t flags);

const rules::Vocabulary& vocabulary();
/// Rules of peephole.rules whose names begin with one of these words.
enum class Set : std::uint8_t {
  usual,    ///< all but those of the knobs
  machine,  ///< of the reference's nvptx-peephole: address spaces, predicates, selections
  local,    ///< addresses of .local alone
};
/// Where peephole.rules cannot be read: nothing, as a test sees to.
const std::string& rules_error();
/// `usual` with `forms/` and `fma/` where they are asked for. Made once for each choice; thread-safe.
const rules::Compiled& rules_of(Set set, bool forms, bool fma);

/// What machine code of PTX computes: a lathe::passes::Machine.
class PtxMachine {
 public:
  using Operation = lathe::passes::MachineOperation<mir::Reg>;
  explicit PtxMachine(MirCode& code) : code_(code), m_(code.module()), f_(code.function()) {}

  bool read(MirId i, Operation& out) const;
  std::optional<std::uint64_t> literal(MirId i) const;
  std::uint32_t type(mir::Reg r) const;
  static std::uint32_t width(std::uint32_t type) { return type > floats ? type - floats : type; }
  bool makes(const Operation& o, const mir::Reg* result) const;
  std::optional<MirId> make(const Operation& o, mir::Reg result);
  std::optional<MirId> make_literal(std::uint64_t bits, mir::Reg result);
  std::optional<MirId> make_copy(mir::Reg from, mir::Reg result);
  mir::Reg like(std::uint32_t type) const;

  std::optional<bits::Operation<>> bits(const Operation& o) const;
  bits::KnownBits<> known(MirId i) const;
  std::uint64_t demanded(MirId i, mir::Reg r) const;

 private:
  struct Choice {
    const Form* form = nullptr;
    std::size_t first = 0, last = 0;  ///< of the operation's operands, those that the instruction has
  };
  std::optional<Choice> choose(const Operation& o) const;
  bool takes(const Form& form, const lathe::passes::OperationOperand<mir::Reg>& o) const;
  bool fits(mir::Type held, char letter) const;
  mir::Operand operand(const lathe::passes::OperationOperand<mir::Reg>& o) const;

  MirCode& code_;
  mir::Module& m_;
  mir::Function& f_;
};
static_assert(lathe::passes::is_machine<PtxMachine, MirCode>());

}  // namespace lathe::nvptx::peephole
