// Dead code: unreachable blocks, then instructions whose results nobody needs, cycles of phis included.
//
// The algorithm is lathe::opt::live_instructions; what may go is said by the effects.
// Needs: a code.hpp client. Cost: linear in operands.
#pragma once

#include <cstdint>
#include <vector>

#include <lathe/opt/dead_code.hpp>

#include "codegen/passes/flow.hpp"

namespace lathe::codegen::passes {

namespace detail {

/// opt::DeadCodeProgram of any client. Instructions are numbered in the order of the blocks; behind them, where the View
/// names what is live at the ends of blocks, a root that needs all of that.
template <View P>
class DeadCode {
 public:
  explicit DeadCode(const P& code) : code_(code), values_(code) {
    std::size_t count = 0;
    for (auto&& b : code.blocks())
      if constexpr (requires { code.instructions(b).size(); }) count += code.instructions(b).size();
    insts_.reserve(count);
    for (auto&& b : code.blocks())
      for (auto&& i : code.instructions(b)) insts_.push_back(i);
  }
  std::uint32_t instruction_count() const { return size() + (reads_at_ends ? 1 : 0); }
  std::uint32_t value_count() const { return values_.count(); }
  bool is_root(std::uint32_t i) const { return i == size() || !removable(code_, insts_[i]); }
  template <class F>
  void for_each_def(std::uint32_t i, F&& f) const {
    if (i != size()) for_each(i, true, f);
  }
  template <class F>
  void for_each_use(std::uint32_t i, F&& f) const {
    if (i == size()) return for_each_live_out([&](const value_t<P>& v) { f(values_.number(v)); });
    if (!says_only(code_, insts_[i])) for_each(i, false, f);
    for_each_incoming(code_, insts_[i], [&](const auto&, const value_t<P>& v) { f(values_.number(v)); });
  }
  /// Both in one walk.
  template <class F>
  void for_each_mention(std::uint32_t i, F&& f) const {
    const auto use = [&](const value_t<P>& v) { f(values_.number(v), false); };
    if (i == size()) return for_each_live_out(use);
    const bool quiet = says_only(code_, insts_[i]);
    passes::for_each_mention(code_, insts_[i], [&](const value_t<P>& v, bool def) {
      if (def || !quiet) f(values_.number(v), def);
    });
    for_each_incoming(code_, insts_[i], [&](const auto&, const value_t<P>& v) { use(v); });
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(insts_.size()); }

 private:
  static constexpr bool reads_at_ends = Facts(P::facts).has(Fact::live_out);

  template <class F>
  void for_each(std::uint32_t i, bool defs, F&& f) const {
    passes::for_each_mention(code_, insts_[i], [&](const value_t<P>& v, bool def) {
      if (def == defs) f(values_.number(v));
    });
  }
  template <class F>
  void for_each_live_out(F&& f) const {
    if constexpr (reads_at_ends)
      for (auto&& b : code_.blocks()) code_.for_each_live_out(b, f);
  }

  const P& code_;
  Values<P> values_;
  std::vector<inst_t<P>> insts_;
};

}  // namespace detail

/// The number of instructions that went, those of unreachable blocks not counted.
template <View P>
std::uint32_t dead_code(P& code) {
  drop_unreachable(code);
  const std::vector<bool> live = opt::live_instructions(detail::DeadCode<P>(code));
  std::uint32_t at = 0, gone = 0;
  const Layout<P> layout(code);
  for (std::uint32_t b = 0; b < layout.count(); ++b)
    remove_if(code, layout[b], [&](const inst_t<P>&) {
      gone += !live[at];
      return !live[at++];
    });
  return gone;
}

}  // namespace lathe::codegen::passes
