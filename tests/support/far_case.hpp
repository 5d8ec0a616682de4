// Blocks of a target whose global and generic pointers are wider than its registers (far_gpu of small_gpu.hpp): accesses
// at offsets around the limits, casts between spaces, pointers as values; compared with the block as it was.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "codegen/legalize/check.hpp"
#include "support/dag_eval.hpp"
#include "support/small_gpu.hpp"

namespace lathe::codegen::testing {

class FarCase {
 public:
  FarCase(std::string name, const TargetFacts& facts, std::uint64_t seed)
      : name_(std::move(name)), facts_(facts), rng_(seed) {
    entry_ = chain_ = dag.get(Isd::entry, vt::chain, {});
  }

  std::uint64_t random() { return rng_(); }
  std::uint64_t below(std::uint64_t n) { return rng_() % n; }
  Value entry() const { return entry_; }
  Value constant(std::int64_t v, Vt t) { return dag.constant(static_cast<std::uint64_t>(v), t); }

  /// A value in registers, which is `bits` in each run.
  Value given(Vt type, std::uint64_t bits) {
    std::vector<Vt> parts;
    REQUIRE(facts_.types.parts(type, parts));
    const std::uint32_t first = next_register_;
    next_register_ += static_cast<std::uint32_t>(parts.size());
    inputs_.push_back({type, first, bits});
    return dag.get(Isd::copy_from_reg, type, {}, {.imm = 0, .aux = first});
  }
  Value given(Vt type) { return given(type, type.bits() < 64 ? random() & ((1ULL << type.bits()) - 1) : random()); }
  void output(Value v) {
    std::vector<Vt> parts;
    REQUIRE(facts_.types.parts(dag.type(v), parts));
    outputs_.push_back({dag.type(v), next_output_, 0});
    ends_.push_back(dag.get(Isd::copy_to_reg, vt::chain, {entry_, v}, {.imm = 0, .aux = next_output_}));
    next_output_ += static_cast<std::uint32_t>(parts.size());
  }

  /// Pointers whose bytes are their own, 64 KiB on and off.
  Value pointer(Space space, unsigned kind) {
    const Vt type = facts_.address(space);
    const std::uint64_t far = 0x2'0000'0000ULL + 0x40000000ULL * next_register_,
                        near = 0x100000 + 0x40000U * next_register_;
    switch (kind % 4) {
      case 0:
        if (type == vt::i64) return dag.get(Isd::global_address, type, {}, {.imm = 0, .aux = name()});
        if (space == Space::local)
          return dag.get(Isd::frame_index, type, {}, {.imm = 0, .aux = dag.add_frame_object(1 << 15, 16)});
        if (space == Space::param) return dag.get(Isd::param_address, type, {}, {.imm = 0, .aux = 1});
        return dag.get(Isd::global_address, type, {}, {.imm = 0, .aux = name()});
      case 1:
        if (type == vt::i64)
          return dag.get(Isd::build_pair, type, {given(vt::i32, far & 0xffffffff), given(vt::i32, far >> 32)});
        return given(type, near);
      case 2: {
        const Value index = dag.get(Isd::and_, vt::i32, {given(vt::i32), dag.constant(0xff, vt::i32)});
        const Value scaled = dag.get(Isd::shl, vt::i32, {index, dag.constant(4, vt::i32)});
        const Value base = given(type, type == vt::i64 ? far : near);
        return dag.get(Isd::add, type, {base, type == vt::i64 ? dag.get(Isd::zext, type, {scaled}) : scaled});
      }
      default:
        return given(type, type == vt::i64 ? far : near);
    }
  }
  Value offset(Value pointer, std::int64_t by) {
    return by == 0 ? pointer : dag.get(Isd::add, dag.type(pointer), {pointer, constant(by, dag.type(pointer))});
  }
  Value cast(Value pointer, Space from, Space to) {
    return dag.get(Isd::addrspace_cast, facts_.address(to), {pointer},
                   {static_cast<std::uint64_t>(from), static_cast<std::uint32_t>(to)});
  }
  MemInfo access(Vt type, Space space, std::int64_t by, bool is_volatile = false) {
    MemInfo m;
    m.type = type;
    m.space = space;
    m.align = by == 0 ? 16 : 1U << std::min(4, std::countr_zero(static_cast<std::uint64_t>(by)));
    m.is_volatile = is_volatile;
    return m;
  }
  Value load(Vt type, Value address, const MemInfo& m) {
    const std::array<Vt, 2> types{type, vt::chain};
    const std::array<Value, 2> operands{chain_, address};
    const NodeId id = dag.add(Isd::load, types, operands, {.imm = 0, .aux = dag.memory_index(m)});
    if (m.is_volatile) chain_ = {id, 1};
    return {id, 0};
  }
  void store(Value v, Value address, const MemInfo& m) {
    chain_ = dag.get(Isd::store, vt::chain, {chain_, v, address}, {.imm = 0, .aux = dag.memory_index(m)});
  }
  Value atomic(Isd op, RmwOp what, Value address, MemInfo m, std::vector<Value> values) {
    m.ordering = Ordering::relaxed;
    const std::array<Vt, 2> types{m.type, vt::chain};
    values.insert(values.begin(), {chain_, address});
    const NodeId id = dag.add(op, types, values, {.imm = static_cast<std::uint64_t>(what), .aux = dag.memory_index(m)});
    chain_ = {id, 1};
    return {id, 0};
  }

  /// Sends the block the way; `compare` is to be called with the name of each stage that shall mean what the block meant.
  using Compare = std::function<void(const char* stage)>;
  void run(const std::function<bool(Dag& dag, const Compare& compare, std::string& error)>& way) {
    ends_.push_back(chain_);
    dag.set_root(dag.get(Isd::token_factor, vt::chain, ends_));
    const Dag before = dag;
    std::string error;
    if (!way(dag, [&](const char* stage) { compare(before, stage); }, error)) failed(error);
  }

  Dag dag;

 private:
  struct Port {
    Vt type;
    std::uint32_t first;
    std::uint64_t bits;
  };
  std::uint32_t name() { return dag.name_index("v" + std::to_string(next_name_++)); }
  void failed(const std::string& text) {
    if (!failed_) FAIL_CHECK(name_ << ": " << text << "\n" << print(dag));
    failed_ = true;
  }
  void compare(const Dag& before, const char* stage) {
    namespace eval = lathe::nvptx::test;
    for (std::uint64_t round = 0; round < 2; ++round) {
      eval::EvalState a, b;
      a.seed = random(), b.seed = random();
      a.spaces = b.spaces = &facts_.spaces;
      const TypeFacts& types = facts_.types.facts();
      for (const Port& p : inputs_)
        eval::write_registers({p.type, {eval::Big(p.bits)}}, p.first, a.registers, types, random());
      b.registers = a.registers;
      std::string error;
      if (!eval::evaluate(before, types, a, error)) return failed("before: " + error);
      if (!eval::evaluate(dag, types, b, error)) return failed(std::string("after ") + stage + ": " + error);
      for (const Port& p : outputs_) {
        const eval::Lanes x = eval::read_registers(p.type, p.first, a.out_registers, types);
        const eval::Lanes y = eval::read_registers(p.type, p.first, b.out_registers, types);
        if (!eval::same(x, y))
          return failed(std::string("after ") + stage + ": wanted " + eval::to_string(x) + ", got " +
                        eval::to_string(y));
      }
      if (a.written != b.written) return failed(std::string("after ") + stage + ": other bytes are written");
      for (const std::uint64_t address : a.written)
        if (a.memory[address] != b.memory[address]) return failed(std::string("after ") + stage + ": memory differs");
      if (!std::ranges::includes(a.read, b.read))
        return failed(std::string("after ") + stage + ": other bytes are read");
    }
  }

  std::string name_;
  const TargetFacts& facts_;
  std::mt19937_64 rng_;
  Value entry_, chain_;
  std::vector<Port> inputs_, outputs_;
  std::vector<Value> ends_;
  std::uint32_t next_register_ = 0, next_output_ = 0, next_name_ = 0;
  bool failed_ = false;
};

inline Vt integer_type(std::uint32_t bits, std::uint32_t lanes = 0) { return {VtKind::integer, bits, lanes}; }

/// Spaces with their own offsets' limits, and offsets at and beyond them.
inline std::vector<std::int64_t> offsets_of(const SpaceFacts& space) {
  std::vector<std::int64_t> out{0, 4, -4, 16, 4096, -4096, 1 << 20};
  for (const std::int64_t end : {space.least_offset, space.most_offset})
    for (const std::int64_t by : {-16, -1, 0, 1, 3, 16}) out.push_back(end + by);
  if (space.pointer_bits == 64) out.insert(out.end(), {std::int64_t{1} << 32, -(std::int64_t{5} << 33), 0x7fffffff});
  return out;
}

/// Calls f(case, name) for each block; the case is to be sent its way then.
template <class F>
void far_blocks(const TargetFacts& facts, F&& f) {
  const auto name_of = [](Space s, std::string what) { return std::string(to_string(s)) + ", " + what; };
  const Vt accessed[] = {vt::i8,
                         vt::i16,
                         vt::i32,
                         vt::i64,
                         vt::i128,
                         vt::f32,
                         vt::f64,
                         vt::f16,
                         vt::f32.with_lanes(2),
                         vt::f32.with_lanes(3),
                         vt::f32.with_lanes(4),
                         vt::i8.with_lanes(4),
                         integer_type(24),
                         vt::i64.with_lanes(2)};
  for (const SpaceFacts& space : facts.spaces.rows())
    for (unsigned kind = 0; kind < 4; ++kind)
      for (const std::int64_t by : offsets_of(space)) {
        FarCase c(name_of(space.role, "kind " + std::to_string(kind) + ", offset " + std::to_string(by)), facts,
                  kind * 100 + static_cast<std::uint64_t>(by));
        const Value at = c.offset(c.pointer(space.role, kind), by);
        for (std::size_t i = 0; i < std::size(accessed); ++i) {
          const Vt type = accessed[i];
          const MemInfo m = c.access(type, space.role, by, i % 3 == 2);
          const Value loaded = c.load(type, at, m);
          c.output(loaded);
          if (!space.read_only) {
            const Value back = c.offset(at, 256 + 32 * static_cast<std::int64_t>(i));
            c.store(loaded, back, c.access(type, space.role, std::int64_t{1} << std::countr_zero(m.align)));
          }
        }
        for (const Extend extend : {Extend::zero, Extend::sign}) {
          MemInfo m = c.access(vt::i8, space.role, 1);
          m.extend = extend;
          c.output(c.load(vt::i32, c.offset(at, 3), m));
          c.output(c.load(vt::i64, c.offset(at, 5), m));
        }
        MemInfo narrow = c.access(vt::i16, space.role, by);
        if (!space.read_only) c.store(c.given(vt::i32), c.offset(at, 64), narrow);
        if (!space.read_only) c.store(c.given(vt::i64), c.offset(at, 80), narrow);
        if (by % 4 == 0 && !space.read_only) {
          const MemInfo word = c.access(vt::i32, space.role, 4);
          c.output(c.atomic(Isd::atomic_rmw, RmwOp::add, at, word, {c.given(vt::i32)}));
          c.output(c.atomic(Isd::atomic_rmw, RmwOp::xchg, c.offset(at, 8), word, {c.given(vt::i32)}));
          c.output(c.atomic(Isd::atomic_cmpxchg, RmwOp::xchg, at, word, {c.given(vt::i32), c.given(vt::i32)}));
        }
        c.output(at);  // the pointer is a value, too
        f(c);
      }
  // Pointers as values: compared, chosen, taken apart, made of numbers; and accesses through what comes of it.
  for (unsigned kind = 0; kind < 16; ++kind) {
    FarCase c("pointers as values, " + std::to_string(kind), facts, kind);
    const Value p = c.pointer(Space::global, kind), q = c.offset(c.pointer(Space::global, kind / 4), 48);
    c.output(c.dag.setcc(Cond::eq, p, q));
    c.output(c.dag.setcc(Cond::ult, p, q));
    const Value chosen = c.dag.get(Isd::select, vt::i64, {c.given(vt::i1), p, q});
    c.output(c.load(vt::i32, c.offset(chosen, 12), c.access(vt::i32, Space::global, 4)));
    c.output(c.dag.get(Isd::sub, vt::i64, {p, q}));
    c.output(c.dag.get(Isd::xor_, vt::i64, {p, c.constant(40, vt::i64)}));
    c.output(c.dag.get(Isd::trunc, vt::i32, {q}));
    c.output(c.dag.get(Isd::extract_limb, vt::i32, {p}, {.imm = 1}));
    c.output(c.dag.get(Isd::extract_limb, integer_type(16), {p}, {.imm = 2}));
    c.output(c.dag.get(Isd::zext, vt::i128, {p}));
    c.output(c.dag.get(Isd::bitcast, vt::f64, {q}));
    c.output(c.dag.get(Isd::build_vector, vt::i64.with_lanes(2), {p, q}));
    c.store(p, c.offset(q, 64), c.access(vt::i64, Space::global, 8));
    const Value number = c.constant(0x123450000, vt::i64);
    c.output(c.load(vt::i64, number, c.access(vt::i64, Space::generic, 8)));
    c.store(c.constant(40, vt::i64), c.offset(number, 40), c.access(vt::i64, Space::generic, 8));
    c.output(c.load(vt::f32, c.dag.get(Isd::freeze, vt::i64, {p}), c.access(vt::f32, Space::generic, 4)));
    f(c);
  }
  // Casts to generic, back, and from one space to another by way of it.
  for (const SpaceFacts& space : facts.spaces.rows()) {
    if (space.casts) continue;
    for (unsigned kind = 0; kind < 4; ++kind) {
      FarCase c(name_of(space.role, "cast"), facts, kind);
      const Value near = c.pointer(space.role, kind), far = c.cast(near, space.role, Space::generic);
      c.output(far);
      c.output(c.load(vt::i32, c.offset(far, 40), c.access(vt::i32, Space::generic, 8)));
      const Value back = c.cast(c.offset(far, 64), Space::generic, space.role);
      c.output(back);
      c.output(c.load(vt::i64, back, c.access(vt::i64, space.role, 8)));
      c.output(c.cast(c.given(vt::i64), Space::generic, space.role));
      const Value beyond = c.cast(c.cast(near, space.role, Space::global), Space::global, Space::generic);
      c.output(beyond);
      if (space.role != Space::shared) c.output(c.cast(near, space.role, Space::shared));
      f(c);
    }
  }
}

}  // namespace lathe::codegen::testing
