// Loads, stores, atomics, fences, allocas of variable size, and the proof that a load reads memory which nothing writes (ld.global.nc).
#include "nvptx/build/families.hpp"
#include "nvptx/target/cache_hint.hpp"

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lathe::nvptx::build {

namespace {

bool known_space(unsigned space) {
  return space == 0 || space == 1 || (space >= 3 && space <= 5) || space == 7 || space == 101;
}

// Written as one access of the value's type; the others go in pieces.
bool plain_access(Vt type, std::uint32_t align) {
  const Shape shape = shape_of(type, align);
  if (shape == Shape::whole || shape == Shape::lanes) return true;
  // Wide integers split into aligned halves later.
  return shape == Shape::integer && !type.is_vector() && type.bits() > 64 && (type.bits() & (type.bits() - 1)) == 0 &&
         align >= 8;
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
std::uint8_t hint_of(const View& view, const llvm::Instruction& instruction, Space space) {
  if ((space != Space::generic && space != Space::global) || !instruction.hasMetadataOtherThanDebugLoc()) return 0;
  std::uint8_t hint = instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal) ? cache_hint::streaming : 0;
  const llvm::MDNode* said = view.metadata(instruction, View::Metadata::cache_hint);
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

void store_value(Context& c, Value v, Value address, MemInfo info) {
  c.set_chain(c.node(Isd::store, vt::chain, {c.ordered_chain(), v, address}, {0, c.dag.memory_index(info)}));
}

// True when the load may use the read-only path: it says so itself, or it reads global memory and everything that its
// address can point to is a constant variable, or a noalias parameter of the kernel that the kernel only reads.
bool is_invariant(Context& c, const llvm::LoadInst& instruction) {
  if (!instruction.isSimple()) return false;
  const unsigned space = instruction.getPointerAddressSpace();
  if (space == 101 || space == 4) return true;
  if (instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
  if (space != 1) return false;
  const llvm::Value* base = llvm::getUnderlyingObject(instruction.getPointerOperand());
  const auto [known, fresh] = c.invariant_bases.try_emplace(base, false);
  if (!fresh) return known->second;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(base, objects);
  const bool constant = !objects.empty() && std::all_of(objects.begin(), objects.end(), [&](const llvm::Value* object) {
    if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(object))
      return c.kernel && parameter->hasNoAliasAttr() && parameter->onlyReadsMemory() && !parameter->hasByValAttr();
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) return variable->isConstant();
    return false;
  });
  c.invariant_bases[base] = constant;
  return constant;
}

// ---- atomics and fences -------------------------------------------------------------------------------

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

}  // namespace

MemInfo access(Context& c, const llvm::Value* pointer, std::uint64_t align, bool is_volatile) {
  MemInfo info;
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  if (!known_space(space))
    c.error("an access to address space " + std::to_string(space) + " has no PTX form");
  else
    info.space = static_cast<Space>(space);
  info.align = static_cast<std::uint32_t>(std::min<std::uint64_t>(align, 1U << 30));
  info.is_volatile = is_volatile;
  return info;
}

Value load_value(Context& c, Vt type, Value address, MemInfo info) {
  // Fewer bits than the memory type has are read whole; a narrow pointer in memory is widened.
  const bool ordered = info.is_volatile || info.ordering != Ordering::none;
  const Value chain = info.invariant && !ordered ? c.entry : ordered ? c.ordered_chain() : c.chain;
  const std::array<Vt, 2> types{type, vt::chain};
  const std::array<Value, 2> operands{chain, address};
  const dag::NodeId made = c.dag.add(Isd::load, types, operands, {0, c.dag.memory_index(info)});
  if (ordered)
    c.set_chain({made, 1});
  else if (!info.invariant)
    c.pending_loads.push_back({made, 1});
  return {made, 0};
}

Value load_leaf(Context& c, Vt type, Value address, MemInfo info) {
  if (plain_access(type, info.align)) {
    info.type = type;
    return load_value(c, type, address, info);
  }
  std::vector<ParamPiece> pieces;
  append_pieces(type, 0, info.align, pieces);
  ValueList parts;
  const std::uint32_t align = info.align;
  for (const ParamPiece& piece : pieces) {
    info.type = piece.type;
    info.align = aligned_at(align, piece.offset);
    parts.push_back(load_value(c, piece.type, c.add_offset(address, piece.offset), info));
  }
  std::span<const Value> rest(parts.data(), parts.size());
  return join(c, type, 0, align, rest);
}

void store_leaf(Context& c, Value v, Value address, MemInfo info) {
  const Vt type = c.dag.type(v);
  if (plain_access(type, info.align)) {
    info.type = type;
    store_value(c, v, address, info);
    return;
  }
  std::vector<ParamPiece> pieces;
  append_pieces(type, 0, info.align, pieces);
  ValueList parts;
  const std::uint32_t align = info.align;
  split(c, v, 0, align, parts);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    info.type = pieces[i].type;
    info.align = aligned_at(align, pieces[i].offset);
    store_value(c, parts[i], c.add_offset(address, pieces[i].offset), info);
  }
}

void load(Context& c, const llvm::LoadInst& instruction) {
  MemInfo info = access(c, instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getOrdering());
  if (instruction.isAtomic()) info.scope = scope_of(c, instruction.getSyncScopeID());
  const Value address = c.value(instruction.getPointerOperand());
  if (instruction.isAtomic()) {
    const Vt type = c.type_of(&instruction);
    info.type = type;
    if (!plain_access(type, info.align))
      c.error("an atomic load of type " + spell(instruction.getType()) + " with alignment " +
              std::to_string(info.align) + " has no PTX form");
    return c.set(&instruction, load_value(c, type, address, info));
  }
  info.invariant = is_invariant(c, instruction);
  if (!info.is_volatile) info.cache = hint_of(c.view, instruction, info.space);
  ValueList parts;
  const std::uint32_t align = info.align;
  for (const Leaf& leaf : c.leaves(instruction.getType())) {
    info.align = aligned_at(align, leaf.offset);
    parts.push_back(load_leaf(c, leaf.type, c.add_offset(address, static_cast<std::int64_t>(leaf.offset)), info));
  }
  c.set(&instruction, std::span<const Value>(parts.data(), parts.size()));
}

void store(Context& c, const llvm::StoreInst& instruction) {
  MemInfo info = access(c, instruction.getPointerOperand(), instruction.getAlign().value(), instruction.isVolatile());
  info.ordering = ordering_of(instruction.getOrdering());
  if (instruction.isAtomic()) info.scope = scope_of(c, instruction.getSyncScopeID());
  if (info.space == Space::constant || info.space == Space::param) {
    c.error(info.space == Space::constant ? "a store to const space, which is read-only"
                                          : "a store to param space, which is read-only");
    return;
  }
  const Value address = c.value(instruction.getPointerOperand());
  const llvm::Type* type = instruction.getValueOperand()->getType();
  ValueList parts;
  c.values(instruction.getValueOperand(), parts);
  if (instruction.isAtomic()) {
    info.type = c.type_of(type);
    if (!plain_access(info.type, info.align))
      c.error("an atomic store of type " + spell(type) + " with alignment " + std::to_string(info.align) +
              " has no PTX form");
    return store_value(c, parts[0], address, info);
  }
  if (!info.is_volatile) info.cache = hint_of(c.view, instruction, info.space);
  const std::vector<Leaf>& places = c.leaves(type);
  const std::uint32_t align = info.align;
  for (std::size_t i = 0; i < places.size() && i < parts.size(); ++i) {
    info.align = aligned_at(align, places[i].offset);
    store_leaf(c, parts[i], c.add_offset(address, static_cast<std::int64_t>(places[i].offset)), info);
  }
}

void dynamic_alloca(Context& c, const llvm::AllocaInst& instruction) {
  if (c.locals.find(&instruction)->second.rebuilt) return;
  if (!c.features.has(52, 73)) c.error("an alloca of variable size needs PTX 7.3 and sm_52");
  if (View::scalable(instruction.getAllocatedType()))
    c.error("type " + spell(instruction.getAllocatedType()) + " has no PTX form");
  Value bytes = c.resize(c.value(instruction.getArraySize()), vt::i64, Isd::zext);
  bytes = c.node(Isd::mul, vt::i64, {bytes, c.integer(c.view.alloc_bytes(instruction.getAllocatedType()), vt::i64)});
  const std::array<Vt, 2> types{vt::i64, vt::chain};
  const std::array<Value, 2> operands{c.ordered_chain(), bytes};
  const dag::NodeId made = c.dag.add(Isd::dyn_alloca, types, operands, {instruction.getAlign().value(), 0});
  c.set_chain({made, 1});
  c.set(&instruction, c.cast_space({made, 0}, 5, instruction.getAddressSpace()));
}

// ---- atomics and fences -----------------------------------------------------------------------------

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
