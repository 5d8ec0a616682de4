// Rules one by one, on indexes whose answers are worked out by hand.
#include <doctest/doctest.h>
#include <lathe/thinlto/text.hpp>

#include "unit/lathe/thinlto/random_problem.hpp"

namespace {

using namespace thinlto_test;

// What module "a" gets: "name threshold" for functions, "var name", "decl name"; then "!name reason".
std::string into_a(const std::string& text, Options o = {}) {
  std::string error;
  const auto p = read_problem("thinlto\n" + text, "text", error);
  REQUIRE_MESSAGE(p, error);
  o.print_import_failures = true;
  const std::string wrong = check_everything(*p, o);
  CHECK_MESSAGE(wrong.empty(), wrong);
  const Plan plan = plan_problem(*p, o);
  std::string out;
  for (const Import x : plan.modules[0].imports) {
    const Summary& s = p->summaries[x.summary];
    out += (out.empty() ? "" : ", ") +
           std::string(x.declaration              ? "decl "
                       : s.kind == Kind::variable ? "var "
                                                  : "") +
           p->label(s.value);
    if (!x.declaration && s.kind != Kind::variable) out += " " + std::to_string(x.threshold);
    if (p->modules[s.module].name != "b") out += " from " + p->modules[s.module].name;
  }
  for (const Refused& r : plan.modules[0].refused)
    out += (out.empty() ? "!" : ", !") + p->label(r.value) + " " + reason_names[static_cast<std::size_t>(r.reason)];
  return out;
}

TEST_CASE("thresholds fall by 0.7 from level to level and are cut to integers") {
  const std::string chain =
      "module a\nfunction m external insts 1\ncall f1\nmodule b\n"
      "function f1 external insts 100\ncall f2\nfunction f2 external insts 70\ncall f3\n"
      "function f3 external insts 49\ncall f4\nfunction f4 external insts 34\ncall f5\n"
      "function f5 external insts 23\ncall f6\nfunction f6 external insts 17\n";
  CHECK(into_a(chain) == "f1 100, f2 70, f3 49, f4 34, f5 23, !f6 too_large");
  CHECK(into_a(chain, {.import_instr_limit = 99}) == "!f1 too_large");
}

TEST_CASE("hot calls multiply the offer but pass on what they had; critical ones decay; cold ones get nothing") {
  CHECK(into_a("module a\nfunction m external insts 1\ncall h hot\ncall c critical\ncall d cold\nmodule b\n"
               "function h external insts 1000\ncall h2 hot\ncall n\nfunction h2 external insts 1000\n"
               "function n external insts 100\nfunction c external insts 10000\ncall c2\n"
               "function c2 external insts 71\nfunction d external insts 1\n") ==
        "h 1000, h2 1000, n 100, c 10000, !d cold, !c2 too_large");
}

TEST_CASE("the highest threshold wins, whatever came first") {
  // f is reached over x with 49, and from m itself with 100: g below it gets 70.
  CHECK(into_a("module a\nfunction m external insts 1\ncall x\ncall f\nmodule b\nfunction x external insts 1\ncall y\n"
               "function y external insts 1\ncall f\nfunction f external insts 40\ncall g\n"
               "function g external insts 70\n") == "x 100, y 70, f 100, g 70");
  // LLVM's trap: a critical call from deep down offers much and passes on little.
  const std::string trap =
      "module a\nfunction m external insts 1\ncall p\ncall q\nmodule b\n"
      "function p external insts 1\ncall t\nfunction q external insts 1\ncall r\n"
      "function r external insts 1\ncall t critical\nfunction t external insts 1\ncall u\n"
      "function u external insts 49\n";
  CHECK(into_a(trap) == "p 100, q 100, r 70, t 4900, u 49");
  CHECK(into_a(trap, {.rule = Rule::first_found}) == "p 100, q 100, r 70, t 4900, !u too_large");
}

TEST_CASE("the best copy is taken, not the first") {
  const std::string two =
      "module a\nfunction m external insts 1\ncall f\nmodule b\nfunction f linkonce_odr insts 90\n"
      "call g\nmodule c\nfunction f linkonce_odr insts 30\nmodule d\nfunction g external insts 1\n";
  CHECK(into_a(two) == "f 100 from c");
  CHECK(into_a(two, {.rule = Rule::first_found}) == "f 100, g 70 from d");
}

TEST_CASE("every refusal has its reason") {
  CHECK(
      into_a("module a\nfunction m external insts 1\ncall e1\ncall e2\ncall e3\ncall e4\ncall e5\ncall e6\ncall e7\n"
             "call e8\ncall e9\ncall e10\ncall e11\nmodule b\nfunction e1 weak insts 1\nfunction e2 external insts 1 "
             "kernel\n"
             "function e3 external insts 1 noteligible\nfunction e4 external insts 1 priority 0\n"
             "function e5 external insts 1 noinline\nfunction e6 external insts 1 addrspace25\nvariable e7 external\n"
             "function e8 internal insts 1\nfunction e9 external insts 101\nfunction e10 weak_odr insts 1 name other\n"
             "module c\nfunction e8 internal insts 1\nroot m\n") ==
      "!e1 interposable_linkage, !e2 kernel, !e3 not_eligible, !e4 not_importable, !e5 no_inline, "
      "!e6 skipped_declaration, !e7 not_a_function, !e8 local_linkage_elsewhere, !e9 too_large, !e10 name_mismatch, "
      "!e11 no_summary");
}

TEST_CASE("dead functions, and dead copies of what is defined elsewhere, are not imported") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f\nfunction n external insts 1\ncall g\n"
      "module b\nfunction f external insts 1\nfunction g external insts 1\n";
  CHECK(into_a(text) == "f 100, g 100");  // no roots: nothing can be called dead
  CHECK(into_a(text + "root m\n") == "f 100");
  CHECK(into_a(text + "root m\n", {.compute_dead = false}) == "f 100, g 100");
  CHECK(into_a(text + "root m\noutside f\n") == "!f not_live");
  CHECK(into_a("module a\nfunction k external insts 1 kernel\ncall f\nmodule b\nfunction f external insts 1\n"
               "function g external insts 1\ncall f\n") == "f 100");  // a kernel is a root
}

TEST_CASE("priorities, forced and low; always inline") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f cold\ncall g\ncall h\ncall i\nmodule b\n"
      "function f external insts 5000 priority 3\nfunction g external insts 51 priority 1\n"
      "function h external insts 50 priority 1\nfunction i external insts 999 alwaysinline\n";
  CHECK(into_a(text) == "f 0, h 100, i 100, !g too_large");
  CHECK(into_a(text, {.force_priority = 2}) == "f 0, g 100, h 100, i 100");
  CHECK(into_a("module a\nfunction m external insts 1\ncall z\nmodule b\nfunction z external insts 60 priority 0\n",
               {.force_priority = 1}) == "!z too_large");
}

TEST_CASE("aliases are followed; their body is visited once") {
  CHECK(
      into_a(
          "module a\nfunction m external insts 1\ncall y\ncall x hot\nmodule b\nfunction f internal insts 80\ncall g\n"
          "alias x external y\nalias y external f\nfunction g external insts 100\n") == "x 1000, y 100, g 100");
  CHECK(into_a("module a\nfunction m external insts 1\ncall x\nmodule b\nfunction f weak insts 1\nalias x weak f\n") ==
        "!x interposable_linkage");
}

TEST_CASE("local functions with one name: each caller gets its own") {
  CHECK(
      into_a("module a\nfunction m external insts 1\ncall f\ncall g\nmodule b\nfunction f external insts 1\ncall s*5\n"
             "function s*5 internal insts 2\nmodule c\nfunction g external insts 1\ncall s*5\n"
             "function s*5 internal insts 3\n") == "f 100, s 70, g 100 from c, s 70 from c");
}

TEST_CASE("a replaceable copy: the prevailing one, where the world is closed") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f\nmodule b\nfunction f weak insts 9\n"
      "module c\nfunction f weak insts 3\n";
  CHECK(into_a(text) == "!f interposable_linkage");
  CHECK(into_a(text, {.interposable = Interposable::prevailing}) == "f 100");
}

TEST_CASE("the budget goes to direct callees, then to higher offers, and only to what is reached") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f\ncall h hot\ncall s speculative\nmodule b\n"
      "function f external insts 1\ncall t\nfunction h external insts 1\ncall u critical\n"
      "function s external insts 1\nfunction t external insts 1\nfunction u external insts 1\n";
  CHECK(into_a(text, {.import_cutoff = 0}) ==
        "!f import_cutoff, !h import_cutoff, !s import_cutoff, !t import_cutoff, !u import_cutoff");
  CHECK(into_a(text, {.import_cutoff = 1}).starts_with("h 1000, !f"));
  CHECK(into_a(text, {.import_cutoff = 3}).starts_with("f 100, h 1000, u 10000, !s"));
  CHECK(into_a(text, {.import_cutoff = 4}) == "f 100, h 1000, t 70, u 10000, !s import_cutoff");
  CHECK(into_a(text, {.fuel = 2}).starts_with("f 100, h 1000, !s"));
  // Exactly enough is enough, and nothing was left out.
  const std::string all = "f 100, h 1000, s 100, t 70, u 10000";
  CHECK(into_a(text, {.import_cutoff = 5}) == all);
  CHECK(into_a(text, {.fuel = 5}) == all);
  std::string error;
  const auto p = read_problem("thinlto\n" + text, "text", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(plan_problem(*p, {.fuel = 5}).stats.out_of_fuel == 0);
  CHECK(plan_problem(*p, {.fuel = 4}).stats.out_of_fuel == 1);
  CHECK(plan_problem(*p, {.import_cutoff = 4, .fuel = 5}).stats.out_of_fuel == 0);
}

// Single precision has 24 bits: above 2^24 the product is rounded, and the threshold with it.
TEST_CASE("thresholds above 2^24 are rounded as single precision rounds") {
  CHECK(scaled(16777216, 1.0F) == 16777216);
  CHECK(scaled(16777217, 1.0F) == 16777216);
  CHECK(scaled(16777219, 1.0F) == 16777220);
  CHECK(scaled(16777217, 1.5F) == 25165824);   // rounded before the product, too
  CHECK(evolved(16777219, 1.0F) == 16777219);  // never more than there was
  CHECK(evolved(16777217, 1.0F) == 16777216);
  CHECK(scaled(100, 16777217.0F) == 1677721600);
  CHECK(scaled(1, 4294967040.0F) == largest_threshold);
  CHECK(scaled(1, 4294966784.0F) == 4294966784U);
  CHECK(scaled(4294967292U, 1.0F) == largest_threshold);
  CHECK(scaled(4294967295U, 2.0F) == largest_threshold);
  CHECK(scaled(100, 0.7F) == 70);
  // f is let in by what 2^24 + 1 is rounded to, and one more is not; the plan tells at most largest_told.
  const std::string text = "module a\nfunction m external insts 1\ncall f hot\nmodule b\nfunction f external insts ";
  CHECK(into_a(text + "16777216\n", {.import_instr_limit = 16777217, .import_hot_multiplier = 1}) == "f 16777215");
  CHECK(into_a(text + "16777217\n", {.import_instr_limit = 16777217, .import_hot_multiplier = 1}) == "!f too_large");
}

TEST_CASE("gate, address-taken functions, everything") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f counted\nref g\nmodule b\n"
      "function f external insts 999\nfunction g external insts 9\nfunction h external insts 5000\n"
      "variable v external\n";
  CHECK(into_a(text) == "!f too_large");
  CHECK(into_a(text, {.profile_gate = true}) == "f 100");
  CHECK(into_a(text, {.import_address_taken = true}) == "g 100, !f too_large");
  CHECK(into_a(text, {.force_import_all = true}) == "f 100");
  CHECK(into_a(text, {.import_all_index = true}) == "f 100, g 0, h 0, var v");
}

TEST_CASE("variables that functions refer to, and what their initializers refer to") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f\nmodule b\nfunction f external insts 1\nref t\n"
      "ref w writeonly\nref o\nvariable t external constant\nref u\nvariable u internal\n"
      "variable w internal writeonly\nref x\nvariable x external\nvariable o external\nref u\n";
  CHECK(into_a(text) == "f 100, var t, var u, var w");  // o has references and is no constant
  CHECK(into_a(text, {.import_constants_with_refs = false}) == "f 100, var w");
  CHECK(into_a(text, {.propagate_attrs = false}) == "f 100, var t, var u");
  CHECK(into_a(text, {.import_declaration = true}) == "f 100, var t, var u, var w, decl o");
}

TEST_CASE("read-only and write-only: every live reference must say so") {
  const auto attributes = [](const std::string& rest) {
    std::string error;
    const auto p = read_problem(
        "thinlto\nmodule a\nvariable v internal readonly writeonly\nfunction m external insts 1\n"
        "ref v readonly\n" +
            rest,
        "text", error);
    REQUIRE_MESSAGE(p, error);
    CHECK(check_everything(*p, {}) == "");
    return plan_problem(*p).analysis.attributes[0];
  };
  CHECK(attributes("") == flag::read_only);
  CHECK(attributes("function n external insts 1\nref v\n") == 0);
  CHECK(attributes("function n external insts 1\nref v\nroot m\n") == flag::read_only);  // n is dead
  CHECK(attributes("function n external insts 1\nref v readonly\nvariable w external\nref v\n") == 0);
  CHECK(attributes("alias w external v\nfunction n external insts 1\nref w writeonly\n") == 0);
  CHECK(attributes("root v\n") == 0);
}

TEST_CASE("norecurse and nounwind") {
  std::string error;
  const auto p = read_problem(
      "thinlto\nmodule a\nfunction leaf external insts 1\nfunction up external insts 1\ncall leaf\n"
      "function self external insts 1\ncall self\nfunction p external insts 1\ncall q\n"
      "function q external insts 1\ncall p\nfunction any external insts 1 unknowncall\n"
      "function out external insts 1\ncall puts\nfunction throws external insts 1 maythrow\n"
      "function above external insts 1\ncall throws\n"
      "function catches external insts 1 nounwind\ncall throws\n",
      "text", error);
  REQUIRE_MESSAGE(p, error);
  CHECK(check_everything(*p, {}) == "");
  const auto bits = plan_problem(*p).analysis.attributes;
  const std::uint32_t both = flag::no_recurse | flag::no_unwind;
  CHECK(bits == std::vector<std::uint32_t>{both, both, flag::no_unwind, flag::no_unwind, flag::no_unwind, 0, 0,
                                           flag::no_recurse, flag::no_recurse, both});
  const Options off{.disable_thinlto_funcattrs = true};
  CHECK(plan_problem(*p, off).stats.no_recurse == 0);
}

TEST_CASE("workloads replace thresholds in the module of their root") {
  const std::string text =
      "module a\nfunction m external insts 1\ncall f\nmodule b\nfunction f external insts 1\n"
      "function g external insts 5000 noinline\nref t\nvariable t external\nfunction k external insts 1 kernel\n"
      "root m\nroot g\n";
  CHECK(into_a(text + "workload m g k nobody\n") == "g 0, var t, !k kernel, !nobody no_summary");
  CHECK(into_a(text + "module c\nfunction m external insts 2\nworkload m g\n") == "f 100");  // two roots: ignored
}

TEST_CASE("remarks and counters") {
  std::string error;
  const auto p = read_problem(
      "thinlto\nmodule a\nfunction m external insts 1\ncall f\ncall g\nmodule b\n"
      "function f external insts 7\nfunction g external insts 700\n",
      "text", error);
  REQUIRE(p);
  lathe::RemarkList list;
  const Plan plan = plan_problem(*p, {}, list);
  REQUIRE(list.remarks.size() == 2);
  CHECK(list.remarks[0].text == "imported from b into a, cost 7, threshold 100");
  CHECK(list.remarks[1].text == "not imported into a: too_large, threshold 100");
  CHECK(plan.modules[0].refused.empty());
  CHECK(plan.stats.functions == 1);
  CHECK(plan.stats.visits == 4);  // each function in its own module, and f in a
  CHECK(plan.stats.refused[static_cast<std::size_t>(Reason::too_large)] == 1);
}

}  // namespace
