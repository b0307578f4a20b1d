/*
 * The memory of runs. A model keeps the blocks that runs have used for later ones: each run takes
 * one for itself by an atomic exchange, and nobody waits.
 */
#include "runtime.h"

/* The arena, and a workspace for each thread. */
size_t run_bytes(const struct ncnnc_program *program, int threads) {
  return (size_t)(program->arena_bytes + program->workspace_bytes * threads);
}

static struct block *new_block(const struct ncnnc_program *program, int threads) {
  size_t bytes = run_bytes(program, threads) + sizeof(struct block);
  struct block *block = take_memory(bytes);
  if (block) block->threads = threads;
  return block;
}

/* Return memory for a run of so many threads, NULL if there is none. */
struct block *take_block(struct ncnnc_model *model, int threads) {
  for (int i = 0; i < MOST_IDLE_BLOCKS; i++) {
    /* A look first: an exchange would take the cache line from other threads. */
    if (!atomic_load_explicit(&model->idle[i], memory_order_relaxed)) continue;
    /* Acquire: what the run before has done in the block is over. */
    struct block *block = atomic_exchange_explicit(&model->idle[i], NULL, memory_order_acquire);
    if (!block) continue;
    if (block->threads >= threads) return block;
    free_memory(block);
  }
  return new_block(model->program, threads);
}

void give_block(struct ncnnc_model *model, struct block *block) {
  for (int i = 0; i < MOST_IDLE_BLOCKS; i++) {
    struct block *none = NULL;
    if (atomic_load_explicit(&model->idle[i], memory_order_relaxed)) continue;
    /* Release: whoever takes the block sees what this run has written to it. */
    if (atomic_compare_exchange_strong_explicit(&model->idle[i], &none, block, memory_order_release,
                                                memory_order_relaxed))
      return;
  }
  free_memory(block);
}

/* For a model that nobody runs any more. */
void free_blocks(struct ncnnc_model *model) {
  for (int i = 0; i < MOST_IDLE_BLOCKS; i++)
    free_memory(atomic_load_explicit(&model->idle[i], memory_order_relaxed));
}
