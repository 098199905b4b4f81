/* OpenCL's builtin functions: what one lane computes that executes what is emitted for them. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "expect.h"
#include "lint_trial.h"

#define MOST_VALUES 24
#define MOST_SLOTS 1024

/* A call, its arguments' elements in a row, and its result. */
struct example {
    const char *name;
    unsigned count, bits; /* of the result */
    uint64_t arguments[MOST_VALUES], result[16];
};

static void expect_example(const struct example *example)
{
    static uint64_t registers[MOST_SLOTS];
    struct trial trial;
    size_t next = 0;

    trial_begin(&trial, example->name, example->count, example->bits);
    trial.call.result.is_float = strncmp(example->name, "_Z3nan", 6) == 0;
    if (trial_emit(&trial) && EXPECT(trial.program->slot_count <= MOST_SLOTS)) {
        memset(registers, 0, sizeof registers);
        for (size_t a = 0; a < trial.call.argument_count; a++)
            for (uint32_t e = 0; e < trial.call.arguments[a].count; e++)
                registers[trial.call.arguments[a].slot + e] = example->arguments[next++];
        trial_run(&trial, registers);
        for (unsigned e = 0; e < example->count; e++)
            if (!EXPECT(registers[trial.call.result.slot + e] == example->result[e]))
                expect_note("%s, element %u: %llx instead of %llx", example->name, e,
                            (unsigned long long)registers[trial.call.result.slot + e],
                            (unsigned long long)example->result[e]);
    } else {
        expect_note("%s", example->name);
    }
    trial_end(&trial);
}

#define EXPECT_EXAMPLES(examples)                                                                                     \
    for (size_t i = 0; i < sizeof(examples) / sizeof *(examples); i++)                                                \
    expect_example(&(examples)[i])

#define I64_MIN 0x8000000000000000u
#define I64_MAX 0x7fffffffffffffffu

static void integer_functions_are_right_at_their_edges(void)
{
    static const struct example examples[] = {
        { "_Z3absc", 1, 8, { 0x80 }, { 0x80 } },
        { "_Z3absDv2_j", 2, 32, { 0xfffffffe, 3 }, { 0xfffffffe, 3 } },
        { "_Z8abs_diffii", 1, 32, { 0x80000000, 0x7fffffff }, { 0xffffffff } },
        { "_Z8abs_diffhh", 1, 8, { 1, 255 }, { 254 } },
        { "_Z7add_satcc", 1, 8, { 100, 100 }, { 127 } },
        { "_Z7sub_sathh", 1, 8, { 1, 2 }, { 0 } },
        { "_Z4haddhh", 1, 8, { 255, 254 }, { 254 } },
        { "_Z4haddcc", 1, 8, { 0xff, 0 }, { 0xff } },
        { "_Z5rhaddcc", 1, 8, { 0xff, 0 }, { 0 } },
        { "_Z5rhaddhh", 1, 8, { 255, 254 }, { 255 } },
        { "_Z5clampDv2_iii", 2, 32, { 5, 0xfffffffb, 0, 3 }, { 3, 0 } },
        { "_Z3maxDv2_jj", 2, 32, { 0xffffffff, 1, 2 }, { 0xffffffff, 2 } },
        { "_Z3maxDv2_ii", 2, 32, { 0xffffffff, 1, 2 }, { 2, 2 } },
        { "_Z3minss", 1, 16, { 0xffff, 1 }, { 0xffff } },
        { "_Z3clzt", 1, 16, { 1 }, { 15 } },
        { "_Z3ctzc", 1, 8, { 0 }, { 8 } },
        { "_Z8popcountl", 1, 64, { UINT64_MAX }, { 64 } },
        { "_Z6mul_hiii", 1, 32, { 0xffffffff, 0x7fffffff }, { 0xffffffff } },
        { "_Z6mul_hijj", 1, 32, { 0xffffffff, 0xffffffff }, { 0xfffffffe } },
        { "_Z6mad_hijjj", 1, 32, { 0xffffffff, 0xffffffff, 3 }, { 1 } },
        { "_Z6rotatehh", 1, 8, { 0x81, 9 }, { 0x03 } },
        { "_Z8upsamplech", 1, 16, { 0xff, 1 }, { 0xff01 } },
        { "_Z8upsamplejj", 1, 64, { 1, 0xffffffff }, { 0x1ffffffff } },
        { "_Z5mad24iii", 1, 32, { 0xfffffffd, 5, 7 }, { 0xfffffff8 } },
        { "_Z5mul24jj", 1, 32, { 3, 5 }, { 15 } },
        { "_Z11bit_reverseh", 1, 8, { 0x12 }, { 0x48 } },
        { "_Z15bitfield_insertiijj", 1, 32, { 0xffff, 5, 4, 8 }, { 0xf05f } },
        { "_Z23bitfield_extract_signedijj", 1, 32, { 0xf80, 7, 5 }, { 0xffffffff } },
        { "_Z25bitfield_extract_unsignedijj", 1, 32, { 0xf80, 7, 5 }, { 0x1f } },
        { "_Z25bitfield_extract_unsignedijj", 1, 32, { 0xf80, 7, 0 }, { 0 } },
        { "_Z3dotDv4_cDv4_h", 1, 32, { 0xff, 1, 2, 3, 255, 1, 1, 1 }, { 0xffffff07 } },
        { "_Z20dot_4x8packed_us_intjj", 1, 32, { 0x010101ff, 0x010101ff }, { 0xffffff04 } },
    };

    EXPECT_EXAMPLES(examples);
}

static void mad_sat_saturates_at_every_width(void)
{
    static const struct example examples[] = {
        { "_Z7mad_satccc", 1, 8, { 0xf0, 16, 0 }, { 0x80 } },
        { "_Z7mad_sathhh", 1, 8, { 16, 16, 0 }, { 255 } },
        { "_Z7mad_satiii", 1, 32, { 65536, 65536, 0xffffffff }, { 0x7fffffff } },
        { "_Z7mad_satjjj", 1, 32, { 65536, 65535, 65535 }, { 0xffffffff } },
        { "_Z7mad_satlll", 1, 64, { I64_MAX, 2, 0 }, { I64_MAX } },
        { "_Z7mad_satlll", 1, 64, { I64_MIN, 2, I64_MAX }, { I64_MIN } },
        { "_Z7mad_satlll", 1, 64, { I64_MIN, UINT64_MAX, UINT64_MAX }, { I64_MAX } },
        { "_Z7mad_satlll", 1, 64, { I64_MIN, 1, UINT64_MAX }, { I64_MIN } },
        { "_Z7mad_satlll", 1, 64, { 3, 4, 0 - UINT64_C(20) }, { 0 - UINT64_C(8) } },
        { "_Z7mad_satlll", 1, 64, { UINT64_MAX, 1, 2 }, { 1 } },
        { "_Z7mad_satmmm", 1, 64, { 0x100000000, 0x100000000, 0 }, { UINT64_MAX } },
        { "_Z7mad_satmmm", 1, 64, { 0x100000000, 0xffffffff, 0xffffffff }, { UINT64_MAX } },
        { "_Z7mad_satmmm", 1, 64, { 0x100000000, 0xffffffff, 0xfffffffe }, { UINT64_MAX - 1 } },
    };

    EXPECT_EXAMPLES(examples);
}

static void relations_give_one_in_scalars_and_all_ones_in_vectors(void)
{
    static const struct example examples[] = {
        { "_Z7isequalff", 1, 32, { 0x3f800000, 0x3f800000 }, { 1 } },
        { "_Z7isequalDv2_fS_", 2, 32, { 0x3f800000, 0, 0x3f800000, 1 }, { 0xffffffff, 0 } },
        { "_Z7isequaldd", 1, 32, { 0, I64_MIN }, { 1 } },
        { "_Z7isequalDv2_dS_", 2, 64, { 0, 1, I64_MIN, 0 }, { UINT64_MAX, 0 } },
        { "_Z5isnanDv2_Dh", 2, 16, { 0x7e00, 0x7c00 }, { 0xffff, 0 } },
        { "_Z10isnotequalff", 1, 32, { 0x7fc00000, 0 }, { 1 } },
        { "_Z13islessgreaterff", 1, 32, { 0x7fc00000, 0 }, { 0 } },
        { "_Z11isunorderedff", 1, 32, { 0x7fc00000, 0 }, { 1 } },
        { "_Z5isinff", 1, 32, { 0xff800000 }, { 1 } },
        { "_Z8isfinitef", 1, 32, { 0xff800000 }, { 0 } },
        { "_Z8isnormalf", 1, 32, { 0x007fffff }, { 0 } },
        { "_Z8isnormalf", 1, 32, { 0x80800000 }, { 1 } },
        { "_Z7signbitDv2_f", 2, 32, { 0x80000000, 0x7fffffff }, { 0xffffffff, 0 } },
        { "_Z3anyDv2_i", 1, 32, { 1, 0x80000000 }, { 1 } },
        { "_Z3allDv2_i", 1, 32, { 1, 0x80000000 }, { 0 } },
        { "_Z3anyc", 1, 32, { 0x7f }, { 0 } },
        { "_Z6selectiii", 1, 32, { 1, 2, 4 }, { 2 } },
        { "_Z6selectffj", 1, 32, { 1, 2, 0 }, { 1 } },
        { "_Z6selectDv2_iS_S_", 2, 32, { 1, 2, 3, 4, 4, 0x80000000 }, { 1, 4 } },
        { "_Z9bitselectfff", 1, 32, { 0xffffffff, 0, 0xff }, { 0xffffff00 } },
    };

    EXPECT_EXAMPLES(examples);
}

static void floating_point_functions_go_element_by_element(void)
{
    static const struct example examples[] = {
        { "_Z4sqrtDv2_f", 2, 32, { 0x40800000, 0x41100000 }, { 0x40000000, 0x40400000 } },
        { "_Z3fmafff", 1, 32, { 0x40000000, 0x40400000, 0x3f800000 }, { 0x40e00000 } },
        { "_Z4fmaxDv2_ff", 2, 32, { 0x7fc00000, 0x40000000, 0x3f800000 }, { 0x3f800000, 0x40000000 } },
        { "_Z12native_recipf", 1, 32, { 0x40800000 }, { 0x3e800000 } },
        { "_Z11half_divideff", 1, 32, { 0x3f800000, 0x40000000 }, { 0x3f000000 } },
        { "_Z9half_exp2f", 1, 32, { 0x40400000 }, { 0x41000000 } },
        { "_Z4pownfi", 1, 32, { 0xbf800000, 16777217 }, { 0xbf800000 } },
        { "_Z4pownDhi", 1, 16, { 0xbc00, 0x7fffffff }, { 0xbc00 } },
        { "_Z5rootnfi", 1, 32, { 0xc1000000, 3 }, { 0xc0000000 } },
        { "_Z5ldexpDv2_fi", 2, 32, { 0x3f800000, 0x3f800000, 200 }, { 0x7f800000, 0x7f800000 } },
        { "_Z5ldexpDhi", 1, 16, { 0x3c00, 0xffffffe8 }, { 0x0001 } },
        { "_Z5ilogbf", 1, 32, { 0x41000000 }, { 3 } },
        { "_Z5ilogbf", 1, 32, { 0 }, { 0x80000000 } },
        { "_Z5ilogbf", 1, 32, { 0x7fc00000 }, { 0x7fffffff } },
        { "_Z3nanj", 1, 32, { 5 }, { 0x7fc00005 } },
        { "_Z9nextafterDhDh", 1, 16, { 0x3c00, 0x4000 }, { 0x3c01 } },
        { "_Z9nextafterDhDh", 1, 16, { 0x8000, 0xbc00 }, { 0x8001 } },
        { "_Z9nextafterDhDh", 1, 16, { 0x8001, 0x3c00 }, { 0x8000 } },
        { "_Z9nextafterDhDh", 1, 16, { 0xbc00, 0xc000 }, { 0xbc01 } },
        { "_Z9nextafterDhDh", 1, 16, { 0, 0x8000 }, { 0x8000 } },
        { "_Z5fractDhPU3AS1Dh", 1, 16, { 0x8001, 0 }, { 0x3bff } },
        { "_Z5fractfPU3AS1f", 1, 32, { 0xc0200000, 0 }, { 0x3f000000 } },
        { "_Z4modffPU3AS1f", 1, 32, { 0xff800000, 0 }, { 0x80000000 } },
        { "_Z5frexpfPU3AS1i", 1, 32, { 0x41000000, 0 }, { 0x3f000000 } },
    };

    EXPECT_EXAMPLES(examples);
}

static void common_and_geometric_functions_mix_vectors_and_scalars(void)
{
    static const struct example examples[] = {
        { "_Z4stepfDv2_f", 2, 32, { 0x3f800000, 0x3f000000, 0x3f800000 }, { 0, 0x3f800000 } },
        { "_Z10smoothstepfff", 1, 32, { 0, 0x3f800000, 0x3f000000 }, { 0x3f000000 } },
        { "_Z10smoothstepffDv2_f", 2, 32, { 0, 0x3f800000, 0x40000000, 0xbf800000 }, { 0x3f800000, 0 } },
        { "_Z3mixDv2_fS_f", 2, 32, { 0, 0x3f800000, 0x40000000, 0x40400000, 0x3f000000 }, { 0x3f800000, 0x40000000 } },
        { "_Z4signf", 1, 32, { 0x80000000 }, { 0x80000000 } },
        { "_Z4signf", 1, 32, { 0x7fc00000 }, { 0 } },
        { "_Z4signd", 1, 64, { 0xc000000000000000u }, { 0xbff0000000000000u } },
        { "_Z7degreesf", 1, 32, { 0x3f800000 }, { 0x42652ee1 } },
        { "_Z3dotDv4_fS_",
          1,
          32,
          { 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000 },
          { 0x41200000 } },
        { "_Z8distanceDv2_fS_", 1, 32, { 0x40400000, 0, 0, 0x40800000 }, { 0x40a00000 } },
        { "_Z6lengthf", 1, 32, { 0xc0000000 }, { 0x40000000 } },
        { "_Z9normalizeDv2_f", 2, 32, { 0x40400000, 0x40800000 }, { 0x3f19999a, 0x3f4ccccd } },
        { "_Z14fast_normalizeDv2_f", 2, 32, { 0, 0x80000000 }, { 0, 0x80000000 } },
        { "_Z5crossDv4_fS_",
          4,
          32,
          { 0x3f800000, 0, 0, 0x3f800000, 0, 0x3f800000, 0, 0x3f800000 },
          { 0, 0, 0x3f800000, 0 } },
    };

    EXPECT_EXAMPLES(examples);
}

static void conversions_and_shuffles_follow_their_names(void)
{
    static const struct example examples[] = {
        { "_Z22convert_uchar2_sat_rteDv2_f", 2, 8, { 0x43960000, 0x40200000 }, { 255, 2 } },
        { "_Z13convert_uchari", 1, 8, { 300 }, { 44 } },
        { "_Z11convert_intf", 1, 32, { 0xbfe00000 }, { 0xffffffff } },
        { "_Z15convert_int_rtnf", 1, 32, { 0xbf8ccccd }, { 0xfffffffe } },
        { "_Z17convert_float_rtpi", 1, 32, { 16777217 }, { 0x4b800001 } },
        { "_Z13convert_floatj", 1, 32, { 16777217 }, { 0x4b800000 } },
        { "_Z12convert_halff", 1, 16, { 0x3f801000 }, { 0x3c00 } },
        { "_Z7shuffleDv4_iDv2_j", 2, 32, { 10, 11, 12, 13, 7, 1 }, { 13, 11 } },
        { "_Z8shuffle2Dv2_iS_Dv4_j", 4, 32, { 10, 11, 12, 13, 3, 2, 1, 4 }, { 13, 12, 11, 10 } },
    };

    EXPECT_EXAMPLES(examples);
}

CU_TestInfo lint_builtin_value_tests[] = {
    TEST(integer_functions_are_right_at_their_edges),
    TEST(mad_sat_saturates_at_every_width),
    TEST(relations_give_one_in_scalars_and_all_ones_in_vectors),
    TEST(floating_point_functions_go_element_by_element),
    TEST(common_and_geometric_functions_mix_vectors_and_scalars),
    TEST(conversions_and_shuffles_follow_their_names),
    CU_TEST_INFO_NULL,
};
