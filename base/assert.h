/* What must be true whatever a pack, a player or a host does. Looked at in debug and sanitizer builds (CANTRIP_CHECKED);
 * nothing is computed elsewhere. A mistake of a host has a status and of a pack a fault; this is for our own. */
#ifndef BASE_ASSERT_H
#define BASE_ASSERT_H

#ifdef CANTRIP_CHECKED
_Noreturn void cantrip_assert_failed(const char *what, const char *file, int line);
#define CANTRIP_ASSERT(what)                                                                       \
    ((what) ? (void)0 : cantrip_assert_failed(#what, __FILE__, __LINE__))
#else
#define CANTRIP_ASSERT(what) ((void)(0 && (what)))
#endif

#endif
