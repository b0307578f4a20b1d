/* What the systems share that report each feature of an aarch64 CPU by itself. */
#include "runtime.h"

/* Whether the system reports a feature, which has LLVM's name. */
static bool has(const char *feature);

uint64_t reported_features(void) {
  uint64_t found = 0;
  for (int64_t i = 0; i < feature_count; i++)
    found |= (uint64_t)has(features[i].name) << i;
  return found;
}

/* Tell the CPU that this thread waits for another. */
void spin_pause(void) { __builtin_arm_yield(); }
