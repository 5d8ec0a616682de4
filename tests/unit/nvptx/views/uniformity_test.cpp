// What the threads of a warp share in PTX: sources by opcode, space and special register, through a loop of its own
// length.
#include <doctest/doctest.h>

#include <lathe/flow/check_uniformity.hpp>

#include <string>

#include "nvptx/mir/text.hpp"
#include "nvptx/views/uniformity.hpp"

using namespace lathe;
using namespace lathe::nvptx;

namespace {

struct Code {
  mir::Module m;
  explicit Code(const std::string& text) {
    Diag diag;
    const bool parsed = mir::parse(".version 8.7\n.target sm_80\n.address_size 64\n" + text, "t", m, diag);
    REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
  }
  // Each result that is divergent, by the register's name; a letter t for each operand that is so by time alone.
  std::string divergent() {
    const mir::Function& f = m.functions.back();
    const MirView view(m, f);
    const auto answer = flow::uniformity::run(view, WarpFacts(m, f));
    CHECK(check(answer.problem(), answer.result()).str() == "");
    std::string out;
    for (const mir::BlockId b : view.blocks())
      for (const mir::Inst* i : view.instructions(b)) {
        std::uint32_t k = 0;
        view.for_each_operand(i, [&](const program::Operand<mir::Reg>& o) {
          if (answer.divergent(i, k++) && o.is_def()) out += " " + view.value_name(o.value);
        });
      }
    return out + (answer.stats().temporal != 0 ? " t" + std::to_string(answer.stats().temporal) : "");
  }
};
std::string kernel(const std::string& body) {
  return Code(".visible .entry k(.param .u64 p) { .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<9>;\n" + body + " }")
      .divergent();
}

}  // namespace

TEST_CASE("sources") {
  CHECK(kernel("mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %laneid; mov.u32 %r4, %warpid; ret;") ==
        " r1 r3");
  CHECK(kernel("ld.param.u64 %d1, [p]; ld.global.u32 %r1, [%d1]; ld.u32 %r2, [%d1]; ret;") == " r2");
  CHECK(kernel(".local .b32 x[2]; .shared .b32 y[2]; ld.local.u32 %r1, [x]; ld.shared.u32 %r2, [y]; ret;") == " r1");
  CHECK(kernel("ld.param.u64 %d1, [p]; atom.global.add.u32 %r1, [%d1], 1; ret;") == " r1");
  CHECK(kernel("mov.u32 %r1, %tid.x; setp.ne.s32 %p1, %r1, 0; vote.sync.ballot.b32 %r2, %p1, -1; "
               "vote.sync.ballot.b32 %r3, %p1, %r1; activemask.b32 %r4; ret;") == " r1 p1 r3 r4");
  CHECK(kernel("mov.u32 %r1, %ctaid.x; shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1; ret;") == " r2");
  CHECK(Code(".func (.reg .b32 %o) f(.reg .b32 %a) { mov.u32 %o, %a; ret; }").divergent() == " o");
}

TEST_CASE("guards: the old value stays for some") {
  CHECK(kernel("mov.u32 %r1, %tid.x; setp.ne.s32 %p1, %r1, 0; mov.u32 %r2, 1; @%p1 mov.u32 %r2, 2; "
               "@%p1 mov.u32 %r3, 2; mov.u32 %r2, 3; ret;") == " r1 p1 r2");
}

TEST_CASE("a loop of each thread's own length") {
  CHECK(kernel("mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\n"
               "L: add.u32 %r2, %r2, 1; add.u32 %r3, %r2, 5; setp.lt.u32 %p1, %r2, %r1; @%p1 bra L;\n"
               "add.u32 %r4, %r3, 1; add.u32 %r5, %r2, %r2; ret;") == " r1 p1 r4 r5 t3");
}
