// libdevice_checks: the functions of libdevice, compiled to PTX by any compiler and run on the CPU executor, against a
// reference of 200 bits.
//
// Expected results are computed once for each function and argument list, then each PTX file is run and judged.
// Used by tests/suites/accuracy.py, which has the modules compiled.
#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include "libdevice/module.hpp"
#include "libdevice/references.hpp"
#include "libdevice/sample.hpp"
#include "nvptx/exec/exec.hpp"

namespace {

using namespace libdevice;
namespace exec = lathe::nvptx::exec;

constexpr char usage_text[] =
    R"(usage: libdevice_checks --module f32|f64 [--ftz]      writes LLVM IR that calls each function
       libdevice_checks --run LABEL,f32|f64,ieee|ftz,FILE ...   runs PTX files and judges the results
       libdevice_checks --check-references                the reference against known values
       libdevice_checks --list                            names and bounds
  --functions GLOBS  only these, separated by commas: 'sin*,pow'
  --count N          random arguments of each function (default 10000)
  --jobs N           threads (default 1)
  --examples N       wrong results shown of each function (default 3)
  --tighten F        multiplies the bounds by F, to see that the check can fail
Lines of --run, separated by tabs: result LABEL FUNCTION PRECISION MODE ARGUMENTS FAILURES MAX_ULP MAX_ABS BOUND WORST
                                   fail   LABEL FUNCTION PRECISION MODE TEXT
Exit status: 0 all right, 1 some results are wrong, 2 wrong usage.
)";

struct Run {
  std::string label, path;
  Precision precision = Precision::f32;
  bool ftz = false;
};
struct Options {
  std::string module, globs = "*";
  std::vector<Run> runs;
  bool ftz = false, check_references = false, list = false;
  int count = 10000;
  unsigned jobs = 1, examples = 3;
  double tighten = 1;
};

[[noreturn]] void wrong_usage(const std::string& text) {
  std::cerr << "libdevice_checks: " << text << "\n" << usage_text;
  std::exit(2);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

Run parse_run(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 4 || (parts[1] != "f32" && parts[1] != "f64") || (parts[2] != "ieee" && parts[2] != "ftz"))
    wrong_usage("not LABEL,PRECISION,MODE,FILE: " + text);
  return {parts[0], parts[3], parts[1] == "f32" ? Precision::f32 : Precision::f64, parts[2] == "ftz"};
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    const auto value = [&]() -> std::string {
      if (++i >= argc) wrong_usage(a + " wants a value");
      return argv[i];
    };
    if (a == "--module")
      options.module = value();
    else if (a == "--ftz")
      options.ftz = true;
    else if (a == "--run")
      options.runs.push_back(parse_run(value()));
    else if (a == "--functions")
      options.globs = value();
    else if (a == "--count")
      options.count = std::atoi(value().c_str());
    else if (a == "--jobs")
      options.jobs = unsigned(std::max(1, std::atoi(value().c_str())));
    else if (a == "--examples")
      options.examples = unsigned(std::max(0, std::atoi(value().c_str())));
    else if (a == "--tighten")
      options.tighten = std::atof(value().c_str());
    else if (a == "--check-references")
      options.check_references = true;
    else if (a == "--list")
      options.list = true;
    else
      wrong_usage("unknown argument " + a);
  }
  return options;
}

std::vector<const Function*> chosen(const Options& options, Precision precision) {
  std::vector<const Function*> list;
  const std::vector<std::string> globs = split(options.globs, ',');
  for (const Function& f : functions()) {
    const auto fits = [&](const std::string& glob) { return fnmatch(glob.c_str(), f.name, 0) == 0; };
    if ((precision == Precision::f32 || !f.single_only) && std::any_of(globs.begin(), globs.end(), fits))
      list.push_back(&f);
  }
  return list;
}

/// A function in a precision with all that its results are compared with.
struct Sample {
  const Function* function;
  Precision precision;
  std::vector<Arguments> arguments;
  std::vector<Expectations> expected, with_flushed;  ///< the second only where ftz may flush arguments
  std::vector<int> flushed_index;                    ///< into with_flushed, or -1
};

void fill(Sample& s, int count) {
  const Format& format = format_of(s.precision);
  s.arguments = arguments_of(*s.function, s.precision, count);
  for (const Arguments& a : s.arguments) {
    s.expected.push_back(expect(*s.function, s.precision, a));
    const Arguments zeros = flushed(*s.function, format, a);
    const bool differs = (s.precision == Precision::f32 || s.function->word_as_f32) && zeros != a;
    s.flushed_index.push_back(differs ? int(s.with_flushed.size()) : -1);
    if (differs) s.with_flushed.push_back(expect(*s.function, s.precision, zeros));
  }
}

template <class F>
void parallel(unsigned jobs, std::size_t count, F&& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < jobs; ++t)
    threads.emplace_back([&] {
      for (std::size_t i; (i = next++) < count;) work(i);
      mpfr_free_cache();
    });
  for (std::thread& t : threads) t.join();
}

std::string hexadecimal(const Format& format, Bits bits) {
  char text[80];
  std::snprintf(text, sizeof text, "%.*g (0x%0*llx)", format.bits == 32 ? 9 : 17, value_of(format, bits),
                format.bits / 4, static_cast<unsigned long long>(bits));
  return text;
}
std::string call_text(const Sample& s, std::size_t index) {
  std::string text = symbol_of(*s.function, s.precision) + "(";
  for (std::size_t position = 0; const char c : std::string_view(s.function->signature).substr(2)) {
    if (std::islower(c) == 0) continue;
    const Bits bits = s.arguments[index][position];
    text += (position == 0 ? "" : ", ");
    text += c == 'n' ? std::to_string(std::int32_t(std::uint32_t(bits))) : hexadecimal(format_of(s.precision), bits);
    ++position;
  }
  return text + ")";
}
std::string result_text(const Sample& s, const Expected& e, Bits got, int k) {
  const Format& format = format_of(s.precision);
  const std::string which = k == 1 ? " second result" : "";
  if (e.is_integer)
    return which + " = " + std::to_string(std::int32_t(std::uint32_t(got))) + ", expected " + std::to_string(e.integer);
  return which + " = " + hexadecimal(format, got) + ", expected " + hexadecimal(format, e.bits);
}

struct Report {
  std::size_t failures = 0;
  double max_ulps = 0, max_absolute = 0;
  std::string worst, worst_absolute;
  std::vector<std::string> examples;
};

class Runner {
 public:
  Runner(exec::Machine& machine, const Run& run, const Options& options)
      : machine_(machine), run_(run), options_(options) {}

  /// Launches the function's kernel and compares.
  Report check(const Sample& s) {
    Report report;
    std::array<std::vector<Bits>, 2> got;
    if (const auto fault = launch(s, got)) {
      report.failures = s.arguments.size();
      report.examples.push_back(fault->to_string());
      return report;
    }
    for (std::size_t i = 0; i < s.arguments.size(); ++i)
      for (int k = 0; k < results(*s.function); ++k) compare(s, i, k, got[std::size_t(k)][i], report);
    return report;
  }

 private:
  static std::size_t element(const Format& format, bool integer) { return integer ? 4 : std::size_t(format.bits) / 8; }

  std::optional<exec::Fault> launch(const Sample& s, std::array<std::vector<Bits>, 2>& got) {
    const Format& format = format_of(s.precision);
    const std::size_t count = s.arguments.size();
    exec::Launch launch;
    launch.kernel = "check_" + symbol_of(*s.function, s.precision);
    launch.grid = {unsigned(count + 127) / 128};
    launch.block = {128};
    std::vector<exec::Address> buffers;
    std::string letters;
    for (const char c : std::string_view(s.function->signature).substr(2))
      if (std::islower(c) != 0) letters += c;
    for (std::size_t k = 0; k < max_arguments; ++k) {
      const std::size_t size = element(format, k < letters.size() && letters[k] == 'n');
      std::vector<std::byte> bytes(size * count);
      for (std::size_t i = 0; i < count; ++i) std::memcpy(bytes.data() + i * size, &s.arguments[i][k], size);
      buffers.push_back(machine_.allocate(bytes.size()));
      if (auto fault = machine_.write(buffers.back(), bytes)) return fault;
    }
    for (int k = 0; k < 2; ++k) buffers.push_back(machine_.allocate(count * 8));
    for (const exec::Address b : buffers) launch.add(b);
    launch.add(std::uint32_t(count));
    if (auto fault = machine_.launch(launch)) return fault;
    for (int k = 0; k < results(*s.function); ++k) {
      const std::size_t size = element(format, integer_result(*s.function, k));
      std::vector<std::byte> bytes(size * count);
      if (auto fault = machine_.read(buffers[std::size_t(4 + k)], bytes)) return fault;
      auto& values = got[std::size_t(k)];
      values.assign(count, 0);
      for (std::size_t i = 0; i < count; ++i) std::memcpy(&values[i], bytes.data() + i * size, size);
    }
    for (const exec::Address b : buffers)
      if (auto fault = machine_.release(b)) return fault;
    return {};
  }

  Verdict judged(const Expected& e, Bits got, const Format& format) const {
    Expected tighter = e;
    tighter.bound.value *= options_.tighten;
    return judge(format, tighter, got, run_.ftz);
  }

  void compare(const Sample& s, std::size_t i, int k, Bits got, Report& report) {
    const Format& format = format_of(s.precision);
    const Expected* e = &s.expected[i][std::size_t(k)];
    const int zeros = run_.ftz ? s.flushed_index[i] : -1;
    if (zeros >= 0) e = &s.with_flushed[std::size_t(zeros)][std::size_t(k)];
    Verdict v = judged(*e, got, format);
    // A subnormal argument that was used as it is, too, is no error.
    if (zeros >= 0 && !v.right) v = judged(s.expected[i][std::size_t(k)], got, format);
    if (!v.right) {
      ++report.failures;
      if (report.examples.size() < options_.examples)
        report.examples.push_back(call_text(s, i) + result_text(s, *e, got, k));
    }
    if (v.by_ulps && v.ulps > report.max_ulps) {
      report.max_ulps = v.ulps;
      report.worst = call_text(s, i) + result_text(s, *e, got, k);
    } else if (!v.by_ulps && e->bound.kind != Bound::Kind::none && v.absolute > report.max_absolute) {
      report.max_absolute = v.absolute;
      report.worst_absolute = call_text(s, i) + result_text(s, *e, got, k);
    }
  }

  exec::Machine& machine_;
  const Run& run_;
  const Options& options_;
};

bool run_file(const Options& options, const Run& run, const std::vector<Sample>& samples) {
  std::ifstream file(run.path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) wrong_usage("cannot read " + run.path);
  exec::Machine machine({.threads = options.jobs});
  if (const auto fault = machine.load({{run.path, text.str()}})) {
    std::cout << "fail\t" << run.label << "\t-\t-\t-\t" << fault->to_string() << "\n";
    return false;
  }
  bool right = true;
  for (const Sample& s : samples) {
    if (s.precision != run.precision) continue;
    const Report report = Runner(machine, run, options).check(s);
    const std::string head = run.label + "\t" + s.function->name + "\t" +
                             (s.precision == Precision::f32 ? "f32" : "f64") + "\t" + (run.ftz ? "ftz" : "ieee") + "\t";
    char numbers[80];
    std::snprintf(numbers, sizeof numbers, "%.3f\t%.3g", report.max_ulps, report.max_absolute);
    std::cout << "result\t" << head << s.arguments.size() << "\t" << report.failures << "\t" << numbers << "\t"
              << bound_text(*s.function, s.precision) << "\t"
              << (report.worst.empty() ? report.worst_absolute : report.worst) << "\n";
    for (const std::string& example : report.examples) std::cout << "fail\t" << head << example << "\n";
    right &= report.failures == 0;
  }
  return right;
}

int run_all(const Options& options) {
  std::vector<Sample> samples;
  for (const Precision p : {Precision::f32, Precision::f64})
    if (std::any_of(options.runs.begin(), options.runs.end(), [&](const Run& r) { return r.precision == p; }))
      for (const Function* f : chosen(options, p)) samples.push_back({f, p, {}, {}, {}, {}});
  parallel(options.jobs, samples.size(), [&](std::size_t i) { fill(samples[i], options.count); });
  bool right = !samples.empty();
  for (const Run& run : options.runs) right &= run_file(options, run, samples);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  if (options.check_references) return check_references() == 0 ? 0 : 1;
  if (options.list) {
    for (const Precision p : {Precision::f32, Precision::f64})
      for (const Function* f : chosen(options, p)) std::cout << symbol_of(*f, p) << "\t" << bound_text(*f, p) << "\n";
    return 0;
  }
  if (!options.module.empty()) {
    if (options.module != "f32" && options.module != "f64") wrong_usage("unknown precision " + options.module);
    const Precision p = options.module == "f32" ? Precision::f32 : Precision::f64;
    std::cout << module_text(p, options.ftz, chosen(options, p));
    return 0;
  }
  if (options.runs.empty()) wrong_usage("nothing to do");
  return run_all(options);
}
