// Component selectors of the video instructions (%r1.b2, %r2.h10) in Operand::reserved. Private to mir and print.
//
// Bit 15: h, else b. Bits 12..14: number of digits (1..4; 0 = no selector). Three bits for each digit from bit 0.
#pragma once

#include <cstdint>
#include <string_view>

namespace lathe::nvptx::mir {

/// 0 when the text is no selector.
inline std::uint16_t encode_selector(std::string_view text) {
  if (text.size() < 2 || text.size() > 5 || (text[0] != 'b' && text[0] != 'h')) return 0;
  unsigned code = (text[0] == 'h' ? 0x8000U : 0U) | static_cast<unsigned>(text.size() - 1) << 12;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '7') return 0;
    code |= static_cast<unsigned>(text[i] - '0') << (3 * (i - 1));
  }
  return static_cast<std::uint16_t>(code);
}
/// Calls put(char) for each character, the dot first; nothing for 0.
template <class Put>
void decode_selector(std::uint16_t code, Put&& put) {
  const unsigned digits = (code >> 12) & 7U;
  if (digits == 0) return;
  put('.');
  put((code & 0x8000U) != 0 ? 'h' : 'b');
  for (unsigned i = 0; i < digits && i < 4; ++i) put(static_cast<char>('0' + ((code >> (3 * i)) & 7U)));
}

}  // namespace lathe::nvptx::mir
