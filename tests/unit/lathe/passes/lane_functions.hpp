// Random functions whose registers have one, two or four lanes, and what they do: for passes that tell lanes apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

/// Registers of four kinds. Of `lossy` ones the upper lane is nobody's who writes the lower one alone: it is lost then,
/// whatever is said of it.
class LaneCode : public SmallCode {
 public:
  static constexpr lathe::program::Facts facts = SmallCode::facts | Fact::classes;
  enum Kind : std::uint32_t { one, two, four, lossy };
  std::vector<Kind> kinds;                        ///< by value
  std::vector<std::pair<Kind, Kind>> unnameable;  ///< registers of the first kind are never lanes of the second
  ValueId value(Kind k) {
    const ValueId v = make_value();
    kinds.resize(v.value + 1, one);
    kinds[v.value] = k;
    return v;
  }
  Kind kind(ValueId v) const { return v.value < kinds.size() ? kinds[v.value] : one; }
  std::uint32_t register_class(ValueId v) const { return kind(v); }
  static std::string class_name(std::uint32_t c) { return std::array{"one", "two", "four", "lossy"}[c]; }
  static std::uint32_t width(Kind k) { return k == one ? 1 : k == four ? 4 : 2; }
  std::uint64_t lane_mask(ValueId v) const { return (1U << width(kind(v))) - 1; }
  bool may_be_lanes(ValueId v, ValueId of, std::uint64_t) const {
    return std::find(unnameable.begin(), unnameable.end(), std::pair(kind(v), kind(of))) == unnameable.end();
  }
  std::uint64_t lanes_lost(ValueId v, std::uint64_t written) const {
    return kind(v) == lossy && (written & 3) == 1 ? 2 : 0;
  }
  void set_lanes(InstId i, std::uint32_t k, ValueId v, std::uint64_t mask, std::uint64_t stays) {
    SmallCode::set_lanes(i, k, v, mask, stays & ~lanes_lost(v, mask));
  }
  static Operand lanes(ValueId v, Role role, std::uint64_t mask, bool old = false) {
    Operand o{v, role};
    o.lanes = mask, o.old = old;
    return o;
  }
};
static_assert(lathe::program::is_editor<LaneCode>());

/// The same to who wants to be told all lanes of what is named whole: the equivalence checker.
struct AllLanes {
  using Value = ValueId;
  static constexpr lathe::program::Facts facts =
      lathe::program::Fact::incoming | lathe::program::Fact::parameters | lathe::program::Fact::access;
  const LaneCode& c;
  auto blocks() const { return c.blocks(); }
  auto instructions(BlockId b) const { return c.instructions(b); }
  template <class F>
  void for_each_successor(BlockId b, F&& f) const {
    c.for_each_successor(b, f);
  }
  template <class F>
  void for_each_operand(InstId i, F&& f) const {
    c.for_each_operand(i, [&](LaneCode::Operand o) {
      o.lanes &= c.lane_mask(o.value);
      f(o);
    });
  }
  Effects effects(InstId i) const { return c.effects(i); }
  auto key(InstId i) const { return c.key(i); }
  template <class F>
  void for_each_incoming(InstId i, F&& f) const {
    c.for_each_incoming(i, f);
  }
  template <class F>
  void for_each_parameter(F&& f) const {
    c.for_each_parameter(f);
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    c.for_each_access(i, f);
  }
};
static_assert(lathe::program::is_view<AllLanes>());

/// Its text: a line for each block and instruction; lanes behind a colon.
inline std::string told(const LaneCode& code) {
  std::string out;
  for (const BlockId b : code.blocks()) {
    out += "block " + std::to_string(b.value) + "\n";
    for (const InstId i : code.instructions(b)) {
      out += "  " + code.key(i);
      code.for_each_operand(i, [&](const LaneCode::Operand& o) {
        out += std::string(o.is_def()              ? " ="
                           : o.old                 ? " old"
                           : o.role == Role::guard ? " @"
                                                   : " ") +
               std::to_string(o.value.value) + (~o.lanes == 0 ? "" : ":" + std::to_string(o.lanes));
      });
      for (const BlockId t : code.targets(i)) out += " ->" + std::to_string(t.value);
      out += "\n";
    }
  }
  return out;
}
/// Words that are shown, of so many blocks. What is undefined is another word in each run.
inline std::vector<std::uint64_t> run_lanes(const LaneCode& code, std::uint64_t input, std::uint64_t garbage,
                                            int most_blocks = 40) {
  std::vector<std::uint64_t> shown;
  std::map<std::uint32_t, std::array<std::uint64_t, 4>> words;
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    a = (a ^ (b + 0x9e3779b97f4a7c15U + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9U;
    return a ^ (a >> 29);
  };
  const auto word = [&](ValueId v, std::uint32_t lane) -> std::uint64_t& {
    const auto [at, added] = words.try_emplace(v.value);
    if (added)
      for (auto& w : at->second) w = garbage += 0x10001;
    return at->second[lane];
  };
  std::uint64_t parameter = input;
  code.for_each_parameter([&](ValueId v) { word(v, 0) = parameter = mix(parameter, 7); });
  BlockId at = *code.blocks().begin();
  for (int blocks = 0; at && blocks < most_blocks; ++blocks) {
    const BlockId block = std::exchange(at, BlockId());
    for (const InstId i : code.instructions(block)) {
      const bool copy = code.effects(i).has(Effect::copy);
      const std::string name(code.key(i));
      std::uint64_t hash = std::hash<std::string>()(name);
      std::vector<std::uint64_t> read;
      bool done = true;
      code.for_each_operand(i, [&](const LaneCode::Operand& o) {
        if (o.role == Role::guard) done = ((word(o.value, 0) >> 7 & 1) == 0) == o.negated;
        if (o.role != Role::use || o.old) return;
        for (std::uint32_t lane = 0; lane < 4; ++lane)
          if ((o.lanes & code.lane_mask(o.value)) >> lane & 1) read.push_back(word(o.value, lane));
      });
      for (const std::uint64_t r : read) hash = mix(hash, r);
      if (name == "show") shown.push_back(hash);
      if (!code.targets(i).empty()) at = code.targets(i)[code.targets(i).size() == 1 ? 0 : hash >> 11 & 1];
      if (!done) continue;
      std::size_t next = 0;
      code.for_each_operand(i, [&](const LaneCode::Operand& o) {
        if (!o.is_def()) return;
        std::uint64_t stays = 0;
        code.for_each_operand(i, [&](const LaneCode::Operand& p) {
          if (p.old && p.value == o.value) stays |= p.lanes;
        });
        stays &= ~code.lanes_lost(o.value, o.lanes);
        for (std::uint32_t lane = 0; lane < LaneCode::width(code.kind(o.value)); ++lane)
          if ((o.lanes >> lane & 1) != 0)
            word(o.value, lane) = copy ? read.at(next++) : mix(hash, ++next);
          else if ((stays >> lane & 1) == 0)
            word(o.value, lane) = garbage += 0x10001;
      });
    }
  }
  return shown;
}

/// Copies between lanes of any registers, computations in lanes, loops; nothing reads what is undefined.
class RandomLanes {
 public:
  RandomLanes(LaneCode& code, std::uint32_t seed, bool constants = true)
      : code_(code), engine_(seed), constants_(constants) {
    using enum LaneCode::Kind;
    for (const auto k : {one, two, four, lossy})
      for (std::uint32_t n = k == one ? 5 : 2; n > 0; --n) values_.push_back(code.value(k));
    for (int k = 0; k < 2; ++k) {
      parameters_.push_back(code.value(one));
      code.add_parameter(parameters_.back());
      values_.push_back(parameters_.back());
    }
    make();
    while (drop_undefined()) {
    }
  }

 private:
  using Operand = LaneCode::Operand;
  using State = std::map<std::uint32_t, std::uint64_t>;  // lanes that are defined, by value
  struct Lanes {
    ValueId value;
    std::uint64_t mask;  // all ones: whole
    std::uint32_t width;
  };
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_()) % n; }
  Lanes any() {
    const ValueId v = values_[below(static_cast<std::uint32_t>(values_.size()))];
    const std::uint32_t all = LaneCode::width(code_.kind(v));
    std::uint32_t width = below(2) == 0 ? all : 1U << below(3);
    if (width >= all) return {v, ~std::uint64_t{0}, all};
    return {v, ((1ULL << width) - 1) << (below(all / width) * width), width};
  }
  Operand use(const Lanes& l) { return LaneCode::lanes(l.value, Role::use, l.mask); }
  void define(std::vector<Operand>& to, const Lanes& l, bool guarded) {
    const std::uint64_t all = code_.lane_mask(l.value), rest = all & ~l.mask;
    const std::uint64_t kept = code_.lanes_lost(l.value, l.mask) != 0 ? 0 : rest;
    if (guarded)
      to.push_back(LaneCode::lanes(l.value, Role::use, ~std::uint64_t{0}, true));
    else if (kept != 0 && below(4) != 0)
      to.push_back(LaneCode::lanes(l.value, Role::use, kept, true));
    to.push_back(LaneCode::lanes(l.value, Role::def, l.mask));
  }
  ValueId fresh(LaneCode::Kind k) {
    const ValueId v = code_.value(k);
    if (below(4) == 0) values_.push_back(v);
    return v;
  }
  // A wide register is put together of others, or taken apart, and read: what two-address form leaves.
  void tuple(BlockId b) {
    const auto k = std::array{LaneCode::two, LaneCode::four, LaneCode::lossy}[below(3)];
    const std::uint32_t all = LaneCode::width(k), width = k == LaneCode::four && below(2) == 0 ? 2 : 1;
    const bool apart = below(2) == 0;
    const ValueId wide = fresh(k);
    if (apart) code_.add(b, {"op" + std::to_string(made_++), {}, {}}, {use(any()), {wide, Role::def}});
    std::vector<Lanes> parts;
    const std::optional<ValueId> shared = constants_ && !apart && width == 1 && below(3) == 0
                                              ? std::optional(constant(b, fresh(LaneCode::one)))
                                              : std::nullopt;
    for (std::uint32_t at = 0; at < all; at += width) {
      const Lanes part{wide, ((1ULL << width) - 1) << at, width};
      const Lanes one{below(8) == 0 ? any_of(width) : fresh(width == 1 ? LaneCode::one : LaneCode::two),
                      ~std::uint64_t{0}, width};
      parts.push_back(one);
      std::vector<Operand> operands;
      if (apart) {
        operands = {use(part), {one.value, Role::def}};
      } else {
        if (shared)
          part_of(b, *shared, one);
        else if (below(4) != 0)
          code_.add(b, {"op" + std::to_string(made_++), {}, {}}, {use(any()), {one.value, Role::def}});
        operands.push_back(use(one));
        if (code_.lanes_lost(wide, part.mask) == 0 && (at != 0 || below(4) == 0))
          operands.push_back(LaneCode::lanes(wide, Role::use, code_.lane_mask(wide) & ~part.mask, true));
        operands.push_back(LaneCode::lanes(wide, Role::def, part.mask));
      }
      code_.add(b, {"copy", Effect::copy, {}}, operands);
    }
    for (std::uint32_t n = below(3); n > 0; --n) instruction(b);
    if (shared && below(2) == 0) code_.add(b, {"show", Effect::side_effect, {}}, {{*shared, Role::use}});
    if (apart)
      for (const Lanes& l : parts)
        code_.add(b, {"op" + std::to_string(made_++), {}, {}}, {use(l), {fresh(LaneCode::one), Role::def}});
    else
      code_.add(b, {"show", Effect::side_effect, {}}, {use({wide, below(2) == 0 ? ~std::uint64_t{0} : 2, all})});
  }
  ValueId constant(BlockId b, ValueId v) {
    code_.add(b, {std::to_string(below(2)), Effect::cheap, {}}, {LaneCode::lanes(v, Role::def, ~std::uint64_t{0})});
    return v;
  }
  // A copy of it, which is changed most often.
  void part_of(BlockId b, ValueId shared, const Lanes& one) {
    code_.add(b, {"copy", Effect::copy, {}}, {{shared, Role::use}, {one.value, Role::def}});
    if (below(4) != 0) code_.add(b, {"op" + std::to_string(made_++), {}, {}}, {use(one), {one.value, Role::def}});
  }
  ValueId any_of(std::uint32_t width) {
    while (true)
      if (const Lanes l = any(); l.width == width && ~l.mask == 0) return l.value;
  }
  void instruction(BlockId b) {
    const std::uint32_t what = below(16);
    std::vector<Operand> operands;
    if (what < 8) {
      const Lanes from = any();
      Lanes to = any();
      while (to.width != from.width || (to.value == from.value && below(8) != 0)) to = any();
      operands.push_back(use(from));
      define(operands, to, false);
      code_.add(b, {"copy", Effect::copy, {}}, operands);
    } else if (what < 10) {
      code_.add(b, {"show", Effect::side_effect, {}}, {use(any())});
    } else if (what == 10 && constants_) {
      constant(b, values_[below(static_cast<std::uint32_t>(values_.size()))]);
    } else {
      const bool guarded = what == 11;
      for (std::uint32_t k = 1 + below(2); k > 0; --k) operands.push_back(use(any()));
      if (guarded) operands.push_back({parameters_[0], Role::guard, below(2) == 0});
      Lanes to = any();
      while (guarded && code_.lanes_lost(to.value, to.mask) != 0) to = any();
      define(operands, to, guarded);
      code_.add(b, {"op" + std::to_string(made_++), {}, {}}, operands);
    }
  }
  void make() {
    const std::uint32_t count = 2 + below(5);
    std::vector<BlockId> blocks;
    for (std::uint32_t k = 0; k < count; ++k) blocks.push_back(code_.block());
    for (const ValueId v : values_)
      if (std::find(parameters_.begin(), parameters_.end(), v) == parameters_.end() && below(4) != 0)
        code_.add(blocks[0], {"in" + std::to_string(v.value), {}, {}}, {{parameters_[0], Role::use}, {v, Role::def}});
    for (std::uint32_t k = 0; k < count; ++k) {
      for (std::uint32_t n = 1 + below(6); n > 0; --n) below(2) == 0 ? tuple(blocks[k]) : instruction(blocks[k]);
      if (k + 1 == count) {
        for (int n = 0; n < 3; ++n) code_.add(blocks[k], {"show", Effect::side_effect, {}}, {use(any())});
        code_.ret(blocks[k]);
      } else if (below(3) == 0) {
        code_.jump(blocks[k], blocks[k + 1]);
      } else {
        code_.branch(blocks[k], parameters_[1], blocks[1 + below(count - 1)], blocks[k + 1]);
      }
    }
  }
  // Instructions that read lanes which some way leaves undefined go.
  bool drop_undefined() {
    std::map<std::uint32_t, State> in;  // of blocks that are reached
    std::vector<InstId> wrong;
    State start;
    for (const ValueId p : parameters_) start[p.value] = 1;
    in[(*code_.blocks().begin()).value] = start;
    for (bool changed = true; changed;) {
      changed = false;
      for (const BlockId b : code_.blocks()) {
        if (in.count(b.value) == 0) continue;
        State now = in[b.value];
        for (const InstId i : code_.instructions(b)) step(i, now, nullptr);
        code_.for_each_successor(b, [&](BlockId to) {
          const auto [at, added] = in.try_emplace(to.value, now);
          changed |= added;
          for (auto& [v, lanes] : at->second)
            if ((lanes & ~now[v]) != 0) lanes &= now[v], changed = true;
        });
      }
    }
    for (const BlockId b : code_.blocks()) {
      State now = in.count(b.value) != 0 ? in[b.value] : State();
      for (const InstId i : code_.instructions(b)) step(i, now, &wrong);
    }
    for (const InstId i : wrong) code_.put(i, {}), code_.drop(i);
    return !wrong.empty();
  }
  void step(InstId i, State& now, std::vector<InstId>* wrong) {
    bool fine = true, guarded = false;
    std::uint64_t stays = 0;
    code_.for_each_operand(i, [&](const Operand& o) {
      guarded |= o.role == Role::guard;
      if (o.old) stays |= o.lanes;
      if (!o.is_def() && !o.old) fine &= (o.lanes & code_.lane_mask(o.value) & ~now[o.value.value]) == 0;
    });
    if (!fine && wrong != nullptr) wrong->push_back(i);
    if (guarded) return;
    code_.for_each_operand(i, [&](const Operand& o) {
      if (!o.is_def()) return;
      std::uint64_t& lanes = now[o.value.value];
      lanes = ((lanes & stays & ~code_.lanes_lost(o.value, o.lanes)) | o.lanes) & code_.lane_mask(o.value);
    });
  }

  LaneCode& code_;
  std::mt19937 engine_;
  const bool constants_;
  std::vector<ValueId> values_, parameters_;
  std::uint32_t made_ = 0;
};

}  // namespace passes_test
