// Threads with large stacks, and what becomes of one that is used up. See big_stack.hpp.
#include "nvptx/support/big_stack.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <mutex>
#include <vector>

namespace lathe::nvptx {
namespace {

constexpr std::size_t guard_bytes = std::size_t{64} << 10, least_stack = std::size_t{1} << 20;
constexpr std::size_t signal_stack_bytes = std::size_t{32} << 10;

struct Job {
  const std::function<void(unsigned)>* function = nullptr;
  unsigned index = 0;
  std::size_t stack = 0;
  pthread_t thread{};
  bool started = false;
  std::exception_ptr thrown;
};

void (*stack_handler)() = nullptr;
void (*thread_start)() = nullptr;
struct sigaction former_action{};
// Where a thread's variables of a library are made when they are first touched, glibc ends the process if there is no
// memory for them. With one such as these, all of the library's are made with the thread.
#define LATHE_WITH_THE_THREAD __attribute__((tls_model("initial-exec"))) thread_local
// Where this thread's stack ends; set by SignalStack.
LATHE_WITH_THE_THREAD std::uintptr_t stack_end = 0;
// Whether run_on_big_stacks made this thread, and with how much.
LATHE_WITH_THE_THREAD std::size_t own_stack = 0;
// Where the thread's job begins again when its stack is used up; null: nowhere.
LATHE_WITH_THE_THREAD sigjmp_buf* way_out = nullptr;
#undef LATHE_WITH_THE_THREAD
// How many StackRecovery there are; the mutex is for whoever makes or ends one.
std::atomic<unsigned> recoveries = 0;
std::mutex recoveries_mutex;

void on_fault(int signal, siginfo_t* info, void* context) {
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool no_stack_left =
      stack_end != 0 && at + (std::uintptr_t{1} << 20) >= stack_end && at <= stack_end + guard_bytes;
  if (no_stack_left && way_out != nullptr) ::siglongjmp(*way_out, 1);
  if (no_stack_left && stack_handler != nullptr) stack_handler();
  // Another fault: for who listened before; where nobody did, it happens again as if nobody had now.
  if ((former_action.sa_flags & SA_SIGINFO) != 0 && former_action.sa_sigaction != nullptr)
    former_action.sa_sigaction(signal, info, context);
  else if (former_action.sa_handler != SIG_DFL && former_action.sa_handler != SIG_IGN)
    former_action.sa_handler(signal);
  else
    ::sigaction(SIGSEGV, &former_action, nullptr);
}
void listen() {
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGSEGV, &action, &former_action);
}

/// Gives the thread that calls it a place for signals, and remembers where its stack ends.
class SignalStack {
 public:
  SignalStack() {
    if (stack_handler == nullptr && recoveries == 0) return;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* low = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    place_ = ::mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place_ == MAP_FAILED) return;
    stack_t stack{};
    stack.ss_sp = place_;
    stack.ss_size = signal_stack_bytes;
    if (::sigaltstack(&stack, &former_) == 0) stack_end = reinterpret_cast<std::uintptr_t>(low);
  }
  ~SignalStack() {
    if (stack_end != 0) ::sigaltstack(&former_, nullptr);
    stack_end = 0;
    if (place_ != MAP_FAILED) ::munmap(place_, signal_stack_bytes);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  void* place_ = MAP_FAILED;
  stack_t former_{};
};

/// Runs the job; false when the stack was used up. A function of its own: nothing in it may change between the two
/// returns of sigsetjmp.
bool ends_on_its_stack(const Job& job) {
  sigjmp_buf here;
  sigjmp_buf* const outer = way_out;
  if (sigsetjmp(here, 1) != 0) {
    way_out = outer;
    return false;
  }
  way_out = &here;
  try {
    (*job.function)(job.index);
  } catch (...) {
    way_out = outer;
    throw;
  }
  way_out = outer;
  return true;
}
void work(Job& job) {
  try {
    if (recoveries == 0 || stack_end == 0)
      (*job.function)(job.index);
    else if (!ends_on_its_stack(job))
      throw NoStackLeft();
  } catch (...) {
    job.thrown = std::current_exception();
  }
}

/// What the process has of a limit: pages of its address space, and of that what is data.
void in_use(std::size_t& space, std::size_t& data) {
  unsigned long pages[6] = {};
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    const int got =
        std::fscanf(file, "%lu %lu %lu %lu %lu %lu", &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5]);
    std::fclose(file);
    if (got != 6) pages[0] = pages[5] = 0;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  space = pages[0] * page;
  data = pages[5] * page;
}

std::size_t limit_of(int resource) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  return std::max<std::size_t>(1, limit.rlim_cur);
}

}  // namespace

std::size_t address_space_limit() {
  const std::size_t space = limit_of(RLIMIT_AS), data = limit_of(RLIMIT_DATA);
  return space == 0 || (data != 0 && data < space) ? data : space;
}

std::size_t affordable_stack(unsigned count, std::size_t bytes) {
  const std::size_t space = limit_of(RLIMIT_AS), data = limit_of(RLIMIT_DATA);
  if (space == 0 && data == 0) return bytes;
  std::size_t used_space = 0, used_data = 0;
  in_use(used_space, used_data);
  std::size_t left = SIZE_MAX;
  if (space != 0) left = std::min(left, space > used_space ? space - used_space : 0);
  if (data != 0) left = std::min(left, data > used_data ? data - used_data : 0);
  const std::size_t share = left / 8 / std::max(1U, count) & ~(guard_bytes - 1);
  return std::min(bytes, std::max(share, least_stack));
}

void run_on_big_stacks(unsigned count, const std::function<void(unsigned)>& f, std::size_t stack_bytes) {
  std::vector<Job> jobs(count);
  const std::size_t stack = affordable_stack(count, stack_bytes);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  pthread_attr_setguardsize(&attributes, guard_bytes);
  // A caller that has such a stack takes the first itself: as many threads as cores then, from the first moment. One
  // that only waits still counts where the system places the others, and two of them can begin on one core.
  const bool takes_one = own_stack >= stack;
  for (unsigned i = 0; i < count; ++i) {
    jobs[i].function = &f;
    jobs[i].index = i;
    jobs[i].stack = stack;
    const auto start = [](void* argument) -> void* {
      Job& job = *static_cast<Job*>(argument);
      own_stack = job.stack;
      if (thread_start != nullptr) thread_start();
      const SignalStack signals;
      work(job);
      return nullptr;
    };
    if (i > 0 || !takes_one) jobs[i].started = pthread_create(&jobs[i].thread, &attributes, start, &jobs[i]) == 0;
  }
  if (takes_one && count > 0) work(jobs[0]);
  pthread_attr_destroy(&attributes);
  for (Job& job : jobs) {
    if (job.started)
      pthread_join(job.thread, nullptr);
    else if (!takes_one || job.index > 0)
      work(job);
  }
  for (const Job& job : jobs)
    if (job.thrown) std::rethrow_exception(job.thrown);
}

void install_stack_handler(void (*handler)()) {
  stack_handler = handler;
  listen();
}

void install_thread_start(void (*begin)()) { thread_start = begin; }

StackRecovery::StackRecovery() {
  const std::lock_guard lock(recoveries_mutex);
  if (recoveries == 0 && stack_handler == nullptr) listen();
  ++recoveries;
}
StackRecovery::~StackRecovery() {
  const std::lock_guard lock(recoveries_mutex);
  if (--recoveries != 0 || stack_handler != nullptr) return;
  // Whoever began to listen in the meantime has our handler as the one before, and calls it.
  struct sigaction now{};
  if (::sigaction(SIGSEGV, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_fault)
    ::sigaction(SIGSEGV, &former_action, nullptr);
}

}  // namespace lathe::nvptx
