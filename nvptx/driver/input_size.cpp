// See input_size.hpp.
#include "nvptx/driver/input_size.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/LLVMBitCodes.h>
#include <llvm/Bitstream/BitstreamReader.h>

#include <algorithm>
#include <cstdint>
#include <thread>

#include "nvptx/driver/functions.hpp"

namespace lathe::nvptx {
namespace {

struct Size {
  std::uint64_t functions = 0, instructions = 0;
};
constexpr unsigned bytes_of_an_instruction = 7;

/// An instruction is a line that begins with a blank.
Size size_of_text(std::string_view ir) {
  Size size;
  for (std::size_t at = ir.find('\n'); at != std::string_view::npos; at = ir.find('\n', at + 1)) {
    if (ir.substr(at + 1, 1) == " ") ++size.instructions;
    if (ir.substr(at + 1, 7) == "define ") ++size.functions;
  }
  return size;
}

}  // namespace

bool is_bitcode(std::string_view ir) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(ir.data());
  return llvm::isBitcode(bytes, bytes + ir.size());
}

std::vector<std::size_t> body_lengths(std::string_view ir) {
  std::vector<std::size_t> lengths;
  const auto* begin = reinterpret_cast<const unsigned char*>(ir.data());
  const unsigned char* end = begin + ir.size();
  if (llvm::isBitcodeWrapper(begin, end) && llvm::SkipBitcodeWrapperHeader(begin, end, false)) return lengths;
  llvm::BitstreamCursor cursor(llvm::ArrayRef<std::uint8_t>(begin, end));
  const auto failed = [](llvm::Error error) {
    const bool bad = static_cast<bool>(error);
    llvm::consumeError(std::move(error));
    return bad;
  };
  if (failed(cursor.JumpToBit(32))) return lengths;  // behind the magic number
  while (!cursor.AtEndOfStream()) {
    llvm::Expected<llvm::BitstreamEntry> entry = cursor.advance();
    if (!entry) {
      llvm::consumeError(entry.takeError());
      return lengths;
    }
    switch (entry->Kind) {
      case llvm::BitstreamEntry::Error:
        return lengths;
      case llvm::BitstreamEntry::EndBlock:
        break;
      case llvm::BitstreamEntry::Record: {
        llvm::Expected<unsigned> skipped = cursor.skipRecord(entry->ID);
        if (!skipped) {
          llvm::consumeError(skipped.takeError());
          return lengths;
        }
        break;
      }
      case llvm::BitstreamEntry::SubBlock: {
        const std::uint64_t at = cursor.getCurrentByteNo();
        const bool module = entry->ID == llvm::bitc::MODULE_BLOCK_ID;
        if (failed(module ? cursor.EnterSubBlock(entry->ID) : cursor.SkipBlock())) return lengths;
        if (entry->ID == llvm::bitc::FUNCTION_BLOCK_ID) lengths.push_back(cursor.getCurrentByteNo() - at);
        break;
      }
    }
  }
  return lengths;
}

unsigned threads_for_size(std::string_view ir) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  if (cores == 1) return 1;
  Size size;
  if (is_bitcode(ir)) {
    for (const std::size_t length : body_lengths(ir)) {
      ++size.functions;
      size.instructions += length / bytes_of_an_instruction;
    }
  } else {
    size = size_of_text(ir);
  }
  const std::uint64_t worth = std::min(size.instructions / instructions_of_a_thread, size.functions);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(worth, 1, cores));
}

}  // namespace lathe::nvptx
