// The checker of values that were never written.
//
// Undefined are: buffers of the machine until the host or a kernel writes them, heap blocks, shared and local memory at
// their start, registers before their first write. Module variables are 0 or as declared, so they are defined. What is
// undefined goes through registers, memory and calls bit by bit (check_undefined.cpp); copying it is no use. A use is:
// an address, a guard or branch condition, an atomic operation on it or with it, and a store to global memory of what
// was computed from it, or of a register that nothing ever wrote. Each is reported with the place that first read it.
//
// Taken as defined, so that there are no false alarms (and uses may be missed): results of matrix and texture
// instructions, the carry flag, arguments and results of calls that are registers.
// Cost: some 5 ns for an instruction, some 10 ns for each lane of an access; a byte for each byte of memory.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/lanes/lane_tools.hpp"
#include "simt/state/program.hpp"
#include "simt/watch/check_places.hpp"
#include "simt/watch/check_undefined.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Kind = Dependence;

constexpr Address offset_mask = (Address{1} << cluster_shift) - 1;

/// Where an undefined value was read first.
struct Origin {
  std::uint32_t place = 0;
  CheckPlace read;
  Address address = 0;
  std::string object;  ///< "shared 's'+12", "register %r3"
};

struct BlockState {
  std::vector<std::uint8_t> shared;                                      // undefined bits
  std::vector<std::vector<std::array<std::uint8_t, lane_count>>> local;  // by warp and offset
};

class UninitChecker final : public CheckObserver {
 public:
  explicit UninitChecker(const CheckOptions& options) : findings_(options.limit) {}
  const std::vector<CheckFinding>& findings() const override { return findings_.list(); }

  void host_write(Address address, std::uint64_t bytes) override {
    std::uint8_t zeros[UndefinedBytes::page_bytes] = {};
    while (bytes != 0) {
      const std::uint64_t here = std::min<std::uint64_t>(bytes, sizeof zeros);
      put_global(address, static_cast<std::uint32_t>(here), zeros, true);
      address += here;
      bytes -= here;
    }
  }
  void begin_launch(const Grid& grid) override {
    grid_ = &grid;
    places_.begin_launch(grid);
    records_.begin_launch(grid);
    frames_.clear();
    last_frame_ = nullptr;
    blocks_.clear();
    origins_.assign(1, Origin{});
    origin_of_.clear();
    reported_.clear();
    default_page_ = ~0ULL;
  }
  void begin_block(const Block& block) override {
    BlockState& b = blocks_[&block];
    b.shared.assign(block.shared_bytes, 0xff);
    b.local.assign(block.warps.size(), {});
    for (const Warp& w : block.warps)
      if (!w.frames.empty()) start(*w.frames.back());
  }
  void end_block(const Block& block) override {
    for (const Warp& w : block.warps) {
      for (const auto& f : w.frames) frames_.erase(f.get());
      for (const auto& f : w.spare_frames) frames_.erase(f.get());
    }
    last_frame_ = nullptr;
    blocks_.erase(&block);
  }

  void before(const Warp& warp, const Code& code, Mask active, Mask mask) override;
  void after(const Warp& warp, const Code& code, Mask mask) override;
  void access(const Warp& warp, const Code& code, const Access& access) override;

 private:
  UndefinedRegisters& regs_of(const Frame& frame) {
    if (&frame != last_frame_) {
      last_frame_ = &frame;
      last_regs_ = &frames_.try_emplace(&frame, records_.description(*frame.function).registers.size()).first->second;
    }
    return *last_regs_;
  }
  void start(const Frame& frame) {
    frames_.insert_or_assign(&frame, UndefinedRegisters(records_.description(*frame.function).registers.size()));
    last_frame_ = nullptr;
  }

  // ---- registers
  void results(const Warp& warp, UndefinedRegisters& regs, const Record& f, Mask mask);
  void warp_wide(const Warp& warp, UndefinedRegisters& regs, const Record& f, Mask mask);
  void shuffle(const Warp& warp, UndefinedRegisters& regs, const Record& f, const Code& code, Mask mask);
  void returns(const Warp& warp, Mask mask);
  void enter(const Warp& warp, const Code& code, const Frame& from, const Slot* numbers);
  void define(UndefinedRegisters& regs, const Record& f, Mask mask) {
    for (const RecordOperand& o : f.results)
      if (o.reg != no_register) regs.define(o.reg, mask);
  }
  std::uint32_t register_origin(const Warp& warp, const Record& f, unsigned lane, Register reg);

  // ---- memory
  void read(const Warp& warp, const Code& code, const Access& a, const Record& f, unsigned lane);
  void write(const Warp& warp, const Access& a, const Record& f, unsigned lane);
  void load_lane(const Warp& warp, const Access& a, const Record& f, unsigned lane, const std::uint8_t* bits);
  void get(const Warp& warp, Space space, unsigned lane, Address address, std::uint32_t bytes, std::uint8_t* bits);
  void put(const Warp& warp, Space space, unsigned lane, Address address, std::uint32_t bytes,
           const std::uint8_t* bits);
  void put_global(Address address, std::uint32_t bytes, const std::uint8_t* bits, bool buffer);
  bool undefined_at_first(Address address);
  std::array<std::uint8_t, lane_count>* local(const Warp& warp, std::uint64_t offset, std::uint64_t bytes);

  void use(const Warp& warp, const Record& f, unsigned lane, Register reg, const char* as);
  void report(const Warp& warp, const Record& f, unsigned lane, std::uint32_t origin, const std::string& as);
  std::uint32_t memory_origin(const Warp& warp, const Record& f, unsigned lane, const Access& a, Address address);
  std::uint32_t place_of(const Warp& warp, const Record& f) {
    return places_.id(*warp.function, static_cast<std::uint32_t>(f.first->inst));
  }

  const Grid* grid_ = nullptr;
  Places places_;
  RecordTable records_;
  std::unordered_map<const Frame*, UndefinedRegisters> frames_;
  const Frame* last_frame_ = nullptr;
  UndefinedRegisters* last_regs_ = nullptr;
  std::unordered_map<const Block*, BlockState> blocks_;
  UndefinedBytes global_;
  std::vector<Origin> origins_{1};
  std::unordered_map<std::uint64_t, std::uint32_t> origin_of_;  // by place and register or memory
  std::unordered_set<std::uint64_t> reported_;
  Findings findings_;
  const Frame* calling_ = nullptr;
  std::vector<std::uint8_t> copied_;  // what cp.async reads, until it writes it
  std::vector<std::uint8_t> bits_;
  std::uint64_t default_page_ = ~0ULL;
  bool default_undefined_ = false;
};

// ---- instructions

void UninitChecker::before(const Warp& warp, const Code& code, Mask active, Mask mask) {
  const Record* f = records_.of(*warp.function, code.inst);
  if (f == nullptr) return;
  UndefinedRegisters& regs = regs_of(*warp.frame);
  if (f->shuffle.run != nullptr && code.run == f->shuffle.run && mask != 0) shuffle(warp, regs, *f, code, mask);
  if (f->unseen.run != nullptr && code.run == f->unseen.run) {  // its answer is written without an access
    bits_.assign(f->unseen.bytes, 0);
    for_lanes(mask, [&](unsigned lane) {
      put(warp, Space::shared, lane, shared_window | warp.in<Address>(code.a)[lane], f->unseen.bytes, bits_.data());
    });
  }
  if (&code != f->first) return;
  const Mask deciding = f->active_only ? active & warp.active : active;
  if (f->guard != no_register && (regs.any(f->guard) & deciding) != 0) {
    const bool branch = f->kind == Kind::branch;
    for_lanes(regs.any(f->guard) & deciding,
              [&](unsigned lane) { use(warp, *f, lane, f->guard, branch ? "branch condition" : "guard"); });
  }
  if (mask == 0) return;
  const Mask reading = f->active_only ? mask & warp.active : mask;
  for (const Register r : f->addresses)
    for_lanes(regs.any(r) & reading, [&](unsigned lane) { use(warp, *f, lane, r, "address"); });
  switch (f->kind) {
    case Kind::nothing:
    case Kind::shuffle:
    case Kind::store:
      return;
    case Kind::atomic:
    case Kind::branch:
      for (const RecordOperand& o : f->sources)
        if (const Register r = o.reg; r != no_register)
          for_lanes(regs.any(r) & reading, [&](unsigned lane) {
            use(warp, *f, lane, r, f->kind == Kind::atomic ? "atomic operand" : "branch index");
          });
      return define(regs, *f, mask);
    case Kind::call:
      calling_ = warp.frame;
      return define(regs, *f, mask);
    case Kind::ret:
      return returns(warp, mask);
    case Kind::load:  // access() says more
    case Kind::defined:
      return define(regs, *f, mask);
    case Kind::warp_wide:
      return warp_wide(warp, regs, *f, mask);
    default:
      return results(warp, regs, *f, mask);
  }
}

void UninitChecker::results(const Warp& warp, UndefinedRegisters& regs, const Record& f, Mask mask) {
  Mask bad = 0;
  for (const RecordOperand& o : f.sources)
    if (const Register r = o.reg; r != no_register) bad |= regs.any(r);
  bad &= f.active_only ? mask & warp.active : mask;
  if (bad == 0) return define(regs, f, mask);
  for_lanes(bad, [&](unsigned lane) {
    // All results before one is written: a register may be source and result.
    std::array<Undefined, 4> values;
    const std::size_t count = std::min(values.size(), f.results.size());
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = propagate(warp, records_.description(*warp.function).registers, regs, f, lane, i);
      if (!values[i].any() || values[i].origin != 0 || f.kind == Kind::copy) continue;
      for (const RecordOperand& o : f.sources)
        if (const Register r = o.reg; r != no_register && regs.get(r, lane).any())
          values[i].origin = register_origin(warp, f, lane, r);
    }
    for (std::size_t i = 0; i < count; ++i)
      if (const Register r = f.results[i].reg; r != no_register) regs.set(r, lane, values[i]);
  });
  define(regs, f, mask & ~bad);
}

// Any undefined lane makes the result of all.
void UninitChecker::warp_wide(const Warp& warp, UndefinedRegisters& regs, const Record& f, Mask mask) {
  Undefined u;
  for (const RecordOperand& o : f.sources) {
    const Register r = o.reg;
    if (r == no_register || (regs.any(r) & mask) == 0) continue;
    const auto lane = static_cast<unsigned>(std::countr_zero(regs.any(r) & mask));
    u = regs.get(r, lane);
    if (u.origin == 0) u.origin = register_origin(warp, f, lane, r);
    u.low = u.high = ~0ULL;
    u.computed = true;
  }
  if (!u.any()) return define(regs, f, mask);
  for (const RecordOperand& o : f.results)
    if (const Register r = o.reg; r != no_register) for_lanes(mask, [&](unsigned lane) { regs.set(r, lane, u); });
}

// The undefined bits go the way of the values.
void UninitChecker::shuffle(const Warp& warp, UndefinedRegisters& regs, const Record& f, const Code& code, Mask mask) {
  const Register from = f.sources.empty() ? no_register : f.sources[0].reg;
  if (from == no_register || (regs.any(from)) == 0 || f.results.empty()) return define(regs, f, mask);
  std::uint32_t source[lane_count];
  f.shuffle.sources(warp, code, source);
  std::array<Undefined, lane_count> values;
  for_lanes(mask, [&](unsigned l) { values[l] = regs.get(from, source[l]); });
  define(regs, f, mask);
  if (const Register to = f.results[0].reg; to != no_register)
    for_lanes(mask, [&](unsigned l) { regs.set(to, l, values[l]); });
}

// ---- calls: arguments and results go through local memory

void UninitChecker::returns(const Warp& warp, Mask mask) {
  const Frame& f = *warp.frame;
  if (f.parent == nullptr || f.call == nullptr) return;
  const Frame& to = *f.parent;
  const Slot* e = to.function->extra.data() + f.call->extra;
  for (std::uint32_t i = 0; i < e[0] && i < f.function->results.size(); ++i) {
    const FrameVariable& r = f.function->results[i];
    const Slot* into = e + 2 + 2 * i;
    const std::uint32_t bytes = std::min(r.bytes, into[1]);
    bits_.resize(bytes);
    for_lanes(mask, [&](unsigned lane) {
      get(warp, Space::local, lane, local_window + f.local_base + r.offset, bytes, bits_.data());
      put(warp, Space::local, lane, local_window + to.local_base + into[0], bytes, bits_.data());
    });
  }
}

void UninitChecker::after(const Warp& warp, const Code& code, Mask mask) {
  if (calling_ == nullptr || code.extra_count < 2) return;
  const bool came_back = warp.frame == calling_ || warp.frame->call != &code || warp.frame->parent != calling_;
  const Frame& from = *calling_;
  calling_ = nullptr;
  const Slot* e = from.function->extra.data() + code.extra;
  if (came_back) {  // a system function has run
    for (std::uint32_t i = 0; i < e[0]; ++i) {
      bits_.assign(e[3 + 2 * i], 0);
      for_lanes(mask, [&](unsigned lane) {
        put(warp, Space::local, lane, local_window + from.local_base + e[2 + 2 * i], e[3 + 2 * i], bits_.data());
      });
    }
    return;
  }
  enter(warp, code, from, e);
}

// The callee's registers and variables are new; its parameters are what the caller put into its own.
void UninitChecker::enter(const Warp& warp, const Code& code, const Frame& from, const Slot* e) {
  const Frame& f = *warp.frame;
  start(f);
  // Registers as arguments are taken as defined: nobody sees them being put into memory.
  const Record* call = records_.of(*from.function, code.inst);
  const bool in_registers = call != nullptr && call->register_arguments;
  bits_.assign(f.function->local_bytes, 0xff);
  for_lanes(warp.active, [&](unsigned lane) {
    put(warp, Space::local, lane, local_window + f.local_base, f.function->local_bytes, bits_.data());
  });
  for (std::uint32_t i = 0; i < e[1] && i < f.function->params.size(); ++i) {
    const FrameVariable& p = f.function->params[i];
    const Slot* source = e + 2 + 2 * (e[0] + i);
    const std::uint32_t bytes = std::min(p.bytes, source[1]);
    bits_.assign(bytes, 0);
    for_lanes(warp.active, [&](unsigned lane) {
      if (!in_registers) get(warp, Space::local, lane, local_window + from.local_base + source[0], bytes, bits_.data());
      put(warp, Space::local, lane, local_window + f.local_base + p.offset, bytes, bits_.data());
    });
  }
}

// ---- memory

std::array<std::uint8_t, lane_count>* UninitChecker::local(const Warp& warp, std::uint64_t offset,
                                                           std::uint64_t bytes) {
  auto& lanes = blocks_.at(warp.block).local[warp.index];
  if (lanes.size() < offset + bytes) {
    std::array<std::uint8_t, lane_count> undefined;
    undefined.fill(0xff);
    lanes.resize(offset + bytes, undefined);
  }
  return lanes.data() + offset;
}

// Bytes of a page that nobody wrote.
bool UninitChecker::undefined_at_first(Address address) {
  const std::uint64_t page = address / UndefinedBytes::page_bytes;
  if (page != default_page_) {
    default_page_ = page;
    const Region* region = grid_ != nullptr ? grid_->memory->below(address) : nullptr;
    default_undefined_ = region != nullptr && (region->kind == RegionKind::heap ||
                                               (region->kind == RegionKind::buffer && region->name.empty()));
  }
  return default_undefined_;
}

void UninitChecker::put_global(Address address, std::uint32_t bytes, const std::uint8_t* bits, bool buffer) {
  while (bytes != 0) {
    const std::uint64_t at = address % UndefinedBytes::page_bytes;
    const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UndefinedBytes::page_bytes - at));
    const bool undefined = buffer || undefined_at_first(address);
    const bool writes = undefined || std::any_of(bits, bits + here, [](std::uint8_t b) { return b != 0; });
    if (auto* page = global_.page(address / UndefinedBytes::page_bytes, writes, undefined))
      std::memcpy(page->data() + at, bits, here);
    address += here;
    bits += here;
    bytes -= here;
  }
}

void UninitChecker::get(const Warp& warp, Space space, unsigned lane, Address address, std::uint32_t bytes,
                        std::uint8_t* bits) {
  if (space == Space::shared) {
    const std::uint64_t offset = address - shared_window, rank = offset >> cluster_shift;
    const Block* block = rank == 0 ? warp.block : warp.block->cluster->blocks[rank - 1].get();
    std::memcpy(bits, blocks_.at(block).shared.data() + (offset & offset_mask), bytes);
  } else if (space == Space::local) {
    const auto* from = local(warp, address - local_window, bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) bits[i] = from[i][lane];
  } else {
    while (bytes != 0) {
      const std::uint64_t at = address % UndefinedBytes::page_bytes;
      const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UndefinedBytes::page_bytes - at));
      if (auto* page = global_.page(address / UndefinedBytes::page_bytes, false, false))
        std::memcpy(bits, page->data() + at, here);
      else
        std::memset(bits, undefined_at_first(address) ? 0xff : 0, here);
      address += here;
      bits += here;
      bytes -= here;
    }
  }
}

void UninitChecker::put(const Warp& warp, Space space, unsigned lane, Address address, std::uint32_t bytes,
                        const std::uint8_t* bits) {
  if (space == Space::shared) {
    const std::uint64_t offset = address - shared_window, rank = offset >> cluster_shift;
    const Block* block = rank == 0 ? warp.block : warp.block->cluster->blocks[rank - 1].get();
    auto& shared = blocks_.at(block).shared;
    if ((offset & offset_mask) + bytes <= shared.size())
      std::memcpy(shared.data() + (offset & offset_mask), bits, bytes);
  } else if (space == Space::local) {
    auto* to = local(warp, address - local_window, bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) to[i][lane] = bits[i];
  } else {
    put_global(address, bytes, bits, false);
  }
}

void UninitChecker::access(const Warp& warp, const Code& code, const Access& given) {
  const Record* f = records_.of(*warp.function, code.inst);
  if (f == nullptr || given.mask == 0) return;
  Access a = given;
  const Address first = a.address[std::countr_zero(a.mask)];
  if (a.space == Space::constant || (a.space == Space::param && first - param_window < window_bytes)) return;
  if (a.space == Space::param) a.space = Space::local;
  bits_.resize(a.bytes);
  for_lanes(a.mask, [&](unsigned lane) {
    if (a.kind == AccessKind::read)
      read(warp, code, a, *f, lane);
    else
      write(warp, a, *f, lane);
  });
}

void UninitChecker::read(const Warp& warp, const Code&, const Access& a, const Record& f, unsigned lane) {
  get(warp, a.space, lane, a.address[lane], a.bytes, bits_.data());
  if (f.copy.kind != CopyRecord::Kind::none) copied_ = bits_;
  if (f.kind != Kind::load || a.values == nullptr) return;
  if (std::all_of(bits_.begin(), bits_.end(), [](std::uint8_t b) { return b == 0; })) return;
  load_lane(warp, a, f, lane, bits_.data());
}

void UninitChecker::load_lane(const Warp& warp, const Access& a, const Record& f, unsigned lane,
                              const std::uint8_t* bits) {
  UndefinedRegisters& regs = regs_of(*warp.frame);
  const auto count = static_cast<std::uint32_t>(f.results.size());
  if (count == 0 || a.bytes % count != 0) return;
  const std::uint32_t size = a.bytes / count;
  for (std::uint32_t e = 0; e < count; ++e) {
    const Register r = f.results[e].reg;
    if (r == no_register) continue;
    Undefined u;
    std::memcpy(&u.low, bits + e * size, std::min(size, 8U));
    if (size > 8) std::memcpy(&u.high, bits + e * size + 8, std::min(size - 8, 8U));
    if (!u.any()) continue;
    const bool top = size < 8 && f.sign && (u.low >> (8 * size - 1) & 1) != 0;
    if (top) u.low |= ~0ULL << (8 * size);
    u.origin = memory_origin(warp, f, lane, a, a.address[lane] + e * size);
    regs.set(r, lane, u);
  }
}

void UninitChecker::write(const Warp& warp, const Access& a, const Record& f, unsigned lane) {
  if (a.kind == AccessKind::atomic && f.kind == Kind::atomic && !f.memory.replaces) {
    get(warp, a.space, lane, a.address[lane], a.bytes, bits_.data());
    if (std::any_of(bits_.begin(), bits_.end(), [](std::uint8_t b) { return b != 0; }))
      report(warp, f, lane, memory_origin(warp, f, lane, a, a.address[lane]), "atomic operand");
  }
  std::fill(bits_.begin(), bits_.end(), std::uint8_t{0});
  if (f.copy.kind != CopyRecord::Kind::none) {
    std::copy_n(copied_.begin(), std::min(copied_.size(), bits_.size()), bits_.begin());
    copied_.clear();
  }
  const auto count = static_cast<std::uint32_t>(f.sources.size());
  if (f.kind == Kind::store && count != 0 && a.values != nullptr && f.memory.elements <= count) {
    UndefinedRegisters& regs = regs_of(*warp.frame);
    const std::uint32_t size = a.bytes / f.memory.elements;
    for (std::uint32_t e = 0; e < f.memory.elements; ++e) {
      const Register r = f.sources[e].reg;
      if (r == no_register || (regs.any(r) >> lane & 1U) == 0) continue;
      const Undefined u = regs.get(r, lane);
      std::memcpy(bits_.data() + e * size, &u.low, std::min(size, 8U));
      if (size > 8) std::memcpy(bits_.data() + e * size + 8, &u.high, std::min(size - 8, 8U));
      const bool some =
          std::any_of(bits_.begin() + e * size, bits_.begin() + (e + 1) * size, [](std::uint8_t b) { return b != 0; });
      if (a.space == Space::global && some && (u.computed || (u.origin == 0 && f.memory.elements == 1)))
        use(warp, f, lane, r, "store to global memory");
    }
  }
  put(warp, a.space, lane, a.address[lane], a.bytes, bits_.data());
}

// ---- findings

std::uint32_t UninitChecker::register_origin(const Warp& warp, const Record& f, unsigned lane, Register reg) {
  const std::uint32_t place = place_of(warp, f);
  std::uint32_t& id = origin_of_[std::uint64_t{place} << 32 | (reg + 1)];
  if (id != 0) return id;
  const std::string name = grid_->program->register_name(*warp.function, reg);
  Origin o;
  o.place = place;
  o.read =
      make_check_place(*grid_, places_[place], "read of register " + name, warp.block->linear, warp.thread_of(lane));
  o.object = "register " + name;
  origins_.push_back(std::move(o));
  return id = static_cast<std::uint32_t>(origins_.size() - 1);
}

std::uint32_t UninitChecker::memory_origin(const Warp& warp, const Record& f, unsigned lane, const Access& a,
                                           Address address) {
  const std::uint32_t place = place_of(warp, f);
  std::uint32_t& id = origin_of_[std::uint64_t{place} << 32];
  if (id != 0) return id;
  Origin o;
  o.place = place;
  o.read = make_check_place(*grid_, places_[place],
                            "read of " + std::to_string(a.bytes) + (a.bytes == 1 ? " byte" : " bytes"),
                            warp.block->linear, warp.thread_of(lane));
  o.address = address;
  o.object = object_name(*grid_, a.space, address);
  origins_.push_back(std::move(o));
  return id = static_cast<std::uint32_t>(origins_.size() - 1);
}

void UninitChecker::use(const Warp& warp, const Record& f, unsigned lane, Register reg, const char* as) {
  const Undefined u = regs_of(*warp.frame).get(reg, lane);
  const unsigned width = width_of(records_.description(*warp.function).registers, reg);
  const std::uint64_t bits = width >= 64 ? u.low | u.high : u.low & ((1ULL << width) - 1);
  if (bits == 0) return;
  report(warp, f, lane, u.origin != 0 ? u.origin : register_origin(warp, f, lane, reg), as);
}

void UninitChecker::report(const Warp& warp, const Record& f, unsigned lane, std::uint32_t origin,
                           const std::string& as) {
  const std::uint32_t place = place_of(warp, f);
  if (!reported_.insert(std::uint64_t{origin} << 32 | place).second) return;
  const Origin& o = origins_[origin];
  if (!findings_.is_new(places_[o.place], places_[place], 0)) return;
  CheckFinding finding;
  finding.check = Check::uninit;
  finding.first = o.read;
  finding.second = make_check_place(*grid_, places_[place], as, warp.block->linear, warp.thread_of(lane));
  finding.has_first = o.place != place;
  finding.address = o.address;
  finding.object = o.object;
  finding.text = "uninit: " + to_string(finding.second) + " depends on " + o.object + ", which was never written";
  if (finding.has_first) finding.text += "; " + to_string(o.read);
  findings_.add(std::move(finding));
}

}  // namespace

std::unique_ptr<CheckObserver> make_uninit_checker(CheckOptions options) {
  return std::make_unique<UninitChecker>(options);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
