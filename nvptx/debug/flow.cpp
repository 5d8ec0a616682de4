// Reaching values, one per variable (and fragment): a forward data flow in which two different ones give none.
// Cost: O(instructions + keys x blocks x height), the height being 2.
#include "nvptx/debug/flow.hpp"

#include <map>

#include "nvptx/passes/flow.hpp"

namespace lathe::nvptx::debug {
namespace {

// Beyond this many rows of state a value ends with its block.
constexpr std::uint64_t state_limit = 1U << 24;

class ValueFlow {
 public:
  ValueFlow(const mir::Module& m, const mir::Function& f, std::span<const Expression> expressions,
            const FunctionNotes& notes)
      : m_(m), f_(f), expressions_(expressions), notes_(notes) {}

  std::vector<ValueRange> run() {
    collect();
    const auto blocks = f_.blocks.size();
    if (std::uint64_t{keys_} * blocks > state_limit) {
      across_ = false;
      entry_.assign(1, State(keys_, none));
    } else {
      solve();
    }
    std::uint32_t at = 0;
    for (mir::BlockId b = 0; b < blocks; ++b) {
      State state = across_ ? entry_[b] : State(keys_, none);
      for (std::uint32_t& mark : state)
        if (mark == unknown) mark = none;  // a block that nothing reaches
      std::vector<std::uint32_t> since(keys_, at);
      walk(b, state, [&](std::uint32_t key, std::uint32_t mark, std::uint32_t index) {
        close(state[key], since[key], at + index);
        state[key] = mark;
        since[key] = at + index;
      });
      at += static_cast<std::uint32_t>(f_.blocks[b].insts.size());
      for (std::uint32_t key = 0; key < keys_; ++key) close(state[key], since[key], at);
    }
    return std::move(ranges_);
  }

 private:
  using State = std::vector<std::uint32_t>;  // by key: the mark that holds
  static constexpr std::uint32_t none = 0xffffffffU, unknown = 0xfffffffeU;
  struct Mark {
    std::uint32_t value = 0;
    mir::Reg reg = mir::none;
  };

  bool is_value(const mir::Inst& inst) const { return debug::is_value(m_, f_, inst); }

  void collect() {
    std::map<std::array<std::uint64_t, 3>, std::uint32_t> keys;
    held_.assign(f_.regs.size(), false);
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts) {
        if (!is_value(inst)) continue;
        const auto slots = f_.operands_of(inst);
        Mark mark{value_of(m_, f_, inst), mir::none};
        if (slots.size() > 1 && slots[1].kind == mir::Operand::Kind::reg) mark.reg = slots[1].a;
        if (mark.reg != mir::none) held_[mark.reg] = true;
        const DebugValue& v = notes_.values[mark.value];
        const Expression& e = expressions_[v.expression];
        // Labels hold nothing, and have one key that no variable has.
        const std::uint64_t variable = v.kind == DebugValue::Kind::label ? ~std::uint64_t{0} : v.variable;
        const auto [found, fresh] =
            keys.try_emplace({variable, e.fragment_offset, e.fragment_bits}, static_cast<std::uint32_t>(keys.size()));
        marks_.push_back(mark);
        key_of_.push_back(found->second);
      }
    keys_ = static_cast<std::uint32_t>(keys.size());
    first_.reserve(f_.blocks.size());
    std::uint32_t seen = 0;
    for (const mir::Block& block : f_.blocks) {
      first_.push_back(seen);
      for (const mir::Inst& inst : block.insts) seen += is_value(inst);
    }
  }

  // Equal marks are one: the same value said again, or on another way.
  bool same(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return true;
    if (a >= unknown || b >= unknown) return false;
    const DebugValue &x = notes_.values[marks_[a].value], &y = notes_.values[marks_[b].value];
    return marks_[a].reg == marks_[b].reg && x.kind == y.kind && x.expression == y.expression &&
           (x.kind == DebugValue::Kind::reg || x.number == y.number);
  }

  // Calls change(key, mark, index) wherever a key's mark changes in the block.
  template <class F>
  void walk(mir::BlockId b, State& state, F&& change) const {
    std::uint32_t index = 0, mark = first_[b];
    for (const mir::Inst& inst : f_.blocks[b].insts) {
      if (is_value(inst)) {
        const DebugValue& v = notes_.values[marks_[mark].value];
        // A register that nothing writes any more holds nothing.
        const bool nowhere = v.kind == DebugValue::Kind::none || v.kind == DebugValue::Kind::label ||
                             (v.kind == DebugValue::Kind::reg && !written_[marks_[mark].reg]);
        change(key_of_[mark], nowhere ? none : mark, index);
        ++mark;
      } else {
        mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
          if (!def || !held_[r]) return;
          for (std::uint32_t key = 0; key < keys_; ++key)
            if (state[key] < unknown && marks_[state[key]].reg == r) change(key, none, index);
        });
      }
      ++index;
    }
  }

  void solve() {
    const FunctionFlow flow(m_, f_);
    const auto blocks = static_cast<mir::BlockId>(f_.blocks.size());
    entry_.assign(blocks, State(keys_, unknown));
    if (blocks != 0) entry_[0].assign(keys_, none);
    for (bool changed = true; changed;) {
      changed = false;
      for (mir::BlockId b = 0; b < blocks; ++b) {
        State state = entry_[b];
        walk(b, state, [&](std::uint32_t key, std::uint32_t mark, std::uint32_t) { state[key] = mark; });
        flow.for_each_successor(b, [&](mir::BlockId to) {
          for (std::uint32_t key = 0; key < keys_; ++key) {
            std::uint32_t& held = entry_[to][key];
            if (state[key] == unknown || held == none || same(held, state[key])) continue;
            held = held == unknown ? state[key] : none;
            changed = true;
          }
        });
      }
    }
  }

  void close(std::uint32_t mark, std::uint32_t from, std::uint32_t to) {
    if (mark < unknown && from < to) ranges_.push_back({marks_[mark].value, marks_[mark].reg, from, to});
  }

 public:
  void find_written() {
    written_.assign(f_.regs.size(), false);
    for (const mir::Block& block : f_.blocks)
      for (const mir::Inst& inst : block.insts)
        mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
          if (def) written_[r] = true;
        });
  }

 private:
  const mir::Module& m_;
  const mir::Function& f_;
  std::span<const Expression> expressions_;
  const FunctionNotes& notes_;
  bool across_ = true;
  std::uint32_t keys_ = 0;
  std::vector<bool> held_, written_;
  std::vector<Mark> marks_;            // in the order of the text
  std::vector<std::uint32_t> key_of_;  // of each mark
  std::vector<std::uint32_t> first_;   // mark of each block
  std::vector<State> entry_;
  std::vector<ValueRange> ranges_;
};

}  // namespace

std::uint32_t value_of(const mir::Module& module, const mir::Function& function, const mir::Inst& inst) {
  if (module.op(inst.op).op != mir::Op::p_raw || inst.count == 0) return mir::none;
  const mir::Operand& slot = function.operands_of(inst)[0];
  // Other lines are texts.
  return slot.kind == mir::Operand::Kind::imm ? static_cast<std::uint32_t>(slot.value) : mir::none;
}
bool is_value(const mir::Module& module, const mir::Function& function, const mir::Inst& inst) {
  return value_of(module, function, inst) != mir::none;
}

std::vector<ValueRange> value_ranges(const mir::Module& module, const mir::Function& function,
                                     std::span<const Expression> expressions, const FunctionNotes& notes) {
  ValueFlow flow(module, function, expressions, notes);
  flow.find_written();
  return flow.run();
}

}  // namespace lathe::nvptx::debug
