/* Tiles, walks over them, the search for a layout, and the padding of a scan's tree. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "clsmem/bank_search.h"
#include "expect.h"

static struct clsmem_bank_tile tile_of(size_t rows, size_t cols, unsigned element_bytes)
{
    return (struct clsmem_bank_tile){ rows, element_bytes, { CLSMEM_PLAIN, .cols = cols } };
}

/* Every element is visited once, whatever the walk, the width and the layout. */
static void expect_whole(const struct clsmem_bank_tile *tile, enum clsmem_bank_walk walk, unsigned bytes)
{
    static unsigned char visits[1 << 16];
    const unsigned piece = clsmem_bank_tile_piece(tile, bytes);
    size_t once = 0, more = 0;

    memset(visits, 0, sizeof visits);
    for (size_t first = 0; first < clsmem_bank_tile_accesses(tile, bytes); first += 32) {
        for (unsigned skip = 0; skip < bytes; skip += piece) {
            uint32_t addresses[32];
            const uint64_t active = clsmem_bank_tile_walk(tile, walk, bytes, skip, first, 32, addresses);

            for (unsigned lane = 0; lane < 32; lane++)
                for (unsigned i = 0; (active >> lane & 1) != 0 && i < piece; i++)
                    visits[addresses[lane] + i]++;
        }
    }
    for (size_t i = 0; i < sizeof visits; i++) {
        once += visits[i] == 1;
        more += visits[i] > 1;
    }
    if (!EXPECT_EQ_SIZE(once, tile->rows * tile->layout.cols * tile->element_bytes) | !EXPECT_EQ_SIZE(more, 0))
        expect_note("%s of %u bytes, %s", clsmem_bank_walk_word(walk), bytes, clsmem_layout_word(tile->layout.kind));
}

static void a_walk_visits_every_byte_of_the_tile_once(void)
{
    static const struct clsmem_layout layouts[] = {
        { CLSMEM_PLAIN, .cols = 48 },
        { CLSMEM_PADDED, .cols = 48, .pad = 1 },
        { CLSMEM_PADDED, .cols = 16, .pad = 4 },
        { CLSMEM_SWIZZLED, .cols = 32, .access = 1 },
        { CLSMEM_SWIZZLED, .cols = 32, .access = 4, .shift = 1 },
    };
    static const unsigned widths[] = { 4, 8, 16 };

    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        const struct clsmem_bank_tile tile = { 23, 4, layouts[i] };

        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            expect_whole(&tile, CLSMEM_BY_ROW, widths[w]);
            expect_whole(&tile, CLSMEM_BY_COLUMN, widths[w]);
        }
    }
}

static void a_pad_of_one_word_tears_wide_accesses_apart(void)
{
    struct clsmem_bank_tile tile = tile_of(32, 32, 4);

    EXPECT_EQ_INT(clsmem_bank_tile_piece(&tile, 16), 16);
    tile.layout.kind = CLSMEM_PADDED;
    tile.layout.pad = 1;
    EXPECT_EQ_INT(clsmem_bank_tile_piece(&tile, 16), 4);
    tile.layout.pad = 2;
    EXPECT_EQ_INT(clsmem_bank_tile_piece(&tile, 16), 8);
    tile.layout.pad = 4;
    EXPECT_EQ_INT(clsmem_bank_tile_piece(&tile, 16), 16);
    tile.layout.kind = CLSMEM_SWIZZLED;
    tile.layout.access = 2;
    EXPECT_EQ_INT(clsmem_bank_tile_piece(&tile, 16), 8);
}

static void expect_tile_refused(struct clsmem_bank_tile tile, unsigned bytes, const char *text)
{
    EXPECT_EQ_INT(clsmem_bank_tile_check(&tile, bytes), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), text);
}

static void tiles_that_make_no_sense_are_refused(void)
{
    struct clsmem_bank_tile swizzled = tile_of(32, 24, 4);

    expect_tile_refused(tile_of(0, 32, 4), 4, "0 x 32");
    expect_tile_refused(tile_of(32, 0, 4), 4, "32 x 0");
    expect_tile_refused(tile_of(1u << 20, 32, 4), 4, "may be up to");
    expect_tile_refused(tile_of(32, 32, 3), 4, "elements of 3 bytes");
    expect_tile_refused(tile_of(32, 32, 8), 4, "no whole number of elements");
    expect_tile_refused(tile_of(32, 31, 4), 16, "no whole number of accesses");
    swizzled.layout.kind = CLSMEM_SWIZZLED;
    expect_tile_refused(swizzled, 4, "a power of two, not 24");
    swizzled.layout.cols = 32;
    swizzled.layout.access = 64;
    expect_tile_refused(swizzled, 4, "within a row, not 64");
}

static struct clsmem_bank_search search_of(size_t rows, size_t cols, const char *first, const char *second)
{
    struct clsmem_bank_search search = { .rows = rows, .cols = cols, .element_bytes = 4, .most_pad = 32 };

    search.classes[search.class_count++] = clsmem_bank_class_find(first);
    if (second)
        search.classes[search.class_count++] = clsmem_bank_class_find(second);
    return search;
}

static void demand(struct clsmem_bank_search *search, enum clsmem_bank_walk walk, unsigned bytes)
{
    search->demands[search->demand_count++] = (struct clsmem_bank_demand){ walk, CLSMEM_LOAD, bytes };
}

static const struct clsmem_bank_candidate *find(const struct clsmem_bank_findings *findings, const char *kind,
                                                size_t pad, size_t access)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct clsmem_layout *const layout = &findings->candidates[i].layout;

        if (strcmp(clsmem_layout_word(layout->kind), kind) == 0 && layout->pad == pad && layout->access == access &&
            layout->shift == 0)
            return &findings->candidates[i];
    }
    EXPECT(!"a candidate is missing");
    return &findings->candidates[0];
}

static void a_square_of_words_is_cured_by_a_swizzle_without_memory(void)
{
    struct clsmem_bank_search search = search_of(32, 32, "nv_cc5plus", "cdna3");
    struct clsmem_bank_findings findings;

    demand(&search, CLSMEM_BY_COLUMN, 4);
    demand(&search, CLSMEM_BY_ROW, 4);
    if (!EXPECT_EQ_INT(clsmem_bank_search_run(&search, &findings), CLSMEM_OK))
        return;
    EXPECT_EQ_SIZE((size_t)find(&findings, "plain", 0, 0)->passes[0], 32 * 32 + 32);
    EXPECT_EQ_SIZE((size_t)find(&findings, "padded", 1, 0)->passes[0], 64);
    EXPECT_EQ_SIZE((size_t)find(&findings, "padded", 2, 0)->passes[0], 32 * 2 + 32 * 2 / 2);
    EXPECT_EQ_SIZE(find(&findings, "padded", 1, 0)->extra_bytes, 128);
    for (size_t which = 0; which < 3; which++) {
        clsmem_bank_findings_sort(&findings, which < 2 ? which : CLSMEM_ALL_CLASSES);
        EXPECT_EQ_INT(findings.candidates[0].layout.kind, CLSMEM_SWIZZLED);
        EXPECT_EQ_SIZE(findings.candidates[0].extra_bytes, 0);
        EXPECT_EQ_INT(findings.candidates[1].layout.kind, CLSMEM_PADDED);
        EXPECT_EQ_SIZE(findings.candidates[1].layout.pad, 1);
        EXPECT_NEAR(findings.candidates[0].degree[0], 1, 1e-9);
        EXPECT_NEAR(findings.candidates[0].degree[1], 1, 1e-9);
    }
    clsmem_bank_findings_release(&findings);
}

/* A float4 column: pad by a whole access (4 words), and a pad of one word splits every access. */
static void a_column_of_16_bytes_is_padded_by_a_whole_access(void)
{
    struct clsmem_bank_search search = search_of(32, 32, "nv_cc5plus", NULL);
    struct clsmem_bank_findings findings;

    demand(&search, CLSMEM_BY_COLUMN, 16);
    if (!EXPECT_EQ_INT(clsmem_bank_search_run(&search, &findings), CLSMEM_OK))
        return;
    EXPECT(find(&findings, "padded", 4, 0)->aligned && !find(&findings, "padded", 1, 0)->aligned);
    EXPECT_NEAR(find(&findings, "padded", 4, 0)->degree[0], 1, 1e-9);
    EXPECT_NEAR(find(&findings, "plain", 0, 0)->degree[0], 8, 1e-9);
    EXPECT_NEAR(find(&findings, "swizzled", 0, 4)->degree[0], 1, 1e-9);
    clsmem_bank_findings_sort(&findings, 0);
    EXPECT(findings.candidates[0].aligned);
    EXPECT_EQ_SIZE(findings.candidates[0].extra_bytes, 0);
    clsmem_bank_findings_release(&findings);
}

/* Where the lane groups are permuted, another padding is right: 144 bytes a row collide, 160 do not. */
static void permuted_groups_want_another_padding(void)
{
    struct clsmem_bank_search search = search_of(16, 32, "cdna3", "rdna4");
    struct clsmem_bank_findings findings;

    demand(&search, CLSMEM_BY_COLUMN, 16);
    if (!EXPECT_EQ_INT(clsmem_bank_search_run(&search, &findings), CLSMEM_OK))
        return;
    EXPECT_NEAR(find(&findings, "padded", 4, 0)->degree[0], 2, 1e-9);
    EXPECT_NEAR(find(&findings, "padded", 4, 0)->degree[1], 1, 1e-9);
    EXPECT_NEAR(find(&findings, "padded", 8, 0)->degree[0], 1, 1e-9);
    EXPECT_NEAR(find(&findings, "padded", 8, 0)->degree[1], 2, 1e-9);
    clsmem_bank_findings_release(&findings);
}

static void sorting_puts_no_candidate_before_a_better_one(void)
{
    struct clsmem_bank_search search = search_of(64, 64, "nv_cc5plus", "cdna3");
    struct clsmem_bank_findings findings;

    demand(&search, CLSMEM_BY_COLUMN, 4);
    demand(&search, CLSMEM_BY_ROW, 16);
    if (!EXPECT_EQ_INT(clsmem_bank_search_run(&search, &findings), CLSMEM_OK))
        return;
    clsmem_bank_findings_sort(&findings, 1);
    for (size_t i = 1; i < findings.count; i++) {
        const struct clsmem_bank_candidate *const better = &findings.candidates[i - 1], *const worse = better + 1;

        EXPECT(better->passes[1] <= worse->passes[1]);
        EXPECT(better->passes[1] < worse->passes[1] || better->aligned >= worse->aligned);
    }
    clsmem_bank_findings_release(&findings);
}

static void a_search_without_knowledge_is_refused(void)
{
    struct clsmem_bank_search search = search_of(32, 32, "intel_gen9", NULL);
    struct clsmem_bank_findings findings;

    demand(&search, CLSMEM_BY_ROW, 16);
    EXPECT_EQ_INT(clsmem_bank_search_run(&search, &findings), CLSMEM_INVALID);
    EXPECT_CONTAINS(clsmem_error_text(), "intel_gen9: nothing is known of a load of 16 bytes");
    clsmem_bank_findings_release(&findings);
    search.cols = 30;
    EXPECT_EQ_INT(clsmem_bank_search_run(&search, &findings), CLSMEM_INVALID);
    clsmem_bank_findings_release(&findings);
}

/* Most passes of any sub-group's load at each level of Blelloch's sweep over n elements; levels in order. */
static unsigned worst_of_level(size_t n, size_t offset, size_t (*place)(size_t), unsigned second)
{
    const struct clsmem_bank_class *const bank_class = clsmem_bank_class_find("nv_cc5plus");
    const size_t items = n / (2 * offset);
    unsigned worst = 0;

    for (size_t first = 0; first < items; first += 32) {
        uint32_t addresses[32] = { 0 };
        struct clsmem_bank_access access = { CLSMEM_LOAD, 4, 32, 0, addresses };

        for (unsigned lane = 0; lane < 32 && first + lane < items; lane++) {
            addresses[lane] = (uint32_t)(4 * place(offset * (2 * (first + lane) + 1 + second) - 1));
            access.active |= UINT64_C(1) << lane;
        }

        const unsigned passes = clsmem_bank_cost(bank_class, &access, NULL).passes;

        worst = passes > worst ? passes : worst;
    }
    return worst;
}

static void expect_levels(size_t n, size_t (*place)(size_t), const char *expected)
{
    char levels[64] = "";

    for (size_t offset = 1; offset < n; offset *= 2) {
        const unsigned left = worst_of_level(n, offset, place, 0), right = worst_of_level(n, offset, place, 1);

        snprintf(levels + strlen(levels), sizeof levels - strlen(levels), "%s%u", offset > 1 ? "," : "",
                 left > right ? left : right);
    }
    EXPECT_EQ_STR(levels, expected);
}

static size_t unpadded(size_t n)
{
    return n;
}

static size_t padded_once(size_t n)
{
    return n + (n >> 5);
}

static size_t padded(size_t n)
{
    return clsmem_layout_tree_index(n, 5);
}

static void a_tree_without_padding_collides_and_one_term_is_not_enough(void)
{
    expect_levels(1024, unpadded, "2,4,8,16,32,16,8,4,2,1");
    expect_levels(1024, padded_once, "1,1,1,1,1,1,1,1,1,1");
    expect_levels(4096, padded_once, "1,1,1,1,1,2,4,4,4,4,2,1");
}

static void the_padded_tree_is_conflict_free_at_every_level_up_to_16384_words(void)
{
    for (size_t n = 2; n <= 16384; n *= 2)
        for (size_t offset = 1; offset < n; offset *= 2)
            if (!EXPECT_EQ_INT(worst_of_level(n, offset, padded, 0), 1) |
                !EXPECT_EQ_INT(worst_of_level(n, offset, padded, 1), 1))
                expect_note("%zu words, offset %zu", n, offset);
}

/* The published macro, as C reads it: + before >>, and the banks where their logarithm belongs. */
static size_t padded_as_published(size_t n)
{
    const unsigned long long shift = 16 + n; /* (n) >> 16 + (n) ... */

    return n + (shift < 64 ? n >> shift >> (2 * 4) : 0);
}

static void the_published_macro_pads_nothing(void)
{
    for (size_t n = 0; n < 16384; n++)
        if (!EXPECT_EQ_SIZE(padded_as_published(n), n))
            return;
    expect_levels(1024, padded_as_published, "2,4,8,16,32,16,8,4,2,1");
}

CU_TestInfo bank_search_tests[] = {
    TEST(a_walk_visits_every_byte_of_the_tile_once),
    TEST(a_pad_of_one_word_tears_wide_accesses_apart),
    TEST(tiles_that_make_no_sense_are_refused),
    TEST(a_square_of_words_is_cured_by_a_swizzle_without_memory),
    TEST(a_column_of_16_bytes_is_padded_by_a_whole_access),
    TEST(permuted_groups_want_another_padding),
    TEST(sorting_puts_no_candidate_before_a_better_one),
    TEST(a_search_without_knowledge_is_refused),
    TEST(a_tree_without_padding_collides_and_one_term_is_not_enough),
    TEST(the_padded_tree_is_conflict_free_at_every_level_up_to_16384_words),
    TEST(the_published_macro_pads_nothing),
    CU_TEST_INFO_NULL,
};
