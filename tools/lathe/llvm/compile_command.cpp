// lathe compile: options -> CompileOptions, input -> output.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "nvptx/driver/compile.hpp"
#include "nvptx/driver/thinlto/thin_program.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/llvm/compile_arguments.hpp"
#include "tools/lathe/llvm/optimize.hpp"
#include "tools/lathe/llvm/spellings.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/progress.hpp"
#include "tools/lathe/verify_variable.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char examples[] = R"(Examples:
  lathe compile kernel.ll -o kernel.ptx --mcpu=sm_90
  lathe compile kernel.bc -o kernel.cubin --mcpu=sm_100a --mattr=+ptx88     (ptxas of the CUDA toolkit)
  clang -O2 --cuda-device-only -emit-llvm -S a.cu -o - | lathe compile - -o - --mcpu=sm_80
  lathe compile kernel.ll -o - --stop-after=prepare                         (LLVM IR as the code generator sees it)
llc's, cicc's and opt's spellings work, too: -mcpu=sm_90 -mattr=+ptx85 -O3 -march=nvptx64 -filetype=asm;
-arch=compute_90 -opt=3 -fma=1 -prec-div=0; -passes='default<O3>'.)";

constexpr char short_usage[] =
    "usage: lathe compile IN.ll|IN.bc|- -o OUT.ptx|OUT.cubin|- [--mcpu=sm_90] [OPTIONS]   (see lathe compile --help)";

void declare_imports(Options& app, CompileArguments& a) {
  app.section(Section::input);
  app.option("--thinlto-index,--summary-file", a.thinlto_index,
             "a slice of a combined index (.thinlto.bc): first move in what it says that the module imports; clang's "
             "-fthinlto-index. -o may then name .bc, .ll, and .o or .cubin for one that nvlink joins with others");
  app.flag("--function-import", a.function_import, "the pass that --summary-file asks for; an error without one");
  declare_inlining(app, a.backend);
}
void declare_reports(Options& app, CompileArguments& a) {
  app.section(Section::diagnostics);
  app.flag("--stats{text}", a.stats, "figures on standard error: --stats or --stats=json");
  app.section(Section::output);
  app.option("--stop-after", a.stop_after,
             "write the text form after this stage: prepare, build, combine-1, legalize-types, combine-2, "
             "legalize, combine-3, select, or a pass");
  app.section(Section::diagnostics);
  app.option("--combine-trace", a.combine_trace,
             "write to this file what each rewrite of the combiner took away and put there: COVERED and INCLUDED "
             "lines per function, block and run");
}
void declare(Options& app, CompileArguments& a) {
  app.footer(examples);
  app.option("input", a.input, "LLVM IR, text or bitcode; - is standard input");
  app.option("-o,--output", a.output,
             "PTX, or cubin by its name; - is standard output. Default: the input's name with .ptx");
  app.later([&a](Options& all) { declare_imports(all, a); });
  app.section(Section::output);
  app.option("--filetype", a.filetype, "asm (PTX), obj (cubin), null (compile, write nothing)")
      .one_of({"asm", "obj", "null"})
      .show_default();
  app.later([&a](Options& all) { declare_reports(all, a); });
  app.section(Section::optimization);
  app.option("--threads", a.threads,
             "functions compiled at the same time; 0: all cores, where the module is large enough")
      .show_default();
  app.flag("--optimize", a.optimize,
           "LLVM's own pipeline of the -O level first, by liblathe.so.0: for IR that no optimizer has seen");
  declare_code_generation(app, a);
  app.later([&a](Options& all) { add_pass_report_options(all, a.passes); });
}
/// Output and, behind a comma, input; PTX has one word for both.
std::string fits_denormals(const std::string& value) {
  for (const char* const known : {"ieee", "preserve-sign", "preserve-sign,preserve-sign", "ieee,ieee"})
    if (value == known) return {};
  if (value.starts_with("positive-zero")) return value + ": .ftz keeps the sign of what it flushes: preserve-sign";
  return value + ": ieee or preserve-sign was expected";
}

std::string fits_unroll(const std::string& value) {
  unsigned count = 0;
  const char* const end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, count);
  const bool number = read.ec == std::errc{} && read.ptr == end && count >= 2 && count <= 64;
  return value == "none" || value == "full" || number ? std::string() : value + ": none, full or 2 to 64 was expected";
}

void declare_floats(Options& app, CompileArguments& a) {
  app.section(Section::floats);
  app.option("--fp-contract", a.fp_contract, "fast: fuse any multiply and add; on, off: by their flags")
      .one_of({"fast", "on", "off"});
  app.option("--nvptx-fma-level", a.fma_level, "0: never fuse, 1: fuse, 2: fuse aggressively").range(0, 2);
  app.option("--nvptx-prec-divf32", a.div_f32,
             "f32 division: 0 approximate, 1 full range, 2 IEEE, 3 IEEE and denormals never flushed")
      .range(0, 3);
  app.option("--nvptx-prec-sqrtf32", a.sqrt_f32, "f32 square root: 0 approximate, 1 IEEE").range(0, 1);
  app.option("--denormal-fp-math", a.denormal, "preserve-sign: flush denormals where PTX can, which is in f32")
      .check(fits_denormals, "{ieee,preserve-sign}");
  app.option("--denormal-fp-math-f32", a.denormal_f32, "preserve-sign: flush f32 denormals (.ftz)")
      .check(fits_denormals, "{ieee,preserve-sign}");
  app.flag("--enable-unsafe-fp-math", a.unsafe_fp, "as if each function had unsafe-fp-math");
  app.flag("--enable-no-nans-fp-math", a.assume.no_nans, "as if each instruction had nnan");
  app.flag("--enable-no-infs-fp-math", a.assume.no_infs, "as if each instruction had ninf");
  app.flag("--enable-no-signed-zeros-fp-math", a.assume.no_signed_zeros, "as if each instruction had nsz");
  app.flag("--enable-approx-func-fp-math", a.assume.approximate, "as if each instruction had afn");
  app.flag("--nvptx-approx-log2f32", a.assume.approximate_log2, "lg2.approx for each log2 of f32");
  app.flag("--nvptx-no-f16-math", a.no_f16_math, "compute f16 in f32");
  app.flag("--nvptx-no-f32x2", a.no_f32x2, "compute pairs of f32 one by one");
}

/// The triple that --mtriple or --march asks for; empty: the module's own.
bool read_triple(const CompileArguments& a, std::string& triple) {
  triple = a.triple;
  if (a.march.empty() || a.march == "nvptx64") {
    if (triple.empty() && !a.march.empty()) triple = "nvptx64-nvidia-cuda";
    return true;
  }
  report_error("--march=" + a.march +
               (a.march == "nvptx" ? " is 32-bit NVPTX, which is not supported; use nvptx64"
                                   : " is not supported; use nvptx64"));
  return false;
}

Json stats_json(const CompileStats& s, double total_ms) {
  Json bits, ms, json;
  bits.add("questions", s.blocks.known_bits.questions)
      .add("expanded", s.blocks.known_bits.expanded)
      .add("most", s.blocks.known_bits.most)
      .add("cut", s.blocks.known_bits.cut);
  ms.add("read", s.read_ms)
      .add("prepare", s.prepare_ms)
      .add("codegen", s.codegen_ms)
      .add("print", s.print_ms)
      .add("total", total_ms);
  json.add("functions", s.functions)
      .add("ir_instructions", s.ir_instructions)
      .add("dag_nodes", s.blocks.nodes)
      .add("combined", s.blocks.combined)
      .add("combine_nodes", s.blocks.combine_nodes)
      .add("combine_visits", s.blocks.combine_visits)
      .add("known_bits", std::move(bits))
      .add("machine_instructions", s.machine_instructions)
      .add("copies", std::uint64_t{s.copies})
      .add("ms", std::move(ms));
  return json;
}

void print_stats(const CompileStats& s, const std::string& form, double total_ms) {
  if (heard().document != nullptr) heard().document->stats.add(stats_json(s, total_ms));
  if (form.empty()) return;
  if (form == "json") return tell(stats_json(s, total_ms).text() + "\n");
  const auto row = [](const char* what, std::uint64_t n) { tell(fmt::format("{:>22}  {}\n", what, n)); };
  row("functions", s.functions);
  row("IR instructions", s.ir_instructions);
  row("DAG nodes", s.blocks.nodes);
  row("combiner rewrites", s.blocks.combined);
  row("combiner nodes", s.blocks.combine_nodes);
  row("combiner visits", s.blocks.combine_visits);
  row("known bits: questions", s.blocks.known_bits.questions);
  row("values looked at", s.blocks.known_bits.expanded);
  row("most by a question", s.blocks.known_bits.most);
  row("questions cut", s.blocks.known_bits.cut);
  row("machine instructions", s.machine_instructions);
  row("copies of the module", s.copies);
  const auto time = [](const char* what, double ms) { tell(fmt::format("{:>22}  {:.2f} ms\n", what, ms)); };
  time("read", s.read_ms);
  time("prepare", s.prepare_ms);
  time("code generation", s.codegen_ms);
  time("print", s.print_ms);
  time("total", total_ms);
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string default_output(const std::string& input) {
  if (input == "-") return "-";
  const std::size_t slash = input.find_last_of('/'), dot = input.find_last_of('.');
  const bool has_end = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot > 0;
  return (has_end ? input.substr(0, dot) : input) + ".ptx";
}

/// The module behind its imports in place of what was read, and the target that its functions ask for. An exit state;
/// after a message when it is not `ok`.
int import_first(const CompileArguments& a, const std::string& name, const std::string& output, CompileOptions& options,
                 std::string& bytes) {
  ThinFile slice{a.thinlto_index, {}};
  std::string error;
  if (!read_input(a.thinlto_index, slice.bytes, error)) {
    report_error("error loading file: " + error);
    return failed;
  }
  ThinReading reading;
  reading.triple = options.triple;
  reading.short_pointers = options.short_pointers;
  reading.atomic_order = options.prepare.atomic_order;
  ThinBackend backend = a.backend;
  backend.max_registers = static_cast<std::uint32_t>(std::clamp(options.passes.knobs.maxreg, 0, 255));
  backend.features = options.features;
  backend.opt_level = a.level;
  backend.verify = options.verify_each;
  Diag diag;
  const ThinForm form = ends_with(output, ".ll") ? ThinForm::text : ThinForm::bitcode;
  bytes = thin_backend_job({name, std::move(bytes)}, slice, read_input, reading, backend, form, diag,
                           options.module_target ? &options.features : nullptr);
  report(diag, name);
  options.module_target = false;  // the functions have forgotten it
  options.prepare.atomic_order = AtomicOrder::ir;
  return diag.failed() ? failed : ok;
}

/// Compiles and writes. An exit state.
int compile_file(const CompileArguments& a, CompileOptions options) {
  Progress progress("functions");
  std::string bytes, error;
  if (!read_input(a.input, bytes, error)) {
    report_error(error);
    return failed;
  }
  const std::string name = a.input == "-" ? "<stdin>" : a.input;
  if (a.optimize)
    if (const int state = optimize_by_library(a, name, bytes); state != ok) return state;
  const std::string output = a.output.empty() ? default_output(a.input) : a.output;
  if (!a.thinlto_index.empty()) {
    if (const int state = import_first(a, name, output, options, bytes); state != ok) return state;
    if (!a.says_filetype && (ends_with(output, ".bc") || ends_with(output, ".ll"))) {
      if (write_output(output, bytes, error)) return ok;
      report_error(error);
      return failed;
    }
  }
  Diag diag;
  CompileStats stats;
  const auto start = std::chrono::steady_clock::now();
  options.progress = progress.count();
  std::string text = compile(bytes, name, options, diag, &stats);
  progress.end();
  report(diag, name);
  if (diag.failed()) return failed;
  if (a.filetype != "null") {
    const bool cubin =
        options.stop_after.empty() && (a.filetype == "obj" || ends_with(output, ".cubin") ||
                                       (!a.thinlto_index.empty() && !a.says_filetype && ends_with(output, ".o")));
    std::string assembled;
    if (cubin && !assemble(text, options.features.name(), std::min(3U, a.level), assembled, error,
                           /*link_later=*/!a.thinlto_index.empty())) {
      report_error(name + ": " + error);
      return failed;
    }
    if (!write_output(output, cubin ? assembled : text, error)) {
      report_error(error);
      return failed;
    }
  }
  if (!a.combine_trace.empty() && !write_output(a.combine_trace, stats.blocks.trace, error)) {
    report_error(error);
    return failed;
  }
  print_pass_report(a.passes, stats.passes);
  if (!write_remarks(a.remarks, stats.passes.remarks, error)) {
    report_error(error);
    return failed;
  }
  print_stats(stats, a.stats,
              std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  return ok;
}

/// --stop-after, by our name of the stage; false after a message.
bool read_stage(const CompileArguments& a, std::string& stage) {
  stage = a.stop_after;
  if (stage.empty()) return true;
  const std::vector<std::string> stages = stage_names(a.level);
  const auto known = [&](const std::string& name) {
    return std::find(stages.begin(), stages.end(), name) != stages.end();
  };
  if (known(stage)) return true;
  stage = stage == "nvptx-isel" || stage == "finalize-isel" ? "select" : our_passes(stage).back();
  if (known(stage)) return true;
  report_error(fmt::format("--stop-after={}: no such stage; known: {}", a.stop_after, fmt::join(stages, ", ")));
  return false;
}

/// One name of --disable; false after a message.
bool leave_out(const std::string& given, CompileOptions& options) {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const std::vector<std::string> steps = prepare_steps(true), passes = all_pass_names();
  for (const std::string& name : our_passes(given)) {
    if (has(steps, name)) {
      options.prepare.disabled.push_back(name);
    } else if (has(passes, name)) {
      options.passes.disabled.push_back(name);
    } else {
      if (const std::string why = not_switched(given); !why.empty()) {
        report_error(fmt::format("--disable={}: {}", given, why));
        return false;
      }
      const bool needed = has(prepare_steps(false), name);
      report_error(fmt::format("--disable={}: {}; known: {}, {}, and the reference's {}", given,
                               needed ? "this step cannot be left out" : "no such step or pass", fmt::join(steps, ", "),
                               fmt::join(passes, ", "), fmt::join(reference_pass_names(), ", ")));
      return false;
    }
  }
  return true;
}

// All but what most command lines name.
void declare_seldom(Options& app, CompileArguments& a) {
  app.section(Section::target);
  app.option("--march", a.march, "nvptx64");
  app.option("--mtriple", a.triple, "target triple in place of the module's");
  app.option("--pointers", a.pointers,
             "to shared, constant and local memory: short (32 bits) or long (64); default: the module's data layout")
      .one_of({"short", "long"});
  app.section(Section::checks);
  app.flag("--verify-each", a.verify_each,
           "run the checkers between stages; LATHE_VERIFY_EACH=1 in the environment does so, too");
  app.section(Section::passes);
  app.option("--disable", a.disabled, "leave out a step of prepare or a pass, by name").cut_at(',');
  add_pass_options(app, a.passes);
  app.section(Section::optimization);
  app.option("--combine-fuel", a.fuel, "rewrites allowed per block and run of the combiner, for bisection");
  app.option("--known-bits-depth", a.known_bits.depth, "levels of operands that known bits look at")
      .range(0U, KnownBitsLimits::deepest)
      .show_default();
  app.option("--known-bits-limit", a.known_bits.expansion, "values that one question for known bits looks at")
      .show_default();
  app.option("--demanded-bits-depth", a.demanded_bits.depth,
             "levels of operands below an operation that asks for some of their bits; 0: nothing is asked")
      .range(0U, DemandedBitsLimits::deepest)
      .show_default();
  app.option("--demanded-bits-limit", a.demanded_bits.expansion, "values that one question for demanded bits looks at")
      .show_default();
  app.option("--combine-disable", a.combine_disabled,
             "rules of the combiner left out, by name, or `known-bits` or `reassociation` for a group of them")
      .cut_at(',')
      .check(
          [](const std::string& name) {
            const std::vector<std::string_view> rules = combine_rule_names();
            if (std::find(rules.begin(), rules.end(), name) != rules.end()) return std::string();
            return "no rule " + name + "; a rule's name stands in --combine-trace";
          },
          "RULE");
  app.section(Section::input);
  Option library = app.option("--libdevice", a.libdevice, "path of libdevice.10.bc; default: found with CUDA");
  app.flag("--no-libdevice", a.no_libdevice,
           "link no libdevice: its functions stay calls, operations that need it are errors")
      .excludes(library);
  app.section(Section::optimization);
  app.option("--atomic-order", a.atomic_order,
             "cuda: sequentially consistent atomicrmw and cmpxchg without syncscope are CUDA's, relaxed in the device; "
             "ir: as the IR says. Default: cuda for modules of clang's CUDA without any other order")
      .one_of({"cuda", "ir"});
  app.option("--jump-table-min", a.jump_table_min, "smallest number of cases for brx.idx").show_default();
  declare_floats(app, a);
  app.section(Section::optimization);
  app.option(
         "--unroll", a.unroll,
         "loops of which the source says nothing: none (nor by ptxas), full (those whose number of turns is known), "
         "or how many turns of the innermost ones at once, 2 to 64. Default: they stay as they come")
      .check(fits_unroll, "none|full|COUNT");
  app.option("--unroll-limit", a.unroll_most, "instructions that a loop may become by --unroll").show_default();
  app.flag("--disable-nvptx-load-store-vectorizer", a.no_vectorizer, "do not join neighbouring loads and stores");
  app.flag("--nvptx-lower-global-ctor-dtor", a.lower_ctors, "make kernels of global constructors and destructors");
  app.flag("--trap-unreachable", a.trap_unreachable, "a trap where control must not come");
  app.section(Section::checks);
  app.flag("--verify-machineinstrs", a.verify_machine, "verify machine IR behind each pass");
}

}  // namespace

void declare_inlining(Options& app, ThinBackend& backend) {
  app.section(Section::optimization);
  app.option("--inline-threshold", backend.inline_threshold,
             "behind imports: cost up to which a call is inlined; else 4000 at -O3, 2475 below")
      .range(0U, 1000000000U);
  app.option("--inline-budget", backend.inline_budget, "behind imports: units that a caller may grow by")
      .show_default();
  app.option("--inline-total-budget", backend.inline_total_budget,
             "behind imports: units that a module may grow by; else no limit");
  app.option("--inline-pressure", backend.inline_pressure,
             "no call is inlined that takes a kernel with launch bounds, or by --maxreg, over a step of occupancy")
      .show_default();
}

std::vector<std::string> inlining_words(const ThinBackend& backend) {
  const ThinBackend unasked;
  std::vector<std::string> words;
  if (backend.inline_threshold) words.push_back("--inline-threshold=" + std::to_string(*backend.inline_threshold));
  if (backend.inline_budget != unasked.inline_budget)
    words.push_back("--inline-budget=" + std::to_string(backend.inline_budget));
  if (backend.inline_total_budget != unasked.inline_total_budget)
    words.push_back("--inline-total-budget=" + std::to_string(backend.inline_total_budget));
  if (backend.inline_pressure != unasked.inline_pressure) words.emplace_back("--inline-pressure=false");
  return words;
}

void declare_code_generation(Options& app, CompileArguments& a) {
  app.section(Section::target);
  app.option("--mcpu,--arch", a.cpu,
             "target: sm_75, sm_90a, ..., native (this machine's GPU); default: what the module's functions ask for, "
             "else sm_75");
  app.option("--mattr", a.attributes, "+ptxNN: PTX version; +sm_NN").cut_at(',');
  app.section(Section::optimization);
  app.option("-O", a.level, "optimization level, 0 to 3").range(0, 3).show_default();
  app.later([&a](Options& all) { declare_seldom(all, a); });
  app.section(Section::passes);
}

std::optional<int> refuse_idle_code_generation(const Options& app) {
  if (const auto done = refuse_idle_limits(app)) return done;
  if (const auto done = refuse_without(app, {"--unroll"}, {"--unroll-limit"})) return done;
  if (first_given(app, {"--nvptx-fma-level"}).empty()) return std::nullopt;
  return refuse_idle(app, "--nvptx-fma-level", {"--fp-contract"});
}

bool names_target(const std::vector<std::string>& attributes) {
  return std::ranges::any_of(attributes, [](const std::string& item) { return item.starts_with("+sm_"); });
}

namespace {

/// False after a message.
bool read_unrolling(const CompileArguments& a, PrepareOptions& prepare) {
  using Mode = codegen::UnrollOptions::Mode;
  if (a.unroll.empty()) return true;
  if (a.level == 0 || std::ranges::count(prepare.disabled, "unrolling") > 0) {
    report_error("--unroll=" + a.unroll + " does nothing " + (a.level == 0 ? "at -O0" : "with --disable=unrolling"));
    return false;
  }
  codegen::UnrollOptions& unroll = prepare.unroll;
  unroll.mode = a.unroll == "none" ? Mode::none : a.unroll == "full" ? Mode::full : Mode::count;
  if (unroll.mode == Mode::count) unroll.count = static_cast<unsigned>(std::stoul(a.unroll));
  unroll.most = a.unroll_most;
  return true;
}

}  // namespace

int read_options(const CompileArguments& a, CompileOptions& options) {
  Features& f = options.features;
  options.module_target = a.cpu.empty() && !names_target(a.attributes);
  if (!read_target(a.cpu.empty() ? "sm_75" : a.cpu, a.attributes, f) || !read_triple(a, options.triple)) return failed;
  if (!a.pointers.empty()) options.short_pointers = a.pointers == "short";
  options.ptx_fixed =
      std::ranges::any_of(a.attributes, [](const std::string& item) { return item.starts_with("+ptx"); });
  f.opt_level = a.level;
  f.size_level = a.passes.size_level;
  f.fast_fma = a.fp_contract == "fast" || a.fma_level > 0;
  f.fma_level = a.fma_level;
  f.prec_div_f32 = a.div_f32;
  f.prec_sqrt_f32 = a.sqrt_f32;
  f.ftz_f32 = (a.denormal_f32.empty() ? a.denormal : a.denormal_f32).starts_with("preserve-sign");
  f.no_f16_math = a.no_f16_math;
  f.no_f32x2 = a.no_f32x2;
  f.unsafe_fp = a.unsafe_fp;
  options.prepare.libdevice = a.no_libdevice ? std::string() : !a.libdevice.empty() ? a.libdevice : find_libdevice();
  options.prepare.use_libdevice = !a.no_libdevice;
  options.prepare.atomic_order = a.atomic_order == "cuda" ? AtomicOrder::cuda
                                 : a.atomic_order == "ir" ? AtomicOrder::ir
                                                          : AtomicOrder::by_module;
  options.prepare.lower_ctors = a.lower_ctors;
  options.prepare.assume = a.assume;
  options.prepare.trap_unreachable = a.trap_unreachable;
  options.prepare.jump_table_min = a.jump_table_min;
  options.prepare.vectorize = !a.no_vectorizer;
  options.passes.opt_level = a.level;
  options.passes.verify_each = a.verify_machine;
  options.combine.fuel = a.fuel;
  options.combine.trace = !a.combine_trace.empty();
  options.combine.known_bits = a.known_bits;
  options.combine.demanded_bits = a.demanded_bits;
  options.combine.disabled = a.combine_disabled;
  options.threads = a.threads;
  options.verify_each = a.verify_each || verify_by_environment();
  options.report_passes = a.passes.wants_report();
  if (!settle(a.passes, options.passes, true)) return wrong_usage;
  for (const std::string& name : a.disabled)
    if (!leave_out(name, options)) return wrong_usage;
  if (const std::string idle = idle_knob(a.passes, options.passes); !idle.empty()) {
    report_error(idle);
    return wrong_usage;
  }
  if (!read_unrolling(a, options.prepare)) return wrong_usage;
  return read_stage(a, options.stop_after) ? ok : wrong_usage;
}

int compile_command(const std::vector<std::string>& given) {
  Options options_given("LLVM IR in, PTX out.", "lathe compile", short_usage);
  CompileArguments parsed;
  parsed.passes.left_out = {"--disable-global-outlining"};
  declare(options_given, parsed);
  options_given.refuse(parsed.passes.left_out[0],
                       "lathe compile has no --disable-global-outlining: it has one module; lathe thinlto has it");
  std::vector<std::string> arguments = given;
  if (const std::string fault = respell(arguments); !fault.empty()) return options_given.wrong(fault);
  AlgorithmArguments words;
  declare_words(options_given, "compile", words);
  if (const auto done = options_given.parse(arguments)) return *done;
  if (const auto done = refuse_idle_code_generation(options_given)) return *done;
  if (const auto done = refuse_without(
          options_given, {"--thinlto-index", "--summary-file"},
          {"--function-import", "--inline-threshold", "--inline-budget", "--inline-total-budget", "--inline-pressure"}))
    return *done;
  // llc writes -filetype=null -o - as well, and means nothing by it.
  if (parsed.filetype == "null" && parsed.output != "-")
    if (const auto done = refuse_idle(options_given, "--filetype=null", {"--output"})) return *done;
  if (!parsed.stats.empty() && parsed.stats != "text" && parsed.stats != "json") {
    return options_given.wrong("--stats=" + parsed.stats + ": expected --stats or --stats=json");
  }
  parsed.says_filetype = !first_given(options_given, {"--filetype"}).empty();
  parsed.remarks = words.remarks;
  parsed.passes.registers_counted = !parsed.thinlto_index.empty() && parsed.backend.inline_pressure && parsed.level > 0;
  parsed.passes.remarks = !parsed.remarks.empty() || heard().document != nullptr;
  CompileOptions options;
  if (const int state = read_options(parsed, options); state != ok) {
    if (state == wrong_usage) report_usage(short_usage);
    return state;
  }
  if (parsed.passes.print_pipeline) {
    fmt::print("{}", pipeline_text(options.passes));
    return ok;
  }
  options.last = heard().output == nullptr;  // a report, or a program, asks again
  if (!parsed.thinlto_index.empty()) options.passes.knobs.outliner_link = "relocatable";
  return compile_file(parsed, options);
}

}  // namespace lathe::nvptx::cli
