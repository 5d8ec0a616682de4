/* Loaded in front of the C library: memory that ends at a given allocation, for the threads that are not the process's first.
 *   fail_from(n)  the n-th allocation from now on and all behind it fail; 0: none does
 *   fail_once(n)  the n-th alone
 *   failures()    how many did since
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static atomic_long left, failed;
static atomic_int once;

void fail_from(long n) {
  failed = 0;
  once = 0;
  left = n;
}
void fail_once(long n) {
  failed = 0;
  once = 1;
  left = n;
}
long failures(void) { return failed; }

static int fails(void) {
  if (left == 0 || syscall(SYS_gettid) == getpid()) return 0;
  const long now = atomic_load(&left);
  if (now > 1) {
    atomic_fetch_sub(&left, 1);
    return 0;
  }
  if (once) left = 0;
  atomic_fetch_add(&failed, 1);
  errno = ENOMEM;
  return 1;
}
void* malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void* calloc(size_t n, size_t size) { return fails() ? NULL : __libc_calloc(n, size); }
void* realloc(void* p, size_t size) { return fails() ? NULL : __libc_realloc(p, size); }
void* memalign(size_t align, size_t size) { return fails() ? NULL : __libc_memalign(align, size); }
void* aligned_alloc(size_t align, size_t size) { return memalign(align, size); }
int posix_memalign(void** out, size_t align, size_t size) {
  void* p = memalign(align, size);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}
