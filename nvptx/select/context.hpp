// What PTX's rules share besides the base's context (codegen/select/context.hpp): operands, and the writing of
// instructions.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/select/context.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/select/mnemonic.hpp"
#include "nvptx/select/select.hpp"
#include "nvptx/select/text_ids.hpp"

namespace lathe::nvptx::selecting {

using Operand = mir::Operand;
using Reg = mir::Reg;

/// An operand that is a number.
inline Operand number(std::int64_t value) { return Operand::make_imm(value); }
/// The head of {a, b}: the two operands behind it are its parts, low first.
inline Operand pair() { return mir::make_group(mir::GroupKind::tuple, 2); }

/// What the calls of one function have in common (control.cpp).
struct CallState {
  /// A variable that a call declared: the next call's `param0` is mostly the same one.
  struct Declared {
    mir::NameId name;
    mir::Type type;
    std::uint32_t align;
    std::uint64_t bytes;
    auto operator<=>(const Declared&) const = default;
  };
  std::map<Declared, std::uint32_t> declared;  ///< into function.variables
  std::uint32_t target_lists = 0;              ///< .calltargets so far
  std::vector<std::string> names;              ///< scratch: the parameters of the call at hand
  std::vector<Operand> operands;               ///< scratch: of its `call`
};

/// Scratch of inline assembly (asm.cpp).
struct AsmState {
  std::vector<std::uint32_t> numbers;  ///< by operand: its number in the instruction
  std::vector<Operand> taken_apart;    ///< four operands of a mov.b128 for each output of 128 bits
};

/// Cache policies of the block at hand that are in registers (memory.cpp).
struct PolicyState {
  mir::BlockId block = 0;
  std::vector<std::pair<std::uint64_t, Reg>> registers;  ///< few: searched from the first on
};

/// Scratch of recipes (intrinsics.cpp).
struct RecipeState {
  std::vector<std::size_t> open_groups;  ///< where they begin in Context::operands
};

struct Context final : codegen::selecting::Context {
  Context(mir::Module& module_in, mir::Function& function_in, const Features& features_in)
      : module(module_in), function(function_in), features(features_in) {}

  mir::Module& module;
  mir::Function& function;
  const Features& features;
  mir::BlockId block = 0;           ///< the one at hand
  std::uint64_t jumps_settled = 0;  ///< branches that became jumps; their edges are gone, and phis still name them

  // ---- what belongs to one family
  CallState calls{};
  AsmState assembly{};
  RecipeState recipe{};
  PolicyState policies{};
  /// Scratch of one access, call or instruction with a list of operands.
  std::vector<Operand> operands{};
  std::vector<Value> values{};

  // ---- operands: each asks for the value while covering, and is empty then
  /// In a register.
  Operand reg(Value v) {
    const Reg r = reg_of(v);
    return covering() ? Operand{} : Operand::make_reg(r);
  }
  /// A register, or an immediate when the value is a constant; integers as signed numbers.
  Operand src(Value v);
  /// Likewise, integers as unsigned numbers.
  Operand usrc(Value v);
  /// The register that the result goes to.
  Operand def(Value v) {
    const Reg r = def_of(v);
    return covering() ? Operand{} : Operand::make_reg(r);
  }
  /// A new register.
  Operand temp(mir::Type type) { return covering() ? Operand{} : Operand::make_reg(function.new_reg(type)); }
  /// A number of this type by its bits.
  Operand immediate(std::uint64_t bits, Vt type, bool is_signed) const;
  /// The address of a variable, or of a place in it.
  Operand symbol(std::string_view text, std::int64_t offset = 0);
  /// Memory operand [text+offset].
  Operand memory_symbol(std::string_view text, std::int64_t offset);

  // ---- writing: nothing happens while covering
  void write(std::string_view mnemonic, std::initializer_list<Operand> list) {
    if (!covering()) write_span(mnemonic, {list.begin(), list.size()});
  }
  void write_span(std::string_view mnemonic, std::span<const Operand> list, Reg guard = mir::none,
                  bool negated = false);
  /// The module's number of a name; its lock is taken once per text and function.
  mir::NameId name(std::string_view text);
  TextIds op_ids{}, name_ids{};

 private:
  bool rule(NodeId n) override;      // select.cpp
  bool constant(NodeId n) override;  // select.cpp
  void move(Reg to, Value from) override;
  Reg new_register(Vt type) override { return function.new_reg(register_type(type)); }
  bool same_registers(Vt a, Vt b) const override {
    return register_type(a) == register_type(b) && register_type(a) != mir::Type::none;
  }
  Reg register_count() const override { return static_cast<Reg>(function.regs.size()); }
  bool holds(Reg reg, Vt type) const override { return function.regs[reg].type == register_type(type); }
};

}  // namespace lathe::nvptx::selecting
