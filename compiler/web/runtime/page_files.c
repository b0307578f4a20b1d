/* Files with states in the memory of JavaScript, which reads and writes them. */
#include <string.h>

#include "../../library/runtime/sessions.h"

/* What a path of a file to read is the place of. */
struct content {
  char *bytes;
  size_t size;
};

/* JavaScript puts pieces one behind the other. */
__attribute__((import_module("env"), import_name("write"))) void write_bytes(const char *piece,
                                                                             size_t bytes);

bool write_piece(void *context, char *piece, size_t bytes) {
  (void)context;
  write_bytes(piece, bytes);
  return true;
}

intptr_t create_file(const char *path) { return !path; }

bool end_file(intptr_t file) { return !file; }

bool rename_file(const char *path, const char *other) { return path && other; }

void remove_file(const char *path) { (void)path; }

char *read_file(const char *path, size_t *size) {
  const struct content *content = (const struct content *)path;
  *size = content->size;
  return content->bytes;
}

void *malloc(size_t bytes) { return take_memory(bytes); }

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

int memcmp(const void *a, const void *b, size_t bytes) {
  const unsigned char *x = a, *y = b;
  for (; bytes; bytes--, x++, y++)
    if (*x != *y) return *x < *y ? -1 : 1;
  return 0;
}
