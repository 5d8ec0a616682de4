// Stack slot colouring: groups of bytes of the frame (slot_accesses.hpp) whose lives do not overlap share places, and the
// objects that they stood in become smaller or go.
//
// A group is live from a store that writes all of it to the last load that it can reach (flow/intervals.hpp: exact, by
// segments); a store of a part, or under a guard, keeps what was there. Two groups that are never live at once may have
// the same bytes. Group by group, in the order of where they stand, each goes down to the first place that is free
// of those that it meets and aligned as it is now; objects come in the order of their first mention, so what is in a
// later one goes to an earlier one where it fits. So each single move leaves code that does the same. Nothing is moved
// where no object would become smaller.
// What stays as it is: an object whose address goes elsewhere, and groups with an access that the client cannot replace;
// nobody shares bytes with those.
//
// What the client says besides SlotMemory:
//   uint64_t slot_align(uint32_t symbol) const;                      // of the object, in bytes, a power of two
//   Inst make_placed(Inst access, uint32_t symbol, int64_t offset);  // does what the access does, but there; it stands
//                                                                    // nowhere
//   void resize_slot(uint32_t symbol, uint64_t bytes);               // nobody touches more than its first so many bytes
// Groups that share a place are never live at once, so what is taken of a place is one ordered list of times, and whether
// a group fits in is asked of that.
// Needs: an Editor that names `access`. Cost: O(size log accesses + live sets); a group looks at no more than `reach`
// places in each object, and at no more than `objects` objects, and asks at each O(its segments log(segments there)), less
// where the first of them meet.
// Source: Chaitin et al., "Register allocation via coloring" (1981) for the idea, LLVM's StackSlotColoring for whose
// place is taken; first fit by intervals as in Poletto, Sarkar (1999).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/intervals.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/slot_accesses.hpp>
#include <lathe/program/control_flow.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

/// What color_slots asks of a client.
template <class S, class P>
concept SlotFrame = SlotMemory<S, P> && requires(S& s, const S& c, const inst_t<P>& i, std::uint32_t n) {
  { c.slot_align(n) } -> std::convertible_to<std::uint64_t>;
  { s.make_placed(i, n, std::int64_t{0}) } -> std::convertible_to<inst_t<P>>;
  s.resize_slot(n, std::uint64_t{0});
};

struct ColorSlotsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< groups that are moved
  std::uint32_t reach = 512;               ///< places of an object that a group looks at
  std::uint32_t objects = 64;              ///< objects in which it looks
  bool explain = false;                    ///< fill ColorSlotsResult::kept
};
struct ColorSlotsStats {
  std::uint64_t objects = 0, escaped = 0, groups = 0, moved = 0, accesses = 0, bytes_before = 0, bytes_after = 0,
                gone = 0;
  std::uint64_t asked = 0;  ///< times that a segment of a group was looked for in what is taken of a place
  static constexpr auto fields() {
    using S = ColorSlotsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"objects", &S::objects},           F{"objects whose address goes elsewhere", &S::escaped},
                      F{"groups of bytes", &S::groups},    F{"groups moved", &S::moved},
                      F{"accesses changed", &S::accesses}, F{"bytes before", &S::bytes_before},
                      F{"bytes behind", &S::bytes_after},  F{"objects gone", &S::gone},
                      F{"segments asked for", &S::asked}};
  }
};
template <View P>
using ColorSlotsResult = PassResult<P, ColorSlotsStats, SlotReason>;

namespace detail {

template <Editor P, class Slots, class Sink, class... Observers>
class ColorSlots {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Accesses = SlotAccesses<P, Slots>;
  using Touch = typename Accesses::Touch;

  struct Place {
    std::uint32_t object = 0;
    std::int64_t begin = 0;
    auto operator<=>(const Place&) const = default;
  };
  struct Group {
    std::uint32_t number;  // of Accesses
    Place was, is;
    std::int64_t bytes;
    std::int64_t align;  // modulo this it keeps its place
    bool fixed;
  };
  struct Taken {  // of a place: by how many groups, how many of which keep it whatever there is, and when
    std::uint32_t groups = 0, fixed = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> times;  // begin, end; apart
  };

 public:
  ColorSlots(Chain<P>& on, Slots& slots, const ColorSlotsOptions& options, Sink& sink, Observers&... observers)
      : code_(on.start().code()),
        slots_(slots),
        options_(options),
        known_(on.known()),
        flow_(on.flow()),
        uses_(on.uses()),
        live_out_(on.live_out()),
        accesses_(on.code(), slots, uses_, live_out_),
        editing_(on.code(), on, observers...),
        changes_("stack-slot-coloring", options.fuel, sink, observers...) {}

  ColorSlotsResult<P> run() {
    gather();
    if (!groups_.empty()) {
      find_lives();
      for (std::uint32_t k = 0; k < groups_.size(); ++k) move_in(k);
      place_all();
      if (smaller()) move_all();
    }
    if (moved_ != 0 || (smaller() && changes_.next("SlotShrunk"))) {
      accesses_.drop_addresses(editing_);
      changed_ = true;
    }
    resize();
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  const Touch& touch(std::uint32_t t) const { return accesses_.touches()[t]; }
  std::int64_t size_of(std::uint32_t object) const {
    return static_cast<std::int64_t>(slots_.slot_bytes(accesses_.objects()[object].symbol));
  }

  void gather() {
    const auto& objects = accesses_.objects();
    places_.resize(objects.size());
    for (const auto& o : objects) {
      ++result_.stats.objects;
      result_.stats.escaped += o.why == SlotReason::escapes;
      if (o.why) keep(*o.why, *o.because);
    }
    for (std::uint32_t n = 0; n < accesses_.groups().size(); ++n) {
      const auto& g = accesses_.groups()[n];
      if (g.touches.empty() || objects[touch(g.touches[0]).object].why) continue;
      Group out{n, {touch(g.touches[0]).object, touch(g.touches[0]).offset}, {}, 0, 1, g.why == SlotReason::no_form};
      std::int64_t end = 0;
      for (const std::uint32_t t : g.touches) {
        out.was.begin = std::min(out.was.begin, touch(t).offset);
        end = std::max(end, touch(t).offset + touch(t).bytes);
        out.align = std::max(out.align, static_cast<std::int64_t>(std::bit_ceil(touch(t).bytes)));
      }
      out.bytes = end - out.was.begin;
      out.is = out.was;
      if (out.fixed) keep(SlotReason::no_form, touch(g.touches[0]).inst);
      groups_.push_back(out);
    }
    std::sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) { return a.was < b.was; });
    result_.stats.groups = groups_.size();
  }
  // Groups as variables of a function whose instructions are those that touch them.
  void find_lives() {
    std::vector<std::uint32_t> group_of(accesses_.touches().size(), none), touch_of(known_.insts.size(), none);
    for (std::uint32_t k = 0; k < groups_.size(); ++k)
      for (const std::uint32_t t : accesses_.groups()[groups_[k].number].touches) {
        group_of[t] = k;
        touch_of[known_.insts.find(touch(t).inst)] = t;
      }
    flow::Problem problem;
    problem.variables = static_cast<std::uint32_t>(groups_.size());
    problem.blocks.resize(flow_.block_count());
    for (std::uint32_t b = 0; b < flow_.block_count(); ++b) {
      if (!flow_.contains(b)) continue;
      auto& block = problem.blocks[b];
      for (auto&& i : code_.instructions(known_.blocks[b])) {
        const std::uint32_t n = known_.insts.find(i), t = n < touch_of.size() ? touch_of[n] : none;
        if (t == none) continue;
        const std::uint32_t k = group_of[t];
        const bool defines = touch(t).stores && whole(groups_[k], touch(t));
        block.insts.push_back({{k, defines}});
      }
    }
    lives_ = flow::live_intervals(problem, flow::liveness(flow::cfg_of(flow_), flow::liveness_problem(problem)));
  }
  bool whole(const Group& g, const Touch& t) const {
    bool fine = t.offset == g.was.begin && t.bytes == g.bytes;
    code_.for_each_operand(t.inst, [&](const auto& o) { fine &= o.role != Role::guard; });
    return fine;
  }

  // ---- places

  std::pair<std::uint64_t, std::uint64_t> times(const flow::Segment& segment) const {
    return {lives_.slots.number(segment.begin), lives_.slots.number(segment.end)};
  }
  void move_in(std::uint32_t k) {
    const Group& g = groups_[k];
    Taken& place = places_[g.is.object][{g.is.begin, g.bytes}];
    ++place.groups;
    place.fixed += g.fixed;
    for (const flow::Segment& segment : lives_.segments[k]) place.times.insert(times(segment));
  }
  void move_out(std::uint32_t k) {
    const Group& g = groups_[k];
    auto& all = places_[g.is.object];
    const auto at = all.find({g.is.begin, g.bytes});
    for (const flow::Segment& segment : lives_.segments[k]) at->second.times.erase(times(segment));
    if (--at->second.groups == 0) all.erase(at);
  }
  bool meets(std::uint32_t k, const Taken& place) {
    if (place.fixed != 0) return true;
    for (const flow::Segment& segment : lives_.segments[k]) {
      const auto [begin, end] = times(segment);
      ++result_.stats.asked;
      const auto behind = place.times.lower_bound({end, 0});  // begins when it is over
      if (behind != place.times.begin() && std::prev(behind)->second > begin) return true;
    }
    return false;
  }
  void place_all() {
    for (std::uint32_t k = 0; k < groups_.size(); ++k) {
      if (groups_[k].fixed) continue;
      move_out(k);
      std::uint32_t left = options_.objects;
      for (std::uint32_t o = 0; o <= groups_[k].was.object && left != 0; ++o, --left)
        if (const auto at = room(k, o); at && Place{o, *at} < groups_[k].is) {
          groups_[k].is = {o, *at};
          order_.push_back(k);
          break;
        }
      move_in(k);
    }
  }
  // The first place in an object that is free of those that the group meets.
  std::optional<std::int64_t> room(std::uint32_t k, std::uint32_t object) {
    const Group& g = groups_[k];
    const auto& o = accesses_.objects()[object];
    if (o.why) return {};
    const auto align =
        std::min(g.align, static_cast<std::int64_t>(slots_.slot_align(accesses_.objects()[g.was.object].symbol)));
    if (static_cast<std::int64_t>(slots_.slot_align(o.symbol)) < align) return {};
    const std::int64_t modulo = g.was.begin % align;
    const auto from = [&](std::int64_t at) { return at + ((modulo - at) % align + align) % align; };
    std::int64_t at = from(0);
    std::uint32_t left = options_.reach;
    for (const auto& [where, place] : places_[object]) {
      const std::int64_t end = where.first + where.second;
      if (left-- == 0) return {};
      if (end <= at) continue;
      if (where.first >= at + g.bytes) break;
      if (meets(k, place)) at = from(end);
    }
    if (at + g.bytes > size_of(object)) return {};
    return at;
  }
  std::uint64_t end_of(std::uint32_t object) const {
    std::int64_t end = 0;
    for (const auto& [where, place] : places_[object]) end = std::max(end, where.first + where.second);
    return static_cast<std::uint64_t>(end);
  }
  // Does some object need fewer bytes than it has now?
  bool smaller() const {
    for (std::uint32_t o = 0; o < places_.size(); ++o)
      if (!accesses_.objects()[o].why && end_of(o) < static_cast<std::uint64_t>(size_of(o))) return true;
    return false;
  }

  // ---- changes

  void move_all() {
    for (const std::uint32_t k : order_) {
      Group& g = groups_[k];
      if (!changes_.next("SlotMoved")) {
        // It and those behind it are where they were.
        for (std::size_t rest = moved_; rest < order_.size(); ++rest)
          groups_[order_[rest]].is = groups_[order_[rest]].was;
        break;
      }
      ++moved_;
      const std::uint32_t symbol = accesses_.objects()[g.is.object].symbol;
      changes_.remark(Remark::Kind::passed, "SlotMoved", code_, touch(accesses_.groups()[g.number].touches[0]).inst,
                      [&] {
                        return std::to_string(g.bytes) + " bytes at " + std::to_string(g.was.begin) + " of slot " +
                               std::to_string(g.was.object) + " share those at " + std::to_string(g.is.begin) +
                               " of slot " + std::to_string(g.is.object);
                      });
      for (const std::uint32_t t : accesses_.groups()[g.number].touches) {
        const Inst made = slots_.make_placed(touch(t).inst, symbol, touch(t).offset - g.was.begin + g.is.begin);
        editing_.insert_before(made, touch(t).inst);
        editing_.erase(touch(t).inst);
        ++result_.stats.accesses;
      }
      ++result_.stats.moved;
    }
  }
  void resize() {
    std::vector<std::int64_t> end(places_.size(), 0);
    for (const Group& g : groups_) {
      const Place at = changed_ ? g.is : g.was;
      end[at.object] = std::max(end[at.object], at.begin + g.bytes);
    }
    for (std::uint32_t o = 0; o < places_.size(); ++o) {
      const std::int64_t was = size_of(o);
      result_.stats.bytes_before += static_cast<std::uint64_t>(was);
      const bool may = changed_ && !accesses_.objects()[o].why && end[o] < was;
      result_.stats.bytes_after += static_cast<std::uint64_t>(may ? end[o] : was);
      if (!may) continue;
      result_.stats.gone += end[o] == 0;
      slots_.resize_slot(accesses_.objects()[o].symbol, static_cast<std::uint64_t>(end[o]));
    }
  }
  void keep(SlotReason why, const Inst& i) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "SlotKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + slot_reason_names[static_cast<int>(why)]; });
  }

  P& code_;
  Slots& slots_;
  const ColorSlotsOptions& options_;
  program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  const program::UseDef<P>& uses_;
  const LiveOut<P>& live_out_;
  Accesses accesses_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  ColorSlotsResult<P> result_;
  std::vector<Group> groups_;  // by where they stood
  flow::LiveIntervals lives_;
  std::vector<std::map<std::pair<std::int64_t, std::int64_t>, Taken>> places_;  // per object, by where and how long
  std::vector<std::uint32_t> order_;                                            // groups that move
  std::size_t moved_ = 0;
  bool changed_ = false;
};

}  // namespace detail

/// Lets slots share bytes as the head of this file says. `slots` may be the program itself.
template <Editor P, class Slots, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::access) && SlotFrame<Slots, P>)
ColorSlotsResult<P> color_slots(Chain<P>& on, Slots& slots, const ColorSlotsOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  return detail::ColorSlots<P, Slots, std::remove_reference_t<Sink>, Observers...>(on, slots, options, sink,
                                                                                   observers...)
      .run();
}
/// On a chain of its own.
template <Editor P, class Slots, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::access) && SlotFrame<Slots, P>)
ColorSlotsResult<P> color_slots(P& code, Slots& slots, const ColorSlotsOptions& options = {}, Sink&& sink = {},
                                Observers&... observers) {
  Chain<P> on(code);
  return color_slots(on, slots, options, sink, observers...);
}

}  // namespace lathe::passes
