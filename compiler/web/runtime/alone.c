/* In place of team.c where there is one thread: none of it is called. */
#include "../../library/runtime/runtime.h"

bool has_openmp(void) { return false; }

void run_openmp(struct ncnnc_model *model, int threads, struct ncnnc_call *call) {
  (void)model, (void)threads, (void)call;
}

void end_helpers(struct ncnnc_model *model) { (void)model; }

void run_pool(const struct ncnnc_program *program, const struct ncnnc_options *options, int threads,
              struct ncnnc_call *call) {
  (void)program, (void)options, (void)threads, (void)call;
}

void meet(void) {}
