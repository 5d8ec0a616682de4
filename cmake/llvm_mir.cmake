# adapters/llvm_mir, adapters/llvm_ir: the algorithms inside LLVM 22, over machine functions of any target and over LLVM
# IR. Tests and examples only, so it links LLVM's shared library, where there is one: all targets, and nothing to link twice.
set(LATHE_LLVM_SHARED OFF)
if(NOT (LATHE_NVPTX OR LATHE_TESTS OR LATHE_EXAMPLES))
  return()  # nobody asked for more than the headers
endif()
find_package(LLVM 22.1 QUIET CONFIG PATHS /usr/lib/llvm-22)
if(LLVM_FOUND AND TARGET LLVM)
  set(LATHE_LLVM_SHARED ON)
endif()
if(NOT LATHE_LLVM_SHARED OR NOT (LATHE_TESTS OR LATHE_EXAMPLES))
  return()
endif()

add_library(llvm_mir STATIC ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/load.cpp ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/editor.cpp
  ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/amd_gpu.cpp ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/two_address.cpp
  ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/webs.cpp)
target_include_directories(llvm_mir PUBLIC ${PROJECT_SOURCE_DIR})
target_include_directories(llvm_mir SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
target_compile_options(llvm_mir PUBLIC -fno-rtti)
# Some of LLVM's classes are laid out otherwise without it.
target_compile_definitions(llvm_mir PUBLIC NDEBUG)
target_link_libraries(llvm_mir PUBLIC lathe LLVM PRIVATE lathe_warnings)

set(LATHE_LLVM_MIR_HEADERS <random> <llvm/Analysis/AliasAnalysis.h> <llvm/Analysis/LoopInfo.h> <llvm/Analysis/ScalarEvolutionExpressions.h>
    <llvm/Analysis/ValueTracking.h> <llvm/CodeGen/MachineFrameInfo.h> <llvm/CodeGen/MachineFunction.h> <llvm/CodeGen/MachineMemOperand.h>
    <llvm/CodeGen/MachineModuleInfo.h> <llvm/CodeGen/MachineRegisterInfo.h> <llvm/CodeGen/PseudoSourceValue.h> <llvm/CodeGen/LiveRegUnits.h>
    <llvm/CodeGen/TargetInstrInfo.h> <llvm/CodeGen/TargetSchedule.h> <llvm/CodeGen/TargetSubtargetInfo.h> <llvm/IR/Module.h> <llvm/MC/MCContext.h>
    <llvm/Target/TargetMachine.h>)
if(LATHE_TESTS)
  lathe_compile_as_test(llvm_mir)
  lathe_precompile(llvm_mir ${LATHE_STANDARD_HEADERS} ${LATHE_LLVM_MIR_HEADERS})
  lathe_unit_test(adapters/llvm_mir ENGINES BATCH 4 llvm_mir)
  lathe_unit_test(adapters/llvm_ir BATCH 4 llvm_mir)
  # LLVM's headers are a good part of what a test costs, and what they and the adapters instantiate: compiled once.
  lathe_precompile(unit_adapters_llvm_mir <doctest/doctest.h> ${LATHE_STANDARD_HEADERS} ${LATHE_LLVM_MIR_HEADERS}
                   "\"unit/adapters/llvm_mir/instances.hpp\"" "\"unit/adapters/llvm_mir/clients.hpp\"" "\"unit/adapters/llvm_mir/targets.hpp\"" "\"adapters/llvm_mir/peaks.hpp\""
                   <lathe/program/equal.hpp>)
  lathe_pch_object(unit_adapters_llvm_mir)
  lathe_reuse(unit_adapters_llvm_ir llvm_mir)
endif()
# ./dev corpus: problem texts of LLVM's machine code. Built where it is asked for.
add_executable(corpus_llvm EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/adapters/corpus_llvm.cpp)
target_link_libraries(corpus_llvm PRIVATE llvm_mir lathe_warnings)
set_target_properties(corpus_llvm PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
# ./dev bench flow --others, ./dev bench pressure --others
foreach(family flow pressure)
  add_executable(${family}_llvm EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/adapters/${family}_llvm.cpp)
  target_link_libraries(${family}_llvm PRIVATE llvm_mir lathe_warnings)
  target_compile_options(${family}_llvm PRIVATE $<$<CONFIG:Release>:-O2>)
  set_target_properties(${family}_llvm PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endforeach()
# Examples named llvm_*: not against the library alone.
if(LATHE_EXAMPLES)
  file(GLOB LATHE_LLVM_EXAMPLES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/llvm_*.cpp)
  foreach(example ${LATHE_LLVM_EXAMPLES})
    get_filename_component(name ${example} NAME_WE)
    add_executable(example_${name} ${example})
    target_link_libraries(example_${name} PRIVATE llvm_mir lathe_warnings)
    if(LATHE_TESTS AND NOT LATHE_BENCH)
      # With the adapter's precompiled headers; g++ sees the adapters in the plugin.
      lathe_compile_as_test(example_${name})
      lathe_reuse(example_${name} llvm_mir)
    else()
      target_compile_options(example_${name} PRIVATE ${LATHE_EXAMPLE_OPTIMIZATION})
    endif()
  endforeach()
  set(inputs ${PROJECT_SOURCE_DIR}/tests/unit/adapters/llvm_mir)
  add_test(NAME example_llvm_outline COMMAND example_llvm_outline --amd ${inputs}/repeats.ll)
  add_test(NAME example_llvm_modulo COMMAND example_llvm_modulo ${inputs}/loops.ll)
  add_test(NAME example_llvm_sched COMMAND example_llvm_sched ${inputs}/loops.ll)
  add_test(NAME example_llvm_combine COMMAND example_llvm_combine ${PROJECT_SOURCE_DIR}/tests/unit/adapters/llvm_ir/simple.ll)
  add_test(NAME example_llvm_bits COMMAND example_llvm_bits ${inputs}/loops.ll ${inputs}/repeats.ll)
endif()
