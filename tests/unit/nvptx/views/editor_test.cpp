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

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/pressure/follow.hpp>
#include <lathe/program/use_def.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/editor.hpp"
#include "nvptx/views/ssa.hpp"

using namespace lathe::nvptx;

namespace {

namespace program = lathe::program;
using program::Effect;

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

// ---- random edits

template <class C>
std::vector<mir::BlockId> blocks_of(const C& c) {
  const auto all = c.blocks();
  return {all.begin(), all.end()};
}
template <class C>
std::vector<MirId> insts_of(const C& c, mir::BlockId b) {
  std::vector<MirId> out;
  for (const MirId i : c.instructions(b)) out.push_back(i);
  return out;
}
bool is_jump(const MirCode& c, MirId i) { return c.op(i).op == mir::Op::bra && c.inst(i).guard == mir::none; }

template <class C>
class RandomEdits {
 public:
  RandomEdits(std::mt19937& rng, C& c, bool partly) : rng_(rng), c_(c), partly_(partly) {}

  /// What a member did that it should not; empty: nothing.
  const std::string& wrong() const { return wrong_; }

  template <class E>
  void one(E& e) {
    const std::vector<mir::BlockId> blocks = blocks_of(c_);
    const mir::BlockId b = any(blocks);
    const std::vector<MirId> insts = insts_of(c_, b);
    const bool room = blocks.size() < 40;
    std::vector<mir::BlockId> ways;
    c_.for_each_successor(b, [&](mir::BlockId to) { ways.push_back(to); });
    const auto layout = [&]() -> std::optional<mir::BlockId> {
      const std::uint32_t k = pick(static_cast<std::uint32_t>(blocks.size()));
      return k == 0 ? std::nullopt : std::optional(blocks[k]);
    };
    const std::optional<MirId> plain = any_plain(insts);
    switch (pick(14)) {
      case 0:
      case 1:
        if (plain && insts.size() < 60) e.insert(c_.clone(*plain), place(any(blocks)));
        return;
      case 2:
        if (plain) e.erase(*plain);
        return;
      case 3:
        if (plain) e.move(*plain, place(any(blocks)));
        return;
      case 4:
      case 5:
      case 6:
        return operand(e, insts);
      case 7:
        return value(e);
      case 8:
        if (room) block(e, any(blocks), layout());
        return;
      case 9:
        if (room && !ways.empty()) e.split_edge(b, pick(static_cast<std::uint32_t>(ways.size())), layout());
        return;
      case 10:
        if (!ways.empty()) e.retarget(b, pick(static_cast<std::uint32_t>(ways.size())), any(blocks));
        return;
      case 11:
        if (room && insts.size() < 30) e.clone_block(b, layout());
        return;
      case 12:
        if (b == blocks[0]) return;
        if (pick(2) == 0) return e.move_block(b, layout());
        return erase_block(e, blocks, b);
      default:
        return phi(e, insts);
    }
  }

 private:
  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(rng_()) % below; }
  template <class T>
  T any(const std::vector<T>& list) {
    return list[pick(static_cast<std::uint32_t>(list.size()))];
  }
  // Neither a phi nor a branch nor what only says something.
  std::optional<MirId> any_plain(std::vector<MirId> insts) {
    std::erase_if(insts, [&](MirId i) { return c_.effects(i).has(Effect::phi | Effect::terminator | Effect::marker); });
    return insts.empty() ? std::nullopt : std::optional(any(insts));
  }
  MirCode::Spot place(mir::BlockId b) {
    std::vector<std::optional<MirId>> places;
    bool ended = false;
    for (const MirId i : c_.instructions(b)) {
      if (!c_.effects(i).has(Effect::phi) && !ended) places.push_back(i);
      ended |= c_.effects(i).has(Effect::terminator);
    }
    if (!ended) places.push_back(std::nullopt);
    return {b, any(places)};
  }
  // Another register of the class where one stands in the text. The old value of what is written in part has to be the
  // same register, unless `partly`: then both are set, or one.
  template <class E>
  void operand(E& e, const std::vector<MirId>& insts) {
    if (insts.empty()) return;
    const MirId i = any(insts);
    std::vector<program::Operand<mir::Reg>> all;
    c_.for_each_operand(i, [&](const auto& o) { all.push_back(o); });
    std::vector<std::uint32_t> fit;
    const bool in_part = c_.op(i).modifies || c_.inst(i).guard != mir::none;
    for (std::uint32_t k = 0; k < all.size(); ++k)
      if (all[k].value != MirCode::carry && !(all[k].implicit && !all[k].old) &&
          (partly_ || !in_part || all[k].role == program::Role::guard))
        fit.push_back(k);
    if (fit.empty()) return;
    const std::uint32_t k = any(fit);
    std::vector<mir::Reg> regs;
    for (mir::Reg r = 0; r < c_.function().regs.size(); ++r)
      if (c_.register_class(r) == c_.register_class(all[k].value)) regs.push_back(r);
    e.set_operand(i, k, any(regs));
  }
  template <class E>
  void value(E& e) {
    const auto count = static_cast<mir::Reg>(c_.function().regs.size());
    if (count >= 400) return;
    const mir::Reg like = pick(count), made = e.new_value(like);
    if (made != count || c_.register_class(made) != c_.register_class(like)) wrong_ = "no new register of the class\n";
  }
  template <class E>
  void block(E& e, mir::BlockId to, std::optional<mir::BlockId> before) {
    const mir::BlockId made = e.new_block(to, before);
    std::vector<mir::BlockId> ways;
    c_.for_each_successor(made, [&](mir::BlockId way) { ways.push_back(way); });
    if (ways != std::vector{to}) wrong_ = "a new block does not go where it should\n";
  }
  template <class E>
  void erase_block(E& e, const std::vector<mir::BlockId>& blocks, mir::BlockId b) {
    for (const mir::BlockId p : blocks) {
      bool meets = false;
      c_.for_each_successor(p, [&](mir::BlockId to) { meets |= to == b; });
      if (meets && p != b) e.redirect(p, b, blocks[0]);
    }
    for (const mir::BlockId p : blocks)
      for (const MirId i : insts_of(c_, p)) {
        std::vector<std::pair<mir::BlockId, mir::Reg>> in;
        bool found = false;
        c_.for_each_incoming(i, [&](mir::BlockId from, mir::Reg v) {
          found |= from == b;
          if (from != b) in.push_back({from, v});
        });
        if (found) e.set_incoming(i, in);
      }
    e.erase_block(b);
  }
  template <class E>
  void phi(E& e, const std::vector<MirId>& insts) {
    for (const MirId i : insts) {
      if (!c_.effects(i).has(Effect::phi)) return;
      std::vector<std::pair<mir::BlockId, mir::Reg>> in;
      c_.for_each_incoming(i, [&](mir::BlockId from, mir::Reg v) { in.push_back({from, v}); });
      for (auto& [from, v] : in)
        if (pick(3) == 0) v = pick(2) == 0 ? c_.slots(i)[0].a : any(in).second;
      if (pick(4) == 0) in.push_back({any(blocks_of(c_)), c_.slots(i)[0].a});
      e.set_incoming(i, in);
    }
  }

  std::mt19937& rng_;
  C& c_;
  bool partly_;
  std::string wrong_;
};

// What was written shows the same blocks, instructions and operands, but for jumps, which ways show.
template <class C>
std::string compare_written(const C& c, const mir::Module& m, const mir::Function& f) {
  const MirView view(m, f);
  const std::vector<mir::BlockId> blocks = blocks_of(c);
  if (blocks.size() != f.blocks.size()) return "another number of blocks\n";
  const auto position = [&](mir::BlockId b) {
    return static_cast<mir::BlockId>(std::find(blocks.begin(), blocks.end(), b) - blocks.begin());
  };
  std::set<std::string> markers;
  std::uint32_t scopes = 0;
  for (mir::BlockId k = 0; k < blocks.size(); ++k) {
    std::vector<mir::BlockId> ways, written_ways;
    c.for_each_successor(blocks[k], [&](mir::BlockId to) { ways.push_back(position(to)); });
    view.for_each_successor(k, [&](mir::BlockId to) { written_ways.push_back(to); });
    if (ways != written_ways) return "block " + std::to_string(k) + " goes elsewhere\n";
    const auto line = [&](const auto& p, const auto& i, const mir::OpDesc& d) {
      std::string out = d.op == mir::Op::brx ? d.text : p.key(i);
      const auto add = [&](mir::Reg r) {
        out += " " + std::to_string(r == MirCode::carry || r == f.regs.size() ? mir::none : r);
      };
      p.for_each_operand(i, [&](const auto& o) { add(o.value); });
      return out;
    };
    std::vector<std::string> lines, written_lines;
    for (const MirId i : c.instructions(blocks[k])) {
      if (is_jump(c, i)) continue;
      std::string text = line(c, i, c.op(i));
      const mir::Op op = c.op(i).op;
      if (op == mir::Op::p_targets) continue;
      scopes += op == mir::Op::p_open;
      scopes -= op == mir::Op::p_close && scopes > 0;
      const bool declares = scopes == 0 && (op == mir::Op::p_decl || op == mir::Op::p_proto);
      if (declares && !markers.insert(text).second) continue;
      c.for_each_incoming(i, [&](mir::BlockId from, mir::Reg v) {
        text += " " + std::to_string(position(from)) + (c.is_constant(v) ? " const" : " " + std::to_string(v));
      });
      lines.push_back(std::move(text));
    }
    for (const mir::Inst& inst : f.blocks[k].insts) {
      const mir::OpDesc& d = m.op(inst.op);
      if ((d.op == mir::Op::bra && inst.guard == mir::none) || d.op == mir::Op::p_targets) continue;
      std::string text = line(view, &inst, d);
      mir::for_each_argument(m, f, inst, [&](const mir::Operand& o, mir::BlockId from) {
        text += " " + std::to_string(from) + (o.kind == mir::Operand::Kind::reg ? " " + std::to_string(o.a) : " const");
      });
      written_lines.push_back(std::move(text));
    }
    // What runs off the end of the function returns where it stands elsewhere.
    if (written_lines.size() == lines.size() + 1 && ways.empty() && written_lines.back() == "ret")
      written_lines.pop_back();
    if (lines != written_lines) return "block " + std::to_string(k) + " has other instructions\n";
  }
  return "";
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
  program::Verifying verify(c, cfg, use_def, dominators, post, loops, live, intervals, pressure);
  program::Editing e(c, cfg, use_def, dominators, post, loops, live, intervals, pressure, verify);
  RandomEdits<C> random(rng, c, partly);
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
  if (partly) return "";
  const mir::Function written = c.written();
  if (looked != nullptr) ++looked->written;
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
