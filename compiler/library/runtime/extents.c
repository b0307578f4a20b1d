/*
 * Runs that tell extents. The code takes arrays with the extents that memory is planned for; callers
 * have dense ones of the extents of a run, which are copied to the end of the arena and from it.
 */
#include <string.h>

#include "runtime.h"

enum { MOST_AXES = 8 };

/* An array of a caller's, and where the code finds or leaves it. */
struct staged {
  char *dense, *memory;
  const int64_t *planned;
  int64_t extents[MOST_AXES];
  int axes;
  int64_t element_bytes, elements;
};

const struct ncnnc_sequence *sequence_of(const struct ncnnc_model *model) {
  return &sequences[model->program - programs];
}

/* Return whether each extent of a run is in its range. */
bool in_range(const struct ncnnc_sequence *sequence, const int64_t *numbers) {
  for (int64_t i = 0; i < sequence->range_count; i++) {
    const struct ncnnc_range *range = &sequence->ranges[i];
    if (numbers[i] < range->least || numbers[i] > range->most) return false;
  }
  return true;
}

/* Compute the extents of an input or an output. */
static void find_extents(const struct ncnnc_place *place, const struct ncnnc_tensor *tensor,
                         const int64_t *numbers, int64_t *extents) {
  if (place->find_extents)
    place->find_extents(numbers, extents);
  else
    memcpy(extents, tensor->shape, (size_t)tensor->axes * sizeof *extents);
}

/* Describe an array; one of static extents is where the caller has it. */
static void describe(struct staged *it, const struct ncnnc_place *place,
                     const struct ncnnc_tensor *tensors, const void *const *arrays,
                     const int64_t *numbers, char *arena) {
  const struct ncnnc_tensor *tensor = &tensors[place->index];
  it->dense = (char *)arrays[place->index];
  it->memory = place->planned ? arena + place->offset : it->dense;
  it->planned = place->planned;
  it->axes = tensor->axes;
  it->element_bytes = tensor->element_bytes;
  it->elements = 1;
  find_extents(place, tensor, numbers, it->extents);
  for (int i = 0; i < it->axes; i++) it->elements *= it->extents[i];
}

/* Copy from the caller's array, or to it. */
static void copy(const struct staged *it, bool is_input) {
  if (it->dense == it->memory || it->elements <= 0) return;
  int last = it->axes - 1;
  int64_t inner_bytes = it->element_bytes, rows = 1;
  /* Inner axes that are whole belong to the row of those around them. */
  for (; last > 0 && it->extents[last] == it->planned[last]; last--)
    inner_bytes *= it->extents[last];
  for (int i = 0; i < last; i++) rows *= it->extents[i];
  int64_t bytes = it->extents[last] * inner_bytes;
  for (int64_t row = 0; row < rows; row++) {
    int64_t planned_row = 0, stride = 1;
    for (int64_t i = last - 1, rest = row; i >= 0; rest /= it->extents[i--]) {
      planned_row += rest % it->extents[i] * stride;
      stride *= it->planned[i];
    }
    char *dense = it->dense + row * bytes;
    char *memory = it->memory + planned_row * it->planned[last] * inner_bytes;
    memcpy(is_input ? memory : dense, is_input ? dense : memory, (size_t)bytes);
  }
}

/* What a run is given. */
struct given {
  const int64_t *numbers;
  const void *const *inputs;
  const void *const *outputs;
  void *const *states; /* of a session, what it reads before what it writes */
};

/* Put inputs where the code reads them. */
static bool take_inputs(const struct ncnnc_program *program, const struct ncnnc_sequence *sequence,
                        const struct given *given, char *arena, const void **read) {
  for (int64_t i = 0; i < sequence->input_count; i++) {
    const struct ncnnc_place *place = &sequence->inputs[i];
    if (place->state >= 0) {
      read[i] = given->states[place->state];
      continue;
    }
    struct staged it;
    describe(&it, place, program->inputs, given->inputs, given->numbers, arena);
    if (it.elements > 0 && !it.dense) return false;
    copy(&it, true);
    /* Those without elements may be anywhere, but for NULL. */
    read[i] = it.memory ? it.memory : arena;
  }
  read[sequence->input_count] = given->numbers;
  return true;
}

/* Say where the code writes outputs, or copy them from there. */
static bool take_outputs(const struct ncnnc_program *program, const struct ncnnc_sequence *sequence,
                         const struct given *given, char *arena, void **written, bool is_done) {
  for (int64_t i = 0; i < sequence->output_count; i++) {
    const struct ncnnc_place *place = &sequence->outputs[i];
    if (place->state >= 0) {
      written[i] = given->states[sequence->state_count + place->state];
      continue;
    }
    struct staged it;
    describe(&it, place, program->outputs, given->outputs, given->numbers, arena);
    if (it.elements > 0 && !it.dense) return false;
    if (is_done) copy(&it, false);
    written[i] = it.memory ? it.memory : arena;
  }
  return true;
}

/* Run in memory of run_bytes. */
static int run_in(struct ncnnc_model *model, const struct given *given,
                  const struct ncnnc_options *options) {
  const struct ncnnc_program *program = model->program;
  const struct ncnnc_sequence *sequence = sequence_of(model);
  char *arena = options->memory;
  const void **read = (const void **)(arena + sequence->pointers_offset);
  void **written = (void **)(read + sequence->input_count + 1);
  if (!take_inputs(program, sequence, given, arena, read) ||
      !take_outputs(program, sequence, given, arena, written, false))
    return NCNNC_ERROR_ARGUMENT;
  int status = ncnnc_run_with(model, read, written, options);
  if (status == NCNNC_OK) take_outputs(program, sequence, given, arena, written, true);
  return status;
}

int run_on_extents(struct ncnnc_model *model, const int64_t *numbers, const void *const *inputs,
                   void *const *outputs, const struct ncnnc_options *options_given,
                   void *const *states) {
  const struct given given = {numbers, inputs, (const void *const *)outputs, states};
  struct ncnnc_options options = {0};
  if (options_given) options = *options_given;
  if (!inputs || !outputs) return NCNNC_ERROR_ARGUMENT;
  if (!in_range(sequence_of(model), numbers)) return NCNNC_ERROR_EXTENTS;
  if (!options.threads) options.threads = model->program->threads;
  if (options.threads < 0 || options.threads > MOST_THREADS) return NCNNC_ERROR_THREAD_COUNT;
  if ((uintptr_t)options.memory % ALIGNMENT) return NCNNC_ERROR_ALIGNMENT;
  if (options.memory) return run_in(model, &given, &options);
  struct block *block = take_block(model, options.threads);
  if (!block) return NCNNC_ERROR_MEMORY;
  options.memory = block + 1;
  int status = run_in(model, &given, &options);
  give_block(model, block);
  return status;
}

int ncnnc_dynamic_run(struct ncnnc_model *model, const struct ncnnc_extents *extents,
                   const void *const *inputs, void *const *outputs, int threads) {
  const struct ncnnc_options options = {.threads = threads};
  return ncnnc_dynamic_run_with(model, extents, inputs, outputs, &options);
}

int ncnnc_dynamic_run_with(struct ncnnc_model *model, const struct ncnnc_extents *extents,
                        const void *const *inputs, void *const *outputs,
                        const struct ncnnc_options *options) {
  if (!model || !extents) return NCNNC_ERROR_ARGUMENT;
  return run_on_extents(model, (const int64_t *)extents, inputs, outputs, options, NULL);
}

/* Write the extents of the input or the output that callers number so. */
static int write_shape(const struct ncnnc_model *model, const struct ncnnc_extents *extents,
                       int index, int64_t *shape, bool is_input) {
  const int64_t *numbers = (const int64_t *)extents;
  if (!model || !extents || !shape) return NCNNC_ERROR_ARGUMENT;
  const struct ncnnc_program *program = model->program;
  const struct ncnnc_sequence *sequence = sequence_of(model);
  if (!in_range(sequence, numbers)) return NCNNC_ERROR_EXTENTS;
  const struct ncnnc_tensor *tensors = is_input ? program->inputs : program->outputs;
  const struct ncnnc_place *places = is_input ? sequence->inputs : sequence->outputs;
  int64_t count = is_input ? sequence->input_count : sequence->output_count;
  for (int64_t i = 0; i < count; i++) {
    if (index < 0 || places[i].index != index) continue;
    find_extents(&places[i], &tensors[index], numbers, shape);
    return NCNNC_OK;
  }
  return NCNNC_ERROR_INDEX;
}

int ncnnc_input_shape(const struct ncnnc_model *model, const struct ncnnc_extents *extents,
                      int index, int64_t *shape) {
  return write_shape(model, extents, index, shape, true);
}

int ncnnc_output_shape(const struct ncnnc_model *model, const struct ncnnc_extents *extents,
                       int index, int64_t *shape) {
  return write_shape(model, extents, index, shape, false);
}

const char *ncnnc_dynamic_error_string(int status) {
  enum { KNOWN = NCNNC_ERROR_FILLED + 1 };
  return messages[status >= 0 && status < KNOWN ? status : KNOWN];
}
