// Track the register pressure of your own IR with lathe: ask what a move would change, whether it is possible, do it on
// both sides, and take a speculation back. Compile: g++ -std=c++20 -I include examples/pressure.cpp
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <lathe/pressure.hpp>
#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/of_view.hpp>
#include <lathe/pressure/text.hpp>

// ---- the IR: one block, registers are numbers
enum class Op { set, add, mul, show };
struct Inst {
  Op op;
  std::vector<unsigned> writes, reads;
  long number = 0;  // of set
};
using Code = std::vector<Inst>;

// What it shows.
std::vector<long> run(const Code& code) {
  std::vector<long> r(6), shown;
  for (const Inst& i : code) {
    if (i.op == Op::set) r[i.writes[0]] = i.number;
    if (i.op == Op::add) r[i.writes[0]] = r[i.reads[0]] + r[i.reads[1]];
    if (i.op == Op::mul) r[i.writes[0]] = r[i.reads[0]] * r[i.reads[1]];
    if (i.op == Op::show) shown.push_back(r[i.reads[0]]);
  }
  return shown;
}

// ---- what every family takes: the code as a View
struct View {
  using Value = unsigned;
  static constexpr lathe::program::Facts facts = lathe::program::Fact::names;
  const Code& code;

  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code) out.push_back(&i);
    return out;
  }
  void for_each_successor(int, auto&&) const {}
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const unsigned r : i->reads) f(lathe::program::Operand<Value>{r, lathe::program::Role::use});
    for (const unsigned r : i->writes) f(lathe::program::Operand<Value>{r, lathe::program::Role::def});
  }
  lathe::program::Effects effects(const Inst* i) const {
    using lathe::program::Effect;
    return i->op == Op::show ? Effect::ordered | Effect::side_effect : lathe::program::Effects();
  }
  std::string key(const Inst* i) const { return inst_name(i); }
  std::string name() const { return "pairs"; }
  std::string block_name(int) const { return "b0"; }
  std::string inst_name(const Inst* i) const {
    const char* const names[] = {"set", "add", "mul", "show"};
    return names[static_cast<std::size_t>(i->op)];
  }
  std::string value_name(unsigned r) const { return "r" + std::to_string(r); }
};

int main() {
  // Four constants are set at once although they are needed in pairs: four registers at the worst, two would do.
  Code code = {{Op::set, {0}, {}, 1},  {Op::set, {1}, {}, 2}, {Op::set, {2}, {}, 3},  {Op::set, {3}, {}, 4},
               {Op::add, {4}, {0, 1}}, {Op::show, {}, {4}},   {Op::mul, {5}, {2, 3}}, {Op::show, {}, {5}}};
  const auto before = run(code);

  const View view{code};
  const lathe::pressure::OneSet registers{3};  // what pressure wants besides: one set of registers, with this limit
  lathe::pressure::OfView adapter(view, registers);
  const lathe::pressure::Problem problem = lathe::pressure::ingest(adapter).problem;
  const lathe::pressure::Report report = analyse(problem);
  std::printf("%s", print(problem, report).c_str());
  lathe::pressure::remark_excess(problem, report, [](const lathe::Remark& r) { std::printf("%s\n", r.text.c_str()); });

  lathe::pressure::Tracker tracker(problem, {.verify_update_mcse = true});
  // Instructions 2 and 3, down to where they are needed, if that is possible and not worse.
  for (const std::uint32_t inst : {3U, 2U}) {
    const lathe::pressure::Place place{0, 6};
    const auto motion = feasible(tracker, inst, place);
    std::printf("move %u: %s\n", inst, motion.possible() ? "possible" : to_string(motion.obstacle));
    const auto [refusal, delta] = tracker.what_if(lathe::pressure::Edit::move(inst, place));
    std::printf("%s", print(problem, delta).c_str());
    if (!motion.possible() || refusal != lathe::pressure::Refusal::none || delta.worsens()) continue;
    const std::uint32_t from = tracker.position(inst);
    tracker.move(inst, place);
    std::rotate(code.begin() + from, code.begin() + from + 1, code.begin() + tracker.position(inst) + 1);
  }
  // Speculation: without the first show nobody needs the sum; but it must stay, so all is taken back.
  const auto words = tracker.words();
  tracker.begin();
  tracker.erase(5);
  tracker.rollback();
  const bool exact = tracker.words() == words;

  std::printf("at most %u registers now, %zu faults\n", tracker.maximum(0),
              check_report(tracker.snapshot(), tracker.report()).size());
  return exact && before == run(code) && report.maxima[0].pressure == 4 && tracker.maximum(0) == 2 &&
                 tracker.error().empty()
             ? 0
             : 1;
}
