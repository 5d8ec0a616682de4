// What the cost model of outlining is fitted on: functions that could be outlined from PTX, each alone.
//
//   bench_outline_sass IN.ptx DIR [MOST]
//
// Plans as if calls were nearly free, so that what does not pay is among the functions, too, and writes into DIR the module
// as it is (0.ptx), and one for each of the first MOST functions in which only that one is outlined (N.ptx). Prints a line for each:
//
//   N NAME images I sites S body KIND=COUNT ... bytes KIND=COUNT ... bounded B kept K ... arguments A results R several V calls C
//
// where `body` counts the function's instructions by kind, `bytes` those of all sites in all images, and the rest, words of
// 32 bits and calls, are sums over sites and images, too. Exit 1 with a message when the PTX cannot be read.
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <lathe/outline.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/outline_edit.hpp"

namespace {

using namespace lathe::nvptx;
namespace outline = lathe::outline;
using Counts = std::array<std::uint64_t, sass_kinds>;

// Calls cost next to nothing: the plan has what would not pay.
struct Cheap {
  static std::uint32_t call_bytes(const outline::Interface&, const outline::Site&) { return 8; }
  static std::uint32_t frame_bytes(const outline::Interface&) { return 0; }
};

struct Read {
  mir::Module module;
  bool fine = false;
  explicit Read(const std::string& text, const char* name) {
    Diag diag;
    fine = mir::parse(text, name, module, diag);
    if (!fine) std::fprintf(stderr, "%s: no PTX that could be read\n", name);
  }
};

void print(const char* what, const Counts& counts) {
  std::printf(" %s", what);
  for (std::size_t k = 0; k < sass_kinds; ++k)
    if (counts[k] != 0)
      std::printf(" %s=%llu", std::string(sass_names[k]).c_str(), static_cast<unsigned long long>(counts[k]));
}

std::uint32_t words(const outline::Ingested<MirProgram>& in, const std::vector<std::uint16_t>& list) {
  std::uint32_t out = 0;
  for (const std::uint16_t c : list) out += (mir::bits_of(static_cast<mir::Type>(in.classes[c])) + 31) / 32;
  return out;
}

bool write(const std::string& path, const mir::Module& module) {
  std::ofstream out(path);
  out << mir::print(module);
  return static_cast<bool>(out.flush());
}

void tell(std::uint32_t f, const MirProgram& program, const outline::Ingested<MirProgram>& in,
          const mir::Module& module, const outline::Round& round) {
  const outline::OutlinedFunction& function = round.functions[f];
  Counts body{}, all{};
  std::vector<SassKind> own, there;  // kinds of the function's instructions, and what they count as within it
  std::set<std::uint32_t> images;
  std::uint64_t sites = 0, calls = 0, leaf = 0, across = 0, kept = 0, over = 0, predicates = 0, bounded = 0;
  for (const outline::PlannedSite& s : round.sites) {
    if (s.function != f) continue;
    const auto& of = in.problem.functions[in.problem.blocks[s.site.block].function].images;
    images.insert(of.begin(), of.end());
    calls += of.size();
    const outline::signature_of_t<MirProgram> signature{function.interface.length,
                                                        function.interface.bytes,
                                                        {function.interface.parameters, in.classes},
                                                        {function.interface.results, in.classes}};
    const OutlineSite at = program.own().site(signature, {&in.blocks[s.site.block], &in.insts[s.site.first]});
    leaf += at.leaf ? of.size() : 0;
    (at.device ? across : kept) += of.size() * at.across;
    if (!at.device && at.across > outline_keeps) over += of.size() * (at.across - outline_keeps);
    for (const mir::Directive& d : module.functions[in.blocks[s.site.block].function].directives)
      bounded += d.name == "maxntid" || d.name == "reqntid" || d.name == "minnctapersm" || d.name == "maxnreg";
    predicates += at.predicates ? of.size() : 0;
    for (std::uint32_t i = s.site.first; i < s.site.first + function.interface.length; ++i) {
      const auto& inst = in.insts[i];
      const auto placed = program.own().placed(inst.function, inst.handle);
      all[static_cast<std::size_t>(placed)] += of.size();
      const std::uint32_t k = i - s.site.first;
      if (sites == 0) own.push_back(sass_kind(module, module.functions[inst.function], *inst.handle));
      if (sites == 0)
        there.push_back(placed);
      else if (placed != there[k])
        there[k] = own[k];  // what it leaves out in some places stands beside them
    }
    ++sites;
  }
  for (const SassKind kind : there) ++body[static_cast<std::size_t>(kind)];
  body[0] = all[0] = 0;  // SassKind::nothing has no weight
  std::printf("%u %s images %zu sites %llu", f + 1, function.name.c_str(), images.size(),
              static_cast<unsigned long long>(sites));
  print("body", body);
  print("bytes", all);
  const std::uint64_t results = words(in, function.interface.results);
  const std::pair<const char*, std::uint64_t> sums[] = {{"bounded", bounded},
                                                        {"kept", kept},
                                                        {"over", over},
                                                        {"predicates", predicates},
                                                        {"leaf", leaf},
                                                        {"across", across},
                                                        {"arguments", calls * words(in, function.interface.parameters)},
                                                        {"results", calls * results},
                                                        {"several", function.interface.results.size() > 1 ? calls : 0},
                                                        {"calls", calls}};
  for (const auto& [what, sum] : sums) std::printf(" %s %llu", what, static_cast<unsigned long long>(sum));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "bench_outline_sass IN.ptx DIR [MOST]\n"), 2;
  std::ifstream file(argv[1]);
  std::stringstream text;
  text << file.rdbuf();
  const std::string folder = std::string(argv[2]) + "/";
  const std::uint32_t most = argc > 3 ? static_cast<std::uint32_t>(std::stoul(argv[3])) : 6;
  Read first(text.str(), argv[1]);
  if (!first.fine || !write(folder + "0.ptx", first.module)) return 1;
  MirOutlineOptions machine;
  machine.protect_bounded = false;
  MirProgram program(first.module, machine);
  const auto in = outline::ingest(program);
  Cheap cheap;
  outline::Options options;
  options.choice = outline::Choice::lazy_benefit;
  options.outline_unwanted = true;
  outline::Problem once = in.problem;  // what stands once in each kernel is a question, too
  once.images = 0;
  for (auto& function : once.functions) function.images.clear();
  const outline::Plan plan = outline::plan_problem(once, cheap, options);
  for (std::uint32_t f = 0; !plan.rounds.empty() && f < plan.rounds[0].functions.size() && f < most; ++f) {
    Read again(text.str(), argv[1]);
    if (!again.fine) return 1;
    MirProgram now(again.module, machine);
    const auto here = outline::ingest(now);
    outline::Round only;
    only.functions.push_back(plan.rounds[0].functions[f]);
    for (outline::PlannedSite s : plan.rounds[0].sites)
      if (s.function == f) {
        s.function = 0;
        only.sites.push_back(std::move(s));
      }
    MirEditor editor(again.module);
    outline::apply(editor, here, only);
    if (!write(folder + std::to_string(f + 1) + ".ptx", again.module)) return 1;
    tell(f, program, in, first.module, plan.rounds[0]);
  }
  return 0;
}
