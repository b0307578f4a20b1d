/* All that depends on the kind of CPU, where Windows tells its features. */
#define WIN32_LEAN_AND_MEAN
#include <string.h>
#include <windows.h>

#include "runtime.h"

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

uint64_t reported_features(void) {
  uint64_t found = 0;
  for (int64_t i = 0; i < feature_count; i++)
    found |= (uint64_t)has(features[i].name) << i;
  return found;
}

/* Tell the CPU that this thread waits for another. */
void spin_pause(void) { __builtin_arm_yield(); }
