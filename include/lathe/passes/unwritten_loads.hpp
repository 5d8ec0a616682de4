// Loads of memory that nothing writes while the function runs, and loads made of them that take it for certain: through a
// cache that is not kept coherent, reordered by whoever comes later.
//
// The proof is by pointers, not by order, for other threads run the same code at other places of it. Of each load and of
// each instruction that may write it is known what pointers its address is made of (passes/origins.hpp); a load is
// proved where none of those that write is of a pointer that may lead to the same memory. What the client says:
//   bool candidate(Inst) const;                   // a plain load that might take another form
//   bool origins(Inst, Value, own, from) const;   // pointers that a value is made of
//   std::uint32_t object(uint32_t symbol) const;  // the pointer that an access by a symbol is made by
//   bool apart(uint32_t, uint32_t) const;         // do two pointers, or one and the same, never lead to common memory?
//   bool quiet(Inst) const;                       // of what writes memory, named or not, or keeps an order: it neither
//                                                 // writes what a candidate may read nor lets anybody know that it was
//   std::vector<Inst> make_unwritten(Inst load);  // what stands for the load then, in order, standing nowhere: itself
//                                                 // in another form, or its parts; none: there is no such form
// That the memory is constant outside of the function, too (before others write it, this function has ended), is the
// client's to know: it asks for functions where that holds.
// Needs: an Editor that names `access`. Cost: O(mentions + loads * log + kinds of accesses squared); those are few.
// Source: proof as in LLVM's isKernelFunction-and-noalias rule for LDG; here by all that writes, for any pointers.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/origins.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct UnwrittenLoadsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  const char* name = "unwritten-loads";  ///< of the pass, in remarks
  bool explain = false;                  ///< fill UnwrittenLoadsResult::kept
};
enum class UnwrittenLoadsReason : std::uint8_t {
  fence,    ///< something may write anything, or waits for others who do
  unknown,  ///< nobody knows of which pointers the address is made
  written,  ///< something may write through a pointer to the same memory
  form,     ///< the client has no other form of it
};
inline constexpr const char* unwritten_loads_reason_names[] = {"something may write anything or waits for who does",
                                                               "its pointer is not known", "something may write there",
                                                               "there is no other form"};
struct UnwrittenLoadsStats {
  std::uint64_t looked_at = 0, proved = 0, split = 0, parts = 0, fence = 0, unknown = 0, written = 0;
  static constexpr auto fields() {
    using S = UnwrittenLoadsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"loads looked at", &S::looked_at},
                      F{"loads proved", &S::proved},
                      F{"loads split", &S::split},
                      F{"parts of those", &S::parts},
                      F{"left for fences and calls", &S::fence},
                      F{"left for unknown pointers", &S::unknown},
                      F{"left for what writes", &S::written}};
  }
};
template <View P>
using UnwrittenLoadsResult = PassResult<P, UnwrittenLoadsStats, UnwrittenLoadsReason>;

/// What is asked of a client.
template <class C, class P>
concept UnwrittenClient = requires(C& c, const inst_t<P>& i, std::uint32_t n) {
  { c.candidate(i) } -> std::convertible_to<bool>;
  { c.object(n) } -> std::convertible_to<std::uint32_t>;
  { c.apart(n, n) } -> std::convertible_to<bool>;
  { c.quiet(i) } -> std::convertible_to<bool>;
  { c.make_unwritten(i) } -> std::convertible_to<std::vector<inst_t<P>>>;
};

namespace detail {

template <Editor P, class Client, class Change, class... Observers>
class UnwrittenLoads {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  static_assert(Facts(P::facts).has(Fact::access), "unwritten_loads wants the fact `access`");

 public:
  UnwrittenLoads(P& code, Client& client, const UnwrittenLoadsOptions& options, Change& changes,
                 UnwrittenLoadsResult<P>& result, Observers&... observers)
      : code_(code),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        origins_(code, client, {16, false}),
        editing_(code, observers...) {}

  void run() {
    std::vector<Inst> loads;
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b)) read(i, loads);
    for (const Inst& i : loads)
      if (!look(i)) return;
  }

 private:
  /// The space of an access, and the pointers that it is made of; none: any.
  using Reached = std::pair<std::uint32_t, std::vector<std::uint32_t>>;

  Reached reached(const program::Access<Value>& a) const {
    Reached out{a.space, {}};
    if (a.has_base && !origins_.anything(a.base))
      out.second.assign(origins_.of(a.base).begin(), origins_.of(a.base).end());
    if (a.has_base || a.symbol == 0) return out;
    out.second = {client_.object(a.symbol)};
    return out;
  }
  void read(const Inst& i, std::vector<Inst>& loads) {
    const program::Effects e = code_.effects(i);
    if (client_.candidate(i)) {
      loads.push_back(i);
      return;
    }
    const program::MemoryRole role = e.role();
    if (role != program::MemoryRole::writes && role != program::MemoryRole::fence) return;
    if (client_.quiet(i)) return;
    bool named = false;
    if (role == program::MemoryRole::writes)
      code_.for_each_access(i, [&](const program::Access<Value>& a) {
        named = true;
        ++writers_[reached(a)];
      });
    fence_ |= !named;
  }
  // False: there is no fuel left.
  bool look(const Inst& i) {
    ++result_.stats.looked_at;
    if (fence_) return keep(i, UnwrittenLoadsReason::fence, result_.stats.fence);
    bool known = true, alone = true, any = false;
    code_.for_each_access(i, [&](const program::Access<Value>& a) {
      any = true;
      const Reached mine = reached(a);
      known &= !mine.second.empty();
      alone = alone && known && apart_from_all(mine);
    });
    if (!any || !known) return keep(i, UnwrittenLoadsReason::unknown, result_.stats.unknown);
    if (!alone) return keep(i, UnwrittenLoadsReason::written, result_.stats.written);
    const std::vector<Inst> made = client_.make_unwritten(i);
    std::uint64_t none_counted = 0;
    if (made.empty()) return keep(i, UnwrittenLoadsReason::form, none_counted);
    if (!changes_.next("NeverWritten")) {
      for (const Inst& m : made) code_.drop(m);
      return false;
    }
    changes_.remark(Remark::Kind::passed, "NeverWritten", code_, i,
                    [&] { return inst_name(code_, i) + ": nothing writes what it reads"; });
    for (const Inst& m : made) editing_.insert_before(m, i);
    editing_.erase(i);
    ++result_.stats.proved;
    result_.stats.split += made.size() > 1;
    result_.stats.parts += made.size() > 1 ? made.size() : 0;
    return true;
  }
  bool apart_from_all(const Reached& mine) {
    const auto [at, added] = proved_.try_emplace(mine, true);
    if (added)
      for (const auto& [other, count] : writers_) at->second = at->second && apart(mine, other);
    return at->second;
  }
  bool apart(const Reached& a, const Reached& b) const {
    if (a.first != b.first && a.first != 0 && b.first != 0) return true;
    if (b.second.empty()) return false;
    for (const std::uint32_t x : a.second)
      for (const std::uint32_t y : b.second)
        if (!client_.apart(x, y)) return false;
    return true;
  }
  bool keep(const Inst& i, UnwrittenLoadsReason why, std::uint64_t& counter) {
    ++counter;
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "MayBeWritten", code_, i, [&] {
      return inst_name(code_, i) + ": " + unwritten_loads_reason_names[static_cast<std::size_t>(why)];
    });
    return true;
  }

  P& code_;
  Client& client_;
  const UnwrittenLoadsOptions& options_;
  Change& changes_;
  UnwrittenLoadsResult<P>& result_;
  Origins<P> origins_;
  program::Editing<P, Observers...> editing_;
  std::map<Reached, std::uint64_t> writers_;
  std::map<Reached, bool> proved_;
  bool fence_ = false;
};

}  // namespace detail

/// Other forms of the loads that are proved.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires UnwrittenClient<Client, P>
UnwrittenLoadsResult<P> unwritten_loads(P& code, Client& client, const UnwrittenLoadsOptions& options = {},
                                        Sink&& sink = {}, Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  UnwrittenLoadsResult<P> result;
  Change changes(options.name, options.fuel, sink, observers...);
  detail::UnwrittenLoads<P, Client, Change, Observers...>(code, client, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}

}  // namespace lathe::passes
