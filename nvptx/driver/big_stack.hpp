// Runs a callable on a new thread with a large stack: IR can nest expressions, types and blocks deeper than the default
// 8 MB allow. Only the pages that are touched cost memory.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace lathe::nvptx {

inline constexpr std::size_t big_stack_bytes = std::size_t{256} << 20;

/// Calls f(0) .. f(count - 1), each on its own thread, and waits for all. A thread that cannot be made runs here.
template <class F>
void run_on_big_stacks(unsigned count, const F& f, std::size_t stack_bytes = big_stack_bytes) {
  struct Job {
    const F* function;
    unsigned index;
    pthread_t thread;
    bool started;
  };
  std::vector<Job> jobs(count);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  for (unsigned i = 0; i < count; ++i) {
    jobs[i] = {&f, i, {}, false};
    const auto start = [](void* argument) -> void* {
      auto* job = static_cast<Job*>(argument);
      (*job->function)(job->index);
      return nullptr;
    };
    jobs[i].started = pthread_create(&jobs[i].thread, &attributes, start, &jobs[i]) == 0;
  }
  pthread_attr_destroy(&attributes);
  for (Job& job : jobs) {
    if (job.started)
      pthread_join(job.thread, nullptr);
    else
      f(job.index);
  }
}

}  // namespace lathe::nvptx
