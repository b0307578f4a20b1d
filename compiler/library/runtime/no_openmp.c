/* In place of openmp.c where only the caller's pool gives threads: the rest is never called. */
#include "runtime.h"

bool has_openmp(void) { return false; }

void run_openmp(struct ncnnc_model *model, int threads, struct ncnnc_call *call) {
  (void)model, (void)threads, (void)call;
}

void openmp_barrier(void) {}

void end_helpers(struct ncnnc_model *model) { (void)model; }
