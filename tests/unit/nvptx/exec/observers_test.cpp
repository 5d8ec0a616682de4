// The trace of a thread and the profile of a launch, on kernels whose figures can be counted by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simt/watch/observers.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::exec;

namespace {

constexpr char head[] = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Runs kernel k of the text with one buffer of `bytes`.
std::optional<Fault> launch(Observer& observer, const std::string& body, Dim3 grid, Dim3 block,
                            std::size_t bytes = 1 << 16) {
  MachineOptions options;
  options.observer = &observer;
  Machine machine(options);
  if (auto fault = machine.load({{"k.ptx", head + body}})) return fault;
  Launch l;
  l.kernel = "k";
  l.grid = grid;
  l.block = block;
  l.add(machine.allocate(bytes));
  return machine.launch(l);
}

std::string fault_text(const std::optional<Fault>& fault) { return fault ? fault->to_string() : ""; }

std::string kernel(const std::string& code) {
  return ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n.reg .f32 "
         "%f<8>;\n"
         ".shared .align 16 .b8 tile[16384];\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n" +
         code + "ret;\n}\n";
}

/// The profile must be taken before the machine goes: what the test wants of it is copied by `end_launch`.
class Profiled final : public Observer {
 public:
  void begin_launch(const Grid& g) override { inner->begin_launch(g); }
  void begin_block(const Block& b) override { inner->begin_block(b); }
  void before(const Warp& w, const Code& c, Mask a, Mask m) override { inner->before(w, c, a, m); }
  void after(const Warp& w, const Code& c, Mask m) override { inner->after(w, c, m); }
  void access(const Warp& w, const Code& c, const Access& a) override { inner->access(w, c, a); }
  void barrier(const Block& b, std::uint32_t n, std::span<const std::uint32_t> t) override { inner->barrier(b, n, t); }
  void end_launch(const Grid&) override { profile = inner->result(); }
  std::unique_ptr<ProfileObserver> inner = make_profile();
  Profile profile;
};

Profile profile_of(const std::string& code, Dim3 grid, Dim3 block) {
  Profiled observer;
  CHECK(fault_text(launch(observer, kernel(code), grid, block)) == "");
  return observer.profile;
}

ProfileCounts counts_of(const Profile& profile, const std::string& mnemonic) {
  for (const ProfileRow& row : profile.mnemonics)
    if (row.mnemonic == mnemonic) return row.counts;
  FAIL("no " << mnemonic);
  return {};
}

/// Counts of one access whose address is `base + tid * stride`.
ProfileCounts global_load(unsigned stride, const std::string& type, const std::string& registers) {
  const std::string op = "ld.global." + type;
  return counts_of(profile_of("mul.wide.u32 %rd2, %r1, " + std::to_string(stride) + ";\nadd.s64 %rd3, %rd1, %rd2;\n" +
                                  op + " " + registers + ", [%rd3];\n",
                              {1}, {32}),
                   op);
}
ProfileCounts shared_load(unsigned stride, const std::string& type, const std::string& registers) {
  const std::string op = "ld.shared." + type;
  return counts_of(profile_of("mov.u32 %r2, tile;\nmad.lo.u32 %r3, %r1, " + std::to_string(stride) + ", %r2;\n" + op +
                                  " " + registers + ", [%r3];\n",
                              {1}, {32}),
                   op);
}

std::vector<std::string> trace(const std::string& code, TraceOptions options, Dim3 grid = {1}, Dim3 block = {64}) {
  std::vector<std::string> lines;
  const auto observer = make_trace(options);
  CHECK(fault_text(launch(*observer, kernel(code), grid, block)) == "");
  for (const TraceStep& step : observer->steps()) lines.push_back(to_string(step));
  return lines;
}

}  // namespace

TEST_CASE("trace: one thread, its values, skipped instructions") {
  const auto lines = trace(
      "add.s32 %r2, %r1, -40;\nsetp.gt.s32 %p1, %r2, 0;\n@%p1 mov.u32 %r3, 5;\n@!%p1 mov.u32 %r3, 6;\n"
      "cvt.rn.f32.s32 %f1, %r2;\nst.global.v2.u32 [%rd1+8], {%r2, %r3};\n",
      {.thread = 37});
  REQUIRE(lines.size() == 9);
  CHECK(lines[1] == "k.ptx:12: mov.u32 %r1, %tid.x;  %r1 = 37 (0x00000025)");
  CHECK(lines[2] == "k.ptx:13: add.s32 %r2, %r1, -40;  %r2 = -3 (0xfffffffd)");
  CHECK(lines[3] == "k.ptx:14: setp.gt.s32 %p1, %r2, 0;  %p1 = false");
  CHECK(lines[4] == "k.ptx:15: @%p1 mov.u32 %r3, 5;  (guard is false)");
  CHECK(lines[5] == "k.ptx:16: @!%p1 mov.u32 %r3, 6;  %r3 = 6 (0x00000006)");
  CHECK(lines[6] == "k.ptx:17: cvt.rn.f32.s32 %f1, %r2;  %f1 = -3 (0xc0400000)");
  CHECK(lines[7] == "k.ptx:18: st.global.v2.u32 [%rd1+8], {%r2, %r3};");
  CHECK(lines[8] == "k.ptx:19: ret;");
}

TEST_CASE("trace: other blocks and threads, loops, the limit") {
  const std::string loop =
      "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, 0;\nLOOP:\nadd.u32 %r3, %r3, 1;\nsetp.le.u32 %p1, %r3, %r1;\n@%p1 bra "
      "LOOP;\n";
  const auto count = [&](std::uint64_t block, std::uint32_t thread) {
    const auto lines = trace(loop, {.block = block, .thread = thread}, {3}, {64});
    CHECK(std::any_of(lines.begin(), lines.end(), [&](const std::string& l) {
      return l.find("%r2 = " + std::to_string(block) + " ") != std::string::npos;
    }));
    return lines.size();
  };
  CHECK(count(0, 0) == 5 + 3 * 1);
  CHECK(count(2, 33) == 5 + 3 * 34);

  const auto observer = make_trace({.thread = 33, .limit = 7});
  CHECK(fault_text(launch(*observer, kernel(loop), {1}, {64})) == "");
  CHECK(observer->steps().size() == 7);
  CHECK(observer->count() == 5 + 3 * 34);

  std::size_t given = 0;
  const auto sunk = make_trace({.sink = [&](const TraceStep&) { ++given; }});
  CHECK(fault_text(launch(*sunk, kernel(loop), {1}, {64})) == "");
  CHECK(given == 8);
  CHECK(sunk->steps().empty());
}

TEST_CASE("trace: calls go on in the callee") {
  const std::string text =
      ".func (.param .b32 r) twice(.param .b32 a)\n{\n.reg .b32 %x<3>;\nld.param.u32 %x1, [a];\n"
      "add.u32 %x2, %x1, %x1;\nst.param.b32 [r], %x2;\nret;\n}\n" +
      kernel(
          "{\n.param .b32 a0;\n.param .b32 r0;\nst.param.b32 [a0], %r1;\ncall (r0), twice, (a0);\n"
          "ld.param.b32 %r2, [r0];\n}\n");
  const auto observer = make_trace({.thread = 21});
  CHECK(fault_text(launch(*observer, text, {1}, {32})) == "");
  std::string functions, values;
  for (const TraceStep& step : observer->steps()) {
    functions += step.function + " ";
    for (const TraceValue& v : step.values) values += v.name + "=" + std::to_string(v.low) + " ";
  }
  CHECK(functions == "k k k k twice twice twice twice k k ");
  CHECK(values.find("%x1=21 %x2=42 %r2=42 ") != std::string::npos);
}

TEST_CASE("profile: issues, lanes, guards, barriers") {
  const Profile p = profile_of(
      "setp.lt.u32 %p1, %r1, 8;\n@%p1 add.u32 %r2, %r1, 1;\nsetp.gt.u32 %p2, %r1, 1000;\n"
      "@%p2 sub.u32 %r2, %r1, 1;\nbar.sync 0;\n",
      {3}, {48});
  CHECK(p.launches == 1);
  CHECK(p.blocks == 3);
  CHECK(p.barriers == 3);
  CHECK(counts_of(p, "setp.lt.u32").issued == 6);
  CHECK(counts_of(p, "setp.lt.u32").threads == 3 * 48);
  CHECK(counts_of(p, "setp.lt.u32").lanes() == doctest::Approx(24));
  CHECK(counts_of(p, "add.u32").issued == 6);  // the second warp issues it for no lane
  CHECK(counts_of(p, "add.u32").threads == 3 * 8);
  CHECK(counts_of(p, "sub.u32").issued == 6);
  CHECK(counts_of(p, "sub.u32").threads == 0);
  CHECK(counts_of(p, "bar.sync").barriers == 6);
  CHECK(p.total.issued == 6 * p.instructions.size());
  CHECK(std::is_sorted(p.instructions.begin(), p.instructions.end(),
                       [](const ProfileRow& a, const ProfileRow& b) { return a.counts.cost > b.counts.cost; }));
  for (const ProfileRow& row : p.instructions)
    if (row.mnemonic == "bar.sync") CHECK(row.text == "bar.sync 0;");
}

TEST_CASE("profile: branches taken and divergent") {
  const Profile p =
      profile_of("setp.lt.u32 %p1, %r1, 40;\n@%p1 bra A;\nmov.u32 %r2, 1;\nA:\nbra.uni B;\nB:\n", {1}, {96});
  const ProfileCounts bra = counts_of(p, "bra");
  CHECK(bra.branches == 3);
  CHECK(bra.taken == 2);      // lanes 0..31 all, 32..39 some, 64..95 none
  CHECK(bra.divergent == 1);  // the second warp
  CHECK(counts_of(p, "bra.uni").divergent == 0);
  CHECK(counts_of(p, "bra.uni").taken == counts_of(p, "bra.uni").branches);
}

TEST_CASE("profile: sectors of global memory") {
  const auto check = [](const ProfileCounts& c, std::uint64_t sectors, std::uint64_t lines, double efficiency) {
    CHECK(c.requests == 1);
    CHECK(c.sectors == sectors);
    CHECK(c.lines == lines);
    CHECK(c.efficiency() == doctest::Approx(efficiency));
  };
  check(global_load(4, "u32", "%r4"), 4, 1, 1);
  check(global_load(0, "u32", "%r4"), 1, 1, 4.0 / 32);
  check(global_load(8, "u32", "%r4"), 8, 2, 0.5);
  check(global_load(32, "u32", "%r4"), 32, 8, 0.125);
  check(global_load(128, "u32", "%r4"), 32, 32, 0.125);
  check(global_load(8, "u64", "%rd4"), 8, 2, 1);
  check(global_load(16, "v4.u32", "{%r4, %r5, %r6, %r7}"), 16, 4, 1);
  check(global_load(1, "u8", "%r4"), 1, 1, 1);
}

TEST_CASE("profile: bank conflicts of shared memory") {
  const auto check = [](const ProfileCounts& c, std::uint64_t wavefronts, std::uint64_t conflicts) {
    CHECK(c.shared_requests == 1);
    CHECK(c.wavefronts == wavefronts);
    CHECK(c.conflicts == conflicts);
  };
  check(shared_load(4, "u32", "%r4"), 1, 0);
  check(shared_load(0, "u32", "%r4"), 1, 0);  // one word for all
  check(shared_load(8, "u32", "%r4"), 2, 1);
  check(shared_load(128, "u32", "%r4"), 32, 31);
  check(shared_load(132, "u32", "%r4"), 1, 0);  // the padded column
  check(shared_load(1, "u8", "%r4"), 1, 0);     // four lanes share each word
  check(shared_load(8, "u64", "%rd4"), 2, 0);   // two half-warps
  check(shared_load(16, "u64", "%rd4"), 4, 2);
  check(shared_load(16, "v4.u32", "{%r4, %r5, %r6, %r7}"), 4, 0);  // four quarter-warps
  check(shared_load(32, "v4.u32", "{%r4, %r5, %r6, %r7}"), 8, 4);
  // Atomics to one word go one after another.
  const auto atom = counts_of(profile_of("atom.shared.add.u32 %r4, [tile], 1;\n", {1}, {32}), "atom.shared.add.u32");
  check(atom, 32, 31);
}
