// The user's values under the names of an expansion: what an editor (expand/apply.hpp) asks when it writes an instance.
//
//   const auto in = modulo::ingest_with_values(loop);
//   modulo::NamedRegisters<Register> names(in, expansion, [&](Register like) { return another(like); });
//   void run(inst, offset, defs, reads)      // of the editor: each register r that the instruction reads or writes
//     ... names.read(inst, r, reads), names.written(inst, r, defs)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/expand/apply.hpp>
#include <lathe/modulo/ingest.hpp>

namespace lathe::modulo {

/// Names by the user's handles, which are found by ==. O(values + edges) to make, O(operands of an instruction) to ask.
template <class Value>
class ValueNames {
 public:
  /// Reads the problem's values and edges, and keeps their handles. O(values + edges).
  explicit ValueNames(const Ingested<Value>& in) : defs_(in.problem.size()), reads_(in.problem.size()) {
    for (std::size_t v = 0; v < in.values.size(); ++v) defs_[in.problem.values[v].def].push_back(in.values[v]);
    for (const Edge& e : in.problem.edges)
      if (e.value != none) reads_[e.to].push_back(in.values[e.value]);
  }
  /// What the instruction defines, in the order of an instance's names.
  const std::vector<Value>& defs(std::uint32_t inst) const { return defs_[inst]; }
  /// The name in the place of `v`, which the instruction reads; none: no edge carries it, it is the same in every
  /// iteration.
  std::uint32_t read(std::uint32_t inst, const Value& v, NameSpan names) const { return find(reads_[inst], v, names); }
  /// The name in the place of `v`, which the instruction writes.
  std::uint32_t written(std::uint32_t inst, const Value& v, NameSpan names) const {
    return find(defs_[inst], v, names);
  }

 private:
  static std::uint32_t find(const std::vector<Value>& in, const Value& v, NameSpan names) {
    const auto at = static_cast<std::size_t>(std::find(in.begin(), in.end(), v) - in.begin());
    return at == in.size() ? none : names[at];
  }

  std::vector<std::vector<Value>> defs_;   // per instruction
  std::vector<std::vector<Value>> reads_;  // per instruction, of the data edges that end in it
};

/// A register for each name, where the user's values are registers: homes are these themselves, `fresh(like)` makes the
/// others, in the order of names.
template <class Value>
class NamedRegisters : private ValueNames<Value> {
 public:
  /// Calls fresh(like) once for each name that is no home, in order of names.
  template <class Fresh>
  NamedRegisters(const Ingested<Value>& in, const Expansion& e, Fresh&& fresh) : ValueNames<Value>(in) {
    registers_.reserve(e.names.size());
    for (const Name& n : e.names)
      registers_.push_back(n.kind == NameKind::home ? in.values[n.value] : fresh(in.values[n.value]));
  }
  using ValueNames<Value>::defs;
  const Value& operator[](std::uint32_t name) const { return registers_[name]; }
  /// What stands for `v`: itself where there is no name for it.
  Value read(std::uint32_t inst, const Value& v, NameSpan names) const {
    return of(ValueNames<Value>::read(inst, v, names), v);
  }
  /// What stands for `v`, which the instruction writes: itself where there is no name for it.
  Value written(std::uint32_t inst, const Value& v, NameSpan names) const {
    return of(ValueNames<Value>::written(inst, v, names), v);
  }
  /// A name for one more register, as ExpansionEditor::temporary wants it.
  std::uint32_t add(const Value& v) {
    registers_.push_back(v);
    return static_cast<std::uint32_t>(registers_.size() - 1);
  }

 private:
  Value of(std::uint32_t name, const Value& v) const { return name == none ? v : registers_[name]; }

  std::vector<Value> registers_;
};

}  // namespace lathe::modulo
