// Target names, PTX versions and attributes.
#include "nvptx/target/features.hpp"

#include <doctest/doctest.h>

using lathe::nvptx::apply_attribute;
using lathe::nvptx::Features;
using lathe::nvptx::minimum_ptx;
using lathe::nvptx::parse_cpu;

TEST_CASE("every name reads back as itself, with its own version") {
  for (const std::string& name : lathe::nvptx::cpu_names()) {
    CAPTURE(name);
    const auto features = parse_cpu(name);
    REQUIRE(features);
    CHECK(features->name() == name);
    CHECK(features->ptx == minimum_ptx(name));
    CHECK(features->ptx >= 32);
  }
  CHECK(lathe::nvptx::cpu_names().size() == 40);
}

TEST_CASE("lowest PTX versions") {
  CHECK(minimum_ptx("sm_75") == 63);
  CHECK(minimum_ptx("sm_88") == 90);
  CHECK(minimum_ptx("sm_90") == 78);
  CHECK(minimum_ptx("sm_90a") == 80);
  CHECK(minimum_ptx("sm_100f") == 88);
  CHECK(minimum_ptx("sm_121a") == 88);
  CHECK(minimum_ptx("sm_99") == 0);
}

TEST_CASE("unknown names are refused") {
  for (const char* name : {"", "sm_", "sm_90b", "SM_90", "sm_90a ", "generic", "compute_90", "sm_075"}) {
    CAPTURE(name);
    CHECK_FALSE(parse_cpu(name));
  }
}

TEST_CASE("the PTX version is raised, never lowered") {
  Features f = *parse_cpu("sm_90");
  std::string error;
  CHECK(apply_attribute(f, "+ptx85", error));
  CHECK(f.ptx == 85);
  CHECK(apply_attribute(f, "+ptx80", error));
  CHECK(f.ptx == 85);
  CHECK(apply_attribute(f, "-ptx85", error));
  CHECK(error.empty());
  CHECK_FALSE(apply_attribute(f, "+ptx60", error));
  CHECK(error == "PTX version 6.0 does not support target 'sm_90'; it needs at least 7.8");
}

TEST_CASE("unknown attributes have a message that names them") {
  Features f = *parse_cpu("sm_80");
  for (const char* item : {"+ptx79", "+ptx", "+ptx8x", "+ptx-1", "+ptx99999999999"}) {
    CAPTURE(item);
    std::string error;
    CHECK_FALSE(apply_attribute(f, item, error));
    CHECK(error.find("PTX version") != std::string::npos);
  }
  std::string error;
  CHECK_FALSE(apply_attribute(f, "+fancy", error));
  CHECK(error == "unknown target feature '+fancy'");
}

TEST_CASE("a target feature raises the target") {
  Features f = *parse_cpu("sm_80");
  std::string error;
  CHECK(apply_attribute(f, "+sm_90a", error));
  CHECK(f.name() == "sm_90a");
  CHECK(f.ptx == 80);
  CHECK(apply_attribute(f, "+sm_75", error));
  CHECK(f.name() == "sm_90a");
  CHECK(apply_attribute(f, "-sm_90a", error));
  CHECK(f.name() == "sm_90a");
}

TEST_CASE("architecture and family features") {
  CHECK(parse_cpu("sm_90a")->arch_specific(90));
  CHECK_FALSE(parse_cpu("sm_90")->arch_specific(90));
  CHECK_FALSE(parse_cpu("sm_100a")->arch_specific(90));
  CHECK(parse_cpu("sm_100a")->arch_specific(100, true));
  CHECK(parse_cpu("sm_100f")->arch_specific(100, true));
  CHECK(parse_cpu("sm_103a")->arch_specific(100, true));
  CHECK(parse_cpu("sm_103f")->arch_specific(100, true));
  CHECK_FALSE(parse_cpu("sm_103f")->arch_specific(100));
  CHECK_FALSE(parse_cpu("sm_100f")->arch_specific(103, true));
  CHECK_FALSE(parse_cpu("sm_120f")->arch_specific(100, true));
  CHECK(parse_cpu("sm_110f")->arch_specific(101, true));
  CHECK(parse_cpu("sm_121a")->arch_specific(120, true));
}
