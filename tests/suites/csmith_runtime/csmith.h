/* What programs of csmith include, for a GPU and for the host from one source; no library is needed.
 *
 * On a GPU `main` is called by the kernel csmith_run(results): results[0] is the checksum, results[1] the number of
 * values summed, results[2 + i] the checksum after value i (as far as they fit): a difference is found where it begins.
 * On the host the program prints the same, with the names of the values: "NAME CRC" lines, then "checksum CRC COUNT".
 * Floats are summed by their bits; NaN, whose payload C leaves open, counts as one value.
 */
#ifndef CSMITH_H
#define CSMITH_H

#include <stddef.h>
#include <stdint.h>

#include "safe_math.h"

#define CSMITH_RESULTS 4096 /* room of `results`, in words */

static uint32_t crc32_table[256];
static uint32_t crc32_context = 0xFFFFFFFFU;
static uint32_t crc32_count;

#ifdef __NVPTX__
static uint32_t *crc32_results;
static void report_value(const char *name) {
  (void)name;
  if (crc32_count + 2 < CSMITH_RESULTS) crc32_results[crc32_count + 2] = crc32_context;
}
static void report_end(uint32_t checksum) {
  crc32_results[0] = checksum;
  crc32_results[1] = crc32_count;
}
int csmith_main(void);
__attribute__((device_kernel)) void csmith_run(uint32_t *results) {
  crc32_results = results;
  csmith_main();
}
#define main csmith_main
#define printf(...) ((void)0)
#else
int printf(const char *, ...);
static void report_value(const char *name) { printf("%s %u\n", name, crc32_context); }
static void report_end(uint32_t checksum) { printf("checksum %u %u\n", checksum, crc32_count); }
#endif

static void platform_main_begin(void) {}
static void platform_main_end(uint32_t checksum, int flag) {
  (void)flag;
  report_end(checksum);
}

static void crc32_gentab(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320U : crc >> 1;
    crc32_table[i] = crc;
  }
}

static void crc32_byte(uint8_t byte) {
  crc32_context = (crc32_context >> 8) ^ crc32_table[(crc32_context ^ byte) & 0xFF];
}

static void transparent_crc(uint64_t value, const char *name, int flag) {
  (void)flag;
  for (int i = 0; i < 8; i++) crc32_byte((uint8_t)(value >> 8 * i));
  report_value(name);
  crc32_count++;
}

/* csmith uses it for floats alone. */
static void transparent_crc_bytes(const volatile void *address, int size, const char *name, int flag) {
  (void)flag;
  uint8_t bytes[8];
  for (int i = 0; i < size && i < 8; i++) bytes[i] = ((const volatile uint8_t *)address)[i];
  if (size == 4 && (bytes[3] & 0x7F) == 0x7F && bytes[2] > 0x80) {
    bytes[0] = bytes[1] = 0;
    bytes[2] = 0xC0;
    bytes[3] = 0x7F;
  }
  for (int i = 0; i < size; i++) crc32_byte(i < 8 ? bytes[i] : ((const volatile uint8_t *)address)[i]);
  report_value(name);
  crc32_count++;
}

/* Builtins that csmith calls with any argument, zero too, or that only x86 has. */
static int count_clz32(uint32_t x) { return x ? __builtin_clz(x) : 32; }
static int count_clz64(uint64_t x) { return x ? __builtin_clzll(x) : 64; }
static int count_ctz32(uint32_t x) { return x ? __builtin_ctz(x) : 32; }
static int count_ctz64(uint64_t x) { return x ? __builtin_ctzll(x) : 64; }
static uint32_t crc32c_byte(uint32_t crc, uint8_t byte) {
  crc ^= byte;
  for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x82F63B78U : crc >> 1;
  return crc;
}
#define __builtin_clz count_clz32
#define __builtin_clzl count_clz64
#define __builtin_clzll count_clz64
#define __builtin_ctz count_ctz32
#define __builtin_ctzl count_ctz64
#define __builtin_ctzll count_ctz64
#define __builtin_ia32_crc32qi crc32c_byte

#endif
