# cmake --install: headers, examples, adapters, the rooms' libraries, the program with its pages and completions, and what find_package(lathe)
# and pkg-config read. Components are what the packages are made of (cmake/package.cmake).
include(CMakePackageConfigHelpers)

set(LATHE_SHARE ${CMAKE_INSTALL_DATADIR}/lathe)
# Each in a folder of its own: names such as `nvptx` and `adapters` are everybody's.
set(LATHE_ROOMS_INCLUDE ${CMAKE_INSTALL_INCLUDEDIR}/lathe-rooms)
set(LATHE_ADAPTERS_INCLUDE ${CMAKE_INSTALL_INCLUDEDIR}/lathe-adapters)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lathe DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/adapters DESTINATION ${LATHE_ADAPTERS_INCLUDE} COMPONENT adapters)
set(not_installed "")
if(NOT TARGET nvptx_driver)
  set(not_installed PATTERN "nvptx_*" EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${LATHE_SHARE} COMPONENT development ${not_installed} PATTERN "llvm_*" EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${LATHE_SHARE} COMPONENT adapters
        FILES_MATCHING PATTERN "llvm_*.cpp" PATTERN "toy_gpu" EXCLUDE PATTERN "c" EXCLUDE)

set(exported lathe)
set(LATHE_HAS_NVPTX OFF)
set(LATHE_HAS_LIBRARY OFF)
if(TARGET nvptx_driver)
  set(LATHE_HAS_NVPTX ON)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/codegen ${PROJECT_SOURCE_DIR}/nvptx ${PROJECT_SOURCE_DIR}/simt DESTINATION ${LATHE_ROOMS_INCLUDE}
          COMPONENT development FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
  add_library(nvptx INTERFACE)
  target_link_libraries(nvptx INTERFACE nvptx_driver nvptx_exec)
  target_include_directories(nvptx INTERFACE $<INSTALL_INTERFACE:${LATHE_ROOMS_INCLUDE}>)
  add_library(lathe::nvptx ALIAS nvptx)
  set(rooms nvptx lathe_llvm lathe_warnings)
  foreach(room ${LATHE_ALL_ROOMS})
    if(TARGET ${room})
      list(APPEND rooms ${room})
    endif()
  endforeach()
  list(APPEND exported ${rooms})
endif()
if(TARGET liblathe)
  set(LATHE_HAS_LIBRARY ON)
endif()
install(TARGETS ${exported} EXPORT lathe-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/lathe COMPONENT development)
set(LATHE_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/lathe)
install(EXPORT lathe-targets NAMESPACE lathe:: DESTINATION ${LATHE_CMAKE} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lathe-config.cmake.in ${PROJECT_BINARY_DIR}/lathe-config.cmake
                              INSTALL_DESTINATION ${LATHE_CMAKE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lathe-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lathe-config.cmake ${PROJECT_BINARY_DIR}/lathe-config-version.cmake
        DESTINATION ${LATHE_CMAKE} COMPONENT development)

# pkg-config lathe (the headers) and liblathe (the C library), by places relative to theirs: they hold wherever the tree is unpacked.
file(RELATIVE_PATH LATHE_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${PROJECT_SOURCE_DIR}/cmake/lathe.pc.in ${PROJECT_BINARY_DIR}/lathe.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lathe.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
if(TARGET liblathe)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/liblathe.pc.in ${PROJECT_BINARY_DIR}/liblathe.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/liblathe.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endif()

# Manual pages and completions are the program's own words (lathe help --man, lathe completion).
if(TARGET lathe_exe AND NOT CMAKE_CROSSCOMPILING AND NOT LATHE_SANITIZE AND NOT LATHE_FUZZ)
  set(LATHE_PAGES ${PROJECT_BINARY_DIR}/pages)
  add_custom_command(OUTPUT ${LATHE_PAGES}/done
                     COMMAND ${CMAKE_COMMAND} -DLATHE=$<TARGET_FILE:lathe_exe> -DTO=${LATHE_PAGES} -P ${PROJECT_SOURCE_DIR}/cmake/pages.cmake
                     DEPENDS lathe_exe ${PROJECT_SOURCE_DIR}/cmake/pages.cmake COMMENT "Manual pages and completions" VERBATIM)
  add_custom_target(lathe_pages ALL DEPENDS ${LATHE_PAGES}/done)
  # Whoever built the program alone installs it without.
  install(DIRECTORY ${LATHE_PAGES}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program OPTIONAL)
  install(FILES ${LATHE_PAGES}/lathe.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lathe COMPONENT program OPTIONAL)
  install(FILES ${LATHE_PAGES}/_lathe DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program OPTIONAL)
  install(FILES ${LATHE_PAGES}/lathe.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program OPTIONAL)
endif()
