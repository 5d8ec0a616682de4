// The assembler: what it reads it prints alike; what is wrong is said with its line; no bytes bring it down.
#include <doctest/doctest.h>

#include <random>

#include "unit/toy_gpu/run.hpp"

namespace {

using namespace toy_test;
using toy_gpu::Program;

const std::string whole =
    "global table bytes 64 align 16\n"
    "  data 0 00112233aabb\n"
    "  data 32 ff\n"
    "  word 8 lo(other.$1+4)\n"
    "  word 12 hi(helper)\n"
    "const other.$1 bytes 8 align 4\n"
    "shared tile bytes 1024 align 256\n"
    "shared dynamic bytes 0 align 8\n"
    "kernel scale args 20 local 64\n"
    "L0:\n"
    "  ld.arg.x1 s0, [8]\n"
    "  ld.global.x3 v3, v4, v5, [v1:v2+4]\n"
    "  ld.shared.u8 v6, [at(tile+12)]\n"
    "  ld.const.x2 s2, s3, [s1-8]\n"
    "  st.local.x1 [frame+16], -1\n"
    "  st.local.x4 [top-32], v3, 4294967295, lo(table-4), at(dynamic)\n"
    "  lea s4, [at(other.$1)]\n"
    "  cmp.slt v3, s0\n"
    "  branch L2\n"
    "L1:\n"
    "L2:\n"
    "  atom.any.cas v7, [v1:v2], 0, v3\n"
    "  bfi v7, v7, hi(helper), 3, 5\n"
    "  read_lane v8, v7, 5\n"
    "  call helper\n"
    "  call.reg v1, v2\n"
    "  exit\n"
    "func helper in 16 local 32\n"
    "L0:\n"
    "  jump L0\n";

std::string error_of(const std::string& text) {
  Program program;
  std::string error;
  return toy_gpu::assemble(text, "a.toy", program, error) ? "" : error;
}
/// In a kernel, as its first instruction.
std::string wrong(const std::string& inst) {
  return error_of(
      "global g bytes 8 align 4\nconst c bytes 8 align 4\nshared s bytes 8 align 4\nfunc f in 32 local 16\nL0:\n  ret\n"
      "kernel k args 8 local 16\nL0:\n  " +
      inst + "\n  exit\n");
}

TEST_CASE("toy gpu: a program is printed as it was read") {
  Program program, again;
  std::string error;
  REQUIRE_MESSAGE(toy_gpu::assemble(whole, "a.toy", program, error), error);
  CHECK(toy_gpu::print(program) == whole);
  REQUIRE(program.functions.size() == 2);
  CHECK(program.functions[0].blocks.size() == 3);
  CHECK(program.functions[0].blocks[1].empty());
  CHECK(program.functions[0].blocks[0][1].line == 12);
  CHECK(program.variables[0].data.size() == 33);
  CHECK(toy_gpu::print(program.functions[0].blocks[2][0]) == "atom.any.cas v7, [v1:v2], 0, v3");
}

TEST_CASE("toy gpu: comments, blanks, hexadecimal numbers") {
  const std::string text =
      "; first\r\n\n kernel   k args 0x10 local 0x0 ; a kernel\nL0 : ; begins\n\tadd v1 ,v2,0xff;x\n exit";
  Program program;
  std::string error;
  REQUIRE_MESSAGE(toy_gpu::assemble(text, "a", program, error), error);
  CHECK(toy_gpu::print(program) == "kernel k args 16 local 0\nL0:\n  add v1, v2, 255\n  exit\n");
}

TEST_CASE("toy gpu: every operation is read and printed") {
  unsigned count = 0;
  for (const toy_gpu::Row& row : toy_gpu::rows) {
    for (const char x : {'v', 's'}) {
      if (x == 's' && !row.has('S')) continue;
      const auto last = row.name.rfind('.');
      const bool wide = row.name.find(".any.") != row.name.npos || row.name.find(".global.") != row.name.npos;
      std::string text(row.name.substr(0, last)), operands;
      text = row.name;
      unsigned n = 0;
      for (const char letter : row.operands) {
        operands += operands.empty() ? " " : ", ";
        const std::string reg = x + std::to_string(n++);
        operands += letter == 'a'
                        ? (wide ? "[" + reg + ":" + (x + std::to_string(n++)) + "-32768]" : "[" + reg + "+32767]")
                    : letter == 'b' ? "L1"
                    : letter == 'f' ? "f"
                                    : reg;
      }
      const std::string program =
          "kernel k args 0 local 16\nL0:\n  " + text + operands + "\nL1:\n  exit\nfunc f in 16 local 0\nL0:\n  ret\n";
      Program read;
      std::string error;
      CHECK_MESSAGE(toy_gpu::assemble(program, "a", read, error), error);
      CHECK(toy_gpu::print(read) == program);
      ++count;
    }
  }
  CHECK(count > 250);
}

TEST_CASE("toy gpu: what breaks the rules is said with its line") {
  const auto all = [](const std::string& inst, const std::string& part) { CHECK(missing(part, wrong(inst)) == ""); };
  CHECK(wrong("add v0, v1, v2") == "");
  all("frob v0", "a.toy:9: there is no operation 'frob'");
  all("add v0, v1", "a.toy:9: ',' is missing");
  all("add v0, v1, v2, v3", "a.toy:9: ', v3' is more than the line takes");
  all("add v64, v1, v2", "a.toy:9: a register, s0 to s31 or v0 to v63, is missing before 'v64, v1, v2'");
  all("add v0, v1, v64", "a.toy:9: a number is missing");
  all("add v0, v1, 4294967296", "a.toy:9: constants have 32 bits");
  all("add v0, v1, -2147483649", "constants have 32 bits");
  all("add v0, v1, 99999999999999999999", "a.toy:9: a number is missing, or too large");
  all("add s0, v1, 3", "a.toy:9: a scalar result comes from s registers and constants alone");
  all("ld.global.x1 s0, [s1:v2]", "a scalar result comes from s registers");
  all("tid.x s0", "'tid.x' has no scalar form: its result is a v register");
  all("ballot s1", "'ballot' has no scalar form");
  all("ld.global.x2 s0, v0, [s1:s2]", "results are s registers or v registers, not both");
  all("ld.global.x2 v0, v0, [s1:s2]", "it writes v0 twice");
  all("read_lane v0, 5, v1", "a register, s0 to s31 or v0 to v63, is missing before '5, v1'");
  all("ld.global.x1 v0, [v1]", "addresses here have 64 bits: [LOW:HIGH+N]");
  all("ld.any.x1 v0, [8]", "addresses here have 64 bits");
  all("ld.shared.x1 v0, [v1:v2]", "addresses here have 32 bits");
  all("ld.shared.x1 v0, [frame]", "frame and top are in local memory alone");
  all("ld.local.x1 v0, [v1+32768]", "the offset in an address is from -32768 to 32767");
  all("ld.local.x1 v0, [v1-32769]", "the offset in an address is from -32768 to 32767");
  all("ld.shared.x1 v0, [at(c)]", "a.toy:9: 'c' has no such address");
  all("ld.const.x1 v0, [at(s)]", "a.toy:9: 's' has no such address");
  all("lea v0, [at(g)]", "a.toy:9: 'g' has no such address");
  all("ld.shared.x1 v0, [lo(g)]", "an address by name is [at(NAME+N)]");
  all("ld.shared.x1 v0, [at(s)", "']' is missing");
  all("mov v0, at(g)", "a.toy:9: 'g' has no such address: lo and hi take global");
  all("mov v0, lo(s)", "'s' has no such address");
  all("mov v0, lo(nobody)", "'nobody' has no such address");
  all("branch L1", "there is no block L1 in 'k'");
  all("call k", "'k' is no func of this program");
  all("call nobody", "'nobody' is no func of this program");
  all("call f", "a.toy:9: arguments take 32 bytes below top: the caller has too little local memory");
}

TEST_CASE("toy gpu: what is wrong besides instructions is said with its line") {
  const auto all = [](const std::string& text, const std::string& part) { CHECK(missing(part, error_of(text)) == ""); };
  all("  exit\n", "a.toy:1: an instruction stands in a block");
  all("kernel k args 0 local 0\n  exit\n", "a.toy:2: an instruction stands in a block");
  all("L0:\n", "a.toy:1: a block of no function");
  all("kernel k args 0 local 0\nL1:\n", "a.toy:2: blocks stand in order: here comes L0");
  all("kernel k args 0 local 0\nL0:\n  add v0, v1, 2\n",
      "a.toy:3: 'k' goes on behind its end: end it with ret, exit, jump or trap");
  all("kernel k args 0 local 0\nL0:\n  exit\nL1:\n", "'k' goes on behind its end");
  all("kernel k args 0 local 0\nL0:\n  branch L0\n", "'k' goes on behind its end");
  all("kernel k args 0 local 0\n", "'k' goes on behind its end");
  all("kernel k args 0 local 8\nL0:\n  exit\n", "local memory is a multiple of 16");
  all("func f in 0 local 0\nL0:\n  mov s0, 1\n  ret\n", "a.toy:3: only kernels have s registers: use v registers here");
  all("func f in 0 local 0\nL0:\n  mov v0, s1\n  ret\n", "only kernels have s registers");
  all("global g bytes 8 align 3\n", "a.toy:1: align is a power of two up to 256");
  all("global g bytes 999999999 align 4\n", "a.toy:1: a variable has at most 268435456 bytes");
  all("global g bytes 2 align 1\n  data 1 0011\n", "a.toy:2: it lies past the end of 'g'");
  all("global g bytes 2 align 1\n  data 0 001\n", "a.toy:2: data are bytes in hexadecimal, two digits each");
  all("data 0 00\n", "a.toy:1: contents of no variable");
  all("shared s bytes 2 align 1\n  data 0 00\n", "a.toy:2: shared memory has no contents");
  all("global g bytes 2 align 1\n  word 0 lo(g)\n", "a.toy:2: it lies past the end of 'g'");
  all("global g bytes 4 align 4\n\n  word 0 lo(h)\n", "a.toy:3: 'h' has no such address");
  all("global g bytes 4 align 4\n  word 0 at(g)\n", "a.toy:2: 'g' has no such address");
  all("global g bytes 4 align 4\nconst g bytes 4 align 4\n", "the name 'g' is there twice: rename one");
  all("global 9 bytes 4 align 4\n", "a.toy:1: a name is missing");
  all("kernel k args 0\n", "a.toy:1: 'local' is missing");
  all("%\n", "a.toy:1: there is no operation '' before '%'");
}

TEST_CASE("toy gpu: a program that was made is judged like one that was read") {
  Program program;
  std::string error;
  REQUIRE(toy_gpu::assemble(whole, "a.toy", program, error));
  toy_gpu::Device device;
  CHECK(!device.load(program, "made"));
  auto& inst = program.functions[0].blocks[0][1];
  const auto refused = [&](const std::string& part) {
    const auto fault = device.load(program, "made");
    REQUIRE(fault);
    CHECK(missing(part, fault->to_string()) == "");
  };
  inst.operands[0].reg = 96;
  refused("made:12: a register, s0 to s31 or v0 to v63, is missing before 'v64, v4, v5");
  inst.operands[0].kind = toy_gpu::Operand::Kind::number;
  refused("made:12: a register, s0 to s31 or v0 to v63, is missing before '0, v4, v5");
  inst.operands.pop_back();
  refused("made:12: ");
  inst.op = toy_gpu::Op::count;
  refused("made:12: there is no operation");
}

TEST_CASE("toy gpu: no bytes bring the assembler or the machine down") {
  std::mt19937 random(20240607);
  const std::string some = "0123456789 ,:+-[]()svLaxc.\n\tframeatlohidata;";
  unsigned good = 0;
  for (int n = 0; n < 6000; ++n) {
    std::string text = n % 3 == 0 ? "" : whole;
    if (n % 3 == 0)
      for (unsigned i = random() % 200; i > 0; --i) text += n % 2 == 0 ? char(random()) : some[random() % some.size()];
    for (unsigned i = n % 3 == 0 ? 0 : 1 + random() % 2; i > 0 && !text.empty(); --i) {
      const std::size_t at = random() % text.size(), other = random() % text.size();
      const unsigned what = random() % 4;
      if (what == 0) text[at] = some[random() % (text[at] >= '0' && text[at] <= '9' ? 10 : some.size())];
      if (what == 1) text.erase(at, 1 + random() % 20);
      if (what == 2) text.insert(at, text.substr(other, random() % 30));
      if (what == 3) text[at] = char(random());
    }
    Program program, again;
    std::string error;
    if (!toy_gpu::assemble(text, "a.toy", program, error)) {
      CHECK(error.starts_with("a.toy:"));
      CHECK(error.size() < 400 + text.size());
      continue;
    }
    ++good;
    const std::string printed = toy_gpu::print(program);
    CHECK(toy_gpu::assemble(printed, "again", again, error));
    CHECK(toy_gpu::print(again) == printed);
    toy_gpu::Device device({.max_steps = 2000});
    if (device.load(program, "a.toy")) continue;
    for (const toy_gpu::Function& f : program.functions)
      if (f.kernel) (void)device.launch({f.name, {1}, {40}, 0, std::vector<std::byte>(f.args)});
  }
  CHECK(good > 100);
}

}  // namespace
