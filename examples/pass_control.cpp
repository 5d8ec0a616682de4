// Passes on control flow: an if becomes a select, what is left behind is folded, a short block that many jump to is
// copied, and the blocks are put in an order with few jumps.
// Compile: g++ -std=c++20 -I include examples/pass_control.cpp
#include <lathe/passes/block_placement.hpp>
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/tail_duplication.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  Effects effects() const {
    if (name == "if" || name == "unless" || name == "jump" || name == "return") return Effect::terminator;
    return name == "phi" ? Effect::phi : name == "show" ? Effect::side_effect : Effect::none;
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
/// A Store that knows how its blocks end: `if` or `unless` with two targets, or `jump`.
struct Code : Store<Operation> {
  using Way = Branch<BlockId, InstId, ValueId>;
  static constexpr Facts facts = Store<Operation>::facts | Fact::branches;

  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b))
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Way way;
        way.target = targets(i)[k], way.at = i;
        way.conditional = payload(i).name != "jump" && k == 0;
        way.negated = payload(i).name == "unless";
        for_each_operand(i, [&](const auto& o) { way.condition = o.value; });
        f(way);
      }
  }
  /// For if-conversion: `taken` where the branch would be taken.
  std::optional<InstId> make_select(ValueId to, const Way& way, ValueId taken, ValueId other) {
    const Operand<ValueId> all[] = {{way.condition, Role::use},
                                    {way.negated ? other : taken, Role::use},
                                    {way.negated ? taken : other, Role::use},
                                    {to, Role::def}};
    return make({"select"}, all);
  }
  /// For placement: the same branch with its condition turned round.
  InstId make_inverted(InstId i) {
    const InstId made = clone(i);
    payload(made).name = payload(i).name == "if" ? "unless" : "if";
    return made;
  }

  BlockId block() {
    const BlockId b = make_block();
    put_block(b, true);
    return b;
  }
  InstId append(BlockId b, const char* name, std::vector<ValueId> uses, std::vector<ValueId> results = {},
                std::vector<BlockId> to = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    for (const ValueId v : results) operands.push_back({v, Role::def});
    const InstId made = make({name}, operands, to);
    put(made, {b, {}});
    return made;
  }
};

int main() {
  // do { m = c ? x + y : x; show(m); } while (go); if (c) show(x); else show(y); return;
  Code code;
  const ValueId go = code.make_value(), c = code.make_value(), x = code.make_value(), y = code.make_value();
  for (const ValueId v : {go, c, x, y}) code.add_parameter(v);
  const BlockId entry = code.block(), out = code.block(), behind = code.block(), yes = code.block(), no = code.block(),
                head = code.block(), side = code.block(), join = code.block(), again = code.block();
  code.append(entry, "jump", {}, {}, {head});
  code.append(out, "return", {});
  code.append(head, "if", {c}, {}, {side, join});
  const ValueId sum = code.make_value(), m = code.make_value();
  code.append(side, "add", {x, y}, {sum});
  code.append(side, "jump", {}, {}, {join});
  const std::pair<BlockId, ValueId> taken[] = {{side, sum}, {head, x}};
  code.set_incoming(code.append(join, "phi", {}, {m}), taken);
  code.append(join, "show", {m});
  code.append(join, "if", {go}, {}, {again, behind});
  code.append(again, "jump", {}, {}, {head});
  code.append(behind, "if", {c}, {}, {yes, no});
  for (const BlockId b : {yes, no}) {
    code.append(b, "show", {b == yes ? x : y});
    code.append(b, "jump", {}, {}, {out});
  }

  passes::IfConversionOptions ifs;
  ifs.always = true;  // nobody said what anything costs
  const auto converted = passes::convert_ifs(code, ifs);
  const auto folded = passes::fold_branches(code);  // `again` does nothing, the loop is one block
  const auto copied = passes::duplicate_tails(code);
  const auto placed = passes::place_blocks(code);
  std::printf("%u triangles with %u selects; folded %u, copied %u; jumps cost %.1f, then %.1f\n%s",
              static_cast<unsigned>(converted.stats.triangles), static_cast<unsigned>(converted.stats.selects),
              static_cast<unsigned>(folded.changes), static_cast<unsigned>(copied.changes), placed.before,
              placed.behind, code.text().c_str());
  return converted.stats.selects == 1 && copied.stats.copies == 2 && placed.behind < placed.before ? 0 : 1;
}
