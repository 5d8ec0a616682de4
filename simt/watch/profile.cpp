// Counts of what a launch did, by instruction and by mnemonic: issues, active lanes, sectors of global memory, bank
// conflicts of shared memory, divergence.
//
// Rules of the memory figures. Global: all lanes of a warp access together; each distinct 32-byte sector moves once.
// Shared: 32 banks of 4 bytes; lanes that read one word share it; 64-bit accesses go by half-warps and 128-bit
// accesses by quarter-warps; each atomic to a bank takes a wavefront of its own.
// Cost: about 100 ns for a memory access, a few for other instructions; nothing when no profile is made.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "simt/watch/check_records.hpp"
#include "simt/watch/observers.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

constexpr unsigned sector_bytes = 32, line_bytes = 128, banks = 32, word_bytes = 4;

struct Interval {
  Address begin, end;
};

/// Blocks of `size` bytes that sorted intervals touch, each counted once.
std::uint64_t touched(const Interval* list, std::size_t count, std::uint64_t size) {
  std::uint64_t sum = 0, next = 0;  // next: first block not counted yet
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = std::max(next, list[i].begin / size), last = (list[i].end - 1) / size;
    if (last + 1 <= first) continue;
    sum += last + 1 - first;
    next = last + 1;
  }
  return sum;
}

std::uint64_t distinct_bytes(const Interval* list, std::size_t count) { return touched(list, count, 1); }

void count_global(ProfileCounts& c, const Access& access) {
  std::array<Interval, lane_count> list;
  std::size_t n = 0;
  for (unsigned l = 0; l < lane_count; ++l)
    if ((access.mask >> l & 1U) != 0) list[n++] = {access.address[l], access.address[l] + access.bytes};
  std::sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n),
            [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  const std::uint64_t used = distinct_bytes(list.data(), n), sectors = touched(list.data(), n, sector_bytes);
  c.requests += 1;
  c.sectors += sectors;
  c.lines += touched(list.data(), n, line_bytes);
  c.bytes_used += used;
  const std::uint64_t fewest = (used + sector_bytes - 1) / sector_bytes;
  c.cost += sectors - std::min(sectors, fewest);
}

/// Wavefronts for the lanes of one phase.
std::uint64_t wavefronts(const Access& access, Mask phase) {
  // Words by bank: at most 32 lanes of 4 words.
  std::array<std::uint64_t, lane_count * 4> words;
  std::size_t n = 0;
  const bool atomic = access.kind == AccessKind::atomic;
  std::array<std::uint16_t, banks> load{};
  for (unsigned l = 0; l < lane_count; ++l) {
    if ((phase >> l & 1U) == 0) continue;
    const std::uint64_t first = access.address[l] / word_bytes;
    const std::uint64_t last = (access.address[l] + access.bytes - 1) / word_bytes;
    for (std::uint64_t w = first; w <= last && n < words.size(); ++w) words[n++] = w;
  }
  std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(n));
  std::uint16_t most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!atomic && i > 0 && words[i] == words[i - 1]) continue;
    most = std::max(most, ++load[words[i] % banks]);
  }
  return most;
}

void count_shared(ProfileCounts& c, const Access& access) {
  const unsigned phases = access.bytes > 8 ? 4 : access.bytes > 4 ? 2 : 1;
  const unsigned lanes = lane_count / phases;
  std::uint64_t needed = 0, fewest = 0;
  if (access.bytes > 16) {
    // A bulk copy: streams through all banks.
    needed = fewest = (access.bytes + banks * word_bytes - 1) / (banks * word_bytes);
  } else {
    for (unsigned p = 0; p < phases; ++p) {
      const Mask phase = access.mask & ((phases == 1 ? all_lanes : lane_bit(lanes) - 1) << (p * lanes));
      if (phase == 0) continue;
      needed += wavefronts(access, phase);
      fewest += 1;
    }
  }
  c.shared_requests += 1;
  c.wavefronts += needed;
  c.conflicts += needed - fewest;
  c.cost += needed - fewest;
}

class Profiler final : public ProfileObserver {
 public:
  void begin_launch(const Grid& grid) override {
    ++launches_;
    program_ = grid.program;
    records_.begin_launch(grid);
  }
  void begin_block(const Block&) override { ++blocks_; }
  void barrier(const Block&, std::uint32_t, std::span<const std::uint32_t>) override { ++barriers_; }

  void before(const Warp& warp, const Code& code, Mask active, Mask mask) override {
    pending_ = nullptr;  // a handler that has to wait is called again: it counts when it is done
    ProfileCounts* c = counts(*warp.function, code);
    if (c == nullptr || !first_of_instruction(*warp.function, code)) return;
    const Record* r = records_.of(*warp.function, code.inst);
    step_ = {};
    step_.issued = 1;
    step_.threads = static_cast<unsigned>(std::popcount(mask));
    if (r != nullptr) {
      step_.cost = r->latency;
      if (r->kind == Dependence::branch) count_branch(step_, warp, *r, active, mask);
      if (r->barrier.level != BarrierRecord::Level::none) step_.barriers = 1;
    }
    if (mask == 0)
      *c += step_;  // no lane runs it
    else
      pending_ = c;
  }

  void after(const Warp&, const Code&, Mask) override {
    if (pending_ != nullptr) *pending_ += step_;
    pending_ = nullptr;
  }

  void access(const Warp& warp, const Code& code, const Access& access) override {
    ProfileCounts* c = counts(*warp.function, code);
    if (c == nullptr || access.mask == 0 || access.bytes == 0 || access.address == nullptr) return;
    if (access.space == Space::global)
      count_global(*c, access);
    else if (access.space == Space::shared)
      count_shared(*c, access);
    else if (access.space == Space::local)
      ++c->local_requests;
  }

  Profile result() const override;

 private:
  static bool first_of_instruction(const FunctionCode& function, const Code& code) {
    const Code* first = function.codes.data();
    return &code == first || (&code)[-1].inst != code.inst;
  }

  ProfileCounts* counts(const FunctionCode& function, const Code& code) {
    if (&function != last_) {
      const auto [it, added] = index_.emplace(&function, functions_.size());
      if (added) functions_.push_back({&function, std::vector<ProfileCounts>(function.sources.size())});
      last_ = &function;
      last_index_ = it->second;
    }
    auto& list = functions_[last_index_].second;
    return code.inst < list.size() ? &list[code.inst] : nullptr;
  }

  void count_branch(ProfileCounts& c, const Warp& warp, const Record& r, Mask active, Mask mask) {
    ++c.branches;
    c.taken += mask != 0 ? 1 : 0;
    bool apart = mask != 0 && mask != active;
    if (r.branch_index != no_register) apart |= indices_differ(warp, r.branch_index, mask);
    c.divergent += apart ? 1 : 0;
  }

  // Of a branch through a table lanes part when their indices differ.
  bool indices_differ(const Warp& warp, Register index, Mask mask) {
    const Registers& registers = records_.description(*warp.function).registers;
    if (index >= registers.size() || registers[index].slot == no_slot || registers[index].type.bits != 32) return false;
    const std::uint32_t* value = warp.in<std::uint32_t>(registers[index].slot);
    const int first = std::countr_zero(mask);
    for (unsigned l = 0; l < lane_count; ++l)
      if ((mask >> l & 1U) != 0 && value[l] != value[first]) return true;
    return false;
  }

  std::vector<std::pair<const FunctionCode*, std::vector<ProfileCounts>>> functions_;  // in order of appearance
  std::unordered_map<const FunctionCode*, std::size_t> index_;
  const Program* program_ = nullptr;
  RecordTable records_;
  ProfileCounts step_;  // of the instruction that runs, and where it is added
  ProfileCounts* pending_ = nullptr;
  const FunctionCode* last_ = nullptr;
  std::size_t last_index_ = 0;
  std::uint64_t launches_ = 0, blocks_ = 0, barriers_ = 0;
};

void sort_rows(std::vector<ProfileRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const ProfileRow& a, const ProfileRow& b) { return a.counts.cost > b.counts.cost; });
}

Profile Profiler::result() const {
  Profile profile;
  std::map<std::string, ProfileCounts> mnemonics;
  for (const auto& [function, list] : functions_)
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].issued == 0) continue;
      const auto inst = static_cast<std::uint32_t>(i);
      ProfileRow row{function->file, function->name, function->sources[i].line, "?", {}, list[i]};
      if (std::string mnemonic = program_->mnemonic(*function, inst); !mnemonic.empty()) {
        row.mnemonic = std::move(mnemonic);
        row.text = program_->text(*function, inst);
      }
      mnemonics[row.mnemonic] += list[i];
      profile.total += list[i];
      profile.instructions.push_back(std::move(row));
    }
  for (const auto& [mnemonic, counts] : mnemonics) profile.mnemonics.push_back({{}, {}, 0, mnemonic, {}, counts});
  sort_rows(profile.instructions);
  sort_rows(profile.mnemonics);
  profile.launches = launches_;
  profile.blocks = blocks_;
  profile.barriers = barriers_;
  return profile;
}

}  // namespace

ProfileCounts& ProfileCounts::operator+=(const ProfileCounts& o) {
  issued += o.issued;
  threads += o.threads;
  requests += o.requests;
  sectors += o.sectors;
  lines += o.lines;
  bytes_used += o.bytes_used;
  shared_requests += o.shared_requests;
  wavefronts += o.wavefronts;
  conflicts += o.conflicts;
  local_requests += o.local_requests;
  branches += o.branches;
  taken += o.taken;
  divergent += o.divergent;
  barriers += o.barriers;
  cost += o.cost;
  return *this;
}

std::unique_ptr<ProfileObserver> make_profile() { return std::make_unique<Profiler>(); }

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
