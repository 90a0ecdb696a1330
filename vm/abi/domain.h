/* The domains of domains.def as numbers. */
#ifndef VM_ABI_DOMAIN_H
#define VM_ABI_DOMAIN_H

enum vm_domain {
#define DOMAIN(name, rule, shape, limit) DOMAIN_##name,
#include "vm/abi/domains.def"
#undef DOMAIN
    DOMAIN_SPAN
};

#endif
