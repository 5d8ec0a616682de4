// The outliner over all functions of a module, behind everything: sequences and their choice are Lathe's, what a call and
// a frame cost, and what they are made of, is the target's (TargetInstrInfo's outlining hooks).
//
// Each site is priced by the target as a candidate of its own; when the choice is made, the target is asked about each
// group of them, may leave sites out, and says how the frame and each call are built. What it leaves out is planned again. Calls stand inside of sequences
// where the target allows it. Where it counts instructions, for it knows no sizes (x86), bytes are the encoder's.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <llvm/CodeGen/LivePhysRegs.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/MachineOutliner.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <lathe/outline.hpp>

#include "adapters/llvm_mir/outline.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

using llvm::outliner::Candidate;
using llvm::outliner::InstrType;
using Hooked = std::unique_ptr<llvm::outliner::OutlinedFunction>;

// What the target says of instructions and blocks.
struct Legality {
  bool frames = false;  // may what tells of the frame go along? A target takes it with the whole frame only
  bool has_frames = false;
  const std::unordered_set<const llvm::MachineInstr*>* taken;  // by a plan before; looked up only, as the next two
  std::unordered_map<const llvm::MachineInstr*, InstrType> types;
  std::unordered_map<const llvm::MachineBasicBlock*, unsigned> flags;
  InstrType of(const llvm::MachineInstr& i) const {
    const auto at = types.find(&i);
    return at == types.end() ? InstrType::Illegal : at->second;
  }
  void find(const llvm::MachineModuleInfo& info, llvm::MachineBasicBlock& block) {
    const llvm::TargetInstrInfo& target = *block.getParent()->getSubtarget().getInstrInfo();
    unsigned flag = 0;
    if (block.hasAddressTaken() || !target.isMBBSafeToOutlineFrom(block, flag)) return;
    const auto ranges = target.getOutlinableRanges(block, flag);
    flags[&block] = flag;
    for (const auto& [from, to] : ranges)
      for (auto at = from; at != to; ++at) {
        llvm::MachineBasicBlock::iterator place(*at);
        InstrType type = target.getOutliningType(info, place, flag);
        const bool frame = at->isCFIInstruction();
        has_frames = has_frames || (frame && type == InstrType::Legal);
        if (type != InstrType::Invisible &&
            (taken->contains(&*at) || (!(frames && frame) && !llvm_mir::detail::same_everywhere(*at))))
          type = InstrType::Illegal;
        types[&*at] = type;
      }
  }
};

// Registers are in the key, and nothing is passed. Behind what may only end a sequence stands an end.
class Sequences : public llvm_mir::AllocatedView {
 public:
  Sequences(llvm::MachineFunction& f, std::shared_ptr<llvm_mir::Sizes> sizes, const Legality& legality)
      : AllocatedView(f, std::move(sizes)), legality_(legality) {}
  std::vector<Inst> instructions(Block b) const {
    std::vector<Inst> out;
    for (const llvm::MachineInstr& i : *b) {
      const InstrType type = legality_.of(i);
      if (llvm_mir::is_note(i) || type == InstrType::Invisible) continue;
      out.push_back({&i, false});
      if (type == InstrType::LegalTerminator) out.push_back({&i, true});
    }
    return out;
  }
  template <class F>
  void for_each_operand(const Inst&, F&&) const {}
  std::string key(const Inst& i) const {
    if (i.inst->isCFIInstruction() && !i.end) {  // its operand is a number in its own function's list
      std::string text;
      llvm::raw_string_ostream stream(text);
      i.inst->print(stream, true, false, true, false);
      return text;
    }
    std::string out = AllocatedView::key(i);
    for (const llvm::MachineOperand& o : i.inst->operands())
      if (o.isRegMask() && !i.end) out += " " + std::to_string(reinterpret_cast<std::uintptr_t>(o.getRegMask()));
    return out;
  }

 private:
  const Legality& legality_;
};

// What is legal; what it costs is told of the problem (Prices).
struct Legal {
  const Legality* legality;
  bool legal(std::uint32_t, const Sequences::Inst& i) const {
    const InstrType type = legality->of(*i.inst);
    return !i.end && (type == InstrType::Legal || type == InstrType::LegalTerminator);
  }
  using Signature = outline::view_signature_t<Sequences>;
  static std::uint32_t call_bytes(const Signature&, const outline::view_place_t<Sequences>&) { return 0; }
  static std::uint32_t frame_bytes(const Signature&) { return 0; }
};
using Functions = outline::OfView<Sequences, Legal>;
using Numbers = outline::Ingested<Functions>;

// The target's prices.
class Prices {
 public:
  Prices(const llvm::MachineModuleInfo& info, const Legality& legality, const Numbers& in)
      : info_(info), legality_(legality), in_(in), model_(llvm_mir::call_model(info.getTarget())) {
    counts_ = info.getTarget().getTargetTriple().isX86();
  }
  std::uint32_t call_bytes(const outline::Interface& i, const outline::Site& s) {
    return price(s.first, i.length).call;
  }
  std::uint32_t frame_bytes(const outline::Interface& i, const outline::Site& s) {
    return price(s.first, i.length).frame;
  }
  static std::uint32_t frame_bytes(const outline::Interface&) { return 0; }
  bool may_outline(const outline::Interface& i, const outline::Site& s) {
    return price(s.first, i.length).call != outline::refused;
  }
  std::uint32_t least_call_bytes() const { return counts_ ? model_.call_bytes : 2; }

  /// Nothing: the target wants none of it. `least`: fewer sites are none.
  Hooked ask(std::vector<Candidate>& sites, unsigned least) const {
    const llvm::TargetInstrInfo& target = *sites.front().getMF()->getSubtarget().getInstrInfo();
    auto found = target.getOutliningCandidateInfo(info_, sites, least);
    if (!found || *found == nullptr || (*found)->Candidates.size() < least) return nullptr;
    return std::move(*found);
  }
  Candidate site(std::uint32_t first, std::uint32_t length) const {
    const auto at = [&](std::uint32_t k) {
      return llvm::MachineBasicBlock::iterator(const_cast<llvm::MachineInstr*>(in_.insts[k].handle.inst));  // NOLINT
    };
    llvm::MachineBasicBlock::iterator from = at(first), to = at(first + length - 1);
    llvm::MachineBasicBlock* const block = from->getParent();
    return {first, length, from, to, block, in_.insts[first].function, legality_.flags.at(block)};
  }
  /// Bytes that it saves, by the target's word, and by the encoder's where that counts instructions.
  std::int64_t saved(const llvm::outliner::OutlinedFunction& f) const {
    if (!counts_) return std::int64_t{f.getNotOutlinedCost()} - f.getOutliningCost();
    std::int64_t bytes = 0;
    const Candidate& one = f.Candidates.front();
    for (std::uint32_t k = one.getStartIdx(); k <= one.getEndIdx(); ++k) bytes += in_.problem.insts[k].bytes;
    const auto sites = static_cast<std::int64_t>(f.Candidates.size());
    return sites * (bytes - model_.call_bytes) - bytes - (f.FrameOverhead != 0 ? model_.frame_bytes : 0);
  }

 private:
  struct Price {
    std::uint32_t call = outline::refused, frame = 0;
  };
  const Price& price(std::uint32_t first, std::uint32_t length) {
    const auto [at, fresh] = known_.try_emplace(std::uint64_t{first} << 32 | length);
    if (!fresh) return at->second;
    std::vector<Candidate> one{site(first, length)};
    if (const Hooked f = ask(one, 1)) {
      at->second.call = counts_ ? model_.call_bytes : f->Candidates.front().getCallOverhead();
      at->second.frame = !counts_ ? f->FrameOverhead : f->FrameOverhead != 0 ? model_.frame_bytes : 0;
    }
    return at->second;
  }

  const llvm::MachineModuleInfo& info_;
  const Legality& legality_;
  const Numbers& in_;
  const llvm_mir::CallModel model_;
  bool counts_ = false;
  std::unordered_map<std::uint64_t, Price> known_;  // looked up only
};

// ---- the plan into the module

// What a range reads from before it, and writes.
struct Registers {
  std::set<llvm::MCRegister> reads, writes;
  Registers(llvm::MachineBasicBlock::iterator from, llvm::MachineBasicBlock::iterator to) {
    const llvm::TargetRegisterInfo& target = *from->getMF()->getSubtarget().getRegisterInfo();
    llvm::LiveRegUnits written(target);
    const auto inside = [&](llvm::MCRegister r) {
      return llvm::all_of(target.regunits(r),
                          [&](llvm::MCRegUnit u) { return written.getBitVector().test(static_cast<unsigned>(u)); });
    };
    for (const llvm::MachineInstr& i : llvm::make_range(from, to)) {
      if (i.isDebugInstr()) continue;
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg() && o.readsReg() && !inside(o.getReg().asMCReg()))
          reads.insert(o.getReg().asMCReg());
      for (const llvm::MachineOperand& o : i.operands())
        if (o.isReg() && o.getReg() && o.isDef()) {
          writes.insert(o.getReg().asMCReg());
          written.addReg(o.getReg().asMCReg());
        }
    }
  }
};

llvm::MachineFunction& make_function(llvm::Module& m, llvm::MachineModuleInfo& info, const std::string& name,
                                     llvm::outliner::OutlinedFunction& plan) {
  llvm::LLVMContext& context = m.getContext();
  llvm::Function* const f = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                                                   llvm::GlobalValue::InternalLinkage, name, m);
  f->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  f->addFnAttr(llvm::Attribute::OptimizeForSize);
  f->addFnAttr(llvm::Attribute::MinSize);
  Candidate& first = plan.Candidates.front();
  const llvm::TargetInstrInfo& target = *first.getMF()->getSubtarget().getInstrInfo();
  target.mergeOutliningCandidateAttributes(*f, plan.Candidates);
  llvm::UWTableKind tables = llvm::UWTableKind::None;
  for (const Candidate& c : plan.Candidates) tables = std::max(tables, c.getMF()->getFunction().getUWTableKind());
  f->setUWTableKind(tables);
  llvm::IRBuilder<>(llvm::BasicBlock::Create(context, "entry", f)).CreateRetVoid();

  llvm::MachineFunction& made = info.getOrCreateMachineFunction(*f);
  made.setIsOutlined(true);
  llvm::MachineBasicBlock& block = *made.CreateMachineBasicBlock();
  made.insert(made.begin(), &block);
  for (const llvm::MachineInstr& i : first) {
    if (i.isDebugInstr()) continue;
    llvm::MachineInstr* const copy = made.CloneMachineInstr(&i);
    if (i.isCFIInstruction()) {
      const auto& frame = i.getMF()->getFrameInstructions();
      copy->removeOperand(0);
      copy->addOperand(made,
                       llvm::MachineOperand::CreateCFIIndex(made.addFrameInst(frame[i.getOperand(0).getCFIIndex()])));
    }
    copy->dropMemRefs(made);
    copy->setDebugLoc(llvm::DebugLoc());
    block.insert(block.end(), copy);
  }
  made.getProperties().resetIsSSA().setNoPHIs().setNoVRegs().setTracksLiveness();
  made.getRegInfo().freezeReservedRegs();
  // What is live where any of the sites begins.
  const llvm::TargetRegisterInfo& registers = *made.getSubtarget().getRegisterInfo();
  llvm::LivePhysRegs live(registers);
  for (Candidate& c : plan.Candidates) {
    llvm::LivePhysRegs here(registers);
    here.addLiveOuts(*c.getMBB());
    for (auto at = c.getMBB()->end(); at != c.begin();) here.stepBackward(*--at);
    for (const llvm::MCPhysReg r : here) live.addReg(r);
  }
  llvm::addLiveIns(block, live);
  target.buildOutlinedFrame(block, made, plan);
  return made;
}

void put_call(llvm::Module& m, llvm::MachineFunction& callee, Candidate& site) {
  llvm::MachineBasicBlock& block = *site.getMBB();
  llvm::MachineFunction& f = *block.getParent();
  const Registers registers(site.begin(), site.end());
  const llvm::MachineBasicBlock::iterator first = site.begin(), end = site.end();
  llvm::MachineBasicBlock::iterator place = first;
  const auto call = f.getSubtarget().getInstrInfo()->insertOutlinedCall(m, block, place, callee, site);
  for (const llvm::MCRegister r : registers.writes) call->addOperand(f, llvm::MachineOperand::CreateReg(r, true, true));
  for (const llvm::MCRegister r : registers.reads) call->addOperand(f, llvm::MachineOperand::CreateReg(r, false, true));
  for (llvm::MachineInstr& i : llvm::make_range(first, end))
    if (i.shouldUpdateAdditionalCallInfo()) f.eraseAdditionalCallInfo(&i);
  block.erase(first, end);
}

using TakenInsts = std::unordered_set<const llvm::MachineInstr*>;

// What would be outlined from the module in one of two views, of what no plan before took.
struct Planned {
  struct Made {
    std::string name;
    Hooked plan;
  };
  std::vector<Made> made;
  std::int64_t saved = 0;
  bool has_frames = false;
  bool refused = false;  // something that was chosen, by the target

  Planned(llvm::Module& m, llvm::MachineModuleInfo& info, bool all, bool frames, std::uint32_t round,
          TakenInsts& taken) {
    Legality legality{frames, false, &taken, {}, {}};
    Functions functions(Legal{&legality}, {});
    const auto sizes =
        std::make_shared<llvm_mir::Sizes>(info.getTarget(), llvm_mir::call_model(info.getTarget()).inst_bytes);
    for (llvm::Function& ir : m) {
      llvm::MachineFunction* const f = info.getMachineFunction(ir);
      if (f == nullptr || f->empty() || ir.hasFnAttribute("nooutline") || ir.hasOptNone()) continue;
      const llvm::TargetInstrInfo& target = *f->getSubtarget().getInstrInfo();
      if ((!all && !target.shouldOutlineFromFunctionByDefault(*f)) || !target.isFunctionSafeToOutlineFrom(*f, false) ||
          !f->getRegInfo().tracksLiveness())
        continue;
      for (llvm::MachineBasicBlock& b : *f) legality.find(info, b);
      functions.add(Sequences(*f, sizes, legality), false);
    }
    has_frames = legality.has_frames;
    const Numbers in = outline::ingest(functions);
    Prices prices(info, legality, in);
    outline::Options options;
    options.first_round = round;
    const outline::Plan plan = outline::plan_problem(in.problem, prices, options);
    if (!plan.rounds.empty()) ask(plan.rounds.front(), prices, taken);
  }

 private:
  // About all before any is put in: then nothing has moved yet.
  void ask(const outline::Round& round, const Prices& prices, TakenInsts& taken) {
    std::vector<std::vector<Candidate>> sites(round.functions.size());
    for (const outline::PlannedSite& s : round.sites)
      sites[s.function].push_back(prices.site(s.site.first, round.functions[s.function].interface.length));
    for (std::size_t k = 0; k < sites.size(); ++k) {
      const std::size_t asked = sites[k].size();
      Hooked found = prices.ask(sites[k], 2);
      if (!found || prices.saved(*found) < 1) {
        refused = true;
        continue;
      }
      refused = refused || found->Candidates.size() < asked;
      saved += prices.saved(*found);
      for (Candidate& site : found->Candidates)
        for (const llvm::MachineInstr& i : site) taken.insert(&i);
      made.push_back({round.functions[k].name, std::move(found)});
    }
  }
};

// Plans in these views, one behind the other.
struct Plans {
  std::vector<Planned> of;
  TakenInsts taken;
  bool has_frames() const { return of.front().has_frames; }
  std::int64_t saved() const {
    std::int64_t sum = 0;
    for (const Planned& p : of) sum += p.saved;
    return sum;
  }
  Plans(llvm::Module& m, llvm::MachineModuleInfo& info, bool all, bool frames) { add(m, info, all, frames); }
  void add(llvm::Module& m, llvm::MachineModuleInfo& info, bool all, bool frames) {
    of.emplace_back(m, info, all, frames, static_cast<std::uint32_t>(of.size()), taken);
  }
};

}  // namespace

bool outline_functions(llvm::Module& m, llvm::MachineModuleInfo& info, bool all) {
  // With frames in sequences whole functions are shared, but longer repeats hide those beside the frame's notes. So each
  // view is planned first once, and the other one, or the same where the target refused something, of what is left.
  Plans best(m, info, all, false);
  if (best.has_frames() || best.of.front().refused) best.add(m, info, all, best.has_frames());
  if (best.has_frames()) {
    Plans other(m, info, all, true);
    other.add(m, info, all, false);
    if (other.saved() > best.saved()) best = std::move(other);
  }
  bool changed = false;
  for (Planned& planned : best.of)
    for (Planned::Made& made : planned.made) {
      llvm::MachineFunction& callee = make_function(m, info, made.name, *made.plan);
      made.plan->MF = &callee;
      for (Candidate& site : made.plan->Candidates) put_call(m, callee, site);
      changed = true;
    }
  return changed;
}

}  // namespace lathe::llvm_plugin
