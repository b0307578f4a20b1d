/* Runs `joined` for several extents, on several threads, in arrays that end where they must. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "joined.h"

#define CHECK(what) \
  if (!(what)) return printf("line %d: %s\n", __LINE__, #what), "failed"

static joined_model *model;

/* Floats as the header says how many; NULL for none. */
static float *floats(size_t bytes, float first) {
  float *result = bytes ? malloc(bytes) : NULL;
  for (size_t i = 0; i < bytes / sizeof(float); i++) result[i] = first + (float)i;
  return result;
}

static const char *run(int64_t T, int64_t P) {
  joined_extents extents = {0};
  extents.T = T;
  extents.P = P;
  size_t past = joined_input_0_bytes(&extents), rows = joined_input_1_bytes(&extents);
  size_t half = joined_input_2_bytes(&extents);
  CHECK(past == sizeof(float) * 3 * 20 * (size_t)P && rows == sizeof(float) * 3 * 20 * (size_t)T);
  CHECK(half == sizeof(float) * (size_t)((T + 1) / 2) * (size_t)(2 * T));
  CHECK(joined_output_0_extent_1(&extents) == P + T);
  CHECK(joined_output_0_bytes(&extents) == past + rows && joined_output_1_bytes(&extents) == half);
  float *a = floats(past, 1), *b = floats(rows, -5), *c = floats(half, -2);
  float *y = malloc(past + rows), *z = malloc(half);
  const void *inputs[] = {a, b, c};
  void *outputs[] = {y, z};
  CHECK(joined_run(model, &extents, inputs, outputs, 1) == JOINED_OK);
  for (int64_t i = 0; i < 3 * (P + T) * 20; i++) {
    int64_t head = i / ((P + T) * 20), at = i % ((P + T) * 20);
    float x = at < P * 20 ? a[head * P * 20 + at] : b[head * T * 20 + at - P * 20];
    CHECK(y[i] == (x > 0 ? x : 0));
  }
  for (size_t i = 0; i < half / sizeof(float); i++) CHECK(z[i] == (c[i] > 0 ? c[i] : 0));
  free(a), free(b), free(c), free(y), free(z);
  return NULL;
}

static void *run_all(void *given) {
  for (int64_t T = JOINED_T_MIN; T <= JOINED_T_MAX; T += 3)
    for (int64_t P = JOINED_P_MIN; P <= JOINED_P_MAX; P += 11)
      if (run(T, P)) return given;
  return NULL;
}

int main(void) {
  joined_extents wrong = {0};
  pthread_t threads[3];
  if (joined_create(&model)) return 1;
  wrong.T = INT64_MAX;
  if (joined_output_0_bytes(&wrong) || joined_output_0_extent_1(&wrong) != -1) return 2;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run_all, model);
  for (int i = 0; i < 3; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    if (failed) return 3;
  }
  joined_destroy(model);
  puts("done");
  return 0;
}
