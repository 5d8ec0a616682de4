// Summaries there and back: modules told one after the other are the problem of their combined index, and parts of a problem,
// as LLVM's writer writes them, are byte by byte what it writes of the index that the problem came from.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/text.hpp>

#include "adapters/llvm_ir/thinlto_part.hpp"
#include "unit/adapters/thinlto_llvm/programs.hpp"

namespace {

using namespace thinlto_llvm;
using lathe::llvm_ir::IndexPart;
using lathe::llvm_ir::IndexRest;
using lathe::llvm_ir::ModulesIngest;
using lathe::llvm_ir::ModulesOfIndex;

// What generated modules have not: visibility, other ends of calls, types of virtual calls.
constexpr const char* rare = R"(source_filename = "rare.c"
@seen = dso_local constant [1 x ptr] [ptr @loc], !type !0, !vcall_visibility !1
@own = internal global i32 3
declare i1 @llvm.type.test(ptr, metadata)
declare i32 @f0_0(i32)
define hidden i32 @hid(i32 %x) {
  %r = tail call i32 @loc(i32 %x)
  %s = call i32 @f0_0(i32 %r)
  ret i32 %s
}
define internal i32 @loc(i32 %x) {
  %v = load i32, ptr @own
  %r = tail call i32 @f0_0(i32 %v)
  ret i32 %r
}
define linkonce_odr i32 @hides(i32 %x) unnamed_addr {
  ret i32 %x
}
define protected noalias ptr @fresh(ptr %p) {
  %t = call i1 @llvm.type.test(ptr %p, metadata !"a type")
  br i1 %t, label %a, label %b
a:
  %f = call i32 %p(i32 1)
  ret ptr null
b:
  ret ptr null
}
define dso_local void @never() {
  unreachable
}
!0 = !{i64 16, !"a type"}
!1 = !{i64 1}
)";

struct Whole {
  std::vector<std::unique_ptr<std::string>> buffers;
  std::vector<std::string> names;
  llvm::ModuleSummaryIndex index{/*HaveGVs=*/false};

  explicit Whole(std::uint32_t seed) {
    const std::uint32_t modules = 2 + seed % 5;
    for (std::uint32_t m = 0; m <= modules; ++m) {
      names.push_back("q" + std::to_string(m) + ".bc");
      add_bitcode(m < modules ? module_text(seed, m, modules) : rare, names.back(), index, buffers);
    }
  }
};

void nothing_more(llvm::GlobalValue::GUID, const llvm::GlobalValueSummary&, lathe::thinlto::Summary&) {}

lathe::thinlto::Problem told_at_once(const Whole& whole, IndexRest& rest) {
  ModulesIngest ingest(&rest);
  ingest.add_values(whole.index);
  const ModulesOfIndex defined(whole.index, whole.names);
  for (std::size_t m = 0; m < whole.names.size(); ++m)
    ingest.add_module(whole.names[m], whole.index.getModuleHash(whole.names[m]), defined.of(m), nothing_more);
  return ingest.finish();
}

TEST_CASE("modules told one after the other are the problem of their combined index") {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const Whole whole(seed);
    IndexRest at_once, in_turn;
    const auto p = told_at_once(whole, at_once);
    REQUIRE_MESSAGE(check_problem(p).empty(), check_problem(p).str());
    ModulesIngest ingest(&in_turn);
    for (std::size_t m = 0; m < whole.names.size(); ++m) {
      llvm::ModuleSummaryIndex own(/*HaveGVs=*/false);
      REQUIRE(!llvm::readModuleSummaryIndex(llvm::MemoryBufferRef(*whole.buffers[m], whole.names[m]), own));
      ingest.add_values(own);
      ingest.add_module(whole.names[m], own.getModuleHash(whole.names[m]), ModulesOfIndex(own, whole.names[m]).of(0),
                        nothing_more);
    }
    const auto q = ingest.finish();
    CHECK(print(p) == print(q));
    CHECK(at_once.bits == in_turn.bits);
    CHECK(at_once.tail_calls == in_turn.tail_calls);
    CHECK(at_once.original_names == in_turn.original_names);
    CHECK(at_once.flags == in_turn.flags);
    CHECK(at_once.blocks == in_turn.blocks);
    CHECK(print(q) == print(lathe::llvm_ir::ingest(whole.index, {whole.names, {}, {}, {}, {}})));
  }
}

// Of the summaries, in the order of their guids, as they were.
std::string written(const llvm::ModuleSummaryIndex& index, const llvm::ModuleToSummariesForIndexTy& summaries) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::writeIndexToFile(index, stream, &summaries);
  return bytes;
}

std::vector<lathe::llvm_ir::Fate> fates_of(const lathe::thinlto::Problem& p) {
  std::vector<lathe::llvm_ir::Fate> out;
  for (const auto& s : p.summaries) {
    lathe::llvm_ir::Fate fate{s.linkage, 0};
    const bool variable = s.kind == lathe::thinlto::Kind::variable;
    if (s.has(lathe::thinlto::flag::live)) fate.bits |= lathe::llvm_ir::fate::live;
    if (variable && s.has(lathe::thinlto::flag::read_only)) fate.bits |= lathe::llvm_ir::fate::read_only;
    if (variable && s.has(lathe::thinlto::flag::write_only)) fate.bits |= lathe::llvm_ir::fate::write_only;
    out.push_back(fate);
  }
  return out;
}

TEST_CASE("parts of a problem are what LLVM writes of the index that it came from") {
  std::size_t tails = 0, others = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Whole whole(seed);
    IndexRest rest;
    auto p = told_at_once(whole, rest);
    for (const bool tail : rest.tail_calls) tails += tail;
    if (seed % 2 != 0) {  // calls that somebody added do not stand in an index
      p.callees.insert(p.callees.begin() + 1, p.callees[0]);
      p.call_infos.insert(p.call_infos.begin() + 1,
                          lathe::thinlto::CallInfo(lathe::thinlto::Hotness::unknown, false, true));
      bool behind = false;
      for (auto& s : p.summaries) {
        behind |= s.first_call > 0;
        if (behind) ++s.first_call;
      }
    }
    const auto fates = fates_of(p);
    std::mt19937 engine(seed);
    for (std::uint32_t part = 0; part <= p.modules.size(); ++part) {
      // A module and a tenth of all others, or everything.
      std::vector<std::uint32_t> wanted;
      for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
        if (part == p.modules.size() || p.summaries[s].module == part || engine() % 10 == 0) wanted.push_back(s);
      IndexPart made(p, rest, fates);
      made.add(wanted, true);
      llvm::ModuleToSummariesForIndexTy ours, theirs;
      for (const std::uint32_t s : wanted) {
        const std::string& name = p.modules[p.summaries[s].module].name;
        const auto guid = p.values[p.summaries[s].value].guid;
        ours[name][guid] = made.summary_of(s);
        theirs[name][guid] = whole.index.findSummaryInModule(guid, name);
        others += p.summaries[s].module != part;
      }
      CAPTURE(seed);
      CAPTURE(part);
      CHECK(written(made.index(), ours) == written(whole.index, theirs));
    }
  }
  CHECK(tails >= 80);
  CHECK(others > 1000);
}

}  // namespace
