# The executor: nvptx/exec, its lane loops in two compilations (baseline, and x86-64-v3 where the compiler has it),
# and the checks of the kernels' results.
# Not `lanes`, which is compiled as it wants.
lathe_room(exec DEPS mir target ROOMS state operate decode machine watch device)

function(lathe_lanes level)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nvptx/exec/lanes/*.cpp)
  if(NOT sources)
    return()
  endif()
  set(batches ${sources})
  if(NOT LATHE_SANITIZE AND NOT LATHE_FUZZ)  # there sources have options of their own
    lathe_room_batches(batches nvptx_exec_${level} ${LATHE_ROOM_BATCH} ${sources})
  endif()
  add_library(nvptx_exec_${level} OBJECT ${batches})
  lathe_batched(nvptx_exec_${level})
  # Under sanitizers the loops that touch nothing but registers take minutes each to compile; those of memory are kept.
  if((LATHE_SANITIZE OR LATHE_FUZZ) AND NOT LATHE_SANITIZE_LANES)
    foreach(source ${sources})
      if(NOT source MATCHES "/memory[^/]*[.]cpp$")
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=all)
      endif()
    endforeach()
  endif()
  target_link_libraries(nvptx_exec_${level} PRIVATE lathe lathe_warnings)
  target_include_directories(nvptx_exec_${level} PRIVATE ${PROJECT_SOURCE_DIR})
  # Contraction would fuse what PTX keeps apart; without trapping and errno the loops become vector code.
  target_compile_options(nvptx_exec_${level} PRIVATE -ffp-contract=off -fno-math-errno -fno-trapping-math ${ARGN}
                         # Conditions that do not branch are meant; not every loop becomes vector code.
                         $<$<CXX_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical -Wno-bitwise-conditional-parentheses -Wno-pass-failed>)
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
  # Not under sanitizers: a hundred files that only call what unit_nvptx_exec calls.
  if(LATHE_TESTS AND LATHE_EXPECT_SOURCES AND NOT LATHE_SANITIZE)
    lathe_batches(LATHE_EXPECT_BATCHES kernel_checks 12 ${LATHE_EXPECT_SOURCES})
    add_executable(kernel_checks ${LATHE_EXPECT_BATCHES})
    target_link_libraries(kernel_checks PRIVATE nvptx_exec lathe_warnings)
    # The expected values are computed as written: no fused multiply-add behind our back.
    target_compile_options(kernel_checks PRIVATE -ffp-contract=off ${LATHE_TEST_OPTIMIZATION})
    target_include_directories(kernel_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    set_target_properties(kernel_checks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  endif()

  # The functions of libdevice against a reference of many bits.
  find_path(LATHE_MPFR_INCLUDE mpfr.h)
  find_library(LATHE_MPFR_LIBRARY mpfr)
  find_library(LATHE_GMP_LIBRARY gmp)
  file(GLOB LATHE_ACCURACY_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/libdevice/*.cpp)
  if(LATHE_TESTS AND NOT LATHE_SANITIZE AND LATHE_ACCURACY_SOURCES AND LATHE_MPFR_INCLUDE AND LATHE_MPFR_LIBRARY AND LATHE_GMP_LIBRARY)
    lathe_batches(LATHE_ACCURACY_BATCHES libdevice_checks 4 ${LATHE_ACCURACY_SOURCES})
    add_executable(libdevice_checks ${LATHE_ACCURACY_BATCHES})
    target_link_libraries(libdevice_checks PRIVATE nvptx_exec lathe_warnings ${LATHE_MPFR_LIBRARY} ${LATHE_GMP_LIBRARY})
    target_compile_options(libdevice_checks PRIVATE ${LATHE_TEST_OPTIMIZATION})
    target_include_directories(libdevice_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    target_include_directories(libdevice_checks SYSTEM PRIVATE ${LATHE_MPFR_INCLUDE})
    set_target_properties(libdevice_checks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  endif()
endif()
