// The builder's door: what codegen/build makes of a function, and what is written besides: loops that stay as they are,
// the frame.
#include <algorithm>

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/ProfDataUtils.h>

#include "nvptx/build/client.hpp"

namespace lathe::nvptx {

namespace {

using build::PtxClient;

void mark_kept_loops(PtxClient& p, const std::vector<std::uint32_t>& heads) {
  for (const std::uint32_t head : heads) {
    std::vector<mir::Inst>& insts = p.out.blocks[head].insts;
    const auto first = std::find_if(insts.begin(), insts.end(),
                                    [&](const mir::Inst& inst) { return p.module.op(inst.op).op != mir::Op::phi; });
    if (first != insts.end() && p.module.op(first->op).text == mir::pseudo::raw &&
        p.out.operands_of(*first)[0].kind == mir::Operand::Kind::text)
      continue;
    mir::Operand text;
    text.kind = mir::Operand::Kind::text;
    text.a = p.module.name(".pragma \"nounroll\";");
    insts.insert(first, p.out.make(p.module.intern(mir::pseudo::raw), {&text, 1}));
  }
}

// One variable for all objects of the frame.
void declare_frame(PtxClient& p, build::Context& c) {
  mir::Variable depot;
  depot.name = std::string(depot_name);
  depot.space = mir::Space::local;
  depot.type = mir::Type::b8;
  depot.align = 1;
  for (const FrameObject& object : c.dag.frame) depot.align = std::max(depot.align, object.align);
  depot.dims = {c.dag.frame.back().offset + c.dag.frame.back().bytes};
  if (depot.dims[0] > 0xffffffffU)
    c.error("local variables of " + std::to_string(depot.dims[0]) + " bytes do not fit into local memory");
  p.out.variables.push_back(std::move(depot));
  p.out.placed.push_back(false);
}

// What !prof says of a branch at the end of a block: how likely it goes to the first of two blocks.
struct Chance {
  std::uint32_t block, first, second;
  double likely;
};
std::vector<Chance> chances_of(const build::Context& c) {
  std::vector<Chance> out;
  for (const llvm::BasicBlock& block : c.source) {
    const auto* branch = llvm::dyn_cast_or_null<llvm::BranchInst>(block.getTerminator());
    std::uint64_t yes = 0, no = 0;
    if (branch == nullptr || branch->isUnconditional() || !llvm::extractBranchWeights(*branch, yes, no)) continue;
    const double first = static_cast<double>(yes), sum = first + static_cast<double>(no);
    if (sum > 0)
      out.push_back(
          {c.index_of(&block), c.index_of(branch->getSuccessor(0)), c.index_of(branch->getSuccessor(1)), first / sum});
  }
  return out;
}
// Blocks end as the source does, but for what was settled.
void keep_chances(mir::Function& out, const std::vector<Chance>& chances) {
  for (const Chance& c : chances)
    for (mir::Inst& inst : out.blocks[c.block].insts) {
      if (inst.guard == mir::none || inst.count != 1 || c.first == c.second) continue;
      const mir::Operand& to = out.operands_of(inst)[0];
      if (to.kind != mir::Operand::Kind::block || (to.a != c.first && to.a != c.second)) continue;
      const double likely = to.a == c.first ? c.likely : 1 - c.likely;
      inst.taken = static_cast<std::uint32_t>(std::clamp(64 * likely, 1.0, 63.0)) & 63U;
    }
}

}  // namespace

struct FunctionBuilder::Impl {
  std::vector<Chance> chances;  // of the source, which is not there any more at the end
  PtxClient client;
  codegen::build::FunctionGraphs graphs;
  Impl(const Body& body, const build::View& view, const Features& features, const TargetFacts& facts,
       mir::Module& module, mir::Function& out, Dag& dag, Diag& diag)
      : client(*body.source, view, features, module, out),
        graphs({body.source, body.arguments, body.instructions}, view, client.modes(), facts, client, dag, diag) {}
};

FunctionBuilder::FunctionBuilder(const Body& body, const build::View& view, const Features& features,
                                 const TargetFacts& facts, mir::Module& module, mir::Function& out, Dag& dag,
                                 Diag& diag)
    : impl_(std::make_unique<Impl>(body, view, features, facts, module, out, dag, diag)) {
  build::Context& c = impl_->graphs.context();
  if (out.params.size() != c.arguments.size()) c.error("the signature has no PTX form");
  build::start_debug(impl_->client, c);
  impl_->chances = chances_of(c);
}
FunctionBuilder::~FunctionBuilder() = default;
std::uint32_t FunctionBuilder::block_count() const { return impl_->graphs.block_count(); }
const Features& FunctionBuilder::features() const { return impl_->client.features; }
bool FunctionBuilder::build_block(std::uint32_t block) { return impl_->graphs.build_block(block); }
void FunctionBuilder::leave_source() { impl_->graphs.leave_source(); }
void FunctionBuilder::say_values(std::uint32_t block, const std::function<mir::Reg(Value)>& register_of) {
  build::say_values(impl_->client, impl_->graphs.context(), block, register_of);
}
debug::FunctionNotes FunctionBuilder::take_debug_notes() { return std::move(impl_->client.debug.notes); }

bool FunctionBuilder::finish() {
  build::Context& c = impl_->graphs.context();
  mark_kept_loops(impl_->client, impl_->graphs.kept_loops());
  impl_->graphs.finish();
  build::place_objects(impl_->client, c);
  if (!c.dag.frame.empty()) declare_frame(impl_->client, c);
  keep_chances(impl_->client.out, impl_->chances);
  return !c.failed;
}

Features features_of(const llvm::Function& function, const Features& base) {
  Features out = base;
  const llvm::DenormalMode mode = function.getDenormalMode(llvm::APFloat::IEEEsingle());
  out.ftz_f32 = base.ftz_f32 || mode.Output == llvm::DenormalMode::PreserveSign;
  const auto says = [&](const char* name) { return function.getFnAttribute(name).getValueAsBool(); };
  out.unsafe_fp = base.unsafe_fp || says("unsafe-fp-math");
  return out;
}

}  // namespace lathe::nvptx
