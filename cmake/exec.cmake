# The executor: nvptx/exec, its lane loops in two compilations (cmake/simt.cmake), and the checks of the kernels' results.
# Not `lanes`, which is compiled as it wants.
lathe_room(exec DEPS mir target simt ROOMS state operate decode machine device)

if(TARGET nvptx_exec)
  target_link_libraries(nvptx_exec PUBLIC Threads::Threads PRIVATE ${CMAKE_DL_LIBS})
  lathe_lanes(nvptx_exec nvptx/exec/lanes)

  file(GLOB LATHE_EXPECT_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/kernels/expect/*.cpp)
  # Not under sanitizers: a hundred files that only call what unit_nvptx_exec calls.
  if(LATHE_TESTS AND LATHE_EXPECT_SOURCES AND NOT LATHE_SANITIZE)
    lathe_batches(LATHE_EXPECT_BATCHES kernel_checks 12 ${LATHE_EXPECT_SOURCES})
    add_executable(kernel_checks ${LATHE_EXPECT_BATCHES})
    target_link_libraries(kernel_checks PRIVATE nvptx_exec toy_gpu_machine lathe_warnings)
    # The expected values are computed as written: no fused multiply-add behind our back.
    lathe_compile_as_test(kernel_checks)
    target_compile_options(kernel_checks PRIVATE -ffp-contract=off)
    target_include_directories(kernel_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    set_target_properties(kernel_checks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
    # A kernel by hand, so that the checks on the toy GPU are tried where nothing compiles for it; and one with the wrong file.
    set(toy kernel_checks --toy --kernel scan --ptx ${PROJECT_SOURCE_DIR}/tests/unit/toy_gpu/scan.s)
    add_test(NAME kernel_checks_toy COMMAND ${toy})
    foreach(check race uninit memory)
      add_test(NAME kernel_checks_toy_${check} COMMAND ${toy} --check ${check})
    endforeach()
    add_test(NAME kernel_checks_toy_sees COMMAND kernel_checks --toy --kernel reduce --ptx ${PROJECT_SOURCE_DIR}/tests/unit/toy_gpu/scan.s)
    set_tests_properties(kernel_checks_toy_sees PROPERTIES PASS_REGULAR_EXPRESSION "FAIL reduce.*there is no kernel of this name")
  endif()

  # What launches generated programs: tests/suites/toy_programs.py.
  if(LATHE_TESTS)
    add_executable(run_programs tests/programs/run_programs.cpp tests/kernels/expect/toy_backend.cpp)
    target_link_libraries(run_programs PRIVATE nvptx_exec toy_gpu_machine lathe_warnings)
    target_include_directories(run_programs PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    set_target_properties(run_programs PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
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
    lathe_compile_as_test(libdevice_checks)
    target_include_directories(libdevice_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    target_include_directories(libdevice_checks SYSTEM PRIVATE ${LATHE_MPFR_INCLUDE})
    set_target_properties(libdevice_checks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  endif()
endif()
