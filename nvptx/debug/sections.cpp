// Compile units, global variables, imported names; and the sections' text. See sections.hpp.
#include "nvptx/debug/sections.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "nvptx/debug/expression.hpp"
#include "nvptx/debug/functions.hpp"
#include "nvptx/debug/names.hpp"

namespace lathe::nvptx::debug {

namespace dw = llvm::dwarf;

namespace {

using Bodies = std::span<const Body>;

std::uint8_t class_of(mir::Space space) {
  switch (space) {
    case mir::Space::shared:
      return class_shared;
    case mir::Space::constant:
      return class_constant;
    default:
      return class_global;
  }
}

class UnitWriter {
 public:
  UnitWriter(const llvm::DICompileUnit* source, const Plan& plan, Unit& unit, const llvm::Module& module,
             mir::Module& out, Lists& lists)
      : source_(source),
        plan_(plan),
        unit_(unit),
        module_(module),
        out_(out),
        lists_(lists),
        types_(unit, out.files),
        full_(source->getEmissionKind() == llvm::DICompileUnit::FullDebug) {}

  void run(Bodies bodies, const std::set<const llvm::DISubprogram*>& inlined) {
    header();
    if (full_) {
      globals();
      for (const llvm::DICompositeType* type : source_->getEnumTypes()) types_.type(type);
      for (const llvm::DIScope* kept : source_->getRetainedTypes()) {
        if (const auto* type = llvm::dyn_cast_or_null<llvm::DIType>(kept)) types_.type(type);
        if (const auto* function = llvm::dyn_cast_or_null<llvm::DISubprogram>(kept)) types_.declaration(function);
      }
    }
    FunctionEntries functions(types_, plan_, inlined, out_.files, lists_, full_);
    for (const Body& body : bodies)
      if (const llvm::DISubprogram* subprogram = body.source->getSubprogram();
          subprogram != nullptr && subprogram->getUnit() == source_ && body.record->present)
        functions.function(subprogram, *body.record, body.index);
    if (full_) imports();
  }

 private:
  // As LLVM has it where the debugger is GDB's kind and DWARF is older than 5.
  Unit::Names names() const {
    using Kind = llvm::DICompileUnit::DebugNameTableKind;
    const Kind kind = source_->getNameTableKind();
    if (kind == Kind::GNU) return Unit::Names::with_kinds;
    return kind == Kind::Default && full_ ? Unit::Names::plain : Unit::Names::none;
  }

  void header() {
    Die& root = unit_.root();
    root.tag = dw::DW_TAG_compile_unit;
    root.string(dw::DW_AT_producer, source_->getProducer());
    root.number(dw::DW_AT_language, Form::data2, language());
    root.string(dw::DW_AT_name, source_->getFilename());
    root.label(dw::DW_AT_stmt_list, Form::data4, ".debug_line");
    root.string(dw::DW_AT_comp_dir, source_->getDirectory());
    unit_.names = names();
    unit_.names_are_global = dw::isCPlusPlus(static_cast<dw::SourceLanguage>(language()));
    if (unit_.names != Unit::Names::none) root.flag(dw::DW_AT_GNU_pubnames);
    if (source_->isOptimized()) root.flag(dw::DW_AT_APPLE_optimized);
    root.label(dw::DW_AT_low_pc, Form::addr, "0");
  }
  std::uint64_t language() const {
    const llvm::DISourceLanguageName name = source_->getSourceLanguage();
    return name.hasVersionedName() ? std::uint64_t{dw::DW_LANG_C_plus_plus} : name.getUnversionedName();
  }

  // ---- global variables --------------------------------------------------------------------------

  void globals() {
    std::vector<std::pair<const llvm::DIGlobalVariableExpression*, const llvm::GlobalVariable*>> all;
    std::set<const llvm::DIGlobalVariableExpression*> seen;
    for (const llvm::GlobalVariable& global : module_.globals()) {
      llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> attached;
      global.getDebugInfo(attached);
      for (const auto* one : attached) {
        const auto listed = source_->getGlobalVariables();
        if (std::find(listed.begin(), listed.end(), one) != listed.end() && seen.insert(one).second)
          all.emplace_back(one, &global);
      }
    }
    for (const auto* one : source_->getGlobalVariables())
      if (seen.insert(one).second) all.emplace_back(one, nullptr);
    for (const auto& [expression, global] : all) this->global(*expression, global);
  }

  void global(const llvm::DIGlobalVariableExpression& of, const llvm::GlobalVariable* global) {
    const llvm::DIGlobalVariable* source = of.getVariable();
    const llvm::DIDerivedType* member = source->getStaticDataMemberDeclaration();
    const Die* declared = nullptr;
    if (member != nullptr) {
      types_.context(member->getScope());  // its class tells its members
      declared = types_.known(member);
    }
    Die& die = unit_.add(declared != nullptr ? unit_.root() : types_.context(source->getScope()), dw::DW_TAG_variable);
    if (declared != nullptr) {
      die.refer(dw::DW_AT_specification, *declared);
    } else {
      die.string(dw::DW_AT_name, source->getName());
      types_.add_type(die, source->getType());
      if (!source->isLocalToUnit()) die.flag(dw::DW_AT_external);
      types_.add_line(die, source->getFile(), source->getLine());
      if (!source->isDefinition()) die.flag(dw::DW_AT_declaration);
    }
    if (global != nullptr)
      place(die, *global, *of.getExpression());
    else if (const auto constant = of.getExpression()->isConstant())
      die.number(dw::DW_AT_const_value,
                 *constant == llvm::DIExpression::SignedOrUnsignedConstant::SignedConstant ? Form::sdata : Form::udata,
                 of.getExpression()->getElement(1));
    die.string(dw::DW_AT_MIPS_linkage_name, source->getLinkageName());
  }

  void place(Die& die, const llvm::GlobalVariable& global, const llvm::DIExpression& source) {
    const std::string name = global.getName().str();
    const auto variable = std::find_if(out_.variables.begin(), out_.variables.end(),
                                       [&](const mir::Variable& v) { return v.name == name; });
    if (variable == out_.variables.end()) return;  // not in the text
    Expression expression;
    for (const auto& operation : source.expr_ops()) {
      if (operation.getOp() == dw::DW_OP_LLVM_fragment) return;
      for (unsigned i = 0; i < operation.getSize(); ++i) expression.operations.push_back(operation.get()[i]);
    }
    const auto at = at_symbol(name, 0, class_of(variable->space), expression);
    if (!at) return;
    die.number(dw::DW_AT_address_class, at->address_class);
    die.block(dw::DW_AT_location, *at);
  }

  // ---- imported names ----------------------------------------------------------------------------

  void imports() {
    for (const llvm::DIImportedEntity* import : source_->getImportedEntities()) {
      const Die* target = nullptr;
      const llvm::DINode* entity = import->getEntity();
      if (const auto* space = llvm::dyn_cast_or_null<llvm::DINamespace>(entity))
        target = &types_.name_space(space);
      else if (const auto* function = llvm::dyn_cast_or_null<llvm::DISubprogram>(entity))
        target = &types_.declaration(function->getDeclaration() != nullptr ? function->getDeclaration() : function);
      else if (const auto* type = llvm::dyn_cast_or_null<llvm::DIType>(entity))
        target = types_.type(type);
      if (target == nullptr) continue;
      Die& die = unit_.add(types_.context(import->getScope()), static_cast<std::uint16_t>(import->getTag()));
      types_.add_line(die, import->getFile(), import->getLine());
      die.refer(dw::DW_AT_import, *target);
      die.string(dw::DW_AT_name, import->getName());
    }
  }

  const llvm::DICompileUnit* source_;
  const Plan& plan_;
  Unit& unit_;
  const llvm::Module& module_;
  mir::Module& out_;
  Lists& lists_;
  TypeBuilder types_;
  const bool full_;
};

void add(mir::Module& out, std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (!text.empty()) out.items.push_back({mir::Item::Kind::directive, 0, std::move(text)});
}

std::string section(std::string_view name, const std::string& body) {
  return "\t.section\t" + std::string(name) + "\n\t{\n" + body + "\t}\n";
}

// The names that .loc refers to.
void strings(const Plan& plan, mir::Module& out) {
  if (plan.names().empty()) return;
  std::string body;
  for (std::size_t i = 0; i < plan.names().size(); ++i) {
    body += "$L__info_string" + std::to_string(i) + ":\n";
    std::vector<std::uint8_t> bytes(plan.names()[i].begin(), plan.names()[i].end());
    bytes.push_back(0);
    write_bytes(body, bytes);
  }
  add(out, section(".debug_str", body));
}

}  // namespace

void write_sections(const llvm::Module& source, const Plan& plan, Bodies bodies, mir::Module& out) {
  if (plan.sections()) {
    out.target.emplace_back("debug");
    std::set<const llvm::DISubprogram*> inlined;
    for (const Scope& scope : plan.scopes())
      if (scope.inlined_at != nullptr) inlined.insert(scope.source->getSubprogram());
    std::deque<Unit> units;
    Lists lists;
    for (const llvm::DICompileUnit* unit : source.debug_compile_units()) {
      if (unit->getEmissionKind() != llvm::DICompileUnit::FullDebug &&
          unit->getEmissionKind() != llvm::DICompileUnit::LineTablesOnly)
        continue;
      UnitWriter(unit, plan, units.emplace_back(), source, out, lists).run(bodies, inlined);
    }
    if (!lists.locations.empty()) add(out, section(".debug_loc", lists.locations));
    add(out, write_units(units));
    add(out, write_names(units));
    if (!lists.ranges.empty()) add(out, section(".debug_ranges", lists.ranges));
    strings(plan, out);
    add(out, "\t.section\t.debug_macinfo\t{\t}");
    return;
  }
  strings(plan, out);
}

}  // namespace lathe::nvptx::debug
