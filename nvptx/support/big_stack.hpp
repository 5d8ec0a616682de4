// Runs a callable on a new thread with a large stack: IR can nest expressions, types and blocks deeper than the default
// 8 MB allow. Only the pages that are touched cost memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>

namespace lathe::nvptx {

inline constexpr std::size_t big_stack_bytes = std::size_t{256} << 20;

/// What each of `count` new threads gets: `bytes`, or less where the process may have only so much address space
/// (ulimit -v, -d): the stacks together take an eighth of what is left, so that the heap is not starved.
std::size_t affordable_stack(unsigned count, std::size_t bytes = big_stack_bytes);

/// Bytes of address space that the process may have in all; 0: no limit.
std::size_t address_space_limit();

/// Calls f(0) .. f(count - 1), each on its own thread, and waits for all. Called from one of its own threads with stack
/// enough, f(0) runs there. What has no thread because none can be made runs here, too, without a large stack. What one
/// throws, the first by number, is thrown on when all have ended.
void run_on_big_stacks(unsigned count, const std::function<void(unsigned)>& f,
                       std::size_t stack_bytes = big_stack_bytes);

/// Calls f(0) .. f(count - 1), begun in this order by at most `threads` threads with such stacks, and waits for all; with one
/// thread or one call they run here.
inline void share_out(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& f,
                      std::size_t stack_bytes = big_stack_bytes) {
  std::atomic<std::size_t> next = 0;
  const auto some = [&](unsigned) {
    for (std::size_t i = next++; i < count; i = next++) f(i);
  };
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  if (threads <= 1)
    some(0);
  else
    run_on_big_stacks(threads, some, stack_bytes);
}

/// From now on `handler` is called, on a stack of its own, when a thread of run_on_big_stacks has no stack left. It
/// must not return. Process wide; for the program's main function, not for libraries.
void install_stack_handler(void (*handler)());

/// From now on each thread of run_on_big_stacks calls `begin` before all else. Process wide; for the program's main
/// function, before it starts one.
void install_thread_start(void (*begin)());

/// Thrown by run_on_big_stacks where a thread had no stack left while a StackRecovery lived.
struct NoStackLeft : std::exception {
  const char* what() const noexcept override { return "the input nests too deeply for the stack"; }
};

/// For libraries: while one lives, a thread that run_on_big_stacks starts meanwhile and that has no stack left ends, and
/// run_on_big_stacks throws NoStackLeft when all have ended. What the thread had made is not destroyed: that memory is
/// lost, and locks that it held stay locked. Several may live, in any threads. While there is one, the process listens
/// to SIGSEGV; faults of others go to whom they went before, who gets the signal back with the last one's end.
class StackRecovery {
 public:
  StackRecovery();
  ~StackRecovery();
  StackRecovery(const StackRecovery&) = delete;
  StackRecovery& operator=(const StackRecovery&) = delete;
};

}  // namespace lathe::nvptx
