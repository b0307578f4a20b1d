/* Runs sessions of a decoder, whose weights are in a file, and a fork and a file of one. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

#include "decoder.h"

#define CHECK(status)                                                                 \
  do {                                                                                \
    int found = (status);                                                             \
    if (found) return fprintf(stderr, "%s\n", decoder_error_string(found)), __LINE__; \
  } while (0)

static const void *inputs[DECODER_INPUTS];
static void *outputs[DECODER_OUTPUTS];
static decoder_model *model;

/* Run so many rows, whose inputs come one after the other, and write the output. */
static int step(decoder_session *session, int64_t rows) {
  decoder_extents extents = {.T = rows, .P = decoder_session_length(session)};
  int64_t shape[8];
  for (int i = 0; i < DECODER_INPUTS; i++) {
    const decoder_tensor *input = decoder_input(model, i);
    size_t bytes = (size_t)input->element_bytes;
    CHECK(decoder_input_shape(model, &extents, i, shape));
    for (int axis = 0; axis < input->axes; axis++) bytes *= (size_t)shape[axis];
    void *x = malloc(bytes);
    if (fread(x, 1, bytes, stdin) != bytes) return __LINE__;
    inputs[i] = x;
  }
  size_t made = decoder_output_0_bytes(&extents);
  outputs[0] = malloc(made);
  CHECK(decoder_session_run(session, &extents, inputs, outputs, 2));
  return fwrite(outputs[0], 1, made, stdout) == made ? 0 : __LINE__;
}

/* Paths are UTF-8, which arguments of programs are not. */
static const char weights[] = "weights \xc3\xa4.bin", states[] = "\xc3\xb6.states";

int main(void) {
  decoder_session *session, *fork, *other;
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
  if (decoder_create(&model) != DECODER_ERROR_WEIGHTS_PATH) return 2;
  if (decoder_create_with(&model, 0, "none.bin") != DECODER_ERROR_FILE) return 3;
  if (decoder_create_with(&model, 0, "decoder.h") != DECODER_ERROR_WEIGHTS) return 4;
  CHECK(decoder_create_with(&model, 0, weights));
  CHECK(decoder_session_create(&session, model, 0));
  CHECK(decoder_session_create(&other, model, 0));
  int failed = step(session, 5);
  if (failed) return failed;
  CHECK(decoder_session_fork(&fork, session));
  CHECK(decoder_session_save(session, "old.states"));
  CHECK(decoder_session_save(session, states));
  CHECK(decoder_session_save(session, states)); /* over the first */
  CHECK(decoder_session_load(other, states, 0));
  decoder_session *all[] = {session, fork, other};
  for (int i = 0; i < 3; i++)
    if ((failed = step(all[i], 1 + i))) return failed;
  for (int i = 0; i < 3; i++) decoder_session_destroy(all[i]);
  decoder_destroy(model);
  return 0;
}
