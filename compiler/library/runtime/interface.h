/* Generated from interface.py, structs.py and entry_points.py: make library-runtime */
#ifndef NCNNC_INTERFACE_H
#define NCNNC_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

typedef struct ncnnc_extents ncnnc_extents;
typedef struct ncnnc_session ncnnc_session;
/* What functions return that may fail; ncnnc_error_string says more. */
enum {
  NCNNC_OK = 0,
  NCNNC_ERROR_TARGET = 1,
  NCNNC_ERROR_MEMORY = 2,
  NCNNC_ERROR_ARGUMENT = 3,
  NCNNC_ERROR_FILE = 4,
  NCNNC_ERROR_WEIGHTS = 5,
  NCNNC_ERROR_THREADS = 6,
  NCNNC_ERROR_SHAPES = 7,
  NCNNC_ERROR_BOUNDS = 8,
  NCNNC_STOPPED = 9,
  NCNNC_ERROR_THREAD_COUNT = 10,
  NCNNC_ERROR_ALIGNMENT = 11,
  NCNNC_ERROR_IMAGE = 12,
  NCNNC_ERROR_WEIGHTS_PATH = 13,
  NCNNC_ERROR_EXTENTS = 14,
  NCNNC_ERROR_FULL = 15,
  NCNNC_ERROR_BUSY = 16,
  NCNNC_ERROR_STATES = 17,
  NCNNC_ERROR_LENGTH = 18,
  NCNNC_ERROR_INDEX = 19,
  NCNNC_ERROR_FILLED = 20,
};

/* A model that is ready to run. */
typedef struct ncnnc_model ncnnc_model;

/* An input or an output. */
typedef struct ncnnc_tensor {
  /* the blob's name in the model */
  const char *name;
  /* its element type, such as float32, int32, uint8 */
  const char *type;
  /* the extents, outermost first, such as c, h, w */
  const int64_t *shape;
  /* size of the dense array */
  size_t bytes;
  /* how many extents there are */
  int axes;
  /* size of an element */
  int element_bytes;
  /* 1 if shape[0] is the most rows that there can be, as of detections; see ncnnc_rows */
  int finds_rows;
  /* of an input of int8: what numbers are multiplied by to be rounded to it; else 0 */
  float scale;
} ncnnc_tensor;

/* One thread's share of a run. */
typedef void (*ncnnc_task)(void *data, int thread);

/* Calls task(data, 0) to task(data, threads - 1), all at the same time, each on a thread of its
 * own, since they wait for each other; returns when all have returned. The caller's thread may
 * be one of them. */
typedef void (*ncnnc_parallel)(void *pool, ncnnc_task task, void *data, int threads);

/* How to run; all zero is the default. */
typedef struct ncnnc_options {
  /* how many run, from 1; 0: as many as compiled for */
  int threads;
  /* ncnnc_workspace_bytes of memory, at a multiple of 64, for this run alone; NULL: the model's
   * own */
  void *memory;
  /* runs the threads on a pool of yours; NULL: OpenMP does */
  ncnnc_parallel parallel;
  /* what parallel is called with first */
  void *pool;
  /* the run ends after the layer under way, with NCNNC_STOPPED and no outputs, once this is not
   * 0, which any thread or a signal handler may make it; NULL: never */
  const volatile int *stop;
} ncnnc_options;

/* Makes a model for the first set of shapes, with the weights in this library. It takes the best
 * code that this CPU can run. Creating is cheap, and models share the weights. */
int ncnnc_create(struct ncnnc_model **model);

/* Makes a model for a set of shapes, from 0. If the weights are in a file of their own, that is
 * its path, and it is mapped and verified; else it is NULL. */
int ncnnc_create_with(struct ncnnc_model **model, int shapes, const char *weights_file);

/* Frees a model that nobody runs any more, or NULL. */
void ncnnc_destroy(struct ncnnc_model *model);

/* Runs the model on the inputs, in their order, each dense and aligned as its elements are, and
 * writes the outputs, none of which overlaps another or an input. Inputs without elements may be
 * NULL. Any number of threads may run one model at a time: each run has memory of its own, which
 * is kept for later ones. 0 threads are as many as compiled for. Results are the same, bit for
 * bit, for any number of threads. */
int ncnnc_run(
    struct ncnnc_model *model, const void *const *inputs, void *const *outputs, int threads);

/* The same, with memory and threads of the caller's. It allocates nothing if it is given memory. */
int ncnnc_run_with(
    struct ncnnc_model *model, const void *const *inputs, void *const *outputs, const struct ncnnc_options *options);

/* How much memory a run on so many threads needs; 0 for a number that there cannot be. */
size_t ncnnc_workspace_bytes(const struct ncnnc_model *model, int threads);

/* The target that the chosen code is compiled for, by the name that --target has. */
const char *ncnnc_target(const struct ncnnc_model *model);

/* How many sets of shapes the library is compiled for. */
int ncnnc_shape_sets(void);

/* Finds the set of shapes that inputs have, for ncnnc_create_with: of each, in their order, the
 * extents, outermost first, and how many there are; of an image of any size its own. If no set
 * is for them, *shapes stays as it is, and the status is NCNNC_ERROR_SHAPES. */
int ncnnc_find_shapes(const int64_t *const *extents, const int *axes, int *shapes);

/* How many inputs there are. */
int ncnnc_input_count(const struct ncnnc_model *model);

/* How many outputs there are. */
int ncnnc_output_count(const struct ncnnc_model *model);

/* An input, from 0; NULL if there is none. */
const struct ncnnc_tensor *ncnnc_input(const struct ncnnc_model *model, int index);

/* An output, from 0; NULL if there is none. */
const struct ncnnc_tensor *ncnnc_output(const struct ncnnc_model *model, int index);

/* How many rows, the first ones, of an output that a run has written count: those found. */
int64_t ncnnc_rows(const struct ncnnc_tensor *tensor, const void *data);

/* What a status means, as one line. */
const char *ncnnc_error_string(int status);

/* Runs the model on inputs of these extents, in their order, each dense and aligned as its
 * elements are, and writes the outputs, dense too, none of which overlaps another or an input.
 * Inputs without elements may be NULL. Any number of threads may run one model at a time: each
 * run has memory of its own, which is kept for later ones. Of that memory, which is for the
 * largest extents, a run touches what it uses. 0 threads are as many as compiled for. Results
 * are the same, bit for bit, for any number of threads. */
int ncnnc_dynamic_run(
    struct ncnnc_model *model, const struct ncnnc_extents *extents, const void *const *inputs, void *const *outputs, int threads);

/* The same, with memory and threads of the caller's. It allocates nothing if it is given memory. */
int ncnnc_dynamic_run_with(
    struct ncnnc_model *model, const struct ncnnc_extents *extents, const void *const *inputs, void *const *outputs, const struct ncnnc_options *options);

/* What a status means, as one line. */
const char *ncnnc_dynamic_error_string(int status);

/* Writes the extents that an input has for these, as many as it has axes. */
int ncnnc_input_shape(
    const struct ncnnc_model *model, const struct ncnnc_extents *extents, int index, int64_t *shape);

/* Writes the extents that an output has for these, as many as it has axes. */
int ncnnc_output_shape(
    const struct ncnnc_model *model, const struct ncnnc_extents *extents, int index, int64_t *shape);

/* Makes a session: states of the model that stay from run to run, without rows at first, zeros
 * if of a fixed size. It holds at most so many rows; 0: as many as compiled for. It takes memory
 * as rows come, page by page. The model must stay as long as its sessions, which share its code
 * and weights. */
int ncnnc_session_create(
    struct ncnnc_session **session, struct ncnnc_model *model, int64_t max_length);

/* Frees a session that nobody uses any more, or NULL. */
void ncnnc_session_destroy(struct ncnnc_session *session);

/* Runs the model on inputs of these extents, in their order and without the states, each dense
 * and aligned as its elements are, and writes the outputs, dense too, none of which overlaps
 * another or an input. Extents that are lengths of states are not looked at; a model without
 * extents known at run time takes NULL. Any number of sessions may run at a time, each on one
 * run: another is NCNNC_ERROR_BUSY. A run that fails or is stopped leaves the states as they
 * were. 0 threads are as many as compiled for. Results are the same, bit for bit, for any number
 * of threads. */
int ncnnc_session_run(
    struct ncnnc_session *session, const struct ncnnc_extents *extents, const void *const *inputs, void *const *outputs, int threads);

/* The same, with memory and threads of the caller's. It allocates nothing if it is given memory. */
int ncnnc_session_run_with(
    struct ncnnc_session *session, const struct ncnnc_extents *extents, const void *const *inputs, void *const *outputs, const struct ncnnc_options *options);

/* How many rows there are. */
int64_t ncnnc_session_length(const struct ncnnc_session *session);

/* How many there may be. */
int64_t ncnnc_session_max_length(const struct ncnnc_session *session);

/* Forgets all rows from this one on. NCNNC_ERROR_LENGTH for more rows than there are, and with
 * states of a fixed size, which have no rows to forget, for fewer. Keys of an encoder stay. */
int ncnnc_session_truncate(struct ncnnc_session *session, int64_t length);

/* Forgets all: no rows, and zeros in states of a fixed size. */
int ncnnc_session_reset(struct ncnnc_session *session);

/* Makes another session with the same states. Where there are many rows, both share their pages
 * until one of them writes to a page. */
int ncnnc_session_fork(struct ncnnc_session **fork, struct ncnnc_session *session);

/* Writes the states to a file, which appears whole or not at all. It is the file that
 * session.save of ncnnc in Python writes. */
int ncnnc_session_save(struct ncnnc_session *session, const char *path);

/* Takes the states of a file, once all of it is verified: NCNNC_ERROR_STATES for any other file,
 * also for states of a model that was compiled from other files, unless any_weights is not 0. */
int ncnnc_session_load(struct ncnnc_session *session, const char *path, int any_weights);

/* What the threads of a team run on together. */
typedef struct ncnnc_call {
  /* the input blobs in their order, each dense and aligned as its elements are */
  const void *const *inputs;
  /* where the output blobs go, in their order; no two overlap, nor does one overlap an input */
  void *const *outputs;
  /* the program's weights, at a multiple of 64 bytes; runs may share them */
  const void *weights;
  /* memory for the activations of this run, at a multiple of 64 bytes */
  void *arena;
  /* scratch memory of this run, as much as a thread needs times the threads, aligned as the
   * arena */
  void *workspace;
  /* the run ends after the step under way once this is not 0: a signal handler may set it */
  const volatile int *stop;
  /* two numbers: how many steps to leave out, as a run that was stopped has done them; and 0,
   * which becomes the number of steps done where this run is stopped */
  int64_t *progress;
  /* tells the number of the thread that calls it, from 0 (OpenMP's omp_get_thread_num) */
  int (*thread_number)(void);
  /* tells how many threads run (OpenMP's omp_get_num_threads) */
  int (*team_size)(void);
  /* only ncnnc_profile uses it: takes the time stamp counter before each step and after the
   * thread's share of it, twice as many as steps for each thread, those of thread 0 first */
  uint64_t *stamps;
} ncnnc_call;

/* A feature of CPUs. */
typedef struct ncnnc_feature {
  /* LLVM's name */
  const char *name;
  /* the features that no CPU has without it, by their bits */
  uint64_t hides;
  /* where CPUID tells it, or getauxval */
  uint32_t leaf;
  /* of the leaf */
  uint32_t subleaf;
  /* of the register, from EAX */
  uint32_t number;
  /* in the register */
  uint32_t bit;
  /* the bits of XCR0 for the registers that it needs */
  uint32_t saved;
} ncnnc_feature;

/* An image of any size among the inputs. */
typedef struct ncnnc_image {
  /* the input with rows, columns and bytes between rows */
  int64_t extents;
  /* the rows that there may be */
  int most_rows;
  /* the columns that there may be */
  int most_columns;
  /* size of a pixel */
  int pixel_bytes;
} ncnnc_image;

/* The code of a model for one target and one set of shapes. */
typedef struct ncnnc_program {
  /* runs on the caller's thread */
  void (*run)(const void *const *inputs, void *const *outputs, const void *weights, void *arena, void *workspace, const volatile int *stop, int64_t *progress);
  /* runs a thread's share of it */
  void (*worker)(const struct ncnnc_call *call);
  /* the variable for where threads meet */
  void (*_Atomic *barrier)(void);
  /* name of the target */
  const char *target;
  /* those that the target needs, by their bits */
  uint64_t features;
  /* number of the set of shapes */
  int64_t shapes;
  /* where its weights begin */
  int64_t weights_offset;
  /* size of the arena */
  int64_t arena_bytes;
  /* size of a thread's workspace */
  int64_t workspace_bytes;
  /* where in the arena code with bounds checks records a failure; 0 if it has none */
  int64_t failure_at;
  /* how many run where nothing is said */
  int threads;
  /* number of inputs */
  int64_t input_count;
  /* number of outputs */
  int64_t output_count;
  /* number of images of any size */
  int64_t image_count;
  /* in their order */
  const struct ncnnc_tensor *inputs;
  /* in their order */
  const struct ncnnc_tensor *outputs;
  /* in the order of the inputs */
  const struct ncnnc_image *images;
} ncnnc_program;

/* The values that an extent may have. */
typedef struct ncnnc_range {
  /* of a run */
  int64_t least;
  /* of a run */
  int64_t most;
} ncnnc_range;

/* An input or an output as the code takes it, of a program with extents or states. */
typedef struct ncnnc_place {
  /* among the arrays of the caller; -1 for a state */
  int64_t index;
  /* among the states; -1 for an array of the caller */
  int64_t state;
  /* computes its extents from those known at run time; NULL if they are static */
  void (*find_extents)(const int64_t *numbers, int64_t *extents);
  /* extents in memory, unless they are static */
  const int64_t *planned;
  /* of the copy with these extents in the arena */
  int64_t offset;
} ncnnc_place;

/* A state; see runtime/sessions/state_layout.py. */
typedef struct ncnnc_state {
  /* in the memory of the session */
  int64_t offset;
  /* of what a run writes; the same if it grows */
  int64_t next_offset;
  /* size of all of it, of a fixed size; 0 if it grows */
  int64_t bytes;
  /* which of the lengths its rows are, if it grows */
  int64_t length;
  /* parts of a state that grows, with rows of their own */
  int64_t heads;
  /* from one to the next */
  int64_t head_bytes;
  /* parts of each head, with a piece of each row */
  int64_t panels;
  /* from one to the next */
  int64_t panel_bytes;
  /* size of a row in a panel */
  int64_t row_bytes;
  /* the same of the last panel */
  int64_t last_row_bytes;
  /* rows that are together */
  int64_t group;
  /* the rows of all groups */
  int64_t most_rows;
} ncnnc_state;

/* What a program has besides if its runs tell extents, or if it has states. */
typedef struct ncnnc_sequence {
  /* of the extents known at run time */
  const struct ncnnc_range *ranges;
  /* how many these are */
  int64_t range_count;
  /* in the order of the code */
  const struct ncnnc_place *inputs;
  /* in the order of the code */
  const struct ncnnc_place *outputs;
  /* number of inputs */
  int64_t input_count;
  /* number of outputs */
  int64_t output_count;
  /* of the arguments of the code in the arena */
  int64_t pointers_offset;
  /* those that grow first */
  const struct ncnnc_state *states;
  /* how many states there are */
  int64_t state_count;
  /* size of the memory of a session */
  int64_t state_bytes;
  /* the extents that are lengths: of the session, then of states that one run fills */
  const int64_t *lengths;
  /* how many these are; 0 if no state grows */
  int64_t length_count;
  /* computes the lengths after a run */
  void (*find_lengths)(const int64_t *numbers, int64_t *lengths);
  /* digests of the states and of the model's files */
  const char *identity;
} ncnnc_sequence;

#endif
