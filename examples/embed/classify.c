/* Classifies an image by a network that `ncnnc compile` has made a library of.
 *
 *     ncnnc compile ../digits/digits.param -o digits.o
 *     cc classify.c digits.o -o classify
 *     ./classify seven.pgm
 *
 * For a network of your own: its header, its name in front of the functions, its mean and norm. */
#include <stdio.h>
#include <stdlib.h>

#include "digits.h"
#include "image.h"

static const float mean[3] = {0, 0, 0};
static const float norm[3] = {1 / 255.f, 1 / 255.f, 1 / 255.f};

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: classify IMAGE.ppm\n");
    return 2;
  }
  digits_model *model;
  int status = digits_create(&model);
  if (status != DIGITS_OK) {
    fprintf(stderr, "%s\n", digits_error_string(status));
    return 1;
  }
  image picture;
  if (image_read(&picture, words[1])) {
    fprintf(stderr, "%s: error: no binary PGM or PPM of 8 bits\n", words[1]);
    digits_destroy(model);
    return 1;
  }

  static float pixels[DIGITS_INPUT_0_BYTES / sizeof(float)];
  static float scores[DIGITS_OUTPUT_0_BYTES / sizeof(float)];
  const int64_t *shape = digits_input(model, 0)->shape; /* c, h, w */
  image_to_blob(&picture, pixels, (int)shape[0], (int)shape[1], (int)shape[2], mean, norm);
  free(picture.pixels);

  const void *inputs[] = {pixels};
  void *outputs[] = {scores};
  status = digits_run(model, inputs, outputs, 1);
  if (status == DIGITS_OK) {
    int best = 0;
    for (int i = 0; i < (int)digits_output(model, 0)->shape[0]; i++) {
      if (scores[i] > scores[best]) best = i;
    }
    printf("%d (%.3f)\n", best, scores[best]);
  } else {
    fprintf(stderr, "%s\n", digits_error_string(status));
  }
  digits_destroy(model);
  return status != DIGITS_OK;
}
