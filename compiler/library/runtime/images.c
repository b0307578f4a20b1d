/* Images of any size: the bytes are one input, and the numbers that tell the size the next. */
#include "runtime.h"

/* Return whether each has from 1 to the most rows and columns, and rows that do not overlap. */
bool images_fit(const struct ncnnc_program *program, const void *const *inputs) {
  for (int64_t i = 0; i < program->image_count; i++) {
    const struct ncnnc_image *image = &program->images[i];
    const int *extents = inputs[image->extents];
    int rows = extents[0], columns = extents[1], stride = extents[2];
    if (rows < 1 || rows > image->most_rows) return false;
    if (columns < 1 || columns > image->most_columns) return false;
    if (stride < columns * image->pixel_bytes) return false;
  }
  return true;
}

bool is_image(const struct ncnnc_program *program, int64_t input) {
  for (int64_t i = 0; i < program->image_count; i++)
    if (program->images[i].extents == input + 1) return true;
  return false;
}
