/* All that depends on the kind of CPU, where macOS reports its features. */
#include <string.h>
#include <sys/sysctl.h>

#include "reported_features.h"

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
