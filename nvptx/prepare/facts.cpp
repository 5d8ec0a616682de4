// PTX for the steps of codegen/prepare: spaces, atomics, costs, registers, and what of it takes code.
//
// Source: PTX ISA 9.0: 5.1 (state spaces), 9.7.9 (ld, st: widths), 9.7.13 (atom, red), 11.4 (reqntid, maxntid).
#include "nvptx/prepare/facts.hpp"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <optional>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

namespace in = llvm::Intrinsic;

// ---- atomics

AtomicTable atomics_of(const Features& features) {
  using enum AtomicOp;
  using T = AtomicType;
  AtomicTable table;
  static constexpr AtomicOp accesses[] = {load, store};
  static constexpr AtomicType all[] = {T::i8,   T::i16, T::i32, T::i64,   T::f16,
                                       T::bf16, T::f32, T::f64, T::v2f16, T::v2bf16};
  table.native(accesses, all);
  static constexpr AtomicOp whole[] = {exchange, compare, add, bit_and, bit_or, bit_xor, max, min, umax, umin};
  static constexpr AtomicType words[] = {T::i32, T::i64};
  table.native(whole, words);
  static constexpr AtomicOp wraps[] = {inc_wrap, dec_wrap}, compares[] = {compare}, sums[] = {fadd};
  table.native(wraps, {{T::i32}});
  if (features.has(70, 63)) table.native(compares, {{T::i16}});
  table.native(sums, {{T::f32}});
  if (features.has(60, 50)) table.native(sums, {{T::f64}});
  if (features.has(60, 62)) table.native(sums, {{T::v2f16}});
  if (features.has(70, 63)) table.native(sums, {{T::f16}});
  if (features.has(90, 78)) table.native(sums, {{T::bf16, T::v2bf16}});
  table.derive(1);
  table.spread();  // what an instruction takes does not depend on the space
  return table;
}

// ---- threads

constexpr ThreadRegister thread_registers[] = {
    {in::nvvm_read_ptx_sreg_tid_x, 0, true},   {in::nvvm_read_ptx_sreg_tid_y, 1, true},
    {in::nvvm_read_ptx_sreg_tid_z, 2, true},   {in::nvvm_read_ptx_sreg_ntid_x, 0, false},
    {in::nvvm_read_ptx_sreg_ntid_y, 1, false}, {in::nvvm_read_ptx_sreg_ntid_z, 2, false}};
constexpr unsigned divergent[] = {in::nvvm_read_ptx_sreg_tid_x, in::nvvm_read_ptx_sreg_tid_y,
                                  in::nvvm_read_ptx_sreg_tid_z, in::nvvm_read_ptx_sreg_laneid};

/// One to three numbers, at least 1; nothing for anything else (`build` complains about it).
std::optional<std::array<std::uint64_t, 3>> three_numbers(const llvm::Function& f, const char* name) {
  const llvm::Attribute attribute = f.getFnAttribute(name);
  if (!attribute.isValid()) return std::nullopt;
  std::array<std::uint64_t, 3> out = {1, 1, 1};
  llvm::StringRef rest = attribute.getValueAsString();
  for (std::size_t axis = 0; !rest.empty(); ++axis) {
    const auto [item, tail] = rest.split(',');
    if (axis == out.size() || item.trim().getAsInteger(0, out[axis]) || out[axis] == 0) return std::nullopt;
    rest = tail;
  }
  return out;
}

BlockBounds block_bounds(const PrepareFacts& facts, const llvm::Function& f) {
  BlockBounds bounds{facts.most_along, false};
  if (const auto exact = three_numbers(f, "nvvm.reqntid")) {
    bounds.exact = true;
    for (std::size_t axis = 0; axis < 3; ++axis) bounds.most[axis] = std::min(facts.most_along[axis], (*exact)[axis]);
  } else if (const auto most = three_numbers(f, "nvvm.maxntid")) {
    // PTX limits the product, not each axis: 64 x 2 threads may be launched where 128 x 1 were allowed.
    std::uint64_t product = 1;
    for (const std::uint64_t length : *most)
      product = std::min(facts.most_threads, product * std::min(facts.most_threads, length));
    for (std::uint64_t& length : bounds.most) length = std::min(length, product);
  }
  return bounds;
}

// ---- math functions

constexpr MathFunction math_functions[] = {
    {in::sin, "sin", MathForm::plain, NativeMath::approximate},
    {in::cos, "cos", MathForm::plain, NativeMath::approximate},
    {in::tan, "tan"},
    {in::asin, "asin"},
    {in::acos, "acos"},
    {in::atan, "atan"},
    {in::atan2, "atan2"},
    {in::sinh, "sinh"},
    {in::cosh, "cosh"},
    {in::tanh, "tanh", MathForm::plain, NativeMath::approximate},
    {in::exp, "exp"},
    {in::exp2, "exp2", MathForm::plain, NativeMath::always},  // to 2 ulp
    {in::exp10, "exp10"},
    {in::log, "log"},
    {in::log2, "log2", MathForm::plain, NativeMath::approximate},
    {in::log10, "log10"},
    {in::pow, "pow"},
    {in::powi, "powi"},
    {in::sincos, "sincos", MathForm::two_by_pointer},
    {in::sincospi, "sincospi", MathForm::two_by_pointer},
};
constexpr MathLibrary libdevice{
    math_functions,         "__nv_",   "f",         "lathe-libdevice",
    "nvptx-libcall-callee", "CUDA's ", "libdevice", "--libdevice FILE (libdevice.10.bc), or set CUDA_HOME",
    "--no-libdevice",
};

// ---- intrinsics on pointers

constexpr SpaceQuestion questions[] = {{in::nvvm_isspacep_global, space::global},
                                       {in::nvvm_isspacep_shared, space::shared},
                                       {in::nvvm_isspacep_shared_cluster, space::shared_cluster},
                                       {in::nvvm_isspacep_const, space::constant},
                                       {in::nvvm_isspacep_local, space::local}};

/// llvm.nvvm.atomic.OP.gen.{i,f}.SCOPE: CUDA's atomicAdd_block and its kin.
bool is_scoped_atomic(unsigned id) { return in::getBaseName(id).starts_with("llvm.nvvm.atomic."); }

/// The same operation on the pointer in its own space; null where PTX has none there.
llvm::Value* move_atomic(llvm::IntrinsicInst& call, llvm::Value* pointer) {
  const unsigned as = pointer->getType()->getPointerAddressSpace();
  if (as != space::global && as != space::shared && as != space::shared_cluster) return nullptr;
  call.setCalledFunction(
      in::getOrInsertDeclaration(call.getModule(), call.getIntrinsicID(), {call.getType(), pointer->getType()}));
  call.setArgOperand(0, pointer);
  return &call;
}

/// The block's shared memory can be written by another block of the cluster: what could hand out such an address.
bool speaks_of_clusters(const llvm::Instruction& inst) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst);
  if (!call) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&inst);
    return cast && cast->getDestAddressSpace() == space::shared_cluster;
  }
  if (const auto* text = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()))
    return text->getAsmString().find("mapa") != llvm::StringRef::npos ||
           text->getAsmString().find("cluster") != llvm::StringRef::npos;
  const llvm::Function* callee = call->getCalledFunction();
  if (!callee) return true;
  if (callee->isIntrinsic()) return callee->getName().contains("mapa") || callee->getName().contains("cluster");
  return callee->isDeclaration() && !callee->doesNotAccessMemory() && callee->getName() != "vprintf";
}

}  // namespace

std::string valid_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string out;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c) || c == '_' || c == '$')
      out += c;
    else
      out += "_$_";
  }
  if (!out.empty() && is_digit(out.front())) out.insert(0, "_$_");
  if (out == "_" || out == "$") out += "$_";
  if (out == "WARP_SZ") out += "_$_";  // the one predefined identifier without a per cent sign
  return out;
}

PrepareFacts prepare_facts(const Features& features) {
  PrepareFacts facts;
  facts.name = "PTX";
  facts.triple = "nvptx64-nvidia-cuda";
  facts.subtarget = &features;
  for (const SpaceFacts& space : address_spaces(features)) facts.add(space);
  facts.atomics = atomics_of(features);
  facts.scopes = scope_names;
  facts.costs.jump_tables = features.has_brx();
  facts.costs.held_conditions = 4;      // of seven predicate registers
  facts.costs.straight_bytes = 128;     // as in LLVM's NVPTX target
  facts.costs.near_bytes = 64;          // twice the widest vector of any target
  facts.costs.keep_array_loops = true;  // ptxas unrolls them and takes the arrays into registers
  facts.thread_registers = thread_registers;
  facts.divergent_intrinsics = divergent;
  facts.space_questions = questions;
  facts.library = &libdevice;
  facts.hooks.valid_name = valid_name;
  facts.hooks.block_bounds = block_bounds;
  facts.hooks.follows_pointer = is_scoped_atomic;
  facts.hooks.in_space = move_atomic;
  if (features.has_clusters()) facts.hooks.hands_out_shared = speaks_of_clusters;
  facts.hooks.rounded = rounded;
  facts.hooks.wide_atomics = &wide_atomics();
  return facts;
}

}  // namespace lathe::nvptx
