// What loops compute from their counters, on machine functions of LLVM for RISC-V: products and addresses become counters of their
// own. The equivalence checker does not follow values that change round loops, so the code is run before and behind, by a small
// machine that knows the instructions of these loops and no others.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <llvm/CodeGen/MachineBranchProbabilityInfo.h>
#include <llvm/CodeGen/MachineDominators.h>
#include <llvm/CodeGen/MachineLoopInfo.h>

#include <lathe/passes/strength_reduction.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

std::string_view name_of(const llvm::MachineInstr& i) {
  return i.getMF()->getSubtarget().getInstrInfo()->getName(i.getOpcode());
}

// RISC-V's sums: a passes::LinearMaker. Constants are those of one instruction.
class Sums : public Code {
 public:
  Sums(llvm::MachineFunction& f, const llvm::MachineBlockFrequencyInfo& often)
      : Code(f, Ways::fixed, &often, Masks::left_out) {
    for (unsigned k = 0; k < instructions_.getNumOpcodes(); ++k)
      for (const char* name : {"ADD", "ADDI", "MUL"})
        if (instructions_.getName(k) == name) opcodes_[name] = k;
  }
  std::uint32_t factor = 1;  ///< of products: more than 1 is wrong

  std::optional<std::uint64_t> constant_of(Value) const { return {}; }
  std::optional<passes::LinearStep<Value>> linear(Inst i) const {
    const std::string_view name = name_of(*i);
    passes::LinearStep<Value> out;
    const auto add = [&](unsigned k, std::uint64_t times) {
      const llvm::MachineOperand& o = i->getOperand(k);
      if (o.getReg().isVirtual()) return out.add({o.getReg().id(), times}), true;
      return registers_.isConstantPhysReg(o.getReg().asMCReg());  // x0
    };
    if (name == "COPY" && i->getOperand(0).getReg().isVirtual() && i->getOperand(1).getReg().isVirtual() && add(1, 1))
      return out;
    if (name == "ADD" && add(1, 1) && add(2, 1)) return out;
    if (name == "SUB" && add(1, 1) && add(2, ~std::uint64_t{0})) return out;
    if (name == "SLLI" && add(1, std::uint64_t{1} << i->getOperand(2).getImm())) return out;
    if (name == "ADDI" && i->getOperand(1).isReg() && i->getOperand(2).isImm() && add(1, 1)) {
      out.constant = static_cast<std::uint64_t>(i->getOperand(2).getImm());
      return out;
    }
    if (name == "MUL" && i->getOperand(1).getReg().isVirtual() && i->getOperand(2).getReg().isVirtual()) {
      out.add({i->getOperand(1).getReg().id(), factor, i->getOperand(2).getReg().id()});
      return out;
    }
    return {};
  }
  std::uint32_t cost(Inst i) const { return name_of(*i) == "MUL" ? 3 : 1; }
  static std::uint32_t sum_cost(Value) { return 1; }
  Inst make_phi(Value to) { return built(llvm::TargetOpcode::PHI, to).getInstr(); }
  Inst make_sum(Value to, Value a, Value b) {
    return built(opcodes_["ADD"], to).addReg(reg(a)).addReg(reg(b)).getInstr();
  }
  Inst make_sum(Value to, Value a, std::uint64_t n) {
    REQUIRE(static_cast<std::int64_t>(n) == llvm::SignExtend64<12>(n));
    return built(opcodes_["ADDI"], to).addReg(reg(a)).addImm(static_cast<std::int64_t>(n)).getInstr();
  }
  Inst make_product(Value to, Value a, Value b) {
    return built(opcodes_["MUL"], to).addReg(reg(a)).addReg(reg(b)).getInstr();
  }
  Inst make_constant(Value to, std::uint64_t n) {
    REQUIRE(static_cast<std::int64_t>(n) == llvm::SignExtend64<12>(n));
    return built(opcodes_["ADDI"], to).addReg(zero()).addImm(static_cast<std::int64_t>(n)).getInstr();
  }
  bool reaches(Inst i, Value v, std::int64_t n) const {
    const llvm::MachineOperand* const at = offset(*i, v);
    return at != nullptr && at->getImm() + n >= -2048 && at->getImm() + n < 2048;
  }
  Inst displaced(Inst i, Value v, Value by, std::int64_t n) {
    const Inst made = clone(i);
    change(made).getOperand(1).setReg(reg(by));
    llvm::MachineOperand& at = change(made).getOperand(2);
    at.setImm(offset(*i, v)->getImm() + n);
    return made;
  }

 private:
  static llvm::Register reg(Value v) { return llvm::Register(v); }
  llvm::Register zero() const {
    for (unsigned r = 1; r < registers_.getNumRegs(); ++r)
      if (registers_.isConstantPhysReg(r) && std::string_view(registers_.getName(r)) == "X0") return llvm::Register(r);
    return {};
  }
  llvm::MachineInstrBuilder built(unsigned opcode, Value to) {
    return llvm::BuildMI(f_, llvm::DebugLoc(), instructions_.get(opcode), reg(to));
  }
  // Of a load or store through the register, which it does not store.
  static const llvm::MachineOperand* offset(const llvm::MachineInstr& i, Value v) {
    const std::string_view name = name_of(i);
    if (name != "LD" && name != "SD" && name != "LW" && name != "SW") return nullptr;
    if (i.getOperand(1).getReg().id() != v || !i.getOperand(2).isImm()) return nullptr;
    if (i.mayStore() && i.getOperand(0).getReg().id() == v) return nullptr;
    return &i.getOperand(2);
  }
  std::map<std::string, unsigned> opcodes_;
};

// ---- the small machine

struct Machine {
  std::map<unsigned, std::int64_t> registers;
  std::map<std::int64_t, std::int64_t> memory;  // words of 8 bytes, by address
  std::uint64_t products = 0, steps = 0;

  std::int64_t& at(const llvm::MachineOperand& o) { return registers[o.getReg().id()]; }
  static std::int64_t sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
  void step(const llvm::MachineInstr& i) {
    const std::string_view name = name_of(i);
    const auto o = [&](unsigned k) -> const llvm::MachineOperand& { return i.getOperand(k); };
    ++steps;
    if (name == "COPY") {
      at(o(0)) = at(o(1));
    } else if (name == "ADD") {
      at(o(0)) = sum(at(o(1)), at(o(2)));
    } else if (name == "ADDI") {
      at(o(0)) = sum(at(o(1)), o(2).getImm());
    } else if (name == "SLLI") {
      at(o(0)) = static_cast<std::int64_t>(static_cast<std::uint64_t>(at(o(1))) << o(2).getImm());
    } else if (name == "MUL") {
      at(o(0)) = static_cast<std::int64_t>(static_cast<std::uint64_t>(at(o(1))) * static_cast<std::uint64_t>(at(o(2))));
      ++products;
    } else if (name == "LD") {
      at(o(0)) = memory[sum(at(o(1)), o(2).getImm())];
    } else if (name == "SD") {
      memory[sum(at(o(1)), o(2).getImm())] = at(o(0));
    } else {
      FAIL(std::string(name));
    }
  }
  bool taken(const llvm::MachineInstr& i) {
    const std::string_view name = name_of(i);
    if (name == "PseudoBR") return true;
    if (name == "BLT") return at(i.getOperand(0)) < at(i.getOperand(1));
    if (name == "BGE") return at(i.getOperand(0)) >= at(i.getOperand(1));
    FAIL(std::string(name));
    return false;
  }
  // Phis take what they take at once. Nothing where the function returns.
  const llvm::MachineBasicBlock* block(const llvm::MachineBasicBlock& b, const llvm::MachineBasicBlock* from) {
    std::vector<std::pair<unsigned, std::int64_t>> taken_words;
    for (const llvm::MachineInstr& i : b.phis())
      for (unsigned k = 1; k + 1 < i.getNumOperands(); k += 2)
        if (i.getOperand(k + 1).getMBB() == from)
          taken_words.emplace_back(i.getOperand(0).getReg().id(), at(i.getOperand(k)));
    for (const auto& [r, word] : taken_words) registers[r] = word;
    for (const llvm::MachineInstr& i : b) {
      if (i.isPHI() || i.isDebugInstr()) continue;
      if (i.isReturn()) return nullptr;
      if (!i.isBranch()) {
        step(i);
        continue;
      }
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isMBB() && taken(i)) return o.getMBB();
    }
    return b.getNextNode();
  }
  // What is in the registers of arguments goes in; what a0 has in the end.
  std::int64_t run(const llvm::MachineFunction& f, const std::vector<std::int64_t>& arguments) {
    std::size_t k = 0;
    for (const auto& [physical, unused] : f.getRegInfo().liveins()) registers[physical] = arguments[k++];
    const unsigned result = f.getRegInfo().liveins().begin()->first;
    const llvm::MachineBasicBlock *at = &f.front(), *from = nullptr;
    while (at != nullptr && steps < 10000) {
      const llvm::MachineBasicBlock* const next = block(*at, from);
      from = std::exchange(at, next);
    }
    return registers[result];
  }
};

passes::StrengthReductionStats reduce(llvm::MachineFunction& f, std::uint32_t factor) {
  llvm::MachineDominatorTree tree(f);
  const llvm::MachineLoopInfo loops(tree);
  const llvm::MachineBranchProbabilityInfo likely;
  const llvm::MachineBlockFrequencyInfo often(f, likely, loops);
  Sums code(f, often);
  code.factor = factor;
  const auto out = passes::reduce_strength(code, code, program::NoRegisters()).stats;
  CHECK(code.refused() == 0);
  return out;
}
std::unique_ptr<Program> compiled() {
  LoadOptions options = after("finalize-isel");
  options.level = 0;
  return compile("counters.ll", riscv, options);
}
bool same(const llvm::MachineFunction& a, const llvm::MachineFunction& b, bool& fewer) {
  bool out = true;
  for (const std::int64_t n : {1, 2, 9, 30})
    for (const std::int64_t m : {0, 7, -3}) {
      Machine x, y;
      for (std::int64_t k = -64; k < 400; ++k) x.memory[1000 + k] = y.memory[1000 + k] = k * k + 1;
      out &= x.run(a, {1000, n, m}) == y.run(b, {1000, n, m}) && x.memory == y.memory;
      fewer = n < 30 || y.products < x.products;
    }
  return out;
}

}  // namespace

TEST_CASE(
    "counters: products and addresses become counters, LLVM takes it, and a machine does the same with fewer "
    "products") {
  const auto program = compiled(), other = compiled();
  for (llvm::MachineFunction* f : program->functions()) {
    CAPTURE(f->getName().str());
    const passes::StrengthReductionStats stats = reduce(*f, 1);
    CHECK(stats.reduced > 0);
    CHECK(faults_of(*f) == "");
    bool fewer = false;
    CHECK(same(*other->function(f->getName().str()), *f, fewer));
    CHECK(fewer);
  }
}

TEST_CASE("counters: a product that is taken for another is found") {
  const auto program = compiled(), other = compiled();
  std::uint64_t reduced = 0;
  for (llvm::MachineFunction* f : program->functions()) {
    CAPTURE(f->getName().str());
    const bool changed = reduce(*f, 2).reduced != 0;
    bool fewer = false;
    CHECK(same(*other->function(f->getName().str()), *f, fewer) != changed);
    reduced += changed;
  }
  CHECK(reduced > 0);
}
