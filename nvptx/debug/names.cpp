// See names.hpp. DWARF 2, 6.1.1 and 7.19; the kinds of names are those of GDB's index (version 7).
#include "nvptx/debug/names.hpp"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include <llvm/BinaryFormat/Dwarf.h>

namespace lathe::nvptx::debug {

namespace dw = llvm::dwarf;

namespace {

const Die::Attribute* find(const Die& die, std::uint16_t name) {
  for (const Die::Attribute& a : die.attributes)
    if (a.name == name) return &a;
  return nullptr;
}
bool has(const Die& die, std::uint16_t name) { return find(die, name) != nullptr; }

/// The entry that says the rest of this one: of what it is an instance, or what it defines.
const Die& origin_of(const Die& die) {
  for (const std::uint16_t name : {dw::DW_AT_abstract_origin, dw::DW_AT_specification})
    if (const Die::Attribute* a = find(die, name)) return origin_of(*a->target);
  return die;
}

bool is_type(std::uint16_t tag) {
  switch (tag) {
    case dw::DW_TAG_base_type:
    case dw::DW_TAG_class_type:
    case dw::DW_TAG_structure_type:
    case dw::DW_TAG_union_type:
    case dw::DW_TAG_enumeration_type:
    case dw::DW_TAG_typedef:
    case dw::DW_TAG_subrange_type:
    case dw::DW_TAG_unspecified_type:
      return true;
    default:
      return false;
  }
}

class NamesOf {
 public:
  explicit NamesOf(const Unit& unit) : unit_(unit) {
    name_scopes(unit.root(), {});
    for (const Die* die : unit.root().children)
      if (const Die::Attribute* a = find(*die, dw::DW_AT_abstract_origin)) with_code_.insert(a->target);
    look_at(unit.root());
  }
  using Table = std::map<std::uint32_t, std::pair<std::string, std::uint8_t>>;  // by offset: name, and what it is
  Table names, types;

 private:
  /// The whole name of each entry that has one and may hold others.
  void name_scopes(const Die& scope, const std::string& before) {
    for (const Die* die : scope.children) {
      const Die::Attribute* own = find(*die, dw::DW_AT_name);
      std::string name = own != nullptr ? own->text : std::string();
      if (die->tag == dw::DW_TAG_namespace && name.empty()) name = "(anonymous namespace)";
      if (name.empty()) continue;
      name = before + name;
      if (die->tag == dw::DW_TAG_namespace || is_type(die->tag)) name_scopes(*die, name + "::");
      whole_[die] = std::move(name);
    }
  }

  /// What a unit or a namespace has; what types have is listed by its definition outside of them.
  void look_at(const Die& scope) {
    for (const Die* die : scope.children) {
      const std::uint16_t tag = die->tag;
      const Die& origin = origin_of(*die);
      const auto name = whole_.find(&origin);
      if (tag == dw::DW_TAG_enumeration_type) enumerators(*die, scope);
      if (tag == dw::DW_TAG_namespace) look_at(*die);
      if (name == whole_.end() || has(*die, dw::DW_AT_declaration)) continue;
      if (is_type(tag)) {
        types[die->offset] = {name->second, kind_of(*die, origin)};
      } else if (tag == dw::DW_TAG_namespace || tag == dw::DW_TAG_variable ||
                 (tag == dw::DW_TAG_subprogram && is_listed(*die))) {
        names[die->offset] = {name->second, kind_of(*die, origin)};
      }
    }
  }
  /// A function by its code; one that was inlined everywhere by what is said of all its copies.
  bool is_listed(const Die& die) const {
    return has(die, dw::DW_AT_low_pc) || (has(die, dw::DW_AT_inline) && !with_code_.contains(&die));
  }
  /// They are names of the scope around their type, where that is no scope itself.
  void enumerators(const Die& type, const Die& scope) {
    const auto around = whole_.find(has(type, dw::DW_AT_enum_class) ? &type : &scope);
    for (const Die* die : type.children)
      if (const Die::Attribute* own = find(*die, dw::DW_AT_name); die->tag == dw::DW_TAG_enumerator && own != nullptr)
        names[die->offset] = {(around == whole_.end() ? std::string() : around->second + "::") + own->text,
                              descriptor(dw::GIEK_VARIABLE, false)};
  }

  static std::uint8_t descriptor(dw::GDBIndexEntryKind kind, bool external) {
    return static_cast<std::uint8_t>(kind << 4 | (external ? 0 : 1 << 7));
  }
  std::uint8_t kind_of(const Die& die, const Die& origin) const {
    const bool external = has(die, dw::DW_AT_external) || has(origin, dw::DW_AT_external);
    switch (die.tag) {
      case dw::DW_TAG_subprogram:
        return descriptor(dw::GIEK_FUNCTION, external);
      case dw::DW_TAG_variable:
        return descriptor(dw::GIEK_VARIABLE, external);
      case dw::DW_TAG_namespace:
        return descriptor(dw::GIEK_TYPE, true);
      case dw::DW_TAG_class_type:
      case dw::DW_TAG_structure_type:
      case dw::DW_TAG_union_type:
      case dw::DW_TAG_enumeration_type:
        return descriptor(dw::GIEK_TYPE, unit_.names_are_global);  // in C++ there is one type of a name
      default:
        return descriptor(dw::GIEK_TYPE, false);
    }
  }

  const Unit& unit_;
  std::unordered_map<const Die*, std::string> whole_;
  std::unordered_set<const Die*> with_code_;  // what is said of all copies of a function that has code of its own, too
};

/// One unit's table in a section.
void write(std::string& out, const Unit& unit, const NamesOf::Table& table) {
  const bool kinds = unit.names == Unit::Names::with_kinds;
  std::uint32_t bytes = 2 + 4 + 4 + 4;  // version, place and size of the unit, end
  for (const auto& [offset, entry] : table)
    bytes += 4 + (kinds ? 1 : 0) + static_cast<std::uint32_t>(entry.first.size()) + 1;
  // ptxas makes 0 of `.debug_info+N`, whatever N is.
  out += ".b32 " + std::to_string(bytes) + "\n.b8 2,0\n.b32 " +
         (unit.offset == 0 ? std::string(".debug_info") : std::to_string(unit.offset)) + "\n.b32 " +
         std::to_string(unit.bytes) + "\n";
  for (const auto& [offset, entry] : table) {
    out += ".b32 " + std::to_string(offset) + "\n";
    std::vector<std::uint8_t> text;
    if (kinds) text.push_back(entry.second);
    text.insert(text.end(), entry.first.begin(), entry.first.end());
    text.push_back(0);
    write_bytes(out, text);
  }
  out += ".b32 0\n";
}

}  // namespace

std::string write_names(const std::deque<Unit>& units) {
  std::string out;
  for (const auto& [kind, prefix] :
       {std::pair{Unit::Names::plain, ".debug_pub"}, {Unit::Names::with_kinds, ".debug_gnu_pub"}}) {
    std::string names, types;
    for (const Unit& unit : units) {
      if (unit.names != kind) continue;
      const NamesOf of(unit);
      write(names, unit, of.names);
      write(types, unit, of.types);
    }
    if (names.empty()) continue;
    out += std::string("\t.section\t") + prefix + "names\n\t{\n" + names + "\t}\n";
    out += std::string("\t.section\t") + prefix + "types\n\t{\n" + types + "\t}\n";
  }
  return out;
}

}  // namespace lathe::nvptx::debug
