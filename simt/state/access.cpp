// Addresses checked one lane at a time: windows, bounds, alignment, read-only and freed memory, and the texts of
// what is wrong with them; calls of observers. The slow path of every memory access; O(log regions) for a lane.
#include "simt/state/access.hpp"

#include <bit>
#include <string>

#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

constexpr std::uint64_t null_page = 0x10000;    // addresses below it are null pointers with an offset
constexpr std::uint64_t far_away = 1ULL << 30;  // nothing so far off is named in a message

bool in_window(Address address, Address window) { return address - window < window_bytes; }

std::string hex(std::uint64_t value) {
  std::string text;
  do {
    text.insert(text.begin(), "0123456789abcdef"[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

std::string count_of(std::uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

// "load of 4 bytes at 0x7000000004"
std::string subject(const AccessRequest& request, Address address) {
  static constexpr const char* verbs[] = {"load of ", "store of ", "atomic operation on ",
                                          "synchronization operation on "};
  std::string text = verbs[static_cast<unsigned>(request.kind)] + count_of(request.bytes) + " at ";
  if (request.space == Space::shared || request.space == Space::local || request.space == Space::param)
    text += std::string(to_string(request.space)) + " address ";
  return text + hex(address);
}

// "the buffer of 1024 bytes at 0x70000000"
std::string name_of(const Region& region) {
  const std::string at = " of " + count_of(region.bytes) + " at " + hex(region.base);
  switch (region.kind) {
    case RegionKind::buffer:
      return "the buffer" + at;
    case RegionKind::heap:
      return "the heap block" + at;
    case RegionKind::variable:
      return "variable '" + region.name + "'" + at;
    case RegionKind::constant:
      return "constant '" + region.name + "'" + at;
  }
  return at;
}

// Where bytes [at, at + size) lie against `what`, which holds [0, bytes): they are not inside.
std::string past_end(std::uint64_t at, std::uint64_t size, std::uint64_t bytes, const std::string& what) {
  if (at > ~at + 1) return " is out of bounds: " + count_of(~at + 1) + " before " + what;
  if (at >= bytes)
    return " is out of bounds: " + (at == bytes ? "just" : count_of(at - bytes)) + " past the end of " + what;
  return " is out of bounds: its last " + count_of(at + size - bytes) + " lie past the end of " + what;
}

std::string in_no_region(const Memory& memory, const AccessRequest& request, Address address) {
  const std::string text = subject(request, address);
  if (address < null_page) return text + (address == 0 ? " (null pointer)" : " (null pointer plus an offset)");
  const Region* below = memory.below(address);
  const Region* above = memory.above(address);
  const std::uint64_t past = below != nullptr ? address - below->base - below->bytes : ~0ULL;
  const std::uint64_t before = above != nullptr ? above->base - address : ~0ULL;
  if (before < past && before < far_away)
    return text + " is out of bounds: " + count_of(before) + " before " + name_of(*above);
  if (past < far_away)
    return text + past_end(address - below->base, request.bytes, below->bytes, name_of(*below)) +
           (below->freed ? ", which was freed" : "");
  return text + " is out of bounds: no buffer or variable is near";
}

// One access of one lane.
class Locator {
 public:
  Locator(Warp& warp, const Code& code, unsigned lane, const AccessRequest& request)
      : warp_(warp), code_(code), lane_(lane), request_(request) {}

  std::byte* run(Address address) {
    switch (request_.space) {
      case Space::generic:
        return generic(address);
      case Space::global:
        return global(address);
      case Space::constant:
        return in_region(address);
      case Space::shared:
        return shared(address, address);
      case Space::local:
        return local(address, address);
      case Space::param:
        return param(address, address);
      default:
        return fail("access in a state space that has no memory");
    }
  }

 private:
  std::byte* fail(const std::string& text) {
    warp_.fault(code_, lane_, text);
    return nullptr;
  }
  bool writes() const { return request_.kind != AccessKind::read; }

  std::byte* generic(Address address) {
    if (in_window(address, shared_window)) return shared(address, address - shared_window);
    if (in_window(address, local_window)) return local(address, address - local_window);
    if (in_window(address, param_window)) return param(address, address - param_window);
    if (in_window(address, code_window)) return code_address(address);
    return in_region(address);
  }

  // The window of the kernel's parameters is part of global memory; those of shared and local memory are not.
  std::byte* global(Address address) {
    if (in_window(address, param_window)) return param(address, address - param_window);
    if (in_window(address, code_window)) return code_address(address);
    if (in_window(address, shared_window) || in_window(address, local_window))
      return fail(subject(request_, address) + " as .global, but it is an address of " +
                  (in_window(address, local_window) ? "local" : "shared") + " memory");
    return in_region(address);
  }

  std::byte* code_address(Address address) {
    const FunctionCode* f = warp_.block->grid->program->function_at(address);
    return fail(subject(request_, address) + ", which is the address of " +
                (f != nullptr ? "function '" + f->name + "'" : "code") + ", not of data");
  }

  std::byte* in_region(Address address) {
    const Memory& memory = *warp_.block->grid->memory;
    const Region* region = memory.find(address);
    if (region == nullptr) return fail(in_no_region(memory, request_, address));
    const std::uint64_t at = address - region->base;
    if (__atomic_load_n(&region->freed, __ATOMIC_RELAXED))
      return fail(subject(request_, address) + ", in " + name_of(*region) + ", which was freed");
    if (at + request_.bytes > region->bytes)
      return fail(subject(request_, address) + past_end(at, request_.bytes, region->bytes, name_of(*region)));
    const bool constant = region->kind == RegionKind::constant;
    if (constant && writes()) return fail(subject(request_, address) + ", which is read-only: " + name_of(*region));
    if (constant && request_.space == Space::global)
      return fail(subject(request_, address) + " as .global, but it is an address of " + name_of(*region));
    if (!constant && request_.space == Space::constant)
      return fail(subject(request_, address) + " as .const, but it is an address of " + name_of(*region));
    return aligned(address, region->host + at);
  }

  std::byte* shared(Address shown, std::uint64_t offset) {
    const Block* block = warp_.block;
    const std::uint64_t rank = offset >> cluster_shift;
    if (rank != 0) {
      const Cluster* cluster = block->cluster;
      const std::size_t blocks = cluster != nullptr ? cluster->blocks.size() : 0;
      if (rank > blocks)
        return fail(subject(request_, shown) + " is out of bounds: " + reach(*block) + ", and the cluster has " +
                    std::to_string(blocks) + (blocks == 1 ? " block" : " blocks"));
      const Block* other = cluster->blocks[rank - 1].get();
      if (other != block && !request_.cluster && request_.space == Space::shared)
        return fail(subject(request_, shown) + " is in the shared memory of block " + std::to_string(rank - 1) +
                    " of the cluster; only .shared::cluster and generic accesses reach it");
      if (other->done)
        return fail(subject(request_, shown) + " is in the shared memory of block " + std::to_string(rank - 1) +
                    " of the cluster, which has ended");
      block = other;
      offset &= (1ULL << cluster_shift) - 1;
    }
    if (offset + request_.bytes > block->shared_bytes)
      return fail(subject(request_, shown) + past_end(offset, request_.bytes, block->shared_bytes, reach(*block)));
    return aligned(shown, block->shared_base + offset);
  }
  static std::string reach(const Block& block) {
    return "the block's " + count_of(block.shared_bytes) + " of shared memory";
  }

  std::byte* local(Address shown, std::uint64_t offset) {
    if (request_.kind == AccessKind::atomic)
      return fail(subject(request_, shown) +
                  ", which is local memory: atomic operations have global and shared memory");
    const std::uint64_t top = warp_.stack_top[lane_];
    if (offset + request_.bytes > top || offset > top)
      return fail(subject(request_, shown) +
                  past_end(offset, request_.bytes, top, "the thread's " + count_of(top) + " of local memory"));
    return aligned(shown, warp_.local_bytes(lane_, static_cast<std::uint32_t>(offset)));
  }

  std::byte* param(Address shown, std::uint64_t offset) {
    // Nothing writes here: the pointer loses its const for the shared return type alone.
    const auto& params = warp_.block->grid->params;
    if (writes()) return fail(subject(request_, shown) + ", which is read-only: the kernel's parameters");
    if (offset > params.size() || offset + request_.bytes > params.size())
      return fail(subject(request_, shown) + past_end(offset, request_.bytes, params.size(),
                                                      "the kernel's " + count_of(params.size()) + " of parameters"));
    return aligned(shown, const_cast<std::byte*>(params.data()) + offset);
  }

  std::byte* aligned(Address shown, std::byte* host) {
    if ((shown & (request_.align - 1)) == 0) return host;
    return fail(subject(request_, shown) + " is misaligned: the address has to be a multiple of " +
                std::to_string(request_.align));
  }

  Warp& warp_;
  const Code& code_;
  const unsigned lane_;
  const AccessRequest& request_;
};

// Generic address of what the instruction called `address`.
Address generic_address(const AccessRequest& request, Address address) {
  switch (request.space) {
    case Space::shared:
      return shared_window + address;
    case Space::local:
      return local_window + address;
    case Space::param:
      return param_window + address;
    default:
      return address;
  }
}

}  // namespace

Space space_of(Address address) {
  if (in_window(address, shared_window)) return Space::shared;
  if (in_window(address, local_window)) return Space::local;
  if (in_window(address, param_window)) return Space::param;
  return address >= const_base && address < global_base ? Space::constant : Space::global;
}

std::byte* locate(Warp& warp, const Code& code, unsigned lane, const AccessRequest& request, Address address) {
  if (request.frame) {
    AccessRequest local = request;
    local.frame = false;
    local.space = Space::local;
    return Locator(warp, code, lane, local).run(warp.frame->local_base + code.imm);
  }
  return Locator(warp, code, lane, request).run(address);
}

bool locate_lanes(Warp& warp, const Code& code, Mask mask, const AccessRequest& request, const Address* address,
                  std::byte** host) {
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    host[lane] = locate(warp, code, lane, request, request.frame ? 0 : address[lane]);
    if (host[lane] == nullptr) return false;
  }
  return true;
}

const Region* usable_region(const Warp& warp, const AccessRequest& request, Address address) {
  const Region* region = warp.block->grid->memory->find(address);
  return region != nullptr && may_access(*region, request) ? region : nullptr;
}

void tell_observer(Warp& warp, const Code& code, Mask mask, const AccessRequest& request, const Address* address,
                   const Slot* values, unsigned value_count) {
  Observer* observer = warp.block->grid->observer;
  if (observer == nullptr) return;
  Address generic[lane_count] = {};
  Mask of_space[space_count] = {};
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    generic[lane] =
        request.frame ? local_window + warp.frame->local_base + code.imm : generic_address(request, address[lane]);
    const Space space = request.function_param ? Space::param : request.frame ? Space::local : space_of(generic[lane]);
    of_space[static_cast<unsigned>(space)] |= lane_bit(lane);
  }
  Access access;
  access.kind = request.kind;
  access.bytes = request.bytes;
  access.address = generic;
  access.values = values;
  access.value_count = value_count;
  for (const Space space : {Space::global, Space::shared, Space::local, Space::constant, Space::param}) {
    access.space = space;
    access.mask = of_space[static_cast<unsigned>(space)];
    if (access.mask != 0) observer->access(warp, code, access);
  }
}

std::byte* Warp::resolve(const Code& code, unsigned lane, Space space, Address address, std::uint32_t bytes,
                         AccessKind kind) {
  AccessRequest request;
  request.space = space;
  request.kind = kind;
  request.bytes = bytes;
  request.align = bytes <= 16 && (bytes & (bytes - 1)) == 0 && bytes != 0 ? bytes : 1;
  request.cluster = true;
  return locate(*this, code, lane, request, address);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
