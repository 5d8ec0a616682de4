// The toy GPU as a target of codegen/: what the rooms ask of it, as data. Private to the compiler.
#pragma once

#include "codegen/combine/combine.hpp"
#include "codegen/legalize/facts.hpp"
#include "codegen/machine/banks.hpp"
#include "codegen/machine/registers.hpp"
#include "codegen/prepare/facts.hpp"
#include "examples/toy_gpu/isa.hpp"

namespace toy_gpu {

using namespace lathe::codegen;
namespace machine = lathe::codegen::machine;

/// Registers hold i1 (as 0 or 1), i32 and f32; all else is made of them. Long operations are functions of a library.
TargetFacts target_facts();
PrepareFacts prepare_facts();

enum Class : std::uint8_t { scalar, vector, condition };
machine::Registers registers();
/// The row of an operation, for machine functions; O(1).
const machine::Operation& operation(Op op);
inline Op op_of(const machine::Operation& row) { return static_cast<Op>(row.number); }
/// What of a function differs from lane to lane.
machine::BankFacts bank_facts(const machine::Function& function);

}  // namespace toy_gpu
