// Random DAGs from a string of bytes: the same bytes give the same graph, and any bytes give one.
//
// Arithmetic, bits, comparisons, selects, conversions, floats, vectors, loads and stores; before types are legal on
// i1 to i64 and short vectors, later on legal scalars and packed integers. Each byte decides one thing; when they run
// out, all are 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codegen/combine/combine.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx::test {

class RandomDag {
 public:
  RandomDag(std::span<const std::uint8_t> bytes, CombineLevel level) : bytes_(bytes), level_(level) {}

  void fill(Dag& dag, std::uint32_t nodes) {
    dag_ = &dag;
    const Vt chain = vt::chain;
    chain_ = {dag.add(Isd::entry, {&chain, 1}, {}), 0};
    for (std::uint32_t i = 0; i < 3; ++i)
      for (const Vt t : types())
        pool_.push_back(dag.get(Isd::copy_from_reg, t, {}, {.aux = i * 100 + t.bits() + 7 * t.lanes()}));
    for (std::uint32_t i = 0; i < nodes; ++i) step();
    // Several outputs, so that single uses and shared ones both occur.
    const std::uint32_t outputs = 1 + pick(3);
    for (std::uint32_t i = 0; i < outputs; ++i) {
      const Value v = i == 0 ? pool_.back() : any();
      chain_ = dag.get(Isd::copy_to_reg, vt::chain, {chain_, v}, {.aux = 1000 + i});
    }
    const Value c = find(vt::i1);
    dag.set_root(dag.get(Isd::br_cond, vt::chain, {chain_, c}, {.imm = 1, .aux = 2}));
  }

 private:
  bool early() const { return level_ == CombineLevel::before_types; }
  std::uint32_t pick(std::size_t n) {
    const std::uint8_t byte = at_ < bytes_.size() ? bytes_[at_++] : 0;
    return n < 2 ? 0 : byte % static_cast<std::uint32_t>(n);
  }
  std::vector<Vt> types() const {
    if (!early()) return {vt::i1, vt::i16, vt::i32, vt::i64, vt::f32, vt::f64, vt::v4i8, vt::v2i16};
    const Vt v2i32{VtKind::integer, 32, 2}, v2i8{VtKind::integer, 8, 2}, v2f32 = vt::v2f32;
    return {vt::i1, vt::i8, vt::i16, vt::i32, vt::i64, vt::f32, vt::f64, v2i32, v2i8, v2f32};
  }
  Value any() { return pool_[pool_.size() - 1 - pick(std::min<std::size_t>(pool_.size(), 200))]; }
  Value find(Vt type) {
    const std::uint32_t from = pick(16);
    for (std::size_t i = 0, skipped = 0; i < pool_.size(); ++i) {
      const Value v = pool_[pool_.size() - 1 - i];
      if (dag_->type(v) == type && skipped++ >= from) return v;
    }
    for (std::size_t i = pool_.size(); i-- > 0;)
      if (dag_->type(pool_[i]) == type) return pool_[i];
    return dag_->undef(type);
  }
  Value constant(Vt type) {
    static constexpr std::uint64_t integers[] = {
        0,  1,   2,    3,     4,     7,     8,          15,         16,         24,         31,
        32, 63,  127,  128,   255,   256,   0xffff,     0x7fff,     0x80000000, 0xffffffff, 0xff00,
        10, 100, 1000, ~0ULL, ~1ULL, ~7ULL, 1ULL << 63, 0xfffffffe, 641,        0x10000};
    static constexpr std::uint64_t floats[] = {0,          0x3f800000, 0xbf800000, 0x40000000,
                                               0x3f000000, 0x80000000, 0x40400000, 0x7f800000};
    static constexpr std::uint64_t doubles[] = {
        0,          0x3ff0000000000000, 0xbff0000000000000, 0x4000000000000000, 0x3fe0000000000000,
        1ULL << 63, 0x4008000000000000};
    if (type.element() == vt::f32) return dag_->constant_fp_bits(floats[pick(std::size(floats))], type);
    if (type.element() == vt::f64) return dag_->constant_fp_bits(doubles[pick(std::size(doubles))], type);
    const std::uint64_t number = integers[pick(std::size(integers))];
    if (type.is_vector() && lane_type(type) != type.element()) return splat(dag_->constant(number, vt::i32), type);
    return dag_->constant(number, type);
  }
  /// In what a lane stands: bytes stand in i32 once types are legal.
  Vt lane_type(Vt type) const { return !early() && type.bits() == 8 ? vt::i32 : type.element(); }
  Value splat(Value lane, Vt type) {
    const std::vector<Value> lanes(type.lanes(), lane);
    return dag_->get(Isd::build_vector, type, lanes);
  }
  Value value(Vt type) { return pick(4) == 0 ? constant(type) : find(type); }
  std::uint16_t flags(std::uint16_t allowed) {
    static constexpr std::uint16_t sets[] = {
        0, 0, flag::nsw, flag::nuw, flag::nsw | flag::nuw, flag::exact, flag::disjoint, flag::nsz};
    return sets[pick(std::size(sets))] & allowed;
  }
  void push(Value v) { pool_.push_back(v); }

  void step() {
    const std::vector<Vt> all = types();
    const Vt t = all[pick(all.size())];
    if (!early() && t.is_vector()) return packed(t);
    if (t.is_integer() && !t.is_vector() && t.bits() > 1 && pick(5) == 0) return bits(t);
    switch (pick(t.is_float() ? 8 : 14)) {
      case 0:
      case 1:
        return compare(t);
      case 2:
        return choose(t);
      case 3:
        return convert(t);
      case 4:
        return memory(t);
      default:
        return t.is_float() ? real(t) : integer(t);
    }
  }
  void compare(Vt t) {
    static constexpr Cond integers[] = {Cond::eq,  Cond::ne,  Cond::slt, Cond::sle, Cond::sgt,
                                        Cond::sge, Cond::ult, Cond::ule, Cond::ugt, Cond::uge};
    const Cond cond = t.is_float() ? static_cast<Cond>(pick(16)) : integers[pick(std::size(integers))];
    push(dag_->setcc(cond, value(t), value(t)));
  }
  void choose(Vt t) {
    const Vt bit = pick(2) != 0 ? Vt{VtKind::integer, 1, t.lanes()} : vt::i1;
    push(dag_->get(Isd::select, t, {find(bit), value(t), value(t)}));
  }
  void integer(Vt t) {
    static constexpr Isd plain[] = {Isd::add,   Isd::sub,      Isd::mul,      Isd::and_,     Isd::or_,
                                    Isd::xor_,  Isd::smin,     Isd::smax,     Isd::umin,     Isd::umax,
                                    Isd::sdiv,  Isd::udiv,     Isd::srem,     Isd::urem,     Isd::mulhs,
                                    Isd::mulhu, Isd::uadd_sat, Isd::usub_sat, Isd::sadd_sat, Isd::ssub_sat};
    static constexpr Isd one[] = {Isd::ctpop, Isd::ctlz, Isd::cttz, Isd::abs, Isd::freeze};
    const std::uint32_t kind = pick(t.bits() == 1 ? 3 : 10);
    if (kind < 3) return push(dag_->get(plain[pick(6)], t, {value(t), value(t)}, {}, flags(0)));
    if (kind < 5) {
      const Isd op = plain[pick(std::size(plain))];
      const std::uint16_t allowed = op == Isd::add || op == Isd::sub || op == Isd::mul ? flag::nsw | flag::nuw
                                    : op == Isd::or_                                   ? flag::disjoint
                                    : op == Isd::sdiv || op == Isd::udiv               ? flag::exact
                                                                                       : 0;
      return push(dag_->get(op, t, {value(t), value(t)}, {}, flags(allowed)));
    }
    if (kind == 5) return push(dag_->get(one[pick(std::size(one))], t, {value(t)}, {.imm = 0}));
    if (kind == 6 && !t.is_vector()) {
      static constexpr Isd overflow[] = {Isd::sadd_o, Isd::uadd_o, Isd::ssub_o, Isd::usub_o, Isd::smul_o, Isd::umul_o};
      const Vt results[] = {t, vt::i1};
      const Value operands[] = {value(t), value(t)};
      const NodeId both = dag_->add(overflow[pick(std::size(overflow))], results, operands);
      push({both, 0});
      return push({both, 1});
    }
    shift(t);
  }
  // A few operations with constants, each with one user: masks, shifts, extensions of parts. Then something asks for
  // some of the bits.
  void bits(Vt t) {
    Value x = value(t);
    const std::uint32_t steps = 1 + pick(5);
    for (std::uint32_t i = 0; i < steps; ++i) {
      static constexpr Isd logic[] = {Isd::and_, Isd::or_, Isd::xor_, Isd::add, Isd::sub, Isd::mul};
      static constexpr Isd shifts[] = {Isd::shl, Isd::srl, Isd::sra, Isd::rotl};
      const Vt amount = early() ? t : vt::i32;
      switch (pick(6)) {
        case 0:
          x = dag_->get(logic[pick(std::size(logic))], t, {x, find(t)});
          break;
        case 1:
        case 2:
          x = dag_->get(logic[pick(std::size(logic))], t, {x, constant(t)}, {}, flags(flag::nsw));
          break;
        case 3:
          x = dag_->get(shifts[pick(early() || t == vt::i32 ? 4 : 3)], t, {x, dag_->constant(pick(t.bits()), amount)});
          break;
        case 4:
          x = part(x, t);
          break;
        default:
          x = dag_->get(Isd::select, t, {find(vt::i1), x, value(t)});
      }
    }
    push(x);
    if (pick(2) != 0 && t.bits() > 16) push(dag_->get(Isd::trunc, t.with_bits(t.bits() / 2), {x}));
  }
  Value part(Value x, Vt t) {
    static constexpr Isd ops[] = {Isd::zext, Isd::sext, Isd::anyext};
    if (t.bits() <= 16 || pick(3) == 0)
      return t.bits() > 8 ? dag_->get(Isd::sext_inreg, t, {x}, {.imm = t.bits() > 16 && pick(2) != 0 ? 16U : 8U}) : x;
    if (t == vt::i32 && level_ == CombineLevel::after_operations && pick(2) != 0) {
      if (pick(2) != 0)
        return dag_->get(Isd::prmt, t, {x, find(t), dag_->constant(pick(256) << 8 | pick(256), vt::i32)});
      return dag_->get(pick(2) != 0 ? Isd::bfe_u : Isd::bfe_s, t,
                       {x, dag_->constant(pick(32), vt::i32), dag_->constant(pick(33), vt::i32)});
    }
    return dag_->get(ops[pick(3)], t, {dag_->get(Isd::trunc, t.with_bits(t.bits() / 2), {x})});
  }
  void shift(Vt t) {
    static constexpr Isd ops[] = {Isd::shl, Isd::srl, Isd::sra, Isd::rotl, Isd::rotr};
    const std::uint32_t which = pick(early() ? 5 : 3);
    const Vt amount_type = early() ? t : vt::i32;
    const Value amount = pick(4) != 0 ? dag_->constant(pick(t.bits()), amount_type) : value(amount_type);
    const std::uint16_t allowed = which == 0 ? flag::nsw | flag::nuw : which < 3 ? flag::exact : 0;
    if (pick(8) == 0 && (t == vt::i32 || (early() && !t.is_vector())))
      return push(dag_->get(pick(2) != 0 ? Isd::fshl : Isd::fshr, t, {value(t), value(t), amount}));
    if (pick(8) == 0 && !t.is_vector() && t.bits() >= 16) {
      const std::uint32_t width = pick(2) != 0 ? 8 : t.bits() / 2;
      return push(dag_->get(Isd::sext_inreg, t, {value(t)}, {.imm = width}));
    }
    push(dag_->get(ops[which], t, {value(t), amount}, {}, flags(allowed)));
  }
  void real(Vt t) {
    static constexpr Isd two[] = {Isd::fadd,    Isd::fsub,    Isd::fmul,     Isd::fdiv,
                                  Isd::fminnum, Isd::fmaxnum, Isd::fcopysign};
    static constexpr Isd one[] = {Isd::fneg, Isd::fabs, Isd::fneg, Isd::ffloor};
    const std::uint16_t f = pick(4) == 0 ? flag::nsz : 0;
    switch (pick(4)) {
      case 0:
        return push(dag_->get(one[pick(std::size(one))], t, {value(t)}, {}, 0));
      case 1:
        return push(dag_->get(Isd::fma, t, {value(t), value(t), value(t)}, {}, f));
      default:
        return push(dag_->get(two[pick(std::size(two))], t, {value(t), value(t)}, {}, f));
    }
  }
  void convert(Vt t) {
    if (t.is_vector()) return vector(t);
    const std::vector<Vt> all = types();
    const Vt from = all[pick(all.size())];
    if (from.is_vector()) return early() ? vector(from) : packed(from);
    if (t.is_float()) {
      if (from.is_float() && from != t)
        return push(dag_->get(from.bits() < t.bits() ? Isd::fp_ext : Isd::fp_trunc, t, {value(from)}));
      if (from.is_float()) return push(dag_->get(Isd::bitcast, t.as_integer(), {value(t)}));
      if (from.bits() == t.bits() && pick(2) != 0) return push(dag_->get(Isd::bitcast, t, {value(from)}));
      return push(dag_->get(pick(2) != 0 ? Isd::si_to_fp : Isd::ui_to_fp, t, {value(from)}));
    }
    if (from.is_float()) return push(dag_->get(pick(2) != 0 ? Isd::fp_to_si : Isd::fp_to_ui, t, {value(from)}));
    if (from.bits() > t.bits()) {
      const std::uint16_t f = pick(8) == 0 ? flag::nuw : pick(8) == 0 ? flag::nsw : 0;
      return push(dag_->get(Isd::trunc, t, {value(from)}, {}, f));
    }
    if (from.bits() == t.bits()) return integer(t);
    static constexpr Isd ops[] = {Isd::zext, Isd::sext, Isd::anyext};
    const std::uint32_t which = pick(8) == 0 ? 2 : pick(2);
    push(dag_->get(ops[which], t, {value(from)}, {}, which == 0 && pick(4) == 0 ? flag::nneg : 0));
  }
  void vector(Vt t) {
    if (!early()) return;
    const Vt e = t.element();
    switch (pick(4)) {
      case 0:
        return push(dag_->get(Isd::build_vector, t, {value(e), value(e)}));
      case 1:
        return push(dag_->get(Isd::extract_element, e,
                              {value(t), pick(4) != 0 ? dag_->constant(pick(2), vt::i32) : value(vt::i32)}));
      case 2:
        return push(dag_->get(Isd::insert_element, t, {value(t), value(e), dag_->constant(pick(2), vt::i32)}));
      default: {
        const std::int32_t mask[] = {static_cast<std::int32_t>(pick(5)) - 1, static_cast<std::int32_t>(pick(5)) - 1};
        return push(dag_->get(Isd::shuffle, t, {value(t), value(t)}, {.aux = dag_->mask_index(mask)}));
      }
    }
  }
  // Legal vectors of integers: what legalization leaves of them.
  void packed(Vt t) {
    static constexpr Isd logic[] = {Isd::and_, Isd::or_, Isd::xor_};
    const Vt e = lane_type(t);
    switch (pick(8)) {
      case 0: {
        std::vector<Value> lanes;
        for (std::uint32_t i = 0; i < t.lanes(); ++i) lanes.push_back(value(e));
        return push(dag_->get(Isd::build_vector, t, lanes));
      }
      case 1:
        return push(dag_->get(Isd::extract_element, e, {value(t), dag_->constant(pick(t.lanes()), vt::i32)}));
      case 2:
        return push(dag_->get(Isd::insert_element, t, {value(t), value(e), dag_->constant(pick(t.lanes()), vt::i32)}));
      case 3:
        return push(dag_->get(Isd::bitcast, vt::i32, {value(t)}));
      case 4:
        return push(dag_->get(Isd::bitcast, t, {value(vt::i32)}));
      case 5:
        return push(dag_->get(Isd::select, t, {find(vt::i1), value(t), value(t)}));
      default:
        return push(dag_->get(logic[pick(3)], t, {value(t), value(t)}));
    }
  }
  void memory(Vt t) {
    if (t.is_vector() || t.bits() == 1) return;
    Value address = find(vt::i64);
    if (pick(2) != 0) address = dag_->get(Isd::add, vt::i64, {address, dag_->constant(pick(16) * 4, vt::i64)});
    MemInfo m{.type = t, .align = t.element_bytes()};
    m.space = Space::global;
    if (pick(3) == 0) {
      const Value operands[] = {chain_, value(t), address};
      if (t.is_integer() && t.bits() > 8 && pick(3) == 0) m.type = t.with_bits(t.bits() / 2);
      chain_ = dag_->get(Isd::store, vt::chain, operands, {.aux = dag_->memory_index(m)});
      return;
    }
    if (t.is_integer() && t.bits() > 8 && pick(2) == 0) {
      m.type = t.with_bits(t.bits() / 2);
      m.extend = static_cast<Extend>(1 + pick(3));
    }
    const Vt results[] = {t, vt::chain};
    const Value operands[] = {chain_, address};
    const NodeId load = dag_->add(Isd::load, results, operands, {.aux = dag_->memory_index(m)});
    push({load, 0});
    if (pick(2) != 0) chain_ = dag_->get(Isd::token_factor, vt::chain, {chain_, Value{load, 1}});
  }

  std::span<const std::uint8_t> bytes_;
  CombineLevel level_;
  std::size_t at_ = 0;
  Dag* dag_ = nullptr;
  Value chain_;
  std::vector<Value> pool_;
};

}  // namespace lathe::nvptx::test
