// Expected results of scan: running sums of the standard library, modulo 2^32.
#include <numeric>

#include "kernels/expect/check.hpp"

namespace {

using Words = std::vector<std::uint32_t>;

void check_values(check::Case& t, const Words& a) {
  Words inclusive(a.size()), exclusive(a.size());
  const auto at = [](auto& v, std::size_t i) { return v.begin() + static_cast<std::ptrdiff_t>(i); };
  for (std::size_t i = 0; i < a.size(); i += 256) std::partial_sum(at(a, i), at(a, i + 256), at(inclusive, i));
  for (std::size_t i = 0; i < a.size(); i += 512) std::exclusive_scan(at(a, i), at(a, i + 512), at(exclusive, i), 0U);
  const auto in = t.in(a), out = t.out<std::uint32_t>(a.size());
  const auto blocks = static_cast<std::uint32_t>(a.size() / 256);
  for (const char* kernel : {"scan_hillis", "scan_warp"}) {
    t.put(out, Words(a.size()));
    t.launch(kernel, {blocks}, {256}, in, out);
    t.equal(kernel, t.get(out), inclusive);
  }
  t.put(out, Words(a.size()));
  t.launch("scan_blelloch", {blocks / 2}, {256}, in, out);
  t.equal("scan_blelloch", t.get(out), exclusive);
}

}  // namespace

KERNEL_CHECK(scan) {
  for (const std::size_t blocks : {2U, 6U}) {
    check_values(t, t.random_bits<std::uint32_t>(256 * blocks));
    check_values(t, t.random<std::uint32_t>(256 * blocks, 0, 9));
  }
}
