// Sums and products: of the toy machine with cycles and in loops, and of code by hand that says which it fuses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/linear_plan.hpp>

#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/toy_shapes.hpp"

namespace passes_test {

using toy::EditFunction, toy::MachineInst;
using Op = toy::MachineInst::Op;
using Kind = toy::FrameOp::Kind;

// The toy machine with cycles, and what it says of sums and products.
class Timed : public EditFunction {
 public:
  static constexpr program::Facts facts = EditFunction::facts | Fact::latency | Fact::literals;
  using EditFunction::EditFunction;
  std::uint32_t latency(InstId i) const { return is_plain(i, Op::mul) ? 3 : is_plain(i, Op::load) ? 5 : 1; }
  std::optional<std::uint32_t> regroups(InstId i) const {
    if (is_plain(i, Op::add) || with_literal(i)) return 1;
    return is_plain(i, Op::mul) ? std::optional(2U) : std::nullopt;
  }
  bool with_literal(InstId i) const { return payload(i).kind == toy::FrameOp::Kind::address; }
  template <class F>
  void for_each_literal(InstId i, F&& f) const {
    if (with_literal(i)) f(1, static_cast<std::uint64_t>(payload(i).op.constant));
  }
};
// In some blocks sums and products of random shape, whose results are shown; some are read twice.
inline void add_trees(Timed& f, toy::RandomFunctions& random) {
  std::vector<ValueId> known;
  for (const InstId i : f.instructions(*f.blocks().begin()))
    if (f.is_plain(i, MachineInst::Op::set) && known.size() < 5) known.push_back(ValueId(f.inst(i).writes[0]));
  for (const BlockId b : f.blocks()) {
    InstId end;
    for (const InstId i : f.instructions(b)) end = i;
    if (random.below(2) == 0) continue;
    std::vector<ValueId> values = known;
    const auto make = [&](MachineInst::Op op, ValueId x, ValueId y) {
      const ValueId made = f.make_value(x);
      f.put(plain_inst(f, op, {{x, Role::use}, {y, Role::use}, {made, Role::def}}), {b, end});
      values.push_back(made);
    };
    const std::uint32_t count = 2 + random.below(9);
    for (std::uint32_t k = 0; k < count; ++k) {
      if (random.below(4) == 0) {
        const ValueId made = f.make_value(values.back());
        const program::Operand<ValueId> both[] = {{values.back(), Role::use}, {made, Role::def}};
        const std::int64_t literal = 1 + random.below(100);
        f.put(f.make(toy::FrameOp{toy::FrameOp::Kind::address, {MachineInst::Op::set, literal, 0}, 0}, both), {b, end});
        values.push_back(made);
        continue;
      }
      const MachineInst::Op op = random.below(5) == 0 ? MachineInst::Op::mul : MachineInst::Op::add;
      // Mostly the last one, so that chains come about.
      const ValueId x =
          random.below(4) != 0 ? values.back() : values[random.below(static_cast<std::uint32_t>(values.size()))];
      make(op, x, values[random.below(static_cast<std::uint32_t>(values.size()))]);
    }
    f.put(plain_inst(f, MachineInst::Op::show, {{values.back(), Role::use}}), {b, end});
  }
}
struct Sums : SmallCode {
  static constexpr program::Facts facts = SmallCode::facts | Fact::latency;
  std::map<std::string, std::uint32_t> cycles{{"sum", 2}, {"product", 3}, {"fused", 4}};
  std::uint32_t latency(InstId i) const {
    const auto at = cycles.find(payload(i).name);
    return at == cycles.end() ? 0 : at->second;
  }
  ValueId leaf(BlockId b, std::uint32_t when) {
    const std::string name = "leaf" + std::to_string(when);
    cycles[name] = when;
    return op(b, name, Effect::none, {});
  }
  std::optional<std::uint32_t> fuses(InstId sum, InstId product, ValueId) const {
    if (payload(sum).name != "sum" || payload(product).name != "product") return {};
    return cycles.at("fused");
  }
  InstId make_fused(InstId sum, InstId product, ValueId between) {
    std::vector<Operand> operands;
    for_each_operand(product, [&](const Operand& o) {
      if (!o.is_def()) operands.push_back(o);
    });
    for_each_operand(sum, [&](const Operand& o) {
      if (!(o.value == between)) operands.push_back(o);
    });
    return make({"fused", Effect::none, {}}, operands);
  }
  // What each show says, where leaves are numbers by their order.
  std::vector<std::uint64_t> run() const {
    std::map<std::uint32_t, std::uint64_t> word;
    std::vector<std::uint64_t> out;
    std::uint64_t leaves = 0;
    for (const BlockId b : blocks())
      for (const InstId i : instructions(b)) {
        std::vector<std::uint64_t> in;
        std::uint32_t to = 0;
        for_each_operand(i, [&](const Operand& o) {
          if (o.is_def())
            to = o.value.value;
          else
            in.push_back(word[o.value.value]);
        });
        const std::string& name = payload(i).name;
        if (name == "sum") word[to] = in[0] + in[1];
        if (name == "product") word[to] = in[0] * in[1];
        if (name == "fused") word[to] = in[0] * in[1] + in[2];
        if (name.starts_with("leaf")) word[to] = ++leaves * 0x9e3779b97f4a7c15;
        if (name == "show") out.push_back(in[0]);
      }
    return out;
  }
};
inline void fill(Sums& code, std::uint32_t seed) {
  toy::RandomFunctions random(seed);
  code.cycles["fused"] = 2 + random.below(5);
  const BlockId b = code.block();
  std::vector<ValueId> all;
  for (int k = 0; k < 5; ++k) all.push_back(code.leaf(b, random.below(12)));
  const auto any = [&] {
    const auto n = static_cast<std::uint32_t>(all.size());
    return all[random.below(3) == 0 ? random.below(n) : n - 1 - random.below(std::min(n, 4U))];
  };
  for (std::uint32_t k = 4 + random.below(12); k > 0; --k) {
    const ValueId x = any(), y = any();
    all.push_back(code.op(b, random.below(2) == 0 ? "sum" : "product", Effect::commutes, {x, y}));
  }
  code.show(b, {all.back()});
  code.show(b, {any()});
  code.ret(b);
}
// Sums of the toy machine; sums with a constant are its `address`.
struct ToySums {
  EditFunction& f;
  std::int64_t reach = 8;
  using Step = passes::LinearStep<ValueId>;
  std::optional<std::uint64_t> constant_of(ValueId) const { return {}; }
  std::optional<Step> linear(InstId i) const {
    const toy::FrameOp& o = f.payload(i);
    const toy::MachineInst m = f.inst(i);
    Step out;
    if (o.kind == Kind::move || o.kind == Kind::address) {
      out.add({ValueId(m.reads[0])});
      out.constant = o.kind == Kind::address ? static_cast<std::uint64_t>(m.constant) : 0;
      return out;
    }
    if (o.kind == Kind::low) {  // the low half, extended
      out.add({ValueId(m.reads[0]), 1, {}, 32, false});
      return out;
    }
    if (o.kind != Kind::plain) return {};
    if (m.op == Op::set) out.constant = static_cast<std::uint64_t>(m.constant);
    if (m.op == Op::mul)
      out.add({ValueId(m.reads[0]), 1, ValueId(m.reads[1])});
    else if (m.op == Op::add || m.op == Op::sub)
      out.add({ValueId(m.reads[0])}), out.add({ValueId(m.reads[1]), m.op == Op::add ? 1 : ~std::uint64_t{0}});
    else if (m.op != Op::set)
      return {};
    return out;
  }
  std::uint32_t cost(InstId i) const { return f.payload(i).kind == Kind::move ? 0 : f.is_plain(i, Op::mul) ? 3 : 1; }
  std::uint32_t sum_cost(ValueId) const { return 1; }
  InstId make(Kind kind, Op op, std::int64_t n, ValueId to, std::vector<ValueId> reads) {
    std::vector<program::Operand<ValueId>> operands;
    for (const ValueId v : reads) operands.push_back({v, program::Role::use});
    operands.push_back({to, program::Role::def});
    return f.make(toy::FrameOp{kind, {op, n, 0}, 0}, operands);
  }
  InstId make_sum(ValueId to, ValueId a, ValueId b) { return make(Kind::plain, Op::add, 0, to, {a, b}); }
  InstId make_sum(ValueId to, ValueId a, std::uint64_t n) {
    return make(Kind::address, Op::set, static_cast<std::int64_t>(n), to, {a});
  }
  InstId make_constant(ValueId to, std::uint64_t n) {
    return make(Kind::plain, Op::set, static_cast<std::int64_t>(n), to, {});
  }
  InstId make_product(ValueId to, ValueId a, ValueId b) { return make(Kind::plain, Op::mul, 0, to, {a, b}); }
  bool reaches(InstId i, ValueId v, std::int64_t n) const {
    if (!f.is_plain(i, Op::load) && !f.is_plain(i, Op::store)) return false;
    const toy::MachineInst m = f.inst(i);
    return m.reads[0] == v.value && (m.op == Op::load || m.reads[1] != v.value) && n >= -reach && n <= reach;
  }
  InstId displaced(InstId i, ValueId, ValueId by, std::int64_t n) {
    const InstId made = f.clone(i);
    f.payload(made).op.constant += n;
    f.set_operand(made, 0, by);
    return made;
  }
};
static_assert(passes::LinearMaker<ToySums, EditFunction>);
// Loops in loops: counters that grow by constants and by values, sums and products of them, loads, stores and shows of these.
class Loops {
 public:
  explicit Loops(std::uint32_t seed) : random_(seed) {}
  toy::SsaFunction next() {
    f_ = toy::MachineFunction();
    f_.blocks.emplace_back();
    for (toy::Register r = 0; r < registers; ++r)
      put(Op::set, {r}, {}, static_cast<std::int64_t>(random_.below(9)) - (random_.below(4) == 0 ? 1'000'000'007 : 2));
    body(0);
    for (toy::Register r = 0; r < registers; ++r) put(Op::show, {}, {r});
    put(Op::ret, {}, {0});
    return *toy::into_ssa(f_);
  }

 private:
  static constexpr toy::Register registers = 7;  // and for each depth a counter, its step, what is left
  void put(Op op, std::vector<toy::Register> writes, std::vector<toy::Register> reads, std::int64_t constant = 0) {
    f_.blocks.back().insts.push_back({op, std::move(writes), std::move(reads), constant, 0, 0});
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(f_.blocks.size() - 1); }
  toy::Register any(std::uint32_t depth) {
    return random_.below(2) == 0 && depth != 0 ? registers + 3 * random_.below(depth) : random_.below(registers);
  }
  void some(std::uint32_t depth) {
    for (std::uint32_t k = random_.below(7); k > 0; --k) {
      const toy::Register to = random_.below(registers), a = any(depth), b = any(depth);
      switch (random_.below(8)) {
        case 3:
          if (depth != 0) address(depth);
          break;
        case 0:
          put(Op::load, {to}, {a}, random_.below(5));
          break;
        case 1:
          put(Op::store, {}, {a, b}, random_.below(5));
          break;
        case 2:
          put(Op::show, {}, {a});
          break;
        default:
          put(random_.below(3) == 0 ? Op::mul : random_.below(3) == 0 ? Op::sub : Op::add, {to}, {a, b});
      }
    }
  }
  // [p + counter * q], and a place behind it.
  void address(std::uint32_t depth) {
    constexpr toy::Register product = 17, sum = 18, constant = 19;
    const toy::Register counter = registers + 3 * random_.below(depth);
    put(Op::set, {constant}, {}, random_.below(20));
    put(Op::mul, {product}, {counter, random_.below(2) == 0 ? constant : any(depth)});
    put(Op::add, {sum}, {product, any(depth)});
    put(Op::load, {random_.below(registers)}, {sum}, random_.below(5));
    if (random_.below(2) == 0) put(Op::add, {sum}, {sum, constant});
    put(Op::store, {}, {sum, any(depth)}, random_.below(5));
    if (random_.below(4) == 0) put(Op::show, {}, {sum});
  }
  void body(std::uint32_t depth) {
    some(depth);
    if (depth == 3) return;
    for (std::uint32_t n = random_.below(3); n > 0; --n) {
      const toy::Register counter = registers + 3 * depth, step = counter + 1, left = counter + 2;
      put(Op::set, {counter}, {}, random_.below(5));
      if (random_.below(2) == 0) put(Op::add, {counter}, {counter, any(depth)});
      put(Op::set, {step}, {}, 1 + random_.below(4));
      if (random_.below(3) == 0) put(Op::add, {step}, {any(depth), any(depth)});
      put(Op::set, {left}, {}, 1 + random_.below(4));
      f_.blocks.back().insts.push_back({Op::jump, {}, {}, 0, here() + 1, 0});
      f_.blocks.emplace_back();
      const std::uint32_t head = here();
      body(depth + 1);
      if (random_.below(2) == 0)
        put(Op::add, {counter}, {counter, step}), some(depth + 1);
      else
        some(depth + 1), put(Op::add, {counter}, {counter, step});
      put(Op::set, {12}, {}, 1);
      put(Op::sub, {left}, {left, 12});
      f_.blocks.back().insts.push_back({Op::branch, {}, {left}, 0, head, here() + 1});
      f_.blocks.emplace_back();
      some(depth);
    }
  }
  toy::MachineFunction f_;
  toy::RandomFunctions random_;
};

}  // namespace passes_test
