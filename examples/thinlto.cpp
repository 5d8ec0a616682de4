// Plan imports between modules of your own IR with lathe: plan, check, apply, and run a module that needs no other now.
// Compile: g++ -std=c++20 -I include examples/thinlto.cpp
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <lathe/thinlto.hpp>
#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/text.hpp>

// ---- the IR: functions of one argument
struct Function {
  std::string callee;  // or empty: a + a
};
struct Module {
  std::string name;
  std::map<std::string, Function> functions;
};

// name(a) { return callee(a) * a }, or { return a + a }. Where a body is missing, -1.
long run(const Module& module, const std::string& name, long a) {
  const auto f = module.functions.find(name);
  if (f == module.functions.end()) return -1;
  return f->second.callee.empty() ? a + a : run(module, f->second.callee, a) * a;
}

// ---- the six members of thinlto::Summaries, and names and roots
struct Summaries {
  struct FunctionRef {
    std::size_t module;
    std::string name;
  };
  struct Call {
    std::uint64_t guid;
    lathe::thinlto::Hotness hotness;
  };
  const std::vector<Module>& all;

  std::vector<std::size_t> modules() const {
    std::vector<std::size_t> out;
    for (std::size_t m = 0; m < all.size(); ++m) out.push_back(m);
    return out;
  }
  const std::string& module_name(std::size_t m) const { return all[m].name; }
  std::vector<FunctionRef> functions(std::size_t m) const {
    std::vector<FunctionRef> out;
    for (const auto& [name, function] : all[m].functions) out.push_back({m, name});
    return out;
  }
  std::uint64_t guid(const FunctionRef& f) const { return lathe::thinlto::guid_of(f.name); }
  std::uint32_t instructions(const FunctionRef& f) const { return callee(f).empty() ? 2 : 3; }
  std::vector<Call> calls(const FunctionRef& f) const {
    if (callee(f).empty()) return {};
    return {{lathe::thinlto::guid_of(callee(f)), lathe::thinlto::Hotness::hot}};
  }
  const std::string& name(const FunctionRef& f) const { return f.name; }
  std::vector<std::uint64_t> roots() const { return {lathe::thinlto::guid_of("start")}; }

  const std::string& callee(const FunctionRef& f) const { return all[f.module].functions.at(f.name).callee; }
};

int main() {
  const std::vector<Module> modules = {{"main.toy", {{"start", {"middle"}}}},
                                       {"middle.toy", {{"middle", {"leaf"}}}},
                                       {"leaf.toy", {{"leaf", {}}, {"unused", {}}}}};

  Summaries summaries{modules};
  const lathe::thinlto::Problem problem = lathe::thinlto::ingest(summaries);
  const lathe::thinlto::Options options{.print_import_failures = true};
  const lathe::thinlto::Plan plan = lathe::thinlto::plan_problem(
      problem, options, [](const lathe::Remark& r) { std::printf("%s: %s\n", r.place.c_str(), r.text.c_str()); });
  std::printf("%s", print(problem, plan).c_str());
  const auto faults = lathe::thinlto::check_plan(problem, plan, options);
  std::printf("checker: %zu faults\n%s", faults.size(), faults.str().c_str());

  // The plan is data: this IR's way to import is to copy the body.
  Module alone = modules[0];
  for (const lathe::thinlto::Import import : plan.modules[0].imports) {
    const lathe::thinlto::Summary& s = problem.summaries[import.summary];
    const std::string name = problem.label(s.value);
    alone.functions[name] = modules[s.module].functions.at(name);
  }
  std::printf("start(3) in main.toy alone: %ld, before: %ld\n", run(alone, "start", 3), run(modules[0], "start", 3));
  // leaf(3) = 6, middle(3) = 6 * 3, start(3) = 18 * 3.
  return faults.empty() && run(alone, "start", 3) == 54 && plan.modules[0].imports.size() == 2 ? 0 : 1;
}
