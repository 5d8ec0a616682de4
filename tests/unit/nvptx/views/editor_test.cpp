// MirCode: real PTX taken out and written back as it was, random edits of it with everything that follows edits, exact
// rollbacks, what is written against what was shown; and editors with one fault each, which are found out.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <lathe/flow/check_trace.hpp>
#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/flow/follow_trace.hpp>
#include <lathe/pressure/follow.hpp>
#include <lathe/program/use_def.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/editor.hpp"
#include "nvptx/views/ssa.hpp"
#include "unit/nvptx/views/ptx_edits.hpp"

using namespace lathe::nvptx;

namespace {

namespace program = lathe::program;
using ptx_edits::blocks_of;
using ptx_edits::compare_written;

void parse_text(mir::Module& m, const std::string& text) {
  Diag diag;
  const bool parsed = mir::parse(text, "t", m, diag);
  REQUIRE_MESSAGE(parsed, (diag.messages().empty() ? "" : diag.messages()[0].text));
}
constexpr const char* head = ".version 8.0\n.target sm_80\n.address_size 64\n";

// Guards, the carry flag, a jump table, phis with constants, what runs into the next block, what runs off the end.
constexpr const char* small = R"(
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

std::vector<std::string> texts() {
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
bool into_phis(mir::Module& m, mir::Function& f) {
  const auto move = [&](mir::Reg to, mir::Reg from) {
    const mir::Operand slots[] = {mir::Operand::make_reg(to), mir::Operand::make_reg(from)};
    return f.make(m.intern(mir::move_text(f.regs[to].type)), slots);
  };
  return into_ssa(m, f, move, [](const auto&, const auto&) {}).refusal == program::ssa::Refusal::none;
}
std::size_t size_of(const mir::Function& f) {
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

TEST_CASE("PTX that is taken out is written back as it was") {
  const std::uint32_t count = for_each_function(100'000, [](mir::Module& m, mir::Function& f) {
    const std::string before = print(m, f);
    MirCode code(m, f);
    CHECK(text_of(code, m, f) == before);
    code.write();
    CHECK(print(m, f) == before);
    std::vector<std::string> faults;
    if (f.name != "small") mir::verify(m, f, faults);
    for (const std::string& fault : faults) FAIL_CHECK(fault);
  });
  CHECK(count > 30);
}

struct Looked {
  std::uint64_t edits = 0, undone = 0, written = 0;
};

/// Empty when all is well, otherwise what went wrong.
template <class C>
std::string check_edits(mir::Module& m, mir::Function& f, unsigned seed, int edits, Looked* looked = nullptr) {
  std::mt19937 rng(seed);
  const bool partly = seed % 3 == 2;
  C c(m, f);
  program::Known known(c);
  program::ControlFlow cfg(c, known);
  program::UseDef use_def(c, known);
  lathe::flow::FollowDominators dominators(cfg);
  lathe::flow::FollowPostDominators post(cfg);
  lathe::flow::FollowLoops loops(cfg);
  lathe::flow::FollowLiveness live(c, cfg);
  lathe::flow::FollowIntervals intervals(c, cfg, live);
  std::vector<lathe::pressure::Problem::Class> classes;
  for (int k = 0; k < 64; ++k) classes.push_back({"class" + std::to_string(k), {{0, 1}}});
  lathe::pressure::FollowPressure pressure(c, cfg, {{"registers", 32, {}}}, classes);
  lathe::flow::FollowTrace trace(c, cfg, loops);
  program::Verifying verify(c, cfg, use_def, dominators, post, loops, live, intervals, pressure, trace);
  program::Editing e(c, cfg, use_def, dominators, post, loops, live, intervals, pressure, trace, verify);
  ptx_edits::RandomEdits<C> random(rng, c, partly);
  std::vector<std::string> begun;
  const auto text = [&] { return text_of(c, m, f); };
  for (int k = 0; k < edits; ++k) {
    const auto what = rng() % 16;
    if (what == 0 && begun.size() < 3) {
      begun.push_back(text());
      e.begin();
    } else if (what == 1 && !begun.empty()) {
      e.commit();
      begun.pop_back();
    } else if (what < 4 && !begun.empty()) {
      e.rollback();
      if (text() != begun.back()) return "a rollback is not exact:\n" + begun.back() + "became\n" + text();
      begun.pop_back();
      if (looked != nullptr) ++looked->undone;
    } else {
      random.one(e);
      if (!random.wrong().empty()) return random.wrong();
    }
    if (!verify.faults().empty()) return verify.faults().str() + "\n" + text();
  }
  if (looked != nullptr) looked->edits += verify.edits();
  const auto latency = [&](MirId i) { return c.latency(i); };
  if (const auto faults = lathe::flow::check_trace(c, trace.report(), {}, latency); !faults.empty())
    return faults.str() + "\n" + text();
  if (partly) return "";
  const mir::Function written = c.written();
  if (looked != nullptr) ++looked->written;
  // Phis take what they like here.
  std::vector<std::string> faults;
  mir::verify(m, written, faults);
  for (const std::string& fault : faults)
    if (fault.find(": phi.") == std::string::npos) return fault + "\n";
  return compare_written(c, m, written);
}

TEST_CASE("everything follows random edits of real PTX, and rollbacks are exact") {
  Looked looked;
  for (unsigned seed = 0; seed < 3; ++seed)
    for_each_function(seed == 0 ? 80 : 60, [&](mir::Module& m, mir::Function& f) {
      const std::string wrong = check_edits<MirCode>(m, f, seed, 32, &looked);
      CAPTURE(f.name);
      CAPTURE(seed);
      REQUIRE_MESSAGE(wrong.empty(), wrong);
    });
  CHECK(looked.edits > 1500);
  CHECK(looked.undone > 50);
  CHECK(looked.written > 20);
}

// ---- editors with one fault each

struct SetsBoth : MirCode {  // every mention of the register changes
  using MirCode::MirCode;
  void set_operand(MirId i, std::uint32_t k, mir::Reg v) {
    std::vector<mir::Reg> all;
    for_each_operand(i, [&](const auto& o) { all.push_back(o.value); });
    for (std::uint32_t j = 0; j < all.size(); ++j)
      if (all[j] == all[k]) MirCode::set_operand(i, j, v);
  }
};
struct SharesSlots : MirCode {  // a copy's operands are the first one's
  using MirCode::MirCode;
  MirId clone(MirId i) {
    const mir::Inst inst = this->inst(i);
    return make(inst);
  }
};
struct OtherWay : MirCode {  // the last way out of the block changes
  using MirCode::MirCode;
  void set_successor(mir::BlockId b, std::uint32_t, mir::BlockId to) {
    std::uint32_t ways = 0;
    for_each_successor(b, [&](mir::BlockId) { ++ways; });
    MirCode::set_successor(b, ways - 1, to);
  }
};
struct AtTheEnd : MirCode {  // blocks always come last
  using MirCode::MirCode;
  void put_block(mir::BlockId b, bool in, std::optional<mir::BlockId>) { MirCode::put_block(b, in, {}); }
};
struct LosesOne : MirCode {  // phis take one less
  using MirCode::MirCode;
  void set_incoming(MirId phi, std::span<const std::pair<mir::BlockId, mir::Reg>> in) {
    MirCode::set_incoming(phi, in.empty() ? in : in.subspan(1));
  }
};
struct JumpsNowhere : MirCode {  // a new block has no jump
  using MirCode::MirCode;
  mir::BlockId make_block(std::optional<mir::BlockId>) { return MirCode::make_block({}); }
};
struct BehindIt : MirCode {  // puts an instruction one place further
  using MirCode::MirCode;
  void put(MirId i, const Spot& at) {
    Spot there = at;
    if (at.before && !op(*at.before).terminator && *at.before != i) there = where(*at.before);
    if (there.before && *there.before == i) there = at;
    MirCode::put(i, there);
  }
};
struct OneValue : MirCode {  // no new register
  using MirCode::MirCode;
  mir::Reg make_value(mir::Reg like) { return like; }
};

template <class C>
std::string found_out() {
  std::string found;
  for (unsigned seed = 0; seed < 6 && found.empty(); ++seed)
    for_each_function(60, [&](mir::Module& m, mir::Function& f) {
      if (found.empty()) found = check_edits<C>(m, f, seed, 60);
    });
  return found;
}

TEST_CASE("an editor with a fault is found out") {
  CHECK(found_out<SetsBoth>() != "");
  CHECK(found_out<SharesSlots>() != "");
  CHECK(found_out<OtherWay>() != "");
  CHECK(found_out<AtTheEnd>() != "");
  CHECK(found_out<LosesOne>() != "");
  CHECK(found_out<JumpsNowhere>() != "");
  CHECK(found_out<BehindIt>() != "");
  CHECK(found_out<OneValue>() != "");
}

// ---- one by one

std::string line_with(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part), begin = text.rfind('\n', at) + 1;
  return at == std::string::npos ? "" : text.substr(begin, text.find('\n', at) - begin);
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_CASE("registers, constants and what is written in part") {
  mir::Module m;
  parse_text(m, head + std::string(small));
  mir::Function& f = m.functions[0];
  MirCode c(m, f);
  program::Editing e(c);
  const auto find = [&](std::string_view op, unsigned nth = 0) {
    for (const mir::BlockId b : c.blocks())
      for (const MirId i : c.instructions(b))
        if (c.op(i).text == op && nth-- == 0) return i;
    return MirId();
  };
  const auto reg = [&](std::string_view name) {
    for (mir::Reg r = 0; r < f.regs.size(); ++r)
      if (f.regs[r].name == name) return r;
    return mir::none;
  };
  const auto mentions = [&](MirId i) {
    std::vector<mir::Reg> out;
    c.for_each_operand(i, [&](const auto& o) { out.push_back(o.value); });
    return out;
  };

  const mir::Reg made = e.new_value(reg("%rd1"));
  CHECK(made + 1 == f.regs.size());
  CHECK(f.regs[made].type == mir::Type::b64);
  CHECK(c.register_class(MirCode::carry) == 0);
  CHECK(mentions(find("addc.u32")).back() == MirCode::carry);

  // @!%q1 add.s32 %r2, %r1, 1: guard, old %r2, %r2, %r1.
  const MirId add = find("add.s32");
  CHECK(mentions(add) == std::vector{reg("%q1"), reg("%r2"), reg("%r2"), reg("%r1")});
  const std::string before = text_of(c, m, f);
  e.begin();
  e.set_operand(add, 2, reg("%r3"));  // what it writes
  CHECK(mentions(add) == std::vector{reg("%q1"), reg("%r2"), reg("%r3"), reg("%r1")});
  const std::string apart = text_of(c, m, f);
  CHECK(apart.find("\tmov.b32 \t%r3, %r2;\n\t@!%q1 add.s32 \t%r3, %r1, 1;\n") != std::string::npos);
  e.set_operand(add, 3, reg("%r3"));  // it reads what it writes
  const std::string swapped = text_of(c, m, f);
  CHECK(swapped.find("\t@!%q1 add.s32 \t%r7, %r3, 1;\n\tmov.b32 \t%r3, %r7;\n") != std::string::npos);
  CHECK(line_with(swapped, "mov.b32 \t%r7, %r2") != "");
  e.set_operand(add, 1, reg("%r3"));  // and both are one again
  CHECK(line_with(text_of(c, m, f), "%r7") == "");
  e.rollback();
  CHECK(text_of(c, m, f) == before);

  // phi.b32 %r5, {7, $table}
  const MirId phi = find("phi.b32");
  std::vector<std::pair<mir::BlockId, mir::Reg>> in;
  c.for_each_incoming(phi, [&](mir::BlockId from, mir::Reg v) { in.push_back({from, v}); });
  REQUIRE(in.size() == 1);
  CHECK(c.is_constant(in[0].second));
  CHECK(c.value_name(in[0].second) == "constant0");
  CHECK(c.register_class(in[0].second) == static_cast<std::uint32_t>(mir::Type::b32));
  e.begin();
  in.push_back({in[0].first, reg("%r4")});
  e.set_incoming(phi, in);
  CHECK(text_of(c, m, f).find("{7, $table}, {%r4, $table}") != std::string::npos);
  e.rollback();
  CHECK(text_of(c, m, f) == before);
}

// A jump table that is copied is one until the copies differ; then each has its own, declared before it is used.
TEST_CASE("jump tables belong to their branches") {
  mir::Module m;
  parse_text(m, head + std::string(small));
  mir::Function& f = m.functions[0];
  MirCode c(m, f);
  program::Editing e(c);
  mir::BlockId table = mir::none;
  for (const mir::BlockId b : c.blocks())
    for (const MirId i : c.instructions(b))
      if (c.op(i).op == mir::Op::brx) table = b;
  const std::string before = text_of(c, m, f);
  e.begin();
  const mir::BlockId copy = e.clone_block(table);
  const auto ways = [&](mir::BlockId b) {
    std::vector<mir::BlockId> out;
    c.for_each_successor(b, [&](mir::BlockId to) { out.push_back(to); });
    return out;
  };
  CHECK(ways(copy) == ways(table));
  CHECK(count(text_of(c, m, f), ".branchtargets") == 1);
  e.retarget(copy, 1, ways(copy)[0]);
  CHECK(ways(copy) != ways(table));
  const std::string two = text_of(c, m, f);
  CHECK(two.find("\t$list_: .branchtargets\n\t\t$one,\n\t\t$one,\n\t\t$one;\n\tbrx.idx \t%r4, $list_;") !=
        std::string::npos);
  CHECK(two.find("\t$list: .branchtargets\n\t\t$one,\n\t\t$two,\n\t\t$one;\n\tbrx.idx \t%r4, $list;") !=
        std::string::npos);
  e.rollback();
  CHECK(text_of(c, m, f) == before);
  c.write();
  CHECK(print(m, f) == before);
  CHECK(f.tables.size() == 1);
}

TEST_CASE("a copied block declares again what it declares in a scope, and nothing else") {
  mir::Module m;
  parse_text(m, head + std::string(R"(
.func g(.param .b32 a)
{
	ret;
}
.entry k()
{
	.reg .pred %q<2>;
	bra $one;
$one:
	.local .b32 deep[4];
	{
	.param .b32 x;
	st.param.b32 [x], 1;
	call g, (x);
	}
	@%q1 bra $one;
	ret;
}
)"));
  mir::Function& f = m.functions[1];
  const std::string before = print(m, f);
  MirCode c(m, f);
  program::Editing e(c);
  const std::vector<mir::BlockId> all = blocks_of(c);
  e.begin();
  e.clone_block(all[1]);
  const std::string two = text_of(c, m, f);
  CHECK(count(two, ".param .b32 x;") == 2);
  CHECK(count(two, ".local .b32 deep[4];") == 1);
  e.rollback();
  CHECK(text_of(c, m, f) == before);
}

// Layout is free: what ran into the block behind it jumps where it has to, and no more.
TEST_CASE("jumps stand where the layout does not do their work") {
  mir::Module m;
  parse_text(m, std::string(head) +
                    ".entry k(.param .u64 p)\n{\n\t.reg .pred %q<2>;\n\t.reg .b32 %r<2>;\n\tsetp.eq.u32 %q1, %r1, 0;\n"
                    "\t@%q1 bra $b;\n\tmov.u32 %r1, 1;\n$b:\n\tmov.u32 %r1, 2;\n$c:\n\tmov.u32 %r1, 3;\n\tret;\n}\n");
  mir::Function& f = m.functions[0];
  const std::string before = print(m, f);
  MirCode c(m, f);
  program::Editing e(c);
  const std::vector<mir::BlockId> all = blocks_of(c);
  REQUIRE(all.size() == 4);
  e.begin();
  e.move_block(all[3], all[1]);
  const mir::Function moved = c.written();
  const std::string text = text_of(c, m, f);
  CHECK(text.find("bra.uni") != std::string::npos);
  CHECK(moved.blocks[0].insts.size() == 3);  // setp, bra, and a jump over what was moved
  CHECK(moved.blocks[1].insts.size() == 2);
  CHECK(moved.blocks[2].insts.size() == 1);  // runs on
  CHECK(compare_written(c, m, moved).empty());
  e.rollback();
  CHECK(text_of(c, m, f) == before);
  // An empty block that goes nowhere ends the thread's work where it stands.
  const mir::BlockId none = e.new_block({}, all[2]);
  e.retarget(all[0], 0, none);
  const mir::Function ended = c.written();
  CHECK(m.op(ended.blocks[2].insts.back().op).op == mir::Op::ret);
  std::vector<std::string> faults;
  mir::verify(m, ended, faults);
  CHECK(faults.empty());
}

}  // namespace
