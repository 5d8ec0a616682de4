// Expected results of life: neighbours counted cell by cell, for both ways of storing the cells.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Cells = std::vector<std::uint8_t>;

Cells next(const Cells& cells, std::size_t w, std::size_t h) {
  Cells neighbours(w * h), out(w * h);
  for (std::size_t y = 0; y < h; ++y)  // each living cell tells its eight neighbours
    for (std::size_t x = 0; x < w; ++x)
      if (cells[y * w + x] != 0)
        for (std::size_t k = 0; k < 9; ++k)
          if (k != 4) ++neighbours[(y + h + k / 3 - 1) % h * w + (x + w + k % 3 - 1) % w];
  for (std::size_t i = 0; i < w * h; ++i) out[i] = neighbours[i] == 3 || (neighbours[i] == 2 && cells[i] != 0) ? 1 : 0;
  return out;
}

void bytes(check::Case& t, std::size_t w, std::size_t h) {
  const Cells cells = t.random<std::uint8_t>(w * h, 0, 1);
  const auto out = t.out<std::uint8_t>(w * h);
  t.launch("life_bytes", {covering(w, 16), covering(h, 16)}, {16, 16}, t.in(cells), out, static_cast<int>(w),
           static_cast<int>(h));
  t.equal("life_bytes", t.get(out), next(cells, w, h));
}

void bits(check::Case& t, std::size_t words, std::size_t h) {
  const Cells cells = t.random<std::uint8_t>(32 * words * h, 0, 1);
  const auto pack = [](const Cells& c) {
    std::vector<unsigned> packed(c.size() / 32);
    for (std::size_t i = 0; i < c.size(); ++i) packed[i / 32] |= unsigned{c[i]} << i % 32;
    return packed;
  };
  const auto out = t.out<unsigned>(words * h);
  t.launch("life_bits", {covering(words * h, 128)}, {128}, t.in(pack(cells)), out, static_cast<int>(words),
           static_cast<int>(h));
  t.equal("life_bits", t.get(out), pack(next(cells, 32 * words, h)));
}

}  // namespace

KERNEL_CHECK(life) {
  bytes(t, 37, 21);
  bytes(t, 16, 16);
  bytes(t, 3, 2);
  bits(t, 3, 50);
  bits(t, 1, 7);
}
