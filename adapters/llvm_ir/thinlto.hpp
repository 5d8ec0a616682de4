// LLVM 22's module summary index as a problem for lathe::thinlto.
//
// Orders are LLVM's, so that the rule `first_found` decides as LLVM does: copies of a value are in the order of its
// summary list, a module's summaries in the order in which its map of defined values is walked. Modules must therefore
// be told in an order that agrees with every summary list; the order in which they were read is one.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
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
    reserve();
    for (const auto& entry : index_) value(index_.getValueInfo(entry));
    const std::vector<std::string> names = order();
    const Grouped defined = by_module(names);
    for (std::size_t m = 0; m < names.size(); ++m)
      module(names[m], {defined.all.data() + defined.first[m], defined.first[m + 1] - defined.first[m]});
    for (auto& [alias, aliasee] : aliases_) out_.summaries[alias].aliasee = number_of_.at(aliasee);
    for (const auto& entry : index_) {
      const std::uint32_t v = values_.at(entry.first);
      if (facts_.preserved.contains(entry.first)) out_.roots.push_back(v);
      if (facts_.outside.contains(entry.first)) out_.defined_outside.push_back(v);
    }
    out_.liveness_known = index_.withGlobalValueDeadStripping();
    out_.attributes_known = index_.withAttributePropagation();
    return std::move(out_);
  }
  /// LLVM's summaries by the numbers that `run` gave them.
  std::vector<llvm::GlobalValueSummary*> summaries() { return std::move(summaries_); }

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
    const auto [at, fresh] = values_.try_emplace(info.getGUID(), static_cast<std::uint32_t>(out_.values.size()));
    if (fresh) {
      const llvm::StringRef name = info.hasName() ? info.name() : llvm::StringRef();
      out_.add_value(info.getGUID(), {name.data(), name.size()});
    }
    return at->second;
  }
  // What grows by doubling has half of its memory to spare in the end, and needs three times it to grow.
  void reserve() {
    std::size_t values = 0, summaries = 0, calls = 0, refs = 0;
    for (const auto& entry : index_) {
      ++values;
      for (const auto& copy : entry.second.getSummaryList()) {
        ++summaries;
        refs += copy->refs().size();
        if (const auto* f = llvm::dyn_cast<llvm::FunctionSummary>(copy.get())) calls += f->calls().size();
        has_aliases_ |= llvm::isa<llvm::AliasSummary>(copy.get());
      }
    }
    out_.values.reserve(values);
    out_.summaries.reserve(summaries);
    summaries_.reserve(summaries);
    out_.callees.reserve(calls);
    out_.call_infos.reserve(calls);
    out_.refs.reserve(refs);
    out_.accesses.reserve(refs);
    values_.reserve(static_cast<unsigned>(values));
  }
  std::vector<std::string> order() const {
    std::vector<std::string> out = facts_.modules, rest;
    llvm::StringMap<bool> told;
    for (const std::string& name : out) told[name] = true;
    for (const auto& entry : index_)
      for (const auto& copy : entry.second.getSummaryList())
        if (told.try_emplace(copy->modulePath(), true).second) rest.push_back(copy->modulePath().str());
    std::sort(rest.begin(), rest.end());
    out.insert(out.end(), rest.begin(), rest.end());
    return out;
  }
  using Defined = std::pair<llvm::GlobalValue::GUID, llvm::GlobalValueSummary*>;
  struct Grouped {
    std::vector<Defined> all;
    std::vector<std::size_t> first;  // of each module, and the end
  };
  // Of each module what it defines, in the order of the index.
  Grouped by_module(const std::vector<std::string>& names) const {
    llvm::StringMap<std::size_t> number;
    for (std::size_t m = 0; m < names.size(); ++m) number.try_emplace(names[m], m);
    Grouped out;
    out.first.resize(names.size() + 1);
    for (const auto& entry : index_)
      for (const auto& copy : entry.second.getSummaryList()) ++out.first[number.lookup(copy->modulePath()) + 1];
    for (std::size_t m = 0; m < names.size(); ++m) out.first[m + 1] += out.first[m];
    out.all.resize(out.first.back());
    std::vector<std::size_t> next(out.first.begin(), out.first.end() - 1);
    for (const auto& entry : index_)
      for (const auto& copy : entry.second.getSummaryList())
        out.all[next[number.lookup(copy->modulePath())]++] = {entry.first, copy.get()};
    return out;
  }
  void module(const std::string& name, llvm::ArrayRef<Defined> list) {
    // LLVM walks a map; one that was filled in another order is walked in another order.
    llvm::GVSummaryMapTy defined;
    for (const auto& [guid, summary] : list) defined[guid] = summary;
    thinlto::Module m{name, static_cast<std::uint32_t>(out_.summaries.size()), 0};
    for (const auto& [guid, summary] : defined) add(guid, *summary);
    m.count = static_cast<std::uint32_t>(out_.summaries.size()) - m.first;
    out_.modules.push_back(std::move(m));
  }
  void add(llvm::GlobalValue::GUID guid, llvm::GlobalValueSummary& from) {
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
    summaries_.push_back(&from);
    if (has_aliases_) number_of_.try_emplace(&from, number);
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
    // A summary has no counts: a call that a profile knows and does not call cold was seen to happen.
    for (const auto& [callee, info] : f.calls()) {
      const thinlto::Hotness known = hotness(info.getHotness());
      out_.add_call(value(callee), thinlto::CallInfo(known, known > thinlto::Hotness::cold));
    }
  }

  const llvm::ModuleSummaryIndex& index_;
  const IndexFacts& facts_;
  thinlto::Problem out_;
  // Looked up only, never walked.
  llvm::DenseMap<llvm::GlobalValue::GUID, std::uint32_t> values_;
  llvm::DenseMap<const llvm::GlobalValueSummary*, std::uint32_t> number_of_;
  std::vector<llvm::GlobalValueSummary*> summaries_;
  bool has_aliases_ = false;
  std::vector<std::pair<std::uint32_t, const llvm::GlobalValueSummary*>> aliases_;
};

}  // namespace detail

/// The problem of a combined index. Liveness and attributes that LLVM has already found stand as known. `summaries`, where
/// it is given, becomes LLVM's summaries by their numbers in the problem. O(size) expected.
inline thinlto::Problem ingest(const llvm::ModuleSummaryIndex& index, const IndexFacts& facts = {},
                               std::vector<llvm::GlobalValueSummary*>* summaries = nullptr) {
  detail::IndexIngest made(index, facts);
  thinlto::Problem out = made.run();
  if (summaries != nullptr) *summaries = made.summaries();
  return out;
}

}  // namespace lathe::llvm_ir
