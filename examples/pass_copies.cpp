// Passes behind register assignment, where a register stands for many values: copies forward and backward, what is in its
// register already, readers in front of copies, a name for each value, and lanes that nobody reads.
// Compile: g++ -std=c++20 -I include examples/pass_copies.cpp
#include <lathe/passes/dead_lanes.hpp>
#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/propagate_copies.hpp>
#include <lathe/passes/read_before_copies.hpp>
#include <lathe/passes/rename_webs.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  Effects effects() const {
    if (name == "jump" || name == "return") return Effect::terminator;
    return name == "copy" ? Effect::copy : name == "show" ? Effect::side_effect : Effect::none;
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
using Code = Store<Operation>;
using Operands = std::vector<Operand<ValueId>>;

int main() {
  Code code;
  const BlockId block = code.make_block();
  code.put_block(block, true);
  const auto append = [&](const char* name, Operands operands) { code.put(code.make({name}, operands), {block, {}}); };
  const auto value = [&] { return code.make_value(); };
  const auto use = [](ValueId v) { return Operand<ValueId>{v, Role::use}; };
  const auto def = [](ValueId v) { return Operand<ValueId>{v, Role::def}; };
  const ValueId a = value(), b = value(), t = value(), v = value(), w = value(), k = value(), x = value(), y = value();
  for (const ValueId parameter : {a, b}) code.add_parameter(parameter);

  append("mul", {use(a), use(b), def(t)});  // writes v directly: t is copied there and read by nobody else
  append("copy", {use(t), def(v)});
  append("copy", {use(v), def(w)});  // goes: who reads w may read v
  append("seven", {def(k)});
  append("show", {use(w), use(k)});
  append("seven", {def(k)});  // goes: k has it
  Operand<ValueId> in_place = use(x);
  in_place.tied = 0;
  append("copy", {use(v), def(x)});  // v is read once more behind x, which is written over
  append("add", {in_place, use(k), def(x)});
  append("sub", {use(v), use(k), def(y)});  // goes in front of the copy, which is v's end then
  append("show", {use(x), use(y)});
  for (int n = 0; n < 2; ++n) {  // k again, for two values more
    append(n == 0 ? "one" : "two", {def(k)});
    append("show", {use(k)});
  }
  const ValueId both = value(), upper = value();
  Operand<ValueId> low = def(both), high = def(both), read = use(both);
  low.lanes = read.lanes = 1, high.lanes = 2;
  append("three", {def(upper)});
  append("copy", {use(a), low});
  append("copy", {use(upper), high});  // goes, and what it copies: of `both` the lower lane alone is read
  append("show", {read});
  append("return", {});

  const auto copied = passes::propagate_copies(code);
  const auto cleaned = passes::late_cleanup(code);
  const auto freed = passes::read_before_copies(code);
  const auto lanes = passes::drop_dead_lanes(code, passes::NamedLanes<Code>(code));
  const auto named = passes::rename_webs(code);
  std::printf(
      "%u result written directly, %u read forwarded, %u copy dead; %u computed again; %u reader moved; "
      "%u instructions for dead lanes; %u webs renamed\n%s",
      static_cast<unsigned>(copied.stats.backward), static_cast<unsigned>(copied.stats.forwarded),
      static_cast<unsigned>(copied.stats.dead), static_cast<unsigned>(cleaned.stats.erased),
      static_cast<unsigned>(freed.stats.moved), static_cast<unsigned>(lanes.stats.erased),
      static_cast<unsigned>(named.stats.renamed), code.text().c_str());
  return copied.stats.backward == 1 && copied.stats.dead == 1 && cleaned.stats.erased == 1 && freed.stats.moved == 1 &&
                 lanes.stats.erased == 2 && named.stats.renamed == 2
             ? 0
             : 1;
}
