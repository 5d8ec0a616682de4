// What launch bounds and known bits say of indices: ranges, sums that do not wrap; what must stay as it is.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {
/// A kernel with these attributes whose body has %t (tid.x) and %b (ctaid.x); `attributes` go into its group.
std::string kernel(std::string_view attributes, std::string_view body, std::string_view convention = "ptx_kernel") {
  return R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define )" +
         std::string(convention) +
         R"( void @k(ptr %p, i32 %n, i1 %c) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)" + std::string(body) +
         "\n  ret void\n}\nattributes #0 = { " + std::string(attributes) + " }\n";
}
std::string noted(std::string_view attributes, std::string_view body, std::string_view convention = "ptx_kernel") {
  return Ir(kernel(attributes, body, convention)).step("index-ranges");
}
/// Uses of %x as an index of `p`.
std::string indexed(std::string body, std::string_view extension = "zext") {
  return body + "\n  %w = " + std::string(extension) + R"( i32 %x to i64
  %q = getelementptr i32, ptr %p, i64 %w
  store i32 0, ptr %q)";
}
constexpr std::string_view of_128 = R"("nvvm.maxntid"="128")";
}  // namespace

TEST_CASE("index ranges: threads of a block by its launch bounds") {
  const std::string reads = R"(  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %n.x = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %n.z = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z())";
  std::string out = noted(of_128, reads);
  CHECK(has(out, "%t = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()"));
  CHECK(has(out, "%n.x = call range(i32 1, 129) i32"));
  CHECK(has(out, "%z = call i32"));  // less than 64 anyway
  // The product is limited, not each axis: 4 x 8 x 2 allows 64 threads in a row.
  out = noted(R"("nvvm.maxntid"="4,8,2")", reads);
  CHECK(has(out, "%t = call range(i32 0, 64) i32"));
  CHECK(has(out, "%n.z = call i32"));  // the declaration says it: from 1 to 64
  // Exact bounds hold for each axis.
  out = noted(R"("nvvm.reqntid"="4,8,2")", reads);
  CHECK(has(out, "%t = call range(i32 0, 4) i32"));
  CHECK(has(out, "%z = call range(i32 0, 2) i32"));
  CHECK(has(out, "%n.x = call range(i32 4, 5) i32"));
  CHECK(has(out, "%n.z = call range(i32 2, 3) i32"));
}

TEST_CASE("index ranges: no bounds, wrong ones, or another function's") {
  for (const char* attributes :
       {"nounwind", R"("nvvm.maxntid"="0")", R"("nvvm.maxntid"="x")", R"("nvvm.maxntid"="1,2,3,4")",
        R"("nvvm.maxntid"="2048")", R"("nvvm.maxntid"="4294967296,4294967296")"}) {
    INFO(attributes);
    CHECK(has(noted(attributes, ""), "%t = call i32"));
  }
  CHECK(has(noted(of_128, "", ""), "%t = call i32"));  // a device function is called by other kernels too
}

TEST_CASE("index ranges: sums under an extension that cannot wrap say so") {
  const auto sum = [](std::string_view attributes, const std::string& add, std::string_view extension = "zext") {
    return noted(attributes, indexed("  %h = shl i32 %b, 9\n  %s = add i32 %h, %t\n  %x = " + add, extension));
  };
  // Bits 7 and 8 of %s are clear: up to 384 more is not carried beyond them, 385 may be and wrap.
  CHECK(has(sum(of_128, "add i32 %s, 128"), "%x = add nuw nsw i32 %s, 128"));
  CHECK(has(sum(of_128, "add i32 %s, 384"), "%x = add nuw nsw i32 %s, 384"));
  CHECK(has(sum(of_128, "add i32 %s, 385"), "%x = add i32 %s, 385"));
  // One bit more of the thread's index.
  CHECK(has(sum(R"("nvvm.maxntid"="129")", "add i32 %s, 256"), "%x = add nuw nsw i32 %s, 256"));
  CHECK(has(sum(R"("nvvm.maxntid"="129")", "add i32 %s, 257"), "%x = add i32 %s, 257"));
  CHECK(has(sum("nounwind", "add i32 %s, 128"), "%x = add i32 %s, 128"));
  // Nothing is carried beyond bit 8, so the sign stays too.
  CHECK(has(sum(of_128, "add i32 %s, 128", "sext"), "%x = add nuw nsw i32 %s, 128"));
  CHECK(has(sum(of_128, "add i32 %s, 385", "sext"), "%x = add i32 %s, 385"));
}

TEST_CASE("index ranges: products, shifts, differences and unions") {
  const auto one = [](const std::string& form) { return noted(of_128, indexed("  %x = " + form)); };
  CHECK(has(one("mul i32 %t, 33818640"), "%x = mul nuw i32 %t, 33818640"));    // 127 times it is below 2^32
  CHECK(has(one("mul i32 %t, 33818641"), "%x = mul i32 %t, 33818641"));        // not below
  CHECK(has(one("mul i32 %t, 8388607"), "%x = mul nuw nsw i32 %t, 8388607"));  // 127 times it is below 2^31
  CHECK(has(one("mul i32 %t, 16909321"), "%x = mul nuw i32 %t, 16909321"));    // 127 times it is not
  CHECK(has(one("shl i32 %t, 24"), "%x = shl nuw nsw i32 %t, 24"));
  CHECK(has(one("shl i32 %t, 25"), "%x = shl nuw i32 %t, 25"));
  CHECK(has(one("shl i32 %t, 26"), "%x = shl i32 %t, 26"));
  CHECK(has(one("sub i32 127, %t"), "%x = sub nuw nsw i32 127, %t"));
  CHECK(has(one("sub i32 126, %t"), "%x = sub nsw i32 126, %t"));
  CHECK(has(one("or i32 %t, 128"), "%x = or disjoint i32 %t, 128"));
  CHECK(has(one("or i32 %t, 64"), "%x = or i32 %t, 64"));
}

TEST_CASE("index ranges: a branch in front counts, one beside does not; other sums are not looked at") {
  const auto guarded = [](std::string_view predicate) {
    return noted(of_128, "  %in = icmp " + std::string(predicate) + R"( i32 %n, 100
  br i1 %in, label %then, label %done
then:
  %x = add i32 %n, 28
  %w = zext i32 %x to i64
  %q = getelementptr i32, ptr %p, i64 %w
  store i32 0, ptr %q
  br label %done
done:)");
  };
  CHECK(has(guarded("ult"), "%x = add nuw nsw i32 %n, 28"));
  CHECK(has(guarded("ugt"), "%x = add i32 %n, 28"));
  CHECK_FALSE(has(guarded("slt"), "add nuw"));  // may be negative
  const std::string plain = noted(of_128, "  %x = add i32 %t, 1\n  store i32 %x, ptr %p");
  CHECK(has(plain, "%x = add i32 %t, 1"));
}

TEST_CASE("index ranges: of a thousand conditions on a value the nearest above are asked, however many there are") {
  // %n is below 1000 in front of `others` comparisons of the same value, each of which leaves early.
  const auto behind = [](unsigned others) {
    std::string body = "  %first = icmp ult i32 %n, 1000\n  br i1 %first, label %b0, label %out\n";
    for (unsigned k = 0; k < others; ++k) {
      const std::string here = std::to_string(k), next = std::to_string(k + 1);
      body += "b" + here + ":\n  %t" + here + " = icmp eq i32 %n, " + std::to_string(5000 + k) + "\n  br i1 %t" + here +
              ", label %out, label %b" + next + "\n";
    }
    body += "b" + std::to_string(others) + ":\n" + indexed("  %x = add i32 %n, 28") + "\n  br label %out\nout:";
    return noted(of_128, body);
  };
  for (const unsigned others : {0U, 8U, 31U, 32U}) {  // with those 33 and less: all of the function are looked at
    CAPTURE(others);
    CHECK(has(behind(others), "%x = add nuw nsw i32 %n, 28") == (others < 32));
  }
  CHECK(has(behind(300), "%x = add i32 %n, 28"));
  // The nearest is the one that says it.
  std::string body = "  br label %b0\n";
  for (unsigned k = 0; k < 300; ++k) {
    const std::string here = std::to_string(k), next = std::to_string(k + 1);
    body += "b" + here + ":\n  %t" + here + " = icmp " + (k == 299 ? "ult i32 %n, 1000" : "ne i32 %n, " + here) +
            "\n  br i1 %t" + here + ", label %b" + next + ", label %out\n";
  }
  body += "b300:\n" + indexed("  %x = add i32 %n, 28") + "\n  br label %out\nout:";
  CHECK(has(noted(of_128, body), "%x = add nuw nsw i32 %n, 28"));
}

TEST_CASE("index ranges: what it is for: the constant becomes the offset of the access") {
  const std::string body = indexed("  %h = shl i32 %b, 9\n  %s = add i32 %h, %t\n  %x = add i32 %s, 128");
  CHECK(has(Ir(kernel(of_128, body)).all(), "i64 512"));
  PrepareOptions without;
  without.disabled = {"index-ranges"};
  CHECK_FALSE(has(Ir(kernel(of_128, body)).all(target(), without), "i64 512"));
  CHECK_FALSE(has(Ir(kernel("nounwind", body)).all(), "i64 512"));
}

TEST_CASE("copies of local arrays that stay arrays are loops that ptxas does not unroll") {
  const auto copied = [](std::string_view to, std::string_view length) {
    return Ir("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndefine ptx_kernel void @k(ptr %p, ptr %q, i64 "
              "%n, i64 %i) {\n"
              "  %a = alloca [64 x i32]\n  call void @llvm.memcpy.p0.p0.i64(ptr " +
              std::string(to) + ", ptr %p, i64 " + std::string(length) +
              ", i1 false)\n  %e = getelementptr i32, ptr %a, i64 %i\n  %v = load i32, ptr %e\n"
              "  store i32 %v, ptr %q\n  ret void\n}\n")
        .step("memory-intrinsics");
  };
  CHECK(has(copied("%a", "256"), "llvm.loop.unroll.disable"));
  CHECK_FALSE(has(copied("%q", "256"), "llvm.loop.unroll.disable"));  // memory to memory
  CHECK_FALSE(has(copied("%a", "128"), "llvm.loop.unroll.disable"));  // written out
  CHECK_FALSE(has(copied("%a", "%n"), "llvm.loop.unroll.disable"));   // ptxas does not know the end either
}
