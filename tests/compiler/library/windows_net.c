/* Runs a network on so many threads; takes the target that it expects, and a library to load. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "net.h"

/* Calls of a library that is linked, or of one that is loaded. */
#ifdef LOADED
static HMODULE library;
#define CALL(name) ((__typeof__(&name))(void (*)(void))GetProcAddress(library, #name))
#else
#define CALL(name) name
#endif

int main(int count, char **words);

struct share {
  net_task task;
  void *data;
  int number;
};

enum { MOST_THREADS = 32, MOST_FRAMES = 32, CODE_BYTES = 4096 };

static DWORD WINAPI run_share(void *given) {
  struct share *share = given;
  share->task(share->data, share->number);
  return 0;
}

/* Run all threads, and tell in the pool how many frames of the library are above that of main. */
static void parallel(void *pool, net_task task, void *data, int threads) {
  void *frames[MOST_FRAMES];
  HANDLE others[MOST_THREADS];
  struct share shares[MOST_THREADS];
  uintptr_t begin = (uintptr_t)main;
  int count = RtlCaptureStackBackTrace(1, MOST_FRAMES, frames, NULL), i;
  for (i = 0; i < count; i++)
    if ((uintptr_t)frames[i] - begin < CODE_BYTES) *(int *)pool = i;
  for (i = 1; i < threads; i++) {
    shares[i] = (struct share){task, data, i};
    others[i] = CreateThread(NULL, 0, run_share, &shares[i], 0, NULL);
  }
  task(data, 0);
  for (i = 1; i < threads; i++) WaitForSingleObject(others[i], INFINITE);
}

int main(int count, char **words) {
  net_model *model;
  if (count < 3) return 1;
  int threads = atoi(words[2]);
#ifdef LOADED
  library = LoadLibraryA(words[3]);
  if (!library) return 2;
#endif
  if (CALL(net_create)(&model) || strcmp(CALL(net_target)(model), words[1])) return 3;
  size_t taken = CALL(net_input)(model, 0)->bytes, made = CALL(net_output)(model, 0)->bytes;
  void *x = malloc(taken), *y = malloc(made);
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
  if (fread(x, 1, taken, stdin) != taken) return 4;
  const void *inputs[] = {x};
  void *outputs[] = {y};
  /* Threads sleep between runs, and wake up. */
  for (int i = 0; i < 3; i++) {
    if (CALL(net_run)(model, inputs, outputs, threads)) return 5;
    Sleep(i);
  }
  int frames = 0;
  net_options options = {.threads = 2, .parallel = parallel, .pool = &frames};
  if (CALL(net_run_with)(model, inputs, outputs, &options) || frames < 2) return 7;
  fwrite(y, 1, made, stdout);
  CALL(net_destroy)(model);
#ifdef LOADED
  /* None of its threads is left. */
  if (!FreeLibrary(library) || GetModuleHandleA(words[3])) return 6;
#endif
  return 0;
}
