// Knobs of the outliner, with the reference's defaults.
#pragma once

#include <cstdint>

namespace lathe::outline {

/// How repeats are found. Both find the same ones.
enum class Engine : std::uint8_t { array, tree };

/// When a group of N sites of S bytes with call costs C and frame F is worth it.
enum class Benefit : std::uint8_t {
  classic,   ///< N * S - (sum of C + S + F): what the code size changes by
  reference  ///< N * S - sum of C - F: as the reference has it, which forgets that the body stays once
};

/// Which groups are taken where they overlap.
enum class Choice : std::uint8_t {
  best,          ///< all the others, and of them the one that saves most
  lazy_benefit,  ///< most bytes first, weighed again as others take its sites
  lazy_ratio,    ///< most bytes replaced for bytes left first, weighed again
  lazy_density,  ///< most bytes saved for an instruction taken first, weighed again
  sorted_ratio   ///< by ratio, weighed once and then only to drop it: what LLVM does
};

struct Options {
  Engine engine = Engine::array;        ///< that finds repeats
  Benefit benefit = Benefit::classic;   ///< what counts as saved
  Choice choice = Choice::best;         ///< in which order groups are taken
  std::uint32_t benefit_threshold = 1;  ///< bytes that a function must save: outliner-benefit-threshold
  std::uint32_t benefit_margin = 0;     ///< and so many in a hundred of what its calls and frame cost
  std::uint32_t reruns = 0;             ///< rounds after the first: machine-outliner-reruns
  std::uint32_t first_round = 0;        ///< for names, where rounds are planned and applied one by one
  bool leaf_descendants = true;         ///< all occurrences of a repeat: outliner-leaf-descendants
  bool outline_linkonce = false;        ///< from functions that the linker may drop: enable-linkonceodr-outlining
  bool outline_unwanted = false;  ///< from functions that the target would rather leave: enable-machine-outliner=always
  bool calls_are_legal = false;   ///< reruns may take calls of outlined functions into sequences
  std::uint32_t min_length = 2;   ///< instructions of a sequence
  std::uint64_t hot_weight = 0;   ///< blocks that run this often are left alone; 0: none is
  std::uint64_t fuel = UINT64_MAX;  ///< functions to make at most
  std::uint64_t work = 0;           ///< instructions of sites to look at in a round; 0: 256 for each of the string
};

}  // namespace lathe::outline
