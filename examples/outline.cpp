// Outline repeated code of your own IR with lathe: plan, check, apply, and run both to see that nothing changed.
// Compile: g++ -std=c++20 -I include examples/outline.cpp
#include <cstdio>
#include <string>
#include <vector>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/outline/of_view.hpp>
#include <lathe/outline/text.hpp>

// ---- the IR: functions of one block, registers of their own
enum class Op { set, add, sub, mul, show, call, ret };
struct Inst {
  Op op;
  std::vector<unsigned> writes, reads;
  long number = 0;  // of set; of call the function
};
struct Function {
  std::string name;
  std::vector<unsigned> parameters;
  std::vector<Inst> code;
};
using Program = std::vector<Function>;

// What a function returns; what it shows is put behind `shown`.
std::vector<long> run(const Program& program, std::size_t f, const std::vector<long>& arguments,
                      std::vector<long>& shown) {
  std::vector<long> r(16), out;
  for (std::size_t k = 0; k < arguments.size(); ++k) r[program[f].parameters[k]] = arguments[k];
  for (const Inst& i : program[f].code) {
    std::vector<long> in;
    for (const unsigned read : i.reads) in.push_back(r[read]);
    if (i.op == Op::ret) return in;
    if (i.op == Op::show) shown.push_back(in[0]);
    if (i.op == Op::set) out = {i.number};
    if (i.op == Op::add) out = {in[0] + in[1]};
    if (i.op == Op::sub) out = {in[0] - in[1]};
    if (i.op == Op::mul) out = {in[0] * in[1]};
    if (i.op == Op::call) out = run(program, static_cast<std::size_t>(i.number), in, shown);
    for (std::size_t k = 0; k < i.writes.size(); ++k) r[i.writes[k]] = out[k];
  }
  return {};
}

// ---- what every family takes: a function as a View
struct View {
  using Value = unsigned;
  static constexpr lathe::program::Facts facts = lathe::program::Fact::bytes | lathe::program::Fact::names;
  const Function* function;

  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : function->code) out.push_back(&i);
    return out;
  }
  void for_each_successor(int, auto&&) const {}
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const unsigned r : i->reads) f(lathe::program::Operand<Value>{r, lathe::program::Role::use});
    for (const unsigned r : i->writes) f(lathe::program::Operand<Value>{r, lathe::program::Role::def});
  }
  lathe::program::Effects effects(const Inst* i) const {
    using lathe::program::Effect;
    if (i->op == Op::show) return Effect::ordered | Effect::side_effect;
    if (i->op == Op::call) return Effect::call | Effect::fixed | Effect::side_effect;
    return i->op == Op::ret ? lathe::program::Effects(Effect::terminator) : lathe::program::Effects();
  }
  std::string key(const Inst* i) const { return inst_name(i) + " " + std::to_string(i->number); }
  std::uint32_t bytes(const Inst*) const { return 4; }
  std::string name() const { return function->name; }
  std::string block_name(int) const { return "b0"; }
  std::string inst_name(const Inst* i) const {
    const char* const names[] = {"set", "add", "sub", "mul", "show", "call", "ret"};
    return names[static_cast<std::size_t>(i->op)];
  }
  std::string value_name(unsigned r) const { return "r" + std::to_string(r); }
};

// ---- what outlining wants besides: what may leave its function, and what calls and functions cost
struct Costs {
  using Signature = lathe::outline::view_signature_t<View>;
  using Place = lathe::outline::view_place_t<View>;
  bool legal(std::uint32_t, const Inst* i) const { return i->op != Op::call && i->op != Op::ret; }
  std::uint32_t call_bytes(const Signature& s, const Place&) const {
    return static_cast<std::uint32_t>(4 + s.results.size());
  }
  std::uint32_t frame_bytes(const Signature&) const { return 4; }
};
using Outlinable = lathe::outline::OfView<View, Costs>;

// ---- and to write a plan: a new function, and a call in the place of each site
struct Editor {
  using Site = lathe::outline::site_of_t<Outlinable>;
  Program& program;

  std::uint32_t create(const lathe::outline::OutlinedFunction& f, const Site& first) {
    const auto begin = code(first).begin() + first.at;
    Function fresh{f.name, first.arguments, {begin, begin + first.length}};
    fresh.code.push_back({Op::ret, {}, first.results});
    program.push_back(fresh);
    return static_cast<std::uint32_t>(program.size() - 1);
  }
  void replace(const Site& site, std::uint32_t callee) {
    const auto begin = code(site).begin() + site.at;
    *begin = {Op::call, site.results, site.arguments, callee};
    code(site).erase(begin + 1, begin + site.length);
  }
  std::vector<Inst>& code(const Site& site) { return program[site.block.function].code; }
};

int main() {
  // Three functions that each compute (a * b - a) * (a * b - a) + a of their own registers, and show it.
  Program program;
  for (unsigned a = 0; a < 3; ++a) {
    const unsigned b = a + 1, c = a + 2, d = a + 3;
    program.push_back({"f" + std::to_string(a),
                       {},
                       {{Op::set, {a}, {}, 7L + a},
                        {Op::set, {b}, {}, 5},
                        {Op::mul, {c}, {a, b}},
                        {Op::sub, {d}, {c, a}},
                        {Op::mul, {d}, {d, d}},
                        {Op::add, {c}, {d, a}},
                        {Op::show, {}, {c}},
                        {Op::ret, {}, {}}}});
  }

  std::vector<View> views;
  for (const Function& f : program) views.push_back({&f});
  Costs costs;
  Outlinable all(lathe::outline::members(views), costs);
  const auto in = lathe::outline::ingest(all);
  const lathe::outline::Plan plan = lathe::outline::plan(all, in, {}, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  std::printf("%s", print(plan).c_str());
  lathe::outline::CostsOf asked(all, in);
  const auto faults = lathe::outline::check_plan(in.problem, plan, asked);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());

  Program outlined = program;
  Editor editor{outlined};
  for (const lathe::outline::Round& round : plan.rounds) lathe::outline::apply(editor, in, round);
  bool same = true;
  for (std::size_t f = 0; f < 3; ++f) {
    std::vector<long> before, after;
    run(program, f, {}, before);
    run(outlined, f, {}, after);
    same &= before == after;
    std::printf("f%zu shows %ld, then %ld\n", f, before[0], after[0]);
  }
  return faults.empty() && same && plan.stats.functions == 1 ? 0 : 1;
}
