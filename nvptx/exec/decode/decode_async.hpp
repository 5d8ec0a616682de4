// What the two halves of the asynchronous family's decoder share. Private to decode_async*.cpp.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/operate/async.hpp"

namespace lathe::nvptx::exec::async_decode {

/// False after refuse() when the mnemonic has a modifier that is not listed.
bool only(Decoder& d, const Instruction& i, std::initializer_list<std::string_view> known);
/// False after refuse() unless there are at least `least` and at most `most` operands.
bool operands(Decoder& d, const Instruction& i, std::size_t least, std::size_t most);
/// 64-bit slot with the whole address of operand `index`. `fine` becomes false after refuse().
Slot address(Decoder& d, const Instruction& i, std::size_t index, Space space, bool& fine);

/// The same of an address that is part of a group.
Slot address(Decoder& d, const mir::Operand& operand, Space space, bool& fine);

/// Of an mbarrier: shared memory where the instruction names it, else a generic address.
AccessRequest mbarrier_access(const Instruction& i);

/// What a reduction does, by the first of its modifiers that says so.
std::optional<AsyncOperation> operation_of(const Instruction& i);

bool tensor_copy(Decoder& d, const Instruction& i);  ///< cp.async.bulk.tensor, cp.reduce.async.bulk.tensor
bool tensor_map(Decoder& d, const Instruction& i);   ///< tensormap.*
bool multimem(Decoder& d, const Instruction& i);     ///< multimem.*
bool copy(Decoder& d, const Instruction& i);         ///< cp.*
bool async_store(Decoder& d, const Instruction& i);  ///< st.async, red.async

}  // namespace lathe::nvptx::exec::async_decode
