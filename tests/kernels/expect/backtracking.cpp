// Expected results of backtracking.cu: queens by trying all permutations, Sudoku by the list of all 288 filled grids.
#include <algorithm>
#include <array>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Grid = std::array<std::uint8_t, 16>;

unsigned count_queens(int n) {
  std::vector<int> column(static_cast<std::size_t>(n));
  std::iota(column.begin(), column.end(), 0);
  unsigned count = 0;
  do {
    bool fine = true;
    for (std::size_t a = 0; a < column.size(); ++a)
      for (std::size_t b = a + 1; b < column.size(); ++b)
        fine = fine && std::abs(column[a] - column[b]) != static_cast<int>(b - a);
    count += fine;
  } while (std::next_permutation(column.begin(), column.end()));
  return count;
}

bool all_four(const Grid& g, const std::array<int, 4>& cells) {
  unsigned seen = 0;
  for (const int c : cells) seen |= 1U << g[static_cast<std::size_t>(c)];
  return seen == 0x1e;
}

/// In lexicographic order.
std::vector<Grid> filled_grids() {
  std::vector<std::array<std::uint8_t, 4>> rows;
  std::array<std::uint8_t, 4> row{1, 2, 3, 4};
  do rows.push_back(row);
  while (std::next_permutation(row.begin(), row.end()));
  std::vector<Grid> grids;
  for (std::size_t k = 0; k < 24 * 24 * 24 * 24; ++k) {
    Grid g;
    const std::size_t pick[4] = {k / 13824, k / 576 % 24, k / 24 % 24, k % 24};
    for (std::size_t i = 0; i < 16; ++i) g[i] = rows[pick[i / 4]][i % 4];
    bool fine = true;
    for (int c = 0; c < 4 && fine; ++c) {
      const int corner = c / 2 * 8 + c % 2 * 2;
      fine = all_four(g, {c, c + 4, c + 8, c + 12}) && all_four(g, {corner, corner + 1, corner + 4, corner + 5});
    }
    if (fine) grids.push_back(g);
  }
  return grids;
}

/// Nothing set twice in a row, column or box: givens that the solver takes as they are.
bool consistent(const Grid& g) {
  for (std::size_t a = 0; a < 16; ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const bool meet = a / 4 == b / 4 || a % 4 == b % 4 || (a / 8 == b / 8 && a % 4 / 2 == b % 4 / 2);
      if (meet && g[a] != 0 && g[a] == g[b]) return false;
    }
  return true;
}

void check_sudoku(check::Case& t) {
  const std::vector<Grid> grids = filled_grids();
  t.require(grids.size() == 288, "sudoku_4: the reference knows " + std::to_string(grids.size()) + " grids");
  std::vector<Grid> puzzles{Grid{}, grids[100], Grid{1, 2, 3, 0, 0, 0, 0, 4},
                            Grid{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2}};
  while (puzzles.size() < 45) {
    Grid g{};
    if (puzzles.size() % 2 == 0) g = grids[t.rng() % grids.size()];  // solvable: some cells of a filled grid
    for (std::uint8_t& cell : g) {
      if (puzzles.size() % 2 == 0 && t.rng() % 3 != 0) cell = 0;
      if (puzzles.size() % 2 != 0 && t.rng() % 3 == 0) cell = static_cast<std::uint8_t>(t.rng() % 4 + 1);
    }
    if (consistent(g)) puzzles.push_back(g);
  }
  std::vector<Grid> want = puzzles;
  std::vector<std::uint8_t> want_ok;
  for (Grid& g : want) {
    const auto first = std::find_if(grids.begin(), grids.end(), [&](const Grid& full) {
      for (std::size_t i = 0; i < 16; ++i)
        if (g[i] != 0 && g[i] != full[i]) return false;
      return true;
    });
    want_ok.push_back(first != grids.end());
    if (first != grids.end()) g = *first;
  }
  auto cells = t.in(puzzles);
  auto ok = t.out<std::uint8_t>(puzzles.size());
  t.launch("sudoku_4", check::cover(puzzles.size(), 32), {32}, cells, ok, static_cast<int>(puzzles.size()));
  t.equal("sudoku_4, ok", t.get(ok), want_ok);
  t.equal("sudoku_4, grids", t.get(cells), want);
}

}  // namespace

KERNEL_CHECK(backtracking) {
  for (const int n : {1, 2, 5, 6, 8}) {
    auto count = t.out<unsigned>(1);
    t.launch("queens", {1}, {static_cast<std::uint32_t>(n)}, n, count);
    t.equal("queens of " + std::to_string(n), t.get(count), {count_queens(n)});
  }
  check_sudoku(t);
}
