/* The fields of the rows of a pack, table by table in the order of pack_rows.def: whoever does something to every word
 * walks over them.
 *
 *   vm_table_fields of = {0};
 *   for (size_t t = 0; t < TABLES; t++) {
 *       vm_fields_next(&of);
 *       ... rows of of.width words; the i-th is in domain of.field[i].domain */
#ifndef VM_ABI_FIELDS_H
#define VM_ABI_FIELDS_H

#include <stdint.h>

#include "vm/abi/domain.h"

typedef struct vm_field {
    uint8_t domain; /* enum vm_domain */
    const char *name;
} vm_field;

typedef struct vm_table_fields {
    const vm_field *field; /* NULL: before the first table */
    uint32_t width;        /* words in a row */
} vm_table_fields;

void vm_fields_next(vm_table_fields *of); /* there must be one more */

#endif
