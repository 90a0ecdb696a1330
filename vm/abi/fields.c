#include "vm/abi/fields.h"

#include <stddef.h>

#include "base/assert.h"

/* A row of DOMAIN_SPAN begins the fields of each table. */
#define F(name, domain)           {DOMAIN_##domain, #name},
#define ROW(number, name, fields) {DOMAIN_SPAN, #name}, fields
static const vm_field FIELDS[] = {
#include "vm/abi/pack_rows.def"
};
#undef ROW
#undef F
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

void vm_fields_next(vm_table_fields *of)
{
    const vm_field *at = of->field ? of->field + of->width : FIELDS;
    CANTRIP_ASSERT(at < FIELDS + FIELD_COUNT && at->domain == DOMAIN_SPAN);
    of->field = ++at;
    while (at < FIELDS + FIELD_COUNT && at->domain != DOMAIN_SPAN)
        at++;
    of->width = (uint32_t)(at - of->field);
}
