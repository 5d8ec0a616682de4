// LLVM IR -> legal graphs for a target whose global and generic pointers are wider than its registers: what the contract's
// checks say of them, and what became of addresses.
#include <doctest/doctest.h>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

#include "codegen/build/families.hpp"
#include "codegen/build/references.hpp"
#include "codegen/pipeline/block_way.hpp"
#include "support/small_gpu.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::testing;
namespace build = lathe::codegen::build;

namespace {

/// Parameters and results in memory, piece by piece.
class FarClient final : public build::Client {
 public:
  explicit FarClient(const build::View& view) : view_(view) {}
  std::uint32_t new_register(Vt) override { return registers_++; }
  std::uint32_t phi(std::uint32_t, std::uint32_t, Vt type, std::span<const std::uint32_t>) override {
    phi_types.push_back(type);
    return static_cast<std::uint32_t>(phi_types.size() - 1);
  }
  void phi_input(std::uint32_t, std::uint32_t, std::uint32_t) override {}
  std::optional<ParamLayout> argument_layout(build::Context& c, const llvm::CallBase& call, unsigned index) override {
    return layout(c, call.getArgOperand(index)->getType());
  }
  ParamLayout byval_layout(build::Context&, const llvm::CallBase& call, unsigned index) override {
    const llvm::Type* type = call.getParamByValType(index);
    return {.bytes = static_cast<std::uint32_t>(view_.alloc_bytes(type)),
            .align = static_cast<std::uint32_t>(view_.abi_align(type)),
            .array = true,
            .pieces = {}};
  }
  std::optional<ParamLayout> result_layout(build::Context& c, const llvm::CallBase& call) override {
    return layout(c, call.getType());
  }
  std::optional<ParamLayout> return_layout(build::Context& c, const llvm::Type* type) override {
    return layout(c, type);
  }
  void argument(build::Context& c, const llvm::Argument& parameter) override { build::load_parameter(c, parameter, 8); }
  bool intrinsic(build::Context& c, const llvm::CallBase& call, llvm::StringRef name) override {
    if (!name.consume_front("llvm.far.is.")) return false;
    const Space asked = name == "shared" ? Space::shared : name == "global" ? Space::global : Space::param;
    const auto answer = build::points_into(c, c.value(call.getArgOperand(0)), asked);
    REQUIRE(answer);
    c.set(&call, *answer);
    return true;
  }
  void inline_assembly(build::Context& c, const llvm::CallBase&) override { c.error("no assembly"); }

  std::vector<Vt> phi_types;

 private:
  std::optional<ParamLayout> layout(build::Context& c, const llvm::Type* type) {
    std::vector<build::Leaf> leaves;
    if (build::append_leaves(type, view_, 0, leaves) != nullptr) return std::nullopt;
    ParamLayout out{
        .bytes = static_cast<std::uint32_t>(view_.alloc_bytes(type)), .align = 8, .array = true, .pieces = {}};
    for (const build::Leaf& leaf : leaves)
      build::append_pieces(leaf.type, c.facts.types.facts(), leaf.offset, out.align, out.pieces);
    return out;
  }
  const build::View& view_;
  std::uint32_t registers_ = 0;
};

struct Function {
  std::vector<std::string> built, legal;  ///< graphs by block
  std::vector<Vt> phis;
};
/// Every function of the module, every block to its legal graph.
std::map<std::string, Function> compiled(const std::string& ir, bool combines) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic message;
  const auto module = llvm::parseAssemblyString(
      "target datalayout = \"e-p3:32:32-p4:32:32-p5:32:32-p101:32:32-i64:64-v16:16-v32:32-n32-A5\"\n" + ir, message,
      context);
  REQUIRE_MESSAGE(module != nullptr, message.getMessage().str());
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  REQUIRE_MESSAGE(!llvm::verifyModule(*module, &stream), broken);
  const build::References references(*module);
  const build::View view(*module, references.globals(), references);
  const TargetFacts facts = far_gpu();
  BlockWay way(facts, {.combines = combines, .verify = true});
  std::map<std::string, Function> out;
  for (llvm::Function& f : *module) {
    if (f.isDeclaration()) continue;
    Diag diag;
    Dag dag;
    FarClient client(view);
    const build::Source source{&f, f.arg_begin(), static_cast<std::uint32_t>(f.getInstructionCount())};
    build::FunctionGraphs graphs(source, view, {}, facts, client, dag, diag);
    Function& made = out[f.getName().str()];
    for (std::uint32_t block = 0; block < graphs.block_count(); ++block) {
      const bool built = graphs.build_block(block);
      if (built) made.built.push_back(print(dag));
      BlockWayStats stats;
      std::string text;
      const bool legal = built && way.run(dag, {}, f.getName().str(), block, diag, stats, text);
      CHECK_MESSAGE(legal, f.getName().str() << ", block " << block);
      made.legal.push_back(print(dag));
    }
    const bool finished = graphs.finish();
    CHECK(finished);
    made.phis = client.phi_types;
    for (const Message& m : diag.messages()) FAIL_CHECK(f.getName().str() << ": " << m.text);
  }
  return out;
}
std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

constexpr const char* functions = R"(
%pair = type { i32, i64, [4 x float] }
@table = addrspace(1) global [64 x i32] zeroinitializer
@tile = addrspace(3) global [64 x float] undef
@list = addrspace(4) constant [4 x i64] [i64 1, i64 2, i64 3, i64 4]

define ptx_kernel void @structs(ptr addrspace(1) %p, i32 %i) {
  %q = getelementptr %pair, ptr addrspace(1) %p, i32 %i
  %a = getelementptr %pair, ptr addrspace(1) %q, i32 0, i32 1
  %b = getelementptr %pair, ptr addrspace(1) %q, i32 0, i32 2, i32 3
  %x = load i64, ptr addrspace(1) %a
  %y = load float, ptr addrspace(1) %b
  store i64 %x, ptr addrspace(1) %p
  store float %y, ptr addrspace(1) %a
  ret void
}
define ptx_kernel void @arrays(ptr %out, i64 %n) {
  %t = getelementptr [64 x i32], ptr addrspace(1) @table, i64 0, i64 %n
  %x = load i32, ptr addrspace(1) %t
  %fixed = load i32, ptr addrspace(1) getelementptr inbounds ([64 x i32], ptr addrspace(1) @table, i64 0, i64 9)
  %s = getelementptr [64 x float], ptr addrspace(3) @tile, i32 0, i32 %x
  %y = load float, ptr addrspace(3) %s
  %c = getelementptr [4 x i64], ptr addrspace(4) @list, i32 0, i32 %fixed
  %z = load i64, ptr addrspace(4) %c
  %generic = addrspacecast ptr addrspace(3) %s to ptr
  %again = load float, ptr %generic
  %sum = fadd float %y, %again
  store float %sum, ptr %out
  %old = atomicrmw add ptr addrspace(1) %t, i32 1 monotonic
  %got = cmpxchg ptr %out, i32 %old, i32 %fixed monotonic monotonic
  %in = extractvalue { i32, i1 } %got, 0
  store i32 %in, ptr addrspace(3) @tile
  store i64 %z, ptr %out
  ret void
}
declare i32 @far(ptr, i16, %pair)
declare void @copied(ptr byval(%pair))
define i64 @calls(ptr %p, ptr byval(%pair) %given, ptr %function, half %h, i16 %small, double %d) {
  %local = alloca %pair, addrspace(5)
  %field = getelementptr %pair, ptr addrspace(5) %local, i32 0, i32 1
  store i64 7, ptr addrspace(5) %field
  %whole = load %pair, ptr addrspace(5) %local
  %r = call i32 @far(ptr %p, i16 %small, %pair %whole)
  %generic = addrspacecast ptr addrspace(5) %local to ptr
  call void @copied(ptr byval(%pair) %generic)
  call void @copied(ptr byval(%pair) %given)
  %s = call half %function(ptr @copied, half %h, double %d)
  %e = fpext half %s to double
  %w = fptosi double %e to i64
  %v = zext i32 %r to i64
  %sum = add i64 %v, %w
  ret i64 %sum
}
define ptr @blocks(ptr %list, i32 %which) {
entry:
  %below = icmp ult i32 %which, 3
  br i1 %below, label %table, label %loop
table:
  switch i32 %which, label %never [ i32 0, label %loop
                                    i32 1, label %one
                                    i32 2, label %done ]
one:
  %second = getelementptr i8, ptr %list, i64 40000
  br label %loop
loop:
  %at = phi ptr [ %list, %entry ], [ %list, %table ], [ %second, %one ], [ %next, %loop ]
  %next = load ptr, ptr %at
  %end = icmp eq ptr %next, null
  br i1 %end, label %done, label %loop
done:
  %last = phi ptr [ %list, %table ], [ %at, %loop ]
  ret ptr %last
never:
  unreachable
}
declare i1 @llvm.far.is.shared(ptr)
declare i1 @llvm.far.is.global(ptr)
declare i1 @llvm.far.is.param(ptr)
define i32 @questions(ptr %p) {
  %s = call i1 @llvm.far.is.shared(ptr %p)
  %g = call i1 @llvm.far.is.global(ptr %p)
  %a = call i1 @llvm.far.is.param(ptr %p)
  %back = addrspacecast ptr %p to ptr addrspace(3)
  %x = load i32, ptr addrspace(3) %back
  %one = select i1 %s, i32 %x, i32 1
  %two = select i1 %g, i32 %one, i32 2
  %three = select i1 %a, i32 %two, i32 3
  ret i32 %three
}
define void @vectors(ptr addrspace(1) %p, <12 x i32> %v, i32 %i) {
  %x = extractelement <12 x i32> %v, i32 %i
  %w = insertelement <12 x i32> %v, i32 %x, i32 3
  %u = insertelement <12 x i32> %w, i32 7, i32 %i
  store <12 x i32> %u, ptr addrspace(1) %p, align 16
  %half = load <4 x i16>, ptr addrspace(1) %p, align 2
  store volatile <4 x i16> %half, ptr addrspace(1) %p, align 8
  ret void
}
)";

}  // namespace

TEST_CASE("LLVM IR becomes legal graphs where pointers are wider than registers") {
  for (const bool combines : {true, false}) {
    const auto made = compiled(functions, combines);
    CHECK(made.size() == 6);
    for (const auto& [name, f] : made)
      for (const std::string& block : f.legal) {
        INFO(name << "\n" << block);
        CHECK(count(block, "mul i64") == 0);
        CHECK(count(block, "f64") == 0);
        CHECK(count(block, "addrspace_cast") <= 1);
      }
    CHECK(made.at("blocks").phis == std::vector<Vt>(4, vt::i32));  // two pointers of two registers
  }
}

TEST_CASE("addresses take the offsets of fields, and near pointers stay near") {
  const auto made = compiled(functions, true);
  const std::string structs = made.at("structs").legal[0];
  INFO(structs);
  CHECK(count(structs, "build_pair i64") == 2);
  CHECK(count(structs, "= add i64") >= 2);
  const std::string arrays = made.at("arrays").legal[0];
  INFO(arrays);
  CHECK(count(arrays, "extract_limb i32") == 2);  // of one variable
  CHECK(count(arrays, "global_address i64 @\"table\"") == 1);
  CHECK(count(arrays, "global_address i32 @\"tile\"") >= 1);
  CHECK(count(arrays, "constant i32 24832") == 1);  // where shared memory lies: 0x6100
  const std::string calls = made.at("calls").legal[0];
  INFO(calls);
  CHECK(count(calls, "frame_index i32") != 0);
  CHECK(count(calls, "param_address i32") != 0);
  CHECK(count(calls, "frame_index i64") + count(calls, "param_address i64") == 0);
}
