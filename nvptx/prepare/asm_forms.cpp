// Inline assembly in the forms that `build` knows.
//
//  - asm goto: the text keeps its jumps, to labels of its own at its end; each puts a number into one more output, and
//  a
//    switch over it goes where the label meant. PTX labels cannot leave the scope of the text.
//  - "=*r" and "*r", registers behind a pointer: a store after it, a load before it.
//  - fp128: nothing but assembly, loads and stores knows it; they move it as i128.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "nvptx/prepare/asm_forms.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

/// One constraint and what belongs to it.
struct Part {
  std::string constraint;
  llvm::Value* argument = nullptr;  ///< of an input, or the address of an output in memory
  llvm::Type* element = nullptr;    ///< elementtype of the argument
  llvm::Type* result = nullptr;     ///< of an output in a register
  llvm::Value* stored_to = nullptr;
  bool converted = false;  ///< the result is i128 for an fp128
};

bool is_memory(llvm::StringRef constraint) {
  return constraint.contains('m') || constraint.contains('o') || constraint.contains('p');
}

class AsmForm {
 public:
  explicit AsmForm(llvm::CallBase& call)
      : call_(call), assembly_(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand())), builder_(&call) {}

  /// False when the operands and constraints do not belong together; `build` says so.
  bool read() {
    text_ = assembly_.getAsmString().str();
    llvm::SmallVector<llvm::StringRef, 16> pieces;
    llvm::StringRef(assembly_.getConstraintString()).split(pieces, ',', -1, false);
    unsigned argument = 0, result = 0;
    for (const llvm::StringRef piece : pieces) {
      if (piece.starts_with("~")) {
        clobbers_.push_back(piece.str());
      } else if (piece.starts_with("!")) {
        ++labels_;
      } else {
        Part part{piece.str()};
        const bool output = piece.starts_with("=");
        if (output && !piece.contains('*')) {
          part.result = result_type(result++);
          if (!part.result) return false;
        } else if (argument >= call_.arg_size()) {
          return false;
        } else {
          part.argument = call_.getArgOperand(argument);
          part.element = call_.getParamElementType(argument++);
        }
        (output ? outputs_ : inputs_).push_back(std::move(part));
      }
    }
    return true;
  }

  /// Changes what has to change; false when nothing has.
  bool adapt() {
    bool changed = labels_ != 0;
    for (Part& output : outputs_) changed |= adapt_output(output);
    for (Part& input : inputs_) changed |= adapt_input(input);
    return changed;
  }

  void write() {
    auto* jump = llvm::dyn_cast<llvm::CallBrInst>(&call_);
    if (jump) add_labels();
    llvm::CallInst* made = make();
    llvm::SmallVector<llvm::Value*, 8> results = results_of(made);
    llvm::Value* place = jump ? results.pop_back_val() : nullptr;
    std::size_t at = 0;
    llvm::SmallVector<llvm::Value*, 8> own;
    for (const Part& output : outputs_) {
      if (!output.result) continue;
      if (jump && at == results.size()) break;  // the place to go
      llvm::Value* value = results[at++];
      if (output.converted) value = builder_.CreateBitCast(value, llvm::Type::getFP128Ty(call_.getContext()));
      if (output.stored_to)
        builder_.CreateStore(value, output.stored_to);
      else
        own.push_back(value);
    }
    if (jump) {  // where it jumps to, its outputs have a name of their own
      for (llvm::User* user : llvm::make_early_inc_range(call_.users()))
        if (auto* pad = llvm::dyn_cast<llvm::IntrinsicInst>(user);
            pad && pad->getIntrinsicID() == llvm::Intrinsic::callbr_landingpad) {
          pad->replaceAllUsesWith(&call_);
          pad->eraseFromParent();
        }
    }
    if (!call_.getType()->isVoidTy()) call_.replaceAllUsesWith(joined(own));
    if (jump) {
      llvm::SwitchInst* choice = builder_.CreateSwitch(place, jump->getDefaultDest(), jump->getNumIndirectDests());
      for (unsigned i = 0; i < jump->getNumIndirectDests(); ++i)
        choice->addCase(builder_.getInt32(i + 1), jump->getIndirectDest(i));
    }
    call_.eraseFromParent();
  }

 private:
  llvm::Type* result_type(unsigned index) const {
    llvm::Type* type = call_.getType();
    if (auto* many = llvm::dyn_cast<llvm::StructType>(type))
      return index < many->getNumElements() ? many->getElementType(index) : nullptr;
    return index == 0 && !type->isVoidTy() ? type : nullptr;
  }

  bool adapt_output(Part& output) {
    bool changed = false;
    const std::size_t star = output.constraint.find('*');
    if (star != std::string::npos && !is_memory(output.constraint) && output.element &&
        output.argument->getType()->isPointerTy()) {
      output.constraint.erase(star, 1);
      output.stored_to = output.argument;
      output.result = output.element;
      output.argument = nullptr;
      output.element = nullptr;
      changed = true;
    }
    if (output.result && output.result->isFP128Ty()) {
      output.result = builder_.getInt128Ty();
      output.converted = changed = true;
    }
    return changed;
  }

  bool adapt_input(Part& input) {
    bool changed = false;
    const std::size_t star = input.constraint.find('*');
    if (star != std::string::npos && !is_memory(input.constraint) && !tied_to_memory(input.constraint) &&
        input.element && input.argument->getType()->isPointerTy()) {
      input.constraint.erase(star, 1);
      input.argument = builder_.CreateLoad(input.element, input.argument);
      input.element = nullptr;
      changed = true;
    }
    if (input.argument->getType()->isFP128Ty()) {
      input.argument = builder_.CreateBitCast(input.argument, builder_.getInt128Ty());
      changed = true;
    }
    return changed;
  }
  bool tied_to_memory(llvm::StringRef constraint) const {
    unsigned output = 0;
    return !constraint.trim('*').getAsInteger(10, output) && output < outputs_.size() &&
           is_memory(outputs_[output].constraint);
  }

  // The output is written early: the text may read its inputs after it.
  void add_labels() {
    const auto outputs = static_cast<unsigned>(outputs_.size()),
               operands = outputs + static_cast<unsigned>(inputs_.size());
    std::string text = "{\n\tmov.u32 $" + std::to_string(outputs) + ", 0;\n\t";
    text += renumbered(outputs, operands) + "\n\tbra lathe_goto_end;\n";
    for (unsigned i = 0; i < labels_; ++i)
      text += "lathe_goto_" + std::to_string(i) + ":\n\tmov.u32 $" + std::to_string(outputs) + ", " +
              std::to_string(i + 1) + ";\n\tbra lathe_goto_end;\n";
    text_ = text + "lathe_goto_end:\n\t}";
    Part place{"=&r"};
    place.result = builder_.getInt32Ty();
    outputs_.push_back(std::move(place));
  }
  // Operands behind the outputs move up by one; those behind the inputs are labels.
  std::string renumbered(unsigned outputs, unsigned operands) const {
    std::string out;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != '$' || i + 1 == text_.size()) {
        out += text_[i];
        continue;
      }
      const bool braced = text_[i + 1] == '{';
      std::size_t at = i + (braced ? 2 : 1), digits = at;
      unsigned number = 0;
      for (; at < text_.size() && text_[at] >= '0' && text_[at] <= '9' && at - digits < 6; ++at)
        number = number * 10 + static_cast<unsigned>(text_[at] - '0');
      if (at == digits) {
        out += text_[i];
        out += text_[++i];
        continue;
      }
      const std::size_t end = braced ? std::min(text_.find('}', at), text_.size() - 1) : at - 1;
      if (number >= operands && number < operands + labels_)
        out += "lathe_goto_" + std::to_string(number - operands);
      else
        out += std::string(braced ? "${" : "$") + std::to_string(number < outputs ? number : number + 1) +
               text_.substr(at, end + 1 - at);
      i = end;
    }
    return out;
  }

  llvm::CallInst* make() {
    std::string constraints;
    const auto add = [&](const std::string& constraint) {
      constraints += (constraints.empty() ? "" : ",") + constraint;
    };
    llvm::SmallVector<llvm::Value*, 8> arguments;
    llvm::SmallVector<llvm::Type*, 8> types, results, elements;
    for (const std::vector<Part>* parts : {&outputs_, &inputs_})
      for (const Part& part : *parts) {
        add(part.constraint);
        if (part.result) results.push_back(part.result);
        if (!part.argument) continue;
        arguments.push_back(part.argument);
        types.push_back(part.argument->getType());
        elements.push_back(part.element);
      }
    for (const std::string& clobber : clobbers_) add(clobber);
    llvm::Type* type = results.empty()       ? builder_.getVoidTy()
                       : results.size() == 1 ? results[0]
                                             : llvm::StructType::get(call_.getContext(), results);
    auto* signature = llvm::FunctionType::get(type, types, false);
    auto* assembly = llvm::InlineAsm::get(signature, text_, constraints, assembly_.hasSideEffects(),
                                          assembly_.isAlignStack(), assembly_.getDialect());
    llvm::CallInst* made = builder_.CreateCall(signature, assembly, arguments);
    made->setAttributes(llvm::AttributeList::get(call_.getContext(), call_.getAttributes().getFnAttrs(), {}, {}));
    for (unsigned i = 0; i < elements.size(); ++i)
      if (elements[i])
        made->addParamAttr(i, llvm::Attribute::get(call_.getContext(), llvm::Attribute::ElementType, elements[i]));
    if (llvm::MDNode* place = call_.getMetadata("srcloc")) made->setMetadata("srcloc", place);
    return made;
  }

  llvm::SmallVector<llvm::Value*, 8> results_of(llvm::CallInst* made) {
    llvm::SmallVector<llvm::Value*, 8> results;
    const std::size_t count = std::ranges::count_if(outputs_, [](const Part& part) { return part.result != nullptr; });
    if (count == 1) results.push_back(made);
    for (unsigned i = 0; count > 1 && i < count; ++i) results.push_back(builder_.CreateExtractValue(made, i));
    return results;
  }
  llvm::Value* joined(llvm::ArrayRef<llvm::Value*> values) {
    if (!call_.getType()->isStructTy()) return values[0];
    llvm::Value* all = llvm::PoisonValue::get(call_.getType());
    for (unsigned i = 0; i < values.size(); ++i) all = builder_.CreateInsertValue(all, values[i], i);
    return all;
  }

  llvm::CallBase& call_;
  const llvm::InlineAsm& assembly_;
  llvm::IRBuilder<> builder_;
  std::string text_;
  std::vector<Part> outputs_, inputs_;
  std::vector<std::string> clobbers_;
  unsigned labels_ = 0;
};

/// Whether `adapt` might change something, or there is an fp128: most assembly is as it should be.
bool may_adapt(const llvm::CallBase& call) {
  if (llvm::isa<llvm::CallBrInst>(call) || call.getType()->isFP128Ty() ||
      llvm::any_of(call.args(), [](const llvm::Use& argument) { return argument->getType()->isFP128Ty(); }))
    return true;
  if (const auto* results = llvm::dyn_cast<llvm::StructType>(call.getType());
      results && llvm::any_of(results->elements(), [](const llvm::Type* type) { return type->isFP128Ty(); }))
    return true;
  const llvm::StringRef constraints = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getConstraintString();
  return constraints.contains('*') || constraints.contains('!');
}

/// Loads and stores of fp128 move i128; casts there and back go.
bool move_as_integers(llvm::Function& f) {
  llvm::SmallVector<llvm::Instruction*, 8> work;
  for (llvm::Instruction& inst : llvm::instructions(f)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst);
    if (inst.getType()->isFP128Ty() ? llvm::isa<llvm::LoadInst>(inst)
                                    : store && store->getValueOperand()->getType()->isFP128Ty())
      work.push_back(&inst);
  }
  for (llvm::Instruction* inst : work) {
    llvm::IRBuilder<> builder(inst);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(inst)) {
      llvm::LoadInst* whole = builder.CreateAlignedLoad(builder.getInt128Ty(), load->getPointerOperand(),
                                                        load->getAlign(), load->isVolatile());
      load->replaceAllUsesWith(builder.CreateBitCast(whole, load->getType()));
    } else {
      auto* store = llvm::cast<llvm::StoreInst>(inst);
      llvm::Value* whole = builder.CreateBitCast(store->getValueOperand(), builder.getInt128Ty());
      builder.CreateAlignedStore(whole, store->getPointerOperand(), store->getAlign(), store->isVolatile());
    }
    inst->eraseFromParent();
  }
  llvm::SmallVector<llvm::BitCastInst*, 8> casts;
  for (llvm::Instruction& inst : llvm::instructions(f))
    if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&inst); cast && cast->getSrcTy()->isFP128Ty())
      casts.push_back(cast);
  for (llvm::BitCastInst* cast : casts) {
    auto* inner = llvm::dyn_cast<llvm::BitCastInst>(cast->getOperand(0));
    if (!inner || inner->getSrcTy() != cast->getType()) continue;
    cast->replaceAllUsesWith(inner->getOperand(0));
    cast->eraseFromParent();
    if (inner->use_empty()) inner->eraseFromParent();
  }
  return !work.empty() || !casts.empty();
}

}  // namespace

bool lower_asm_forms(llvm::Function& f, StepContext&) {
  llvm::SmallVector<llvm::CallBase*, 8> work;
  for (llvm::Instruction& inst : llvm::instructions(f))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&inst); call && call->isInlineAsm() && may_adapt(*call))
      work.push_back(call);
  if (work.empty()) return false;
  bool changed = false, wide = false;
  for (llvm::CallBase* call : work) {
    AsmForm form(*call);
    if (!form.read()) continue;
    wide |= call->getType()->isFP128Ty() || call->getType()->isStructTy();
    for (const llvm::Use& argument : call->args()) wide |= argument->getType()->isFP128Ty();
    if (!form.adapt()) continue;
    form.write();
    changed = true;
  }
  if (wide) changed |= move_as_integers(f);
  return changed;
}

}  // namespace lathe::nvptx
