/* Find the set of shapes that fits what a caller has. */
#include "runtime.h"

/* Return whether extents are those of a shape; h and w of an image of any size are the most. */
static bool has_extents(const int64_t *shape, const int64_t *given, int axes, bool is_image) {
  for (int i = 0; i < axes; i++) {
    bool is_size = is_image && (i == axes - 3 || i == axes - 2);
    bool fits = is_size && given[i] >= 1 && given[i] <= shape[i];
    if (given[i] != shape[i] && !fits) return false;
  }
  return true;
}

static bool has_shapes(const struct ncnnc_program *program, const int64_t *const *extents,
                       const int *axes) {
  for (int64_t i = 0; i < program->input_count; i++) {
    const struct ncnnc_tensor *input = &program->inputs[i];
    if (axes[i] != input->axes || !extents[i]) return false;
    if (!has_extents(input->shape, extents[i], input->axes, is_image(program, i))) return false;
  }
  return true;
}

int ncnnc_find_shapes(const int64_t *const *extents, const int *axes, int *shapes) {
  if (!extents || !axes || !shapes) return NCNNC_ERROR_ARGUMENT;
  for (int64_t i = 0; i < program_count; i++) {
    if (has_shapes(&programs[i], extents, axes)) {
      *shapes = (int)programs[i].shapes;
      return NCNNC_OK;
    }
  }
  return NCNNC_ERROR_SHAPES;
}
