// Intrinsics of the target: from the grammar's recipes to target and target_chain nodes.
//
// Operands are brought to the recipe's register types here and results back to the IR's types, so that later rooms
// see nodes that are legal as they stand.
#include "nvptx/build/client.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Metadata.h>

#include "nvptx/build/told_argument.hpp"

namespace lathe::nvptx::build {

namespace {

/// Index of an input that is a result of an earlier recipe of the same call, from this number on.
constexpr std::uint16_t earlier_result = 1000;

/// How an input is widened, by Recipe::input_extend.
constexpr Isd extensions[] = {Isd::anyext, Isd::zext, Isd::sext};

const llvm::GlobalValue* named_symbol(const llvm::Value* value) {
  const auto* known = llvm::dyn_cast<llvm::Constant>(value);
  while (known != nullptr) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(known)) return global;
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(known);
    if (expression == nullptr || !expression->isCast()) return nullptr;
    known = expression->getOperand(0);
  }
  return nullptr;
}

/// The texture or surface whose handle a value is, where it is known.
const llvm::GlobalValue* named_object(const llvm::Value* value) {
  if (const auto* handle = llvm::dyn_cast<llvm::CallBase>(value)) {
    const llvm::Function* callee = handle->getCalledFunction();
    if (callee == nullptr || !callee->getName().starts_with("llvm.nvvm.texsurf.handle")) return nullptr;
    value = handle->getArgOperand(handle->arg_size() - 1);
  }
  return value->getType()->isMetadataTy() ? nullptr : named_symbol(value);
}

/// What an instruction looks at: a texture, a surface or, for none of these, nothing.
mir::Type opaque_type_of(llvm::StringRef intrinsic) {
  const llvm::StringRef name = intrinsic.drop_front(std::string_view("llvm.nvvm.").size());
  if (name.starts_with("suld.") || name.starts_with("sust.") || name.starts_with("suq.")) return mir::Type::surfref;
  if (name.starts_with("tex.") || name.starts_with("tld4.") || name.starts_with("txq.")) return mir::Type::texref;
  return mir::Type::none;
}

// The object named by a texture or surface instruction is of the other kind: ptxas would only say that a name is wrong.
bool wrong_opaque(PtxClient& p, Context& c, const llvm::CallBase& call, llvm::StringRef intrinsic) {
  const mir::Type wanted = opaque_type_of(intrinsic);
  if (wanted == mir::Type::none) return false;
  for (const llvm::Value* argument : call.args()) {
    const llvm::GlobalValue* object = named_object(argument);
    if (object == nullptr) continue;
    const std::string name = object->getName().str();
    for (const mir::Variable& variable : p.module.variables) {
      // A sampler can be asked for what it is made of.
      if (variable.name != name || (variable.type != mir::Type::texref && variable.type != mir::Type::surfref) ||
          variable.type == wanted)
        continue;
      const bool texture = variable.type == mir::Type::texref;
      c.error("intrinsic " + intrinsic.str() + " works on a " + (texture ? "surface" : "texture") + ", but '" + name +
              "' is a " + (texture ? "texture" : "surface"));
      return true;
    }
  }
  return false;
}

bool recipe_input(Context& c, const llvm::CallBase& call, const Recipe& recipe, std::size_t index, Value& out_value) {
  const unsigned argument = recipe.input_args[index];
  if (argument >= call.arg_size()) return false;
  Value v = c.value(call.getArgOperand(argument));
  const int element = index < recipe.input_elements.size() ? recipe.input_elements[index] : -1;
  if (element >= 0) {
    const Vt from = c.dag.type(v);
    if (from.is_vector()) {
      if (static_cast<std::uint32_t>(element) >= from.lanes()) return false;
      v = c.lane(v, static_cast<std::uint32_t>(element));
    } else if (from.is_integer() && from.bits() % 64 == 0 && static_cast<std::uint32_t>(element) < from.bits() / 64) {
      if (from.bits() > 64) v = c.node(Isd::extract_limb, vt::i64, {v}, {static_cast<std::uint64_t>(element), 0});
    } else {
      return false;
    }
  }
  out_value = c.fit(v, recipe.input_types[index],
                    index < recipe.input_extend.size() ? extensions[recipe.input_extend[index]] : Isd::anyext);
  return static_cast<bool>(out_value);
}

// Register results, in the order of the instruction, become the leaves of the call: one each, or one per vector
// element or 64-bit limb.
bool recipe_results(Context& c, const llvm::CallBase& call, std::span<const Value> results, ValueList& out_values) {
  std::size_t at = 0;
  for (const Leaf& leaf : c.leaves(call.getType())) {
    if (at >= results.size()) return false;
    const Vt type = leaf.type;
    const Vt first = c.dag.type(results[at]);
    const bool spread =
        first.total_bits() < type.total_bits() &&
        ((type.is_vector() && at + type.lanes() <= results.size()) || (!type.is_vector() && first == vt::i64));
    if (!spread) {
      out_values.push_back(c.fit(results[at++], type, Isd::anyext));
    } else if (type.is_vector()) {
      ValueList lanes;
      for (std::uint32_t i = 0; i < type.lanes(); ++i) {
        lanes.push_back(c.fit(results[at++], type.element(), Isd::anyext));
        if (!lanes.back()) return false;
      }
      out_values.push_back(c.dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size())));
    } else {
      const std::size_t limbs = type.bits() / 64;
      if (limbs != 2 || at + limbs > results.size()) return false;
      out_values.push_back(c.node(Isd::build_pair, type, {results[at], results[at + 1]}));
      at += limbs;
    }
    if (!out_values.back()) return false;
  }
  return true;
}

void plain_recipe(Context& c, const llvm::CallBase& call, const Recipe& recipe) {
  if (recipe.plain == PlainIntrinsic::nothing) return;
  if (recipe.plain == PlainIntrinsic::exit) return c.set_chain(c.node(Isd::exit, vt::chain, {c.ordered_chain()}));
  const Vt type = c.type_of(&call);
  Value made;
  const auto argument = [&](unsigned i) { return c.value(call.getArgOperand(i)); };
  switch (recipe.plain) {
    case PlainIntrinsic::copy:
      made = c.fit(argument(0), type, Isd::anyext);
      break;
    case PlainIntrinsic::low_half:
      made = c.resize(c.to_integer(argument(0)), vt::i32, Isd::zext);
      break;
    case PlainIntrinsic::high_half: {
      const Value whole = c.to_integer(argument(0));
      made = c.resize(c.node(Isd::srl, vt::i64, {whole, c.integer(32, vt::i64)}), vt::i32, Isd::zext);
      break;
    }
    case PlainIntrinsic::join:
      made = c.bitcast(c.node(Isd::build_pair, vt::i64, {argument(0), argument(1)}), type);
      break;
    case PlainIntrinsic::zero:
      made = zero(c, type);
      break;
    default:
      break;
  }
  if (!made) {
    c.error("intrinsic " + call.getCalledFunction()->getName().str() + " has operands of unexpected types");
    made = c.dag.undef(type);
  }
  c.set(&call, made);
}

// Calls of one intrinsic with the same constants and symbols have the same recipes: the grammar reads each name once a
// function. The last few forms of each intrinsic are kept.
std::vector<Recipe> known_recipes(PtxClient& p, const llvm::CallBase& call, IntrinsicCall&& asked, std::string& why) {
  constexpr std::size_t kept = 8;
  auto& forms = p.recipe_forms[call.getCalledOperand()];
  for (const auto& [arguments, steps] : forms)
    if (arguments == asked.arguments) return steps;
  std::vector<Recipe> steps = recipes(asked, p.features, why);
  if (forms.size() == kept) forms.erase(forms.begin());
  if (!steps.empty()) forms.emplace_back(std::move(asked.arguments), steps);
  return steps;
}

// What the grammar is told about one argument.
IntrinsicCall::Argument told_of(PtxClient& p, Context& c, const llvm::Value* argument) {
  IntrinsicCall::Argument about;
  if (const auto* wrapped = llvm::dyn_cast<llvm::MetadataAsValue>(argument)) {
    const llvm::Metadata* metadata = wrapped->getMetadata();
    if (const auto* node_metadata = llvm::dyn_cast<llvm::MDNode>(metadata);
        node_metadata != nullptr && node_metadata->getNumOperands() == 1)
      metadata = node_metadata->getOperand(0).get();
    if (const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(metadata))
      about.symbol = text->getString().str();
    else if (const auto* of = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(metadata))
      if (const llvm::GlobalValue* global = named_symbol(of->getValue())) about.symbol = global->getName().str();
    return about;
  }
  about = told_argument(*argument, c.type_of(argument));
  if (about.is_constant) return about;
  if (const llvm::GlobalValue* global = named_symbol(argument)) {
    about.symbol = global->getName().str();
  } else if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(argument);
             parameter != nullptr && parameter->getArgNo() < p.out.params.size()) {
    // A texture, surface or sampler that the kernel is given is used by the parameter's name.
    const mir::Variable& variable = p.out.params[parameter->getArgNo()];
    if (variable.type == mir::Type::texref || variable.type == mir::Type::surfref ||
        variable.type == mir::Type::samplerref)
      about.symbol = variable.name;
  }
  return about;
}

IntrinsicCall asked_of(PtxClient& p, Context& c, const llvm::CallBase& call, llvm::StringRef name) {
  IntrinsicCall asked;
  asked.name = {name.data(), name.size()};
  for (const llvm::Value* argument : call.args()) asked.arguments.push_back(told_of(p, c, argument));
  if (!call.getType()->isVoidTy())
    for (const Leaf& leaf : c.leaves(call.getType())) asked.results.push_back(leaf.type);
  return asked;
}

// One recipe as a node: its results, appended to those of earlier ones. False when an operand does not fit.
bool add_step(Context& c, const llvm::CallBase& call, Recipe& step, ValueList& earlier, ValueList& results) {
  const bool chained = step.chained || step.convergent;
  ValueList operands;
  if (chained) operands.push_back({});
  const std::size_t first = operands.size();
  for (std::size_t i = 0; i < step.input_args.size(); ++i) {
    Value operand;
    if (!recipe_input(c, call, step, i, operand)) return false;
    operands.push_back(operand);
  }
  for (RecipeOperand& operand : step.operands) {
    if (operand.kind != RecipeOperand::Kind::input && operand.kind != RecipeOperand::Kind::address) continue;
    if (operand.index < earlier_result || operand.index - earlier_result >= static_cast<int>(earlier.size())) continue;
    const Value from = earlier[operand.index - earlier_result];
    operand.index = static_cast<std::uint16_t>(operands.size() - first);
    operands.push_back(from);
    step.input_types.push_back(c.dag.type(from));
  }
  std::vector<Vt> types = step.result_types;
  if (chained) {
    types.push_back(vt::chain);
    operands[0] = c.ordered_chain();
  }
  const auto count = static_cast<std::uint32_t>(step.result_types.size());
  const dag::NodeId made =
      c.dag.add(chained ? Isd::target_chain : Isd::target, types,
                std::span<const Value>(operands.data(), operands.size()), {0, c.dag.recipe_index(step)});
  if (chained) c.set_chain({made, count});
  results.clear();
  for (std::uint32_t i = 0; i < count; ++i) results.push_back({made, i});
  earlier.append(results.begin(), results.end());
  return true;
}

}  // namespace

IntrinsicCall::Argument told_argument(const llvm::Value& argument, Vt type) {
  IntrinsicCall::Argument about;
  about.type = type;
  if (argument.getType()->isPointerTy())
    about.pointer_space = static_cast<int>(argument.getType()->getPointerAddressSpace());
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&argument);
  if (number == nullptr || number->getBitWidth() > 64) return about;
  about.is_constant = true;
  about.value = number->getBitWidth() == 1 ? static_cast<std::int64_t>(number->getZExtValue()) : number->getSExtValue();
  return about;
}

void target_intrinsic(PtxClient& p, Context& c, const llvm::CallBase& call, llvm::StringRef name) {
  IntrinsicCall asked = asked_of(p, c, call, name);
  if (wrong_opaque(p, c, call, name)) return c.set(&call, std::span<const Value>());
  std::string why;
  std::vector<Recipe> steps = known_recipes(p, call, std::move(asked), why);
  if (steps.empty()) {
    c.error(why.empty() ? "intrinsic " + name.str() + " is not supported" : why);
    return c.set(&call, std::span<const Value>());
  }
  if (steps.size() == 1 && steps[0].plain != PlainIntrinsic::none) return plain_recipe(c, call, steps[0]);

  ValueList earlier, results;
  for (Recipe& step : steps)
    if (!add_step(c, call, step, earlier, results)) {
      c.error("intrinsic " + name.str() + " has operands of unexpected types");
      return c.set(&call, std::span<const Value>());
    }
  if (call.getType()->isVoidTy()) return;
  ValueList parts;
  if (!recipe_results(c, call, std::span<const Value>(results.data(), results.size()), parts)) {
    c.error("intrinsic " + name.str() + " has results of unexpected types");
    parts.clear();
  }
  c.set(&call, std::span<const Value>(parts.data(), parts.size()));
}

}  // namespace lathe::nvptx::build
