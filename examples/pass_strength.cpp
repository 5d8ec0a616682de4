// Passes on sums: what a loop makes of its counter by products becomes a counter of its own, and a sum that is there
// already but for a constant is reused, the constant in the access.
// Compile: g++ -std=c++20 -I include examples/pass_strength.cpp
#include <lathe/passes/reuse_sums.hpp>
#include <lathe/passes/strength_reduction.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;

struct Operation {
  std::string name;
  std::uint64_t n = 0;  // of `set` and `add` what is added; of `load` the offset
  Effects effects() const {
    if (name == "if" || name == "jump" || name == "return") return Effect::terminator;
    if (name == "phi") return Effect::phi;
    return name == "load" ? Effects(Effect::side_effect) : Effects();
  }
  std::string key() const { return name + (n != 0 ? " +" + std::to_string(n) : std::string()); }
  static Operation jump() { return {"jump"}; }
};
/// A Store that says what is a sum, and makes sums: passes::LinearMaker.
struct Code : Store<Operation> {
  using Store<Operation>::make;
  InstId made(Operation what, std::vector<ValueId> uses, std::optional<ValueId> to) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    if (to) operands.push_back({*to, Role::def});
    return make(std::move(what), operands);
  }
  std::optional<std::uint64_t> constant_of(ValueId) const { return {}; }
  std::optional<passes::LinearStep<ValueId>> linear(InstId i) const {
    const Operation& o = payload(i);
    if (o.name != "set" && o.name != "add" && o.name != "mul") return {};
    std::vector<ValueId> reads;
    for_each_operand(i, [&](const auto& operand) {
      if (!operand.is_def()) reads.push_back(operand.value);
    });
    passes::LinearStep<ValueId> out;  // of 64 bits
    out.constant = o.n;
    if (o.name == "mul")
      out.add({reads[0], 1, reads[1]});
    else
      for (const ValueId v : reads) out.add({v});
    return out;
  }
  std::uint32_t cost(InstId i) const { return payload(i).name == "mul" ? 3 : 1; }
  std::uint32_t sum_cost(ValueId) const { return 1; }
  InstId make_phi(ValueId to) { return made({"phi"}, {}, to); }
  InstId make_sum(ValueId to, ValueId a, ValueId b) { return made({"add"}, {a, b}, to); }
  InstId make_sum(ValueId to, ValueId a, std::uint64_t n) { return made({"add", n}, {a}, to); }
  InstId make_product(ValueId to, ValueId a, ValueId b) { return made({"mul"}, {a, b}, to); }
  InstId make_constant(ValueId to, std::uint64_t n) { return made({"set", n}, {}, to); }
  bool reaches(InstId i, ValueId, std::int64_t n) const { return payload(i).name == "load" && n > -128 && n < 128; }
  InstId displaced(InstId i, ValueId, ValueId by, std::int64_t n) {
    const InstId out = clone(i);
    payload(out).n += static_cast<std::uint64_t>(n);
    set_operand(out, 0, by);
    return out;
  }
};

int main() {
  // i = 0; do { load [p + i * q]; load [p + i * q + 16]; i = i + 1; } while (go); load [p + 5]; load [p + 69];
  Code code;
  const ValueId p = code.make_value(), q = code.make_value(), go = code.make_value(), i = code.make_value();
  for (const ValueId v : {p, q, go}) code.add_parameter(v);
  const BlockId entry = code.make_block(), loop = code.make_block(), out = code.make_block();
  for (const BlockId b : {entry, loop, out}) code.put_block(b, true);
  const auto append = [&](BlockId b, Operation what, std::vector<ValueId> uses) {
    const ValueId to = code.make_value();
    code.put(code.made(std::move(what), uses, to), {b, {}});
    return to;
  };
  const ValueId zero = append(entry, {"set"}, {});
  code.put(code.make(Operation::jump(), {}, std::vector{loop}), {entry, {}});
  const InstId phi = code.make_phi(i);
  code.put(phi, {loop, {}});
  const ValueId first = append(loop, {"add"}, {p, append(loop, {"mul"}, {i, q})});
  append(loop, {"load"}, {first});
  append(loop, {"load"}, {append(loop, {"add", 16}, {first})});
  const ValueId next = append(loop, {"add", 1}, {i});
  const std::vector<std::pair<BlockId, ValueId>> in{{entry, zero}, {loop, next}};
  code.set_incoming(phi, in);
  const Operand<ValueId> on{go, Role::use};
  code.put(code.make({"if"}, {&on, 1}, std::vector{loop, out}), {loop, {}});
  append(out, {"load"}, {append(out, {"add", 5}, {p})});
  append(out, {"load"}, {append(out, {"add", 69}, {p})});
  code.put(code.made({"return"}, {}, {}), {out, {}});

  const auto reused = passes::reuse_sums(code, code, NoRegisters());
  const auto reduced = passes::reduce_strength(code, code, NoRegisters());
  std::printf("%u sums reused, %u read folded into an access; %u group of sums with a counter of its own\n%s",
              static_cast<unsigned>(reused.stats.reused), static_cast<unsigned>(reused.stats.folded),
              static_cast<unsigned>(reduced.stats.reduced), code.text().c_str());
  return reused.stats.reused == 2 && reduced.stats.reduced == 1 ? 0 : 1;
}
