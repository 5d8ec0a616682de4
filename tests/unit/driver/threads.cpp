// compile() with several threads, and from several threads: the same bytes and messages; what a thread throws.
#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "nvptx/driver/big_stack.hpp"
#include "nvptx/driver/compile.hpp"

using namespace lathe::nvptx;

namespace {

const std::string head = "target triple = \"nvptx64-nvidia-cuda\"\n";

/// Functions that are each the first to ask for something: a structure's layout, a kind of metadata, an argument of a
/// declaration, how a constant address is aligned.
std::string first_askers(int count) {
  std::string text = head + "@bytes = addrspace(1) global [4096 x i8] zeroinitializer\ndeclare void @out(i32)\n";
  for (int n = 0; n < count; ++n) {
    const std::string id = std::to_string(n), width = std::to_string(2 + n % 127);
    const std::string type = "{ i8, { i" + width + ", i8 }, [" + id + " x i16] }";
    text += "declare void @takes" + id + "(ptr byval({ i32, i" + width + " }) align 1)\n";
    text += "define i8 @f" + id + "(ptr %a, i64 %i) {\n  %p = getelementptr " + type +
            ", ptr %a, i64 %i, i32 1, i32 1\n  %r = load i8, ptr %p\n  call void @out(i32 1), !own !0\n" +
            "  call void @takes" + id + "(ptr byval({ i32, i" + width +
            " }) align 1 getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @bytes to ptr), i64 " + id +
            "))\n  ret i8 %r\n}\n";
  }
  return text + "!0 = !{}\n";
}

struct Answer {
  std::string text;
  std::vector<std::string> messages;
  bool operator==(const Answer&) const = default;
};
Answer compiled(const std::string& ir, unsigned threads, unsigned level = 1) {
  CompileOptions options;
  options.features = *parse_cpu("sm_90");
  options.features.opt_level = options.passes.opt_level = level;
  options.threads = threads;
  Diag diag;
  Answer out;
  out.text = compile(ir, "test.ll", options, diag);
  for (const Message& message : diag.messages()) out.messages.push_back(message.function + ": " + message.text);
  return out;
}

}  // namespace

TEST_CASE("any number of threads gives the same bytes") {
  const std::string ir = first_askers(48);
  const Answer one = compiled(ir, 1);
  REQUIRE(one.messages.empty());
  REQUIRE(one.text.find("f47") != std::string::npos);
  for (const unsigned threads : {2U, 3U, 8U, 0U}) CHECK(compiled(ir, threads) == one);
}

TEST_CASE("faults are told in the order of the module, whichever thread finds them first") {
  std::string ir = head;
  for (int n = 0; n < 40; ++n)
    ir += "define void @f" + std::to_string(n) + "(i32 %a) {\n" +
          (n % 7 == 3 ? "  store i32 %a, ptr addrspace(4) null\n" : "") + "  ret void\n}\n";
  const Answer one = compiled(ir, 1);
  CHECK(one.text.empty());
  REQUIRE(one.messages.size() >= 5);
  CHECK(one.messages.front().substr(0, 3) == "f3:");
  for (const unsigned threads : {2U, 8U}) CHECK(compiled(ir, threads) == one);
}

TEST_CASE("programs may compile from several threads of their own") {
  const std::string ir = first_askers(12),
                    other = head + "define i32 @g(i32 %a) {\n  %r = mul i32 %a, 3\n  ret i32 %r\n}\n",
                    wrong = head + "define i32 @h(";
  const std::vector<std::string> sources{ir, other, wrong};
  std::vector<Answer> expected;
  for (const std::string& source : sources) expected.push_back(compiled(source, 1, 3));
  CHECK(expected[2].messages.size() == 1);
  std::atomic<int> different = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 3; ++i)
        if (compiled(sources[(t + i) % 3], 1 + t % 2, 3) != expected[(t + i) % 3]) ++different;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(different == 0);
}

TEST_CASE("what a thread throws comes out when all have ended, the first by number") {
  std::atomic<int> ended = 0;
  const auto work = [&](unsigned i) {
    ++ended;
    if (i == 2) throw std::bad_alloc();
    if (i == 3) throw std::runtime_error("later");
  };
  CHECK_THROWS_AS(run_on_big_stacks(5, work, 1 << 20), std::bad_alloc);
  CHECK(ended == 5);
}
