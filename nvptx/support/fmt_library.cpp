// {fmt} as a part of the program. The distribution has it as a shared library alone, which brings the shared C++
// library with it: two thousand symbols to look up at each start, half of what a small compilation takes.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API char decimal_point_impl(locale_ref);
template FMT_API thousands_sep_result<char> thousands_sep_impl(locale_ref);
template FMT_API dragonbox::decimal_fp<float> dragonbox::to_decimal(float x) noexcept;
template FMT_API dragonbox::decimal_fp<double> dragonbox::to_decimal(double x) noexcept;
}  // namespace detail
FMT_END_NAMESPACE
