// Undefined bits: of the registers of a frame, of bytes of memory. For check_uninit.cpp.
//
// A register is remembered by one bit for each lane, and in full only where a lane has undefined bits; so defined
// values cost next to nothing. Memory is remembered in pages of undefined bits. Private to simt.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/state/warp.hpp"
#include "simt/watch/check_records.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// Bits of one lane of a register that are not defined; where they come from; whether they were computed with.
struct Undefined {
  std::uint64_t low = 0, high = 0;
  std::uint32_t origin = 0;  ///< 0: the register was never written
  bool computed = false;
  bool any() const { return (low | high) != 0; }
};

class UndefinedRegisters {
 public:
  explicit UndefinedRegisters(std::size_t count = 0) : any_(count, all_lanes) {}
  Mask any(Register r) const { return r < any_.size() ? any_[r] : 0; }
  Undefined get(Register r, unsigned lane) const {
    if ((any(r) >> lane & 1U) == 0) return {};
    const auto it = details_.find(r);
    if (it == details_.end()) return {~0ULL, ~0ULL, 0, false};
    return (*it->second)[lane];
  }
  void define(Register r, Mask lanes) {
    if (r < any_.size()) any_[r] &= ~lanes;
  }
  void set(Register r, unsigned lane, const Undefined& u) {
    if (!u.any()) return define(r, lane_bit(lane));
    if (r >= any_.size()) return;
    auto& detail = details_[r];
    if (!detail) {
      detail = std::make_unique<std::array<Undefined, lane_count>>();
      detail->fill({~0ULL, ~0ULL, 0, false});
    }
    (*detail)[lane] = u;
    any_[r] |= lane_bit(lane);
  }

 private:
  std::vector<Mask> any_;
  std::unordered_map<Register, std::unique_ptr<std::array<Undefined, lane_count>>> details_;
};

/// Undefined bits of bytes, 1 = undefined. Pages that nobody wrote are as `find` says.
class UndefinedBytes {
 public:
  static constexpr std::uint64_t page_bytes = 4096;
  using Page = std::array<std::uint8_t, page_bytes>;

  /// The page, made when it is not there and `make` is; `undefined`: what its bytes are then.
  Page* page(std::uint64_t number, bool make, bool undefined) {
    if (number == last_number_ && last_ != nullptr) return last_;
    auto it = pages_.find(number);
    if (it == pages_.end()) {
      if (!make) return nullptr;
      it = pages_.emplace(number, std::make_unique<Page>()).first;
      it->second->fill(undefined ? 0xff : 0);
    }
    last_number_ = number;
    last_ = it->second.get();
    return last_;
  }
  void clear() {
    pages_.clear();
    last_ = nullptr;
  }

 private:
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = ~0ULL;
  Page* last_ = nullptr;
};

/// Undefined bits of the results of an instruction of one lane, from its sources before it runs.
/// The kinds copy to select of Dependence; `any` for the others.
Undefined propagate(const Warp& warp, const Registers& registers, const UndefinedRegisters& regs, const Record& record,
                    unsigned lane, std::size_t result);
/// Bits of a register's type, 8 at least but for predicates.
inline unsigned width_of(const Registers& registers, Register reg) {
  return reg < registers.size() ? registers[reg].width() : 64;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
