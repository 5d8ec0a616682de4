// Known, sign and demanded bits of a function by lathe::bits and by LLVM's ValueTracking and DemandedBits, bit by bit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <lathe/support/stats.hpp>

#include "adapters/llvm_ir/bits.hpp"

namespace lathe::llvm_ir {

/// Counts over integer instructions of up to 128 bits. "Deep": ours in one sweep, without a limit of depth.
struct BitCounts {
  std::uint64_t values = 0, bits = 0;
  std::uint64_t ours = 0, deep = 0, llvm = 0;  ///< known bits; ours six levels deep, as LLVM's
  std::uint64_t ours_only = 0, deep_only = 0, llvm_only = 0, llvm_only_deep = 0;
  std::uint64_t contradictions = 0;  ///< a bit that one knows to be 0 and the other to be 1
  std::uint64_t without_result = 0;  ///< values of which they differ, but which are always poison or never reached
  std::uint64_t signs_more = 0, signs_less = 0;     ///< values of which deep tells more (fewer) sign bits
  std::uint64_t dead = 0, llvm_dead = 0;            ///< bits that nobody looks at
  std::uint64_t dead_only = 0, llvm_dead_only = 0;  ///< that only one says so of

  static constexpr auto fields() {
    using C = BitCounts;
    using F = std::pair<const char*, std::uint64_t C::*>;
    return std::array{F{"values", &C::values},
                      F{"bits", &C::bits},
                      F{"known at depth 6", &C::ours},
                      F{"known in a sweep", &C::deep},
                      F{"known to LLVM", &C::llvm},
                      F{"only at depth 6", &C::ours_only},
                      F{"only in a sweep", &C::deep_only},
                      F{"only to LLVM, depth 6", &C::llvm_only},
                      F{"only to LLVM, sweep", &C::llvm_only_deep},
                      F{"contradictions", &C::contradictions},
                      F{"differ, but no result", &C::without_result},
                      F{"more sign bits", &C::signs_more},
                      F{"fewer sign bits", &C::signs_less},
                      F{"undemanded", &C::dead},
                      F{"undemanded by LLVM", &C::llvm_dead},
                      F{"undemanded only here", &C::dead_only},
                      F{"undemanded only there", &C::llvm_dead_only}};
  }
};
struct BitComparison {
  BitCounts counts;
  std::map<std::string, std::uint64_t> llvm_only;  ///< by the operation at whose result it begins: sweep
  std::vector<std::string> contradictions;         ///< the first ones, as text
};

namespace detail {

class BitComparer {
 public:
  __extension__ using Word = unsigned __int128;
  BitComparer(llvm::Function& function, BitComparison& out)
      : f_(function),
        out_(out),
        tree_(function),
        assumptions_(function),
        source_(function),
        six_(source_),
        deep_(source_),
        demanded_(source_, deep_) {}

  void run() {
    deep_.compute(source_.operands_first());
    demanded_.compute(source_.users_first());
    llvm::DemandedBits theirs(f_, assumptions_, tree_);
    for (const llvm::Value* value : source_.operands_first()) {
      const auto* const inst = llvm::dyn_cast<llvm::Instruction>(value);
      if (inst == nullptr || source_.width(value) == 0) continue;
      one(*inst);
      demanded(*inst, theirs);
    }
  }

 private:
  using Known = bits::KnownBits<Word>;
  static std::uint64_t count(Word bits) { return static_cast<std::uint64_t>(bits::popcount(bits)); }

  void one(const llvm::Instruction& inst) {
    const llvm::DataLayout& layout = f_.getParent()->getDataLayout();
    const bits::Fact<Word> deep = deep_.fact(&inst), six = six_.fact(&inst);
    const Known llvm = to_known<Word>(llvm::computeKnownBits(&inst, layout, &assumptions_, &inst, &tree_));
    BitCounts& c = out_.counts;
    ++c.values;
    c.bits += llvm.width;
    c.ours += count(six.known.known());
    c.deep += count(deep.known.known());
    c.llvm += count(llvm.known());
    c.ours_only += count(six.known.known() & ~llvm.known());
    c.deep_only += count(deep.known.known() & ~llvm.known());
    c.llvm_only += count(llvm.known() & ~six.known.known());
    const std::uint64_t missing = count(llvm.known() & ~deep.known.known());
    c.llvm_only_deep += missing;
    if (missing != 0) out_.llvm_only[begins(inst)] += missing;
    const unsigned signs = llvm::ComputeNumSignBits(&inst, layout, &assumptions_, &inst, &tree_);
    c.signs_more += deep.signs > signs;
    c.signs_less += deep.signs < signs;
    if (!agree(deep, llvm, signs) || !agree(six, llvm, signs)) {
      // A condition around it that never holds gives LLVM facts that nothing else bears out.
      const Known plain = to_known<Word>(llvm::computeKnownBits(&inst, layout));
      const unsigned plain_signs = llvm::ComputeNumSignBits(&inst, layout);
      if (never(inst, 16) || (agree(deep, plain, plain_signs) && agree(six, plain, plain_signs))) {
        ++c.without_result;
        return;
      }
      ++c.contradictions;
      if (out_.contradictions.size() >= 8) return;
      std::string text;
      llvm::raw_string_ostream(text) << f_.getName() << ": " << inst;
      out_.contradictions.push_back(text);
    }
  }
  // Is there a number that both allow? A fact that no number keeps to belongs to code that never runs.
  static bool agree(const bits::Fact<Word>& ours, const Known& llvm, unsigned signs) {
    if (ours.known.contradicts() || llvm.contradicts()) return true;
    const Word zero = ours.known.zero | llvm.zero, one = ours.known.one | llvm.one;
    const unsigned top = std::max(ours.signs, signs);
    const Word sign = bits::high_mask<Word>(llvm.width - top, llvm.width);
    return (zero & one) == 0 && ((zero & sign) == 0 || (one & sign) == 0);
  }
  // Divides by 0, shifts by too much, or computes with what does: all facts are true of it.
  bool never(const llvm::Value& value, int depth) {
    const auto form = FunctionBits<Word>::form(&value);
    if (!form || depth == 0) return false;
    const bits::Op op = form->operation.op;
    if (op >= bits::Op::udiv && op <= bits::Op::srem && known(*form->operands[1]).max() == 0) return true;
    if (bits::is_shift(op) && known(*form->operands[1]).min() >= form->operation.width) return true;
    for (unsigned i = 0; i < (op == bits::Op::select ? 1 : form->count()); ++i)
      if (never(*form->operands[i], depth - 1)) return true;
    return false;
  }
  // What both know.
  Known known(const llvm::Value& value) {
    const auto* const inst = llvm::dyn_cast<llvm::Instruction>(&value);
    const Known llvm =
        to_known<Word>(llvm::computeKnownBits(&value, f_.getParent()->getDataLayout(), &assumptions_, inst, &tree_));
    return bits::meet(deep_.known(&value), llvm);
  }
  // What LLVM knows and we do not begins where the operands do not have it: at the instruction itself, or before.
  std::string begins(const llvm::Instruction& inst) {
    const llvm::Instruction* at = &inst;
    for (int steps = 0; steps < 64; ++steps) {
      const llvm::Instruction* before = nullptr;
      for (const llvm::Value* operand : at->operands()) {
        const auto* const o = llvm::dyn_cast<llvm::Instruction>(operand);
        if (o == nullptr || source_.width(o) == 0 || llvm::isa<llvm::PHINode>(at)) continue;
        const llvm::DataLayout& layout = f_.getParent()->getDataLayout();
        const Known llvm = to_known<Word>(llvm::computeKnownBits(o, layout, &assumptions_, o, &tree_));
        if ((llvm.known() & ~deep_.known(o).known()) != 0) before = o;
      }
      if (before == nullptr) break;
      at = before;
    }
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(at);
    if (call != nullptr && call->getCalledFunction() != nullptr) return call->getCalledFunction()->getName().str();
    return at->getOpcodeName();
  }
  void demanded(const llvm::Instruction& inst, llvm::DemandedBits& theirs) {
    const Word all = bits::low_mask<Word>(source_.width(&inst));
    const Word ours = all & ~demanded_.demanded(&inst);
    // Theirs says of a dead instruction whatever it was left with.
    llvm::Instruction& asked = const_cast<llvm::Instruction&>(inst);
    const Word llvm = theirs.isInstructionDead(&asked) ? all : all & ~to_word<Word>(theirs.getDemandedBits(&asked));
    BitCounts& c = out_.counts;
    c.dead += count(ours);
    c.llvm_dead += count(llvm);
    c.dead_only += count(ours & ~llvm);
    c.llvm_dead_only += count(llvm & ~ours);
  }

  llvm::Function& f_;
  BitComparison& out_;
  llvm::DominatorTree tree_;
  llvm::AssumptionCache assumptions_;
  FunctionBits<Word> source_;
  bits::Analysis<FunctionBits<Word>> six_, deep_;
  bits::DemandedBits<FunctionBits<Word>> demanded_;
};

}  // namespace detail

/// Adds what the function says to `out`. O(instructions), LLVM's answers aside.
inline void compare_bits(llvm::Function& function, BitComparison& out) {
  if (!function.isDeclaration()) detail::BitComparer(function, out).run();
}

}  // namespace lathe::llvm_ir
