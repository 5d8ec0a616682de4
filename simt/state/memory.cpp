// Memory of the device: regions in two tables (constants; everything global), each ordered by address because
// addresses are only ever handed out upwards. Readers search without a lock; add, release and drop take one.
//
// Host memory of buffers goes back to the system when they are freed (between launches). Blocks of the device heap
// are freed while other threads run, and a wrong kernel may still touch them: their host memory is kept and handed
// out again by size class, so that a stray access never leaves memory that is ours.
// Cost: find O(log regions); add and release O(log regions) and the host's calloc.
#include "simt/state/memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

constexpr std::uint64_t host_align = 256;
constexpr std::uint64_t base_step = 0x10000;  // regions begin at multiples of it ...
constexpr std::uint64_t gap = 0x8000;         // ... and have at least so much nothing behind them
constexpr Address const_end = global_base, global_end = 0x0000'7fff'0000'0000ULL;
constexpr std::size_t kinds = 4;

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }

// Zeroed memory of the system, which gives pages only when they are touched.
struct HostBlock {
  std::unique_ptr<void, decltype(&std::free)> memory{nullptr, &std::free};
  std::byte* aligned = nullptr;

  static HostBlock make(std::uint64_t bytes) {
    HostBlock block;
    block.memory.reset(std::calloc(bytes + host_align, 1));
    if (block.memory != nullptr) {
      const auto at = reinterpret_cast<std::uintptr_t>(block.memory.get());
      block.aligned = static_cast<std::byte*>(block.memory.get()) + (round_up(at, host_align) - at);
    }
    return block;
  }
};

struct Entry {
  Region region;
  HostBlock host;  // none when the memory came from a size class
};

// Append-only array in pieces that double: entries below size() are readable while one thread appends.
class Table {
 public:
  ~Table() { clear(); }
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  Entry* operator[](std::size_t index) const {
    const std::size_t at = index + first;
    const unsigned piece = static_cast<unsigned>(std::bit_width(at)) - first_bits;
    return pieces_[piece].load(std::memory_order_acquire)[at - (first << piece)];
  }
  void push(std::unique_ptr<Entry> entry) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    const std::size_t at = index + first;
    const unsigned piece = static_cast<unsigned>(std::bit_width(at)) - first_bits;
    Entry** entries = pieces_[piece].load(std::memory_order_relaxed);
    if (entries == nullptr) {
      entries = new Entry* [first << piece] {};
      pieces_[piece].store(entries, std::memory_order_release);
    }
    entries[at - (first << piece)] = entry.release();
    size_.store(index + 1, std::memory_order_release);
  }
  /// Entries that begin at or below the address.
  std::size_t count_to(Address address) const {
    std::size_t low = 0, high = size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if ((*this)[middle]->region.base <= address)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
  /// Takes all entries out. Nobody may read meanwhile.
  std::vector<std::unique_ptr<Entry>> clear() {
    std::vector<std::unique_ptr<Entry>> entries;
    for (std::size_t i = 0; i < size(); ++i) entries.emplace_back((*this)[i]);
    for (auto& piece : pieces_) delete[] piece.exchange(nullptr);
    size_.store(0, std::memory_order_release);
    return entries;
  }

 private:
  static constexpr unsigned first_bits = 7;
  static constexpr std::size_t first = std::size_t{1} << (first_bits - 1);
  std::array<std::atomic<Entry**>, 40> pieces_{};
  std::atomic<std::size_t> size_{0};
};

bool is_freed(const Region& region) { return __atomic_load_n(&region.freed, __ATOMIC_RELAXED); }

}  // namespace

struct Memory::State {
  explicit State(std::uint64_t bytes) : limit(bytes) {}

  const std::uint64_t limit;
  std::mutex mutex;  // of everything that changes; readers of the tables need none
  Table constants, globals;
  Address next_const = const_base, next_global = global_base;
  std::array<std::atomic<std::uint64_t>, kinds> used{};
  // The heap's host memory: all of it, and the blocks free now by size class (power of two).
  std::vector<HostBlock> heap_blocks;
  std::array<std::vector<std::byte*>, 64> free_blocks;

  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const auto& bytes : used) sum += bytes.load(std::memory_order_relaxed);
    return sum;
  }
  const Table& table_of(Address address) const { return address < const_end ? constants : globals; }

  static unsigned size_class(std::uint64_t bytes) {
    return static_cast<unsigned>(std::bit_width(std::max(bytes, host_align) - 1));
  }
  std::byte* take_heap_block(std::uint64_t bytes) {
    const unsigned size = size_class(bytes);
    auto& free = free_blocks[size];
    if (!free.empty()) {
      std::byte* block = free.back();
      free.pop_back();
      std::memset(block, 0, std::size_t{1} << size);
      return block;
    }
    HostBlock block = HostBlock::make(std::uint64_t{1} << size);
    if (block.aligned == nullptr) return nullptr;
    heap_blocks.push_back(std::move(block));
    return heap_blocks.back().aligned;
  }
};

Memory::Memory(std::uint64_t limit) : state_(std::make_unique<State>(limit)) {}
Memory::~Memory() = default;

const Region* Memory::add(std::uint64_t bytes, std::uint64_t align, RegionKind kind, std::string name,
                          std::uint64_t kind_limit) {
  State& s = *state_;
  const std::lock_guard lock(s.mutex);
  const auto of_kind = static_cast<std::size_t>(kind);
  const std::uint64_t mine = s.used[of_kind].load(), all = s.total();
  if (all > s.limit || bytes > s.limit - all || mine > kind_limit || bytes > kind_limit - mine) return nullptr;

  const bool constant = kind == RegionKind::constant;
  Address& next = constant ? s.next_const : s.next_global;
  const Address end = constant ? const_end : global_end;
  if (!std::has_single_bit(align)) align = host_align;
  const Address base = round_up(next, std::max(align, base_step));
  if (base < next || base >= end || bytes >= end - base - gap) return nullptr;

  auto entry = std::make_unique<Entry>();
  if (kind == RegionKind::heap) {
    entry->region.host = s.take_heap_block(bytes);
  } else {
    entry->host = HostBlock::make(bytes);
    entry->region.host = entry->host.aligned;
  }
  if (entry->region.host == nullptr) return nullptr;
  entry->region.base = base;
  entry->region.bytes = bytes;
  entry->region.kind = kind;
  entry->region.name = std::move(name);
  next = base + bytes + gap;
  s.used[of_kind] += bytes;
  const Region* region = &entry->region;
  (constant ? s.constants : s.globals).push(std::move(entry));
  return region;
}

bool Memory::release(Address base, RegionKind kind) {
  State& s = *state_;
  const std::lock_guard lock(s.mutex);
  const Table& table = s.table_of(base);
  const std::size_t count = table.count_to(base);
  if (count == 0) return false;
  Entry& entry = *table[count - 1];
  Region& region = entry.region;
  if (region.base != base || region.kind != kind || is_freed(region)) return false;
  __atomic_store_n(&region.freed, true, __ATOMIC_RELAXED);
  s.used[static_cast<std::size_t>(kind)] -= region.bytes;
  if (kind == RegionKind::heap) {
    s.free_blocks[State::size_class(region.bytes)].push_back(region.host);
  } else {
    region.host = nullptr;
    entry.host = {};
  }
  return true;
}

void Memory::drop(RegionKind kind) {
  State& s = *state_;
  const std::lock_guard lock(s.mutex);
  Table& table = kind == RegionKind::constant ? s.constants : s.globals;
  for (auto& entry : table.clear())
    if (entry->region.kind != kind) table.push(std::move(entry));
  s.used[static_cast<std::size_t>(kind)] = 0;
  if (kind == RegionKind::heap) {
    for (auto& blocks : s.free_blocks) blocks.clear();
    s.heap_blocks.clear();
  }
}

const Region* Memory::find(Address address) const {
  const Region* region = below(address);
  return region != nullptr && address - region->base < region->bytes ? region : nullptr;
}

const Region* Memory::at(Address address) const {
  const Region* region = below(address);
  return region != nullptr && address == region->base ? region : nullptr;
}

const Region* Memory::below(Address address) const {
  const Table& table = state_->table_of(address);
  const std::size_t count = table.count_to(address);
  return count == 0 ? nullptr : &table[count - 1]->region;
}

const Region* Memory::above(Address address) const {
  const Table& table = state_->table_of(address);
  const std::size_t count = table.count_to(address);
  if (count < table.size()) return &table[count]->region;
  // Everything global lies above the constants.
  return &table == &state_->constants && state_->globals.size() != 0 ? &state_->globals[0]->region : nullptr;
}

std::uint64_t Memory::used() const { return state_->total(); }
std::uint64_t Memory::used(RegionKind kind) const {
  return state_->used[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
