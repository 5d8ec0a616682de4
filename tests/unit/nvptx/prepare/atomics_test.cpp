// Atomics: what stays, what becomes a loop, what is refused; per target.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

std::string lower(const std::string& body, const char* cpu = "sm_90", const char* parameters = "ptr addrspace(1) %p") {
  Ir ir("define void @f(" + std::string(parameters) +
        ", i8 %b, i16 %h, i32 %w, i64 %l, float %s, double %d, half %x, bfloat %y) {\n" + body + "\n  ret void\n}\n");
  const std::string out = ir.step("atomics", target(cpu));
  return ir.diag.failed() ? "refused: " + ir.message() : out;
}

}  // namespace

TEST_CASE("native operations stay") {
  for (const char* op : {"add", "and", "or", "xor", "max", "min", "umax", "umin", "xchg"}) {
    CAPTURE(op);
    CHECK(has(lower(std::string("%r = atomicrmw ") + op + " ptr addrspace(1) %p, i32 %w seq_cst"),
              std::string("atomicrmw ") + op));
    CHECK(has(lower(std::string("%r = atomicrmw ") + op + " ptr addrspace(1) %p, i64 %l seq_cst"),
              std::string("atomicrmw ") + op));
  }
  CHECK(has(lower("%r = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %w seq_cst"), "atomicrmw uinc_wrap"));
  CHECK(has(lower("%r = atomicrmw fadd ptr addrspace(1) %p, double %d seq_cst"), "atomicrmw fadd"));
  CHECK(has(lower("%r = atomicrmw fadd ptr addrspace(1) %p, bfloat %y seq_cst", "sm_90"), "atomicrmw fadd"));
  CHECK(has(lower("%r = cmpxchg ptr addrspace(1) %p, i16 %h, i16 0 seq_cst seq_cst"),
            "cmpxchg ptr addrspace(1) %p, i16"));
}

TEST_CASE("others are rewritten or become loops") {
  CHECK(has(lower("%r = atomicrmw sub ptr addrspace(1) %p, i32 %w seq_cst"), "atomicrmw add"));
  CHECK(has(lower("%r = atomicrmw fsub ptr addrspace(1) %p, float %s seq_cst"), "fneg float %s"));
  CHECK(has(lower("%r = atomicrmw xchg ptr addrspace(1) %p, float %s seq_cst"),
            "atomicrmw xchg ptr addrspace(1) %p, i32"));
  for (const char* text : {"nand ptr addrspace(1) %p, i32 %w", "uinc_wrap ptr addrspace(1) %p, i64 %l",
                           "fmax ptr addrspace(1) %p, float %s", "usub_sat ptr addrspace(1) %p, i32 %w",
                           "fmin ptr addrspace(1) %p, double %d"}) {
    CAPTURE(text);
    const std::string out = lower(std::string("%r = atomicrmw ") + text + " acquire");
    CHECK_FALSE(has(out, "atomicrmw"));
    CHECK(has(out, "cmpxchg"));
    CHECK(has(out, "acquire monotonic"));
  }
  CHECK(has(lower("%r = atomicrmw fadd ptr addrspace(1) %p, bfloat %y monotonic", "sm_80"),
            "cmpxchg ptr addrspace(1) %p, i16"));
}

TEST_CASE("a sequentially consistent loop has its fence in front") {
  const std::string out = lower("%r = atomicrmw nand ptr addrspace(1) %p, i32 %w syncscope(\"block\") seq_cst");
  CHECK(has(out, "fence syncscope(\"block\") seq_cst"));
  CHECK(has(out, "syncscope(\"block\") acq_rel monotonic"));
}

TEST_CASE("bytes go through the word around them") {
  const std::string logic = lower("%r = atomicrmw or ptr addrspace(1) %p, i8 %b monotonic");
  CHECK(has(logic, "atomicrmw or ptr addrspace(1)"));
  CHECK(has(logic, "i32"));
  CHECK_FALSE(has(logic, "cmpxchg"));
  const std::string sum = lower("%r = atomicrmw add ptr addrspace(1) %p, i8 %b monotonic");
  CHECK(has(sum, "cmpxchg"));
  const std::string swap = lower("%r = cmpxchg ptr addrspace(1) %p, i8 %b, i8 1 monotonic monotonic");
  CHECK(has(swap, "atomic.missed:"));
  CHECK_FALSE(has(swap, "cmpxchg ptr addrspace(1) %p, i8"));
}

TEST_CASE("local memory belongs to one thread: no atomics") {
  const std::string out = lower(
      "%r = atomicrmw add ptr addrspace(5) %p, i32 %w seq_cst\n%q = load atomic i32, ptr addrspace(5) %p seq_cst, "
      "align 4",
      "sm_90", "ptr addrspace(5) %p");
  CHECK_FALSE(has(out, "atomic"));
}

TEST_CASE("too wide or badly aligned is refused") {
  CHECK(has(lower("%v = load atomic i256, ptr addrspace(1) %p monotonic, align 32"),
            "refused: unsupported atomic load of 256 bits"));
  CHECK(has(lower("%v = load atomic i32, ptr addrspace(1) %p monotonic, align 2"),
            "refused: atomic load of 32 bits is aligned to 2"));
  CHECK(has(lower("%r = cmpxchg ptr addrspace(1) %p, i128 0, i128 1 monotonic monotonic", "sm_80"),
            "refused: unsupported cmpxchg of 128 bits"));
}

TEST_CASE("128 bits where the target has them") {
  const auto wide = [](const std::string& body, unsigned sm, unsigned ptx,
                       const char* parameters = "ptr addrspace(1) %p") {
    Ir ir("define void @f(" + std::string(parameters) + ", i128 %v, <4 x float> %q) {\n" + body + "\n  ret void\n}\n");
    Features features = target("sm_90");
    features.sm = sm;
    features.ptx = ptx;
    const std::string out = ir.step("atomics", features);
    return ir.diag.failed() ? "refused: " + ir.message() : out;
  };
  const std::string exchange = "%r = atomicrmw xchg ptr addrspace(1) %p, i128 %v syncscope(\"device\") acq_rel";
  CHECK(has(wide(exchange, 90, 83), "atom.acq_rel.gpu.global.exch.b128 $0, [$1], $2;"));
  CHECK(has(wide(exchange, 89, 83), "refused: unsupported cmpxchg, which this atomicrmw needs, of 128 bits"));
  CHECK(has(wide(exchange, 90, 82), "refused: unsupported cmpxchg"));
  // In the scope of the system with PTX 8.4.
  const std::string system = "%r = cmpxchg ptr addrspace(1) %p, i128 %v, i128 0 acquire monotonic";
  CHECK(has(wide(system, 90, 84), "atom.acquire.sys.global.cas.b128 $0, [$1], $2, $3;"));
  CHECK(has(wide(system, 90, 83), "refused: unsupported cmpxchg of 128 bits"));
  const std::string load = "%r = load atomic i128, ptr addrspace(1) %p syncscope(\"block\") acquire, align 16";
  CHECK(has(wide(load, 70, 83), "ld.acquire.cta.global.b128 $0, [$1];"));
  CHECK(has(wide(load, 70, 82), "refused: unsupported atomic load of 128 bits"));
  const std::string store = "store atomic i128 %v, ptr addrspace(1) %p seq_cst, align 16";
  const std::string stored = wide(store, 75, 84);
  CHECK(has(stored, "fence seq_cst"));
  CHECK(has(stored, "st.relaxed.sys.global.b128 [$0], $1;"));
  CHECK(has(wide("store atomic <4 x float> %q, ptr %p syncscope(\"device\") release, align 16", 90, 83, "ptr %p"),
            "st.release.gpu.b128"));
  // All others are loops of compare-and-swap.
  const std::string sum =
      wide("%r = atomicrmw add ptr addrspace(1) %p, i128 %v syncscope(\"device\") monotonic", 90, 83);
  CHECK(has(sum, "atom.relaxed.gpu.global.cas.b128"));
  CHECK(has(sum, "add i128"));
  CHECK_FALSE(has(sum, "cmpxchg"));
  CHECK(has(wide("%r = atomicrmw fsub ptr %p, <4 x float> %q syncscope(\"device\") monotonic", 90, 83, "ptr %p"),
            "cas.b128"));
}

TEST_CASE("operations on vectors, element by element") {
  const auto vector = [](const char* type, const char* pointer, bool read, unsigned sm, unsigned ptx,
                         const char* op = "fadd", const char* order = "monotonic") {
    Ir ir("define void @f(" + std::string(pointer) + " %p, " + type + " %v, ptr %o) {\n  %r = atomicrmw " + op + " " +
          pointer + " %p, " + type + " %v syncscope(\"device\") " + order + "\n" +
          (read ? std::string("  store ") + type + " %r, ptr %o\n" : std::string()) + "  ret void\n}\n");
    Features features = target("sm_90");
    features.sm = sm;
    features.ptx = ptx;
    const std::string out = ir.step("atomics", features);
    return ir.diag.failed() ? "refused: " + ir.message() : out;
  };
  const char* global = "ptr addrspace(1)";
  CHECK(
      has(vector("<2 x float>", global, true, 90, 81), "atom.relaxed.gpu.global.add.v2.f32 {$0, $1}, [$2], {$3, $4};"));
  CHECK(has(vector("<4 x float>", global, false, 90, 81), "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};"));
  CHECK(has(vector("<4 x half>", global, true, 90, 81), "atom.relaxed.gpu.global.add.noftz.v2.f16x2"));
  CHECK(has(vector("<8 x bfloat>", global, false, 90, 81), "red.relaxed.gpu.global.add.noftz.v4.bf16x2"));
  CHECK(has(vector("<2 x float>", global, false, 90, 81, "fsub"), "fneg <2 x float>"));
  // red has no acquiring form.
  CHECK(has(vector("<2 x float>", global, false, 90, 81, "fadd", "acquire"), "atom.acquire.gpu.global.add.v2.f32"));
  // Elsewhere the whole is exchanged: there are no such instructions for shared memory and older targets.
  CHECK(has(vector("<2 x float>", "ptr addrspace(3)", true, 90, 81), "cmpxchg ptr addrspace(3) %p, i64"));
  CHECK(has(vector("<2 x float>", "ptr", true, 90, 81), "cmpxchg ptr %p, i64"));
  CHECK(has(vector("<2 x float>", global, true, 89, 81), "cmpxchg ptr addrspace(1) %p, i64"));
  CHECK(has(vector("<2 x float>", global, true, 90, 80), "cmpxchg ptr addrspace(1) %p, i64"));
  CHECK(has(vector("<4 x half>", global, true, 80, 81), "cmpxchg ptr addrspace(1) %p, i64"));
  CHECK(has(vector("<4 x float>", global, true, 80, 81), "refused: unsupported cmpxchg"));
  CHECK(has(vector("<2 x half>", global, true, 90, 81, "fmin"),
            "atom.relaxed.gpu.global.min.noftz.v2.f16 {$0, $1}, [$2], {$3, $4};"));
  CHECK(has(vector("<2 x bfloat>", global, false, 90, 81, "fmax", "release"),
            "red.release.gpu.global.max.noftz.v2.bf16 [$0], {$1, $2};"));
  CHECK(has(vector("<4 x bfloat>", global, false, 90, 81, "fmin"), "red.relaxed.gpu.global.min.noftz.v2.bf16x2"));
  CHECK(has(vector("<8 x half>", global, true, 90, 81, "fmax"), "atom.relaxed.gpu.global.max.noftz.v4.f16x2"));
  // No such instruction: of floats, with NaNs before numbers, in shared memory, before sm_90 and PTX 8.1.
  CHECK(has(vector("<2 x float>", global, true, 90, 81, "fmin"), "cmpxchg ptr addrspace(1) %p, i64"));
  CHECK(has(vector("<2 x half>", global, true, 90, 81, "fmaximum"), "cmpxchg ptr addrspace(1) %p, i32"));
  CHECK(has(vector("<2 x half>", "ptr addrspace(3)", true, 90, 81, "fmin"), "cmpxchg ptr addrspace(3) %p, i32"));
  CHECK(has(vector("<2 x half>", global, true, 89, 81, "fmin"), "cmpxchg ptr addrspace(1) %p, i32"));
  CHECK(has(vector("<2 x half>", global, true, 90, 80, "fmin"), "cmpxchg ptr addrspace(1) %p, i32"));
}

TEST_CASE("a pointer that may be local is asked") {
  const auto asked = [](const std::string& body, const char* rest = "") {
    Ir ir("define void @f(ptr %g, i32 %w, i1 %c) {\n" + body + "\n  ret void\n}\n" + rest);
    return ir.step("atomics");
  };
  const std::string variable = "%x = alloca i32\n %p = select i1 %c, ptr %x, ptr %g\n ";
  for (const char* access :
       {"%r = atomicrmw add ptr %p, i32 %w monotonic", "%r = load atomic i32, ptr %p monotonic, align 4",
        "store atomic i32 %w, ptr %p monotonic, align 4", "%r = cmpxchg ptr %p, i32 %w, i32 0 monotonic monotonic"}) {
    CAPTURE(access);
    const std::string out = asked(variable + access);
    CHECK(count(out, "call i1 @llvm.nvvm.isspacep.local(ptr %p)") == 1);
    CHECK(has(out, "addrspacecast ptr %p to ptr addrspace(5)"));
    CHECK_FALSE(has(asked("%p = getelementptr i8, ptr %g, i64 4\n " + std::string(access)), "isspacep.local"));
  }
  // The variable of a caller counts; what comes from elsewhere is taken for global or shared memory.
  CHECK(has(asked("%r = atomicrmw add ptr %g, i32 %w monotonic",
                  "define void @h() {\n %x = alloca i32\n call void @f(ptr %x, i32 1, i1 0)\n ret void\n}\n"),
            "isspacep.local"));
  CHECK_FALSE(has(asked("%r = atomicrmw add ptr %g, i32 %w monotonic"), "isspacep.local"));
  // So far, and no further: what is chosen from more than that may be anything.
  const auto chosen = [&](unsigned choices) {
    std::string body = "%p0 = getelementptr i8, ptr %g, i64 4\n ";
    for (unsigned k = 0; k < choices; ++k)
      body += "%p" + std::to_string(k + 1) + " = select i1 %c, ptr %p" + std::to_string(k) + ", ptr %g\n ";
    return asked(body + "%r = atomicrmw add ptr %p" + std::to_string(choices) + ", i32 %w monotonic");
  };
  CHECK_FALSE(has(chosen(40), "isspacep.local"));
  CHECK(has(chosen(100), "isspacep.local"));
}

TEST_CASE("shared memory has the scope of its block") {
  const auto shared = [](const std::string& body, const char* rest = "", unsigned sm = 90) {
    Ir ir("define void @f(ptr addrspace(3) %s, ptr addrspace(1) %g, ptr addrspace(7) %c, i32 %w) {\n" + body +
          "\n  ret void\n}\n" + rest);
    Features features = target("sm_90");
    features.sm = sm;
    return ir.step("atomics", features);
  };
  const std::string add = "%a = atomicrmw add ptr addrspace(3) %s, i32 %w ";
  CHECK(has(shared(add + "seq_cst"), "i32 %w syncscope(\"block\") seq_cst"));
  CHECK(has(shared(add + "syncscope(\"device\") acq_rel"), "i32 %w syncscope(\"block\") acq_rel"));
  CHECK(has(shared(add + "syncscope(\"singlethread\") acq_rel"), "i32 %w syncscope(\"singlethread\") acq_rel"));
  CHECK(has(shared("%a = load atomic i32, ptr addrspace(3) %s acquire, align 4"), "syncscope(\"block\") acquire"));
  CHECK(has(shared("store atomic i32 %w, ptr addrspace(3) %s release, align 4"), "syncscope(\"block\") release"));
  CHECK(has(shared("%a = cmpxchg ptr addrspace(3) %s, i32 %w, i32 0 seq_cst seq_cst"),
            "syncscope(\"block\") seq_cst seq_cst"));
  CHECK(has(shared("%a = atomicrmw add ptr addrspace(1) %g, i32 %w seq_cst"), "i32 %w seq_cst"));
  CHECK(has(shared("%a = atomicrmw add ptr addrspace(7) %c, i32 %w acq_rel"), "i32 %w syncscope(\"cluster\") acq_rel"));
  // One order for shared and other memory needs fences of one size; an acquire does not.
  const std::string wide = "%b = atomicrmw add ptr addrspace(1) %g, i32 %w seq_cst\n ";
  CHECK(has(shared(wide + add + "seq_cst"), "ptr addrspace(3) %s, i32 %w seq_cst"));
  CHECK(has(shared(wide + add + "acq_rel"), "ptr addrspace(3) %s, i32 %w syncscope(\"block\") acq_rel"));
  CHECK(has(shared("%b = atomicrmw add ptr addrspace(1) %g, i32 %w syncscope(\"block\") seq_cst\n " + add + "seq_cst"),
            "ptr addrspace(3) %s, i32 %w syncscope(\"block\") seq_cst"));
  // Where another block of the cluster may have the address.
  const char* mapa =
      "declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)\n"
      "define ptr addrspace(7) @m(ptr addrspace(3) %p) {\n %r = call ptr addrspace(7) "
      "@llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %p, i32 1)\n ret ptr addrspace(7) %r\n}\n";
  CHECK(has(shared(add + "seq_cst", mapa), "i32 %w syncscope(\"cluster\") seq_cst"));
  CHECK(has(shared(add + "seq_cst", "declare void @h()\ndefine void @m() {\n call void @h()\n ret void\n}\n"),
            "i32 %w syncscope(\"cluster\") seq_cst"));
  CHECK(has(shared(add + "seq_cst", "declare void @h()\ndefine void @m() {\n call void @h()\n ret void\n}\n", 80),
            "i32 %w syncscope(\"block\") seq_cst"));
}
