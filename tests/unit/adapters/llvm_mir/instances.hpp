// What many tests of LLVM's adapters instantiate, for their precompiled headers: in them it is made machine code once
// (`lathe_pch_object` in cmake/batch.cmake).
#pragma once

#include <lathe/passes/chain.hpp>
#include <lathe/passes/lives.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/pressure/tracker.hpp>
#include <lathe/program/control_flow.hpp>
#include <lathe/program/use_def.hpp>

#include "adapters/llvm_mir/editor.hpp"

#ifdef LATHE_PCH_OBJECT
template class lathe::pressure::BasicTracker<>;
template class lathe::pressure::detail::BasicWeb<>;
template class lathe::program::UseDef<lathe::llvm_mir::Code>;
template class lathe::program::ControlFlow<lathe::llvm_mir::Code>;
template class lathe::passes::Chain<lathe::llvm_mir::Code>;
template class lathe::passes::Lives<lathe::llvm_mir::Code>;
template class lathe::passes::PressureGate<lathe::llvm_mir::Code, lathe::program::NoRegisters>;
#endif
