// How far an order between threads reaches, and what a target's front ends call that.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lathe::codegen {

/// From one thread to all that share its memory.
enum class Scope : std::uint8_t { thread, cta, cluster, gpu, sys };

/// A synchronization scope by its name in LLVM's IR, besides the two that LLVM has itself: a single thread, and all.
/// Several names may be one scope. Tables of them are the target's, one for all its facts, and outlive these.
struct ScopeName {
  std::string_view name;  ///< as in LLVM's IR
  Scope scope = Scope::sys;
};

/// The first name of a scope, which messages tell and steps write; empty where the target has no such scope. O(names).
constexpr std::string_view first_name(std::span<const ScopeName> names, Scope scope) {
  for (const ScopeName& one : names)
    if (one.scope == scope) return one.name;
  return {};
}

}  // namespace lathe::codegen
