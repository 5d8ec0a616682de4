// How the passes on values grow: functions of 10^3 to 10^6 instructions, in one chain of blocks with loops, diamonds,
// repeated expressions, loads, stores and copies; with a register limit that is reached and without one.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lathe/passes/color_slots.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/dead_lanes.hpp>
#include <lathe/passes/demanded_bits.hpp>
#include <lathe/passes/frame_bases.hpp>
#include <lathe/passes/frame_layout.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/late_cleanup.hpp>
#include <lathe/passes/machine_combiner.hpp>
#include <lathe/passes/promote_slots.hpp>
#include <lathe/passes/propagate_copies.hpp>
#include <lathe/passes/register_target.hpp>
#include <lathe/passes/rematerialize.hpp>
#include <lathe/passes/rename_webs.hpp>
#include <lathe/passes/reschedule.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/passes/unsink.hpp>
#include <lathe/program/store.hpp>

#include "bench/lathe/passes_code.hpp"

namespace {

using namespace lathe;
using namespace lathe::program;
using passes_bench::Op;

using Code = Store<Op>;
struct Registers {
  std::uint32_t limit;
  std::vector<RegisterSet> sets() const { return {{"registers", limit}}; }
  RegisterClass register_class(ValueId) const { return {"register", {{0, 1}}}; }
};

/// Diamonds and loops of one block in a row, 16 instructions in each block. `reach`: how many values back one is read;
/// `constants` instead of copies, and those of the first block are read everywhere.
class Generator {
 public:
  explicit Generator(Code& code, std::uint32_t reach = ~0U, bool constants = false)
      : code_(code), reach_(reach), constants_(constants) {}
  void run(std::uint32_t instructions) {
    BlockId at = block();
    for (int k = 0; k < 8; ++k) add(at, 1, {}, {});
    while (made_ < instructions) {
      const BlockId l = block(), r = block(), join = block();
      fill(at);
      branch(at, l, r);
      fill(l);
      code_.put(code_.make(Op::jump(), {}, std::vector{join}), {l, {}});
      fill(r);
      branch(r, r, join);  // a loop
      at = join;
    }
    add(at, 9, {values_.back()}, Effect::side_effect);
    code_.put(code_.make({10, Effect::terminator}), {at, {}});
  }

 private:
  std::uint32_t below(std::uint32_t n) { return dice_.below(n); }
  BlockId block() {
    const BlockId b = code_.make_block();
    code_.put_block(b, true);
    return b;
  }
  // Mostly from the last ones, sometimes from far away: values of blocks that dominate.
  ValueId any() {
    const auto n = static_cast<std::uint32_t>(values_.size());
    if (constants_ && below(8) == 0) return values_[below(8)];
    const std::uint32_t far = std::min(n, reach_);
    return values_[below(4) == 0 ? n - far + below(far) : n - 1 - below(std::min(n, 12U))];
  }
  void add(BlockId b, std::uint32_t name, std::vector<ValueId> uses, Effects e) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    if (!e.has(Effect::writes) && !e.has(Effect::side_effect)) {
      operands.push_back({code_.make_value(), Role::def});
      // The chain's own blocks, which dominate what is behind; a value of a side would live from the entry on.
      if (b.value % 3 == 0) values_.push_back(operands.back().value);
    }
    code_.put(code_.make({name, e}, operands), {b, {}});
    ++made_;
  }
  void fill(BlockId b) {
    for (int k = 0; k < 16; ++k) switch (below(8)) {
        case 0:
          add(b, 2, {any()}, Effect::reads);
          break;
        case 1:
          if (below(4) == 0) add(b, 3, {any(), any()}, Effect::writes);
          break;
        case 2:
          if (constants_)
            add(b, 1'000 + below(700), {}, {});
          else
            add(b, 4, {any()}, Effect::copy);
          break;
        default:
          add(b, 5 + below(2), {any(), any()}, Effect::commutes);
      }
  }
  void branch(BlockId b, BlockId yes, BlockId no) {
    const Operand<ValueId> on{any(), Role::use};
    code_.put(code_.make({11, Effect::terminator}, {&on, 1}, std::vector{yes, no}), {b, {}});
  }
  Code& code_;
  std::uint32_t reach_;
  bool constants_;
  std::vector<ValueId> values_;
  passes_bench::Dice dice_;
  std::uint32_t made_ = 0;
};

template <class Pass>
void grow(benchmark::State& state, Pass&& pass) {
  passes_bench::grow(
      state,
      [&] {
        auto code = std::make_unique<Code>();
        Generator(*code).run(static_cast<std::uint32_t>(state.range(0)));
        return code;
      },
      pass);
}
void cse(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::common_subexpressions(c).stats.reused; });
}
void cse_limit(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::common_subexpressions(c, Registers{24}).stats.reused; });
}
void hoist(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::hoist(c).stats.hoisted; });
}
void hoist_limit(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::hoist(c, Registers{24}).stats.hoisted; });
}
void sink(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::sink(c).stats.sunk; });
}
void sink_limit(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::sink(c, Registers{24}).stats.sunk; });
}
// Three passes that share what they know, and the same three by themselves: `chain` beside `apart`.
void chain(benchmark::State& s) {
  grow(s, [](Code& c) {
    passes::Chain<Code> on(c);
    const Registers registers{24};
    return passes::hoist(on, registers).stats.hoisted + passes::common_subexpressions(on, registers).stats.reused +
           passes::sink(on, registers).stats.sunk;
  });
}
void apart(benchmark::State& s) {
  grow(s, [](Code& c) {
    const Registers registers{24};
    return passes::hoist(c, registers).stats.hoisted + passes::common_subexpressions(c, registers).stats.reused +
           passes::sink(c, registers).stats.sunk;
  });
}
void copies(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::propagate_copies(c).stats.forwarded; });
}
// 64 registers, each written with one of four constants again and again.
void late(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        passes_bench::Dice dice;
        passes_bench::Row<Code> row(*code);
        std::vector<ValueId> names;
        for (int k = 0; k < 64; ++k) names.push_back(code->make_value());
        for (std::int64_t k = 0; k < s.range(0); ++k) {
          const std::uint32_t n = dice.below(64);
          const Operand<ValueId> to{names[n], Role::def}, from{names[n], Role::use};
          if (k % 3 == 2)
            code->put(code->make({9, Effect::side_effect}, {&from, 1}), {row.at, {}});
          else
            code->put(code->make({n * 4 + dice.below(4), {}}, {&to, 1}), {row.at, {}});
          if (k % 16 == 0) row.next();
        }
        row.end();
        return code;
      },
      [](Code& c) { return passes::late_cleanup(c).stats.erased; });
}
struct Algebra {
  const Code& code;
  std::optional<std::uint32_t> regroups(InstId i) const {
    return code.effects(i).has(Effect::commutes) ? std::optional(code.key(i)) : std::nullopt;
  }
};
void combine(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::combine(c, Algebra{c}).stats.regrouped; });
}
void combine_limit(benchmark::State& s) {
  grow(s, [](Code& c) { return passes::combine(c, Algebra{c}, Registers{24}).stats.regrouped; });
}
// Stores and loads of 64 objects of 64 words in a row of blocks: each word lives for a few instructions.
struct Frame : Code {
  using Code::make;
  static constexpr Facts facts = Code::facts | Fact::access;
  std::vector<ValueId> root;
  std::vector<std::uint32_t> at;  // per instruction: object * 64 + word, + 1
  std::uint64_t bytes = 0;
  explicit Frame(std::uint32_t n) {
    passes_bench::Dice dice;
    BlockId b = make_block();
    put_block(b, true);
    for (std::uint32_t o = 0; o < 64; ++o) root.push_back(add(b, {20 + o, {}}, {}, true, 0));
    for (std::uint32_t k = 0; k < n; k += 2) {
      const std::uint32_t word = dice.below(64 * 64) + 1;
      add(b, {2, Effect::writes}, {root[(word - 1) / 64], root[0]}, false, word);
      add(b, {3, Effect::reads}, {root[(word - 1) / 64]}, true, word);
      if (k % 64 != 0) continue;
      const BlockId next = make_block();
      put_block(next, true);
      put(make(Op::jump(), {}, std::vector{next}), {b, {}});
      b = next;
    }
    put(make({10, Effect::terminator}), {b, {}});
  }
  ValueId add(BlockId b, Op op, const std::vector<ValueId>& uses, bool result, std::uint32_t word) {
    std::vector<Operand<ValueId>> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    if (result) operands.push_back({make_value(), Role::def});
    const InstId i = make(op, operands);
    put(i, {b, {}});
    at.resize(i.value + 1, 0);
    at[i.value] = word;
    return result ? operands.back().value : ValueId();
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    if (at[i.value] != 0) f(Access<ValueId>{root[(at[i.value] - 1) / 64], true, 0, (at[i.value] - 1) % 64 * 4, 4, 1});
  }
  bool is_slot(std::uint32_t) const { return true; }
  std::uint64_t slot_bytes(std::uint32_t) const { return 256; }
  std::uint64_t slot_align(std::uint32_t) const { return 4; }
  template <class F>
  void for_each_symbol(InstId i, F&& f) const {
    if (key(i) >= 20) f(key(i) - 19);
  }
  std::optional<passes::SlotAddress<ValueId>> slot_address(InstId i) const {
    if (key(i) < 20) return {};
    return passes::SlotAddress<ValueId>{key(i) - 19, {}, 0};
  }
  std::uint32_t slot_parts(InstId) const { return 1; }
  InstId make_placed(InstId i, std::uint32_t symbol, std::int64_t offset) {
    const InstId made = clone(i);
    set_operand(made, 0, root[symbol - 1]);
    at.resize(made.value + 1, 0);
    at[made.value] = (symbol - 1) * 64 + static_cast<std::uint32_t>(offset / 4) + 1;
    return made;
  }
  void resize_slot(std::uint32_t, std::uint64_t left) { bytes += left; }
  // Of promotion: registers of four bytes.
  std::optional<ValueId> make_slot(std::uint32_t size) {
    return size == 4 ? std::optional(make_value()) : std::nullopt;
  }
  InstId make_stored(InstId, std::uint32_t, ValueId to) { return copy(root[0], to); }
  InstId make_loaded(InstId i, std::uint32_t, ValueId from) {
    ValueId to;
    for_each_operand(i, [&](const auto& o) { to = o.value; });
    return copy(from, to);
  }
  InstId make_phi(ValueId to) {
    const Operand<ValueId> one[] = {{to, Role::def}};
    return make({12, Effect::phi}, one);
  }
  InstId copy(ValueId from, ValueId to) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    const InstId made = make({4, Effect::copy}, both);
    at.resize(made.value + 1, 0);
    return made;
  }
};
void promote_slots(benchmark::State& s) {
  passes_bench::grow(
      s, [&] { return std::make_unique<Frame>(static_cast<std::uint32_t>(s.range(0))); },
      [](Frame& c) { return passes::promote_slots(c, c).stats.loads; });
}
// So many objects of a frame, and the checker.
void frame_layout(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        passes_bench::Dice dice;
        auto objects = std::make_unique<std::vector<passes::FrameObject>>();
        for (std::int64_t k = 0; k < s.range(0); ++k)
          objects->push_back({1 + dice.below(64), std::uint64_t{1} << dice.below(5),
                              static_cast<passes::FrameCategory>(dice.below(6)), dice.below(16) == 0});
        return objects;
      },
      [](const std::vector<passes::FrameObject>& objects) {
        const auto layout = passes::lay_out(objects);
        return layout && passes::check_layout(objects, *layout).empty() ? layout->bytes : 0;
      });
}
void share_slots(benchmark::State& s) {
  passes_bench::grow(
      s, [&] { return std::make_unique<Frame>(static_cast<std::uint32_t>(s.range(0))); },
      [](Frame& c) { return passes::color_slots(c, c).stats.moved; });
}
/// Slots that are written and read at a place of their own.
struct Spilling : Registers {
  Code& code;
  std::uint32_t slots = 0;
  Spilling(Code& c, std::uint32_t limit) : Registers{limit}, code(c) {}
  std::uint32_t make_slot(ValueId) { return slots++; }
  InstId make_store(std::uint32_t slot, ValueId v) { return make(slot, v, Role::use, Effect::side_effect); }
  InstId make_reload(ValueId v, std::uint32_t slot) { return make(slot, v, Role::def, Effect::reads); }
  InstId make(std::uint32_t slot, ValueId v, Role role, Effects e) {
    const Operand<ValueId> one[] = {{v, role}};
    return code.make({100 + slot, e}, one);
  }
};
// Halves of values: copies take the upper one out, sums of one kind put two lower ones together.
struct Halves {
  const Code& code;
  std::uint32_t lanes(ValueId) const { return 2; }
  template <class F>
  bool for_each_lane_copy(InstId i, F&& f) const {
    if (code.key(i) == 4) return f(passes::LaneCopy{0, 1, 1, 0, 1}), true;
    if (code.key(i) != 6) return false;
    f(passes::LaneCopy{0, 0, 2, 0, 1});
    f(passes::LaneCopy{1, 0, 2, 1, 1});
    return true;
  }
};
void dead_lanes(benchmark::State& s) {
  grow(s, [](Code& c) {
    const auto stats = passes::drop_dead_lanes(c, Halves{c}).stats;
    return stats.forwarded + stats.dropped + stats.erased;
  });
}
// Sums and masks by literals, of whose results stores look at eight bits.
struct Words {
  using Operation = passes::MachineOperation<ValueId>;
  Code& code;
  bool read(InstId i, Operation& out) const {
    if (code.key(i) != 5 && code.key(i) != 6) return false;
    out.operation = code.key(i);
    out.type = 0;
    code.for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) out.operands.push_back({o.value, false, false, 0, 0});
    });
    return true;
  }
  std::optional<std::uint64_t> literal(InstId i) const {
    return code.key(i) >= 1'000 ? std::optional<std::uint64_t>(code.key(i) - 1'000) : std::nullopt;
  }
  static std::uint32_t type(ValueId) { return 0; }
  static std::uint32_t width(std::uint32_t) { return 64; }
  static bool makes(const Operation&, const ValueId*) { return false; }
  static std::optional<InstId> make(const Operation&, ValueId) { return {}; }
  std::optional<InstId> make_literal(std::uint64_t bits, ValueId to) {
    const Operand<ValueId> one[] = {{to, Role::def}};
    return code.make({1'000 + static_cast<std::uint32_t>(bits), {}}, one);
  }
  std::optional<InstId> make_copy(ValueId from, ValueId to) {
    const Operand<ValueId> both[] = {{from, Role::use}, {to, Role::def}};
    return code.make({4, Effect::copy}, both);
  }
  static ValueId like(std::uint32_t) { return ValueId(0); }
  static std::optional<bits::Operation<>> bits(const Operation& o) {
    lathe::bits::Operation<> out;
    out.op = o.operation == 5 ? lathe::bits::Op::add : lathe::bits::Op::bit_and;
    out.width = 64;
    return out;
  }
  std::uint64_t demanded(InstId i, ValueId) const { return code.key(i) == 3 ? 0xff : ~std::uint64_t{0}; }
};
void demanded_bits(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        Generator(*code, 16, true).run(static_cast<std::uint32_t>(s.range(0)));
        return code;
      },
      [](Code& c) {
        Words machine{c};
        return passes::drop_undemanded(c, machine).changes;
      });
}
// Six loads, a branch past a store, and the sum of what was loaded: again and again.
void unsink(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        const auto add = [&](BlockId b, Op op, std::vector<ValueId> uses, bool result, std::vector<BlockId> to = {}) {
          std::vector<Operand<ValueId>> operands;
          for (const ValueId v : uses) operands.push_back({v, Role::use});
          if (result) operands.push_back({code->make_value(), Role::def});
          code->put(code->make(op, operands, to), {b, {}});
          return result ? operands.back().value : ValueId();
        };
        const auto block = [&] {
          const BlockId b = code->make_block();
          code->put_block(b, true);
          return b;
        };
        BlockId at = block();
        const ValueId p = add(at, {1, {}}, {}, true);
        for (std::int64_t k = 0; k < s.range(0); k += 15) {
          const BlockId some = block(), end = block();
          std::vector<ValueId> loaded;
          for (int n = 0; n < 6; ++n) loaded.push_back(add(at, {2, Effect::reads}, {p}, true));
          add(at, {11, Effect::terminator}, {p}, false, {some, end});
          add(some, {3, Effect::writes}, {p, p}, false);
          add(some, Op::jump(), {}, false, {end});
          ValueId sum = loaded[0];
          for (std::size_t n = 1; n < 6; ++n) sum = add(end, {5, {}}, {sum, loaded[n]}, true);
          add(end, {3, Effect::writes}, {p, sum}, false);
          at = end;
        }
        add(at, {10, Effect::terminator}, {}, false);
        return code;
      },
      [](Code& c) { return passes::unsink(c, Registers{5}).stats.moved; });
}
// Each block's values in the same 16 registers.
void webs(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        passes_bench::Dice dice;
        passes_bench::Row<Code> row(*code);
        std::vector<ValueId> names;
        for (int k = 0; k < 16; ++k) names.push_back(code->make_value());
        for (std::int64_t k = 0; k < s.range(0); ++k) {
          const Operand<ValueId> both[] = {{names[dice.below(16)], Role::use}, {names[dice.below(16)], Role::def}};
          code->put(code->make({5, {}}, both), {row.at, {}});
          if (k % 16 == 0) row.next();
        }
        row.end();
        return code;
      },
      [](Code& c) { return passes::rename_webs(c).stats.renamed; });
}
// The same frame as one object, of whose words instructions reach a few.
struct Reached {
  Frame& frame;
  std::optional<std::int64_t> frame_place(InstId i) const {
    return frame.at[i.value] == 0 ? std::nullopt : std::optional<std::int64_t>(frame.at[i.value] * 4);
  }
  std::pair<std::int64_t, std::int64_t> frame_reach(InstId) const { return {-128, 127}; }
  ValueId base_like() const { return frame.root[0]; }
  InstId make_base(ValueId to, std::int64_t) {
    const Operand<ValueId> one[] = {{to, Role::def}};
    return frame.make({7, {}}, one);
  }
  InstId make_based(InstId i, ValueId base, std::int64_t) {
    const InstId made = frame.clone(i);
    frame.set_operand(made, 0, base);
    return made;
  }
};
void frame_bases(benchmark::State& s) {
  passes_bench::grow(
      s, [&] { return std::make_unique<Frame>(static_cast<std::uint32_t>(s.range(0))); },
      [](Frame& c) {
        Reached client{c};
        return passes::make_frame_bases(c, client).stats.rewritten;
      });
}
void rematerialize(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        // What is live stays as much: else live sets grow with the square.
        Generator(*code, 16, true).run(static_cast<std::uint32_t>(s.range(0)));
        return code;
      },
      [](Code& c) {
        passes::RematerializeOptions o;
        o.internal_live = true;
        o.loop_cost_factor = 1;
        return passes::rematerialize(c, Registers{14}, o).stats.values;
      });
}
void target_spill(benchmark::State& s) {
  passes_bench::grow(
      s,
      [&] {
        auto code = std::make_unique<Code>();
        Generator(*code, 16).run(static_cast<std::uint32_t>(s.range(0)));  // as above
        return code;
      },
      [](Code& c) {
        passes::RegisterTargetOptions o;
        o.spill = true;
        Spilling own(c, 10);
        return passes::register_target(c, own, o).stats.values;
      });
}
void reschedule(benchmark::State& s) {
  grow(s, [](Code& c) {
    passes::RescheduleOptions o;
    o.how.mode = lathe::sched::Mode::pressure;
    return passes::reschedule(c, Registers{24}, o).stats.reordered;
  });
}
#define GROWTH(f) \
  BENCHMARK(f)->RangeMultiplier(10)->Range(1000, 1'000'000)->Complexity()->Unit(benchmark::kMillisecond)->Iterations(1)
GROWTH(cse);
GROWTH(cse_limit);
GROWTH(hoist);
GROWTH(hoist_limit);
GROWTH(sink);
GROWTH(sink_limit);
BENCHMARK(chain)->RangeMultiplier(10)->Range(1000, 100'000)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(apart)->RangeMultiplier(10)->Range(1000, 100'000)->Unit(benchmark::kMillisecond)->Iterations(1);
GROWTH(copies);
GROWTH(late);
GROWTH(combine);
// Values live far in this code: its live sets, which a tracker begins with, grow with its square.
BENCHMARK(combine_limit)->RangeMultiplier(10)->Range(1000, 100'000)->Unit(benchmark::kMillisecond)->Iterations(1);
GROWTH(share_slots);
GROWTH(promote_slots);
GROWTH(frame_layout);
GROWTH(demanded_bits);
GROWTH(unsink);
GROWTH(dead_lanes);
GROWTH(webs);
GROWTH(frame_bases);
GROWTH(rematerialize);
GROWTH(target_spill);
GROWTH(reschedule);

}  // namespace

BENCHMARK_MAIN();
