// Inline assembly: constraints to registers, immediates and memory operands.
//
// The template stays as it is ($0, ${1:x}, $$); operands are numbered as LLVM numbers them, outputs first.
// Source: constraint letters of the CUDA inline PTX guide and of clang; messages as the reference gives them.
#include "nvptx/build/client.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/LLVMContext.h>

namespace lathe::nvptx::build {

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
  for (const std::string& code : constraint.Codes) {
    if (code == "N") return 'l';  // LLVM's second name of it
    if (code.size() == 1 && letter_type(code[0]) != Vt{}) return code[0];
  }
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

/// The first operand or result of a type that no register holds, null when there is none.
const llvm::Type* refused_type(const llvm::CallBase& call) {
  const auto refused = [](const llvm::Type* type) {
    const llvm::Type* scalar = type->getScalarType();
    return scalar->isFP128Ty() || scalar->isX86_FP80Ty() || scalar->isPPC_FP128Ty() || scalar->isTargetExtTy();
  };
  const llvm::Type* type = call.getType();
  if (refused(type)) return type;
  if (const auto* many = llvm::dyn_cast<llvm::StructType>(type))
    for (const llvm::Type* member : many->elements())
      if (refused(member)) return member;
  for (const llvm::Use& argument : call.args())
    if (refused(argument->getType())) return argument->getType();
  return nullptr;
}

/// An error about the assembly: at its line, or with the number that the front end gave to its place.
Message located(const View& view, const llvm::CallBase& call, std::string text) {
  Message message;
  message.function = call.getFunction()->getName().str();
  if (const llvm::DebugLoc& where = call.getDebugLoc()) {
    message.file = where->getFilename().str();
    message.line = where.getLine();
    message.column = where.getCol();
  }
  if (const llvm::MDNode* place = view.metadata(call, View::Metadata::source_place);
      place != nullptr && place->getNumOperands() > 0)
    if (const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(place->getOperand(0)))
      text += " (!srcloc " + std::to_string(number->getZExtValue()) + ")";
  message.text = std::move(text);
  return message;
}

/// What is known of one piece of assembly while its constraints are read.
struct AsmState {
  const llvm::CallBase& call;
  AsmInfo info;
  std::vector<Vt> result_types;
  ValueList inputs;
  std::string fault;  ///< the first one
  unsigned next_argument = 0;
  bool wide = false;  ///< a q operand is there

  void fail(std::string text) {
    if (fault.empty()) fault = std::move(text);
  }
};

// The value must fit into the register that the letter names. A wider integer gets the register's bits and zeros, as
// LLVM has it; a wider vector whose elements are as wide as the register gets its first one.
void asm_output(Context& c, AsmState& state, const llvm::InlineAsm::ConstraintInfo& constraint) {
  AsmOperand operand;
  operand.output = true;
  operand.letter = register_letter(constraint);
  operand.type = letter_type(operand.letter);
  operand.slot = static_cast<int>(state.result_types.size());
  const std::vector<Leaf>& parts = c.leaves(state.call.getType());
  const Vt leaf = state.result_types.size() < parts.size() ? parts[state.result_types.size()].type : Vt{};
  const bool narrower = leaf.total_bits() < operand.type.bits() && !operand.type.is_float();
  const bool first = leaf.is_vector() ? leaf.bits() == operand.type.bits()
                                      : leaf.is_integer() && operand.type.is_integer() && operand.type != vt::i1;
  const bool fits = leaf != Vt{} && (leaf.total_bits() == operand.type.bits() || narrower || first);
  if (operand.letter == 0 || leaf == Vt{})
    state.fail("couldn't allocate output register for constraint '" + spelled(constraint) + "'");
  else if (!fits && leaf.is_vector())
    state.fail("non-trivial scalar-to-vector conversion, possible invalid constraint for vector type: '" +
               spelled(constraint) + "'");
  else if (!fits)
    state.fail("couldn't allocate output register for constraint '" + spelled(constraint) + "'");
  state.wide |= operand.letter == 'q';
  state.result_types.push_back(operand.type == Vt{} ? vt::i32 : operand.type);
  state.info.operands.push_back(operand);
}

// An address: of an output or input in memory. It goes in, in both cases.
void asm_address(Context& c, AsmState& state, const llvm::InlineAsm::ConstraintInfo& constraint,
                 const llvm::Value* argument) {
  AsmOperand operand;
  operand.letter = 'm';
  operand.type = vt::i64;
  operand.slot = static_cast<int>(state.inputs.size());
  if (!argument->getType()->isPointerTy())
    state.fail("Indirect operand for inline asm not a pointer!");
  else if (!allows_memory(constraint) && !constraint.Codes.empty() && constraint.Codes[0][0] >= '0' &&
           constraint.Codes[0][0] <= '9')
    state.fail("inline asm not supported yet: don't know how to handle tied indirect register inputs");
  else if (!allows_memory(constraint))
    state.fail("Don't know how to handle indirect register inputs yet for constraint '" + spelled(constraint) + "'");
  else
    state.inputs.push_back(c.value(argument));
  if (constraint.Type == llvm::InlineAsm::isOutput) state.info.memory_clobber = true;
  state.info.operands.push_back(operand);
}

void asm_input(Context& c, AsmState& state, const llvm::InlineAsm::ConstraintInfo& constraint,
               const llvm::Value* argument) {
  const std::string shown = spelled(constraint);
  AsmOperand operand;
  operand.slot = static_cast<int>(state.inputs.size());
  std::vector<AsmOperand>& operands = state.info.operands;
  if (!shown.empty() && shown[0] >= '0' && shown[0] <= '9') {
    unsigned tied = 0;
    const bool number = !llvm::StringRef(shown).getAsInteger(10, tied) && tied < operands.size();
    if (number && operands[tied].letter == 'm')
      return state.fail("inline asm not supported yet: don't know how to handle tied indirect register inputs");
    if (!number || !operands[tied].output)
      return state.fail("invalid operand for inline asm constraint '" + shown + "'");
    operand.tied_to = static_cast<int>(tied);
    operand.letter = operands[tied].letter;
  } else {
    operand.letter = register_letter(constraint);
    const char immediate = immediate_choice(constraint);
    const bool known =
        llvm::isa<llvm::ConstantInt>(argument) || (immediate != 'n' && llvm::isa<llvm::Constant>(argument));
    if (immediate != 0 && (known || operand.letter == 0)) {
      if (!known) return state.fail("invalid operand for inline asm constraint '" + shown + "'");
      operand.letter = 'i';
      operand.type = c.type_of(argument);
      state.inputs.push_back(c.value(argument));
      operands.push_back(operand);
      return;
    }
  }
  operand.type = letter_type(operand.letter);
  Value fitted;
  if (operand.letter != 0 && c.leaves(argument->getType()).size() == 1) {
    const Value given = c.value(argument);
    const Vt from = c.dag.type(given), to = operand.type;
    if (from.total_bits() <= to.bits())
      fitted = c.fit(given, to, from == vt::i1 ? Isd::zext : Isd::anyext);
    else if (from.is_integer() && !from.is_vector() && to.is_integer() && to != vt::i1)
      fitted = c.resize(given, to, Isd::anyext);  // its low bits, as LLVM has it
    else if (from.is_vector() && from.bits() == to.bits())
      fitted = c.fit(c.lane(given, 0), to, Isd::anyext);
  }
  if (!fitted)
    return state.fail("couldn't allocate input reg for constraint '" + shown + "'" +
                      (argument->getType()->isVectorTy() ? ", possible invalid constraint for vector type" : ""));
  state.wide |= operand.letter == 'q';
  state.inputs.push_back(fitted);
  operands.push_back(operand);
}

/// The template with operand N written as names[N]; $$ and anything else after a dollar sign stays.
std::string renamed(std::string_view text, const std::vector<std::string>& names, bool& ok) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const bool braced = text[i + 1] == '{';
    std::size_t at = i + (braced ? 2 : 1), number = 0;
    const std::size_t digits = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && number < 100000)
      number = number * 10 + static_cast<std::size_t>(text[at++] - '0');
    if (at == digits) {
      out += text[i];
      out += text[++i];
      continue;
    }
    if (braced) at = text.find('}', at);
    if (number >= names.size() || at == std::string_view::npos) {
      ok = false;
      return {};
    }
    out += names[number];
    i = braced ? at : at - 1;
  }
  return out;
}

// 128-bit operands travel as two 64-bit ones; the template gets a .b128 register for each, filled before and taken
// apart after it. A tied input fills its output's register.
void asm_halves(Context& c, AsmState& state) {
  const AsmInfo old = state.info;
  const ValueList inputs = state.inputs;
  state.info.operands.clear();
  state.inputs.clear();
  state.result_types.clear();
  std::vector<std::string> names(old.operands.size());
  std::string before = "{\n\t.reg .b128 ", after, separator;
  const auto push = [&](AsmOperand operand, Vt type) {
    operand.type = type;
    operand.slot = static_cast<int>(operand.output ? state.result_types.size() : state.inputs.size());
    if (operand.output) state.result_types.push_back(type);
    state.info.operands.push_back(operand);
    return "$" + std::to_string(state.info.operands.size() - 1);
  };
  std::string fills;
  for (std::size_t i = 0; i < old.operands.size(); ++i) {
    AsmOperand operand = old.operands[i];
    const Value given = operand.output ? Value{} : inputs[static_cast<std::size_t>(operand.slot)];
    if (operand.letter != 'q') {
      // Outputs keep their order, so a tied input finds its output by the new number.
      if (operand.tied_to >= 0) operand.tied_to = std::stoi(names[static_cast<std::size_t>(operand.tied_to)].substr(1));
      names[i] = push(operand, operand.type);
      if (!operand.output) state.inputs.push_back(given);
      continue;
    }
    const bool tied = operand.tied_to >= 0;
    names[i] = tied ? names[static_cast<std::size_t>(operand.tied_to)] : "%wide" + std::to_string(i);
    if (!tied) {
      before += separator + names[i];
      separator = ", ";
    }
    operand.letter = 'l';
    operand.tied_to = -1;
    std::string halves[2];
    for (std::uint64_t half = 0; half < 2; ++half) {
      halves[half] = push(operand, vt::i64);
      if (!operand.output) state.inputs.push_back(c.node(Isd::extract_limb, vt::i64, {given}, {half, 0}));
    }
    const std::string pair = "{" + halves[0] + ", " + halves[1] + "}";
    if (operand.output)
      after += "\n\tmov.b128 " + pair + ", " + names[i] + ";";
    else
      fills += "\n\tmov.b128 " + names[i] + ", " + pair + ";";
  }
  bool ok = true;
  const std::string text = renamed(old.text, names, ok);
  if (!ok) state.fail("the template of inline assembly names an operand that is not there");
  state.info.text = before + ";" + fills + "\n\t" + text + after + "\n\t}";
}

void finish_asm(Context& c, AsmState& state) {
  const llvm::CallBase& call = state.call;
  AsmInfo& info = state.info;
  const bool ordered = info.side_effects || info.memory_clobber || info.convergent || !call.doesNotAccessMemory();
  state.inputs.insert(state.inputs.begin(), ordered ? c.ordered_chain() : c.entry);
  const auto outputs = static_cast<std::uint32_t>(state.result_types.size());
  state.result_types.push_back(vt::chain);
  c.dag.asms.push_back(std::move(info));
  const dag::NodeId made =
      c.dag.add(Isd::inline_asm, state.result_types, std::span<const Value>(state.inputs.data(), state.inputs.size()),
                {0, static_cast<std::uint32_t>(c.dag.asms.size() - 1)});
  if (ordered) c.set_chain({made, outputs});
  // What a register holds, as the value that the assembly gives.
  const auto result = [&](Value whole, Vt to) {
    const Vt from = c.dag.type(whole);
    if (to.total_bits() == from.total_bits()) return c.fit(whole, to, Isd::anyext);
    if (to.total_bits() < from.total_bits())
      return c.from_integer(c.resize(c.to_integer(whole), Vt(VtKind::integer, to.total_bits()), Isd::zext), to);
    if (!to.is_vector()) return c.resize(whole, to, Isd::zext);
    ValueList lanes;
    lanes.push_back(c.fit(whole, to.element(), Isd::anyext));
    while (lanes.size() < to.lanes()) lanes.push_back(c.dag.undef(to.element()));
    return c.dag.get(Isd::build_vector, to, std::span<const Value>(lanes.data(), lanes.size()));
  };
  ValueList results;
  std::uint32_t at = 0;
  for (const Leaf& leaf : c.leaves(call.getType())) {
    if (at >= outputs) break;
    // Two words where a q output was.
    const bool pair = state.wide && leaf.type.total_bits() > 64;
    const Value whole = pair ? c.node(Isd::build_pair, vt::i128, {{made, at}, {made, at + 1}}) : Value{made, at};
    at += pair ? 2 : 1;
    results.push_back(result(whole, leaf.type));
  }
  if (!call.getType()->isVoidTy()) c.set(&call, std::span<const Value>(results.data(), results.size()));
}

}  // namespace

void PtxClient::inline_assembly(Context& c, const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  AsmState state{call, {}, {}, {}, {}};
  AsmInfo& info = state.info;
  info.text = std::string(assembly->getAsmString());
  info.side_effects = assembly->hasSideEffects();
  info.convergent = call.isConvergent();
  if (const llvm::Type* refused = refused_type(call))
    state.fail("inline asm error: This value type register class is not natively supported! (" + spell(refused) + ")");
  auto& constraints = asm_constraints[assembly];
  if (constraints.empty()) constraints = assembly->ParseConstraints();
  for (const llvm::InlineAsm::ConstraintInfo& constraint : constraints) {
    if (!state.fault.empty()) break;
    if (constraint.Type == llvm::InlineAsm::isClobber) {
      info.memory_clobber |= spelled(constraint) == "{memory}";
    } else if (constraint.Type == llvm::InlineAsm::isLabel) {
      state.fail("inline asm with labels has no PTX form");
    } else if (constraint.Type == llvm::InlineAsm::isOutput && !constraint.isIndirect) {
      asm_output(c, state, constraint);
    } else if (state.next_argument >= call.arg_size()) {
      state.fail("inline asm has fewer operands than constraints");
    } else {
      const llvm::Value* argument = call.getArgOperand(state.next_argument++);
      if (constraint.isIndirect || allows_memory(constraint))
        asm_address(c, state, constraint, argument);
      else
        asm_input(c, state, constraint, argument);
    }
  }
  if (state.wide && !features.has_b128())
    state.fail("inline asm with 128 bit operands is only supported for sm_70 and PTX 8.3 and higher");
  if (state.wide && state.fault.empty()) asm_halves(c, state);
  if (!state.fault.empty()) {
    c.failed = true;
    c.diag.add(located(view, call, std::move(state.fault)));
    return c.set(&call, std::span<const Value>());
  }
  finish_asm(c, state);
}

}  // namespace lathe::nvptx::build
