# The import planner against LLVM's own function import: needs LLVM, so that cmake/headers.cmake must not make this test.
file(GLOB LATHE_THINLTO_LLVM_TESTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/adapters/thinlto_llvm/*.cpp)
find_package(LLVM 22.1 QUIET CONFIG PATHS /usr/lib/llvm-22)
if(LATHE_TESTS AND LLVM_FOUND AND LATHE_THINLTO_LLVM_TESTS)
  if(TARGET LLVM)  # the shared library: the same code, linked in a moment
    set(LATHE_THINLTO_LLVM_LIBS LLVM)
  else()
    llvm_map_components_to_libnames(LATHE_THINLTO_LLVM_LIBS core support asmparser bitreader bitwriter analysis ipo)
  endif()
  lathe_unit_test(adapters/thinlto_llvm ${LATHE_THINLTO_LLVM_LIBS})
  target_include_directories(unit_adapters_thinlto_llvm SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_options(unit_adapters_thinlto_llvm PRIVATE -fno-rtti)
endif()
