// See client.hpp.
#include "nvptx/build/client.hpp"

#include <algorithm>
#include <string_view>

#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

#include "nvptx/target/cache_hint.hpp"

namespace lathe::nvptx::build {

using codegen::build::CacheHint;

namespace {

template <std::size_t N>
std::uint8_t index_in(const std::string_view (&names)[N], llvm::StringRef name, std::uint8_t fallback) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == std::string_view(name)) return static_cast<std::uint8_t>(i);
  return fallback;
}

// One pair of a hint's node: !"nvvm.l1_eviction", !"first". Other keys, and values of a key that it does not have, are no
// hints of ours.
void add_hint(const llvm::MDString& key, const llvm::Metadata* value, CacheHint& hint) {
  if (key.getString() == "nvvm.l2_cache_hint") {
    const auto* number = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(value);
    if (number != nullptr && number->getBitWidth() <= 64) hint.policy = number->getZExtValue();
    return;
  }
  const auto* word = llvm::dyn_cast_or_null<llvm::MDString>(value);
  if (word == nullptr) return;
  if (key.getString() == "nvvm.l1_eviction") {
    const std::uint8_t found = index_in(cache_hint::priorities, word->getString(), 255);
    if (found != 255)
      hint.cache = static_cast<std::uint8_t>((hint.cache & 0xF0U) | (cache_hint::first_priority + found));
  } else if (key.getString() == "nvvm.l2_prefetch_size") {
    const std::uint8_t found = index_in(cache_hint::prefetches, word->getString(), 0);
    hint.cache = static_cast<std::uint8_t>((hint.cache & 0xCFU) | (found << cache_hint::prefetch_shift));
  } else if (key.getString() == "nvvm.l2_eviction") {
    const std::uint8_t found = index_in(cache_hint::l2_priorities, word->getString(), 0);
    hint.cache = static_cast<std::uint8_t>((hint.cache & 0x3FU) | (found << cache_hint::l2_shift));
  }
}

// What metadata says about caches: !nontemporal is streaming (.cs); !mem.cache_hint !{i32 0, !{!"nvvm.l1_eviction",
// !"first", !"nvvm.l2_eviction", !"last", !"nvvm.l2_prefetch_size", !"128B", !"nvvm.l2_cache_hint", i64 POLICY}} names
// priorities, bytes of L2 and a policy. A load or store has one pointer: operands' numbers tell nothing.
CacheHint hint_of(const View& view, const llvm::Instruction& instruction, Space space) {
  CacheHint hint;
  if ((space != Space::generic && space != Space::global) || !instruction.hasMetadataOtherThanDebugLoc()) return hint;
  if (instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal)) hint.cache = cache_hint::streaming;
  const llvm::MDNode* said = view.metadata(instruction, View::Metadata::cache_hint);
  if (said == nullptr) return hint;
  for (const llvm::MDOperand& group : said->operands()) {
    const auto* pairs = llvm::dyn_cast<llvm::MDNode>(group);
    for (unsigned i = 0; pairs != nullptr && i + 1 < pairs->getNumOperands(); i += 2)
      if (const auto* key = llvm::dyn_cast<llvm::MDString>(pairs->getOperand(i)))
        add_hint(*key, pairs->getOperand(i + 1), hint);
  }
  return hint;
}

}  // namespace

PtxClient::PtxClient(const llvm::Function& source, const View& view_in, const Features& base, mir::Module& module_in,
                     mir::Function& out_in)
    : view(view_in), features(features_of(source, base)), module(module_in), out(out_in) {
  out.blocks.resize(source.size());
  if (out.locations.empty()) out.locations.emplace_back();
}

FunctionModes PtxClient::modes() const {
  return {.fuse_multiply_add = features.fma_level != 0,
          .approximate = features.unsafe_fp,
          .debug = view.debug() != nullptr};
}

// ---- registers and phis ------------------------------------------------------------------------------

std::uint32_t PtxClient::new_register(Vt legal) { return out.new_reg(register_type(legal)); }

std::uint32_t PtxClient::phi(std::uint32_t block, std::uint32_t result, Vt type, std::span<const std::uint32_t> from) {
  operands_.assign(1, mir::Operand::make_reg(result));
  for (const std::uint32_t pred : from) {
    operands_.push_back(mir::make_group(mir::GroupKind::tuple, 2));
    operands_.push_back(mir::Operand::make_reg(mir::none));
    operands_.push_back(mir::Operand::make_block(pred));
  }
  const mir::Inst inst = out.make(module.intern("phi." + std::string(mir::to_string(register_type(type)))), operands_);
  out.blocks[block].insts.push_back(inst);
  phi_operands_.push_back(inst.begin);
  return static_cast<std::uint32_t>(phi_operands_.size() - 1);
}

void PtxClient::phi_input(std::uint32_t phi, std::uint32_t input, std::uint32_t reg) {
  out.operands[phi_operands_[phi] + 2 + 3 * input] = mir::Operand::make_reg(reg);
}

// ---- calls -------------------------------------------------------------------------------------------

namespace {

std::optional<ParamLayout> layout_of(Context& c, const llvm::Type* type, Carried as, std::uint32_t align) {
  const llvm::Type* refused = nullptr;
  std::optional<ParamLayout> place = param_layout(type, as, align, c.facts.types.facts(), c.view, refused);
  if (!place) c.no_form("type " + spell(refused));
  return place;
}

}  // namespace

std::optional<ParamLayout> PtxClient::argument_layout(Context& c, const llvm::CallBase& call, unsigned index) {
  std::optional<ParamLayout> place = layout_of(c, call.getArgOperand(index)->getType(), Carried::argument,
                                               declared_align(call, static_cast<int>(index), view));
  if (!place || place->bytes != 0) return place;
  c.error("argument " + std::to_string(index) + " of a call has no bytes; PTX has no empty parameters");
  return std::nullopt;
}

ParamLayout PtxClient::byval_layout(Context&, const llvm::CallBase& call, unsigned index) {
  const llvm::Function* known = call.getCalledFunction();
  const std::uint64_t own = known != nullptr ? own_align(*known, view) : 0;
  return by_value_layout(call.getParamByValType(index), std::max(codegen::build::by_value_align(call, index), own),
                         any_align, view);
}

std::optional<ParamLayout> PtxClient::result_layout(Context& c, const llvm::CallBase& call) {
  return layout_of(c, call.getType(), Carried::result, declared_align(call, -1, view));
}

std::optional<ParamLayout> PtxClient::return_layout(Context& c, const llvm::Type* type) {
  const llvm::Type* refused = nullptr;
  return param_layout(type, Carried::result, declared_align(c.source, -1, view), c.facts.types.facts(), view, refused);
}

void PtxClient::argument(Context& c, const llvm::Argument& parameter) {
  if (parameter.getArgNo() >= out.params.size()) return c.set(&parameter, std::span<const Value>());  // reported
  const mir::Variable& variable = out.params[parameter.getArgNo()];
  if (variable.type == mir::Type::texref || variable.type == mir::Type::surfref ||
      variable.type == mir::Type::samplerref)
    return c.set(&parameter, c.parameter_address(parameter.getArgNo()));  // an opaque handle is used by its name
  const std::uint32_t base_align = !variable.dims.empty()             ? variable.align
                                   : variable.type == mir::Type::none ? 1
                                                                      : std::max(1U, mir::bits_of(variable.type) / 8);
  load_parameter(c, parameter, base_align);
}

// ---- instructions ------------------------------------------------------------------------------------

bool PtxClient::intrinsic(Context& c, const llvm::CallBase& call, llvm::StringRef name) {
  const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (known != nullptr && known->getIntrinsicID() == llvm::Intrinsic::readcyclecounter)
    name = "llvm.nvvm.read.ptx.sreg.clock64";
  else if (known != nullptr && known->getIntrinsicID() == llvm::Intrinsic::readsteadycounter)
    name = "llvm.nvvm.read.ptx.sreg.globaltimer";
  else if (known != nullptr && !name.starts_with("llvm.nvvm."))
    return false;
  target_intrinsic(*this, c, call, name);
  return true;
}

CacheHint PtxClient::cache_hint(const Context&, const llvm::Instruction& instruction, Space space) {
  return hint_of(view, instruction, space);
}

std::string PtxClient::lacks(Ability ability) const {
  if (features.has(52, 73)) return {};
  return std::string(ability == Ability::stack_save ? "stack save and restore need"
                                                    : "an alloca of variable size needs") +
         " PTX 7.3 and sm_52";
}

}  // namespace lathe::nvptx::build
