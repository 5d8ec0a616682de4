// Plan the inlining of your own IR with lathe: plan, check, carry out, and see that the program does the same with fewer
// calls. Compile: g++ -std=c++20 -I include examples/inlining.cpp
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <lathe/inlining.hpp>
#include <lathe/inlining/check.hpp>
#include <lathe/inlining/text.hpp>

// ---- the IR: functions of one number, a list of steps
struct Step {
  enum { add, multiply, call } op;
  long operand;         // of call: the function
  unsigned number = 0;  // of call: filled in below
};
struct Function {
  std::string name;
  std::vector<Step> steps;
};
using Program = std::vector<Function>;

long run(const Program& program, std::size_t f, long x, int& calls) {
  for (const Step& s : program[f].steps) {
    if (s.op == Step::call) ++calls;
    x = s.op == Step::add        ? x + s.operand
        : s.op == Step::multiply ? x * s.operand
                                 : run(program, static_cast<std::size_t>(s.operand), x, calls);
  }
  return x;
}

// ---- the members of inlining::CallGraph
struct Calls {
  struct Call {
    std::size_t function, step;
  };
  const Program& program;

  std::vector<std::size_t> functions() const {
    std::vector<std::size_t> out;
    for (std::size_t f = 0; f < program.size(); ++f) out.push_back(f);
    return out;
  }
  lathe::inlining::Function describe(std::size_t f) const {
    lathe::inlining::Function out;
    out.name = program[f].name;
    out.size = static_cast<unsigned>(program[f].steps.size());
    out.local = f != 0;  // only main is called from outside
    return out;
  }
  std::vector<Call> calls(std::size_t f) const {
    std::vector<Call> out;
    for (std::size_t s = 0; s < program[f].steps.size(); ++s)
      if (program[f].steps[s].op == Step::call) out.push_back({f, s});
    return out;
  }
  std::size_t callee(const Call& c) const {
    return static_cast<std::size_t>(program[c.function].steps[c.step].operand);
  }
  lathe::inlining::Site describe(const Call&) const {
    lathe::inlining::Site out;
    out.saved = 1;  // the call itself
    return out;
  }
};

// One decision on the code that the ones before it left. `number` tells calls apart; copies get new ones.
void carry_out(Program& program, const lathe::inlining::Problem& p, const lathe::inlining::Plan& plan,
               const lathe::inlining::Decision& d) {
  const auto& instance = plan.instances[d.instance];
  std::vector<Step> body = program[p.sites[instance.site].callee].steps;
  for (Step& s : body)
    for (unsigned k = d.first_copy; s.op == Step::call && k < d.first_copy + d.copies; ++k)
      if (plan.instances[k].copy_of == s.number) {
        s.number = k;
        break;
      }
  auto& steps = program[instance.owner].steps;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].op == Step::call && steps[i].number == d.instance) {
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
      steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i), body.begin(), body.end());
      return;
    }
}

int main() {
  Program program = {{"main", {{Step::call, 1}, {Step::call, 2}, {Step::call, 1}}},
                     {"twice", {{Step::multiply, 2}}},
                     {"more", {{Step::add, 7}, {Step::call, 1}, {Step::call, 3}}},
                     {"large", std::vector<Step>(90, Step{Step::add, 1})}};
  const auto from = lathe::inlining::ingest(Calls{program});
  for (unsigned s = 0; s < from.calls.size(); ++s) program[from.calls[s].function].steps[from.calls[s].step].number = s;

  lathe::inlining::Options options;
  options.threshold = 20;       // for a machine whose calls cost one step
  options.last_call_bonus = 0;  // a large function stays, though this is its only call
  const auto plan = lathe::inlining::plan_inlining(from.problem, options);
  std::printf("%s", lathe::inlining::print(from.problem, plan).c_str());
  if (!lathe::inlining::check_plan(from.problem, plan, options).empty()) return 1;

  int before = 0, after = 0;
  const long wanted = run(program, 0, 5, before);
  for (const auto& decision : plan.decisions) carry_out(program, from.problem, plan, decision);
  const long got = run(program, 0, 5, after);
  std::printf("main(5) = %ld by %d calls, then %ld by %d\n", wanted, before, got, after);
  return got == wanted && after < before ? 0 : 1;
}
