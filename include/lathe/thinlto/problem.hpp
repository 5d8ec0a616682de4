// The import planner's problem: the summaries of many modules as flat arrays. See text.hpp for its text form.
//
// A value is what a linker names: a guid and a name. A summary is one copy of it in one module: a function, a variable
// or an alias. Calls and references go from summaries to values. What is only declared has no summary.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>
#include <lathe/thinlto/radix.hpp>

namespace lathe::thinlto {

using namespace ids;

/// LLVM's eleven, in LLVM's order. (The reference's table of eleven cases has this order too: its cases 7 and 8, where
/// it sees a comparison of names, are the two local linkages, whose module must be the caller's; 2, 4, 9 and 10 are
/// those that another definition may replace.)
enum class Linkage : std::uint8_t {
  external,
  available_externally,
  linkonce,
  linkonce_odr,
  weak,
  weak_odr,
  appending,
  internal,
  private_,
  extern_weak,
  common
};
inline constexpr std::array<const char*, 11> linkage_names{
    "external", "available_externally", "linkonce", "linkonce_odr", "weak", "weak_odr", "appending", "internal",
    "private",  "extern_weak",          "common"};
/// Seen by its own module alone.
constexpr bool is_local(Linkage l) { return l == Linkage::internal || l == Linkage::private_; }
/// The linker may put another definition in its place: nothing can be concluded from the body.
constexpr bool is_interposable(Linkage l) {
  return l == Linkage::linkonce || l == Linkage::weak || l == Linkage::extern_weak || l == Linkage::common;
}

/// What a profile says of a call; the order is that of "hottest".
enum class Hotness : std::uint8_t { unknown, cold, none, hot, critical };
inline constexpr std::array<const char*, 5> hotness_names{"unknown", "cold", "none", "hot", "critical"};

/// What a summary is of.
enum class Kind : std::uint8_t { function, variable, alias };
inline constexpr std::array<const char*, 3> kind_names{"function", "variable", "alias"};

/// How a reference uses a variable.
enum class Access : std::uint8_t { any, read_only, write_only };

/// The four levels of the reference. 0: never; 1: where the threshold is generous; 3: whatever the size.
inline constexpr std::uint8_t no_priority = 0, low_priority = 1, standard_priority = 2, forced_priority = 3;

/// Bits of Summary::flags, with their words in the text form.
namespace flag {
/// What summaries say of functions and variables; bits of Summary::flags, named in `flag_names`.
inline constexpr std::uint32_t live = 1U << 0, prevailing = 1U << 1, not_eligible = 1U << 2, no_inline = 1U << 3,
                               always_inline = 1U << 4, kernel = 1U << 5, address_space_25 = 1U << 6,
                               may_throw = 1U << 7, unknown_call = 1U << 8, constant = 1U << 9, read_none = 1U << 10,
                               read_only = 1U << 11, write_only = 1U << 12, no_recurse = 1U << 13, no_unwind = 1U << 14,
                               all = (1U << 15) - 1;
}  // namespace flag
inline constexpr std::array<std::pair<const char*, std::uint32_t>, 15> flag_names{{
    {"live", flag::live},                     // kept whatever refers to it
    {"prevailing", flag::prevailing},         // the copy that the linker keeps
    {"noteligible", flag::not_eligible},      // must not leave its module
    {"noinline", flag::no_inline},            // the inliner cannot use it
    {"alwaysinline", flag::always_inline},    // imported whatever its size
    {"kernel", flag::kernel},                 // an entry point: live, never imported
    {"addrspace25", flag::address_space_25},  // a device declaration: skipped
    {"maythrow", flag::may_throw},            // an instruction of its own may unwind
    {"unknowncall", flag::unknown_call},      // calls through pointers
    {"constant", flag::constant},             // variable
    {"readnone", flag::read_none},            // function
    {"readonly", flag::read_only},            // function; variable: may be, unless a reference says otherwise
    {"writeonly", flag::write_only},          // variable: likewise
    {"norecurse", flag::no_recurse},          // function
    {"nounwind", flag::no_unwind},            // function
}};

/// A module: its name and its summaries.
struct Module {
  std::string name;
  std::uint32_t first = 0, count = 0;  ///< summaries
  bool operator==(const Module&) const = default;
};

/// Names stand in one string: most indexes have none, or a million.
struct Value {
  std::uint64_t guid = 0;                 ///< the same for the value in all modules
  std::uint32_t name = 0, name_size = 0;  ///< into Problem::names
  bool operator==(const Value&) const = default;
};

/// What is known of one function, variable or alias of a module.
struct Summary {
  std::uint32_t value = 0, module = 0;          ///< into Problem::values, and into Problem::modules
  std::uint32_t instructions = 0;               ///< of a function
  std::uint32_t first_call = 0, first_ref = 0;  ///< they end where those of the next summary begin
  std::uint32_t aliasee = none;                 ///< of an alias: a summary of the same module
  std::uint32_t flags = 0;                      ///< bits of namespace flag
  Kind kind = Kind::function;
  Linkage linkage = Linkage::external;
  std::uint8_t priority = standard_priority;  ///< how gladly it is imported: no_priority to forced_priority
  bool has(std::uint32_t bits) const { return (flags & bits) != 0; }  ///< Is one of these bits set?
  bool operator==(const Summary&) const = default;
};

/// What is known of a call beside its callee; one byte, since there are many.
struct CallInfo {
  std::uint8_t bits = 0;  ///< hotness, counted and speculative, as the members give them
  constexpr CallInfo() = default;
  /// What is known of a call.
  constexpr explicit CallInfo(Hotness hotness, bool counted = false, bool speculative = false)
      : bits(static_cast<std::uint8_t>(static_cast<unsigned>(hotness) | (counted ? 8U : 0U) |
                                       (speculative ? 16U : 0U))) {}
  constexpr Hotness hotness() const { return static_cast<Hotness>(bits & 7U); }  ///< unknown: nobody says
  constexpr bool counted() const { return (bits & 8U) != 0; }                    ///< a profile saw the call happen
  constexpr bool speculative() const { return (bits & 16U) != 0; }  ///< a likely target of an indirect call
  bool operator==(const CallInfo&) const = default;
};

/// A root function and the functions that its module wants, whatever their sizes.
struct Workload {
  std::uint32_t root = 0;                ///< value
  std::vector<std::uint32_t> functions;  ///< values
  bool operator==(const Workload&) const = default;
};

/// The summaries of a whole program as flat arrays.
struct Problem {
  std::vector<Module> modules;
  std::vector<Value> values;
  std::string names;                           ///< of all values, one after the other
  std::vector<Summary> summaries;              ///< those of a module are neighbours, in the order of `modules`
  std::vector<std::uint32_t> callees;          ///< values that are called, those of a summary in the order of its calls
  std::vector<CallInfo> call_infos;            ///< beside `callees`
  std::vector<std::uint32_t> refs;             ///< values that are referred to, those of a summary in order
  std::vector<Access> accesses;                ///< beside `refs`
  std::vector<std::uint32_t> roots;            ///< values that something outside may use
  std::vector<std::uint32_t> defined_outside;  ///< values whose prevailing copy is in none of the modules
  std::vector<Workload> workloads;
  /// Names of copies that are not called as their value is: two names with one guid.
  std::vector<std::pair<std::uint32_t, std::string>> own_names;
  bool liveness_known = false;    ///< the `live` flags are the whole truth
  bool attributes_known = false;  ///< likewise `readonly` and `writeonly` of variables, `norecurse` and `nounwind`

  /// Values that the summary calls, in order.
  std::span<const std::uint32_t> calls_of(std::uint32_t s) const {
    const std::size_t end = s + 1 < summaries.size() ? summaries[s + 1].first_call : callees.size();
    return {callees.data() + summaries[s].first_call, end - summaries[s].first_call};
  }
  /// As many as calls_of, in the same order.
  const CallInfo* call_infos_of(std::uint32_t s) const { return call_infos.data() + summaries[s].first_call; }
  /// Values that the summary refers to, in order.
  std::span<const std::uint32_t> refs_of(std::uint32_t s) const {
    const std::size_t end = s + 1 < summaries.size() ? summaries[s + 1].first_ref : refs.size();
    return {refs.data() + summaries[s].first_ref, end - summaries[s].first_ref};
  }
  /// As many as refs_of, in the same order.
  const Access* accesses_of(std::uint32_t s) const { return accesses.data() + summaries[s].first_ref; }
  /// Empty: it is known by its guid alone.
  std::string_view name(std::uint32_t value) const {
    return std::string_view(names).substr(values[value].name, values[value].name_size);
  }
  /// The name, or "*" and the guid where there is none.
  std::string label(std::uint32_t value) const {
    return values[value].name_size != 0 ? std::string(name(value)) : "*" + std::to_string(values[value].guid);
  }
  /// What an alias stands for in the end; any other summary itself. Precondition: check_problem finds nothing.
  std::uint32_t base(std::uint32_t s) const {
    while (summaries[s].kind == Kind::alias) s = summaries[s].aliasee;
    return s;
  }
  /// A value more; its number. Precondition: no value has the guid.
  std::uint32_t add_value(std::uint64_t guid, std::string_view name) {
    values.push_back({guid, static_cast<std::uint32_t>(names.size()), static_cast<std::uint32_t>(name.size())});
    names += name;
    return static_cast<std::uint32_t>(values.size() - 1);
  }
  /// A call of the newest summary: those of one are added before the next one begins.
  void add_call(std::uint32_t value, CallInfo info) {
    callees.push_back(value);
    call_infos.push_back(info);
  }
  /// A reference of the newest summary, likewise.
  void add_ref(std::uint32_t value, Access access) {
    refs.push_back(value);
    accesses.push_back(access);
  }
  bool operator==(const Problem&) const = default;
};

/// The guid of a name where nothing else is said: FNV-1a, 64 bits.
inline std::uint64_t guid_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

enum class ProblemFault {
  too_long,
  bad_range,
  bad_value,
  bad_name,
  bad_alias,
  bad_enumerator,
  bad_flags,
  same_module_name,
  same_guid,
  defined_twice,
  two_prevailing
};

namespace detail {

template <class = void>
class BasicProblemChecker {
 public:
  explicit BasicProblemChecker(const Problem& p) : p_(p) {}
  FaultList<ProblemFault> run() {
    sizes();
    if (faults_.empty()) ranges();
    if (faults_.empty()) values();
    if (faults_.empty()) summaries();
    if (faults_.empty()) aliases();
    return std::move(faults_);
  }

 private:
  using enum ProblemFault;
  static constexpr std::size_t most = 0xfffffff0U;
  void fault(ProblemFault kind, std::size_t place, const char* text) {
    faults_.add(kind, static_cast<std::uint32_t>(place), text);
  }
  void sizes() {
    if (p_.modules.size() > most || p_.values.size() > most || p_.summaries.size() > most / 2 ||
        p_.callees.size() > most || p_.refs.size() > most || p_.names.size() > most)
      fault(too_long, 0, "more than 32-bit ids can name");
    if (p_.callees.size() != p_.call_infos.size() || p_.refs.size() != p_.accesses.size())
      fault(bad_range, 0, "calls or references without what is known of them");
  }
  void ranges() {
    std::uint64_t next = 0;
    for (std::size_t m = 0; m < p_.modules.size(); ++m) {
      if (p_.modules[m].first != next) fault(bad_range, m, "a module's summaries leave a gap");
      next = std::uint64_t{p_.modules[m].first} + p_.modules[m].count;
    }
    if (next != p_.summaries.size()) fault(bad_range, 0, "ranges of modules do not add up");
    std::uint32_t call = 0, ref = 0;
    for (std::size_t s = 0; s < p_.summaries.size(); ++s) {
      const Summary& x = p_.summaries[s];
      const bool first = s == 0 && (x.first_call != 0 || x.first_ref != 0);
      if (first || x.first_call < call || x.first_ref < ref || x.first_call > p_.callees.size() ||
          x.first_ref > p_.refs.size())
        fault(bad_range, s, "a summary's calls or references are out of order");
      call = x.first_call, ref = x.first_ref;
    }
    if (p_.summaries.empty() && p_.callees.size() + p_.refs.size() != 0) fault(bad_range, 0, "calls of no summary");
  }
  void values() {
    const auto check = [&](std::span<const std::uint32_t> list, const char* text) {
      // Without a way out of the loop it is done many at a time; there are a lot of calls.
      bool broken = false;
      for (const std::uint32_t v : list) broken |= v >= p_.values.size();
      if (!broken) return;
      for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i] >= p_.values.size()) fault(bad_value, i, text);
    };
    check(p_.callees, "a call of no value");
    check(p_.refs, "a reference to no value");
    check(p_.roots, "a root that is no value");
    check(p_.defined_outside, "no value is defined outside");
    for (const Workload& w : p_.workloads) {
      check({&w.root, 1}, "the root of a workload is no value");
      check(w.functions, "a workload of no value");
    }
    const auto unknown = [](CallInfo info) { return (info.bits & 7U) > 4 || info.bits > 31; };
    bool broken = false;
    for (const CallInfo info : p_.call_infos) broken |= unknown(info);
    for (std::size_t i = 0; broken && i < p_.call_infos.size(); ++i)
      if (unknown(p_.call_infos[i])) fault(bad_enumerator, i, "a call's hotness");
    for (std::size_t i = 0; i < p_.accesses.size(); ++i)
      if (p_.accesses[i] > Access::write_only) fault(bad_enumerator, i, "a reference's access");
    for (std::size_t v = 0; v < p_.values.size(); ++v)
      if (std::uint64_t{p_.values[v].name} + p_.values[v].name_size > p_.names.size())
        fault(bad_name, v, "a value's name");
    guids();
    std::map<std::string_view, std::size_t> modules;
    for (std::size_t m = 0; m < p_.modules.size(); ++m)
      if (!modules.emplace(p_.modules[m].name, m).second) fault(same_module_name, m, "two modules with one name");
    for (const auto& [summary, name] : p_.own_names)
      if (summary >= p_.summaries.size()) fault(bad_name, summary, "a name of no summary");
    for (std::size_t i = 1; i < p_.own_names.size(); ++i)
      if (p_.own_names[i - 1].first >= p_.own_names[i].first) fault(bad_name, i, "names of copies are out of order");
  }
  // Most indexes have no equal guids, and it takes two bits of a hash to know: only guids whose bit is met twice are
  // compared. O(n) expected, O(n) for each byte in which they differ where someone chose them to collide.
  void guids() {
    const auto width = static_cast<unsigned>(std::bit_width(p_.values.size() | 63U)) + 5;  // at least 32 bits a value
    std::vector<std::uint64_t> once((std::size_t{1} << width) / 64), twice(once.size());
    const auto hash = [&](std::size_t v) { return p_.values[v].guid * 0x9e3779b97f4a7c15ULL >> (64 - width); };
    bool any = false;
    for (std::size_t v = 0; v < p_.values.size(); ++v) {
      const std::uint64_t at = hash(v), bit = std::uint64_t{1} << at % 64;
      any |= (once[at / 64] & bit) != 0;
      twice[at / 64] |= once[at / 64] & bit;
      once[at / 64] |= bit;
    }
    if (!any) return;
    std::vector<std::uint32_t> met, scratch;
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (const std::uint64_t at = hash(v); (twice[at / 64] >> at % 64 & 1U) != 0) met.push_back(v);
    radix_sort(met, scratch, [&](std::uint32_t v) { return p_.values[v].guid; });
    for (std::size_t i = 1; i < met.size(); ++i)
      if (p_.values[met[i - 1]].guid == p_.values[met[i]].guid) fault(same_guid, met[i], "two values with one guid");
  }
  void summaries() {
    std::vector<std::uint32_t> module(p_.values.size(), none);
    std::vector<bool> prevails(p_.values.size());
    for (std::size_t m = 0; m < p_.modules.size(); ++m)
      for (std::uint32_t s = p_.modules[m].first; s < p_.modules[m].first + p_.modules[m].count; ++s) {
        const Summary& x = p_.summaries[s];
        if (x.module != m) fault(bad_range, s, "a summary that names another module");
        if (x.kind > Kind::alias || x.linkage > Linkage::common || x.priority > forced_priority || x.flags > flag::all)
          fault(bad_enumerator, s, "a kind, linkage, priority or flag that there is not");
        if (x.value >= p_.values.size()) {
          fault(bad_value, s, "a summary of no value");
          continue;
        }
        if (module[x.value] == m) fault(defined_twice, s, "a value with two copies in one module");
        module[x.value] = static_cast<std::uint32_t>(m);
        if (x.has(flag::prevailing)) {
          if (prevails[x.value]) fault(two_prevailing, s, "a value with two prevailing copies");
          prevails[x.value] = true;
        }
        const bool function = x.kind == Kind::function;
        if ((!function && (x.has(flag::kernel) || !p_.calls_of(s).empty() || x.instructions != 0)) ||
            (x.kind == Kind::alias && !p_.refs_of(s).empty()))
          fault(bad_flags, s, "what this kind of summary cannot have");
      }
    for (const std::uint32_t v : p_.defined_outside)
      if (prevails[v]) fault(two_prevailing, v, "a value that is defined outside and has a prevailing copy");
  }
  void aliases() {
    for (std::size_t s = 0; s < p_.summaries.size(); ++s) {
      const Summary& x = p_.summaries[s];
      if ((x.kind == Kind::alias) != (x.aliasee != none)) {
        fault(bad_alias, s, "an alias of nothing, or something else with an aliasee");
      } else if (x.aliasee != none &&
                 (x.aliasee >= p_.summaries.size() || p_.summaries[x.aliasee].module != x.module)) {
        fault(bad_alias, s, "an alias of another module's");
      }
    }
    if (!faults_.empty()) return;
    // 1: being followed, 2: ends well.
    std::vector<std::uint8_t> state(p_.summaries.size());
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      std::uint32_t at = s;
      for (; at != none && state[at] == 0; at = p_.summaries[at].aliasee) state[at] = 1;
      if (at != none && state[at] == 1) fault(bad_alias, s, "aliases of each other");
      for (at = s; at != none && state[at] == 1; at = p_.summaries[at].aliasee) state[at] = 2;
    }
  }
  const Problem& p_;
  FaultList<ProblemFault> faults_;
};
using ProblemChecker = BasicProblemChecker<>;

}  // namespace detail

/// What the planner assumes of a problem made by hand. O(n log n).
template <class = void>
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  return detail::ProblemChecker(p).run();
}

}  // namespace lathe::thinlto
