// Addresses and products that several blocks compute alike: what changes, what must not.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {
/// Two conditional blocks one after the other; @A, @B and @BETWEEN are replaced.
std::string two_guards(std::string_view a, std::string_view b, std::string_view between = "") {
  std::string text = R"(
define void @f(ptr %p, ptr %q, i32 %i, i32 %j, i64 %k, i1 %c, i1 %d) {
entry:
  br i1 %c, label %one, label %middle
one:
A
  br label %middle
middle:
BETWEEN
  br i1 %d, label %two, label %done
two:
B
  br label %done
done:
  ret void
})";
  for (const auto& [mark, put] : {std::pair("\nA\n", a), std::pair("\nB\n", b), std::pair("\nBETWEEN\n", between)})
    text.replace(text.find(mark) + 1, std::string_view(mark).size() - 2, put);
  return text;
}
std::string shared(std::string_view a, std::string_view b, std::string_view between = "") {
  return Ir(two_guards(a, b, between)).step("shared-addresses");
}
/// The entry block's text.
std::string entry(const std::string& out) {
  const std::size_t from = out.find("entry:");
  return out.substr(from, out.find("\n\n", from) - from);
}
}  // namespace

TEST_CASE("shared addresses: what two guarded blocks compute alike is computed once before both") {
  const std::string_view access = R"(  %xa = sext i32 %i to i64
  %ga = getelementptr inbounds float, ptr %p, i64 %xa
  store float 1.0, ptr %ga)";
  const std::string_view other = R"(  %xb = sext i32 %i to i64
  %gb = getelementptr float, ptr %p, i64 %xb
  store float 2.0, ptr %gb)";
  const std::string out = shared(access, other);
  CHECK(count(out, "sext") == 1);
  CHECK(count(out, "getelementptr") == 1);
  CHECK(has(entry(out), "sext i32 %i to i64"));
  // Only one of the two promised to stay inside the object.
  CHECK(has(entry(out), "getelementptr float, ptr %p"));
  CHECK(has(entry(shared(access, R"(  %xb = sext i32 %i to i64
  %gb = getelementptr inbounds float, ptr %p, i64 %xb
  store float 2.0, ptr %gb)")),
            "getelementptr inbounds float, ptr %p"));
}

TEST_CASE("shared addresses: products too, with operands that both need") {
  const std::string out = shared(R"(  %sa = add i32 %i, %j
  %ma = mul i32 %sa, %sa
  store i32 %ma, ptr %p)",
                                 R"(  %sb = add i32 %i, %j
  %mb = mul i32 %sb, %sb
  store i32 %mb, ptr %q)");
  CHECK(count(out, " mul ") == 1);
  CHECK(count(out, " add ") == 1);
  CHECK(has(entry(out), "mul i32"));
}

TEST_CASE("shared addresses: what differs stays where it is") {
  const auto same = [](std::string_view a, std::string_view b, std::string_view between = "") {
    const std::string before = Ir(two_guards(a, b, between)).print();
    return Ir(two_guards(a, b, between)).step("shared-addresses") == before;
  };
  const std::string_view product = "  %ma = mul i32 %i, %j\n  store i32 %ma, ptr %p";
  CHECK_FALSE(same(product, "  %mb = mul i32 %i, %j\n  store i32 %mb, ptr %q"));
  CHECK(same(product, "  %mb = mul i32 %i, %i\n  store i32 %mb, ptr %q"));
  CHECK(same(product, "  %mb = mul nsw i32 %i, %j\n  store i32 %mb, ptr %q"));
  CHECK(same(product, "  %w = sext i32 %j to i64\n  %mb = mul i64 %k, %w\n  store i64 %mb, ptr %q"));
  // An operand that does not exist before the branches.
  CHECK(same("  %v = load i32, ptr %q\n  %ma = mul i32 %v, %j\n  store i32 %ma, ptr %p",
             "  %u = load i32, ptr %q\n  %mb = mul i32 %u, %j\n  store i32 %mb, ptr %q"));
  // Of different element types; of constant indices, which addresses hold anyway; division may fault.
  CHECK(same("  %ga = getelementptr float, ptr %p, i64 %k\n  store float 1.0, ptr %ga",
             "  %gb = getelementptr double, ptr %p, i64 %k\n  store float 1.0, ptr %gb"));
  CHECK(same("  %ga = getelementptr float, ptr %p, i64 4\n  store float 1.0, ptr %ga",
             "  %gb = getelementptr float, ptr %p, i64 4\n  store float 2.0, ptr %gb"));
  CHECK(same("  %ga = udiv i32 %i, %j\n  store i32 %ga, ptr %p", "  %gb = udiv i32 %i, %j\n  store i32 %gb, ptr %q"));
}

TEST_CASE("shared addresses: nothing moves out of a loop or across many levels") {
  const char* loop = R"(
define void @f(ptr %p, i32 %i, i32 %j, i32 %n, i1 %c) {
entry:
  br i1 %c, label %body, label %after
body:
  %t = phi i32 [ 0, %entry ], [ %next, %body ]
  %ma = mul i32 %i, %j
  store volatile i32 %ma, ptr %p
  %next = add i32 %t, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %after
after:
  br i1 %c, label %two, label %done
two:
  %mb = mul i32 %i, %j
  store volatile i32 %mb, ptr %p
  br label %done
done:
  ret void
})";
  CHECK(count(Ir(loop).step("shared-addresses"), "mul i32") == 2);

  const auto chain = [](int between) {
    std::string text = "define void @f(ptr %p, i32 %i, i32 %j, i1 %c) {\nentry:\n  br label %b0\n";
    for (int k = 0; k <= between; ++k) {
      const std::string n = std::to_string(k), next = std::to_string(k + 1);
      const bool product = k == 0 || k == between;
      text += "b" + n + ":\n  br i1 %c, label %s" + n + ", label %b" + next + "\ns" + n + ":\n" +
              (product ? "  %m" + n + " = mul i32 %i, %j\n  store volatile i32 %m" + n + ", ptr %p\n" : "") +
              "  store volatile i32 7, ptr %p\n  br label %b" + next + "\n";
    }
    return text + "b" + std::to_string(between + 1) + ":\n  ret void\n}";
  };
  CHECK(count(Ir(chain(5)).step("shared-addresses"), "mul i32") == 1);
  CHECK(count(Ir(chain(40)).step("shared-addresses"), "mul i32") == 2);
}
