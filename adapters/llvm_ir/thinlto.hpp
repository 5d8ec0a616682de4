// LLVM 22's module summary index as a problem for lathe::thinlto.
//
// Orders are LLVM's, so that the rule `first_found` decides as LLVM does: copies of a value are in the order of its
// summary list, a module's summaries in the order in which its map of defined values is walked. Modules must therefore
// be told in an order that agrees with every summary list; the order in which they were read is one.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <lathe/thinlto/problem.hpp>

namespace lathe::llvm_ir {

/// What the summaries alone do not say.
struct IndexFacts {
  std::vector<std::string> modules;                   ///< in order; those left out come last, by name
  llvm::DenseSet<llvm::GlobalValue::GUID> preserved;  ///< used from outside
  llvm::DenseSet<llvm::GlobalValue::GUID> outside;    ///< whose prevailing copy is in none of the modules
  llvm::DenseSet<const llvm::GlobalValueSummary*> prevailing;
  llvm::DenseSet<llvm::GlobalValue::GUID> kernels;  ///< entry points: LLVM's summaries do not tell them
  llvm::DenseMap<const llvm::GlobalValueSummary*, std::uint8_t> priorities{};  ///< of functions, where it is not 2
  llvm::DenseSet<const llvm::GlobalValueSummary*> address_space_25;            ///< functions of that address space
};

namespace detail {

class IndexIngest {
 public:
  IndexIngest(const llvm::ModuleSummaryIndex& index, const IndexFacts& facts) : index_(index), facts_(facts) {}

  thinlto::Problem run() {
    for (const auto& entry : index_) value(index_.getValueInfo(entry));
    llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
    index_.collectDefinedGVSummariesPerModule(defined);
    const llvm::GVSummaryMapTy nothing;
    for (const std::string& name : order(defined)) {
      const auto at = defined.find(name);  // a copy of the map may be walked in another order
      module(name, at != defined.end() ? at->second : nothing);
    }
    for (auto& [alias, aliasee] : aliases_) out_.summaries[alias].aliasee = summaries_.at(aliasee);
    for (const auto& entry : index_) {
      const std::uint32_t v = values_.at(entry.first);
      if (facts_.preserved.contains(entry.first)) out_.roots.push_back(v);
      if (facts_.outside.contains(entry.first)) out_.defined_outside.push_back(v);
    }
    out_.liveness_known = index_.withGlobalValueDeadStripping();
    out_.attributes_known = index_.withAttributePropagation();
    return std::move(out_);
  }

 private:
  static thinlto::Linkage linkage(llvm::GlobalValue::LinkageTypes l) {
    using From = llvm::GlobalValue;
    using To = thinlto::Linkage;
    switch (l) {
      case From::ExternalLinkage:
        return To::external;
      case From::AvailableExternallyLinkage:
        return To::available_externally;
      case From::LinkOnceAnyLinkage:
        return To::linkonce;
      case From::LinkOnceODRLinkage:
        return To::linkonce_odr;
      case From::WeakAnyLinkage:
        return To::weak;
      case From::WeakODRLinkage:
        return To::weak_odr;
      case From::AppendingLinkage:
        return To::appending;
      case From::InternalLinkage:
        return To::internal;
      case From::PrivateLinkage:
        return To::private_;
      case From::ExternalWeakLinkage:
        return To::extern_weak;
      case From::CommonLinkage:
        return To::common;
    }
    return To::external;
  }
  static thinlto::Hotness hotness(llvm::CalleeInfo::HotnessType h) {
    switch (h) {
      case llvm::CalleeInfo::HotnessType::Unknown:
        return thinlto::Hotness::unknown;
      case llvm::CalleeInfo::HotnessType::Cold:
        return thinlto::Hotness::cold;
      case llvm::CalleeInfo::HotnessType::None:
        return thinlto::Hotness::none;
      case llvm::CalleeInfo::HotnessType::Hot:
        return thinlto::Hotness::hot;
      case llvm::CalleeInfo::HotnessType::Critical:
        return thinlto::Hotness::critical;
    }
    return thinlto::Hotness::unknown;
  }
  std::uint32_t value(const llvm::ValueInfo& info) {
    const auto [at, fresh] = values_.emplace(info.getGUID(), static_cast<std::uint32_t>(out_.values.size()));
    if (fresh) {
      const llvm::StringRef name = info.hasName() ? info.name() : llvm::StringRef();
      out_.add_value(info.getGUID(), {name.data(), name.size()});
    }
    return at->second;
  }
  std::vector<std::string> order(const llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy>& defined) const {
    std::vector<std::string> out = facts_.modules, rest;
    llvm::StringMap<bool> told;
    for (const std::string& name : out) told[name] = true;
    for (const auto& entry : defined)
      if (!told.contains(entry.first)) rest.push_back(entry.first.str());
    std::sort(rest.begin(), rest.end());
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }
  void module(const std::string& name, const llvm::GVSummaryMapTy& defined) {
    thinlto::Module m{name, static_cast<std::uint32_t>(out_.summaries.size()), 0};
    for (const auto& [guid, summary] : defined) add(guid, *summary);
    m.count = static_cast<std::uint32_t>(out_.summaries.size()) - m.first;
    out_.modules.push_back(std::move(m));
  }
  void add(llvm::GlobalValue::GUID guid, const llvm::GlobalValueSummary& from) {
    thinlto::Summary s;
    s.value = values_.at(guid);
    s.module = static_cast<std::uint32_t>(out_.modules.size());
    s.first_call = static_cast<std::uint32_t>(out_.callees.size());
    s.first_ref = static_cast<std::uint32_t>(out_.refs.size());
    s.linkage = linkage(from.linkage());
    if (from.isLive()) s.flags |= thinlto::flag::live;
    if (from.notEligibleToImport()) s.flags |= thinlto::flag::not_eligible;
    if (facts_.prevailing.contains(&from)) s.flags |= thinlto::flag::prevailing;
    const auto number = static_cast<std::uint32_t>(out_.summaries.size());
    summaries_.try_emplace(&from, number);
    if (const auto* alias = llvm::dyn_cast<llvm::AliasSummary>(&from)) {
      s.kind = thinlto::Kind::alias;
      aliases_.push_back({number, &alias->getAliasee()});
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVarSummary>(&from)) {
      s.kind = thinlto::Kind::variable;
      if (variable->isConstant()) s.flags |= thinlto::flag::constant;
      if (variable->maybeReadOnly()) s.flags |= thinlto::flag::read_only;
      if (variable->maybeWriteOnly()) s.flags |= thinlto::flag::write_only;
    } else if (const auto* f = llvm::dyn_cast<llvm::FunctionSummary>(&from)) {
      function(*f, s);
      if (facts_.kernels.contains(guid)) s.flags |= thinlto::flag::kernel;
      if (facts_.address_space_25.contains(&from)) s.flags |= thinlto::flag::address_space_25;
      if (const auto at = facts_.priorities.find(&from); at != facts_.priorities.end()) s.priority = at->second;
    }
    for (const llvm::ValueInfo& ref : from.refs())
      out_.add_ref(value(ref), ref.isReadOnly()    ? thinlto::Access::read_only
                               : ref.isWriteOnly() ? thinlto::Access::write_only
                                                   : thinlto::Access::any);
    out_.summaries.push_back(s);
  }
  void function(const llvm::FunctionSummary& f, thinlto::Summary& s) {
    s.instructions = f.instCount();
    const llvm::FunctionSummary::FFlags flags = f.fflags();
    const std::pair<bool, std::uint32_t> bits[] = {
        {flags.NoInline, thinlto::flag::no_inline},   {flags.AlwaysInline, thinlto::flag::always_inline},
        {flags.MayThrow, thinlto::flag::may_throw},   {flags.HasUnknownCall, thinlto::flag::unknown_call},
        {flags.ReadNone, thinlto::flag::read_none},   {flags.ReadOnly, thinlto::flag::read_only},
        {flags.NoRecurse, thinlto::flag::no_recurse}, {flags.NoUnwind, thinlto::flag::no_unwind}};
    for (const auto& [set, bit] : bits)
      if (set) s.flags |= bit;
    for (const auto& [callee, info] : f.calls())
      out_.add_call(value(callee), thinlto::CallInfo(hotness(info.getHotness())));
  }

  const llvm::ModuleSummaryIndex& index_;
  const IndexFacts& facts_;
  thinlto::Problem out_;
  // Looked up only, never walked.
  std::unordered_map<llvm::GlobalValue::GUID, std::uint32_t> values_;
  llvm::DenseMap<const llvm::GlobalValueSummary*, std::uint32_t> summaries_;
  std::vector<std::pair<std::uint32_t, const llvm::GlobalValueSummary*>> aliases_;
};

}  // namespace detail

/// The problem of a combined index. Liveness and attributes that LLVM has already found stand as known. O(size)
/// expected.
inline thinlto::Problem ingest(const llvm::ModuleSummaryIndex& index, const IndexFacts& facts = {}) {
  return detail::IndexIngest(index, facts).run();
}

}  // namespace lathe::llvm_ir
