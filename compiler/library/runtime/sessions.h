/* What the parts of sessions share. */
#ifndef NCNNC_SESSIONS_H
#define NCNNC_SESSIONS_H

#include "runtime.h"

struct ncnnc_session {
  struct ncnnc_model *model;
  const struct ncnnc_sequence *sequence;
  int64_t *lengths; /* that of the session first */
  int64_t max_length;
  char *memory;     /* of all states */
  _Atomic int busy; /* a thread uses the session */
  int is_swapped;   /* the next places of states of a fixed size have the values */
  void **pointers;  /* to what a run reads of each state, then to what it writes */
  int64_t *numbers; /* the extents of a run */
  int64_t *following; /* the lengths after the run, or the reading, under way */
  struct shared_rows *shared;
  int64_t as_shared; /* the first rows, which are those of shared */
};

/* Takes a piece of the states; false ends the walk. */
typedef bool (*visit_piece)(void *context, char *piece, size_t bytes);

#pragma GCC visibility push(hidden)

/* sessions.c */
bool claim(struct ncnnc_session *session);
void release(struct ncnnc_session *session);
/* Forget all rows from this one on. */
void cut(struct ncnnc_session *session, int64_t length);
/* All values of rows, in the order of StateMemory.contents in Python: as many as lengths say, but
   those of the session from this one on. */
bool walk(const struct ncnnc_session *session, int64_t begin, const int64_t *lengths,
          visit_piece visit, void *context);

/* shared_rows.c, or copied_rows.c where rows are never shared */
/* Let a fork without rows have the pages of the first ones, if there are many. */
void share_rows(struct ncnnc_session *session, struct ncnnc_session *fork);
void leave_shared(struct shared_rows *shared);

/* linux_files.c and so on; a failure is NULL, -1 or false */
void *take_pages(size_t bytes); /* of zeros, which take memory once they are used */
void free_pages(void *pages, size_t bytes);
char *read_file(const char *path, size_t *size); /* into pages */
intptr_t create_file(const char *path);          /* which is new */
bool write_piece(void *context, char *piece, size_t bytes); /* to the file in the context */
bool end_file(intptr_t file);                               /* once it is on the disk */
bool rename_file(const char *path, const char *other); /* over another one */
void remove_file(const char *path);

#pragma GCC visibility pop

#endif
