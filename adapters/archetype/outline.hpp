// The poorest types that satisfy lathe::outline's concepts: what they cannot do, the outliner must not need.
#pragma once

#include <cstddef>
#include <functional>

#include <lathe/outline/apply.hpp>
#include <lathe/outline/concepts.hpp>

#include "adapters/archetype/range.hpp"

namespace archetype {

/// Two blocks of four equal instructions that write one value; handles know nothing but themselves.
struct OutlineProgram {
  struct Block {
    std::uint32_t number;
  };
  struct Inst {
    std::uint32_t number;
  };
  struct Yes {
    operator bool() const { return true; }
  };
  struct Bytes {
    operator std::uint32_t() const { return 8; }
  };
  struct Key {
    operator std::string_view() const { return "nothing"; }
  };
  /// Known by == and std::hash alone.
  struct Value {
    int number = 0;
    friend bool operator==(Value a, Value b) { return a.number == b.number; }
  };
  struct NoValue {
    std::uint32_t number;
    operator Value() const { return {}; }
  };
  struct Operand {
    explicit Operand(std::uint32_t) {}
    Value value, cls;
    Yes is_def;
  };
  struct Function {
    friend Yes operator==(Function, Function) { return {}; }
  };
  using Signature = lathe::outline::Signature<Value>;
  using Place = lathe::outline::Place<Block, Inst>;

  Range<Block> blocks() { return {2}; }
  Range<Inst> insts(Block) { return {4}; }
  Yes legal(Inst) { return {}; }
  Key key(Inst) { return {}; }
  Bytes bytes(Inst) { return {}; }
  Range<Operand> operands(Inst) { return {1}; }
  Range<NoValue> live_out(Block) { return {0}; }
  Function function(Block) { return {}; }
  Bytes call_bytes(const Signature&, const Place&) { return {}; }
  Bytes frame_bytes(const Signature&) { return {}; }

  OutlineProgram() = default;
  OutlineProgram(const OutlineProgram&) = delete;
};

/// Only the two costs.
struct OutlineCosts {
  OutlineProgram::Bytes call_bytes(const lathe::outline::Interface&, const lathe::outline::Site&) { return {}; }
  OutlineProgram::Bytes frame_bytes(const lathe::outline::Interface&) { return {}; }
  OutlineCosts() = default;
  OutlineCosts(const OutlineCosts&) = delete;
};

/// Counts what it is told.
struct OutlineEditor {
  using Site = lathe::outline::site_of_t<OutlineProgram>;
  struct Function {};
  Function create(const lathe::outline::OutlinedFunction&, const Site&) { return {}; }
  void replace(const Site&, Function) {}
  OutlineEditor() = default;
  OutlineEditor(const OutlineEditor&) = delete;
};

}  // namespace archetype

template <>
struct std::hash<archetype::OutlineProgram::Value> {
  std::size_t operator()(archetype::OutlineProgram::Value v) const { return static_cast<std::size_t>(v.number); }
};
static_assert(lathe::outline::explain_outlinable<archetype::OutlineProgram>());
static_assert(lathe::outline::explain_costs<archetype::OutlineCosts>());
static_assert(lathe::outline::explain_editor<archetype::OutlineEditor, archetype::OutlineProgram>());
