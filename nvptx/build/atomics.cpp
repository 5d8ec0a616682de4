// Atomic operations and fences, their orders and scopes.
#include <array>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

namespace {

RmwOp operation_of(Context& c, const llvm::AtomicRMWInst& instruction) {
  using B = llvm::AtomicRMWInst;
  switch (instruction.getOperation()) {
    case B::Xchg:
      return RmwOp::xchg;
    case B::Add:
      return RmwOp::add;
    case B::Sub:
      return RmwOp::sub;
    case B::And:
      return RmwOp::and_;
    case B::Nand:
      return RmwOp::nand;
    case B::Or:
      return RmwOp::or_;
    case B::Xor:
      return RmwOp::xor_;
    case B::Max:
      return RmwOp::max;
    case B::Min:
      return RmwOp::min;
    case B::UMax:
      return RmwOp::umax;
    case B::UMin:
      return RmwOp::umin;
    case B::FAdd:
      return RmwOp::fadd;
    case B::FSub:
      return RmwOp::fsub;
    case B::FMax:
      return RmwOp::fmax;
    case B::FMin:
      return RmwOp::fmin;
    case B::UIncWrap:
      return RmwOp::inc_wrap;
    case B::UDecWrap:
      return RmwOp::dec_wrap;
    case B::USubCond:
      return RmwOp::usub_cond;
    case B::USubSat:
      return RmwOp::usub_sat;
    default:
      c.error("atomicrmw " + B::getOperationName(instruction.getOperation()).str() + " has no PTX form");
      return RmwOp::xchg;
  }
}

}  // namespace

Ordering ordering_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic:
      return Ordering::none;
    case llvm::AtomicOrdering::Unordered:
      return Ordering::unordered;
    case llvm::AtomicOrdering::Monotonic:
      return Ordering::relaxed;
    case llvm::AtomicOrdering::Acquire:
      return Ordering::acquire;
    case llvm::AtomicOrdering::Release:
      return Ordering::release;
    case llvm::AtomicOrdering::AcquireRelease:
      return Ordering::acq_rel;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return Ordering::seq_cst;
  }
  return Ordering::seq_cst;
}

Scope scope_of(Context& c, llvm::SyncScope::ID id) {
  if (id == llvm::SyncScope::System) return Scope::sys;
  if (id == llvm::SyncScope::SingleThread) return Scope::thread;
  const std::string name = c.view.scope_name(id);
  if (name == "block" || name == "workgroup") return Scope::cta;
  if (name == "cluster") return Scope::cluster;
  if (name == "device" || name == "agent") return Scope::gpu;
  if (name == "system" || name.empty()) return Scope::sys;
  c.error("synchronization scope \"" + name + "\" is unknown; PTX has singlethread, block, cluster, device and system");
  return Scope::sys;
}

void cmpxchg(Context& c, const llvm::AtomicCmpXchgInst& instruction) {
  MemInfo info = access(c, instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getSuccessOrdering());
  info.failure_ordering = ordering_of(instruction.getFailureOrdering());
  info.scope = scope_of(c, instruction.getSyncScopeID());
  const Value expected = c.value(instruction.getCompareOperand());
  const Value desired = c.value(instruction.getNewValOperand());
  const Value address = c.value(instruction.getPointerOperand());
  info.type = c.dag.type(expected);
  const std::array<Vt, 2> types{info.type, vt::chain};
  const std::array<Value, 4> operands{c.ordered_chain(), address, expected, desired};
  const dag::NodeId made = c.dag.add(Isd::atomic_cmpxchg, types, operands, {0, c.dag.memory_index(info)});
  c.set_chain({made, 1});
  const std::array<Value, 2> results{Value{made, 0}, c.dag.setcc(Cond::eq, {made, 0}, expected)};
  c.set(&instruction, results);
}

void atomic_rmw(Context& c, const llvm::AtomicRMWInst& instruction) {
  const RmwOp op = operation_of(c, instruction);
  MemInfo info = access(c, instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getOrdering());
  info.scope = scope_of(c, instruction.getSyncScopeID());
  const Value operand = c.value(instruction.getValOperand());
  const Value address = c.value(instruction.getPointerOperand());
  info.type = c.dag.type(operand);
  const std::array<Vt, 2> types{info.type, vt::chain};
  const std::array<Value, 3> operands{c.ordered_chain(), address, operand};
  const dag::NodeId made =
      c.dag.add(Isd::atomic_rmw, types, operands, {static_cast<std::uint64_t>(op), c.dag.memory_index(info)});
  c.set_chain({made, 1});
  c.set(&instruction, Value{made, 0});
}

void fence(Context& c, const llvm::FenceInst& instruction) {
  MemInfo info;
  info.ordering = ordering_of(instruction.getOrdering());
  info.scope = scope_of(c, instruction.getSyncScopeID());
  c.set_chain(c.node(Isd::fence, vt::chain, {c.ordered_chain()}, {0, c.dag.memory_index(info)}));
}

}  // namespace lathe::nvptx::build
