// From the definition: who writes a uniform register, where, of what. Where threads are out of step is searched for each
// branch that parts them, with any block as the P of meeting.hpp: what is in no R of some P is in step.
#include <algorithm>
#include <set>

#include <lathe/flow/cycles.hpp>

#include "codegen/machine/banks.hpp"

namespace lathe::codegen::machine {

namespace {

using Operand = program::Operand<ValueId>;

class Checker {
 public:
  Checker(const Function& function, const Registers& registers, const Banks& banks)
      : f_(function), registers_(registers), banks_(banks) {
    for (const BlockId b : f_.blocks()) layout_.push_back(b);
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t b = 0; b < layout_.size(); ++b)
      f_.for_each_successor(layout_[b], [&](BlockId to) { edges.emplace_back(b, place(to)); });
    const flow::Cfg cfg(static_cast<std::uint32_t>(layout_.size()), edges);
    cycles_ = flow::Cycles(cfg, flow::Dominators(cfg), flow::reverse_post_order(cfg));
  }

  FaultList<BankFault> run() {
    reached_ = reach(layout_[0], BlockId(), false);
    reached_.insert(0);
    for (std::uint32_t b = 0; b < layout_.size(); ++b)
      if (reached_.count(b) != 0 && banks_.parts(layout_[b])) parting(b);
    for (std::uint32_t b = 0; b < layout_.size(); ++b) {
      if (reached_.count(b) == 0) continue;
      if (apart_.count(b) != 0 && !banks_.is_apart(layout_[b]))
        add(BankFault::not_apart, layout_[b].value, "block is said to have all threads together");
      for (const InstId i : f_.instructions(layout_[b])) inst(i, b);
    }
    return std::move(faults_);
  }

 private:
  void add(BankFault kind, std::uint32_t place, const std::string& what) { faults_.add(kind, place, what); }
  void add(BankFault kind, InstId i, const char* what) {
    add(kind, i.value, std::string(what) + ": " + text(f_, i, &registers_));
  }
  std::uint32_t place(BlockId b) const {
    return static_cast<std::uint32_t>(std::find(layout_.begin(), layout_.end(), b) - layout_.begin());
  }
  // Places that are reached from the end of b without passing `meet`; with cycles that are walked in unlike turns.
  std::set<std::uint32_t> reach(BlockId b, BlockId meet, bool turns) const {
    std::set<std::uint32_t> out;
    std::vector<BlockId> work{b};
    const auto add = [&](BlockId to) {
      if (out.insert(place(to)).second) work.push_back(to);
    };
    while (!work.empty()) {
      const BlockId x = work.back();
      work.pop_back();
      f_.for_each_successor(x, [&](BlockId to) {
        if (to != meet) add(to);
      });
      for (std::uint32_t c = 0; turns && c < cycles_.size(); ++c)
        if (out.count(place(x)) != 0 && (cycles_[c].header == place(x) || cycles_[c].irreducible) &&
            cycles_.contains(c, place(x)))
          for (const flow::Block y : cycles_.blocks(c)) add(layout_[y]);
    }
    return out;
  }
  bool leaves(std::uint32_t b) const {
    bool out = true;
    f_.for_each_successor(layout_[b], [&](BlockId) { out = false; });
    return out;
  }
  // Threads may wait in it for others.
  bool stops(std::uint32_t b) const {
    bool out = false;
    for (const InstId i : f_.instructions(layout_[b])) out = out || f_.effects(i).has(program::Effect::fixed);
    return out;
  }
  void parting(std::uint32_t b) {
    std::set<std::uint32_t> ways;
    f_.for_each_successor(layout_[b], [&](BlockId to) { ways.insert(place(to)); });
    std::set<std::uint32_t> gone;  // before the others go on
    for (const std::uint32_t x : ways) {
      const std::uint32_t others = static_cast<std::uint32_t>(
          std::count_if(ways.begin(), ways.end(), [&](std::uint32_t y) { return y < x && gone.count(y) == 0; }));
      if (leaves(x) && !stops(x) && others == 0 && gone.size() + 1 < ways.size()) gone.insert(x);
    }
    if (ways.size() > 1) apart_.insert(gone.begin(), gone.end());
    if (ways.size() - gone.size() < 2) return;
    const std::set<std::uint32_t> all = reach(layout_[b], BlockId(), true);
    std::set<std::uint32_t> left = all;
    for (const std::uint32_t meet : all) {
      const std::set<std::uint32_t> region = reach(layout_[b], layout_[meet], true);
      if (!region.empty() && *region.rbegin() >= meet) continue;
      // Who stops on the way out is neither gone nor here when the others go on.
      if (std::any_of(region.begin(), region.end(), [&](std::uint32_t x) { return leaves(x) && stops(x); })) continue;
      std::erase_if(left, [&](std::uint32_t x) { return region.count(x) == 0; });
    }
    apart_.insert(left.begin(), left.end());
  }

  void inst(InstId i, std::uint32_t b) {
    const bool phi = f_.effects(i).has(program::Effect::phi);
    const std::uint32_t twin = registers_.files[banks_.uniform].twin;
    bool writes = false, reads = false, spills = f_.payload(i).operation == &operation::spill;
    f_.for_each_operand(i, [&](const Operand& o) {
      const std::uint32_t cls = f_.register_class(o.value);
      writes = writes || (o.is_def() && cls == banks_.uniform);
      reads = reads || (!o.is_def() && cls == twin);
      spills = spills && cls == banks_.uniform;
    });
    if ((writes || spills) && apart_.count(b) != 0)
      add(BankFault::written_apart, i, "a uniform register is written where threads may be apart");
    if (!writes) return;
    if (reads) add(BankFault::reads_threads, i, "a uniform result of a register that each thread has");
    if (!phi && !f_.payload(i).operation->uniform_form) add(BankFault::no_form, i, "it has no uniform form");
    f_.for_each_incoming(i, [&](BlockId from, ValueId) {
      std::set<BlockId> ways;
      f_.for_each_successor(from, [&](BlockId to) { ways.insert(to); });
      if (apart_.count(place(from)) != 0 || (ways.size() > 1 && banks_.parts(from)))
        add(BankFault::phi_apart, i, "a uniform phi of what comes where threads may be apart");
    });
  }

  const Function& f_;
  const Registers& registers_;
  const Banks& banks_;
  std::vector<BlockId> layout_;
  flow::Cycles cycles_;
  std::set<std::uint32_t> reached_, apart_;
  FaultList<BankFault> faults_;
};

}  // namespace

FaultList<BankFault> check_banks(const Function& function, const Registers& registers, const Banks& banks) {
  return Checker(function, registers, banks).run();
}

}  // namespace lathe::codegen::machine
