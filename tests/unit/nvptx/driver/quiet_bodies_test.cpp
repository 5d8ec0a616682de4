// Which bodies of a text a copy may leave out, and what is compiled when they are.
#include "nvptx/driver/quiet_bodies.hpp"

#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "nvptx/driver/compile.hpp"
#include "nvptx/driver/quiet_functions.hpp"

using lathe::nvptx::QuietBodies;

namespace {

std::string kernel(const std::string& name, const std::string& body) {
  return "define ptx_kernel void " + name + "(ptr addrspace(1) %p, i32 %n) {\n" + body + "  ret void\n}\n";
}
/// Is the body of a function with this line (or these) quiet?
bool quiet(const std::string& lines) { return QuietBodies(kernel("@k", lines), 2).size() == 1; }
bool quiet_header(const std::string& header) { return QuietBodies(header + "\n  ret void\n}\n", 2).size() == 1; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::unique_ptr<llvm::Module> parsed(const std::string& text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic error;
  return llvm::parseAssemblyString(text, error, context);
}
std::string bitcode(const std::string& text) {
  llvm::LLVMContext context;
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  const auto module = parsed(text, context);
  REQUIRE(module);
  llvm::WriteBitcodeToFile(*module, stream);
  return bytes;
}

std::string compiled(const std::string& text, unsigned threads, lathe::nvptx::Diag& diag,
                     lathe::nvptx::CompileStats* stats = nullptr) {
  lathe::nvptx::CompileOptions options;
  options.features.sm = 90;
  options.features.ptx = 83;
  options.threads = threads;
  return lathe::nvptx::compile(text, "test.ll", options, diag, stats);
}

}  // namespace

TEST_CASE("plain instructions are quiet, what others depend on is not") {
  for (const char* line :
       {"  %a = add i32 %n, 1\n", "  store i32 %n, ptr addrspace(1) %p, align 4\n",
        "  %v = load volatile i32, ptr addrspace(1) %p\n", "5:                         ; preds = %3, \"%4\n",
        "  %a = load i32, ptr addrspace(1) %p, !range !0\n", "  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n",
        "  call void @llvm.nvvm.barrier0()\n", "  %m = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %n, i32 1)\n",
        "  switch i32 %n, label %x [\n    i32 1, label %y\n    i32 -2, label %x\n  ]\n",
        "  call void @llvm.assume(i1 true) [ \"align\"(ptr addrspace(1) %p, i64 16) ]\n", "\"odd name\":\n",
        "  %\"quoted\" = add i32 %n, 2\n", "\n", "  ; @outside is not named in a comment; \"nor is this a string\n"}) {
    CAPTURE(line);
    CHECK(quiet(line));
  }
  for (const char* line : {"  %a = load i32, ptr @outside\n",
                           "  store ptr @k, ptr addrspace(1) %p\n",
                           "  call void @other()\n",
                           "  call void %p(i32 %n)\n",
                           "  call void asm sideeffect \"membar.gl;\", \"\"()\n",
                           "  %a = load atomic i32, ptr addrspace(1) %p seq_cst, align 4\n",
                           "  store atomic i32 0, ptr addrspace(1) %p release, align 4\n",
                           "  %a = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst\n",
                           "  fence seq_cst\n",
                           "  %a = frem float 1.0, 2.0\n",
                           "  %a = call float @llvm.sin.f32(float 1.0)\n",
                           "  %a = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()\n",
                           "  %a = call i32 @llvm.nvvm.reflect(ptr %p)\n",
                           "  %a = call i32 @llvm.nvvm.atomic.load.inc.32(ptr %p, i32 1)\n",
                           "  indirectbr ptr blockaddress(@k, %b), [label %b]\n",
                           "  indirectbr ptr %p, [label %a, label %b]\n",
                           "  %a = add i32 %n, 1, !dbg !3\n",
                           "    #dbg_value(i32 %n, !3, !DIExpression(), !4)\n",
                           "  %c = addrspacecast ptr %q to ptr addrspace(7)\n",
                           "  %v = add <vscale x 4 x i32> %a, %b\n",
                           "  %v = va_arg ptr %p, i32\n",
                           "  call void @llvm.donothing() [ \"x\"(ptr @outside) ]\n",
                           "  uselistorder ptr %p, { 1, 0 }\n",
                           "  %a = call i32 @\"llvm.umin.i32\"(i32 %n, i32 1)\n"}) {
    CAPTURE(line);
    CHECK_FALSE(quiet(line));
  }
}

TEST_CASE("functions that others may drop, share or look into are not quiet, nor is what is written in another form") {
  for (const char* header :
       {"define void @f(ptr byval({ i32, [2 x i8] }) %x) #3 {", "define weak { i32 } @f() {",
        "define ptx_kernel void @\"a b\"() {", "define dso_local void @f() local_unnamed_addr #0 {"}) {
    CAPTURE(header);
    CHECK(quiet_header(header));
  }
  for (const char* header :
       {"define internal void @f() {", "define private void @f() {", "define linkonce_odr void @f() {",
        "define weak_odr void @f() comdat {", "define void @f() personality ptr @p {",
        "define void @f() prefix i32 4 {", "define available_externally void @f() {", "define void @f()\n{",
        "define void @f() prefix { i32 } {", "define void @f(\n) {", " define void @f() {",
        "define void @f() !dbg !3 {", "define void @f() { ; why"}) {
    CAPTURE(header);
    CHECK_FALSE(quiet_header(header));
  }
  const std::string one = kernel("@k", "  store i32 1, ptr addrspace(1) %p\n");
  CHECK(QuietBodies(one, 1).empty());
  CHECK(QuietBodies(one + "!llvm.dbg.cu = !{!0}\n", 2).empty());
  CHECK(QuietBodies(one + "module asm \"one\n}\n\"\n", 2).empty());
  CHECK(QuietBodies("", 2).empty());
  CHECK(QuietBodies("define void @f() {", 2).empty());
  CHECK(QuietBodies("define void @f() {\n}", 2).empty());
}

TEST_CASE("each body is in one copy's text, and the copies have about as much") {
  std::string ir;
  std::size_t lines = 0;
  for (int i = 0; i < 60; ++i) {
    std::string body;
    for (int k = 0; k < i; ++k, ++lines) body += "  store i32 " + std::to_string(k) + ", ptr addrspace(1) %p ; here\n";
    ir += kernel("@k" + std::to_string(i), body);
  }
  for (const unsigned copies : {2U, 3U, 8U}) {
    const QuietBodies bodies(ir, copies);
    CHECK(bodies.size() == 60);
    std::size_t together = 0;
    for (unsigned copy = 0; copy < copies; ++copy) {
      const std::string text = bodies.text_for(copy);
      const std::size_t here = count(text, "; here");
      CHECK(here * copies >= lines - 60 * copies);
      CHECK(here * copies <= lines + 60 * copies);
      together += here;
      CHECK(count(text, "define ptx_kernel") == 60);
      CHECK(count(text, "  unreachable, !lathe.elsewhere !{}\n") + count(text, "  ret void") == 60);
    }
    CHECK(together == lines);
  }
}

TEST_CASE("functions as LLVM has them") {
  const std::string head =
      "@g = global i32 0\ndeclare void @other()\ndeclare float @llvm.sin.f32(float)\n"
      "declare i32 @llvm.ctpop.i32(i32)\ndeclare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()\n";
  const auto is_quiet = [&](const std::string& function) {
    llvm::LLVMContext context;
    const auto module = parsed(head + function + "\n", context);
    REQUIRE(module);
    for (const llvm::Function& f : *module)
      if (!f.isDeclaration()) return lathe::nvptx::is_quiet(f);
    return false;
  };
  const auto of_body = [](const std::string& body) {
    return "define void @f(ptr %p, i32 %n) {\n" + body + "  ret void\n}";
  };
  for (const char* body : {"", "  %a = call i32 @llvm.ctpop.i32(i32 %n)\n  store i32 %a, ptr %p\n",
                           "  store <2 x i32> <i32 1, i32 2>, ptr %p\n", "  %v = load volatile i32, ptr %p\n"}) {
    CAPTURE(body);
    CHECK(is_quiet(of_body(body)));
  }
  for (const char* body :
       {"  store ptr @g, ptr %p\n", "  store i32 ptrtoint (ptr @g to i32), ptr %p\n", "  call void @other()\n",
        "  call void %p()\n", "  call void asm \"\", \"\"()\n", "  fence seq_cst\n",
        "  %a = load atomic i32, ptr %p monotonic, align 4\n", "  %a = atomicrmw add ptr %p, i32 1 monotonic\n",
        "  %a = frem float 1.0, 2.0\n", "  %a = call float @llvm.sin.f32(float 1.0)\n",
        "  %a = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()\n",
        "  %q = addrspacecast ptr %p to ptr addrspace(7)\n", "  %v = load <vscale x 2 x i32>, ptr %p\n",
        "  %v = va_arg ptr %p, i32\n", "  store ptr blockaddress(@f, %b), ptr %p\n  br label %b\nb:\n"}) {
    CAPTURE(body);
    CHECK_FALSE(is_quiet(of_body(body)));
  }
  for (const char* linkage : {"internal", "linkonce_odr", "private", "available_externally"})
    CHECK_FALSE(is_quiet("define " + std::string(linkage) + " void @f() {\n  ret void\n}"));
  CHECK(is_quiet(
      "define void @f() !prof !{!\"function_entry_count\", i64 7} !kernel_arg_type !{!\"int\"} {\n  ret void\n}"));
}

TEST_CASE("functions with metadata of their own are prepared in parts, too") {
  std::string ir = "target triple = \"nvptx64-nvidia-cuda\"\n";
  for (int i = 0; i < 12; ++i)
    ir += "define ptx_kernel void @k" + std::to_string(i) +
          "(ptr addrspace(1) %p) !kernel_arg_type !{!\"int*\"} !own !0 {\n  store i32 " + std::to_string(i) +
          ", ptr addrspace(1) %p\n  ret void\n}\n";
  ir += "!0 = !{ptr addrspace(1) @hidden}\n@hidden = internal addrspace(1) global i32 7\n";
  for (const std::string& input : {ir, bitcode(ir)}) {
    lathe::nvptx::Diag diag;
    lathe::nvptx::CompileStats stats;
    const std::string one = compiled(input, 1, diag);
    CHECK(!one.empty());
    CHECK(compiled(input, 3, diag, &stats) == one);
    CHECK(stats.copies == 3);
  }
}

TEST_CASE("compiled in parts: the same text, the same messages") {
  std::string ir = "target triple = \"nvptx64-nvidia-cuda\"\n@tile = internal addrspace(3) global [32 x i32] undef\n";
  for (int i = 0; i < 20; ++i) {
    std::string n = std::to_string(i);
    ir += kernel("@a" + n, "  store i32 " + n + ", ptr addrspace(1) %p\n");
    ir += kernel("@b" + n, "  %t = load i32, ptr addrspace(3) @tile\n  store i32 %t, ptr addrspace(1) %p\n");
    ir += kernel("@c" + n, "  %t = call i32 @llvm.ctpop.i32(i32 %n)\n  call void @d(i32 %t)\n");
  }
  ir += "define internal void @d(i32 %x) noinline {\n  ret void\n}\ndeclare i32 @llvm.ctpop.i32(i32)\n";
  const auto same = [](const std::string& text) {
    lathe::nvptx::Diag first;
    const std::string one = compiled(text, 1, first);
    for (const unsigned threads : {2U, 5U}) {
      lathe::nvptx::Diag diag;
      CHECK(compiled(text, threads, diag) == one);
      REQUIRE(diag.messages().size() == first.messages().size());
      for (std::size_t i = 0; i < first.messages().size(); ++i) {
        CHECK(diag.messages()[i].text == first.messages()[i].text);
        CHECK(diag.messages()[i].line == first.messages()[i].line);
        CHECK(diag.messages()[i].function == first.messages()[i].function);
      }
    }
    return !one.empty();
  };
  CHECK(same(ir));
  CHECK(same(bitcode(ir)));
  // Faults that only one copy reads: of the text, of the IR, of what PTX holds.
  CHECK_FALSE(same(ir + kernel("@bad", "  %a = add i32 %n, %gone\n")));
  CHECK_FALSE(same(ir + kernel("@bad", "  %a = add i32 %b, 1\n  %b = add i32 %n, 1\n")));
  CHECK_FALSE(same(bitcode(ir).substr(0, bitcode(ir).size() / 2)));
  CHECK_FALSE(
      same(bitcode(ir + kernel("@bad", "  %a = fadd fp128 0xL0, 0xL0\n  store fp128 %a, ptr addrspace(1) %p\n"))));
  CHECK_FALSE(same(ir + kernel("@bad", "  %a = fadd fp128 0xL0, 0xL0\n  store fp128 %a, ptr addrspace(1) %p\n")));
}

namespace {

// Bodies that the text does not show as what LLVM's reader makes of them, each beside others that would become wrong: a
// shared atomic operation has another scope where clusters are spoken of, an unused internal variable or function goes,
// atomic operations are CUDA's where none says otherwise.
struct Disguised {
  const char* what;
  std::string body;
};
const std::vector<Disguised> disguised = {
    {"atomic behind two blanks",
     "  %a = load  atomic i32, ptr addrspace(1) %p acquire, align 4\n  store i32 %a, ptr addrspace(1) %p\n"},
    {"blank in a space",
     "  %q = addrspacecast ptr addrspace(1) %p to ptr\n  %r = addrspacecast ptr %q to ptr addrspace( 7)\n"
     "  store i32 1, ptr addrspace( 7) %r\n"},
    {"comment of C's", "  store ptr addrspace(1) /*;*/ @hidden, ptr addrspace(1) %p\n"},
    {"carriage return", "  store ptr addrspace(1) ;\r @hidden, ptr addrspace(1) %p\n"},
    {"two in one line", "  store i32 1, ptr addrspace(1) %p call void /*;*/ @inner()\n"},
    {"line within a comment",
     "  store i32 1, ptr addrspace(1) %p /*\n  ret void\n*/ store ptr addrspace(1) /*;*/ @hidden, ptr addrspace(1) "
     "%p\n"},
    {"metadata that says elsewhere", "  br label %no\nno:\n  unreachable, !lathe.elsewhere !{}\nyes:\n"},
    {"an old intrinsic",
     "  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3) @tile, ptr addrspace(3) @tile, ptr "
     "null, "
     "i32 %n, i16 0, i64 0, i1 false, i1 false)\n"},
};

std::string beside_others(const std::string& body, bool cuda) {
  std::string ir =
      "target triple = \"nvptx64-nvidia-cuda\"\n@tile = internal addrspace(3) global [32 x i32] undef\n"
      "@hidden = internal addrspace(1) global i32 7\n"
      "define internal void @inner() noinline {\n  call void @llvm.nvvm.barrier0()\n  ret void\n}\n"
      "declare void @llvm.nvvm.barrier0()\n"
      "declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i16, "
      "i64, i1 immarg, i1 immarg)\n";
  std::string stores;
  for (int i = 0; i < 40; ++i) stores += "  store i32 " + std::to_string(i) + ", ptr addrspace(1) %p\n";
  ir += kernel("@long", stores) + kernel("@disguised", body);
  const std::string atomic = cuda ? "  %b = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst\n"
                                  : "  %a = atomicrmw add ptr addrspace(3) @tile, i32 1 acq_rel\n";
  for (int i = 0; i < 6; ++i) ir += kernel("@c" + std::to_string(i), atomic);
  return ir + (cuda ? "!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"nvvm-reflect-ftz\", i32 1}\n" : "");
}

}  // namespace

TEST_CASE("text in a form that nobody foresaw costs time, nothing else") {
  for (const Disguised& d : disguised) {
    INFO(std::string(d.what));
    const std::string ir = beside_others(d.body, &d == &disguised[0]);
    lathe::nvptx::Diag diag;
    const std::string one = compiled(ir, 1, diag);
    CHECK_MESSAGE(!diag.failed(), (diag.messages().empty() ? "" : diag.messages()[0].text));
    for (int run = 0; run < 6; ++run)
      for (const unsigned threads : {2U, 3U, 4U}) {
        lathe::nvptx::Diag again;
        CHECK(compiled(ir, threads, again) == one);
      }
  }
}

TEST_CASE("a body that says of itself that it is elsewhere is compiled") {
  const std::string ir = "target triple = \"nvptx64-nvidia-cuda\"\n" +
                         kernel("@k", "  store i32 1, ptr addrspace(1) %p\n") +
                         "define void @b() {\n  unreachable, !lathe.elsewhere !{}\n}\n" +
                         "define void @c() !lathe.own !{} {\n  ret void\n}\n";
  for (const std::string& input : {ir, bitcode(ir)}) {
    lathe::nvptx::Diag diag;
    const std::string one = compiled(input, 1, diag);
    CHECK(one.find(".visible .func b()") != std::string::npos);
    for (const unsigned threads : {2U, 3U}) CHECK(compiled(input, threads, diag) == one);
  }
}

TEST_CASE("a copy looks again at what it was dealt") {
  const std::string ir = kernel("@a", "  store i32 1, ptr addrspace(1) %p\n") + kernel("@b", "");
  const QuietBodies bodies(ir, 2);
  REQUIRE(bodies.size() == 2);
  for (const unsigned copy : {0U, 1U}) {
    CHECK(bodies.dealt_to(copy) == 1);
    llvm::LLVMContext context;
    const auto module = parsed(bodies.text_for(copy), context);
    REQUIRE(module);
    CHECK(lathe::nvptx::has_what_was_dealt(*module, 1, 1));
    for (const llvm::Function& f : *module) CHECK(!f.hasMetadata());
    CHECK_FALSE(lathe::nvptx::has_what_was_dealt(*module, 1, 1));  // the mark is gone
  }
  llvm::LLVMContext context;
  std::string text = bodies.text_for(0);
  const std::size_t at = text.find("i32 1,");
  REQUIRE(at != std::string::npos);
  const auto loud = parsed("@g = global i32 0\n" + text.replace(at, 6, "i32 ptrtoint (ptr @g to i32),"), context);
  REQUIRE(loud);
  CHECK_FALSE(lathe::nvptx::has_what_was_dealt(*loud, 1, 1));
}

namespace {

/// What the verifier thinks of bitcode whose bodies two copies read, one after the other.
struct KnownValid {
  bool first = false, second = false;
};
KnownValid known_valid(const std::string& ir, const std::function<void(llvm::Module&, unsigned)>& change = {},
                       std::size_t more = 0) {
  const std::string bytes = bitcode(ir);
  lathe::nvptx::QuietFunctions functions(std::vector<std::size_t>(count(ir, "define ") + more, 1), 2);
  llvm::LLVMContext contexts[2];
  std::unique_ptr<llvm::Module> modules[2];
  bool known[2] = {};
  for (const unsigned copy : {0U, 1U}) {
    auto lazy = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "m"), contexts[copy]);
    REQUIRE(bool(lazy));
    modules[copy] = std::move(*lazy);
    REQUIRE_FALSE(bool(functions.read(*modules[copy], copy)));
    if (change) change(*modules[copy], copy);
  }
  for (const unsigned copy : {0U, 1U}) known[copy] = functions.known_valid(*modules[copy], copy);
  return {known[0], known[1]};
}

}  // namespace

TEST_CASE("LLVM's verifier looks at a body in one copy, at what is wrong in each") {
  // Linked once, so that each copy has all of them.
  const auto function = [](const std::string& name, const std::string& body) {
    return "define linkonce_odr i32 @" + name + "(i32 %n) {\n" + body + "}\n";
  };
  const std::string plain = "  ret i32 %n\n", wrong = "  %a = add i32 %b, 1\n  %b = add i32 %n, 1\n  ret i32 %a\n";
  const std::string good = function("a", plain) + function("b", plain) + function("c", plain);
  KnownValid known = known_valid(good);
  CHECK(known.first);
  CHECK(known.second);
  for (int place = 0; place < 3; ++place) {
    std::string ir;
    for (int i = 0; i < 3; ++i) ir += function("f" + std::to_string(i), i == place ? wrong : plain);
    known = known_valid(ir);
    CHECK_FALSE(known.first);
    CHECK_FALSE(known.second);
  }
  // The second copy's own bodies are not looked at where the first has those, too: they are the same.
  const auto spoilt = [](const char* name) {
    return [name](llvm::Module& module, unsigned copy) {
      if (copy == 1) module.getFunction(name)->getEntryBlock().getTerminator()->eraseFromParent();
    };
  };
  known = known_valid(good, spoilt("b"));
  CHECK(known.first);
  CHECK(known.second);
  // Made in the meantime.
  known = known_valid(good, [](llvm::Module& module, unsigned copy) {
    if (copy == 1)
      llvm::BasicBlock::Create(module.getContext(), "",
                               llvm::Function::Create(module.getFunction("a")->getFunctionType(),
                                                      llvm::GlobalValue::InternalLinkage, "own", module));
  });
  CHECK(known.first);
  CHECK_FALSE(known.second);
  // What stands in no body, debug information, and numbers of another module: all of it is looked at.
  CHECK_FALSE(known_valid("@g = external global i32\n@h = alias i32, ptr @g\n" + good).first);
  CHECK_FALSE(
      known_valid(good +
                  "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, "
                  "emissionKind: FullDebug, "
                  "file: !1)\n"
                  "!1 = !DIFile(filename: \"a\", directory: \"b\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n")
          .first);
  CHECK_FALSE(known_valid(good, {}, 1).second);
}

TEST_CASE("wrong bitcode by several threads: the same message") {
  const std::string head =
      "target triple = \"nvptx64-nvidia-cuda\"\n@tile = internal addrspace(3) global [32 x i32] undef\n";
  std::string ir;
  for (int i = 0; i < 12; ++i)
    ir += kernel("@k" + std::to_string(i),
                 "  %t = load i32, ptr addrspace(3) @tile\n  store i32 %t, ptr addrspace(1) %p\n");
  for (const char* place : {"", "behind"}) {
    const std::string bad = kernel("@bad", "  %a = add i32 %b, 1\n  %b = add i32 %n, 1\n");
    const std::string bytes = bitcode(head + (*place == 0 ? bad + ir : ir + bad));
    lathe::nvptx::Diag one;
    CHECK(compiled(bytes, 1, one).empty());
    REQUIRE(one.messages().size() == 1);
    for (const unsigned threads : {2U, 3U, 5U}) {
      lathe::nvptx::Diag diag;
      CHECK(compiled(bytes, threads, diag).empty());
      REQUIRE(diag.messages().size() == 1);
      CHECK(diag.messages()[0].text == one.messages()[0].text);
      CHECK(diag.messages()[0].function == "bad");
    }
  }
}
