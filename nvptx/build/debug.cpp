// Debug information of a function that is built: locations of instructions, and where variables are.
//
// Everything is looked up in the module's plan (nvptx/debug/plan.hpp) by address. What a variable is, is noted as a
// value of the block's DAG and asked for when the block was selected: a node that is still there means what it meant,
// and the register that it went to holds the variable. Nothing is kept or made for it, so the code is the same with and
// without. A node that was rewritten is gone, and the variable with it, until the next value.
#include <algorithm>
#include <limits>

#include <llvm/IR/DebugInfoMetadata.h>

#include "nvptx/build/client.hpp"
#include "nvptx/debug/plan.hpp"

namespace lathe::nvptx::build {

using debug::DebugValue;

namespace {

using Watch = DebugState::Watch;

std::uint32_t location_at(PtxClient& p, std::uint32_t place) {
  if (place == 0) return 0;
  if (const auto found = p.debug.locations.find(place); found != p.debug.locations.end()) return found->second;
  // The call that it was inlined at comes first: its .loc is needed, with its own.
  if (const std::uint32_t caller = p.view.debug()->caller(place); caller != 0) location_at(p, caller);
  const auto made = static_cast<std::uint32_t>(p.out.locations.size());
  p.out.locations.push_back(p.view.debug()->place(place));
  p.debug.notes.scopes.resize(made + 1, 0);
  p.debug.notes.scopes[made] = p.view.debug()->scope(place);
  p.debug.locations[place] = made;
  return made;
}

// Values of one register only: what is spread over several has no one place.
void watch_value(Context& c, const llvm::Value* of, DebugValue& value, Watch& watch) {
  const auto found = c.locals.find(of);
  if (found == c.locals.end() || found->second.count != 1 || found->second.rebuilt) return;
  const Slot& slot = c.slots[found->second.slot];
  c.parts.clear();
  if (!c.facts.types.parts(slot.type, c.parts) || c.parts.size() != 1) return;
  const auto* parameter = llvm::dyn_cast<llvm::Argument>(of);
  if (parameter != nullptr && c.kernel && !parameter->hasByValAttr()) {
    // Where the launch left it: nothing writes there.
    value.kind = DebugValue::Kind::param;
    value.number = parameter->getArgNo();
    return;
  }
  value.kind = DebugValue::Kind::reg;
  const bool here = slot.epoch == c.epoch;
  if (here) watch.value = slot.now;
  if (slot.reg != no_reg && (!here || c.dag.op(watch.value) == Isd::copy_from_reg)) watch.reg = slot.reg;
  // A parameter is read where it is used first: later in this block, if at all.
  if (parameter != nullptr && c.block == 0 && !here) {
    watch.reg = mir::none;
    watch.parameter = parameter;
  } else if (!watch.value && watch.reg == mir::none) {
    value.kind = DebugValue::Kind::none;
  }
}

}  // namespace

std::uint32_t PtxClient::location(Context&, const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  return location == nullptr ? 0 : location_at(*this, view.debug()->place_of(location));
}

void start_debug(PtxClient& p, const Context& c) {
  if (p.view.debug() == nullptr) return;
  const std::uint32_t place = p.view.debug()->function_place(&c.source);
  if (place == 0) return;
  p.debug.notes.start = location_at(p, place);
  p.debug.notes.scope = p.view.debug()->scope(place);
}

void PtxClient::before(Context& c, const llvm::Instruction& instruction) {
  if (debug.notes.scope == 0) return;
  for (const debug::Assignment& said : view.debug()->before(&instruction)) {
    DebugValue value{DebugValue::Kind::none, said.variable, said.expression, said.number};
    if (said.declared) {
      if (said.value != nullptr) debug.objects.emplace_back(said.value, value);
      continue;
    }
    Watch watch{{}, mir::none, c.order, static_cast<std::uint32_t>(debug.notes.values.size())};
    if (said.label)
      value.kind = DebugValue::Kind::label;
    else if (said.constant)
      value.kind = DebugValue::Kind::constant;
    else if (said.value != nullptr)
      watch_value(c, said.value, value, watch);
    debug.notes.values.push_back(value);
    debug.watches.push_back(watch);
  }
}

void say_values(PtxClient& p, Context& c, std::uint32_t block, const std::function<mir::Reg(Value)>& register_of) {
  std::vector<mir::Inst>& insts = p.out.blocks[block].insts;
  const auto is_phi = [&](const mir::Inst& inst) { return p.module.op(inst.op).op == mir::Op::phi; };
  const auto first = static_cast<std::size_t>(
      std::find_if(insts.begin(), insts.end(), [&](const mir::Inst& inst) { return !is_phi(inst); }) - insts.begin());
  std::size_t end = insts.size();
  while (end > first && p.module.op(insts[end - 1].op).terminator) --end;
  llvm::DenseMap<mir::Reg, std::size_t> written;
  for (std::size_t i = first; i < insts.size(); ++i)
    mir::for_each_reg(p.module, p.out, insts[i], [&](mir::Reg r, bool def) {
      if (def) written[r] = i;
    });
  std::vector<std::pair<std::size_t, mir::Inst>> made;
  std::size_t at = first;
  llvm::DenseMap<std::uint32_t, bool> said;
  for (const Watch& watch : p.debug.watches) {
    DebugValue& value = p.debug.notes.values[watch.number];
    mir::Reg reg = watch.reg;
    if (value.kind == DebugValue::Kind::reg && reg == mir::none) {
      Value now = watch.value;
      if (watch.parameter != nullptr)
        if (const Slot& slot = c.slots[c.locals.find(watch.parameter)->second.slot]; slot.epoch == c.epoch)
          now = slot.now;
      now = c.dag.resolve(now);
      if (now && c.dag.alive(now.node)) reg = register_of(now);
      if (reg == mir::none) value.kind = DebugValue::Kind::none;
    }
    // Before the first instruction of its place in the source or a later one, behind what writes its register.
    while (at < end && insts[at].line < watch.order) ++at;
    std::size_t place = at;
    if (const auto found = reg == mir::none ? written.end() : written.find(reg); found != written.end())
      place = std::max(place, found->second + 1);
    // A kernel's parameter is there before anything runs.
    if (const bool fresh = value.kind != DebugValue::Kind::label && said.try_emplace(value.variable, true).second;
        fresh && block == 0 && value.kind == DebugValue::Kind::param)
      place = first;
    const mir::Operand slots[] = {mir::Operand::make_imm(watch.number), mir::Operand::make_reg(reg)};
    made.emplace_back(std::min(place, end),
                      p.out.make(p.module.intern(mir::pseudo::raw), {slots, reg == mir::none ? 1U : 2U}));
  }
  p.debug.watches.clear();
  std::stable_sort(made.begin(), made.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<mir::Inst> all;
  all.reserve(insts.size() + made.size());
  auto next = made.begin();
  for (std::size_t i = 0; i <= insts.size(); ++i) {
    for (; next != made.end() && next->first == i; ++next) all.push_back(next->second);
    if (i < insts.size()) all.push_back(insts[i]);
  }
  insts = std::move(all);
}

void place_objects(PtxClient& p, const Context& c) {
  for (auto& [address, value] : p.debug.objects) {
    const llvm::Value* base = address->stripPointerCasts();
    if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(base); parameter != nullptr) {
      if (!parameter->hasByValAttr()) continue;
      value.kind = DebugValue::Kind::param;
      value.number = parameter->getArgNo();
    } else if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(base)) {
      const auto place = c.frame.find(object);
      if (place == c.frame.end()) continue;
      value.kind = DebugValue::Kind::frame;
      value.number = static_cast<std::int64_t>(c.dag.frame[place->second].offset);
    } else {
      continue;
    }
    p.debug.notes.objects.push_back(value);
  }
}

}  // namespace lathe::nvptx::build
