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
    lathe_unit_test(lathe/${name})
  endif()
endforeach()

add_test(NAME porting COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/porting.py ${PROJECT_SOURCE_DIR})
add_test(NAME porting_sees COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/docs/porting.py --self-test)
add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/layers/layers.py ${PROJECT_SOURCE_DIR})
add_test(NAME batches COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/layers/batches.py ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER})
add_test(NAME headers_alone COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/alone/alone.py ${PROJECT_SOURCE_DIR})
set_tests_properties(headers_alone PROPERTIES TIMEOUT 1500)
if(NOT LATHE_SANITIZE)
  add_test(NAME consumer COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/consumer/consumer.py
                                 ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(consumer PROPERTIES TIMEOUT 900)
endif()
