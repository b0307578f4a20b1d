/* Weights in a file of their own, which is mapped and verified: see weights_file.py. */
#include <string.h>

#include "runtime.h"

enum { HEAD_BYTES = 64 };

/* The sum of all words, each mixed with its place; as weights_file.Checksum. */
static uint64_t checksum(const uint64_t *words, uint64_t count) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t placed = words[i] ^ (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = (placed ^ placed >> 32) * UINT64_C(0xBF58476D1CE4E5B9);
    sum += mixed ^ mixed >> 29;
  }
  return sum;
}

int open_weights(struct ncnnc_model *model, const char *path) {
  if (!path) return NCNNC_ERROR_WEIGHTS_PATH;
  uint64_t bytes = weights_file_head[1], wanted_sum = weights_file_head[2];
  int status;
  const char *mapping = map_file(path, bytes + HEAD_BYTES, &status);
  if (!mapping) return status;
  const char *weights = mapping + HEAD_BYTES;
  if (memcmp(mapping, weights_file_head, sizeof weights_file_head) ||
      checksum((const uint64_t *)weights, bytes / sizeof(uint64_t)) != wanted_sum) {
    unmap_file(mapping, bytes + HEAD_BYTES);
    return NCNNC_ERROR_WEIGHTS;
  }
  model->weights = weights;
  model->mapping = mapping;
  model->mapped_bytes = bytes + HEAD_BYTES;
  return NCNNC_OK;
}

void close_weights(struct ncnnc_model *model) { unmap_file(model->mapping, model->mapped_bytes); }
