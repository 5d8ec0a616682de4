// Every kind of access goes to the space of its pointer, volatile or not.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

struct Row {
  unsigned number;
  bool writable;
  bool atomic;
};
constexpr Row spaces[] = {{1, true, true}, {3, true, true}, {4, false, false}, {5, true, false}, {7, true, true}};

std::string infer(unsigned space, const std::string& body) {
  Ir ir("define void @f(ptr addrspace(" + std::to_string(space) +
        ") %s, ptr addrspace(1) %o, i32 %w, <4 x i32> %v) {\n  %p = addrspacecast ptr addrspace(" +
        std::to_string(space) + ") %s to ptr\n" + body + "\n  ret void\n}\n");
  for (const char* step : {"early-copies", "address-spaces"}) ir.step(step);
  return ir.step("memory-intrinsics");
}

}  // namespace

TEST_CASE("every access, in every space, volatile or not") {
  for (const Row& space : spaces)
    for (const bool is_volatile : {false, true}) {
      const std::string v = is_volatile ? " volatile" : "", flag = is_volatile ? "true" : "false";
      const std::string where = "ptr addrspace(" + std::to_string(space.number) + ")";
      const auto check = [&](const std::string& body, const std::string& wanted) {
        CAPTURE(body);
        const std::string out = infer(space.number, body);
        CAPTURE(out);
        CHECK(has(out, wanted));
        CHECK_FALSE(has(out, ", ptr %p"));
        CHECK_FALSE(has(out, "addrspacecast ptr addrspace(" + std::to_string(space.number) + ") %s to ptr\n"));
      };
      check("%r = load" + v + " i32, ptr %p\n store i32 %r, ptr addrspace(1) %o", "load" + v + " i32, " + where);
      check("%r = load" + v + " <4 x i32>, ptr %p\n store <4 x i32> %r, ptr addrspace(1) %o",
            "load" + v + " <4 x i32>, " + where);
      check("call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %o, ptr align 4 %p, i64 4, i1 " + flag + ")",
            "load" + v + " i32, " + where);
      if (space.writable) {
        check("store" + v + " i32 %w, ptr %p", "store" + v + " i32 %w, " + where);
        check("store" + v + " <4 x i32> %v, ptr %p", "store" + v + " <4 x i32> %v, " + where);
        check("call void @llvm.memset.p0.i64(ptr align 4 %p, i8 1, i64 4, i1 " + flag + ")", "store" + v + " i32");
        check("call void @llvm.memmove.p0.p1.i64(ptr align 4 %p, ptr addrspace(1) align 4 %o, i64 4, i1 " + flag + ")",
              "store" + v + " i32");
      }
      if (space.atomic) {
        check("%r = atomicrmw" + v + " add ptr %p, i32 %w seq_cst", "atomicrmw" + v + " add " + where);
        check("%r = cmpxchg" + v + " ptr %p, i32 %w, i32 0 seq_cst seq_cst", "cmpxchg" + v + " " + where);
        check("%r = load atomic" + v + " i32, ptr %p acquire, align 4", "load atomic" + v + " i32, " + where);
        check("store atomic" + v + " i32 %w, ptr %p release, align 4", "store atomic" + v + " i32 %w, " + where);
        if (!is_volatile)
          check("%r = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p0(ptr %p, i32 %w)", "(" + where + " %s, i32 %w)");
      }
    }
}

TEST_CASE("what a load may read is followed through choices so far, and no further") {
  const auto loaded = [](unsigned choices) {
    std::string body =
        "define ptx_kernel void @k(ptr addrspace(1) noalias readonly %p0, ptr addrspace(1) noalias readonly %b, ptr "
        "addrspace(1) noalias %o, i1 %c) {\n";
    for (unsigned k = 0; k < choices; ++k)
      body += "%p" + std::to_string(k + 1) + " = select i1 %c, ptr addrspace(1) %p" + std::to_string(k) +
              ", ptr addrspace(1) %b\n";
    body += "%x = load i32, ptr addrspace(1) %p" + std::to_string(choices) +
            "\nstore i32 %x, ptr addrspace(1) %o\nret void\n}\n";
    return Ir(body).step("invariant-loads");
  };
  CHECK(has(loaded(1), "!invariant.load"));
  CHECK(has(loaded(62), "!invariant.load"));  // with both pointers 64 values
  CHECK_FALSE(has(loaded(63), "!invariant.load"));
}
