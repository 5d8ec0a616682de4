// Kernels that apply several functions to each input and write a row per function: launch, and comparison of each row
// with an exact function.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

namespace check {

/// The rule by which a row is judged: so many units in the last place, or an absolute and a relative tolerance.
struct Allowed {
  double ulps = 0, absolute = 0, relative = 0;
};

/// A function of the input x and of what the kernels call m, |x| + 0.5, both already in T.
template <class T>
struct Row {
  const char* name;
  std::function<long double(T x, T m)> exact;
  Allowed allowed;
};

/// Launches kernel(in, out, n) and judges its rows.
template <class T>
void check_rows(Case& t, const std::string& kernel, const std::vector<T>& in, const std::vector<Row<T>>& rows) {
  const std::size_t n = in.size();
  const auto out = t.out<T>(rows.size() * n);
  t.launch(kernel, {covering(n, 128)}, {128}, t.in(in), out, static_cast<int>(n));
  const auto all = t.get(out);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Row<T>& row = rows[r];
    for (std::size_t i = 0; i < n; ++i) {
      const T x = in[i], m = std::abs(x) + T(0.5), got = all[r * n + i];
      const long double exact = row.exact(x, m);
      const Allowed& a = row.allowed;
      // A tolerance that is no number of units: as units of this value, half of one for the rounding to T.
      const double ulps =
          a.ulps > 0 || !std::isfinite(exact)
              ? a.ulps
              : 0.5 + static_cast<double>((a.absolute + a.relative * std::abs(exact)) / ulp_at(exact, format_of<T>()));
      if (within_ulps(got, exact, ulps, format_of<T>())) continue;
      char s[160];
      std::snprintf(s, sizeof s, " %s(%.17g) is %.17g, not %.17Lg", row.name, static_cast<double>(x),
                    static_cast<double>(got), exact);
      t.fail(kernel + s);
      break;
    }
  }
}

}  // namespace check
