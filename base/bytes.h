/* Checked little-endian reading and growing little-endian writing. The only place that knows the
 * byte order of files. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct bytes_reader {
    const uint8_t *at;
    size_t off, size;
    int failed; /* set by the first read beyond the end; later reads give 0 */
} bytes_reader;

uint32_t bytes_read_u32(bytes_reader *r);
uint64_t bytes_read_u64(bytes_reader *r);
/* So many words that are known to be there. */
void bytes_copy_u32(uint32_t *to, const uint8_t *from, size_t count);

typedef struct bytes_writer {
    uint8_t *at; /* malloc; the caller frees */
    size_t size, cap;
    int failed; /* out of memory */
} bytes_writer;

void bytes_write(bytes_writer *w, const void *p, size_t size);
void bytes_write_u32(bytes_writer *w, uint32_t v);
void bytes_write_u64(bytes_writer *w, uint64_t v);
/* Overwrites four bytes written before. */
void bytes_patch_u32(bytes_writer *w, size_t off, uint32_t v);

#endif
