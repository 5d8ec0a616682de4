// Inline assembly: constraints to registers, immediates and memory operands.
//
// The template stays as it is ($0, ${1:x}, $$); operands are numbered as LLVM numbers them, outputs first.
// Source: constraint letters of the CUDA inline PTX guide and of clang; messages as the reference gives them.
#include "nvptx/build/function_builder.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>

namespace lathe::nvptx {
namespace {

/// The register type that a letter stands for, Vt{} for none.
Vt letter_type(char letter) {
  switch (letter) {
    case 'b':
      return vt::i1;
    case 'c':
    case 'h':
      return vt::i16;
    case 'r':
      return vt::i32;
    case 'l':
    case 'N':
      return vt::i64;
    case 'q':
      return vt::i128;
    case 'f':
      return vt::f32;
    case 'd':
      return vt::f64;
    default:
      return {};
  }
}

bool immediate_letter(char letter) { return letter == 'i' || letter == 'n' || letter == 's' || letter == 'X'; }

/// "r" of {"r", "n"}: what a message shows.
std::string spelled(const llvm::InlineAsm::ConstraintInfo& constraint) {
  std::string text;
  for (const std::string& code : constraint.Codes) text += code;
  return text;
}

/// The register letter of a constraint, 0 when it allows none.
char register_letter(const llvm::InlineAsm::ConstraintInfo& constraint) {
  for (const std::string& code : constraint.Codes)
    if (code.size() == 1 && letter_type(code[0]) != Vt{}) return code[0];
  return 0;
}

char immediate_choice(const llvm::InlineAsm::ConstraintInfo& constraint) {
  for (const std::string& code : constraint.Codes)
    if (code.size() == 1 && immediate_letter(code[0])) return code[0];
  return 0;
}

bool allows_memory(const llvm::InlineAsm::ConstraintInfo& constraint) {
  for (const std::string& code : constraint.Codes)
    if (code == "m" || code == "o" || code == "p") return true;
  return false;
}

}  // namespace

void FunctionBuilder::Impl::inline_asm(const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  AsmInfo info;
  info.text = std::string(assembly->getAsmString());
  info.side_effects = assembly->hasSideEffects();
  info.convergent = call.isConvergent();
  std::vector<Vt> result_types;
  ValueList inputs;
  unsigned next_argument = 0;
  std::string fault;
  const auto fail = [&](std::string text) {
    if (fault.empty()) fault = std::move(text);
  };
  const std::vector<build::Leaf>& parts = leaves(call.getType());
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
    const std::string shown = spelled(constraint);
    if (constraint.Type == llvm::InlineAsm::isClobber) {
      if (shown == "{memory}") info.memory_clobber = true;
      continue;
    }
    if (constraint.Type == llvm::InlineAsm::isLabel) {
      fail("inline asm with labels has no PTX form");
      break;
    }
    AsmOperand operand;
    operand.output = constraint.Type == llvm::InlineAsm::isOutput;
    if (operand.output && !constraint.isIndirect) {
      operand.letter = register_letter(constraint);
      operand.type = letter_type(operand.letter);
      operand.slot = static_cast<int>(result_types.size());
      // The value must fit into the register that the letter names.
      const Vt leaf = result_types.size() < parts.size() ? parts[result_types.size()].type : Vt{};
      const bool fits =
          leaf != Vt{} && (leaf.total_bits() == operand.type.bits() ||
                           (leaf.total_bits() < operand.type.bits() && !leaf.is_float() && !leaf.is_vector()));
      if (operand.letter == 0 || !fits) fail("couldn't allocate output register for constraint '" + shown + "'");
      if (operand.type == vt::i128 && !features.has_b128())
        fail("inline asm with 128 bit operands is only supported for sm_70 and PTX 8.3 and higher");
      result_types.push_back(operand.type == Vt{} ? vt::i32 : operand.type);
      info.operands.push_back(operand);
      continue;
    }
    if (next_argument >= call.arg_size()) {
      fail("inline asm has fewer operands than constraints");
      break;
    }
    const llvm::Value* argument = call.getArgOperand(next_argument++);
    operand.slot = static_cast<int>(inputs.size());
    if (constraint.isIndirect || allows_memory(constraint)) {
      // An address: of an output or input in memory. It is an input in both cases.
      operand.letter = 'm';
      operand.type = vt::i64;
      if (!argument->getType()->isPointerTy())
        fail("Indirect operand for inline asm not a pointer!");
      else if (!allows_memory(constraint))
        fail("Don't know how to handle indirect register inputs yet for constraint '" + shown + "'");
      else
        inputs.push_back(value(argument));
      if (operand.output) info.memory_clobber = true;
      operand.output = false;
      info.operands.push_back(operand);
      continue;
    }
    if (!constraint.Codes.empty() && !constraint.Codes[0].empty() && constraint.Codes[0][0] >= '0' &&
        constraint.Codes[0][0] <= '9') {
      operand.tied_to = std::stoi(constraint.Codes[0]);
      if (operand.tied_to >= static_cast<int>(info.operands.size()) ||
          !info.operands[static_cast<std::size_t>(operand.tied_to)].output) {
        fail("invalid operand for inline asm constraint '" + shown + "'");
        continue;
      }
      operand.letter = info.operands[static_cast<std::size_t>(operand.tied_to)].letter;
    } else {
      const char immediate = immediate_choice(constraint);
      operand.letter = register_letter(constraint);
      const bool number =
          llvm::isa<llvm::ConstantInt>(argument) || (immediate != 'n' && llvm::isa<llvm::Constant>(argument));
      if (immediate != 0 && (number || operand.letter == 0)) {
        if (!number) {
          fail("invalid operand for inline asm constraint '" + shown + "'");
          continue;
        }
        operand.letter = 'i';
        operand.type = type_of(argument);
        inputs.push_back(value(argument));
        info.operands.push_back(operand);
        continue;
      }
    }
    operand.type = letter_type(operand.letter);
    if (leaves(argument->getType()).size() != 1 || operand.letter == 0) {
      fail("couldn't allocate input reg for constraint '" + shown + "'");
      continue;
    }
    const Value given = value(argument);
    const Vt from = dag.type(given);
    const bool wider = from.total_bits() > operand.type.bits();
    const Value fitted = wider ? Value{} : fit(given, operand.type, from == vt::i1 ? 1 : 0);
    if (!fitted) {
      fail("couldn't allocate input reg for constraint '" + shown + "'");
      continue;
    }
    if (operand.type == vt::i128 && !features.has_b128())
      fail("inline asm with 128 bit operands is only supported for sm_70 and PTX 8.3 and higher");
    inputs.push_back(fitted);
    info.operands.push_back(operand);
  }
  if (!fault.empty()) {
    error(fault);
    set(&call, std::span<const Value>());
    return;
  }
  const bool ordered = info.side_effects || info.memory_clobber || info.convergent || !call.doesNotAccessMemory();
  inputs.insert(inputs.begin(), ordered ? ordered_chain() : entry_);
  result_types.push_back(vt::chain);
  dag.asms.push_back(std::move(info));
  const dag::NodeId made = dag.add(Isd::inline_asm, result_types, std::span<const Value>(inputs.data(), inputs.size()),
                                   {0, static_cast<std::uint32_t>(dag.asms.size() - 1)});
  const auto outputs = static_cast<std::uint32_t>(result_types.size() - 1);
  if (ordered) set_chain({made, outputs});
  if (call.getType()->isVoidTy()) return;
  ValueList results;
  for (std::uint32_t i = 0; i < outputs && i < parts.size(); ++i) results.push_back(fit({made, i}, parts[i].type, 0));
  set(&call, std::span<const Value>(results.data(), results.size()));
}

}  // namespace lathe::nvptx
