#include "nvptx/exec/operate/multimem.hpp"

#include <bit>
#include <cstring>

#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/state/program.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/lanes/small_float.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Type;

constexpr Address multimem_base = 0x0000'6800'0000'0000ULL;
constexpr Address gap = 1ULL << 21;

struct Form {
  unsigned elements, packed, size;
  bool wide;
  AsyncOperation operation;
  Type type;
  explicit Form(const Code& c)
      : elements(c.x & 0xff),
        packed(c.x >> 8 & 0xff),
        size(mir::bits_of(static_cast<Type>(c.y >> 8)) / 8),
        wide((c.x >> 16 & 1) != 0),
        operation(static_cast<AsyncOperation>(c.y & 0xff)),
        type(static_cast<Type>(c.y >> 8)) {}
  unsigned bytes() const { return elements * size; }
};

// Calls f(host) for the bytes of each replica of a lane's address; false after a fault.
template <class F>
bool replicas(Warp& w, const Code& c, unsigned lane, AccessKind kind, F&& f) {
  const Form form(c);
  const Address at = w.in<Address>(c.a)[lane];
  const Multicasts* all = grid_of(w).multicasts;
  const Multicasts::Entry* entry = all != nullptr ? all->find(at) : nullptr;
  if (entry == nullptr) {
    w.fault(c, lane, "the address is no multimem address (multi: of lathe run makes one)");
    return false;
  }
  const std::uint64_t offset = at - entry->base;
  if (offset + form.bytes() > entry->bytes) {
    w.fault(c, lane,
            "a multimem access to bytes " + std::to_string(offset) + " to " +
                std::to_string(offset + form.bytes() - 1) + " of " + std::to_string(entry->bytes) +
                " is out of bounds");
    return false;
  }
  AccessRequest request;
  request.space = Space::global;
  request.kind = kind;
  request.bytes = request.align = form.bytes();
  for (const Address buffer : entry->buffers) {
    std::byte* host = lane_access(w, c, lane, request, buffer + offset);
    if (host == nullptr) return false;
    f(host);
  }
  return true;
}

// f16 and bf16 with a sum of f32.
void add_wide(Type type, float* sum, const std::byte* from) {
  std::uint16_t bits;
  std::memcpy(&bits, from, sizeof bits);
  *sum += static_cast<float>(small_to_double(bits, type == Type::f16 ? f16_format : bf16_format));
}

void reduce(const Form& form, bool first, const std::byte* host, std::byte* result, float* sums) {
  for (unsigned e = 0; e < form.elements; ++e) {
    const std::byte* from = host + std::size_t{e} * form.size;
    alignas(8) std::byte now[8] = {};
    std::memcpy(now, result + std::size_t{e} * 8, 8);
    std::uint64_t value = 0;
    std::memcpy(&value, from, form.size);
    if (form.wide)
      add_wide(form.type, sums + e, from);
    else if (first)
      std::memcpy(now, &value, 8);
    else
      reduce_element(form.operation, form.type, now, value);
    std::memcpy(result + std::size_t{e} * 8, now, 8);
  }
}

}  // namespace

Address Multicasts::add(const Memory& memory, const std::vector<Address>& buffers, std::uint64_t bytes) {
  if (buffers.empty() || bytes == 0) return 0;
  for (const Address buffer : buffers) {
    const Region* r = memory.find(buffer);
    if (r == nullptr || r->freed || bytes > r->bytes - (buffer - r->base)) return 0;
  }
  Address base = multimem_base;
  if (!entries_.empty()) base = (entries_.back().base + entries_.back().bytes + 2 * gap - 1) / gap * gap;
  entries_.push_back({base, bytes, buffers});
  return base;
}

const Multicasts::Entry* Multicasts::find(Address address) const {
  for (const Entry& e : entries_)
    if (address - e.base < e.bytes) return &e;
  return nullptr;
}

Flow run_multimem_load(Warp& w, const Code& c, Mask mask) {
  const Form form(c);
  const Slot* extra = w.extra(c);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    alignas(8) std::byte result[16 * 8] = {};
    float sums[16] = {};
    bool first = true;
    if (!replicas(w, c, lane, AccessKind::read, [&](const std::byte* host) {
          reduce(form, first, host, result, sums);
          first = false;
        }))
      return Flow::stop;
    for (unsigned r = 0; r < c.extra_count; ++r) {
      std::uint64_t value = 0;
      for (unsigned k = 0; k < form.packed; ++k) {
        const unsigned e = r * form.packed + k;
        std::uint64_t one = 0;
        std::memcpy(&one, result + std::size_t{e} * 8, 8);
        if (form.wide) one = double_to_small(double{sums[e]}, form.type == Type::f16 ? f16_format : bf16_format);
        value |= one << (k * form.size * 8);
      }
      const unsigned bytes = form.packed * form.size;
      if (bytes == 8)
        w.out<std::uint64_t>(extra[r])[lane] = value;
      else if (bytes == 4)
        w.out<std::uint32_t>(extra[r])[lane] = static_cast<std::uint32_t>(value);
      else
        w.out<std::uint16_t>(extra[r])[lane] = static_cast<std::uint16_t>(value);
    }
  }
  return Flow::next;
}

Flow run_multimem_store(Warp& w, const Code& c, Mask mask) {
  const Form form(c);
  const Slot* extra = w.extra(c);
  const AccessKind kind = form.operation == AsyncOperation::store ? AccessKind::write : AccessKind::atomic;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const bool fine = replicas(w, c, lane, kind, [&](std::byte* host) {
      for (unsigned e = 0; e < form.elements; ++e) {
        const Slot slot = extra[e / form.packed];
        const unsigned bytes = form.packed * form.size;
        std::uint64_t value = bytes == 8   ? w.in<std::uint64_t>(slot)[lane]
                              : bytes == 4 ? w.in<std::uint32_t>(slot)[lane]
                                           : w.in<std::uint16_t>(slot)[lane];
        value >>= e % form.packed * form.size * 8;
        if (form.size < 8) value &= (1ULL << form.size * 8) - 1;
        if (kind == AccessKind::write)
          std::memcpy(host + std::size_t{e} * form.size, &value, form.size);
        else
          reduce_element(form.operation, form.type, host + std::size_t{e} * form.size, value);
      }
    });
    if (!fine) return Flow::stop;
  }
  return Flow::next;
}

}  // namespace lathe::nvptx::exec
