/* Functions of C that other CPUs have instructions for. */
#include <stdint.h>

/* From here on all floats are whole numbers. */
#define WHOLE 0x1p23f
#define WHOLE_DOUBLE 0x1p52

/* Return the whole number that is nearest, an even one between two, by the rounding of sums. */
float roundevenf(float x) {
  float size = __builtin_fabsf(x);
  if (!(size < WHOLE)) return x;
  volatile float sum = size + WHOLE;
  return __builtin_copysignf(sum - WHOLE, x);
}

float rintf(float x) { return roundevenf(x); }

float nearbyintf(float x) { return roundevenf(x); }

float truncf(float x) {
  float size = __builtin_fabsf(x), near = roundevenf(size);
  return __builtin_copysignf(near > size ? near - 1 : near, x);
}

float floorf(float x) {
  float near = roundevenf(x);
  return near > x ? near - 1 : near;
}

float ceilf(float x) {
  float near = roundevenf(x);
  return near < x ? __builtin_copysignf(near + 1, x) : near;
}

double rint(double x) {
  double size = __builtin_fabs(x);
  if (!(size < WHOLE_DOUBLE)) return x;
  volatile double sum = size + WHOLE_DOUBLE;
  return __builtin_copysign(sum - WHOLE_DOUBLE, x);
}

double trunc(double x) {
  double size = __builtin_fabs(x), near = rint(size);
  return __builtin_copysign(near > size ? near - 1 : near, x);
}
