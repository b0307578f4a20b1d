/* Weights that are a section of the library. */
#include "runtime.h"

int open_weights(struct ncnnc_model *model, const char *path) {
  if (path) return NCNNC_ERROR_WEIGHTS_PATH;
  model->weights = ncnnc_weights;
  return NCNNC_OK;
}

void close_weights(struct ncnnc_model *model) { (void)model; }
