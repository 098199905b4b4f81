/* The session that the device suites share: opening one judges the clock, which takes a second. */
#ifndef SESSION_H
#define SESSION_H

#include "clsmem/run.h"

/*
 * Opened at the first call, closed when the program ends, its measurements as short as they get. NULL, and a failed
 * expectation, when the device cannot be opened.
 */
struct clsmem_session *session_shared(void);

/* Runs one variant and expects that this was possible at all. The caller releases the result. */
void session_run(struct clsmem_session *session, const struct clsmem_kernel *kernel,
                 const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 struct clsmem_result *result);

/* Whether PoCL was asked for its work-group method `cbs`, whose faults in 5.0 test_run.c names. */
bool session_is_cbs(void);

#endif
