/*
 * Rows that sessions share until one of them writes to their pages. As
 * runtime/sessions/shared_rows.py: a file in memory, which is never written again, has them, and
 * sessions map it privately, so that the system copies a page once somebody writes to it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sessions.h"

/* C libraries before 2018 have none: rows are copied. */
#pragma weak memfd_create

#ifndef LEAST_SHARED
#define LEAST_SHARED (1 << 20) /* bytes: of fewer a copy takes less time */
#endif

struct shared_rows {
  _Atomic int users;
  int file; /* has the memory of a session */
};

/* Leave the rows to their other users. */
void leave_shared(struct shared_rows *shared) {
  /* Release: what this user has done with the rows is over; acquire: so it is for the last. */
  if (!shared || atomic_fetch_sub_explicit(&shared->users, 1, memory_order_acq_rel) > 1) return;
  close(shared->file);
  free(shared);
}

/* Where a piece lies in the memory of a session it lies in the file. */
struct copying {
  const char *memory;
  intptr_t file;
};

static bool copy_to_file(void *context, char *piece, size_t bytes) {
  struct copying *it = context;
  return lseek((int)it->file, piece - it->memory, SEEK_SET) >= 0 && write_piece(&it->file, piece, bytes);
}

/* Copy the rows in use to a file; NULL if that fails. Its maker is its first user. */
static struct shared_rows *new_shared(const struct ncnnc_session *session) {
  struct shared_rows *shared = memfd_create ? malloc(sizeof *shared) : NULL;
  if (!shared) return NULL;
  shared->file = memfd_create("ncnnc-states", MFD_CLOEXEC);
  if (shared->file < 0) {
    free(shared);
    return NULL;
  }
  atomic_init(&shared->users, 1);
  struct copying copying = {session->memory, shared->file};
  if (ftruncate(shared->file, (off_t)session->sequence->state_bytes) == 0 &&
      walk(session, 0, session->lengths, copy_to_file, &copying))
    return shared;
  leave_shared(shared);
  return NULL;
}

/* Take the first rows, and those after them, from a file; false if that fails. */
static bool map_shared(struct ncnnc_session *session, struct shared_rows *shared, int64_t count) {
  size_t bytes = (size_t)session->sequence->state_bytes;
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE,
                      shared->file, 0);
  if (memory == MAP_FAILED) return false;
  munmap(session->memory, bytes);
  session->memory = memory;
  atomic_fetch_add_explicit(&shared->users, 1, memory_order_relaxed);
  leave_shared(session->shared);
  session->shared = shared;
  session->as_shared = count;
  return true;
}

static int64_t bytes_of_row(const struct ncnnc_state *state) {
  return state->heads * ((state->panels - 1) * state->row_bytes + state->last_row_bytes);
}

void share_rows(struct ncnnc_session *session, struct ncnnc_session *fork) {
  int64_t bytes = 0, length = session->lengths[0];
  for (int64_t i = 0; i < session->sequence->state_count; i++) {
    const struct ncnnc_state *state = &session->sequence->states[i];
    if (!state->bytes && !state->length) bytes += bytes_of_row(state);
  }
  if (bytes * length < LEAST_SHARED) return;
  /* Once less than seven eighths of the rows are those of the file, all go to a new one. */
  if (!session->shared || session->as_shared < length - length / 8) {
    struct shared_rows *shared = new_shared(session);
    if (!shared) return;
    bool is_mapped = map_shared(session, shared, length);
    leave_shared(shared);
    if (!is_mapped) return;
  }
  map_shared(fork, session->shared, session->as_shared);
}
