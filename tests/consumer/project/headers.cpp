// A project that knows the headers alone.
#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>

#include <cstdio>

int main() {
  lathe::dense::DenseMap<unsigned, int> squares;
  for (int i = 0; i < 100; ++i) squares[static_cast<unsigned>(i)] = i * i;
  std::printf("%d\n", squares.lookup(12));
  return squares.lookup(12) == 144 && lathe::dense::check(squares).empty() ? 0 : 1;
}
