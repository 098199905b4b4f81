/* Mangled names of OpenCL's builtin functions, taken apart: "_Z3maxDv4_jS_" is max(uint4, uint4). */
#ifndef LINT_BUILTIN_NAME_H
#define LINT_BUILTIN_NAME_H

#include "builtin.h"

#define LINT_MOST_ELEMENTS 16 /* of a vector */

/* X(name, mangled, OpenCL's word, bits, kind): types that one code stands for. size_t is a uint or a ulong. */
#define LINT_SCALARS(X)                                                                                               \
    X(VOID, "v", "void", 0, LINT_UNSIGNED)                                                                            \
    X(BOOL, "b", "bool", 8, LINT_UNSIGNED)                                                                            \
    X(CHAR, "c", "char", 8, LINT_SIGNED)                                                                              \
    X(SIGNED_CHAR, "a", "char", 8, LINT_SIGNED)                                                                       \
    X(UCHAR, "h", "uchar", 8, LINT_UNSIGNED)                                                                          \
    X(SHORT, "s", "short", 16, LINT_SIGNED)                                                                           \
    X(USHORT, "t", "ushort", 16, LINT_UNSIGNED)                                                                       \
    X(INT, "i", "int", 32, LINT_SIGNED)                                                                               \
    X(UINT, "j", "uint", 32, LINT_UNSIGNED)                                                                           \
    X(LONG, "l", "long", 64, LINT_SIGNED)                                                                             \
    X(ULONG, "m", "ulong", 64, LINT_UNSIGNED)                                                                         \
    X(LONG_LONG, "x", "long", 64, LINT_SIGNED)                                                                        \
    X(ULONG_LONG, "y", "ulong", 64, LINT_UNSIGNED)                                                                    \
    X(HALF, "Dh", "half", 16, LINT_FLOAT)                                                                             \
    X(FLOAT16, "DF16_", "half", 16, LINT_FLOAT)                                                                       \
    X(FLOAT, "f", "float", 32, LINT_FLOAT)                                                                            \
    X(DOUBLE, "d", "double", 64, LINT_FLOAT)                                                                          \
    X(ELLIPSIS, "z", "...", 0, LINT_UNSIGNED)

enum lint_scalar {
#define LINT_SCALAR_ENUM(name, mangled, word, bits, kind) LINT_TYPE_##name,
    LINT_SCALARS(LINT_SCALAR_ENUM)
#undef LINT_SCALAR_ENUM
        LINT_TYPE_NAMED /* an enum, a struct or an object of OpenCL's */
};

/* The type of a parameter. What qualifies a pointer's target is kept, its address space is not: that of a call's
 * argument is right, numbers differ between targets. */
struct lint_type {
    enum lint_scalar scalar;
    unsigned count;    /* elements of a vector; 1 */
    unsigned pointers; /* 1: a pointer to it */
    bool is_volatile, is_atomic;
    char name[48]; /* of LINT_TYPE_NAMED; cut where it is longer */
};

unsigned lint_type_bits(const struct lint_type *type); /* of an element; 0 where there is no number in it */
enum lint_kind lint_type_kind(const struct lint_type *type);

struct lint_signature {
    char name[96];
    struct lint_type parameters[LINT_MOST_CALL_ARGUMENTS];
    size_t count;
    bool is_mangled; /* false: `name` is all that is known */
};

/* Whatever the name is: one that is not of this kind is taken as it stands. */
void lint_signature_read(const char *mangled, struct lint_signature *signature);

/* "max(uint4, uint4)"; the call tells spaces: "foo(local float*)". */
void lint_signature_print(const struct lint_signature *signature, const struct lint_call *call, char *text,
                          size_t text_bytes);

#endif
