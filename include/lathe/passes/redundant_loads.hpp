// Loads of what a register has already: where the same bytes were loaded before, on every way, and nothing between may
// write them, a load becomes copies of the registers that the earlier one wrote, or one for each word of it.
//
// Unlike CSE it looks at bytes, not at instructions: a word may come out of a wider load, and from registers of another
// type. The earlier load dominates; its registers have one definition each. Nothing is asked of the registers that the
// load writes, so SSA form is not needed. What the client says:
//   void for_each_word(Inst, f) const;   // f(uint32_t offset, uint32_t bytes, uint32_t how, Value): the words that a load
//                                        // writes, by their places behind the load's own; `how`: two words of one
//                                        // place and size are the same where it is equal (extensions). Nothing: left alone
//   std::optional<Inst> make_copy(Inst load, Value to, Value from);  // stands nowhere; nothing: there is no form
// and, for `hoist` and `sink`:
//   bool stays(Inst) const;              // it loads the same wherever it stands, and cannot fault (a parameter)
// With `hoist` such loads first go to the head of the entry; with `sink` those with one reader at last go in front of it,
// but into no loop that they are not in.
// Needs: an Editor that names `access`. Cost: near linear: O(words * tries), walks are bounded by Reach.
// Source: available loads (redundant load elimination), by dominance; the knobs are those of NVIDIA's param-opt.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct RedundantLoadsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  const char* name = "redundant-loads";  ///< of the pass, in remarks
  bool hoist = false, sink = false;      ///< loads that may stand anywhere: to the entry; to their reader
  std::uint32_t tries = 8;               ///< earlier loads of the same word that are looked at
  Reach reach;                           ///< of walks between two places
  bool explain = false;                  ///< fill RedundantLoadsResult::kept
};
enum class RedundantLoadsReason : std::uint8_t {
  written,  ///< something between may write the bytes, or registers that had them
  partly,   ///< only some of its words are known
  form,     ///< the client has no copy for it
};
inline constexpr const char* redundant_loads_reason_names[] = {
    "memory or registers may change between", "only some of its words are known", "there is no such copy"};
struct RedundantLoadsStats {
  std::uint64_t looked_at = 0, loads = 0, copies = 0, of_wider = 0, hoisted = 0, sunk = 0;
  static constexpr auto fields() {
    using S = RedundantLoadsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"loads looked at", &S::looked_at},          F{"loads erased", &S::loads},
                      F{"copies in their place", &S::copies},       F{"erased by parts of other loads", &S::of_wider},
                      F{"loads hoisted to the entry", &S::hoisted}, F{"loads sunk to their reader", &S::sunk}};
  }
};
template <View P>
using RedundantLoadsResult = PassResult<P, RedundantLoadsStats, RedundantLoadsReason>;

/// What is asked of a client.
template <class C, class P>
concept LoadClient = requires(C& c, const inst_t<P>& i, const value_t<P>& v) {
  c.for_each_word(i, [](std::uint32_t, std::uint32_t, std::uint32_t, const value_t<P>&) {});
  { c.make_copy(i, v, v) } -> std::convertible_to<std::optional<inst_t<P>>>;
};
/// Who says of a load that it loads the same wherever it stands.
template <class C, class P>
concept KnowsStayingLoads = requires(const C& c, const inst_t<P>& i) {
  { c.stays(i) } -> std::convertible_to<bool>;
};

namespace detail {

template <Editor P, class Client, class Change, class... Observers>
class RedundantLoads {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  static_assert(Facts(P::facts).has(Fact::access), "redundant_loads wants the fact `access`");

 public:
  RedundantLoads(Chain<P>& on, Client& client, const RedundantLoadsOptions& options, Change& changes,
                 RedundantLoadsResult<P>& result, Observers&... observers)
      : code_(on.start().code()),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        known_(on.known()),
        uses_(on.uses()),
        places_(on.places()),
        live_out_(on.live_out()),
        editing_(on.code(), on, observers...) {}

  void run() {
    if constexpr (KnowsStayingLoads<Client, P>)
      if (options_.hoist) hoist();
    for (const std::uint32_t b : places_.order.blocks) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(known_.blocks[b])) insts.push_back(i);
      for (const Inst& i : insts)
        if (!look(i)) return;
    }
    if constexpr (KnowsStayingLoads<Client, P>)
      if (options_.sink) sink();
  }

 private:
  /// A word of memory: space, symbol, base (none: without), place, bytes, how.
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::int64_t, std::uint32_t, std::uint32_t>;
  struct Word {
    Place place;
    Value value;
  };
  struct Loaded {
    Inst inst;
    Value value;
    bool wider;  // one of several words
  };

  // The words of a load that is plain enough; none: left alone.
  std::vector<Word> words_of(const Inst& i) const {
    std::vector<Word> out;
    const program::Effects e = code_.effects(i);
    if (!e.reusable() || !e.has(Effect::reads | Effect::constant)) return out;
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      fine &=
          o.role != Role::guard && !o.old && o.lanes == ~std::uint64_t{0} && (!o.is_def() || !pinned(code_, o.value));
    });
    std::optional<program::Access<Value>> access;
    code_.for_each_access(i, [&](const program::Access<Value>& a) {
      fine &= !access && a.bytes != 0;
      access = a;
    });
    if (!fine || !access || (!access->has_base && access->symbol == 0)) return out;
    if (access->has_base && !places_.settled(access->base, places_.of(i))) return out;
    const std::uint32_t base = access->has_base ? known_.values.find(access->base) : none;
    client_.for_each_word(i, [&](std::uint32_t offset, std::uint32_t bytes, std::uint32_t how, const Value& v) {
      out.push_back({{access->space, access->symbol, base, access->offset + offset, bytes, how}, v});
    });
    return out;
  }
  // False: there is no fuel left.
  bool look(const Inst& i) {
    const std::vector<Word> words = words_of(i);
    if (words.empty()) return true;
    ++result_.stats.looked_at;
    const Standing here = places_.of(i);
    std::vector<Value> from;
    bool wider = false, tried = false;
    for (const Word& w : words) {
      const Loaded* const found = earlier(i, here, w.place, tried);
      if (found == nullptr) break;
      from.push_back(found->value);
      wider |= found->wider;
    }
    if (from.size() == words.size()) {
      if (!changes_.any()) return changes_.next("LoadAgain");
      if (replace(i, words, from)) {
        result_.stats.of_wider += wider && words.size() == 1;
        return true;
      }
      keep(i, RedundantLoadsReason::form);
    } else if (!from.empty() || tried) {
      keep(i, from.empty() ? RedundantLoadsReason::written : RedundantLoadsReason::partly);
    }
    for (const Word& w : words) loaded_[w.place].push_back({i, w.value, words.size() > 1});
    return true;
  }
  const Loaded* earlier(const Inst& i, const Standing& here, const Place& place, bool& tried) {
    const auto at = loaded_.find(place);
    if (at == loaded_.end()) return nullptr;
    std::uint32_t tries = options_.tries;
    for (auto l = at->second.rbegin(); l != at->second.rend() && tries-- != 0; ++l) {
      const Standing there = places_.of(l->inst);
      if (!places_.dominates(there, here)) continue;
      tried = true;
      if (places_.settled(l->value, here) && places_.clean(i, there, here, options_.reach)) return &*l;
    }
    return nullptr;
  }
  bool replace(const Inst& i, const std::vector<Word>& words, const std::vector<Value>& from) {
    std::vector<Inst> copies;
    for (std::size_t k = 0; k < words.size(); ++k) {
      const std::optional<Inst> made = client_.make_copy(i, words[k].value, from[k]);
      if (!made) {
        for (const Inst& c : copies) code_.drop(c);
        return false;
      }
      copies.push_back(*made);
    }
    changes_.next("LoadAgain");
    changes_.remark(Remark::Kind::passed, "LoadAgain", code_, i,
                    [&] { return inst_name(code_, i) + ": a register has it already"; });
    for (const Inst& c : copies) editing_.insert_before(c, i);
    editing_.erase(i);
    ++result_.stats.loads;
    result_.stats.copies += copies.size();
    return true;
  }

  // ---- to the entry, to the reader

  // A load that may stand anywhere, whose results are its own.
  bool movable(const Inst& i) const
    requires KnowsStayingLoads<Client, P>
  {
    if (!client_.stays(i)) return false;
    bool fine = true;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def() || !fine) return void(fine = false);
      fine = renamable(std::as_const(code_), uses_, live_out_, o.value) && places_.reads_behind(o.value, places_.of(i));
    });
    return fine;
  }
  void hoist()
    requires KnowsStayingLoads<Client, P>
  {
    std::optional<Inst> head;
    for (auto&& i : code_.instructions(known_.blocks[0]))
      if (!head && !code_.effects(i).has(Effect::phi)) head = i;
    if (!head) return;
    std::vector<Inst> all;
    for (const std::uint32_t b : places_.order.blocks)
      for (auto&& i : code_.instructions(known_.blocks[b]))
        if (b != 0 && movable(i)) all.push_back(i);
    for (const Inst& i : all) {
      if (!changes_.next("LoadHoisted")) return;
      changes_.remark(Remark::Kind::passed, "LoadHoisted", code_, i,
                      [&] { return inst_name(code_, i) + " goes to the entry"; });
      editing_.move(i, {known_.blocks[0], *head});
      ++result_.stats.hoisted;
    }
  }
  void sink()
    requires KnowsStayingLoads<Client, P>
  {
    std::vector<Inst> all;
    for (const std::uint32_t b : places_.order.blocks)
      for (auto&& i : code_.instructions(known_.blocks[b]))
        if (movable(i)) all.push_back(i);
    for (const Inst& i : all) {
      const std::optional<Inst> reader = one_reader(i);
      if (!reader || code_.where(i).before == reader) continue;
      if (!changes_.next("LoadSunk")) return;
      changes_.remark(Remark::Kind::passed, "LoadSunk", code_, i,
                      [&] { return inst_name(code_, i) + " goes to its reader"; });
      const std::uint32_t to = known_.blocks.find(*code_.where(*reader).block);
      editing_.move(i, {known_.blocks[to], *reader});
      ++result_.stats.sunk;
    }
  }
  // The one instruction that reads its one result, once, where that is no phi and no deeper loop.
  std::optional<Inst> one_reader(const Inst& i) const {
    std::optional<Value> result;
    std::uint32_t results = 0;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) { result = o.value, ++results; });
    if (results != 1 || uses_.uses(*result) != 1) return {};
    std::optional<Inst> out;
    uses_.for_each_use(*result, [&](const Inst& u, std::uint32_t) { out = u; });
    if (!out || code_.effects(*out).has(Effect::phi)) return {};
    const std::uint32_t to = known_.blocks.find(*code_.where(*out).block);
    const std::uint32_t loop = places_.loops.innermost[to];
    if (loop != flow::no_loop && !places_.loops.contains(loop, places_.of(i).block)) return {};
    return out;
  }

  void keep(const Inst& i, RedundantLoadsReason why) {
    if (options_.explain) result_.kept.push_back({why, i});
  }

  P& code_;
  Client& client_;
  const RedundantLoadsOptions& options_;
  Change& changes_;
  RedundantLoadsResult<P>& result_;
  program::Known<P>& known_;
  program::UseDef<P>& uses_;
  Places<P>& places_;
  const LiveOut<P>& live_out_;
  ChainEditing<P, Observers...> editing_;
  std::map<Place, std::vector<Loaded>> loaded_;
};

}  // namespace detail

/// Copies instead of loads.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires LoadClient<Client, P>
RedundantLoadsResult<P> redundant_loads(Chain<P>& on, Client& client, const RedundantLoadsOptions& options = {},
                                        Sink&& sink = {}, Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  RedundantLoadsResult<P> result;
  Change changes(options.name, options.fuel, sink, observers...);
  detail::RedundantLoads<P, Client, Change, Observers...>(on, client, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires LoadClient<Client, P>
RedundantLoadsResult<P> redundant_loads(P& code, Client& client, const RedundantLoadsOptions& options = {},
                                        Sink&& sink = {}, Observers&... observers) {
  Chain<P> on(code);
  return redundant_loads(on, client, options, sink, observers...);
}

}  // namespace lathe::passes
