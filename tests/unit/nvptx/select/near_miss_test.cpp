// One step away: what may be folded into an address and what not, which loads stay though nobody reads them, and which
// may go past the coherent caches.
#include <doctest/doctest.h>

#include "harness.hpp"

using namespace lathe::nvptx::test;

namespace {

std::string sum(const std::string& op, const std::string& number, const std::string& flags = "") {
  return "%1 = constant i64 " + number + "\n%2 = " + op + " i64 $L0, %1" + flags +
         "\n%3 = load i32, chain $C, %2 mem(i32 align 4 global)\nout R %3\nend %3:1";
}
std::string load(const std::string& memory, bool read = true) {
  return "%1 = load i32, chain $C, $L0 mem(i32 align 4 " + memory + ")\n" + (read ? "out R %1\n" : "") + "end %1:1";
}
/// The instructions without the return at the end.
std::string text(const std::string& dag, std::string_view cpu = "sm_75") {
  std::string out = select_text({"one", cpu, dag, {}});
  while (out.ends_with('\n')) out.pop_back();
  if (out.ends_with("ret")) out.resize(out.size() - 3);
  while (out.ends_with('\n')) out.pop_back();
  return out;
}

}  // namespace

TEST_CASE("what an address takes as its offset") {
  CHECK(text(sum("or", "16", " disjoint")) == "ld.global.b32 %RO, [%L0+16]");
  CHECK(text(sum("or", "16")) == "or.b64 %rd1, %L0, 16\nld.global.b32 %RO, [%rd1]");
  CHECK(text(sum("xor", "16")) == "xor.b64 %rd1, %L0, 16\nld.global.b32 %RO, [%rd1]");
  CHECK(text(sum("add", "2147483647")) == "ld.global.b32 %RO, [%L0+2147483647]");
  CHECK(text(sum("add", "2147483648")) == "add.s64 %rd1, %L0, 2147483648\nld.global.b32 %RO, [%rd1]");
  CHECK(text(sum("add", "-2147483648")) == "ld.global.b32 %RO, [%L0+-2147483648]");
  CHECK(text(sum("add", "-2147483649")) == "add.s64 %rd1, %L0, -2147483649\nld.global.b32 %RO, [%rd1]");
  // Sums of sums and of a variable's own offset: each step fits, the sum does not.
  CHECK(text("%1 = constant i64 2147483647\n%2 = add i64 $L0, %1\n%3 = constant i64 1\n%4 = add i64 %2, %3\n%5 = load "
             "i32, chain $C, %4 mem(i32 align 4 global)\nout R %5\nend %5:1") ==
        "add.s64 %rd1, %L0, 2147483647\nld.global.b32 %RO, [%rd1+1]");
  const auto variable = [](const char* own, const char* by) {
    return text(std::string("%1 = global_address i64 @\"g\" imm=") + own + "\n%2 = constant i64 " + by +
                "\n%3 = add i64 %1, %2\n%4 = load i32, chain $C, %3 mem(i32 align 4 global)\nout R %4\nend %4:1");
  };
  CHECK(variable("2147483646", "1") == "ld.global.b32 %RO, [g+2147483647]");
  CHECK(variable("2147483647", "1") == "mov.b64 %rd1, g+2147483647\nld.global.b32 %RO, [%rd1+1]");
}

TEST_CASE("loads that stay though nobody reads them") {
  CHECK(text(load("global", false)) == "");
  CHECK(text(load("global volatile", false)) == "ld.volatile.global.b32 %r1, [%L0]");
  CHECK(text(load("global relaxed scope=gpu", false)) == "ld.relaxed.gpu.global.b32 %r1, [%L0]");
  CHECK(text(load("global relaxed scope=gpu volatile", false)) == "ld.volatile.global.b32 %r1, [%L0]");
  CHECK(text(load("global acquire scope=gpu volatile", false)) == "ld.acquire.gpu.global.b32 %r1, [%L0]");
  const auto vector = [](const std::string& how) {
    return text("%1 = load_vec i32, i32, chain $C, $L0 mem(i32 x2 align 8 global" + how + ")\nend %1:2");
  };
  CHECK(vector("") == "");
  CHECK(vector(" volatile") == "ld.volatile.global.v2.b32 {%r1, %r2}, [%L0]");
}

TEST_CASE("only plain loads of global memory go past the coherent caches") {
  CHECK(text(load("global invariant")) == "ld.global.nc.b32 %RO, [%L0]");
  CHECK(text(load("global volatile invariant")) == "ld.volatile.global.b32 %RO, [%L0]");
  CHECK(text(load("global relaxed scope=gpu invariant")) == "ld.relaxed.gpu.global.b32 %RO, [%L0]");
  CHECK(text(load("generic invariant")) == "ld.b32 %RO, [%L0]");
  CHECK(text(load("shared invariant")) == "ld.shared.b32 %RO, [%L0]");
  CHECK(text(load("const invariant")) == "ld.const.b32 %RO, [%L0]");
  CHECK(text(load("local invariant")) == "ld.local.b32 %RO, [%L0]");
  CHECK(text(load("global invariant"), "sm_30") == "ld.global.b32 %RO, [%L0]");
}

TEST_CASE("the stack keeps alignments from 8 bytes on") {
  const auto on_stack = [](const char* align) {
    return text(std::string("%1 = dyn_alloca i64, chain $C, $L0 imm=") + align + "\nout L %1\nend %1:1", "sm_75+ptx73");
  };
  CHECK(on_stack("4") == "alloca.u64 %LO, %L0, 8");
  CHECK(on_stack("8") == "alloca.u64 %LO, %L0, 8");
  CHECK(on_stack("16") == "alloca.u64 %LO, %L0, 16");
  CHECK(on_stack("128") == "alloca.u64 %LO, %L0, 128");
}
