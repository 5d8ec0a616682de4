# Tests and rooms are compiled several sources at a time (see batch.py): two thirds of what one costs are headers and
# templates that its neighbours need too. Set LATHE_BATCH=OFF to compile each source by itself.
option(LATHE_BATCH "Compile several sources at a time" ON)
# Once for all: each time CMake starts it, and a third of a second a target made half a minute. Headers alone need none.
if(LATHE_TESTS OR LATHE_PROGRAM OR LATHE_NVPTX)
  # The interpreter itself where a version manager's script stands for it, which takes longer to start than most tests' Python.
  if(NOT Python3_EXECUTABLE)
    find_program(LATHE_PYTHON3 python3)
    if(LATHE_PYTHON3)
      execute_process(COMMAND ${LATHE_PYTHON3} -c "import sys; print(sys.executable)" OUTPUT_VARIABLE LATHE_INTERPRETER
                      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(EXISTS "${LATHE_INTERPRETER}")
        set(Python3_EXECUTABLE "${LATHE_INTERPRETER}" CACHE FILEPATH "The Python that tests and the build run")
      endif()
    endif()
  endif()
  find_package(Python3 COMPONENTS Interpreter)
endif()
set(LATHE_ROOM_BATCH 120000)  # bytes of a room's sources in one
# Of codegen/build and nvptx/build: what tests/layers/frozen.py allows to one object alone.
set(LATHE_ALONE module.cpp signatures.cpp references.cpp view.cpp)
# lathe_batched(TARGET): options of a room that is compiled so.
function(lathe_batched target)
  if(LATHE_SANITIZE AND target MATCHES "${LATHE_COMPUTING_ROOMS}")
    target_compile_options(${target} PRIVATE -O1)
  endif()
  if(LATHE_BATCH)
    # g++ inlines until a source has grown by so much; several sources in one are to have the room that each had. Without it
    # the program executes 1.5 % more instructions. What g++ 12 then sees in std::string (GCC bug 105651) and in loops over
    # the words of Boost's integers is not so.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=large-unit-insns=40000;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-aggressive-loop-optimizations>)
  endif()
endfunction()

# lathe_batch_file(OUT NAME FLAG SOURCES...): one source of them all, written when it is built.
function(lathe_batch_file out name flag)
  set(file ${PROJECT_BINARY_DIR}/batches/${name}.cpp)
  list(JOIN ARGN "\t" sources)
  set_property(GLOBAL APPEND PROPERTY LATHE_BATCH_FILES ${file})
  set_property(GLOBAL APPEND PROPERTY LATHE_BATCH_SOURCES ${ARGN})
  set_property(GLOBAL APPEND_STRING PROPERTY LATHE_BATCH_LIST "${flag}\t${file}\t${sources}\n")  # a folder may have blanks
  set(${out} ${file} PARENT_SCOPE)
endfunction()
# Behind all others: the one command that writes them, those whose text changes. Python starts once; a command each was a
# twentieth of what the tree takes to build.
function(lathe_write_batches)
  get_property(files GLOBAL PROPERTY LATHE_BATCH_FILES)
  if(files)
    get_property(sources GLOBAL PROPERTY LATHE_BATCH_SOURCES)
    get_property(list GLOBAL PROPERTY LATHE_BATCH_LIST)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/batches)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/batches/list.txt CONTENT "${list}")
    add_custom_command(OUTPUT ${files}
                       COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/batch.py --list ${PROJECT_BINARY_DIR}/batches/list.txt ${PROJECT_SOURCE_DIR}
                       DEPENDS ${sources} ${PROJECT_BINARY_DIR}/batches/list.txt ${PROJECT_SOURCE_DIR}/cmake/batch.py
                       COMMENT "Sources of several sources" VERBATIM)
    # A target of its own, which waits for nothing: without it the command would wait for every library of the program.
    add_custom_target(lathe_batch_sources DEPENDS ${files})
  endif()
endfunction()

# lathe_room_batches(OUT NAME BYTES SOURCES...): the sources to compile for a room, about BYTES of text in each. One that is
# larger by itself, has a condition of the preprocessor, or is listed in LATHE_ALONE stays as it is. Sources with options of
# their own are not for this: a batch has those of its target.
function(lathe_room_batches out name bytes)
  if(NOT LATHE_BATCH OR NOT Python3_FOUND)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(result "")
  set(batch "")
  set(size 0)
  set(number 0)
  foreach(source ${ARGN} "")
    if(source)
      file(STRINGS ${source} condition REGEX "^ *# *if")
      get_filename_component(file ${source} NAME)
      file(SIZE ${source} more)
      if(condition OR more GREATER bytes OR file IN_LIST LATHE_ALONE)
        list(APPEND result ${source})
        continue()
      endif()
      math(EXPR after "${size} + ${more}")
    endif()
    list(LENGTH batch count)
    if(count AND (NOT source OR after GREATER bytes))
      if(count EQUAL 1)
        list(APPEND result ${batch})
      else()
        math(EXPR number "${number} + 1")
        lathe_batch_file(file ${name}_${number} --rooms ${batch})
        list(APPEND result ${file})
      endif()
      set(batch "")
      set(after ${more})
    endif()
    list(APPEND batch ${source})
    set(size ${after})
  endforeach()
  set(${out} ${result} PARENT_SCOPE)
endfunction()

# Of a test that computes for longer than it takes to compile it: its own loops, and those of headers.
set(LATHE_LOOP_OPTIMIZATION $<$<OR:$<CONFIG:Release>,$<BOOL:${LATHE_SANITIZE}>>:-O1>)
function(lathe_optimize_loops)
  # A precompiled header is for the options that it was made with.
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${LATHE_LOOP_OPTIMIZATION}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# lathe_batches(OUT NAME SIZE SOURCES...): the sources to compile for the program NAME, SIZE of the given ones in each.
# Sources that open a named namespace, replace operator new, include under a condition, say "// Compiled alone" because they
# cost much by themselves, or are listed in LATHE_ALONE stay as they are. Those that say "// Compiled at -O1" are in batches of
# their own.
function(lathe_batches out name size)
  set(computing "")
  set(sources "")
  foreach(source ${ARGN})
    file(STRINGS ${source} computes REGEX "^// Compiled at -O1")
    if(computes)
      list(APPEND computing ${source})
    else()
      list(APPEND sources ${source})
    endif()
  endforeach()
  set(result "")
  foreach(kind computing sources)
    set(batches ${${kind}})
    if(LATHE_BATCH AND Python3_FOUND AND batches)
      set(suffix "")
      if(kind STREQUAL "computing")
        set(suffix "_o1")
      endif()
      lathe_batches_of(batches ${name}${suffix} ${size} ${batches})
    endif()
    if(kind STREQUAL "computing" AND batches)
      lathe_optimize_loops(${batches})
    endif()
    list(APPEND result ${batches})
  endforeach()
  set(${out} ${result} PARENT_SCOPE)
endfunction()
function(lathe_batches_of out name size)
  set(result "")
  set(batch "")
  set(number 0)
  set(sources "")
  foreach(source ${ARGN})
    file(STRINGS ${source} opens REGEX "^namespace [a-z_:]+ {|^int main|operator new|^// Compiled alone|^ *# *if|^#include .*[.]cpp.$")
    get_filename_component(file ${source} NAME)
    if(opens OR file IN_LIST LATHE_ALONE)
      list(APPEND result ${source})
    else()
      list(APPEND sources ${source})
    endif()
  endforeach()
  list(LENGTH sources left)
  foreach(source ${sources})
    list(APPEND batch ${source})
    math(EXPR left "${left} - 1")
    list(LENGTH batch count)
    if(count EQUAL size OR left EQUAL 0)
      math(EXPR number "${number} + 1")
      lathe_batch_file(file ${name}_${number} "" ${batch})
      list(APPEND result ${file})
      set(batch "")
    endif()
  endforeach()
  set(${out} ${result} PARENT_SCOPE)
endfunction()

# Tests are compiled by clang 22 where it is there and the rest is g++'s: at -O0 it takes half to two thirds of the time. So each header of the
# library is seen by both. LATHE_TEST_COMPILER=OFF leaves them to the compiler of the rest.
find_program(LATHE_TEST_COMPILER NAMES clang++-22 DOC "Compiles the tests; OFF: the compiler of the rest")
function(lathe_compile_as_test target)
  target_compile_options(${target} PRIVATE ${LATHE_TEST_OPTIMIZATION})
  if(LATHE_TEST_COMPILER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
    if(NOT launcher)
      set(launcher -)
    endif()
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/test_compiler.sh;${LATHE_TEST_COMPILER};${launcher}")
  endif()
endfunction()

# lathe_unit_test(HOUSE/ROOM [ENGINES] [BATCH sources compiled at a time, 8] [HEADERS of the tests' own to precompile...]
# LIBRARIES...): the program unit_HOUSE_ROOM of
# tests/unit/HOUSE/ROOM, and its test. ENGINES: with tests/support/engines_at_o1.cpp in front.
function(lathe_unit_test folder)
  cmake_parse_arguments(T "ENGINES" "BATCH" "HEADERS" ${ARGN})
  if(NOT T_BATCH)
    set(T_BATCH 8)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/${folder}/*.cpp)
  string(REPLACE "/" "_" name ${folder})
  lathe_batches(batches unit_${name} ${T_BATCH} ${sources})
  add_executable(unit_${name} ${batches} $<TARGET_OBJECTS:lathe_unit_main>)
  if(T_ENGINES)
    if(NOT TARGET lathe_unit_engines)
      add_library(lathe_unit_engines OBJECT ${PROJECT_SOURCE_DIR}/tests/support/engines_at_o1.cpp)
      target_link_libraries(lathe_unit_engines PRIVATE lathe lathe_warnings)
      lathe_compile_as_test(lathe_unit_engines)
      target_compile_options(lathe_unit_engines PRIVATE ${LATHE_LOOP_OPTIMIZATION})
    endif()
    target_sources(unit_${name} PRIVATE $<TARGET_OBJECTS:lathe_unit_engines>)
  endif()
  target_link_libraries(unit_${name} PRIVATE ${T_UNPARSED_ARGUMENTS} lathe lathe_warnings doctest::doctest)
  lathe_compile_as_test(unit_${name})
  if(LATHE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT folder STREQUAL "lathe/dense")
    # A quarter of what tests cost to compile: null pointers are found by the address sanitizer, and objects in raw memory have
    # dense's tests, which look.
    target_compile_options(unit_${name} PRIVATE -fno-sanitize=null,alignment)
  endif()
  if(T_HEADERS)
    lathe_precompile(unit_${name} <doctest/doctest.h> ${LATHE_STANDARD_HEADERS} <random> ${T_HEADERS})
    lathe_pch_object(unit_${name})
  elseif(NOT folder MATCHES "^(adapters|toy_gpu)/|/(build|prepare)$")  # a precompiled header wants the same options; those have LLVM's
    lathe_test_headers(unit_${name})
  endif()
  target_include_directories(unit_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
  add_test(NAME unit_${name} COMMAND unit_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()

# Headers that most sources need are compiled once for many targets: most of what a source with LLVM's headers costs, and a
# sixth of a test. The sources name them all the same: LATHE_PCH=OFF compiles without. Not for the rooms without LLVM: with
# the standard library precompiled g++ 12 warns of what it finds inside.
option(LATHE_PCH "Precompile the standard library's and LLVM's headers" ON)

# lathe_precompile(TARGET headers...): the target's own, compiled the way it compiles.
function(lathe_precompile target)
  if(LATHE_PCH)
    # So that a compiler cache sees what stands behind the precompiled header.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
# lathe_pch_object(TARGET): what its precompiled headers define and instantiate is made machine code once, not in every
# source. For clang in g++'s place alone (cmake/test_compiler.sh), by a source without text that stands for the headers.
function(lathe_pch_object target)
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  if(LATHE_PCH AND launcher MATCHES "test_compiler")
    target_compile_options(${target} PRIVATE -fpch-codegen -fpch-instantiate-templates)
    target_compile_definitions(${target} PRIVATE LATHE_PCH_OBJECT)  # instances.hpp: elsewhere each source would have them
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/batches/pch_object.cpp CONTENT "")  # written when it differs
    target_sources(${target} PRIVATE ${PROJECT_BINARY_DIR}/batches/pch_object.cpp)
  endif()
endfunction()
# lathe_reuse(TARGET OTHER): those of another target that is compiled with the same options.
function(lathe_reuse target other)
  if(LATHE_PCH AND TARGET ${other})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()

set(LATHE_STANDARD_HEADERS <algorithm> <array> <charconv> <cstdint> <cstring> <functional> <map> <memory> <optional> <set> <span>
                           <string> <string_view> <tuple> <unordered_map> <utility> <vector>)
# lathe_test_headers(TARGET): for tests.
function(lathe_test_headers target)
  if(NOT LATHE_PCH)
    return()
  endif()
  if(NOT TARGET lathe_test_standard)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/batches/test_standard.cpp CONTENT "")  # written when it differs
    add_library(lathe_test_standard OBJECT ${PROJECT_BINARY_DIR}/batches/test_standard.cpp)
    target_link_libraries(lathe_test_standard PRIVATE lathe_warnings doctest::doctest)
    lathe_compile_as_test(lathe_test_standard)
    lathe_precompile(lathe_test_standard <doctest/doctest.h> ${LATHE_STANDARD_HEADERS} <random>)
  endif()
  lathe_reuse(${target} lathe_test_standard)
endfunction()

# lathe_llvm_headers(TARGET): for rooms with LLVM; the first room's are everybody's.
function(lathe_llvm_headers target)
  separate_arguments(defs NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${target} PRIVATE ${defs})
  get_property(first GLOBAL PROPERTY LATHE_LLVM_HEADERS)
  if(first)
    lathe_reuse(${target} ${first})
  else()
    set_property(GLOBAL PROPERTY LATHE_LLVM_HEADERS ${target})
    lathe_precompile(${target} <llvm/Analysis/ValueTracking.h> <llvm/IR/IRBuilder.h> <llvm/IR/InstIterator.h>
                     <llvm/IR/IntrinsicInst.h> <llvm/IR/Module.h> <llvm/IR/PassManager.h>
                     <llvm/Analysis/TargetTransformInfo.h> <llvm/Transforms/Utils/BasicBlockUtils.h>)
  endif()
endfunction()
