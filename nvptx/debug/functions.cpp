// See functions.hpp. Instances of inlined functions: DWARF 2, 3.3.8.
#include "nvptx/debug/functions.hpp"

#include <algorithm>

#include <llvm/BinaryFormat/Dwarf.h>

#include "nvptx/debug/function.hpp"

namespace lathe::nvptx::debug {

namespace dw = llvm::dwarf;

namespace {

// Parameters first, by their place in the list.
bool earlier(const llvm::DILocalVariable* a, const llvm::DILocalVariable* b) {
  return (a->getArg() == 0 ? ~0U : a->getArg()) < (b->getArg() == 0 ? ~0U : b->getArg());
}

}  // namespace

void FunctionEntries::by_scope() {
  inner_.resize(plan_.scopes().size());
  variables_of_.resize(plan_.scopes().size());
  labels_of_.resize(plan_.scopes().size());
  for (std::uint32_t l = 0; l < plan_.labels().size(); ++l) {
    const Label& label = plan_.labels()[l];
    labels_of_[label.scope].push_back(l);
    auto& list = all_labels_[label.source->getScope()->getSubprogram()];
    if (std::find(list.begin(), list.end(), label.source) == list.end()) list.push_back(label.source);
  }
  for (std::uint32_t s = 1; s < plan_.scopes().size(); ++s) inner_[plan_.scopes()[s].parent].push_back(s);
  for (std::uint32_t v = 0; v < plan_.variables().size(); ++v) {
    const Variable& variable = plan_.variables()[v];
    variables_of_[variable.scope].push_back(v);
    auto& list = all_variables_[variable.source->getScope()->getSubprogram()];
    if (std::find(list.begin(), list.end(), variable.source) == list.end()) list.push_back(variable.source);
  }
  for (auto& list : variables_of_)
    std::stable_sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      return earlier(plan_.variables()[a].source, plan_.variables()[b].source);
    });
}

namespace {

// The place among the parameters of the artificial one, 0 without.
unsigned this_of(const llvm::DISubprogram* source) {
  const llvm::DITypeRefArray types = source->getType()->getTypeArray();
  return types.size() > 1 && types[1] != nullptr && types[1]->isObjectPointer() ? 1 : 0;
}

}  // namespace

// ---- one function ----------------------------------------------------------------------------------------

void FunctionEntries::function(const llvm::DISubprogram* source, const DebugRecord& record, std::uint32_t number) {
  number_ = number;
  scopes_.clear();
  places_.clear();
  label_places_.clear();
  for (const DebugRecord::Scope& s : record.scopes) scopes_[s.scope] = &s;
  for (const DebugRecord::Variable& v : record.variables) places_[v.variable] = &v;
  for (const DebugRecord::Label& l : record.labels) label_places_.try_emplace(l.label, l.at);
  Die* die = nullptr;
  if (inlined_.count(source) != 0) {
    const Die& origin = abstract(source);
    die = &types_.unit().add(types_.unit().root(), dw::DW_TAG_subprogram);
    die->refer(dw::DW_AT_abstract_origin, origin);
  } else {
    die = &subprogram(source);
  }
  die->label(dw::DW_AT_low_pc, Form::addr, text(DebugRecord::begin));
  die->label(dw::DW_AT_high_pc, Form::addr, text(DebugRecord::end));
  DebugPlace frame;
  frame.before = {dw::DW_OP_call_frame_cfa};
  die->block(dw::DW_AT_frame_base, std::move(frame));
  children(*die, record.scope);
  // A member function's own object is its first parameter.
  if (!die->children.empty() && source->getDeclaration() != nullptr && this_of(source) == 1)
    die->refer(dw::DW_AT_object_pointer, *die->children.front());
}

// A definition: of a declared function by reference to that, else with everything in it.
Die& FunctionEntries::subprogram(const llvm::DISubprogram* source) {
  if (const llvm::DISubprogram* declared = full_ ? source->getDeclaration() : nullptr) {
    const Die& declaration = types_.declaration(declared);
    Die& die = types_.unit().add(types_.unit().root(), dw::DW_TAG_subprogram);
    die.refer(dw::DW_AT_specification, declaration);
    if (source->getLine() != declared->getLine() || source->getFile() != declared->getFile())
      types_.add_line(die, source->getFile(), source->getLine());
    return die;
  }
  Die& parent = full_ ? types_.context(source->getScope()) : types_.unit().root();
  Die& die = types_.unit().add(parent, dw::DW_TAG_subprogram);
  if (full_) {
    types_.describe(die, source, false);
  } else {
    die.string(dw::DW_AT_MIPS_linkage_name, source->getLinkageName());
    die.string(dw::DW_AT_name, source->getName());
  }
  return die;
}

Die& FunctionEntries::abstract(const llvm::DISubprogram* source) {
  if (Die* made = abstract_[source]) return *made;
  Die& die = subprogram(source);
  abstract_[source] = &die;
  die.number(dw::DW_AT_inline, dw::DW_INL_inlined);
  if (!full_) return die;
  for (const llvm::DILocalVariable* v : known_variables(source)) {
    variable(die, v, nullptr, nullptr);
    abstract_[v] = die.children.back();
  }
  for (const llvm::DILabel* label : known_labels(source)) {
    Die& entry = label_entry(die, label);
    abstract_[label] = &entry;
  }
  return die;
}

// Those that something is said of, and those that the front end kept though nothing is left of them.
std::vector<const llvm::DILocalVariable*> FunctionEntries::known_variables(const llvm::DISubprogram* source) const {
  std::vector<const llvm::DILocalVariable*> list;
  if (const auto found = all_variables_.find(source); found != all_variables_.end()) list = found->second;
  for (const llvm::DINode* node : source->getRetainedNodes())
    if (const auto* kept = llvm::dyn_cast_or_null<llvm::DILocalVariable>(node);
        kept != nullptr && std::find(list.begin(), list.end(), kept) == list.end())
      list.push_back(kept);
  std::stable_sort(list.begin(), list.end(), earlier);
  return list;
}

std::vector<const llvm::DILabel*> FunctionEntries::known_labels(const llvm::DISubprogram* source) const {
  std::vector<const llvm::DILabel*> list;
  if (const auto found = all_labels_.find(source); found != all_labels_.end()) list = found->second;
  for (const llvm::DINode* node : source->getRetainedNodes())
    if (const auto* kept = llvm::dyn_cast_or_null<llvm::DILabel>(node);
        kept != nullptr && std::find(list.begin(), list.end(), kept) == list.end())
      list.push_back(kept);
  return list;
}

std::string FunctionEntries::text(std::uint32_t number) const { return label(number_, number); }

// ---- scopes --------------------------------------------------------------------------------------------

bool FunctionEntries::worth_an_entry(std::uint32_t number) const {
  if (scopes_.count(number) == 0) return false;  // no instruction is left of it
  return llvm::isa<llvm::DISubprogram>(plan_.scopes()[number].source) ||
         (full_ && !(variables_of_[number].empty() && labels_of_[number].empty()));
}

void FunctionEntries::children(Die& die, std::uint32_t number) {
  if (full_) {
    variables(die, number);
    labels(die, number);
  }
  for (const std::uint32_t inner : inner_[number]) scope(die, inner);
}

void FunctionEntries::scope(Die& parent, std::uint32_t number) {
  if (!worth_an_entry(number)) {
    // Blocks without variables and labels are not told; what is in them is.
    for (const std::uint32_t inner : inner_[number]) scope(parent, inner);
    return;
  }
  const Scope& of = plan_.scopes()[number];
  const auto* inlined = llvm::dyn_cast<llvm::DISubprogram>(of.source);
  const Die* origin = inlined == nullptr ? nullptr : &abstract(inlined);
  Die& die = types_.unit().add(parent, inlined == nullptr ? dw::DW_TAG_lexical_block : dw::DW_TAG_inlined_subroutine);
  if (origin != nullptr) die.refer(dw::DW_AT_abstract_origin, *origin);
  ranges(die, scopes_[number]->ranges);
  if (inlined != nullptr) {
    if (const llvm::DIFile* file = of.inlined_at->getFile())
      die.number(dw::DW_AT_call_file, file_number(*file, files_));
    die.number(dw::DW_AT_call_line, of.inlined_at->getLine());
    if (of.inlined_at->getColumn() != 0) die.number(dw::DW_AT_call_column, of.inlined_at->getColumn());
  }
  children(die, number);
}

void FunctionEntries::ranges(Die& die, const std::vector<DebugRecord::Range>& list) {
  if (list.size() == 1) {
    die.label(dw::DW_AT_low_pc, Form::addr, text(list[0].from));
    die.label(dw::DW_AT_high_pc, Form::addr, text(list[0].to));
    return;
  }
  die.label(dw::DW_AT_ranges, Form::data4, ".debug_ranges+" + std::to_string(lists_.range_bytes));
  for (const DebugRecord::Range& r : list) lists_.ranges += ".b64 " + text(r.from) + "\n.b64 " + text(r.to) + "\n";
  lists_.ranges += ".b64 0\n.b64 0\n";
  lists_.range_bytes += static_cast<std::uint32_t>(16 * (list.size() + 1));
}

// ---- labels --------------------------------------------------------------------------------------------

void FunctionEntries::labels(Die& die, std::uint32_t number) {
  for (const std::uint32_t l : labels_of_[number]) {
    Die& entry = label_entry(die, plan_.labels()[l].source);
    if (const auto found = label_places_.find(l); found != label_places_.end())
      entry.label(dw::DW_AT_low_pc, Form::addr, text(found->second));
  }
}

// Where a call was inlined, by what is said of the label in the function itself.
Die& FunctionEntries::label_entry(Die& parent, const llvm::DILabel* source) {
  const auto origin = abstract_.find(source);
  Die& die = types_.unit().add(parent, dw::DW_TAG_label);
  if (origin != abstract_.end() && origin->second != nullptr) {
    die.refer(dw::DW_AT_abstract_origin, *origin->second);
    return die;
  }
  die.string(dw::DW_AT_name, source->getName());
  types_.add_line(die, source->getFile(), source->getLine());
  if (source->getColumn() != 0) die.number(dw::DW_AT_decl_column, source->getColumn());
  return die;
}

// ---- variables -----------------------------------------------------------------------------------------

void FunctionEntries::variables(Die& die, std::uint32_t number) {
  for (const std::uint32_t v : variables_of_[number]) {
    const auto found = places_.find(v);
    variable(die, plan_.variables()[v].source, plan_.variables()[v].inlined_at,
             found == places_.end() ? nullptr : found->second);
  }
}

void FunctionEntries::variable(Die& parent, const llvm::DILocalVariable* source, const llvm::DILocation* /*at*/,
                               const DebugRecord::Variable* record) {
  const auto origin = abstract_.find(source);
  Die& die = types_.unit().add(parent, source->getArg() != 0 ? dw::DW_TAG_formal_parameter : dw::DW_TAG_variable);
  if (record != nullptr) place(die, *record);
  if (origin != abstract_.end() && origin->second != nullptr) {
    die.refer(dw::DW_AT_abstract_origin, *origin->second);
    return;
  }
  die.string(dw::DW_AT_name, source->getName());
  types_.add_line(die, source->getFile(), source->getLine());
  types_.add_type(die, source->getType());
  if (source->isArtificial()) die.flag(dw::DW_AT_artificial);
}

void FunctionEntries::place(Die& die, const DebugRecord::Variable& record) {
  if (record.stays.empty()) return;
  const DebugRecord::Stay& first = record.stays.front();
  if (record.stays.size() == 1 && first.range.from == DebugRecord::begin && first.range.to == DebugRecord::end) {
    if (first.place.address_class != 0) die.number(dw::DW_AT_address_class, first.place.address_class);
    if (size_of(first.place) < 256) die.block(dw::DW_AT_location, first.place);
    return;
  }
  die.label(dw::DW_AT_location, Form::data4, ".debug_loc+" + std::to_string(lists_.location_bytes));
  for (const DebugRecord::Stay& stay : record.stays) {
    lists_.locations += ".b64 " + text(stay.range.from) + "\n.b64 " + text(stay.range.to) + "\n";
    write_place(lists_.locations, stay.place, 2);
    lists_.location_bytes += 18 + size_of(stay.place);
  }
  lists_.locations += ".b64 0\n.b64 0\n";
  lists_.location_bytes += 16;
}

}  // namespace lathe::nvptx::debug
