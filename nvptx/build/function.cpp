// The builder's door: blocks one after another, and what is written behind the last.
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/FloatingPointMode.h>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx {

FunctionBuilder::FunctionBuilder(const Body& body, const build::View& view, const Features& features,
                                 mir::Module& module, mir::Function& out, Dag& dag, Diag& diag) {
  dag.clear_block();
  dag.frame.clear();
  dag.jump_tables.clear();
  context_ = std::make_unique<build::Context>(body, view, features, module, out, dag, diag);
  build::number_values(*context_);
  build::make_phis(*context_);
  build::start_debug(*context_);
}
FunctionBuilder::~FunctionBuilder() = default;
std::uint32_t FunctionBuilder::block_count() const { return static_cast<std::uint32_t>(context_->out.blocks.size()); }
const Features& FunctionBuilder::features() const { return context_->features; }
void FunctionBuilder::say_values(std::uint32_t block, const std::function<mir::Reg(Value)>& register_of) {
  build::say_values(*context_, block, register_of);
}
debug::FunctionNotes FunctionBuilder::take_debug_notes() { return std::move(context_->debug.notes); }

Features features_of(const llvm::Function& function, const Features& base) {
  Features out = base;
  const llvm::DenormalMode mode = function.getDenormalMode(llvm::APFloat::IEEEsingle());
  out.ftz_f32 = base.ftz_f32 || mode.Output == llvm::DenormalMode::PreserveSign;
  const auto says = [&](const char* name) { return function.getFnAttribute(name).getValueAsBool(); };
  out.unsafe_fp = base.unsafe_fp || says("unsafe-fp-math");
  return out;
}

bool FunctionBuilder::build_block(std::uint32_t block) {
  build::Context& c = *context_;
  c.dag.clear_block();
  ++c.epoch;
  c.block = block;
  c.order = 0;
  c.pending_loads.clear();
  c.dag.set_position(0, 0);
  c.entry = c.chain = c.node(Isd::entry, vt::chain, {});
  const llvm::BasicBlock& from = *c.blocks[block];
  for (const llvm::Instruction& instruction : from) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    c.dag.set_position(++c.order, build::location_of(c, instruction));
    if (c.view.debug() != nullptr) build::note_variables(c, instruction);
    if (instruction.isTerminator()) break;
    if (instruction.use_empty() && !instruction.mayHaveSideEffects()) continue;
    build::visit(c, instruction);
  }
  const Value exported = build::export_values(c, from, c.chain);
  c.dag.set_root(build::terminator(c, *from.getTerminator(), exported));
  return !c.failed;
}

void FunctionBuilder::leave_source() {
  build::Context& c = *context_;
  build::find_kept_loops(c);
  // Nothing is looked up by values from here on.
  c.locals.shrink_and_clear();
  std::vector<build::Slot>().swap(c.slots);
}

bool FunctionBuilder::finish() {
  build::Context& c = *context_;
  build::mark_kept_loops(c);
  build::check_phis(c);
  build::place_objects(c);
  if (c.dag.frame.empty()) return !c.failed;
  mir::Variable depot;
  depot.name = std::string(depot_name);
  depot.space = mir::Space::local;
  depot.type = mir::Type::b8;
  depot.align = 1;
  for (const FrameObject& object : c.dag.frame) depot.align = std::max(depot.align, object.align);
  depot.dims = {c.dag.frame.back().offset + c.dag.frame.back().bytes};
  if (depot.dims[0] > 0xffffffffU)
    c.error("local variables of " + std::to_string(depot.dims[0]) + " bytes do not fit into local memory");
  c.out.variables.push_back(std::move(depot));
  c.out.placed.push_back(false);
  return !c.failed;
}

}  // namespace lathe::nvptx
