// Branches, calls, returns, barriers: the instructions that move fragments about.
//
// The machine has the plain ones (simt/machine/control.hpp). Where lanes differ in a target, the lanes of the first one
// go and the rest come to the same instruction again.
// Source: PTX ISA 9.0, chapters 9.7.12 (control flow) and 9.7.13 (barriers).
#include <algorithm>
#include <bit>
#include <string>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/decode/decoder_impl.hpp"
#include "nvptx/exec/state/program.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/machine/control.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Operand;
using Kind = Operand::Kind;

unsigned first_lane(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

// Lanes with the value of the first lane.
template <class T>
Mask alike(const T* values, Mask mask) {
  const T value = values[first_lane(mask)];
  Mask same = 0;
  for_lanes(mask, [&](unsigned l) { same |= values[l] == value ? 1U << l : 0; });
  return same;
}

Flow run_indexed_branch(Warp& w, const Code& code, Mask mask) {
  const auto* index = w.in<std::uint32_t>(code.a);
  const Mask lanes = alike(index, mask);
  const std::uint32_t i = index[first_lane(lanes)];
  if (i >= code.extra_count)
    return w.fault(code, first_lane(lanes),
                   "brx.idx with index " + std::to_string(i) + " in a table of " + std::to_string(code.extra_count));
  serve_lanes(w, lanes, mask);
  w.pc = w.extra(code)[i];
  return Flow::split;
}

Flow call_function(Warp& w, const Code& code, const FunctionCode& callee, Mask lanes, Mask mask) {
  if (callee.system_call != nullptr) {
    const Flow flow = callee.system_call(w, code, lanes);
    if (flow == Flow::stop || lanes == w.active) return flow;
    serve_lanes(w, lanes, mask);
    ++w.pc;
    return Flow::split;
  }
  if (!callee.defined)
    return w.fault(code, first_lane(lanes), "call of '" + callee.name + "', which no module defines");
  serve_lanes(w, lanes, mask);
  return w.enter(code, callee, lanes, w.pc + 1) != nullptr ? Flow::split : Flow::stop;
}

Flow run_call(Warp& w, const Code& code, Mask mask) {
  return call_function(w, code, program_of(w).functions[code.imm], mask, mask);
}

Flow run_indirect_call(Warp& w, const Code& code, Mask mask) {
  const auto* target = w.in<std::uint64_t>(code.a);
  const Mask lanes = alike(target, mask);
  const FunctionCode* callee = w.block->grid->program->function_at(target[first_lane(lanes)]);
  if (callee == nullptr || callee->kernel) {
    char text[80];
    std::snprintf(text, sizeof text, "call of 0x%llx, which is no function",
                  static_cast<unsigned long long>(target[first_lane(lanes)]));
    return w.fault(code, first_lane(lanes), text);
  }
  return call_function(w, code, *callee, lanes, mask);
}

Flow run_trap(Warp& w, const Code& code, Mask mask) { return w.fault(code, first_lane(mask), "trap"); }
Flow run_nothing(Warp&, const Code&, Mask) { return Flow::next; }
Flow run_sleep(Warp&, const Code&, Mask) { return Flow::yield; }

/// A register or immediate as argument: a variable of the frame that nobody names holds it.
Flow run_store_argument(Warp& w, const Code& code, Mask mask) {
  const std::uint32_t bytes = code.x;
  const std::byte* from = w.in<std::byte>(code.a);
  const std::uint32_t step = std::max(2U, bytes);
  for_lanes(mask, [&](unsigned l) {
    std::memcpy(w.local_bytes(l, w.frame->local_base + static_cast<std::uint32_t>(code.imm)), from + l * step, bytes);
  });
  return Flow::next;
}

Flow run_load_result(Warp& w, const Code& code, Mask mask) {
  const std::uint32_t bytes = code.x;
  std::byte* to = w.out<std::byte>(code.d);
  const std::uint32_t step = std::max(2U, bytes);
  for_lanes(mask, [&](unsigned l) {
    if (bytes == 1) to[l * step + 1] = std::byte{0};
    std::memcpy(to + l * step, w.local_bytes(l, w.frame->local_base + static_cast<std::uint32_t>(code.imm)), bytes);
  });
  return Flow::next;
}

class CallDecoder {
 public:
  CallDecoder(Decoder& d, const Instruction& i) : d_(d), i_(i) {}

  bool run() {
    std::size_t at = 0;
    if (at < i_.count() && i_.is_group(at)) {
      results_ = i_.elements(at++);
    }
    if (at >= i_.count() || i_.is_group(at)) return d_.refuse("no function to call");
    const Operand callee = i_.operand(at++);
    std::vector<Operand> arguments;
    if (at < i_.count() && i_.is_group(at)) arguments = i_.elements(at++);
    std::vector<Slot> numbers{static_cast<Slot>(results_.size()), static_cast<Slot>(arguments.size())};
    for (const Operand& o : results_)
      if (!result(o, numbers)) return false;
    for (const Operand& o : arguments)
      if (!argument(o, numbers)) return false;
    if (numbers.size() > 0xffff) return d_.refuse("too many arguments");
    if (!target(callee)) return false;
    Code& code = d_.code.codes.back();
    code.extra = d_.extra(numbers);
    code.extra_count = static_cast<std::uint16_t>(numbers.size());
    for (const After& a : after_) {
      Code& load = d_.emit(run_load_result, d_.write(a.to, a.bytes * 8));
      load.imm = a.offset;
      load.x = a.bytes;
    }
    return true;
  }

 private:
  struct After {
    Operand to;
    std::uint32_t offset, bytes;
  };

  bool target(const Operand& callee) {
    if (callee.kind == Kind::reg) {
      const Slot address = d_.read(callee, d_.register_bits(callee) == 32 ? 32 : 64);
      d_.emit(run_indirect_call, no_slot, d_.register_bits(callee) == 32 ? d_.resize(address, 32, 64, false) : address);
      return true;
    }
    if (callee.kind != Kind::symbol) return d_.refuse("the callee is neither a function nor a register");
    const std::string& name = d_.module.name(callee.a);
    const Symbol* s = d_.symbol(name);
    if (s == nullptr || s->kind != Symbol::Kind::function) return d_.refuse("'" + name + "' is no function");
    d_.emit(run_call).imm = s->function;
    return true;
  }

  bool known(const Operand& o, std::vector<Slot>& numbers) {
    const FrameVariable* v = d_.impl->frame_variable(d_.module.name(o.a));
    if (v == nullptr) return d_.refuse("'" + d_.module.name(o.a) + "' is no .param variable of this function");
    numbers.push_back(v->offset);
    numbers.push_back(v->bytes);
    return true;
  }

  // Room in the frame for a value that is passed in a register.
  FrameVariable room(unsigned bits) {
    mir::Variable v;
    v.name = "(argument " + std::to_string(count_++) + ")";
    const std::uint32_t bytes = std::max(8U, bits) / 8;
    const FrameVariable placed = d_.impl->place(v, bytes, bytes);
    d_.code.local_bytes = std::max(d_.code.local_bytes, d_.impl->frame_top);
    return placed;
  }

  bool result(const Operand& o, std::vector<Slot>& numbers) {
    if (o.kind == Kind::symbol) return known(o, numbers);
    const unsigned bits = d_.register_bits(o);
    if (bits < 8 || bits > 64) return d_.refuse("a call's result of this form");
    const FrameVariable v = room(bits);
    numbers.push_back(v.offset);
    numbers.push_back(v.bytes);
    after_.push_back({o, v.offset, v.bytes});
    return true;
  }

  bool argument(const Operand& o, std::vector<Slot>& numbers) {
    if (o.kind == Kind::symbol && d_.impl->frame_variable(d_.module.name(o.a)) != nullptr) return known(o, numbers);
    const unsigned bits = o.kind == Kind::reg   ? d_.register_bits(o)
                          : o.kind == Kind::f32 ? 32
                          : o.kind == Kind::f64 ? 64
                          : o.kind == Kind::imm ? 32
                                                : 64;
    if (bits < 8 || bits > 64) return d_.refuse("a call's argument of this form");
    const FrameVariable v = room(bits);
    Code& store = d_.emit(run_store_argument, no_slot, d_.read(o, bits));
    store.imm = v.offset;
    store.x = v.bytes;
    numbers.push_back(v.offset);
    numbers.push_back(v.bytes);
    return true;
  }

  Decoder& d_;
  const Instruction& i_;
  std::vector<Operand> results_;
  std::vector<After> after_;
  unsigned count_ = 0;
};

bool decode_branch(Decoder& d, const Instruction& i) {
  if (i.count() != 1 || i.operand(0).kind != Kind::block || i.operand(0).a >= d.function.blocks.size())
    return d.refuse("a label is needed");
  d.impl->patches.push_back({static_cast<std::uint32_t>(d.code.codes.size()), i.operand(0).a});
  d.emit(run_branch).branch = true;
  return true;
}

bool decode_indexed_branch(Decoder& d, const Instruction& i) {
  if (i.count() != 2 || i.operand(1).kind != Kind::symbol) return d.refuse("an index and a list of targets are needed");
  const std::string& name = d.module.name(i.operand(1).a);
  const auto table = std::find_if(d.function.tables.begin(), d.function.tables.end(),
                                  [&](const mir::Table& t) { return t.name == name; });
  if (table == d.function.tables.end()) return d.refuse("'" + name + "' is no .branchtargets list");
  if (table->targets.size() > 0xffff) return d.refuse("a list of more than 65535 targets");
  const Slot index = d.read(i.operand(0), 32);
  Code& code = d.emit(run_indexed_branch, no_slot, index);
  code.branch = true;
  code.extra = d.extra(std::vector<Slot>(table->targets.size(), 0));
  code.extra_count = static_cast<std::uint16_t>(table->targets.size());
  for (std::size_t k = 0; k < table->targets.size(); ++k) {
    if (table->targets[k] >= d.function.blocks.size()) return d.refuse("a target that is not there");
    d.impl->table_patches.push_back({static_cast<std::uint32_t>(code.extra + k), table->targets[k]});
  }
  return true;
}

}  // namespace

bool decode_control(Decoder& d, const Instruction& i) {
  switch (i.desc.op) {
    case Op::bra:
      return decode_branch(d, i);
    case Op::brx:
      return decode_indexed_branch(d, i);
    case Op::call:
      return CallDecoder(d, i).run();
    case Op::ret:
      d.emit(d.code.kernel ? run_exit : run_return).branch = true;
      return true;
    case Op::exit:
      d.emit(run_exit).branch = true;
      return true;
    case Op::trap:
      d.emit(run_trap);
      return true;
    case Op::nanosleep:
      d.emit(run_sleep);
      return true;
    case Op::brkpt:
    case Op::pmevent:
      d.emit(run_nothing);
      return true;
    case Op::bar:
    case Op::barrier:
      return decode_barrier(d, i);
    default:
      return d.refuse("not a known operation");
  }
}

}  // namespace lathe::nvptx::exec
