# libFuzzer targets, one per file of tests/fuzz; the rooms under them are instrumented too.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "LATHE_FUZZ needs clang: use the preset `fuzz`")
endif()
file(GLOB fuzzers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp)
foreach(fuzzer ${fuzzers})
  get_filename_component(name ${fuzzer} NAME_WE)
  add_executable(fuzz_${name} ${fuzzer})
  target_compile_definitions(fuzz_${name} PRIVATE LATHE_LIBFUZZER=1)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(fuzz_${name} PRIVATE lathe nvptx_passes nvptx_print nvptx_mir nvptx_combine nvptx_legalize
                                             nvptx_dag nvptx_intrinsics nvptx_target)
endforeach()
