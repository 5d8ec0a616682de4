// A target unlike PTX, on purpose: pointers of 32 bits into the shared memory of a block and a thread's own, in which
// its variables live; vectors of three lanes; no atomic operation on bytes and halves nor on 64 bits, and few others;
// offsets of 12 bits; no jump tables; divisions of 32 bits; blocks of 256 threads. Numbers of threads and questions
// about spaces are those of LLVM's AMDGPU target.
#pragma once

#include <llvm/IR/IntrinsicsAMDGPU.h>

#include "codegen/prepare/facts.hpp"

namespace lathe::codegen::test {

inline constexpr const char* far_layout =
    "e-p:64:64-p1:64:64-p2:64:64-p3:32:32-p4:64:64-p5:32:32-i64:64-n32:64-S32-A5-G1";

inline std::string far_name(std::string_view name) {
  std::string out;
  for (const char c : name) out += c == '$' ? '.' : c;
  return out;
}

inline BlockBounds far_bounds(const PrepareFacts&, const llvm::Function&) { return {{64, 2, 1}, true}; }

inline PrepareFacts far_facts() {
  PrepareFacts facts;
  facts.name = "Far";
  facts.triple = "unknown-unknown-unknown";
  const auto add = [&](unsigned number, Space role, std::uint8_t bits) -> SpaceFacts& {
    SpaceFacts one;
    one.number = number;
    one.role = role;
    one.pointer_bits = bits;
    one.alignment = 4;
    one.odd_lanes = true;
    one.least_offset = 0;
    one.most_offset = 4095;
    facts.add(one);
    return facts.spaces[facts.space_count - 1];
  };
  SpaceFacts& generic = add(0, Space::generic, 64);
  generic.to_generic = ToGeneric::same_bits;
  generic.uniform_loads = false;
  add(1, Space::global, 64).to_generic = ToGeneric::same_bits;
  SpaceFacts& shared = add(3, Space::shared, 32);
  shared.initialized = false;
  shared.widest = 8;
  shared.odd_lanes = false;
  add(4, Space::constant, 64).read_only = true;
  SpaceFacts& own = add(5, Space::local, 32);
  own.one_thread = true;
  own.uniform_loads = own.initialized = false;

  static constexpr AtomicOp ops[] = {AtomicOp::load, AtomicOp::store, AtomicOp::compare, AtomicOp::exchange,
                                     AtomicOp::add,  AtomicOp::umax,  AtomicOp::bit_and};
  static constexpr AtomicType word[] = {AtomicType::i32};
  facts.atomics.native(ops, word);
  facts.atomics.spread();
  facts.atomics.set(AtomicOp::umax, AtomicType::i32, 2, AtomicAction::refuse);  // shared memory has none
  facts.atomics.derive(facts.space_count);

  static constexpr ScopeName scopes[] = {{"workgroup", Scope::cta}};
  facts.scopes = scopes;
  facts.kernel_arguments_in_memory = false;
  facts.costs.division_bits = 32;
  facts.costs.divided_bits = 128;
  facts.costs.straight_bytes = 32;
  facts.costs.aggregate_bytes = 32;
  facts.costs.copy_unit = 8;
  facts.costs.frame_alignment = 4;
  static constexpr ThreadRegister registers[] = {{llvm::Intrinsic::amdgcn_workitem_id_x, 0, true},
                                                 {llvm::Intrinsic::amdgcn_workitem_id_y, 1, true}};
  static constexpr unsigned divergent[] = {llvm::Intrinsic::amdgcn_workitem_id_x,
                                           llvm::Intrinsic::amdgcn_workitem_id_y};
  static constexpr SpaceQuestion questions[] = {{llvm::Intrinsic::amdgcn_is_shared, 3},
                                                {llvm::Intrinsic::amdgcn_is_private, 5}};
  facts.thread_registers = registers;
  facts.divergent_intrinsics = divergent;
  facts.space_questions = questions;
  facts.most_threads = 256;
  facts.most_along = {256, 256, 256};
  facts.hooks.valid_name = far_name;
  facts.hooks.block_bounds = far_bounds;
  return facts;
}

}  // namespace lathe::codegen::test
