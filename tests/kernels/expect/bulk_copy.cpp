// Expected results of bulk_copy.cu: three times each float.
#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(bulk_copy) {
  const std::uint32_t blocks = 3;
  auto in = t.random(1024 * blocks, -1e6F, 1e6F);
  in[0] = -0.0F, in[1] = 3e38F, in[2] = 1e-45F;
  auto out = t.out<float>(in.size() + 16);  // what lies behind stays 0
  t.launch("bulk_scale", {blocks}, {128}, t.in(in), out);
  for (float& v : in) v = static_cast<float>(3.0 * v);  // exact in double, rounded once
  in.resize(in.size() + 16);
  t.equal("bulk_scale", t.get(out), in);
}
