// The whole way, as visible calls: read, prepare, then for each function and block build, combine, legalize, select;
// then banks, registers and frame; the library functions that are called; the program.
#include "examples/toy_gpu/compile.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <set>

#include "codegen/build/references.hpp"
#include "codegen/legalize/library.hpp"
#include "codegen/machine/allocate.hpp"
#include "codegen/machine/steps.hpp"
#include "codegen/machine/verify.hpp"
#include "codegen/pipeline/block_way.hpp"
#include "codegen/prepare/table.hpp"
#include "examples/toy_gpu/emit.hpp"
#include "examples/toy_gpu/select.hpp"

namespace toy_gpu {
namespace {

// ---- the steps on LLVM's IR --------------------------------------------------------------------------

/// A kernel's pointers are global; what a function gets by value lies in its local memory, a kernel reads it from a copy,
/// of which `sroa` keeps what is needed.
bool lower_arguments(llvm::Function& f, StepContext&) {
  const bool kernel = f.hasKernelCallingConv();
  llvm::IRBuilder<> builder(&*f.getEntryBlock().getFirstInsertionPt());
  bool changed = false;
  for (llvm::Argument& a : f.args()) {
    const bool by_value = a.hasByValAttr(),
               pointer = a.getType()->isPointerTy() && a.getType()->getPointerAddressSpace() == 0;
    if (a.use_empty() || !(by_value || (kernel && pointer))) continue;
    changed = true;
    const auto in = [&](unsigned space) { return llvm::PointerType::get(f.getContext(), space); };
    if (kernel && by_value) {
      llvm::AllocaInst* copy = builder.CreateAlloca(a.getParamByValType());
      copy->setAlignment(a.getParamAlign().valueOrOne());
      a.replaceAllUsesWith(copy);
      builder.CreateMemCpy(copy, copy->getAlign(), builder.CreateAddrSpaceCast(&a, in(101)), copy->getAlign(),
                           f.getDataLayout().getTypeAllocSize(a.getParamByValType()).getFixedValue());
      continue;
    }
    llvm::Value* inside = builder.CreateAddrSpaceCast(&a, in(by_value ? 5 : 1));
    llvm::Value* back = builder.CreateAddrSpaceCast(inside, a.getType());
    a.replaceUsesWithIf(back, [&](llvm::Use& use) { return use.getUser() != inside; });
  }
  return changed;
}

bool prepare(llvm::Module& module, const PrepareFacts& facts, Diag& diag) {
  static constexpr Step arguments = on_function("arguments", lower_arguments);
  std::vector<const Step*> table;
  for (const Step* step : neutral_steps()) {
    if (step == &rows::sroa) table.push_back(&arguments);
    table.push_back(step);
  }
  const StepOptions options;
  StepContext context(module, facts, options, diag);
  for (const Step* step : wanted_steps(table, context, true))
    if (!run_on_module(*step, context)) return false;
  context.shared_is_wide = shared_beyond_block(module, facts);
  return FunctionSteps(context, wanted_steps(table, context, false)).run_on_all();
}

// ---- functions ---------------------------------------------------------------------------------------

class Compiler {
 public:
  Compiler(const llvm::Module& module, Program& out, Diag& diag)
      : references_(module), view_(module, references_.globals(), references_), out_(out), diag_(diag) {}

  void function(const llvm::Function& source) {
    machine::Function f;
    f.title = source.getName().str();
    Client client(source, view_, facts_.types.facts(), f);
    const bool kernel = source.hasKernelCallingConv();
    Selector selector(f, kernel, client.own);
    build::FunctionGraphs graphs({&source, source.arg_begin(), source.getInstructionCount()}, view_, {}, facts_, client,
                                 dag_, diag_);
    for (std::uint32_t b = 0; b < graphs.block_count(); ++b)
      if (!graphs.build_block(b) || !select(selector, way_, f, b)) return;
    if (!graphs.finish()) return;
    client.finish();
    finish(f, kernel, client.own.bytes, selector.outgoing);
  }

  /// The bodies of library functions that are called, until all are there.
  void library() {
    for (bool more = true; more;) {
      more = false;
      for (const LibraryFunction& one : facts_.library.functions)
        if (called_.contains(one.name) && made_.insert(one.name).second) library_function(one), more = true;
    }
    for (const Function& f : out_.functions) called_.erase(f.name);
    for (const std::string& name : called_)
      if (!name.empty()) diag_.error({}, "'" + name + "' is called, and no function of this module");
  }

 private:
  bool select(Selector& selector, BlockWay& way, const machine::Function& f, std::uint32_t b) {
    BlockWayStats stats;
    std::string text;
    selector.block = machine::BlockId{b};
    if (!way.run(dag_, {}, f.title, b, diag_, stats, text) || !selector.run(dag_, f.title, diag_)) return false;
    for (const CallInfo& call : dag_.calls) called_.insert(call.callee);
    return true;
  }

  void library_function(const LibraryFunction& one) {
    machine::Function f;
    f.title = one.name;
    dag_.frame.clear();
    if (!library_body(facts_, one, dag_)) return diag_.error(one.name, "there is no body of this library function");
    const auto in = library_parameters(facts_, one);
    Places own = places_below(in, dag_.rets[0].results);
    Selector selector(f, false, own);
    selector.block = f.add_block();
    for (std::size_t i = 0; i < in.size(); ++i)
      for (const ParamPiece& piece : in[i].pieces)
        selector.read_parameter(f.make_value_of(vector).value, own.offsets[i] + piece.offset);
    if (select(selector, inline_way_, f, 0)) finish(f, false, own.bytes, selector.outgoing);
  }

  /// From machine code in SSA form to the program.
  void finish(machine::Function& f, bool kernel, std::uint32_t bytes, std::uint32_t outgoing) {
    for (const FrameObject& object : dag_.frame) f.frame_object(object.bytes, object.align);
    machine::drop_unreachable(f);
    machine::split_exits(f);
    machine::split_critical_edges(f);
    machine::order_blocks(f);
    machine::simplify(f);
    for (const auto& fault : machine::verify(f, registers_)) diag_.error(f.title, "internal fault: " + fault.text);
    if (diag_.failed()) return;
    machine::Banks banks;
    if (kernel) banks = machine::assign_banks(f, registers_, bank_facts(f));
    const machine::AllocationResult allocated = machine::allocate(f, registers_, kernel ? &banks : nullptr);
    if (!allocated.fault.empty()) return diag_.error(f.title, allocated.fault);
    const machine::FrameLayout frame = machine::lay_out_frame(f, 1U << 19, 16);
    if (!frame.fault.empty()) return diag_.error(f.title, frame.fault);
    machine::tidy(f, kernel);
    machine::drop_jumps(f);
    const auto local = static_cast<std::uint32_t>((frame.bytes + 15) / 16 * 16 + outgoing);
    out_.functions.push_back({f.title, kernel, bytes, local, emit(f, local)});
  }

  const TargetFacts facts_ = target_facts(), inline_facts_ = inline_facts(facts_);
  const machine::Registers registers_ = registers();
  BlockWay way_{facts_, {}}, inline_way_{inline_facts_, {}};
  const build::References references_;
  const build::View view_;
  Program& out_;
  Diag& diag_;
  Dag dag_;
  std::set<std::string> called_, made_;
};

}  // namespace

bool compile(std::string_view ir, const std::string& name, Program& out, Diag& diag) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto buffer = llvm::MemoryBuffer::getMemBufferCopy({ir.data(), ir.size()}, name);
  const std::unique_ptr<llvm::Module> module = llvm::parseIR(buffer->getMemBufferRef(), error, context);
  if (module == nullptr)
    return diag.error_at(name, error.getLineNo() > 0 ? static_cast<unsigned>(error.getLineNo()) : 0,
                         error.getMessage().str()),
           false;
  const PrepareFacts facts = prepare_facts();
  // The front end has no pointers into the argument block, and says nothing of them.
  module->setDataLayout(module->getDataLayoutStr() + "-p101:32:32");
  if (const std::string fault = fault_of(facts, module->getDataLayout()); !fault.empty())
    return diag.error({}, fault + "; clang takes -Xclang -fcuda-short-ptr -mllvm -nvptx-short-ptr"), false;
  if (!prepare(*module, facts, diag)) return false;
  Compiler compiler(*module, out, diag);
  emit_variables(*module, out, diag);
  for (const llvm::Function& f : *module)
    if (!f.isDeclaration()) compiler.function(f);
  if (!diag.failed()) compiler.library();
  if (diag.failed()) return false;
  // The assembler's rules are ours, too: a number that an instruction cannot take, say.
  Program read;
  std::string fault;
  if (!assemble(print(out), name, read, fault)) diag.error({}, fault);
  return !diag.failed();
}

}  // namespace toy_gpu
