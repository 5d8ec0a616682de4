// Registers of AMD GPUs and the waves that they let run: steps, and what counts, against what LLVM prints of functions that
// need so many registers and no more.
#include <llvm/CodeGen/LiveIntervals.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <lathe/sched/evaluate.hpp>

#include "adapters/llvm_mir/amd_gpu.hpp"
#include "adapters/llvm_mir/crowded_problem.hpp"
#include "adapters/llvm_mir/peaks.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

constexpr const char* triple = "amdgcn-amd-amdhsa";
struct Gpu {
  const char *cpu, *features;
};
constexpr const char* long_waves = "+wavefrontsize64";
// One of each kind: granule, size of the file, waves at most, accumulation registers, scalar steps.
constexpr Gpu gpus[] = {{"gfx704", ""},          {"gfx803", ""},  {"gfx900", ""},          {"gfx908", ""},
                        {"gfx90a", ""},          {"gfx942", ""},  {"gfx950", ""},          {"gfx1010", ""},
                        {"gfx1010", long_waves}, {"gfx1030", ""}, {"gfx1030", long_waves}, {"gfx1100", ""},
                        {"gfx1100", long_waves}, {"gfx1102", ""}, {"gfx1151", ""},         {"gfx1201", ""},
                        {"gfx1201", long_waves}, {"gfx1250", ""}};

// A kernel that needs the first so many registers of each kind, and nothing else.
struct Need {
  unsigned vector = 0, accumulation = 0, scalar = 0;
};
std::string kernel(const std::string& name, const std::string& body) {
  return "define amdgpu_kernel void @" + name + "() #0 {\n" + body + "  ret void\n}\n";
}
std::string whole(const std::string& kernels) {
  return "target triple = \"" + std::string(triple) + "\"\n" + kernels +
         "attributes #0 = { nounwind \"amdgpu-flat-work-group-size\"=\"1,32\" \"amdgpu-waves-per-eu\"=\"1\" "
         "\"amdgpu-no-workitem-id-x\" \"amdgpu-no-workitem-id-y\" \"amdgpu-no-workitem-id-z\" }\n";
}
std::string text_of(const std::vector<Need>& needs) {
  std::string out;
  for (const Need& n : needs) {
    std::string names;
    const auto add = [&](const char* kind, unsigned count) {
      if (count != 0) names += (names.empty() ? "~{" : ",~{") + (kind + std::to_string(count - 1)) + "}";
    };
    add("v", n.vector);
    add("a", n.accumulation);
    add("s", n.scalar);
    out += kernel("k" + std::to_string(&n - needs.data()), "  call void asm sideeffect \"\", \"" + names + "\"()\n");
  }
  return whole(out);
}

// What LLVM prints behind a kernel.
struct Printed {
  unsigned vector = 0, scalar = 0, occupancy = 0;
};
unsigned number_behind(const std::string& text, const char* what, std::size_t from, std::size_t to) {
  const std::size_t at = text.find(what, from);
  return at >= to ? 0 : static_cast<unsigned>(std::stoul(text.substr(at + std::string(what).size())));
}
std::vector<Printed> printed(const std::string& ir, const Gpu& gpu) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseIR(llvm::MemoryBufferRef(ir, "kernels"), diagnostic, context);
  REQUIRE_MESSAGE(module != nullptr, diagnostic.getMessage().str());
  std::string error;
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(llvm::Triple(triple), error);
  REQUIRE_MESSAGE(target != nullptr, error);
  llvm::TargetOptions options;
  options.MCOptions.AsmVerbose = true;
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(llvm::Triple(triple), gpu.cpu, gpu.features, options, llvm::Reloc::PIC_, std::nullopt,
                                  llvm::CodeGenOptLevel::Default));
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  llvm::legacy::PassManager passes;
  REQUIRE(!machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile));
  passes.run(*module);
  std::vector<Printed> all;
  const std::string whole(text);
  for (std::size_t at = whole.find("; Kernel info:"), next = 0; at != std::string::npos; at = next) {
    next = whole.find("; Kernel info:", at + 1);
    const unsigned total = number_behind(whole, "; TotalNumVgprs: ", at, next);
    all.push_back({total != 0 ? total : number_behind(whole, "; NumVgprs: ", at, next),
                   number_behind(whole, "; TotalNumSgprs: ", at, next),
                   number_behind(whole, "; Occupancy: ", at, next)});
  }
  return all;
}

std::unique_ptr<Program> loaded(const std::string& ir, const Gpu& gpu, LoadOptions options) {
  options.triple = triple;
  options.cpu = gpu.cpu;
  options.features = gpu.features;
  std::string error;
  auto program = load_text(ir, "kernels.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  return program;
}
std::uint32_t waves(const std::vector<program::Step>& steps, std::uint64_t registers) {
  return sched::occupancy_of({"", 0, 0, steps}, registers);
}

// The most registers of the set that live at once in a kernel, as `occupancy` of the plugin counts them.
std::uint64_t counted(Program& program, llvm::MachineFunction& f, OccupancySet set) {
  set.steps.insert(set.steps.begin(), {1, ~0U});  // so that every region counts
  llvm::MachineFunctionAnalysisManager analyses;
  llvm::PassBuilder().registerMachineFunctionAnalyses(analyses);
  auto& intervals = analyses.getResult<llvm::LiveIntervalsAnalysis>(f);
  CrowdedRegions crowded(f, intervals, 1, &set);
  CrowdedProblems maker(program.alias(f), f, &set, &intervals);
  std::uint64_t most = 0;
  for (const CrowdedRegion& region : crowded.regions()) {
    const sched::Problem problem = maker.make(region);
    std::vector<std::uint32_t> source(problem.size());
    std::iota(source.begin(), source.end(), 0);
    const auto registers = sched::registers_of(sched::Graph(problem), source);
    most = std::max(most, registers[0]);
    // The region tells the same of every set, without a problem.
    CHECK(region.most.back() == registers[0]);
    for (std::size_t s = 1; s < registers.size(); ++s)
      CHECK(region.most[crowded.set_named(problem.sets[s].name).value()] == registers[s]);
  }
  return most;
}

// `count` values of `lanes` registers (of the type's last lanes only `read` are read) that all live at once, made and read by
// inline assembly.
std::string values(unsigned count, unsigned lanes, unsigned read, const char* kind) {
  const std::string type = lanes == 1 ? "i32" : "<" + std::to_string(lanes) + " x i32>";
  std::string out, names, operands;
  for (unsigned k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    out += "  %v" + n + " = call " + type + " asm sideeffect \"; " + n + "\", \"=" + kind + "\"()\n";
    for (unsigned r = 0; r < read; ++r) {
      std::string value = "%v" + n;
      if (read != lanes) {
        value = "%e" + n + "_" + std::to_string(r);
        out += "  " + value + " = extractelement " + type + " %v" + n + ", i32 " + std::to_string(r) + "\n";
      }
      names += (names.empty() ? "" : ",") + std::string(kind);
      operands += std::string(operands.empty() ? "" : ", ") + (read != lanes ? "i32 " : type + " ") + value;
      if (read == lanes) break;
    }
  }
  return out + "  call void asm sideeffect \"; all\", \"" + names + "\"(" + operands + ")\n";
}

}  // namespace

TEST_CASE("steps of vector registers are LLVM's, on both sides of each") {
  std::size_t checked = 0;
  for (const Gpu& gpu : gpus) {
    CAPTURE(std::string(gpu.cpu) + gpu.features);
    const auto program = loaded(text_of({{1, 0, 0}}), gpu, after("finalize-isel"));
    const auto set = vector_registers(*program->functions()[0]);
    REQUIRE(set);
    REQUIRE(!set->steps.empty());
    const unsigned most = std::min(set->limit, 256U);
    const bool shared = llvm::StringRef(gpu.cpu).starts_with("gfx9") && set->steps.back().registers == 512;
    std::vector<Need> needs;
    for (const program::Step& step : set->steps)
      for (const unsigned n : {step.registers, step.registers + 1})
        if (n <= most)
          needs.push_back({n, 0, 0});
        else if (shared && n <= 512)
          needs.push_back({256, n - 256, 0});
    const std::vector<Printed> llvm = printed(text_of(needs), gpu);
    REQUIRE(llvm.size() == needs.size());
    for (std::size_t k = 0; k < needs.size(); ++k) {
      CAPTURE(needs[k].vector);
      CAPTURE(needs[k].accumulation);
      CHECK(llvm[k].vector == needs[k].vector + needs[k].accumulation);
      CHECK(waves(set->steps, llvm[k].vector) == llvm[k].occupancy);
      ++checked;
    }
  }
  CHECK(checked >= 250);
}

TEST_CASE("accumulation registers share the vector registers' file, or have their own") {
  const std::vector<Need> needs = {{60, 4, 0}, {61, 3, 0}, {61, 4, 0}, {40, 100, 0}, {4, 200, 0}, {128, 128, 0}};
  for (const Gpu& gpu : {Gpu{"gfx908", ""}, Gpu{"gfx90a", ""}, Gpu{"gfx942", ""}}) {
    CAPTURE(std::string(gpu.cpu));
    const auto program = loaded(text_of({{1, 0, 0}}), gpu, after("finalize-isel"));
    const auto set = vector_registers(*program->functions()[0]);
    const bool apart = std::string(gpu.cpu) == "gfx908";
    const std::vector<Printed> llvm = printed(text_of(needs), gpu);
    for (std::size_t k = 0; k < needs.size(); ++k) {
      const auto [vector, accumulation, scalar] = needs[k];
      CAPTURE(k);
      const unsigned total = apart ? std::max(vector, accumulation) : (vector + 3) / 4 * 4 + accumulation;
      CHECK(llvm[k].vector == total);
      CHECK(waves(set->steps, total) == llvm[k].occupancy);
    }
  }
}

TEST_CASE("steps of scalar registers are LLVM's") {
  for (const Gpu& gpu : gpus) {
    CAPTURE(std::string(gpu.cpu) + gpu.features);
    const auto program = loaded(text_of({{1, 0, 0}}), gpu, after("finalize-isel"));
    const auto steps = scalar_steps(*program->functions()[0]);
    std::vector<Need> needs;
    for (unsigned n = steps.empty() ? 102 : 38; n <= 102; ++n) needs.push_back({1, 0, n});
    const auto set = vector_registers(*program->functions()[0]);
    const std::vector<Printed> llvm = printed(text_of(needs), gpu);
    REQUIRE(llvm.size() == needs.size());
    for (std::size_t k = 0; k < needs.size(); ++k) {
      CAPTURE(llvm[k].scalar);
      CHECK(llvm[k].scalar >= needs[k].scalar);
      CHECK(llvm[k].scalar <= needs[k].scalar + 6);
      CHECK(llvm[k].occupancy == (steps.empty() ? waves(set->steps, 1) : waves(steps, llvm[k].scalar)));
    }
  }
}

TEST_CASE("values of several lanes count as LLVM allocates them") {
  struct Case {
    unsigned count, lanes, read;
    const char* kind;
  };
  std::vector<Case> cases;
  for (const unsigned lanes : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 12U, 16U, 32U})
    for (const char* kind : {"v", "a"}) cases.push_back({96 / lanes, lanes, lanes, kind});
  for (const unsigned read : {1U, 2U, 3U, 7U}) cases.push_back({10, 8, read, "v"});
  for (const Gpu& gpu : {Gpu{"gfx908", ""}, Gpu{"gfx90a", ""}, Gpu{"gfx942", ""}, Gpu{"gfx1030", ""},
                         Gpu{"gfx1100", ""}, Gpu{"gfx1201", ""}}) {
    const bool accumulates = llvm::StringRef(gpu.cpu).starts_with("gfx9");
    std::string kernels;
    std::vector<Case> here;
    for (const Case& c : cases)
      if (*c.kind == 'v' || accumulates) {
        kernels += kernel("k" + std::to_string(here.size()), values(c.count, c.lanes, c.read, c.kind));
        here.push_back(c);
      }
    const auto program = loaded(whole(kernels), gpu, before("machine-scheduler"));
    const std::vector<Printed> llvm = printed(whole(kernels), gpu);
    REQUIRE(llvm.size() == here.size());
    for (std::size_t k = 0; k < here.size(); ++k) {
      const auto [count, lanes, read, kind] = here[k];
      CAPTURE(std::string(gpu.cpu) + " " + std::to_string(count) + " of " + std::to_string(lanes) + " " + kind +
              ", read " + std::to_string(read));
      llvm::MachineFunction& f = *program->functions()[k];
      const auto set = vector_registers(f);
      const std::uint64_t ours = counted(*program, f, *set);
      // Apart: such registers are no vector registers.
      if (*kind == 'a' && std::string(gpu.cpu) == "gfx908") {
        CHECK(ours == 0);
        continue;
      }
      CHECK(ours == (count - 1) * read + lanes);
      // Tuples start at even registers from gfx90a on, until gfx10: then odd ones leave a hole.
      const bool holes = accumulates && std::string(gpu.cpu) != "gfx908" && lanes % 2 != 0 && lanes != 1;
      if (holes || read != lanes)
        CHECK(llvm[k].vector >= ours);
      else
        CHECK(llvm[k].vector == ours);
    }
  }
}

// Registers of both kinds that live through a block, and through both regions of another one.
TEST_CASE("regions tell MaxLive of what lives through them, too") {
  std::string body, read;
  for (unsigned k = 0; k < 12; ++k) {
    const std::string n = std::to_string(k), kind = k % 3 == 0 ? "s" : "v";
    body += "  %v" + n + " = call i32 asm sideeffect \"\", \"=" + kind + "\"()\n";
    read += "  call void asm sideeffect \"\", \"" + kind + "\"(i32 %v" + n + ")\n";
  }
  const std::string some =
      "  %NAMEa = call i32 asm sideeffect \"\", \"=v\"()\n  %NAMEb = call i32 asm sideeffect \"\", \"=v\"()\n"
      "  call void asm sideeffect \"\", \"v,v\"(i32 %NAMEa, i32 %NAMEb)\n";
  const auto named = [&](const std::string& name) {
    std::string out = some;
    for (std::size_t at = 0; (at = out.find("NAME", at)) != std::string::npos;) out.replace(at, 4, name);
    return out;
  };
  body +=
      "  %n = call i32 asm sideeffect \"\", \"=s\"()\n  %c = icmp eq i32 %n, 0\n  br i1 %c, label %one, label %two\n"
      "one:\n" +
      named("x") + "  br label %two\ntwo:\n" + named("y") + "  call void @llvm.amdgcn.s.barrier()\n" + named("z") +
      "  call void @llvm.amdgcn.sched.barrier(i32 0)\n" + read;
  const std::string ir = whole(kernel("k", body) +
                               "declare void @llvm.amdgcn.s.barrier()\n"
                               "declare void @llvm.amdgcn.sched.barrier(i32)\n");
  for (const Gpu& gpu : {Gpu{"gfx90a", ""}, Gpu{"gfx1100", ""}}) {
    CAPTURE(std::string(gpu.cpu));
    const auto program = loaded(ir, gpu, before("machine-scheduler"));
    llvm::MachineFunction& f = *program->functions()[0];
    const auto set = vector_registers(f);
    CHECK(counted(*program, f, *set) == 8 + 2);
  }
}
