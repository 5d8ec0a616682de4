// Outlining over modules that are compiled apart: publish, merge, consume.
//
// Each module publishes stable hashes of sequences that another module could share, single ones too: a sequence that
// stands twice in one module and once in another, or once in each, is found. Not all substrings are published, but
// those between cut points chosen by content (winnowing: Schleimer, Wilkerson, Aiken, SIGMOD 2003), so that equal code
// has equal cut points wherever it stands. The counts of all modules are merged, and each module then plans, on its
// own and in the same order as the others, functions named by their hash, of which the linker keeps one copy.
//
// A hash covers keys, sizes, classes, the numbering of values and which values are read later: sequences with equal
// hashes have equal interfaces. It is 128 bits wide; the module's own sites are compared by the checker, sites of
// other modules cannot be.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lathe/outline/candidates.hpp>
#include <lathe/outline/outliner.hpp>
#include <lathe/outline/remarks.hpp>
#include <lathe/support/maybe_remarks.hpp>
#include <lathe/support/text.hpp>

namespace lathe::outline {

/// 128 bits that mean the same code in every module and every run.
struct StableHash {
  std::uint64_t high = 0, low = 0;  ///< halves of the hash; neither means anything alone
  auto operator<=>(const StableHash&) const = default;
};

struct GlobalOptions {
  std::uint32_t gram = 3;    ///< instructions that a cut point is chosen by
  std::uint32_t window = 4;  ///< one cut point at least in so many places
  std::uint32_t span = 12;   ///< cut points that a published sequence reaches over
};

/// A published sequence: hash, size, and how often it stands where.
struct PublishedSequence {
  StableHash hash;
  std::uint32_t length = 0;   ///< instructions
  std::uint64_t bytes = 0;    ///< of the instructions, by their own sizes
  std::uint64_t sites = 0;    ///< in all modules
  std::uint32_t modules = 0;  ///< that have one
  bool operator==(const PublishedSequence&) const = default;
};
/// Sorted by hash, each hash once.
using Published = std::vector<PublishedSequence>;

namespace detail {

/// Two lanes of a multiply-and-shift hash. The value is part of the text form: it must never change.
class StableHasher {
 public:
  void add(std::uint64_t word) {
    a_ = (a_ ^ word) * 0x9E3779B97F4A7C15ULL;
    a_ ^= a_ >> 32;
    b_ = (b_ + word) * 0xD6E8FEB86659FD93ULL;
    b_ ^= b_ >> 29;
  }
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  StableHash hash() const { return {a_, b_}; }

 private:
  std::uint64_t a_ = 0x6C617468652D6F31ULL, b_ = 0x6F75746C696E6572ULL;
};

/// One sequence between cut points.
struct GlobalSite {
  StableHash hash;
  Site site;
  std::uint32_t length = 0;
};

template <class C>
class GlobalFinder {
 public:
  GlobalFinder(const Problem& p, C& costs, const Options& options, const GlobalOptions& global)
      : p_(p), costs_(costs), options_(options), global_(global), live_(live_after(p)), reader_(p, live_) {
    for (const std::string& key : p.keys) {
      StableHasher h;
      h.add(key);
      keys_.push_back(h.hash().high);
    }
    for (const Problem::Class& c : p.classes) {
      StableHasher h;
      h.add(c.name);
      classes_.push_back(h.hash().high);
    }
  }

  /// f(GlobalSite, SiteValues, Interface) for each sequence that may be outlined. O(cut points * span * length).
  template <class F>
  void run(F&& f) {
    for (std::uint32_t b = 0; b < p_.blocks.size(); ++b) {
      if (!wanted(b)) continue;
      const std::uint32_t end = p_.blocks[b].first + p_.blocks[b].count;
      for (std::uint32_t i = p_.blocks[b].first; i < end;) {
        std::uint32_t to = i;
        while (to < end && p_.insts[to].legal) ++to;
        if (to - i >= options_.min_length) run_of(b, i, to, f);
        i = to + 1;
      }
    }
  }

 private:
  bool wanted(std::uint32_t b) const {
    const Problem::Block& block = p_.blocks[b];
    const Problem::Function& function = p_.functions[block.function];
    return !block.no_outline && may_outline_from(function, options_) &&
           (options_.hot_weight == 0 || block.weight < options_.hot_weight);
  }

  std::uint64_t inst_hash(std::uint32_t i) const {
    StableHasher h;
    h.add(keys_[p_.insts[i].key]);
    h.add(std::uint64_t{p_.insts[i].bytes});
    for (const Operand& o : p_.operands_of(i)) h.add(classes_[o.cls] + o.is_def);
    return h.hash().high;
  }

  // Begins and ends of sequences in [from, to): the run's own, and those of the least gram of each window.
  void cut(std::uint32_t from, std::uint32_t to) {
    begins_.assign(1, from);
    ends_.clear();
    hashes_.clear();
    for (std::uint32_t i = from; i < to; ++i) hashes_.push_back(inst_hash(i));
    const std::uint32_t gram = std::max(1U, global_.gram), window = std::max(1U, global_.window);
    std::vector<std::uint64_t> grams;
    for (std::uint32_t i = 0; i + gram <= to - from; ++i) {
      StableHasher h;
      for (std::uint32_t k = 0; k < gram; ++k) h.add(hashes_[i + k]);
      grams.push_back(h.hash().low);
    }
    std::uint32_t last = 0xffffffffU;
    for (std::uint32_t w = 0; w + window <= grams.size(); ++w) {
      std::uint32_t best = w;
      for (std::uint32_t i = w + 1; i < w + window; ++i)
        if (grams[i] <= grams[best]) best = i;
      if (best == last) continue;
      last = best;
      if (from + best != begins_.back()) begins_.push_back(from + best);
      ends_.push_back(from + best + gram);
    }
    if (ends_.empty() || ends_.back() != to) ends_.push_back(to);
  }

  template <class F>
  void run_of(std::uint32_t block, std::uint32_t from, std::uint32_t to, F&& f) {
    cut(from, to);
    std::size_t e = 0;
    for (const std::uint32_t begin : begins_) {
      while (e < ends_.size() && ends_[e] < begin + options_.min_length) ++e;
      for (std::size_t k = e; k < ends_.size() && k < e + global_.span; ++k) {
        GlobalSite site{{}, {block, begin}, ends_[k] - begin};
        Interface interface;
        site.hash = describe(begin, site.length, interface);
        if (!passable_ || costs_.call_bytes(interface, site.site) >= interface.bytes) continue;
        if constexpr (requires { costs_.may_outline(interface, site.site); })
          if (!costs_.may_outline(interface, site.site)) continue;
        f(site, values_, interface);
      }
    }
  }

  StableHash describe(std::uint32_t begin, std::uint32_t length, Interface& interface) {
    reader_.read(begin, length, values_);
    StableHasher h;
    h.add(std::uint64_t{length});
    interface.length = length;
    for (std::uint32_t i = begin; i < begin + length; ++i) {
      h.add(hashes_[i - begins_[0]]);
      interface.bytes += p_.insts[i].bytes;
    }
    for (const std::uint32_t n : values_.numbers) h.add(std::uint64_t{n});
    passable_ = true;
    for (const SiteValues::Value& v : values_.values) {
      const bool result = v.defined && v.live;
      h.add(std::uint64_t{result});
      if (v.parameter) interface.parameters.push_back(v.cls);
      if (result) interface.results.push_back(v.cls);
      passable_ &= !(v.parameter || result) || p_.classes[v.cls].passable;
    }
    return h.hash();
  }

  const Problem& p_;
  C& costs_;
  const Options& options_;
  const GlobalOptions& global_;
  std::vector<bool> live_;
  SiteReader reader_;
  SiteValues values_;
  bool passable_ = true;
  std::vector<std::uint64_t> keys_, classes_, hashes_;
  std::vector<std::uint32_t> begins_, ends_;
};

inline void fold(Published& all) {
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.hash < b.hash; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept > 0 && all[kept - 1].hash == all[i].hash) {
      all[kept - 1].sites += all[i].sites;
      all[kept - 1].modules += all[i].modules;
    } else {
      all[kept++] = all[i];
    }
  }
  all.resize(kept);
}

inline std::string hex(const StableHash& hash) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const std::uint64_t word : {hash.high, hash.low})
    for (int shift = 60; shift >= 0; shift -= 4) out += digits[word >> shift & 15];
  return out;
}

}  // namespace detail

/// What a module offers to share. Precondition: check_problem finds nothing. Deterministic, the same on every machine.
template <class C>
Published publish(const Problem& p, C& costs, const Options& options = {}, const GlobalOptions& global = {}) {
  Published out;
  detail::GlobalFinder<C> finder(p, costs, options, global);
  finder.run([&](const detail::GlobalSite& s, const SiteValues&, const Interface& i) {
    out.push_back({s.hash, s.length, i.bytes, 1, 0});
  });
  detail::fold(out);
  for (PublishedSequence& s : out) s.modules = 1;
  return out;
}

/// What all modules offer; those that stand once in all are dropped when `shared_only`. The order of the modules does
/// not matter. O(n log n).
inline Published merge(std::span<const Published> modules, bool shared_only = true) {
  Published all;
  for (const Published& m : modules) all.insert(all.end(), m.begin(), m.end());
  detail::fold(all);
  if (shared_only) std::erase_if(all, [](const PublishedSequence& s) { return s.sites < 2; });
  return all;
}

namespace detail {

/// What consume tells, where somebody listens: a remark for each function, and for each sequence that would not pay.
template <class Sink>
struct SharedRemarks {
  struct Refused {
    const PublishedSequence* sequence;
    std::int64_t outlined, inlined;  // bytes, of all modules
    std::vector<std::uint32_t> firsts;
  };
  const Problem& p;
  Sink& sink;
  std::map<StableHash, Refused> all;  // by hash

  void refused(const PublishedSequence& sequence, const GlobalSite& site, std::int64_t outlined, std::int64_t inlined) {
    if constexpr (wants_remarks<Sink>) {
      if (!listens(sink) || sequence.sites < 2) return;
      auto& one = all.try_emplace(sequence.hash, Refused{&sequence, outlined, inlined, {}}).first->second;
      one.firsts.push_back(site.site.first);
    }
  }
  void tell(const Round& round) {
    if constexpr (wants_remarks<Sink>) {
      if (!listens(sink)) return;
      std::vector<std::vector<std::uint32_t>> firsts(round.functions.size());
      for (const PlannedSite& site : round.sites) firsts[site.function].push_back(site.site.first);
      for (std::size_t f = 0; f < firsts.size(); ++f)
        sink(outlined_remark(round.functions[f].name, round.functions[f].saved, round.functions[f].interface.length,
                             places(firsts[f]), firsts[f].front()));
      for (auto& [hash, one] : all) {
        std::sort(one.firsts.begin(), one.firsts.end());
        sink(not_cheaper_remark(p.functions[p.blocks[p.block_of(one.firsts.front())].function].name,
                                one.sequence->length, one.sequence->sites, one.outlined, one.inlined,
                                places(one.firsts), one.firsts.front()));
      }
    }
  }

 private:
  std::vector<std::string> places(const std::vector<std::uint32_t>& firsts) const {
    std::vector<std::string> out;
    out.reserve(firsts.size());
    for (const std::uint32_t first : firsts) out.push_back(p.place(first));
    return out;
  }
};

}  // namespace detail

/// Plans one module by what all of them published: a round of functions named by their hash, marked `shared`. Their
/// `saved` is what this module's sites save; the body and frame are paid once, in whichever module the linker keeps.
/// Every module must use the same options and costs. Overlapping sites of one module are counted when published, so the
/// whole may save less than expected. Remarks are those of plan_problem: of functions made, the sites here; of those that
/// would not pay, the bytes of all modules.
template <class C, class Sink = NoRemarks>
Plan consume(const Problem& p, const Published& all, C& costs, const Options& options = {},
             const GlobalOptions& global = {}, Sink&& sink = {}) {
  struct Offer {
    std::int64_t benefit;
    detail::GlobalSite site;
    std::uint32_t call, frame;
    std::int64_t bytes;
    Interface interface;
    std::vector<std::uint32_t> arguments, results;
  };
  Plan plan;
  detail::SharedRemarks<std::remove_cvref_t<Sink>> remarks{p, sink, {}};
  if (!check_problem(p).empty()) {
    plan.refusal = Refusal::broken_problem;
    return plan;
  }
  std::vector<Offer> offers;
  detail::GlobalFinder<C> finder(p, costs, options, global);
  finder.run([&](const detail::GlobalSite& s, const SiteValues& values, const Interface& i) {
    const auto at =
        std::lower_bound(all.begin(), all.end(), s.hash, [](const auto& a, const auto& h) { return a.hash < h; });
    if (at == all.end() || at->hash != s.hash || at->length != s.length || at->bytes != i.bytes) return;
    Offer offer{0, s, costs.call_bytes(i, s.site), costs.frame_bytes(i), static_cast<std::int64_t>(i.bytes), i, {}, {}};
    const auto sites = static_cast<std::int64_t>(at->sites);
    offer.benefit = sites * (offer.bytes - offer.call) - offer.bytes - offer.frame;
    if (offer.benefit < static_cast<std::int64_t>(options.benefit_threshold) ||
        offer.benefit * 100 < (sites * offer.call + offer.frame) * static_cast<std::int64_t>(options.benefit_margin))
      return remarks.refused(*at, s, sites * offer.call + offer.bytes + offer.frame, sites * offer.bytes);
    for (const SiteValues::Value& v : values.values) {
      if (v.parameter) offer.arguments.push_back(v.value);
      if (v.defined && v.live) offer.results.push_back(v.value);
    }
    offers.push_back(std::move(offer));
  });
  std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    if (a.benefit != b.benefit) return a.benefit > b.benefit;
    if (a.site.hash != b.site.hash) return a.site.hash < b.site.hash;
    return a.site.site.first < b.site.site.first;
  });
  Taken taken(static_cast<std::uint32_t>(p.insts.size()));
  Round round;
  std::optional<StableHash> last;
  for (Offer& o : offers) {
    if (taken.any(o.site.site.first, o.site.length)) continue;
    taken.take(o.site.site.first, o.site.length);
    if (!last || *last != o.site.hash) {
      round.functions.push_back({"OUTLINED_SHARED_" + detail::hex(o.site.hash), o.interface, o.frame, 0, true});
      last = o.site.hash;
    }
    round.functions.back().saved += o.bytes - o.call;
    round.sites.push_back({static_cast<std::uint32_t>(round.functions.size() - 1), o.site.site, o.call,
                           std::move(o.arguments), std::move(o.results)});
    plan.stats.bytes_saved += static_cast<std::uint64_t>(o.bytes - o.call);
  }
  std::sort(round.sites.begin(), round.sites.end(),
            [](const PlannedSite& a, const PlannedSite& b) { return a.site.first < b.site.first; });
  remarks.tell(round);
  plan.stats.functions = round.functions.size();
  plan.stats.sites = round.sites.size();
  if (!round.sites.empty()) plan.rounds.push_back(std::move(round));
  return plan;
}

/// The text form: "published", then a line "HASH length L bytes B sites N modules M" for each.
inline std::string print(const Published& all) {
  std::string out = "published\n";
  for (const PublishedSequence& s : all)
    out += detail::hex(s.hash) + " length " + std::to_string(s.length) + " bytes " + std::to_string(s.bytes) +
           " sites " + std::to_string(s.sites) + " modules " + std::to_string(s.modules) + "\n";
  return out;
}

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken.
inline std::optional<Published> read_published(std::string_view text, const std::string& name, std::string& error) {
  TextReader in(text, name);
  Published out;
  if (!in.next_line() || in.word() != "published") in.fail("expected 'published'");
  while (!in.failed() && in.next_line()) {
    PublishedSequence s;
    const std::string_view word = in.word();
    const auto half = [&](std::size_t at, std::uint64_t& value) {
      if (word.size() != 32) return false;
      const char* const end = word.data() + at + 16;
      const auto done = std::from_chars(word.data() + at, end, value, 16);
      return done.ec == std::errc{} && done.ptr == end;
    };
    if (!half(0, s.hash.high) || !half(16, s.hash.low)) in.fail("expected a hash of 32 hexadecimal digits");
    const auto field = [&](const char* what) {
      if (in.word() != what) in.fail(std::string("expected '") + what + "'");
      return static_cast<std::uint64_t>(in.number(what, 0).value_or(0));
    };
    s.length = static_cast<std::uint32_t>(field("length"));
    s.bytes = field("bytes");
    s.sites = field("sites");
    s.modules = static_cast<std::uint32_t>(field("modules"));
    if (!out.empty() && !(out.back().hash < s.hash)) in.fail("hashes are not in order");
    out.push_back(s);
  }
  error = in.error();
  if (in.failed()) return std::nullopt;
  return out;
}

}  // namespace lathe::outline
