/* What the parts of the run time share. The structs of interface.h are described in Python. */
#ifndef NCNNC_RUNTIME_H
#define NCNNC_RUNTIME_H

#include <stdatomic.h>
#include <stdbool.h>

#include "interface.h"

enum { MOST_THREADS = 1024, MOST_IDLE_BLOCKS = 64, ALIGNMENT = 64 };

/* The head of the memory of a run, as long as a cache line; the memory follows. */
struct block {
  _Alignas(ALIGNMENT) int threads; /* how many it is large enough for */
};

struct ncnnc_model {
  const struct ncnnc_program *program;
  const char *weights; /* those of all programs */
  const char *mapping; /* of the file of the weights, if they are in one */
  size_t mapped_bytes;
  int process; /* that has created the model */
  _Atomic(struct block *) idle[MOST_IDLE_BLOCKS];
  struct helper *helpers; /* threads of own_pool.c without work */
  _Atomic int is_locked;  /* these */
};

#pragma GCC visibility push(hidden)

/* Generated for each library, see tables.py. Programs are listed best first. */
extern const struct ncnnc_program programs[];
extern const struct ncnnc_feature features[];
extern const char *const messages[];
extern const int64_t program_count, feature_count;
extern const int shape_sets;
extern const char disabled_name[]; /* the environment variable that hides features */
extern const uint64_t weights_file_head[3];
extern const char ncnnc_weights[];
extern const struct ncnnc_sequence sequences[]; /* of programs with extents or states */

/* cpu.c: bit i stands for features[i]. */
uint64_t cpu_features(void);

/* x86_64.c or aarch64.c, all that depends on the kind of CPU */
uint64_t reported_features(void);
/* Ask the system to save large registers, by a system call; false where it does not. */
bool permits_registers(int64_t call, int component);
void spin_pause(void);
extern const int64_t futex_number; /* of Linux's call */

/* linux.c, windows.c or macos.c: a file for each system */
int process_number(void); /* which a fork changes */
/* A pointer that each thread has for itself, NULL at first. */
void *own_pointer(void);
void set_own_pointer(void *pointer);
/* Sleep while a number has this value, perhaps for less long; wake all who do. */
void wait_while(_Atomic int *number, int value);
void wake_all(_Atomic int *number);
/* Where own_pool.c is: begin help on a new thread, 0 if there is none; wait for its end. */
intptr_t start_thread(struct helper *helper);
void join_thread(intptr_t thread);
/* Memory at a multiple of ALIGNMENT, NULL if there is none. */
void *take_memory(size_t bytes);
void free_memory(void *memory);

/* linux_mapping.c and so on: a file of the right size, NULL if that fails */
const char *map_file(const char *path, size_t wanted, int *status);
void unmap_file(const char *mapping, size_t bytes);

/* images.c */
bool images_fit(const struct ncnnc_program *program, const void *const *inputs);
bool is_image(const struct ncnnc_program *program, int64_t input);

/* extents.c, where runs tell extents or there are states */
const struct ncnnc_sequence *sequence_of(const struct ncnnc_model *model);
bool in_range(const struct ncnnc_sequence *sequence, const int64_t *numbers);
int run_on_extents(struct ncnnc_model *model, const int64_t *numbers, const void *const *inputs,
                   void *const *outputs, const struct ncnnc_options *options, void *const *states);

/* memory.c */
size_t run_bytes(const struct ncnnc_program *program, int threads);
struct block *take_block(struct ncnnc_model *model, int threads);
void give_block(struct ncnnc_model *model, struct block *block);
void free_blocks(struct ncnnc_model *model);

/* team.c: each fills in what the call lacks. */
void meet(void);
void run_pool(const struct ncnnc_program *program, const struct ncnnc_options *options, int threads,
              struct ncnnc_call *call);

/* openmp.c; own_pool.c where a system has no OpenMP; or no_openmp.c: only the caller's pool gives
   threads */
bool has_openmp(void);
void run_openmp(struct ncnnc_model *model, int threads, struct ncnnc_call *call);
void openmp_barrier(void);
void end_helpers(struct ncnnc_model *model);
void help(struct helper *helper);

/* weights_inside.c or weights_beside.c */
int open_weights(struct ncnnc_model *model, const char *path);
void close_weights(struct ncnnc_model *model);

#pragma GCC visibility pop

#endif
