// Metadata -> entries of one compile unit: scopes, types, members, declarations. Private to nvptx/debug.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include "nvptx/debug/die.hpp"

namespace lathe::nvptx::debug {

class TypeBuilder {
 public:
  TypeBuilder(Unit& unit, std::vector<std::string>& files) : unit_(unit), files_(files) {}

  Unit& unit() { return unit_; }
  /// The entry that holds what is declared in this scope: a namespace, a type, or the unit itself.
  Die& context(const llvm::DIScope* scope);
  /// Null for void.
  const Die* type(const llvm::DIType* type);
  void add_type(Die& die, const llvm::DIType* type, std::uint16_t attribute = llvm::dwarf::DW_AT_type);
  void add_line(Die& die, const llvm::DIFile* file, unsigned line);
  /// A function as its class or namespace declares it.
  Die& declaration(const llvm::DISubprogram* source);
  /// Name, type, line, flags of a function that is not declared elsewhere.
  void describe(Die& die, const llvm::DISubprogram* source, bool with_parameters);
  /// The entry of a static member or of a global variable's declaration, where there is one.
  const Die* known(const llvm::DINode* node) const;
  Die& name_space(const llvm::DINamespace* source);
  void template_parameters(Die& die, llvm::DITemplateParameterArray list);

 private:
  Die& make(const llvm::DIType* type);
  void basic(Die& die, const llvm::DIBasicType* type);
  void derived(Die& die, const llvm::DIDerivedType* type);
  void composite(Die& die, const llvm::DICompositeType* type);
  void array(Die& die, const llvm::DICompositeType* type);
  void enumeration(Die& die, const llvm::DICompositeType* type);
  void elements(Die& die, const llvm::DICompositeType* type);
  void member(Die& parent, const llvm::DIDerivedType* type);
  void subroutine(Die& die, const llvm::DISubroutineType* type);
  void parameters(Die& die, const llvm::DISubroutineType* type, unsigned from);
  void access(Die& die, llvm::DINode::DIFlags flags);

  Unit& unit_;
  std::vector<std::string>& files_;
  std::unordered_map<const llvm::MDNode*, Die*> entries_;
  const Die* index_type_ = nullptr;
};

}  // namespace lathe::nvptx::debug
