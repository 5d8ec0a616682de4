// Expected results of the kernels of tests/kernels: each .cu has a file here of the same name that fills buffers,
// launches the kernels as the .cu says, computes what must come out in plain C++ that shares nothing with it, and
// compares. One program (kernel_checks) runs them on the CPU executor or on a GPU, on PTX of any compiler.
//
//   KERNEL_CHECK(scan) {
//     auto a = t.random<int>(1024, -100, 100);
//     auto in = t.in(a);
//     auto out = t.out<int>(a.size());
//     t.launch("scan_warp", {4}, {256}, in, out);
//     t.equal("scan_warp", t.get(out), want);
//   }
//
// A failure is recorded and the check goes on; a Fault of the backend ends it. Inputs come from t.random (fixed
// seed), so every run and every compiler sees the same.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "nvptx/exec/exec.hpp"

namespace check {

using lathe::nvptx::exec::Address;
using lathe::nvptx::exec::Backend;
using lathe::nvptx::exec::Dim3;
using lathe::nvptx::exec::Fault;
using lathe::nvptx::exec::TextureDesc;

/// Device memory of `count` elements.
template <class T>
struct Buffer {
  Address address = 0;
  std::size_t count = 0;
  /// The part that starts at an element, as an argument.
  Buffer from(std::size_t first) const { return {address + first * sizeof(T), count - first}; }
};

/// The backend refused or a kernel faulted: ends the check.
struct Stopped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Shape of a launch that needs more than grid and block.
struct Shape {
  Dim3 grid, block;
  std::uint32_t shared = 0;
  bool cooperative = false;
  Dim3 cluster{0, 0, 0};
};

// ---- 16-bit floats as bits
inline std::uint16_t half_bits(float f) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(f)); }
inline float half_value(std::uint16_t bits) { return static_cast<float>(std::bit_cast<_Float16>(bits)); }
inline float bf16_value(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }
/// Round to nearest even; NaN becomes 0x7fff.
inline std::uint16_t bf16_bits(float f) {
  const auto u = std::bit_cast<std::uint32_t>(f);
  if (std::isnan(f)) return 0x7fff;
  return static_cast<std::uint16_t>((u + 0x7fffU + (u >> 16 & 1U)) >> 16);
}

/// FNV-1a, 64 bits.
inline std::uint64_t fnv1a(std::span<const std::byte> bytes) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const std::byte b : bytes) h = (h ^ static_cast<std::uint64_t>(b)) * 0x100000001b3ULL;
  return h;
}

class Case {
 public:
  explicit Case(Backend& backend) : backend(backend) {}
  ~Case() {
    for (const Address a : owned_) (void)backend.release(a);
  }
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  Backend& backend;
  std::vector<std::string> failures;

  /// What was launched and read back, one line each, when `keep_log` is set: "launch KERNEL", "get COUNT x BYTES HASH".
  /// Two runs of a check that gave the same bits have the same log.
  bool keep_log = false;
  std::string log;

  // ---- buffers
  template <class T>
  Buffer<T> in(const std::vector<T>& values) {
    Buffer<T> b = out<T>(values.size());
    put(b, values);
    return b;
  }
  template <class T>
  Buffer<T> out(std::size_t count) {
    const Address a = backend.allocate(std::max<std::size_t>(1, count * sizeof(T)));
    if (a == 0) throw Stopped("no device memory");
    owned_.push_back(a);
    Buffer<T> b{a, count};
    put(b, std::vector<T>(count));
    return b;
  }
  template <class T>
  void put(Buffer<T> b, const std::vector<T>& values) {
    stop_on(backend.write(b.address, std::as_bytes(std::span(values.data(), values.size()))));
  }
  template <class T>
  std::vector<T> get(Buffer<T> b) {
    std::vector<T> values(b.count);
    const auto bytes = std::as_writable_bytes(std::span(values.data(), values.size()));
    stop_on(backend.read(b.address, bytes));
    if (keep_log) {
      char line[80];
      std::snprintf(line, sizeof line, "get %zu x %zu %016llx\n", b.count, sizeof(T),
                    static_cast<unsigned long long>(fnv1a(bytes)));
      log += line;
    }
    return values;
  }
  /// A module variable as a buffer.
  template <class T>
  Buffer<T> symbol(const std::string& name) {
    const auto s = backend.symbol(name);
    if (!s) throw Stopped("no variable " + name);
    return {s->first, static_cast<std::size_t>(s->second / sizeof(T))};
  }

  // ---- launches. Arguments: Buffer (its address), pointers to nothing (nullptr), scalars and structs by value.
  template <class... Args>
  void launch(const std::string& kernel, Dim3 grid, Dim3 block, const Args&... args) {
    launch(kernel, Shape{grid, block}, args...);
  }
  template <class... Args>
  void launch(const std::string& kernel, const Shape& shape, const Args&... args) {
    lathe::nvptx::exec::Launch l;
    l.kernel = kernel;
    l.grid = shape.grid;
    l.block = shape.block;
    l.dynamic_shared = shape.shared;
    l.cooperative = shape.cooperative;
    l.cluster = shape.cluster;
    (add(l, args), ...);
    if (keep_log) log += "launch " + kernel + "\n";
    stop_on(backend.launch(l));
  }
  /// A launch that must end in a fault whose text contains this.
  template <class... Args>
  void launch_fails(const std::string& text, const std::string& kernel, const Shape& shape, const Args&... args) {
    try {
      launch(kernel, shape, args...);
    } catch (const Stopped& s) {
      if (std::string(s.what()).find(text) == std::string::npos) fail(kernel + ": fault is: " + s.what());
      return;
    }
    fail(kernel + ": no fault");
  }

  // ---- inputs
  /// Uniform in [low, high].
  template <class T>
  std::vector<T> random(std::size_t count, T low, T high) {
    std::vector<T> v(count);
    for (T& x : v) {
      const double u = static_cast<double>(rng() >> 11) * 0x1p-53;
      if constexpr (std::is_floating_point_v<T>)
        x = static_cast<T>(low + (high - low) * u);
      else
        x = static_cast<T>(low + static_cast<T>(u * (static_cast<double>(high) - static_cast<double>(low) + 1)));
    }
    return v;
  }
  /// Any bits.
  template <class T>
  std::vector<T> random_bits(std::size_t count) {
    std::vector<T> v(count);
    for (T& x : v) {
      std::uint64_t u[(sizeof(T) + 7) / 8];
      for (auto& word : u) word = rng();
      std::memcpy(&x, u, sizeof(T));
    }
    return v;
  }
  std::mt19937_64 rng{20240607};

  // ---- comparisons; `what` names the kernel and the output
  template <class T>
  void equal(const std::string& what, const std::vector<T>& got, const std::vector<T>& want) {
    if (got.size() != want.size())
      return fail(what + ": " + std::to_string(got.size()) + " elements, not " + std::to_string(want.size()));
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!same(got[i], want[i]) && wrong++ == 0) first = i;
    if (wrong != 0)
      fail(what + ": " + std::to_string(wrong) + " of " + std::to_string(got.size()) + " wrong; [" +
           std::to_string(first) + "] is " + text(got[first]) + ", not " + text(want[first]));
  }
  /// |got - want| <= absolute + relative * |want|; NaN equals NaN, infinities must be equal.
  template <class T>
  void near(const std::string& what, const std::vector<T>& got, const std::vector<T>& want, double absolute,
            double relative = 0) {
    if (got.size() != want.size())
      return fail(what + ": " + std::to_string(got.size()) + " elements, not " + std::to_string(want.size()));
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto g = static_cast<double>(got[i]), e = static_cast<double>(want[i]);
      const bool fine = std::isnan(e)   ? std::isnan(g)
                        : std::isinf(e) ? g == e
                                        : std::abs(g - e) <= absolute + relative * std::abs(e);
      if (!fine) return fail(what + ": [" + std::to_string(i) + "] is " + text(got[i]) + ", not " + text(want[i]));
    }
  }
  void require(bool fine, const std::string& what) {
    if (!fine) fail(what);
  }
  void fail(const std::string& what) { failures.push_back(what); }

 private:
  void stop_on(const std::optional<Fault>& fault) {
    if (fault) throw Stopped(fault->to_string());
  }
  template <class T>
  static void add(lathe::nvptx::exec::Launch& l, const Buffer<T>& b) {
    l.add(b.address);
  }
  static void add(lathe::nvptx::exec::Launch& l, std::nullptr_t) { l.add(Address{0}); }
  template <class T>
  static void add(lathe::nvptx::exec::Launch& l, const T& value) {
    l.add(value);
  }
  template <class T>
  static bool same(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  }
  template <class T>
  static std::string text(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
      char s[64];
      std::snprintf(s, sizeof s, "%.9g (%a)", static_cast<double>(value), static_cast<double>(value));
      return s;
    } else if constexpr (std::is_integral_v<T>) {
      return std::to_string(value);
    } else {
      std::string s = "0x";
      const auto* p = reinterpret_cast<const unsigned char*>(&value);
      for (std::size_t i = sizeof(T); i-- > 0;) {
        char hex[3];
        std::snprintf(hex, sizeof hex, "%02x", p[i]);
        s += hex;
      }
      return s;
    }
  }
  std::vector<Address> owned_;
};

using Body = void (*)(Case&);
struct Entry {
  const char* kernel_file;  ///< name of the .cu without its ending
  Body body;
};
/// All checks of the program, in the order of registration; the runner sorts them.
std::vector<Entry>& entries();
struct Register {
  Register(const char* file, Body body) { entries().push_back({file, body}); }
};

}  // namespace check

#define KERNEL_CHECK(name)                                           \
  static void check_##name(check::Case& t);                          \
  static const check::Register register_##name(#name, check_##name); \
  static void check_##name([[maybe_unused]] check::Case& t)
