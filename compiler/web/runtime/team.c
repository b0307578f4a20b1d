/* A thread's share of a run, and the barrier in which threads meet, each an instance of the module. */
#include <stdatomic.h>

#include "../../library/runtime/interface.h"

enum { MOST_SPINS = 2000 };

/* Of which each instance has its own: globals of WebAssembly, not memory, which all share. */
static int __attribute__((address_space(1))) own_number;
static int __attribute__((address_space(1))) own_team_size;

static _Atomic int arrived;  /* how many threads have come to the barrier */
static _Atomic int meetings; /* how often all have */

static int thread_number(void) { return own_number; }

static int team_size(void) { return own_team_size; }

/* All threads of the team wait here for the last one: awake for a moment, then asleep. */
static void meet(void) {
  int meeting = atomic_load_explicit(&meetings, memory_order_acquire);
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == own_team_size) {
    atomic_store_explicit(&arrived, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&meetings, 1, memory_order_seq_cst);
    __builtin_wasm_memory_atomic_notify((int *)&meetings, UINT32_MAX);
    return;
  }
  for (int spins = 0; spins < MOST_SPINS; spins++)
    if (atomic_load_explicit(&meetings, memory_order_acquire) != meeting) return;
  while (atomic_load_explicit(&meetings, memory_order_seq_cst) == meeting)
    __builtin_wasm_memory_atomic_wait32((int *)&meetings, meeting, -1);
}

void (*ncnnc_barrier)(void) = meet;

extern void ncnnc_worker(const struct ncnnc_call *call);

/* Run the share of thread `number` of `threads`; `call` is in the memory that all share. */
void run_share(struct ncnnc_call *call, int number, int threads) {
  own_number = number;
  own_team_size = threads;
  call->thread_number = thread_number;
  call->team_size = team_size;
  ncnnc_worker(call);
}
