// Atomic operations: atom and red on scalars, packed pairs, vectors and 128 bits.
//
// Lanes go in ascending order, each with one operation of the host that is atomic towards the other threads of the
// launch; where no other thread can look (one CPU thread, or the block's own shared memory), plain steps do.
// Sums of f32 in global memory flush subnormals, those in shared memory do not. Source: PTX ISA 9.0, 9.7.13.
#include "simt/lanes/float_lanes.hpp"
#include "simt/lanes/memory_spot.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Operation = AtomicKey::Operation;

// ---- operations: the new value from the old one and the operand

template <class T>
struct And {
  static T run(T old, T b) { return old & b; }
};
template <class T>
struct Or {
  static T run(T old, T b) { return old | b; }
};
template <class T>
struct Xor {
  static T run(T old, T b) { return old ^ b; }
};
template <class T>
struct Exchange {
  static T run(T, T b) { return b; }
};
template <class T>
struct Add {
  static T run(T old, T b) { return old + b; }
};
struct Increment {
  static u32 run(u32 old, u32 b) { return old >= b ? 0 : old + 1; }
};
struct Decrement {
  static u32 run(u32 old, u32 b) { return old == 0 || old > b ? b : old - 1; }
};
// S gives the order, T the lanes.
template <class T, class S>
struct Min {
  static T run(T old, T b) { return static_cast<S>(b) < static_cast<S>(old) ? b : old; }
};
template <class T, class S>
struct Max {
  static T run(T old, T b) { return static_cast<S>(b) > static_cast<S>(old) ? b : old; }
};

template <bool Flush>
struct AddF32 {
  static u32 run(u32 old, u32 b) {
    const u32 sum = bits_of(f32_of(flush32_if<Flush>(old)) + f32_of(flush32_if<Flush>(b)));
    return is_nan32(sum) ? nan32 : flush32_if<Flush>(sum);
  }
};
// NaN results as add.f64 has them: the first NaN operand, quiet; without one the default.
struct AddF64 {
  static constexpr u64 infinity = 0x7ff0000000000000ULL, quiet = 0x0008000000000000ULL, none = 0xfff8000000000000ULL;
  static bool is_nan(u64 a) { return (a << 1) > (infinity << 1); }
  static u64 run(u64 old, u64 b) {
    const u64 sum = bits_of(f64_of(old) + f64_of(b));
    if (!is_nan(sum)) return sum;
    return is_nan(old) ? old | quiet : is_nan(b) ? b | quiet : none;
  }
};

// F: Half or Bfloat. The sum of two is exact in f32, or rounds there without harm (24 >= 2 * 11 + 2 bits).
template <class F>
struct Add16 {
  static u16 run(u16 old, u16 b) { return F::round(bits_of(F::widen(old) + F::widen(b))); }
};
template <class F>
inline bool is_nan16(u16 a) {
  return (a & 0x7fffU) > F::exponent;
}
// Numbers before NaNs, -0 below +0.
template <class F, bool Least>
struct Extreme16 {
  static u16 run(u16 old, u16 b) {
    if (is_nan16<F>(old)) return is_nan16<F>(b) ? nan16 : b;
    if (is_nan16<F>(b)) return old;
    const bool less = order(b) < order(old);
    return less == Least ? b : old;
  }
  static u16 order(u16 a) { return static_cast<u16>((a & 0x8000U) != 0 ? ~a : a | 0x8000U); }
};
template <class F>
struct Pair {
  static u32 run(u32 old, u32 b) {
    const u32 low = F::run(static_cast<u16>(old), static_cast<u16>(b));
    const u32 high = F::run(static_cast<u16>(old >> 16), static_cast<u16>(b >> 16));
    return low | high << 16;
  }
};

// ---- one lane

template <class F, class T>
inline T change(std::byte* at, T b, bool alone) {
  T old;
  if (alone) {
    std::memcpy(&old, at, sizeof old);
    const T fresh = F::run(old, b);
    std::memcpy(at, &fresh, sizeof fresh);
    return old;
  }
  T* p = reinterpret_cast<T*>(at);
  if constexpr (std::is_same_v<F, Add<T>>) return __atomic_fetch_add(p, b, __ATOMIC_SEQ_CST);
  if constexpr (std::is_same_v<F, And<T>>) return __atomic_fetch_and(p, b, __ATOMIC_SEQ_CST);
  if constexpr (std::is_same_v<F, Or<T>>) return __atomic_fetch_or(p, b, __ATOMIC_SEQ_CST);
  if constexpr (std::is_same_v<F, Xor<T>>) return __atomic_fetch_xor(p, b, __ATOMIC_SEQ_CST);
  if constexpr (std::is_same_v<F, Exchange<T>>) return __atomic_exchange_n(p, b, __ATOMIC_SEQ_CST);
  old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(p, &old, F::run(old, b), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  return old;
}

template <class T>
inline T compare_exchange(std::byte* at, T expected, T fresh, bool alone) {
  if (alone) {
    T old;
    std::memcpy(&old, at, sizeof old);
    if (old == expected) std::memcpy(at, &fresh, sizeof fresh);
    return old;
  }
  __atomic_compare_exchange_n(reinterpret_cast<T*>(at), &expected, fresh, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

struct Wide {
  u64 low, high;
  bool operator==(const Wide& o) const { return low == o.low && high == o.high; }
};
// True when `fresh` was stored; else `expected` is what was there.
inline bool compare_exchange_wide(std::byte* at, Wide& expected, Wide fresh) {
#if defined(__x86_64__)
  bool done;
  asm volatile("lock cmpxchg16b %1"
               : "=@ccz"(done), "+m"(*reinterpret_cast<Wide*>(at)), "+a"(expected.low), "+d"(expected.high)
               : "b"(fresh.low), "c"(fresh.high)
               : "memory");
  return done;
#else
  unsigned __int128 e, f;
  std::memcpy(&e, &expected, sizeof e);
  std::memcpy(&f, &fresh, sizeof f);
  const bool done = __atomic_compare_exchange_n(reinterpret_cast<unsigned __int128*>(at), &e, f, false,
                                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  std::memcpy(&expected, &e, sizeof e);
  return done;
#endif
}

// ---- all lanes

/// No other CPU thread sees this memory meanwhile.
inline bool is_alone(const Warp& w, Where where) {
  const Block& block = *w.block;
  if (block.grid->options != nullptr && block.grid->options->threads == 1) return true;
  return where == Where::shared && (block.cluster == nullptr || block.cluster->blocks.size() == 1);
}

inline Pattern place_atomic(Warp& w, const Code& c, Mask mask, const AtomicPlace& at, Spot& spot) {
  switch (at.where) {
    case Where::regions:
      return at.wide ? place<Where::regions, u64>(w, c, mask, spot) : place<Where::regions, u32>(w, c, mask, spot);
    case Where::shared:
      return at.wide ? place<Where::shared, u64>(w, c, mask, spot) : place<Where::shared, u32>(w, c, mask, spot);
    default:
      return at.wide ? place<Where::other, u64>(w, c, mask, spot) : place<Where::other, u32>(w, c, mask, spot);
  }
}

// All lanes work on one place that nobody else sees: its value stays in a register. `old` may be null.
template <class F, class T>
inline void change_one_place(std::byte* at, Mask mask, const T* operands, T* old) {
  T value;
  std::memcpy(&value, at, sizeof value);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    const T before = value;
    value = F::run(value, operands[l]);
    if (old != nullptr) old[l] = before;
  }
  std::memcpy(at, &value, sizeof value);
}

template <class F, class T>
inline void change_lanes(Warp& w, const Spot& spot, Pattern pattern, Mask mask, Slot d, Slot b, bool alone) {
  // A lane's operand may lie where its result goes, but no other lane's does.
  const T* operands = w.in<T>(b);
  T* old = d == no_slot ? nullptr : w.out<T>(d);
  if (alone && pattern == Pattern::same) {
    change_one_place<F>(spot.at(0), mask, operands, old);
    return;
  }
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    const T before = change<F>(spot.at(l), operands[l], alone);
    if (old != nullptr) old[l] = before;
  }
}

template <class F, class T>
Flow run_atomic(Warp& w, const Code& c, Mask mask) {
  const AtomicPlace at = AtomicPlace::unpack(c.y);
  Spot spot;
  const Pattern pattern = place_atomic(w, c, mask, at, spot);
  if (pattern == Pattern::stop) return Flow::stop;
  change_lanes<F, T>(w, spot, pattern, mask, c.d, c.b, is_alone(w, at.where));
  return Flow::next;
}

/// Lanes whose generic address lies in a shared window.
inline Mask shared_lanes(const Warp& w, const Code& c, const AtomicPlace& at) {
  if (at.where == Where::shared || AccessRequest::unpack(c.x).space == Space::shared) return all_lanes;
  if (!at.wide) return 0;
  const u64* a = w.in<u64>(c.a);
  Mask in_shared = 0;
  for (unsigned l = 0; l < lane_count; ++l)
    if ((a[l] + c.imm) >> 32 == shared_window >> 32) in_shared |= lane_bit(l);
  return in_shared;
}

Flow run_add_f32(Warp& w, const Code& c, Mask mask) {
  const AtomicPlace at = AtomicPlace::unpack(c.y);
  Spot spot;
  const Pattern pattern = place_atomic(w, c, mask, at, spot);
  if (pattern == Pattern::stop) return Flow::stop;
  const bool alone = is_alone(w, at.where);
  const Mask in_shared = shared_lanes(w, c, at) & mask;
  // Lanes in shared memory and lanes in global memory never meet, so their order does not matter.
  if (in_shared != 0) change_lanes<AddF32<false>, u32>(w, spot, pattern, in_shared, c.d, c.b, alone);
  if (in_shared != mask) change_lanes<AddF32<true>, u32>(w, spot, pattern, mask & ~in_shared, c.d, c.b, alone);
  return Flow::next;
}

/// Elements one after the other; each is atomic by itself.
template <class F, class T>
Flow run_vector(Warp& w, const Code& c, Mask mask) {
  const AtomicPlace at = AtomicPlace::unpack(c.y);
  Spot spot;
  if (place_atomic(w, c, mask, at, spot) == Pattern::stop) return Flow::stop;
  const bool alone = is_alone(w, at.where);
  const Slot* b = w.extra(c);
  T operands[8][lane_count], old[8][lane_count] = {};
  for (u32 e = 0; e < at.elements; ++e) std::memcpy(operands[e], w.in<T>(b[e]), sizeof operands[e]);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    for (u32 e = 0; e < at.elements; ++e) old[e][l] = change<F>(spot.at(l) + e * sizeof(T), operands[e][l], alone);
  }
  for (u32 e = 0; at.returns && e < at.elements; ++e) blend(w.out<T>(b[at.elements + e]), old[e], mask);
  return Flow::next;
}

template <class T>
Flow run_cas(Warp& w, const Code& c, Mask mask) {
  const AtomicPlace at = AtomicPlace::unpack(c.y);
  Spot spot;
  if (place_atomic(w, c, mask, at, spot) == Pattern::stop) return Flow::stop;
  const bool alone = is_alone(w, at.where);
  const T* b = w.in<T>(c.b);
  const T* fresh = w.in<T>(c.c);
  T old[lane_count] = {};
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    old[l] = compare_exchange<T>(spot.at(l), b[l], fresh[l], alone);
  }
  if (c.d != no_slot) blend(w.out<T>(c.d), old, mask);
  return Flow::next;
}

// ---- 128 bits: a register is 32 low halves, then 32 high ones

inline Wide wide_lane(const u64* r, unsigned l) { return {r[l], r[lane_count + l]}; }

inline Wide read_wide(std::byte* at, bool alone) {
  Wide old{0, 0};
  if (alone)
    std::memcpy(&old, at, sizeof old);
  else
    compare_exchange_wide(at, old, old);  // stores only what is there
  return old;
}
inline Wide exchange_wide(std::byte* at, Wide fresh, bool alone) {
  Wide old = read_wide(at, alone);
  if (alone) {
    std::memcpy(at, &fresh, sizeof fresh);
  } else {
    while (!compare_exchange_wide(at, old, fresh)) {
    }
  }
  return old;
}

inline void put_wide(Warp& w, Slot d, const Wide* old, Mask mask) {
  if (d == no_slot) return;
  u64* r = w.out<u64>(d);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    r[l] = old[l].low;
    r[lane_count + l] = old[l].high;
  }
}

template <bool Cas>
Flow run_atomic128(Warp& w, const Code& c, Mask mask) {
  const AtomicPlace at = AtomicPlace::unpack(c.y);
  Spot spot;
  if (place_atomic(w, c, mask, at, spot) == Pattern::stop) return Flow::stop;
  const bool alone = is_alone(w, at.where);
  Wide old[lane_count];
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    const Wide b = wide_lane(w.in<u64>(c.b), l);
    if constexpr (!Cas) {
      old[l] = exchange_wide(spot.at(l), b, alone);
    } else {
      const Wide fresh = wide_lane(w.in<u64>(c.c), l);
      old[l] = b;
      if (alone) {
        old[l] = read_wide(spot.at(l), true);
        if (old[l] == b) std::memcpy(spot.at(l), &fresh, sizeof fresh);
      } else {
        compare_exchange_wide(spot.at(l), old[l], fresh);
      }
    }
  }
  put_wide(w, c.d, old, mask);
  return Flow::next;
}

template <bool Load>
Flow run_strong128(Warp& w, const Code& c, Mask mask) {
  const AtomicPlace at = AtomicPlace::unpack(c.y);
  Spot spot;
  if (place_atomic(w, c, mask, at, spot) == Pattern::stop) return Flow::stop;
  // Local memory, parameters and constants have one reader, and parts of them have no room for a store.
  const bool alone = is_alone(w, at.where) || at.where == Where::other;
  Wide old[lane_count];
  for (Mask left = mask; left != 0; left &= left - 1) {
    const unsigned l = first_lane(left);
    if constexpr (Load)
      old[l] = read_wide(spot.at(l), alone);
    else
      exchange_wide(spot.at(l), wide_lane(w.in<u64>(c.b), l), alone);
  }
  if constexpr (Load) put_wide(w, c.d, old, mask);
  return Flow::next;
}

// ---- choice of a handler

template <class T, class S>
Handler choose_whole(Operation operation) {
  switch (operation) {
    case Operation::and_:
      return run_atomic<And<T>, T>;
    case Operation::or_:
      return run_atomic<Or<T>, T>;
    case Operation::xor_:
      return run_atomic<Xor<T>, T>;
    case Operation::exch:
      return run_atomic<Exchange<T>, T>;
    case Operation::add:
      return run_atomic<Add<T>, T>;
    case Operation::min:
      return run_atomic<Min<T, S>, T>;
    case Operation::max:
      return run_atomic<Max<T, S>, T>;
    case Operation::cas:
      return run_cas<T>;
    case Operation::inc:
      if constexpr (sizeof(T) == 4) return run_atomic<Increment, u32>;
      return nullptr;
    case Operation::dec:
      if constexpr (sizeof(T) == 4) return run_atomic<Decrement, u32>;
      return nullptr;
  }
  return nullptr;
}

template <class F>
Handler choose_half(Operation operation, bool pair) {
  switch (operation) {
    case Operation::add:
      return pair ? run_vector<Pair<Add16<F>>, u32> : run_vector<Add16<F>, u16>;
    case Operation::min:
      return pair ? run_vector<Pair<Extreme16<F, true>>, u32> : run_vector<Extreme16<F, true>, u16>;
    case Operation::max:
      return pair ? run_vector<Pair<Extreme16<F, false>>, u32> : run_vector<Extreme16<F, false>, u16>;
    default:
      return nullptr;
  }
}

Handler choose_float(const AtomicKey& key) {
  const unsigned bits = key.type.bits / key.type.parts;
  if (bits == 16) return choose_half<Half>(key.operation, key.type.parts == 2);
  if (key.type.parts != 1 || key.operation != Operation::add) return nullptr;
  if (bits == 64) return run_atomic<AddF64, u64>;
  return key.elements == 1 ? run_add_f32 : run_vector<AddF32<true>, u32>;
}

}  // namespace

namespace LATHE_LANES {

Handler pick_atomic(const AtomicKey& key) {
  using Kind = ValueType::Kind;
  const unsigned bits = key.type.bits;
  switch (key.type.kind) {
    case Kind::raw:
      if (bits == 16) return key.operation == Operation::cas ? run_cas<u16> : nullptr;
      if (bits == 128 && key.operation == Operation::exch) return run_atomic128<false>;
      if (bits == 128) return key.operation == Operation::cas ? run_atomic128<true> : nullptr;
      [[fallthrough]];
    case Kind::unsigned_integer:
      if (key.type.parts != 1) return nullptr;
      return bits == 32   ? choose_whole<u32, u32>(key.operation)
             : bits == 64 ? choose_whole<u64, u64>(key.operation)
                          : nullptr;
    case Kind::signed_integer:
      if (key.type.parts != 1) return nullptr;
      return bits == 32   ? choose_whole<u32, s32>(key.operation)
             : bits == 64 ? choose_whole<u64, s64>(key.operation)
                          : nullptr;
    case Kind::floating:
      return choose_float(key);
    case Kind::bfloat:
      return choose_half<Bfloat>(key.operation, key.type.parts == 2);
    default:
      return nullptr;
  }
}

Handler pick_strong128(const WideKey& key) { return key.load ? run_strong128<true> : run_strong128<false>; }

}  // namespace LATHE_LANES
}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
