/*
 * The team of threads, each an instance of the module: the caller of a run leads, in place of the
 * OpenMP of other machines, and workers take their shares. One that fails ends the run of all, and
 * so does one of which nothing is seen for too long: an engine may have ended it.
 */
#include "../../library/runtime/runtime.h"

enum { MOST_SPINS = 400000, TIMED_OUT = 2, NONE = -1 };

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
static _Atomic int steps[MOST_THREADS]; /* of each thread: runs begun and barriers reached */
static _Atomic int lost = NONE;         /* the number of a thread that went no further */
static int64_t most_wait;               /* in nanoseconds, for a step of any thread */

static int thread_number(void) { return own_number; }

static int team_size(void) { return team_threads; }

static int look(_Atomic int *number) { return atomic_load_explicit(number, memory_order_seq_cst); }

/*
 * Not inlined: code of V8 11 (Node 20) that is not optimized yet loses the value of a local that is
 * live across this instruction.
 */
__attribute__((noinline)) static int sleep_if(_Atomic int *number, int value, int64_t time) {
  return __builtin_wasm_memory_atomic_wait32((int *)number, value, time);
}

static void wake(_Atomic int *number) {
  __builtin_wasm_memory_atomic_notify((int *)number, UINT32_MAX);
}

static void end_if_failed(void) {
  if (look(&failed)) __builtin_trap();
}

static void add_step(void) {
  atomic_fetch_add_explicit(&steps[own_number], 1, memory_order_seq_cst);
}

/* Return the sum of all threads' steps, and tell which has made the fewest. */
static int all_steps(int *last) {
  int sum = 0;
  *last = 0;
  for (int i = 0; i < team_threads; i++) {
    sum += look(&steps[i]);
    if (look(&steps[i]) < look(&steps[*last])) *last = i;
  }
  return sum;
}

/* Stay awake for half a millisecond until others change a number: to fall asleep and be woken takes
   longer than most layers. */
static bool is_changed_soon(_Atomic int *number, int value) {
  for (int spins = 0; spins < MOST_SPINS; spins++)
    if (atomic_load_explicit(number, memory_order_acquire) != value) return true;
  return false;
}

/* Wait until others change a number, and fail if no thread makes a step for too long. */
static void wait_for_others(_Atomic int *number, int value) {
  if (is_changed_soon(number, value)) return;
  int last, before = all_steps(&last);
  while (look(number) == value) {
    if (sleep_if(number, value, most_wait) != TIMED_OUT) continue;
    int now = all_steps(&last);
    if (now == before) {
      atomic_store_explicit(&lost, last, memory_order_seq_cst);
      __builtin_trap();
    }
    before = now;
  }
}

/* All threads of the team wait here for the last one. */
void meet(void) {
  int meeting = atomic_load_explicit(&meetings, memory_order_acquire);
  add_step();
  if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) + 1 == team_threads) {
    atomic_store_explicit(&arrived, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&meetings, 1, memory_order_seq_cst);
    wake(&meetings);
  }
  wait_for_others(&meetings, meeting);
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
  add_step();
  shared_worker(call);
  for (int others; (others = look(&left)) > 0;) wait_for_others(&left, others);
  end_if_failed();
}

void end_helpers(struct ncnnc_model *model) { (void)model; }

/* Allow so many milliseconds for a step. */
void team_begin(int milliseconds) { most_wait = milliseconds * INT64_C(1000000); }

/* Return the number of a thread that went no further; negative if all did. */
int team_lost(void) { return look(&lost); }

/* Become the worker of a number, from 1. */
void team_join(int number) {
  own_number = number;
  own_turn = look(&turn);
}

/* Wait for the next run, and compute the share of this worker. */
void team_work(void) {
  if (!is_changed_soon(&turn, own_turn))
    while (look(&turn) == own_turn) sleep_if(&turn, own_turn, -1);
  own_turn = look(&turn);
  add_step();
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
