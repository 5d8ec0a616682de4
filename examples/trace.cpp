// Does it become faster? A function on a Store with latencies and units: the critical path of the trace through a
// block, what would become of it if a branch were replaced by both of its ways, and if one instruction replaced two
// multiplications. The second is then done, compared with the answer, and taken back.
// Compile: g++ -std=c++20 -I include examples/trace.cpp
#include <lathe/flow/follow_trace.hpp>
#include <lathe/program/store.hpp>
#include <lathe/support/stats.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace flow = lathe::flow;

struct Operation {
  std::string name;
  Effects effects() const {
    return name == "jump" || name == "branch" || name == "return" ? Effects(Effect::terminator) : Effects();
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};
// The user's machine: a load takes 4 cycles, a multiplication 3 and one of one multiplier; two instructions a cycle.
class Code : public Store<Operation> {
 public:
  static constexpr Facts facts = Store::facts | Fact::latency | Fact::units | Fact::issue;
  std::uint32_t latency(InstId i) const { return is(i, "load") ? 4 : is(i, "mul") ? 3 : 1; }
  std::vector<Unit> units() const { return {{"multiplier", 1}}; }
  template <class F>
  void for_each_hold(InstId i, F&& f) const {
    if (is(i, "mul")) f(Hold{0, 0, 2});
  }
  std::uint32_t issue_width() const { return 2; }
  std::uint32_t issue(InstId i) const { return is(i, "jump") ? 0 : 1; }

 private:
  bool is(InstId i, const char* name) const { return payload(i).name == name; }
};

int main() {
  // x = load p; if (x) y = (x * x) * x, else y = x; return y + p
  Code code;
  const ValueId p = code.make_value(), x = code.make_value(), y = code.make_value(), t = code.make_value();
  code.add_parameter(p);
  std::vector<BlockId> b;
  for (int k = 0; k < 4; ++k) code.put_block(b.emplace_back(code.make_block()), true);
  const auto make = [&](const char* name, std::vector<ValueId> uses, std::vector<ValueId> defs,
                        std::vector<BlockId> targets = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    for (const ValueId v : defs) operands.push_back({v, Role::def});
    return code.make({name}, operands, targets);
  };
  const auto append = [&](BlockId at, InstId i) {
    code.put(i, {at, {}});
    return i;
  };
  append(b[0], make("load", {p}, {x}));
  const InstId branch = append(b[0], make("branch", {x}, {}, {b[1], b[2]}));
  const InstId square = append(b[1], make("mul", {x, x}, {t})), cube = append(b[1], make("mul", {t, x}, {y}));
  append(b[1], make("jump", {}, {}, {b[3]}));
  append(b[2], make("copy", {x}, {y}));
  append(b[2], make("jump", {}, {}, {b[3]}));
  const InstId sum = append(b[3], make("add", {y, p}, {y}));
  append(b[3], make("return", {y}, {}));

  Known known(code);
  ControlFlow graph(code, known);
  flow::FollowLoops loops(graph);
  flow::FollowTrace trace(code, graph, loops);
  Verifying verify(code, graph, loops, trace);
  Editing edit(code, graph, loops, trace, verify);
  const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };

  std::printf("short way:  %llu cycles by dependences, %llu by units and issue\n", number(trace.length(b[0])),
              number(trace.bound(b[0])));
  std::printf("long way:   %llu and %llu; the sum issues in cycle %llu of the short way\n", number(trace.length(b[1])),
              number(trace.bound(b[1])), number(trace.depth(sum)));

  // If-conversion: the long way's code, with a select, in front of the branch, done always.
  const ValueId z = code.make_value();
  const InstId select = make("select", {x, z, x}, {y}), other_cube = make("mul", {t, x}, {z});
  const InstId both[] = {square, other_cube, select};
  const auto merged = trace.with(b[0], branch, both);
  std::printf("converted:  %llu for %llu, bound %llu for %llu: %s\n", number(merged.length_after),
              number(merged.length_before), number(merged.bound_after), number(merged.bound_before),
              merged.longer() ? "the short way becomes longer" : "nothing is lost");

  // Combining: x * x * x by one instruction that is as slow as a load.
  const InstId fused = make("load", {x}, {y});
  const InstId gone[] = {square, cube};
  const auto combined = trace.with(b[1], square, std::span(&fused, 1), gone);
  std::printf("combined:   %llu for %llu cycles, bound %llu for %llu\n", number(combined.length_after),
              number(combined.length_before), number(combined.bound_after), number(combined.bound_before));

  // Done, and taken back: what was told is what comes.
  edit.begin();
  edit.insert_before(fused, square);
  edit.erase(square);
  edit.erase(cube);
  const bool same = trace.length(b[1]) == combined.length_after && trace.bound(b[1]) == combined.bound_after;
  std::printf("done:       %llu cycles, slack of the load %llu\n", number(trace.length(b[1])),
              number(trace.slack(*code.instructions(b[0]).begin())));
  edit.rollback();
  std::printf("taken back: %llu cycles; %zu differences\n%s", number(trace.length(b[1])), verify.faults().size(),
              lathe::to_table(trace.statistics()).c_str());
  return same && verify.faults().empty() && merged.longer() && !combined.longer() ? 0 : 1;
}
