// compile() with several threads, and from several threads: the same bytes and messages; what a thread throws.
#include <doctest/doctest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "nvptx/driver/compile.hpp"
#include "nvptx/support/big_stack.hpp"

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
  unsigned copies = 0;
  bool operator==(const Answer& other) const { return text == other.text && messages == other.messages; }
};
Answer compiled(const std::string& ir, unsigned threads, unsigned level = 1,
                const std::function<void(llvm::Function&)>& last = {}) {
  CompileOptions options;
  options.features = *parse_cpu("sm_90");
  options.features.opt_level = options.passes.opt_level = level;
  options.threads = threads;
  options.prepare.last = last;
  Diag diag;
  Answer out;
  CompileStats stats;
  out.text = compile(ir, "test.ll", options, diag, &stats);
  out.copies = stats.copies;
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

/// Functions that depend on each other in all the ways that code generation asks about: bodies that name functions
/// before and behind them, internal ones that are only called and those whose address is taken, variables that name
/// functions, calls that are removed as dead code, debug locations of several files.
std::string entangled(int count, bool debug) {
  std::string text = head + "@table = addrspace(1) global [2 x ptr] [ptr @f3, ptr @f7]\n" +
                     "@only_dead = external addrspace(1) global i32\n@read = external addrspace(1) global i32\n" +
                     "declare void @never()\ndeclare void @sometimes(i32)\n@other = alias i32 (ptr, i32), ptr @f5\n";
  for (int n = 0; n < count; ++n) {
    const std::string id = std::to_string(n), next = std::to_string((n * 7 + 5) % count);
    text += std::string("define ") + (n % 3 == 0 ? "internal " : "") + "i32 @f" + id +
            "(ptr byval({ i32, i32, i64 }) %p, i32 %x) !dbg !" + std::to_string(100 + n) + " {\nentry:\n";
    text += "  br i1 false, label %dead, label %live\ndead:\n  call void @never()\n" +
            std::string("  store i32 1, ptr addrspace(1) @only_dead\n  br label %live\nlive:\n");
    text += "  %l = load i32, ptr %p\n  %s = add i32 %l, %x\n";
    text += "  %r = call i32 @f" + next + "(ptr byval({ i32, i32, i64 }) %p, i32 %s), !dbg !" +
            std::to_string(500 + n) + "\n";
    if (n % 5 == 1) text += "  call void @sometimes(i32 %r), !dbg !" + std::to_string(500 + n) + "\n";
    if (n % 6 == 2) text += "  %v = load i32, ptr addrspace(1) @read\n";
    text += "  ret i32 %r\n}\n";
  }
  if (!debug) {
    for (std::size_t at; (at = text.find(" !dbg !")) != std::string::npos;) {
      if (at > 0 && text[at - 1] == ',') --at;
      text.erase(at, text.find_first_of(" {\n", text.find("!dbg ", at) + 5) - at);
    }
    return text;
  }
  text +=
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!3}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, "
      "emissionKind: LineTablesOnly)\n!1 = !DIFile(filename: \"a.cu\", directory: \"/s\")\n"
      "!2 = !DISubroutineType(types: !{})\n!3 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
  for (int n = 0; n < count; ++n) {
    const std::string file = "!DIFile(filename: \"" + std::to_string(n % 4) + ".cuh\", directory: \"/s\")";
    text += "!" + std::to_string(100 + n) + " = distinct !DISubprogram(name: \"f" + std::to_string(n) +
            "\", scope: !0, file: " + file + ", line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)\n";
    text +=
        "!" + std::to_string(500 + n) + " = !DILocation(line: 2, column: 1, scope: !" + std::to_string(100 + n) + ")\n";
  }
  return text;
}

TEST_CASE("what functions say of each other does not depend on who prepared them") {
  for (const bool debug : {false, true}) {
    const std::string ir = entangled(60, debug);
    for (const unsigned level : {0U, 1U, 3U}) {
      const Answer one = compiled(ir, 1, level);
      CHECK(one.messages.empty());
      CHECK(one.text.find("only_dead") == std::string::npos);
      CHECK(one.text.find(".extern .func never") == std::string::npos);
      CHECK((one.text.find(".file\t4") != std::string::npos) == debug);
      for (const unsigned threads : {2U, 5U, 8U, 20U}) {
        const Answer other = compiled(ir, threads, level);
        CHECK(other == one);
        // Debug information is one whole, which one thread has.
        CHECK(other.copies == (debug ? 1U : std::min(threads, 8U)));
      }
    }
  }
}

TEST_CASE("where a body depends on what became of another, one thread prepares them all") {
  const std::string by_caller =  // may be local: by what the caller passes
      "define i32 @adds(ptr %p) {\n  %r = atomicrmw add ptr %p, i32 1 monotonic\n  ret i32 %r\n}\n"
      "define i32 @calls() {\n  %a = alloca i32\n  store i32 1, ptr %a\n  %r = call i32 @adds(ptr %a)\n  ret i32 "
      "%r\n}\n";
  const std::string by_order =
      "@s = addrspace(3) global i32 undef\n@g = addrspace(1) global i32 0\n"
      "define i32 @first() {\n  %r = atomicrmw add ptr addrspace(3) @s, i32 1 seq_cst\n  ret i32 %r\n}\n"
      "define i32 @second() {\n  %r = atomicrmw add ptr addrspace(1) @g, i32 1 seq_cst\n  ret i32 %r\n}\n";
  const std::string by_address =
      "@t = addrspace(4) constant [2 x ptr] [ptr blockaddress(@goes, %one), ptr blockaddress(@goes, %two)]\n"
      "define i32 @goes(i32 %i) {\n  %q = getelementptr ptr, ptr addrspace(4) @t, i32 %i\n"
      "  %a = load ptr, ptr addrspace(4) %q\n  indirectbr ptr %a, [label %one, label %two]\none:\n  ret i32 7\ntwo:\n"
      "  ret i32 9\n}\ndefine i32 @other() {\n  %r = call i32 @goes(i32 1)\n  ret i32 %r\n}\n";
  for (const std::string& part : {by_caller, by_order, by_address}) {
    std::string ir = head + part;
    for (int n = 0; n < 12; ++n)
      ir += "define i32 @f" + std::to_string(n) + "(i32 %a) {\n  %r = mul i32 %a, " + std::to_string(n + 3) +
            "\n  ret i32 %r\n}\n";
    const Answer one = compiled(ir, 1, 2);
    CHECK(!one.text.empty());
    for (const unsigned threads : {2U, 8U}) {
      const Answer other = compiled(ir, threads, 2);
      CHECK(other == one);
      CHECK(other.copies == 1);
    }
  }
}

TEST_CASE("a step that changes what others read is done again by one thread") {
  // Each function's step doubles a variable that the next reads: what comes out depends on the order.
  std::string ir = head + "@turns = addrspace(1) global i32 1\n@apart = addrspace(1) global i32 1\n";
  for (int n = 0; n < 24; ++n)
    ir += "define i32 @f" + std::to_string(n) + "(i32 %a) {\n  %r = mul i32 %a, 5\n  ret i32 %r\n}\n";
  enum class Change { nothing, value, alignment, attribute };
  for (const Change change : {Change::nothing, Change::value, Change::alignment, Change::attribute}) {
    const auto step = [change](llvm::Function& f) {
      llvm::Module& module = *f.getParent();
      llvm::GlobalVariable& turns = *module.getGlobalVariable("turns");
      auto* before = llvm::cast<llvm::ConstantInt>(turns.getInitializer());
      auto& product = llvm::cast<llvm::Instruction>(*f.getEntryBlock().begin());
      const auto number = [&](std::uint64_t n) { return llvm::ConstantInt::get(product.getType(), n); };
      if (change == Change::value) {
        product.setOperand(1, before);
        turns.setInitializer(llvm::cast<llvm::Constant>(number(before->getZExtValue() * 3)));
      } else if (change == Change::alignment) {
        const std::uint64_t align = turns.getAlign().valueOrOne().value();
        product.setOperand(1, number(100 + align));
        turns.setAlignment(llvm::Align(std::min<std::uint64_t>(align * 2, 128)));
      } else if (change == Change::attribute) {
        llvm::Function& last = *module.getFunction("f23");
        product.setOperand(1, number(last.hasFnAttribute("seen") ? 7 : 9));
        last.addFnAttr("seen");
      } else {
        product.setOperand(1, number(11));
      }
    };
    const Answer one = compiled(ir, 1, 2, step);
    REQUIRE(one.messages.empty());
    for (const unsigned threads : {2U, 3U, 8U}) {
      const Answer other = compiled(ir, threads, 2, step);
      CHECK(other == one);
      CHECK(other.copies == (change == Change::nothing ? threads : 1U));
    }
  }
}

TEST_CASE("faults of prepare and of code generation: those of one thread, none of the later room behind the earlier") {
  std::string ir = head;
  for (int n = 0; n < 40; ++n)
    ir += "define void @f" + std::to_string(n) + "(i32 %a, i2000 %b) {\n" +
          (n % 7 == 3    ? "  store i32 %a, ptr addrspace(4) null\n"
           : n % 11 == 9 ? "  %d = load atomic i256, ptr addrspace(1) null monotonic, align 32\n"
                         : "") +
          "  ret void\n}\n";
  const Answer one = compiled(ir, 1);
  CHECK(one.text.empty());
  REQUIRE(one.messages.size() == 2);  // 9 and 20; 31 is a store, for 31 % 7 == 3
  CHECK(one.messages.front().substr(0, 3) == "f9:");
  for (const unsigned threads : {2U, 8U}) CHECK(compiled(ir, threads) == one);
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
  ended = 0;
  run_on_big_stacks(
      1, [&](unsigned) { CHECK_THROWS_AS(run_on_big_stacks(5, work, 1 << 20), std::bad_alloc); }, 1 << 21);
  CHECK(ended == 5);
}

TEST_CASE("a caller with stack enough takes the first share itself, any other none") {
  using Ids = std::vector<std::thread::id>;
  const auto who = [](std::size_t stack) {
    Ids ids(3);
    run_on_big_stacks(3, [&](unsigned i) { ids[i] = std::this_thread::get_id(); }, stack);
    return ids;
  };
  const auto differ = [](Ids ids) {
    std::ranges::sort(ids);
    return std::ranges::adjacent_find(ids) == ids.end();
  };
  Ids outer = who(1 << 20);
  CHECK(differ(outer));
  CHECK(std::ranges::count(outer, std::this_thread::get_id()) == 0);
  run_on_big_stacks(
      1,
      [&](unsigned) {
        for (const std::size_t stack : {std::size_t{1} << 20, std::size_t{1} << 24}) {
          const Ids inner = who(stack);
          CHECK(differ(inner));
          CHECK(std::ranges::count(inner, std::this_thread::get_id()) == (stack == 1 << 20));
          CHECK((inner[0] == std::this_thread::get_id()) == (stack == 1 << 20));
        }
      },
      1 << 21);
}
