// LLVM 22's module summary index as a problem for lathe::thinlto.
//
// Orders are LLVM's, so that the rule `first_found` decides as LLVM does: copies of a value are in the order of its
// summary list, a module's summaries in the order in which its map of defined values is walked. Modules must therefore
// be told in an order that agrees with every summary list; the order in which they were read is one.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/ModuleSummaryIndex.h>

#include <algorithm>
#include <cstdint>
#include <map>
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

/// What LLVM's summaries say and a problem has no place for: with it a part of the problem becomes an index again
/// (thinlto_part.hpp). Calls of type tests and of virtual functions are kept; what summaries say of heap profiles, of
/// accesses through parameters and of the functions in virtual tables is for steps of a thin link that are not here.
struct IndexRest {
  std::vector<std::uint8_t> bits;         ///< of each summary: bits of namespace rest
  std::vector<bool> tail_calls;           ///< beside Problem::callees, but for calls that somebody added since
  std::vector<std::uint32_t> first_call;  ///< of each summary in `tail_calls`
  /// Of summaries of local values, ascending: the guid that the name alone would have.
  std::vector<std::pair<std::uint32_t, llvm::GlobalValue::GUID>> original_names;
  std::map<std::uint32_t, llvm::FunctionSummary::TypeIdInfo> types;  ///< by summary, where there is something
  std::vector<std::pair<std::string, llvm::TypeIdSummary>> type_ids;
  std::vector<llvm::ModuleHash> hashes;  ///< of each module
  std::uint64_t flags = 0;               ///< of all indexes together
  std::uint64_t blocks = 0;              ///< in all modules
};

/// Bits of IndexRest::bits. The last two are of functions; of variables they are the visibility of virtual calls.
namespace rest {
inline constexpr unsigned visibility = 3, dso_local = 4, can_auto_hide = 8, no_alias = 16, unreachable = 32,
                          virtual_calls_at = 4;
}  // namespace rest

/// A summary of a module, by its value's guid.
using Defined = std::pair<llvm::GlobalValue::GUID, llvm::GlobalValueSummary*>;

/// What each module of an index defines.
class ModulesOfIndex {
 public:
  /// The modules by their names, with numbers in that order. Precondition: they are all that the index has.
  ModulesOfIndex(const llvm::ModuleSummaryIndex& index, llvm::ArrayRef<std::string> names) {
    llvm::StringMap<std::size_t> number;
    for (std::size_t m = 0; m < names.size(); ++m) number.try_emplace(names[m], m);
    first_.resize(names.size() + 1);
    for (const auto& entry : index)
      for (const auto& copy : entry.second.getSummaryList()) ++first_[number.lookup(copy->modulePath()) + 1];
    for (std::size_t m = 0; m < names.size(); ++m) first_[m + 1] += first_[m];
    all_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (const auto& entry : index)
      for (const auto& copy : entry.second.getSummaryList())
        all_[next[number.lookup(copy->modulePath())]++] = {entry.first, copy.get()};
  }
  /// In the order of the index, which is that of guids.
  llvm::ArrayRef<Defined> of(std::size_t module) const {
    return {all_.data() + first_[module], first_[module + 1] - first_[module]};
  }

 private:
  std::vector<Defined> all_;
  std::vector<std::size_t> first_;  // of each module, and the end
};

/// Summaries as a problem, one module after the other: what is told may go as soon as it was told, but for modules of which
/// one index speaks. O(size) expected.
class ModulesIngest {
 public:
  /// What a caller knows of a summary beside it, put into the problem's.
  using Look = llvm::function_ref<void(llvm::GlobalValue::GUID, const llvm::GlobalValueSummary&, thinlto::Summary&)>;

  /// `rest`, where it is given, becomes what the problem has no place for; it must live as long as this.
  explicit ModulesIngest(IndexRest* rest = nullptr) : rest_(rest) {}

  /// Makes room for what the index has: what grows by doubling has half of its memory to spare in the end.
  void reserve(const llvm::ModuleSummaryIndex& index) {
    std::size_t values = 0, summaries = 0, calls = 0, refs = 0;
    for (const auto& entry : index) {
      ++values;
      for (const auto& copy : entry.second.getSummaryList()) {
        ++summaries;
        refs += copy->refs().size();
        if (const auto* f = llvm::dyn_cast<llvm::FunctionSummary>(copy.get())) calls += f->calls().size();
      }
    }
    out_.values.reserve(values);
    out_.summaries.reserve(summaries);
    out_.callees.reserve(calls);
    out_.call_infos.reserve(calls);
    out_.refs.reserve(refs);
    out_.accesses.reserve(refs);
    values_.reserve(static_cast<unsigned>(values));
  }

  /// All values of the index, and what it says of itself. Before the modules that it has.
  void add_values(const llvm::ModuleSummaryIndex& index) {
    for (const auto& entry : index) {
      const llvm::ValueInfo info = index.getValueInfo(entry);
      const std::uint32_t v = value(entry.first);
      if (info.hasName() && out_.values[v].name_size == 0) name_value(v, info.name());
    }
    out_.liveness_known |= index.withGlobalValueDeadStripping();
    out_.attributes_known |= index.withAttributePropagation();
    if (rest_ == nullptr) return;
    rest_->flags |= index.getFlags();
    rest_->blocks += index.getBlockCount();
    for (const auto& [guid, id] : index.typeIds()) rest_->type_ids.emplace_back(id.first.str(), id.second);
  }

  /// A module and what it defines, in ascending order of guids. Preconditions: add_values of its index; aliases have their
  /// aliasees in the list.
  void add_module(const std::string& name, const llvm::ModuleHash& hash, llvm::ArrayRef<Defined> list, Look look) {
    // LLVM walks a map; one that was filled in another order is walked in another order.
    llvm::GVSummaryMapTy defined;
    for (const auto& [guid, summary] : list) defined[guid] = summary;
    thinlto::Module m{name, static_cast<std::uint32_t>(out_.summaries.size()), 0};
    numbers_.clear();
    aliases_.clear();
    for (const auto& [guid, summary] : defined) add(guid, *summary, look);
    for (const auto& [alias, aliasee] : aliases_) out_.summaries[alias].aliasee = numbers_.lookup(aliasee);
    m.count = static_cast<std::uint32_t>(out_.summaries.size()) - m.first;
    out_.modules.push_back(std::move(m));
    if (rest_ != nullptr) rest_->hashes.push_back(hash);
  }

  /// The name of a value whose index had none; nothing where the value is not known.
  void name(llvm::GlobalValue::GUID guid, llvm::StringRef text) {
    if (const auto at = values_.find(guid); at != values_.end() && out_.values[at->second].name_size == 0)
      name_value(at->second, text);
  }

  /// What was told, values in ascending order of guids. Nothing may be added any more.
  thinlto::Problem finish() {
    values_ = decltype(values_)();
    sort_values();
    out_.values.shrink_to_fit();
    out_.names.shrink_to_fit();
    out_.summaries.shrink_to_fit();
    out_.callees.shrink_to_fit();
    out_.call_infos.shrink_to_fit();
    out_.refs.shrink_to_fit();
    out_.accesses.shrink_to_fit();
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
  std::uint32_t value(llvm::GlobalValue::GUID guid) {
    const auto [at, fresh] = values_.try_emplace(guid, static_cast<std::uint32_t>(out_.values.size()));
    if (fresh) out_.add_value(guid, {});
    return at->second;
  }
  void name_value(std::uint32_t v, llvm::StringRef text) {
    out_.values[v].name = static_cast<std::uint32_t>(out_.names.size());
    out_.values[v].name_size = static_cast<std::uint32_t>(text.size());
    out_.names.append(text.data(), text.size());
  }
  void add(llvm::GlobalValue::GUID guid, llvm::GlobalValueSummary& from, Look look) {
    thinlto::Summary s;
    s.value = values_.at(guid);
    s.module = static_cast<std::uint32_t>(out_.modules.size());
    s.first_call = static_cast<std::uint32_t>(out_.callees.size());
    s.first_ref = static_cast<std::uint32_t>(out_.refs.size());
    s.linkage = linkage(from.linkage());
    if (from.isLive()) s.flags |= thinlto::flag::live;
    if (from.notEligibleToImport()) s.flags |= thinlto::flag::not_eligible;
    const auto number = static_cast<std::uint32_t>(out_.summaries.size());
    numbers_.try_emplace(&from, number);
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
    }
    for (const llvm::ValueInfo& ref : from.refs())
      out_.add_ref(values_.at(ref.getGUID()), ref.isReadOnly()    ? thinlto::Access::read_only
                                              : ref.isWriteOnly() ? thinlto::Access::write_only
                                                                  : thinlto::Access::any);
    look(guid, from, s);
    out_.summaries.push_back(s);
    if (rest_ != nullptr) keep_rest(number, from);
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
      out_.add_call(values_.at(callee.getGUID()), thinlto::CallInfo(known, known > thinlto::Hotness::cold));
    }
  }

  void keep_rest(std::uint32_t number, const llvm::GlobalValueSummary& from) {
    rest_->first_call.push_back(static_cast<std::uint32_t>(rest_->tail_calls.size()));
    unsigned bits = static_cast<unsigned>(from.getVisibility());
    if (from.isDSOLocal()) bits |= rest::dso_local;
    if (from.canAutoHide()) bits |= rest::can_auto_hide;
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVarSummary>(&from)) {
      bits |= static_cast<unsigned>(variable->getVCallVisibility()) << rest::virtual_calls_at;
    } else if (const auto* f = llvm::dyn_cast<llvm::FunctionSummary>(&from)) {
      if (f->fflags().ReturnDoesNotAlias) bits |= rest::no_alias;
      if (f->fflags().MustBeUnreachable) bits |= rest::unreachable;
      for (const auto& [callee, info] : f->calls()) rest_->tail_calls.push_back(info.hasTailCall());
      if (const auto* types = f->getTypeIdInfo()) rest_->types.emplace(number, *types);
    }
    rest_->bits.push_back(static_cast<std::uint8_t>(bits));
    if (llvm::GlobalValue::isLocalLinkage(from.linkage()))
      rest_->original_names.emplace_back(number, from.getOriginalName());
  }
  // As LLVM's index has them; modules told them as they came.
  void sort_values() {
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return out_.values[a].guid < out_.values[b].guid; };
    std::vector<std::uint32_t> order(out_.values.size());
    for (std::uint32_t v = 0; v < order.size(); ++v) order[v] = v;
    if (std::is_sorted(order.begin(), order.end(), before)) return;
    std::sort(order.begin(), order.end(), before);
    std::vector<thinlto::Value> sorted;
    std::vector<std::uint32_t> now(order.size());
    sorted.reserve(order.size());
    for (const std::uint32_t v : order) {
      now[v] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(out_.values[v]);
    }
    out_.values = std::move(sorted);
    for (thinlto::Summary& s : out_.summaries) s.value = now[s.value];
    for (std::uint32_t& v : out_.callees) v = now[v];
    for (std::uint32_t& v : out_.refs) v = now[v];
  }

  IndexRest* rest_;
  thinlto::Problem out_;
  // Looked up only, never walked.
  llvm::DenseMap<llvm::GlobalValue::GUID, std::uint32_t> values_;
  llvm::DenseMap<const llvm::GlobalValueSummary*, std::uint32_t> numbers_;  // of the module in hand
  std::vector<std::pair<std::uint32_t, const llvm::GlobalValueSummary*>> aliases_;
};

namespace detail {

class IndexIngest {
 public:
  IndexIngest(const llvm::ModuleSummaryIndex& index, const IndexFacts& facts) : index_(index), facts_(facts) {}

  thinlto::Problem run() {
    modules_.reserve(index_);
    modules_.add_values(index_);
    const std::vector<std::string> names = order();
    add_all(names);
    thinlto::Problem out = modules_.finish();
    for (std::uint32_t v = 0; v < out.values.size(); ++v) {
      if (facts_.preserved.contains(out.values[v].guid)) out.roots.push_back(v);
      if (facts_.outside.contains(out.values[v].guid)) out.defined_outside.push_back(v);
    }
    return out;
  }

 private:
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
  void add_all(const std::vector<std::string>& names) {
    const ModulesOfIndex defined(index_, names);
    for (std::size_t m = 0; m < names.size(); ++m)
      modules_.add_module(names[m], {}, defined.of(m), [&](auto guid, const auto& from, thinlto::Summary& s) {
        if (facts_.prevailing.contains(&from)) s.flags |= thinlto::flag::prevailing;
        if (s.kind != thinlto::Kind::function) return;
        if (facts_.kernels.contains(guid)) s.flags |= thinlto::flag::kernel;
        if (facts_.address_space_25.contains(&from)) s.flags |= thinlto::flag::address_space_25;
        if (const auto at = facts_.priorities.find(&from); at != facts_.priorities.end()) s.priority = at->second;
      });
  }

  const llvm::ModuleSummaryIndex& index_;
  const IndexFacts& facts_;
  ModulesIngest modules_;
};

}  // namespace detail

/// The problem of a combined index. Liveness and attributes that LLVM has already found stand as known. O(size) expected.
inline thinlto::Problem ingest(const llvm::ModuleSummaryIndex& index, const IndexFacts& facts = {}) {
  return detail::IndexIngest(index, facts).run();
}

}  // namespace lathe::llvm_ir
