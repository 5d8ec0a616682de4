// Reads a module's debug information. See plan.hpp.
#include "nvptx/debug/plan.hpp"

#include <algorithm>
#include <map>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lathe::nvptx::debug {

std::string path_of(const llvm::DIFile& file) {
  const std::string name = file.getFilename().str(), folder = file.getDirectory().str();
  return folder.empty() || (!name.empty() && name[0] == '/') ? name : folder + "/" + name;
}

std::uint32_t file_number(const llvm::DIFile& file, std::vector<std::string>& files) {
  const std::string path = path_of(file);
  const auto number = static_cast<std::size_t>(std::find(files.begin(), files.end(), path) - files.begin()) + 1;
  if (number > files.size()) files.push_back(path);
  return static_cast<std::uint32_t>(number);
}

std::uint32_t Plan::place_of(const void* location) const {
  const auto found = place_of_.find(location);
  return found == place_of_.end() ? 0 : found->second;
}
std::uint32_t Plan::function_place(const void* function) const {
  const auto found = function_place_.find(function);
  return found == function_place_.end() ? 0 : found->second;
}
std::span<const Assignment> Plan::before(const void* instruction) const {
  const auto found = before_.find(instruction);
  if (found == before_.end()) return {};
  return {assignments_.data() + found->second.begin, found->second.end - found->second.begin};
}

using Kind = llvm::DICompileUnit::DebugEmissionKind;

namespace {

// function_name and inlined_at of .loc, since PTX 7.2.
constexpr unsigned inlined_since = 72;

Kind kind_of(const llvm::DISubprogram* subprogram) {
  const llvm::DICompileUnit* unit = subprogram == nullptr ? nullptr : subprogram->getUnit();
  return unit == nullptr ? llvm::DICompileUnit::NoDebug : unit->getEmissionKind();
}
bool wants_sections(Kind kind) {
  return kind == llvm::DICompileUnit::FullDebug || kind == llvm::DICompileUnit::LineTablesOnly;
}

}  // namespace

class Reader {
 public:
  Reader(Plan& plan, unsigned ptx, std::vector<std::string>& files) : plan_(plan), ptx_(ptx), files_(files) {
    plan_.places_.emplace_back();
    plan_.scopes_.emplace_back();
  }

  void run(const llvm::Module& module) {
    for (const llvm::DICompileUnit* unit : module.debug_compile_units())
      plan_.sections_ |= wants_sections(unit->getEmissionKind());
    for (const llvm::Function& function : module)
      if (!function.isDeclaration()) read(function);
  }

 private:
  void read(const llvm::Function& function) {
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    full_ = kind_of(subprogram) == llvm::DICompileUnit::FullDebug;
    if (wants_sections(kind_of(subprogram))) {
      const unsigned line = subprogram->getScopeLine() != 0 ? subprogram->getScopeLine() : subprogram->getLine();
      Plan::Place place;
      place.location = {file(subprogram->getFile()), line, 0, {}};
      place.scope = scope(subprogram, nullptr);
      plan_.function_place_[&function] = static_cast<std::uint32_t>(plan_.places_.size());
      plan_.places_.push_back(std::move(place));
    }
    // Variables and labels that nothing is left of are told, too.
    if (full_)
      for (const llvm::DINode* node : subprogram->getRetainedNodes()) {
        if (const auto* kept = llvm::dyn_cast_or_null<llvm::DILocalVariable>(node)) variable(kept, nullptr);
        if (const auto* kept = llvm::dyn_cast_or_null<llvm::DILabel>(node)) label(kept, nullptr);
      }
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        if (full_) records(instruction);
        if (const llvm::DILocation* location = instruction.getDebugLoc().get()) this->place(location);
      }
  }

  std::uint32_t file(const llvm::DIFile* file) { return file == nullptr ? 0 : file_number(*file, files_); }

  static const llvm::DILocalScope* plain(const llvm::DILocalScope* scope) {
    return scope->getNonLexicalBlockFileScope();
  }

  std::uint32_t scope(const llvm::DILocalScope* source, const llvm::DILocation* at) {
    source = plain(source);
    const auto found = scopes_.find({source, at});
    if (found != scopes_.end()) return found->second;
    std::uint32_t parent = 0;
    if (const auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(source))
      parent = scope(block->getScope(), at);
    else if (at != nullptr)
      parent = scope(at->getScope(), at->getInlinedAt());
    const auto number = static_cast<std::uint32_t>(plan_.scopes_.size());
    plan_.scopes_.push_back({source, at, parent});
    scopes_[{source, at}] = number;
    return number;
  }

  // Inlined places come after that of their call. Line 0 is kept for its scope, and not written.
  std::uint32_t place(const llvm::DILocation* location) {
    const auto found = plan_.place_of_.find(location);
    if (found != plan_.place_of_.end()) return found->second;
    const llvm::DISubprogram* subprogram = location->getScope()->getSubprogram();
    if (kind_of(subprogram) == llvm::DICompileUnit::NoDebug) return plan_.place_of_[location] = 0;
    Plan::Place made;
    made.location = {file(location->getFile()), location->getLine(), location->getColumn(), {}};
    if (const llvm::DILocation* at = location->getInlinedAt()) {
      made.caller = place(at);
      const mir::Location& call = plan_.places_[made.caller].location;
      if (ptx_ >= inlined_since && made.caller != 0 && call.line != 0)
        made.location.inlined = ", function_name $L__info_string" + std::to_string(name(subprogram)) + ", inlined_at " +
                                std::to_string(call.file) + " " + std::to_string(call.line) + " " +
                                std::to_string(call.column);
    }
    made.scope = scope(location->getScope(), location->getInlinedAt());
    const auto number = static_cast<std::uint32_t>(plan_.places_.size());
    plan_.places_.push_back(std::move(made));
    return plan_.place_of_[location] = number;
  }

  std::uint32_t name(const llvm::DISubprogram* subprogram) {
    const std::string text =
        (subprogram->getLinkageName().empty() ? subprogram->getName() : subprogram->getLinkageName()).str();
    const auto [found, fresh] = names_.try_emplace(text, static_cast<std::uint32_t>(plan_.names_.size()));
    if (fresh) plan_.names_.push_back(text);
    return found->second;
  }

  void records(const llvm::Instruction& instruction) {
    const auto begin = static_cast<std::uint32_t>(plan_.assignments_.size());
    for (const llvm::DbgRecord& any : instruction.getDbgRecordRange()) {
      Assignment made;
      if (const auto* stands = llvm::dyn_cast<llvm::DbgLabelRecord>(&any)) {
        made.label = true;
        made.variable = label(stands->getLabel(), stands->getDebugLoc().getInlinedAt());
        plan_.assignments_.push_back(made);
        continue;
      }
      const auto& record = llvm::cast<llvm::DbgVariableRecord>(any);
      const llvm::DILocation* at = record.getDebugLoc().getInlinedAt();
      made.variable = variable(record.getVariable(), at);
      made.expression = expression(record.getExpression());
      made.declared = record.isDbgDeclare();
      const llvm::Value* value =
          record.hasArgList() || record.isKillLocation() ? nullptr : record.getVariableLocationOp(0);
      const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
      if (integer != nullptr && integer->getBitWidth() <= 64) {
        made.constant = true;
        made.number = signed_variable(record.getVariable()) ? integer->getSExtValue()
                                                            : static_cast<std::int64_t>(integer->getZExtValue());
      } else if (llvm::isa_and_nonnull<llvm::ConstantPointerNull>(value)) {
        made.constant = true;
      } else if (value != nullptr && !llvm::isa<llvm::Constant>(value)) {
        made.value = value;
      }
      plan_.assignments_.push_back(made);
    }
    const auto end = static_cast<std::uint32_t>(plan_.assignments_.size());
    if (begin != end) plan_.before_[&instruction] = {begin, end};
  }

  static bool signed_variable(const llvm::DILocalVariable* variable) {
    const llvm::DIType* type = variable->getType();
    while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) type = derived->getBaseType();
    const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
    return basic == nullptr || basic->getSignedness() != llvm::DIBasicType::Signedness::Unsigned;
  }

  std::uint32_t variable(const llvm::DILocalVariable* source, const llvm::DILocation* at) {
    const auto [found, fresh] =
        variables_.try_emplace({source, at}, static_cast<std::uint32_t>(plan_.variables_.size()));
    if (fresh) plan_.variables_.push_back({source, at, scope(source->getScope(), at)});
    return found->second;
  }

  std::uint32_t label(const llvm::DILabel* source, const llvm::DILocation* at) {
    const auto [found, fresh] = labels_.try_emplace({source, at}, static_cast<std::uint32_t>(plan_.labels_.size()));
    if (fresh) plan_.labels_.push_back({source, at, scope(source->getScope(), at)});
    return found->second;
  }

  std::uint32_t expression(const llvm::DIExpression* source) {
    const auto [found, fresh] = expressions_.try_emplace(source, static_cast<std::uint32_t>(plan_.expressions_.size()));
    if (!fresh) return found->second;
    Expression made;
    for (const llvm::DIExpression::ExprOperand& operation : source->expr_ops()) {
      if (operation.getOp() == llvm::dwarf::DW_OP_LLVM_fragment) {
        made.fragment_offset = operation.getArg(0);
        made.fragment_bits = operation.getArg(1);
        continue;
      }
      // `arg 0` alone stands for the value itself.
      if (operation.getOp() == llvm::dwarf::DW_OP_LLVM_arg && operation.getArg(0) == 0) continue;
      for (unsigned i = 0; i < operation.getSize(); ++i) made.operations.push_back(operation.get()[i]);
    }
    plan_.expressions_.push_back(std::move(made));
    return found->second;
  }

  Plan& plan_;
  const unsigned ptx_;
  std::vector<std::string>& files_;
  bool full_ = false;
  // Ordered by address: never walked, only looked up.
  std::map<std::pair<const void*, const void*>, std::uint32_t> scopes_, variables_, labels_;
  std::map<const void*, std::uint32_t> expressions_;
  std::map<std::string, std::uint32_t> names_;
};

std::shared_ptr<const Plan> Plan::make(const llvm::Module& module, unsigned ptx, std::vector<std::string>& files) {
  const auto units = module.debug_compile_units();
  if (std::none_of(units.begin(), units.end(), [](const llvm::DICompileUnit* unit) {
        return unit->getEmissionKind() != llvm::DICompileUnit::NoDebug;
      }))
    return nullptr;
  const auto plan = std::make_shared<Plan>();
  Reader(*plan, ptx, files).run(module);
  return plan;
}

}  // namespace lathe::nvptx::debug
