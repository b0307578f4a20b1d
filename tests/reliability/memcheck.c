/* Runs a model on what is in the file `inputs`, and writes its outputs to the file `outputs`.
 * All that the model is given is as large as it must be, and nothing in it is set that the model
 * should set: what valgrind's memcheck says of a run is about the model's code. */
#define _POSIX_C_SOURCE 200112L
#include <stdio.h>
#include <stdlib.h>

#include "m.h"

#define CHECK(what) \
  if (!(what)) return printf("line %d: %s\n", __LINE__, #what), 1

int main(void) {
  m_model *model;
  /* One more: a model may have no inputs. */
  void *inputs[M_INPUTS + 1], *outputs[M_OUTPUTS], *memory;
  int threads = 1;
  size_t ones = 0;

  FILE *file = fopen("inputs", "rb");
  CHECK(file && !m_create(&model));
  for (int i = 0; i < M_INPUTS; i++) {
    size_t bytes = m_input(model, i)->bytes;
    CHECK((inputs[i] = malloc(bytes)) && fread(inputs[i], 1, bytes, file) == bytes);
  }
  fclose(file);
  for (int i = 0; i < M_OUTPUTS; i++) CHECK((outputs[i] = malloc(m_output(model, i)->bytes)));
  CHECK(!posix_memalign(&memory, 64, m_workspace_bytes(model, threads)));
  m_options options = {.threads = threads, .memory = memory};
  CHECK(!m_run_with(model, (const void *const *)inputs, outputs, &options));

  CHECK((file = fopen("outputs", "wb")));
  for (int i = 0; i < M_OUTPUTS; i++) {
    const unsigned char *data = outputs[i];
    size_t bytes = m_output(model, i)->bytes;
    /* A branch on each bit: it is an error if one is not known. */
    for (size_t byte = 0; byte < bytes; byte++)
      for (int bit = 0; bit < 8; bit++)
        if (data[byte] >> bit & 1) ones++;
    CHECK(fwrite(data, 1, bytes, file) == bytes);
    free(outputs[i]);
  }
  CHECK(!fclose(file) && printf("%zu bits are set\n", ones) > 0);
  for (int i = 0; i < M_INPUTS; i++) free(inputs[i]);
  free(memory);
  m_destroy(model);
  return 0;
}
