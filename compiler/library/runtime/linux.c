/* What Linux does for a library. */
#define _DEFAULT_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

enum { HUGE_PAGE = 2 << 20, LARGE = 4 << 20 };

static _Thread_local void *pointer_of_thread;

int process_number(void) { return getpid(); }

void *own_pointer(void) { return pointer_of_thread; }

void set_own_pointer(void *pointer) { pointer_of_thread = pointer; }

void wait_while(_Atomic int *number, int value) {
  syscall(futex_number, number, FUTEX_WAIT_PRIVATE, value, NULL);
}

void wake_all(_Atomic int *number) { syscall(futex_number, number, FUTEX_WAKE_PRIVATE, INT_MAX); }

bool permits_registers(int64_t call, int component) {
  enum { REQUEST_PERMISSION = 0x1023 }; /* ARCH_REQ_XCOMP_PERM of asm/prctl.h */
  return !syscall(call, REQUEST_PERMISSION, component);
}

void *take_memory(size_t bytes) {
  /* Large ones in huge pages, as far as the system allows: fewer addresses to look up. */
  bool is_large = bytes >= LARGE;
  void *memory;
  if (posix_memalign(&memory, is_large ? HUGE_PAGE : ALIGNMENT, bytes)) return NULL;
  if (is_large) madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void free_memory(void *memory) { free(memory); }
