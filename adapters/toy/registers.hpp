// The toy machine with real registers: two files and a flag, and operations that are particular about them. Its SSA
// form for register allocation, and a run of it with and without a plan.
//
//   sub, mul  the result is in the register of the first operand; the second operand of mul is in the first register
//   load      of several words: results are written before the address is read
//   store     the address is in the lower half of its file
//   call      operands and results come in the first registers of their files; half of each is clobbered
//   branch    the condition is in the flag, where it is a flag, else in the last register of its file
//   ret       as the operands of call
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/regalloc/of_view.hpp>

#include "adapters/toy/ssa.hpp"

namespace toy {

/// SsaView with ties and early results.
class RegisterView : public SsaView {
 public:
  using SsaView::SsaView;
  template <class F>
  void for_each_operand(const MachineInst* i, F&& f) const {
    const bool phi = effects(i).has(lathe::program::Effect::phi);
    std::uint32_t reads = 0;
    SsaView::for_each_operand(i, [&](lathe::program::Operand<Register> o) {
      if (!phi && !o.is_def() && reads++ == 0 && tied(*i)) o.tied = 0;
      if (!phi && o.is_def()) o.early = early(*i);
      f(o);
    });
  }
  static bool tied(const MachineInst& i) { return i.op == MachineInst::Op::sub || i.op == MachineInst::Op::mul; }
  static bool early(const MachineInst& i) { return i.op == MachineInst::Op::load && i.writes.size() > 1; }
};
static_assert(lathe::program::is_view<RegisterView>());

/// How many registers there are, and in which file each value is: what the allocator asks for besides.
struct RegisterFiles {
  std::uint32_t size[2] = {8, 4};
  bool swap = false;
  std::vector<std::uint32_t> file_of;  ///< per value: 0, 1, or 2: the flag

  std::uint32_t flag() const { return size[0] + size[1]; }
  std::uint32_t first(std::uint32_t file) const { return file == 0 ? 0 : file == 1 ? size[0] : flag(); }
  lathe::regalloc::Machine machine() const {
    lathe::regalloc::Machine m;
    const char* const names[] = {"s", "v", "flag"};
    for (std::uint32_t c = 0; c < 3; ++c) {
      lathe::regalloc::Class k{names[c], {}, c == 2 ? 0U : 8U, 8, swap && c != 2};
      for (std::uint32_t r = 0; r < (c == 2 ? 1 : size[c]); ++r) {
        k.registers.push_back(static_cast<std::uint32_t>(m.registers.size()));
        m.registers.push_back(names[c] + std::to_string(r));
      }
      m.classes.push_back(std::move(k));
    }
    return m;
  }
  std::uint32_t register_class(Register v) const { return file_of[v]; }
  lathe::regalloc::Constraint constraint(const MachineInst* i, std::uint32_t k) const {
    using lathe::regalloc::Constraint;
    const auto reads = static_cast<std::uint32_t>(i->reads.size());
    const Register v = k < reads ? i->reads[k] : i->writes[k - reads];
    const std::uint32_t file = file_of[v];
    switch (i->op) {
      case MachineInst::Op::mul:
        return k == 1 ? Constraint::fixed(first(file)) : Constraint{};
      case MachineInst::Op::store: {
        if (k != 0) return {};
        std::vector<std::uint32_t> lower;
        for (std::uint32_t r = 0; r < (size[file] + 1) / 2; ++r) lower.push_back(first(file) + r);
        return Constraint::among(lower);
      }
      case MachineInst::Op::branch:
        return Constraint::fixed(file == 2 ? flag() : first(file) + size[file] - 1);
      case MachineInst::Op::call:
      case MachineInst::Op::ret: {
        std::uint32_t place = 0;  // among those of its file
        const auto& list = k < reads ? i->reads : i->writes;
        for (std::uint32_t j = k < reads ? 0 : reads; j < k; ++j)
          place += file_of[list[k < reads ? j : j - reads]] == file ? 1U : 0U;
        return Constraint::fixed(first(file) + place);
      }
      default:
        return {};
    }
  }
  template <class F>
  void for_each_clobber(const MachineInst* i, F&& f) const {
    if (i->op != MachineInst::Op::call) return;
    for (std::uint32_t file = 0; file < 2; ++file)
      for (std::uint32_t r = 0; r < (size[file] + 1) / 2; ++r) f(first(file) + r);
    f(flag());
  }
  lathe::regalloc::Constraint arrival(std::uint32_t) const { return {}; }
};

/// What a run leaves behind: equal for equal programs.
struct Seen {
  std::vector<std::int64_t> shown, memory = std::vector<std::int64_t>(Machine::words);
  std::vector<std::uint32_t> blocks;
  bool operator==(const Seen&) const = default;
};

/// One operation on numbers. Calls are of what nobody sees: their results depend on their operands.
inline void operate(const MachineInst& i, const std::vector<std::int64_t>& in, std::vector<std::int64_t>& out,
                    Seen& seen) {
  using enum MachineInst::Op;
  const auto number = [&](std::size_t k) { return static_cast<std::uint64_t>(in[k]); };
  const auto word = [&](std::uint64_t k) -> std::int64_t& {
    return seen.memory[(number(0) + static_cast<std::uint64_t>(i.constant) + k) % Machine::words];
  };
  out.assign(i.writes.size(), 0);
  const auto give = [&](std::uint64_t v) { out[0] = static_cast<std::int64_t>(v); };
  if (i.op == set) give(static_cast<std::uint64_t>(i.constant));
  if (i.op == add) give(number(0) + number(1));
  if (i.op == sub) give(number(0) - number(1));
  if (i.op == mul) give(number(0) * number(1));
  for (std::size_t k = 0; i.op == load && k < out.size(); ++k) out[k] = word(k);
  for (std::size_t k = 1; i.op == store && k < in.size(); ++k) word(k - 1) = in[k];
  if (i.op == show || i.op == ret || i.op == call) seen.shown.insert(seen.shown.end(), in.begin(), in.end());
  std::uint64_t mixed = i.target;
  for (std::size_t k = 0; i.op == call && k < in.size(); ++k) mixed = mixed * 0x9e3779b97f4a7c15ULL + number(k);
  for (std::size_t k = 0; i.op == call && k < out.size(); ++k) out[k] = static_cast<std::int64_t>(mixed >> (k + 3));
}
/// Where it goes behind its last instruction, if anywhere.
inline std::uint32_t next_block(const MachineInst& i, const std::vector<std::int64_t>& in) {
  using enum MachineInst::Op;
  if (i.op == jump) return i.target;
  if (i.op == branch) return in[0] != 0 ? i.target : i.other;
  return lathe::regalloc::none;
}

/// Is it a step of a run? What is made again is none.
inline bool counts(const MachineInst& i) { return i.op != MachineInst::Op::set; }

/// Values are words of their own. At most `steps` instructions.
inline Seen run_values(const SsaFunction& f, const std::vector<std::int64_t>& arguments, std::uint32_t steps) {
  Seen seen;
  std::vector<std::int64_t> value(f.registers, 0), in, out;
  for (std::size_t k = 0; k < f.code.parameters.size(); ++k) value[f.code.parameters[k]] = arguments[k];
  std::uint32_t block = 0, from = 0;
  while (steps != 0 && block != lathe::regalloc::none) {
    seen.blocks.push_back(block);
    std::vector<std::pair<Register, std::int64_t>> taken;
    for (std::size_t k = 0; k < f.phis[block].size(); ++k)
      for (std::size_t j = 0; j < f.from[block][k].size(); ++j)
        if (f.from[block][k][j] == from)
          taken.emplace_back(f.phis[block][k].writes[0], value[f.phis[block][k].reads[j]]);
    for (const auto& [v, word] : taken) value[v] = word;
    from = block;
    block = lathe::regalloc::none;
    for (const MachineInst& i : f.code.blocks[from].insts) {
      if (counts(i) && steps-- == 0) return steps = 0, seen;
      in.clear();
      for (const Register r : i.reads) in.push_back(value[r]);
      operate(i, in, out, seen);
      for (std::size_t k = 0; k < out.size(); ++k) value[i.writes[k]] = out[k];
      block = next_block(i, in);
    }
    if (steps == 0) break;
  }
  return seen;
}

/// The same with registers and a frame, as the plan says: what is clobbered is garbage, registers begin as garbage, and
/// early results are written before the uses are read. Phis do nothing.
class RegisterRun {
 public:
  using Got = lathe::regalloc::Allocation<RegisterView, RegisterFiles>;
  RegisterRun(const SsaFunction& f, const Got& got) : f_(f), got_(got) {
    const auto& edits = got.plan().edits;
    for (std::size_t k = 0; k < edits.size(); ++k) at_[{edits[k].at.block, edits[k].at.inst}].push_back(edits[k]);
    for (std::uint32_t k = 0; k < got.plan().splits.size(); ++k) {
      const auto& s = got.plan().splits[k];
      split_[{s.from, s.to}] = got.problem().block_count() + k;
    }
  }
  Seen run(const std::vector<std::int64_t>& arguments, std::uint32_t steps) {
    Seen seen;
    const auto& p = got_.problem();
    reg_.assign(p.registers.size(), 0);
    for (std::int64_t& r : reg_) r = garbage();
    frame_.assign(got_.plan().slots.size(), garbage());
    for (std::uint32_t k = 0; k < f_.code.parameters.size(); ++k) reg_[got_.parameter(k)] = arguments[k];
    for (std::uint32_t block = 0; steps != 0 && block != lathe::regalloc::none;) {
      seen.blocks.push_back(block);
      const std::uint32_t from = block;
      block = lathe::regalloc::none;
      std::uint32_t n = p.first[from];
      for (const MachineInst& i : f_.code.blocks[from].insts) {
        edit(from, n);
        if (counts(i) && steps-- == 0) return steps = 0, seen;
        block = one(i, n++, seen);
      }
      if (steps == 0) break;
      const auto way = split_.find({from, block});
      if (way != split_.end()) edit(way->second, 0);
    }
    return seen;
  }

 private:
  std::int64_t garbage() { return static_cast<std::int64_t>(0x0badbad0badULL + 0x10001 * ++made_); }
  std::uint32_t one(const MachineInst& i, std::uint32_t n, Seen& seen) {
    const auto& p = got_.problem();
    const auto reg = [&](std::size_t k) -> std::int64_t& {
      return reg_[got_.plan().register_of(p, n, static_cast<std::uint32_t>(k))];
    };
    std::vector<std::int64_t> in, out;
    for (std::size_t k = 0; k < i.reads.size(); ++k) in.push_back(reg(k));
    if (RegisterView::early(i)) {  // then what is read is what the results left
      for (std::size_t k = 0; k < i.writes.size(); ++k) reg(i.reads.size() + k) = garbage();
      for (std::size_t k = 0; k < i.reads.size(); ++k) in[k] = reg(k);
    }
    operate(i, in, out, seen);
    if (p.insts[n].clobbers != lathe::regalloc::none)
      for (const std::uint32_t r : p.sets[p.insts[n].clobbers]) reg_[r] = garbage();
    if (RegisterView::tied(i)) out[0] += reg(i.reads.size()) - in[0];  // in place: of what its register held
    for (std::size_t k = 0; k < out.size(); ++k) reg(i.reads.size() + k) = out[k];
    return next_block(i, in);
  }
  void edit(std::uint32_t block, std::uint32_t inst) {
    using Kind = lathe::regalloc::Edit::Kind;
    const auto it = at_.find({block, inst});
    if (it == at_.end()) return;
    for (const lathe::regalloc::Edit& e : it->second) {
      if (e.kind == Kind::move) reg_[e.to] = reg_[e.from];
      if (e.kind == Kind::swap) std::swap(reg_[e.to], reg_[e.from]);
      if (e.kind == Kind::store) frame_[e.to] = reg_[e.from];
      if (e.kind == Kind::load) reg_[e.to] = frame_[e.from];
      if (e.kind == Kind::make) reg_[e.to] = (*got_.maker(got_.numbering().value(e.value)))->constant;
    }
  }
  const SsaFunction& f_;
  const Got& got_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<lathe::regalloc::Edit>> at_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> split_;
  std::vector<std::int64_t> reg_, frame_;
  std::uint64_t made_ = 0;
};

/// Phis of one block take each other's arguments: what they take lives on, and they change places around loops.
template <class Random>
void mix_phis(SsaFunction& f, const RegisterFiles& files, Random&& random) {
  for (std::size_t b = 0; b < f.phis.size(); ++b)
    for (std::size_t k = 0; k < f.phis[b].size(); ++k)
      for (std::size_t j = 0; j < f.from[b][k].size(); ++j) {
        const auto other = static_cast<std::size_t>(random(static_cast<std::uint32_t>(f.phis[b].size())));
        MachineInst& phi = f.phis[b][k];
        MachineInst& next = f.phis[b][other];
        if (random(2) != 0 || files.file_of[phi.writes[0]] != files.file_of[next.writes[0]]) continue;
        for (std::size_t i = 0; i < f.from[b][other].size(); ++i) {
          if (f.from[b][other][i] != f.from[b][k][j]) continue;
          if (random(2) == 0)
            std::swap(phi.reads[j], next.reads[i]);
          else
            phi.reads[j] = next.reads[i];
        }
      }
}

/// A random function in SSA form, loops of any shape, branches on flags among them; its runs may not end. And the file
/// of each value: those of one register, by phis, are in one.
inline SsaFunction random_registers(std::mt19937& engine, RegisterFiles& files) {
  using enum MachineInst::Op;
  const auto random = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  const std::uint32_t blocks = 1 + random(8), flag = Machine::registers;
  Machine m = random_machine(engine, 1, blocks);
  MachineFunction& f = m.functions[0];
  std::uint32_t file[Machine::registers + 1];
  for (std::uint32_t& c : file) c = random(3) == 0 ? 1 : 0;
  file[flag] = 2;
  const auto of = [&](std::uint32_t c) {
    for (;;)
      if (const std::uint32_t r = random(Machine::registers); file[r] == c) return r;
  };
  file[0] = 0, file[1] = 1;
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
    auto& insts = f.blocks[b].insts;
    std::vector<MachineInst> out;
    for (MachineInst& i : insts) {
      const std::uint32_t what = b == 0 ? 99 : random(24);
      if (what == 0) out.push_back({call, {of(0), of(1)}, {of(1), of(0), of(0)}, 0, random(9), 0});
      if (what == 1) {
        const Register r = random(Machine::registers),
                       next = (r + 1 + random(Machine::registers - 1)) % Machine::registers;
        out.push_back({load, {r, next}, {random(Machine::registers)}, 1, 0, 0});
      }
      if (RegisterView::tied(i)) i.reads[0] = of(file[i.writes[0]]);
      if (i.op == branch && random(2) == 0) {
        out.push_back({add, {flag}, {i.reads[0], random(Machine::registers)}, 0, 0, 0});
        i.reads[0] = flag;
      }
      if (i.op == jump || i.op == branch) {
        if (random(2) == 0) i.target = 1 + random(blocks);
        if (random(2) == 0) i.other = 1 + random(blocks);
      }
      out.push_back(i);
    }
    insts = std::move(out);
  }
  f.blocks[0].insts.insert(f.blocks[0].insts.begin(), {set, {flag}, {}, 1, 0, 0});
  SsaFunction ssa = *into_ssa(f);
  files.file_of.assign(ssa.registers, 0);
  for (std::uint32_t r = 0; r <= flag; ++r) files.file_of[r] = file[r];
  const auto plan = lathe::program::ssa::run(MachineView(f));
  std::uint32_t next = 0;
  for (const MachineBlock& block : f.blocks)
    for (const MachineInst& i : block.insts)
      for (const auto* list : {&i.reads, &i.writes})
        for (const Register r : *list) next = std::max(next, r + 1);
  next = std::max(next, Machine::registers);
  for (std::uint32_t n = 0; n < plan.names(); ++n)
    if (plan.version(n) != 0) files.file_of[next++] = file[plan.register_of(n)];
  mix_phis(ssa, files, random);
  return ssa;
}

}  // namespace toy
