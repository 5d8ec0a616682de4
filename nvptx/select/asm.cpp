// Inline assembly: one $asm instruction with its registers; the text goes to the function's table.
//
// An input tied to an output becomes a mov in front of the text, inside it, so that the output still has one
// definition. Outputs must not share a register with another input: passes treat them as written early.
// Source: LLVM's inline assembly operands; the register letters of the PTX inline assembly guide.
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

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

// The text with operand N renamed to number[N]: $N and ${N:modifier}; $$ stays.
std::string renumbered(std::string_view text, std::span<const std::uint32_t> number) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    out += text[i++];
    if (out.back() != '$' || i == text.size()) continue;
    if (text[i] == '$') {
      out += text[i++];
      continue;
    }
    if (text[i] == '{') out += text[i++];
    std::size_t n = 0;
    const std::size_t first = i;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && i - first < 9; ++i)
      n = n * 10 + static_cast<std::size_t>(text[i] - '0');
    if (i != first) out += std::to_string(n < number.size() ? number[n] : n);
  }
  return out;
}

// The mov of a tied input into its output's register, in front of the text.
void move_tied(const Context& c, const AsmInfo& info, std::size_t i, std::string_view suffix, std::string& prefix) {
  prefix += "mov";
  prefix += suffix;
  prefix += " $" + std::to_string(c.assembly.numbers[static_cast<std::size_t>(info.operands[i].tied_to)]) + ", $" +
            std::to_string(c.assembly.numbers[i]) + ";\n\t";
}

// Letter q: two values of 64 bits, low first, in one register of 128 around the text.
bool wide_asm_operand(Context& c, NodeId n, const AsmOperand& o, std::uint32_t at, Operand& slot) {
  const std::uint32_t end = o.output ? c.dag->result_count(n) : c.dag->operand_count(n);
  if (at + 1 >= end) return false;
  const Value low = o.output ? Value{n, at} : c.operand(n, at),
              high = o.output ? Value{n, at + 1} : c.operand(n, at + 1);
  if (c.type(low) != vt::i64 || c.type(high) != vt::i64) return false;
  slot = c.temp(mir::Type::b128);
  if (!o.output) {
    c.write("mov.b128", {slot, pair(), c.reg(low), c.reg(high)});
    return true;
  }
  for (const Operand part : {pair(), c.def(low), c.def(high), slot}) c.assembly.taken_apart.push_back(part);
  return true;
}

// Operand `i` into its slot; a tied input also adds its mov to the prefix of the text.
bool asm_operand(Context& c, NodeId n, const AsmInfo& info, std::size_t i, Operand& slot, std::string& prefix) {
  const AsmOperand& o = info.operands[i];
  const auto place = [&] { return "operand " + std::to_string(i) + " of the inline assembly"; };
  const std::uint32_t at = static_cast<std::uint32_t>(o.slot) + (o.output ? 0 : 1);
  if (o.slot < 0 || at >= (o.output ? c.dag->result_count(n) : c.dag->operand_count(n)))
    return c.refuse(place() + " is not there");
  if (!o.output && o.tied_to >= 0 &&
      (static_cast<std::size_t>(o.tied_to) >= info.operands.size() ||
       !info.operands[static_cast<std::size_t>(o.tied_to)].output))
    return c.refuse(place() + " is tied to no output");
  const Value v = o.output ? Value{n, at} : c.operand(n, at);
  if (!o.output && o.letter == 'm') {
    slot = address(c, v);
    return true;
  }
  if (!o.output && (o.letter == 'i' || o.letter == 'n')) {
    if (c.op(v) == Isd::global_address)
      slot = c.symbol(c.dag->names[c.aux(v.node)], static_cast<std::int64_t>(c.imm(v.node)));
    else if (c.constant_bits(v))
      slot = c.src(v);
    else
      return c.refuse(place() + " is not a constant");
    return true;
  }
  const LetterInfo letter = letter_info(o.letter);
  if (letter.bits == 128) {
    if (!wide_asm_operand(c, n, o, at, slot)) return c.refuse(place() + " is not two halves of 64 bits");
    if (!o.output && o.tied_to >= 0) move_tied(c, info, i, letter.suffix, prefix);
    return true;
  }
  if (letter.bits == 0) return c.refuse(std::string("constraint '") + o.letter + "' of " + place());
  if (mir::bits_of(register_type(c.type(v))) != letter.bits)
    return c.refuse(place() + " has type " + to_string(c.type(v)) + ", which constraint '" + o.letter +
                    "' does not hold");
  if (o.output || o.tied_to < 0) {
    slot = o.output ? c.def(v) : c.reg(v);
    return true;
  }
  slot = c.src(v);
  move_tied(c, info, i, letter.suffix, prefix);
  return true;
}

}  // namespace

bool inline_asm(Context& c, NodeId n) {
  if (c.aux(n) >= c.dag->asms.size()) return c.refuse("inline assembly that is not there");
  const AsmInfo& info = c.dag->asms[c.aux(n)];
  c.after(c.operand(n, 0));
  bool used = info.side_effects || info.memory_clobber || info.convergent;
  unsigned outputs = 0;
  for (const AsmOperand& o : info.operands)
    if (o.output) {
      ++outputs;
      const auto at = static_cast<std::uint32_t>(o.slot);
      used |= o.slot >= 0 && (c.wanted({n, at}) || (o.letter == 'q' && c.wanted({n, at + 1})));
    }
  if (!used && outputs != 0) return true;
  // An output in memory is an address that goes in, and may stand among the outputs: the instruction has the outputs
  // first, so the operands get new numbers then.
  std::vector<std::uint32_t>& number_of = c.assembly.numbers;
  number_of.assign(info.operands.size(), 0);
  std::uint32_t next_output = 0, next_input = outputs;
  bool moved = false;
  for (std::size_t i = 0; i < info.operands.size(); ++i) {
    number_of[i] = info.operands[i].output ? next_output++ : next_input++;
    moved |= number_of[i] != i;
  }
  std::string prefix;
  c.assembly.taken_apart.clear();  // four for each output of 128 bits: what takes it apart
  c.operands.assign(info.operands.size() + 1, Operand{});
  c.operands[0] = number(static_cast<std::int64_t>(c.function.asms.size()));
  for (std::size_t i = 0; i < info.operands.size(); ++i)
    if (!asm_operand(c, n, info, i, c.operands[number_of[i] + 1], prefix)) return false;
  if (c.covering()) return true;
  c.function.asms.push_back({prefix + (moved ? renumbered(info.text, number_of) : info.text), outputs,
                             info.side_effects, info.memory_clobber, info.convergent});
  c.write_span(mir::pseudo::inline_asm, c.operands);
  for (std::size_t i = 0; i + 4 <= c.assembly.taken_apart.size(); i += 4)
    c.write_span("mov.b128", std::span<const Operand>(c.assembly.taken_apart).subspan(i, 4));
  return true;
}

}  // namespace lathe::nvptx::selecting
