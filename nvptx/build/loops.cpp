// Loops that the source does not want unrolled.
#include <algorithm>

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "nvptx/build/families.hpp"

namespace lathe::nvptx::build {

void find_kept_loops(Context& c) {
  c.kept_loops.emplace();
  for (const llvm::BasicBlock* block : c.blocks) {
    const llvm::Instruction* end = block->getTerminator();
    const llvm::MDNode* loop = end->getMetadata(llvm::LLVMContext::MD_loop);
    if (loop == nullptr ||
        llvm::GetUnrollMetadata(const_cast<llvm::MDNode*>(loop), "llvm.loop.unroll.disable") == nullptr)
      continue;
    for (const llvm::BasicBlock* head : llvm::successors(block)) {
      // Blocks are in reverse post-order: the loop's edge goes to itself or back.
      if (c.block_index[head->getNumber()] <= c.block_index[block->getNumber()])
        c.kept_loops->push_back(c.block_index[head->getNumber()]);
    }
  }
}

void mark_kept_loops(Context& c) {
  if (!c.kept_loops) find_kept_loops(c);
  for (const std::uint32_t head : *c.kept_loops) {
    std::vector<mir::Inst>& insts = c.out.blocks[head].insts;
    const auto first = std::find_if(insts.begin(), insts.end(),
                                    [&](const mir::Inst& inst) { return c.module.op(inst.op).op != mir::Op::phi; });
    if (first != insts.end() && c.module.op(first->op).text == mir::pseudo::raw &&
        c.out.operands_of(*first)[0].kind == mir::Operand::Kind::text)
      continue;
    mir::Operand text;
    text.kind = mir::Operand::Kind::text;
    text.a = c.module.name(".pragma \"nounroll\";");
    insts.insert(first, c.out.make(c.module.intern(mir::pseudo::raw), {&text, 1}));
  }
}

}  // namespace lathe::nvptx::build
