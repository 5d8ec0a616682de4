// Loads, stores, atomics, fences, and the proof that a load reads memory which nothing writes (ld.global.nc).
#include "nvptx/build/function_builder.hpp"
#include "nvptx/dag/cache_hint.hpp"

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lathe::nvptx {
namespace {

bool known_space(unsigned space) {
  return space == 0 || space == 1 || (space >= 3 && space <= 5) || space == 7 || space == 101;
}

// Written as one access of the value's type; the others go in pieces.
bool plain_access(Vt type, std::uint32_t align) {
  const build::Shape shape = build::shape_of(type, align);
  if (shape == build::Shape::whole || shape == build::Shape::lanes) return true;
  // Wide integers split into aligned halves later.
  return shape == build::Shape::integer && !type.is_vector() && type.bits() > 64 &&
         (type.bits() & (type.bits() - 1)) == 0 && align >= 8;
}

template <std::size_t N>
std::uint8_t index_in(const std::string_view (&names)[N], llvm::StringRef name, std::uint8_t fallback) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == std::string_view(name)) return static_cast<std::uint8_t>(i);
  return fallback;
}

// What metadata says about caches: !nontemporal is streaming (.cs); !mem.cache_hint !{i32 0, !{!"nvvm.l1_eviction",
// !"first", !"nvvm.l2_eviction", !"last", !"nvvm.l2_prefetch_size", !"128B"}} names priorities and bytes of L2. Other
// keys are no hints of ours; nvvm.l2_cache_hint, a policy by number, is left out.
std::uint8_t hint_of(const build::View& view, const llvm::Instruction& instruction, Space space) {
  if ((space != Space::generic && space != Space::global) || !instruction.hasMetadataOtherThanDebugLoc()) return 0;
  std::uint8_t hint = instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal) ? cache_hint::streaming : 0;
  const llvm::MDNode* said = view.metadata(instruction, build::View::Metadata::cache_hint);
  if (said == nullptr) return hint;
  for (const llvm::MDOperand& group : said->operands()) {
    const auto* pairs = llvm::dyn_cast<llvm::MDNode>(group);
    for (unsigned i = 0; pairs != nullptr && i + 1 < pairs->getNumOperands(); i += 2) {
      const auto* key = llvm::dyn_cast<llvm::MDString>(pairs->getOperand(i));
      const auto* value = llvm::dyn_cast<llvm::MDString>(pairs->getOperand(i + 1));
      if (key == nullptr || value == nullptr) continue;
      if (key->getString() == "nvvm.l1_eviction") {
        const std::uint8_t found = index_in(cache_hint::priorities, value->getString(), 255);
        if (found != 255) hint = static_cast<std::uint8_t>((hint & 0xF0U) | (cache_hint::first_priority + found));
      } else if (key->getString() == "nvvm.l2_prefetch_size") {
        const std::uint8_t found = index_in(cache_hint::prefetches, value->getString(), 0);
        hint = static_cast<std::uint8_t>((hint & 0xCFU) | (found << cache_hint::prefetch_shift));
      } else if (key->getString() == "nvvm.l2_eviction") {
        const std::uint8_t found = index_in(cache_hint::l2_priorities, value->getString(), 0);
        hint = static_cast<std::uint8_t>((hint & 0x3FU) | (found << cache_hint::l2_shift));
      }
    }
  }
  return hint;
}

}  // namespace

MemInfo FunctionBuilder::Impl::access(const llvm::Value* pointer, std::uint64_t align, bool is_volatile) {
  MemInfo info;
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  if (!known_space(space))
    error("an access to address space " + std::to_string(space) + " has no PTX form");
  else
    info.space = static_cast<Space>(space);
  info.align = static_cast<std::uint32_t>(std::min<std::uint64_t>(align, 1U << 30));
  info.is_volatile = is_volatile;
  return info;
}

Ordering FunctionBuilder::Impl::ordering_of(llvm::AtomicOrdering ordering) {
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

Scope FunctionBuilder::Impl::scope_of(llvm::SyncScope::ID id) {
  if (id == llvm::SyncScope::System) return Scope::sys;
  if (id == llvm::SyncScope::SingleThread) return Scope::thread;
  const std::string name = view.scope_name(id);
  if (name == "block" || name == "workgroup") return Scope::cta;
  if (name == "cluster") return Scope::cluster;
  if (name == "device" || name == "agent") return Scope::gpu;
  if (name == "system" || name.empty()) return Scope::sys;
  error("synchronization scope \"" + name + "\" is unknown; PTX has singlethread, block, cluster, device and system");
  return Scope::sys;
}

// ---- one access --------------------------------------------------------------------------------------

Value FunctionBuilder::Impl::load_value(Vt type, Value address, MemInfo info) {
  // Fewer bits than the memory type has are read whole; a narrow pointer in memory is widened.
  const bool ordered = info.is_volatile || info.ordering != Ordering::none;
  const Value chain = info.invariant && !ordered ? entry_ : ordered ? ordered_chain() : chain_;
  const std::array<Vt, 2> types{type, vt::chain};
  const std::array<Value, 2> operands{chain, address};
  const dag::NodeId made = dag.add(Isd::load, types, operands, {0, dag.memory_index(info)});
  if (ordered)
    set_chain({made, 1});
  else if (!info.invariant)
    pending_loads_.push_back({made, 1});
  return {made, 0};
}

void FunctionBuilder::Impl::store_value(Value v, Value address, MemInfo info) {
  set_chain(node(Isd::store, vt::chain, {ordered_chain(), v, address}, {0, dag.memory_index(info)}));
}

Value FunctionBuilder::Impl::load_leaf(Vt type, Value address, MemInfo info) {
  if (plain_access(type, info.align)) {
    info.type = type;
    return load_value(type, address, info);
  }
  std::vector<ParamPiece> pieces;
  build::append_pieces(type, 0, info.align, pieces);
  ValueList parts;
  const std::uint32_t align = info.align;
  for (const ParamPiece& piece : pieces) {
    info.type = piece.type;
    info.align = build::aligned_at(align, piece.offset);
    parts.push_back(load_value(piece.type, add_offset(address, piece.offset), info));
  }
  std::span<const Value> rest(parts.data(), parts.size());
  return join(type, 0, align, rest);
}

void FunctionBuilder::Impl::store_leaf(Value v, Value address, MemInfo info) {
  const Vt type = dag.type(v);
  if (plain_access(type, info.align)) {
    info.type = type;
    store_value(v, address, info);
    return;
  }
  std::vector<ParamPiece> pieces;
  build::append_pieces(type, 0, info.align, pieces);
  ValueList parts;
  const std::uint32_t align = info.align;
  split(v, 0, align, parts);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    info.type = pieces[i].type;
    info.align = build::aligned_at(align, pieces[i].offset);
    store_value(parts[i], add_offset(address, pieces[i].offset), info);
  }
}

void FunctionBuilder::Impl::load(const llvm::LoadInst& instruction) {
  MemInfo info = access(instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getOrdering());
  if (instruction.isAtomic()) info.scope = scope_of(instruction.getSyncScopeID());
  const Value address = value(instruction.getPointerOperand());
  if (instruction.isAtomic()) {
    const Vt type = type_of(&instruction);
    info.type = type;
    if (!plain_access(type, info.align))
      error("an atomic load of type " + build::spell(instruction.getType()) + " with alignment " +
            std::to_string(info.align) + " has no PTX form");
    return set(&instruction, load_value(type, address, info));
  }
  info.invariant = is_invariant(instruction);
  if (!info.is_volatile) info.cache = hint_of(view, instruction, info.space);
  ValueList parts;
  const std::uint32_t align = info.align;
  for (const build::Leaf& leaf : leaves(instruction.getType())) {
    info.align = build::aligned_at(align, leaf.offset);
    parts.push_back(load_leaf(leaf.type, add_offset(address, static_cast<std::int64_t>(leaf.offset)), info));
  }
  set(&instruction, std::span<const Value>(parts.data(), parts.size()));
}

void FunctionBuilder::Impl::store(const llvm::StoreInst& instruction) {
  MemInfo info = access(instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getOrdering());
  if (instruction.isAtomic()) info.scope = scope_of(instruction.getSyncScopeID());
  if (info.space == Space::constant || info.space == Space::param) {
    error(info.space == Space::constant ? "a store to const space, which is read-only"
                                        : "a store to param space, which is read-only");
    return;
  }
  const Value address = value(instruction.getPointerOperand());
  const llvm::Type* type = instruction.getValueOperand()->getType();
  ValueList parts;
  values(instruction.getValueOperand(), parts);
  if (instruction.isAtomic()) {
    info.type = type_of(type);
    if (!plain_access(info.type, info.align))
      error("an atomic store of type " + build::spell(type) + " with alignment " + std::to_string(info.align) +
            " has no PTX form");
    return store_value(parts[0], address, info);
  }
  if (!info.is_volatile) info.cache = hint_of(view, instruction, info.space);
  const std::vector<build::Leaf>& places = leaves(type);
  const std::uint32_t align = info.align;
  for (std::size_t i = 0; i < places.size() && i < parts.size(); ++i) {
    info.align = build::aligned_at(align, places[i].offset);
    store_leaf(parts[i], add_offset(address, static_cast<std::int64_t>(places[i].offset)), info);
  }
}

// ---- atomics -----------------------------------------------------------------------------------------

void FunctionBuilder::Impl::cmpxchg(const llvm::AtomicCmpXchgInst& instruction) {
  MemInfo info = access(instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getSuccessOrdering());
  info.failure_ordering = ordering_of(instruction.getFailureOrdering());
  info.scope = scope_of(instruction.getSyncScopeID());
  const Value expected = value(instruction.getCompareOperand());
  const Value desired = value(instruction.getNewValOperand());
  const Value address = value(instruction.getPointerOperand());
  info.type = dag.type(expected);
  const std::array<Vt, 2> types{info.type, vt::chain};
  const std::array<Value, 4> operands{ordered_chain(), address, expected, desired};
  const dag::NodeId made = dag.add(Isd::atomic_cmpxchg, types, operands, {0, dag.memory_index(info)});
  set_chain({made, 1});
  const std::array<Value, 2> results{Value{made, 0}, dag.setcc(Cond::eq, {made, 0}, expected)};
  set(&instruction, results);
}

void FunctionBuilder::Impl::atomic_rmw(const llvm::AtomicRMWInst& instruction) {
  using B = llvm::AtomicRMWInst;
  RmwOp op = RmwOp::xchg;
  switch (instruction.getOperation()) {
    case B::Xchg:
      op = RmwOp::xchg;
      break;
    case B::Add:
      op = RmwOp::add;
      break;
    case B::Sub:
      op = RmwOp::sub;
      break;
    case B::And:
      op = RmwOp::and_;
      break;
    case B::Nand:
      op = RmwOp::nand;
      break;
    case B::Or:
      op = RmwOp::or_;
      break;
    case B::Xor:
      op = RmwOp::xor_;
      break;
    case B::Max:
      op = RmwOp::max;
      break;
    case B::Min:
      op = RmwOp::min;
      break;
    case B::UMax:
      op = RmwOp::umax;
      break;
    case B::UMin:
      op = RmwOp::umin;
      break;
    case B::FAdd:
      op = RmwOp::fadd;
      break;
    case B::FSub:
      op = RmwOp::fsub;
      break;
    case B::FMax:
      op = RmwOp::fmax;
      break;
    case B::FMin:
      op = RmwOp::fmin;
      break;
    case B::UIncWrap:
      op = RmwOp::inc_wrap;
      break;
    case B::UDecWrap:
      op = RmwOp::dec_wrap;
      break;
    case B::USubCond:
      op = RmwOp::usub_cond;
      break;
    case B::USubSat:
      op = RmwOp::usub_sat;
      break;
    default:
      error("atomicrmw " + B::getOperationName(instruction.getOperation()).str() + " has no PTX form");
      break;
  }
  MemInfo info = access(instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getOrdering());
  info.scope = scope_of(instruction.getSyncScopeID());
  const Value operand = value(instruction.getValOperand());
  const Value address = value(instruction.getPointerOperand());
  info.type = dag.type(operand);
  const std::array<Vt, 2> types{info.type, vt::chain};
  const std::array<Value, 3> operands{ordered_chain(), address, operand};
  const dag::NodeId made =
      dag.add(Isd::atomic_rmw, types, operands, {static_cast<std::uint64_t>(op), dag.memory_index(info)});
  set_chain({made, 1});
  set(&instruction, Value{made, 0});
}

void FunctionBuilder::Impl::fence(const llvm::FenceInst& instruction) {
  MemInfo info;
  info.ordering = ordering_of(instruction.getOrdering());
  info.scope = scope_of(instruction.getSyncScopeID());
  set_chain(node(Isd::fence, vt::chain, {ordered_chain()}, {0, dag.memory_index(info)}));
}

void FunctionBuilder::Impl::dynamic_alloca(const llvm::AllocaInst& instruction) {
  if (locals_.find(&instruction)->second.rebuilt) return;
  if (!features.has(52, 73)) error("an alloca of variable size needs PTX 7.3 and sm_52");
  if (build::View::scalable(instruction.getAllocatedType()))
    error("type " + build::spell(instruction.getAllocatedType()) + " has no PTX form");
  Value bytes = resize(value(instruction.getArraySize()), vt::i64, Isd::zext);
  bytes = node(Isd::mul, vt::i64, {bytes, integer(view.alloc_bytes(instruction.getAllocatedType()), vt::i64)});
  const std::array<Vt, 2> types{vt::i64, vt::chain};
  const std::array<Value, 2> operands{ordered_chain(), bytes};
  const dag::NodeId made = dag.add(Isd::dyn_alloca, types, operands, {instruction.getAlign().value(), 0});
  set_chain({made, 1});
  set(&instruction, cast_space({made, 0}, 5, instruction.getAddressSpace()));
}

// ---- memory that nothing writes ----------------------------------------------------------------------

// True when the load may use the read-only path: it says so itself, or it reads global memory and everything that its
// address can point to is a constant variable, or a noalias parameter of the kernel that the kernel only reads.
bool FunctionBuilder::Impl::is_invariant(const llvm::LoadInst& instruction) {
  if (!instruction.isSimple()) return false;
  const unsigned space = instruction.getPointerAddressSpace();
  if (space == 101 || space == 4) return true;
  if (instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
  if (space != 1) return false;
  const llvm::Value* base = llvm::getUnderlyingObject(instruction.getPointerOperand());
  const auto [known, fresh] = invariant_base_.try_emplace(base, false);
  if (!fresh) return known->second;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(base, objects);
  const bool constant = !objects.empty() && std::all_of(objects.begin(), objects.end(), [&](const llvm::Value* object) {
    if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(object))
      return kernel && parameter->hasNoAliasAttr() && parameter->onlyReadsMemory() && !parameter->hasByValAttr();
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) return variable->isConstant();
    return false;
  });
  invariant_base_[base] = constant;
  return constant;
}

}  // namespace lathe::nvptx
