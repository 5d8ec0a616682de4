// Expected results of i128_division: binary long division, and the host's own division as a second opinion.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

__extension__ using Wide = __int128;
__extension__ using Natural = unsigned __int128;

struct Divided {
  Natural quotient, remainder;
};

Divided divide(Natural a, Natural b) {
  Natural quotient = 0, rest = 0;
  for (int bit = 127; bit >= 0; --bit) {
    const bool carry = rest >> 127 != 0;
    rest = rest << 1 | (a >> bit & 1);
    quotient <<= 1;
    if (carry || rest >= b) {
      rest -= b;
      quotient |= 1;
    }
  }
  return {quotient, rest};
}

Natural magnitude(Wide x) { return x < 0 ? Natural{0} - static_cast<Natural>(x) : static_cast<Natural>(x); }

void expect(Wide a, Wide b, std::vector<Wide>& want) {
  const Divided s = divide(magnitude(a), magnitude(b));
  want.push_back(static_cast<Wide>((a < 0) != (b < 0) ? -s.quotient : s.quotient));
  want.push_back(static_cast<Wide>(a < 0 ? -s.remainder : s.remainder));
  const Divided u = divide(static_cast<Natural>(a), static_cast<Natural>(b));
  want.push_back(static_cast<Wide>(u.quotient));
  want.push_back(static_cast<Wide>(u.remainder));
}

}  // namespace

KERNEL_CHECK(i128_division) {
  std::vector<Wide> a, b;
  const Wide lowest = static_cast<Wide>(Natural{1} << 127);
  std::vector<Wide> edges = {1, -1, 2, 3, 10, -7, lowest, lowest + 1, -(lowest + 1)};
  for (const int shift : {31, 32, 63, 64, 65, 96, 126})
    for (const int add : {-1, 0, 1}) edges.push_back((Wide{1} << shift) + add);
  for (const Wide x : edges)
    for (const Wide y : edges)
      if (y != 0 && !(x == lowest && y == -1)) {
        a.push_back(x);
        b.push_back(y);
      }
  a.push_back(0);
  b.push_back(5);
  for (unsigned k = 0; k < 200; ++k) {  // all lengths of both
    const auto x = t.random_bits<Wide>(1)[0] >> t.random<int>(1, 0, 127)[0];
    const auto y = t.random_bits<Wide>(1)[0] >> t.random<int>(1, 0, 127)[0];
    a.push_back(x);
    b.push_back(y == 0 || y == -1 ? Wide{3} : y);
  }
  // Words at their ends, where a quotient's first guess is off.
  const std::uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  const auto number = [&] {
    Natural n = 0;
    for (const std::size_t w : t.random<std::size_t>(4, 0, 5)) n = n << 32 | words[w];
    return static_cast<Wide>(n >> 32 * t.random<unsigned>(1, 0, 3)[0]);
  };
  for (int k = 0; k < 250; ++k) {
    a.push_back(number());
    const Wide y = number();
    b.push_back(y == 0 || y == -1 ? Wide{0x80000000} : y);
  }
  std::vector<Wide> want;
  for (std::size_t i = 0; i < a.size(); ++i) {
    expect(a[i], b[i], want);
    t.require(want[4 * i] == a[i] / b[i] && want[4 * i + 1] == a[i] % b[i], "the reference disagrees with the host");
  }
  const auto out = t.out<Wide>(want.size());
  t.launch("divide_i128", {covering(a.size(), 64)}, {64}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  t.equal("divide_i128", t.get(out), want);
}
