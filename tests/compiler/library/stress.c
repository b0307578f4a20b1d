/*
 * Many threads in the barrier of a team, and in the memory of a model, with the thread sanitizer.
 *
 * What the threads write is not atomic: it is only right, and no data race, if the barrier and the
 * exchange of blocks order it.
 */
#define _DEFAULT_SOURCE
#include <sys/syscall.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sessions.h"

enum { THREADS = 4, ROUNDS = 400 };

void openmp_barrier(void) { abort(); }
const int64_t futex_number = SYS_futex;
void spin_pause(void) {}

static int written[THREADS];
static _Atomic int wrong;

static void work(const struct ncnnc_call *call) {
  int own = call->thread_number(), threads = call->team_size();
  for (int round = 1; round <= ROUNDS; round++) {
    written[own] = round;
    /* Now and then one is late, so that others fall asleep. */
    if (round % 50 == own) usleep(2000);
    meet();
    for (int i = 0; i < threads; i++) wrong += written[i] != round;
    meet();
  }
}

struct job {
  ncnnc_task task;
  void *data;
  int number;
};

static void *start(void *given) {
  struct job *job = given;
  job->task(job->data, job->number);
  return NULL;
}

static void parallel(void *pool, ncnnc_task task, void *data, int threads) {
  pthread_t made[THREADS];
  struct job jobs[THREADS];
  (void)pool;
  for (int i = 0; i < threads; i++) {
    jobs[i] = (struct job){task, data, i};
    pthread_create(&made[i], NULL, start, &jobs[i]);
  }
  for (int i = 0; i < threads; i++) pthread_join(made[i], NULL);
}

static const struct ncnnc_program program = {
    .worker = work, .arena_bytes = 1024, .workspace_bytes = 64};

/* All threads live as long as any: the sanitizer takes those that follow each other for one. */
static pthread_barrier_t all;

static void *take_and_give(void *given) {
  struct ncnnc_model *model = given;
  pthread_barrier_wait(&all);
  for (int i = 0; i < ROUNDS * 10; i++) {
    struct block *block = take_block(model, 1 + i % 3);
    int *numbers = (int *)(block + 1);
    for (int k = 0; k < 16; k++) numbers[k] = i;
    for (int k = 0; k < 16; k++) wrong += numbers[k] != i;
    give_block(model, block);
    if (i % 16 == 0) sched_yield();
  }
  pthread_barrier_wait(&all);
  return NULL;
}

/*
 * A program that counts in a state of a fixed size: it is read and written as those of models. Each
 * run makes one row of a state that grows, which forks share.
 */
enum { ROW = 1 << 20 };
static const struct ncnnc_state states[] = {
    {.heads = 1, .panels = 1, .last_row_bytes = ROW, .group = 1, .most_rows = 1},
    {.offset = ROW, .next_offset = ROW + 64, .bytes = 8, .length = -1}};
static const struct ncnnc_range range = {0, 1};
static const int64_t lengths[] = {0};
static void find_lengths(const int64_t *numbers, int64_t *following) {
  (void)numbers;
  *following = 1;
}
const struct ncnnc_sequence sequences[] = {{.states = states,
                                            .state_count = 2,
                                            .state_bytes = ROW + 128,
                                            .ranges = &range,
                                            .range_count = 1,
                                            .lengths = lengths,
                                            .length_count = 1,
                                            .find_lengths = find_lengths}};
const struct ncnnc_program programs[1];

const struct ncnnc_sequence *sequence_of(const struct ncnnc_model *model) {
  (void)model;
  return sequences;
}

bool in_range(const struct ncnnc_sequence *sequence, const int64_t *numbers) {
  (void)sequence, (void)numbers;
  return true;
}

int run_on_extents(struct ncnnc_model *model, const int64_t *numbers, const void *const *inputs,
                   void *const *outputs, const struct ncnnc_options *options, void *const *states) {
  (void)model, (void)numbers, (void)inputs, (void)outputs, (void)options;
  *(int64_t *)states[3] = *(const int64_t *)states[1] + 1;
  return NCNNC_OK;
}

static struct ncnnc_session *shared;
static _Atomic int runs;

/*
 * All threads run one session, which does so for one at a time, and forks of it. Nothing else is
 * atomic meanwhile: it would order what they do.
 */
static void *run_and_fork(void *given) {
  const int64_t none = 0;
  const struct ncnnc_extents *extents = (const struct ncnnc_extents *)&none;
  struct ncnnc_session *fork;
  int own_runs = 0, own_wrong = 0;
  (void)given;
  pthread_barrier_wait(&all);
  for (int i = 0; i < ROUNDS; i++) {
    int status = ncnnc_session_run(shared, extents, NULL, NULL, 1);
    own_runs += status == NCNNC_OK;
    if (i % 16 == 0) sched_yield();
    if (i % 50 || ncnnc_session_fork(&fork, shared)) continue;
    own_wrong += ncnnc_session_run(fork, extents, NULL, NULL, 1) != NCNNC_OK;
    ncnnc_session_destroy(fork);
  }
  pthread_barrier_wait(&all);
  runs += own_runs;
  wrong += own_wrong;
  return NULL;
}

/* Each thread forks a fork of its own and leaves the rows, the last one for good. */
static void *fork_and_leave(void *given) {
  struct ncnnc_session *own = given, *fork;
  pthread_barrier_wait(&all);
  int status = ncnnc_session_fork(&fork, own);
  ncnnc_session_destroy(own);
  ncnnc_session_destroy(fork);
  return status == NCNNC_OK ? NULL : given;
}

static int64_t counted;
static bool look(void *context, char *piece, size_t bytes) {
  (void)context;
  if (bytes == sizeof counted) counted = *(const int64_t *)piece;
  return true;
}

int main(void) {
  struct ncnnc_options options = {.parallel = parallel};
  struct ncnnc_call call = {0};
  run_pool(&program, &options, THREADS, &call);
  struct ncnnc_model model = {.program = &program};
  pthread_t made[THREADS];
  pthread_barrier_init(&all, NULL, THREADS);
  for (int i = 0; i < THREADS; i++) pthread_create(&made[i], NULL, take_and_give, &model);
  for (int i = 0; i < THREADS; i++) pthread_join(made[i], NULL);
  free_blocks(&model);
  if (ncnnc_session_create(&shared, &model, 0)) return 2;
  for (int i = 0; i < THREADS; i++) pthread_create(&made[i], NULL, run_and_fork, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(made[i], NULL);
  walk(shared, 0, shared->lengths, look, NULL);
  wrong += counted != runs;
  struct ncnnc_session *forks[THREADS];
  for (int i = 0; i < THREADS; i++) wrong += ncnnc_session_fork(&forks[i], shared) != NCNNC_OK;
  wrong += !forks[0]->shared;
  ncnnc_session_destroy(shared);
  for (int i = 0; i < THREADS; i++) pthread_create(&made[i], NULL, fork_and_leave, forks[i]);
  for (int i = 0; i < THREADS; i++) {
    void *failed;
    pthread_join(made[i], &failed);
    wrong += failed != NULL;
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
