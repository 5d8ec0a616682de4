// Text forms: broken problems are told with their place; a plan's text is as it stands in the header.
#include <doctest/doctest.h>

#include <string>

#include <lathe/inlining.hpp>
#include <lathe/inlining/text.hpp>

using namespace lathe::inlining;

namespace {
std::string error_of(const std::string& text) {
  std::string error;
  static_cast<void>(read_problem(text, "p", error));
  return error;
}
const std::string program =
    "inlining\nfunction main size 120 registers 20 limit 64 kept\ncall helper frequency 32 saved 25 folds 10 promotes "
    "4 live 6 hot\n"
    "call far\nfunction helper size 60 registers 9 local imported\ncall main cold noinline\nfunction far declared\n";
}  // namespace

TEST_CASE("broken problems are told with their place") {
  CHECK(error_of(program) == "");
  CHECK(error_of("") == "p:0:1: expected 'inlining', the first word of a problem of inlining");
  CHECK(error_of("inlining\nfunktion f\n") == "p:2:1: expected function or call, found 'funktion'");
  CHECK(error_of("inlining\nfunction f\nfunction f\n") == "p:3:10: function 'f' is there twice");
  CHECK(error_of("inlining\nfunction f\ncall g\n") == "p:3:6: no function 'g'");
  CHECK(error_of("inlining\ncall f\nfunction f\n") == "p:2:6: a call belongs to the function above it; there is none");
  CHECK(error_of("inlining\nfunction f declared\ncall f\n") == "p:3:6: a declared function has no calls");
  CHECK(error_of("inlining\nfunction f size x\n") == "p:2:17: expected a size, a number from 0 to 16777216, found 'x'");
  CHECK(error_of("inlining\nfunction f sise 3\n").find("found 'sise'") != std::string::npos);
  CHECK(error_of("inlining\nfunction f\ncall f live 70000\n").find("p:3:13: expected a number") == 0);
  CHECK(error_of("inlining\nfunction f\ncall f lives 7\n").find("found 'lives'") != std::string::npos);
}

TEST_CASE("plans as text") {
  std::string error;
  const auto p = read_problem(program, "p", error);
  REQUIRE(p.has_value());
  CHECK(print(*p) == program);
  const Plan plan = plan_inlining(*p);
  CHECK(print(*p, plan) ==
        "plan\ncaller main\ninline 0 helper cost 25 benefit 138 last\ncopy 3 of 2\nkeep 1 far not_defined cost 0 left "
        "19975\n"
        "keep 3 main no_inline cost 145 left 19975\ncaller helper\nkeep 2 main unreachable cost 0 left 0\n"
        "size main 145 registers 20\nvanished helper\n");
  CHECK(import_statistics(*p, plan, false) == "imported functions: 1, inlined: 1, inlined everywhere: 1\n");
  CHECK(import_statistics(*p, plan, true) ==
        "Inlined imported function [helper]: #inlines = 1, #calls left = 0\n"
        "imported functions: 1, inlined: 1, inlined everywhere: 1\n");
}
