# Read by cpack for each generator: an archive is the static program alone.
if(CPACK_GENERATOR MATCHES "^T")
  set(CPACK_COMPONENTS_ALL static)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_ARCHIVE_STATIC_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})
  set(CPACK_PACKAGING_INSTALL_PREFIX /${CPACK_PACKAGE_FILE_NAME})
  set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY OFF)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY OFF)
else()
  # Each package has a summary of its own, and none is put before it.
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
endif()
