// Handles of objects: a register that all ways give the same object's handle becomes the object's name, what was loaded
// before is not loaded again, loads of what nobody writes are told so, and branches on what is known are decided.
// Compile: g++ -std=c++20 -I include examples/pass_handles.cpp
#include <lathe/passes/fold_conditions.hpp>
#include <lathe/passes/name_handles.hpp>
#include <lathe/passes/redundant_loads.hpp>
#include <lathe/passes/unwritten_loads.hpp>
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
    if (name == "branch" || name == "jump" || name == "return") return Effect::terminator;
    if (name == "phi") return Effect::phi;
    if (name.starts_with("load")) return Effect::reads;
    return name.starts_with("ask") ? Effects(Effect::side_effect) : Effects();
  }
  std::string key() const { return name; }
  static Operation jump() { return {"jump"}; }
};

// The program, and what the passes ask of it.
struct Code : Store<Operation> {
  static constexpr Facts facts = Store<Operation>::facts | Fact::access | Fact::branches;
  template <class F>
  void for_each_branch(BlockId b, F&& f) const {
    for (const InstId i : instructions(b))
      for (std::size_t k = 0; k < targets(i).size(); ++k) {
        Branch<BlockId, InstId, ValueId> way;
        way.target = targets(i)[k], way.at = i;
        way.conditional = key(i) == "branch" && k == 0;
        for_each_operand(i, [&](const auto& o) { way.condition = o.value; });
        f(way);
      }
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    if (key(i) == "load") f(Access<ValueId>{{}, false, 1, 0, 4, 1});  // the object 1, from its begin
  }
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&&) const {
    if (key(i) != "handle of A") return false;
    own(0);
    return true;
  }
  template <class F>
  void for_each_handle(InstId i, F&& f) const {
    if (key(i) == "ask") for_each_operand(i, [&](const auto& o) { f(0U, o.value); });
  }
  std::optional<InstId> make_named(InstId, std::uint32_t, std::uint32_t) { return make({"ask A"}, {}); }
  template <class F>
  void for_each_word(InstId i, F&& f) const {
    if (key(i) == "load") for_each_operand(i, [&](const auto& o) { f(0U, 4U, 0U, o.value); });
  }
  std::optional<InstId> make_copy(InstId, ValueId to, ValueId from) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return make({"copy"}, both);
  }
  // ---- unwritten_loads: pointers are the objects that they lead to
  bool candidate(InstId i) const { return key(i) == "load"; }
  std::uint32_t object(std::uint32_t symbol) const { return symbol; }
  bool apart(std::uint32_t a, std::uint32_t b) const { return a != b; }
  bool quiet(InstId) const { return true; }  // who asks writes nothing
  std::vector<InstId> make_unwritten(InstId i) {
    const InstId made = clone(i);
    payload(made).name = "load for good";
    return {made};
  }
  // ---- fold_conditions
  std::optional<bool> condition(InstId i) const { return key(i) == "true" ? std::optional(true) : std::nullopt; }
  std::optional<InstId> make_condition(InstId, bool) { return {}; }
  std::optional<InstId> make_unguarded(InstId) { return {}; }
};

int main() {
  Code code;
  const ValueId a = code.make_value();
  code.add_parameter(a);
  const BlockId entry = code.make_block(), left = code.make_block(), right = code.make_block(), end = code.make_block(),
                last = code.make_block(), never = code.make_block();
  for (const BlockId block : {entry, left, right, end, last, never}) code.put_block(block, true);
  const auto append = [&](BlockId block, const char* name, std::vector<ValueId> uses, bool result,
                          std::vector<BlockId> targets = {}) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    const ValueId made = result ? code.make_value() : ValueId();
    if (result) operands.push_back({made, Role::def});
    code.put(code.make({name}, operands, targets), {block, {}});
    return made;
  };
  const ValueId first = append(entry, "load", {}, true);
  append(entry, "branch", {first}, false, {left, right});
  const ValueId x = append(left, "handle of A", {}, true);
  append(left, "jump", {}, false, {end});
  const ValueId y = append(right, "handle of A", {}, true);
  append(right, "jump", {}, false, {end});
  const ValueId handle = code.make_value();
  const Operand<ValueId> result{handle, Role::def};
  const InstId phi = code.make({"phi"}, {&result, 1});
  const std::vector<std::pair<BlockId, ValueId>> in{{left, x}, {right, y}};
  code.set_incoming(phi, in);
  code.put(phi, {end, {}});
  append(end, "load", {}, true);
  append(end, "ask", {handle}, false);
  append(end, "branch", {append(end, "true", {}, true)}, false, {last, never});
  append(last, "return", {}, false);
  append(never, "ask", {handle}, false);
  append(never, "return", {}, false);

  const auto named = passes::name_handles(code, code);
  const auto loads = passes::redundant_loads(code, code);
  const auto unwritten = passes::unwritten_loads(code, code);
  const auto decided = passes::fold_conditions(code, code);
  std::printf("named %u, loads erased %u, of what nobody writes %u, branches decided %u\n%s",
              static_cast<unsigned>(named.stats.named), static_cast<unsigned>(loads.stats.loads),
              static_cast<unsigned>(unwritten.stats.proved), static_cast<unsigned>(decided.stats.branches),
              code.text().c_str());
  return named.stats.named == 2 && loads.stats.loads == 1 && unwritten.stats.proved == 1 && decided.stats.branches == 1
             ? 0
             : 1;
}
