// What the checkers share: places in the program with what they mean for memory, names of objects, lists of findings.
//
// Cost: a place is looked up in O(1) by function and instruction; texts are made for findings alone.
// Private to simt.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/watch/check_records.hpp"
#include "simt/watch/observers.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// An instruction with its record. Those of Codes that belong to no instruction are records that say nothing.
struct Place {
  const FunctionCode* function = nullptr;
  const Record* record = nullptr;
  std::uint32_t inst = 0, line = 0;
  bool stores() const { return record->memory.sort == MemoryRecord::Sort::store; }
  bool atomic() const { return record->memory.sort == MemoryRecord::Sort::atomic; }
  bool copies() const { return record->copy.kind != CopyRecord::Kind::none; }
};

class Places {
 public:
  std::uint32_t id(const FunctionCode& function, std::uint32_t inst) {
    if (&function != last_) {
      last_ = &function;
      last_ids_ = &ids_[&function];
      if (last_ids_->size() < function.sources.size()) last_ids_->resize(function.sources.size(), 0);
    }
    if (inst >= last_ids_->size()) return none;
    std::uint32_t& known = (*last_ids_)[inst];
    if (known == 0) known = add(function, inst);
    return known;
  }
  const Place& operator[](std::uint32_t id) const { return places_[id]; }
  /// Functions go with their program.
  void begin_launch(const Grid& grid);
  static constexpr std::uint32_t none = 0;  ///< of Codes without a source

 private:
  std::uint32_t add(const FunctionCode& function, std::uint32_t inst);
  RecordTable records_;
  std::vector<Place> places_;
  std::unordered_map<const FunctionCode*, std::vector<std::uint32_t>> ids_;
  const FunctionCode* last_ = nullptr;
  std::vector<std::uint32_t>* last_ids_ = nullptr;
};

Dim3 block_id(const Grid& grid, std::uint64_t linear);
Dim3 thread_id(const Grid& grid, std::uint32_t linear);

/// "shared 's'+12", "global 'g'", "the buffer of 1024 bytes+4", "local 'v'+8". Shared addresses are offsets in a block.
std::string object_name(const Grid& grid, Space space, Address address);
/// The shared variable that holds the offset: its first byte and its size; false when none does.
bool shared_variable(const Program& program, std::uint64_t offset, std::string& name, std::uint64_t& base,
                     std::uint64_t& bytes);

/// Part of a finding: what was done, where, by whom.
CheckPlace make_check_place(const Grid& grid, const Place& place, std::string access, std::uint64_t block,
                            std::uint32_t thread);
/// "write of 4 bytes at k.ptx:21 by block (0,0,0) thread (3,0,0)"
std::string to_string(const CheckPlace& place);

/// Keeps findings, each pair of places once, up to a limit.
class Findings {
 public:
  explicit Findings(std::size_t limit) : limit_(limit) {}
  /// Whether this pair of places, for this reason, is new; then it is not any more.
  bool is_new(const Place& first, const Place& second, unsigned reason);
  void add(CheckFinding finding) {
    if (list_.size() < limit_) list_.push_back(std::move(finding));
  }
  const std::vector<CheckFinding>& list() const { return list_; }

 private:
  std::size_t limit_;
  std::vector<CheckFinding> list_;
  std::unordered_set<std::string> seen_;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
