# adapters/llvm_mir, adapters/llvm_ir: the algorithms inside LLVM 22, over machine functions of any target and over LLVM
# IR. Tests and examples only, so it links LLVM's shared library, where there is one: all targets, and nothing to link twice. Before headers.cmake, which
# makes a program of every folder of tests/unit that has none yet.
find_package(LLVM 22.1 QUIET CONFIG PATHS /usr/lib/llvm-22)
set(LATHE_LLVM_SHARED OFF)
if(LLVM_FOUND AND TARGET LLVM)
  set(LATHE_LLVM_SHARED ON)
endif()
if(NOT LATHE_LLVM_SHARED OR NOT (LATHE_TESTS OR LATHE_EXAMPLES))
  list(APPEND LATHE_ALL_ROOMS llvm_mir llvm_ir)  # nobody else makes a program of their tests
  return()
endif()

add_library(llvm_mir STATIC ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/load.cpp)
target_include_directories(llvm_mir PUBLIC ${PROJECT_SOURCE_DIR})
target_include_directories(llvm_mir SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
target_compile_options(llvm_mir PUBLIC -fno-rtti)
# Some of LLVM's classes are laid out otherwise without it.
target_compile_definitions(llvm_mir PUBLIC NDEBUG)
target_link_libraries(llvm_mir PUBLIC lathe LLVM PRIVATE lathe_warnings)

if(LATHE_TESTS)
  foreach(room llvm_mir llvm_ir)
    lathe_unit_test(${room} llvm_mir)
  endforeach()
endif()
# Examples named llvm_*: not against the library alone.
if(LATHE_EXAMPLES)
  file(GLOB LATHE_LLVM_EXAMPLES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/llvm_*.cpp)
  foreach(example ${LATHE_LLVM_EXAMPLES})
    get_filename_component(name ${example} NAME_WE)
    add_executable(example_${name} ${example})
    target_link_libraries(example_${name} PRIVATE llvm_mir lathe_warnings)
    target_compile_options(example_${name} PRIVATE ${LATHE_EXAMPLE_OPTIMIZATION})
  endforeach()
  set(inputs ${PROJECT_SOURCE_DIR}/tests/unit/llvm_mir)
  add_test(NAME example_llvm_outline COMMAND example_llvm_outline --amd ${inputs}/repeats.ll)
  add_test(NAME example_llvm_modulo COMMAND example_llvm_modulo ${inputs}/loops.ll)
  add_test(NAME example_llvm_sched COMMAND example_llvm_sched ${inputs}/loops.ll)
  add_test(NAME example_llvm_combine COMMAND example_llvm_combine ${PROJECT_SOURCE_DIR}/tests/unit/llvm_ir/simple.ll)
  add_test(NAME example_llvm_bits COMMAND example_llvm_bits ${inputs}/loops.ll ${inputs}/repeats.ll)
endif()
