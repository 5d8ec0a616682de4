// A program of one's own shown as a View, and two versions of a function compared: one in which code was moved and
// renamed is equal, one with a wrong operand is not. Compile: g++ -std=c++20 -I include examples/equal.cpp
#include <lathe/program/equal.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;

// Straight-line code: text of the operation, what it writes (-1: nothing), what it reads.
struct Inst {
  const char* op;
  int writes;
  std::vector<int> reads;
};

struct Function {
  std::vector<Inst> code;

  // ---- the View: eight members
  using Value = int;
  static constexpr Facts facts = Fact::parameters;
  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code) out.push_back(&i);
    return out;
  }
  void for_each_successor(int, auto&&) const {}
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const int r : i->reads) f(Operand{r, Role::use});
    if (i->writes >= 0) f(Operand{i->writes, Role::def});
  }
  Effects effects(const Inst* i) const {
    const std::string op = i->op;
    return op == "add" || op == "mul" ? Effect::commutes
           : op == "store"            ? Effect::writes
           : op == "ret"              ? Effect::terminator
                                      : Effects();
  }
  std::string key(const Inst* i) const { return i->op; }

  // ---- a fact that this one has besides
  void for_each_parameter(auto&& f) const {
    for (const int r : {0, 1}) f(r);
  }
};
static_assert(is_view<Function>());

int main() {
  const Function before{
      {{"mul", 2, {0, 1}}, {"add", 3, {2, 0}}, {"sub", 4, {0, 1}}, {"store", -1, {3, 4}}, {"ret", -1, {2}}}};
  const Function moved{
      {{"sub", 9, {0, 1}}, {"mul", 5, {1, 0}}, {"add", 6, {0, 5}}, {"store", -1, {6, 9}}, {"ret", -1, {5}}}};
  const Function wrong{
      {{"mul", 2, {0, 1}}, {"add", 3, {2, 1}}, {"sub", 4, {0, 1}}, {"store", -1, {3, 4}}, {"ret", -1, {2}}}};
  const equal::Answer same = equal::run(before, moved), other = equal::run(before, wrong);
  std::printf("moved and renamed: %s\n", same.equal() ? "equal" : "unlike");
  std::printf("another operand:   %s", other.equal() ? "equal\n" : "unlike");
  if (other.differs())
    std::printf(", instruction %u\n",
                other.differences[0].first == equal::none ? other.differences[0].second : other.differences[0].first);
  std::printf("%s", describe<Function>().c_str());
  return same.equal() && other.differs() ? 0 : 1;
}
