// What all passes of this room have in common. A pass asks and changes in turn, through program::Editing:
//
//   template <program::Editor P, class Sink = NoRemarks, class... Observers>
//   XResult<P> x(P& code, const XOptions& options = {}, Sink&& sink = {}, Observers&... observers);
//   XResult<P> x(Chain<P>& on, ...);       // the same on analyses that passes share (chain.hpp)
//
// - `code` is changed in place; the pass makes the analyses that it follows itself, or finds them on the chain. Observers (a journal, a verifying
//   mode, the caller's own analyses) hear of each edit, behind the pass's own.
// - XOptions is plain data: the knobs, with defaults, and `uint64_t fuel`, how many changes may be made.
// - A change is all edits that are made for one reason: the unit of fuel, of remarks and of bisection. Every prefix of a
//   pass's changes leaves code that does the same. Before each the pass calls Changes::next.
// - XResult is a PassResult, or has more: `XStats stats` (Counters), how many changes were made, and what was looked at and
//   left alone, in the user's handles, with the reason as an enum.
// - Its checker is program::equal, or what stands in its own check.hpp; neither shares code with the pass.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/program/editing.hpp>
#include <lathe/program/source_places.hpp>
#include <lathe/support/maybe_remarks.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::passes {

/// Something that a pass looked at and left as it is. `inst` is what it speaks of; it may have gone since.
template <program::View P, class Reason>
struct Kept {
  Reason reason;
  program::inst_t<P> inst;  ///< where it stands
};

/// What a pass gives back.
template <program::View P, class S, class Reason>
struct PassResult {
  S stats;                            ///< what was looked at and done, counted
  std::vector<Kept<P, Reason>> kept;  ///< filled where options.explain is set
  std::uint64_t changes = 0;
  bool out_of_fuel = false;  ///< there was one more that could not be made
};

/// An observer that wants to know for what the next edits are made; others are told nothing.
template <class O>
concept HearsReasons = requires(O& o, std::string_view pass, std::string_view reason) { o.because(pass, reason); };

/// What a remark speaks of, where that is a block.
template <class Block>
struct InBlock {
  Block block;  ///< its handle
};
template <class Block>
InBlock(Block) -> InBlock<Block>;
/// What a remark speaks of, looked for where somebody listens: find() gives an optional instruction.
template <class Find>
struct Sought {
  Find find;  ///< called once
};
template <class Find>
Sought(Find) -> Sought<Find>;
namespace detail {
template <class What>
inline constexpr bool is_sought = false;
template <class Find>
inline constexpr bool is_sought<Sought<Find>> = true;
template <class What>
inline constexpr bool is_block = false;
template <class Block>
inline constexpr bool is_block<InBlock<Block>> = true;
}  // namespace detail

/// The name of a function, a block, an instruction or a value where the View knows any; else nothing.
template <program::View P>
std::string function_name(const P& p) {
  if constexpr (program::Facts(P::facts).has(program::Fact::names)) return std::string(p.name());
  return {};
}

/// Counts the changes of one run of a pass against its fuel, and says of each why.
template <class Sink, class... Observers>
class Changes {
 public:
  /// All of them outlive it. `pass` is its name as users write it: "machine-cse".
  Changes(const char* pass, std::uint64_t fuel, Sink& sink, Observers&... observers)
      : pass_(pass), fuel_(fuel), sink_(sink), observers_(observers...) {}

  /// May one more be made? All edits until the next call are of it. `name` says what it is, in CamelCase, as remarks do.
  bool next(const char* name) {
    if (made_ >= fuel_) {
      out_of_fuel_ = true;
      return false;
    }
    ++made_;
    std::apply([&](Observers&... o) { (hear(o, name), ...); }, observers_);
    return true;
  }
  /// Is there any left? Lets a pass end early; it is next() that counts.
  bool any() const { return made_ < fuel_; }
  std::uint64_t made() const { return made_; }  ///< changes that were made
  /// Into a result: how many there were, and whether there was one that could not be made.
  template <class R>
  void close(R& result) const {
    result.changes = made_;
    result.out_of_fuel = out_of_fuel_;
  }

  /// Of an instruction of `code`, or what InBlock or Sought name: the remark has the place that the View knows of it.
  /// The View and text() are asked where somebody listens, so the instruction is not erased yet.
  template <program::View P, class What, class Text>
  void remark(Remark::Kind kind, const char* name, const P& code, const What& what, Text&& text) {
    if (listens(sink_)) sink_(Remark{kind, pass_, name, function_name(code), text(), {}, place_of(code, what)});
  }
  /// Of the function.
  template <program::View P, class Text>
  void remark(Remark::Kind kind, const char* name, const P& code, Text&& text) {
    if (listens(sink_))
      sink_(Remark{kind, pass_, name, function_name(code), text(), {}, program::source_place_of(code)});
  }
  bool remarks() const { return listens(sink_); }  ///< does anybody listen?

 private:
  template <class P, class What>
  static SourcePlace place_of(const P& code, const What& what) {
    if constexpr (detail::is_block<What>)
      return program::source_place_in(code, what.block);
    else if constexpr (detail::is_sought<What>)
      return at_optional(code, what.find());
    else
      return program::source_place(code, what);
  }
  template <class P>
  static SourcePlace at_optional(const P& code, const std::optional<program::inst_t<P>>& i) {
    return i ? program::source_place(code, *i) : SourcePlace();
  }
  template <class O>
  void hear(O& o, const char* name) {
    if constexpr (HearsReasons<O>) o.because(pass_, name);
  }

  const char* pass_;
  std::uint64_t fuel_, made_ = 0;
  bool out_of_fuel_ = false;
  Sink& sink_;
  std::tuple<Observers&...> observers_;
};

/// The View's name of an instruction, where it has names.
template <program::View P>
std::string inst_name(const P& p, const program::inst_t<P>& i) {
  if constexpr (program::Facts(P::facts).has(program::Fact::names)) return std::string(p.inst_name(i));
  return {};
}
/// The View's name of a value, where it has names.
template <program::View P>
std::string value_name(const P& p, const program::value_t<P>& v) {
  if constexpr (program::Facts(P::facts).has(program::Fact::names)) return std::string(p.value_name(v));
  return {};
}

}  // namespace lathe::passes
