/* What Windows does for a library; all functions are those of kernel32. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "runtime.h"

/* Compilers for Windows ask for it where there are floats. */
int _fltused = 1;

enum { PLACES = 64 };

/* Those who wait for a number meet at the place that its address has. */
static struct {
  SRWLOCK lock;
  CONDITION_VARIABLE changed;
} places[PLACES];

int process_number(void) { return 0; }

bool permits_registers(int64_t call, int component) {
  (void)call, (void)component;
  return false;
}

/* Return the number of the slot that each thread has, taken once. */
static DWORD own_slot(void) {
  static _Atomic DWORD slot; /* plus 1 */
  DWORD found = atomic_load_explicit(&slot, memory_order_acquire);
  if (found) return found - 1;
  DWORD made = TlsAlloc() + 1;
  if (atomic_compare_exchange_strong_explicit(&slot, &found, made, memory_order_acq_rel,
                                              memory_order_acquire))
    return made - 1;
  TlsFree(made - 1);
  return found - 1;
}

void *own_pointer(void) { return TlsGetValue(own_slot()); }

void set_own_pointer(void *pointer) { TlsSetValue(own_slot(), pointer); }

void wait_while(_Atomic int *number, int value) {
  size_t place = (uintptr_t)number / ALIGNMENT % PLACES;
  AcquireSRWLockExclusive(&places[place].lock);
  if (atomic_load_explicit(number, memory_order_seq_cst) == value)
    SleepConditionVariableSRW(&places[place].changed, &places[place].lock, INFINITE, 0);
  ReleaseSRWLockExclusive(&places[place].lock);
}

void wake_all(_Atomic int *number) {
  size_t place = (uintptr_t)number / ALIGNMENT % PLACES;
  /* Whoever has the lock and has seen the old number is asleep once it is released. */
  AcquireSRWLockExclusive(&places[place].lock);
  ReleaseSRWLockExclusive(&places[place].lock);
  WakeAllConditionVariable(&places[place].changed);
}

static DWORD WINAPI begin(void *helper) {
  help(helper);
  return 0;
}

intptr_t start_thread(struct helper *helper) {
  return (intptr_t)CreateThread(NULL, 0, begin, helper, 0, NULL);
}

void join_thread(intptr_t thread) {
  WaitForSingleObject((HANDLE)thread, INFINITE);
  CloseHandle((HANDLE)thread);
}

void *take_memory(size_t bytes) {
  return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void free_memory(void *memory) {
  if (memory) VirtualFree(memory, 0, MEM_RELEASE);
}
