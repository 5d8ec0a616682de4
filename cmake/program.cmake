# The `lathe` program. What of it needs LLVM is in tools/lathe/llvm; LATHE_NVPTX=OFF takes tools/lathe/without_llvm.cpp in
# its place, and the commands that take problem texts and PTX are left.
if(LATHE_PROGRAM)
  # {fmt} within the program where there is a shared library alone (Debian): see fmt_library.cpp. Other versions than 9
  # want other instances and are linked as they are.
  get_target_property(LATHE_FMT_TYPE fmt::fmt TYPE)
  if(LATHE_FMT_TYPE STREQUAL "SHARED_LIBRARY" AND fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
    add_library(lathe_fmt STATIC nvptx/support/fmt_library.cpp)
    target_compile_definitions(lathe_fmt PUBLIC FMT_SHARED)
    target_include_directories(lathe_fmt SYSTEM PUBLIC $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
  else()
    add_library(lathe_fmt INTERFACE)
    target_link_libraries(lathe_fmt INTERFACE fmt::fmt)
  endif()

  # Command line, files, messages and the commands of the algorithms.
  file(GLOB LATHE_PROGRAM_SOURCES CONFIGURE_DEPENDS tools/lathe/*.cpp)
  list(FILTER LATHE_PROGRAM_SOURCES EXCLUDE REGEX "/(main|without_llvm|options)[.]cpp$")
  lathe_room_batches(LATHE_PROGRAM_BATCHES lathe_program 60000 ${LATHE_PROGRAM_SOURCES})
  include(cmake/report.cmake)
  file(GLOB LATHE_REPORT_SOURCES CONFIGURE_DEPENDS tools/lathe/report/*.cpp)
  lathe_room_batches(LATHE_REPORT_BATCHES lathe_report 60000 ${LATHE_REPORT_SOURCES})
  lathe_report_source(LATHE_REPORT_PAGE)
  add_library(lathe_program STATIC ${LATHE_PROGRAM_BATCHES} ${LATHE_REPORT_BATCHES} ${LATHE_REPORT_PAGE} tools/lathe/options.cpp)
  lathe_batched(lathe_program)
  target_link_libraries(lathe_program PUBLIC nvptx_support nvptx_thinlto nvptx_facts codegen_combine codegen_legalize codegen_dag nvptx_passes
                                             nvptx_print nvptx_mir nvptx_target nvptx_exec
                                             CLI11::CLI11 nlohmann_json::nlohmann_json lathe_fmt
                        PRIVATE $<BUILD_INTERFACE:lathe_warnings>)
  target_include_directories(lathe_program PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(lathe_program PRIVATE ${LATHE_COMMAND_OPTIMIZATION})
  target_compile_definitions(lathe_program PRIVATE LATHE_VERSION="${PROJECT_VERSION}")

  # zlib and zstd within the program, too, where their archives are: each shared library that is looked for, mapped and bound costs
  # every start sixty thousand instructions. LLVM's libraries name them, so it is there that the program is told apart from others.
  if(TARGET LLVMSupport)
    get_target_property(LATHE_SUPPORT_LINKS LLVMSupport INTERFACE_LINK_LIBRARIES)
    string(REGEX REPLACE "[.]so$" ".a" LATHE_ZLIB_ARCHIVE "${ZLIB_LIBRARY_RELEASE}")
    foreach(part "ZLIB::ZLIB=${LATHE_ZLIB_ARCHIVE}" "zstd::libzstd_shared=${zstd_STATIC_LIBRARY}")
      string(REGEX MATCH "^([^=]+)=(.+[.]a)$" archive "${part}")
      if(archive AND EXISTS "${CMAKE_MATCH_2}")
        set(shared ${CMAKE_MATCH_1})
        list(TRANSFORM LATHE_SUPPORT_LINKS REPLACE "^${shared}$" "$<IF:$<BOOL:$<TARGET_PROPERTY:LATHE_ARCHIVES>>,${CMAKE_MATCH_2},${shared}>")
      endif()
    endforeach()
    set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${LATHE_SUPPORT_LINKS}")
  endif()

  function(lathe_executable target name)
    add_executable(${target} tools/lathe/main.cpp ${ARGN})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin LATHE_ARCHIVES ON)
    target_link_libraries(${target} PRIVATE lathe_program lathe_warnings)
    target_compile_options(${target} PRIVATE ${LATHE_COMMAND_OPTIMIZATION})
    # At a fixed address: twelve thousand relocations less at each start, 1.6 million under sanitizers (0.14 s for 0.26).
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-O1
                                          $<$<NOT:$<BOOL:${LATHE_SANITIZE_THREADS}>>:-no-pie>)
  endfunction()
  if(LATHE_NVPTX)
    # The library reads the same options.
    file(GLOB LATHE_PROGRAM_LLVM CONFIGURE_DEPENDS tools/lathe/llvm/*.cpp)
    lathe_room_batches(LATHE_PROGRAM_LLVM_BATCHES lathe_program_llvm 65000 ${LATHE_PROGRAM_LLVM})
    add_library(lathe_program_llvm OBJECT ${LATHE_PROGRAM_LLVM_BATCHES})
    lathe_batched(lathe_program_llvm)
    target_link_libraries(lathe_program_llvm PRIVATE lathe_program lathe_warnings)
    target_compile_options(lathe_program_llvm PRIVATE ${LATHE_COMMAND_OPTIMIZATION})
    target_compile_definitions(lathe_program_llvm PRIVATE LATHE_VERSION="${PROJECT_VERSION}")
    lathe_executable(lathe_exe lathe $<TARGET_OBJECTS:lathe_program_llvm>)
    target_link_libraries(lathe_exe PRIVATE nvptx_driver)
  else()
    lathe_executable(lathe_exe lathe tools/lathe/without_llvm.cpp)
  endif()
  # What a compilation runs lies together, where there is a linker that takes an order: LLVM's options alone are otherwise touched in
  # eighty places at each start, and a page fault is dear under a hypervisor. `./dev bench order` writes the list.
  if(NOT LATHE_SANITIZE AND NOT LATHE_SANITIZE_THREADS AND NOT LATHE_FUZZ AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CROSSCOMPILING)
    find_program(LATHE_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} /usr/lib/llvm-22/bin)
  endif()
  set(LATHE_ORDER ${PROJECT_SOURCE_DIR}/cmake/program_order.txt)
  if(LATHE_LLD)
    cmake_path(GET LATHE_LLD PARENT_PATH folder)
    target_link_options(lathe_exe PRIVATE -fuse-ld=lld -B${folder} -Wl,-z,keep-text-section-prefix
                                          -Wl,--symbol-ordering-file=${LATHE_ORDER} -Wl,--no-warn-symbol-ordering)
    set_target_properties(lathe_exe PROPERTIES LINK_DEPENDS ${LATHE_ORDER})
  endif()
  # One file for any Linux of this processor, glibc within: ./dev package --tarball. --device looks for CUDA's driver by dlopen, which a static
  # program has only beside the very glibc that it was linked with.
  if(NOT LATHE_SANITIZE AND NOT LATHE_FUZZ)
    if(LATHE_NVPTX)
      lathe_executable(lathe_static lathe $<TARGET_OBJECTS:lathe_program_llvm>)
      target_link_libraries(lathe_static PRIVATE nvptx_driver)
    else()
      lathe_executable(lathe_static lathe tools/lathe/without_llvm.cpp)
    endif()
    target_link_options(lathe_static PRIVATE -static)
    set_target_properties(lathe_static PROPERTIES EXCLUDE_FROM_ALL ON RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/static)
  endif()
  if(LATHE_INSTALL)
    install(TARGETS lathe_exe RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  endif()

  if(LATHE_TESTS)
    # The program without LLVM, of the same objects: that it links says that no command of an algorithm needs more. The test
    # runs it, and configures as someone without LLVM would; tests/cli/without_llvm.py --build also builds it that way.
    set(LATHE_LEAN lathe_exe)
    if(LATHE_NVPTX)
      lathe_executable(lathe_without_llvm lathe_without_llvm tools/lathe/without_llvm.cpp)
      set(LATHE_LEAN lathe_without_llvm)
    endif()
    find_package(Python3 COMPONENTS Interpreter REQUIRED)
    add_test(NAME tools_without_llvm COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/cli/without_llvm.py
                                             $<TARGET_FILE:${LATHE_LEAN}> --configure)
  endif()
  if(LATHE_TESTS AND LATHE_NVPTX)
    file(GLOB LATHE_DRIVER_TESTS CONFIGURE_DEPENDS tests/unit/nvptx/driver/*.cpp)
    if(LATHE_DRIVER_TESTS)
      lathe_unit_test(nvptx/driver nvptx_driver lathe_program)
      # The options that it reads stand beside commands; what these ask of LLVM it need not have.
      target_sources(unit_nvptx_driver PRIVATE tools/lathe/without_llvm.cpp)
    endif()
    foreach(tool stress_harmless foreign_kernels)
      add_executable(${tool} tests/tools/${tool}.cpp)
      target_link_libraries(${tool} PRIVATE lathe_llvm lathe_warnings)
      target_compile_options(${tool} PRIVATE -fno-rtti)
      set_target_properties(${tool} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
    endforeach()
    if(Python3_FOUND)
      # A few generated programs each; the suites by themselves run hundreds. --spoil: they do see a wrong instruction.
      foreach(suite csmith stress_run)
        set(program ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/${suite}.py --lathe $<TARGET_FILE:lathe_exe> --skip-missing)
        add_test(NAME suite_${suite} COMMAND ${program} --count 10 --seed 11)
        add_test(NAME suite_${suite}_sees COMMAND ${program} --count 4 --spoil)
        set_tests_properties(suite_${suite} suite_${suite}_sees PROPERTIES SKIP_RETURN_CODE 77)
        set_tests_properties(suite_${suite}_sees PROPERTIES PASS_REGULAR_EXPRESSION "(different|failed) +seed")
      endforeach()
      set(program ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/llvm_ir_run.py --lathe $<TARGET_FILE:lathe_exe>
                  --file ${PROJECT_SOURCE_DIR}/tests/suites/foreign/integers.ll ${PROJECT_SOURCE_DIR}/tests/suites/foreign/floats.ll)
      add_test(NAME suite_llvm_ir_run COMMAND ${program})
      add_test(NAME suite_llvm_ir_run_sees COMMAND ${program} --spoil)
      set_tests_properties(suite_llvm_ir_run suite_llvm_ir_run_sees PROPERTIES SKIP_RETURN_CODE 77)
      set_tests_properties(suite_llvm_ir_run PROPERTIES PASS_REGULAR_EXPRESSION "2 files, 8 functions equal on [0-9]+ inputs, 1 undefined on all, 1 that.* 0 wrong")
      set_tests_properties(suite_llvm_ir_run_sees PROPERTIES PASS_REGULAR_EXPRESSION "(different|failed) .* function [0-9]+")
      set(program ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/programs.py --lathe $<TARGET_FILE:lathe_exe> --skip-missing)
      add_test(NAME suite_programs COMMAND ${program} --modules 14 --seed 11 --no-ptxas)
      add_test(NAME suite_programs_sees COMMAND ${program} --modules 5 --seed 3 --spoil)
      set_tests_properties(suite_programs suite_programs_sees PROPERTIES SKIP_RETURN_CODE 77)
      set_tests_properties(suite_programs_sees PROPERTIES PASS_REGULAR_EXPRESSION "seed [0-9]+: .*wrong: programs")
      set(program ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/toy_programs.py --lathe $<TARGET_FILE:lathe_exe>
                  --runner $<TARGET_FILE:run_programs> --skip-missing)
      add_test(NAME suite_toy_programs COMMAND ${program} --modules 4 --seed 11)
      add_test(NAME suite_toy_programs_sees COMMAND ${program} --modules 2 --seed 5 --spoil)
      set_tests_properties(suite_toy_programs suite_toy_programs_sees PROPERTIES SKIP_RETURN_CODE 77)
      set_tests_properties(suite_toy_programs_sees PROPERTIES PASS_REGULAR_EXPRESSION "kernel [0-9]+: .* in place of ")
      if(TARGET toy_gpu)
        add_test(NAME suite_toy_programs_toy COMMAND ${program} --target toy --compiler $<TARGET_FILE:toy_gpu> --modules 3 --seed 2)
        add_test(NAME suite_toy_facts COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/toy_facts.py --lathe $<TARGET_FILE:lathe_exe>
                                              --runner $<TARGET_FILE:run_programs> --facts $<TARGET_FILE:toy_facts> --skip-missing)
        # Some of the 65 that are right; all by `./dev suite toy_gpu`. The others ask for what the toy GPU does not have.
        add_test(NAME suite_toy_gpu COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/toy_gpu.py --program $<TARGET_FILE:toy_gpu>
                                            --checks $<TARGET_FILE:kernel_checks> --least 14 --skip-missing
                                            --kernels reduce,scan,matmul_tiled,transpose,histogram,sha256,mandelbrot,nbody,struct_params,calls,constant_tables,local_arrays,life,bitonic_sort)
        set_tests_properties(suite_toy_programs_toy suite_toy_facts suite_toy_gpu PROPERTIES SKIP_RETURN_CODE 77)
      endif()
      # Threads: a few minutes of what `./dev suite threads` does for hours; and what the threads reach of LLVM.
      if(NOT LATHE_SANITIZE)
        add_test(NAME suite_threads COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/threads.py --short --skip-missing
                                            --lathe $<TARGET_FILE:lathe_exe>)
        # Instructions executed and memory, not time: four times the input may take at most 4^1.3 times as many.
        add_test(NAME suite_growth COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/growth.py --instructions
                                           --size 2500 --bound 1.3 --bytes 2400 --runs 1 --shapes tower,allocas,calls,ladder,choices,bits16
                                           --skip-missing --lathe $<TARGET_FILE:lathe_exe>)
        # Passes on request, with many regions and many values that live throughout them.
        add_test(NAME suite_growth_passes COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/growth.py --instructions
                                                  --size 1000 --bound 1.4 --runs 1 --shapes locals,masks
                                                  "--flags=-mcpu=sm_90 --enable=tailduplication,structurizecfg-flags,schedule"
                                                  --skip-missing --lathe $<TARGET_FILE:lathe_exe>)
        set_tests_properties(suite_growth suite_growth_passes PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800)
        # Bytes an instruction at the largest, a tenth above what it is; with the bodies of large functions, their names and
        # graphs kept to the end, each of these took more. What the program has at its start is not in it, and is 4 MB less since its
        # functions lie in order (80 bytes of these each); all of divisions takes what it took.
        if(NOT LATHE_SANITIZE AND NOT LATHE_SANITIZE_THREADS)
          add_test(NAME suite_memory COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/growth.py --size 50000 --skip-missing
                   --memory straight:520,sum:590,horner:510,chain:540,selects:340,extract:335,calls:1420,divisions:355,stores:670
                   --lathe $<TARGET_FILE:lathe_exe>)
          set_tests_properties(suite_memory PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1500)
        endif()
        set_tests_properties(suite_threads PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800)
        if(CMAKE_BUILD_TYPE STREQUAL "Release")
          add_test(NAME frozen COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/layers/frozen.py ${PROJECT_SOURCE_DIR}
                                       $<TARGET_FILE:nvptx_build> $<TARGET_FILE:codegen_build> $<TARGET_FILE:codegen_dag> $<TARGET_FILE:codegen_combine>
                                       $<TARGET_FILE:codegen_legalize> $<TARGET_FILE:nvptx_facts> $<TARGET_FILE:nvptx_select> $<TARGET_FILE:nvptx_passes>
                                       $<TARGET_FILE:nvptx_print> $<TARGET_FILE:nvptx_mir> $<TARGET_FILE:nvptx_intrinsics>
                                       $<TARGET_FILE:nvptx_target> $<TARGET_FILE:codegen_types>)
        endif()
      endif()
      # Every operation on some types: tests/suites/matrix.py by itself has all types and targets.
      set(program ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/matrix.py --lathe $<TARGET_FILE:lathe_exe> --skip-missing)
      add_test(NAME suite_matrix COMMAND ${program} --quick)
      add_test(NAME suite_matrix_sees COMMAND ${program} --only fadd,umax,sext --share 20 --targets 75 --spoil)
      set_tests_properties(suite_matrix suite_matrix_sees PROPERTIES SKIP_RETURN_CODE 77)
      set_tests_properties(suite_matrix_sees PROPERTIES PASS_REGULAR_EXPRESSION "(wrong|run): ")
      add_test(NAME kernels_compile COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/cli/kernels.py $<TARGET_FILE:lathe_exe>)
      foreach(name assembly atomics bad_input bits calls code_shape combine constrained_modes debug_info document element_copies equal flow foreign_ir group half_fma handles hints import ldexp
                   math_functions mem2reg memory modulo modulo_expand old_intrinsics opt_types options outline outliner page_faults pages passes pressure progress quality_over quotients remarks report run run_tensor run_texture
                   short_pointers slurm spellings target thinlto_inline thinlto_jobs thinlto_memory trace unroll usage verify_each vocabulary volatile_spaces wide_conversions wide_memory wide_shifts)
        add_test(NAME cli_${name} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/cli/${name}.py $<TARGET_FILE:lathe_exe>)
        set_tests_properties(cli_${name} PROPERTIES SKIP_RETURN_CODE 77)
      endforeach()
      set_tests_properties(cli_slurm PROPERTIES TIMEOUT 1500)
      if(LATHE_LLD)
        add_test(NAME program_order COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/bench/nvptx/order.py --check ${LATHE_ORDER}
                                            --lathe $<TARGET_FILE:lathe_exe>)
      endif()
      add_test(NAME corpus COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/bench/corpus.py --self-test --lathe $<TARGET_FILE:lathe_exe>)
      # These also run the kernels, where the program that knows their results is built.
      set(LATHE_KERNEL_CHECKS "")
      if(TARGET kernel_checks)
        set(LATHE_KERNEL_CHECKS $<TARGET_FILE:kernel_checks>)
      endif()
      foreach(name thinlto sched optional_passes)
        add_test(NAME cli_${name} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/cli/${name}.py
                                          $<TARGET_FILE:lathe_exe> ${LATHE_KERNEL_CHECKS})
      endforeach()
      if(TARGET kernel_checks)
        # Through SSA form and back; tests/suites/ssa.py by itself does it with all kernels and compilers.
        set(program ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/ssa.py --lathe $<TARGET_FILE:lathe_exe> --checks $<TARGET_FILE:kernel_checks>
                    --skip-missing --cache= --no-ptxas --kernels fft,bfs,reduce,nbody,matmul_tiled,inline_ptx)
        add_test(NAME suite_ssa COMMAND ${program} --compilers lathe,llc)
        add_test(NAME suite_ssa_sees COMMAND ${program} --compilers lathe --spoil)
        set_tests_properties(suite_ssa suite_ssa_sees PROPERTIES SKIP_RETURN_CODE 77)
        set_tests_properties(suite_ssa_sees PROPERTIES PASS_REGULAR_EXPRESSION "equal: .*differs")
        add_test(NAME kernels_results COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/results.py --quiet
                                              --lathe $<TARGET_FILE:lathe_exe> --checks $<TARGET_FILE:kernel_checks>)
      endif()
      if(TARGET libdevice_checks)
        add_test(NAME libdevice_accuracy_smoke COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/suites/accuracy.py --smoke
                                               --lathe $<TARGET_FILE:lathe_exe> --checks $<TARGET_FILE:libdevice_checks>)
        set_tests_properties(libdevice_accuracy_smoke PROPERTIES SKIP_RETURN_CODE 77)
      endif()
    endif()
  endif()
endif()
