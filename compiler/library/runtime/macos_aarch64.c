/* All that depends on the kind of CPU, where macOS tells its features. */
#include <string.h>
#include <sys/sysctl.h>

#include "runtime.h"

/* By LLVM's names; all have neon. */
static const struct {
  const char *feature, *name;
} names[] = {
    {"bf16", "hw.optional.arm.FEAT_BF16"},
    {"dotprod", "hw.optional.arm.FEAT_DotProd"},
    {"fullfp16", "hw.optional.arm.FEAT_FP16"},
    {"i8mm", "hw.optional.arm.FEAT_I8MM"},
};

static bool has(const char *feature) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    int found = 0;
    size_t bytes = sizeof found;
    if (strcmp(feature, names[i].feature)) continue;
    return sysctlbyname(names[i].name, &found, &bytes, NULL, 0) == 0 && found;
  }
  return !strcmp(feature, "neon");
}

uint64_t reported_features(void) {
  uint64_t found = 0;
  for (int64_t i = 0; i < feature_count; i++)
    found |= (uint64_t)has(features[i].name) << i;
  return found;
}

/* Tell the CPU that this thread waits for another. */
void spin_pause(void) { __builtin_arm_yield(); }
