// Random functions in SSA form with all that the allocator knows: irreducible graphs, critical edges, pressure, few
// registers, fixed, tied, early operands, sets, clobbers, values that cannot leave. And a twin: do the operands of each
// instruction fit, by trying everything?
#pragma once

#include <lathe/program/ssa.hpp>
#include <lathe/regalloc.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace regalloc_test {

using namespace lathe;
using namespace lathe::regalloc;

/// Chances are in 256.
struct Shape {
  std::uint32_t blocks = 6, insts = 6, variables = 8;
  std::uint32_t most_registers = 8;
  std::uint32_t fixed = 16, subset = 16, tied = 32, early = 8, clobbers = 24, pinned = 0, remat = 16, copies = 32;
  std::uint32_t jump = 96;    ///< a second way out, anywhere
  std::uint32_t through = 0;  ///< uses of a copy that read its source: phis then take what lives on, and change places
  bool flags = true;          ///< a class of one register that cannot be stored
  bool swap = true;
};

class RandomProblem {
 public:
  RandomProblem(std::mt19937& engine, const Shape& shape) : engine_(engine), s_(shape) {}

  Problem run() {
    make_machine();
    make_graph();
    make_code();
    into_ssa();
    return std::move(p_);
  }

 private:
  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(engine_()) % below; }
  bool chance(std::uint32_t of256) { return pick(256) < of256; }

  void make_machine() {
    const std::uint32_t files = 1 + pick(2);
    std::uint32_t next = 0;
    for (std::uint32_t c = 0; c < files + (s_.flags ? 1U : 0U); ++c) {
      Class k;
      const bool flag = c == files;
      const std::uint32_t size = flag ? 1 : 2 + pick(s_.most_registers - 1);
      k.name = flag ? "flag" : c == 0 ? "r" : "v";
      for (std::uint32_t i = 0; i < size; ++i) k.registers.push_back(next + i);
      std::shuffle(k.registers.begin(), k.registers.end(), engine_);
      for (std::uint32_t i = 0; i < size; ++i) p_.registers.push_back(k.name + std::to_string(i));
      next += size;
      k.slot_bytes = flag ? 0 : 4U << c;
      k.slot_align = k.slot_bytes == 0 ? 1 : k.slot_bytes;
      k.swap = s_.swap && pick(2) == 0;
      p_.classes.push_back(k);
    }
    files_ = files;
    for (std::uint32_t k = 0; k < 4; ++k) {  // subsets of a class, then what calls clobber
      std::set<std::uint32_t> set;
      const auto& from = p_.classes[pick(files)].registers;
      const std::uint32_t size = 1 + pick(static_cast<std::uint32_t>(from.size()));
      while (set.size() < size) set.insert(from[pick(static_cast<std::uint32_t>(from.size()))]);
      p_.sets.emplace_back(set.begin(), set.end());
    }
    for (std::uint32_t k = 0; k < 3; ++k) {
      std::set<std::uint32_t> set;
      for (std::uint32_t r = 0; r < next; ++r)
        if (k == 0 || pick(2) == 0) set.insert(r);
      if (k == 0 && pick(2) == 0) set.erase(set.begin());
      p_.sets.emplace_back(set.begin(), set.end());
    }
  }

  void make_graph() {
    const std::uint32_t n = s_.blocks;
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b + 1 < n; ++b) {
      if (pick(16) != 0 || b == 0) edges.emplace_back(b, b + 1);
      while (n > 1 && chance(s_.jump)) edges.emplace_back(b, 1 + pick(n - 1));
    }
    if (n > 2 && chance(s_.jump)) edges.emplace_back(n - 1, 1 + pick(n - 1));
    p_.cfg = flow::Cfg(n, edges);
    for (Block b = 0; b < n; ++b) p_.weight.push_back(1 + pick(100));
  }

  std::uint32_t variable_of(std::uint32_t c) {
    for (;;) {
      const std::uint32_t v = pick(s_.variables);
      if (class_of_[v] == c) return v;
    }
  }
  // Variables become values afterwards; flags are defined in front of the branch that reads them.
  void make_code() {
    for (std::uint32_t v = 0; v < s_.variables; ++v) class_of_.push_back(v < files_ ? v : pick(files_));
    p_.first.push_back(0);
    for (Block b = 0; b < p_.block_count(); ++b) {
      if (b == 0) {
        const std::uint32_t parameters = pick(4);
        for (std::uint32_t v = 0; v < s_.variables; ++v) {
          if (v < parameters) {
            Operand o{v, true, false, Want::any, 0, none};
            constrain(o, class_of_[v], true);
            p_.parameters.push_back(o);
          } else {
            const bool plain = pick(4) != 0;
            Operand o{v, true, false, Want::any, 0, none};
            if (!plain) constrain(o, class_of_[v], false);
            add({}, {o});
            if (plain) made_.insert(p_.insts.size() - 1);
          }
        }
      }
      const std::uint32_t size = pick(s_.insts + 1);
      for (std::uint32_t k = 0; k < size; ++k) instruction();
      terminate(b);
      p_.first.push_back(static_cast<std::uint32_t>(p_.insts.size()));
    }
  }
  void add(Problem::Inst inst, std::vector<Operand> operands) {
    p_.insts.push_back(inst);
    code_.push_back(std::move(operands));
  }
  void constrain(Operand& o, std::uint32_t c, bool fixed) {
    const auto& file = p_.classes[c].registers;
    if (chance(s_.fixed) || (fixed && pick(2) == 0)) {
      o.want = Want::fixed;
      o.which = file[pick(static_cast<std::uint32_t>(file.size()))];
    } else if (chance(s_.subset)) {
      const std::uint32_t set = pick(4);
      if (std::find(file.begin(), file.end(), p_.sets[set][0]) == file.end()) return;
      o.want = Want::subset;
      o.which = set;
    }
  }
  void instruction() {
    if (chance(s_.copies)) {
      const std::uint32_t v = pick(s_.variables);
      return add({false, true, none}, {{v, false}, {variable_of(class_of_[v]), true}});
    }
    if (chance(s_.remat)) {
      made_.insert(p_.insts.size());
      return add({}, {{pick(s_.variables), true}});
    }
    std::vector<Operand> all;
    const std::uint32_t uses = pick(3), defs = pick(8) == 0 ? 2 : pick(4) != 0 ? 1 : 0;
    for (std::uint32_t k = 0; k < uses; ++k) {
      Operand o{pick(s_.variables), false};
      constrain(o, class_of_[o.value], false);
      all.push_back(o);
    }
    for (std::uint32_t k = 0; k < defs; ++k) {
      Operand o{pick(s_.variables), true};
      if (k != 0 && o.value == all.back().value) continue;
      constrain(o, class_of_[o.value], false);
      o.early = chance(s_.early);
      all.push_back(o);
      if (!chance(s_.tied)) continue;
      for (std::size_t j = 0; j < uses; ++j)
        if (!o.early && all[j].tied == none && class_of_[all[j].value] == class_of_[o.value]) {
          all[j].tied = static_cast<std::uint32_t>(all.size() - 1);
          break;
        }
    }
    Problem::Inst inst;
    if (chance(s_.clobbers)) inst.clobbers = 4 + pick(3);
    if (pick(2) == 0) {  // results may come first
      std::vector<Operand> turned;
      std::vector<std::uint32_t> place(all.size());
      for (std::size_t k = 0; k < all.size(); ++k)
        if (all[k].is_def) place[k] = static_cast<std::uint32_t>(turned.size()), turned.push_back(all[k]);
      for (std::size_t k = 0; k < all.size(); ++k)
        if (!all[k].is_def) turned.push_back(all[k]);
      for (Operand& o : turned)
        if (o.tied != none) o.tied = place[o.tied];
      all = turned;
    }
    add(inst, std::move(all));
  }
  void terminate(Block b) {
    const std::size_t ways = p_.cfg.successors(b).size();
    std::vector<Operand> all;
    if (ways != 1 && pick(4) != 0) {
      if (s_.flags && pick(2) == 0) {
        const std::uint32_t flag = s_.variables + flags_++;
        add({}, {{pick(s_.variables), false}, {flag, true}});
        all.push_back({flag, false});
      } else {
        all.push_back({pick(s_.variables), false});
        constrain(all.back(), class_of_[all.back().value], false);
      }
    }
    if (ways == 2 && pick(8) == 0 && !all.empty() && all[0].value < s_.variables) {  // counts and branches
      const std::uint32_t to = variable_of(class_of_[all[0].value]);
      all.push_back({to, true});
      if (pick(2) == 0) all[0].tied = 1;
    }
    if (ways == 0 || pick(8) != 0 || !all.empty()) add({true, false, none}, std::move(all));
  }

  void into_ssa() {
    program::ssa::Problem sp;
    sp.variables = s_.variables + flags_;
    sp.first = p_.first;
    std::vector<std::pair<std::uint32_t, program::ssa::Problem::Mention>> mentions;
    for (std::uint32_t i = 0; i < code_.size(); ++i)
      for (const Operand& o : code_[i]) mentions.push_back({i, {o.value, o.is_def}});
    const auto insts = static_cast<std::uint32_t>(code_.size());
    sp.mentions = Csr<program::ssa::Problem::Mention>(insts, mentions);
    sp.incoming = Csr<program::ssa::Problem::Incoming>(insts, {});
    sp.live_out = Csr<std::uint32_t>(p_.block_count(), {});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (Block b = 0; b < p_.block_count(); ++b)
      for (const Block s : p_.cfg.successors(b)) edges.emplace_back(b, s);
    sp.graph = program::ssa::Graph(p_.block_count(), edges);
    std::set<std::uint32_t> parameters;
    for (const Operand& o : p_.parameters) sp.parameters.push_back(o.value), parameters.insert(o.value);
    const auto plan = program::ssa::construct(sp);
    // A name for each; parameters that nobody reads have none.
    for (const auto& n : plan.names) value(n.variable);
    for (Operand& o : p_.parameters)
      o.value = plan.at_entry[o.value] != program::ssa::no_name ? plan.at_entry[o.value] : value(o.value);
    std::vector<std::pair<std::uint32_t, Operand>> rows;
    for (std::uint32_t i = 0; i < insts; ++i) {
      const auto names = plan.mentions[i];
      bool gone = false;
      for (std::size_t k = 0; k < names.size(); ++k) gone |= names[k] == program::ssa::no_name;
      p_.place.push_back(rows.size());
      for (std::size_t k = 0; k < names.size(); ++k) {
        if (gone) continue;
        Operand o = code_[i][k];
        o.value = names[k];
        rows.push_back({i, o});
        if (made_.count(i) != 0 && o.want == Want::any) p_.values[o.value].remat = 1 + pick(4);
      }
      if (gone) p_.insts[i].copy = false;
    }
    p_.place.push_back(rows.size());
    p_.operands = Csr<Operand>(insts, rows);
    for (const auto& phi : plan.phis) {
      p_.phis.push_back({phi.name, phi.block, static_cast<std::uint32_t>(p_.arguments.size()), 0});
      for (std::uint32_t k = 0; k < phi.count; ++k) {
        const auto& a = plan.arguments[phi.begin + k];
        if (a.name == program::ssa::no_name) continue;
        p_.arguments.push_back({a.from, a.name});
        ++p_.phis.back().count;
      }
    }
    read_through_copies(rows);
    for (bool changed = true; changed;) {  // what cannot be stored cannot be as a phi's either
      changed = false;
      for (const Problem::Phi& phi : p_.phis)
        for (const Problem::Argument& a : p_.incoming(phi))
          if (p_.values[phi.result].may_spill && !p_.values[a.value].may_spill) {
            p_.values[phi.result].may_spill = false;
            changed = true;
          }
    }
  }
  void read_through_copies(std::vector<std::pair<std::uint32_t, Operand>>& rows) {
    std::map<std::uint32_t, std::uint32_t> source;
    for (std::uint32_t i = 0; i < p_.inst_count(); ++i)
      if (p_.insts[i].copy) source[p_.operands[i][1].value] = p_.operands[i][0].value;
    const auto change = [&](std::uint32_t& v) {
      for (auto it = source.find(v); it != source.end() && chance(s_.through); it = source.find(v)) v = it->second;
    };
    for (auto& [i, o] : rows)
      if (!o.is_def) change(o.value);
    for (Problem::Argument& a : p_.arguments) change(a.value);
    p_.operands = Csr<Operand>(p_.inst_count(), rows);
  }
  std::uint32_t value(std::uint32_t variable) {
    Problem::Value v;
    v.cls = variable >= s_.variables ? files_ : class_of_[variable];
    v.may_spill = !chance(s_.pinned);
    p_.values.push_back(v);
    return static_cast<std::uint32_t>(p_.values.size() - 1);
  }

  std::mt19937& engine_;
  Shape s_;
  Problem p_;
  std::uint32_t files_ = 0, flags_ = 0;
  std::vector<std::uint32_t> class_of_;  // per variable
  std::vector<std::vector<Operand>> code_;
  std::set<std::size_t> made_;
};

inline Shape random_shape(std::mt19937& engine) {
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  Shape s;
  s.blocks = 1 + pick(10);
  s.insts = 1 + pick(10);
  s.variables = 3 + pick(14);
  s.most_registers = 2 + pick(7);
  if (pick(3) == 0) s.fixed = s.subset = s.clobbers = 0;
  if (pick(3) == 0) s.early = s.tied = 0;
  if (pick(4) == 0) s.pinned = 24;
  s.jump = 32 + pick(128);
  s.flags = pick(2) == 0;
  s.swap = pick(2) == 0;
  if (pick(2) == 0) s.through = 128 + pick(128), s.copies = 64;
  return s;
}

/// Do the operands of an instruction, with the values of `held` beside them, fit the registers of their classes? Tries
/// every register for everything.
class Fits {
 public:
  Fits(const Problem& p, std::span<const Operand> all, std::uint32_t clobbers, const std::vector<std::uint32_t>& held)
      : p_(p), all_(all), held_(held), at_(all.size() + held.size(), none) {
    if (clobbers != none) gone_.insert(p.sets[clobbers].begin(), p.sets[clobbers].end());
  }
  bool run(std::size_t k = 0) {
    if (k == at_.size()) return true;
    const std::uint32_t value = k < all_.size() ? all_[k].value : held_[k - all_.size()];
    for (const std::uint32_t r : p_.classes[p_.values[value].cls].registers) {
      at_[k] = r;
      if (good(k) && run(k + 1)) return true;
    }
    at_[k] = none;
    return false;
  }

 private:
  // Held when uses are read (first) and when results are written (second): by which value; results have values of
  // their own.
  struct Cells {
    bool first, second;
  };
  Cells cells(std::size_t k) const {
    if (k >= all_.size()) return {true, true};
    return {!all_[k].is_def || all_[k].early, all_[k].is_def};
  }
  std::uint32_t value(std::size_t k) const { return k < all_.size() ? all_[k].value : held_[k - all_.size()]; }
  bool tied(std::size_t a, std::size_t b) const {
    return a < all_.size() && b < all_.size() && (all_[a].tied == b || all_[b].tied == a);
  }
  bool good(std::size_t k) const {
    const std::uint32_t r = at_[k];
    if (k >= all_.size() && gone_.count(r) != 0) return false;
    if (k < all_.size()) {
      const Operand& o = all_[k];
      if (o.want == Want::fixed && r != o.which) return false;
      if (o.want == Want::subset && !std::binary_search(p_.sets[o.which].begin(), p_.sets[o.which].end(), r))
        return false;
    }
    for (std::size_t j = 0; j < k; ++j) {
      if (tied(j, k)) {
        if (at_[j] != r) return false;
        continue;
      }
      if (at_[j] != r) continue;
      const Cells a = cells(j), b = cells(k);
      const bool same = value(j) == value(k) && !(a.second && !a.first) && !(b.second && !b.first);
      if ((a.second && b.second) || (a.first && b.first && !same)) return false;
    }
    return true;
  }
  const Problem& p_;
  std::span<const Operand> all_;
  const std::vector<std::uint32_t>& held_;
  std::set<std::uint32_t> gone_;
  std::vector<std::uint32_t> at_;
};

}  // namespace regalloc_test
