// Functions that the device has without anybody defining them: vprintf, __assertfail, malloc, free and the aligned
// malloc. Each runs for its lanes in ascending order; arguments and results are 64 bits or less.
// Source: CUDA C++ Programming Guide, formatted output, assertion, dynamic global memory allocation.
#include <limits>
#include <string>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/operate/printf_format.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {
namespace {

// A string in generic memory, without its final 0; false after a fault.
bool read_string(Warp& w, const Code& c, unsigned lane, Address address, std::size_t most, std::string& text) {
  text.clear();
  for (; text.size() < most; ++address) {
    const std::byte* b = w.resolve(c, lane, Space::generic, address, 1, AccessKind::read);
    if (b == nullptr) return false;
    if (*b == std::byte{0}) return true;
    text += static_cast<char>(*b);
  }
  return true;
}

constexpr std::size_t any_length = std::numeric_limits<std::size_t>::max();

class LaneArguments final : public PrintfArguments {
 public:
  LaneArguments(Warp& warp, const Code& code, unsigned lane, Address list)
      : warp_(warp), code_(code), lane_(lane), list_(list) {}

  bool next(unsigned bytes, std::uint64_t& value) override {
    offset_ = (offset_ + bytes - 1) / bytes * bytes;
    const std::byte* at = warp_.resolve(code_, lane_, Space::generic, list_ + offset_, bytes, AccessKind::read);
    if (at == nullptr) return false;
    value = 0;
    std::memcpy(&value, at, bytes);
    offset_ += bytes;
    return true;
  }
  bool string(std::uint64_t address, std::size_t most, std::string& text) override {
    return read_string(warp_, code_, lane_, address, most, text);
  }

 private:
  Warp& warp_;
  const Code& code_;
  unsigned lane_;
  Address list_;
  std::uint64_t offset_ = 0;
};

Flow call_vprintf(Warp& w, const Code& c, Mask mask) {
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const Address format = w.argument(c, lane, 0);
    if (format == 0) {
      w.set_result(c, lane, 0xffffffffU);
      continue;
    }
    std::string text;
    if (!read_string(w, c, lane, format, any_length, text)) return Flow::stop;
    LaneArguments arguments(w, c, lane, w.argument(c, lane, 1));
    const auto count = format_printf(text, arguments, w.block->output);
    if (!count) return Flow::stop;
    w.set_result(c, lane, *count);
  }
  return Flow::next;
}

// (message, file, line, function[, size of a character])
Flow call_assertfail(Warp& w, const Code& c, Mask mask) {
  const auto lane = static_cast<unsigned>(std::countr_zero(mask));
  std::string parts[3];
  const unsigned at[3] = {0, 1, 3};
  for (unsigned i = 0; i < 3; ++i) {
    const Address address = w.argument(c, lane, at[i]);
    if (address == 0)
      parts[i] = std::string(1, '?');
    else if (!read_string(w, c, lane, address, any_length, parts[i]))
      return Flow::stop;
  }
  const auto line = static_cast<std::uint32_t>(w.argument(c, lane, 2));
  return w.fault(c, lane,
                 parts[1] + ":" + std::to_string(line) + ": " + parts[2] + ": Assertion `" + parts[0] + "' failed");
}

// 0 for no bytes, and when the heap is full.
Address heap_block(const Warp& w, std::uint64_t bytes, std::uint64_t align) {
  if (bytes == 0) return 0;
  const Grid& grid = *w.block->grid;
  const Region* region = grid.memory->add(bytes, align, RegionKind::heap, {}, grid.options->heap_limit);
  return region != nullptr ? region->base : 0;
}

Flow call_malloc(Warp& w, const Code& c, Mask mask) {
  for_lanes(mask, [&](unsigned lane) { w.set_result(c, lane, heap_block(w, w.argument(c, lane, 0), 16)); });
  return Flow::next;
}

Flow call_aligned_malloc(Warp& w, const Code& c, Mask mask) {
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t align = w.argument(c, lane, 1);
    const bool possible = std::has_single_bit(align) && align <= (1U << 30);
    w.set_result(c, lane, possible ? heap_block(w, w.argument(c, lane, 0), align) : 0);
  });
  return Flow::next;
}

std::string hex(Address address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  return text;
}

std::string why_not_freed(const Memory& memory, Address address) {
  const Region* region = memory.at(address);
  if (region == nullptr) region = memory.find(address);
  const std::string text = "free of " + hex(address);
  if (region == nullptr) return text + ", where no memory is";
  const std::string bytes = std::to_string(region->bytes) + " bytes";
  if (region->kind != RegionKind::heap)
    return text + ", which is not memory of device malloc but in " +
           (region->name.empty() ? "a buffer of " + bytes : "variable '" + region->name + "'");
  if (region->base != address)
    return text + ", which is " + std::to_string(address - region->base) + " bytes inside the heap block of " + bytes +
           " at " + hex(region->base);
  return text + ": this heap block of " + bytes + " is freed already";
}

Flow call_free(Warp& w, const Code& c, Mask mask) {
  Memory& memory = *w.block->grid->memory;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const Address address = w.argument(c, lane, 0);
    if (address != 0 && !memory.release(address, RegionKind::heap))
      return w.fault(c, lane, why_not_freed(memory, address));
  }
  return Flow::next;
}

struct SystemCall {
  std::string_view name;
  Handler run;
};
constexpr SystemCall system_calls[] = {
    {"vprintf", call_vprintf},
    {"__assertfail", call_assertfail},
    {"__assert_fail", call_assertfail},
    {"malloc", call_malloc},
    {"free", call_free},
    {"__cuda_syscall_aligned_malloc", call_aligned_malloc},
};

}  // namespace

Handler find_system_call(std::string_view name) {
  for (const SystemCall& call : system_calls)
    if (call.name == name) return call.run;
  return nullptr;
}

}  // namespace lathe::nvptx::exec
