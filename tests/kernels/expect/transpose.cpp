// Expected results of transpose: rows become columns.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

template <class Bits>
void run(check::Case& t, const std::string& kernel, std::size_t w, std::size_t h) {
  const auto in = t.random_bits<Bits>(w * h);
  std::vector<Bits> want(w * h);
  for (std::size_t i = 0; i < in.size(); ++i) want[i % w * h + i / w] = in[i];
  want.resize(want.size() + 100, 77);  // what lies behind stays
  const auto out = t.in(std::vector<Bits>(want.size(), 77));
  t.launch(kernel, {covering(w, 32), covering(h, 32)}, {32, 8}, t.in(in), out, static_cast<int>(w),
           static_cast<int>(h));
  t.equal(kernel, t.get(out), want);
}

}  // namespace

KERNEL_CHECK(transpose) {
  const struct {
    std::size_t w, h;
  } shapes[] = {{1, 1}, {32, 32}, {33, 5}, {7, 70}, {64, 40}, {100, 65}, {12, 20}, {20, 28}, {28, 12}};
  for (const auto& [w, h] : shapes) {
    run<std::uint32_t>(t, "transpose_naive", w, h);
    run<std::uint32_t>(t, "transpose_tiled", w, h);
    run<std::uint64_t>(t, "transpose_f64", w, h);
  }
}
