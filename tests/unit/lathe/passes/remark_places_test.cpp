// Where remarks say that a change is made: what the View knows of the instruction, and nothing where it knows nothing.
#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/rename_webs.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using toy::EditFunction, toy::InstId;

// Every third instruction is of line 0: nothing is known of it.
template <class Code>
struct Placed : Code {
  static constexpr program::Facts facts = Code::facts | program::Fact::location;
  using Code::Code;
  SourcePlace location(InstId i) const {
    return i.value % 3 == 0 ? SourcePlace() : SourcePlace{"a.toy", i.value + 1, 2};
  }
};
static_assert(program::is_view<Placed<EditFunction>>());
static_assert(!program::Facts(EditFunction::facts).has(program::Fact::location));  // the toy machine has no source

template <class P>
RemarkList remarks_of(P& code) {
  RemarkList out;
  passes::optimize_phis(code, {}, out);
  passes::coalesce(code, {}, out);
  passes::rename_webs(code, {}, out);
  passes::fold_branches(code, {}, out);
  return out;
}

}  // namespace

TEST_CASE("remarks have the places that the View knows, and are what they are without") {
  std::uint32_t placed = 0, all = 0;
  toy::RandomFunctions random(7);
  for (int round = 0; round < 60; ++round) {
    const toy::SsaFunction ssa = random.next();
    EditFunction plain(ssa);
    Placed<EditFunction> known(ssa);
    passes_test::leave_ssa(plain);
    passes_test::leave_ssa(known);
    const RemarkList without = remarks_of(plain), with = remarks_of(known);
    REQUIRE(without.remarks.size() == with.remarks.size());
    for (std::size_t k = 0; k < with.remarks.size(); ++k) {
      const SourcePlace at = with.remarks[k].location;
      CHECK(with.remarks[k].name == without.remarks[k].name);
      CHECK(with.remarks[k].text == without.remarks[k].text);
      CHECK_FALSE(without.remarks[k].location);
      ++all;
      if (!at) continue;
      ++placed;
      CHECK(at.file == "a.toy");
      CHECK(at.column == 2);
      // Instructions that a pass made have places of their own here; all others are known.
      CHECK((at.line - 1) % 3 != 0);
    }
  }
  CHECK(all > 100);
  CHECK(placed * 2 > all);
}

TEST_CASE("an instruction, a block, what is looked for, and a function") {
  Placed<passes_test::SmallCode> f;
  const auto first = f.block(), second = f.block();
  const auto v = f.make_value();
  std::vector<InstId> made;
  for (int k = 0; k < 4; ++k) made.push_back(f.write(k < 2 ? second : first, "set", {}, {}, v));
  RemarkList list;
  passes::Changes changes("p", 9, list);
  const auto text = [] { return std::string("t"); };
  changes.remark(Remark::Kind::passed, "Inst", f, made[1], text);
  changes.remark(Remark::Kind::passed, "Block", f, passes::InBlock{first}, text);
  changes.remark(Remark::Kind::passed, "Sought", f, passes::Sought{[&] { return std::optional(made[2]); }}, text);
  changes.remark(Remark::Kind::passed, "Nothing", f, passes::Sought{[&] { return std::optional<InstId>(); }}, text);
  changes.remark(Remark::Kind::passed, "Function", f, text);
  const auto known = [&](InstId i) { return f.location(i); };
  CHECK(list.remarks[0].location == known(made[1]));
  CHECK(list.remarks[1].location == (known(made[2]) ? known(made[2]) : known(made[3])));
  CHECK(list.remarks[2].location == known(made[2]));
  CHECK_FALSE(list.remarks[3].location);
  CHECK(list.remarks[4].location == list.remarks[1].location);
  std::uint32_t asked = 0;
  NoRemarks nobody;
  passes::Changes quiet("p", 9, nobody);
  quiet.remark(Remark::Kind::passed, "Sought", f, passes::Sought{[&] { return ++asked, std::optional(made[2]); }},
               text);
  CHECK(asked == 0);  // silence asks nothing
}
