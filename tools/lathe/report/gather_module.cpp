// All of one module as an object: what every view of the page draws. See report.hpp and docs/report.md.
#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/views/launch.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/report/ask.hpp"
#include "tools/lathe/report/pictures.hpp"
#include "tools/lathe/report/ptxas_figures.hpp"
#include "tools/lathe/report/report.hpp"

namespace lathe::nvptx::cli {
namespace {

// What is asked of large modules alone if somebody asks for it: texts of stages, other builds.
constexpr std::uint64_t small_enough = 4000;    // instructions of PTX
constexpr std::size_t most_source = 4U << 20U;  // bytes of one source file
constexpr std::size_t most_remarks = 20000;

Json machine_json(const Multiprocessor& m) {
  Json out;
  const auto add = [&](const char* name, unsigned value) { out.add(name, std::uint64_t{value}); };
  add("sm", m.sm);
  add("warps", m.warps);
  add("blocks", m.blocks);
  add("registers", m.registers);
  add("block_registers", m.block_registers);
  add("thread_registers", m.thread_registers);
  add("register_granule", m.register_granule);
  add("partitions", m.partitions);
  add("shared", m.shared);
  add("block_shared", m.block_shared);
  add("reserved_shared", m.reserved_shared);
  add("shared_granule", m.shared_granule);
  add("launch_warps", m.launch_warps);
  add("block_threads", m.block_threads);
  add("warp", Multiprocessor::warp);
  return out;
}

// Files of .file, with their text where it can be read: from here, or from the folder of the input.
std::vector<Json> sources_of(const mir::Module& m, const std::string& input) {
  namespace fs = std::filesystem;
  std::vector<Json> out;
  for (const std::string& name : m.files) {
    Json one;
    one.add("file", name);
    std::error_code ignored;
    for (const fs::path& path : {fs::path(name), fs::path(input).parent_path() / name}) {
      std::string text, error;
      const auto size = fs::file_size(path, ignored);
      if (ignored || size > most_source || heard().input != nullptr || !read_input(path.string(), text, error))
        continue;
      one.add("text", text);
      break;
    }
    out.push_back(std::move(one));
  }
  return out;
}

// The text behind each stage of the code generator that has graphs.
std::vector<Json> stages_of(const ReportArguments& a, const ReportModule& module) {
  std::vector<Json> out;
  for (const char* stage : {"build", "combine-1", "legalize-types", "combine-2", "legalize", "combine-3"}) {
    ReportModule text;
    if (!read_module(a, module.name, {std::string("--stop-after=") + stage}, text)) break;
    Json one;
    out.push_back(std::move(one.add("stage", std::string(stage)).add("command", text.command).add("text", text.ptx)));
  }
  return out;
}

// The rules of the combiner that fired, by the graphs of each stage.
void add_rules(const ReportModule& module, std::vector<Json>& stages) {
  constexpr const char* runs[][2] = {{"build", "1"}, {"legalize-types", "2"}, {"legalize", "3"}};
  for (Json& stage : stages)
    for (const auto& [name, run] : runs) {
      if (stage.member("stage").word() != name) continue;
      const std::string text = stage.member("text").word();
      Answer answer = ask("combine", {"-", "-o", "-", "--run", run, "--mcpu=" + module.target}, text, module.name);
      stage.add("combine",
                as_part(std::move(answer), std::string("lathe compile ... --stop-after=") + name +
                                               " | lathe combine - --run " + run + " --mcpu=" + module.target));
    }
}

// Commands that take PTX: their answers, and the remarks of all.
Json parts_of(const ReportArguments& a, const ReportModule& module, std::vector<Json>& remarks) {
  Json out;
  const std::string before = module.command.empty() ? "" : module.command + " | ",
                    input = module.command.empty() ? module.name : "-";
  for (const char* command : {"flow", "pressure", "sched", "modulo", "group", "outline"}) {
    std::vector<std::string> words{"-"};
    if (!a.function.empty()) words.push_back("--function=" + a.function);
    Answer answer = ask(command, words, module.ptx, module.name);
    for (Json& remark : answer.document.remarks)
      if (remarks.size() < most_remarks) remarks.push_back(std::move(remark));
    answer.document.remarks.clear();
    std::string typed = before + "lathe " + command + " " + input;
    if (!a.function.empty()) typed += " " + words[1];
    out.add(command, as_part(std::move(answer), typed + " --json"));
  }
  return out;
}

// What ptxas makes of the outlined module, beside the same PTX as it was: for nvlink, where a function stands once, and as
// a whole program, where it may be copied into each kernel that calls it.
void add_outlined(const ReportArguments& a, const ReportModule& module, const Json& parts, Json& out) {
  const auto results = parts.member("outline").member("results").list();
  if (!a.cubin || results.empty() || results.front().member("rounds").list().empty()) return;
  std::vector<std::string> words{"-", "--rewrite", "-"};
  if (!a.function.empty()) words.push_back("--function=" + a.function);
  Answer answer = ask("outline", words, module.ptx, module.name);
  Json one;
  std::string error;
  one.add("command",
          "lathe outline IN.ptx --rewrite OUT.ptx && ptxas -arch=" + module.target + " -lineinfo -c OUT.ptx");
  const auto add = [&](const char* name, const std::string& ptx, const std::vector<std::string>& how) {
    const auto assembled = assemble_figures(ptx, module.target, how, error);
    std::uint64_t sum = 0;
    if (assembled)
      for (const auto& [function, figures] : assembled->functions) sum += figures.sass_bytes.value_or(0);
    if (assembled && how.empty() && assembled->relocatable) return;  // it is no whole program
    if (assembled) one.add(name, sum);
  };
  if (answer.state == ok) {
    add("before", module.ptx, {"-c"});
    add("after", answer.output, {"-c"});
    add("whole_before", module.ptx, {});
    add("whole_after", answer.output, {});
  } else {
    error = answer.first_line();
  }
  if (!error.empty()) one.add("failed", error);
  out.add("outlined", std::move(one));
}

}  // namespace

bool gather_module(const ReportArguments& a, ReportModule& module, Json& out) {
  mir::Module ptx;
  Diag diag;
  if (!mir::parse(module.ptx, module.name, ptx, diag)) return report(diag, module.name), false;
  const Multiprocessor& machine = machine_of(ptx);
  std::uint64_t instructions = 0;
  for (const KernelRow& row : module.rows) instructions += row.instructions;
  sort_by_gain(module.rows);
  std::vector<Json> rows, remarks;
  for (const KernelRow& row : module.rows) rows.push_back(to_json(machine, row));
  out.add("module", module.name).add("target", module.target).add("command", module.command);
  if (!module.ptxas.empty()) out.add("ptxas", module.ptxas);
  out.add("machine", machine_json(machine)).add("kernels", std::move(rows));
  out.add("ptx", module.ptx).add("code", code_of(ptx, a.function)).add("sources", sources_of(ptx, module.name));
  Json parts = parts_of(a, module, remarks);
  add_outlined(a, module, parts, out);
  out.add("parts", std::move(parts));
  out.add("remarks", std::move(remarks));
  if (module.compiled) out.add("compile", module.compiled_part.copy());
  if (!module.cubin.empty()) {
    std::string command;
    if (const auto sass = disassemble(module.cubin, command)) out.add("sass", *sass).add("sass_command", command);
  }
  if (module.compiled && module.name != heard().input_name && instructions <= small_enough) {
    std::vector<Json> stages = stages_of(a, module);
    add_rules(module, stages);
    out.add("stages", std::move(stages));
  }
  if (!a.no_alternatives && (instructions <= small_enough || !a.alternatives.empty()))
    out.add("alternatives", gather_alternatives(a, module));
  else if (!a.no_alternatives)
    out.add("no_alternatives", "more than " + std::to_string(small_enough) +
                                   " instructions: builds beside it are made where --alternative names them");
  if (a.profile_document) out.add("profile", a.profile_document->copy());
  return true;
}

}  // namespace lathe::nvptx::cli
