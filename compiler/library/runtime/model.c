/* The functions of a library that make and run models: interface.py documents them. */
#include <math.h>
#include <stdlib.h>

#include "runtime.h"

/* The first program for a set of shapes that this CPU can run. */
static const struct ncnnc_program *best_program(int64_t shapes) {
  uint64_t missing = ~cpu_features();
  for (int64_t i = 0; i < program_count; i++) {
    const struct ncnnc_program *program = &programs[i];
    if (program->shapes == shapes && !(program->features & missing)) return program;
  }
  return NULL;
}

int ncnnc_create(struct ncnnc_model **model) { return ncnnc_create_with(model, 0, NULL); }

int ncnnc_create_with(struct ncnnc_model **result, int shapes, const char *weights_file) {
  if (!result) return NCNNC_ERROR_ARGUMENT;
  *result = NULL;
  if (shapes < 0 || shapes >= shape_sets) return NCNNC_ERROR_SHAPES;
  const struct ncnnc_program *program = best_program(shapes);
  if (!program) return NCNNC_ERROR_TARGET;
  struct ncnnc_model *model = calloc(1, sizeof *model);
  if (!model) return NCNNC_ERROR_MEMORY;
  int status = open_weights(model, weights_file);
  if (status != NCNNC_OK) {
    free(model);
    return status;
  }
  model->program = program;
  model->process = process_number();
  /* Other models may run the same program: they have stored the same address. Release, so that
     every thread that reads the address sees a function that is ready. */
  atomic_store_explicit(program->barrier, meet, memory_order_release);
  *result = model;
  return NCNNC_OK;
}

void ncnnc_destroy(struct ncnnc_model *model) {
  if (!model) return;
  end_helpers(model);
  free_blocks(model);
  close_weights(model);
  free(model);
}

/* Return whether all blobs that have elements have an address. */
static bool all_there(const void *const *pointers, int64_t count,
                      const struct ncnnc_tensor *tensors) {
  if (!pointers) return false;
  for (int64_t i = 0; i < count; i++)
    if (!pointers[i] && tensors[i].bytes) return false;
  return true;
}

/* Run on several threads, or on this one. */
static void run_threads(struct ncnnc_model *model, const struct ncnnc_options *options, int threads,
                        struct ncnnc_call *call) {
  const struct ncnnc_program *program = model->program;
  if (threads == 1)
    program->run(call->inputs, call->outputs, call->weights, call->arena, call->workspace,
                 call->stop, call->progress);
  else if (options->parallel)
    run_pool(program, options, threads, call);
  else
    run_openmp(model, threads, call);
}

/* Run in memory of run_bytes. */
static int run_in(struct ncnnc_model *model, const void *const *inputs, void *const *outputs,
                  const struct ncnnc_options *options, int threads, char *memory) {
  static const int never = 0;
  const struct ncnnc_program *program = model->program;
  int64_t progress[2] = {0, 0};
  _Alignas(ALIGNMENT) struct ncnnc_call call = {
      .inputs = inputs,
      .outputs = outputs,
      .weights = model->weights + program->weights_offset,
      .arena = memory,
      .workspace = memory + program->arena_bytes,
      .stop = options->stop ? options->stop : &never,
      .progress = progress,
  };
  int64_t unchecked;
  int64_t *failed = program->failure_at ? (int64_t *)(memory + program->failure_at) : &unchecked;
  *failed = 0;
  run_threads(model, options, threads, &call);
  if (*failed) return NCNNC_ERROR_BOUNDS;
  return progress[1] ? NCNNC_STOPPED : NCNNC_OK;
}

int ncnnc_run(struct ncnnc_model *model, const void *const *inputs, void *const *outputs,
              int threads) {
  const struct ncnnc_options options = {.threads = threads};
  return ncnnc_run_with(model, inputs, outputs, &options);
}

int ncnnc_run_with(struct ncnnc_model *model, const void *const *inputs, void *const *outputs,
                   const struct ncnnc_options *options) {
  static const struct ncnnc_options defaults = {0};
  if (!options) options = &defaults;
  if (!model) return NCNNC_ERROR_ARGUMENT;
  const struct ncnnc_program *program = model->program;
  if (!all_there(inputs, program->input_count, program->inputs) ||
      !all_there((const void *const *)outputs, program->output_count, program->outputs))
    return NCNNC_ERROR_ARGUMENT;
  if (!images_fit(program, inputs)) return NCNNC_ERROR_IMAGE;
  int threads = options->threads ? options->threads : program->threads;
  if (threads < 0 || threads > MOST_THREADS) return NCNNC_ERROR_THREAD_COUNT;
  if (threads > 1 && !options->parallel) {
    if (!has_openmp()) return NCNNC_ERROR_THREADS;
    /* A team of OpenMP does not survive a fork: the child runs alone. */
    if (process_number() != model->process) threads = 1;
  }
  if ((uintptr_t)options->memory % ALIGNMENT) return NCNNC_ERROR_ALIGNMENT;
  if (options->memory) return run_in(model, inputs, outputs, options, threads, options->memory);
  struct block *block = take_block(model, threads);
  if (!block) return NCNNC_ERROR_MEMORY;
  int status = run_in(model, inputs, outputs, options, threads, (char *)(block + 1));
  give_block(model, block);
  return status;
}

size_t ncnnc_workspace_bytes(const struct ncnnc_model *model, int threads) {
  if (!model || threads < 1 || threads > MOST_THREADS) return 0;
  return run_bytes(model->program, threads);
}

const char *ncnnc_target(const struct ncnnc_model *model) { return model->program->target; }

int ncnnc_shape_sets(void) { return shape_sets; }

int ncnnc_input_count(const struct ncnnc_model *model) { return (int)model->program->input_count; }

int ncnnc_output_count(const struct ncnnc_model *model) {
  return (int)model->program->output_count;
}

static const struct ncnnc_tensor *tensor_of(const struct ncnnc_tensor *tensors, int64_t count,
                                            int index) {
  return index >= 0 && index < count ? &tensors[index] : NULL;
}

const struct ncnnc_tensor *ncnnc_input(const struct ncnnc_model *model, int index) {
  return tensor_of(model->program->inputs, model->program->input_count, index);
}

const struct ncnnc_tensor *ncnnc_output(const struct ncnnc_model *model, int index) {
  return tensor_of(model->program->outputs, model->program->output_count, index);
}

/* As rows_found of runtime/model/tensors.py: padding is -1, or minus infinity for lone scores. */
int64_t ncnnc_rows(const struct ncnnc_tensor *tensor, const void *data) {
  if (!tensor->axes) return 1;
  int64_t rows = tensor->shape[0], found = 0;
  if (!tensor->finds_rows || !rows) return rows;
  size_t row_bytes = tensor->bytes / (size_t)rows;
  bool is_score = row_bytes == sizeof(float), is_mask = tensor->element_bytes == 1;
  for (; found < rows; found++) {
    const char *row = (const char *)data + (size_t)found * row_bytes;
    float first = is_mask ? *(const signed char *)row : *(const float *)(const void *)row;
    if (is_score ? !(first > -INFINITY) : !(first >= 0)) break;
  }
  return found;
}

const char *ncnnc_error_string(int status) {
  enum { KNOWN = NCNNC_ERROR_WEIGHTS_PATH + 1 };
  return messages[status >= 0 && status < KNOWN ? status : KNOWN];
}
