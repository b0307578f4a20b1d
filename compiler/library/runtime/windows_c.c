/* The functions of C that the run time and compilers call, so that no C library is needed. */
#include <stddef.h>
#include <stdint.h>

enum { ZEROS = 8, MOST_CHARACTERS = 1024 };

__declspec(dllimport) void *GetProcessHeap(void);
__declspec(dllimport) void *HeapAlloc(void *heap, uint32_t flags, size_t bytes);
__declspec(dllimport) int HeapFree(void *heap, uint32_t flags, void *memory);
__declspec(dllimport) uint32_t GetEnvironmentVariableA(const char *name, char *text, uint32_t size);

void *malloc(size_t bytes) { return HeapAlloc(GetProcessHeap(), 0, bytes); }

void *calloc(size_t count, size_t bytes) {
  return HeapAlloc(GetProcessHeap(), ZEROS, count * bytes);
}

void free(void *memory) {
  if (memory) HeapFree(GetProcessHeap(), 0, memory);
}

/* Threads that ask at once for the same name get the same text. */
char *getenv(const char *name) {
  static char text[MOST_CHARACTERS];
  uint32_t length = GetEnvironmentVariableA(name, text, MOST_CHARACTERS);
  return length && length < MOST_CHARACTERS ? text : NULL;
}

typedef uint64_t words __attribute__((vector_size(16), aligned(1), may_alias));

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  char *next = to;
  const char *source = from;
  for (; bytes >= sizeof(words); bytes -= sizeof(words)) {
    *(words *)next = *(const words *)source;
    next += sizeof(words), source += sizeof(words);
  }
  while (bytes--) *next++ = *source++;
  return to;
}

void *memset(void *memory, int value, size_t bytes) {
  char *next = memory;
  uint64_t word = (unsigned char)value * UINT64_C(0x0101010101010101);
  for (; bytes >= sizeof(words); bytes -= sizeof(words), next += sizeof(words))
    *(words *)next = (words){word, word};
  while (bytes--) *next++ = (char)value;
  return memory;
}

int memcmp(const void *a, const void *b, size_t bytes) {
  const unsigned char *x = a, *y = b;
  for (; bytes; bytes--, x++, y++)
    if (*x != *y) return *x < *y ? -1 : 1;
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

int strncmp(const char *a, const char *b, size_t count) {
  for (; count; count--, a++, b++)
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}

/* Return how many characters there are before one that is in a set, or that is not. */
static size_t span(const char *text, const char *set, int is_in) {
  for (size_t length = 0;; length++) {
    int found = 0;
    for (const char *one = set; *one; one++) found |= *one == text[length];
    if (!text[length] || found != is_in) return length;
  }
}

size_t strspn(const char *text, const char *set) { return span(text, set, 1); }

size_t strcspn(const char *text, const char *set) { return span(text, set, 0); }
