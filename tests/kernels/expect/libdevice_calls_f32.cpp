// Expected results of libdevice_calls_f32: the formula in double.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

KERNEL_CHECK(libdevice_calls_f32) {
  auto in = t.random<float>(300, -6, 10);
  in[0] = 0, in[1] = -0.0F, in[2] = 1, in[3] = 1e-40F;
  std::vector<float> want;
  for (const double x : in)
    want.push_back(static_cast<float>(std::sin(x) * std::exp(-x / 3) + std::pow(std::abs(x), 1.5)));
  const auto out = t.out<float>(in.size());
  t.launch("calls_f32", {covering(in.size(), 128)}, {128}, t.in(in), out, static_cast<int>(in.size()));
  t.near("calls_f32", t.get(out), want, 1e-5, 1e-5);

  for (const float x : {1e5F, -1e6F, 3e10F, -2.5e22F, 3e38F}) in.push_back(x);  // more than one way to reduce
  for (const int steps : {0, 1, 7}) {
    const auto data = t.in(in);
    std::vector<float> end;
    for (double x : in) {
      for (int k = 0; k < steps; ++k) x = std::cos(x);
      end.push_back(static_cast<float>(x));
    }
    t.launch("calls_steps", {covering(in.size(), 128)}, {128}, data, steps, static_cast<int>(in.size()));
    t.near("calls_steps", t.get(data), end, 1e-5);
  }
}
