# What needs LLVM, linked statically and only as far as it is used: the rooms that read IR, and the driver, which is the whole
# way as a library.
# What `prepare` and `build` call. Discarding unreferenced sections keeps the static initializers of unused
# LLVM options, and the pages they would touch at start, out of the program.
llvm_map_components_to_libnames(LATHE_LLVM_LIBS core support irreader asmparser bitreader bitwriter linker analysis transformutils
                                scalaropts vectorize instcombine ipo targetparser codegen remarks)
add_library(lathe_llvm INTERFACE)
target_include_directories(lathe_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(lathe_llvm INTERFACE ${LATHE_LLVM_LIBS} Threads::Threads)
if(TARGET nvptx_prepare)
  target_link_libraries(codegen_prepare PUBLIC lathe_llvm)
  target_link_libraries(nvptx_prepare PUBLIC lathe_llvm)
endif()
if(TARGET nvptx_debug)
  target_link_libraries(nvptx_debug PUBLIC lathe_llvm)
endif()
if(TARGET nvptx_build)
  target_link_libraries(codegen_build PUBLIC lathe_llvm)
  target_link_libraries(nvptx_build PUBLIC lathe_llvm nvptx_debug codegen_build)
endif()

file(GLOB LATHE_THINLTO_SOURCES CONFIGURE_DEPENDS nvptx/driver/thinlto/*.cpp)
file(GLOB LATHE_DRIVER_SOURCES CONFIGURE_DEPENDS nvptx/driver/*.cpp)
list(FILTER LATHE_DRIVER_SOURCES EXCLUDE REGEX "/functions[.]cpp$")  # includes no header of LLVM: see tests/layers
list(FILTER LATHE_DRIVER_SOURCES EXCLUDE REGEX "/(join|optimize)[.]cpp$")  # nvptx_join, below
lathe_room_batches(LATHE_DRIVER_BATCHES nvptx_driver ${LATHE_ROOM_BATCH} ${LATHE_DRIVER_SOURCES} ${LATHE_THINLTO_SOURCES})
add_library(nvptx_driver STATIC ${LATHE_DRIVER_BATCHES} nvptx/driver/functions.cpp)
lathe_batched(nvptx_driver)
target_include_directories(nvptx_driver PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
target_include_directories(nvptx_driver SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_compile_options(nvptx_driver PRIVATE -fno-rtti ${LATHE_ROOM_OPTIMIZATION})
lathe_llvm_headers(nvptx_driver)
target_link_libraries(nvptx_driver PUBLIC lathe nvptx_prepare nvptx_build codegen_build nvptx_debug nvptx_select nvptx_facts codegen_pipeline codegen_combine codegen_legalize
                                          codegen_dag nvptx_intrinsics nvptx_passes nvptx_print nvptx_mir nvptx_target nvptx_support nvptx_thinlto
                      PRIVATE $<BUILD_INTERFACE:lathe_warnings>)

# Modules linked, and LLVM's whole pipeline: for liblathe. A library of its own, as it brings every pass of LLVM.
add_library(nvptx_join STATIC nvptx/driver/join.cpp nvptx/driver/optimize.cpp)
target_include_directories(nvptx_join SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
target_compile_options(nvptx_join PRIVATE -fno-rtti ${LATHE_ROOM_OPTIMIZATION})
lathe_llvm_headers(nvptx_join)
llvm_map_components_to_libnames(LATHE_LLVM_PASSES passes)
target_link_libraries(nvptx_join PUBLIC nvptx_driver PRIVATE $<BUILD_INTERFACE:lathe_warnings> ${LATHE_LLVM_PASSES})

# The prepare tests look at IR through LLVM's API. Those of codegen also ask what the facts of PTX are, which are above them.
if(TARGET unit_codegen_prepare)
  target_link_libraries(unit_codegen_prepare PRIVATE lathe_llvm nvptx_prepare)
  target_compile_options(unit_codegen_prepare PRIVATE -fno-rtti)
endif()
if(TARGET unit_codegen_build)
  target_link_libraries(unit_codegen_build PRIVATE lathe_llvm codegen_pipeline)
  target_compile_options(unit_codegen_build PRIVATE -fno-rtti)
endif()
if(TARGET unit_nvptx_prepare)
  target_link_libraries(unit_nvptx_prepare PRIVATE lathe_llvm)
  target_compile_options(unit_nvptx_prepare PRIVATE -fno-rtti)
endif()
if(TARGET unit_nvptx_build)
  target_link_libraries(unit_nvptx_build PRIVATE lathe_llvm)
  target_compile_options(unit_nvptx_build PRIVATE -fno-rtti)
endif()
