// See references.hpp.
#include "codegen/build/references.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

namespace lathe::codegen::build {
namespace {

constexpr std::uint32_t most_calls = 256;

/// Calls `found` with every global value inside a constant, each once.
template <class Found>
class InConstants {
 public:
  explicit InConstants(Found found) : found_(std::move(found)) {}
  void look(const llvm::Constant* constant) {
    llvm::SmallVector<const llvm::Constant*, 8> work{constant};
    while (!work.empty()) {
      const llvm::Constant* at = work.pop_back_val();
      if (llvm::isa<llvm::ConstantData>(at) || !seen_.insert(at).second) continue;
      if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(at)) {
        found_(*global);
        continue;
      }
      for (const llvm::Value* operand : at->operand_values())
        if (const auto* inner = llvm::dyn_cast<llvm::Constant>(operand)) work.push_back(inner);
    }
  }

 private:
  Found found_;
  llvm::SmallPtrSet<const llvm::Constant*, 16> seen_;
};

bool is_own_call(const llvm::Use& use, const llvm::Function& callee, std::optional<unsigned> call_layout) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call != nullptr && call->isCallee(&use) && call->getFunctionType() == callee.getFunctionType() &&
         (!call_layout || call->getMetadata(*call_layout) == nullptr);
}

}  // namespace

Globals::Globals(const llvm::Module& module, const ModuleWords& words) : words_(words) {
  std::uint32_t next = 0;
  const auto add = [&](const auto& list) {
    for (const llvm::GlobalValue& value : list) numbers_.emplace(&value, next++);
  };
  for (const llvm::Function& function : module)
    if (!function.isIntrinsic()) numbers_.emplace(&function, next++);
  add(module.globals());
  add(module.aliases());
  add(module.ifuncs());
}

bool is_left_out(const llvm::GlobalVariable& variable, const ModuleWords& words) {
  return variable.getSection() == "llvm.metadata" || variable.getName().starts_with("llvm.") ||
         (!words.fact_prefix.empty() &&
          variable.getName().starts_with(llvm::StringRef(words.fact_prefix.data(), words.fact_prefix.size())));
}

BodyFacts facts_of(const llvm::Function& function, const Globals& globals) {
  BodyFacts out;
  std::optional<unsigned> call_layout;
  if (const std::string_view kind = globals.words().call_layout; !kind.empty())
    call_layout = function.getContext().getMDKindID(llvm::StringRef(kind.data(), kind.size()));
  llvm::DenseMap<std::uint32_t, std::size_t> place;
  const auto named = [&](const llvm::GlobalValue& value) -> BodyFacts::Named* {
    const std::uint32_t number = globals.number(&value);
    if (number == Globals::none) return nullptr;
    const auto [at, fresh] = place.try_emplace(number, out.named.size());
    if (fresh) out.named.push_back({number});
    return &out.named[at->second];
  };
  InConstants others([&](const llvm::GlobalValue& value) {
    if (BodyFacts::Named* entry = named(value)) entry->otherwise = true;
  });
  for (const llvm::Use& operand : function.operands())  // prefix data and the like
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) others.look(constant);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    ++out.instructions;
    for (const llvm::Use& operand : instruction.operands()) {
      const auto* callee = llvm::dyn_cast<llvm::Function>(operand.get());
      if (callee != nullptr && is_own_call(operand, *callee, call_layout)) {
        if (BodyFacts::Named* entry = named(*callee)) ++entry->calls;
      } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) {
        others.look(constant);
      }
    }
  }
  return out;
}

References::References(const llvm::Module& module, const Globals& globals, std::vector<BodyFacts> bodies)
    : globals_(globals), bodies_(std::move(bodies)), all_(globals.count()) {
  for (std::uint32_t function = 0; function < bodies_.size(); ++function)
    for (const BodyFacts::Named& named : bodies_[function].named) {
      Summary& summary = all_[named.value];
      summary.used = true;
      summary.first_body = std::min(summary.first_body, function);
      summary.calls += named.calls;
      summary.otherwise |= named.otherwise;
    }
  add_values(module);
}

References::References(const llvm::Module& module, const ModuleWords& words)
    : References(module, Globals(module, words), [&] {
        const Globals globals(module, words);
        std::vector<BodyFacts> bodies;
        for (const llvm::Function& function : module)
          if (!function.isIntrinsic()) bodies.push_back(facts_of(function, globals));
        return bodies;
      }()) {}

void References::add_values(const llvm::Module& module) {
  const auto look = [&](const llvm::Constant* value, bool printed) {
    InConstants([&](const llvm::GlobalValue& global) {
      const std::uint32_t number = globals_.number(&global);
      if (number == Globals::none) return;
      Summary& summary = all_[number];
      summary.used = summary.otherwise = true;
      summary.in_value |= printed;
    }).look(value);
  };
  for (const llvm::GlobalVariable& variable : module.globals())
    if (variable.hasInitializer()) look(variable.getInitializer(), !is_left_out(variable, globals_.words()));
  for (const llvm::GlobalAlias& alias : module.aliases()) look(alias.getAliasee(), false);
  for (const llvm::GlobalIFunc& resolver : module.ifuncs()) look(resolver.getResolver(), false);
}

bool References::only_called(std::uint32_t function) const {
  return !all_[function].otherwise && all_[function].calls <= most_calls;
}

}  // namespace lathe::codegen::build
