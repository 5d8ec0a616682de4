// Inline assembly: one $asm instruction with its registers; the text goes to the function's table.
//
// An input tied to an output becomes a mov in front of the text, inside it, so that the output still has one
// definition. Outputs must not share a register with another input: passes treat them as written early.
// Source: LLVM's inline assembly operands; the register letters of the PTX inline assembly guide.
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

namespace {

struct LetterInfo {
  unsigned bits;
  std::string_view suffix;
};
LetterInfo letter_info(char letter) {
  switch (letter) {
    case 'b':
      return {1, ".pred"};
    case 'c':
    case 'h':
      return {16, ".b16"};
    case 'r':
    case 'f':
      return {32, ".b32"};
    case 'l':
    case 'd':
      return {64, ".b64"};
    case 'q':
      return {128, ".b128"};
    default:
      return {0, ""};
  }
}

}  // namespace

bool BlockSelector::Impl::inline_asm(NodeId n) {
  if (aux(n) >= dag_->asms.size()) return refuse("inline assembly that is not there");
  const AsmInfo& info = dag_->asms[aux(n)];
  after(operand(n, 0));
  bool used = info.side_effects || info.memory_clobber || info.convergent;
  unsigned outputs = 0;
  for (const AsmOperand& o : info.operands)
    if (o.output) {
      ++outputs;
      used |= o.slot >= 0 && wanted({n, static_cast<std::uint32_t>(o.slot)});
    }
  if (!used && outputs != 0) return true;
  std::string prefix;
  operands_.clear();
  operands_.push_back(number(static_cast<std::int64_t>(function_.asms.size())));
  for (std::size_t i = 0; i < info.operands.size(); ++i) {
    const AsmOperand& o = info.operands[i];
    const auto place = [&] { return "operand " + std::to_string(i) + " of the inline assembly"; };
    const std::uint32_t at = static_cast<std::uint32_t>(o.slot) + (o.output ? 0 : 1);
    if (o.slot < 0 || at >= (o.output ? dag_->result_count(n) : dag_->operand_count(n)))
      return refuse(place() + " is not there");
    if (o.output != (i < outputs)) return refuse("outputs must come before inputs in inline assembly");
    const Value v = o.output ? Value{n, at} : operand(n, at);
    const LetterInfo letter = letter_info(o.letter);
    if (!o.output && o.letter == 'm') {
      operands_.push_back(address(v));
      continue;
    }
    if (!o.output && (o.letter == 'i' || o.letter == 'n')) {
      if (op(v) == Isd::global_address)
        operands_.push_back(symbol(dag_->names[aux(v.node)], static_cast<std::int64_t>(imm(v.node))));
      else if (constant_bits(v))
        operands_.push_back(src(v));
      else
        return refuse(place() + " is not a constant");
      continue;
    }
    if (letter.bits == 0) return refuse(std::string("constraint '") + o.letter + "' of " + place());
    if (mir::bits_of(register_type(type(v))) != letter.bits)
      return refuse(place() + " has type " + lathe::nvptx::to_string(type(v)) + ", which constraint '" + o.letter +
                    "' does not hold");
    if (o.output) {
      operands_.push_back(def(v));
      continue;
    }
    const bool tied = o.tied_to >= 0;
    if (tied && static_cast<unsigned>(o.tied_to) >= outputs) return refuse(place() + " is tied to no output");
    operands_.push_back(tied ? src(v) : reg(v));
    if (tied) {
      prefix += "mov";
      prefix += letter.suffix;
      prefix += " $" + std::to_string(o.tied_to) + ", $" + std::to_string(i) + ";\n\t";
    }
  }
  if (covering()) return true;
  function_.asms.push_back({prefix + info.text, outputs, info.side_effects, info.memory_clobber, info.convergent});
  write_span(mir::pseudo::inline_asm, operands_);
  return true;
}

}  // namespace lathe::nvptx
