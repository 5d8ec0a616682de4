// Expected results of virtual_calls: twice the areas, whole numbers.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

KERNEL_CHECK(virtual_calls) {
  for (const std::size_t n : {1U, 2U, 64U, 200U}) {
    std::vector<float> a, b, area;
    std::vector<char> name;
    for (std::size_t i = 0; i < n; ++i) {
      const auto sides = t.random<int>(2, -300, 300);
      a.push_back(static_cast<float>(sides[0]));
      b.push_back(static_cast<float>(sides[1]));
      const int areas[] = {6 * sides[0] * sides[0], 2 * sides[0] * sides[1], sides[0] * sides[1]};
      area.push_back(static_cast<float>(areas[i % 3]));
      name.push_back("crt"[i % 3]);
    }
    const auto out = t.out<float>(n);
    const auto label = t.out<char>(n);
    t.launch("shapes_area", {covering(n, 64)}, {64}, t.in(a), t.in(b), out, label, static_cast<int>(n));
    t.near("shapes_area", t.get(out), area, 0);
    t.equal("shapes_area, names", t.get(label), name);
  }
}
