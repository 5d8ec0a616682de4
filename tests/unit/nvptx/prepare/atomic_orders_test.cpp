// Which modules' atomics are CUDA's, and what becomes of them.
#include "ir.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

const std::string cuda_flag = "!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"nvvm-reflect-ftz\", i32 0}\n";
const std::string add = "%a = atomicrmw add ptr %p, i32 %w seq_cst, align 4\n";

std::string settle(const std::string& body, AtomicOrder order = AtomicOrder::by_module,
                   const std::string& rest = cuda_flag, std::string* note = nullptr) {
  Ir ir("define void @f(ptr %p, ptr addrspace(3) %s, i32 %w) {\n" + body + "  ret void\n}\n" + rest);
  PrepareOptions options;
  options.atomic_order = order;
  const std::string out = ir.step("atomic-orders", target(), options);
  if (note) *note = ir.message();
  return out;
}

}  // namespace

TEST_CASE("CUDA's atomics are relaxed in the device") {
  std::string note;
  const std::string out = settle(add + "%b = atomicrmw umax ptr addrspace(3) %s, i32 %w seq_cst, align 4\n" +
                                     "%c = cmpxchg ptr %p, i32 %w, i32 0 seq_cst seq_cst, align 4\n",
                                 AtomicOrder::by_module, cuda_flag, &note);
  CHECK(has(out, "atomicrmw add ptr %p, i32 %w syncscope(\"device\") monotonic"));
  CHECK(has(out, "atomicrmw umax ptr addrspace(3) %s, i32 %w syncscope(\"device\") monotonic"));
  CHECK(has(out, "i32 0 syncscope(\"device\") monotonic monotonic"));
  CHECK(has(note, "3 atomic operations are relaxed and of device scope"));
  CHECK(has(note, "--atomic-order=ir"));
}

TEST_CASE("not by option, and not where the module speaks of orders or is not of CUDA") {
  const char* strong = "atomicrmw add ptr %p, i32 %w seq_cst";
  CHECK(has(settle(add, AtomicOrder::ir), strong));
  CHECK(has(settle(add, AtomicOrder::by_module, ""), strong));
  for (const char* other :
       {"%b = atomicrmw add ptr %p, i32 %w monotonic, align 4", "%b = atomicrmw add ptr %p, i32 %w acq_rel, align 4",
        "%b = atomicrmw add ptr %p, i32 %w syncscope(\"device\") seq_cst, align 4", "fence seq_cst",
        "%b = load atomic i32, ptr %p seq_cst, align 4", "store atomic i32 %w, ptr %p monotonic, align 4",
        "%b = cmpxchg ptr %p, i32 %w, i32 0 acquire monotonic, align 4",
        "%b = cmpxchg ptr %p, i32 %w, i32 0 seq_cst monotonic, align 4"}) {
    CAPTURE(other);
    std::string note;
    CHECK(has(settle(add + other + "\n", AtomicOrder::by_module, cuda_flag, &note), strong));
    CHECK(note.empty());
    // The option takes what CUDA writes, and nothing else.
    const std::string forced = settle(add + other + "\n", AtomicOrder::cuda);
    CHECK_FALSE(has(forced, strong));
    CHECK(has(forced, std::string(other).substr(0, 40)));
  }
}

TEST_CASE("the language of the debug information counts") {
  const auto unit = [](const char* language) {
    return std::string(
               "!llvm.module.flags = !{!0, !1}\n!llvm.dbg.cu = !{!2}\n!0 = !{i32 4, !\"nvvm-reflect-ftz\", i32 0}\n") +
           "!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n!2 = distinct !DICompileUnit(language: " + language +
           ", file: !3, emissionKind: FullDebug)\n!3 = !DIFile(filename: \"a\", directory: \"/\")\n";
  };
  CHECK(has(settle(add, AtomicOrder::by_module, unit("DW_LANG_C_plus_plus_17")), "monotonic"));
  CHECK(has(settle(add, AtomicOrder::by_module, unit("DW_LANG_Julia")), "seq_cst"));
  CHECK(has(settle(add, AtomicOrder::by_module, unit("DW_LANG_Rust")), "seq_cst"));
}

TEST_CASE("the option given is not told about") {
  std::string note;
  settle(add, AtomicOrder::cuda, cuda_flag, &note);
  CHECK(note.empty());
}
