// What PTX and its subtargets are, for the rooms that ask a target's facts; and what only PTX has.
//
// Source: PTX ISA 9.0, chapter 9.7, by type and target.
#pragma once

#include <string_view>

#include "codegen/combine/combine.hpp"
#include "codegen/legalize/facts.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx {

/// The facts of a subtarget: of sm, its suffix and the PTX version, of nothing else in `features`. Registers hold i1
/// (.pred), i16, i32, i64, f16, bf16 (.b16), f32, f64; packed v2f16, v2bf16, v2i16, v4i8 (.b32); v2f32 (.b64) on sm_100
/// and later. Where a target has no f16 or bf16 arithmetic the types are held still, the operations are promoted to
/// f32. Costs some thousand instructions: made once per compilation.
TargetFacts target_facts(const Features& features);

/// The part of them that is about value types.
TypeFacts type_facts(const Features& features);

/// How PTX's instructions compute where others differ.
NumericTraits numeric_traits();

/// The hook of the same name: of `mov` of a special register. O(registers known).
KnownBits64 known_bits_of(const Recipe& recipe, std::uint32_t width);

/// What a function's attributes and the command line say of floating point.
FloatModes float_modes(const Features& features);

/// The variable that holds a function's frame: one array of .local bytes, which FunctionBuilder::finish declares.
inline constexpr std::string_view depot_name = "__local_depot";

/// The register declaration of a type that registers hold.
mir::Type register_type(Vt legal);

/// The state space of a role, which PTX calls by the same word. none: tensor memory and what nobody knows, which no
/// instruction names so, and a cluster's shared memory, which is a part of .shared by name.
mir::Space state_space(Space role);

}  // namespace lathe::nvptx
