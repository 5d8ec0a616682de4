// Compiled alone: all that follows edits stands on it.
// MirCode: random edits of real PTX with everything that follows edits, exact rollbacks, what is written against what
// was shown; and an editor with one fault after the other, each of which is found out.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include <lathe/flow/check_trace.hpp>
#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/flow/follow_trace.hpp>
#include <lathe/pressure/follow.hpp>
#include <lathe/program/use_def.hpp>

#include "support/rounds.hpp"
#include "unit/nvptx/views/ptx_functions.hpp"

using namespace lathe::nvptx;
using namespace ptx_functions;

namespace {

namespace program = lathe::program;

// ---- an editor that may have a fault

enum class Fault : std::uint8_t {
  none,
  sets_both,      ///< every mention of the register changes
  shares_slots,   ///< a copy's operands are the first one's
  other_way,      ///< the last way out of the block changes
  at_the_end,     ///< blocks always come last
  loses_one,      ///< phis take one less
  jumps_nowhere,  ///< a new block has no jump
  behind_it,      ///< puts an instruction one place further
  one_value       ///< no new register
};

/// MirCode but for its fault. One type for all of them: everything that follows edits is compiled once.
class Editor : public MirCode {
 public:
  Editor(mir::Module& m, mir::Function& f, Fault fault) : MirCode(m, f), fault_(fault) {}

  void set_operand(MirId i, std::uint32_t k, mir::Reg v) {
    if (fault_ != Fault::sets_both) return MirCode::set_operand(i, k, v);
    std::vector<mir::Reg> all;
    for_each_operand(i, [&](const auto& o) { all.push_back(o.value); });
    for (std::uint32_t j = 0; j < all.size(); ++j)
      if (all[j] == all[k]) MirCode::set_operand(i, j, v);
  }
  MirId clone(MirId i) {
    if (fault_ != Fault::shares_slots) return MirCode::clone(i);
    const mir::Inst inst = this->inst(i);
    return make(inst);
  }
  void set_successor(mir::BlockId b, std::uint32_t k, mir::BlockId to) {
    std::uint32_t ways = 0;
    for_each_successor(b, [&](mir::BlockId) { ++ways; });
    MirCode::set_successor(b, fault_ == Fault::other_way ? ways - 1 : k, to);
  }
  void put_block(mir::BlockId b, bool in, std::optional<mir::BlockId> before) {
    MirCode::put_block(b, in, fault_ == Fault::at_the_end ? std::optional<mir::BlockId>() : before);
  }
  void set_incoming(MirId phi, std::span<const std::pair<mir::BlockId, mir::Reg>> in) {
    MirCode::set_incoming(phi, fault_ == Fault::loses_one && !in.empty() ? in.subspan(1) : in);
  }
  mir::BlockId make_block(std::optional<mir::BlockId> to) {
    return MirCode::make_block(fault_ == Fault::jumps_nowhere ? std::optional<mir::BlockId>() : to);
  }
  void put(MirId i, const Spot& at) {
    Spot there = at;
    if (fault_ == Fault::behind_it && at.before) {
      if (!op(*at.before).terminator && *at.before != i) there = where(*at.before);
      if (there.before && *there.before == i) there = at;
    }
    MirCode::put(i, there);
  }
  mir::Reg make_value(mir::Reg like) { return fault_ == Fault::one_value ? like : MirCode::make_value(like); }

 private:
  Fault fault_;
};

struct Looked {
  std::uint64_t edits = 0, undone = 0, written = 0;
};

/// Empty when all is well, otherwise what went wrong.
std::string check_edits(mir::Module& m, mir::Function& f, unsigned seed, int edits, Fault fault,
                        Looked* looked = nullptr) {
  std::mt19937 rng(seed);
  const bool partly = seed % 3 == 2;
  Editor c(m, f, fault);
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
  ptx_edits::RandomEdits<Editor> random(rng, c, partly);
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
  for (unsigned seed = 0; seed < lathe::test::rounds(3U); ++seed)
    for_each_function(seed == 0 ? 80 : 60, [&](mir::Module& m, mir::Function& f) {
      const std::string wrong = check_edits(m, f, seed, 32, Fault::none, &looked);
      CAPTURE(f.name);
      CAPTURE(seed);
      REQUIRE_MESSAGE(wrong.empty(), wrong);
    });
  CHECK(looked.edits > lathe::test::rounds(1500U));
  CHECK(looked.undone > lathe::test::rounds(50U));
  CHECK(looked.written > lathe::test::rounds(20U));
}

std::string found_out(Fault fault) {
  std::string found;
  for (unsigned seed = 0; seed < 6 && found.empty(); ++seed)
    for_each_function(60, [&](mir::Module& m, mir::Function& f) {
      if (found.empty()) found = check_edits(m, f, seed, 60, fault);
    });
  return found;
}

TEST_CASE("an editor with a fault is found out") {
  CHECK(found_out(Fault::sets_both) != "");
  CHECK(found_out(Fault::shares_slots) != "");
  CHECK(found_out(Fault::other_way) != "");
  CHECK(found_out(Fault::at_the_end) != "");
  CHECK(found_out(Fault::loses_one) != "");
  CHECK(found_out(Fault::jumps_nowhere) != "");
  CHECK(found_out(Fault::behind_it) != "");
  CHECK(found_out(Fault::one_value) != "");
}

}  // namespace
