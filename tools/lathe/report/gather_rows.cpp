// Inputs as PTX, the front table, and other builds. See report.hpp.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/launch.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/report/ask.hpp"
#include "tools/lathe/report/ptxas_figures.hpp"
#include "tools/lathe/report/report.hpp"

namespace lathe::nvptx::cli {
namespace {

bool is_ir(const std::string& path, const std::string& bytes) {
  return path.ends_with(".ll") || path.ends_with(".bc") || bytes.starts_with("BC\xc0\xde");
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

bool fail(const std::string& error) { return report_error(error), false; }

// The registers and predicates of each function, as `lathe pressure --json` has them.
bool add_pressure(ReportModule& module) {
  const Answer answer = ask("pressure", {"-"}, module.ptx, module.name);
  if (answer.state != ok) return fail(answer.first_line());
  for (const Json& function : answer.document.results) {
    const std::string name = function.member("function").word();
    const auto row = std::ranges::find(module.rows, name, &KernelRow::function);
    if (row == module.rows.end()) continue;
    for (const Json& set : function.member("sets").list()) {
      const auto pressure = static_cast<std::uint64_t>(set.member("pressure").figure().value_or(0));
      (set.member("set").word() == "pred" ? row->predicates : row->registers) = pressure;
    }
  }
  return true;
}

}  // namespace

bool read_module(const ReportArguments& a, const std::string& path, const std::vector<std::string>& words,
                 ReportModule& module) {
  module.name = path == "-" ? heard().input_name : path;
  std::string bytes, error;
  if (!read_input(path, bytes, error)) return fail(error);
  if (!is_ir(path, bytes)) {
    module.ptx = std::move(bytes);
    return true;
  }
  std::vector<std::string> all{path, "-o", "-", "--time-passes"};
  module.command = "lathe compile " + module.name;
  std::vector<std::string> more = words_of(a.options);
  if (!a.cpu.empty()) more.insert(more.begin(), "--mcpu=" + a.cpu);
  more.insert(more.end(), words.begin(), words.end());
  for (const std::string& word : more) module.command += " " + word;
  module.command += " -o -";
  all.insert(all.end(), more.begin(), more.end());
  Answer answer = ask("compile", all);
  if (answer.state != ok) return false;
  module.compiled = true;
  module.ptx = std::move(answer.output);
  module.compiled_part.add("command", module.command + " --time-passes --json");
  module.compiled_part.add("passes", std::move(answer.document.passes));
  module.compiled_part.add("remarks", std::move(answer.document.remarks));
  module.compiled_part.add("stats", std::move(answer.document.stats));
  return true;
}

bool gather_rows(const ReportArguments& a, ReportModule& module, const std::vector<std::string>& ptxas_words) {
  mir::Module ptx;
  Diag diag;
  if (!mir::parse(module.ptx, module.name, ptx, diag)) return report(diag, module.name), false;
  module.target = ptx.target.empty() ? "sm_80" : ptx.target.front();
  module.machine = &machine_of(ptx);
  for (const mir::Function& f : ptx.functions)
    if (!f.blocks.empty() && (a.function.empty() || f.name == a.function))
      module.rows.push_back(row_of(ptx, f, a.guess));
  if (module.rows.empty() && !a.function.empty())
    return fail(module.name + ": no function '" + a.function + "' with a body");
  if (!add_pressure(module)) return false;
  if (a.cubin) {
    std::string error;
    auto assembled = assemble_figures(module.ptx, module.target, ptxas_words, error);
    if (!assembled) return fail(module.name + ": " + error);
    module.ptxas = assembled->command;
    module.cubin = std::move(assembled->cubin);
    for (KernelRow& row : module.rows)
      if (const auto at = assembled->functions.find(row.function); at != assembled->functions.end())
        row.ptxas = at->second;
  }
  for (KernelRow& row : module.rows)
    if (row.kernel) settle_occupancy(*module.machine, row);
  auto row = module.rows.begin();  // in the order of the functions
  for (const mir::Function& f : ptx.functions)
    if (row != module.rows.end() && row->function == f.name && !f.blocks.empty())
      settle_time(*module.machine, ptx, f, module.profiled ? &a.profiled : nullptr, *row++);
  return true;
}

namespace {

// Another build: options of compile or opt, and of ptxas.
struct Other {
  std::string name;
  std::vector<std::string> words, ptxas;
};

// What is tried without being asked: the list scheduler, pipelined loops, of LLVM IR other unrolling, and as few registers
// as the next step of a kernel wants, by the passes and by ptxas. That nothing is unrolled shows behind ptxas alone.
std::vector<Other> wanted_builds(const ReportArguments& a, const ReportModule& module) {
  std::vector<Other> out;
  out.reserve(a.alternatives.size());
  for (const std::string& given : a.alternatives) out.push_back({given, words_of(given), {}});
  if (!out.empty()) return out;
  out = {{"schedule", {"--enable=schedule"}, {}},
         {"schedule for registers", {"--nvptx-sched4reg"}, {}},
         {"loops pipelined", {"--enable=pipeline-loops"}, {}}};
  if (module.compiled) {
    if (a.cubin) out.push_back({"loops not unrolled", {"--unroll=none"}, {}});
    out.push_back({"loops unrolled by 2", {"--unroll=2"}, {}});
    out.push_back({"loops unrolled by 4", {"--unroll=4"}, {}});
    out.push_back({"loops unrolled whole", {"--unroll=full"}, {}});
  }
  std::vector<unsigned> steps;
  for (const KernelRow& row : module.rows)
    if (row.kernel && row.next && row.next->registers >= 16) steps.push_back(row.next->registers);
  std::ranges::sort(steps, std::greater<>());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  if (steps.size() > 3) steps.resize(3);
  for (const unsigned registers : steps) {
    const std::string count = std::to_string(registers);
    out.push_back({"at most " + count + " registers", {"--enable=register-target", "--maxreg=" + count}, {}});
    if (a.cubin) out.push_back({"ptxas -maxrregcount=" + count, {}, {"-maxrregcount=" + count}});
  }
  return out;
}

// The PTX of another build; false, with what was wrong where that is not told.
bool build_other(const ReportArguments& a, const ReportModule& module, const Other& other, ReportModule& built,
                 std::string& wrong) {
  built.name = module.name;
  if (other.words.empty()) {
    built.ptx = module.ptx;
    built.profiled = module.profiled;
    built.command = module.command;
    return true;
  }
  if (module.compiled) return read_module(a, module.name, other.words, built);
  std::vector<std::string> words{"-", "-o", "-"};
  words.insert(words.end(), other.words.begin(), other.words.end());
  Answer answer = ask("opt", words, module.ptx, module.name);
  built.ptx = std::move(answer.output);
  built.command = "lathe opt " + module.name;
  for (const std::string& word : other.words) built.command += " " + word;
  wrong = answer.first_line();
  return answer.state == ok;
}

}  // namespace

std::vector<Json> gather_alternatives(const ReportArguments& a, const ReportModule& module) {
  std::vector<Json> out;
  for (const Other& other : wanted_builds(a, module)) {
    ReportModule built;
    Json one;
    std::string wrong;
    const bool made = build_other(a, module, other, built, wrong) && gather_rows(a, built, other.ptxas);
    one.add("name", other.name).add("command", built.command);
    if (made) {
      if (!built.ptxas.empty()) one.add("ptxas", built.ptxas);
      std::vector<Json> rows;
      for (const KernelRow& row : built.rows)
        if (row.kernel) rows.push_back(to_json(*built.machine, row));
      one.add("kernels", std::move(rows));
    } else {
      one.add("failed", wrong.empty() ? "it could not be built" : wrong);
    }
    out.push_back(std::move(one));
  }
  return out;
}

namespace {

bool read_former(const std::string& path, const std::string& bytes, OtherBuild& other) {
  Json document;
  std::string wrong;
  if (!Json::read(bytes, document, wrong)) return fail(path + ": " + wrong);
  if (document.member("command").word() != "report") return fail(path + ": this is not the JSON of lathe report");
  for (const Json& module : document.member("results").list()) {
    if (const std::string text = module.member("ptx").word(); !text.empty())
      other.ptx.emplace_back(module.member("module").word(), text);
    for (const Json& kernel : module.member("kernels").list()) {
      KernelRow names;
      names.kernel = true;
      auto& to = other.functions[kernel.member("function").word()];
      for (const auto& [name, value] : figures_of(multiprocessor(80), names))
        to[name] = kernel.member(name.c_str()).figure();
    }
  }
  return true;
}

// Of a folder its PTX, by name; else the path itself.
bool files_of(const std::string& path, std::vector<std::string>& out) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return out.push_back(path), true;
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".ptx") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return !out.empty() || fail(path + ": no .ptx file in this folder");
}

}  // namespace

bool read_other(const ReportArguments& a, OtherBuild& other) {
  std::vector<std::string> files;
  if (!files_of(a.against, files)) return false;
  for (const std::string& path : files) {
    if (path.ends_with(".json")) {
      std::string bytes, error;
      if (!read_input(path, bytes, error)) return fail(error);
      if (!read_former(path, bytes, other)) return false;
      continue;
    }
    ReportModule module;
    ReportArguments all = a;
    all.function.clear();
    if (!read_module(all, path, {}, module) || !gather_rows(all, module, {})) return false;
    for (const KernelRow& row : module.rows) other.functions[row.function] = figures_of(*module.machine, row);
    other.ptx.emplace_back(module.name, std::move(module.ptx));
  }
  return true;
}

}  // namespace lathe::nvptx::cli
