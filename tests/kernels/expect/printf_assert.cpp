// Expected results of printf_assert: the lines of printf put together by hand, and launches that must fail. Warps may
// print in any order, so lines are compared sorted.
#include "kernels/expect/check.hpp"

namespace {

std::string hex8(std::uint32_t v) {
  std::string s;
  for (int shift = 28; shift >= 0; shift -= 4) s += "0123456789abcdef"[v >> shift & 15];
  return s;
}

/// Three decimals of a whole number of quarters.
std::string quarters(long long q) {
  const char* const parts[] = {".000", ".250", ".500", ".750"};
  const long long size = std::abs(q);
  return (q < 0 ? "-" : "") + std::to_string(size / 4) + parts[size % 4];
}

std::string line_of(int thread, std::int32_t a) {
  const auto bits = static_cast<std::uint32_t>(a);
  const auto wide = static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) << 33);
  const auto rounded = static_cast<long long>(static_cast<float>(a));  // a as a float holds it
  return "t=" + std::to_string(thread) + " u=" + std::to_string(bits) + " l=" + std::to_string(wide) +
         " x=" + hex8(bits) + " f=" + quarters(rounded) + " s=" + (a % 2 == 0 ? "even" : "odd") +
         " c=" + "abcdefghijklmnopqrstuvwxyz"[thread % 26] + " p=" + std::to_string(thread) + (thread == 0 ? "" : "00");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

void print(check::Case& t, std::vector<std::int32_t> a) {
  const auto n = static_cast<std::uint32_t>(a.size());
  const auto out = t.out<std::int32_t>(n);
  (void)t.backend.take_output();
  t.launch("print_values", {1}, {n}, t.in(a), out);
  const std::string text = t.backend.take_output();
  std::vector<std::string> want{"done"};
  for (std::size_t i = 0; i < n; ++i) want.push_back(line_of(static_cast<int>(i), a[i]));
  const std::string first = want[1];
  auto got = lines_of(text);
  t.require(std::find(got.begin(), got.end(), first) < std::find(got.begin(), got.end(), "done"),
            "print_values: \"done\" is not behind the line of thread 0");
  std::sort(got.begin(), got.end());
  std::sort(want.begin(), want.end());
  t.require(!text.empty() && text.back() == '\n', "print_values: no new line at the end");
  t.require(got.size() == want.size(), "print_values: " + std::to_string(got.size()) + " lines");
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i)
    if (got[i] != want[i]) return t.fail("print_values: \"" + got[i] + "\", not \"" + want[i] + "\"");
  t.equal("print_values", t.get(out), std::vector<std::int32_t>(n, 8));
}

}  // namespace

KERNEL_CHECK(printf_assert) {
  print(t, {0});
  print(t, {1, -1, 2147483647, -2147483647 - 1, 5, -6, 16777217, 12345678});
  print(t, t.random<std::int32_t>(64, -1000000, 1000000));
  t.require(line_of(30, -1) == "t=30 u=4294967295 l=-8589934592 x=ffffffff f=-0.250 s=odd c=e p=3000", "line_of");

  auto a = t.random<std::uint32_t>(61, 0, 999);
  a[7] = 999;
  std::vector<std::uint32_t> twice;
  for (const std::uint32_t x : a) twice.push_back(x + x);
  const auto in = t.in(a), out = t.out<std::uint32_t>(a.size());
  t.launch("check_range", {1}, {61}, in, out, 1000U);
  t.equal("check_range", t.get(out), twice);

  const auto b = t.random<std::int32_t>(50, -5, 5);
  const auto trap_in = t.in(b), trap_out = t.out<std::int32_t>(b.size());
  t.launch("trap_on", {1}, {50}, trap_in, trap_out, 6);
  t.equal("trap_on", t.get(trap_out), b);

  // A failed launch takes everything with it on a GPU, so only one can follow there.
  if (t.backend.name() != "cpu") {
    t.launch_fails("assert", "check_range", {{1}, {61}}, in, out, 999U);
    return;
  }
  for (const char* part : {"Assertion `a[t] < limit && \"input out of range\"' failed", "thread (7,0,0)",
                           "printf_assert.cu:22: ", "check_range("})
    t.launch_fails(part, "check_range", {{1}, {61}}, in, out, 999U);
  auto poisoned = b;
  poisoned[43] = 77;
  t.put(trap_in, poisoned);
  for (const char* part : {"trap", "thread (43,0,0)"})
    t.launch_fails(part, "trap_on", {{1}, {50}}, trap_in, trap_out, 77);
  t.launch("check_range", {1}, {61}, in, out, 1000U);
  t.equal("check_range after a fault", t.get(out), twice);
}
