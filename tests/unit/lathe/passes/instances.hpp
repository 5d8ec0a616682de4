// What nearly every test of the passes instantiates, for its precompiled headers: in them it is made machine code once
// (`lathe_pch_object` in cmake/batch.cmake).
#pragma once

#include <lathe/flow/frequency.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/lives.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/pressure/tracker.hpp>
#include <lathe/program/control_flow.hpp>
#include <lathe/program/use_def.hpp>

#include "adapters/archetype/editor.hpp"
#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/value_checks.hpp"

#ifdef LATHE_PCH_OBJECT
template class lathe::pressure::BasicTracker<>;
template class lathe::pressure::detail::BasicWeb<>;
template class lathe::flow::detail::BasicFrequencySolver<>;
template class lathe::flow::BasicDominators<>;
template class lathe::flow::BasicPostDominators<>;
template class lathe::passes::Lives<toy::EditFunction>;
template std::uint64_t passes_test::excess(const toy::EditFunction&, std::uint32_t);
template class lathe::passes::PressureGate<passes_test::SmallCode, lathe::program::NoRegisters>;
template class lathe::passes::PressureGate<toy::EditFunction, lathe::program::NoRegisters>;
template class lathe::passes::PressureGate<toy::EditFunction, passes_test::Registers>;
template class lathe::passes::PressureGate<passes_test::SmallCode, passes_test::Registers>;
template class lathe::passes::PressureGate<archetype::Code, lathe::program::NoRegisters>;
template class lathe::program::UseDef<toy::EditFunction>;
template class lathe::program::UseDef<passes_test::SmallCode>;
template class lathe::program::UseDef<passes_test::ToldCode>;
template class lathe::program::UseDef<archetype::Code>;
template class lathe::program::ControlFlow<toy::EditFunction>;
template class lathe::program::ControlFlow<passes_test::SmallCode>;
template class lathe::program::ControlFlow<archetype::Code>;
template class lathe::passes::Chain<toy::EditFunction>;
template class lathe::passes::Chain<passes_test::SmallCode>;
template class lathe::passes::Chain<passes_test::ToldCode>;
template class lathe::passes::Chain<archetype::Code>;
#endif
