// One function on one random path, with uninterpreted operations; and two of them compared. See equal.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/program/equal_data.hpp>
#include <lathe/program/equal_lanes.hpp>
#include <lathe/program/equal_open.hpp>

namespace lathe::program::equal {

namespace detail {

/// What a run leaves: events in order, and the set of writes.
struct Trace {
  struct Event {
    std::uint64_t word = 0;
    std::uint32_t inst = none;
  };
  std::vector<Event> order, writes;
  bool ended = false;
  std::uint64_t steps = 0;
};

class Runner {
 public:
  /// `first`: what it reads though it is undefined goes to `open`; else that is what the other one may have read so.
  Runner(const Code& code, const Options& options, std::uint32_t run, Open& open, bool first)
      : c_(code),
        options_(options),
        salt_(mix(options.seed * 0x10001 + run)),
        open_(open),
        first_(first),
        values_(code) {
    // From nearly always to nearly never: long loops on some runs, early exits on others.
    bias_ = static_cast<std::uint32_t>(mix(salt_ ^ 7) % 7 + 1) * 32;
    for (std::uint32_t k = 0; k < code.parameters.size(); ++k)
      values_.set(code.parameters[k], Known::of(mix(salt_ + std::uint64_t{2} * k + 1)));
  }

  Trace run() {
    std::uint32_t block = 0, from = none;
    if (c_.blocks() == 0) out_.ended = true;
    std::uint64_t entered = 0;  // blocks may be empty, and a cycle of such ones has no steps
    while (!out_.ended && block != none) {
      if (++entered > options_.steps) return std::move(out_);
      enter(block, from);
      for (std::uint32_t i = c_.first[block]; i < c_.first[block + 1]; ++i) {
        if (++out_.steps > options_.steps) return std::move(out_);
        step(i);
      }
      from = block;
      block = leave(block);
    }
    return std::move(out_);
  }

 private:
  // The sums of the words of writes: of a space, of its symbols, and of places with one base. A sum, for writes that
  // are apart have no order.
  struct Place {
    std::uint64_t base = 0, symbol = 0;
    std::int64_t offset = 0;
    std::uint32_t bytes = 0, space = 0;
  };
  struct Sum {
    std::int64_t offset;
    std::uint32_t bytes;
    std::uint64_t word;
  };
  struct Space {
    std::uint32_t space;
    std::uint64_t all = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> symbols{};
    std::unordered_map<std::uint64_t, std::vector<Sum>> groups{};  // by symbol and base; looked up only
  };

  bool holds(std::uint32_t value, bool negated, std::uint64_t test = 0) const {
    return ((mix(values_.whole(value).word ^ salt_ ^ test) & 255) < bias_) != negated;
  }

  // Phis of a block read the values at the end of the one before, all at once.
  void enter(std::uint32_t block, std::uint32_t from) {
    merged_.clear();
    for (std::uint32_t i = c_.first[block]; i < c_.first[block + 1] && c_.insts[i].effects.has(Effect::phi); ++i)
      for (const Code::Incoming& in : c_.incoming[i])
        if (in.from == from) {
          for (const Code::Mention& m : c_.mentions[i])
            if (m.role == Role::def) merged_.emplace_back(m.value, values_.content(in.value));
          break;
        }
    for (const auto& [value, content] : merged_) values_.put(value, content);
  }

  void step(std::uint32_t i) {
    const Code::Inst& inst = c_.insts[i];
    const Effects e = inst.effects;
    if (e.has(Effect::marker) || (e.has(Effect::phi) && !c_.incoming[i].empty())) return;
    const auto mentions = c_.mentions[i];
    const bool ends = e.has(Effect::terminator);
    // Where it goes is for leave(), but it may write (a counter), and calls of the next block see that.
    if (ends && std::none_of(mentions.begin(), mentions.end(), [](const auto& m) { return m.role == Role::def; }))
      return;
    for (const Code::Mention& m : mentions)
      if (m.role == Role::guard && !holds(m.value, m.negated)) return;
    gather(i);
    if (ends) return define(mentions, operation(i));
    if (e.has(Effect::copy) && uses_.empty()) return leave_out(mentions);
    if (e.has(Effect::copy) && uses_.size() == 1) return define_as(mentions, uses_[0], true);
    if (e.has(Effect::adds) && uses_.size() == 2 && uses_[0].literal != uses_[1].literal) {
      const bool first = uses_[0].literal;
      return define_as(mentions, uses_[first ? 1 : 0].plus(uses_[first ? 0 : 1].delta), false);
    }
    std::uint64_t word = operation(i);
    const MemoryRole role = e.role();
    if (role == MemoryRole::fence) {
      word = join(join(word, epoch_), written_);
      epoch_ = join(epoch_, word);
      out_.order.push_back({word, i});
    } else if (role != MemoryRole::none) {
      word = join(word, access(i, role == MemoryRole::writes, word));
      if (role == MemoryRole::writes) out_.writes.push_back({word, i});
    }
    if (e.has(Effect::convergent) && role == MemoryRole::none) out_.order.push_back({word, i});
    define(mentions, word);
  }

  // The instruction's uses in order, literals among them.
  void gather(std::uint32_t i) {
    uses_.clear();
    reads_open_ = false;
    for_each_use(
        i, [&](const Known& literal) { uses_.push_back(literal); },
        [&](std::span<const Lane> lanes, std::int64_t offset) {
          uses_.push_back(together(lanes).plus(offset));
          for (const Lane& lane : lanes) reads_open_ |= lane.known.open;
        });
  }
  // Literals and values in order, each value with its lanes (in lanes_) and what is added to it.
  template <class F, class G>
  void for_each_use(std::uint32_t i, F&& literal, G&& value) {
    const auto mentions = c_.mentions[i];
    const auto literals = c_.literals[i];
    std::size_t next = 0, uses = 0;
    const auto place_literals = [&](bool all) {
      for (; next < literals.size() && (all || literals[next].use <= uses); ++next, ++uses)
        literal(Known::of_literal(literals[next].bits));
    };
    const bool skip_old = guarded(mentions);
    bool goes_on = false;
    for (const Code::Mention& m : mentions) {
      // Lanes that stay are no operands: they are kept.
      if (m.role != Role::use || (m.old && (skip_old || !values_.one(m.value)))) continue;
      if (!goes_on) {
        place_literals(false);
        lanes_.clear();
      }
      goes_on = m.more;
      values_.read(m.value, m.lanes, lanes_);
      if (!goes_on) value(lanes_, m.offset), ++uses;
    }
    place_literals(true);
  }
  // Of what gather found.
  std::uint64_t operation(std::uint32_t i) {
    const Code::Inst& inst = c_.insts[i];
    const bool commutes = inst.effects.has(Effect::commutes) && uses_.size() >= 2;
    std::uint64_t word = inst.key;
    std::size_t at = 0;
    if (commutes) {
      const std::uint64_t a = uses_[0].word, b = uses_[1].word;
      word = join(join(word, std::min(a, b)), std::max(a, b));
      at = 2;
    }
    for (; at < uses_.size(); ++at) word = join(word, uses_[at].word);
    if (first_)
      open_.add(inst.key, word, reads_open_ ? std::optional(pieces_of(i)) : std::nullopt);
    else if (open_.has(inst.key))
      return open_.next(inst.key, word, pieces_of(i), commutes);
    return word;
  }
  Pieces pieces_of(std::uint32_t i) {
    Pieces out;
    const auto end = [&] { out.ends.push_back(static_cast<std::uint32_t>(out.lanes.size())); };
    for_each_use(
        i, [&](const Known& literal) { out.lanes.push_back({literal}), end(); },
        [&](std::span<const Lane> lanes, std::int64_t offset) {
          for (const Lane& lane : lanes) out.lanes.push_back({lane.known.plus(offset), lane.of, lane.at});
          end();
        });
    return out;
  }
  static bool guarded(std::span<const Code::Mention> mentions) {
    return std::any_of(mentions.begin(), mentions.end(), [](const Code::Mention& m) { return m.role == Role::guard; });
  }
  void define(std::span<const Code::Mention> mentions, std::uint64_t word) {
    std::uint64_t k = 0;
    for_each_def(mentions,
                 [&](std::span<const Code::Mention> def) { write(mentions, def, Known::of(join(word, ++k))); });
  }
  // A copy of nothing.
  void leave_out(std::span<const Code::Mention> mentions) {
    for_each_def(mentions, [&](std::span<const Code::Mention> def) { write(mentions, def, Known::left_out()); });
  }
  // `copies`: lane by lane, where there are as many (in lanes_) as are written.
  void define_as(std::span<const Code::Mention> mentions, const Known& known, bool copies) {
    copies &= together(lanes_).word == known.word;
    for_each_def(mentions, [&](std::span<const Code::Mention> def) {
      copies &= width(def) == lanes_.size();
      if (!copies) return write(mentions, def, known);
      std::size_t next = 0;
      for (const Code::Mention& m : def) {
        const std::uint32_t count = values_.width(m.value, m.lanes);
        values_.write(m.value, m.lanes, std::span(lanes_).subspan(next, count), keeps(mentions, m.value));
        next += count;
      }
    });
  }
  // Mentions that are one operand, operand by operand.
  template <class F>
  static void for_each_def(std::span<const Code::Mention> mentions, F&& f) {
    for (std::size_t k = 0, end = 0; k < mentions.size(); k = end) {
      for (end = k + 1; mentions[end - 1].more && end < mentions.size(); ++end) {
      }
      if (mentions[k].role == Role::def) f(mentions.subspan(k, end - k));
    }
  }
  std::size_t width(std::span<const Code::Mention> def) const {
    std::size_t out = 0;
    for (const Code::Mention& m : def) out += values_.width(m.value, m.lanes);
    return out;
  }
  static bool keeps(std::span<const Code::Mention> mentions, std::uint32_t value) {
    return std::any_of(mentions.begin(), mentions.end(),
                       [&](const Code::Mention& m) { return m.role == Role::use && m.old && m.value == value; });
  }
  void write(std::span<const Code::Mention> mentions, std::span<const Code::Mention> def, const Known& known) {
    if (def.size() == 1 && values_.one(def[0].value)) return values_.set(def[0].value, known);
    const auto of = static_cast<std::uint32_t>(width(def));
    std::uint32_t at = 0;
    for (const Code::Mention& m : def) {
      written_lanes_.clear();
      for (std::uint32_t k = values_.width(m.value, m.lanes); k > 0; --k) written_lanes_.push_back({known, of, at++});
      values_.write(m.value, m.lanes, written_lanes_, keeps(mentions, m.value));
    }
  }

  // What the writes before leave that this access may meet. A write is added.
  std::uint64_t access(std::uint32_t i, bool writes, std::uint64_t word) {
    places_.clear();
    for (const Code::Place& p : c_.places[i])
      places_.push_back(p.base == none ? Place{0, p.symbol, p.offset, p.bytes, p.space}
                                       : behind(values_.whole(p.base), p));
    if (places_.empty()) places_.push_back({});
    std::uint64_t sum = epoch_;
    for (const Place& p : places_)
      for (const Space& s : spaces_)
        if (p.space == 0 || s.space == 0 || p.space == s.space) sum += met(s, p);
    if (writes) {
      written_ += join(word, sum);
      for (const Place& p : places_) add(space(p.space), p, join(word, sum));
    }
    return sum;
  }
  static Place behind(const Known& base, const Code::Place& p) {
    const auto sum = static_cast<std::uint64_t>(p.offset) + static_cast<std::uint64_t>(base.delta);  // wraps around
    return {base.root, p.symbol, static_cast<std::int64_t>(sum), p.bytes, p.space};
  }
  static std::uint64_t group(const Place& p) { return join(p.symbol, p.base); }
  // All of the space but what is apart: other objects, and other bytes behind the same base.
  static std::uint64_t met(const Space& s, const Place& p) {
    if (p.bytes == 0 && p.symbol == 0) return s.all;
    std::uint64_t sum = s.all;
    for (const auto& [symbol, word] : s.symbols)
      if (p.symbol != 0 && symbol != 0 && symbol != p.symbol) sum -= word;
    const auto at = s.groups.find(group(p));
    if (at == s.groups.end()) return sum;
    for (const Sum& w : at->second) {
      const std::uint64_t ahead = static_cast<std::uint64_t>(w.offset) - static_cast<std::uint64_t>(p.offset);
      const bool apart = p.bytes != 0 && ahead >= p.bytes && 0 - ahead >= w.bytes;
      if (w.bytes != 0 && apart) sum -= w.word;
    }
    return sum;
  }
  static void add(Space& s, const Place& p, std::uint64_t word) {
    s.all += word;
    const auto symbol =
        std::find_if(s.symbols.begin(), s.symbols.end(), [&](const auto& x) { return x.first == p.symbol; });
    if (symbol != s.symbols.end())
      symbol->second += word;
    else
      s.symbols.emplace_back(p.symbol, word);
    for (Sum& w : s.groups[group(p)])
      if (w.offset == p.offset && w.bytes == p.bytes) return void(w.word += word);
    s.groups[group(p)].push_back({p.offset, p.bytes, word});
  }
  Space& space(std::uint32_t number) {
    for (Space& s : spaces_)
      if (s.space == number) return s;
    return spaces_.emplace_back(Space{number});
  }

  // The next block, or none: the run is at its end, or cut off.
  std::uint32_t leave(std::uint32_t block) {
    for (const Code::Branch& b : c_.branches[block]) {
      if (b.condition != none) {
        if (++decisions_ > options_.decisions) return none;
        if (!holds(b.condition, b.negated, b.test)) continue;
      }
      if (!b.leaves) return b.target;
      end(b.at);
      return none;
    }
    const auto successors = c_.successors[block];
    const std::uint32_t last = c_.first[block + 1] == c_.first[block] ? none : c_.first[block + 1] - 1;
    if (successors.empty()) return end(last), none;
    if (successors.size() == 1) return successors[0];
    if (++decisions_ > options_.decisions || last == none) return none;
    gather(last);
    return successors[mix(operation(last) ^ salt_) % successors.size()];
  }
  void end(std::uint32_t inst) {
    std::uint64_t word = mix(0xe4d);
    if (inst != none) {
      gather(inst);
      word = operation(inst);
    }
    out_.order.push_back({word, inst});
    out_.ended = true;
  }

  const Code& c_;
  const Options& options_;
  std::uint64_t salt_;
  Open& open_;
  bool first_, reads_open_ = false;  // the second: does one of the last uses?
  std::uint32_t bias_ = 128, decisions_ = 0;
  Values values_;
  std::vector<Known> uses_;
  std::vector<Lane> lanes_, written_lanes_;  // of the last use; of what is written
  std::vector<std::pair<std::uint32_t, Values::Content>> merged_;
  std::uint64_t epoch_ = 0, written_ = 0;  // the order so far; the sum of all writes
  std::vector<Space> spaces_;
  std::vector<Place> places_;
  Trace out_;
};

inline bool before(const Trace::Event& a, const Trace::Event& b) {
  return a.word != b.word ? a.word < b.word : a.inst < b.inst;
}

/// The first difference of two traces, if there is one.
inline void find_difference(Trace& a, Trace& b, std::uint32_t run, Answer& out) {
  using Kind = Difference::Kind;
  const std::size_t common = std::min(a.order.size(), b.order.size());
  for (std::size_t k = 0; k < common; ++k)
    if (a.order[k].word != b.order[k].word) {
      out.differences.push_back({Kind::order, run, a.order[k].inst, b.order[k].inst});
      return;
    }
  // What one that was cut off would have done is not known; the end of the other is an event, compared above.
  if (!a.ended || !b.ended) return;
  if (a.order.size() != b.order.size()) {
    const bool more = a.order.size() > b.order.size();
    out.differences.push_back(
        {Kind::order, run, more ? a.order[common].inst : none, more ? none : b.order[common].inst});
    return;
  }
  std::sort(a.writes.begin(), a.writes.end(), before);
  std::sort(b.writes.begin(), b.writes.end(), before);
  for (std::size_t k = 0; k < a.writes.size() || k < b.writes.size(); ++k) {
    const bool left = k < a.writes.size(), right = k < b.writes.size();
    if (left && right && a.writes[k].word == b.writes[k].word) continue;
    const bool only_left = left && (!right || a.writes[k].word < b.writes[k].word);
    out.differences.push_back(
        {Kind::writes, run, only_left ? a.writes[k].inst : none, only_left ? none : b.writes[k].inst});
    return;
  }
}

}  // namespace detail

/// Two functions on the same paths. Ends with the first run in which they differ.
inline Answer compare(const Code& first, const Code& second, const Options& options = {}) {
  Answer out;
  for (std::uint32_t run = 0; run < options.runs && !out.differs(); ++run) {
    detail::Open open;
    detail::Trace a = detail::Runner(first, options, run, open, true).run();
    open.settle();
    ++(a.ended ? out.ended : out.cut);
    out.steps += a.steps;
    for (const bool moved : {false, true}) {
      if (moved && (!out.differs() || !open.any())) break;
      out.differences.clear();
      open.restart(moved);
      detail::Trace b = detail::Runner(second, options, run, open, false).run();
      out.steps += b.steps;
      detail::find_difference(a, b, run, out);
    }
  }
  return out;
}

}  // namespace lathe::program::equal
