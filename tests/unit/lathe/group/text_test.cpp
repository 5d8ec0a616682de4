// Text forms: broken problems and plans are told with their place.
#include <doctest/doctest.h>

#include <lathe/group.hpp>
#include <lathe/group/text.hpp>

using namespace lathe::group;

namespace {
std::string error_of(const std::string& text) {
  std::string error;
  static_cast<void>(read_problem(text, "p", error));
  return error;
}
}  // namespace

TEST_CASE("broken problems are told with their place") {
  const std::string head = "group f\nkind x gap 0 least 2 most 4\nblock 3\n";
  CHECK(error_of(head) == "");
  CHECK(error_of("") == "p:0:1: expected 'group NAME', the head of a problem");
  CHECK(error_of("group f g\n") == "p:1:9: found 'g', expected the end of the line");
  CHECK(error_of("group f\nkind\n") == "p:2:5: expected the name of the kind");
  CHECK(error_of("group f\nkind x gap 0 least 1 most 4\n") ==
        "p:2:20: expected a number of members, a number from 2 to 1024, found '1'");
  CHECK(error_of("group f\nkind x gap 0 least 2 most 4 soon\n") ==
        "p:2:29: found 'soon', expected powers, aligned, early, late, carry or suffix");
  CHECK(error_of("group f\nkind x gap 0 least 2 most 4 suffix\n") == "p:2:29: expected the suffix");
  CHECK(error_of(head + "blok 3\n") == "p:4:1: found 'blok', expected kind, block, candidate, movable or edge");
  CHECK(error_of(head + "block 16777214\n") ==
        "p:4:7: expected a number of instructions, a number from 0 to 16777213, found '16777214'");
  CHECK(error_of(head + "candidate 0 kind 0 order 1\n") == "p:4:20: found 'order', expected 'key'");
  CHECK(error_of(head + "candidate 0 kind 0 key 1 order 999999999999999 size 1\n")
            .rfind("p:4:32: expected an order", 0) == 0);
  CHECK(error_of(head + "candidate 0 kind 0 key 1 order 0 size 1 align 3\n") ==
        "p:4:47: expected an alignment, a power of two");
  CHECK(error_of(head + "candidate 7 kind 0 key 1 order 0 size 1\n").find("no such instruction or kind") !=
        std::string::npos);
  CHECK(error_of(head + "edge 2 1\n").find("an edge goes forward within a block") != std::string::npos);
  CHECK(error_of(head + "block 3\nedge 2 3\n").find("an edge goes forward within a block") != std::string::npos);
}

TEST_CASE("broken plans are told with their place") {
  std::string error;
  const Problem p = read_problem(
      "group f\nkind x gap 0 least 2 most 4\nblock 3\ncandidate 1 kind 0 key 1 order 0 size 1\n", "p", error);
  REQUIRE(error == "");
  const auto plan_error = [&](const char* text) {
    static_cast<void>(read_plan(text, "q", p, error));
    return error;
  };
  CHECK(plan_error("plan\nleft 1 alone\n") == "");
  CHECK(plan_error("plam\n") == "q:1:1: expected 'plan', the head of a plan");
  CHECK(plan_error("plan\nleft 1 lonely\n") == "q:2:8: found 'lonely', expected a reason");
  CHECK(plan_error("plan\nleft 2 alone\n") == "q:2:8: instruction 2 is no candidate");
  CHECK(plan_error("plan\ngroup 0 place 0 members 1 x\n").rfind("q:2:27: expected an instruction", 0) == 0);
  CHECK(plan_error("plan\nunit\n") == "q:2:1: found 'unit', expected group or left");
}
