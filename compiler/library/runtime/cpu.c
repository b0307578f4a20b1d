/* The features of this CPU, asked once. As runtime/code/cpu.py. */
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

/* Return whether a word is among those of a text. */
static bool has_word(const char *text, const char *word) {
  static const char separators[] = " ,\t\n";
  size_t length = strlen(word);
  for (;;) {
    text += strspn(text, separators);
    size_t size = strcspn(text, separators);
    if (!size) return false;
    if (size == length && !strncmp(text, word, size)) return true;
    text += size;
  }
}

/* Return the features that the environment hides. */
static uint64_t hidden_features(void) {
  const char *text = getenv(disabled_name);
  uint64_t hidden = 0;
  if (!text) return 0;
  for (int64_t i = 0; i < feature_count; i++)
    if (has_word(text, features[i].name)) hidden |= features[i].hides;
  return hidden;
}

uint64_t cpu_features(void) {
  static _Atomic uint64_t found;
  const uint64_t is_known = UINT64_C(1) << 63;
  /* Relaxed: the number is all there is, and threads that ask at the same time find the same. */
  uint64_t known = atomic_load_explicit(&found, memory_order_relaxed);
  if (!known) {
    known = (reported_features() & ~hidden_features()) | is_known;
    atomic_store_explicit(&found, known, memory_order_relaxed);
  }
  return known;
}
