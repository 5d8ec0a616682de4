// Generated programs as bitcode: written with their summaries, read back into a combined index, as a thin link does.
// LLVM's dead values, attributes and import lists against the planner's.
#include <doctest/doctest.h>
#include <llvm/Analysis/ModuleSummaryAnalysis.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <random>

#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/compare.hpp>

#include "unit/adapters/thinlto_llvm/index.hpp"

namespace {

using namespace thinlto_llvm;

// Module `m` of a program: functions f, each in one module, linkonce_odr ones g in several, local ones, variables, an
// alias. Sizes lie around the thresholds.
std::string module_text(std::uint32_t seed, std::uint32_t m, std::uint32_t modules) {
  std::mt19937 engine(seed * 131 + m);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  constexpr std::uint32_t functions = 10, shared = 6, variables = 4;
  std::string text = "source_filename = \"s" + std::to_string(m) + ".c\"\n";
  std::set<std::string> defined, used, used_variables;
  const auto body = [&](const std::string& head, const std::string& self, std::uint32_t size) {
    defined.insert(self);
    text += head + " {\n";
    for (std::uint32_t i = 0; i < size; ++i)
      text += "  %a" + std::to_string(i) + " = add i32 " + (i == 0 ? "%x" : "%a" + std::to_string(i - 1)) + ", 3\n";
    for (std::uint32_t n = pick(5); n > 0; --n) {
      std::string callee = pick(3) == 0 ? "g" + std::to_string(pick(shared))
                                        : "f" + std::to_string(pick(modules)) + "_" + std::to_string(pick(functions));
      if (pick(12) == 0) callee = "printf_like";
      used.insert(callee);
      text += "  call i32 @" + callee + "(i32 1)" + (pick(9) == 0 ? " cold\n" : "\n");
    }
    for (std::uint32_t n = pick(3); n > 0; --n) {
      const std::string v = "v" + std::to_string(pick(modules)) + "_" + std::to_string(pick(variables));
      used_variables.insert(v);
      text += pick(3) != 0 ? "  %l" + std::to_string(n) + " = load i32, ptr @" + v + "\n"
                           : "  store i32 1, ptr @" + v + "\n";
    }
    text += "  ret i32 0\n}\n";
  };
  static constexpr std::uint32_t sizes[] = {1, 5, 20, 30, 45, 65, 90, 130};
  for (std::uint32_t f = 0; f < functions; ++f) {
    const std::string name = "f" + std::to_string(m) + "_" + std::to_string(f);
    const char* attributes = pick(10) == 0 ? " noinline" : pick(15) == 0 ? " alwaysinline" : "";
    body("define i32 @" + name + "(i32 %x)" + attributes, name, sizes[pick(8)]);
  }
  for (std::uint32_t g = 0; g < shared; ++g) {
    const bool here = pick(2) == 0;
    engine.seed(seed * 977 + g);  // one definition rule: the same body everywhere
    const std::uint32_t size = sizes[pick(8)];
    if (here) body("define linkonce_odr i32 @g" + std::to_string(g) + "(i32 %x)", "g" + std::to_string(g), size);
  }
  text += "@alias" + std::to_string(m) + " = alias i32 (i32), ptr @f" + std::to_string(m) + "_0\n";
  for (std::uint32_t v = 0; v < variables; ++v) {
    const std::string name = "v" + std::to_string(m) + "_" + std::to_string(v);
    defined.insert(name);
    text += "@" + name + (pick(3) == 0 ? " = constant i32 7\n" : " = global i32 0\n");
  }
  for (const std::string& name : used)
    if (!defined.contains(name)) text += "declare i32 @" + name + "(i32)\n";
  for (const std::string& name : used_variables)
    if (!defined.contains(name)) text += "@" + name + " = external global i32\n";
  return text;
}

void add_bitcode(const std::string& text, const std::string& name, llvm::ModuleSummaryIndex& combined,
                 std::vector<std::unique_ptr<std::string>>& buffers) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  REQUIRE_MESSAGE(module, error.getMessage().str() << error.getLineContents().str());
  llvm::ProfileSummaryInfo profile(*module);
  const auto summary = llvm::buildModuleSummaryIndex(*module, nullptr, &profile);
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  llvm::WriteBitcodeToFile(*module, out, false, &summary);
  buffers.push_back(std::make_unique<std::string>(std::move(bytes)));
  REQUIRE(!llvm::readModuleSummaryIndex(llvm::MemoryBufferRef(*buffers.back(), name), combined));
}

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
