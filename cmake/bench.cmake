# Google Benchmark programs, one per file of bench/. They report; they assert nothing.
find_package(benchmark REQUIRED)
file(GLOB benches CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
foreach(bench ${benches})
  get_filename_component(name ${bench} NAME_WE)
  add_executable(bench_${name} ${bench})
  target_link_libraries(bench_${name} PRIVATE lathe lathe_warnings benchmark::benchmark benchmark::benchmark_main)
  target_include_directories(bench_${name} PRIVATE ${PROJECT_SOURCE_DIR})
endforeach()
