// printf, assert, malloc and free of device code.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/operate/printf_format.hpp"
#include "unit/nvptx/exec/memory_harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// Arguments from a list; strings from a map by their address. Checks the bytes that are asked for.
struct List final : exec::PrintfArguments {
  struct Value {
    unsigned bytes;
    std::uint64_t bits;
  };
  std::vector<Value> values;
  std::map<std::uint64_t, std::string> strings;
  std::size_t at = 0;
  bool wrong_size = false;
  bool next(unsigned bytes, std::uint64_t& value) override {
    if (at == values.size()) return false;
    wrong_size |= values[at].bytes != bytes;
    value = values[at++].bits;
    return true;
  }
  bool string(std::uint64_t address, std::size_t most, std::string& text) override {
    const auto it = strings.find(address);
    if (it == strings.end()) return false;
    text = it->second.substr(0, most);
    return true;
  }
};

List::Value i32(std::uint32_t v) { return {4, v}; }
List::Value i64(std::uint64_t v) { return {8, v}; }
List::Value d(double v) { return {8, std::bit_cast<std::uint64_t>(v)}; }

struct Case {
  std::string format;
  std::vector<List::Value> values;
  std::string text;
};

}  // namespace

TEST_CASE("printf: conversions, flags, widths, precisions, sizes") {
  const std::vector<Case> cases = {
      {"plain text\n", {}, "plain text\n"},
      {"100%% %%d %", {}, "100% %d %"},
      {"%d|%i|%u", {i32(0xffffffff), i32(0x80000000), i32(0xffffffff)}, "-1|-2147483648|4294967295"},
      {"%x %X %o %#x %#o", {i32(0xbeef), i32(0xbeef), i32(8), i32(255), i32(8)}, "beef BEEF 10 0xff 010"},
      {"[%5d] [%-5d] [%05d] [%+d] [% d]",
       {i32(42), i32(42), i32(42), i32(42), i32(42)},
       "[   42] [42   ] [00042] [+42] [ 42]"},
      {"[%*d] [%-*d] [%*d]", {i32(6), i32(7), i32(6), i32(7), i32(0xfffffffa), i32(7)}, "[     7] [7     ] [7     ]"},
      {"[%.3d] [%8.3d] [%.*d] [%.*d]",
       {i32(7), i32(7), i32(4), i32(7), i32(0xffffffff), i32(7)},
       "[007] [     007] [0007] [7]"},
      {"%hhd %hd %hhu %hx", {i32(0x1ff), i32(0x18000), i32(0x1ff), i32(0x12345)}, "-1 -32768 255 2345"},
      {"%ld %lld %lu %llx %zu",
       {i64(~0ULL), i64(1ULL << 63), i64(~0ULL), i64(0x123456789abcdefULL), i64(1ULL << 40)},
       "-1 -9223372036854775808 18446744073709551615 123456789abcdef 1099511627776"},
      {"%c%c%5c|", {i32('h'), i32('i'), i32('!')}, "hi    !|"},
      {"%s, %10s|%-10s|%.2s", {i64(1), i64(2), i64(2), i64(1)}, "hello,      world|world     |he"},
      {"%s", {i64(0)}, "(null)"},
      {"%p %p", {i64(0x7f00deadbeef), i64(0)}, "0x7f00deadbeef (nil)"},
      {"%f %.2f %10.3f %e %E %g %G",
       {d(1.5), d(3.14159), d(-2.5), d(12345.678), d(0.00012), d(0.0001), d(1e20)},
       "1.500000 3.14 "
       "    -2.500 1.234568e+04 1.200000E-04 0.0001 1E+20"},
      {"%a %A %+.0f %#.0f", {d(1.0), d(-0.5), d(2.5), d(3.0)}, "0x1p+0 -0X1P-1 +2 3."},
      {"%f %f %F", {d(INFINITY), d(-INFINITY), d(INFINITY)}, "inf -inf INF"},
      {"%y %k %5q", {}, "%y %k %5q"},
      {"%-", {}, "%-"},
      {"%lf", {d(0.25)}, "0.250000"},
  };
  for (const Case& c : cases) {
    INFO(c.format);
    List list;
    list.values = c.values;
    list.strings = {{1, "hello"}, {2, "world"}};
    std::string text = ">";
    const auto count = exec::format_printf(c.format, list, text);
    REQUIRE(count);
    CHECK(text == ">" + c.text);
    CHECK(*count == c.values.size());
    CHECK(list.at == c.values.size());
    CHECK(!list.wrong_size);
  }
}

TEST_CASE("printf: at most 32 arguments; an argument that cannot be read ends it; wild widths are cut") {
  List many;
  many.values.assign(40, i32(1));
  std::string format, text;
  for (int i = 0; i < 33; ++i) format += "%d";
  CHECK(*exec::format_printf(format + "%%%*d", many, text) == 32);
  CHECK(text == std::string(32, '1') + "%d%%*d");

  List none;
  text.clear();
  CHECK(!exec::format_printf("a %d", none, text));
  CHECK(!exec::format_printf("a %s", none, text));

  List wide;
  wide.values = {i32(0x7fffffff), i32(1), i32(0x80000000), i32(1)};
  text.clear();
  CHECK(exec::format_printf("%*d%*d%99999999999999999999d", wide, text) == std::nullopt);
  CHECK(text.size() == 2 * 65536);
}

namespace {

const char* const declarations = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.extern .func (.param .b64 r) malloc(.param .b64 a);
.extern .func free(.param .b64 a);
.extern .func (.param .b64 r) __cuda_syscall_aligned_malloc(.param .b64 a, .param .b64 b);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
)";

// .global .align 1 .b8 name[] = { bytes, 0 };
std::string text_variable(const std::string& name, const std::string& text) {
  std::string out = ".global .align 1 .b8 " + name + "[" + std::to_string(text.size() + 1) + "] = {";
  for (const char c : text) out += std::to_string(static_cast<unsigned char>(c)) + ",";
  return out + "0};\n";
}

// Result in `to` (a register); arguments are registers of 64 bits.
std::string call(const std::string& function, const std::vector<std::string>& arguments, const std::string& to = "") {
  std::string out = "{\n", names;
  const unsigned bits = function == "vprintf" ? 32 : 64;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string n = "a" + std::to_string(i);
    const bool narrow = function == "__assertfail" && i == 2;
    out += std::string(".param .b") + (narrow ? "32 " : "64 ") + n + ";\nst.param.b" + (narrow ? "32" : "64") + " [" +
           n + "], " + arguments[i] + ";\n";
    names += (i == 0 ? "" : ", ") + n;
  }
  if (to.empty()) return out + "call.uni " + function + ", (" + names + ");\n}\n";
  return out + ".param .b" + std::to_string(bits) + " res;\ncall.uni (res), " + function + ", (" + names +
         ");\nld.param.b" + std::to_string(bits) + " " + to + ", [res];\n}\n";
}

}  // namespace

TEST_CASE("vprintf: packed arguments in local memory, lanes and blocks in order, results") {
  KernelRun run{.body = R"(
      .local .align 8 .b8 list[40];
      mov.u32 %r20, %ctaid.x;
      cvta.local.u64 %rd20, list;
      st.local.u32 [list], %r20;
      st.local.u64 [list+8], %rd10;
      st.local.u32 [list+16], 65;
      st.local.f64 [list+24], 0d3FF8000000000000;
      mov.u64 %rd21, word;
      st.local.u64 [list+32], %rd21;
      mov.u64 %rd22, format;
      mov.u64 %rd23, 0;
      setp.ge.u32 %p20, %r0, 3;
      @%p20 bra SKIP;
    )" + call("vprintf", {"%rd22", "%rd20"}, "%r21") +
                        "st.global.u32 [%rd0], %r21;\n" + call("vprintf", {"%rd23", "%rd20"}, "%r22") +
                        "st.global.u32 [%rd0+4], %r22;\nSKIP:\n",
                .buffers = {Bytes(8)},
                .module = declarations + text_variable("format", "b%d:%lld%c%g %s\n") + text_variable("word", "ok"),
                .grid = {3},
                .block = {40}};
  for (const unsigned threads : {1U, 2U}) {
    run.options.threads = threads;
    const auto r = run_kernel(run);
    REQUIRE(r.fault == "");
    CHECK(r.output ==
          "b0:0A1.5 ok\nb0:8A1.5 ok\nb0:16A1.5 ok\nb1:0A1.5 ok\nb1:8A1.5 ok\nb1:16A1.5 ok\nb2:0A1.5 ok\nb2:8A1.5 "
          "ok\nb2:16A1.5 ok\n");
    CHECK(at<std::uint32_t>(r.buffers[0], 0) == 5);
    CHECK(at<std::uint32_t>(r.buffers[0], 1) == 0xffffffffU);
  }
}

TEST_CASE("vprintf: strings and arguments that are not there are faults") {
  const auto fault_of = [](const std::string& format, const std::string& setup) {
    return run_kernel({.body = setup + "\nmov.u64 %rd22, format;\n" + call("vprintf", {"%rd22", "%rd20"}, "%r21"),
                       .buffers = {Bytes(8)},
                       .module = declarations + text_variable("format", format)})
        .fault;
  };
  CHECK(fault_of("%d", "mov.u64 %rd20, 0;") == "load of 4 bytes at 0x0 (null pointer)");
  CHECK(fault_of("%s", "mov.u64 %rd20, %rd0;\nst.global.u64 [%rd0], 77;") ==
        "load of 1 byte at 0x4d (null pointer plus an offset)");
  CHECK(fault_of("%d", "mov.u64 %rd20, %rd0;") == "");
}

TEST_CASE("assertions: file, line, function, text") {
  const auto r =
      run_kernel({.body = "setp.lt.u32 %p20, %r0, 4;\n@%p20 bra END;\nmov.u64 %rd20, what;\nmov.u64 %rd21, file;\n"
                          "mov.u64 %rd22, func;\nmov.u64 %rd23, 1;\nmov.u32 %r20, 17;\n" +
                          call("__assertfail", {"%rd20", "%rd21", "%r20", "%rd22", "%rd23"}) + "END:\n",
                  .buffers = {Bytes(8)},
                  .module = declarations + text_variable("what", "x == 3") + text_variable("file", "a.cu") +
                            text_variable("func", "void k(int *)")});
  CHECK(r.fault == "a.cu:17: void k(int *): Assertion `x == 3' failed");
  CHECK(r.thread.x == 4);
}

TEST_CASE("malloc and free: blocks of their own, aligned, zero bytes, the limit, wrong frees") {
  const auto run = [](const std::string& body, std::uint32_t limit = 1U << 20, unsigned blocks = 1) {
    KernelRun k{.body = body, .buffers = {Bytes(1024 * blocks)}, .module = declarations, .grid = {blocks}};
    k.options.heap_limit = limit;
    return run_kernel(k);
  };
  const std::string index =
      "mov.u32 %r20, %ctaid.x;\nmul.wide.u32 %rd30, %r20, 1024;\nadd.u64 %rd30, %rd30, %rd0;\n"
      "shl.b64 %rd31, %rd10, 2;\nadd.u64 %rd30, %rd30, %rd31;\n";
  // Every lane has its own block, keeps a value there while others do, and gives it back; twice.
  const std::string twice =
      index + "mov.u64 %rd20, 24;\n" + call("malloc", {"%rd20"}, "%rd21") +
      "st.u64 [%rd21+16], %rd10;\nst.global.u64 [%rd30], %rd21;\nld.u64 %rd22, [%rd21+16];\nst.global.u64 [%rd30+8], "
      "%rd22;\n" +
      call("free", {"%rd21"}) + "mov.u64 %rd23, 64;\n" +
      call("__cuda_syscall_aligned_malloc", {"%rd20", "%rd23"}, "%rd24") +
      "ld.u64 %rd25, [%rd24+16];\nst.global.u64 [%rd30+16], %rd24;\nst.global.u64 [%rd30+24], %rd25;\n" +
      call("free", {"%rd24"});
  const auto r = run(twice, 1U << 20, 4);
  REQUIRE(r.fault == "");
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t l = 0; l < 128; ++l) {
    blocks.push_back(at<std::uint64_t>(r.buffers[0], 4 * l));
    CHECK(blocks.back() % 16 == 0);
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l + 1) == 8 * (l % 32));
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l + 2) % 64 == 0);
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l + 3) == 0);
  }
  std::sort(blocks.begin(), blocks.end());
  CHECK(std::adjacent_find(blocks.begin(), blocks.end()) == blocks.end());

  // 100 bytes each where 1000 are there: ten lanes have one.
  const auto full = run(
      index + "mov.u64 %rd20, 100;\n" + call("malloc", {"%rd20"}, "%rd21") + "st.global.u64 [%rd30], %rd21;\n", 1000);
  REQUIRE(full.fault == "");
  unsigned given = 0;
  for (unsigned l = 0; l < 32; ++l) given += at<std::uint64_t>(full.buffers[0], 4 * l) != 0;
  CHECK(given == 10);
  const auto nothing = run(index + "mov.u64 %rd20, 0;\n" + call("malloc", {"%rd20"}, "%rd21") +
                           call("free", {"%rd21"}) + "st.global.u64 [%rd30], %rd21;\n");
  CHECK(nothing.fault == "");
  CHECK(at<std::uint64_t>(nothing.buffers[0], 0) == 0);

  const std::string get = "mov.u64 %rd20, 24;\n" + call("malloc", {"%rd20"}, "%rd21");
  // Addresses of the first lane's block: after the buffer, and not known here.
  const auto base = at<std::uint64_t>(run(get + "st.global.u64 [%rd0], %rd21;", 24).buffers[0], 0);
  const auto one = [&](const std::string& more) {
    return run(get + "setp.ne.u32 %p20, %r0, 0;\n@%p20 bra END;\n" + more + "END:\n", 24).fault;
  };
  REQUIRE(base == 0);  // the last lane's: only the first had one
  const std::string twice_freed = one(call("free", {"%rd21"}) + call("free", {"%rd21"}));
  CHECK(twice_freed.find("free of 0x") == 0);
  CHECK(twice_freed.find(": this heap block of 24 bytes is freed already") != std::string::npos);
  const std::string inside = one("add.u64 %rd22, %rd21, 8;\n" + call("free", {"%rd22"}));
  CHECK(inside.find(", which is 8 bytes inside the heap block of 24 bytes at 0x") != std::string::npos);
  CHECK(one("mov.u64 %rd22, 12345;\n" + call("free", {"%rd22"})) == "free of 0x3039, where no memory is");
  const auto buffer = run(call("free", {"%rd0"}));
  CHECK(buffer.fault ==
        "free of " + hex(buffer.addresses[0]) + ", which is not memory of device malloc but in a buffer of 1024 bytes");
  CHECK(one(call("free", {"%rd21"}) + "ld.u32 %r20, [%rd21];\n").find(", which was freed") != std::string::npos);
  CHECK(one("st.u32 [%rd21+24], %r20;\n").find("just past the end of the heap block of 24 bytes at ") !=
        std::string::npos);
}

TEST_CASE("system calls are found by name, and no others") {
  for (const char* name :
       {"vprintf", "malloc", "free", "__assertfail", "__assert_fail", "__cuda_syscall_aligned_malloc"})
    CHECK((exec::find_system_call(name) != nullptr));
  CHECK((exec::find_system_call("printf") == nullptr));
  CHECK((exec::find_system_call("") == nullptr));
}
