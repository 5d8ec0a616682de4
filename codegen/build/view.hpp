// What a thread that builds functions has of the module.
//
// LLVM answers many questions by filling something in on the first one: structure layouts in the DataLayout, whether a
// structure is scalable or has a size in the type itself, arguments of declarations in the Function, kinds of metadata,
// types and constants in the context. The functions of a module are built by several threads, so none of that may be
// asked there. This is what they have instead: each thread its own copy, with its own cache; it computes structure
// layouts itself, and asks LLVM's DataLayout about scalars and vectors only, of which LLVM keeps nothing.
//
// tests/layers/frozen.py checks the objects of this room and of its clients: the code of the threads calls nothing of LLVM but what is
// listed there, and each is known to read only. docs/architecture.md, "Threads", has the rule.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace llvm {
class AllocaInst;
class DataLayout;
class Function;
class Instruction;
class MDNode;
class Module;
class StructType;
class Type;
class Value;
}  // namespace llvm

namespace lathe::codegen::build {

class Globals;
class References;

/// Questions to LLVM's types and module whose answers LLVM would fill in on the first one: a thread asks its own.
class View {
 public:
  /// To be made where one thread has the module: what the context must know is put there now. `globals` are those of
  /// this module; the bodies that `references` speaks of may stand in others. `kinds`: the metadata to be asked for.
  View(const llvm::Module& module, const Globals& globals, const References& references,
       std::span<const std::string_view> kinds = {});
  /// A thread's own; its cache starts empty. Copies may be made at the same time.
  View(const View& other);
  View& operator=(const View&) = delete;
  ~View();

  // ---- sizes in bytes: O(1) but for a structure's first time; 0 for types without a size that is known ------------

  /// From the start of a structure to a field.
  std::uint64_t field_offset(const llvm::StructType* type, unsigned field) const;
  /// From one element of an array to the next.
  std::uint64_t alloc_bytes(const llvm::Type* type) const;
  /// That an access touches: without the bytes that only align.
  std::uint64_t store_bytes(const llvm::Type* type) const;
  /// The alignment that LLVM's data layout gives the type; a power of two.
  std::uint64_t abi_align(const llvm::Type* type) const;
  /// Of a static alloca.
  std::uint64_t object_bytes(const llvm::AllocaInst& object) const;
  /// A vector of no fixed length, or an aggregate with one.
  static bool scalable(const llvm::Type* type);

  /// What the address is known to be a multiple of, at least 1.
  std::uint64_t pointer_align(const llvm::Value* pointer) const;
  /// Metadata of an instruction by its kind's place in `kinds`; null without any.
  const llvm::MDNode* metadata(const llvm::Instruction& instruction, std::size_t kind) const;
  /// Bits of an address in an address space, by LLVM's number below 256. O(1).
  std::uint32_t pointer_bits(unsigned space) const { return space < pointer_bits_.size() ? pointer_bits_[space] : 64; }
  /// Whether direct calls in this module alone reach the function, so that both sides see the same definition; false
  /// for functions of more calls than a few hundred.
  bool only_called_here(const llvm::Function& function) const { return only_called_->contains(&function); }
  /// The name of a synchronization scope, empty for numbers that have none.
  std::string scope_name(unsigned id) const;

 private:
  struct Fields {
    std::vector<std::uint64_t> offsets;
    std::uint64_t bytes = 0, align = 1;
  };
  const Fields& fields(const llvm::StructType* type) const;

  std::unique_ptr<const llvm::DataLayout> layout_;
  std::vector<unsigned> kinds_;  ///< the kinds' numbers in the context
  std::array<std::uint8_t, 256> pointer_bits_{};
  std::vector<std::string> scope_names_;
  std::shared_ptr<const std::unordered_set<const llvm::Function*>> only_called_;  ///< of all copies of a View
  mutable std::unordered_map<const llvm::StructType*, Fields> fields_;            ///< references stay valid
};

}  // namespace lathe::codegen::build
