// See types.hpp. Attributes and their order: DWARF 2, sections 3 to 5; what the reference adds for PTX is in
// sections.hpp.
#include "nvptx/debug/types.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

#include "nvptx/debug/plan.hpp"

namespace lathe::nvptx::debug {

namespace dw = llvm::dwarf;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {

std::uint64_t bytes_of(const llvm::DIType* type) { return (type->getSizeInBits() + 7) / 8; }

// The type under typedefs and qualifiers.
const llvm::DIType* stripped(const llvm::DIType* type) {
  while (const auto* derived = dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != dw::DW_TAG_typedef && tag != dw::DW_TAG_const_type && tag != dw::DW_TAG_volatile_type) break;
    type = derived->getBaseType();
  }
  return type;
}

void constant(Die& die, const llvm::APInt& value, bool is_unsigned) {
  if (value.getBitWidth() > 64) return;
  if (is_unsigned)
    die.number(dw::DW_AT_const_value, Form::udata, value.getZExtValue());
  else
    die.number(dw::DW_AT_const_value, Form::sdata, static_cast<std::uint64_t>(value.getSExtValue()));
}

bool is_unsigned(const llvm::DIType* type) {
  const auto* basic = dyn_cast_or_null<llvm::DIBasicType>(stripped(type));
  return basic == nullptr || basic->getSignedness() == llvm::DIBasicType::Signedness::Unsigned;
}

}  // namespace

// ---- scopes --------------------------------------------------------------------------------------------

Die& TypeBuilder::context(const llvm::DIScope* scope) {
  if (scope == nullptr) return unit_.root();
  if (const auto* space = dyn_cast<llvm::DINamespace>(scope)) return name_space(space);
  if (const auto* of_type = dyn_cast<llvm::DIType>(scope)) return const_cast<Die&>(*this->type(of_type));
  // What a function declares within itself stands beside it.
  if (const auto* local = dyn_cast<llvm::DILocalScope>(scope)) return context(local->getSubprogram()->getScope());
  return unit_.root();
}

Die& TypeBuilder::name_space(const llvm::DINamespace* source) {
  Die*& entry = entries_[source];
  if (entry != nullptr) return *entry;
  Die& made = unit_.add(context(source->getScope()), dw::DW_TAG_namespace);
  entries_[source] = &made;
  made.string(dw::DW_AT_name, source->getName());
  if (source->getExportSymbols()) made.flag(dw::DW_AT_export_symbols);
  return made;
}

const Die* TypeBuilder::known(const llvm::DINode* node) const {
  const auto found = entries_.find(node);
  return found == entries_.end() ? nullptr : found->second;
}

void TypeBuilder::add_line(Die& die, const llvm::DIFile* file, unsigned line) {
  if (file == nullptr || line == 0) return;
  die.number(dw::DW_AT_decl_file, file_number(*file, files_));
  die.number(dw::DW_AT_decl_line, line);
}

void TypeBuilder::access(Die& die, llvm::DINode::DIFlags flags) {
  const auto said = flags & llvm::DINode::FlagAccessibility;
  if (said == llvm::DINode::FlagPublic) die.number(dw::DW_AT_accessibility, dw::DW_ACCESS_public);
  if (said == llvm::DINode::FlagProtected) die.number(dw::DW_AT_accessibility, dw::DW_ACCESS_protected);
  if (said == llvm::DINode::FlagPrivate) die.number(dw::DW_AT_accessibility, dw::DW_ACCESS_private);
}

// ---- types ---------------------------------------------------------------------------------------------

void TypeBuilder::add_type(Die& die, const llvm::DIType* type, std::uint16_t attribute) {
  if (const Die* target = this->type(type)) die.refer(attribute, *target);
}

const Die* TypeBuilder::type(const llvm::DIType* source) {
  if (source == nullptr) return nullptr;
  const auto found = entries_.find(source);
  return found != entries_.end() ? found->second : &make(source);
}

Die& TypeBuilder::make(const llvm::DIType* type) {
  // The scope first: it may hold the type as one of its members.
  Die& parent = context(type->getScope());
  if (const auto found = entries_.find(type); found != entries_.end()) return *found->second;
  unsigned tag = type->getTag();
  if (tag == dw::DW_TAG_template_alias || tag == dw::DW_TAG_atomic_type)  // of later versions
    tag = tag == dw::DW_TAG_atomic_type ? dw::DW_TAG_volatile_type : dw::DW_TAG_typedef;
  Die& die = unit_.add(parent, static_cast<std::uint16_t>(tag));
  entries_[type] = &die;
  if (const auto* basic_type = dyn_cast<llvm::DIBasicType>(type))
    basic(die, basic_type);
  else if (const auto* derived_type = dyn_cast<llvm::DIDerivedType>(type))
    derived(die, derived_type);
  else if (const auto* composite_type = dyn_cast<llvm::DICompositeType>(type))
    composite(die, composite_type);
  else if (const auto* subroutine_type = dyn_cast<llvm::DISubroutineType>(type))
    subroutine(die, subroutine_type);
  else
    die.string(dw::DW_AT_name, type->getName());
  return die;
}

void TypeBuilder::basic(Die& die, const llvm::DIBasicType* type) {
  die.string(dw::DW_AT_name, type->getName());
  if (type->getTag() == dw::DW_TAG_unspecified_type) return;
  if (type->getTag() != dw::DW_TAG_string_type) die.number(dw::DW_AT_encoding, type->getEncoding());
  die.number(dw::DW_AT_byte_size, bytes_of(type));
}

void TypeBuilder::derived(Die& die, const llvm::DIDerivedType* type) {
  add_type(die, type->getBaseType());
  die.string(dw::DW_AT_name, type->getName());
  const unsigned tag = type->getTag();
  const bool address = tag == dw::DW_TAG_pointer_type || tag == dw::DW_TAG_reference_type ||
                       tag == dw::DW_TAG_rvalue_reference_type || tag == dw::DW_TAG_ptr_to_member_type;
  if (!address && type->getSizeInBits() != 0 && tag != dw::DW_TAG_typedef)
    die.number(dw::DW_AT_byte_size, bytes_of(type));
  if (tag == dw::DW_TAG_ptr_to_member_type) add_type(die, type->getClassType(), dw::DW_AT_containing_type);
  add_line(die, type->getFile(), type->getLine());
  if (const auto space = type->getDWARFAddressSpace(); address && space)
    die.number(dw::DW_AT_address_class, Form::data4, *space);
}

void TypeBuilder::composite(Die& die, const llvm::DICompositeType* type) {
  if (type->getTag() == dw::DW_TAG_array_type) return array(die, type);
  if (type->getTag() == dw::DW_TAG_enumeration_type) return enumeration(die, type);
  die.string(dw::DW_AT_name, type->getName());
  if (type->isForwardDecl())
    die.flag(dw::DW_AT_declaration);
  else
    die.number(dw::DW_AT_byte_size, bytes_of(type));
  add_line(die, type->getFile(), type->getLine());
  if (type->isForwardDecl()) return;
  if (const llvm::DIType* holder = type->getVTableHolder()) add_type(die, holder, dw::DW_AT_containing_type);
  if (type->isTypePassByValue()) die.number(dw::DW_AT_calling_convention, dw::DW_CC_pass_by_value);
  if (type->isTypePassByReference()) die.number(dw::DW_AT_calling_convention, dw::DW_CC_pass_by_reference);
  elements(die, type);
  template_parameters(die, type->getTemplateParams());
}

void TypeBuilder::array(Die& die, const llvm::DICompositeType* type) {
  if (type->isVector()) {
    die.flag(dw::DW_AT_GNU_vector);
    if (type->getSizeInBits() != 0) die.number(dw::DW_AT_byte_size, bytes_of(type));
  }
  die.string(dw::DW_AT_name, type->getName());
  add_type(die, type->getBaseType());
  if (index_type_ == nullptr) {
    Die& index = unit_.add(unit_.root(), dw::DW_TAG_base_type);
    index.string(dw::DW_AT_name, "__ARRAY_SIZE_TYPE__");
    index.number(dw::DW_AT_byte_size, 8);
    index.number(dw::DW_AT_encoding, dw::DW_ATE_unsigned);
    index_type_ = &index;
  }
  for (const llvm::DINode* element : type->getElements()) {
    const auto* range = dyn_cast_or_null<llvm::DISubrange>(element);
    if (range == nullptr) continue;
    Die& bound = unit_.add(die, dw::DW_TAG_subrange_type);
    bound.refer(dw::DW_AT_type, *index_type_);
    const auto number = [](llvm::DISubrange::BoundType of) {
      return llvm::dyn_cast_if_present<llvm::ConstantInt*>(of);
    };
    if (const auto* low = number(range->getLowerBound()); low != nullptr && low->getSExtValue() != 0)
      bound.number(dw::DW_AT_lower_bound, Form::sdata, static_cast<std::uint64_t>(low->getSExtValue()));
    if (const auto* count = number(range->getCount()); count != nullptr && count->getSExtValue() >= 0)
      bound.number(dw::DW_AT_count, count->getZExtValue());
    if (const auto* high = number(range->getUpperBound()))
      bound.number(dw::DW_AT_upper_bound, Form::sdata, static_cast<std::uint64_t>(high->getSExtValue()));
  }
}

void TypeBuilder::enumeration(Die& die, const llvm::DICompositeType* type) {
  add_type(die, type->getBaseType());
  if ((type->getFlags() & llvm::DINode::FlagEnumClass) != 0) die.flag(dw::DW_AT_enum_class);
  die.string(dw::DW_AT_name, type->getName());
  if (type->isForwardDecl())
    die.flag(dw::DW_AT_declaration);
  else
    die.number(dw::DW_AT_byte_size, bytes_of(type));
  add_line(die, type->getFile(), type->getLine());
  for (const llvm::DINode* element : type->getElements())
    if (const auto* value = dyn_cast_or_null<llvm::DIEnumerator>(element)) {
      Die& made = unit_.add(die, dw::DW_TAG_enumerator);
      made.string(dw::DW_AT_name, value->getName());
      constant(made, value->getValue(), value->isUnsigned());
    }
}

void TypeBuilder::elements(Die& die, const llvm::DICompositeType* type) {
  for (const llvm::DINode* element : type->getElements()) {
    if (const auto* function = dyn_cast_or_null<llvm::DISubprogram>(element))
      declaration(function);
    else if (const auto* derived_type = dyn_cast_or_null<llvm::DIDerivedType>(element))
      member(die, derived_type);
    else if (const auto* nested = dyn_cast_or_null<llvm::DIType>(element))
      this->type(nested);
  }
}

void TypeBuilder::member(Die& parent, const llvm::DIDerivedType* type) {
  if (entries_.count(type) != 0) return;
  const unsigned tag = type->getTag();
  const bool is_static = type->isStaticMember() || tag == dw::DW_TAG_variable;
  if (tag != dw::DW_TAG_member && tag != dw::DW_TAG_inheritance && tag != dw::DW_TAG_friend && !is_static) {
    this->type(type);
    return;
  }
  Die& die = unit_.add(parent, static_cast<std::uint16_t>(is_static ? unsigned{dw::DW_TAG_member} : tag));
  entries_[type] = &die;
  die.string(dw::DW_AT_name, type->getName());
  add_type(die, type->getBaseType(), tag == dw::DW_TAG_friend ? dw::DW_AT_friend : dw::DW_AT_type);
  add_line(die, type->getFile(), type->getLine());
  access(die, type->getFlags());
  if (type->isArtificial()) die.flag(dw::DW_AT_artificial);
  if (is_static) {
    die.flag(dw::DW_AT_external);
    die.flag(dw::DW_AT_declaration);
    if (const auto* value = dyn_cast_or_null<llvm::ConstantInt>(type->getConstant()))
      constant(die, value->getValue(), is_unsigned(type->getBaseType()));
    return;
  }
  if (tag == dw::DW_TAG_friend) return;
  if (tag == dw::DW_TAG_inheritance && type->isVirtual()) {
    die.number(dw::DW_AT_virtuality, dw::DW_VIRTUALITY_virtual);
    return;
  }
  std::uint64_t offset = type->getOffsetInBits() / 8;
  if (type->isBitField()) {
    // In units of the declared type, counted from its highest bit; little-endian.
    const llvm::DIType* declared = stripped(type->getBaseType());
    const std::uint64_t unit_bits = declared == nullptr ? 8 : std::max<std::uint64_t>(8, declared->getSizeInBits());
    const std::uint64_t start = type->getOffsetInBits() / unit_bits * unit_bits;
    die.number(dw::DW_AT_byte_size, unit_bits / 8);
    die.number(dw::DW_AT_bit_size, type->getSizeInBits());
    die.number(dw::DW_AT_bit_offset, Form::sdata,
               unit_bits - (type->getOffsetInBits() - start) - type->getSizeInBits());
    offset = start / 8;
  }
  DebugPlace place;
  place.before.push_back(dw::DW_OP_plus_uconst);
  append_uleb(place.before, offset);
  die.block(dw::DW_AT_data_member_location, std::move(place));
}

void TypeBuilder::subroutine(Die& die, const llvm::DISubroutineType* type) {
  if (type->getTypeArray().size() != 0) add_type(die, type->getTypeArray()[0]);
  die.flag(dw::DW_AT_prototyped);
  parameters(die, type, 1);
}

// A null type at the end stands for further arguments.
void TypeBuilder::parameters(Die& die, const llvm::DISubroutineType* type, unsigned from) {
  const llvm::DITypeRefArray types = type->getTypeArray();
  for (unsigned i = from; i < types.size(); ++i) {
    if (types[i] == nullptr) {
      unit_.add(die, dw::DW_TAG_unspecified_parameters);
      continue;
    }
    Die& made = unit_.add(die, dw::DW_TAG_formal_parameter);
    add_type(made, types[i]);
    if (types[i]->isArtificial()) made.flag(dw::DW_AT_artificial);
  }
}

void TypeBuilder::template_parameters(Die& die, llvm::DITemplateParameterArray list) {
  for (const llvm::DITemplateParameter* parameter : list) {
    Die& made = unit_.add(die, static_cast<std::uint16_t>(parameter->getTag()));
    add_type(made, parameter->getType());
    made.string(dw::DW_AT_name, parameter->getName());
    const auto* value = dyn_cast<llvm::DITemplateValueParameter>(parameter);
    if (value == nullptr) continue;
    const auto* held = dyn_cast_or_null<llvm::ConstantAsMetadata>(value->getValue());
    if (const auto* integer = held == nullptr ? nullptr : dyn_cast<llvm::ConstantInt>(held->getValue()))
      constant(made, integer->getValue(), is_unsigned(parameter->getType()));
    if (const auto* text = dyn_cast_or_null<llvm::MDString>(value->getValue()))
      made.string(dw::DW_AT_GNU_template_name, text->getString());
  }
}

// ---- functions -----------------------------------------------------------------------------------------

Die& TypeBuilder::declaration(const llvm::DISubprogram* source) {
  if (const auto found = entries_.find(source); found != entries_.end()) return *found->second;
  Die& parent = context(source->getScope());
  if (const auto found = entries_.find(source); found != entries_.end()) return *found->second;
  Die& die = unit_.add(parent, dw::DW_TAG_subprogram);
  entries_[source] = &die;
  describe(die, source, true);
  die.flag(dw::DW_AT_declaration);
  if (source->getVirtuality() != 0) die.number(dw::DW_AT_virtuality, source->getVirtuality());
  access(die, source->getFlags());
  return die;
}

void TypeBuilder::describe(Die& die, const llvm::DISubprogram* source, bool with_parameters) {
  die.string(dw::DW_AT_MIPS_linkage_name, source->getLinkageName());
  die.string(dw::DW_AT_name, source->getName());
  add_line(die, source->getFile(), source->getLine());
  const llvm::DISubroutineType* type = source->getType();
  if (source->isPrototyped()) die.flag(dw::DW_AT_prototyped);
  if (type != nullptr && type->getTypeArray().size() != 0) add_type(die, type->getTypeArray()[0]);
  if (source->isArtificial()) die.flag(dw::DW_AT_artificial);
  if (!source->isLocalToUnit()) die.flag(dw::DW_AT_external);
  if (source->isExplicit()) die.flag(dw::DW_AT_explicit);
  if (source->isNoReturn()) die.flag(dw::DW_AT_noreturn);
  if (with_parameters && type != nullptr) parameters(die, type, 1);
  template_parameters(die, source->getTemplateParams());
}

}  // namespace lathe::nvptx::debug
