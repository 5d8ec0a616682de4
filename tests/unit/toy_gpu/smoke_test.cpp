#include <doctest/doctest.h>
#include "unit/toy_gpu/run.hpp"
namespace {
using namespace toy_test;
TEST_CASE("toy: smoke") {
  Work w{head + "  ld.global.x1 v0, [v60:v61]\n  add v0, v0, 1\n  st.global.x1 [v62:v63], v0\n  exit\n"};
  for (unsigned i = 0; i < 32; ++i) w.in.push_back(i * 3);
  const auto o = run(w);
  CHECK(o.fault == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(o.out[i] == i * 3 + 1);
}
}
