// The regions of a View: runs of instructions that nothing bounds, and what is live behind each.
//
// A region ends at terminators, calls, barriers, scopes and whatever else Effects::bounds_region says; between two of
// those everything may move that dependences leave free. O(size) expected, and flow::liveness; where what is live behind
// each region is listed, the length of all these lists besides: regions times what lives throughout. Who only counts what
// no instruction of a region mentions gives a counter, and has lists of the rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/region.hpp>

namespace lathe::flow {

/// Which values of a View are live where. The View outlives it.
template <class V>
class ViewLiveness : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
template <program::Agreed P>
class ViewLiveness<P> {
 public:
  using Value = program::value_t<P>;  ///< as the View names values

  explicit ViewLiveness(const P& view) : view_(&view), n_(view) {
    const program::FlowOf<P> graph(view, n_);
    cfg_ = make_cfg(graph);
    LivenessProblem problem;
    problem.variables = n_.values();
    std::vector<std::uint32_t> written(n_.values(), program::none);
    for (std::uint32_t b = 0; b < n_.blocks(); ++b) {
      for (std::uint32_t i = 0; i < graph.inst_count(b); ++i) {
        graph.for_each_operand(b, i, [&](std::uint32_t v, bool def) {
          if (!def && written[v] != b) problem.uses.emplace_back(v, b);
        });
        graph.for_each_operand(b, i, [&](std::uint32_t v, bool def) {
          if (!def || written[v] == b) return;
          written[v] = b;
          problem.defs.emplace_back(v, b);
        });
      }
      graph.for_each_edge_use(b, [&](std::uint32_t v) { problem.edge_uses.emplace_back(v, b); });
    }
    live_ = liveness(cfg_, problem);
  }

  const P& view() const { return *view_; }  ///< the View that it was made of
  const program::Numbering<P>& numbering() const { return n_; }
  const Cfg& cfg() const { return cfg_; }
  const Liveness& live() const { return live_; }  ///< of blocks and values, by their numbers
  /// What is read behind a loop of one block, whoever writes it.
  std::vector<Value> behind_loop(std::uint32_t block) const {
    std::vector<std::uint32_t> out;
    const auto read = [&](const Value& v) { out.push_back(n_.value_number(v)); };
    for (const std::uint32_t to : cfg_.successors(block)) {
      if (to == block) continue;
      out.insert(out.end(), live_.live_in[to].begin(), live_.live_in[to].end());
      if constexpr (program::Facts(P::facts).has(program::Fact::incoming))
        for (std::uint32_t i = n_.first(to); i < n_.first(to + 1); ++i)
          view_->for_each_incoming(n_.inst(i), [&](const program::block_t<P>& from, const Value& v) {
            if (n_.block_number(from) == block) read(v);
          });
    }
    if constexpr (program::Facts(P::facts).has(program::Fact::live_out))
      view_->for_each_live_out(n_.block(block), read);
    return handles(std::move(out));
  }

  /// In the order of the handles where these are numbers, else as a walk meets them.
  std::vector<Value> handles(std::vector<std::uint32_t> numbers) const {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<Value> out;
    out.reserve(numbers.size());
    for (const std::uint32_t v : numbers) out.push_back(n_.value(v));
    if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>) std::sort(out.begin(), out.end());
    return out;
  }

 private:
  const P* view_;
  program::Numbering<P> n_;
  Cfg cfg_;
  Liveness live_;
};

template <class P>
ViewLiveness(const P&) -> ViewLiveness<P>;

template <class V>
class Regions : public program::Nothing {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
/// Stretches of straight-line code between what nothing may cross, with what is live behind each.
template <program::Agreed P>
class Regions<P> {
 public:
  using Value = program::value_t<P>;  ///< as the View names values
  /// Where a region stands: a stretch of a block.
  struct Place {
    std::uint32_t block = 0, first = 0, count = 0;  ///< numbers of the block, and of instructions within it
    /// Behind the region, ascending; with a counter, those of them that an instruction of it mentions.
    std::vector<Value> live;
    /// With a counter, what it made of the others, which live throughout.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> through;
  };

  /// Of all blocks, those that the entry does not reach included. The View outlives it. Cost: that of liveness.
  explicit Regions(const P& view) : lives_(view), live_(lives_.numbering().values(), false) {
    ListAll all;
    for (std::uint32_t b = 0; b < lives_.numbering().blocks(); ++b) split(b, all);
  }
  /// With a counter of what lives throughout. It is told of values, by number and handle, from the end of a block on:
  ///   void change(uint32_t number, const Value&, bool lives);        // from here on, as seen from the end
  ///   void open();                                                   // what lives now lives behind a region
  ///   vector<pair<uint32_t, uint32_t>> close(span<const uint32_t>);  // of that all but these; becomes Place::through
  /// It is called for each value as often as that begins or ends to live, so the cost is that of liveness.
  template <class Counter>
  Regions(const P& view, Counter& counter)
      : lives_(view), live_(lives_.numbering().values(), false), seen_(lives_.numbering().values(), 0) {
    for (std::uint32_t b = 0; b < lives_.numbering().blocks(); ++b) split(b, counter);
  }
  /// By block, in order; stretches of one instruction are among them.
  const std::vector<Place>& places() const { return places_; }
  const ViewLiveness<P>& lives() const { return lives_; }  ///< what regions took their live values from
  /// Named FUNCTION:BLOCK:FIRST, where the View has names.
  program::Region<P> region(const Place& place) const {
    const program::Numbering<P>& n = lives_.numbering();
    std::vector<program::inst_t<P>> insts;
    for (std::uint32_t i = 0; i < place.count; ++i) insts.push_back(n.inst(n.first(place.block) + place.first + i));
    std::string name;
    if constexpr (program::Facts(P::facts).has(program::Fact::names))
      name = std::string(lives_.view().name()) + ":" + std::to_string(place.block) + ":" + std::to_string(place.first);
    return program::Region<P>(lives_.view(), std::move(insts), place.live, std::move(name));
  }

 private:
  using Numbers = std::vector<std::uint32_t>;
  // In place of a counter: each region lists all.
  struct ListAll {};
  template <class Counter>
  static constexpr bool lists_all = std::is_same_v<Counter, ListAll>;

  // From the block's end, with what is live between its instructions.
  template <class Counter>
  void split(std::uint32_t b, Counter& counter) {
    const program::Numbering<P>& n = lives_.numbering();
    const P& view = lives_.view();
    Numbers members;  // what was live somewhere behind; listing all: once each where a region ends, and live there
    for (const std::uint32_t v : lives_.live().live_out[b]) set(v, true, members, counter);
    const auto first_place = static_cast<std::ptrdiff_t>(places_.size());
    std::uint32_t end = 0;  // of the region that is open; 0: none is
    Numbers behind;
    const auto close = [&](std::uint32_t begin) {
      if (end != 0) {
        places_.push_back({b, begin, end - begin, lives_.handles(behind), {}});
        if constexpr (!lists_all<Counter>)
          places_.back().through = counter.close(std::span<const std::uint32_t>(behind));
      }
      end = 0;
    };
    for (std::uint32_t i = n.first(b + 1) - n.first(b); i-- > 0;) {
      const auto& inst = n.inst(n.first(b) + i);
      if (view.effects(inst).bounds_region()) {
        close(i + 1);
      } else if (end == 0) {
        open(members, behind, counter);
        end = i + 1;
      }
      if constexpr (!lists_all<Counter>)
        if (end != 0) mention(inst, behind);
      view.for_each_operand(inst, [&](const program::Operand<Value>& o) {
        if (o.is_def()) set(n.value_number(o.value), false, members, counter);
      });
      view.for_each_operand(inst, [&](const program::Operand<Value>& o) {
        if (!o.is_def()) set(n.value_number(o.value), true, members, counter);
      });
    }
    close(0);
    for (const std::uint32_t v : members) set(v, false, members, counter);
    std::reverse(places_.begin() + first_place, places_.end());
  }
  template <class Counter>
  void set(std::uint32_t v, bool lives, Numbers& members, Counter& counter) {
    if (live_[v] == lives) return;
    live_[v] = lives;
    if (lives) members.push_back(v);
    if constexpr (!lists_all<Counter>) counter.change(v, lives_.numbering().value(v), lives);
  }
  template <class Counter>
  void open(Numbers& members, Numbers& behind, Counter& counter) {
    if constexpr (lists_all<Counter>) {
      std::sort(members.begin(), members.end());
      members.erase(std::unique(members.begin(), members.end()), members.end());
      std::erase_if(members, [&](std::uint32_t v) { return !live_[v]; });
      behind = members;
    } else {
      behind.clear();
      ++region_;
      counter.open();
    }
  }
  // Where an instruction is the last one of its region that mentions a value, that lives behind the region if it does
  // behind the instruction.
  void mention(const program::inst_t<P>& inst, Numbers& behind) {
    lives_.view().for_each_operand(inst, [&](const program::Operand<Value>& o) {
      const std::uint32_t v = lives_.numbering().value_number(o.value);
      if (seen_[v] == region_) return;
      seen_[v] = region_;
      if (live_[v]) behind.push_back(v);
    });
  }

  ViewLiveness<P> lives_;
  std::vector<bool> live_;  // between two instructions of the block that is split; nothing otherwise
  Numbers seen_;            // with a counter: the last region that mentions a value
  std::uint32_t region_ = 0;
  std::vector<Place> places_;
};

template <class P>
Regions(const P&) -> Regions<P>;

}  // namespace lathe::flow
