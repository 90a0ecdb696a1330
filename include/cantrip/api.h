/* What the public headers share: the version, and what the libraries export. */
#ifndef CANTRIP_API_H
#define CANTRIP_API_H

#include <stddef.h>
#include <stdint.h>

/* CANTRIP_VERSION_STRING is read by the build. The middle number grows when something is added; a program that was
 * built with an older one goes on working with the libraries of the same first number. */
#define CANTRIP_VERSION_MAJOR  0
#define CANTRIP_VERSION_MINOR  9
#define CANTRIP_VERSION_PATCH  0
#define CANTRIP_VERSION_STRING "0.9.0"
#define CANTRIP_VERSION                                                                            \
    (CANTRIP_VERSION_MAJOR * 10000 + CANTRIP_VERSION_MINOR * 100 + CANTRIP_VERSION_PATCH)

/* Between these two stands what is exported; everything else in the libraries is hidden. */
#ifdef __cplusplus
#define CANTRIP_EXTERN_BEGIN extern "C" {
#define CANTRIP_EXTERN_END   }
#else
#define CANTRIP_EXTERN_BEGIN
#define CANTRIP_EXTERN_END
#endif
#ifdef __GNUC__
#define CANTRIP_BEGIN _Pragma("GCC visibility push(default)") CANTRIP_EXTERN_BEGIN
#define CANTRIP_END   CANTRIP_EXTERN_END _Pragma("GCC visibility pop")
#else
#define CANTRIP_BEGIN CANTRIP_EXTERN_BEGIN
#define CANTRIP_END   CANTRIP_EXTERN_END
#endif

CANTRIP_BEGIN

/* The version of the library that is there, which may be newer than CANTRIP_VERSION of the header. */
uint32_t cantrip_version(void);
const char *cantrip_version_text(void);

CANTRIP_END
#endif
