// Passes on phis and loops: a phi that is no choice, blocks for copies that would often be run in vain, a loop that is
// entered at two places, one that tests at its top, and two conditions for one place.
// Compile: g++ -std=c++20 -I include examples/pass_ways.cpp
#include <lathe/passes/node_splitting.hpp>
#include <lathe/passes/optimize_phis.hpp>
#include <lathe/passes/rotate_loops.hpp>
#include <lathe/passes/split_edges.hpp>
#include <lathe/passes/structurize.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  Effects effects() const {
    if (name == "if" || name == "jump" || name == "return") return Effect::terminator;
    return name == "phi" ? Effect::phi : name == "show" ? Effect::side_effect : Effect::none;
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
/// A Store that knows how its blocks end: `if` with two targets, or `jump`.
struct Code : Store<Operation> {
  static constexpr Facts facts = Store<Operation>::facts | Fact::branches;
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b))
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Branch<BlockId, InstId, ValueId> way;
        way.target = targets(i)[k], way.at = i;
        way.conditional = payload(i).name == "if" && k == 0;
        for_each_operand(i, [&](const auto& o) { way.condition = o.value; });
        f(way);
      }
  }
  std::vector<BlockId> blocks_of(int count) {
    std::vector<BlockId> out;
    for (int k = 0; k < count; ++k) {
      out.push_back(make_block());
      put_block(out.back(), true);
    }
    return out;
  }
  ValueId parameter() {
    const ValueId v = make_value();
    add_parameter(v);
    return v;
  }
  void append(BlockId b, const char* name, std::vector<ValueId> uses, std::vector<ValueId> results = {},
              std::vector<BlockId> to = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    for (const ValueId v : results) operands.push_back({v, Role::def});
    put(make({name}, operands, to), {b, {}});
  }
  ValueId phi(BlockId b, std::vector<std::pair<BlockId, ValueId>> in) {
    const Operand<ValueId> result{make_value(), Role::def};
    const InstId made = make({"phi"}, {&result, 1});
    set_incoming(made, in);
    put(made, {b, {}});
    return result.value;
  }
};

// if (c) { s = x + y; show(x); }   with phis for s or x, for x or y, and for x on both ways
bool phis() {
  Code code;
  const ValueId c = code.parameter(), x = code.parameter(), y = code.parameter(), s = code.make_value();
  const auto b = code.blocks_of(3);
  code.append(b[0], "if", {c}, {}, {b[1], b[2]});
  code.append(b[1], "add", {x, y}, {s});
  code.append(b[1], "show", {x});
  code.append(b[1], "jump", {}, {}, {b[2]});
  const ValueId one = code.phi(b[2], {{b[1], s}, {b[0], x}}), two = code.phi(b[2], {{b[1], x}, {b[0], y}}),
                same = code.phi(b[2], {{b[1], x}, {b[0], x}});
  code.append(b[2], "show", {one, two, same});
  code.append(b[2], "return", {});
  const auto simple = passes::optimize_phis(code);
  const auto split = passes::split_edges(code);  // on the way past `add` two copies would be run, else they are in vain
  std::printf("%u phi of one value; %u edge split for %u copies\n%s", static_cast<unsigned>(simple.stats.single_value),
              static_cast<unsigned>(split.stats.split), static_cast<unsigned>(split.stats.copies), code.text().c_str());
  return simple.stats.single_value == 1 && split.stats.split == 1;
}

// if (c) goto middle; while (n) { show(n); middle: show(c); }
bool loops() {
  Code code;
  const ValueId c = code.parameter(), n = code.parameter();
  const auto b = code.blocks_of(5);
  code.append(b[0], "if", {c}, {}, {b[3], b[1]});
  code.append(b[1], "if", {n}, {}, {b[2], b[4]});
  code.append(b[2], "show", {n});
  code.append(b[2], "jump", {}, {}, {b[3]});
  code.append(b[3], "show", {c});
  code.append(b[3], "jump", {}, {}, {b[1]});
  code.append(b[4], "return", {});
  const auto natural = passes::split_nodes(code);
  const auto turned = passes::rotate_loops(code, {}, [](BlockId) { return true; });
  std::printf("%u cycle with two entries, %u block copied for it; %u loop tests at its end\n%s",
              static_cast<unsigned>(natural.stats.cycles), static_cast<unsigned>(natural.stats.copies),
              static_cast<unsigned>(turned.stats.rotated), code.text().c_str());
  return natural.stats.cycles == 1 && turned.stats.rotated == 1;
}

// What says which way was taken.
struct Flags {
  Code& code;
  ValueId make_flag() { return code.make_value(); }
  InstId make_set(ValueId flag, bool on) {
    const Operand<ValueId> result{flag, Role::def};
    return code.make({on ? "one" : "zero"}, {&result, 1});
  }
  InstId make_branch(ValueId flag, BlockId yes, BlockId no) {
    const Operand<ValueId> use{flag, Role::use};
    const BlockId to[] = {yes, no};
    return code.make({"if"}, {&use, 1}, to);
  }
};
// if (c || n) show(c); else show(n);
bool conditions() {
  Code code;
  const ValueId c = code.parameter(), n = code.parameter();
  const auto b = code.blocks_of(5);
  code.append(b[0], "if", {c}, {}, {b[2], b[1]});
  code.append(b[1], "if", {n}, {}, {b[2], b[3]});
  for (const int k : {2, 3}) {
    code.append(b[static_cast<std::size_t>(k)], "show", {k == 2 ? c : n});
    code.append(b[static_cast<std::size_t>(k)], "jump", {}, {}, {b[4]});
  }
  code.append(b[4], "return", {});
  Flags flags{code};
  const auto guarded = passes::structurize(code, flags);
  std::printf("%u region leads through one place, by %u instructions\n%s", static_cast<unsigned>(guarded.stats.regions),
              static_cast<unsigned>(guarded.stats.insts), code.text().c_str());
  return guarded.stats.regions == 1;
}

int main() {
  const bool first = phis(), second = loops(), third = conditions();
  return first && second && third ? 0 : 1;
}
