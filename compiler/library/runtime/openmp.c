/* Threads of an OpenMP runtime: libgomp, or LLVM's, which has the same entries. */
#include "runtime.h"

void GOMP_parallel(void (*worker)(const struct ncnnc_call *), const struct ncnnc_call *call,
                   unsigned threads, unsigned flags);
void GOMP_barrier(void);
int omp_get_thread_num(void);
int omp_get_num_threads(void);

bool has_openmp(void) { return true; }

void run_openmp(struct ncnnc_model *model, int threads, struct ncnnc_call *call) {
  call->thread_number = omp_get_thread_num;
  call->team_size = omp_get_num_threads;
  GOMP_parallel(model->program->worker, call, (unsigned)threads, 0);
}

void openmp_barrier(void) { GOMP_barrier(); }

void end_helpers(struct ncnnc_model *model) { (void)model; }
