// Does a function do behind a pass what it did in front of it? Inside a pipeline, where there is no second program to hold it
// against: what it did is kept as data for the equivalence checker (lathe/program/equal.hpp).
//
// The checker tells accesses apart by objects. Passes that order a block again have LLVM's alias analysis for that, so where
// the checker finds a difference, and the pass has only moved what it did not make, a second question is asked: is it the
// same if each access had memory of its own? And of two accesses of which one writes and which stand the other way round, does
// LLVM's alias analysis say that they never meet? What is convergent and has stayed in its block has no order then, either.
//
// Where a branch asks of two registers (RISC-V), its question is what it asks whichever way it is put, the way that answers it
// comes first, and jumps are left out: so passes that turn branches round and take jumps away are judged, too.
// For passes in front of allocation, and behind it for those over blocks and branches.
// Cost: the checker's, and pairs of accesses of a block that stand the other way round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/program/equal.hpp>

#include "adapters/llvm_mir/view.hpp"

namespace lathe::llvm_mir {

/// A function as it is when this is made, to be held against what a pass makes of it.
class Judge {
 public:
  /// What behind() says.
  enum class Verdict : std::uint8_t {
    equal,     ///< by the checker
    by_alias,  ///< by the checker but for the order of accesses, which LLVM's alias analysis allows
    unknown,   ///< the same but for the order of accesses, of which nobody says that they are apart; or no path ends
    unlike     ///< some word that is computed differs
  };
  struct Answer {
    Verdict verdict = Verdict::equal;
    std::string where;          ///< of the last two: the two places that differ or are not known to be apart, or why
    std::uint64_t swapped = 0;  ///< pairs of accesses that stand the other way round, one of which writes
  };

  explicit Judge(llvm::MachineFunction& f) : before_(codes(f)), places_(places(f)) {}

  /// The function now. `alias`: nullptr: LLVM knows what the accesses themselves say.
  Answer behind(llvm::MachineFunction& f, llvm::AAResults* alias) {
    const Places now = places(f);
    const Codes after = codes(f);
    Answer out;
    const auto plain = program::equal::compare(before_.plain, after.plain);
    if (plain.equal()) return out;
    if (plain.vacuous()) {
      out.verdict = Verdict::unknown;
      out.where = "no random path comes to its end";
      return out;
    }
    const auto strict = program::equal::compare(before_.apart, after.apart);
    if (strict.differs() || !same_bound(now)) {
      const auto& d = (strict.differs() ? strict : plain).differences.front();
      out.verdict = Verdict::unlike;
      out.where = name(f, places_, d.first) + " | " + name(f, now, d.second);
      return out;
    }
    out.verdict = Verdict::by_alias;
    look(now, alias, out);
    return out;
  }

 private:
  struct Place {
    int block = 0;
    std::uint32_t at = 0;  // among all instructions of the function
  };
  struct Places {
    std::unordered_map<const llvm::MachineInstr*, Place> at;
    std::vector<std::pair<int, unsigned>> names;   // block and opcode, by the checker's numbers
    std::vector<const llvm::MachineInstr*> bound;  // in order: what touches memory, or is convergent
  };
  using Objects = std::unordered_map<const void*, std::uint32_t>;

  // The function as View shows it, with numbers of objects that are the same in front and behind, and without what an
  // instruction's value does not depend on in SSA form (EXEC of a vector instruction).
  class Seen : public View {
   public:
    Seen(llvm::MachineFunction& f, Objects& objects, bool apart)
        : View(f, ByPlace()), of_(objects), apart_(apart), ssa_(f.getRegInfo().isSSA()) {
      objects_ = objects;
      for (llvm::MachineBasicBlock& b : f) {
        branches_[&b] = branches_of(b);
        if (branches_[&b].empty()) note_question(b);
      }
    }
    ~Seen() { of_ = objects_; }
    Seen(const Seen&) = delete;
    Seen& operator=(const Seen&) = delete;
    template <class F>
    void for_each_operand(Inst i, F&& f) const {
      walk(
          i,
          [&](const llvm::MachineOperand& o) {
            return o.isReg() && o.isUse() && ssa_ && instructions_.isIgnorableUse(o);
          },
          [&](const program::Operand<Value>& o, const llvm::MachineOperand&) { f(o); });
    }
    program::Effects effects(Inst i) const {
      program::Effects e = View::effects(i);
      if (apart_ && !e.has(Effect::call) && !e.has(Effect::side_effect)) e = e.without(Effect::convergent);
      return e;
    }
    std::vector<Inst> instructions(Block b) const {
      std::vector<Inst> out = View::instructions(b);
      std::erase_if(out, [](Inst i) { return is_jump(*i); });
      return out;
    }
    template <class F>
    void for_each_successor(Block b, F&& f) const {
      const auto at = asked_.find(b);
      if (at == asked_.end()) return View::for_each_successor(b, f);
      for (const llvm::MachineBasicBlock* to : at->second.ways) f(Block{to});
      View::for_each_successor(b, [&](Block to) {
        if (to != at->second.ways[0] && to != at->second.ways[1]) f(to);
      });
    }
    std::uint64_t lane_mask(Value v) const { return llvm::Register(v).isVirtual() ? all_lanes(llvm::Register(v)) : 1; }
    std::string key(Inst i) const {
      const auto at = i->isConditionalBranch() ? asked_.find(i->getParent()) : asked_.end();
      return at == asked_.end() ? View::key(i) : "asks " + at->second.question;
    }
    template <class F>
    void for_each_access(Inst i, F&& f) const {
      if (!apart_) return View::for_each_access(i, f);
      if (!i->mayLoadOrStore()) return;
      program::Access<Value> own;
      own.symbol = number(i);
      f(own);
    }

   private:
    struct Asked {
      std::string question;
      const llvm::MachineBasicBlock* ways[2];  // where the answer is yes; where it is no
    };
    // A branch that the target understands, of which View names no one register that is asked.
    void note_question(llvm::MachineBasicBlock& b) {
      llvm::MachineBasicBlock *yes = nullptr, *no = nullptr;
      llvm::SmallVector<llvm::MachineOperand, 4> condition;
      if (b.succ_empty() || instructions_.analyzeBranch(b, yes, no, condition, false) || condition.empty()) return;
      if (no == nullptr) no = b.getFallThrough(false);
      if (yes == nullptr || no == nullptr || yes == no) return;
      const std::string here = question(condition);
      const std::string there = instructions_.reverseBranchCondition(condition) ? here : question(condition);
      if (there < here) std::swap(yes, no);
      asked_[&b] = {std::min(here, there), {yes, no}};
    }
    Objects& of_;
    bool apart_, ssa_;
    std::unordered_map<const llvm::MachineBasicBlock*, Asked> asked_;  // looked up only
  };
  static bool is_jump(const llvm::MachineInstr& i) {
    return i.isUnconditionalBranch() && !i.isCall() && !i.isReturn() && !i.isBundled();
  }
  struct Codes {
    program::equal::Code plain, apart;
  };
  Codes codes(llvm::MachineFunction& f) {
    Codes out;
    for (const bool apart : {false, true}) {
      const Seen seen(f, objects_, apart);
      (apart ? out.apart : out.plain) = program::equal::ingest(seen, program::Numbering<Seen>(seen));
    }
    return out;
  }
  static Places places(llvm::MachineFunction& f) {
    Places out;
    for (const llvm::MachineBasicBlock& b : f)
      for (const llvm::MachineInstr& i : b) {
        if (is_note(i) || is_jump(i)) continue;  // which Seen leaves out
        const auto n = static_cast<std::uint32_t>(out.names.size());
        out.names.emplace_back(b.getNumber(), i.getOpcode());
        if (!i.mayLoadOrStore() && !i.isConvergent()) continue;
        out.at.emplace(&i, Place{b.getNumber(), n});
        out.bound.push_back(&i);
      }
    return out;
  }
  // Where did what is bound go? All have stayed in their blocks, and those that stand the other way round are apart.
  void look(const Places& now, llvm::AAResults* alias, Answer& out) const {
    const auto fail = [&](const llvm::MachineInstr* a, const llvm::MachineInstr* b) {
      out.verdict = Verdict::unknown;
      out.where = name(*a->getMF(), now, now.at.at(a).at) + " | " + name(*b->getMF(), now, now.at.at(b).at);
    };
    for (std::size_t first = 0; first < places_.bound.size(); ++first) {
      const llvm::MachineInstr* const a = places_.bound[first];
      const Place here = now.at.at(a);
      if (here.block != places_.at.at(a).block) return fail(a, a);
      for (std::size_t k = first + 1; k < places_.bound.size(); ++k) {
        const llvm::MachineInstr* const b = places_.bound[k];
        if (places_.at.at(b).block != here.block) break;  // they come block by block
        if (now.at.at(b).at > here.at || !(a->mayStore() || b->mayStore()) || !a->mayLoadOrStore() ||
            !b->mayLoadOrStore())
          continue;
        ++out.swapped;
        if (a->mayAlias(alias, *b, true)) return fail(a, b);
      }
    }
  }
  bool same_bound(const Places& now) const {
    return now.bound.size() == places_.bound.size() &&
           std::all_of(now.bound.begin(), now.bound.end(), [&](const auto* i) { return places_.at.count(i) != 0; });
  }
  static std::string name(const llvm::MachineFunction& f, const Places& p, std::uint32_t inst) {
    if (inst >= p.names.size()) return "nothing";
    return "bb." + std::to_string(p.names[inst].first) + " " +
           f.getSubtarget().getInstrInfo()->getName(p.names[inst].second).str();
  }

  Objects objects_;  // numbers that before_ has, and what comes later
  Codes before_;
  Places places_;
};

}  // namespace lathe::llvm_mir
