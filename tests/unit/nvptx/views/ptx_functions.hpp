// Functions of real PTX for tests of the editor: as they are written, and in SSA form.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/editor.hpp"
#include "nvptx/views/ssa.hpp"
#include "unit/nvptx/views/ptx_edits.hpp"

namespace ptx_functions {

using namespace lathe;
using namespace lathe::nvptx;
using ptx_edits::blocks_of;
using ptx_edits::compare_written;

inline void parse_text(mir::Module& m, const std::string& text) {
  Diag diag;
  const bool parsed = mir::parse(text, "t", m, diag);
  REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
}
inline constexpr const char* head = ".version 8.0\n.target sm_80\n.address_size 64\n";

// Guards, the carry flag, a jump table, phis with constants, what runs into the next block, what runs off the end.
inline constexpr const char* small = R"(
.visible .entry small(.param .u64 p, .param .u32 n)
{
	.reg .b32 %r<20>;
	.reg .b64 %rd<6>;
	.reg .pred %q<4>;
	ld.param.u32 %r1, [n];
	ld.param.u64 %rd1, [p];
	setp.lt.s32 %q1, %r1, 3;
	@%q1 bra $two;
	mov.b32 %r2, 5;
	@!%q1 add.s32 %r2, %r1, 1;
	add.cc.u32 %r3, %r2, %r1;
	addc.u32 %r4, %r2, 0;
	setp.lt.u32 %q2, %r4, 3;
	@%q2 bra $table;
	bra.uni $two;
$table:
	$list: .branchtargets $one, $two, $one;
	brx.idx %r4, $list;
$one:
	phi.b32 %r5, {7, $table};
	st.global.u32 [%rd1+4], %r5;
$two:
	st.global.u32 [%rd1], %r1;
	@%q1 exit;
	ld.global.u32 %r6, [%rd1+8];
	setp.eq.u32 %q3, %r6, 0;
	@%q3 bra $two;
	st.global.v2.u32 [%rd1], {%r6, %r1};
}
)";

inline std::vector<std::string> texts() {
  std::vector<std::string> out{head + std::string(small)};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus/executor")) files.push_back(entry.path());
  files.emplace_back("tests/unit/nvptx/mir/ptx/forms.ptx");
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream in(file);
    out.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return out;
}
// The function as the editor has it now, as text: in its place in the module, for a function has its number there.
template <class C>
std::string text_of(const C& c, mir::Module& m, mir::Function& f) {
  mir::Function written = c.written();
  std::swap(f, written);
  std::string out = print(m, f);
  std::swap(f, written);
  return out;
}
inline bool into_phis(mir::Module& m, mir::Function& f) {
  const auto move = [&](mir::Reg to, mir::Reg from) {
    const mir::Operand slots[] = {mir::Operand::make_reg(to), mir::Operand::make_reg(from)};
    return f.make(m.intern(mir::move_text(f.regs[to].type)), slots);
  };
  return into_ssa(m, f, move, [](const auto&, const auto&) {}).refusal == program::ssa::Refusal::none;
}
inline std::size_t size_of(const mir::Function& f) {
  std::size_t n = f.blocks.size();
  for (const mir::Block& b : f.blocks) n += b.insts.size();
  return n;
}
// f(module, function) for functions of the texts, as they are and in SSA form.
template <class F>
std::uint32_t for_each_function(std::size_t most, F&& f) {
  std::uint32_t count = 0;
  for (const std::string& text : texts())
    for (const bool phis : {false, true}) {
      mir::Module m;
      parse_text(m, text);
      for (mir::Function& one : m.functions) {
        if (one.declaration || one.blocks.empty() || size_of(one) > most) continue;
        if (phis && one.name == "small") continue;
        if (phis && !into_phis(m, one)) continue;
        f(m, one);
        ++count;
      }
    }
  return count;
}

}  // namespace ptx_functions
