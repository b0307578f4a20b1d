/* A team of threads that a caller's pool runs, and the barrier in which any team meets. */
#include "runtime.h"

enum { MOST_SPINS = 4000 };

struct team {
  const struct ncnnc_call *call;
  void (*worker)(const struct ncnnc_call *call);
  int threads;
  _Atomic int arrived;  /* how many have come to the barrier */
  _Atomic int meetings; /* how often all have, which those who sleep wait for */
  _Atomic int sleepers;
};

/* What a thread of a caller's pool has as its own pointer. */
struct place {
  struct team *team;
  int number;
};

static int thread_number(void) { return ((struct place *)own_pointer())->number; }

static int team_size(void) { return ((struct place *)own_pointer())->team->threads; }

/* A pool calls this once for each number of a thread. Teams may be nested. */
static void team_task(void *data, int number) {
  struct team *team = data;
  struct place place = {team, number};
  void *outer = own_pointer();
  set_own_pointer(&place);
  team->worker(team->call);
  set_own_pointer(outer);
}

void run_pool(const struct ncnnc_program *program, const struct ncnnc_options *options, int threads,
              struct ncnnc_call *call) {
  call->thread_number = thread_number;
  call->team_size = team_size;
  _Alignas(ALIGNMENT) struct team team = {
      .call = call, .worker = program->worker, .threads = threads};
  options->parallel(options->pool, team_task, &team, threads);
}

/*
 * Sleep until the meeting under way is over.
 *
 * A thread that sleeps says so before it looks at the meetings once more, and the last thread counts
 * the meeting before it looks for sleepers. All four are sequentially consistent: one of the two
 * sees what the other has written, so that nobody sleeps without being woken. The system compares the
 * number again where the wake-up cannot come between.
 */
static void sleep_until_met(struct team *team, int meeting) {
  atomic_fetch_add_explicit(&team->sleepers, 1, memory_order_seq_cst);
  while (atomic_load_explicit(&team->meetings, memory_order_seq_cst) == meeting)
    wait_while(&team->meetings, meeting);
  atomic_fetch_sub_explicit(&team->sleepers, 1, memory_order_seq_cst);
}

/* Begin the next meeting, and wake those who sleep. */
static void end_meeting(struct team *team) {
  /* Relaxed: others come to the next meeting only when they have seen its number, stored below. */
  atomic_store_explicit(&team->arrived, 0, memory_order_relaxed);
  atomic_fetch_add_explicit(&team->meetings, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&team->sleepers, memory_order_seq_cst)) wake_all(&team->meetings);
}

/*
 * All threads of the team wait here for the last one: awake for a moment, then asleep.
 *
 * Arriving releases what a thread has written and acquires what those before it have; the meeting's
 * new number passes all of it on from the last thread to those who wait.
 */
void meet(void) {
  struct place *place = own_pointer();
  if (!place) {
    openmp_barrier();
    return;
  }
  struct team *team = place->team;
  int meeting = atomic_load_explicit(&team->meetings, memory_order_acquire);
  if (atomic_fetch_add_explicit(&team->arrived, 1, memory_order_acq_rel) + 1 == team->threads) {
    end_meeting(team);
    return;
  }
  for (int spins = 0; spins < MOST_SPINS; spins++) {
    if (atomic_load_explicit(&team->meetings, memory_order_acquire) != meeting) return;
    spin_pause();
  }
  sleep_until_met(team, meeting);
}
