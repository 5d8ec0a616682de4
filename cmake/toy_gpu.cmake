# The example of a second target: a compiler for the toy GPU, whose assembler and machine are in simt.cmake.
# Not its facts in a batch: tests give others in their place.
foreach(source client select emit compile)
  list(APPEND LATHE_TOY_GPU_SOURCES ${PROJECT_SOURCE_DIR}/examples/toy_gpu/${source}.cpp)
endforeach()
lathe_room_batches(LATHE_TOY_GPU_BATCHES toy_gpu_compiler 60000 ${LATHE_TOY_GPU_SOURCES})
add_library(toy_gpu_compiler STATIC examples/toy_gpu/facts.cpp ${LATHE_TOY_GPU_BATCHES})
lathe_batched(toy_gpu_compiler)
target_include_directories(toy_gpu_compiler SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_compile_options(toy_gpu_compiler PRIVATE -fno-rtti ${LATHE_ROOM_OPTIMIZATION})
lathe_llvm_headers(toy_gpu_compiler)
target_link_libraries(toy_gpu_compiler PUBLIC toy_gpu_machine codegen_build codegen_prepare codegen_pipeline codegen_machine codegen_select
                                              codegen_combine codegen_legalize codegen_dag codegen_types lathe_llvm
                      PRIVATE $<BUILD_INTERFACE:lathe_warnings>)
add_executable(toy_gpu examples/toy_gpu/toy_gpu.cpp)
target_link_libraries(toy_gpu PRIVATE toy_gpu_compiler lathe_warnings)
set_target_properties(toy_gpu PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(LATHE_TESTS)
  # The compiler with one fact changed: tests/suites/toy_facts.py. Its objects come before the library's, whose facts nobody then asks for.
  add_executable(toy_facts tests/programs/toy_facts.cpp tests/programs/toy_facts_base.cpp tests/programs/toy_facts_words.cpp)
  target_include_directories(toy_facts PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_include_directories(toy_facts SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_options(toy_facts PRIVATE -fno-rtti ${LATHE_ROOM_OPTIMIZATION})
  lathe_llvm_headers(toy_facts)
  target_link_libraries(toy_facts PRIVATE toy_gpu_compiler lathe_warnings)
  set_target_properties(toy_facts PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  lathe_unit_test(toy_gpu/compile toy_gpu_compiler)
  target_compile_options(unit_toy_gpu_compile PRIVATE -fno-rtti)
endif()
