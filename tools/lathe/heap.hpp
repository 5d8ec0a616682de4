// How the program asks the system for memory: in few large pieces. A page that is touched for the first time costs a
// fault, which under a hypervisor takes ten microseconds, more than what is computed on it.
#pragma once

namespace lathe::nvptx::cli {

/// Once, before there is a second thread.
void prepare_heap();

/// In each thread, before it does anything: its part of the heap comes in huge pages where the system has them.
void prepare_heap_of_thread();

}  // namespace lathe::nvptx::cli
