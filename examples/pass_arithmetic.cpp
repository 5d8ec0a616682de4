// Passes on arithmetic: a peephole optimizer whose rules are a text, sums of products that become one instruction where the
// critical path allows, masks of bits that nobody looks at, and sums in a sooner grouping.
// Compile: g++ -std=c++20 -I include examples/pass_arithmetic.cpp
#include <lathe/combine/rules_measure.hpp>
#include <lathe/combine/rules_text.hpp>
#include <lathe/passes/demanded_bits.hpp>
#include <lathe/passes/fuse_products.hpp>
#include <lathe/passes/machine_combiner.hpp>
#include <lathe/passes/peephole.hpp>
#include <lathe/program/store.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

using namespace lathe::program;
namespace passes = lathe::passes;
namespace rules = lathe::rules;

struct Instruction {
  std::string name;
  std::uint64_t literal = 0;  // of set
  Effects effects() const {
    if (name == "jump" || name == "return") return Effect::terminator;
    if (name == "copy") return Effect::copy;
    return name == "add" || name == "mul" ? Effect::commutes
           : name.starts_with("show")     ? Effect::side_effect
                                          : Effect::none;
  }
  std::string key() const { return name == "set" ? "set " + std::to_string(literal) : name; }
  static Instruction jump() { return {"jump"}; }
};
const char* const names_of_operations[] = {"add", "sub", "mul", "shl", "and"};

/// A Store with latencies, that says what its instructions compute: passes::Machine and passes::FusesProducts.
struct Code : Store<Instruction> {
  using Operation = passes::MachineOperation<ValueId>;
  using Store<Instruction>::make;
  static constexpr Facts facts = Store<Instruction>::facts | Fact::latency;

  std::uint32_t latency(InstId i) const {
    return payload(i).name == "mul" || payload(i).name == "fma" ? 4 : payload(i).name == "show" ? 0 : 2;
  }
  bool read(InstId i, Operation& out) const {
    for (std::uint32_t k = 0; k < 5; ++k)
      if (payload(i).name == names_of_operations[k]) out.operation = k;
    if (out.operation == passes::none) return false;
    out.type = 0;
    for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) out.operands.push_back({o.value, false, false, 0, 0});
    });
    return true;
  }
  std::optional<std::uint64_t> literal(InstId i) const {
    return payload(i).name == "set" ? std::optional(payload(i).literal) : std::nullopt;
  }
  static std::uint32_t type(ValueId) { return 0; }
  static std::uint32_t width(std::uint32_t) { return 64; }
  bool makes(const Operation& o, const ValueId*) const {  // a shift has a literal, everything else registers
    return !o.operands[0].literal && o.operands[1].literal == (o.operation == 3);
  }
  std::optional<InstId> make(const Operation& o, ValueId to) {
    if (o.operation == 3) return instruction({"shl", o.operands[1].bits}, {o.operands[0].value}, {to});
    return instruction({names_of_operations[o.operation]}, {o.operands[0].value, o.operands[1].value}, {to});
  }
  std::optional<InstId> make_literal(std::uint64_t bits, ValueId to) { return instruction({"set", bits}, {}, {to}); }
  std::optional<InstId> make_copy(ValueId from, ValueId to) { return instruction({"copy"}, {from}, {to}); }
  static ValueId like(std::uint32_t) { return ValueId(0); }
  /// For drop_undemanded: what `and` does to bits, and that `show low` looks at eight of them.
  static std::optional<lathe::bits::Operation<>> bits(const Operation& o) {
    lathe::bits::Operation<> out;
    out.op = lathe::bits::Op::bit_and, out.width = 64;
    return o.operation == 4 ? std::optional(out) : std::nullopt;
  }
  std::uint64_t demanded(InstId i, ValueId) const { return payload(i).name == "show low" ? 0xff : ~std::uint64_t{0}; }
  /// For combine: sums may be grouped in any way.
  std::optional<std::uint32_t> regroups(InstId i) const {
    return payload(i).name == "add" ? std::optional(0U) : std::nullopt;
  }

  std::optional<std::uint32_t> fuses(InstId sum, InstId product, ValueId) const {
    if (payload(sum).name != "add" || payload(product).name != "mul") return {};
    return 4U;
  }
  InstId make_fused(InstId sum, InstId product, ValueId between) {
    std::vector<ValueId> reads;
    std::vector<ValueId> writes;
    for_each_operand(product, [&](const auto& o) {
      if (!o.is_def()) reads.push_back(o.value);
    });
    for_each_operand(sum, [&](const auto& o) {
      if (o.is_def())
        writes.push_back(o.value);
      else if (!(o.value == between))
        reads.push_back(o.value);
    });
    return instruction({"fma"}, reads, writes);
  }
  InstId instruction(Instruction what, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes) {
    std::vector<Operand<ValueId>> all;
    for (const ValueId v : reads) all.push_back({v, Role::use});
    for (const ValueId v : writes) all.push_back({v, Role::def});
    return make(std::move(what), all);
  }
};

// show low((a + b + c + d) & 255)
bool sums_and_masks() {
  Code code;
  std::vector<ValueId> parameters;
  for (int k = 0; k < 4; ++k) code.add_parameter(parameters.emplace_back(code.make_value()));
  const BlockId block = code.make_block();
  code.put_block(block, true);
  const auto append = [&](Instruction what, std::vector<ValueId> reads) {
    const ValueId to = code.make_value();
    code.put(code.instruction(std::move(what), reads, {to}), {block, {}});
    return to;
  };
  ValueId sum = parameters[0];
  for (std::size_t k = 1; k < 4; ++k) sum = append({"add"}, {sum, parameters[k]});
  const ValueId mask = append({"set", 255}, {}), low = append({"and"}, {sum, mask});
  code.put(code.instruction({"show low"}, {low}, {}), {block, {}});
  code.put(code.instruction({"return"}, {}, {}), {block, {}});
  const auto dropped = passes::drop_undemanded(code, code);
  const auto grouped = passes::combine(code, code);
  std::printf("%u mask dropped; %u tree of sums %u cycles sooner\n%s", static_cast<unsigned>(dropped.stats.operands),
              static_cast<unsigned>(grouped.stats.regrouped), static_cast<unsigned>(grouped.stats.cycles),
              code.text().c_str());
  return dropped.stats.operands == 1 && grouped.stats.regrouped == 1;
}

int main() {
  const char* const text = R"(
rule product-of-power
match (mul x C)
when pow2(C), C >= 2
give (shl x {log2(C)})
rule itself
match (sub x x)
give 0
rule nothing
match (add x 0)
give x
)";
  rules::Vocabulary words;
  for (std::uint32_t k = 0; k < 4; ++k)
    words.operations.push_back({names_of_operations[k], k, 2, k == 0 || k == 2, {}, false});
  words.types.push_back({"word", 0, 64});
  rules::RuleList list;
  std::string error;
  if (!rules::read_rules(text, "example", words, list, error)) return std::puts(error.c_str()), 1;
  const bool ends = rules::find_measure(list, words).complete();
  const rules::Compiled compiled(std::move(list), words);

  Code code;
  const ValueId x = code.make_value(), y = code.make_value();
  for (const ValueId v : {x, y}) code.add_parameter(v);
  const BlockId block = code.make_block();
  code.put_block(block, true);
  const auto append = [&](Instruction what, std::vector<ValueId> reads) {
    const ValueId to = code.make_value();
    code.put(code.instruction(std::move(what), reads, {to}), {block, {}});
    return to;
  };
  const ValueId eight = append({"set", 8}, {}), scaled = append({"mul"}, {x, eight}), zero = append({"sub"}, {y, y}),
                kept = append({"add"}, {scaled, zero}), product = append({"mul"}, {x, y}),
                sum = append({"add"}, {product, kept});
  code.put(code.instruction({"show"}, {sum}, {}), {block, {}});
  code.put(code.instruction({"return"}, {}, {}), {block, {}});

  const auto rewritten = passes::peephole(code, code, compiled);
  const auto fused = passes::fuse_products(code, code, NoRegisters());
  std::printf("the rules %s to an end; %u rewrites, %u sums fused\n%s", ends ? "come" : "may not come",
              static_cast<unsigned>(rewritten.stats.rewrites), static_cast<unsigned>(fused.stats.fused),
              code.text().c_str());
  return sums_and_masks() && ends && rewritten.stats.rewrites == 3 && fused.stats.fused == 1 ? 0 : 1;
}
