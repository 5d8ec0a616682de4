// The program's operator new and delete, which this test has in its own place, too.
// Compiled at -O1
#include <doctest/doctest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace {

// The places of tools/lathe/allocation.cpp.
constexpr std::uintptr_t span_of_blocks = std::uintptr_t{32} << 10;
bool of_spans(const void* at) { return reinterpret_cast<std::uintptr_t>(at) >> 40 == 7; }
std::uintptr_t its_span(const void* at) { return reinterpret_cast<std::uintptr_t>(at) / span_of_blocks; }

struct Filled {
  unsigned char* at = nullptr;
  std::size_t bytes = 0;
  unsigned char with = 0;

  Filled(std::size_t size, unsigned char pattern)
      : at(static_cast<unsigned char*>(::operator new(size))), bytes(size), with(pattern) {
    std::memset(at, pattern, size);
  }
  bool intact() const {
    return std::all_of(at, at + bytes, [&](unsigned char c) { return c == with; });
  }
};

std::vector<void*> blocks_of(std::size_t bytes, std::size_t count) {
  std::vector<void*> out(count);
  for (void*& block : out) std::memset(block = ::operator new(bytes), 1, bytes);
  return out;
}
void give_back(const std::vector<void*>& blocks) {
  for (void* const block : blocks) ::operator delete(block);
}
std::set<std::uintptr_t> spans_of(const std::vector<void*>& blocks) {
  std::set<std::uintptr_t> out;
  for (const void* const block : blocks) out.insert(its_span(block));
  return out;
}
void* volatile sink = nullptr;  // a block that nobody keeps is one that a compiler need not ask for

long resident_kilobytes() {
  long pages = 0, resident = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = -1;
  if (file != nullptr) std::fclose(file);
  return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

}  // namespace

TEST_CASE("small blocks lie in spans, large ones do not, and all have the alignment of new") {
  for (std::size_t bytes = 0; bytes <= 700; ++bytes) {
    void* const block = ::operator new(bytes);
    CHECK(of_spans(block) == (bytes <= 512));
    CHECK(reinterpret_cast<std::uintptr_t>(block) % 16 == 0);
    ::operator delete(block, bytes);
  }
  for (const std::size_t alignment : {8U, 16U, 32U, 64U, 4096U}) {
    void* const block = ::operator new(24, std::align_val_t(alignment), std::nothrow);
    CHECK(reinterpret_cast<std::uintptr_t>(block) % alignment == 0);
    ::operator delete(block, std::align_val_t(alignment));
  }
  ::operator delete(nullptr);
}

TEST_CASE("no block lies in another, whatever is given back in between") {
  std::mt19937 random(7);
  std::vector<Filled> live;
  bool intact = true;
  for (int step = 0; step < 400'000; ++step) {
    const bool shrinking = step / 50'000 % 2 == 1;
    if (live.empty() || random() % 100 < (shrinking ? 40U : 60U)) {
      live.emplace_back(random() % (random() % 8 == 0 ? 2000 : 300), static_cast<unsigned char>(random()));
      continue;
    }
    std::swap(live[random() % live.size()], live.back());
    intact = intact && live.back().intact();
    ::operator delete(live.back().at);
    live.pop_back();
  }
  for (const Filled& block : live) {
    intact = intact && block.intact();
    ::operator delete(block.at);
  }
  CHECK(intact);
}

TEST_CASE("what one size gave back another gets, and the system what is more than a little") {
  const std::vector<void*> narrow = blocks_of(48, 1'000'000);
  const std::set<std::uintptr_t> before = spans_of(narrow);
  const long full = resident_kilobytes();
  give_back(narrow);
  CHECK(full - resident_kilobytes() > 30'000);
  const std::vector<void*> wide = blocks_of(160, 250'000);
  const std::set<std::uintptr_t> after = spans_of(wide);
  const auto again = std::ranges::count_if(after, [&](std::uintptr_t span) { return before.contains(span); });
  CHECK(again > static_cast<std::ptrdiff_t>(after.size() * 9 / 10));
  give_back(wide);
}

TEST_CASE("blocks that came back to full spans are made again") {
  std::vector<void*> blocks = blocks_of(48, 100'000);
  const std::set<std::uintptr_t> before = spans_of(blocks);
  for (std::size_t i = 0; i < blocks.size(); i += 2) ::operator delete(std::exchange(blocks[i], nullptr));
  const std::vector<void*> again = blocks_of(48, blocks.size() / 2 - 1'000);
  // The set's own nodes are of that size, too.
  const auto in_them = [&](const void* block) { return before.contains(its_span(block)); };
  CHECK(std::ranges::count_if(again, in_them) > static_cast<std::ptrdiff_t>(again.size() * 9 / 10));
  give_back(blocks);
  give_back(again);
}

TEST_CASE("a block may come back in another thread, which makes it again") {
  std::vector<Filled> handed;
  std::thread([&] {
    for (int i = 0; i < 20'000; ++i)
      handed.emplace_back(static_cast<std::size_t>(i % 500), static_cast<unsigned char>(i));
  }).join();
  CHECK(std::ranges::all_of(handed, &Filled::intact));
  std::set<void*> given;
  for (const Filled& block : handed) {
    given.insert(block.at);
    ::operator delete(block.at);
  }
  int again = 0;
  for (int i = 0; i < 20'000; ++i) again += given.contains(blocks_of(static_cast<std::size_t>(i % 500), 1)[0]);
  CHECK(again > 10'000);
}

TEST_CASE("threads at once: each block is one thread's at a time") {
  std::vector<std::vector<Filled>> shelves(4);
  std::vector<char> intact(4, 1);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (const Filled& block : shelves[t]) {
          intact[t] = intact[t] && block.intact();
          ::operator delete(block.at);
        }
        shelves[t].clear();
        for (std::size_t i = 0; i < 3'000; ++i)
          shelves[t].emplace_back(i * 7 % 600, static_cast<unsigned char>(i + t * 50));
      });
    for (std::thread& thread : threads) thread.join();
    std::ranges::rotate(shelves, shelves.begin() + 1);
  }
  CHECK(intact == std::vector<char>(4, 1));
  for (const auto& shelf : shelves)
    for (const Filled& block : shelf) ::operator delete(block.at);
}

TEST_CASE("what a thread had is the next one's") {
  std::set<std::uintptr_t> spans;
  for (int i = 0; i < 300; ++i)
    std::thread([&] {
      const std::vector<void*> blocks = blocks_of(64, 10'000);
      for (const void* const block : blocks) spans.insert(its_span(block));
      give_back(blocks);
    }).join();
  CHECK(spans.size() < 100);  // 640 KB in 20 spans, with the others' leavings; 300 times as many would be 6,000
}

TEST_CASE("where memory ends the handler is asked, and without one there is an exception or nothing") {
  const pid_t child = ::fork();
  if (child == 0) {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    long pages = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr || std::fscanf(file, "%ld", &pages) != 1) ::_exit(90);
    std::fclose(file);
    limit.rlim_cur = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE) + (8 << 20));
    ::setrlimit(RLIMIT_AS, &limit);
    try {
      for (;;) sink = ::operator new(500);
    } catch (const std::bad_alloc&) {
    }
    do sink = ::operator new(500, std::nothrow);
    while (sink != nullptr);
    std::set_new_handler([] { ::_exit(77); });
    for (;;) sink = ::operator new(500);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 77);
}
