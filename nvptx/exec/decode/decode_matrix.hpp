// Reading the mnemonics of matrix instructions. Private to decode_matrix*.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/lanes/matrix_key.hpp"

namespace lathe::nvptx::exec {

/// "f16" ...; Element::none when it is none.
Element parse_element(std::string_view text);

struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;
  bool operator==(const MatrixShape&) const = default;
};

/// The modifiers of a matrix instruction, sorted.
struct MatrixName {
  MatrixShape shape;
  std::vector<Element> types;          ///< in order
  std::vector<bool> columns;           ///< layouts in order: .col
  std::vector<std::string_view> rest;  ///< everything else, but "sync", "aligned" and state spaces
  explicit MatrixName(const mir::OpDesc& desc);
  /// Takes a modifier out of `rest`.
  bool take(std::string_view modifier);
};

/// Fills extra slots: the registers of operand `index`, which has to have `count` of them.
bool read_fragment(Decoder& d, const Instruction& i, std::size_t index, unsigned count, unsigned bits,
                   std::vector<Slot>& slots);
bool write_fragment(Decoder& d, const Instruction& i, std::size_t index, unsigned count, unsigned bits,
                    std::vector<Slot>& slots);
void put_extra(Decoder& d, Code& code, const std::vector<Slot>& slots);

/// "m16n8k16".
bool parse_shape(std::string_view text, MatrixShape& shape);

/// Whether mma is sparse, block-scaled, or of elements of 4 and 6 bits.
bool is_special_product(const Instruction& i);
bool decode_special_product(Decoder& d, const Instruction& i);
bool decode_mma(Decoder& d, const Instruction& i);
bool decode_wmma(Decoder& d, const Instruction& i);
bool decode_wgmma(Decoder& d, const Instruction& i);
/// ldmatrix, stmatrix, movmatrix.
bool decode_matrix_move(Decoder& d, const Instruction& i);

}  // namespace lathe::nvptx::exec
