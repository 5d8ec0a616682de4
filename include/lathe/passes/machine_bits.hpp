// Known and demanded bits of machine code: a bits::DemandSource over what a client says that its instructions compute
// (operations.hpp). The client says besides, as optional members:
//
//   optional<bits::Operation<>> bits(const MachineOperation<Value>&) const;  // by bits' names; operands in their order
//   bits::KnownBits<> known(Inst) const;         // of the result of what is no such operation: loads, identities
//   uint64_t demanded(Inst, Value) const;        // bits that such an instruction looks at; all: not known
//
// Without `bits` nothing is known. Facts are asked for only where a value has one definition that is passed before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <lathe/bits.hpp>
#include <lathe/passes/operations.hpp>

namespace lathe::passes {

/// Refers to `operations`.
template <Editor P, class M>
class MachineBits {
  using Ops = Operations<P, M>;

 public:
  using Value = value_t<P>;                          ///< as the View names values
  using User = inst_t<P>;                            ///< instructions are who uses them
  using Fact = bits::Fact<std::uint64_t>;            ///< facts of 64-bit words
  using Known = bits::KnownBits<std::uint64_t>;      ///< known bits of 64-bit words
  using Operation = typename Ops::Operation;         ///< as the Machine reads instructions
  static constexpr std::uint32_t most_operands = 4;  ///< operations with more are not looked into

  explicit MachineBits(Ops& operations) : ops_(operations) {}  ///< It outlives it.

  // ---- bits::Source

  /// The value's number in Known, a new one where it has none.
  std::uint32_t index(const Value& v) const { return ops_.known.values.add(v); }
  /// Bits of its type; 0: no value for the engine.
  unsigned width(const Value& v) const {
    if (!nameable(ops_.code(), v)) return 0;
    const std::uint32_t type = ops_.machine().type(v);
    return type == none ? 0 : ops_.machine().width(type);
  }
  /// By its one definition; unknown where there are several, or somebody else may write it.
  template <class Ask>
  Fact fact(const Value& v, Ask ask) const {
    const unsigned w = width(v);
    const auto def = ops_.uses.only_def(v);
    if (!def || pinned(ops_.code(), v)) return Fact::unknown(w);
    if (const auto bits = ops_.literal(*def)) return Fact::of(Known::constant(*bits & low(w), w));
    const Standing& there = ops_.places.of(*def);
    const auto settled = [&](const Value& x, const Standing& at) { return ops_.places.settled(x, at); };
    if (const auto copy = whole_copy(ops_.code(), *def))
      return settled(copy->from, there) && width(copy->from) == w ? ask(copy->from) : Fact::unknown(w);
    if (ops_.code().effects(*def).has(Effect::phi)) return of_phi(*def, w, ask);
    const Operation* const o = ops_.read(*def);
    if (o != nullptr && ops_.machine().width(o->type) == w)
      if (const auto told = of_operation(*o, [&](const auto& x) {
            return settled(x.value, there) && width(x.value) == ops_.machine().width(x.type)
                       ? ask(x.value)
                       : Fact::unknown(ops_.machine().width(x.type));
          }))
        return *told;
    if constexpr (requires { ops_.machine().known(*def); })
      if (const Known k = ops_.machine().known(*def); k.width == w) return Fact::of(k);
    return Fact::unknown(w);
  }

  // ---- bits::DemandSource

  /// Is it read by somebody who is no instruction, or written more than once? All its bits matter then.
  bool escapes(const Value& v) const {
    return ops_.live_out.has(v) || pinned(ops_.code(), v) || ops_.uses.defs(v) != 1;
  }
  /// f(Inst, operand number) for each operand that reads the value.
  template <class F>
  void for_each_user(const Value& v, F&& f) const {
    ops_.uses.for_each_use(v, [&](const User& i, std::uint32_t k) { f(i, k); });
  }
  /// Bits of the k-th operand that matter; all where nobody looks into the instruction.
  template <class Demanded, class Ask>
  std::uint64_t demand(const User& i, std::uint32_t k, Demanded demanded, Ask ask) const {
    const std::optional<Value> v = mentioned(i, k);
    if (!v) return ~std::uint64_t{0};
    const auto of = [&](const Value& result) { return width(result) == width(*v) ? demanded(result) : all; };
    if (ops_.code().effects(i).has(Effect::phi)) return of(result_of(ops_.code(), i));
    if (const auto copy = whole_copy(ops_.code(), i)) return of(copy->to);
    const Operation* const o = ops_.read(i);
    if (o == nullptr) {
      if constexpr (requires { ops_.machine().demanded(i, *v); })
        return ops_.machine().demanded(i, *v);
      else
        return all;
    }
    return of_operation_demand(*o, i, *v, demanded, ask);
  }

  /// What the engines know of an operand as it is read.
  static std::uint64_t low(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }
  /// The operation by bits' names, with the widths of its operands; nothing where it has no such name.
  std::optional<bits::Operation<>> named(const Operation& o) const {
    if constexpr (requires { ops_.machine().bits(o); }) {
      if (o.operands.size() > most_operands) return {};
      const std::optional<bits::Operation<>> out = ops_.machine().bits(o);
      std::array<unsigned, most_operands> widths{};
      for (std::size_t k = 0; k < o.operands.size(); ++k) widths[k] = ops_.machine().width(o.operands[k].type);
      if (!out || bits::misfit(*out, std::span<const unsigned>(widths.data(), o.operands.size())) != nullptr) return {};
      return out;
    } else {
      return {};
    }
  }

 private:
  static constexpr std::uint64_t all = ~std::uint64_t{0};

  template <class Ask>
  Fact of_phi(const User& phi, unsigned w, Ask ask) const {
    std::optional<Fact> out;
    bool fine = false;
    if constexpr (Facts(P::facts).has(program::Fact::incoming)) {
      fine = true;
      ops_.code().for_each_incoming(phi, [&](const block_t<P>& from, const Value& v) {
        const Standing end{ops_.known.blocks.find(from), ~std::uint64_t{0}};  // a parameter may be written behind it
        fine = fine && nameable(ops_.code(), v) && width(v) == w && ops_.places.settled(v, end);
        if (!fine) return;
        const Fact f = ask(v);
        out = out ? bits::join(*out, f) : f;
      });
    }
    return fine && out ? *out : Fact::unknown(w);
  }
  template <class OfOperand>
  std::optional<Fact> of_operation(const Operation& o, OfOperand of) const {
    const auto operation = named(o);
    if (!operation) return {};
    std::array<Fact, most_operands> x;
    for (std::size_t k = 0; k < o.operands.size(); ++k) {
      const auto& operand = o.operands[k];
      const unsigned w = ops_.machine().width(operand.type);
      x[k] = operand.literal ? Fact::of(Known::constant(operand.bits & low(w), w)) : of(operand);
      if (x[k].known.width != w) x[k] = Fact::unknown(w);
    }
    return bits::transfer(*operation, std::span<const Fact>(x.data(), o.operands.size()));
  }
  template <class Demanded, class Ask>
  std::uint64_t of_operation_demand(const Operation& o, const User& i, const Value& v, Demanded demanded,
                                    Ask ask) const {
    const auto operation = named(o);
    const Value result = result_of(ops_.code(), i);
    if (!operation || width(result) != operation->width) return all;
    std::array<Known, most_operands> x;
    const Standing& here = ops_.places.of(i);
    for (std::size_t k = 0; k < o.operands.size(); ++k) {
      const auto& operand = o.operands[k];
      const unsigned w = ops_.machine().width(operand.type);
      x[k] = operand.literal ? Known::constant(operand.bits & low(w), w) : Known::unknown(w);
      if (!operand.literal && width(operand.value) == w && ops_.places.settled(operand.value, here))
        x[k] = ask(operand.value).known;
      if (x[k].width != w) x[k] = Known::unknown(w);
    }
    const std::uint64_t wanted = demanded(result);
    std::uint64_t out = 0;
    for (std::size_t k = 0; k < o.operands.size(); ++k)
      if (!o.operands[k].literal && o.operands[k].value == v)
        out |= bits::demand(*operation, static_cast<unsigned>(k), wanted,
                            std::span<const Known>(x.data(), o.operands.size()));
    return out;
  }
  std::optional<Value> mentioned(const User& i, std::uint32_t k) const {
    std::optional<Value> out;
    std::uint32_t at = 0;
    ops_.code().for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (at++ == k) out = o.value;
    });
    if constexpr (Facts(P::facts).has(program::Fact::incoming))
      ops_.code().for_each_incoming(i, [&](const block_t<P>&, const Value& v) {
        if (at++ == k) out = v;
      });
    return out;
  }

  Ops& ops_;
};

}  // namespace lathe::passes
