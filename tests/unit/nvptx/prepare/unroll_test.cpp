#include "tests/unit/nvptx/prepare/ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;
using lathe::codegen::UnrollOptions;

namespace {

// Sums `%n` or eight elements, a nest of four by eight ones, and one whose source wants none unrolled.
constexpr const char* loops = R"(
define i32 @unknown(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  %more = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %go = icmp slt i32 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret i32 %more
}
define i32 @known(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  %more = add i32 %sum, %v
  %next = add nuw nsw i32 %i, 1
  %go = icmp ne i32 %next, 8
  br i1 %go, label %loop, label %done
done:
  ret i32 %more
}
define i32 @nest(ptr addrspace(1) %p) {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %onext, %latch ]
  %osum = phi i32 [ 0, %entry ], [ %more, %latch ]
  br label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %inext, %inner ]
  %sum = phi i32 [ %osum, %outer ], [ %more, %inner ]
  %row = mul i32 %o, 8
  %at = add i32 %row, %i
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %at
  %v = load i32, ptr addrspace(1) %a
  %more = add i32 %sum, %v
  %inext = add nuw nsw i32 %i, 1
  %igo = icmp ne i32 %inext, 8
  br i1 %igo, label %inner, label %latch
latch:
  %onext = add nuw nsw i32 %o, 1
  %ogo = icmp ne i32 %onext, 4
  br i1 %ogo, label %outer, label %done
done:
  ret i32 %more
}
define void @kept(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1
  %go = icmp ne i32 %next, 8
  br i1 %go, label %loop, label %done, !llvm.loop !0
done:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
)";

// The text of one function behind the step.
std::string unrolled(const char* function, UnrollOptions how) {
  Ir ir(loops);
  PrepareOptions options;
  options.unroll = how;
  ir.step("unrolling", target(), options);
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << *ir.module->getFunction(function);
  return text;
}
bool has_loop(const std::string& text) { return has(text, " = phi i32 [ 0, %"); }

}  // namespace

TEST_CASE("unrolling: nothing happens unasked") {
  Ir ir(loops);
  const std::string before = ir.print();
  CHECK(ir.step("unrolling") == before);
}

TEST_CASE("unrolling by a count: the innermost loops alone, what the source says is kept to") {
  const UnrollOptions by4{UnrollOptions::Mode::count, 4};
  const std::string unknown = unrolled("unknown", by4);
  CHECK(count(unknown, "load i32") == 5);  // four turns at once, and one for what is left
  CHECK(has_loop(unknown));
  const std::string known = unrolled("known", by4);
  CHECK(count(known, "load i32") == 4);
  CHECK(has_loop(known));
  CHECK(has(known, "!llvm.loop"));  // nobody unrolls it again
  const std::string nest = unrolled("nest", by4);
  CHECK(count(nest, "load i32") == 4);
  CHECK(count(nest, "phi i32 [ 0, %") == 3);
  CHECK(count(unrolled("kept", by4), "store i32") == 1);
}

TEST_CASE("unrolling of loops whose number of turns is known, as far as the limit goes") {
  const UnrollOptions full{UnrollOptions::Mode::full};
  CHECK(count(unrolled("unknown", full), "load i32") == 1);
  const std::string known = unrolled("known", full);
  CHECK(count(known, "load i32") == 8);
  CHECK_FALSE(has_loop(known));
  const std::string nest = unrolled("nest", full);
  CHECK(count(nest, "load i32") == 32);
  CHECK_FALSE(has_loop(nest));
  const std::string limited = unrolled("nest", {UnrollOptions::Mode::full, 2, 100});
  CHECK(count(limited, "load i32") == 8);  // the nest would become 300
  CHECK(has_loop(limited));
  CHECK(count(unrolled("known", {UnrollOptions::Mode::full, 2, 20}), "load i32") == 1);
  CHECK(count(unrolled("kept", full), "store i32") == 1);
}

TEST_CASE("no unrolling: each loop says so") {
  const UnrollOptions none{UnrollOptions::Mode::none};
  CHECK(count(unrolled("nest", none), "!llvm.loop") == 2);
  CHECK(count(unrolled("unknown", none), "!llvm.loop") == 1);
  CHECK(count(unrolled("unknown", none), "load i32") == 1);
}
