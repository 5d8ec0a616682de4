// Branches that are known where control comes from, and comparisons that loops would hold: what changes, what must not.
#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

TEST_CASE("implied branches: a reduction's last test is jumped over by the threads that failed the one before") {
  PtxIr ir(R"(
declare void @work()
define void @f(i32 %t, ptr %p) {
entry:
  %low = icmp ult i32 %t, 32
  br i1 %low, label %some, label %join
some:
  %v = load float, ptr %p
  br label %join
join:
  %sum = phi float [ %v, %some ], [ 0.0, %entry ]
  %first = icmp eq i32 %t, 0
  br i1 %first, label %store, label %done
store:
  store float %sum, ptr %p
  br label %done
done:
  ret void
})");
  const std::string out = ir.step("implied-branches");
  CHECK(has(out, "br i1 %low, label %some, label %done"));
  CHECK(has(out, "store float %v"));
  CHECK_FALSE(has(out, "phi"));
}

TEST_CASE("implied branches: known on all ways, the branch goes") {
  const char* text = R"(
define i32 @f(i32 %t) {
entry:
  %low = icmp ult i32 %t, 32
  br i1 %low, label %a, label %b
a:
  %c = icmp PREDICATE i32 %t, 40
  br i1 %c, label %yes, label %no
b:
  ret i32 0
yes:
  ret i32 1
no:
  ret i32 2
})";
  const auto with = [&](std::string_view predicate) {
    std::string made = text;
    made.replace(made.find("PREDICATE"), 9, predicate);
    return PtxIr(made).step("implied-branches");
  };
  CHECK_FALSE(has(with("ult"), "ret i32 2"));
  CHECK_FALSE(has(with("uge"), "ret i32 1"));
  CHECK_FALSE(has(with("slt"), "ret i32 2"));
  CHECK(has(with("eq"), "ret i32 2"));
  CHECK_FALSE(has(with("eq"), "ret i32 1"));
  // 31 and 32 are one step from the end: nothing is known of 31.
  const auto at = [&](std::string_view bound) {
    std::string made = text;
    made.replace(made.find("PREDICATE i32 %t, 40"), 20, bound);
    return PtxIr(made).step("implied-branches");
  };
  CHECK_FALSE(has(at("ult i32 %t, 32"), "ret i32 2"));
  CHECK(has(at("ult i32 %t, 31"), "ret i32 2"));
  CHECK(has(at("ult i32 %t, 31"), "ret i32 1"));
  CHECK(has(at("eq i32 %t, 31"), "ret i32 1"));
  CHECK_FALSE(has(at("eq i32 %t, 32"), "ret i32 1"));
}

TEST_CASE("implied branches: a phi of constants decides; values behind the target are merged") {
  const char* text = R"(
define i32 @f(i1 %c, i1 %d, i32 %x, ptr %p) {
entry:
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  br label %join
b:
  store i32 2, ptr %p
  br label %join
join:
  %flag = phi i1 [ FLAG, %a ], [ %d, %b ]
  %n = phi i32 [ 7, %a ], [ %x, %b ]
  %m = mul i32 %n, 3
  br i1 %flag, label %yes, label %no
yes:
  store i32 %m, ptr %p
  br label %no
no:
  ret i32 %m
})";
  const auto with = [&](std::string_view flag) {
    std::string made = text;
    made.replace(made.find("FLAG"), 4, flag);
    return PtxIr(made).step("implied-branches");
  };
  const std::string out = with("false");
  CHECK(has(out, "mul i32 7, 3"));
  CHECK(has(out, "mul i32 %x, 3"));
  CHECK(count(out, "phi i32") == 1);
  CHECK(has(out, "br i1 %d, label %yes, label %no"));
  // To %yes only some ways lead: threads would come there in two groups.
  CHECK(has(with("true"), "phi i1 [ true, %a ]"));
  CHECK(has(with("%d"), "phi i1 [ %d, %a ]"));
}

namespace {
/// A way past %join that is known, with the text of the block that would be jumped over and of its successors.
std::string jumped_over(std::string_view join, std::string_view store = "  store i32 1, ptr %p\n",
                        std::string_view done = "") {
  std::string text = R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
define void @f(i32 %t, ptr %p, i1 %more) {
entry:
  %low = icmp ult i32 %t, 32
  br i1 %low, label %some, label %join
some:
  store i32 %t, ptr %p
  br label %join
join:
)";
  text += join;
  text += R"(  %first = icmp eq i32 %t, 0
  br i1 %first, label %store, label %done
store:
)";
  text += store;
  text += "  br label %done\ndone:\n";
  text += done;
  text += "  ret void\n}";
  return PtxIr(text).step("implied-branches");
}
}  // namespace

TEST_CASE("implied branches: blocks that do something are not jumped over") {
  const std::string_view kept = "br i1 %low, label %some, label %join", jumps = "br i1 %low, label %some, label %done";
  CHECK(has(jumped_over(""), jumps));
  CHECK(has(jumped_over("  %dead = add i32 %t, 1\n"), jumps));
  CHECK(has(jumped_over("  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"), kept));
  CHECK(has(jumped_over("  %s = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 1, i32 31)\n"), kept));
  CHECK(has(jumped_over("  store i32 5, ptr %p\n"), kept));
  CHECK(has(jumped_over("  %v = load volatile i32, ptr %p\n"), kept));
  CHECK(has(jumped_over("  fence seq_cst\n"), kept));
  CHECK(has(jumped_over("  call void asm sideeffect \"bar.sync 0;\", \"\"()\n"), kept));
  // On both sides of the join, behind it: each thread comes there as before.
  CHECK(has(jumped_over("", "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"), jumps));
  CHECK(has(jumped_over("", "  store i32 1, ptr %p\n", "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"),
            jumps));
}

TEST_CASE("implied branches: threads meet before a convergent operation as they did") {
  // The way from %some is known and leads to %sync, that from %else is not: with the jump, those threads would come to
  // the barrier in two groups.
  const char* text = R"(
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define void @f(i32 %t, ptr %p) {
entry:
  %low = icmp ult i32 %t, 32
  br i1 %low, label %some, label %else
some:
  store i32 1, ptr %p
  br label %join
else:
  store i32 2, ptr %p
  br label %join
join:
  %small = icmp ult i32 %t, 64
  br i1 %small, label %sync, label %done
sync:
  BODY
  br label %done
done:
  ret void
})";
  const auto with = [&](std::string_view body) {
    std::string made = text;
    made.replace(made.find("BODY"), 4, body);
    return PtxIr(made).step("implied-branches");
  };
  CHECK(has(with("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"),
            "store i32 1, ptr %p, align 4\n  br label %join"));
  CHECK(has(with("store i32 3, ptr %p"), "store i32 1, ptr %p, align 4\n  br label %join"));
}

TEST_CASE("implied branches: headers of loops stay") {
  PtxIr ir(R"(
define void @f(i32 %n, ptr %p) {
entry:
  %any = icmp ugt i32 %n, 5
  br i1 %any, label %head, label %done
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  store i32 %i, ptr %p
  %next = add nuw i32 %i, 1
  br label %head
done:
  ret void
})");
  CHECK(has(ir.step("implied-branches"), "br i1 %any, label %head, label %done"));
}

TEST_CASE("sink compares: what a loop would hold beyond the predicate registers is made where it is used") {
  const auto loop = [](int tests, bool used) {
    std::string text = "define void @f(i32 %n, ptr %p) {\nentry:\n  %base = load i32, ptr %p\n";
    for (int i = 0; i < tests; ++i) {
      const std::string k = std::to_string(i);
      text += "  %c" + k + " = icmp ugt i32 %base, " + std::to_string(i + 3) + "\n";
    }
    text += "  br label %head\nhead:\n  %i = phi i32 [ 0, %entry ], [ %next, %latch ]\n";
    if (used) text += "  store volatile i32 %base, ptr %p\n";
    text += "  br label %b0\n";
    for (int i = 0; i < tests; ++i) {
      const std::string k = std::to_string(i), after = i + 1 < tests ? "%b" + std::to_string(i + 1) : "%latch";
      text += "b" + k + ":\n  br i1 %c" + k + ", label %s" + k + ", label " + after + "\ns" + k + ":\n  store i32 " +
              k + ", ptr %p\n  br label " + after + "\n";
    }
    text +=
        "latch:\n  %next = add i32 %i, 1\n  %more = icmp ult i32 %next, %n\n  br i1 %more, label %head, label %done\n"
        "done:\n  ret void\n}";
    return text;
  };
  const auto sunk = [](const std::string& out) {
    const std::size_t from = out.find("\nb0:");
    REQUIRE(from != std::string::npos);
    return has(out.substr(from), "icmp ugt i32 %base, 3");
  };
  const auto after = [&](int tests, bool used) { return sunk(PtxIr(loop(tests, used)).step("sink-compares")); };
  CHECK(after(8, true));
  CHECK_FALSE(after(4, true));   // as many as can be held
  CHECK_FALSE(after(8, false));  // %base would be held in their place
}
