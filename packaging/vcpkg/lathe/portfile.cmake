# The headers alone, from the tree that this port lies in: vcpkg install lathe --overlay-ports=packaging/vcpkg
set(VCPKG_BUILD_TYPE release)  # headers have no other
vcpkg_cmake_configure(
  SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.."
  OPTIONS -DLATHE_NVPTX=OFF -DLATHE_PROGRAM=OFF -DLATHE_TESTS=OFF -DLATHE_EXAMPLES=OFF -DCMAKE_INSTALL_DATADIR=share
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/lathe)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake")
vcpkg_install_copyright(FILE_LIST "${CMAKE_CURRENT_LIST_DIR}/../../../LICENSE")
