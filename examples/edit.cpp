// A function on a Store, changed with its analyses following: an edge is split and copied code is tried and taken back,
// while use lists, dominators and liveness stay right, and each is compared with itself made anew after every edit.
// Compile: g++ -std=c++20 -I include examples/edit.cpp
#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/program/store.hpp>
#include <lathe/program/use_def.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace flow = lathe::flow;

// The user's part of an instruction: an operation. Operands, targets, order and use lists are the Store's.
struct Operation {
  std::string name;
  Effects effects() const {
    return name == "jump" || name == "branch" || name == "return" ? Effects(Effect::terminator) : Effects();
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
using Code = Store<Operation>;

int main() {
  // i = zero; do { i = add i n } while (i); return i
  Code code;
  const ValueId n = code.make_value(), i = code.make_value();
  code.add_parameter(n);
  const BlockId entry = code.make_block(), loop = code.make_block(), out = code.make_block();
  for (const BlockId b : {entry, loop, out}) code.put_block(b, true);
  const auto append = [&](BlockId b, const char* name, std::vector<Operand<ValueId>> operands,
                          std::vector<BlockId> targets = {}) {
    const InstId made = code.make({name}, operands, targets);
    code.put(made, {b, {}});
    return made;
  };
  append(entry, "zero", {{i, Role::def}});
  append(entry, "jump", {}, {loop});
  const InstId add = append(loop, "add", {{i, Role::use}, {n, Role::use}, {i, Role::def}});
  append(loop, "branch", {{i, Role::use}}, {loop, out});
  append(out, "return", {{i, Role::use}});

  // Observers, in the order in which they ask each other; the last one checks all of them after every edit.
  Known known(code);
  ControlFlow graph(code, known);
  UseDef uses(code, known);
  flow::FollowDominators dominators(graph);
  flow::FollowLoops loops(graph);
  flow::FollowLiveness live(code, graph);
  Verifying verify(code, graph, uses, dominators, loops, live);
  Editing edit(code, graph, uses, dominators, loops, live, verify);

  // A block on the way back, with a copy of the addition: tried, looked at, and taken back.
  const std::string before = code.text();
  edit.begin();
  const BlockId latch = edit.split_edge(loop, 0, out);
  edit.insert_before(code.clone(add), *code.instructions(latch).begin());
  std::printf("tried:      %u uses of i, %u blocks, %zu loop, i live from the latch: %s\n", uses.uses(i), graph.size(),
              loops.loops().loops.size(), live.live_from(latch, i) ? "yes" : "no");
  edit.rollback();
  std::printf("taken back: %u uses of i, %u blocks, as before: %s\n", uses.uses(i), graph.size(),
              code.text() == before ? "yes" : "no");

  // The loop's way back goes out: no loop is left, and nothing is live behind it but i.
  edit.begin();
  edit.redirect(loop, loop, out);
  edit.commit();
  std::printf("no loop:    %zu loops, the loop's block dominates the end: %s\n", loops.loops().loops.size(),
              dominators.dominates(known.blocks.find(loop), known.blocks.find(out)) ? "yes" : "no");
  std::printf("%llu edits, %zu differences\n%s", static_cast<unsigned long long>(verify.edits()),
              verify.faults().size(), code.text().c_str());
  return verify.faults().empty() && code.text() != before ? 0 : 1;
}
