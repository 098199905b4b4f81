/* What a function of libclsmem returns, and the text that goes with a failure. */
#ifndef CLSMEM_STATUS_H
#define CLSMEM_STATUS_H

/* X(name, word): the word stands in reports and result files, so it never changes once published. */
#define CLSMEM_STATUSES(X)                                                                                            \
    X(OK, "ok")                       /* done, and checked where there is something to check */                       \
    X(SKIPPED, "skipped")             /* does not apply to this device: never a failure */                            \
    X(BUILD_FAILED, "build-failed")   /* the compiler refused it, or it lacks the kernel */                           \
    X(WRONG, "wrong")                 /* a result differs from its reference, or a guard zone was written */          \
    X(DEVICE_FAILED, "device-failed") /* an OpenCL call failed */                                                     \
    X(NO_DEVICE, "no-device")         /* no platform, or no device that fits what was asked for */                    \
    X(INVALID, "invalid")             /* the caller asked for something that makes no sense */                        \
    X(NO_MEMORY, "no-memory")         /* the host is out of memory */                                                 \
    X(IO, "io")                       /* a file could not be read or written */                                       \
    X(INTERRUPTED, "interrupted")     /* the caller's stop flag was raised */

/* How a call ended; clsmem_error_text() says more where it failed. */
enum clsmem_status {
#define CLSMEM_STATUS_ENUM(name, word) CLSMEM_##name,
    CLSMEM_STATUSES(CLSMEM_STATUS_ENUM)
#undef CLSMEM_STATUS_ENUM
};

/* The status in one word, as reports and result files have it. Never NULL. */
const char *clsmem_status_word(enum clsmem_status status);

/* One line on the last failure in this thread; "" before the first. Valid until the next failure in this thread. */
const char *clsmem_error_text(void);

/* Sets this thread's error text from a printf format (cut at 1023 characters) and returns `status`. */
enum clsmem_status clsmem_fail(enum clsmem_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
