/* The registry: what every family must be, and which names a selection means. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "clsmem/registry.h"
#include "expect.h"

static const struct clsmem_variant matrix_variants[] = {
    { .name = "naive" },
    { .name = "tiled", .versus = "naive" },
    { .name = "tiled_padded", .versus = "tiled" },
    { .name = "blocked" },
};
static const struct clsmem_kernel matrix = { .name = "matrix", .variants = matrix_variants, .variant_count = 4 };

/* The names of the selected variants of `matrix`, with a space behind each. */
static const char *selected(const char *selection)
{
    static char names[128];

    names[0] = '\0';
    for (size_t i = 0; i < matrix.variant_count; i++) {
        if (clsmem_kernel_selected(selection, &matrix, &matrix_variants[i])) {
            strcat(names, matrix_variants[i].name);
            strcat(names, " ");
        }
    }
    return names;
}

#define ALL "naive tiled tiled_padded blocked "

static void no_selection_means_everything(void)
{
    EXPECT_EQ_STR(selected(NULL), ALL);
}

static void an_empty_selection_means_nothing(void)
{
    EXPECT_EQ_STR(selected(""), "");
    EXPECT_EQ_STR(selected(" , ,"), "");
}

static void a_family_means_all_of_its_variants(void)
{
    EXPECT_EQ_STR(selected("matrix"), ALL);
    EXPECT_EQ_STR(selected("mat*"), ALL);
    EXPECT_EQ_STR(selected("*"), ALL);
}

static void a_part_of_a_name_means_nothing(void)
{
    EXPECT_EQ_STR(selected("matri"), "");
    EXPECT_EQ_STR(selected("tiled"), "");
    EXPECT_EQ_STR(selected("matrix.tile"), "");
    EXPECT_EQ_STR(selected("matrix."), "");
}

static void a_full_name_means_one_variant(void)
{
    EXPECT_EQ_STR(selected("matrix.tiled"), "tiled ");
}

static void globs_reach_into_both_halves_of_a_name(void)
{
    EXPECT_EQ_STR(selected("matrix.t*"), "tiled tiled_padded ");
    EXPECT_EQ_STR(selected("*.*padded"), "tiled_padded ");
    EXPECT_EQ_STR(selected("m?trix.naive"), "naive ");
}

static void a_list_means_whatever_any_of_its_words_means(void)
{
    EXPECT_EQ_STR(selected("transpose,matrix.blocked"), "blocked ");
    EXPECT_EQ_STR(selected("matrix.naive, matrix.blocked ,"), "naive blocked ");
    EXPECT_EQ_STR(selected("matrix.naive,matrix"), ALL);
}

static void an_endless_word_means_nothing_and_hides_nothing(void)
{
    char selection[1024];

    memset(selection, 'm', sizeof selection);
    strcpy(selection + 1000, ",matrix.naive");
    EXPECT_EQ_STR(selected(selection), "naive ");
}

static void a_variant_is_compared_with_the_one_it_names_or_else_the_first(void)
{
    EXPECT(clsmem_variant_versus(&matrix, &matrix_variants[0]) == NULL);
    EXPECT(clsmem_variant_versus(&matrix, &matrix_variants[1]) == &matrix_variants[0]);
    EXPECT(clsmem_variant_versus(&matrix, &matrix_variants[2]) == &matrix_variants[1]);
    EXPECT(clsmem_variant_versus(&matrix, &matrix_variants[3]) == &matrix_variants[0]);
}

static void every_family_and_variant_is_found_by_its_name(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    EXPECT(count > 0);
    for (size_t k = 0; k < count; k++) {
        EXPECT(clsmem_kernel_find(kernels[k]->name) == kernels[k]);
        for (size_t v = 0; v < kernels[k]->variant_count; v++)
            EXPECT(clsmem_variant_find(kernels[k], kernels[k]->variants[v].name) == &kernels[k]->variants[v]);
    }
    EXPECT(clsmem_kernel_find("no_such_family") == NULL);
    EXPECT(clsmem_kernel_find("") == NULL);
    EXPECT(clsmem_variant_find(&matrix, "no_such_variant") == NULL);
}

static void families_come_in_their_order_and_then_by_name(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t i = 1; i < count; i++) {
        const struct clsmem_kernel *before = kernels[i - 1], *here = kernels[i];

        if (!EXPECT(before->order < here->order ||
                    (before->order == here->order && strcmp(before->name, here->name) < 0)))
            expect_note("%s stands before %s", before->name, here->name);
    }
}

/* A row's share of a roof can be told only when the roof was measured before it. */
static void roofs_are_measured_before_they_are_needed(void)
{
    static const struct {
        const char *family;
        enum clsmem_roof roof;
    } roofs[] = { { "read", CLSMEM_ROOF_READ }, { "copy", CLSMEM_ROOF_COPY }, { "fma", CLSMEM_ROOF_MULTIPLY_ADD } };
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t r = 0; r < sizeof roofs / sizeof *roofs; r++) {
        bool measured = false;

        for (size_t k = 0; k < count; k++) {
            measured |= strcmp(kernels[k]->name, roofs[r].family) == 0;
            if (kernels[k]->roof == roofs[r].roof && !EXPECT(measured))
                expect_note("%s comes before %s, its roof", kernels[k]->name, roofs[r].family);
        }
    }
}

static bool is_one_line(const char *text)
{
    return text && *text && !strpbrk(text, "\n\r");
}

static void every_family_and_variant_is_described_in_one_line(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        if (!EXPECT(is_one_line(kernels[k]->summary)) | !EXPECT(kernels[k]->variant_count > 0))
            expect_note("family %s", kernels[k]->name);
        for (size_t v = 0; v < kernels[k]->variant_count; v++)
            if (!EXPECT(is_one_line(kernels[k]->variants[v].shows)))
                expect_note("%s.%s", kernels[k]->name, kernels[k]->variants[v].name);
    }
}

/* Names are words of file names, of selections and of C, so they keep to what all three take. */
static bool is_name(const char *name)
{
    return name && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
}

static void names_are_unique_words(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        EXPECT(is_name(kernels[k]->name));
        for (size_t v = 0; v < kernels[k]->variant_count; v++) {
            const struct clsmem_variant *variant = &kernels[k]->variants[v];

            /* A second one of the same name would never be found. */
            if (!EXPECT(is_name(variant->name)) | !EXPECT(clsmem_variant_find(kernels[k], variant->name) == variant))
                expect_note("%s.%s", kernels[k]->name, variant->name);
        }
    }
}

static void every_variant_is_compared_with_another_that_exists(void)
{
    size_t count;
    const struct clsmem_kernel *const *kernels = clsmem_kernels(&count);

    for (size_t k = 0; k < count; k++) {
        for (size_t v = 0; v < kernels[k]->variant_count; v++) {
            const struct clsmem_variant *variant = &kernels[k]->variants[v];
            const struct clsmem_variant *versus = clsmem_variant_versus(kernels[k], variant);

            if (!EXPECT(versus != variant) | !EXPECT(v == 0 || versus))
                expect_note("%s.%s", kernels[k]->name, variant->name);
        }
    }
}

CU_TestInfo registry_tests[] = {
    TEST(no_selection_means_everything),
    TEST(an_empty_selection_means_nothing),
    TEST(a_family_means_all_of_its_variants),
    TEST(a_part_of_a_name_means_nothing),
    TEST(a_full_name_means_one_variant),
    TEST(globs_reach_into_both_halves_of_a_name),
    TEST(a_list_means_whatever_any_of_its_words_means),
    TEST(an_endless_word_means_nothing_and_hides_nothing),
    TEST(a_variant_is_compared_with_the_one_it_names_or_else_the_first),
    TEST(every_family_and_variant_is_found_by_its_name),
    TEST(families_come_in_their_order_and_then_by_name),
    TEST(roofs_are_measured_before_they_are_needed),
    TEST(every_family_and_variant_is_described_in_one_line),
    TEST(names_are_unique_words),
    TEST(every_variant_is_compared_with_another_that_exists),
    CU_TEST_INFO_NULL,
};
