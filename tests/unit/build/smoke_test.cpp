#include <doctest/doctest.h>
#include "harness.hpp"
TEST_CASE("a kernel") { CHECK(build_test::build("define ptx_kernel void @k() { ret void }").errors.empty()); }
