// What a plan makes of each summary: what a thin link leaves in the index for the backends. The decisions are the plan's.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "nvptx/driver/thinlto/program_impl.hpp"

namespace lathe::nvptx {
namespace {

thinlto::Linkage kept_linkage(thinlto::Linkage linkage) {
  if (linkage == thinlto::Linkage::linkonce) return thinlto::Linkage::weak;
  if (linkage == thinlto::Linkage::linkonce_odr) return thinlto::Linkage::weak_odr;
  return linkage;
}

class Adoption {
 public:
  Adoption(ThinProgram::Impl& program, const thinlto::Plan& plan, const thinlto::Options& options)
      : program_(program), p_(program.problem), plan_(plan), o_(options) {}

  void run() {
    attributes();
    program_.promoted.assign(p_.modules.size(), 0);
    program_.internalized.assign(p_.modules.size(), 0);
    find_visible();
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) program_.fates[s].linkage = linkage(s);
    std::size_t count = 0;
    for (const thinlto::ModulePlan& module : plan_.modules) count += module.imports.size();
    program_.imports.reserve(count);
    program_.first_import.reserve(p_.modules.size() + 1);
    for (const thinlto::ModulePlan& module : plan_.modules) {
      program_.first_import.push_back(static_cast<std::uint32_t>(program_.imports.size()));
      for (const thinlto::Import import : module.imports)
        program_.imports.push_back(import.summary * 2 + (import.declaration ? 1 : 0));
    }
    program_.first_import.push_back(static_cast<std::uint32_t>(program_.imports.size()));
  }

 private:
  void attributes() {
    const std::pair<std::uint32_t, std::uint8_t> known[] = {{thinlto::flag::read_only, llvm_ir::fate::read_only},
                                                            {thinlto::flag::write_only, llvm_ir::fate::write_only},
                                                            {thinlto::flag::no_recurse, llvm_ir::fate::no_recurse},
                                                            {thinlto::flag::no_unwind, llvm_ir::fate::no_unwind}};
    program_.fates.resize(p_.summaries.size());
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      llvm_ir::Fate& fate = program_.fates[s];
      if (plan_.analysis.live[p_.summaries[s].value]) fate.bits |= llvm_ir::fate::live;
      for (const auto& [flag, bit] : known)
        if ((plan_.analysis.attributes[s] & flag) != 0) fate.bits |= bit;
    }
    llvm::ModuleSummaryIndex index(/*HaveGVs=*/false);
    index.setFlags(program_.rest.flags);
    index.setWithGlobalValueDeadStripping();
    index.setWithInternalizeAndPromote();
    if (o_.propagate_attrs) index.setWithAttributePropagation();
    program_.rest.flags = index.getFlags();
  }

  /// What must be seen outside its module: exports of the plan, what the host sees, and what another module's own code
  /// refers to, imported or not.
  void find_visible() {
    visible_.assign(p_.summaries.size(), false);
    // Of each value the module that refers to it, or that several do: a template has a copy in nearly every module.
    constexpr std::uint32_t several = thinlto::none - 1;
    std::vector<std::uint32_t> referrer(p_.values.size(), thinlto::none);
    const auto show = [&](std::uint32_t value, std::uint32_t from) {
      std::uint32_t& known = referrer[value];
      known = known == thinlto::none || known == from ? from : several;
    };
    for (const std::uint32_t v : p_.roots) show(v, several);
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      if (!plan_.analysis.live[p_.summaries[s].value]) continue;
      for (const std::uint32_t v : p_.calls_of(s)) show(v, p_.summaries[s].module);
      for (const std::uint32_t v : p_.refs_of(s)) show(v, p_.summaries[s].module);
    }
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      const std::uint32_t from = referrer[p_.summaries[s].value];
      visible_[s] =
          from != thinlto::none && from != p_.summaries[s].module && !thinlto::is_local(p_.summaries[s].linkage);
    }
    for (const thinlto::Export& e : plan_.exports) visible_[e.summary] = true;
    // An alias is worth nothing without what it names.
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (p_.summaries[s].kind == thinlto::Kind::alias) aliased_.push_back(p_.summaries[s].aliasee);
    std::sort(aliased_.begin(), aliased_.end());
  }

  thinlto::Linkage linkage(std::uint32_t s) {
    const thinlto::Summary& summary = p_.summaries[s];
    const thinlto::Linkage own = summary.linkage;
    if (thinlto::is_local(own)) {
      if (!visible_[s]) return own;
      ++program_.promoted[summary.module];
      return thinlto::Linkage::external;
    }
    if (own == thinlto::Linkage::available_externally || own == thinlto::Linkage::appending) return own;
    if (!summary.has(thinlto::flag::prevailing)) {
      // Another module's copy is kept: this one may still be inlined. Aliases must name a definition.
      const bool alias =
          summary.kind == thinlto::Kind::alias || std::binary_search(aliased_.begin(), aliased_.end(), s);
      return alias ? own : thinlto::Linkage::available_externally;
    }
    if (!visible_[s]) {
      ++program_.internalized[summary.module];
      return thinlto::Linkage::internal;
    }
    if (o_.interposable == thinlto::Interposable::prevailing && thinlto::is_interposable(own))
      return thinlto::Linkage::external;  // nothing can take its place any more
    return kept_linkage(own);
  }

  ThinProgram::Impl& program_;
  const thinlto::Problem& p_;
  const thinlto::Plan& plan_;
  const thinlto::Options& o_;
  std::vector<bool> visible_;
  std::vector<std::uint32_t> aliased_;
};

}  // namespace

void ThinProgram::adopt(const thinlto::Plan& plan, const thinlto::Options& options) {
  note_import_sources();
  Adoption(*impl_, plan, options).run();
}

void ThinProgram::keep_for_backends() {
  Impl& program = *impl_;
  thinlto::Problem& p = program.problem;
  p.names = {};
  p.callees = {};
  p.call_infos = {};
  p.refs = {};
  p.accesses = {};
  p.roots = {};
  p.defined_outside = {};
  p.workloads = {};
  p.own_names = {};
  program.rest.tail_calls = {};
  program.rest.first_call = {};
  program.edges = false;
}

}  // namespace lathe::nvptx
