// Functions that are Views, for the outliner. Three members come from the user besides, in an object of its own:
//
//   bool legal(std::uint32_t function, Inst) const;       // false: it must stay where it is; phis stay anyway, branches
//                                                         // and what else names something of its function are for this
//   std::uint32_t call_bytes(Signature, Place) const;     // what replaces a site; outline::refused: not this one
//   std::uint32_t frame_bytes(Signature) const;           // what a new function needs beside its body
//
// and where it has it  std::uint32_t fused(std::uint32_t function, Inst) const;  as concepts.hpp tells of it.
//
// with outline::view_signature_t<V> and view_place_t<V>: classes are the View's register classes, the place is
// {function, block} and {function, instruction}. What is no question but a fact about a function or the target is data
// (Member, ViewOptions).
//
//   const std::vector<MyView> views = ...;                // of the functions of a module
//   outline::OfView of(outline::members(views), own);
//   const auto in = outline::ingest(of);
//   const outline::Plan plan = outline::plan(of, in);
//   outline::apply(editor, in, plan.rounds[0]);           // the editor gets the user's own handles
//
// Two instructions are alike when their keys are, and all that an operand says beside its value and class; literals
// count as part of the key. What is live at the ends of blocks is found by flow::liveness, and how often blocks run,
// where the View does not say, is guessed: ten times as often for each loop around them.
#pragma once

#include <algorithm>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/outline/concepts.hpp>

namespace lathe::outline {

/// As call_bytes: the site must stay as it is.
inline constexpr std::uint32_t refused = 0xffffffffU;

/// Handles of several functions: the function's number, and the View's handle.
template <class H>
struct Of {
  std::uint32_t function = 0;  ///< which of the Views, from 0 on
  H handle{};                  ///< in that View
};
/// A signature in the classes of a View.
template <class V>
using view_signature_t = Signature<std::uint32_t>;
/// A place in the handles of a View.
template <class V>
using view_place_t = Place<Of<program::block_t<V>>, Of<program::inst_t<V>>>;

/// A function to outline from; the View outlives the OfView, or is its own (OfView::add).
template <class V>
struct Member {
  const V* view = nullptr;              ///< outlives the OfView; never null
  bool no_outline = false;              ///< leave it alone
  bool linkonce = false;                ///< the linker drops copies of it, see Options::outline_linkonce
  bool wanted = true;                   ///< false: the target would rather leave it, see Options::outline_unwanted
  bool safe = true;                     ///< false: the target cannot take anything from it
  std::vector<std::uint32_t> images{};  ///< that have a copy of it, ascending, see ViewOptions::images
};
/// All Views as members that may be outlined.
template <class V>
std::vector<Member<V>> members(const std::vector<V>& views) {
  std::vector<Member<V>> out;
  for (const V& v : views) out.emplace_back().view = &v;
  return out;
}

struct ViewOptions {
  std::vector<std::uint32_t> unpassable{};  ///< classes whose values are neither parameters nor results
  std::uint32_t least_call_bytes = 0;       ///< lower bound of call_bytes, to be quick
  std::uint32_t inst_bytes = 1;             ///< of each instruction, where the View does not know bytes
  std::uint32_t images = 0;                 ///< that the program becomes; 0: one, of all functions
};

namespace detail {

template <class Own, class V>
concept OwnLegal = requires(const Own& own, const program::inst_t<V>& inst) {
  { own.legal(std::uint32_t{}, inst) } -> std::convertible_to<bool>;
};
template <class Own, class V>
concept OwnCallBytes = requires(const Own& own, const view_signature_t<V>& s, const view_place_t<V>& p) {
  { own.call_bytes(s, p) } -> std::convertible_to<std::uint32_t>;
};
template <class Own, class V>
concept OwnFrameBytes = requires(const Own& own, const view_signature_t<V>& s) {
  { own.frame_bytes(s) } -> std::convertible_to<std::uint32_t>;
};

/// What an operand says beside value, class and which way it goes; nothing for a plain one.
template <class Value>
void add_shape(std::string& key, const program::Operand<Value>& o, std::uint32_t number) {
  const bool guard = o.role == program::Role::guard;
  if (!guard && !o.negated && !o.old && !o.implicit && !o.early && o.offset == 0 && o.tied < 0 && ~o.lanes == 0 &&
      !o.more)
    return;
  key += " " + std::to_string(number) + (guard ? "@" : "") + (o.negated ? "!" : "") + (o.old ? "o" : "") +
         (o.implicit ? "i" : "") + (o.early ? "e" : "") + (o.more ? "m" : "");
  if (o.offset != 0) key += (o.offset > 0 ? "+" : "") + std::to_string(o.offset);
  if (o.tied >= 0) key += "=" + std::to_string(o.tied);
  if (~o.lanes != 0) key += ":" + std::to_string(o.lanes);
}

}  // namespace detail

/// An outline::Outlinable. Views that it was given by address outlive it.
template <class V, class Own>
class OfView : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  static_assert(told(!program::View<V> || detail::OwnLegal<Own, V>),
                "outline::OfView wants  bool legal(uint32_t function, Inst) const;");
  static_assert(
      told(!program::View<V> || detail::OwnCallBytes<Own, V>),
      "outline::OfView wants  uint32_t call_bytes(const view_signature_t<V>&, const view_place_t<V>&) const;");
  static_assert(told(!program::View<V> || detail::OwnFrameBytes<Own, V>),
                "outline::OfView wants  uint32_t frame_bytes(const view_signature_t<V>&) const;");
  using Nothing::Nothing;
};
template <program::Agreed V, class Own>
  requires detail::OwnLegal<Own, V> && detail::OwnCallBytes<Own, V> && detail::OwnFrameBytes<Own, V>
class OfView<V, Own> {
  static constexpr program::Facts facts = V::facts;

 public:
  using Value = program::value_t<V>;      ///< as the Views name values
  using Block = Of<program::block_t<V>>;  ///< a block of one of the functions
  using Inst = Of<program::inst_t<V>>;    ///< an instruction of one of the functions
  /// A value that an instruction mentions.
  struct Operand {
    Value value;
    std::uint32_t cls;  ///< the View's register class; 0 where it does not know of classes
    bool is_def;        ///< it is written; else read
  };

  /// Without functions yet: see add. `own` says what may be outlined and what calls cost.
  explicit OfView(Own own, ViewOptions options = {}) : own_(std::move(own)), options_(std::move(options)) {}
  /// All functions at once, numbered in this order; their Views outlive it.
  OfView(const std::vector<Member<V>>& functions, Own own, ViewOptions options = {})
      : OfView(std::move(own), std::move(options)) {
    for (const Member<V>& f : functions) add(f);
  }
  OfView(const OfView&) = delete;

  /// One function more.
  void add(const Member<V>& function) {
    functions_.push_back(function);
    first_block_.push_back(static_cast<std::uint32_t>(blocks_.size()));
    look_at(static_cast<std::uint32_t>(functions_.size() - 1));
  }
  /// One whose View it keeps, and what else a Member says.
  void add(V view, bool no_outline, bool linkonce = false) {
    Member<V> member;
    member.no_outline = no_outline;
    member.linkonce = linkonce;
    add(std::move(view), std::move(member));
  }
  /// One whose View it keeps; the Member's is not looked at.
  void add(V view, Member<V> member) {
    member.view = &owned_.emplace_back(std::move(view));
    add(member);
  }
  const Own& own() const { return own_; }

  const std::vector<Block>& blocks() const { return blocks_; }  ///< of all functions, in order
  /// Of a block, in order.
  std::vector<Inst> insts(const Block& b) const {
    std::vector<Inst> out;
    for (auto&& i : view(b.function).instructions(b.handle)) out.push_back({b.function, i});
    return out;
  }
  /// May it be part of an outlined function? Never a phi; else the Own says.
  bool legal(const Inst& i) const {
    return !view(i.function).effects(i.handle).has(program::Effect::phi) && own_.legal(i.function, i.handle);
  }
  /// Equal keys: the instructions do the same with values that stand in the same places.
  std::string key(const Inst& i) const {
    std::string out;
    if constexpr (std::is_convertible_v<decltype(view(0).key(i.handle)), std::string_view>)
      out = std::string_view(view(i.function).key(i.handle));
    else
      out = "k" + std::to_string(static_cast<std::uint64_t>(view(i.function).key(i.handle)));
    std::uint32_t number = 0;
    view(i.function).for_each_operand(i.handle, [&](const program::Operand<Value>& o) {
      detail::add_shape(out, o, number++);
    });
    if constexpr (facts.has(program::Fact::literals))
      view(i.function).for_each_literal(i.handle, [&](std::uint32_t use, std::uint64_t bits) {
        out += " #" + std::to_string(use) + "=" + std::to_string(bits);
      });
    return out;
  }
  /// What the View says, or ViewOptions::inst_bytes.
  std::uint32_t bytes(const Inst& i) const {
    if constexpr (facts.has(program::Fact::bytes)) return view(i.function).bytes(i.handle);
    return options_.inst_bytes;
  }
  /// What the instruction mentions, in the View's order.
  std::vector<Operand> operands(const Inst& i) const {
    std::vector<Operand> out;
    view(i.function).for_each_operand(i.handle, [&](const program::Operand<Value>& o) {
      std::uint32_t cls = 0;
      if constexpr (facts.has(program::Fact::classes)) cls = view(i.function).register_class(o.value);
      out.push_back({o.value, cls, o.is_def()});
    });
    return out;
  }
  /// Values that are read behind the block.
  const std::vector<Value>& live_out(const Block& b) const { return of(b).live_out; }
  std::uint32_t function(const Block& b) const { return b.function; }  ///< which function the block is of
  /// The View's name, or f and the number.
  std::string name(std::uint32_t function) const {
    if constexpr (facts.has(program::Fact::names)) return std::string(view(function).name());
    return "f" + std::to_string(function);
  }
  bool no_outline(const Block& b) const { return functions_[b.function].no_outline; }       ///< as its Member says
  bool linkonce(const Block& b) const { return functions_[b.function].linkonce; }           ///< as its Member says
  bool should_outline_from(const Block& b) const { return functions_[b.function].wanted; }  ///< as its Member says
  bool safe_to_outline_from(const Block& b) const { return functions_[b.function].safe; }   ///< as its Member says
  std::uint32_t images() const { return options_.images; }                                  ///< as ViewOptions says
  /// Those that have a copy of its function, as its Member says.
  const std::vector<std::uint32_t>& images(const Block& b) const { return functions_[b.function].images; }
  /// Of its bytes, those that it does not take where it stands.
  std::uint32_t fused(const Inst& i) const
    requires requires(const Own& own) { own.fused(i.function, i.handle); }
  {
    return own_.fused(i.function, i.handle);
  }
  /// How often it runs, by the View; 1 where nobody knows.
  std::uint64_t weight(const Block& b) const { return of(b).weight; }
  /// The View's name of the class, or "value".
  std::string class_name(std::uint32_t cls) const {
    if constexpr (facts.has(program::Fact::classes)) return std::string(view(0).class_name(cls));
    return "value";
  }
  /// May values of the class be arguments and results? Not those of ViewOptions::unpassable.
  bool class_passable(std::uint32_t cls) const {
    return std::find(options_.unpassable.begin(), options_.unpassable.end(), cls) == options_.unpassable.end();
  }
  /// The Own's answer: its call_bytes is not `refused`.
  bool may_outline(const view_signature_t<V>& s, const view_place_t<V>& p) const {
    return own_.call_bytes(s, p) != refused;
  }
  /// The Own's answer.
  std::uint32_t call_bytes(const view_signature_t<V>& s, const view_place_t<V>& p) const {
    return own_.call_bytes(s, p);
  }
  std::uint32_t frame_bytes(const view_signature_t<V>& s) const { return own_.frame_bytes(s); }  ///< The Own's answer.
  /// No call is smaller than this, see ViewOptions.
  std::uint32_t least_call_bytes() const { return options_.least_call_bytes; }

 private:
  struct Facts {
    std::vector<Value> live_out;
    std::uint64_t weight = 1;
  };

  const V& view(std::uint32_t function) const { return *functions_[function].view; }
  const Facts& of(const Block& b) const {
    return facts_[first_block_[b.function] + places_[b.function].find(b.handle)];
  }

  void look_at(std::uint32_t f) {
    const flow::OfView<V> source(view(f));
    const program::Numbering<V>& n = source.numbering();
    const flow::Cfg cfg = flow::make_cfg(source);
    const flow::Liveness live = flow::liveness(cfg, flow::liveness_problem(source));
    std::vector<std::uint64_t> weights(n.blocks(), 1);
    if constexpr (!facts.has(program::Fact::weight)) guess(cfg, weights);
    places_.emplace_back();
    for (std::uint32_t b = 0; b < n.blocks(); ++b) {
      places_.back().add(n.block(b));
      blocks_.push_back({f, n.block(b)});
      Facts& out = facts_.emplace_back();
      for (const std::uint32_t v : live.live_out[b]) out.live_out.push_back(n.value(v));
      // By their own order where they are numbers, so that a plan does not depend on which is met first.
      if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>)
        std::sort(out.live_out.begin(), out.live_out.end());
      out.weight = weights[b];
      if constexpr (facts.has(program::Fact::weight)) out.weight = view(f).weight(n.block(b));
    }
  }
  static void guess(const flow::Cfg& cfg, std::vector<std::uint64_t>& weights) {
    if (weights.empty()) return;
    const flow::Dominators dominators(cfg);
    const flow::Loops loops = flow::find_loops(cfg, dominators, flow::reverse_post_order(cfg));
    for (std::uint32_t b = 0; b < weights.size(); ++b)
      for (std::uint32_t k = 0; k < loops.depth(b) && k < 18; ++k) weights[b] *= 10;
  }

  Own own_;
  ViewOptions options_;
  std::deque<V> owned_;
  std::vector<Member<V>> functions_;
  std::vector<Block> blocks_;
  std::vector<Facts> facts_;                                   // per block
  std::vector<std::uint32_t> first_block_;                     // per function
  std::vector<program::Handles<program::block_t<V>>> places_;  // per function
};

template <class V, class Own>
OfView(const std::vector<Member<V>>&, Own, ViewOptions = {}) -> OfView<V, Own>;

}  // namespace lathe::outline
