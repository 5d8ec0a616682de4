# cmake --install: headers, examples, the rooms' libraries, the program, and the package that find_package(lathe) reads.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lathe DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# Those that need nothing but what is installed: the adapters are not, so neither is what shows them.
set(not_installed PATTERN "llvm_*" EXCLUDE)
if(NOT TARGET nvptx_driver)
  list(APPEND not_installed PATTERN "nvptx_*" EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/lathe ${not_installed})
set(exported lathe)
set(LATHE_HAS_NVPTX OFF)
if(TARGET nvptx_driver)
  set(LATHE_HAS_NVPTX ON)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/codegen ${PROJECT_SOURCE_DIR}/nvptx ${PROJECT_SOURCE_DIR}/simt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
  add_library(nvptx INTERFACE)
  target_link_libraries(nvptx INTERFACE nvptx_driver nvptx_exec)
  target_include_directories(nvptx INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  add_library(lathe::nvptx ALIAS nvptx)
  list(APPEND exported nvptx lathe_llvm lathe_warnings)
  foreach(room ${LATHE_ALL_ROOMS})
    if(TARGET ${room})
      list(APPEND exported ${room})
    endif()
  endforeach()
endif()
install(TARGETS ${exported} EXPORT lathe-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/lathe)
install(EXPORT lathe-targets NAMESPACE lathe:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lathe)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lathe-config.cmake.in ${PROJECT_BINARY_DIR}/lathe-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lathe)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lathe-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lathe-config.cmake ${PROJECT_BINARY_DIR}/lathe-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lathe)
