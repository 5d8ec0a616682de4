// From the definition: who writes a uniform register, where, of what. A block x has all threads together where for each
// branch b that parts them there is some block P such that all that b reaches without passing P stands in front of P, and
// x is not in it (the argument of meeting.hpp, with any P).
#include <algorithm>
#include <set>

#include "codegen/machine/banks.hpp"

namespace lathe::codegen::machine {

namespace {

using Operand = program::Operand<ValueId>;

class Checker {
 public:
  Checker(const Function& function, const Registers& registers, const Banks& banks,
          const std::function<bool(BlockId)>& parts)
      : f_(function), registers_(registers), banks_(banks), parts_(parts) {
    for (const BlockId b : f_.blocks()) layout_.push_back(b);
  }

  FaultList<BankFault> run() {
    reached_ = reach(layout_[0], BlockId());
    reached_.insert(0);
    for (std::size_t b = 0; b < layout_.size(); ++b)
      if (reached_.count(b) != 0 && parts_(layout_[b])) parting(b);
    for (std::size_t b = 0; b < layout_.size(); ++b) {
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
  std::size_t place(BlockId b) const {
    return static_cast<std::size_t>(std::find(layout_.begin(), layout_.end(), b) - layout_.begin());
  }
  // Places that are reached from the ends of b without passing `meet`.
  std::set<std::size_t> reach(BlockId b, BlockId meet) const {
    std::set<std::size_t> out;
    std::vector<BlockId> work{b};
    while (!work.empty()) {
      const BlockId x = work.back();
      work.pop_back();
      f_.for_each_successor(x, [&](BlockId to) {
        if (to != meet && out.insert(place(to)).second) work.push_back(to);
      });
    }
    return out;
  }
  void parting(std::size_t b) {
    std::set<BlockId> ways;
    f_.for_each_successor(layout_[b], [&](BlockId to) { ways.insert(to); });
    if (ways.size() < 2) return;
    std::set<std::size_t> apart = reach(layout_[b], BlockId());
    const std::set<std::size_t> all = apart;
    for (const std::size_t meet : all) {
      const std::set<std::size_t> before = reach(layout_[b], layout_[meet]);
      if (!before.empty() && *before.rbegin() > meet) continue;
      std::set<std::size_t> both;
      std::set_intersection(apart.begin(), apart.end(), before.begin(), before.end(), std::inserter(both, both.end()));
      apart = std::move(both);
    }
    apart_.insert(apart.begin(), apart.end());
  }

  void inst(InstId i, std::size_t b) {
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
      if (apart_.count(place(from)) != 0 || (ways.size() > 1 && parts_(from)))
        add(BankFault::phi_apart, i, "a uniform phi of what comes where threads may be apart");
    });
  }

  const Function& f_;
  const Registers& registers_;
  const Banks& banks_;
  const std::function<bool(BlockId)>& parts_;
  std::vector<BlockId> layout_;
  std::set<std::size_t> reached_, apart_;
  FaultList<BankFault> faults_;
};

}  // namespace

FaultList<BankFault> check_banks(const Function& function, const Registers& registers, const Banks& banks,
                                 const std::function<bool(BlockId)>& parts) {
  return Checker(function, registers, banks, parts).run();
}

}  // namespace lathe::codegen::machine
