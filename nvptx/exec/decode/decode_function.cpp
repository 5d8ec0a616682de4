// A whole function: its frame, its blocks in layout order, its branches.
#include <algorithm>
#include <bit>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/decode/decoder_impl.hpp"
#include "nvptx/exec/state/program.hpp"
#include "simt/machine/control.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;

void place_variables(DecoderImpl& impl, PtxFunction& code, const mir::Function& f) {
  // Parameters and results of device functions come first: callers copy into them.
  for (auto* list : {&code.params, &code.results})
    for (FrameVariable& v : *list) {
      impl.frame_top = (impl.frame_top + v.align - 1) / v.align * v.align;
      v.offset = impl.frame_top;
      impl.frame_top += v.bytes;
      impl.frame[v.name] = v;
    }
  for (std::size_t i = 0; i < f.variables.size(); ++i) {
    const mir::Variable& v = f.variables[i];
    if (i < f.placed.size() && f.placed[i]) continue;
    if (v.space == mir::Space::param || v.space == mir::Space::local)
      impl.place(v, variable_bytes(v), variable_align(v));
  }
  code.local_bytes = impl.frame_top;
}

void pseudo(DecoderImpl& impl, PtxFunction& code, const mir::Function& f, const mir::Inst& inst, Op op) {
  if (op == Op::p_open) {
    impl.scopes.push_back(impl.frame_top);
  } else if (op == Op::p_close) {
    if (impl.scopes.empty()) return;
    impl.frame_top = impl.scopes.back();
    impl.scopes.pop_back();
  } else if (op == Op::p_decl) {
    const auto slots = f.operands_of(inst);
    if (slots.empty()) return;
    const auto index = static_cast<std::size_t>(slots.back().value);
    if (index >= f.variables.size()) return;
    const mir::Variable& v = f.variables[index];
    if (v.space == mir::Space::param || v.space == mir::Space::local)
      impl.place(v, variable_bytes(v), variable_align(v));
    code.local_bytes = std::max(code.local_bytes, impl.frame_top);
  }
}

// Control that runs off the end of the function returns.
void end_of_function(Decoder& d, const mir::Function& f, const mir::Module& m, mir::Inst& ret) {
  ret.op = const_cast<mir::Module&>(m).intern("ret");
  ret.line = f.blocks.empty() || f.blocks.back().insts.empty() ? 0 : f.blocks.back().insts.back().line;
  decode_instruction(d, ret);
}

}  // namespace

FrameVariable& DecoderImpl::place(const mir::Variable& v, std::uint64_t bytes, std::uint32_t align) {
  frame_top = (frame_top + align - 1) / align * align;
  FrameVariable& slot = frame[v.name];
  slot = {v.name, frame_top, static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, 1U << 30)), align};
  frame_top = static_cast<std::uint32_t>(std::min<std::uint64_t>(frame_top + std::uint64_t{slot.bytes}, 1U << 31));
  return slot;
}

std::uint64_t variable_bytes(const mir::Variable& v) {
  std::uint64_t bytes = std::max(8U, mir::bits_of(v.type) == 0 ? 64U : mir::bits_of(v.type)) / 8 *
                        std::uint64_t{std::max<std::uint8_t>(1, v.vector)};
  for (const std::uint64_t n : v.dims)
    if (__builtin_mul_overflow(bytes, n, &bytes)) return ~std::uint64_t{0} >> 1;
  return bytes;
}

std::uint32_t variable_align(const mir::Variable& v) {
  const std::uint32_t natural =
      std::max(8U, mir::bits_of(v.type) == 0 ? 64U : mir::bits_of(v.type)) / 8 * std::max<std::uint8_t>(1, v.vector);
  const std::uint32_t wanted = std::max(v.align, natural);
  return std::min(std::bit_ceil(std::max(1U, wanted)), 256U);
}

void decode_function(PtxProgram& program, std::size_t module_index, PtxFunction& code) {
  const mir::Function& f = *code.function;
  const mir::Module& m = *code.module;
  DecoderImpl impl(code, f, module_index);
  place_variables(impl, code, f);
  impl.temp_top = assign_slots(f, m, impl.reg_slots);
  code.register_slots = impl.reg_slots;
  code.frame_bytes = impl.temp_top;
  Decoder d(program, code, f, m);
  d.impl = &impl;

  const std::vector<mir::BlockId> layout = block_layout(f, m);
  std::vector<std::uint32_t> start(f.blocks.size(), 0);
  for (std::size_t k = 0; k < layout.size(); ++k) {
    const mir::BlockId b = layout[k];
    start[b] = static_cast<std::uint32_t>(code.codes.size());
    for (const mir::Inst& inst : f.blocks[b].insts) {
      const Op op = m.op(inst.op).op;
      if (m.op(inst.op).pseudo && op != Op::phi && op != Op::p_asm) {
        pseudo(impl, code, f, inst, op);
        continue;
      }
      decode_instruction(d, inst);
    }
    const auto& insts = f.blocks[b].insts;
    const bool ends = !insts.empty() && insts.back().guard == mir::none && m.op(insts.back().op).terminator;
    if (ends) continue;
    if (b + 1 >= f.blocks.size()) {
      end_of_function(d, f, m, program.returns.emplace_back());
    } else if (k + 1 >= layout.size() || layout[k + 1] != b + 1) {
      // The block that control falls into stands elsewhere: a branch.
      impl.guard = no_slot;
      impl.guard_negated = false;
      if (code.sources.empty()) {
        code.sources.push_back({0});
        code.insts.push_back(nullptr);
      }
      impl.source = static_cast<std::uint32_t>(code.sources.size() - 1);
      impl.patches.push_back({static_cast<std::uint32_t>(code.codes.size()), b + 1});
      d.emit(run_jump);
    }
  }
  if (layout.empty()) end_of_function(d, f, m, program.returns.emplace_back());
  for (const auto& p : impl.patches) code.codes[p.code].imm = start[p.block];
  for (const auto& p : impl.table_patches) code.extra[p.code] = start[p.block];
  code.frame_bytes = (code.frame_bytes + 63) / 64 * 64;
  code.local_bytes = (code.local_bytes + 15) / 16 * 16;
}

}  // namespace lathe::nvptx::exec
