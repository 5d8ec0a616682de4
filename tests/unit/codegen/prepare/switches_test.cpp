// switch: trees, bit tests and jump tables give what the switch gave, for every value, by running the IR.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <random>

#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

using llvm::APInt;

/// Runs a function of one integer that compares, computes and branches; its result. Small and slow: an oracle.
APInt run(const llvm::Function& f, const APInt& argument) {
  std::map<const llvm::Value*, APInt> values{{f.getArg(0), argument}};
  const auto value = [&](const llvm::Value* v) {
    if (const auto* c = llvm::dyn_cast<llvm::ConstantInt>(v)) return c->getValue();
    return values.at(v);
  };
  const llvm::BasicBlock* block = &f.getEntryBlock();
  const llvm::BasicBlock* from = nullptr;
  for (;;) {
    std::map<const llvm::Value*, APInt> phis;
    for (const llvm::PHINode& phi : block->phis()) phis[&phi] = value(phi.getIncomingValueForBlock(from));
    for (const auto& [phi, v] : phis) values[phi] = v;
    for (const llvm::Instruction& inst : *block) {
      if (llvm::isa<llvm::PHINode>(inst)) continue;
      if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&inst)) return value(ret->getReturnValue());
      if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&inst))
        values[&inst] = APInt(1, llvm::ICmpInst::compare(value(compare->getOperand(0)), value(compare->getOperand(1)),
                                                         compare->getPredicate()));
      else if (inst.getOpcode() == llvm::Instruction::Sub)
        values[&inst] = value(inst.getOperand(0)) - value(inst.getOperand(1));
      else if (inst.getOpcode() == llvm::Instruction::LShr)
        values[&inst] = value(inst.getOperand(0)).lshr(value(inst.getOperand(1)));
      else if (llvm::isa<llvm::TruncInst, llvm::ZExtInst>(inst))
        values[&inst] = value(inst.getOperand(0)).zextOrTrunc(inst.getType()->getIntegerBitWidth());
      else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&inst)) {
        from = block;
        block = branch->isConditional() && value(branch->getCondition()).isZero() ? branch->getSuccessor(1)
                                                                                  : branch->getSuccessor(0);
      } else if (const auto* table = llvm::dyn_cast<llvm::SwitchInst>(&inst)) {
        from = block;
        block = table->findCaseValue(llvm::ConstantInt::get(f.getContext(), value(table->getCondition())))
                    ->getCaseSuccessor();
      } else {
        FAIL("unexpected instruction, or unreachable reached");
      }
    }
  }
}

struct Case {
  std::int64_t value;
  unsigned target;
};

std::string text_of(unsigned bits, const std::vector<Case>& cases, unsigned targets, bool with_default) {
  const std::string type = "i" + std::to_string(bits);
  std::string text = "define i32 @f(" + type + " %x) {\nentry:\n  switch " + type + " %x, label %other [\n";
  for (const Case& c : cases)
    text += "    " + type + " " + std::to_string(c.value) + ", label %t" + std::to_string(c.target) + "\n";
  text += "  ]\n";
  std::string phi = "  %r = phi i32 ";
  for (unsigned t = 0; t < targets; ++t) {
    text += "t" + std::to_string(t) + ":\n  br label %end\n";
    phi += "[ " + std::to_string(t + 100) + ", %t" + std::to_string(t) + " ], ";
  }
  if (with_default) return text + "other:\n  br label %end\nend:\n" + phi + "[ 7, %other ]\n  ret i32 %r\n}\n";
  return text + "other:\n  unreachable\nend:\n" + phi.substr(0, phi.size() - 2) + "\n  ret i32 %r\n}\n";
}

void check(unsigned bits, const std::vector<Case>& cases, unsigned targets, bool with_default,
           const std::vector<std::int64_t>& extra) {
  PtxIr ir(text_of(bits, cases, targets, with_default));
  REQUIRE(ir.module);
  ir.step("switches");
  std::map<std::int64_t, unsigned> expected;
  for (const Case& c : cases) expected[c.value] = c.target + 100;
  const llvm::Function& f = *ir.module->getFunction("f");
  for (const Case& c : cases)
    CHECK(run(f, APInt(bits, static_cast<std::uint64_t>(c.value), true, true)) == c.target + 100);
  if (!with_default) return;
  for (const std::int64_t v : extra) {
    const auto known = expected.find(v);
    CHECK(run(f, APInt(bits, static_cast<std::uint64_t>(v), true, true)) ==
          (known == expected.end() ? 7 : known->second));
  }
}

}  // namespace

TEST_CASE("dense cases become a jump table, sparse ones a tree, equal targets a bit test") {
  std::vector<Case> dense, sparse, same;
  for (int i = 0; i < 20; ++i) dense.push_back({i + 5, static_cast<unsigned>(i % 7)});
  for (int i = 0; i < 20; ++i) sparse.push_back({i * i * 1000, static_cast<unsigned>(i % 7)});
  for (const int v : {9, 10, 13, 32, 47, 58}) same.push_back({v, 0});
  PtxIr table(text_of(32, dense, 7, true));
  CHECK(count(table.step("switches"), "switch i32") == 1);
  PtxIr tree(text_of(32, sparse, 7, true));
  CHECK_FALSE(has(tree.step("switches"), "switch i32"));
  PtxIr bits(text_of(32, same, 1, true));
  const std::string out = bits.step("switches");
  CHECK(count(out, "icmp") == 1);
  CHECK(has(out, "lshr i64"));
}

TEST_CASE("without a default there is no test of the range") {
  std::vector<Case> dense;
  for (int i = 0; i < 16; ++i) dense.push_back({i, static_cast<unsigned>(i % 5)});
  PtxIr ir(text_of(32, dense, 5, false));
  const std::string out = ir.step("switches");
  CHECK_FALSE(has(out, "icmp"));
  CHECK(has(out, "switch i32 %x"));
}

TEST_CASE("the same results as the switch, for random switches") {
  std::mt19937 random(42);
  for (int round = 0; round < 60; ++round) {
    const unsigned bits = std::vector<unsigned>{8, 16, 32, 64, 128, 1, 5}[random() % 7];
    const std::int64_t span = bits < 7 ? (1 << (bits - 1)) : std::vector<std::int64_t>{10, 60, 127}[random() % 3];
    const unsigned targets = 1 + random() % 6;
    std::map<std::int64_t, unsigned> cases;
    const unsigned wanted = 1 + random() % 40;
    for (unsigned i = 0; i < wanted; ++i)
      cases[static_cast<std::int64_t>(random() % (2 * span)) - span] = random() % targets;
    std::vector<Case> list;
    std::vector<std::int64_t> all;
    for (const auto& [v, t] : cases) list.push_back({v, t});
    for (std::int64_t v = -span; v < span; ++v) all.push_back(v);
    std::shuffle(list.begin(), list.end(), random);
    CAPTURE(round);
    CAPTURE(bits);
    check(bits, list, targets, random() % 4 != 0, all);
  }
}
