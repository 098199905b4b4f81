/* Element types and the parameters of variants. */
#include <CUnit/CUnit.h>

#include "clsmem/kernel.h"
#include "expect.h"

static void types_have_the_size_of_their_c_type(void)
{
    EXPECT_EQ_SIZE(clsmem_type_bytes(CLSMEM_F32), sizeof(float));
    EXPECT_EQ_SIZE(clsmem_type_bytes(CLSMEM_F64), sizeof(double));
}

static void types_have_a_word_for_us_and_one_for_the_compiler(void)
{
    EXPECT_EQ_STR(clsmem_type_word(CLSMEM_F32), "f32");
    EXPECT_EQ_STR(clsmem_type_c_word(CLSMEM_F32), "float");
    EXPECT_EQ_STR(clsmem_type_word(CLSMEM_F64), "f64");
    EXPECT_EQ_STR(clsmem_type_c_word(CLSMEM_F64), "double");
}

static void adding_the_unit_roundoff_to_one_changes_nothing_and_twice_it_does(void)
{
    const volatile float f32_once = 1.0f + (float)clsmem_type_unit_roundoff(CLSMEM_F32);
    const volatile float f32_twice = 1.0f + (float)(2 * clsmem_type_unit_roundoff(CLSMEM_F32));
    const volatile double f64_once = 1.0 + clsmem_type_unit_roundoff(CLSMEM_F64);
    const volatile double f64_twice = 1.0 + 2 * clsmem_type_unit_roundoff(CLSMEM_F64);

    EXPECT(f32_once == 1.0f);
    EXPECT(f32_twice > 1.0f);
    EXPECT(f64_once == 1.0);
    EXPECT(f64_twice > 1.0);
}

static void a_parameter_is_found_by_its_whole_name(void)
{
    const struct clsmem_variant variant = { .params = { { "TILE", 32 }, { "TILE_K", 8 }, { "PAD", -1 } } };

    EXPECT_EQ_INT(clsmem_param(&variant, "TILE"), 32);
    EXPECT_EQ_INT(clsmem_param(&variant, "TILE_K"), 8);
    EXPECT_EQ_INT(clsmem_param_or(&variant, "PAD", 5), -1);
}

static void a_missing_parameter_has_the_default(void)
{
    const struct clsmem_variant none = { .name = "none" };
    const struct clsmem_variant some = { .params = { { "TILE", 32 } } };

    EXPECT_EQ_INT(clsmem_param_or(&none, "TILE", 7), 7);
    EXPECT_EQ_INT(clsmem_param_or(&some, "TIL", 7), 7);
}

static void the_last_of_a_full_parameter_list_is_found(void)
{
    struct clsmem_variant full = { .name = "full" };

    for (int i = 0; i < CLSMEM_MAX_PARAMS; i++)
        full.params[i] = (struct clsmem_param){ i + 1 < CLSMEM_MAX_PARAMS ? "OTHER" : "LAST", i };
    EXPECT_EQ_INT(clsmem_param(&full, "LAST"), CLSMEM_MAX_PARAMS - 1);
    EXPECT_EQ_INT(clsmem_param_or(&full, "ABSENT", -7), -7);
}

CU_TestInfo type_tests[] = {
    TEST(types_have_the_size_of_their_c_type),
    TEST(types_have_a_word_for_us_and_one_for_the_compiler),
    TEST(adding_the_unit_roundoff_to_one_changes_nothing_and_twice_it_does),
    TEST(a_parameter_is_found_by_its_whole_name),
    TEST(a_missing_parameter_has_the_default),
    TEST(the_last_of_a_full_parameter_list_is_found),
    CU_TEST_INFO_NULL,
};
