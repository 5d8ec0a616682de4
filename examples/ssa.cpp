// Registers that are written many times, under a guard, too, into SSA form: the plan in the words of the program's own
// View. Compile: g++ -std=c++20 -I include examples/ssa.cpp
#include <lathe/program/ssa.hpp>
#include <lathe/program/ssa_check.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;

// What an instruction writes ("" for nothing) and reads; a guarded one leaves its register as it was where `guard` is
// 0.
struct Inst {
  std::string writes;
  std::vector<std::string> reads;
  std::string guard;
};
struct Block {
  std::vector<Inst> code;
  std::vector<int> next;
};

struct Function {
  std::vector<Block> code;

  using Value = std::string;
  static constexpr Facts facts = Fact::parameters;
  std::vector<int> blocks() const {
    std::vector<int> out;
    for (int b = 0; b < static_cast<int>(code.size()); ++b) out.push_back(b);
    return out;
  }
  std::vector<const Inst*> instructions(int b) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code[static_cast<std::size_t>(b)].code) out.push_back(&i);
    return out;
  }
  void for_each_successor(int b, auto&& f) const {
    for (const int s : code[static_cast<std::size_t>(b)].next) f(s);
  }
  void for_each_operand(const Inst* i, auto&& f) const {
    if (!i->guard.empty()) f(Operand<Value>{i->guard, Role::guard});
    for (const std::string& r : i->reads) f(Operand<Value>{r, Role::use});
    if (!i->guard.empty()) {  // what stays where the guard fails is read
      Operand<Value> old{i->writes, Role::use};
      old.old = true;
      f(old);
    }
    if (!i->writes.empty()) f(Operand<Value>{i->writes, Role::def});
  }
  Effects effects(const Inst*) const { return {}; }
  int key(const Inst*) const { return 0; }
  void for_each_parameter(auto&& f) const {
    for (const char* r : {"n", "p"}) f(std::string(r));
  }
};
static_assert(is_view<Function>());

int main() {
  // x = 1; do { if (p) x = x + n; n = n - 1; } while (n); show x
  const Function f{{{{{"x", {}, ""}}, {1}},
                    {{{"x", {"x", "n"}, "p"}, {"n", {"n"}, ""}, {"", {"n"}, ""}}, {1, 2}},
                    {{{"", {"x"}, ""}}, {}}}};
  const auto plan = ssa::run(f);
  const auto name = [&](std::uint32_t n) { return plan.register_of(n) + "." + std::to_string(plan.version(n)); };
  plan.for_each_phi([&](int block, std::uint32_t result, auto arguments) {
    std::printf("block %d: %s = phi", block, name(result).c_str());
    for (const auto& a : arguments) std::printf(" %s from %d", name(a.name).c_str(), plan.block(a.from));
    std::printf("\n");
  });
  for (const int b : f.blocks())
    for (const Inst* i : f.instructions(b)) {
      std::printf("block %d:", b);
      std::uint32_t k = 0;
      f.for_each_operand(i, [&](const Operand<std::string>& o) {
        std::printf(" %s%s", o.is_def() ? "writes " : o.old ? "keeps " : "", name(plan.operand(i, k++)).c_str());
      });
      std::printf("\n");
    }
  const auto faults = ssa::check(plan.problem(), plan.plan());
  std::printf("%zu faults\n", faults.size());
  return faults.empty() && plan.stats().phis == 2 ? 0 : 1;
}
