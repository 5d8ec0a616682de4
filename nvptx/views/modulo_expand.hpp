// Counted loops of NVPTX machine IR pipelined: lathe::modulo's schedule and expansion, written into PTX.
//
// The block of the loop becomes what stands in front of it: it computes the number of iterations and goes to the
// expansion. The loop as it was moves behind the function's other blocks; it runs where the number cannot be told, and
// where the expansion asks for the original loop: its own test then ends it, for homes are the registers of the loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/expand/names.hpp>
#include <lathe/expand/pipeline.hpp>
#include <lathe/support/maybe_remarks.hpp>

#include "nvptx/views/loop_registers.hpp"
#include "nvptx/views/modulo.hpp"
#include "nvptx/views/trip_count.hpp"

namespace lathe::nvptx {

/// The body of a counted loop. The setp that ends it is left out where only the branch reads it.
class MirCountedBody : public MirLoop {
 public:
  MirCountedBody(const mir::Module& m, const mir::Function& f, const CountedLoop& loop,
                 const std::vector<mir::Reg>& behind, const MirRegisterOptions& machine = {})
      : MirLoop(m, f, loop.block, behind, machine) {
    for (const std::uint32_t i : MirLoop::insts())
      if (loop.test_is_needed || i != loop.test) insts_.push_back(i);
  }
  const std::vector<std::uint32_t>& insts() const { return insts_; }

 private:
  std::vector<std::uint32_t> insts_;
};

static_assert(modulo::explain_loop<MirCountedBody>());

/// Writes an expansion in the place of a counted loop. Preconditions: check_expansion finds nothing; where the
/// expansion has the original loop, Remainder::after; the trip count can be told; the function is as it was ingested.
class MirLoopEditor {
 public:
  MirLoopEditor(mir::Module& m, mir::Function& f, const CountedLoop& loop, const MirCountedBody& body,
                const modulo::PipelinePlan<mir::Reg>& plan, TripCount trips)
      : m_(m),
        f_(f),
        loop_(loop),
        insts_(body.insts()),
        names_(plan.in, plan.expansion, [&](mir::Reg r) { return fresh_like(r); }),
        left_(trips.count),
        test_(f_.new_reg(mir::Type::pred)),
        wide_(loop.bits == 64) {
    place(plan.expansion, trips);
  }

  void begin(std::uint32_t number, const modulo::Block&) { at_ = first_ + number; }

  void run(std::uint32_t number, std::int32_t, modulo::NameSpan defs, modulo::NameSpan reads) {
    const mir::Inst inst = f_.blocks[original_].insts[insts_[number]];
    const auto old = f_.operands_of(inst);
    std::vector<mir::Operand> slots(old.begin(), old.end());
    const auto read = [&](mir::Reg r) { return names_.read(number, r, reads); };
    // Where the guard fails, what is defined keeps the value that it had: in a register that nothing else reads.
    std::vector<std::pair<mir::Reg, mir::Reg>> results;  // from where to where, behind the instruction
    const std::vector<mir::Reg>& old_defs = names_.defs(number);
    std::vector<mir::Reg> to;
    for (const mir::Reg r : old_defs) {
      to.push_back(names_.written(number, r, defs));
      if (inst.guard == mir::none || read(r) == to.back()) continue;
      const mir::Reg kept = fresh_like(r);
      move(kept, read(r));
      results.emplace_back(kept, std::exchange(to.back(), kept));
    }
    const std::uint32_t written = mir::def_slots(m_.op(inst.op), f_, inst);
    for (std::uint32_t k = 0; k < slots.size(); ++k) {
      mir::Operand& o = slots[k];
      if (o.kind == mir::Operand::Kind::reg && k < written)
        o.a = to[static_cast<std::size_t>(std::find(old_defs.begin(), old_defs.end(), o.a) - old_defs.begin())];
      else if (o.kind == mir::Operand::Kind::reg || o.kind == mir::Operand::Kind::mem_reg)
        o.a = read(o.a);
    }
    put(inst.op, slots, inst.guard == mir::none ? mir::none : read(inst.guard), inst.guard_negated, inst.loc);
    for (const auto& [from, result] : results) move(result, from);
  }
  void copy(std::uint32_t to, std::uint32_t from) {
    if (names_[to] != names_[from]) move(names_[to], names_[from]);
  }
  std::uint32_t temporary(std::uint32_t like) { return names_.add(fresh_like(names_[like])); }
  void original(const modulo::Block&) {}  // end() goes there: the loop as it was goes on behind itself

  void end(const modulo::Block& b) {
    using modulo::Role;
    if (b.role == Role::done) return jump(loop_.exit);
    if (b.role == Role::original) {
      jump_if("eq", 0, first_ + b.next);
      return jump(original_);
    }
    if (b.starts != 0) put(wide_ ? "sub.s64" : "sub.s32", {reg(left_), reg(left_), mir::Operand::make_imm(b.starts)});
    if (b.less != 0) jump_if("lt", b.less, first_ + b.taken);
    jump(first_ + b.next);
  }

 private:
  static mir::Operand reg(mir::Reg r) { return mir::Operand::make_reg(r); }
  mir::Reg fresh_like(mir::Reg r) { return f_.new_reg(f_.regs[r].type); }

  void place(const modulo::Expansion& e, TripCount& trips) {
    if (const auto& last = f_.blocks.back().insts;
        last.empty() || !m_.op(last.back().op).terminator || last.back().guard != mir::none) {
      at_ = static_cast<mir::BlockId>(f_.blocks.size() - 1);  // nothing may fall into what is added
      put("ret", {});
    }
    original_ = static_cast<mir::BlockId>(f_.blocks.size());
    first_ = original_ + 1;
    f_.blocks.resize(f_.blocks.size() + 1 + e.blocks.size());
    auto& insts = f_.blocks[original_].insts;
    insts = std::move(f_.blocks[loop_.block].insts);
    const std::size_t branches = loop_.size;
    for (std::size_t k = branches; k < insts.size(); ++k)
      for (mir::Operand& o : f_.operands_of(insts[k]))
        if (o.kind == mir::Operand::Kind::block && o.a == loop_.block) o.a = original_;
    at_ = original_;
    if (insts.size() == branches + 1) jump(loop_.exit);  // it fell through
    f_.blocks[loop_.block].insts = std::move(trips.insts);
    at_ = loop_.block;
    if (trips.untold != mir::none) put(m_.intern("bra"), {mir::Operand::make_block(original_)}, trips.untold, false, 0);
    jump(first_);
  }

  void put(mir::OpId op, const std::vector<mir::Operand>& slots, mir::Reg guard, bool negated, std::uint32_t loc) {
    mir::Inst inst = f_.make(op, slots, guard, negated);
    inst.loc = loc;
    f_.blocks[at_].insts.push_back(inst);
  }
  void put(const std::string& op, const std::vector<mir::Operand>& slots) {
    put(m_.intern(op), slots, mir::none, false, 0);
  }
  void move(mir::Reg to, mir::Reg from) {
    const mir::Type type = f_.regs[to].type;
    put(type == mir::Type::pred ? "mov.pred" : "mov.b" + std::to_string(mir::bits_of(type)), {reg(to), reg(from)});
  }
  void jump(mir::BlockId to) { put("bra", {mir::Operand::make_block(to)}); }
  void jump_if(const std::string& compare, std::uint32_t number, mir::BlockId to) {
    put("setp." + compare + (wide_ ? ".u64" : ".u32"), {reg(test_), reg(left_), mir::Operand::make_imm(number)});
    put(m_.intern("bra"), {mir::Operand::make_block(to)}, test_, false, 0);
  }

  mir::Module& m_;
  mir::Function& f_;
  CountedLoop loop_;
  std::vector<std::uint32_t> insts_;  // per number: its instruction
  modulo::NamedRegisters<mir::Reg> names_;
  mir::Reg left_ = 0, test_ = 0;
  bool wide_ = false;
  mir::BlockId at_ = 0, original_ = 0, first_ = 0;
};

static_assert(modulo::explain_expansion_editor<MirLoopEditor>());

/// The expansion's remainder is always `after`.
struct MirPipelineOptions : modulo::PipelineOptions {
  std::string only;               ///< of a module, this function; empty: all
  std::uint64_t fuel = ~0ULL;     ///< loops that are looked at
  std::uint64_t writes = ~0ULL;   ///< loops of a function that are written anew, at most
  LoopRegisters registers;        ///< what the function may have, and has
  RemarkList* remarks = nullptr;  ///< null: nobody listens
};

/// What became of a loop; `why` is empty where it was written anew.
struct MirPipelined : modulo::PipelineOutcome {
  std::string name;        ///< FUNCTION:BLOCK
  std::uint32_t line = 0;  ///< in the PTX that was parsed
  mir::BlockId block = 0;
  LoopRefusal loop = LoopRefusal::none;
};

/// Pipelines one loop; `lives` is of before any loop of the function was pipelined. O(block + live) and the scheduler.
inline MirPipelined pipeline_loop(mir::Module& m, mir::Function& f, const LoopLives& lives,
                                  MirPipelineOptions options) {
  const CountedLoop loop = find_counted_loop(m, f, lives.block, lives.behind);
  MirPipelined out{{}, f.name + ":" + std::to_string(lives.block), loop.line, lives.block, loop.refusal};
  if (loop.refusal == LoopRefusal::none) {
    MirCountedBody body(m, f, loop, lives.behind, options.registers);
    options.expand.remainder = modulo::Remainder::after;
    if (options.profit.aware) options.profit.around = around_loop(m, f, loop, lives, options.registers);
    const modulo::PipelinePlan<mir::Reg> plan = modulo::pipeline(body, options, MaybeRemarks{options.remarks});
    static_cast<modulo::PipelineOutcome&>(out) = plan;
    if (!plan.why.empty()) return out;
    TripCount trips = make_trip_count(m, f, loop);
    if (trips.never) {
      out.loop = LoopRefusal::direction;
    } else {
      MirLoopEditor editor(m, f, loop, body, plan, std::move(trips));
      modulo::apply_expansion(plan.expansion, editor);
    }
  }
  if (out.loop != LoopRefusal::none) out.why = to_string(out.loop);
  return out;
}

/// All loops of one block of a function, in order.
inline std::vector<MirPipelined> pipeline_loops(mir::Module& m, mir::Function& f, const MirPipelineOptions& options) {
  std::vector<MirPipelined> out;
  std::uint64_t written = 0;
  for (const LoopLives& loop : loop_lives(m, f)) {
    if (out.size() >= options.fuel || written >= options.writes) break;
    out.push_back(pipeline_loop(m, f, loop, options));
    written += out.back().why.empty();
  }
  return out;
}
/// The same for all functions of a module.
inline std::vector<MirPipelined> pipeline_loops(mir::Module& m, MirPipelineOptions options) {
  std::vector<MirPipelined> out;
  for (mir::Function& f : m.functions) {
    if (!options.only.empty() && f.name != options.only) continue;
    std::vector<MirPipelined> loops = pipeline_loops(m, f, options);
    options.fuel -= loops.size();
    for (MirPipelined& loop : loops) out.push_back(std::move(loop));
  }
  return out;
}

}  // namespace lathe::nvptx
