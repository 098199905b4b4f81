/* The session that the device suites share. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "target.h"

static struct clsmem_session session;
static bool opened;

static void session_end(void)
{
    clsmem_session_close(&session);
}

struct clsmem_session *session_shared(void)
{
    const struct clsmem_run_options options = { .seed = 1, .least_ns = 1, .most_ns = 1e5, .warm_up_ns = 1 };

    if (!opened) {
        if (!EXPECT_EQ_INT(clsmem_session_open(target_device(), &options, &session), CLSMEM_OK)) {
            expect_note("%s", clsmem_error_text());
            clsmem_session_close(&session);
            return NULL;
        }
        opened = true;
        atexit(session_end);
    }
    return &session;
}

void session_run(struct clsmem_session *run_session, const struct clsmem_kernel *kernel,
                 const struct clsmem_variant *variant, const struct clsmem_problem *problem,
                 struct clsmem_result *result)
{
    EXPECT_EQ_INT(clsmem_run(run_session, kernel, variant, problem, result), CLSMEM_OK);
}

bool session_is_cbs(void)
{
    const char *method = getenv("POCL_WORK_GROUP_METHOD");

    return method && strcmp(method, "cbs") == 0;
}
