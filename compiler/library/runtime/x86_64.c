/* All that depends on the kind of CPU. As runtime/code/cpuid.py, which has the machine code. */
#include <sys/syscall.h>

#include "runtime.h"

const int64_t futex_number = SYS_futex;

enum { EAX, EBX, ECX, EDX };
enum { TILE_DATA = 18 };

#pragma GCC visibility push(hidden)
void ncnnc_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t registers[4]);
uint32_t ncnnc_xgetbv(void);
#pragma GCC visibility pop

/* Return the registers that the system saves, the lower half of XCR0. */
static uint32_t saved_registers(void) {
  uint32_t registers[4];
  ncnnc_cpuid(1, 0, registers);
  bool has_xgetbv = registers[ECX] >> 27 & 1;
  return has_xgetbv ? ncnnc_xgetbv() : 0;
}

/* Return the features that the CPU reports and whose registers the system saves. */
uint64_t reported_features(void) {
  uint64_t found = 0;
  uint32_t registers[4], saved = saved_registers();
  ncnnc_cpuid(0, 0, registers);
  uint32_t last_leaf = registers[EAX];
  if (saved >> TILE_DATA & 1 && !permits_registers(SYS_arch_prctl, TILE_DATA))
    saved &= ~(UINT32_C(1) << TILE_DATA);
  for (int64_t i = 0; i < feature_count; i++) {
    const struct ncnnc_feature *feature = &features[i];
    if (feature->leaf > last_leaf || (saved & feature->saved) != feature->saved) continue;
    ncnnc_cpuid(feature->leaf, feature->subleaf, registers);
    found |= (uint64_t)(registers[feature->number] >> feature->bit & 1) << i;
  }
  return found;
}

/* Tell the CPU that this thread waits for another. */
void spin_pause(void) { __builtin_ia32_pause(); }
