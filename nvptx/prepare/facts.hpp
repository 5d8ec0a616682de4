// What PTX and its subtargets are, for the steps of codegen/prepare.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "codegen/prepare/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// Sound by fault_of for every target (tests). `features` must outlive them. Costs some thousand instructions.
PrepareFacts prepare_facts(const Features& features);

/// The features that they were made of, for hooks.
inline const Features& features_of(const PrepareFacts& facts) { return *static_cast<const Features*>(facts.subtarget); }

/// The names that PTX takes: [a-zA-Z][a-zA-Z0-9_$]* or [_$][a-zA-Z0-9_$]+. Other characters become "_$_", as LLVM and
/// cicc write them for '.' and '@'.
std::string valid_name(std::string_view name);

/// The hook of the same name: rounded.cpp.
llvm::Value* rounded(llvm::IRBuilderBase& builder, RoundedOp op, RoundingWay way, bool flush,
                     std::span<llvm::Value* const> operands, llvm::Type* result);
/// wide_atomics.cpp
const WideAtomics& wide_atomics();

}  // namespace lathe::nvptx
