// How often tests with random input go round.
#pragma once

namespace lathe::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// n; under sanitizers a fifth of it, at least 1: a round costs tens of times as much there, and what they look for shows
/// in the first ones. What a test demands to have seen in all rounds goes through it too.
template <class N>
constexpr N rounds(N n) {
  return !sanitized ? n : n < N{5} ? N{1} : n / N{5};
}

}  // namespace lathe::test
