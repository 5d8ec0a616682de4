// Calls, arguments and returns: values as the pieces of the client's layouts.
#include "codegen/build/c_layout.hpp"
#include "codegen/build/families.hpp"

#include <algorithm>
#include <bit>

#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>

namespace lathe::codegen::build {

namespace {

Isd extension_of(bool sign, bool zero) { return sign ? Isd::sext : zero ? Isd::zext : Isd::anyext; }

void value_pieces(Context& c, const llvm::Type* type, std::span<const Value> parts, const ParamLayout& place,
                  Isd extend, ValueList& out_values) {
  if (!place.array) {
    const Vt want = place.pieces[0].type;
    // A predicate is 0 or 1 for whoever reads more than its lowest bit.
    if (c.dag.type(parts[0]) == vt::i1 && extend == Isd::anyext) extend = Isd::zext;
    out_values.push_back(want.is_integer() ? c.resize(parts[0], want, extend) : parts[0]);
    return;
  }
  const std::vector<Leaf>& places = c.leaves(type);
  for (std::size_t i = 0; i < places.size() && i < parts.size(); ++i)
    split(c, parts[i], places[i].offset, place.align, out_values);
}

void value_from_pieces(Context& c, const llvm::Type* type, std::span<const Value> pieces, const ParamLayout& place,
                       ValueList& out_values) {
  const std::vector<Leaf>& places = c.leaves(type);
  if (!place.array) {
    out_values.push_back(places[0].type.is_integer() ? c.resize(pieces[0], places[0].type, Isd::zext) : pieces[0]);
    return;
  }
  for (const Leaf& leaf : places) out_values.push_back(join(c, leaf.type, leaf.offset, place.align, pieces));
}

// The address of a parameter that this function got by value and passes on, in the space in which the function reads
// it.
std::optional<Value> own_parameter(Context& c, const llvm::Value* pointer, Space& space) {
  const auto* parameter = llvm::dyn_cast<llvm::Argument>(pointer);
  if (parameter == nullptr || !parameter->hasByValAttr()) return std::nullopt;
  const Value address = c.parameter_address(parameter->getArgNo());
  const bool local =
      !c.kernel && (c.role_of(parameter->getType()->getPointerAddressSpace()) == Space::local ||
                    std::any_of(parameter->user_begin(), parameter->user_end(), [&](const llvm::User* user) {
                      const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(user);
                      return cast != nullptr && c.role_of(cast->getDestAddressSpace()) == Space::local;
                    }));
  space = local ? Space::local : Space::param;
  return local ? c.cast_space(address, Space::param, Space::local) : address;
}

// A generic address that was made of one in a narrower space, with a constant or without: that one, and its space.
Value narrow_address(Context& c, Value address, Space& space) {
  if (space != Space::generic) return address;
  std::uint64_t by = 0;
  Value base = address;
  if (c.dag.op(base) == Isd::add && c.dag.is_constant(c.dag.operand(base, 1), by)) base = c.dag.operand(base, 0);
  if (c.dag.op(base) != Isd::addrspace_cast ||
      !c.facts.spaces.of(static_cast<Space>(c.dag.payload(base.node).imm)).loads)
    return address;
  const auto from = static_cast<Space>(c.dag.payload(base.node).imm);
  if (static_cast<Space>(c.dag.payload(base.node).aux) != Space::generic || from == Space::param) return address;
  space = from;
  return c.add_offset(c.dag.operand(base, 0), static_cast<std::int64_t>(by));
}

// The pointee's bytes are read here and stored by the call. Every piece is as wide as both sides' alignment allows.
void byval_argument(Context& c, const llvm::CallBase& call, unsigned index, CallInfo& info, ValueList& operands) {
  const llvm::Value* pointer = call.getArgOperand(index);
  // The call copies: from where the bytes lie, without a cast to the generic space.
  if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer)) pointer = cast->getPointerOperand();
  ParamLayout place = c.client.byval_layout(c, call, index);
  MemInfo memory = access(c, pointer, std::max(c.view.pointer_align(pointer), by_value_align(call, index)), false);
  const std::uint32_t from_align = memory.align;
  const std::optional<Value> own = own_parameter(c, pointer, memory.space);
  const Value address = own ? *own : narrow_address(c, c.value(pointer), memory.space);
  for (std::uint32_t at = 0; at < place.bytes;) {
    const std::uint32_t most = std::min({c.facts.types.facts().integers.back() / 8, place.bytes - at,
                                         aligned_at(place.align, at), aligned_at(from_align, at)});
    const std::uint32_t size = std::bit_floor(most);
    memory.type = Vt(VtKind::integer, size * 8);
    memory.align = aligned_at(from_align, at);
    place.pieces.push_back({at, memory.type, Extend::none});
    operands.push_back(load_value(c, memory.type, c.add_offset(address, at), memory));
    at += size;
  }
  info.params.push_back(std::move(place));
}

void plain_argument(Context& c, const llvm::CallBase& call, unsigned index, CallInfo& info, ValueList& operands) {
  const llvm::Value* passed = call.getArgOperand(index);
  auto place = c.client.argument_layout(c, call, index);
  if (!place) return;
  ValueList parts;
  c.values(passed, parts);
  value_pieces(
      c, passed->getType(), std::span<const Value>(parts.data(), parts.size()), *place,
      extension_of(call.paramHasAttr(index, llvm::Attribute::SExt), call.paramHasAttr(index, llvm::Attribute::ZExt)),
      operands);
  info.params.push_back(std::move(*place));
}

// A kernel is an entry of the module, for the host to launch.
bool refused_callee(Context& c, const llvm::CallBase& call, const llvm::Value* callee) {
  const auto* function = llvm::dyn_cast<llvm::Function>(callee);
  if (function == nullptr || !function->hasKernelCallingConv()) return false;
  c.error("calls the kernel '" + function->getName().str() + "': " + c.facts.name +
          " can launch a kernel, not call it; put the common code into a device function");
  if (!call.getType()->isVoidTy()) c.set(&call, std::span<const Value>());
  return true;
}

// The functions that an indirect call can reach, where the IR names them all: they stand in place of a prototype.
void known_callees(const llvm::CallBase& call, CallInfo& info) {
  const llvm::MDNode* list = call.getMetadata(llvm::LLVMContext::MD_callees);
  if (list == nullptr) return;
  for (const llvm::MDOperand& entry : list->operands()) {
    const auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(entry);
    // One that is gone, or of another type: the prototype of the call says what is passed.
    if (function == nullptr || function->getFunctionType() != call.getFunctionType() || function->isIntrinsic() ||
        function->hasKernelCallingConv())
      return info.targets.clear();
    info.targets.push_back(function->getName().str());
  }
}

}  // namespace

// Narrow scalars are read with their own width: the rest of the register that the caller stored says nothing.
void load_parameter(Context& c, const llvm::Argument& parameter, std::uint32_t base_align) {
  const std::vector<Leaf>& parts = c.leaves(parameter.getType());
  MemInfo info;
  info.space = Space::param;
  info.invariant = true;
  ValueList loaded;
  const Value base = c.parameter_address(parameter.getArgNo());
  for (const Leaf& leaf : parts) {
    info.align = aligned_at(base_align, leaf.offset);
    loaded.push_back(load_leaf(c, leaf.type, c.add_offset(base, static_cast<std::int64_t>(leaf.offset)), info));
  }
  c.set(&parameter, std::span<const Value>(loaded.data(), loaded.size()));
}

Value return_value(Context& c, const llvm::ReturnInst& instruction, Value chain) {
  ValueList operands;
  operands.push_back(chain);
  RetInfo info;
  if (const llvm::Value* result = instruction.getReturnValue()) {
    if (auto place = c.client.return_layout(c, result->getType()); place && !place->pieces.empty()) {
      ValueList parts;
      c.values(result, parts);
      const llvm::AttributeList attributes = c.source.getAttributes();
      value_pieces(
          c, result->getType(), std::span<const Value>(parts.data(), parts.size()), *place,
          extension_of(attributes.hasRetAttr(llvm::Attribute::SExt), attributes.hasRetAttr(llvm::Attribute::ZExt)),
          operands);
      info.results.push_back(std::move(*place));
    }
  }
  c.dag.rets.push_back(std::move(info));
  return c.dag.get(Isd::ret, vt::chain, std::span<const Value>(operands.data(), operands.size()),
                   {0, static_cast<std::uint32_t>(c.dag.rets.size() - 1)});
}

void call(Context& c, const llvm::CallBase& call) {
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return intrinsic(c, *known);
  if (call.isInlineAsm()) return c.client.inline_assembly(c, call);
  const llvm::Value* callee = call.getCalledOperand()->stripPointerCasts();
  // One of a name that LLVM does not know.
  if (const auto* function = llvm::dyn_cast<llvm::Function>(callee);
      function != nullptr && function->getName().starts_with("llvm.")) {
    if (c.client.intrinsic(c, call, function->getName())) return;
    c.no_form("intrinsic " + function->getName().str());
    return c.set(&call, std::span<const Value>());
  }
  if (refused_callee(c, call, callee)) return;
  CallInfo info;
  ValueList operands;
  operands.push_back({});  // the chain, known only after byval loads
  // A callee of another type is called like a pointer, with the prototype of the call.
  const auto* symbol = llvm::dyn_cast<llvm::GlobalValue>(callee);
  if (symbol != nullptr && symbol->getValueType() == call.getFunctionType())
    info.callee = symbol->getName().str();
  else
    operands.push_back(c.value(call.getCalledOperand()));
  if (info.callee.empty()) known_callees(call, info);
  if (call.getFunctionType()->isVarArg())
    c.error("a variadic call" + (info.callee.empty() ? std::string() : " of '" + info.callee + "'") +
            " must be expanded before");
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (call.isByValArgument(i))
      byval_argument(c, call, i, info, operands);
    else
      plain_argument(c, call, i, info, operands);
  }
  const llvm::Type* type = call.getType();
  std::vector<Vt> types;
  ParamLayout place;
  if (!type->isVoidTy()) {
    if (auto found = c.client.result_layout(c, call)) place = std::move(*found);
    for (const ParamPiece& piece : place.pieces) types.push_back(piece.type);
    if (!place.pieces.empty()) info.results.push_back(place);
  }
  types.push_back(vt::chain);
  info.noreturn = call.doesNotReturn();
  info.convergent = call.isConvergent();
  operands[0] = c.ordered_chain();
  c.dag.calls.push_back(std::move(info));
  const dag::NodeId made = c.dag.add(Isd::call, types, std::span<const Value>(operands.data(), operands.size()),
                                     {0, static_cast<std::uint32_t>(c.dag.calls.size() - 1)});
  const auto last = static_cast<std::uint32_t>(types.size() - 1);
  c.set_chain({made, last});
  if (type->isVoidTy()) return;
  ValueList pieces, parts;
  for (std::uint32_t i = 0; i < last; ++i) pieces.push_back({made, i});
  if (!pieces.empty()) value_from_pieces(c, type, std::span<const Value>(pieces.data(), pieces.size()), place, parts);
  c.set(&call, std::span<const Value>(parts.data(), parts.size()));
}

}  // namespace lathe::codegen::build
