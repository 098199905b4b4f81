/* The gate: what of a comparison is a regression. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdlib.h>

#include "expect.h"
#include "made_results.h"

/* What the gate says of v000; `why` gets 256 bytes. */
static enum clsmem_gate_end judged(const struct clsmem_gate *gate, const struct made_results *a,
                                   const struct made_results *b, char *why)
{
    struct clsmem_compare compare;
    enum clsmem_gate_end end;

    made_compare(a, b, &compare);
    end = clsmem_gate_judge(gate, &compare, &compare.lines[0], 1, why, 256);
    clsmem_compare_release(&compare);
    return end;
}

static void the_gate_fails_only_beyond_the_noise(void)
{
    static const struct {
        double factor;
        enum clsmem_gate_end end;
    } cases[] = { { 0.5, CLSMEM_GATE_PASSED },  { 1.0, CLSMEM_GATE_PASSED },  { 1.04, CLSMEM_GATE_PASSED },
                  { 1.06, CLSMEM_GATE_PASSED }, { 1.10, CLSMEM_GATE_SLOWER }, { 2.0, CLSMEM_GATE_SLOWER } };
    const struct clsmem_gate gate = { .of_time = true, .above = 0.05 };
    char why[256];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made_results *const a = made_results_make(1), *const b = made_results_make(1);

        made_slow_down(b, 0, cases[i].factor);
        if (!EXPECT_EQ_INT(judged(&gate, a, b, why), cases[i].end))
            expect_note("%g times the time: %s", cases[i].factor, why);
        EXPECT((cases[i].end == CLSMEM_GATE_PASSED) == !*why);
        free(a);
        free(b);
    }
}

static void the_gate_tells_what_is_missing_from_what_is_broken(void)
{
    const struct clsmem_gate gate = { .of_time = true, .above = 0.05 };
    const struct clsmem_gate lenient = { .of_time = true, .above = 0.05, .missing_allowed = true };
    struct made_results *const a = made_results_make(2), *const b = made_results_make(2);
    char why[256];

    b->run.rows++;
    b->run.row_count--;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_MISSING);
    EXPECT_EQ_STR(why, "missing");
    EXPECT_EQ_INT(judged(&lenient, a, b, why), CLSMEM_GATE_ALLOWED);
    b->run.row_count = 0;
    EXPECT_EQ_INT(judged(&gate, b, a, why), CLSMEM_GATE_NEW);
    b->run.row_count = 1;
    b->run.rows--;
    b->run.row_count++;
    b->run.seed = 2;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_MISSING);
    b->run.seed = 1;
    b->rows[0].time.verdict = CLSMEM_SUSPECT;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_UNDECIDED);
    made_fail_row(b->rows);
    EXPECT_EQ_INT(judged(&lenient, a, b, why), CLSMEM_GATE_BROKEN);
    EXPECT_EQ_STR(why, "wrong: 3 elements");
    made_skip_row(a->rows);
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_NOT_GATED);
    EXPECT(clsmem_gate_end_fails(CLSMEM_GATE_MISSING) && clsmem_gate_end_fails(CLSMEM_GATE_BROKEN));
    EXPECT(!clsmem_gate_end_fails(CLSMEM_GATE_NEW) && !clsmem_gate_end_fails(CLSMEM_GATE_ALLOWED));
    EXPECT(!clsmem_gate_end_fails(CLSMEM_GATE_UNDECIDED) && !clsmem_gate_end_fails(CLSMEM_GATE_NOT_GATED));
    free(a);
    free(b);
}

static void degrees_and_local_bytes_must_not_rise(void)
{
    const struct clsmem_gate gate = { .of_degree = true };
    struct made_results *const a = made_results_make(1), *const b = made_results_make(1);
    char why[256];

    made_slow_down(b, 0, 3); /* no matter here */
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_NOT_GATED);
    a->rows->degree = b->rows->degree = 1.5;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_PASSED);
    b->rows->degree = 1.25;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_PASSED);
    b->rows->degree = 1.51;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_DEGREE);
    EXPECT_EQ_STR(why, "conflict degree rose from 1.5 to 1.51");
    b->rows->degree = 1.25;
    a->rows->is_predicted = b->rows->is_predicted = true;
    a->rows->prediction.worst_degree = b->rows->prediction.worst_degree = 2;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_PASSED);
    b->rows->prediction.worst_degree = 4;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_DEGREE);
    EXPECT_EQ_STR(why, "conflict degree of the worst line rose from 2 to 4");
    b->rows->prediction.worst_place = "gemm.cl:12";
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_DEGREE);
    EXPECT_CONTAINS(why, "rose from 2 to 4, gemm.cl:12");
    b->rows->prediction.worst_degree = 2;
    b->run.bank_class = "rdna4";
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_MISSING);
    b->run.bank_class = "gcn";
    b->rows->degree = NAN;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_MISSING);
    b->rows->degree = 1;
    b->rows->local_bytes = 4;
    EXPECT_EQ_INT(judged(&gate, a, b, why), CLSMEM_GATE_LOCAL_BYTES);
    EXPECT_EQ_STR(why, "local memory of a work-group rose from 0 to 4 bytes");
    free(a);
    free(b);
}

CU_TestInfo compare_gate_tests[] = {
    TEST(the_gate_fails_only_beyond_the_noise),
    TEST(the_gate_tells_what_is_missing_from_what_is_broken),
    TEST(degrees_and_local_bytes_must_not_rise),
    CU_TEST_INFO_NULL,
};
