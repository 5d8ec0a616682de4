// Every kernel of the corpus goes through `prepare` with LLVM's verifier after each step, and fulfils the contract.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "ir.hpp"
#include "nvptx/prepare/steps.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/kernels/ll"))
    if (entry.path().extension() == ".ll") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// What of the contract in prepare.hpp can be seen from the IR.
std::string breach(const llvm::Module& module) {
  for (const llvm::GlobalVariable& v : module.globals())
    if (v.getAddressSpace() == 0 && !v.getName().starts_with("llvm."))
      return "variable in generic space: " + v.getName().str();
  for (const llvm::Function& f : module)
    for (const llvm::BasicBlock& block : f) {
      const std::string where = f.getName().str() + ": ";
      if (&block != &f.getEntryBlock() && block.hasNPredecessors(0)) return where + "unreachable block";
      for (const llvm::Instruction& inst : block) {
        if (llvm::isa<llvm::InvokeInst, llvm::IndirectBrInst, llvm::CallBrInst, llvm::LandingPadInst, llvm::VAArgInst>(
                inst))
          return where + inst.getOpcodeName();
        if (llvm::isa<llvm::AnyMemIntrinsic, llvm::LifetimeIntrinsic, llvm::AssumeInst, llvm::DbgInfoIntrinsic>(inst))
          return where + "intrinsic that should be gone";
        if (const auto* s = llvm::dyn_cast<llvm::SwitchInst>(&inst)) {
          std::uint64_t next = 0;
          for (const auto& item : s->cases())
            if (item.getCaseValue()->getZExtValue() != next++) return where + "switch that is no jump table";
          if (!s->getCondition()->getType()->isIntegerTy(32)) return where + "jump table over another type";
        }
        if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(&inst))
          if (llvm::isa<llvm::ConstantInt>(a->getArraySize()) && a->getParent() != &f.getEntryBlock())
            return where + "static alloca outside the entry block";
      }
      for (const llvm::Argument& argument : f.args())
        if (argument.hasByValAttr())
          for (const llvm::User* user : argument.users()) {
            // As a whole only by who asks for its generic address, or gets a copy of it.
            const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(user);
            const bool placed = cast && (cast->getDestAddressSpace() == 101 ||
                                         (cast->getDestAddressSpace() == 5 && !f.hasKernelCallingConv()));
            if (!placed && llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::GetElementPtrInst>(user))
              return where + "argument by value used directly";
          }
    }
  return {};
}

}  // namespace

TEST_CASE("the corpus") {
  const auto files = corpus();
  REQUIRE(files.size() > 30);
  for (const auto& file : files) {
    CAPTURE(file.string());
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    for (const unsigned level : {0U, 3U}) {
      CAPTURE(level);
      Ir ir(text.str());
      REQUIRE(ir.module);
      PrepareOptions options;
      options.use_libdevice = false;
      ir.all(target("sm_90a", level), options);
      for (const Message& message : ir.diag.messages())
        if (message.level == Message::Level::error) MESSAGE(message.function << ": " << message.text);
      CHECK_FALSE(ir.diag.failed());
      CHECK(breach(*ir.module) == "");
    }
  }
}
