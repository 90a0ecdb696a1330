/* 64-bit FNV-1a: content hashes of packs and states. Every step is a bijection of the running
 * value, so a change of any single byte always changes the result. Not meant to resist a forger. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t hash_bytes(uint64_t h, const void *bytes, size_t size);
/* The same idea eight bytes at a time, for whole states. */
uint64_t hash_words(uint64_t h, const void *bytes, size_t size);
/* The same over four sums side by side, which a machine can work on at the same time: for whole files. */
uint64_t hash_file(uint64_t h, const void *bytes, size_t size);
uint64_t hash_number(uint64_t h, uint64_t number); /* as if it stood there in eight bytes */

#endif
