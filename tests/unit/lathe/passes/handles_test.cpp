// Origins, handles to names, known conditions: random functions of the toy machine, run before and behind; origins beside
// sweeps of the whole function with plain sets; by hand what each looks for.
#include <doctest/doctest.h>

#include <algorithm>
#include <ranges>
#include <set>

#include <lathe/passes/fold_conditions.hpp>
#include <lathe/passes/name_handles.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/toy_clients.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;

using Sets = std::vector<std::optional<std::set<std::uint32_t>>>;  // nothing: anything
Sets swept(const EditFunction& code, std::size_t most) {
  Sets all(code.value_count(), std::set<std::uint32_t>());
  code.for_each_parameter([&](ValueId v) { all[v.value].reset(); });
  const ToyOrigins client{code};
  for (bool more = true; more;) {
    more = false;
    const auto join = [&](ValueId to, const std::optional<std::set<std::uint32_t>>& in) {
      auto& have = all[to.value];
      const auto was = have;
      if (!in) have.reset();
      if (have) have->insert(in->begin(), in->end());
      if (have && have->size() > most) have.reset();
      more |= have != was;
    };
    for (const BlockId b : code.blocks())
      for (const InstId i : code.instructions(b))
        code.for_each_operand(i, [&](const auto& o) {
          if (!o.is_def()) return;
          const auto kind = code.payload(i).kind;
          if (kind == toy::FrameOp::Kind::phi)
            code.for_each_incoming(i, [&](BlockId, ValueId v) { join(o.value, all[v.value]); });
          else if (kind == toy::FrameOp::Kind::move)
            join(o.value, all[code.inst(i).reads[0]]);
          else if (!client.origins(
                       i, o.value, [&](std::uint32_t n) { join(o.value, std::set{n}); },
                       [&](ValueId v) { join(o.value, all[v.value]); }))
            join(o.value, std::nullopt);
        });
  }
  return all;
}

// What phis of reached blocks take comes from blocks that go there.
void phis_name_predecessors(const EditFunction& f) {
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      f.for_each_incoming(i, [&](BlockId from, ValueId) {
        bool goes = false;
        f.for_each_successor(from, [&](BlockId to) { goes |= to == b; });
        CHECK(goes);
      });
}

// By hand: what makes a handle is named "object N"; "use" has one.
struct SmallHandles {
  SmallCode& code;
  bool keeps = false;
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&&) const {
    const std::string& name = code.payload(i).name;
    if (!name.starts_with("object ")) return false;
    own(static_cast<std::uint32_t>(name[7] - '0'));
    return true;
  }
  template <class F>
  void for_each_handle(InstId i, F&& f) const {
    if (code.payload(i).name != "use") return;
    std::uint32_t k = 0;
    code.for_each_operand(i, [&](const auto& o) { f(k++, o.value); });
  }
  std::optional<InstId> make_named(InstId, std::uint32_t, std::uint32_t object) {
    if (keeps) return {};
    return code.make({"use " + std::to_string(object), Effect::side_effect, {}}, {});
  }
};

}  // namespace

TEST_CASE("origins: what sweeps of the whole function find") {
  toy::RandomFunctions random(911);
  std::uint64_t known = 0, several = 0, anything = 0;
  for (int round = 0; round < 150; ++round) {
    EditFunction code(random.next());
    if (round % 2 == 0) leave_ssa(code);
    for (const std::uint32_t most : {1U, 3U, 8U}) {
      const passes::Origins<EditFunction> origins(code, ToyOrigins{code}, {most, true});
      const Sets twin = swept(code, most);
      for (std::uint32_t v = 0; v < twin.size(); ++v) {
        bool mentioned = false;
        for (const BlockId b : code.blocks())
          for (const InstId i : code.instructions(b))
            code.for_each_operand(i, [&](const auto& o) { mentioned |= o.value == ValueId(v); });
        if (!mentioned) continue;
        const auto of = origins.of(ValueId(v));
        CHECK(origins.anything(ValueId(v)) == !twin[v].has_value());
        if (twin[v]) CHECK(std::set<std::uint32_t>(of.begin(), of.end()) == *twin[v]);
        known += twin[v] && twin[v]->size() == 1, several += twin[v] && twin[v]->size() > 1, anything += !twin[v];
        CHECK(origins.only(ValueId(v)).has_value() == (twin[v] && twin[v]->size() == 1));
      }
    }
  }
  CHECK(known > 1000);
  CHECK(several > 100);
  CHECK(anything > 1000);
}

TEST_CASE("names for handles: copies of what is always one constant, and the code does the same") {
  std::uint64_t named = 0, left = 0;
  on_random_functions(
      921,
      [&](EditFunction& f, toy::RandomFunctions&) {
        leave_ssa(f);
        return [&](EditFunction& code) {
          ToyHandles client(code);
          const auto result = passes::name_handles(code, client);
          named += result.stats.named, left += result.stats.unknown + result.stats.several;
          CHECK(result.stats.looked_at == result.stats.named + result.stats.unknown + result.stats.several);
          CHECK(result.changes == result.stats.named);
        };
      },
      [](const EditFunction&, const EditFunction&) {}, 150);
  CHECK(named > 50);
  CHECK(left > 100);
  every_prefix(922, leave_ssa, [](EditFunction& code, std::uint64_t fuel) {
    passes::NameHandlesOptions options;
    options.fuel = fuel;
    ToyHandles client(code);
    return passes::name_handles(code, client, options).out_of_fuel;
  });
}

TEST_CASE("names for handles: by all definitions, through phis and copies") {
  const auto run = [](const std::string& left, const std::string& right, bool copied, bool keeps) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), r = code.block(), end = code.block();
    const ValueId p = code.parameter();
    code.branch(b, p, l, r);
    const ValueId x = code.op(l, left, Effects{}, {}), y = code.op(r, right, Effects{}, {});
    code.jump(l, end);
    code.jump(r, end);
    ValueId v = code.phi(end, {{l, x}, {r, y}});
    if (copied) {
      const ValueId c = code.make_value();
      code.put(code.make_copy(c, v), {end, {}});
      v = c;
    }
    code.add(end, {"use", Effect::side_effect, {}}, {{v, Role::use}});
    code.ret(end);
    SmallHandles client{code, keeps};
    passes::NameHandlesOptions options;
    options.explain = true;
    RemarkList remarks;
    const auto result = passes::name_handles(code, client, options, remarks);
    CHECK(remarks.remarks.size() == 1);
    if (result.stats.named == 1) {
      CHECK(result.kept.empty());
      CHECK(remarks.remarks[0].name == std::string("HandleNamed"));
      return code.names(end).substr(code.names(end).find("use"));
    }
    REQUIRE(result.kept.size() == 1);
    return std::string(passes::name_handles_reason_names[static_cast<std::size_t>(result.kept[0].reason)]);
  };
  CHECK(run("object 3", "object 3", false, false) == "use 3 ret");
  CHECK(run("object 3", "object 3", true, false) == "use 3 ret");
  CHECK(run("object 3", "object 4", true, false) == "one of several objects");
  CHECK(run("object 3", "loaded", true, false) == "the object is not known");
  CHECK(run("object 3", "object 3", false, true) == "there is no form with a name");
}

TEST_CASE("conditions that are known: branches, and the code does the same") {
  passes::FoldConditionsStats all;
  toy::RandomFunctions random(931);
  for (int round = 0; round < 250; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa), behind(ssa);
    toy::RandomFunctions one(931U + static_cast<std::uint32_t>(round)), same(931U + static_cast<std::uint32_t>(round));
    for (EditFunction* f : {&before, &behind})
      if (round % 2 == 0) leave_ssa(*f);
    decide_some(before, one);
    decide_some(behind, same);
    const std::uint64_t fuel = round % 3 == 0 ? static_cast<std::uint64_t>(round % 5) : ~std::uint64_t{0};
    passes::FoldConditionsOptions options;
    options.fuel = fuel;
    ToyConditions client{behind};
    const auto result = passes::fold_conditions(behind, client, options);
    CHECK(result.changes <= fuel);
    same_to_the_machine(before, behind);
    phis_name_predecessors(behind);
    all.branches += result.stats.branches, all.blocks += result.stats.blocks;
    if (fuel > 1000) {
      if (result.stats.branches != 0)
        CHECK(reached(behind).size() == static_cast<std::size_t>(std::ranges::distance(behind.blocks())));
      CHECK(passes::fold_conditions(behind, client).stats.branches == 0);
    }
  }
  CHECK(all.branches > 200);
  CHECK(all.blocks > 100);
}

TEST_CASE("conditions that are known: every analysis beside") {
  toy::RandomFunctions random(941);
  for (int round = 0; round < 15; ++round) {
    EditFunction code(random.next());
    decide_some(code, random);
    with_followers(code, [&](EditFunction& f, auto&... observers) {
      ToyConditions client{f};
      passes::fold_conditions(f, client, {}, NoRemarks{}, observers...);
    });
  }
}
