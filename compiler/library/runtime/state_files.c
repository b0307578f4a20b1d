/* Files with the states of a session. As runtime/sessions/state_files.py, which has the format. */
#include <stdlib.h>
#include <string.h>

#include "sessions.h"
#include "sha256.h"

enum { DIGEST_BYTES = 32, ROWS = 256, COLUMNS = 512, BLOCK_BYTES = ROWS * COLUMNS * 8 };

struct preamble {
  char magic[8];
  char identity[2 * DIGEST_BYTES]; /* digests of the states and of the model's files */
  uint64_t length;
  unsigned char digest[DIGEST_BYTES]; /* of all values */
};

static const char magic[8] = {'\x89', 'N', 'C', 'N', 'N', 'T', '\r', '\n'};

/* As WeightsDigest of runtime/files/digest.py. */
struct digest {
  struct sha256 sha;
  uint64_t columns[COLUMNS], rows[ROWS]; /* sums of the block under way */
  size_t taken;                          /* bytes of it */
};

static void end_block(struct digest *it) {
  if (!it->taken) return;
  sha256_add(&it->sha, it->columns, sizeof it->columns);
  sha256_add(&it->sha, it->rows, sizeof it->rows);
  memset(it->columns, 0, sizeof it->columns);
  memset(it->rows, 0, sizeof it->rows);
  it->taken = 0;
}

/* Words may begin in one piece and end in the next: each byte is added in its place. */
static bool take_piece(void *context, char *piece, size_t bytes) {
  struct digest *it = context;
  const unsigned char *next = (const unsigned char *)piece;
  while (bytes) {
    uint64_t word = next[0];
    size_t step = it->taken % 8 == 0 && bytes >= 8 ? 8 : 1;
    if (step == 8) __builtin_memcpy(&word, next, 8);
    word <<= it->taken % 8 * 8;
    it->columns[it->taken / 8 % COLUMNS] += word;
    it->rows[it->taken / 8 / COLUMNS] += word;
    it->taken += step, next += step, bytes -= step;
    if (it->taken == BLOCK_BYTES) end_block(it);
  }
  return true;
}

static bool count_piece(void *context, char *piece, size_t bytes) {
  (void)piece;
  *(uint64_t *)context += bytes;
  return true;
}

/* Return the bytes of all values of so many rows. */
static uint64_t content_bytes(const struct ncnnc_session *session, const int64_t *lengths) {
  uint64_t bytes = 0;
  walk(session, 0, lengths, count_piece, &bytes);
  return bytes;
}

/* Return the size of the lengths behind the preamble, of states that one run fills. */
static size_t lengths_bytes(const struct ncnnc_session *session) {
  int64_t count = session->sequence->length_count;
  return count ? (size_t)(count - 1) * sizeof(int64_t) : 0;
}

/* A digest that is too large for stacks of small threads. */
static struct digest *new_digest(uint64_t bytes) {
  struct digest *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  sha256_begin(&it->sha);
  sha256_add(&it->sha, &bytes, sizeof bytes);
  return it;
}

static void end_digest(struct digest *it, unsigned char digest[DIGEST_BYTES]) {
  end_block(it);
  sha256_end(&it->sha, digest);
  free(it);
}

/* Write a number behind a text, in hexadecimal. */
static char *add_number(char *end, uint64_t number) {
  *end++ = '.';
  do *end++ = "0123456789abcdef"[number & 15];
  while (number >>= 4);
  *end = 0;
  return end;
}

/* Write a file of another name, and give it its own once it is whole. */
static int write_file(const struct ncnnc_session *session, const char *path,
                      struct preamble *preamble) {
  size_t length = strlen(path);
  char *other = malloc(length + 64);
  if (!other) return NCNNC_ERROR_MEMORY;
  memcpy(other, path, length);
  add_number(add_number(other + length, (uint64_t)process_number()), (uintptr_t)session);
  intptr_t file = create_file(other);
  bool is_made = file >= 0;
  bool is_written = is_made && write_piece(&file, (char *)preamble, sizeof *preamble) &&
                    write_piece(&file, (char *)(session->lengths + 1), lengths_bytes(session)) &&
                    walk(session, 0, session->lengths, write_piece, &file);
  if (is_made) is_written = end_file(file) && is_written;
  is_written = is_written && rename_file(other, path);
  if (is_made && !is_written) remove_file(other);
  free(other);
  return is_written ? NCNNC_OK : NCNNC_ERROR_FILE;
}

int ncnnc_session_save(struct ncnnc_session *session, const char *path) {
  if (!session || !path) return NCNNC_ERROR_ARGUMENT;
  if (!claim(session)) return NCNNC_ERROR_BUSY;
  int status = NCNNC_ERROR_MEMORY;
  struct digest *digest = new_digest(content_bytes(session, session->lengths));
  if (digest) {
    struct preamble preamble = {.length = (uint64_t)session->lengths[0]};
    memcpy(preamble.magic, magic, sizeof magic);
    memcpy(preamble.identity, session->sequence->identity, sizeof preamble.identity);
    walk(session, 0, session->lengths, take_piece, digest);
    end_digest(digest, preamble.digest);
    status = write_file(session, path, &preamble);
  }
  release(session);
  return status;
}

/* Read the lengths of a file; false if the session has no room for so many rows. */
static bool read_lengths(const struct ncnnc_session *session, const char *file, int64_t *lengths) {
  const struct ncnnc_sequence *sequence = session->sequence;
  const struct preamble *preamble = (const struct preamble *)file;
  memcpy(lengths, &preamble->length, sizeof *lengths);
  memcpy(lengths + 1, preamble + 1, lengths_bytes(session));
  for (int64_t i = 0; i < sequence->length_count; i++) {
    int64_t most = i ? sequence->ranges[sequence->lengths[i]].most : session->max_length;
    if (lengths[i] < 0 || lengths[i] > most) return false;
  }
  return sequence->length_count || !lengths[0];
}

/* Check a file from its beginning to its end, and tell its lengths in those after a run. */
static int check(const struct ncnnc_session *session, const char *file, size_t size,
                 bool any_weights) {
  const struct preamble *preamble = (const struct preamble *)file;
  size_t compared = any_weights ? DIGEST_BYTES : 2 * DIGEST_BYTES;
  if (size < sizeof *preamble || memcmp(preamble->magic, magic, sizeof magic) ||
      memcmp(preamble->identity, session->sequence->identity, compared))
    return NCNNC_ERROR_STATES;
  size_t head = sizeof *preamble + lengths_bytes(session);
  if (size < head) return NCNNC_ERROR_STATES;
  if (!read_lengths(session, file, session->following)) return NCNNC_ERROR_FULL;
  uint64_t bytes = content_bytes(session, session->following);
  if (size - head != bytes) return NCNNC_ERROR_STATES;
  struct digest *digest = new_digest(bytes);
  if (!digest) return NCNNC_ERROR_MEMORY;
  unsigned char found[DIGEST_BYTES];
  take_piece(digest, (char *)file + head, bytes);
  end_digest(digest, found);
  return memcmp(found, preamble->digest, sizeof found) ? NCNNC_ERROR_STATES : NCNNC_OK;
}

static bool read_piece(void *context, char *piece, size_t bytes) {
  const char **next = context;
  memcpy(piece, *next, bytes);
  *next += bytes;
  return true;
}

int ncnnc_session_load(struct ncnnc_session *session, const char *path, int any_weights) {
  if (!session || !path) return NCNNC_ERROR_ARGUMENT;
  if (!claim(session)) return NCNNC_ERROR_BUSY;
  size_t size;
  char *file = read_file(path, &size);
  int status = file ? check(session, file, size, any_weights != 0) : NCNNC_ERROR_FILE;
  if (status == NCNNC_OK) {
    const char *next = file + sizeof(struct preamble) + lengths_bytes(session);
    cut(session, 0);
    memcpy(session->lengths, session->following,
           (size_t)session->sequence->length_count * sizeof *session->lengths);
    walk(session, 0, session->lengths, read_piece, &next);
  }
  if (file) free_pages(file, size);
  release(session);
  return status;
}
