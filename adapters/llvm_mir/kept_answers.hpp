// LLVM's answers to whether two accesses meet, each kept from when it is first asked for.
//
// Behind instruction selection the IR stays as it is, and schedulers ask the same of the same pairs once more in each of their
// stages (AMD GPU's has up to four, and there is another one behind allocation): LLVM's own cache, BatchAAResults, lives for one
// graph of dependences. An answer takes LLVM thousands of instructions where pointers are sums, and here some fifty.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>

namespace lathe::llvm_mir {

/// An alias analysis that asks others, once of each pair of places in memory. Answers are those that were there without it.
class KeptAnswers : public llvm::AAResultBase {
 public:
  /// From now on `answers` asks this one alone, and this one what `answers` asked before. What was kept of another function is
  /// forgotten. O(1).
  /// Preconditions: nobody changes the IR as long as `answers` is asked, and this is not moved and lives as long; it does not
  /// stand in there already.
  void stand_in(llvm::AAResults& answers) {
    asked_ = std::make_unique<llvm::AAResults>(std::move(answers));
    answers.addAAResult(*this);
    numbers_.clear();
    rows_.clear();
    last_[0] = last_[1] = {};
    questions_ = 0;
  }
  /// How many questions others were asked, of those that can be kept.
  std::uint64_t questions() const { return questions_; }

  // What llvm::AAResults asks of an analysis.
  llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                          const llvm::Instruction* at) {
    // Within another question an answer may rest on what that one assumes, and what holds at one place only is nobody else's.
    if (query.Depth != 1 || at != nullptr || query.MayBeCrossIteration || !query.UseDominatorTree)
      return ask(a, b, query, at);
    const std::uint32_t x = number(a, last_[0]), y = number(b, last_[1]);
    if (x == unnumbered || y == unnumbered) return ask(a, b, query, at);
    std::vector<std::uint8_t>& row = rows_[std::max(x, y)];
    if (row.empty()) row.assign(std::max(x, y) + std::size_t{1}, unknown);
    std::uint8_t& kept = row[std::min(x, y)];
    if (kept != unknown) return static_cast<llvm::AliasResult::Kind>(kept - 1);
    ++questions_;
    const llvm::AliasResult answer = ask(a, b, query, at);
    if (!answer.hasOffset()) kept = static_cast<std::uint8_t>(static_cast<llvm::AliasResult::Kind>(answer) + 1);
    return answer;
  }
  llvm::AliasResult aliasErrno(const llvm::MemoryLocation& place, const llvm::Module* m) {
    return asked_->aliasErrno(place, m);
  }
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation& place, llvm::AAQueryInfo& query, bool no_locals) {
    return asked_->getModRefInfoMask(place, query, no_locals);
  }
  llvm::ModRefInfo getArgModRefInfo(const llvm::CallBase* call, unsigned argument) {
    return asked_->getArgModRefInfo(call, argument);
  }
  llvm::MemoryEffects getMemoryEffects(const llvm::CallBase* call, llvm::AAQueryInfo& query) {
    return asked_->getMemoryEffects(call, query);
  }
  llvm::MemoryEffects getMemoryEffects(const llvm::Function* f) { return asked_->getMemoryEffects(f); }
  llvm::ModRefInfo getModRefInfo(const llvm::CallBase* call, const llvm::MemoryLocation& place,
                                 llvm::AAQueryInfo& query) {
    return asked_->getModRefInfo(call, place, query);
  }
  llvm::ModRefInfo getModRefInfo(const llvm::CallBase* call, const llvm::CallBase* other, llvm::AAQueryInfo& query) {
    return asked_->getModRefInfo(call, other, query);
  }

 private:
  static constexpr std::uint32_t unnumbered = 0xffffffffU;
  static constexpr std::uint32_t most = 8192;  // places, so that there are no more than 32 MB of answers
  static constexpr std::uint8_t unknown = 0;   // else an answer and one
  struct Last {
    llvm::MemoryLocation place;
    std::uint32_t number = unnumbered;
  };

  // As deep as it would be without this one between.
  llvm::AliasResult ask(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b, llvm::AAQueryInfo& query,
                        const llvm::Instruction* at) {
    --query.Depth;
    const llvm::AliasResult answer = asked_->alias(a, b, query, at);
    ++query.Depth;
    return answer;
  }
  // Who asks keeps one side of a pair for many questions.
  std::uint32_t number(const llvm::MemoryLocation& place, Last& last) {
    if (last.number != unnumbered && last.place == place) return last.number;
    const auto known = numbers_.find(place);
    std::uint32_t found = unnumbered;
    if (known != numbers_.end()) {
      found = known->second;
    } else if (rows_.size() < most) {
      found = static_cast<std::uint32_t>(rows_.size());
      numbers_.try_emplace(place, found);
      rows_.emplace_back();
    } else {
      return unnumbered;
    }
    last = {place, found};
    return found;
  }

  std::unique_ptr<llvm::AAResults> asked_;
  llvm::DenseMap<llvm::MemoryLocation, std::uint32_t> numbers_;  // looked up only
  std::vector<std::vector<std::uint8_t>> rows_;                  // of a place: answers with those of lower numbers
  Last last_[2];                                                 // NOLINT: of either side of the last question
  std::uint64_t questions_ = 0;
};

}  // namespace lathe::llvm_mir
