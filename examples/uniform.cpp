// Which values are the same for all threads of a warp? A loop whose length differs between threads, over the program's
// own View: what counts its turns is uniform inside and not behind it. Then 32 threads are run and compared. Compile:
// g++ -std=c++20 -I include examples/uniform.cpp
#include <lathe/flow/check_uniformity.hpp>
#include <lathe/flow/uniformity.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace lathe::program;
namespace uniformity = lathe::flow::uniformity;

struct Inst {
  std::string op, writes;
  std::vector<std::string> reads;
};
struct Block {
  std::vector<Inst> code;
  std::vector<int> next;  // where it goes when what its last instruction reads is not 0; otherwise
};

struct Function {
  std::vector<Block> code;

  using Value = std::string;
  static constexpr Facts facts = Fact::parameters | Fact::names;
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
    for (const std::string& r : i->reads) f(Operand<Value>{r, Role::use});
    if (!i->writes.empty()) f(Operand<Value>{i->writes, Role::def});
  }
  Effects effects(const Inst* i) const { return i->op == "branch" ? Effects(Effect::terminator) : Effects(); }
  const std::string& key(const Inst* i) const { return i->op; }
  void for_each_parameter(auto&& f) const { f(std::string("n")); }
  std::string name() const { return "count"; }
  std::string block_name(int b) const { return std::to_string(b); }
  std::string inst_name(const Inst* i) const { return i->op; }
  std::string value_name(const std::string& v) const { return v; }
};

// What the View does not say: who is another for each thread.
struct SimtFacts {
  uniformity::Source source(const Inst* i) const {
    return i->op == "lane" ? uniformity::Source::divergent : uniformity::Source::operands;
  }
  bool uniform(const std::string&) const { return true; }  // arguments are the same for all
};

// 0: i = 0; two = 1 + 1; t = lane   1: do { i = i + one; left = t - i } while (left)   2: x = i + n; y = two + n
const Function program{{{{{"zero", "i", {}}, {"one", "one", {}}, {"lane", "t", {}}}, {1}},
                        {{{"add", "i", {"i", "one"}},
                          {"add", "two", {"one", "one"}},
                          {"less", "left", {"i", "t"}},
                          {"branch", "", {"left"}}},
                         {1, 2}},
                        {{{"add", "x", {"i", "n"}}, {"add", "y", {"two", "n"}}}, {}}}};

// One thread: the values of x and y.
std::vector<long> run(long lane, long n) {
  long i = 0, two = 0;
  do {
    i = i + 1;
    two = 1 + 1;
  } while (i < lane);
  return {i + n, two + n};
}

int main() {
  const auto answer = uniformity::run(program, SimtFacts{});
  for (const int b : program.blocks()) {
    std::printf("block %d%s%s\n", b, answer.diverged(b) ? ", in parts" : "",
                answer.divergent_branch(b) ? ", a divergent branch" : "");
    for (const Inst* i : program.instructions(b)) {
      std::printf("  %s %s:", i->op.c_str(), i->writes.c_str());
      for (std::uint32_t k = 0; k < i->reads.size(); ++k)
        std::printf(" %s %s", i->reads[k].c_str(), answer.divergent(i, k) ? "divergent" : "uniform");
      std::printf(" -> %s\n", answer.divergent(i) ? "divergent" : "uniform");
    }
  }
  const Inst* const x = &program.code[2].code[0];
  const Inst* const y = &program.code[2].code[1];
  std::printf("x: %s\n", answer.why(x).c_str());

  bool x_same = true, y_same = true;
  for (long lane = 0; lane < 32; ++lane) {
    x_same = x_same && run(lane, 5)[0] == run(0, 5)[0];
    y_same = y_same && run(lane, 5)[1] == run(0, 5)[1];
  }
  const bool right = answer.divergent(x) == !x_same && answer.divergent(y) == !y_same && answer.divergent(x, 0) &&
                     !answer.divergent(&program.code[1].code[0]);
  return right && check(answer.problem(), answer.result()).empty() ? 0 : 1;
}
