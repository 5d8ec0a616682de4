# liblathe: the C library of include/lathe-c, of the program's own objects; and its doors. All that is not lathe_* stays within,
# LLVM and the C++ library included, so that it can be loaded beside any other.
file(GLOB sources CONFIGURE_DEPENDS library/lathe/*.cpp)
add_library(liblathe SHARED ${sources} $<TARGET_OBJECTS:lathe_program_llvm>)
set_target_properties(liblathe PROPERTIES OUTPUT_NAME lathe VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS ${PROJECT_SOURCE_DIR}/library/lathe/exported.map)
target_include_directories(liblathe PRIVATE ${PROJECT_SOURCE_DIR} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_options(liblathe PRIVATE ${LATHE_ROOM_OPTIMIZATION})
target_compile_definitions(liblathe PRIVATE LATHE_VERSION="${PROJECT_VERSION}" LATHE_MAJOR=${PROJECT_VERSION_MAJOR}
                                            LATHE_MINOR=${PROJECT_VERSION_MINOR} LATHE_PATCH=${PROJECT_VERSION_PATCH})
target_link_libraries(liblathe PRIVATE nvptx_join nvptx_driver lathe_program lathe_warnings)
target_link_options(liblathe PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-O1 -Wl,-z,defs -Wl,-z,nodelete
                                     -Wl,--exclude-libs,ALL -Wl,--version-script=${PROJECT_SOURCE_DIR}/library/lathe/exported.map)
if(LATHE_INSTALL)
  install(TARGETS liblathe LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lathe-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
endif()

# libnvvm.so.4: NVIDIA's nvvm.h over it. In a folder of its own, so that nobody loads it who did not ask for it.
file(GLOB sources CONFIGURE_DEPENDS library/nvvm/*.cpp)
add_library(lathe_nvvm SHARED ${sources})
set_target_properties(lathe_nvvm PROPERTIES OUTPUT_NAME nvvm VERSION 4.0.0 SOVERSION 4 CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/nvvm BUILD_RPATH "$ORIGIN/.." INSTALL_RPATH "$ORIGIN/../.."
                      LINK_DEPENDS ${PROJECT_SOURCE_DIR}/library/nvvm/exported.map)
target_include_directories(lathe_nvvm PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_options(lathe_nvvm PRIVATE ${LATHE_ROOM_OPTIMIZATION})
target_link_libraries(lathe_nvvm PRIVATE liblathe lathe_warnings)
target_link_options(lathe_nvvm PRIVATE -static-libstdc++ -static-libgcc -Wl,-z,defs -Wl,--exclude-libs,ALL
                                       -Wl,--version-script=${PROJECT_SOURCE_DIR}/library/nvvm/exported.map)
if(LATHE_INSTALL)
  install(TARGETS lathe_nvvm LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/lathe/nvvm COMPONENT library NAMELINK_SKIP)
endif()

# lathe-clang.so: clang-22 generates its PTX by it. Against the LLVM that clang has, which is shared.
find_library(LATHE_CLANG_LLVM LLVM PATHS /usr/lib/llvm-22/lib NO_DEFAULT_PATH)
mark_as_advanced(LATHE_CLANG_LLVM)
if(LATHE_CLANG_LLVM)
  add_library(lathe_clang MODULE library/clang/plugin.cpp)
  set_target_properties(lathe_clang PROPERTIES PREFIX "" OUTPUT_NAME lathe-clang LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
                        BUILD_RPATH "$ORIGIN" INSTALL_RPATH "$ORIGIN/..")
  target_include_directories(lathe_clang SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  # Some of LLVM's classes are laid out otherwise without NDEBUG.
  target_compile_definitions(lathe_clang PRIVATE NDEBUG LATHE_VERSION="${PROJECT_VERSION}")
  target_compile_options(lathe_clang PRIVATE -fno-rtti ${LATHE_ROOM_OPTIMIZATION})
  target_link_libraries(lathe_clang PRIVATE liblathe ${LATHE_CLANG_LLVM} lathe_warnings)
  if(LATHE_INSTALL)
    install(TARGETS lathe_clang LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/lathe COMPONENT clang)
  endif()
endif()

if(LATHE_TESTS AND Python3_FOUND)
  add_test(NAME library COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/library.py $<TARGET_FILE:liblathe> $<TARGET_FILE:lathe_exe>
                                ${PROJECT_SOURCE_DIR} --room ${PROJECT_BINARY_DIR}/llvm19)
  # Unpacked once a build folder. The kernels are compiled for one of five targets each; --all, by hand, has every one with three sets of options.
  set(numba ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/numba_room.py $<TARGET_FILE:liblathe> $<TARGET_FILE:lathe_nvvm> --room ${PROJECT_BINARY_DIR}/numba)
  add_test(NAME library_python COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/python.py $<TARGET_FILE:liblathe> ${PROJECT_SOURCE_DIR})
  add_test(NAME library_nvvm COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/nvvm.py $<TARGET_FILE:lathe_nvvm> ${PROJECT_SOURCE_DIR})
  add_test(NAME library_numba COMMAND ${numba})
  add_test(NAME library_numba_sees COMMAND ${numba} --spoil)
  # Numba's own tests about compiling; all of them: `./dev suite numba`.
  add_test(NAME library_numba_own COMMAND ${numba} --own --part)
  if(TARGET lathe_clang)
    add_test(NAME library_clang COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/clang.py $<TARGET_FILE:lathe_clang> $<TARGET_FILE:lathe_exe>
                                        ${PROJECT_SOURCE_DIR})
    set_tests_properties(library_clang PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  # Compilers of other languages, unpacked once a build folder.
  set(LATHE_CLANG_PLUGIN -)
  if(TARGET lathe_clang)
    set(LATHE_CLANG_PLUGIN $<TARGET_FILE:lathe_clang>)
  endif()
  add_test(NAME library_frontends COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/library/frontends.py $<TARGET_FILE:liblathe> $<TARGET_FILE:lathe_exe>
                                          ${LATHE_CLANG_PLUGIN} ${PROJECT_SOURCE_DIR} --room ${PROJECT_BINARY_DIR}/frontends)
  set_tests_properties(library_numba_sees PROPERTIES PASS_REGULAR_EXPRESSION "differs: ")
  set_tests_properties(library_numba library_numba_sees library_numba_own PROPERTIES SKIP_RETURN_CODE 77 RESOURCE_LOCK numba_room)
endif()
