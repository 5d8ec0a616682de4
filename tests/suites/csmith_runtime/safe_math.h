/* The arithmetic that programs of csmith call: defined for all arguments; where C leaves the result open, it is the
 * first argument. Kinds of tests for overflow differ by width on purpose: comparisons, builtins with a flag, shifts.
 */
#ifndef CSMITH_SAFE_MATH_H
#define CSMITH_SAFE_MATH_H

#include <stdint.h>

/* ---- unsigned: arithmetic modulo 2^BITS; narrow types are promoted to int, so they are computed as unsigned */
#define SAFE_UNSIGNED(BITS)                                                                                          \
  typedef uint##BITS##_t safe_u##BITS;                                                                               \
  static safe_u##BITS safe_unary_minus_func_uint##BITS##_t_u(safe_u##BITS a) { return (safe_u##BITS)(0U - a); }      \
  static safe_u##BITS safe_add_func_uint##BITS##_t_u_u(safe_u##BITS a, safe_u##BITS b) {                             \
    return (safe_u##BITS)(a + b);                                                                                    \
  }                                                                                                                  \
  static safe_u##BITS safe_sub_func_uint##BITS##_t_u_u(safe_u##BITS a, safe_u##BITS b) {                             \
    return (safe_u##BITS)(a - b);                                                                                    \
  }                                                                                                                  \
  static safe_u##BITS safe_mul_func_uint##BITS##_t_u_u(safe_u##BITS a, safe_u##BITS b) {                             \
    return (safe_u##BITS)(1U * a * b);                                                                               \
  }                                                                                                                  \
  static safe_u##BITS safe_div_func_uint##BITS##_t_u_u(safe_u##BITS a, safe_u##BITS b) {                             \
    return b == 0 ? a : (safe_u##BITS)(a / b);                                                                       \
  }                                                                                                                  \
  static safe_u##BITS safe_mod_func_uint##BITS##_t_u_u(safe_u##BITS a, safe_u##BITS b) {                             \
    return b == 0 ? a : (safe_u##BITS)(a % b);                                                                       \
  }                                                                                                                  \
  static safe_u##BITS safe_lshift_func_uint##BITS##_t_u_u(safe_u##BITS a, unsigned b) {                              \
    return b >= BITS ? a : (safe_u##BITS)((uint64_t)a << b);                                                         \
  }                                                                                                                  \
  static safe_u##BITS safe_lshift_func_uint##BITS##_t_u_s(safe_u##BITS a, int b) {                                   \
    return b < 0 || b >= BITS ? a : (safe_u##BITS)((uint64_t)a << b);                                                \
  }                                                                                                                  \
  static safe_u##BITS safe_rshift_func_uint##BITS##_t_u_u(safe_u##BITS a, unsigned b) {                              \
    return b >= BITS ? a : (safe_u##BITS)(a >> b);                                                                   \
  }                                                                                                                  \
  static safe_u##BITS safe_rshift_func_uint##BITS##_t_u_s(safe_u##BITS a, int b) {                                   \
    return b < 0 || b >= BITS ? a : (safe_u##BITS)(a >> b);                                                          \
  }

/* ---- signed: OVERFLOWS(op, a, b, r) stores the result in r, and says that it does not fit */
#define SAFE_NARROW(op, a, b, r) ((r) = (a)op(b), (a)op(b) != (r))
#define SAFE_FLAG_add(a, b, r) __builtin_add_overflow(a, b, &(r))
#define SAFE_FLAG_sub(a, b, r) __builtin_sub_overflow(a, b, &(r))
#define SAFE_FLAG_mul(a, b, r) __builtin_mul_overflow(a, b, &(r))

#define SAFE_SIGNED(BITS, LOWEST, ADD, SUB, MUL)                                                                     \
  typedef int##BITS##_t safe_s##BITS;                                                                                \
  static safe_s##BITS safe_unary_minus_func_int##BITS##_t_s(safe_s##BITS a) {                                        \
    return a == LOWEST ? a : (safe_s##BITS)-a;                                                                       \
  }                                                                                                                  \
  static safe_s##BITS safe_add_func_int##BITS##_t_s_s(safe_s##BITS a, safe_s##BITS b) {                              \
    safe_s##BITS r;                                                                                                  \
    return ADD ? a : r;                                                                                              \
  }                                                                                                                  \
  static safe_s##BITS safe_sub_func_int##BITS##_t_s_s(safe_s##BITS a, safe_s##BITS b) {                              \
    safe_s##BITS r;                                                                                                  \
    return SUB ? a : r;                                                                                              \
  }                                                                                                                  \
  static safe_s##BITS safe_mul_func_int##BITS##_t_s_s(safe_s##BITS a, safe_s##BITS b) {                              \
    safe_s##BITS r;                                                                                                  \
    return MUL ? a : r;                                                                                              \
  }                                                                                                                  \
  static safe_s##BITS safe_div_func_int##BITS##_t_s_s(safe_s##BITS a, safe_s##BITS b) {                              \
    return b == 0 || (a == LOWEST && b == -1) ? a : (safe_s##BITS)(a / b);                                           \
  }                                                                                                                  \
  static safe_s##BITS safe_mod_func_int##BITS##_t_s_s(safe_s##BITS a, safe_s##BITS b) {                              \
    return b == 0 || (a == LOWEST && b == -1) ? a : (safe_s##BITS)(a % b);                                           \
  }                                                                                                                  \
  static safe_s##BITS safe_lshift_func_int##BITS##_t_s_s(safe_s##BITS a, int b) {                                    \
    return a < 0 || b < 0 || b >= BITS || a > (~LOWEST >> b) ? a : (safe_s##BITS)(a << b);                           \
  }                                                                                                                  \
  static safe_s##BITS safe_lshift_func_int##BITS##_t_s_u(safe_s##BITS a, unsigned b) {                               \
    return a < 0 || b >= BITS || a > (~LOWEST >> b) ? a : (safe_s##BITS)(a << b);                                    \
  }                                                                                                                  \
  static safe_s##BITS safe_rshift_func_int##BITS##_t_s_s(safe_s##BITS a, int b) {                                    \
    return b < 0 || b >= BITS ? a : (safe_s##BITS)(a >> b);                                                          \
  }                                                                                                                  \
  static safe_s##BITS safe_rshift_func_int##BITS##_t_s_u(safe_s##BITS a, unsigned b) {                               \
    return b >= BITS ? a : (safe_s##BITS)(a >> b);                                                                   \
  }

SAFE_UNSIGNED(8)
SAFE_UNSIGNED(16)
SAFE_UNSIGNED(32)
SAFE_UNSIGNED(64)
SAFE_SIGNED(8, INT8_MIN, SAFE_NARROW(+, a, b, r), SAFE_NARROW(-, a, b, r), SAFE_FLAG_mul(a, b, r))
SAFE_SIGNED(16, INT16_MIN, SAFE_FLAG_add(a, b, r), SAFE_NARROW(-, a, b, r), SAFE_NARROW(*, a, b, r))
SAFE_SIGNED(32, INT32_MIN, SAFE_FLAG_add(a, b, r), SAFE_FLAG_sub(a, b, r), SAFE_FLAG_mul(a, b, r))
SAFE_SIGNED(64, INT64_MIN, SAFE_FLAG_add(a, b, r), SAFE_FLAG_sub(a, b, r), SAFE_FLAG_mul(a, b, r))

/* ---- float: results that are not finite are replaced, so that neither NaN nor an infinity comes up */
static float safe_finite(float r, float a) { return r - r == 0.0F ? r : a; }
static float safe_add_func_float_f_f(float a, float b) { return safe_finite(a + b, a); }
static float safe_sub_func_float_f_f(float a, float b) { return safe_finite(a - b, a); }
static float safe_mul_func_float_f_f(float a, float b) { return safe_finite(a * b, a); }
static float safe_div_func_float_f_f(float a, float b) { return safe_finite(a / b, a); }

#endif
