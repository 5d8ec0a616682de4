# Each example is one file that compiles against lathe::lathe alone, as it is installed (those named nvptx_* against lathe::nvptx, those
# named llvm_* in llvm_mir.cmake) and is run as a test.
file(GLOB examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
foreach(example ${examples})
  get_filename_component(name ${example} NAME_WE)
  if(name MATCHES "^llvm_")
    continue()
  endif()
  if(name MATCHES "^nvptx_")
    if(NOT TARGET nvptx_driver)
      continue()
    endif()
    add_executable(example_${name} ${example})
    target_link_libraries(example_${name} PRIVATE nvptx_driver nvptx_exec lathe_warnings)
    target_compile_options(example_${name} PRIVATE ${LATHE_EXAMPLE_OPTIMIZATION})
    add_test(NAME example_${name} COMMAND example_${name} ${PROJECT_SOURCE_DIR}/examples/saxpy.ll)
  else()
    add_executable(example_${name} ${example})
    target_link_libraries(example_${name} PRIVATE lathe lathe_warnings)
    # Public headers warn of nothing where their templates are used, either.
    target_compile_options(example_${name} PRIVATE -Wconversion -Wsign-conversion -Wshadow -Werror=conversion
                                                   -Werror=sign-conversion -Werror=shadow)
    target_compile_options(example_${name} PRIVATE ${LATHE_EXAMPLE_OPTIMIZATION})
    add_test(NAME example_${name} COMMAND example_${name})
  endif()
endforeach()
# What the site's pages say that commands and examples print.
if(LATHE_TESTS AND LATHE_NVPTX AND TARGET lathe_exe)
  add_test(NAME docs_commands COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/commands.py ${PROJECT_SOURCE_DIR}
                                      --lathe $<TARGET_FILE:lathe_exe> --examples ${PROJECT_BINARY_DIR})
  add_test(NAME docs_commands_see COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/commands.py --self-test)
endif()
