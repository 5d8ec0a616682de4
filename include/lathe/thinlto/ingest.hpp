// From the user's modules to the planner's problem. The only part that is a template over the user's IR.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/thinlto/concepts.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

namespace detail {

template <class S>
class Ingest {
 public:
  explicit Ingest(S& user) : user_(user) {}

  Problem run() {
    for (auto&& module : user_.modules()) {
      Module m{std::string(std::string_view(user_.module_name(module))),
               static_cast<std::uint32_t>(out_.summaries.size()), 0};
      const auto number = static_cast<std::uint32_t>(out_.modules.size());
      for (auto&& f : user_.functions(module)) function(f, number);
      if constexpr (requires { user_.variables(module); })
        for (auto&& v : user_.variables(module)) add(v, number).kind = Kind::variable;
      if constexpr (requires { user_.aliases(module); }) aliases(module, number, m.first);
      m.count = static_cast<std::uint32_t>(out_.summaries.size()) - m.first;
      out_.modules.push_back(std::move(m));
    }
    if constexpr (requires { user_.roots(); })
      for (auto&& guid : user_.roots()) out_.roots.push_back(value(static_cast<std::uint64_t>(guid)));
    return std::move(out_);
  }

 private:
  std::uint32_t value(std::uint64_t guid) {
    const auto [at, fresh] = values_.emplace(guid, static_cast<std::uint32_t>(out_.values.size()));
    if (fresh) out_.add_value(guid, {});
    return at->second;
  }
  template <class Handle>
  Summary& add(const Handle& handle, std::uint32_t module) {
    Summary s;
    s.value = value(static_cast<std::uint64_t>(user_.guid(handle)));
    s.module = module;
    s.first_call = static_cast<std::uint32_t>(out_.callees.size());
    s.first_ref = static_cast<std::uint32_t>(out_.refs.size());
    if constexpr (requires { std::string_view(user_.name(handle)); })
      name(s.value, std::string(std::string_view(user_.name(handle))));
    if constexpr (requires { user_.linkage(handle); }) s.linkage = user_.linkage(handle);
    if constexpr (requires { user_.flags(handle); }) s.flags = user_.flags(handle);
    if constexpr (requires { user_.priority(handle); }) s.priority = static_cast<std::uint8_t>(user_.priority(handle));
    if constexpr (requires { user_.refs(handle); })
      for (auto&& ref : user_.refs(handle)) out_.add_ref(value(static_cast<std::uint64_t>(ref.guid)), ref.access);
    out_.summaries.push_back(s);
    return out_.summaries.back();
  }
  // The first copy names the value; another name of a later copy is kept beside it.
  void name(std::uint32_t v, const std::string& text) {
    Value& known = out_.values[v];
    if (known.name_size == 0) {
      known.name = static_cast<std::uint32_t>(out_.names.size());
      known.name_size = static_cast<std::uint32_t>(text.size());
      out_.names += text;
    } else if (out_.name(v) != text) {
      out_.own_names.push_back({static_cast<std::uint32_t>(out_.summaries.size()), text});
    }
  }
  template <class Function>
  void function(const Function& f, std::uint32_t module) {
    add(f, module).instructions = static_cast<std::uint32_t>(user_.instructions(f));
    for (auto&& call : user_.calls(f))
      out_.add_call(value(static_cast<std::uint64_t>(call.guid)), CallInfo(static_cast<Hotness>(call.hotness)));
  }
  template <class ModuleRef>
  void aliases(const ModuleRef& module, std::uint32_t number, std::uint32_t first) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> made;  // summary, value of its aliasee
    for (auto&& alias : user_.aliases(module)) {
      Summary s;
      s.value = value(static_cast<std::uint64_t>(alias.guid));
      s.module = number;
      s.first_call = static_cast<std::uint32_t>(out_.callees.size());
      s.first_ref = static_cast<std::uint32_t>(out_.refs.size());
      s.kind = Kind::alias;
      s.linkage = alias.linkage;
      made.push_back(
          {static_cast<std::uint32_t>(out_.summaries.size()), value(static_cast<std::uint64_t>(alias.aliasee))});
      out_.summaries.push_back(s);
    }
    // An aliasee that the module does not define stays `none`: check_problem reports it.
    std::unordered_map<std::uint32_t, std::uint32_t> here;
    if (!made.empty())
      for (std::uint32_t s = first; s < out_.summaries.size(); ++s) here.emplace(out_.summaries[s].value, s);
    for (const auto& [alias, aliasee] : made)
      if (const auto at = here.find(aliasee); at != here.end()) out_.summaries[alias].aliasee = at->second;
  }

  S& user_;
  Problem out_;
  std::unordered_map<std::uint64_t, std::uint32_t> values_;  // looked up only
};

}  // namespace detail

/// The problem of a user's modules: summaries in the order of modules(), in each functions(), variables(), aliases();
/// values in the order in which they are met. O(size) expected.
template <class S>
Problem ingest(S& user) {
#include <lathe/thinlto/summaries.def>
  if constexpr (Summaries<S>) return detail::Ingest<S>(user).run();
  return {};
}

}  // namespace lathe::thinlto
