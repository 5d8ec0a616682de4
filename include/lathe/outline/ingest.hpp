// From the user's program to the outliner's problem. The only part, with apply, that is a template over the user's IR.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include <lathe/outline/concepts.hpp>
#include <lathe/outline/problem.hpp>

namespace lathe::outline {

namespace detail {

template <class P>
auto function_of_first(P& program) {
  if constexpr (requires(const block_of_t<P>& b) { program.function(b); })
    return program.function(*program.blocks().begin());
  else
    return 0;
}
template <class P>
using FunctionId = decltype(function_of_first(std::declval<P&>()));

template <class P>
class Ingest {
 public:
  explicit Ingest(P& program) : program_(program) {}

  Problem run() {
    for (auto&& block : program_.blocks()) {
      function(block);
      Problem::Block b;
      b.function = static_cast<std::uint32_t>(out_.functions.size() - 1);
      b.first = static_cast<std::uint32_t>(out_.insts.size());
      if constexpr (requires { program_.weight(block); }) b.weight = program_.weight(block);
      if constexpr (requires { program_.no_outline(block); }) b.no_outline = program_.no_outline(block);
      for (auto&& inst : program_.insts(block)) add(inst);
      b.count = static_cast<std::uint32_t>(out_.insts.size()) - b.first;
      b.first_live = static_cast<std::uint32_t>(out_.live.size());
      if constexpr (requires { program_.live_out(block); })
        for (auto&& value : program_.live_out(block)) out_.live.push_back(number(value));
      b.live_count = static_cast<std::uint32_t>(out_.live.size()) - b.first_live;
      out_.blocks.push_back(b);
    }
    out_.values = next_value_;
    return std::move(out_);
  }

 private:
  template <class Block>
  void function(const Block& block) {
    if constexpr (requires { program_.function(block); }) {
      const auto f = program_.function(block);
      if (last_ && f == *last_) return;
      last_.emplace(f);
      values_.clear();  // values belong to a function
    }
    if (any_ && !requires { program_.function(block); }) return;
    any_ = true;
    Problem::Function fresh;
    if constexpr (requires { std::string(program_.name(program_.function(block))); })
      fresh.name = std::string(program_.name(program_.function(block)));
    else
      fresh.name = "f" + std::to_string(out_.functions.size());
    if constexpr (requires { program_.linkonce(block); }) fresh.linkonce = program_.linkonce(block);
    out_.functions.push_back(fresh);
  }

  template <class Inst>
  void add(const Inst& inst) {
    Problem::Inst i;
    i.legal = program_.legal(inst);
    i.bytes = program_.bytes(inst);
    i.key = key(program_.key(inst));
    i.first = static_cast<std::uint32_t>(out_.operands.size());
    if constexpr (requires { program_.operands(inst); })
      for (auto&& operand : program_.operands(inst))
        out_.operands.push_back({number(operand.value), type(operand.cls), static_cast<bool>(operand.is_def)});
    i.count = static_cast<std::uint32_t>(out_.operands.size()) - i.first;
    out_.insts.push_back(i);
  }

  template <class Key>
  std::uint32_t key(const Key& key) {
    if constexpr (std::unsigned_integral<Key>) {
      const auto [at, added] = numbers_.emplace(key, static_cast<std::uint32_t>(out_.keys.size()));
      if (added) out_.keys.push_back("k" + std::to_string(key));
      return at->second;
    } else {
      const auto [at, added] =
          texts_.emplace(std::string(std::string_view(key)), static_cast<std::uint32_t>(out_.keys.size()));
      if (added) out_.keys.push_back(at->first);
      return at->second;
    }
  }
  template <class V>
  std::uint32_t number(const V& value) {
    const auto [at, added] = values_.emplace(static_cast<std::uint64_t>(value), next_value_);
    if (added) ++next_value_;
    return at->second;
  }
  template <class C>
  std::uint16_t type(const C& cls) {
    const auto [at, added] =
        classes_.emplace(static_cast<std::uint64_t>(cls), static_cast<std::uint16_t>(out_.classes.size()));
    if (added) {
      Problem::Class fresh;
      if constexpr (requires { program_.class_name(cls); })
        fresh.name = std::string(program_.class_name(cls));
      else
        fresh.name = "c" + std::to_string(at->first);
      if constexpr (requires { program_.class_passable(cls); }) fresh.passable = program_.class_passable(cls);
      out_.classes.push_back(fresh);
    }
    return at->second;
  }

  P& program_;
  Problem out_;
  std::optional<FunctionId<P>> last_;
  bool any_ = false;
  std::uint32_t next_value_ = 0;
  // Looked up only, never walked.
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_, values_;
  std::unordered_map<std::string, std::uint32_t> texts_;
  std::map<std::uint64_t, std::uint16_t> classes_;
};

}  // namespace detail

/// The problem of a program: instruction i of the problem is the i-th of the walk over blocks() and insts(). Values and
/// classes are numbered in the order in which they are met. O(size) expected.
template <class P>
Problem ingest(P& program) {
  static_assert(explain_program<P>());
  return detail::Ingest<P>(program).run();
}

}  // namespace lathe::outline
