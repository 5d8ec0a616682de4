// Atomic operations written by others: attempts of compare-and-swap, on the place itself or on the 32 bits around it.
// Only for `prepare`.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/prepare/facts.hpp"

namespace lathe::codegen {

/// Replaces atomic operations of one function. What it writes in their place may have to be replaced in turn: `again`.
class AtomicLoops {
 public:
  AtomicLoops(llvm::Function& f, const PrepareFacts& facts) : f_(f), facts_(facts), layout_(f.getDataLayout()) {}

  /// old = load; do { new = op(old, value) } while (!cas(old, new)).
  void loop(llvm::AtomicRMWInst& rmw);
  /// A load by compare-and-swap of 0 with 0; a store by an exchange.
  void loop(llvm::LoadInst& load);
  void exchange(llvm::StoreInst& store);
  /// On the word around. Precondition: fewer than 32 bits, aligned to their size.
  void word(llvm::AtomicRMWInst& rmw);
  void word(llvm::AtomicCmpXchgInst& cas);
  void word(llvm::LoadInst& load);
  /// The same operation on an integer of that size.
  void on_integer(llvm::AtomicCmpXchgInst& cas);
  void on_integer(llvm::LoadInst& load);
  void on_integer(llvm::StoreInst& store);

  void pair_result(llvm::IRBuilder<>& builder, llvm::AtomicCmpXchgInst& cas, llvm::Value* old, llvm::Value* success);
  void replace(llvm::Instruction& old, llvm::Value* fresh);
  static llvm::Value* as_integer(llvm::IRBuilder<>& builder, llvm::Value* value);
  static llvm::Value* from_integer(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type) {
    return builder.CreateBitOrPointerCast(value, type);
  }

  unsigned bits_of(llvm::Type* type) const {
    return static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
  }
  /// What was written last and may be no operation of the target; nothing after this.
  llvm::Instruction* again() {
    llvm::Instruction* written = again_;
    again_ = nullptr;
    return written;
  }
  bool changed() const { return changed_; }

 private:
  /// The 32-bit word around a byte or half; the byte at the lowest address is its least significant one.
  struct Word {
    llvm::Value* pointer;
    llvm::Value* shift;    ///< i32
    llvm::Value* mask;     ///< i32, ones where the part is
    llvm::Value* outside;  ///< ~mask
  };
  using Next = llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Value*)>;

  llvm::Value* retry(llvm::AtomicRMWInst& rmw, llvm::Value* pointer, llvm::Type* word, llvm::Align alignment,
                     Next next);
  llvm::Value* first_load(llvm::IRBuilder<>& builder, llvm::Type* word, llvm::Value* pointer, llvm::Align alignment,
                          bool is_volatile, llvm::SyncScope::ID scope) const;
  Word word_around(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Align alignment, unsigned bits) const;
  llvm::Value* narrow(llvm::IRBuilder<>& builder, llvm::Value* whole, const Word& word, llvm::Type* type) const;

  llvm::Function& f_;
  const PrepareFacts& facts_;
  const llvm::DataLayout& layout_;
  llvm::Instruction* again_ = nullptr;
  bool changed_ = false;
};

}  // namespace lathe::codegen
