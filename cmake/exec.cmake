# The executor: nvptx/exec, its lane loops in two compilations (baseline, and x86-64-v3 where the compiler has it),
# and the checks of the kernels' results.
find_package(Threads REQUIRED)
lathe_room(exec DEPS mir target)

function(lathe_lanes level)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nvptx/exec/lanes/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(nvptx_exec_${level} OBJECT ${sources})
  target_link_libraries(nvptx_exec_${level} PRIVATE lathe lathe_warnings)
  target_include_directories(nvptx_exec_${level} PRIVATE ${PROJECT_SOURCE_DIR})
  # Contraction would fuse what PTX keeps apart; without trapping and errno the loops become vector code.
  target_compile_options(nvptx_exec_${level} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math ${ARGN})
  target_compile_definitions(nvptx_exec_${level} PRIVATE LATHE_LANES=${level})
  target_sources(nvptx_exec PRIVATE $<TARGET_OBJECTS:nvptx_exec_${level}>)
endfunction()

if(TARGET nvptx_exec)
  target_link_libraries(nvptx_exec PUBLIC Threads::Threads PRIVATE ${CMAKE_DL_LIBS})
  lathe_lanes(base)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT LATHE_SANITIZE AND NOT LATHE_FUZZ AND CMAKE_BUILD_TYPE STREQUAL "Release")
    lathe_lanes(v3 -march=x86-64-v3)
    target_compile_definitions(nvptx_exec PUBLIC LATHE_HAVE_V3=1)
  endif()

  file(GLOB LATHE_EXPECT_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/kernels/expect/*.cpp)
  if(LATHE_TESTS AND LATHE_EXPECT_SOURCES)
    add_executable(kernel_checks ${LATHE_EXPECT_SOURCES})
    target_link_libraries(kernel_checks PRIVATE nvptx_exec lathe_warnings)
    # The expected values are computed as written: no fused multiply-add behind our back.
    target_compile_options(kernel_checks PRIVATE -ffp-contract=off)
    target_include_directories(kernel_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    set_target_properties(kernel_checks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  endif()
endif()
