// A part of a problem as LLVM's index again: what a backend of distributed ThinLTO reads, and what LLVM's importer asks.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <lathe/thinlto/problem.hpp>

#include "adapters/llvm_ir/thinlto.hpp"

namespace lathe::llvm_ir {

/// What a plan made of a summary.
struct Fate {
  thinlto::Linkage linkage = thinlto::Linkage::external;
  std::uint8_t bits = 0;  ///< bits of namespace fate
};
/// Bits of Fate::bits: the value is live; a variable that is only read or only written; what is known of a function.
namespace fate {
inline constexpr std::uint8_t live = 1, read_only = 2, write_only = 4, no_recurse = 8, no_unwind = 16;
}  // namespace fate

/// An index that has some summaries of a problem.
class IndexPart {
 public:
  /// Preconditions: `rest` is what ModulesIngest left beside the problem; `fates` has one of each summary. They live as long
  /// as this.
  IndexPart(const thinlto::Problem& problem, const IndexRest& rest, llvm::ArrayRef<Fate> fates)
      : p_(problem), rest_(rest), fates_(fates) {
    index_.setFlags(rest.flags);
    index_.setBlockCount(rest.blocks);
  }

  /// Adds the summaries, and what aliases among them stand for. With `edges` those between summaries of the part. Once.
  /// O(n log n) for the summaries and their calls and references.
  void add(std::vector<std::uint32_t> wanted, bool edges) {
    const std::size_t named = wanted.size();
    for (std::size_t i = 0; i < named; ++i)
      if (p_.summaries[wanted[i]].kind == thinlto::Kind::alias) wanted.push_back(p_.base(wanted[i]));
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    for (const std::uint32_t s : wanted) {
      const std::uint32_t v = p_.summaries[s].value;
      infos_.try_emplace(v, index_.getOrInsertValueInfo(p_.values[v].guid));
    }
    std::vector<std::pair<std::uint32_t, std::unique_ptr<llvm::GlobalValueSummary>>> made;
    for (const std::uint32_t s : wanted) {
      made.emplace_back(s, summary(s, edges));
      made_.try_emplace(s, made.back().second.get());
    }
    for (auto& [s, summary] : made) {
      if (auto* alias = llvm::dyn_cast<llvm::AliasSummary>(summary.get())) {
        const std::uint32_t base = p_.base(s);
        llvm::ValueInfo info = infos_.lookup(p_.summaries[base].value);
        alias->setAliasee(info, made_.lookup(base));
      }
      index_.addGlobalValueSummary(infos_.lookup(p_.summaries[s].value), std::move(summary));
    }
  }

  /// The module's name as the index has it, with its hash.
  llvm::StringRef path(std::uint32_t module) {
    return index_.addModule(p_.modules[module].name, rest_.hashes[module])->first();
  }
  llvm::ModuleSummaryIndex& index() { return index_; }  ///< with what was added
  /// One of those that were added, by its number in the problem.
  llvm::GlobalValueSummary* summary_of(std::uint32_t s) const { return made_.lookup(s); }

 private:
  static llvm::GlobalValue::LinkageTypes linkage(thinlto::Linkage l) {
    using To = llvm::GlobalValue;
    using From = thinlto::Linkage;
    switch (l) {
      case From::external:
        return To::ExternalLinkage;
      case From::available_externally:
        return To::AvailableExternallyLinkage;
      case From::linkonce:
        return To::LinkOnceAnyLinkage;
      case From::linkonce_odr:
        return To::LinkOnceODRLinkage;
      case From::weak:
        return To::WeakAnyLinkage;
      case From::weak_odr:
        return To::WeakODRLinkage;
      case From::appending:
        return To::AppendingLinkage;
      case From::internal:
        return To::InternalLinkage;
      case From::private_:
        return To::PrivateLinkage;
      case From::extern_weak:
        return To::ExternalWeakLinkage;
      case From::common:
        return To::CommonLinkage;
    }
    return To::ExternalLinkage;
  }
  static llvm::CalleeInfo::HotnessType hotness(thinlto::Hotness h) {
    switch (h) {
      case thinlto::Hotness::unknown:
        return llvm::CalleeInfo::HotnessType::Unknown;
      case thinlto::Hotness::cold:
        return llvm::CalleeInfo::HotnessType::Cold;
      case thinlto::Hotness::none:
        return llvm::CalleeInfo::HotnessType::None;
      case thinlto::Hotness::hot:
        return llvm::CalleeInfo::HotnessType::Hot;
      case thinlto::Hotness::critical:
        return llvm::CalleeInfo::HotnessType::Critical;
    }
    return llvm::CalleeInfo::HotnessType::Unknown;
  }

  std::unique_ptr<llvm::GlobalValueSummary> summary(std::uint32_t s, bool edges) {
    const thinlto::Summary& from = p_.summaries[s];
    const unsigned bits = rest_.bits[s];
    const llvm::GlobalValueSummary::GVFlags flags(
        linkage(fates_[s].linkage), static_cast<llvm::GlobalValue::VisibilityTypes>(bits & rest::visibility),
        from.has(thinlto::flag::not_eligible), (fates_[s].bits & fate::live) != 0, (bits & rest::dso_local) != 0,
        (bits & rest::can_auto_hide) != 0, llvm::GlobalValueSummary::Definition);
    std::unique_ptr<llvm::GlobalValueSummary> out;
    if (from.kind == thinlto::Kind::alias)
      out = std::make_unique<llvm::AliasSummary>(flags);
    else if (from.kind == thinlto::Kind::variable)
      out = variable(s, flags, edges);
    else
      out = function(s, flags, edges);
    out->setModulePath(path(from.module));
    const auto at = std::lower_bound(rest_.original_names.begin(), rest_.original_names.end(), s,
                                     [](const auto& x, std::uint32_t y) { return x.first < y; });
    if (at != rest_.original_names.end() && at->first == s) out->setOriginalName(at->second);
    return out;
  }
  std::unique_ptr<llvm::GlobalValueSummary> variable(std::uint32_t s, const llvm::GlobalValueSummary::GVFlags& flags,
                                                     bool edges) const {
    const auto calls = static_cast<llvm::GlobalObject::VCallVisibility>(rest_.bits[s] >> rest::virtual_calls_at);
    const llvm::GlobalVarSummary::GVarFlags own((fates_[s].bits & fate::read_only) != 0,
                                                (fates_[s].bits & fate::write_only) != 0,
                                                p_.summaries[s].has(thinlto::flag::constant), calls);
    return std::make_unique<llvm::GlobalVarSummary>(flags, own, refs(s, edges));
  }
  std::unique_ptr<llvm::GlobalValueSummary> function(std::uint32_t s, const llvm::GlobalValueSummary::GVFlags& flags,
                                                     bool edges) const {
    const thinlto::Summary& from = p_.summaries[s];
    llvm::FunctionSummary::FFlags own{};
    own.ReadNone = from.has(thinlto::flag::read_none);
    own.ReadOnly = from.has(thinlto::flag::read_only);
    own.NoRecurse = from.has(thinlto::flag::no_recurse) || (fates_[s].bits & fate::no_recurse) != 0;
    own.ReturnDoesNotAlias = (rest_.bits[s] & rest::no_alias) != 0;
    own.NoInline = from.has(thinlto::flag::no_inline);
    own.AlwaysInline = from.has(thinlto::flag::always_inline);
    own.NoUnwind = from.has(thinlto::flag::no_unwind) || (fates_[s].bits & fate::no_unwind) != 0;
    own.MayThrow = from.has(thinlto::flag::may_throw);
    own.HasUnknownCall = from.has(thinlto::flag::unknown_call);
    own.MustBeUnreachable = (rest_.bits[s] & rest::unreachable) != 0;
    llvm::FunctionSummary::TypeIdInfo types;
    if (const auto at = rest_.types.find(s); at != rest_.types.end()) types = at->second;
    return std::make_unique<llvm::FunctionSummary>(
        flags, from.instructions, own, refs(s, edges), calls(s, edges), std::move(types.TypeTests),
        std::move(types.TypeTestAssumeVCalls), std::move(types.TypeCheckedLoadVCalls),
        std::move(types.TypeTestAssumeConstVCalls), std::move(types.TypeCheckedLoadConstVCalls),
        std::vector<llvm::FunctionSummary::ParamAccess>(), std::vector<llvm::CallsiteInfo>(),
        std::vector<llvm::AllocInfo>());
  }
  llvm::SmallVector<llvm::ValueInfo, 0> refs(std::uint32_t s, bool edges) const {
    llvm::SmallVector<llvm::ValueInfo, 0> out;
    if (!edges) return out;
    const auto values = p_.refs_of(s);
    for (std::size_t i = 0; i < values.size(); ++i) {
      llvm::ValueInfo info = infos_.lookup(values[i]);
      if (!info) continue;
      const thinlto::Access access = p_.accesses_of(s)[i];
      if (access == thinlto::Access::read_only) info.setReadOnly();
      if (access == thinlto::Access::write_only) info.setWriteOnly();
      out.push_back(info);
    }
    return out;
  }
  llvm::SmallVector<llvm::FunctionSummary::EdgeTy, 0> calls(std::uint32_t s, bool edges) const {
    llvm::SmallVector<llvm::FunctionSummary::EdgeTy, 0> out;
    if (!edges) return out;
    const auto values = p_.calls_of(s);
    std::size_t told = rest_.first_call[s];
    for (std::size_t i = 0; i < values.size(); ++i) {
      const thinlto::CallInfo known = p_.call_infos_of(s)[i];
      if (known.speculative()) continue;  // it was not in the summary
      const bool tail = rest_.tail_calls[told++];
      if (const llvm::ValueInfo info = infos_.lookup(values[i]))
        out.emplace_back(info, llvm::CalleeInfo(hotness(known.hotness()), tail, 0));
    }
    return out;
  }

  const thinlto::Problem& p_;
  const IndexRest& rest_;
  llvm::ArrayRef<Fate> fates_;
  llvm::ModuleSummaryIndex index_{/*HaveGVs=*/false};
  llvm::DenseMap<std::uint32_t, llvm::ValueInfo> infos_;  // by value
  llvm::DenseMap<std::uint32_t, llvm::GlobalValueSummary*> made_;
};

}  // namespace lathe::llvm_ir
