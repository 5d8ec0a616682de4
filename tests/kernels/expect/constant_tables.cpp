// Expected results of constant_tables.cu, with the tables as they are and as the host rewrites them.
#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(constant_tables) {
  const int n = 300;
  const auto grid = check::cover(n, 128);
  const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const std::string initials = "JFMAMJJASOND";
  const auto a = t.random_bits<unsigned>(n);
  auto look_up = t.out<int>(n);
  t.launch("look_up", grid, {128}, t.in(a), look_up, n);
  std::vector<int> want;
  for (const unsigned v : a) {
    const int edge = static_cast<int>(v % 16);
    want.push_back(edge * edge * edge + days[v % 12] + initials[v % 12]);
  }
  t.equal("look_up", t.get(look_up), want);

  const auto scale = t.symbol<double>("scale");
  for (std::vector<double> factors :
       {std::vector<double>{0.5, 1.0, -2.0, 1e-3}, std::vector<double>{-1e-300, 3.25, 0.0, 1e10}}) {
    if (factors[0] < 0) t.put(scale, factors);
    t.equal("scale", t.get(scale), factors);
    auto out = t.out<double>(n);
    t.launch("device_state", grid, {128}, out, n);
    std::vector<double> products;
    for (int i = 0; i < n; ++i) products.push_back(factors[static_cast<std::size_t>(i % 4)] * i);
    t.equal("device_state, out", t.get(out), products);
  }
  t.equal("device_state, counter", t.get(t.symbol<unsigned>("counter")), {7U + 2 * n});

  const int tables[3][5] = {{1, 3, 5, 7, 9}, {0, 2, 4, 6, 8}, {2, 3, 5, 7, 11}};
  auto out = t.out<int>(n);
  t.launch("table_of_tables", grid, {128}, out, n);
  want.clear();
  for (int i = 0; i < n; ++i) want.push_back(tables[i % 3][i % 5]);
  t.equal("table_of_tables", t.get(out), want);

  auto cube = t.symbol<int>("cube");
  t.put(cube, std::vector<int>(16, 1000000));
  t.launch("look_up", grid, {128}, t.in(a), look_up, n);
  want.clear();
  for (const unsigned v : a) want.push_back(1000000 + days[v % 12] + initials[v % 12]);
  t.equal("look_up, cube rewritten", t.get(look_up), want);
}
