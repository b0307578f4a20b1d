/*
 * The functions of C that kernels call, for machines without a C library.
 *
 * They compute in double precision, by range reduction and short series, and round once: errors are
 * below a unit in the last place of a single float, but where results are subnormal. Special values
 * are those of C, annex F.
 */
#include <stdbool.h>
#include <stdint.h>

#define NAN_VALUE __builtin_nan("")
#define INFINITE __builtin_inf()
#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;
static const double LOG2_E = 0x1.71547652b82fep+0, LOG10_E = 0x1.bcb7b1526e50ep-2;
/* 28 bits, so that products with numbers up to 2^25 are exact. */
static const double HALF_PI_HIGH = 0x1.921fb54p+0, HALF_PI_LOW = 0x1.10b4611a62633p-30;
static const double HALF_PI = 0x1.921fb54442d18p+0, PI = 0x1.921fb54442d18p+1;
/* The series is short enough for the precision, and sinh loses digits that it does not. */
static const double SMALL = 1e-4;

static bool is_nan(double x) { return x != x; }

static bool is_infinite(double x) { return __builtin_fabs(x) == INFINITE; }

static double with_bits(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* x * (c[0] + c[1] * x + ...) would begin one power later: this is c[0] + c[1] * x + ... */
static double polynomial(double x, const double *coefficients, int count) {
  double value = 0;
  while (count--) value = value * x + coefficients[count];
  return value;
}

/* e^x = 2^n e^r, |r| <= ln 2 / 2. Results beyond single floats are 0 or infinite. */
static double exp_of(double x) {
  static const double inverse_factorials[] = {
      1.0,       1.0,        1.0 / 2,     1.0 / 6,      1.0 / 24,      1.0 / 120,
      1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
  if (is_nan(x)) return x;
  if (x > 200) return INFINITE;
  if (x < -200) return 0;
  double n = __builtin_rint(x * LOG2_E), r = x - n * LN2_HIGH - n * LN2_LOW;
  double power = with_bits((uint64_t)((int64_t)n + 1023) << 52);
  return power * polynomial(r, inverse_factorials, LENGTH(inverse_factorials));
}

/*
 * The logarithm of m with x = m 2^e, m in [sqrt(1/2), sqrt(2)]: 2 artanh(s), s = (m - 1) / (m + 1).
 * Numbers are at least the least single float.
 */
static double log_of_mantissa(double x, double *exponent) {
  static const double odd[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7, 1.0 / 9,
                               1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17};
  uint64_t bits = bits_of(x);
  int64_t e = (int64_t)(bits >> 52) - 1023;
  double m = with_bits((bits & 0xfffffffffffff) | (uint64_t)1023 << 52);
  if (m > 0x1.6a09e667f3bcdp+0) m *= 0.5, e += 1;
  *exponent = (double)e;
  double s = (m - 1) / (m + 1);
  return 2 * s * polynomial(s * s, odd, LENGTH(odd));
}

/* The result for numbers that have no finite logarithm; false for others. */
static bool has_special_log(double x, double *result) {
  if (x > 0 && x < INFINITE) return false;
  *result = x == 0 ? -INFINITE : x > 0 ? x : NAN_VALUE;
  return true;
}

static double log_of(double x) {
  double e, special;
  if (has_special_log(x, &special)) return special;
  double log = log_of_mantissa(x, &e);
  return e * LN2_HIGH + (e * LN2_LOW + log);
}

float exp2f(float x) { return (float)exp_of((double)x * (LN2_HIGH + LN2_LOW)); }

float log10f(float x) { return (float)(log_of(x) * LOG10_E); }

float log2f(float x) {
  double e, special;
  if (has_special_log(x, &special)) return (float)special;
  double log = log_of_mantissa(x, &e);
  return (float)(e + log * LOG2_E);
}

static bool is_integer(double x) { return __builtin_trunc(x) == x; }

static bool is_odd(double x) { return is_integer(x) && !is_integer(x / 2); }

float powf(float base, float exponent) {
  double x = base, y = exponent, magnitude = __builtin_fabs(x);
  if (y == 0 || x == 1) return 1;
  if (is_nan(x) || is_nan(y)) return (float)(x + y);
  if (x < 0 && !is_infinite(x) && !is_integer(y)) return (float)NAN_VALUE;
  double power = magnitude == 1 ? 1 : exp_of(y * log_of(magnitude));
  return (float)(__builtin_signbit(base) && is_odd(y) ? -power : power);
}

float cbrtf(float x) {
  if (x == 0 || is_nan(x)) return x;
  return (float)__builtin_copysign(exp_of(log_of(__builtin_fabs(x)) / 3), x);
}

float sinhf(float x) {
  if (__builtin_fabs(x) < SMALL) return (float)(x + (double)x * x * x / 6);
  return (float)((exp_of(x) - exp_of(-x)) / 2);
}

float coshf(float x) { return (float)((exp_of(x) + exp_of(-x)) / 2); }

float asinhf(float x) {
  double a = __builtin_fabs(x);
  if (a < SMALL) return (float)(x * (1 - (double)x * x / 6));
  return (float)__builtin_copysign(log_of(a + __builtin_elementwise_sqrt(a * a + 1)), x);
}

float acoshf(float x) {
  if (x < 1) return (float)NAN_VALUE;
  return (float)log_of(x + __builtin_elementwise_sqrt(((double)x - 1) * ((double)x + 1)));
}

float atanhf(float x) {
  if (__builtin_fabs(x) < SMALL) return (float)(x + (double)x * x * x / 3);
  return (float)(log_of((1 + (double)x) / (1 - (double)x)) / 2);
}

/* Angles -------------------------------------------------------------------------------------- */

/*
 * x - n pi/2 for a float whose last bit has the weight 2^e, e > 1 (Payne and Hanek, 1983).
 *
 * Multiples of 4 quadrants are left out: x * 2/pi is m 2^e * 2/pi, whose bits of a weight of 4 or
 * more come from the bits of 2/pi before e - 1.
 */
static double reduced_by_table(double x, int64_t *quadrant) {
  static const uint32_t two_over_pi[] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
                                         0xdb629599, 0x3c439041, 0xfe5163ab, 0};
  int e = (int)(bits_of(x) >> 52) - 1023 - 23;
  uint64_t m = (uint64_t)((bits_of(x) & 0xfffffffffffff) >> 29 | 1 << 23);
  int first = e - 2, word = first / 32, shift = first % 32;
  uint32_t window[3];
  for (int i = 0; i < 3; i++) {
    uint64_t pair = (uint64_t)two_over_pi[word + i] << 32 | two_over_pi[word + i + 1];
    window[i] = (uint32_t)(pair << shift >> 32);
  }
  /* In units of 2^-62 quadrants, modulo 4 quadrants. */
  uint64_t product = m * ((uint64_t)window[0] << 32 | window[1]) + (m * window[2] >> 32);
  uint64_t nearest = (product + ((uint64_t)1 << 61)) >> 62;
  *quadrant = (int64_t)nearest;
  return (double)(int64_t)(product - (nearest << 62)) * 0x1p-62 * HALF_PI;
}

/* The angle in [-pi/4, pi/4] from the nearest multiple of pi/2, and which one that is. */
static double reduced(double x, int64_t *quadrant) {
  double magnitude = __builtin_fabs(x);
  if (magnitude < 0x1p25) {
    double n = __builtin_rint(x * (2 / PI));
    *quadrant = (int64_t)n;
    return x - n * HALF_PI_HIGH - n * HALF_PI_LOW;
  }
  if (!(magnitude < INFINITE)) return *quadrant = 0, NAN_VALUE;
  double angle = reduced_by_table(magnitude, quadrant);
  if (x > 0) return angle;
  *quadrant = -*quadrant;
  return -angle;
}

/* sin(x + quadrant pi/2), for x that is reduced. */
static double sine_in(double x, int64_t quadrant) {
  static const double sine[] = {1.0,          -1.0 / 6,         1.0 / 120,          -1.0 / 5040,
                                1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800.0};
  static const double cosine[] = {1.0,         -1.0 / 2,       1.0 / 24,          -1.0 / 720,
                                  1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600.0, -1.0 / 87178291200.0};
  double square = x * x;
  double value = quadrant & 1 ? polynomial(square, cosine, LENGTH(cosine))
                              : x * polynomial(square, sine, LENGTH(sine));
  return quadrant & 2 ? -value : value;
}

float sinf(float x) {
  int64_t quadrant;
  double r = reduced(x, &quadrant);
  return x == 0 ? x : (float)sine_in(r, quadrant);
}

float cosf(float x) {
  int64_t quadrant;
  double r = reduced(x, &quadrant);
  return (float)sine_in(r, quadrant + 1);
}

float tanf(float x) {
  int64_t quadrant;
  double r = reduced(x, &quadrant);
  return x == 0 ? x : (float)(sine_in(r, quadrant) / sine_in(r, quadrant + 1));
}

/* For x >= 0: pi/2 - atan(1/x), pi/4 + atan((x - 1) / (x + 1)), or a series. */
static double atan_of(double x) {
  static const double odd[] = {1.0,      -1.0 / 3, 1.0 / 5,   -1.0 / 7, 1.0 / 9,   -1.0 / 11, 1.0 / 13,
                               -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23, 1.0 / 25};
  if (x > 1) return HALF_PI - atan_of(1 / x);
  double t = x > 0x1.a827999fcef32p-2 ? (x - 1) / (x + 1) : x;
  double series = t * polynomial(t * t, odd, LENGTH(odd));
  return t == x ? series : PI / 4 + series;
}

/* The angle of (x, y), by the signs of both, of zeros, too. */
static double angle_of(double y, double x) {
  if (is_nan(x) || is_nan(y)) return x + y;
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  double angle = b == 0 ? 0 : a == b ? PI / 4 : a == 0 ? HALF_PI : atan_of(b / a);
  return __builtin_copysign(__builtin_signbit(x) ? PI - angle : angle, y);
}

float atanf(float x) { return is_nan(x) ? x : (float)__builtin_copysign(atan_of(__builtin_fabs(x)), x); }

float atan2f(float y, float x) { return (float)angle_of(y, x); }

static double other_leg(double x) { return __builtin_elementwise_sqrt((1 - x) * (1 + x)); }

float asinf(float x) { return (float)angle_of(x, other_leg(x)); }

float acosf(float x) { return (float)angle_of(other_leg(x), x); }

/* Remainders, all exact ----------------------------------------------------------------------- */

float roundf(float x) {
  double away = __builtin_trunc((double)x + __builtin_copysign(0.5, x));
  return (float)__builtin_copysign(away, x);
}

/* a modulo b of positive numbers, and whether the quotient is odd. */
static double modulo(double a, double b, bool *is_quotient_odd) {
  double step = b;
  while (step <= a / 2) step *= 2;
  for (; step >= b; step /= 2) {
    *is_quotient_odd = a >= step;
    if (a >= step) a -= step;
  }
  return a;
}

static bool has_no_remainder(double x, double y) {
  return is_nan(x) || is_nan(y) || is_infinite(x) || y == 0;
}

float fmodf(float x, float y) {
  bool is_odd_quotient;
  if (has_no_remainder(x, y)) return (float)NAN_VALUE;
  if (is_infinite(y)) return x;
  double rest = modulo(__builtin_fabs(x), __builtin_fabs(y), &is_odd_quotient);
  return (float)__builtin_copysign(rest, x);
}

float remainderf(float x, float y) {
  bool is_odd_quotient;
  if (has_no_remainder(x, y)) return (float)NAN_VALUE;
  if (is_infinite(y)) return x;
  double b = __builtin_fabs(y), rest = modulo(__builtin_fabs(x), b, &is_odd_quotient);
  if (2 * rest > b || (2 * rest == b && is_odd_quotient)) rest -= b;
  return (float)(__builtin_signbit(x) ? -rest : rest);
}
