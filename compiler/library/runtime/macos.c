/* What macOS does for a library. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime.h"

enum { PLACES = 64 };

/* Those who wait for a number meet at the place that its address has. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
} places[PLACES];
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin_all(void) {
  pthread_key_create(&key, NULL);
  for (int i = 0; i < PLACES; i++) {
    pthread_mutex_init(&places[i].lock, NULL);
    pthread_cond_init(&places[i].changed, NULL);
  }
}

int process_number(void) { return getpid(); }

bool permits_registers(int64_t call, int component) {
  (void)call, (void)component;
  return false;
}

void *own_pointer(void) {
  pthread_once(&once, begin_all);
  return pthread_getspecific(key);
}

void set_own_pointer(void *pointer) {
  pthread_once(&once, begin_all);
  pthread_setspecific(key, pointer);
}

void wait_while(_Atomic int *number, int value) {
  size_t place = (uintptr_t)number / ALIGNMENT % PLACES;
  pthread_once(&once, begin_all);
  pthread_mutex_lock(&places[place].lock);
  if (atomic_load_explicit(number, memory_order_seq_cst) == value)
    pthread_cond_wait(&places[place].changed, &places[place].lock);
  pthread_mutex_unlock(&places[place].lock);
}

void wake_all(_Atomic int *number) {
  size_t place = (uintptr_t)number / ALIGNMENT % PLACES;
  pthread_once(&once, begin_all);
  /* Whoever has the lock and has seen the old number is asleep once it is released. */
  pthread_mutex_lock(&places[place].lock);
  pthread_mutex_unlock(&places[place].lock);
  pthread_cond_broadcast(&places[place].changed);
}

static void *begin(void *helper) {
  help(helper);
  return NULL;
}

intptr_t start_thread(struct helper *helper) {
  pthread_t thread;
  return pthread_create(&thread, NULL, begin, helper) ? 0 : (intptr_t)thread;
}

void join_thread(intptr_t thread) { pthread_join((pthread_t)thread, NULL); }

void *take_memory(size_t bytes) {
  void *memory;
  return posix_memalign(&memory, ALIGNMENT, bytes) ? NULL : memory;
}

void free_memory(void *memory) { free(memory); }
