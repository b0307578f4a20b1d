/* In place of openmp.c where only the caller's pool gives threads: the rest is never called. */
#include "runtime.h"

bool has_openmp(void) { return false; }

void run_openmp(const struct ncnnc_program *program, int threads, struct ncnnc_call *call) {
  (void)program, (void)threads, (void)call;
}

void openmp_barrier(void) {}
