/*
 * Sessions: states of a model that stay from run to run. As runtime/sessions in Python: rows of a
 * state that grows are appended where it lies; a state of a fixed size is read in one place and
 * written to another, so that a run that ends early leaves it as it was.
 */
#include "sessions.h"

#include <stdlib.h>
#include <string.h>

bool claim(struct ncnnc_session *session) {
  /* Acquire: what the thread before has done with the session is over. */
  return !atomic_exchange_explicit(&session->busy, 1, memory_order_acquire);
}

void release(struct ncnnc_session *session) {
  /* Release: the thread that is next sees it. */
  atomic_store_explicit(&session->busy, 0, memory_order_release);
}

/* Return where a run reads a state, or writes it. */
static char *state_memory(const struct ncnnc_session *session, int64_t index, bool is_next) {
  const struct ncnnc_state *state = &session->sequence->states[index];
  bool is_second = is_next != (session->is_swapped != 0);
  return session->memory + (is_second ? state->next_offset : state->offset);
}

/* Visit the rows [begin, end) of a state that grows, with all of the groups that they lie in. */
static bool walk_rows(const struct ncnnc_state *state, char *memory, int64_t begin, int64_t end,
                      visit_piece visit, void *context) {
  int64_t first = begin / state->group * state->group;
  int64_t last = (end + state->group - 1) / state->group * state->group;
  if (last > state->most_rows) last = state->most_rows;
  for (int64_t head = 0; head < state->heads; head++) {
    for (int64_t panel = 0; panel < state->panels; panel++) {
      bool is_last = panel == state->panels - 1;
      int64_t row_bytes = is_last ? state->last_row_bytes : state->row_bytes;
      char *piece = memory + head * state->head_bytes + panel * state->panel_bytes;
      piece += first * row_bytes;
      if (!visit(context, piece, (size_t)((last - first) * row_bytes))) return false;
    }
  }
  return true;
}

bool walk(const struct ncnnc_session *session, int64_t begin, const int64_t *lengths,
          visit_piece visit, void *context) {
  for (int64_t i = 0; i < session->sequence->state_count; i++) {
    const struct ncnnc_state *state = &session->sequence->states[i];
    char *memory = state_memory(session, i, false);
    if (state->bytes) {
      if (!visit(context, memory, (size_t)state->bytes)) return false;
      continue;
    }
    int64_t first = state->length ? 0 : begin;
    if (!walk_rows(state, memory, first, lengths[state->length], visit, context)) return false;
  }
  return true;
}

int ncnnc_session_create(struct ncnnc_session **result, struct ncnnc_model *model,
                         int64_t max_length) {
  if (!result) return NCNNC_ERROR_ARGUMENT;
  *result = NULL;
  if (!model) return NCNNC_ERROR_ARGUMENT;
  const struct ncnnc_sequence *sequence = sequence_of(model);
  int64_t most = sequence->length_count ? sequence->ranges[sequence->lengths[0]].most : 0;
  if (max_length < 0 || max_length > most) return NCNNC_ERROR_LENGTH;
  int64_t count = sequence->length_count + 1; /* there is one to read if no state grows */
  size_t words = (size_t)(2 * sequence->state_count + sequence->range_count + 2 * count);
  struct ncnnc_session *session = calloc(1, sizeof *session + words * sizeof(int64_t));
  if (!session) return NCNNC_ERROR_MEMORY;
  /* Pages are zeros, and there once they are written to. */
  void *memory = take_pages((size_t)sequence->state_bytes);
  if (!memory) {
    free(session);
    return NCNNC_ERROR_MEMORY;
  }
  session->model = model;
  session->sequence = sequence;
  session->max_length = max_length ? max_length : most;
  session->memory = memory;
  session->pointers = (void **)(session + 1);
  session->numbers = (int64_t *)(session->pointers + 2 * sequence->state_count);
  session->lengths = session->numbers + sequence->range_count;
  session->following = session->lengths + count;
  *result = session;
  return NCNNC_OK;
}

void ncnnc_session_destroy(struct ncnnc_session *session) {
  if (!session) return;
  free_pages(session->memory, (size_t)session->sequence->state_bytes);
  leave_shared(session->shared);
  free(session);
}

/* Find the lengths after a run, and check that there is room. */
static int find_following(struct ncnnc_session *session) {
  const struct ncnnc_sequence *sequence = session->sequence;
  for (int64_t i = 0; i < sequence->length_count; i++)
    session->numbers[sequence->lengths[i]] = session->lengths[i];
  if (!in_range(sequence, session->numbers)) return NCNNC_ERROR_EXTENTS;
  sequence->find_lengths(session->numbers, session->following);
  for (int64_t i = 0; i < sequence->length_count; i++) {
    int64_t rows = session->lengths[i], following = session->following[i];
    bool is_filled = i && rows;
    if (is_filled && following != rows) return NCNNC_ERROR_FILLED;
    int64_t most = i ? sequence->ranges[sequence->lengths[i]].most : session->max_length;
    if (following > most) return i ? NCNNC_ERROR_EXTENTS : NCNNC_ERROR_FULL;
  }
  return NCNNC_OK;
}

/* Run, for the thread that has claimed the session. */
static int run_claimed(struct ncnnc_session *session, const struct ncnnc_extents *extents,
                       const void *const *inputs, void *const *outputs,
                       const struct ncnnc_options *options) {
  const struct ncnnc_sequence *sequence = session->sequence;
  for (int64_t i = 0; i < sequence->range_count; i++)
    session->numbers[i] = ((const int64_t *)extents)[i];
  int fits = find_following(session);
  if (fits != NCNNC_OK) return fits;
  for (int64_t i = 0; i < sequence->state_count; i++) {
    session->pointers[i] = state_memory(session, i, false);
    session->pointers[sequence->state_count + i] = state_memory(session, i, true);
  }
  int status = run_on_extents(session->model, session->numbers, inputs, outputs, options,
                              session->pointers);
  if (status != NCNNC_OK) return status;
  memcpy(session->lengths, session->following,
         (size_t)sequence->length_count * sizeof *session->lengths);
  session->is_swapped = !session->is_swapped;
  return NCNNC_OK;
}

int ncnnc_session_run_with(struct ncnnc_session *session, const struct ncnnc_extents *extents,
                           const void *const *inputs, void *const *outputs,
                           const struct ncnnc_options *options) {
  if (!session || (!extents && session->sequence->range_count)) return NCNNC_ERROR_ARGUMENT;
  if (!claim(session)) return NCNNC_ERROR_BUSY;
  int status = run_claimed(session, extents, inputs, outputs, options);
  release(session);
  return status;
}

int ncnnc_session_run(struct ncnnc_session *session, const struct ncnnc_extents *extents,
                      const void *const *inputs, void *const *outputs, int threads) {
  const struct ncnnc_options options = {.threads = threads};
  return ncnnc_session_run_with(session, extents, inputs, outputs, &options);
}

int64_t ncnnc_session_length(const struct ncnnc_session *session) {
  return session->lengths[0];
}

int64_t ncnnc_session_max_length(const struct ncnnc_session *session) {
  return session->max_length;
}

void cut(struct ncnnc_session *session, int64_t length) {
  session->lengths[0] = length;
  if (session->as_shared > length) session->as_shared = length;
}

static bool has_fixed(const struct ncnnc_sequence *sequence) {
  return sequence->state_count && sequence->states[sequence->state_count - 1].bytes;
}

int ncnnc_session_truncate(struct ncnnc_session *session, int64_t length) {
  if (!session) return NCNNC_ERROR_ARGUMENT;
  if (length < 0) return NCNNC_ERROR_LENGTH;
  if (!claim(session)) return NCNNC_ERROR_BUSY;
  bool fits = length == session->lengths[0] ||
              (length < session->lengths[0] && !has_fixed(session->sequence));
  if (fits) cut(session, length);
  release(session);
  return fits ? NCNNC_OK : NCNNC_ERROR_LENGTH;
}

int ncnnc_session_reset(struct ncnnc_session *session) {
  if (!session) return NCNNC_ERROR_ARGUMENT;
  if (!claim(session)) return NCNNC_ERROR_BUSY;
  cut(session, 0);
  memset(session->lengths, 0, (size_t)session->sequence->length_count * sizeof *session->lengths);
  for (int64_t i = 0; i < session->sequence->state_count; i++)
    memset(state_memory(session, i, false), 0, (size_t)session->sequence->states[i].bytes);
  release(session);
  return NCNNC_OK;
}

/* Copy a piece to where another session has it. */
static bool copy_piece(void *context, char *piece, size_t bytes) {
  struct ncnnc_session *const *both = context;
  memcpy(both[1]->memory + (piece - both[0]->memory), piece, bytes);
  return true;
}

int ncnnc_session_fork(struct ncnnc_session **fork, struct ncnnc_session *session) {
  if (!fork) return NCNNC_ERROR_ARGUMENT;
  *fork = NULL;
  if (!session) return NCNNC_ERROR_ARGUMENT;
  if (!claim(session)) return NCNNC_ERROR_BUSY;
  int status = ncnnc_session_create(fork, session->model, 0);
  if (status == NCNNC_OK) {
    struct ncnnc_session *both[] = {session, *fork};
    share_rows(session, *fork);
    memcpy((*fork)->lengths, session->lengths,
           (size_t)session->sequence->length_count * sizeof *session->lengths);
    (*fork)->max_length = session->max_length;
    (*fork)->is_swapped = session->is_swapped;
    walk(session, (*fork)->as_shared, session->lengths, copy_piece, both);
  }
  release(session);
  return status;
}
