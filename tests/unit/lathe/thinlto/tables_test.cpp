// Functions in constant tables as likely targets: which, how many, and what the planner makes of them.
#include <doctest/doctest.h>

#include <string>

#include <lathe/thinlto.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/tables.hpp>
#include <lathe/thinlto/text.hpp>

namespace {

using namespace lathe::thinlto;

Problem problem(const std::string& text) {
  std::string error;
  auto p = read_problem(text, "p", error);
  REQUIRE_MESSAGE(p.has_value(), error);
  return *p;
}

/// The lines of calls, of all functions.
std::string calls(const Problem& p) {
  std::string out;
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
    for (std::size_t i = 0; i < p.calls_of(s).size(); ++i)
      out += std::string(p.name(p.summaries[s].value)) + (p.call_infos_of(s)[i].speculative() ? " ~ " : " - ") +
             std::string(p.name(p.calls_of(s)[i])) + "\n";
  return out;
}

// m has a virtual table of its own module, of f and g, whose base's has h; it calls g anyhow and hands f2's address on.
const std::string classes =
    "thinlto\nmodule a\nfunction m external insts 5\ncall g\nref table\nref f2\nref state\nvariable table external "
    "constant\nref f\nref g\n"
    "ref base\nvariable state external\nref other\nmodule b\nfunction f external insts 9\nfunction f2 external insts "
    "9\n"
    "function g external insts 9\nfunction h external insts 9\nfunction other external insts 9\nvariable base external "
    "constant\nref h\nref table\nroot m\n";

TEST_CASE("functions of constants that a function refers to, also through others") {
  Problem p = problem(classes);
  CHECK(add_table_targets(p, 64) == 2);
  CHECK(check_problem(p).empty());
  CHECK(calls(p) == "m - g\nm ~ f\nm ~ h\n");
  CHECK(add_table_targets(p, 64) == 0);
}

TEST_CASE("too many are none") {
  Problem p = problem(classes);
  CHECK(add_table_targets(p, 1) == 0);
  CHECK(calls(p) == "m - g\n");
  CHECK(add_table_targets(p, 2) == 2);
}

TEST_CASE("they are imported last") {
  Problem p = problem(classes);
  Options o;
  const auto imported = [&] {
    std::string out;
    const Plan plan = plan_problem(p, o);
    for (const Import& i : plan.modules[0].imports)
      if (p.summaries[i.summary].kind == Kind::function)
        out += std::string(p.name(p.summaries[i.summary].value)) + " " + pass_names[static_cast<std::size_t>(i.pass)] +
               " ";
    return out;
  };
  CHECK(imported() == "g direct ");
  add_table_targets(p, 64);
  CHECK(imported() == "f speculative g direct h speculative ");
  o.import_cutoff = 1;
  CHECK(imported() == "g direct ");
}

TEST_CASE("a table's copies in several modules, and a table of nothing") {
  Problem p = problem(
      "thinlto\nmodule a\nfunction m external insts 5\nref t\nref empty\nvariable t linkonce_odr constant\nref "
      "f\nvariable empty external constant\n"
      "module b\nvariable t linkonce_odr constant\nref f\nfunction f external insts 3\nfunction n external insts "
      "3\nref t\nroot m\nroot n\n");
  CHECK(add_table_targets(p, 64) == 2);
  CHECK(calls(p) == "m ~ f\nn ~ f\n");
}

}  // namespace
