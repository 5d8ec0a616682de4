// Text forms: what is broken is told with its place.
#include <doctest/doctest.h>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/text.hpp>

#include "unit/lathe/thinlto/random_problem.hpp"

namespace {

using namespace thinlto_test;

std::string error_of(const std::string& text) {
  std::string error;
  return read_problem(text, "x", error) ? "read" : error;
}

TEST_CASE("broken problems") {
  const auto in = [](const std::string& line) { return error_of("thinlto\nmodule m\n" + line); };
  CHECK(error_of("") == "x:0:1: expected 'thinlto', the first word of such a problem");
  CHECK(error_of("outline\n").starts_with("x:1:1: expected 'thinlto'"));
  CHECK(error_of("thinlto\nfunction f external\n").starts_with("x:2:1: a summary before the first module"));
  CHECK(in("function f extern insts 3\n").starts_with("x:3:12: expected a linkage such as"));
  CHECK(in("function f external insts -1\n").starts_with("x:3:27: expected instructions, a number from 0"));
  CHECK(in("function f external insts 99999999999\n").starts_with("x:3:27: expected instructions"));
  CHECK(
      in("function f external shiny\n").starts_with("x:3:21: expected insts, priority, name or a flag, found 'shiny'"));
  CHECK(in("function f external priority 4\n").starts_with("x:3:30: expected a priority"));
  CHECK(in("function f external\nfunction f external\n").starts_with("x:4:12: a second copy of 'f' in one module"));
  CHECK(in("call f\n").starts_with("x:3:1: a call outside of a function"));
  CHECK(in("variable v external\ncall f\n").starts_with("x:4:1: a call outside of a function"));
  CHECK(in("function f external\ncall g warm\n").starts_with("x:4:8: expected unknown, cold"));
  CHECK(in("function f external\nref g often\n").starts_with("x:4:7: expected readonly or writeonly"));
  CHECK(in("function f external\ncall\n").starts_with("x:4:5: expected the name of a value"));
  CHECK(in("alias f external g\n").find("which it does not define") != std::string::npos);
  CHECK(in("alias f external g\nalias g external f\n").find("aliases of each other") != std::string::npos);
  CHECK(in("function f*x external\n").starts_with("x:3:10: expected a guid"));
  CHECK(in("function a*1 external\nfunction b*1 external\n").find("two values with one guid") != std::string::npos);
  CHECK(in("root r r\n").starts_with("x:3:8: expected the end of the line"));
  CHECK(in("known nothing\n").starts_with("x:3:7: expected liveness or attributes"));
  CHECK(in("module m\n").find("two modules with one name") != std::string::npos);
  CHECK(in("roof\n").starts_with("x:3:1: expected value, module, function"));
  CHECK(in("value v\nvalue v\n").starts_with("x:4:7: the value 'v' was mentioned before"));
}

TEST_CASE("names of any kind come back") {
  Problem p;
  p.add_value(1, "with blank, comma # and %2a *star*");
  p.add_value(2, "");
  p.add_value(3, "same");
  p.add_value(4, "same");
  p.add_value(guid_of("plain"), "plain");
  p.modules = {{"dir/with blank.bc", 0, 5}};
  for (std::uint32_t v = 0; v < 5; ++v) p.summaries.push_back({.value = v});
  std::string error;
  const auto again = read_problem(print(p), "x", error);
  REQUIRE_MESSAGE(again, error);
  CHECK(*again == p);
}

TEST_CASE("broken plans") {
  std::string error;
  const auto p = read_problem("thinlto\nmodule a\nfunction m external\ncall f\nmodule b\nfunction f external insts 2\n",
                              "x", error);
  REQUIRE(p);
  const auto of = [&](const std::string& text) { return read_plan(*p, "plan\n" + text, "y", error) ? "read" : error; };
  CHECK(of("module a\nimport f from b threshold 100 pass direct hotness unknown\n") == "read");
  CHECK(of("import f from b\n").starts_with("y:2:1: this stands before the first module"));
  CHECK(of("module c\n").starts_with("y:2:8: expected a module of the problem, found 'c'"));
  CHECK(of("module a\nimport g from b\n").starts_with("y:3:8: expected a value of the problem, found 'g'"));
  CHECK(of("module a\nimport m from b\n").find("does not define 'm'") != std::string::npos);
  CHECK(of("module a\nimport f of b\n").starts_with("y:3:10: expected 'from'"));
  CHECK(of("module a\nimport f from b pass first\n").find("expected direct, transitive or speculative") !=
        std::string::npos);
  CHECK(of("module a\nrefuse f lazy\n").starts_with("y:3:10: expected a reason"));
  CHECK(of("attributes b f shiny\n").starts_with("y:2:16: expected readonly"));
  CHECK(of("dead nobody\n").starts_with("y:2:6: expected a value"));
}

}  // namespace
