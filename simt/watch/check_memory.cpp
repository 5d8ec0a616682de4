// The memory checker: what bounds alone do not show. Accesses outside of all memory are faults without it.
//
// - Every register remembers for each lane of which shared variable, module variable or buffer it holds an address:
//   from the name of one or the load of a kernel's pointer, through whatever Record::pointing tells. An access by such
//   an address that lies in another variable is reported. A difference of two addresses, a value that
//   comes from memory, a device function's parameter and the result of anything else is of no known object, and is not
//   checked. Local variables of one frame are not told apart.
// - Non-coherent loads of bytes that the launch writes, before or after.
// - Blocks of device malloc that are not freed when a launch ends: notes, as a later launch may free them. A second
//   free and a use after free are faults without this checker.
// Cost: some 5 ns for an instruction, 10 ns for a lane of an access; 8 bytes for each byte that is written or read so.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <utility>

#include "simt/lanes/lane_tools.hpp"
#include "simt/state/program.hpp"
#include "simt/watch/check_places.hpp"
#include "simt/watch/check_records.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Kind = Dependence;

constexpr std::uint32_t no_object = 0, unknown = 1;  // of a register: a number; an address of we do not know what

/// A shared variable (base: offset), or a region of global memory.
struct Object {
  bool shared = false;
  Address base = 0;
  std::uint64_t bytes = 0;
  std::string name;
};

/// Objects of the lanes of the registers of a frame.
class Tags {
 public:
  explicit Tags(std::size_t count) : any_(count, 0) {}
  Mask any(Register r) const { return r < any_.size() ? any_[r] : 0; }
  std::uint32_t get(Register r, unsigned lane) const {
    return (any(r) >> lane & 1U) == 0 ? no_object : (*tags_.at(r))[lane];
  }
  void clear(Register r, Mask lanes) {
    if (r < any_.size()) any_[r] &= ~lanes;
  }
  void set(Register r, unsigned lane, std::uint32_t tag) {
    if (r >= any_.size()) return;
    if (tag == no_object) return clear(r, lane_bit(lane));
    auto& tags = tags_[r];
    if (!tags) tags = std::make_unique<std::array<std::uint32_t, lane_count>>();
    (*tags)[lane] = tag;
    any_[r] |= lane_bit(lane);
  }

 private:
  std::vector<Mask> any_;
  std::unordered_map<Register, std::unique_ptr<std::array<std::uint32_t, lane_count>>> tags_;
};

/// By byte: the place that wrote it, the place that read it by .nc, and the threads.
struct Touched {
  std::uint32_t writer = 0, reader = 0;
  std::uint32_t writer_thread = 0, reader_thread = 0;
  std::uint64_t writer_block = 0, reader_block = 0;
};

class MemoryChecker final : public CheckObserver {
 public:
  explicit MemoryChecker(const CheckOptions& options) : findings_(options.limit) {}
  const std::vector<CheckFinding>& findings() const override { return findings_.list(); }

  void begin_launch(const Grid& grid) override {
    grid_ = &grid;
    places_.begin_launch(grid);
    records_.begin_launch(grid);
    frames_.clear();
    last_frame_ = nullptr;
    objects_.assign(2, Object{});
    object_at_.clear();
    symbols_.clear();
    touched_.clear();
    last_page_ = nullptr;
    uses_nc_ = has_nc(*grid.program);
    reported_.clear();
  }
  void begin_block(const Block& block) override {
    for (const Warp& w : block.warps)
      if (!w.frames.empty()) start(*w.frames.back());
  }
  void end_block(const Block& block) override {
    for (const Warp& w : block.warps) {
      for (const auto& f : w.frames) frames_.erase(f.get());
      for (const auto& f : w.spare_frames) frames_.erase(f.get());
    }
    last_frame_ = nullptr;
  }
  void end_launch(const Grid& grid) override;
  void before(const Warp& warp, const Code& code, Mask active, Mask mask) override;
  void after(const Warp& warp, const Code& code, Mask mask) override;
  void access(const Warp& warp, const Code& code, const Access& access) override;

 private:
  using Page = std::array<Touched, 256>;

  static bool has_nc(const Program& program) {
    for (std::size_t i = 0; i < program.function_count(); ++i)
      for (const Record& r : program.description(program.function(i)).records)
        if (r.memory.non_coherent) return true;
    return false;
  }
  Tags& tags_of(const Frame& frame) {
    if (&frame != last_frame_) {
      last_frame_ = &frame;
      last_tags_ = &frames_.try_emplace(&frame, records_.description(*frame.function).registers.size()).first->second;
    }
    return *last_tags_;
  }
  void start(const Frame& frame) {
    frames_.insert_or_assign(&frame, Tags(records_.description(*frame.function).registers.size()));
    last_frame_ = nullptr;
  }
  std::uint32_t object(bool shared, Address base, std::uint64_t bytes, std::string name);
  std::uint32_t symbol_object(const FunctionCode& function, std::uint64_t id);
  std::uint32_t region_object(Address address);
  std::uint32_t combine(const Warp& warp, const Tags& tags, const Record& f, unsigned lane);
  void loaded(const Warp& warp, const Record& f, Mask mask);
  void check_object(const Warp& warp, const Code& code, const Access& a, unsigned lane, std::uint32_t tag);
  void touch(const Warp& warp, const Code& code, const Access& a, unsigned lane);
  CheckFinding begin_finding(const Warp& warp, const Code& code, const Access& a, unsigned lane);
  bool is_new(std::uint32_t first, std::uint32_t second, unsigned reason) {
    if (!reported_.insert((std::uint64_t{first} << 32 | second) * 4 + reason).second) return false;
    return findings_.is_new(places_[first], places_[second], reason);
  }

  const Grid* grid_ = nullptr;
  Places places_;
  RecordTable records_;
  std::unordered_map<const Frame*, Tags> frames_;
  const Frame* last_frame_ = nullptr;
  Tags* last_tags_ = nullptr;
  std::vector<Object> objects_;
  std::unordered_map<std::uint64_t, std::uint32_t> object_at_;  // by base, shared or not
  std::unordered_map<const FunctionCode*, std::unordered_map<std::uint64_t, std::uint32_t>> symbols_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> touched_;
  std::uint64_t last_page_number_ = 0;
  Page* last_page_ = nullptr;
  bool uses_nc_ = false;
  std::unordered_set<std::uint64_t> reported_;
  const Frame* calling_ = nullptr;
  std::map<Address, CheckPlace> heap_;  // where blocks were made
  Findings findings_;
};

// ---- objects

std::uint32_t MemoryChecker::object(bool shared, Address base, std::uint64_t bytes, std::string name) {
  std::uint32_t& id = object_at_[base << 1 | (shared ? 1 : 0)];
  if (id == 0) {
    objects_.push_back({shared, base, bytes, std::move(name)});
    id = static_cast<std::uint32_t>(objects_.size() - 1);
  }
  return id;
}

// Of a name that an instruction mentions: a shared or module variable has one; all else is not checked.
std::uint32_t MemoryChecker::symbol_object(const FunctionCode& function, std::uint64_t name) {
  auto& known = symbols_[&function];
  if (const auto it = known.find(name); it != known.end()) return it->second;
  std::string text;
  const Symbol* s = grid_->program->symbol(function, name, text);
  std::uint32_t id = unknown;
  if (s != nullptr && s->kind == Symbol::Kind::shared)
    id = object(
        true, s->address,
        s->bytes != 0 ? s->bytes : grid_->shared_bytes - std::min<std::uint64_t>(s->address, grid_->shared_bytes),
        "shared '" + text + "'");
  else if (s != nullptr && s->kind == Symbol::Kind::global)
    id = region_object(s->address);
  return known[name] = id;
}

std::uint32_t MemoryChecker::region_object(Address address) {
  const Region* r = grid_->memory->find(address);
  if (r == nullptr) return unknown;
  return object(false, r->base, r->bytes, object_name(*grid_, Space::global, r->base));
}

// ---- registers

std::uint32_t MemoryChecker::combine(const Warp& warp, const Tags& tags, const Record& f, unsigned lane) {
  const auto tag = [&](std::size_t i) {
    if (i >= f.sources.size()) return no_object;
    const RecordOperand& o = f.sources[i];
    if (o.kind == RecordOperand::Kind::symbol) return symbol_object(*warp.function, o.value);
    return o.reg == no_register ? no_object : tags.get(o.reg, lane);
  };
  std::uint32_t strangers = no_object;  // any tag where none may be
  switch (f.pointing) {
    case Pointing::first:
      return tag(0);
    case Pointing::either:
      if (tag(0) == no_object) return tag(1);
      return tag(1) == no_object ? tag(0) : unknown;
    case Pointing::difference:
      return tag(1) == no_object ? tag(0) : unknown;
    case Pointing::product:
      strangers = tag(0) | tag(1);
      return strangers == no_object ? tag(2) : unknown;
    case Pointing::select:
      return tag(0) == tag(1) ? tag(0) : unknown;
    case Pointing::nowhere:
      break;
  }
  for (std::size_t i = 0; i < f.sources.size(); ++i) strangers |= tag(i);
  return strangers == no_object ? no_object : unknown;
}

void MemoryChecker::before(const Warp& warp, const Code& code, Mask, Mask mask) {
  const Record* f = records_.of(*warp.function, code.inst);
  if (f == nullptr || &code != f->first || mask == 0) return;
  if (f->kind == Kind::call) calling_ = warp.frame;
  if (f->results.empty() || f->kind == Kind::load || f->kind == Kind::call) return;
  Tags& tags = tags_of(*warp.frame);
  Mask some = 0;
  for (const RecordOperand& o : f->sources) {
    if (o.reg != no_register) some |= tags.any(o.reg);
    if (o.kind == RecordOperand::Kind::symbol) some = all_lanes;
  }
  // A tag goes to one result; of several parts none is an address.
  std::array<std::uint32_t, lane_count> values{};
  some &= mask;
  for_lanes(some, [&](unsigned lane) { values[lane] = combine(warp, tags, *f, lane); });
  if (f->kind == Kind::shuffle || f->kind == Kind::atomic)
    for_lanes(some, [&](unsigned lane) { values[lane] = unknown; });
  for (const RecordOperand& o : f->results) {
    const Register r = o.reg;
    if (r == no_register) continue;
    tags.clear(r, mask & ~some);
    for_lanes(some, [&](unsigned lane) { tags.set(r, lane, values[lane]); });
  }
}

void MemoryChecker::after(const Warp& warp, const Code& code, Mask mask) {
  const Frame* caller = std::exchange(calling_, nullptr);
  if (caller == nullptr) {
    if (const Record* f = records_.of(*warp.function, code.inst); f != nullptr && f->kind == Kind::load)
      loaded(warp, *f, mask);
    return;
  }
  if (code.extra_count < 2) {  // an argument that is a register: the call comes later
    calling_ = caller;
    return;
  }
  if (warp.frame != caller) return start(*warp.frame);
  // device malloc: remember who made the block
  const Slot* e = warp.extra(code);
  if (e[0] != 1 || e[3] != 8) return;
  for_lanes(mask, [&](unsigned lane) {
    std::uint64_t value = 0;
    std::memcpy(&value, const_cast<Warp&>(warp).local_bytes(lane, warp.frame->local_base + e[2]), 8);
    const Region* region = grid_->memory->at(value);
    if (region == nullptr || region->kind != RegionKind::heap || heap_.contains(value)) return;
    const std::uint32_t place = places_.id(*warp.function, code.inst);
    heap_[value] = make_check_place(*grid_, places_[place], "malloc", warp.block->linear, warp.thread_of(lane));
  });
}

// Pointers from memory are of no known object, but for those that a kernel gets as parameters.
void MemoryChecker::loaded(const Warp& warp, const Record& f, Mask mask) {
  Tags& tags = tags_of(*warp.frame);
  const bool parameter = f.memory.parameter && warp.function->kernel;
  const Registers& registers = records_.description(*warp.function).registers;
  for (const RecordOperand& o : f.results) {
    const Register r = o.reg;
    if (r == no_register) continue;
    tags.clear(r, mask);
    if (r >= registers.size() || registers[r].slot == no_slot || registers[r].type.bits != 64) continue;
    const auto* values = warp.in<std::uint64_t>(registers[r].slot);
    for_lanes(mask, [&](unsigned lane) {
      if (values[lane] < local_window || values[lane] >= global_base * 2) return;
      tags.set(r, lane, parameter ? region_object(values[lane]) : unknown);
    });
  }
}

// ---- accesses

CheckFinding MemoryChecker::begin_finding(const Warp& warp, const Code& code, const Access& a, unsigned lane) {
  const Place& p = places_[places_.id(*warp.function, code.inst)];
  const char* verb = a.kind == AccessKind::read ? "read" : a.kind == AccessKind::write ? "write" : "atomic operation";
  CheckFinding f;
  f.check = Check::memory;
  f.second = make_check_place(
      *grid_, p, std::string(verb) + " of " + std::to_string(a.bytes) + (a.bytes == 1 ? " byte" : " bytes"),
      warp.block->linear, warp.thread_of(lane));
  f.has_first = false;
  f.address = a.address[lane];
  f.object = object_name(*grid_, a.space, f.address);
  return f;
}

void MemoryChecker::access(const Warp& warp, const Code& code, const Access& a) {
  if (a.space != Space::global && a.space != Space::shared) return;
  const Record* f = records_.of(*warp.function, code.inst);
  if (f == nullptr) return;
  if (f->addresses.size() == 1) {
    const Tags& tags = tags_of(*warp.frame);
    for_lanes(tags.any(f->addresses[0]) & a.mask,
              [&](unsigned lane) { check_object(warp, code, a, lane, tags.get(f->addresses[0], lane)); });
  }
  if (uses_nc_ && a.space == Space::global) {
    const Place& p = places_[places_.id(*warp.function, code.inst)];
    if (a.kind != AccessKind::read || p.record->memory.non_coherent)
      for_lanes(a.mask, [&](unsigned lane) { touch(warp, code, a, lane); });
  }
}

void MemoryChecker::check_object(const Warp& warp, const Code& code, const Access& a, unsigned lane,
                                 std::uint32_t tag) {
  if (tag <= unknown) return;
  const Object o = objects_[tag];
  if (o.shared != (a.space == Space::shared)) return;
  Address at = a.address[lane];
  if (o.shared) {
    at -= shared_window;
    if (at >> cluster_shift != 0) return;
  }
  if (at >= o.base && at - o.base + a.bytes <= o.bytes) return;
  const std::uint32_t place = places_.id(*warp.function, code.inst);
  if (!is_new(place, place, 1)) return;
  CheckFinding f = begin_finding(warp, code, a, lane);
  const std::string there = at >= o.base && at < o.base + o.bytes
                                ? "passes the end of "
                                : "is in " + f.object + ", but its address is one of ";
  f.text = "memory: " + to_string(f.second) + " " + there + o.name + " (" + std::to_string(o.bytes) + " bytes)";
  findings_.add(std::move(f));
}

void MemoryChecker::touch(const Warp& warp, const Code& code, const Access& a, unsigned lane) {
  const std::uint32_t place = places_.id(*warp.function, code.inst);
  const bool writes = a.kind != AccessKind::read;
  for (std::uint32_t i = 0; i < a.bytes; ++i) {
    const Address at = a.address[lane] + i;
    if (last_page_ == nullptr || at >> 8 != last_page_number_) {
      last_page_number_ = at >> 8;
      auto& page = touched_[last_page_number_];
      if (!page) page = std::make_unique<Page>();
      last_page_ = page.get();
    }
    Touched& t = (*last_page_)[at & 255];
    const std::uint32_t other = writes ? t.reader : t.writer;
    if (other != 0 && is_new(other, place, 2)) {
      CheckFinding f = begin_finding(warp, code, a, lane);
      f.has_first = true;
      f.first = make_check_place(*grid_, places_[other], writes ? "read by ld.nc" : "write",
                                 writes ? t.reader_block : t.writer_block, writes ? t.reader_thread : t.writer_thread);
      if (!writes) f.second.access = "read by ld.nc";
      f.text = "memory: " + to_string(f.first) + " and " + to_string(f.second) + ": " + f.object +
               ", which ld.nc may read only where no thread of the launch writes";
      findings_.add(std::move(f));
    }
    if (writes && t.writer == 0) {
      t.writer = place;
      t.writer_block = warp.block->linear;
      t.writer_thread = warp.thread_of(lane);
    } else if (!writes && t.reader == 0) {
      t.reader = place;
      t.reader_block = warp.block->linear;
      t.reader_thread = warp.thread_of(lane);
    }
  }
}

// One note for each place that made blocks; each block is named once.
void MemoryChecker::end_launch(const Grid& grid) {
  struct Leak {
    Address first = 0;
    std::uint64_t blocks = 0, bytes = 0;
  };
  std::map<std::pair<std::string, std::uint32_t>, Leak> leaks;
  for (const auto& [base, place] : heap_) {
    const Region* region = grid.memory->at(base);
    if (region == nullptr || region->freed || region->kind != RegionKind::heap) continue;
    Leak& leak = leaks[{place.file, place.line}];
    if (leak.blocks++ == 0) leak.first = base;
    leak.bytes += region->bytes;
  }
  for (const auto& [where, leak] : leaks) {
    CheckFinding f;
    f.check = Check::memory;
    f.note = true;
    f.second = heap_.at(leak.first);
    f.has_first = false;
    f.address = leak.first;
    f.object = object_name(grid, Space::global, leak.first);
    f.text = "memory: note: " + std::to_string(leak.blocks) + (leak.blocks == 1 ? " block" : " blocks") +
             " of device malloc (" + std::to_string(leak.bytes) +
             " bytes) not freed when the launch ends; the first: " + to_string(f.second);
    findings_.add(std::move(f));
  }
  heap_.clear();
}

}  // namespace

std::unique_ptr<CheckObserver> make_memory_checker(CheckOptions options) {
  return std::make_unique<MemoryChecker>(options);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
