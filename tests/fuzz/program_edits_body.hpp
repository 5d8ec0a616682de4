// One case of the edits: bytes or random numbers -> a function, all observers, edits and transactions; what must hold.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/follow_intervals.hpp>
#include <lathe/flow/follow_liveness.hpp>
#include <lathe/flow/follow_trace.hpp>
#include <lathe/pressure/follow.hpp>
#include <lathe/program/use_def.hpp>

#include "unit/lathe/program/random_edits.hpp"

namespace program_test {

/// Each list of mentions against the text, and each spot against the order.
inline std::string check_store(const Code& c) {
  std::vector<std::uint32_t> counts(c.value_count(), 0);
  for (const BlockId b : c.blocks()) {
    const std::vector<InstId> insts = insts_of(c, b);
    for (std::size_t k = 0; k < insts.size(); ++k) {
      const auto next = k + 1 < insts.size() ? std::optional<InstId>(insts[k + 1]) : std::nullopt;
      if (!(c.where(insts[k]) == Code::Spot{b, next})) return "an instruction's spot is wrong\n";
      c.for_each_operand(insts[k], [&](const auto& o) { ++counts[o.value.value]; });
      c.for_each_incoming(insts[k], [&](BlockId, ValueId v) { ++counts[v.value]; });
    }
  }
  for (std::uint32_t v = 0; v < c.value_count(); ++v) {
    std::uint32_t found = 0;
    c.for_each_mention(ValueId(v), [&](InstId i, const Operand<ValueId>& o) {
      found += o.value == ValueId(v) && c.parent(i) && c.in_layout(c.parent(i));
    });
    if (found != counts[v]) return "value " + std::to_string(v) + " has a wrong list of mentions\n";
  }
  return "";
}

struct Looked {
  std::uint64_t edits = 0, undone = 0, trackers = 0;
};

/// Empty when all is well, otherwise what went wrong.
template <class Pick>
std::string check_edits(Pick&& pick, std::uint32_t most_blocks, std::uint32_t edits, Looked* looked = nullptr) {
  TimedCode c;
  fill(pick, c, most_blocks);
  Known known(c);
  ControlFlow cfg(c, known);
  UseDef use_def(c, known);
  lathe::flow::FollowDominators dominators(cfg);
  lathe::flow::FollowPostDominators post(cfg);
  lathe::flow::FollowLoops loops(cfg);
  lathe::flow::FollowLiveness live(c, cfg);
  lathe::flow::FollowIntervals intervals(c, cfg, live);
  lathe::pressure::FollowPressure pressure(c, cfg, 3);
  using lathe::flow::TraceOptions, lathe::flow::TraceStrategy;
  lathe::flow::FollowTrace trace(c, cfg, loops);
  // Asked now and then: forgets many edits at once.
  lathe::flow::FollowTrace seldom(c, cfg, loops, TraceOptions{TraceStrategy::frequency, true});
  Verifying verify(c, cfg, use_def, dominators, post, loops, live, intervals, pressure, trace);
  Editing e(c, cfg, use_def, dominators, post, loops, live, intervals, pressure, trace, seldom, verify);
  std::vector<std::string> begun;
  for (std::uint32_t k = 0; k < edits; ++k) {
    const std::uint32_t what = pick(14);
    if (what == 0 && begun.size() < 4) {
      begun.push_back(c.text());
      e.begin();
    } else if (what == 1 && !begun.empty()) {
      e.commit();
      begun.pop_back();
    } else if (what == 2 && !begun.empty()) {
      e.rollback();
      if (c.text() != begun.back()) return "a rollback is not exact:\n" + begun.back() + "became\n" + c.text();
      begun.pop_back();
      if (looked != nullptr) ++looked->undone;
    } else {
      random_edit(pick, c, e, most_blocks + 4);
    }
    if (!verify.faults().empty()) return verify.faults().str() + c.text();
    if (pick(6) == 0) {  // of one block, or of all
      const std::vector<BlockId> blocks = blocks_of(c);
      seldom.length(blocks[pick(static_cast<std::uint32_t>(blocks.size()))]);
      FollowFaults faults;
      if (pick(2) == 0) seldom.verify(c, faults);
      if (!faults.empty()) return "traces asked seldom: " + faults.str() + c.text();
    }
    if (const std::string wrong = check_store(c); !wrong.empty()) return wrong + c.text();
    if (e.depth() != begun.size()) return "the depth of transactions is wrong\n";
  }
  if (looked != nullptr) {
    looked->edits += verify.edits();
    looked->trackers += pressure.made();
  }
  return "";
}

inline std::string check_edit_bytes(std::span<const std::uint8_t> bytes) {
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  const std::uint32_t blocks = 1 + pick(16);
  return check_edits(pick, blocks, 8 + static_cast<std::uint32_t>(bytes.size() / 4));
}

}  // namespace program_test
