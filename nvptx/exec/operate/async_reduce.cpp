// One element of memory combined with a value: the operations of red.async and cp.reduce.async.bulk.
//
// Each is one atomic step, release order: what other CPU threads see. Floats add with round to nearest even; f32
// flushes denormals, f16 and bf16 keep them; a minimum or maximum with a NaN is the other operand.
// Cost: O(1). Source: PTX ISA 9.0, 9.7.9.25.4.3 and 9.7.13.8.
#include <bit>
#include <cmath>
#include <limits>

#include "nvptx/exec/operate/async.hpp"
#include "simt/lanes/small_float.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Type;
using Op = AsyncOperation;

template <class T, class F>
void update(std::byte* memory, F&& f) {
  T* at = reinterpret_cast<T*>(memory);
  T old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(at, &old, f(old), true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
  }
}

// U: the unsigned type of this width, S: the type to compare by.
template <class U, class S>
void reduce_integer(Op operation, std::byte* memory, std::uint64_t wide) {
  const U value = static_cast<U>(wide);
  switch (operation) {
    case Op::store:
      return __atomic_store_n(reinterpret_cast<U*>(memory), value, __ATOMIC_RELEASE);
    case Op::add:
      return update<U>(memory, [=](U old) { return static_cast<U>(old + value); });
    case Op::inc:
      return update<U>(memory, [=](U old) { return old >= value ? U{0} : static_cast<U>(old + 1); });
    case Op::dec:
      return update<U>(memory, [=](U old) { return old == 0 || old > value ? value : static_cast<U>(old - 1); });
    case Op::min:
      return update<U>(memory, [=](U old) { return static_cast<S>(value) < static_cast<S>(old) ? value : old; });
    case Op::max:
      return update<U>(memory, [=](U old) { return static_cast<S>(value) > static_cast<S>(old) ? value : old; });
    case Op::bit_and:
      return update<U>(memory, [=](U old) { return static_cast<U>(old & value); });
    case Op::bit_or:
      return update<U>(memory, [=](U old) { return static_cast<U>(old | value); });
    case Op::bit_xor:
      return update<U>(memory, [=](U old) { return static_cast<U>(old ^ value); });
  }
}

// -0 is below +0.
bool less(double a, double b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }

std::uint16_t combine_small(Op operation, std::uint16_t a, std::uint16_t b, const SmallFormat& format) {
  const double x = small_to_double(a, format), y = small_to_double(b, format);
  // The sum of two of them rounds once more than 2p+2 bits above: the second rounding changes nothing.
  if (operation == Op::add) return double_to_small(x + y, format);
  if (std::isnan(x)) return std::isnan(y) ? std::uint16_t{0x7fff} : b;
  if (std::isnan(y)) return a;
  const bool second = operation == Op::min ? less(y, x) : less(x, y);
  return second ? b : a;
}

float flush(float f) { return std::fabs(f) < std::numeric_limits<float>::min() ? std::copysign(0.0F, f) : f; }

std::uint32_t add_f32(std::uint32_t a, std::uint32_t b) {
  const float sum = flush(flush(std::bit_cast<float>(a)) + flush(std::bit_cast<float>(b)));
  return std::isnan(sum) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(sum);
}

}  // namespace

void reduce_element(AsyncOperation operation, mir::Type type, std::byte* memory, std::uint64_t value) {
  switch (type) {
    case Type::f16:
    case Type::bf16: {
      const SmallFormat& format = type == Type::f16 ? f16_format : bf16_format;
      return update<std::uint16_t>(memory, [&](std::uint16_t old) {
        return combine_small(operation, old, static_cast<std::uint16_t>(value), format);
      });
    }
    case Type::f32:
      if (operation == Op::store) break;
      return update<std::uint32_t>(memory,
                                   [&](std::uint32_t old) { return add_f32(old, static_cast<std::uint32_t>(value)); });
    case Type::f64:
      if (operation == Op::store) break;
      return update<std::uint64_t>(memory, [&](std::uint64_t old) {
        return std::bit_cast<std::uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(value));
      });
    case Type::s32:
      return reduce_integer<std::uint32_t, std::int32_t>(operation, memory, value);
    case Type::s64:
      return reduce_integer<std::uint64_t, std::int64_t>(operation, memory, value);
    default:
      break;
  }
  switch (mir::bits_of(type)) {
    case 8:
      return reduce_integer<std::uint8_t, std::uint8_t>(operation, memory, value);
    case 16:
      return reduce_integer<std::uint16_t, std::uint16_t>(operation, memory, value);
    case 32:
      return reduce_integer<std::uint32_t, std::uint32_t>(operation, memory, value);
    default:
      return reduce_integer<std::uint64_t, std::uint64_t>(operation, memory, value);
  }
}

}  // namespace lathe::nvptx::exec
