// The facts of the toy GPU. See target.hpp.
#include <array>
#include <cassert>
#include <string>

#include <llvm/IR/IntrinsicsNVPTX.h>

#include "examples/toy_gpu/target.hpp"

namespace toy_gpu {
namespace {

namespace in = llvm::Intrinsic;
using lathe::dag::Action;

// LLVM's numbers are those of the front end, clang for nvptx64 with short pointers. Windows of generic addresses have a
// low word of 0, and the high word that stands here (simt/state/memory.hpp).
std::array<SpaceFacts, 6> spaces() {
  const auto made = [](unsigned number, Space role, std::uint8_t bits, std::uint64_t window = 0) {
    SpaceFacts one;
    one.number = number;
    one.role = role;
    one.pointer_bits = bits;
    one.casts = bits == 64;
    one.window = window << 32;
    one.most_lanes = {1, 1, 4, 2};
    one.odd_lanes = true;
    one.least_offset = INT16_MIN;
    one.most_offset = INT16_MAX;
    return one;
  };
  SpaceFacts generic = made(0, Space::generic, 64), global = made(1, Space::global, 64),
             shared = made(3, Space::shared, 32, 0x6100), constant = made(4, Space::constant, 32, 0x6400),
             local = made(5, Space::local, 32, 0x6000), param = made(101, Space::param, 32, 0x6300);
  generic.to_generic = global.to_generic = ToGeneric::same_bits;
  generic.uniform_loads = local.uniform_loads = false;
  shared.initialized = local.initialized = param.initialized = false;
  constant.read_only = param.read_only = true;
  local.one_thread = param.one_thread = true;
  local.of_module = param.of_module = false;
  return {generic, global, shared, constant, local, param};
}

constexpr ScopeName scopes[] = {{"block", Scope::cta}, {"workgroup", Scope::cta}, {"device", Scope::gpu},
                                {"agent", Scope::gpu}, {"cluster", Scope::cta},   {"system", Scope::sys}};

void library(TargetFacts& f) {
  const auto add = [&](Isd op, Vt result, Vt operand) {
    f.library.functions.push_back({op, result, operand,
                                   "toy_" + std::string(to_string(op)) + "_" + to_string(result) +
                                       (result == operand ? "" : "_" + to_string(operand))});
  };
  for (const Vt type : {vt::i32, vt::i64})
    for (const Isd op : {Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem}) add(op, type, type);
  for (const Isd op : {Isd::fadd, Isd::fsub, Isd::fmul, Isd::fdiv, Isd::fma, Isd::fsqrt, Isd::frem})
    add(op, vt::f64, vt::f64);
  add(Isd::fdiv, vt::f32, vt::f32);
  add(Isd::fsqrt, vt::f32, vt::f32);
  for (const Vt real : {vt::f32, vt::f64})
    for (const Vt whole : {vt::i32, vt::i64}) {
      if (real == vt::f32 && whole == vt::i32) continue;
      for (const Isd op : {Isd::si_to_fp, Isd::ui_to_fp}) add(op, real, whole);
      for (const Isd op : {Isd::fp_to_si, Isd::fp_to_ui}) add(op, whole, real);
    }
  f.set({Isd::sdiv, Isd::udiv, Isd::srem, Isd::urem}, {vt::i32}, Action::libcall);
  f.set({Isd::fdiv, Isd::fsqrt}, {vt::f32}, Action::libcall);
}

}  // namespace

TargetFacts target_facts() {
  TypeFacts types;
  types.integers = {1, 32};
  types.promoted_to = {32};
  types.widest_integer = 4096;
  types.floats = {vt::f32};
  types.softened = {vt::f64, vt::f16, vt::bf16};
  TargetFacts f(types);
  f.name = "toy GPU";
  f.spaces = Spaces(spaces());
  f.scopes = scopes;
  f.numeric = {.fields = NumericTraits::Fields::masked, .orders_zeros = true};
  f.joins = {{vt::i32, vt::f32}, 16};
  f.arithmetic = {vt::f32};
  // What has no row here is native.
  f.set({Isd::bswap,      Isd::abs,        Isd::mad,        Isd::sadd_sat,   Isd::uadd_sat,   Isd::ssub_sat,
         Isd::usub_sat,   Isd::sshl_sat,   Isd::ushl_sat,   Isd::sadd_o,     Isd::uadd_o,     Isd::ssub_o,
         Isd::usub_o,     Isd::smul_o,     Isd::umul_o,     Isd::prmt,       Isd::lop3,       Isd::sext_inreg,
         Isd::mul_wide_s, Isd::mul_wide_u, Isd::mad_wide_s, Isd::mad_wide_u, Isd::build_pair, Isd::extract_limb},
        {vt::i1, vt::i32, vt::f32}, Action::expand);
  f.set({Isd::shl,   Isd::srl,        Isd::sra,  Isd::mulhs, Isd::mulhu, Isd::ctlz, Isd::cttz,
         Isd::ctpop, Isd::bitreverse, Isd::rotl, Isd::rotr,  Isd::fshl,  Isd::fshr, Isd::bfe_u,
         Isd::bfe_s, Isd::bfi,        Isd::sdiv, Isd::udiv,  Isd::srem,  Isd::urem},
        {vt::i1}, Action::expand);
  f.set({Isd::frem, Isd::fcopysign, Isd::fminimum, Isd::fmaximum, Isd::fround, Isd::fcanonicalize, Isd::fldexp,
         Isd::is_fpclass, Isd::frcp, Isd::frsqrt, Isd::ftanh},
        {vt::f32}, Action::expand);
  f.set({Isd::fp_to_si, Isd::fp_to_ui, Isd::fp_to_si_sat, Isd::fp_to_ui_sat, Isd::fp_round_to_int}, {vt::f32},
        Action::custom);
  library(f);
  assert(fault_of(f).empty());
  return f;
}

// ---- the steps on LLVM's IR --------------------------------------------------------------------------

PrepareFacts prepare_facts() {
  using enum AtomicOp;
  static constexpr ThreadRegister thread_registers[] = {
      {in::nvvm_read_ptx_sreg_tid_x, 0, true},   {in::nvvm_read_ptx_sreg_tid_y, 1, true},
      {in::nvvm_read_ptx_sreg_tid_z, 2, true},   {in::nvvm_read_ptx_sreg_ntid_x, 0, false},
      {in::nvvm_read_ptx_sreg_ntid_y, 1, false}, {in::nvvm_read_ptx_sreg_ntid_z, 2, false}};
  static constexpr unsigned divergent[] = {in::nvvm_read_ptx_sreg_tid_x, in::nvvm_read_ptx_sreg_tid_y,
                                           in::nvvm_read_ptx_sreg_tid_z, in::nvvm_read_ptx_sreg_laneid};
  static constexpr SpaceQuestion questions[] = {{in::nvvm_isspacep_global, 1},
                                                {in::nvvm_isspacep_shared, 3},
                                                {in::nvvm_isspacep_const, 4},
                                                {in::nvvm_isspacep_local, 5}};
  static constexpr AtomicOp accesses[] = {load, store},
                            whole[] = {exchange, compare, add, bit_and, bit_or, bit_xor, max, min, umax, umin};
  static constexpr AtomicType narrow[] = {AtomicType::i8, AtomicType::i16, AtomicType::i32, AtomicType::f32},
                              words[] = {AtomicType::i32};
  PrepareFacts facts;
  facts.name = "toy GPU";
  facts.triple = "nvptx64-nvidia-cuda";
  for (const SpaceFacts& space : spaces()) facts.add(space);
  facts.atomics.native(accesses, narrow);
  facts.atomics.native(whole, words);
  facts.atomics.derive(1);
  facts.atomics.spread();
  facts.scopes = scopes;
  facts.costs.division_bits = 64;
  facts.costs.bit_test_bits = 32;
  facts.thread_registers = thread_registers;
  facts.divergent_intrinsics = divergent;
  facts.space_questions = questions;
  // Names are read as words of the assembly.
  facts.hooks.valid_name = [](std::string_view name) {
    std::string out;
    for (const char c : name) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      out += plain ? std::string(1, c) : "$" + std::to_string(static_cast<unsigned char>(c)) + "$";
    }
    return out;
  };
  return facts;
}

// ---- machine functions -------------------------------------------------------------------------------

machine::Registers registers() {
  machine::Registers out;
  out.files = {{.name = "scalar", .prefix = "s", .count = scalar_registers, .lost_at_calls = false, .twin = vector},
               {.name = "vector", .prefix = "v", .count = vector_registers},
               {.name = "condition", .prefix = "cc", .count = 1, .slot_bytes = 0, .swap = false}};
  return out;
}

const machine::Operation& operation(Op op) {
  static const std::vector<machine::Operation> all = [] {
    using lathe::program::Effect;
    std::vector<machine::Operation> made;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(Op::count); ++i) {
      const Row& row = toy_gpu::row(static_cast<Op>(i));
      lathe::program::Effects effects;
      if (row.has('L')) effects |= Effect::reads;
      if (row.has('T')) effects |= Effect::writes;
      if (row.has('A')) effects |= Effect::reads | Effect::writes | Effect::ordered;
      if (row.has('G')) effects |= Effect::convergent;
      if (row.has('B') && row.name != "trap") effects |= Effect::terminator;
      if (row.has('X') && !row.has('T')) effects |= Effect::side_effect;
      if (row.operands.find('f') != std::string_view::npos || row.name == "call.reg")
        effects |= Effect::call | Effect::fixed;
      if (row.name == "barrier" || row.name == "fence") effects |= Effect::fixed;
      made.push_back({row.name, effects, row.has('S'), i});
    }
    return made;
  }();
  return all[static_cast<std::size_t>(op)];
}

machine::BankFacts bank_facts(const machine::Function& function) {
  machine::BankFacts out;
  out.uniform = scalar;
  out.source = [&function](machine::InstId i) {
    using lathe::flow::uniformity::Source;
    const machine::Operation& of = *function.payload(i).operation;
    if (of.number == 0 && &of != &operation(Op::mov)) return Source::operands;  // one that all targets have
    const Row& row = toy_gpu::row(op_of(of));
    // One address in local memory is another place for each thread, and one in any memory may be local.
    const bool own = row.name.starts_with("ld.local") || row.name.starts_with("ld.any");
    return own || row.has('V') || row.has('A') ? Source::divergent : Source::operands;
  };
  return out;
}

}  // namespace toy_gpu
