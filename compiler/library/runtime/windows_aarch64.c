/* All that depends on the kind of CPU, where Windows reports its features. */
#define WIN32_LEAN_AND_MEAN
#include <string.h>
#include <windows.h>

#include "reported_features.h"

enum { MOST_CHARACTERS = 16 };

/* By LLVM's names, with the numbers of winnt.h. */
static const struct {
  const char *feature;
  DWORD number;
} numbers[] = {{"neon", 19}, {"dotprod", 43}, {"i8mm", 66}, {"bf16", 68}};

static bool has(const char *feature) {
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!strncmp(feature, numbers[i].feature, MOST_CHARACTERS))
      return IsProcessorFeaturePresent(numbers[i].number);
  return false;
}
