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
  fwrite(y, 1, made, stdout);
  CALL(net_destroy)(model);
#ifdef LOADED
  /* None of its threads is left. */
  if (!FreeLibrary(library) || GetModuleHandleA(words[3])) return 6;
#endif
  return 0;
}
