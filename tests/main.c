/*
 * Runs the suites named on the command line, or all of them. Exit code: 0 all passed, 1 a failure, 2 usage,
 * 77 nothing ran because there is no device.
 */
#include <CUnit/CUnit.h>
#include <CUnit/TestDB.h>
#include <CUnit/TestRun.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "target.h"

enum exit_code { EXIT_PASSED, EXIT_FAILED, EXIT_USAGE, EXIT_SKIPPED = 77 };

enum label { LABEL_unit, LABEL_device, LABEL_lint };

#ifdef CLSMEM_LINT_TESTS
#define OWN_SUITES LINT_SUITES
#else
#define OWN_SUITES SUITES
#endif

#define SUITE_DECLARATION(suite, label) extern CU_TestInfo suite##_tests[];
OWN_SUITES(SUITE_DECLARATION)

struct suite {
    const char *name;
    CU_TestInfo *tests;
    enum label label;
};

static const struct suite suites[] = {
#define SUITE_ENTRY(suite, label) { #suite, suite##_tests, LABEL_##label },
    OWN_SUITES(SUITE_ENTRY)
};
static const size_t suite_count = sizeof suites / sizeof *suites;

static struct clsmem_device_list devices;
static const struct clsmem_device_info *target;

const struct clsmem_device_info *target_device(void)
{
    return target;
}

/* A device that was asked for and is not there is a failure; that a machine has none is a skip. */
static enum exit_code find_target(void)
{
    const char *asked = getenv("CLSMEM_TEST_DEVICE");
    enum clsmem_status status = clsmem_device_list(&devices);
    enum exit_code code = EXIT_PASSED;
    size_t *chosen = NULL, count = 0;

    if (status == CLSMEM_OK) {
        chosen = calloc(devices.count + 1, sizeof *chosen);
        status = chosen ? clsmem_device_select(&devices, asked ? asked : "cpu", chosen, &count) : CLSMEM_NO_MEMORY;
    }
    if (status == CLSMEM_OK) {
        target = &devices.devices[chosen[0]];
    } else {
        fprintf(stderr, "no device to test on: %s\n", clsmem_error_text());
        code = status == CLSMEM_NO_DEVICE && !asked ? EXIT_SKIPPED : EXIT_FAILED;
    }
    free(chosen);
    return code;
}

static const struct suite *suite_find(const char *name)
{
    for (size_t i = 0; i < suite_count; i++)
        if (strcmp(suites[i].name, name) == 0)
            return &suites[i];
    return NULL;
}

static enum exit_code suite_run(const struct suite *suite)
{
    CU_SuiteInfo table[] = { { .pName = suite->name, .pTests = suite->tests }, { .pName = NULL } };
    enum exit_code code = EXIT_PASSED;

    if (suite->label == LABEL_device && !target && (code = find_target()) != EXIT_PASSED)
        return code;

    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(table) != CUE_SUCCESS ||
        CU_run_all_tests() != CUE_SUCCESS) {
        fprintf(stderr, "%s: CUnit: %s\n", suite->name, CU_get_error_msg());
        return EXIT_FAILED;
    }
    const unsigned failed = CU_get_number_of_tests_failed();
    printf("%s: %u tests, %u expectations, %u failed\n", suite->name, CU_get_number_of_tests_run(),
           CU_get_number_of_asserts(), failed);
    /* A suite without tests, or a test that expects nothing, has shown nothing. */
    if (failed > 0 || CU_get_number_of_tests_run() == 0 || CU_get_number_of_asserts() == 0)
        code = EXIT_FAILED;
    CU_cleanup_registry();
    return code;
}

int main(int argc, char **argv)
{
    bool failed = false, ran = false;

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < argc; i++) {
        if (!suite_find(argv[i])) {
            fprintf(stderr, "no suite is named %s; there are:", argv[i]);
            for (size_t s = 0; s < suite_count; s++)
                fprintf(stderr, " %s", suites[s].name);
            fputc('\n', stderr);
            return EXIT_USAGE;
        }
    }

    const size_t count = argc > 1 ? (size_t)argc - 1 : suite_count;
    for (size_t i = 0; i < count; i++) {
        const enum exit_code code = suite_run(argc > 1 ? suite_find(argv[i + 1]) : &suites[i]);
        failed |= code == EXIT_FAILED;
        ran |= code == EXIT_PASSED;
    }
    clsmem_device_list_release(&devices);
    return failed ? EXIT_FAILED : ran ? EXIT_PASSED : EXIT_SKIPPED;
}
