// The equivalence checker inside LLVM 22: what its passes make of machine functions is equal, mutants are not.
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <lathe/program/equal.hpp>

#include "adapters/llvm_mir/view.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

bool equal(llvm::MachineFunction& a, llvm::MachineFunction& b) { return program::equal::run(View(a), View(b)).equal(); }

struct Pass {
  const char* name;
  bool allocated;  ///< runs behind register allocation
};
constexpr Pass passes[] = {
    {"machine-cse", false},         {"early-machinelicm", false},     {"machine-sink", false},
    {"dead-mi-elimination", false}, {"early-tailduplication", false}, {"register-coalescer", false},
    {"machine-cp", true},           {"tailduplication", true},        {"machinelicm", true},
    {"block-placement", true}};

struct Count {
  std::uint32_t functions = 0, unlike = 0, changed = 0;
};
std::string place(llvm::MachineFunction& f, std::uint32_t inst) {
  const View view(f);
  for (const llvm::MachineBasicBlock* b : view.blocks())
    for (const llvm::MachineInstr* i : view.instructions(b))
      if (inst-- == 0) return view.block_name(b) + " " + view.inst_name(i);
  return "nothing";
}
std::string text_of(llvm::MachineFunction& f) {
  std::string out;
  llvm::raw_string_ostream to(out);
  f.print(to);
  return out;
}
// What a pass makes of the functions of a file, on a target; unlike ones are named.
Count judge(const std::string& file, const Target& target, const Pass& pass, std::string& unlike) {
  Count out;
  const auto load = [&](LoadOptions options) {
    options.triple = target.triple;
    options.cpu = target.cpu;
    std::string error;
    auto program = lathe::llvm_mir::load(file, options, error);
    REQUIRE_MESSAGE(program != nullptr, error);
    return program;
  };
  const auto first = load(before(pass.name)), second = load(after(pass.name));
  for (llvm::MachineFunction* f : first->functions()) {
    llvm::MachineFunction* g = second->function(std::string_view(f->getName()));
    REQUIRE(g != nullptr);
    ++out.functions;
    out.changed += text_of(*f) != text_of(*g);
    const auto answer = program::equal::run(View(*f), View(*g));
    if (answer.equal()) continue;
    ++out.unlike;
    if (answer.vacuous()) {
      unlike +=
          std::string(pass.name) + " " + target.triple + " " + file + " " + f->getName().str() + ": no path ends\n";
      continue;
    }
    const auto& d = answer.differences.front();
    unlike += std::string(pass.name) + " " + target.triple + " " + file + " " + f->getName().str() + ": " +
              place(*f, d.first) + " | " + place(*g, d.second) + "\n";
  }
  return out;
}
bool runs_on(const Pass& pass, const Target& target) {
  return !pass.allocated || !std::string(target.triple).starts_with("nvptx");  // which has no such places
}

}  // namespace

TEST_CASE("LLVM's passes that move, merge and copy code") {
  Count all;
  std::string unlike;
  for (const Target& target : targets)
    for (const char* file : {"tests/unit/adapters/llvm_mir/repeats.ll", "tests/unit/adapters/llvm_mir/loops.ll"})
      for (const Pass& pass : passes) {
        if (!runs_on(pass, target)) continue;
        const Count count = judge(file, target, pass, unlike);
        all.functions += count.functions;
        all.changed += count.changed;
      }
  CHECK_MESSAGE(unlike.empty(), unlike);
  CHECK(all.functions >= 400);
  CHECK(all.changed >= 100);
}

// LATHE_EQUAL_IR names files of LLVM IR, separated by colons; LATHE_EQUAL_TARGET a triple of targets.hpp. For
// tests/suites/llvm_equal.py, which makes hundreds of functions.
TEST_CASE("the same on other files") {
  const char *files = std::getenv("LATHE_EQUAL_IR"), *triple = std::getenv("LATHE_EQUAL_TARGET");
  if (files == nullptr) return;
  for (const Target& target : targets)
    for (const Pass& pass : passes) {
      if (!runs_on(pass, target) || (triple != nullptr && std::string(target.triple) != triple)) continue;
      Count all;
      std::string unlike, file;
      for (std::istringstream names(files); std::getline(names, file, ':');) {
        const Count count = judge(file, target, pass, unlike);
        all.functions += count.functions;
        all.changed += count.changed;
        all.unlike += count.unlike;
      }
      std::printf("%s %s: %u functions, %u changed, %u unlike\n%s", target.triple, pass.name, all.functions,
                  all.changed, all.unlike, unlike.c_str());
      CHECK(all.unlike == 0);
    }
}

TEST_CASE("mutants of machine functions are told") {
  std::uint32_t told = 0, tried = 0;
  for (const Target& target : targets) {
    const auto whole = compile("loops.ll", target, after("machine-cse")),
               other = compile("loops.ll", target, after("machine-cse"));
    for (llvm::MachineFunction* f : other->functions()) {
      llvm::MachineFunction* g = whole->function(std::string_view(f->getName()));
      for (llvm::MachineBasicBlock& block : *f)
        for (llvm::MachineInstr& inst : block) {
          // Two unlike uses of one class change places; put back behind that.
          if (inst.isPHI() || inst.isCommutable() || is_note(inst)) continue;
          llvm::SmallVector<llvm::MachineOperand*, 4> uses;
          for (llvm::MachineOperand& o : inst.explicit_uses())
            if (o.isReg() && o.getReg().isVirtual() && o.getSubReg() == 0) uses.push_back(&o);
          if (uses.size() < 2 || uses[0]->getReg() == uses[1]->getReg()) continue;
          const llvm::Register a = uses[0]->getReg(), b = uses[1]->getReg();
          uses[0]->setReg(b);
          uses[1]->setReg(a);
          told += program::equal::run(View(*f), View(*g)).differs();
          ++tried;
          uses[0]->setReg(a);
          uses[1]->setReg(b);
        }
      CHECK(equal(*f, *g));
    }
  }
  CHECK(tried > 30);
  CHECK(told * 10 >= tried * 8);
  MESSAGE(told << " of " << tried << " mutants told");
}
