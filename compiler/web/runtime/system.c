/*
 * What the run time of libraries calls of a C library and of a system, for modules that have neither.
 *
 * Memory grows and is never given back: what is freed serves later requests of about its size. One
 * thread at a time calls these functions.
 */
#include <stdlib.h>
#include <string.h>

#include "../../library/runtime/sessions.h"

enum { PAGE = 1 << 16 };

/* The head of a piece of memory, as long as a cache line. */
struct piece {
  _Alignas(ALIGNMENT) size_t bytes; /* that follow */
  struct piece *next; /* of those that are free */
};

extern char __heap_base; /* behind all that the linker has placed */
static uint64_t end; /* of the pieces */
static struct piece *unused;

static uint64_t aligned(uint64_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

/* Take a piece that was freed; one of which half would be wasted stays for others. */
static struct piece *used_again(size_t bytes) {
  for (struct piece **link = &unused; *link; link = &(*link)->next) {
    struct piece *piece = *link;
    if (piece->bytes < bytes || piece->bytes / 2 > bytes) continue;
    *link = piece->next;
    return piece;
  }
  return NULL;
}

/* Take memory behind all pieces, which is zeros. */
static struct piece *new_piece(size_t bytes) {
  if (!end) end = aligned((uintptr_t)&__heap_base);
  uint64_t there = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;
  uint64_t next = end + sizeof(struct piece) + bytes;
  if (next > there &&
      __builtin_wasm_memory_grow(0, (size_t)((next - there + PAGE - 1) / PAGE)) == SIZE_MAX)
    return NULL;
  struct piece *piece = (struct piece *)(uintptr_t)end;
  piece->bytes = bytes;
  end = next;
  return piece;
}

void *calloc(size_t count, size_t size) {
  uint64_t bytes = aligned((uint64_t)count * size);
  if (bytes > SIZE_MAX) return NULL;
  struct piece *piece = used_again((size_t)bytes);
  if (piece) return memset(piece + 1, 0, piece->bytes);
  piece = new_piece((size_t)bytes);
  return piece ? piece + 1 : NULL;
}

void free(void *memory) {
  if (!memory) return;
  struct piece *piece = (struct piece *)memory - 1;
  piece->next = unused;
  unused = piece;
}

void *take_memory(size_t bytes) { return calloc(1, bytes); }

void free_memory(void *memory) { free(memory); }

void *take_pages(size_t bytes) { return calloc(1, bytes); }

void free_pages(void *pages, size_t bytes) {
  (void)bytes;
  free(pages);
}

int process_number(void) { return 0; }

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}

void *memset(void *memory, int value, size_t bytes) {
  return __builtin_memset(memory, value, bytes);
}
