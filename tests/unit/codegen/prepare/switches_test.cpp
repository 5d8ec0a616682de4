// switch: trees, bit tests and jump tables give what the switch gave, for every value, by running the IR.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ProfDataUtils.h>

#include <algorithm>
#include <map>
#include <random>

#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

using llvm::APInt;

/// What a run passed: how many branches, and how likely by their !prof it goes so.
struct Way {
  unsigned branches = 0;
  double chance = 1;
};

/// Runs a function of one integer that compares, computes and branches; its result. Small and slow: an oracle.
APInt run(const llvm::Function& f, const APInt& argument, Way* way = nullptr) {
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
        const unsigned to = branch->isConditional() && value(branch->getCondition()).isZero() ? 1 : 0;
        std::uint64_t yes = 0, no = 0;
        if (way != nullptr && branch->isConditional()) {
          ++way->branches;
          if (llvm::extractBranchWeights(*branch, yes, no))
            way->chance *= static_cast<double>(to == 0 ? yes : no) / static_cast<double>(yes + no);
        }
        block = branch->getSuccessor(to);
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

/// `weights`: of the default and the cases, for !prof.
std::string text_of(unsigned bits, const std::vector<Case>& cases, unsigned targets, bool with_default,
                    const std::vector<std::uint32_t>& weights = {}) {
  const std::string type = "i" + std::to_string(bits);
  std::string text = "define i32 @f(" + type + " %x) {\nentry:\n  switch " + type + " %x, label %other [\n";
  for (const Case& c : cases)
    text += "    " + type + " " + std::to_string(c.value) + ", label %t" + std::to_string(c.target) + "\n";
  text += weights.empty() ? "  ]\n" : "  ], !prof !0\n";
  std::string notes;
  for (const std::uint32_t w : weights) notes += ", i32 " + std::to_string(w);
  if (!weights.empty()) notes = "!0 = !{!\"branch_weights\"" + notes + "}\n";
  std::string phi = "  %r = phi i32 ";
  for (unsigned t = 0; t < targets; ++t) {
    text += "t" + std::to_string(t) + ":\n  br label %end\n";
    phi += "[ " + std::to_string(t + 100) + ", %t" + std::to_string(t) + " ], ";
  }
  if (with_default) return text + "other:\n  br label %end\nend:\n" + phi + "[ 7, %other ]\n  ret i32 %r\n}\n" + notes;
  return text + "other:\n  unreachable\nend:\n" + phi.substr(0, phi.size() - 2) + "\n  ret i32 %r\n}\n" + notes;
}

void check(unsigned bits, const std::vector<Case>& cases, unsigned targets, bool with_default,
           const std::vector<std::int64_t>& extra, const std::vector<std::uint32_t>& weights) {
  PtxIr ir(text_of(bits, cases, targets, with_default, weights));
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
    std::vector<std::uint32_t> weights;  // of most none, of some the most that there can be
    while (round % 2 == 1 && weights.size() <= list.size())
      weights.push_back(std::vector<std::uint32_t>{0, 0, 0, 1, 40, ~0U}[random() % 6]);
    check(bits, list, targets, random() % 4 != 0, all, weights);
  }
}

TEST_CASE("weights of cases become those of branches, and what comes often is found soon") {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    const unsigned n = 2 + random() % 40;
    std::vector<Case> cases;  // so far from each other that each is a leaf of its own
    std::vector<std::uint32_t> weights{n * static_cast<std::uint32_t>(random() % 50)};
    for (unsigned k = 0; k < n; ++k) {
      cases.push_back({static_cast<std::int64_t>(k) * 1000, k});
      weights.push_back(random() % 3 == 0 ? 0U
                                          : static_cast<std::uint32_t>(random() % (random() % 4 == 0 ? 100'000 : 100)));
    }
    double all = 0, branches = 0, halves = 0;
    for (const std::uint32_t w : weights) all += w;
    PtxIr ir(text_of(32, cases, n, true, weights)), plain(text_of(32, cases, n, true));
    ir.step("switches");
    plain.step("switches");
    const llvm::Function &f = *ir.module->getFunction("f"), &g = *plain.module->getFunction("f");
    for (unsigned k = 0; k < n; ++k) {
      Way way, other;
      CHECK(run(f, APInt(32, k * 1000), &way) == k + 100);
      CHECK(run(g, APInt(32, k * 1000), &other) == k + 100);
      CHECK(other.chance == 1);  // nothing is said
      if (all > 0) CHECK(way.chance == doctest::Approx(weights[k + 1] / all));
      branches += weights[k + 1] * way.branches;
      halves += weights[k + 1] * other.branches;
    }
    CHECK(branches <= halves);
  }
  // A table and bits: how often the value is among them.
  std::vector<Case> dense, same;
  std::vector<std::uint32_t> of_dense{100}, of_same{50};
  for (int k = 0; k < 20; ++k) dense.push_back({k + 5, static_cast<unsigned>(k % 7)}), of_dense.push_back(10);
  for (const int v : {9, 10, 13, 32, 47, 58}) same.push_back({v, 0}), of_same.push_back(25);
  PtxIr table(text_of(32, dense, 7, true, of_dense)), bits(text_of(32, same, 1, true, of_same));
  table.step("switches");
  bits.step("switches");
  Way way;
  CHECK(run(*table.module->getFunction("f"), APInt(32, 6), &way) == 101);
  CHECK(way.chance == doctest::Approx(200.0 / 300));
  way = {};
  CHECK(run(*bits.module->getFunction("f"), APInt(32, 13), &way) == 100);
  CHECK(way.chance == doctest::Approx(150.0 / 200));
}

TEST_CASE("one case that comes nearly always is found by three branches, wherever it stands") {
  std::vector<Case> cases;
  for (unsigned k = 0; k < 21; ++k) cases.push_back({static_cast<std::int64_t>(k) * 1000, k});
  for (unsigned hot = 0; hot < cases.size(); ++hot) {
    CAPTURE(hot);
    std::vector<std::uint32_t> weights(cases.size() + 1, 3);
    weights[hot + 1] = 100'000;
    PtxIr ir(text_of(32, cases, 21, true, weights));
    ir.step("switches");
    Way way;
    CHECK(run(*ir.module->getFunction("f"), APInt(32, hot * 1000), &way) == hot + 100);
    CHECK(way.branches <= (hot == 0 || hot == 20 ? 2 : 3));
  }
}

TEST_CASE("many cases of which each comes twice as often as the next stay a tree that is not deep") {
  std::vector<Case> cases;
  std::vector<std::uint32_t> weights{0};
  for (unsigned k = 0; k < 3000; ++k)
    cases.push_back({static_cast<std::int64_t>(k) * 1000, k % 9}), weights.push_back(k < 32 ? 1U << (31 - k) : 0);
  PtxIr ir(text_of(32, cases, 9, true, weights));
  ir.step("switches");
  unsigned deepest = 0;
  for (const Case& c : cases) {
    Way way;
    CHECK(run(*ir.module->getFunction("f"), APInt(32, static_cast<std::uint64_t>(c.value)), &way) == c.target + 100);
    deepest = std::max(deepest, way.branches);
  }
  CHECK(deepest <= 32 + 13);
}
