// The memory oracle's slow twin: random loops whose addresses are known by construction. Wherever two accesses, one of
// which writes, touch the same byte in some iterations, a path of dependences must keep their order; and what LLVM's
// own graph orders within an iteration and ours does not must never meet there.
#include <random>
#include <string>
#include <vector>

#include "unit/adapters/llvm_mir/block.hpp"
#include "unit/adapters/llvm_mir/llvm_graph.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

constexpr std::int64_t iterations = 28;

// Bases: two pointers that may be anything to each other, one that is nobody else's, two globals.
enum Base { plain, other, alone, global, global2, bases };
enum class Index {
  line,     // i * step + offset
  counter,  // a second induction variable
  pointer,  // a pointer that advances
  fixed,    // offset
  masked,   // (i & 7) * step + offset
  squared,  // (i * i & 31) + offset
  either    // of two bases, by i & 1
};
constexpr int indices = 7;

struct Access {
  Base base = plain;
  Index index = Index::line;
  std::int64_t step = 0, offset = 0;
  unsigned bytes = 4;
  bool writes = false;

  // Object and address within it, in iteration i.
  std::pair<Base, std::int64_t> at(std::int64_t i) const {
    switch (index) {
      case Index::fixed:
        return {base, offset};
      case Index::masked:
        return {base, (i & 7) * step + offset};
      case Index::squared:
        return {base, ((i * i) & 31) + offset};
      case Index::either:
        return {(i & 1) != 0 ? base : plain, i * step + offset};
      default:
        return {base, i * step + offset};
    }
  }
};

// `gap`: the second plain pointer minus the first; other objects are apart from them.
bool meet(const Access& a, std::int64_t i, const Access& b, std::int64_t j, std::int64_t gap) {
  auto [x, p] = a.at(i);
  auto [y, q] = b.at(j);
  if (x == other) x = plain, p += gap;
  if (y == other) y = plain, q += gap;
  return x == y && p < q + b.bytes && q < p + a.bytes;
}
constexpr std::int64_t gaps[] = {0, 4, -8, 64, 1 << 20};

std::vector<Access> random_accesses(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto upto = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<Access> out(static_cast<std::size_t>(3 + upto(4)));
  for (Access& a : out) {
    a.base = static_cast<Base>(upto(3) == 0 ? upto(bases) : 0);
    a.index = static_cast<Index>(upto(2) == 0 ? upto(indices) : 0);
    a.bytes = 1U << upto(4);
    a.step = upto(4) == 0 ? upto(33) - 16 : 4 * (upto(5) - 1);
    a.offset = upto(3) == 0 ? upto(65) - 32 : 4 * (upto(9) - 4);
    a.writes = upto(2) == 0;
  }
  return out;
}

// The loop as LLVM IR; access k stands on line k + 1.
std::string to_ir(const std::vector<Access>& accesses) {
  static constexpr const char* names[] = {"%p", "%q", "%r", "@g", "@h"};
  std::string phis, body, next;
  std::string sum = "%sum";
  for (std::size_t k = 0; k < accesses.size(); ++k) {
    const Access& a = accesses[k];
    const std::string n = std::to_string(k), type = "i" + std::to_string(8 * a.bytes);
    const std::string step = std::to_string(a.step), offset = std::to_string(a.offset), base = names[a.base];
    const auto line = [&](const std::string& i) {
      body += "  %m" + n + " = mul i64 " + i + ", " + step + "\n  %o" + n + " = add i64 %m" + n + ", " + offset + "\n";
    };
    std::string from = base, index = "%o" + n;
    switch (a.index) {
      case Index::line:
        line("%i");
        break;
      case Index::counter:
        phis += "  %o" + n + " = phi i64 [ " + offset + ", %entry ], [ %o" + n + ".next, %loop ]\n";
        next += "  %o" + n + ".next = add i64 %o" + n + ", " + step + "\n";
        break;
      case Index::pointer:
        phis += "  %b" + n + " = phi ptr [ " + base + ", %entry ], [ %b" + n + ".next, %loop ]\n";
        next += "  %b" + n + ".next = getelementptr i8, ptr %b" + n + ", i64 " + step + "\n";
        from = "%b" + n;
        index = offset;
        break;
      case Index::fixed:
        index = offset;
        break;
      case Index::masked:
        body += "  %w" + n + " = and i64 %i, 7\n";
        line("%w" + n);
        break;
      case Index::squared:
        body += "  %w" + n + " = mul i64 %i, %i\n  %v" + n + " = and i64 %w" + n + ", 31\n";
        body += "  %o" + n + " = add i64 %v" + n + ", " + offset + "\n";
        break;
      case Index::either:
        body += "  %w" + n + " = trunc i64 %i to i1\n";
        body += "  %e" + n + " = select i1 %w" + n + ", ptr " + base + ", ptr %p\n";
        from = "%e" + n;
        line("%i");
        break;
    }
    body += "  %a" + n + " = getelementptr i8, ptr " + from + ", i64 " + index + "\n";
    const std::string here = ", !dbg !" + std::to_string(10 + k) + "\n", dbg = ", align 1" + here;
    if (a.writes) {
      body += "  %x" + n + (a.bytes == 8 ? " = bitcast" : " = trunc") + " i64 %value to " + type + "\n";
      body += "  store " + type + " %x" + n + ", ptr %a" + n + dbg;
    } else {
      body += "  %x" + n + " = load " + type + ", ptr %a" + n + dbg;
      const std::string wide = a.bytes == 8 ? "bitcast i64 %x" + n + " to i64" : "zext " + type + " %x" + n + " to i64";
      body += "  %y" + n + " = " + wide + here + "  %s" + n + " = add i64 " + sum + ", %y" + n + here;
      sum = "%s" + n;
    }
  }
  std::string lines;
  for (std::size_t k = 0; k < accesses.size(); ++k)
    lines += "!" + std::to_string(10 + k) + " = !DILocation(line: " + std::to_string(k + 1) + ", scope: !3)\n";
  return "@g = internal global [4096 x i8] zeroinitializer\n@h = internal global [4096 x i8] zeroinitializer\n"
         "define i64 @f(ptr %p, ptr %q, ptr noalias %r, i64 %value, i64 %n) !dbg !3 {\nentry:\n  br label %loop\n"
         "loop:\n  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]\n"
         "  %sum = phi i64 [ 0, %entry ], [ " +
         sum + ", %loop ]\n" + phis + body + next +
         "  %i.next = add i64 %i, 1\n  %more = icmp ult i64 %i.next, %n\n  br i1 %more, label %loop, label %exit\n"
         "exit:\n  ret i64 %sum\n}\n!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!0}\n"
         "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
         "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: LineTablesOnly)\n"
         "!2 = !DIFile(filename: \"f.c\", directory: \"/\")\n"
         "!3 = distinct !DISubprogram(name: \"f\", file: !2, unit: !1, type: !4, spFlags: DISPFlagDefinition)\n"
         "!4 = !DISubroutineType(types: !5)\n!5 = !{null}\n" +
         lines;
}

// Least sum of distances on a path of dependences between instructions.
std::vector<std::vector<std::int64_t>> least_distances(std::uint32_t n, const std::vector<flow::Dependence>& edges) {
  std::vector<std::vector<std::int64_t>> out(n, std::vector<std::int64_t>(n, 1 << 20));
  for (const flow::Dependence& d : edges) out[d.from][d.to] = std::min<std::int64_t>(out[d.from][d.to], d.distance);
  for (std::uint32_t k = 0; k < n; ++k)
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) out[i][j] = std::min(out[i][j], out[i][k] + out[k][j]);
  return out;
}

struct Counts {
  std::size_t loops = 0, meetings = 0, free = 0, broken = 0, llvm_edges = 0, explained = 0;
};

// Checks all pairs; gives the number of meetings that no path of edges keeps in order.
std::size_t unordered(const std::vector<Access>& accesses, const std::vector<std::uint32_t>& of,
                      const std::vector<std::vector<std::int64_t>>& distance, Counts& counts) {
  std::size_t out = 0;
  for (std::uint32_t x = 0; x < of.size(); ++x)
    for (std::uint32_t y = 0; y < of.size(); ++y) {
      if (of[x] == modulo::none || of[y] == modulo::none) continue;
      const Access &a = accesses[of[x]], &b = accesses[of[y]];
      if (!a.writes && !b.writes) continue;
      bool ever = false;
      for (const std::int64_t gap : gaps)
        for (std::int64_t i = 0; i < iterations; ++i)
          for (std::int64_t j = i; j < iterations; ++j) {
            if ((i == j && x >= y) || !meet(a, i, b, j, gap)) continue;
            ever = true;
            ++counts.meetings;
            out += distance[x][y] > j - i;
          }
      counts.free += !ever;
    }
  return out;
}

void one_loop(Program& program, const std::vector<Access>& accesses, Counts& counts) {
  const auto loops = single_block_loops(*program.functions()[0]);
  if (loops.size() != 1) return;
  llvm::MachineBasicBlock& block = *loops[0];
  const ScheduleView view(program, *block.getParent());
  const BlockRegion region = BlockRegion::of_loop(view, &block);
  std::vector<std::uint32_t> of;  // the access that an instruction is
  for (const std::uint32_t i : region.insts()) {
    const llvm::MachineInstr* const inst = region.inst(i);
    const unsigned line = inst->getDebugLoc() ? inst->getDebugLoc().getLine() : 0;
    of.push_back(inst->mayLoadOrStore() && line != 0 && line <= accesses.size() ? line - 1 : modulo::none);
  }
  ++counts.loops;
  auto edges = dependences(region, true);
  const auto n = static_cast<std::uint32_t>(of.size());
  const auto distance = least_distances(n, edges);
  CHECK(unordered(accesses, of, distance, counts) == 0);
  // Without edges of memory the twin must object, if anything meets.
  std::erase_if(edges, [](const flow::Dependence& d) { return d.kind == flow::DependenceKind::memory; });
  Counts ignored;
  counts.broken += unordered(accesses, of, least_distances(n, edges), ignored) != 0;

  const auto place = places(region);
  for_each_llvm_edge(program, block, block.getFirstNonPHI(), block.getFirstTerminator(),
                     [&](const llvm::MachineInstr& from, const llvm::MachineInstr& to, const llvm::SDep& d) {
                       if (d.getKind() != llvm::SDep::Order) return;
                       ++counts.llvm_edges;
                       const std::uint32_t x = place.at(&from), y = place.at(&to);
                       if (distance[x][y] == 0) return;
                       REQUIRE(of[x] != modulo::none);
                       REQUIRE(of[y] != modulo::none);
                       for (const std::int64_t gap : gaps)
                         for (std::int64_t i = 0; i < iterations; ++i)
                           CHECK_FALSE(meet(accesses[of[x]], i, accesses[of[y]], i, gap));
                       ++counts.explained;
                     });
}

}  // namespace

TEST_CASE("accesses that meet, by running the addresses, are kept in order; pairs that never do can be free") {
  for (const Target& target : {targets[0], targets[1], targets[2]}) {
    CAPTURE(std::string(target.triple));
    Counts counts;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const auto accesses = random_accesses(seed);
      const std::string text = to_ir(accesses);
      CAPTURE(text);
      LoadOptions options = before("phi-node-elimination");
      options.triple = target.triple;
      options.cpu = target.cpu;
      std::string error;
      const auto program = load_text(text, "twin.ll", options, error);
      REQUIRE_MESSAGE(program != nullptr, error);
      one_loop(*program, accesses, counts);
    }
    MESSAGE(counts.loops << " loops, " << counts.meetings << " meetings, " << counts.free << " pairs never meet, "
                         << counts.llvm_edges << " edges of LLVM, " << counts.explained << " of them not ours");
    CHECK(counts.loops >= 50);
    CHECK(counts.meetings > 1'000);
    CHECK(counts.broken >= 30);
    CHECK(counts.llvm_edges > 20);
  }
}
