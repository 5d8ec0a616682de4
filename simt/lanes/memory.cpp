// Loads and stores: ld, ldu, st of one or several elements for all lanes, kernel parameters, cvta.
//
// Sub-word elements are widened or narrowed on the way, so one Code is one access. Stores go in the order of the
// lanes: where several write one place, the highest lane's value stays. Source: PTX ISA 9.0, 9.7.9.
#include "simt/lanes/memory_spot.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

template <class T>
inline T fetch(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class T>
inline void put(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
}

/// d[l] = Mem at the lane's place; Mem's signedness decides how it is widened.
template <class Mem, class Reg>
inline void load_lanes(Reg* d, const Spot& spot, Pattern pattern, Mask mask) {
  if (mask == all_lanes) {
    if (pattern == Pattern::run) {
      const std::byte* from = spot.at(0);
      LATHE_LOOP d[l] = static_cast<Reg>(fetch<Mem>(from + l * sizeof(Mem)));
    } else if (pattern == Pattern::same) {
      const Reg value = static_cast<Reg>(fetch<Mem>(spot.at(0)));
      LATHE_LOOP d[l] = value;
    } else {
      for (unsigned l = 0; l < lane_count; ++l) d[l] = static_cast<Reg>(fetch<Mem>(spot.at(l)));
    }
    return;
  }
  Reg t[lane_count];
  for (unsigned l = 0; l < lane_count; ++l) t[l] = static_cast<Reg>(fetch<Mem>(spot.at(l)));
  LATHE_LOOP d[l] = (mask & lane_bits[l]) != 0 ? t[l] : d[l];
}

template <class Mem, class Reg>
inline void store_lanes(const Reg* v, const Spot& spot, Pattern pattern, Mask mask) {
  if (mask == all_lanes) {
    if (pattern == Pattern::run) {
      std::byte* to = spot.at(0);
      LATHE_LOOP put(to + l * sizeof(Mem), static_cast<Mem>(v[l]));
    } else {
      for (unsigned l = 0; l < lane_count; ++l) put(spot.at(l), static_cast<Mem>(v[l]));
    }
    return;
  }
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    put(spot.at(l), static_cast<Mem>(v[l]));
  }
}

template <Where W, class Base, class Mem, class Reg>
Flow load_one(Warp& w, const Code& c, Mask mask) {
  Spot spot;
  const Pattern pattern = place<W, Base>(w, c, mask, spot);
  if (pattern == Pattern::stop) return Flow::stop;
  load_lanes<Mem>(w.out<Reg>(c.d), spot, pattern, mask);
  return Flow::next;
}

template <Where W, class Base, class Mem, class Reg>
Flow store_one(Warp& w, const Code& c, Mask mask) {
  Spot spot;
  const Pattern pattern = place<W, Base>(w, c, mask, spot);
  if (pattern == Pattern::stop) return Flow::stop;
  store_lanes<Mem>(w.in<Reg>(c.b), spot, pattern, mask);
  return Flow::next;
}

// ---- several elements: Code::extra names the registers

template <class Mem, class Reg, unsigned N>
inline void load_vectors(Warp& w, const Slot* slots, const Spot& spot, Mask mask) {
  Reg* d[N];
  for (unsigned e = 0; e < N; ++e) d[e] = w.out<Reg>(slots[e]);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    Mem values[N];
    std::memcpy(values, spot.at(l), sizeof values);
    for (unsigned e = 0; e < N; ++e) d[e][l] = static_cast<Reg>(values[e]);
  }
}

template <class Mem, class Reg, unsigned N>
inline void store_vectors(Warp& w, const Slot* slots, const Spot& spot, Mask mask) {
  const Reg* v[N];
  for (unsigned e = 0; e < N; ++e) v[e] = w.in<Reg>(slots[e]);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    Mem values[N];
    for (unsigned e = 0; e < N; ++e) values[e] = static_cast<Mem>(v[e][l]);
    std::memcpy(spot.at(l), values, sizeof values);
  }
}

template <Where W, class Base, class Mem, class Reg>
Flow load_many(Warp& w, const Code& c, Mask mask) {
  Spot spot;
  if (place<W, Base>(w, c, mask, spot) == Pattern::stop) return Flow::stop;
  const Slot* d = w.extra(c);
  switch (c.extra_count) {
    case 2:
      load_vectors<Mem, Reg, 2>(w, d, spot, mask);
      break;
    case 3:
      load_vectors<Mem, Reg, 3>(w, d, spot, mask);
      break;
    case 4:
      load_vectors<Mem, Reg, 4>(w, d, spot, mask);
      break;
    default:
      load_vectors<Mem, Reg, 8>(w, d, spot, mask);
      break;
  }
  return Flow::next;
}

template <Where W, class Base, class Mem, class Reg>
Flow store_many(Warp& w, const Code& c, Mask mask) {
  Spot spot;
  if (place<W, Base>(w, c, mask, spot) == Pattern::stop) return Flow::stop;
  const Slot* v = w.extra(c);
  switch (c.extra_count) {
    case 2:
      store_vectors<Mem, Reg, 2>(w, v, spot, mask);
      break;
    case 3:
      store_vectors<Mem, Reg, 3>(w, v, spot, mask);
      break;
    case 4:
      store_vectors<Mem, Reg, 4>(w, v, spot, mask);
      break;
    default:
      store_vectors<Mem, Reg, 8>(w, v, spot, mask);
      break;
  }
  return Flow::next;
}

using Words4 = u32 __attribute__((vector_size(16)));

// Four lanes of four words each into four registers of four lanes each; its own inverse.
inline void transpose(Words4* r) {
  const Words4 a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
  const Words4 b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  const Words4 e = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
  const Words4 f = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  r[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  r[2] = __builtin_shufflevector(e, f, 0, 1, 4, 5);
  r[3] = __builtin_shufflevector(e, f, 2, 3, 6, 7);
}

/// v4.b32, the widest that most targets have, without one move for each lane and element.
template <Where W, class Base>
Flow load_words4(Warp& w, const Code& c, Mask mask) {
  Spot spot;
  const Pattern pattern = place<W, Base>(w, c, mask, spot);
  if (pattern == Pattern::stop) return Flow::stop;
  const Slot* slots = w.extra(c);
  u32* d[4];
  for (unsigned e = 0; e < 4; ++e) d[e] = w.out<u32>(slots[e]);
  for (unsigned l = 0; l < lane_count; l += 4) {
    Words4 r[4];
    for (unsigned i = 0; i < 4; ++i) r[i] = fetch<Words4>(spot.at(l + i));
    transpose(r);
    const Mask here = mask >> l & 15U;
    for (unsigned e = 0; e < 4; ++e) {
      if (here == 15U) {
        std::memcpy(d[e] + l, &r[e], sizeof r[e]);
      } else {
        for (unsigned i = 0; i < 4; ++i)
          if ((here >> i & 1U) != 0) d[e][l + i] = r[e][i];
      }
    }
  }
  return Flow::next;
}

template <Where W, class Base>
Flow store_words4(Warp& w, const Code& c, Mask mask) {
  Spot spot;
  const Pattern pattern = place<W, Base>(w, c, mask, spot);
  if (pattern == Pattern::stop) return Flow::stop;
  const Slot* slots = w.extra(c);
  const u32* v[4];
  for (unsigned e = 0; e < 4; ++e) v[e] = w.in<u32>(slots[e]);
  for (unsigned l = 0; l < lane_count; l += 4) {
    const Mask here = mask >> l & 15U;
    if (here == 0) continue;
    Words4 r[4];
    for (unsigned e = 0; e < 4; ++e) std::memcpy(&r[e], v[e] + l, sizeof r[e]);
    transpose(r);
    for (unsigned i = 0; i < 4; ++i)
      if ((here >> i & 1U) != 0) put(spot.at(l + i), r[i]);
  }
  return Flow::next;
}

// ---- kernel parameters at constant places: one value for all lanes

template <class Mem, class Reg>
Flow broadcast(Warp& w, const Code& c, Mask mask) {
  const AccessRequest r = AccessRequest::unpack(c.x);
  const auto& params = w.block->grid->params;
  if (w.block->grid->observer != nullptr || c.imm > params.size() || c.imm + r.bytes > params.size() ||
      (c.imm & (r.align - 1)) != 0) [[unlikely]] {
    u64 address[lane_count];
    for (u64& a : address) a = c.imm;
    Spot spot;
    if (place_slowly(w, c, mask, address, r, spot) == Pattern::stop) return Flow::stop;
    tell(w, c, mask, address, r);
  }
  const Slot* slots = c.extra_count == 0 ? &c.d : w.extra(c);
  const u32 count = c.extra_count == 0 ? 1 : c.extra_count;
  for (u32 e = 0; e < count; ++e) {
    const Reg value = static_cast<Reg>(fetch<Mem>(params.data() + c.imm + e * sizeof(Mem)));
    Reg* d = w.out<Reg>(slots[e]);
    if (mask == all_lanes) {
      LATHE_LOOP d[l] = value;
    } else {
      LATHE_LOOP d[l] = (mask & lane_bits[l]) != 0 ? value : d[l];
    }
  }
  return Flow::next;
}

// ---- choice of a handler

template <Where W, class Base, class Mem, class Reg>
Handler pick_count(const MemoryKey& key) {
  const bool load = key.what == MemoryKey::What::load;
  if (key.elements == 1) return load ? load_one<W, Base, Mem, Reg> : store_one<W, Base, Mem, Reg>;
  if constexpr (sizeof(Mem) == 4 && sizeof(Reg) == 4)
    if (key.elements == 4) return load ? load_words4<W, Base> : store_words4<W, Base>;
  return load ? load_many<W, Base, Mem, Reg> : store_many<W, Base, Mem, Reg>;
}

template <class Mem, class Reg>
Handler pick_where(const MemoryKey& key) {
  if (key.what == MemoryKey::What::broadcast) return broadcast<Mem, Reg>;
  const bool wide = key.base_bits == 64;
  switch (key.where) {
    case Where::regions:
      return wide ? pick_count<Where::regions, u64, Mem, Reg>(key) : pick_count<Where::regions, u32, Mem, Reg>(key);
    case Where::shared:
      return wide ? pick_count<Where::shared, u64, Mem, Reg>(key) : pick_count<Where::shared, u32, Mem, Reg>(key);
    case Where::local:
      return wide ? pick_count<Where::local, u64, Mem, Reg>(key) : pick_count<Where::local, u32, Mem, Reg>(key);
    case Where::frame:
      return pick_count<Where::frame, u64, Mem, Reg>(key);
    case Where::other:
      return wide ? pick_count<Where::other, u64, Mem, Reg>(key) : pick_count<Where::other, u32, Mem, Reg>(key);
  }
  return nullptr;
}

template <class Mem>
Handler pick_register(const MemoryKey& key) {
  if constexpr (sizeof(Mem) <= 2)
    if (key.register_bits == 16) return pick_where<Mem, u16>(key);
  if constexpr (sizeof(Mem) <= 4)
    if (key.register_bits == 32) return pick_where<Mem, u32>(key);
  return key.register_bits == 64 ? pick_where<Mem, u64>(key) : nullptr;
}

Flow add_constant(Warp& w, const Code& c, Mask mask) {
  u64* d = w.out<u64>(c.d);
  const u64* a = w.in<u64>(c.a);
  const u64 k = c.imm;
  LATHE_LOOP d[l] = (mask & lane_bits[l]) != 0 ? a[l] + k : d[l];
  return Flow::next;
}

}  // namespace

namespace LATHE_LANES {

Handler pick_memory(const MemoryKey& key) {
  // A sign matters only where something is widened.
  const bool sign = key.sign && key.memory_bits < key.register_bits && key.what != MemoryKey::What::store;
  switch (key.memory_bits) {
    case 8:
      return sign ? pick_register<s8>(key) : pick_register<u8>(key);
    case 16:
      return sign ? pick_register<s16>(key) : pick_register<u16>(key);
    case 32:
      return sign ? pick_register<s32>(key) : pick_register<u32>(key);
    case 64:
      return pick_register<u64>(key);
    default:
      return nullptr;
  }
}

Handler pick_add_constant(const AddressKey&) { return add_constant; }

}  // namespace LATHE_LANES
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
