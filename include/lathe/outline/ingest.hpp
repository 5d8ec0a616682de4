// From the user's program to the outliner's problem. The only part, with apply, that is a template over the user's IR.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/outline/concepts.hpp>
#include <lathe/outline/problem.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::outline {

/// A problem, and what its numbers are in the user's program.
template <class P>
struct Ingested {
  Problem problem;
  std::vector<block_of_t<P>> blocks;   ///< by number
  std::vector<inst_of_t<P>> insts;     ///< by number, of all blocks
  std::vector<value_of_t<P>> values;   ///< by number
  std::vector<class_of_t<P>> classes;  ///< by number
};

namespace detail {

template <class P>
class Ingest {
 public:
  explicit Ingest(P& program) : program_(program) {}

  Ingested<P> run() {
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
      for (auto&& value : program_.live_out(block)) out_.live.push_back(number(static_cast<Value>(value)));
      b.live_count = static_cast<std::uint32_t>(out_.live.size()) - b.first_live;
      out_.blocks.push_back(b);
      in_.blocks.push_back(block);
    }
    out_.values = static_cast<std::uint32_t>(in_.values.size());
    if constexpr (requires { program_.images(); }) out_.images = program_.images();
    return std::move(in_);
  }

 private:
  using Value = value_of_t<P>;
  using FunctionId = std::remove_cvref_t<decltype(std::declval<P&>().function(std::declval<const block_of_t<P>&>()))>;

  template <class Block>
  void function(const Block& block) {
    const auto f = program_.function(block);
    if (last_ && f == *last_) return;
    last_.emplace(f);
    values_ = {};  // values belong to a function
    first_value_ = static_cast<std::uint32_t>(in_.values.size());
    Problem::Function fresh;
    if constexpr (requires { std::string(program_.name(f)); })
      fresh.name = std::string(program_.name(f));
    else
      fresh.name = "f" + std::to_string(out_.functions.size());
    if constexpr (requires { program_.linkonce(block); }) fresh.linkonce = program_.linkonce(block);
    if constexpr (requires { program_.should_outline_from(block); })
      fresh.unwanted = !program_.should_outline_from(block);
    if constexpr (requires { program_.safe_to_outline_from(block); })
      fresh.unsafe = !program_.safe_to_outline_from(block);
    if constexpr (requires { program_.images(block); })
      for (const std::uint32_t image : program_.images(block)) fresh.images.push_back(image);
    out_.functions.push_back(fresh);
  }

  template <class Inst>
  void add(const Inst& inst) {
    Problem::Inst i;
    i.legal = program_.legal(inst);
    i.bytes = program_.bytes(inst);
    if constexpr (requires { program_.fused(inst); }) i.fused = program_.fused(inst);
    i.key = key(program_.key(inst));
    i.first = static_cast<std::uint32_t>(out_.operands.size());
    for (auto&& operand : program_.operands(inst))
      out_.operands.push_back({number(operand.value), type(operand.cls), static_cast<bool>(operand.is_def)});
    i.count = static_cast<std::uint32_t>(out_.operands.size()) - i.first;
    out_.insts.push_back(i);
    in_.insts.push_back(inst);
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
  std::uint32_t number(const Value& value) {
    const std::uint32_t at = first_value_ + values_.add(value);
    if (at == in_.values.size()) in_.values.push_back(value);
    return at;
  }
  std::uint16_t type(const class_of_t<P>& cls) {
    const std::uint32_t at = classes_.add(cls);
    if (at == in_.classes.size()) {
      Problem::Class fresh;
      if constexpr (requires { program_.class_name(cls); })
        fresh.name = std::string(program_.class_name(cls));
      else
        fresh.name = "c" + std::to_string(at);
      if constexpr (requires { program_.class_passable(cls); }) fresh.passable = program_.class_passable(cls);
      out_.classes.push_back(fresh);
      in_.classes.push_back(cls);
    }
    return static_cast<std::uint16_t>(at);
  }

  P& program_;
  Ingested<P> in_;
  Problem& out_ = in_.problem;
  std::optional<FunctionId> last_;
  std::uint32_t first_value_ = 0;  // of the function
  program::Handles<Value> values_;
  program::Handles<class_of_t<P>> classes_;
  // Looked up only, never walked.
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::string, std::uint32_t> texts_;
};

}  // namespace detail

/// The problem of a program, an Ingested<P>: instruction i of the problem is the i-th of the walk over blocks() and
/// insts(). Values and classes are numbered in the order in which they are met. O(size) expected.
template <class P>
auto ingest(P& program) {
#include <lathe/outline/outlinable.def>
  if constexpr (Outlinable<P>) return detail::Ingest<P>(program).run();
}

/// Costs of a problem, as the program that it was made from tells them of its own handles. Both outlive it.
template <class P>
class CostsOf {
 public:
  CostsOf(P& program, const Ingested<P>& in) : program_(program), in_(in) {}  ///< Both outlive it.
  /// Planner and checker say so: sites are now those of this round, from 0.
  void round(std::uint32_t number) { round_ = number; }
  /// The program's answer: bytes of a call at the site.
  std::uint32_t call_bytes(const Interface& i, const Site& s) const {
    return program_.call_bytes(signature(i), place(s));
  }
  /// The program's answer: bytes of the function beside its body.
  std::uint32_t frame_bytes(const Interface& i) const { return program_.frame_bytes(signature(i)); }
  /// The program's answer: may the site become a call of such a function?
  bool may_outline(const Interface& i, const Site& s) const
    requires requires(P& p, const signature_of_t<P>& x, const place_of_t<P>& y) { p.may_outline(x, y); }
  {
    return program_.may_outline(signature(i), place(s));
  }
  /// The program's answer: no call is smaller than this.
  std::uint32_t least_call_bytes() const
    requires requires(P& p) { p.least_call_bytes(); }
  {
    return program_.least_call_bytes();
  }

 private:
  signature_of_t<P> signature(const Interface& i) const {
    return {i.length, i.bytes, {i.parameters, in_.classes}, {i.results, in_.classes}};
  }
  place_of_t<P> place(const Site& s) const {
    if (round_ != 0) return {};
    return {&in_.blocks[s.block], &in_.insts[s.first]};
  }

  P& program_;
  const Ingested<P>& in_;
  std::uint32_t round_ = 0;
};

}  // namespace lathe::outline
