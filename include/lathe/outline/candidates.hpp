// Candidate groups: repeats split into sites that are equal up to names, with what each site passes and gets back.
//
// The sites of a repeat are sorted by the numbers of their values (sites.hpp). Runs of equal numbers are groups; where
// sites agree only up to some instruction, that prefix is a group too, unless a shorter repeat has it already. So every
// pair of sequences that are equal up to names is in some group in its full length.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <lathe/outline/concepts.hpp>
#include <lathe/outline/options.hpp>
#include <lathe/outline/plan.hpp>
#include <lathe/outline/repeats.hpp>
#include <lathe/outline/sites.hpp>
#include <lathe/outline/symbols.hpp>

namespace lathe::outline {

/// May anything be taken from the function?
inline bool may_outline_from(const Problem::Function& f, const Options& options) {
  return !f.no_outline && !f.unsafe && (!f.unwanted || options.outline_unwanted) &&
         (!f.linkonce || options.outline_linkonce);
}

/// Sites that may share one outlined function.
struct Group {
  std::uint32_t length = 0;                 ///< instructions of a site
  std::uint64_t bytes = 0;                  ///< of a site, without call and frame, nothing fused
  bool fused = false;                       ///< in some place of the problem instructions are smaller
  std::uint32_t first_site = 0, sites = 0;  ///< into Groups::sites, ascending; they may overlap
  std::size_t first_live = 0;               ///< into Groups::live: for each site, a bit per value in `defined`
  std::vector<std::uint16_t> parameters;    ///< classes, in order of first use
  std::vector<std::uint16_t> defined;       ///< classes of values that may become results, in order of numbers
  /// Words of 64 bits that a site has in Groups::live.
  std::size_t words() const { return (defined.size() + 63) / 64; }
};
/// Why sites that are equal up to names are no candidates.
enum class SiteRefusal : std::uint8_t {
  parameter,  ///< a value that they read is of a class that cannot be passed
  result,     ///< so is one that they write and that is read behind them
  target      ///< may_outline says no
};
/// Equal sequences that were refused.
struct RefusedSites {
  SiteRefusal why = SiteRefusal::target;  ///< the same for all of them
  std::uint16_t cls = 0;                  ///< of the value that cannot be passed
  std::uint32_t length = 0;               ///< instructions
  std::vector<Site> sites;                ///< those that were refused, in order
};

/// Sets of sites that may share a function, with the sites and bits of all of them.
struct Groups {
  std::vector<Group> groups;
  std::vector<Site> sites;
  std::vector<std::uint64_t> live;  ///< by group and site: which of Group::defined the site's code reads behind it
};

/// Instructions that chosen sites have taken.
template <class = void>
class BasicTaken {
 public:
  explicit BasicTaken(std::uint32_t size) : words_(size / 64 + 1) {}  ///< Of so many instructions; none is taken.
  /// Is one of [first, first + length) taken? O(length / 64).
  bool any(std::uint32_t first, std::uint32_t length) const {
    const std::uint32_t last = first + length - 1;
    const std::uint64_t head = ~std::uint64_t{0} << (first & 63), tail = ~std::uint64_t{0} >> (63 - (last & 63));
    if (first / 64 == last / 64) return (words_[first / 64] & head & tail) != 0;
    if ((words_[first / 64] & head) != 0 || (words_[last / 64] & tail) != 0) return true;
    for (std::uint32_t w = first / 64 + 1; w < last / 64; ++w)
      if (words_[w] != 0) return true;
    return false;
  }
  /// They are taken. O(length).
  void take(std::uint32_t first, std::uint32_t length) {
    for (std::uint32_t i = first; i < first + length; ++i) words_[i / 64] |= std::uint64_t{1} << (i & 63);
  }

 private:
  std::vector<std::uint64_t> words_;
};
using Taken = BasicTaken<>;

/// What a group is worth now.
struct Evaluation {
  std::vector<std::uint32_t> chosen;      ///< sites of the group that are free and do not overlap
  std::vector<std::uint32_t> call_bytes;  ///< of each
  std::vector<std::uint64_t> results;     ///< bits: which of Group::defined some chosen site needs later
  Interface interface;
  std::uint32_t frame_bytes = 0;  ///< what the function costs beside its body
  std::uint32_t copies = 0;       ///< of the function, one for each image that has a site
  std::int64_t inlined = 0;       ///< bytes of the chosen sites as they are, over all images
  std::int64_t outlined = 0;      ///< bytes of calls, body and frame
  std::int64_t benefit = 0;       ///< by the rule that was asked for
  /// Of `outlined`, what is no body: calls and frames.
  std::int64_t overhead() const { return outlined - static_cast<std::int64_t>(copies * interface.bytes); }
  /// Bytes, by the classic count; negative: they would become more.
  std::int64_t saved() const { return inlined - outlined; }
};

/// Weighs groups. `C` is a Costs; the sites that cost more as a call than as they are do not take part. Where a program
/// becomes several images, an image pays for its own copy of the function, and does not take part where its sites do
/// not.
template <class C>
class Weigher {
 public:
  /// All four outlive it.
  Weigher(const Problem& p, const Groups& groups, C& costs, const Options& options)
      : p_(p), all_(groups), costs_(costs), options_(options), gains_(std::max(1U, p.images), 0) {}

  /// O(sites * (length / 64 + results / 64)) beside the hooks. False when it is not worth it.
  bool weigh(const Group& group, const Taken& taken, Evaluation& out) {
    const std::size_t words = group.words();
    out.chosen.clear();
    out.results.assign(words, 0);
    std::uint64_t free_from = 0;
    for (std::uint32_t s = group.first_site; s < group.first_site + group.sites; ++s) {
      const Site& site = all_.sites[s];
      if (site.first < free_from || taken.any(site.first, group.length)) continue;
      out.chosen.push_back(s);
      free_from = std::uint64_t{site.first} + group.length;
      for (std::size_t w = 0; w < words; ++w)
        out.results[w] |= all_.live[group.first_live + (s - group.first_site) * words + w];
    }
    while (out.chosen.size() >= 2) {
      set_interface(group, out);
      out.interface.bytes = largest_body(group, out);
      if (!drop_dear(group, out)) break;
      // What only those needed later is no result any more.
      std::fill(out.results.begin(), out.results.end(), 0);
      for (const std::uint32_t s : out.chosen)
        for (std::size_t w = 0; w < words; ++w)
          out.results[w] |= all_.live[group.first_live + (s - group.first_site) * words + w];
    }
    if (out.chosen.size() < 2) return false;
    price(group, out);
    return out.benefit >= static_cast<std::int64_t>(options_.benefit_threshold) &&
           out.benefit * 100 >= out.overhead() * options_.benefit_margin;
  }

  /// Writes what the function looks like from `results`, which are set.
  static void set_interface(const Group& group, Evaluation& out) {
    out.interface.length = group.length;
    out.interface.bytes = group.bytes;
    out.interface.parameters = group.parameters;
    out.interface.results.clear();
    for (std::size_t d = 0; d < group.defined.size(); ++d)
      if ((out.results[d / 64] >> (d % 64) & 1) != 0) out.interface.results.push_back(group.defined[d]);
  }

 private:
  // Bytes of a site's instructions where they stand. O(length).
  std::uint64_t body(const Group& group, std::uint32_t s) const {
    std::uint64_t bytes = group.bytes;
    if (!group.fused) return bytes;
    for (std::uint32_t i = 0; i < group.length; ++i) bytes -= p_.insts[all_.sites[s].first + i].fused;
    return bytes;
  }
  // Of the function: the most that a site takes, for what another leaves out may stand beside it and not in it.
  std::uint64_t largest_body(const Group& group, const Evaluation& of) const {
    std::uint64_t most = 0;
    for (const std::uint32_t s : of.chosen) {
      most = std::max(most, body(group, s));
      if (most == group.bytes) break;
    }
    return most;
  }
  std::uint32_t frame(const Evaluation& out) const {
    if constexpr (requires(const Interface& i, const Site& site) { costs_.frame_bytes(i, site); })
      return costs_.frame_bytes(out.interface, all_.sites[out.chosen.front()]);
    else
      return costs_.frame_bytes(out.interface);
  }
  std::span<const std::uint32_t> images(std::uint32_t s) const {
    static constexpr std::uint32_t only[] = {0};
    if (p_.images == 0) return only;
    return p_.functions[p_.blocks[all_.sites[s].block].function].images;
  }
  // Takes sites out that are dearer as calls, and those all of whose images lose by a copy of the function. Were there
  // any?
  bool drop_dear(const Group& group, Evaluation& out) {
    const std::size_t before = out.chosen.size();
    std::size_t kept = 0;
    out.call_bytes.clear();
    out.frame_bytes = frame(out);
    touched_.clear();
    for (const std::uint32_t s : out.chosen) {
      const std::uint32_t call = costs_.call_bytes(out.interface, all_.sites[s]);
      const std::uint64_t bytes = body(group, s);
      if (call >= bytes) continue;
      out.chosen[kept++] = s;
      out.call_bytes.push_back(call);
      for (const std::uint32_t image : images(s)) {
        if (gains_[image] == 0) touched_.push_back(image);
        gains_[image] += static_cast<std::int64_t>(bytes - call);
      }
    }
    out.chosen.resize(kept);
    const auto paid = static_cast<std::int64_t>(out.interface.bytes + out.frame_bytes);
    if (p_.images != 0 && options_.benefit == Benefit::classic) {
      const auto loses = [&](std::uint32_t image) { return gains_[image] <= paid; };
      kept = 0;
      for (std::size_t k = 0; k < out.chosen.size(); ++k) {
        const auto of = images(out.chosen[k]);
        if (std::all_of(of.begin(), of.end(), loses)) continue;
        out.chosen[kept] = out.chosen[k];
        out.call_bytes[kept++] = out.call_bytes[k];
      }
      out.chosen.resize(kept);
      out.call_bytes.resize(kept);
    }
    for (const std::uint32_t image : touched_) gains_[image] = 0;
    return kept != before;
  }
  void price(const Group& group, Evaluation& out) {
    std::int64_t calls = 0;
    out.inlined = 0;
    out.copies = 0;
    touched_.clear();
    for (std::size_t k = 0; k < out.chosen.size(); ++k) {
      const auto of = images(out.chosen[k]);
      out.inlined += static_cast<std::int64_t>(of.size() * body(group, out.chosen[k]));
      calls += static_cast<std::int64_t>(of.size() * out.call_bytes[k]);
      for (const std::uint32_t image : of)
        if (gains_[image]++ == 0) touched_.push_back(image);
    }
    out.copies = static_cast<std::uint32_t>(touched_.size());
    for (const std::uint32_t image : touched_) gains_[image] = 0;
    const auto body = static_cast<std::int64_t>(out.interface.bytes);
    out.outlined = calls + out.copies * (body + out.frame_bytes);
    out.benefit = out.saved() + (options_.benefit == Benefit::reference ? body : 0);
  }

  const Problem& p_;
  const Groups& all_;
  C& costs_;
  const Options& options_;
  std::vector<std::int64_t> gains_;     // by image; 0 between calls
  std::vector<std::uint32_t> touched_;  // images
};

/// Makes groups of repeats. `C` is a Costs.
template <class C>
class GroupFinder {
 public:
  /// All five outlive it. `refused`, where it is given, gets what could have been a group but for a refusal.
  GroupFinder(const Problem& p, const SymbolString& string, C& costs, const Options& options, Stats& stats,
              std::vector<RefusedSites>* refused = nullptr)
      : refused_(refused),
        p_(p),
        string_(string),
        costs_(costs),
        options_(options),
        stats_(stats),
        live_(live_after(p)),
        reader_(p, live_),
        bytes_(p.insts.size() + 1, 0) {
    for (std::uint32_t i = 0; i < p.insts.size(); ++i) {
      bytes_[i + 1] = bytes_[i] + p.insts[i].bytes;
      fused_ |= p.insts[i].fused != 0;
    }
    for (const Problem::Function& f : p.functions) copies_ = std::max(copies_, f.images.size());
    work_ = options.work != 0 ? options.work : 256 * std::uint64_t{string.symbols.size()};
  }

  /// The places of one repeat: splits them into groups that may share a function, and keeps those of two sites and
  /// more.
  void add(const Repeat& repeat) {
    ++stats_.repeats;
    starts_.assign(repeat.starts.begin(), repeat.starts.end());
    const std::uint32_t sample = string_.at(p_, starts_[0]).first;
    if (!hopeful(starts_.size(), bytes_[sample + repeat.length] - bytes_[sample])) {
      ++stats_.hopeless;
      return;
    }
    if (std::uint64_t{repeat.length} * starts_.size() > work_) {
      ++stats_.out_of_work;
      return;
    }
    work_ -= std::uint64_t{repeat.length} * starts_.size();
    std::sort(starts_.begin(), starts_.end());
    sites_.clear();
    for (const std::uint32_t start : starts_) {
      const auto [inst, block] = string_.at(p_, start);
      sites_.push_back({block, inst});
    }
    split(repeat);
  }
  Groups take() { return std::move(out_); }  ///< All groups so far; it is empty then.

 private:
  std::vector<RefusedSites>* const refused_;
  bool told_ = false;  // of the group at hand

  // An upper bound of the benefit: no parameter, no result, no frame.
  bool hopeful(std::size_t sites, std::uint64_t bytes) const {
    std::uint64_t call = 0;
    if constexpr (requires { costs_.least_call_bytes(); }) call = costs_.least_call_bytes();
    if (bytes <= call) return false;
    const std::uint64_t body = options_.benefit == Benefit::reference ? 0 : bytes;
    return copies_ * sites * (bytes - call) >= body + options_.benefit_threshold;
  }

  void split(const Repeat& repeat) {
    const std::uint32_t first = sites_[0].first, count = static_cast<std::uint32_t>(sites_.size());
    const std::uint32_t least = std::max(options_.min_length, repeat.shorter + 1);
    const std::uint32_t width =
        p_.insts[first + repeat.length - 1].first + p_.insts[first + repeat.length - 1].count - p_.insts[first].first;
    order_.resize(count);
    std::iota(order_.begin(), order_.end(), 0);
    if (width == 0) return add_group(repeat.length, order_);
    codes_.clear();
    for (const Site& site : sites_) {
      reader_.read(site.first, repeat.length, values_);
      codes_.insert(codes_.end(), values_.numbers.begin(), values_.numbers.end());
    }
    const auto code = [&](std::uint32_t s) { return codes_.data() + std::size_t{s} * width; };
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto [x, y] = std::mismatch(code(a), code(a) + width, code(b));
      return x == code(a) + width ? a < b : *x < *y;
    });
    common_.assign(count, 0);
    for (std::uint32_t i = 1; i < count; ++i) {
      const std::uint32_t* const x = code(order_[i - 1]);
      const auto same = static_cast<std::uint32_t>(std::mismatch(x, x + width, code(order_[i])).first - x);
      common_[i] = whole_instructions(first, repeat.length, same);
    }
    for_each_run(common_, least, [&](std::uint32_t length, std::uint32_t, std::uint32_t from, std::uint32_t to) {
      add_group(length, std::span(order_).subspan(from, to - from + 1));
    });
  }

  // How many instructions the first `operands` operands of a site make up.
  std::uint32_t whole_instructions(std::uint32_t first, std::uint32_t length, std::uint32_t operands) const {
    const std::uint32_t base = p_.insts[first].first;
    std::uint32_t low = 0, high = length;
    while (low < high) {
      const std::uint32_t middle = (low + high + 1) / 2;
      const Problem::Inst& last = p_.insts[first + middle - 1];
      if (last.first + last.count - base <= operands)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  void add_group(std::uint32_t length, std::span<const std::uint32_t> members) {
    ++stats_.groups;
    picked_.assign(members.begin(), members.end());
    std::sort(picked_.begin(), picked_.end());
    Group group;
    const std::uint32_t sample = sites_[picked_[0]].first;
    group.length = length;
    group.bytes = bytes_[sample + length] - bytes_[sample];
    group.fused = fused_;
    if (!hopeful(picked_.size(), group.bytes)) return;
    reader_.read(sample, length, values_);
    for (const SiteValues::Value& v : values_.values) {
      if (v.parameter) group.parameters.push_back(v.cls);
      if (v.parameter && !p_.classes[v.cls].passable) {
        stats_.refused_sites += picked_.size();
        if (refused_ != nullptr) {
          RefusedSites& told = refused_->emplace_back(SiteRefusal::parameter, v.cls, length, std::vector<Site>());
          for (const std::uint32_t s : picked_) told.sites.push_back(sites_[s]);
        }
        return;
      }
      if (v.defined) group.defined.push_back(v.cls);
    }
    group.first_site = static_cast<std::uint32_t>(out_.sites.size());
    group.first_live = out_.live.size();
    told_ = false;
    for (const std::uint32_t s : picked_) add_site(group, sites_[s]);
    group.sites = static_cast<std::uint32_t>(out_.sites.size()) - group.first_site;
    ask_target(group);
    if (group.sites < 2) return drop(group);
    out_.groups.push_back(group);
    if (group.words() != 0) split_by_results(group);
  }

  // Sites that need the same values later are a group too: what one site needs, all others pay for.
  void split_by_results(Group part) {
    const std::uint32_t first = part.first_site, count = part.sites;
    const std::size_t words = part.words(), live = part.first_live;
    const auto mask = [&](std::uint32_t s) {
      return out_.live.begin() + static_cast<std::ptrdiff_t>(live + s * words);
    };
    picked_.resize(count);
    std::iota(picked_.begin(), picked_.end(), 0);
    std::sort(picked_.begin(), picked_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto [x, y] = std::mismatch(mask(a), mask(a) + static_cast<std::ptrdiff_t>(words), mask(b));
      return x == mask(a) + static_cast<std::ptrdiff_t>(words) ? a < b : *x < *y;
    });
    for (std::uint32_t from = 0; from < count;) {
      std::uint32_t to = from + 1;
      while (to < count && std::equal(mask(picked_[from]), mask(picked_[from]) + static_cast<std::ptrdiff_t>(words),
                                      mask(picked_[to])))
        ++to;
      if (to - from == count) return;
      part.first_site = static_cast<std::uint32_t>(out_.sites.size());
      part.first_live = out_.live.size();
      part.sites = to - from;
      for (std::uint32_t k = from; k < to && part.sites > 1; ++k) {
        out_.sites.push_back(Site{out_.sites[first + picked_[k]]});
        for (std::size_t w = 0; w < words; ++w)
          out_.live.push_back(std::uint64_t{out_.live[live + picked_[k] * words + w]});
      }
      if (part.sites > 1) out_.groups.push_back(part);
      from = to;
    }
  }

  void add_site(const Group& group, const Site& site) {
    reader_.read(site.first, group.length, values_);
    bits_.assign(group.words(), 0);
    std::size_t d = 0;
    for (const SiteValues::Value& v : values_.values) {
      if (!v.defined) continue;
      if (v.live && !p_.classes[v.cls].passable) {
        ++stats_.refused_sites;
        refuse(SiteRefusal::result, v.cls, group, site);
        return;
      }
      bits_[d / 64] |= std::uint64_t{v.live} << (d % 64);
      ++d;
    }
    out_.sites.push_back(site);
    out_.live.insert(out_.live.end(), bits_.begin(), bits_.end());
  }

  void ask_target(Group& group) {
    if constexpr (requires(const Interface& i, const Site& s) { costs_.may_outline(i, s); }) {
      const std::size_t words = group.words();
      Evaluation whole;
      whole.results.assign(words, 0);
      for (std::size_t k = 0; k < group.sites * words; ++k) whole.results[k % words] |= out_.live[group.first_live + k];
      Weigher<C>::set_interface(group, whole);
      std::uint32_t kept = 0;
      for (std::uint32_t s = 0; s < group.sites; ++s) {
        if (!costs_.may_outline(whole.interface, out_.sites[group.first_site + s])) {
          ++stats_.refused_sites;
          refuse(SiteRefusal::target, 0, group, Site{out_.sites[group.first_site + s]});
          continue;
        }
        out_.sites[group.first_site + kept] = out_.sites[group.first_site + s];
        std::copy_n(out_.live.begin() + static_cast<std::ptrdiff_t>(group.first_live + s * words), words,
                    out_.live.begin() + static_cast<std::ptrdiff_t>(group.first_live + kept * words));
        ++kept;
      }
      group.sites = kept;
      out_.sites.resize(group.first_site + kept);
      out_.live.resize(group.first_live + kept * words);
    }
  }
  // The refusals of one group follow each other.
  void refuse(SiteRefusal why, std::uint16_t cls, const Group& group, const Site& site) {
    if (refused_ == nullptr) return;
    if (!told_ || refused_->back().why != why || refused_->back().cls != cls)
      refused_->emplace_back(why, cls, group.length, std::vector<Site>());
    told_ = true;
    refused_->back().sites.push_back(site);
  }
  void drop(const Group& group) {
    out_.sites.resize(group.first_site);
    out_.live.resize(group.first_live);
  }

  const Problem& p_;
  const SymbolString& string_;
  C& costs_;
  const Options& options_;
  Stats& stats_;
  std::vector<bool> live_;
  SiteReader reader_;
  std::vector<std::uint64_t> bytes_;  // before each instruction
  std::uint64_t work_ = 0;
  std::size_t copies_ = 1;  // that a function has, at most
  bool fused_ = false;
  Groups out_;
  SiteValues values_;
  std::vector<std::uint32_t> starts_, order_, common_, codes_, picked_;
  std::vector<std::uint64_t> bits_;
  std::vector<Site> sites_;
};

}  // namespace lathe::outline
