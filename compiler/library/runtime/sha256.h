/* SHA-256. Source: FIPS 180-4. */
#ifndef NCNNC_SHA256_H
#define NCNNC_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
  uint32_t state[8];
  unsigned char block[64];
  uint64_t bytes;
};

#pragma GCC visibility push(hidden)
void sha256_begin(struct sha256 *it);
void sha256_add(struct sha256 *it, const void *data, size_t bytes);
void sha256_end(struct sha256 *it, unsigned char digest[32]);
#pragma GCC visibility pop

#endif
