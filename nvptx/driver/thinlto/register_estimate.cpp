// See register_estimate.hpp. Phis are written where their block begins and read where their values' blocks end, so that the
// pressure of SSA form is exact.
#include "nvptx/driver/thinlto/register_estimate.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <lathe/pressure/analysis.hpp>

#include "nvptx/target/resources.hpp"
#include "nvptx/views/launch.hpp"

namespace lathe::nvptx {
namespace {

class Values {
 public:
  explicit Values(const llvm::Function& f) : f_(f), layout_(f.getDataLayout()) {
    p_.sets.push_back({"registers", pressure::none, {}});
    p_.ops.emplace_back();
    p_.name = f.getName().str();
  }

  RegisterEstimate run() {
    for (const llvm::Argument& a : f_.args())
      add(a, f_.getCallingConv() == llvm::CallingConv::PTX_Kernel ? 0 : weight(a));
    std::uint32_t blocks = 0;
    for (const llvm::BasicBlock& b : f_) {
      numbers_[&b] = blocks++;
      for (const llvm::Instruction& i : b)
        if (register_of(i) == &i && !i.getType()->isVoidTy()) add(i, weight(i));
    }
    for (const llvm::BasicBlock& b : f_) block(b);
    const pressure::Report r = pressure::analyse(p_);
    RegisterEstimate out;
    out.most = r.maxima[0].pressure;
    for (const auto& [call, at] : calls_) {
      const auto own = registers_.find(call);
      const std::uint32_t result = own != registers_.end() ? weights_[own->second] : 0;
      out.across[call] = r.at(at.first, at.second, 0) - result;
    }
    return out;
  }

 private:
  std::uint32_t weight(const llvm::Value& v) const {
    llvm::Type* const type = v.getType();
    if (!type->isSized() || type->getScalarType()->isIntegerTy(1) || llvm::isa<llvm::AllocaInst>(v)) return 0;
    return static_cast<std::uint32_t>(llvm::divideCeil(layout_.getTypeSizeInBits(type).getKnownMinValue(), 32));
  }
  /// What has the value's registers: an offset is part of an address, and a cast takes nothing.
  const llvm::Value* register_of(const llvm::Value& v) const {
    const llvm::Value* at = &v;
    while (true) {
      if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(at);
          cast != nullptr && weight(*cast) == weight(*cast->getOperand(0)) &&
          (cast->isNoopCast(layout_) || llvm::isa<llvm::AddrSpaceCastInst>(cast))) {
        at = cast->getOperand(0);
      } else if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(at);
                 place != nullptr && place->hasAllConstantIndices() && !place->getType()->isVectorTy()) {
        at = place->getPointerOperand();
      } else if (llvm::isa<llvm::FreezeInst>(at)) {
        at = llvm::cast<llvm::FreezeInst>(at)->getOperand(0);
      } else {
        return at;
      }
    }
  }

  void add(const llvm::Value& v, std::uint32_t weight) {
    const auto number = static_cast<std::uint32_t>(p_.registers.size());
    registers_[&v] = number;
    weights_.push_back(weight);
    const auto [at, fresh] = classes_.try_emplace(weight, static_cast<std::uint32_t>(p_.classes.size()));
    if (fresh) {
      p_.classes.emplace_back();
      if (weight > 0) p_.classes.back().feeds.push_back({0, weight});
    }
    p_.registers.push_back({{}, at->second, number, 1, false});
    p_.register_units.push_back(number);
    p_.unit_class.push_back(at->second);
  }

  void begin() { p_.insts.push_back({0, static_cast<std::uint32_t>(p_.operands.size()), 0, 0}); }
  void operand(const llvm::Value& v, bool writes) {
    const auto at = registers_.find(writes ? &v : register_of(v));
    if (at == registers_.end()) return;
    p_.operands.push_back({at->second, !writes, writes, 1});
    ++p_.insts.back().count;
  }

  void block(const llvm::BasicBlock& b) {
    pressure::Problem::Block out;
    out.first = static_cast<std::uint32_t>(p_.insts.size());
    begin();
    for (const llvm::PHINode& phi : b.phis()) operand(phi, true);
    for (const llvm::Instruction& i : b) {
      if (llvm::isa<llvm::PHINode>(i) || i.isDebugOrPseudoInst() || i.isLifetimeStartOrEnd()) continue;
      if (register_of(i) != &i) continue;
      begin();
      for (const llvm::Value* v : i.operand_values()) operand(*v, false);
      operand(i, true);
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
        calls_.emplace_back(call, std::pair(static_cast<std::uint32_t>(p_.blocks.size()),
                                            static_cast<std::uint32_t>(p_.insts.size()) - out.first));
    }
    begin();
    out.first_successor = static_cast<std::uint32_t>(p_.successors.size());
    for (const llvm::BasicBlock* next : llvm::successors(&b)) {
      p_.successors.push_back(numbers_.at(next));
      for (const llvm::PHINode& phi : next->phis()) operand(*phi.getIncomingValueForBlock(&b), false);
    }
    out.successor_count = static_cast<std::uint32_t>(p_.successors.size()) - out.first_successor;
    out.count = static_cast<std::uint32_t>(p_.insts.size()) - out.first;
    p_.blocks.push_back(std::move(out));
  }

  const llvm::Function& f_;
  const llvm::DataLayout& layout_;
  pressure::Problem p_;
  // Looked up only.
  std::map<const llvm::Value*, std::uint32_t> registers_;
  std::map<const llvm::BasicBlock*, std::uint32_t> numbers_;
  std::vector<std::uint32_t> weights_;                                                            // by register
  std::map<std::uint32_t, std::uint32_t> classes_;                                                // by weight
  std::vector<std::pair<const llvm::CallBase*, std::pair<std::uint32_t, std::uint32_t>>> calls_;  // block, place
};

/// The numbers of an attribute, multiplied; 0 where it is not there or is none.
std::uint32_t product(const llvm::Function& f, const char* name) {
  llvm::StringRef rest = f.getFnAttribute(name).getValueAsString();
  std::uint64_t out = rest.empty() ? 0 : 1;
  while (!rest.empty()) {
    const auto [item, tail] = rest.split(',');
    std::uint32_t n = 0;
    if (item.trim().getAsInteger(0, n)) return 0;  // told when the code is generated
    out = std::min<std::uint64_t>(out * std::max(n, 1U), 1U << 20);
    rest = tail;
  }
  return static_cast<std::uint32_t>(out);
}

}  // namespace

RegisterEstimate estimate_registers(const llvm::Function& f) { return Values(f).run(); }

std::uint32_t register_step(const llvm::Function& kernel, const Features& features, std::uint32_t max_registers,
                            std::uint32_t needed) {
  if (kernel.getCallingConv() != llvm::CallingConv::PTX_Kernel) return 0;
  MirLaunch launch;
  launch.exact_threads = product(kernel, "nvvm.reqntid");
  launch.most_threads = launch.exact_threads != 0 ? launch.exact_threads : product(kernel, "nvvm.maxntid");
  launch.least_blocks = std::max(product(kernel, "nvvm.minctasm"), 1U);
  launch.max_registers = product(kernel, "nvvm.maxnreg");
  if (max_registers != 0)
    launch.max_registers = launch.max_registers != 0 ? std::min(launch.max_registers, max_registers) : max_registers;
  if (launch.most_threads == 0 && launch.max_registers == 0) return 0;
  const Multiprocessor& m = multiprocessor(features.sm);
  for (const RegisterStep& step : steps_within(m, launch, register_limit(m, launch)))
    if (needed <= step.registers) return step.registers;
  return 0;
}

}  // namespace lathe::nvptx
