/* Weights in a file of their own, which is mapped and verified: see weights_file.py. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* Map a file of the right size, NULL if that fails. */
static void *map_file(const char *path, size_t wanted, int *status) {
  /* O_NONBLOCK: a FIFO is not waited for. */
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  *status = NCNNC_ERROR_FILE;
  if (file < 0) return NULL;
  off_t size = lseek(file, 0, SEEK_END);
  void *mapping = MAP_FAILED;
  if (size >= 0 && (size_t)size != wanted)
    *status = NCNNC_ERROR_WEIGHTS;
  else if (size >= 0)
    mapping = mmap(NULL, wanted, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  return mapping == MAP_FAILED ? NULL : mapping;
}

int open_weights(struct ncnnc_model *model, const char *path) {
  if (!path) return NCNNC_ERROR_WEIGHTS_PATH;
  uint64_t bytes = weights_file_head[1], wanted_sum = weights_file_head[2];
  int status;
  char *mapping = map_file(path, bytes + HEAD_BYTES, &status);
  if (!mapping) return status;
  const char *weights = mapping + HEAD_BYTES;
  if (memcmp(mapping, weights_file_head, sizeof weights_file_head) ||
      checksum((const uint64_t *)weights, bytes / sizeof(uint64_t)) != wanted_sum) {
    munmap(mapping, bytes + HEAD_BYTES);
    return NCNNC_ERROR_WEIGHTS;
  }
  model->weights = weights;
  model->mapping = mapping;
  model->mapped_bytes = bytes + HEAD_BYTES;
  return NCNNC_OK;
}

void close_weights(struct ncnnc_model *model) { munmap(model->mapping, model->mapped_bytes); }
