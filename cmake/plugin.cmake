# plugins/llvm: Lathe's passes in an unmodified llc-22 or clang-22. Built on request: ./dev build release lathe_plugin
if(NOT LATHE_LLVM_SHARED)
  return()
endif()
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/plugins/llvm/*.cpp)
add_library(lathe_plugin MODULE EXCLUDE_FROM_ALL ${sources} ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/editor.cpp
  ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/two_address.cpp ${PROJECT_SOURCE_DIR}/adapters/llvm_mir/amd_gpu.cpp)
target_include_directories(lathe_plugin PRIVATE ${PROJECT_SOURCE_DIR})
target_include_directories(lathe_plugin SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_compile_options(lathe_plugin PRIVATE -fno-rtti $<$<CONFIG:Release>:-O2>)
# What searches orders takes 8 % fewer instructions so.
set_source_files_properties(${PROJECT_SOURCE_DIR}/plugins/llvm/occupancy.cpp PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
# Some of LLVM's classes are laid out otherwise without it.
target_compile_definitions(lathe_plugin PRIVATE NDEBUG)
target_link_libraries(lathe_plugin PRIVATE lathe LLVM lathe_warnings)
# Nobody links against it: calls of its own functions need no table.
set_target_properties(lathe_plugin PROPERTIES PREFIX lib LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON)
add_test(NAME library_llc COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/llc.py ${PROJECT_BINARY_DIR}/liblathe_plugin.so)
set_tests_properties(library_llc PROPERTIES SKIP_RETURN_CODE 77)
# What ./dev bench amd --set kernels makes of IR for NVPTX.
add_test(NAME amd_retarget COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/bench/adapters/amd/retarget.py --self-test)
set_tests_properties(amd_retarget PROPERTIES SKIP_RETURN_CODE 77)
