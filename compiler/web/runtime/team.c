/*
 * The team of threads, each an instance of the module: the caller of a run leads, in place of the
 * OpenMP of other machines, and workers take their shares. One that fails ends the run of all.
 */
#include "../../library/runtime/runtime.h"

enum { MOST_SPINS = 2000 };

/* Of which each instance has its own: globals of WebAssembly, not memory, which all share. */
static int __attribute__((address_space(1))) own_number;
static int __attribute__((address_space(1))) own_turn;

static const struct ncnnc_call *shared_call;
static void (*shared_worker)(const struct ncnnc_call *call);
static int team_threads;
static _Atomic int turn;     /* how many runs have begun */
static _Atomic int left;     /* how many workers have not ended their shares */
static _Atomic int arrived;  /* how many threads have come to the barrier */
static _Atomic int meetings; /* how often all have */
static _Atomic int failed;

static int thread_number(void) { return own_number; }

static int team_size(void) { return team_threads; }

static int look(_Atomic int *number) { return atomic_load_explicit(number, memory_order_seq_cst); }

/*
 * Not inlined: code of V8 11 (Node 20) that is not optimized yet loses the value of a local that is
 * live across this instruction.
 */
__attribute__((noinline)) static void sleep_if(_Atomic int *number, int value) {
  __builtin_wasm_memory_atomic_wait32((int *)number, value, -1);
}

/* Sleep until a number is another one. */
static void sleep_while(_Atomic int *number, int value) {
  while (look(number) == value) sleep_if(number, value);
}

static void wake(_Atomic int *number) {
  __builtin_wasm_memory_atomic_notify((int *)number, UINT32_MAX);
}

static void end_if_failed(void) {
  if (look(&failed)) __builtin_trap();
}

/* All threads of the team wait here for the last one: awake for a moment, then asleep. */
void meet(void) {
  int meeting = atomic_load_explicit(&meetings, memory_order_acquire);
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == team_threads) {
    atomic_store_explicit(&arrived, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&meetings, 1, memory_order_seq_cst);
    wake(&meetings);
  }
  for (int spins = 0; spins < MOST_SPINS; spins++)
    if (atomic_load_explicit(&meetings, memory_order_acquire) != meeting) break;
  sleep_while(&meetings, meeting);
  end_if_failed();
}

bool has_openmp(void) { return true; }

void run_pool(const struct ncnnc_program *program, const struct ncnnc_options *options, int threads,
              struct ncnnc_call *call) {
  (void)program, (void)options, (void)threads, (void)call;
}

/* Lead a run: begin it, compute the first share, and wait for the others. */
void run_openmp(struct ncnnc_model *model, int threads, struct ncnnc_call *call) {
  own_number = 0;
  team_threads = threads;
  call->thread_number = thread_number;
  call->team_size = team_size;
  shared_call = call;
  shared_worker = model->program->worker;
  atomic_store_explicit(&left, threads - 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&turn, 1, memory_order_seq_cst);
  wake(&turn);
  shared_worker(call);
  for (int others; (others = look(&left)) > 0;) sleep_while(&left, others);
  end_if_failed();
}

void end_helpers(struct ncnnc_model *model) { (void)model; }

/* Become the worker of a number, from 1. */
void team_join(int number) {
  own_number = number;
  own_turn = look(&turn);
}

/* Wait for the next run, and compute the share of this worker. */
void team_work(void) {
  sleep_while(&turn, own_turn);
  own_turn = look(&turn);
  shared_worker(shared_call);
  if (atomic_fetch_sub_explicit(&left, 1, memory_order_seq_cst) == 1) wake(&left);
}

/* End the run under way, of which this thread cannot compute its share, and all later ones. */
void team_fail(void) {
  atomic_store_explicit(&failed, 1, memory_order_seq_cst);
  atomic_fetch_add_explicit(&meetings, 1, memory_order_seq_cst);
  atomic_store_explicit(&left, 0, memory_order_seq_cst);
  wake(&meetings);
  wake(&left);
}
