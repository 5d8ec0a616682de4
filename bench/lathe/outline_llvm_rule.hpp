// LLVM's greedy rule of what to outline, on our problems and costs.
//
// As its MachineOutliner has it in 22: repeats of llvm::SuffixTree with leaf descendants, sites of each
// sorted and overlapping ones dropped, groups that save nothing dropped, the others sorted by bytes as they are over
// bytes outlined, then taken in that order, sites that others have taken dropped. Names of registers are kept out of
// its string as they are kept out of ours, and sites of a repeat that differ in them become groups of their own, so it
// sees the same equalities.
#pragma once

#include <llvm/Support/SuffixTree.h>

#include <algorithm>
#include <map>
#include <vector>

#include <lathe/outline.hpp>

namespace lathe::outline::bench {

/// A repeat and where it stands.
struct LlvmFunction {
  Group group;
  std::vector<Site> sites;
  std::vector<std::uint64_t> live;  // words per site
  std::int64_t inlined = 0, outlined = 0;
};

/// Bytes that the rule saves.
class LlvmRule {
 public:
  LlvmRule(const Problem& p, TableCosts costs) : p_(p), costs_(costs), live_(live_after(p)), reader_(p, live_) {}

  std::int64_t saved() {
    Symbolizer symbolizer;
    std::vector<std::uint32_t> symbols(p_.insts.size());
    for (std::uint32_t i = 0; i < symbols.size(); ++i) symbols[i] = symbolizer.symbol(p_, i);
    std::vector<bool> wanted(p_.blocks.size());
    for (std::uint32_t b = 0; b < wanted.size(); ++b)
      wanted[b] = p_.blocks[b].count > 1 && !p_.blocks[b].no_outline && !p_.functions[p_.blocks[b].function].no_outline;
    const SymbolString string = make_string(p_, symbols, wanted, symbolizer.symbols());
    if (string.symbols.empty()) return 0;
    llvm::SuffixTree tree(string.symbols, true);
    for (const auto& repeat : tree) candidates(string, repeat.Length, repeat.StartIndices);
    std::stable_sort(functions_.begin(), functions_.end(), [](const LlvmFunction& a, const LlvmFunction& b) {
      return a.inlined * b.outlined > b.inlined * a.outlined;
    });
    std::vector<bool> taken(p_.insts.size(), false);
    std::int64_t sum = 0;
    for (LlvmFunction& f : functions_) {
      const std::uint32_t length = f.group.length;
      const std::size_t words = f.group.words();
      std::size_t kept = 0;
      for (std::size_t s = 0; s < f.sites.size(); ++s) {
        const auto begin = taken.begin() + f.sites[s].first;
        if (std::find(begin, begin + length, true) != begin + length) continue;
        f.sites[kept] = f.sites[s];
        std::copy_n(f.live.begin() + static_cast<std::ptrdiff_t>(s * words), words,
                    f.live.begin() + static_cast<std::ptrdiff_t>(kept * words));
        ++kept;
      }
      f.sites.resize(kept);
      f.live.resize(kept * words);
      if (!weigh(f)) continue;
      for (const Site& s : f.sites) std::fill_n(taken.begin() + s.first, length, true);
      sum += f.inlined - f.outlined;
    }
    return sum;
  }

 private:
  template <class Starts>
  void candidates(const SymbolString& string, std::uint32_t length, const Starts& starts) {
    std::vector<std::uint32_t> sorted(starts.begin(), starts.end());
    std::sort(sorted.begin(), sorted.end());
    std::map<std::vector<std::uint32_t>, LlvmFunction> by_numbers;
    SiteValues values;
    for (const std::uint32_t start : sorted) {
      const auto [inst, block] = string.at(p_, start);
      reader_.read(inst, length, values);
      LlvmFunction& f = by_numbers[values.numbers];
      if (!f.sites.empty() && inst < f.sites.back().first + length) continue;
      const bool fresh = f.sites.empty();
      bool passable = true;
      std::vector<std::uint64_t> bits(
          (std::count_if(values.values.begin(), values.values.end(), [](const auto& v) { return v.defined; }) + 63) /
          64);
      std::size_t d = 0;
      for (const SiteValues::Value& v : values.values) {
        if (fresh && v.parameter) f.group.parameters.push_back(v.cls);
        if (fresh && v.defined) f.group.defined.push_back(v.cls);
        passable &= !(v.parameter || (v.defined && v.live)) || p_.classes[v.cls].passable;
        if (!v.defined) continue;
        bits[d / 64] |= std::uint64_t{v.live} << (d % 64);
        ++d;
      }
      f.group.length = length;
      if (!passable) {
        if (fresh) f.group = {};
        continue;
      }
      f.sites.push_back({block, inst});
      f.live.insert(f.live.end(), bits.begin(), bits.end());
    }
    for (auto& [numbers, f] : by_numbers) {
      if (f.sites.empty()) continue;
      for (std::uint32_t i = 0; i < length; ++i) f.group.bytes += p_.insts[f.sites[0].first + i].bytes;
      if (weigh(f)) functions_.push_back(std::move(f));
    }
  }

  bool weigh(LlvmFunction& f) {
    if (f.sites.size() < 2) return false;
    Evaluation e;
    const std::size_t words = f.group.words();
    e.results.assign(words, 0);
    for (std::size_t k = 0; k < f.live.size(); ++k) e.results[k % words] |= f.live[k];
    Weigher<TableCosts>::set_interface(f.group, e);
    const auto body = static_cast<std::int64_t>(f.group.bytes), count = static_cast<std::int64_t>(f.sites.size());
    f.inlined = body * count;
    f.outlined = body + costs_.frame_bytes(e.interface);
    for (const Site& s : f.sites) f.outlined += costs_.call_bytes(e.interface, s);
    return f.inlined - f.outlined >= 1;
  }

  const Problem& p_;
  TableCosts costs_;
  std::vector<bool> live_;
  SiteReader reader_;
  std::vector<LlvmFunction> functions_;
};

}  // namespace lathe::outline::bench
