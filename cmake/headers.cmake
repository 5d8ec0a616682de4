# Tests of the header-only library: one unit test program per folder of tests/unit/lathe,
# every header alone on clang and all together on g++, include directions, and a consumer outside the tree.
if(NOT LATHE_TESTS)
  return()
endif()
find_package(doctest REQUIRED)
find_package(Python3 COMPONENTS Interpreter REQUIRED)

file(GLOB folders LIST_DIRECTORIES true CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/lathe/*)
foreach(folder ${folders})
  get_filename_component(name ${folder} NAME)
  file(GLOB tests CONFIGURE_DEPENDS ${folder}/*.cpp)
  if(IS_DIRECTORY ${folder} AND tests)
    # Many batches, or sources compiled alone: a third of what each costs are the same headers and what they instantiate. With
    # four or fewer (flow, sched, modulo) the precompiled headers cost what they save.
    set(more "")
    if(name STREQUAL "program")
      set(more ENGINES HEADERS "unit/lathe/program/random_edits.hpp" "adapters/toy/view.hpp" "adapters/archetype/view.hpp"
                       "lathe/program/equal.hpp" "lathe/outline.hpp" "lathe/outline/of_view.hpp" "lathe/flow.hpp" "lathe/flow/of_view.hpp"
                       "lathe/flow/text.hpp" "lathe/flow/follow.hpp" "lathe/sched.hpp" "lathe/sched/of_view.hpp" "lathe/pressure.hpp"
                       "lathe/pressure/of_view.hpp" "lathe/modulo/of_view.hpp" "lathe/opt/of_view.hpp")
    elseif(name STREQUAL "passes")
      set(more ENGINES HEADERS "unit/lathe/passes/instances.hpp" "unit/lathe/passes/value_checks.hpp" "unit/lathe/passes/small_code.hpp" "unit/lathe/passes/random_functions.hpp"
                       "unit/lathe/passes/toy_sums.hpp" "unit/lathe/passes/toy_shapes.hpp" "adapters/archetype/editor.hpp")
    endif()
    list(TRANSFORM more REPLACE "^(.*[.]hpp)$" "\"\\1\"")
    lathe_unit_test(lathe/${name} ${more})
  endif()
endforeach()

add_test(NAME porting COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/porting.py ${PROJECT_SOURCE_DIR})
add_test(NAME porting_sees COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/porting.py --self-test)
add_test(NAME adapters COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/adapters.py ${PROJECT_SOURCE_DIR})
add_test(NAME adapters_see COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/adapters.py --self-test)
add_test(NAME passes_face COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/passes.py ${PROJECT_SOURCE_DIR})
add_test(NAME passes_face_sees COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/passes.py --self-test)
add_test(NAME members COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/members.py ${PROJECT_SOURCE_DIR})
add_test(NAME members_see COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/members.py --self-test)
# The site where its tools are there (./dev docs installs them), and its links; what pages say that commands print is in program.cmake.
if(NOT LATHE_SANITIZE)
  add_test(NAME docs_site COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/site/build.py ${PROJECT_SOURCE_DIR} --out ${PROJECT_BINARY_DIR}/docs
                                  --skip-missing)
  add_test(NAME docs_site_sees COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/docs/site/build.py --self-test --skip-missing)
  set_tests_properties(docs_site docs_site_sees PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1500)
  add_test(NAME docs_links_see COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/site.py --self-test)
endif()
add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/layers/layers.py ${PROJECT_SOURCE_DIR})
add_test(NAME batches COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/layers/batches.py ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER})
add_test(NAME headers_alone COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/alone/alone.py ${PROJECT_SOURCE_DIR})
add_test(NAME headers_alone_sees COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/alone/alone.py --self-test)
set_tests_properties(headers_alone PROPERTIES TIMEOUT 1500)
# Maps of groups by SSE2, NEON and words, as far as there are compilers and qemu for it.
if(NOT LATHE_SANITIZE)
  add_test(NAME dense_machines COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/alone/dense_machines.py ${PROJECT_SOURCE_DIR}
                                       ${CMAKE_CXX_COMPILER})
  set_tests_properties(dense_machines PROPERTIES SKIP_RETURN_CODE 77)
endif()
if(NOT LATHE_SANITIZE)
  add_test(NAME consumer COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/consumer/consumer.py
                                 ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(consumer PROPERTIES TIMEOUT 1800)
endif()
