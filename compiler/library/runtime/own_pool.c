/*
 * Threads of a model's own, where a system has no OpenMP. They stay for later runs, asleep, and end
 * with the model. A run takes as many as it needs, so that several may run at a time.
 */
#include <stdlib.h>

#include "runtime.h"

enum { MOST_SPINS = 4000 };

struct helper {
  struct helper *next;
  intptr_t thread;
  _Atomic int turn; /* how many tasks it has been given */
  ncnnc_task task;  /* NULL ends it */
  void *data;
  int number;
  _Atomic int *left; /* helpers that are not done */
};

bool has_openmp(void) { return true; }

void openmp_barrier(void) {}

/* Wait until a number has another value: awake for a moment, then asleep. */
static void wait_for_change(_Atomic int *number, int value) {
  for (int spins = 0; spins < MOST_SPINS; spins++) {
    if (atomic_load_explicit(number, memory_order_acquire) != value) return;
    spin_pause();
  }
  while (atomic_load_explicit(number, memory_order_acquire) == value) wait_while(number, value);
}

void help(struct helper *helper) {
  for (int turn = 0;; turn++) {
    wait_for_change(&helper->turn, turn);
    if (!helper->task) return;
    _Atomic int *left = helper->left;
    helper->task(helper->data, helper->number);
    /* Release: the run sees what the helper has done. Then the number may be gone: only its address
       is used. */
    if (atomic_fetch_sub_explicit(left, 1, memory_order_acq_rel) == 1) wake_all(left);
  }
}

/* Let a helper begin what its fields say. */
static void begin_turn(struct helper *helper) {
  atomic_fetch_add_explicit(&helper->turn, 1, memory_order_release);
  wake_all(&helper->turn);
}

static void lock(struct ncnnc_model *model) {
  while (atomic_exchange_explicit(&model->is_locked, 1, memory_order_acquire)) spin_pause();
}

static void unlock(struct ncnnc_model *model) {
  atomic_store_explicit(&model->is_locked, 0, memory_order_release);
}

static struct helper *new_helper(void) {
  struct helper *helper = calloc(1, sizeof *helper);
  if (!helper) return NULL;
  helper->thread = start_thread(helper);
  if (helper->thread) return helper;
  free(helper);
  return NULL;
}

/* Return a helper without work, NULL if there cannot be another. */
static struct helper *take_helper(struct ncnnc_model *model) {
  lock(model);
  struct helper *helper = model->helpers;
  if (helper) model->helpers = helper->next;
  unlock(model);
  return helper ? helper : new_helper();
}

static void give_helpers(struct ncnnc_model *model, struct helper *first) {
  lock(model);
  while (first) {
    struct helper *next = first->next;
    first->next = model->helpers;
    model->helpers = first;
    first = next;
  }
  unlock(model);
}

static void run_helpers(void *pool, ncnnc_task task, void *data, int threads) {
  struct helper *first = pool;
  _Atomic int left = threads - 1;
  int number = 1;
  for (struct helper *helper = first; helper; helper = helper->next) {
    helper->task = task;
    helper->data = data;
    helper->number = number++;
    helper->left = &left;
    begin_turn(helper);
  }
  task(data, 0);
  for (int now; (now = atomic_load_explicit(&left, memory_order_acquire));)
    wait_for_change(&left, now);
}

void run_openmp(struct ncnnc_model *model, int threads, struct ncnnc_call *call) {
  const struct ncnnc_program *program = model->program;
  struct helper *first = NULL;
  int count = 1;
  for (struct helper *helper; count < threads && (helper = take_helper(model)); count++) {
    helper->next = first;
    first = helper;
  }
  if (count == threads) {
    const struct ncnnc_options options = {.parallel = run_helpers, .pool = first};
    run_pool(program, &options, threads, call);
  } else {
    /* The results are the same for any number of threads. */
    program->run(call->inputs, call->outputs, call->weights, call->arena, call->workspace,
                 call->stop, call->progress);
  }
  give_helpers(model, first);
}

void end_helpers(struct ncnnc_model *model) {
  bool is_fork = process_number() != model->process; /* which has none of these threads */
  for (struct helper *helper = model->helpers, *next; helper; helper = next) {
    next = helper->next;
    if (!is_fork) {
      helper->task = NULL;
      begin_turn(helper);
      join_thread(helper->thread);
    }
    free(helper);
  }
}
