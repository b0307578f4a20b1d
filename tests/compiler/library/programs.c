/* Runs two libraries in one program, in all ways that their headers say; prints what is wrong.
 * Takes the file with the weights of `two`; writes the outputs of both to `outputs`. */
#define _POSIX_C_SOURCE 200112L
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "digits.h"
#include "two.h"

#define CHECK(what) \
  if (!(what)) return printf("line %d: %s\n", __LINE__, #what), 1

struct job {
  digits_task task;
  void *data;
  int thread;
};

static void *start(void *given) {
  const struct job *job = given;
  job->task(job->data, job->thread);
  return NULL;
}

/* A pool of threads, though a bad one: it makes them anew. */
static void parallel(void *pool, digits_task task, void *data, int threads) {
  pthread_t made[8];
  struct job jobs[8];
  ++*(int *)pool;
  for (int i = 1; i < threads; i++) {
    jobs[i].task = task;
    jobs[i].data = data;
    jobs[i].thread = i;
    pthread_create(&made[i], NULL, start, &jobs[i]);
  }
  task(data, 0);
  for (int i = 1; i < threads; i++) pthread_join(made[i], NULL);
}

static volatile sig_atomic_t stop;
static void end(int number) { stop = number; }

static float image[64], digit[10];
static float a[16 * 12 * 12], s[16 * 12 * 12], y[16 * 12 * 12], z[16];
static float others[2][16 * 12 * 12];
static const void *const digits_inputs[] = {image};
static const void *const two_inputs[] = {a, s};

/* What each of several threads does with one model. */
static void *run_often(void *model) {
  float mine[10];
  void *const outputs[] = {mine};
  for (int i = 0; i < 50; i++) {
    memset(mine, 255, sizeof mine);
    if (digits_run(model, digits_inputs, outputs, 1)) return model;
    if (memcmp(mine, digit, sizeof digit)) return model;
  }
  return NULL;
}

int main(int count, char **words) {
  digits_model *digits;
  two_model *two;
  for (int i = 0; i < 64; i++) image[i] = (float)(i * 7 % 17);
  for (int i = 0; i < 16 * 12 * 12; i++) a[i] = (float)(i % 13) - 6, s[i] = (float)(i % 7) / 4;

  int status = digits_create(&digits);
  if (status) return puts(digits_error_string(status)), 2;
  CHECK(count == 2 && two_create_with(&two, 0, words[1]) == TWO_OK);
  CHECK(two_create_with(&two, 0, "none") == TWO_ERROR_FILE && two == NULL);
  CHECK(two_create_with(&two, 0, words[1]) == TWO_OK);
  CHECK(digits_input(digits, 0)->bytes == DIGITS_INPUT_0_BYTES && sizeof image == DIGITS_INPUT_0_BYTES);
  CHECK(two_input_count(two) == TWO_INPUTS && two_output_count(two) == TWO_OUTPUTS);

  void *const digit_outputs[] = {digit}, *const two_outputs[] = {y, z};
  CHECK(digits_run(digits, digits_inputs, digit_outputs, 1) == DIGITS_OK);
  CHECK(two_run(two, two_inputs, two_outputs, 1) == TWO_OK);

  void *const other_outputs[] = {others[0], others[1]};
  CHECK(digits_run(digits, digits_inputs, other_outputs, 2) == DIGITS_OK);
  CHECK(memcmp(others, digit, sizeof digit) == 0);

  pid_t child = fork();
  if (child == 0) _exit(digits_run(digits, digits_inputs, other_outputs, 2));
  CHECK(waitpid(child, &status, 0) == child && status == 0);

  int runs = 0;
  two_options options = {3, NULL, parallel, &runs, &stop};
  CHECK(posix_memalign(&options.memory, 64, two_workspace_bytes(two, 3)) == 0);
  for (int i = 0; i < 20; i++) {
    memset(others, 255, sizeof others);
    CHECK(two_run_with(two, two_inputs, other_outputs, &options) == TWO_OK);
    CHECK(memcmp(others[0], y, sizeof y) == 0 && memcmp(others[1], z, sizeof z) == 0);
  }
  CHECK(runs == 20);
  signal(SIGINT, end);
  raise(SIGINT);
  for (options.threads = 1; options.threads <= 3; options.threads++) {
    memset(others, 255, sizeof others);
    CHECK(two_run_with(two, two_inputs, other_outputs, &options) == TWO_STOPPED);
    CHECK(others[1][0] != others[1][0]);
  }
  stop = 0;
  options.threads = 3;
  CHECK(two_run_with(two, two_inputs, other_outputs, &options) == TWO_OK);
  CHECK(memcmp(others[0], y, sizeof y) == 0 && memcmp(others[1], z, sizeof z) == 0);
  free(options.memory);

  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, run_often, digits);
  for (int i = 0; i < 4; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    CHECK(failed == NULL);
  }

  FILE *file = fopen("outputs", "wb");
  fwrite(digit, sizeof digit, 1, file);
  fwrite(y, sizeof y, 1, file);
  fwrite(z, sizeof z, 1, file);
  fclose(file);
  puts(digits_target(digits));
  two_destroy(two);
  digits_destroy(digits);
  return 0;
}
