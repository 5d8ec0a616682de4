// Loads, stores, atomics, fences, allocas of variable size, and the proof that a load reads memory which nothing writes.
#include "codegen/build/families.hpp"
#include "codegen/prepare/underlying.hpp"

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

namespace lathe::codegen::build {

namespace {

void store_value(Context& c, Value v, Value address, MemInfo info) {
  c.set_chain(c.node(Isd::store, vt::chain, {c.ordered_chain(), v, address}, {0, c.dag.memory_index(info)}));
}

void take_hint(const Context& c, const llvm::Instruction& instruction, MemInfo& info) {
  if (info.is_volatile) return;
  const CacheHint hint = c.client.cache_hint(c, instruction, info.space);
  info.cache = hint.cache;
  info.policy = hint.policy;
}

// True when the load may use the read-only path: it says so itself, or it reads global memory and everything that its
// address can point to is a constant variable, or a noalias parameter of the kernel that the kernel only reads.
bool is_invariant(Context& c, const llvm::LoadInst& instruction) {
  if (!instruction.isSimple()) return false;
  const SpaceFacts* space = c.facts.spaces.numbered(instruction.getPointerAddressSpace());
  if (space != nullptr && space->read_only) return true;
  if (instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
  if (space == nullptr || space->role != Space::global) return false;
  const llvm::Value* base = llvm::getUnderlyingObject(instruction.getPointerOperand());
  const auto [known, fresh] = c.invariant_bases.try_emplace(base, false);
  if (!fresh) return known->second;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  underlying_objects(base, objects);
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
      c.no_form("atomicrmw " + B::getOperationName(instruction.getOperation()).str());
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

// "singlethread, block and system": each scope by its first name.
std::string scopes_of(const TargetFacts& facts) {
  std::vector<std::string> names{"singlethread"};
  for (const ScopeName& one : facts.scopes)
    if (first_name(facts.scopes, one.scope) == one.name) names.emplace_back(one.name);
  std::string text = names[0];
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

Scope scope_of(Context& c, llvm::SyncScope::ID id) {
  if (id == llvm::SyncScope::System) return Scope::sys;
  if (id == llvm::SyncScope::SingleThread) return Scope::thread;
  const std::string name = c.view.scope_name(id);
  for (const auto& [known, scope] : c.facts.scopes)
    if (known == name) return scope;
  if (!name.empty())
    c.error("synchronization scope \"" + name + "\" is unknown; " + c.facts.name + " has " + scopes_of(c.facts));
  return Scope::sys;
}

}  // namespace

MemInfo access(Context& c, const llvm::Value* pointer, std::uint64_t align, bool is_volatile) {
  MemInfo info;
  const unsigned number = pointer->getType()->getPointerAddressSpace();
  const SpaceFacts* space = c.facts.spaces.numbered(number);
  if (space == nullptr || !space->loads)
    c.no_form("an access to address space " + std::to_string(number));
  else
    info.space = space->role;
  info.align = static_cast<std::uint32_t>(std::min<std::uint64_t>(align, 1U << 30));
  info.is_volatile = is_volatile;
  return info;
}

std::optional<Value> points_into(Context& c, Value pointer, Space space) {
  const auto inside = [&](const SpaceFacts& of) {
    const Vt type = c.dag.type(pointer);
    const Value by = c.node(Isd::sub, type, {pointer, c.integer(of.window, type)});
    return c.dag.setcc(Cond::ult, by, c.integer(std::uint64_t{1} << of.pointer_bits, type));
  };
  const Spaces& spaces = c.facts.spaces;
  if (space == Space::generic) return c.integer(1, vt::i1);
  if (!spaces.has(space)) return c.integer(0, vt::i1);
  if (spaces.has_window(space)) return inside(spaces.of(space));
  if (spaces.of(space).to_generic == ToGeneric::never) return c.integer(0, vt::i1);
  // All that lies in no window.
  if (spaces.of(space).to_generic != ToGeneric::same_bits) return std::nullopt;
  Value none;
  for (const SpaceFacts& other : spaces.rows()) {
    if (other.role == space || other.role == Space::generic || other.to_generic == ToGeneric::never) continue;
    if (other.casts) return std::nullopt;
    const Value outside = c.node(Isd::xor_, vt::i1, {inside(other), c.integer(1, vt::i1)});
    none = none ? c.node(Isd::and_, vt::i1, {none, outside}) : outside;
  }
  return none ? none : c.integer(1, vt::i1);
}

Value load_value(Context& c, Vt type, Value address, MemInfo info) {
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
  if (plain_access(type, c.facts.types.facts(), info.align)) {
    info.type = type;
    return load_value(c, type, address, info);
  }
  std::vector<ParamPiece> pieces;
  append_pieces(type, c.facts.types.facts(), 0, info.align, pieces);
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
  if (plain_access(type, c.facts.types.facts(), info.align)) {
    info.type = type;
    store_value(c, v, address, info);
    return;
  }
  std::vector<ParamPiece> pieces;
  append_pieces(type, c.facts.types.facts(), 0, info.align, pieces);
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
    if (!plain_access(type, c.facts.types.facts(), info.align))
      c.no_form("an atomic load of type " + spell(instruction.getType()) + " with alignment " +
                std::to_string(info.align));
    return c.set(&instruction, load_value(c, type, address, info));
  }
  info.invariant = is_invariant(c, instruction);
  take_hint(c, instruction, info);
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
  if (c.facts.spaces.of(info.space).read_only)
    return c.error("a store to " + std::string(to_string(info.space)) + " space, which is read-only");
  const Value address = c.value(instruction.getPointerOperand());
  const llvm::Type* type = instruction.getValueOperand()->getType();
  ValueList parts;
  c.values(instruction.getValueOperand(), parts);
  if (instruction.isAtomic()) {
    info.type = c.type_of(type);
    if (!plain_access(info.type, c.facts.types.facts(), info.align))
      c.no_form("an atomic store of type " + spell(type) + " with alignment " + std::to_string(info.align));
    return store_value(c, parts[0], address, info);
  }
  take_hint(c, instruction, info);
  const std::vector<Leaf>& places = c.leaves(type);
  const std::uint32_t align = info.align;
  for (std::size_t i = 0; i < places.size() && i < parts.size(); ++i) {
    info.align = aligned_at(align, places[i].offset);
    store_leaf(c, parts[i], c.add_offset(address, static_cast<std::int64_t>(places[i].offset)), info);
  }
}

void dynamic_alloca(Context& c, const llvm::AllocaInst& instruction) {
  if (c.locals.find(&instruction)->second.rebuilt) return;
  if (std::string why = c.client.lacks(Ability::dynamic_alloca); !why.empty()) c.error(std::move(why));
  if (View::scalable(instruction.getAllocatedType())) c.no_form("type " + spell(instruction.getAllocatedType()));
  const Vt address = c.facts.address(Space::local);
  Value bytes = c.resize(c.value(instruction.getArraySize()), address, Isd::zext);
  bytes = c.node(Isd::mul, address, {bytes, c.integer(c.view.alloc_bytes(instruction.getAllocatedType()), address)});
  const std::array<Vt, 2> types{address, vt::chain};
  const std::array<Value, 2> operands{c.ordered_chain(), bytes};
  const dag::NodeId made = c.dag.add(Isd::dyn_alloca, types, operands, {instruction.getAlign().value(), 0});
  c.set_chain({made, 1});
  c.set(&instruction, c.cast_space({made, 0}, Space::local, c.role_of(instruction.getAddressSpace())));
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

}  // namespace lathe::codegen::build
