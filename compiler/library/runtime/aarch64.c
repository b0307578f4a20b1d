/* All that depends on the kind of CPU. As runtime/code/hwcap.py. */
#include <sys/auxv.h>
#include <sys/syscall.h>

#include "runtime.h"

const int64_t futex_number = SYS_futex;

/* Return the features that the system reports. */
uint64_t reported_features(void) {
  uint64_t found = 0;
  for (int64_t i = 0; i < feature_count; i++)
    found |= (uint64_t)(getauxval(features[i].leaf) >> features[i].bit & 1) << i;
  return found;
}

/* Tell the CPU that this thread waits for another. */
void spin_pause(void) { __builtin_arm_yield(); }
