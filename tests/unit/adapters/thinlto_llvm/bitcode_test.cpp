// Generated programs as bitcode: written with their summaries, read back into a combined index, as a thin link does.
// LLVM's dead values, attributes and import lists against the planner's.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/compare.hpp>

#include "unit/adapters/thinlto_llvm/index.hpp"
#include "unit/adapters/thinlto_llvm/programs.hpp"

namespace {

using namespace thinlto_llvm;

struct Program {
  std::vector<std::unique_ptr<std::string>> buffers;
  llvm::ModuleSummaryIndex index{/*HaveGVs=*/false};
  lathe::llvm_ir::IndexFacts facts;
  llvm::DenseSet<llvm::GlobalValue::GUID> nothing;
};

void make(Program& program, std::uint32_t seed) {
  const std::uint32_t modules = 2 + seed % 5;
  for (std::uint32_t m = 0; m < modules; ++m) {
    program.facts.modules.push_back("p" + std::to_string(m) + ".bc");
    add_bitcode(module_text(seed, m, modules), program.facts.modules.back(), program.index, program.buffers);
  }
  for (std::uint32_t m = 0; m < modules; ++m) {
    program.facts.preserved.insert(llvm::GlobalValue::getGUIDAssumingExternalLinkage("f" + std::to_string(m) + "_1"));
    if (m % 2 == 0)
      program.facts.preserved.insert(llvm::GlobalValue::getGUIDAssumingExternalLinkage("v" + std::to_string(m) + "_0"));
  }
  for (const auto& entry : program.index)
    if (!entry.second.getSummaryList().empty()) program.facts.prevailing.insert(entry.second.getSummaryList()[0].get());
}

TEST_CASE("dead values and attributes of variables are LLVM's") {
  std::size_t dead = 0, read_only = 0, write_only = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Program program;
    make(program, seed);
    const lathe::thinlto::Problem p = lathe::llvm_ir::ingest(program.index, program.facts);
    REQUIRE_MESSAGE(check_problem(p).empty(), check_problem(p).str());
    const auto ours = plan_problem(p);
    CHECK(check_plan(p, ours).empty());
    llvm::computeDeadSymbolsWithConstProp(
        program.index, program.facts.preserved, [](llvm::GlobalValue::GUID) { return llvm::PrevailingType::Unknown; },
        true);
    const lathe::thinlto::Problem after = lathe::llvm_ir::ingest(program.index, program.facts);
    REQUIRE(after.liveness_known);
    REQUIRE(after.attributes_known);
    const auto theirs = plan_problem(after);
    for (const auto& s : p.summaries) CHECK(ours.analysis.live[s.value] == theirs.analysis.live[s.value]);
    for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
      if (p.summaries[s].kind != lathe::thinlto::Kind::variable || !ours.analysis.live[p.summaries[s].value]) continue;
      CHECK(ours.analysis.attributes[s] == theirs.analysis.attributes[s]);
      read_only += (ours.analysis.attributes[s] & lathe::thinlto::flag::read_only) != 0;
      write_only += (ours.analysis.attributes[s] & lathe::thinlto::flag::write_only) != 0;
    }
    dead += ours.stats.dead_values;
  }
  CHECK(dead > 100);
  CHECK(read_only > 50);
  CHECK(write_only > 5);
}

TEST_CASE("imports of generated programs: LLVM's are a subset of the rule best, each difference has a reason") {
  std::size_t same = 0, more = 0, other_copies = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    Program program;
    make(program, seed);
    llvm::computeDeadSymbolsWithConstProp(
        program.index, program.facts.preserved, [](llvm::GlobalValue::GUID) { return llvm::PrevailingType::Unknown; },
        true);
    const lathe::thinlto::Problem p = lathe::llvm_ir::ingest(program.index, program.facts);
    lathe::thinlto::Options options;
    options.print_import_failures = true;
    const auto best = plan_problem(p, options);
    CHECK(check_plan(p, best, options).empty());
    options.rule = lathe::thinlto::Rule::first_found;
    const auto first = plan_problem(p, options);
    const ImportSet theirs = llvm_imports(program.index, program.facts);
    CAPTURE(seed);
    REQUIRE_MESSAGE(our_imports(p, first) == theirs, missing(theirs, our_imports(p, first)));
    // By guid: of equal copies the rule best takes one that no order of input decides.
    std::set<std::pair<std::string, std::uint64_t>> ours;
    for (const auto& [module, source, guid, definition] : our_imports(p, best)) ours.insert({module, guid});
    for (const auto& [module, source, guid, definition] : theirs) REQUIRE(ours.contains({module, guid}));
    same += theirs.size();
    more += ours.size() - theirs.size();
    for (const auto& d : only_in_first(p, best, first)) {
      using enum lathe::thinlto::Difference;
      other_copies += d.why == other_copy;
      const bool good = d.why == lower_threshold
                            ? d.threshold > d.other_threshold
                            : d.why == other_copy || d.why == caller_not_there || d.why == variable;
      CHECK(good);
    }
  }
  CHECK(same > 2000);
  MESSAGE("imports of LLVM " << same << ", more by the rule best " << more << ", from another module " << other_copies);
}

}  // namespace
