// What the import planner asks of its user: modules to look at.
//
// An adapter object passed by reference; handles of modules and functions are the user's own small values. Six members
// are enough; the optional ones are found with `requires`, for functions and, where they fit, for variables:
//   name(function)             else values are called by their guid
//   linkage(function)          else external
//   flags(function)            bits of lathe::thinlto::flag; else none
//   priority(function)         0 to 3; else 2
//   refs(function)             range of {guid, access}
//   variables(module)          range of variables, which have guid(variable) and the options above but priority
//   aliases(module)            range of {guid, aliasee guid, linkage}; the aliasee is in the same module
//   roots()                    range of guids of what something outside may use
// A call is anything with `guid` and `hotness`; a reference anything with `guid` and `access`.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <lathe/support/told.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

namespace detail {
template <class S>
using module_of_t = std::remove_cvref_t<decltype(*std::declval<S&>().modules().begin())>;
template <class S>
using function_of_t =
    std::remove_cvref_t<decltype(*std::declval<S&>().functions(std::declval<const module_of_t<S>&>()).begin())>;
}  // namespace detail

template <class S>
concept HasModules = requires(S& s) {
  { *s.modules().begin() };
  { s.modules().end() };
};
template <class S>
concept HasModuleName = HasModules<S> && requires(S& s, const detail::module_of_t<S>& module) {
  { s.module_name(module) } -> std::convertible_to<std::string_view>;
};
template <class S>
concept HasFunctions = HasModules<S> && requires(S& s, const detail::module_of_t<S>& module) {
  { *s.functions(module).begin() };
  { s.functions(module).end() };
};
template <class S>
concept HasGuid = HasFunctions<S> && requires(S& s, const detail::function_of_t<S>& function) {
  { s.guid(function) } -> std::convertible_to<std::uint64_t>;
};
template <class S>
concept HasInstructions = HasFunctions<S> && requires(S& s, const detail::function_of_t<S>& function) {
  { s.instructions(function) } -> std::convertible_to<std::uint32_t>;
};
template <class S>
concept HasCalls = HasFunctions<S> && requires(S& s, const detail::function_of_t<S>& function) {
  { s.calls(function).end() };
  { (*s.calls(function).begin()).guid } -> std::convertible_to<std::uint64_t>;
  { (*s.calls(function).begin()).hotness } -> std::convertible_to<Hotness>;
};

/// What the planner asks of a program: modules, their functions, their calls.
template <class S>
concept Summaries =
    HasModules<S> && HasModuleName<S> && HasFunctions<S> && HasGuid<S> && HasInstructions<S> && HasCalls<S>;

/// One error per missing member, each with the signature to write.
template <class S>
consteval bool explain() {
#include <lathe/thinlto/summaries.def>
  return true;
}

}  // namespace lathe::thinlto
