/* The table of classes, a user's own class from a file, and the class that a device's clues lead to. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clsmem/bank.h"
#include "clsmem/bank_oracle.h"
#include "expect.h"

static void every_class_is_found_by_its_name_and_says_how_it_is_known(void)
{
    static const char *const names[] = { "none",  "nv_cc1", "nv_cc2", "nv_cc3_4b", "nv_cc3_8b",  "nv_cc5plus",  "gcn",
                                         "cdna3", "cdna4",  "rdna3",  "rdna4",     "intel_gen9", "intel_xe_hpc" };
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    EXPECT_EQ_SIZE(count, sizeof names / sizeof *names);
    for (size_t i = 0; i < count; i++) {
        EXPECT(clsmem_bank_class_find(names[i]) != NULL);
        EXPECT(clsmem_bank_class_find(classes[i].name) == &classes[i]);
        EXPECT(classes[i].source && *classes[i].source && classes[i].summary && *classes[i].summary);
        EXPECT(strchr("HMLR", classes[i].confidence) != NULL && classes[i].confidence);
        EXPECT(classes[i].lanes <= classes[i].most_lanes && classes[i].most_lanes <= CLSMEM_MAX_LANES);
        for (size_t r = 0; r < classes[i].rule_count; r++)
            EXPECT(classes[i].rules[r].confidence && strchr("HMLR", classes[i].rules[r].confidence) != NULL);
    }
    EXPECT(clsmem_bank_class_find("nosuch") == NULL);
}

/* In whatever the table has: groups that hold every lane of the sub-group once. */
static void expect_partition(const struct clsmem_bank_class *bank_class, const struct clsmem_lane_groups *groups)
{
    uint64_t seen = 0, twice = 0;

    for (unsigned i = 0; groups && i < groups->count; i++) {
        twice |= seen & groups->lanes[i];
        seen |= groups->lanes[i];
    }
    if (groups &&
        (!EXPECT(twice == 0) |
         !EXPECT((~seen & (bank_class->most_lanes == 64 ? UINT64_MAX : (UINT64_C(1) << bank_class->most_lanes) - 1)) ==
                 0)))
        expect_note("%s", bank_class->name);
}

static void groups_hold_every_lane_once(void)
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    for (size_t i = 0; i < count; i++) {
        for (size_t r = 0; r < classes[i].rule_count; r++) {
            expect_partition(&classes[i], classes[i].rules[r].groups);
            expect_partition(&classes[i], classes[i].rules[r].merged);
        }
    }
}

static void no_two_rules_of_a_class_speak_of_the_same_access(void)
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    for (size_t i = 0; i < count; i++)
        for (size_t a = 0; a < classes[i].rule_count; a++)
            for (size_t b = 0; b < a; b++) {
                const struct clsmem_bank_rule *const one = &classes[i].rules[a], *const other = &classes[i].rules[b];

                EXPECT((one->ops & other->ops) == 0 || one->least_bytes > other->most_bytes ||
                       other->least_bytes > one->most_bytes);
            }
}

static char path[64];

/* Writes a class file; single quotes stand for double ones. */
static void write_file(const char *text)
{
    FILE *file;
    int descriptor;

    strcpy(path, "/tmp/clsmem-class-XXXXXX");
    descriptor = mkstemp(path);
    file = fdopen(descriptor, "w");
    if (!EXPECT(file != NULL))
        return;
    for (; *text; text++)
        fputc(*text == '\'' ? '"' : *text, file);
    fclose(file);
}

#define NVIDIA_RULES                                                                                                  \
    "{'ops':['load','store'],'bytes':[1,4],'groups':32},"                                                             \
    "{'ops':['load'],'bytes':8,'groups':16,'merged':32},"                                                             \
    "{'ops':['store'],'bytes':8,'groups':16},"                                                                        \
    "{'ops':['load'],'bytes':16,'groups':8,'merged':['0-15','16-31']},"                                               \
    "{'ops':['store'],'bytes':16,'groups':['0-7','8-15','16-23','24,25,26-31']},"                                     \
    "{'ops':['atomic'],'bytes':4,'groups':32,'share':'nothing'}"

struct tally {
    const struct clsmem_bank_class *bank_class;
    size_t rows, agree;
};

static void tally_row(const struct clsmem_bank_oracle_row *row, void *context)
{
    struct tally *const tally = context;
    const struct clsmem_bank_cost cost = clsmem_bank_cost(tally->bank_class, &row->access, NULL);

    tally->rows++;
    tally->agree += clsmem_bank_oracle_agrees(row, &cost);
}

static void a_class_of_ones_own_counts_like_the_table(void)
{
    struct clsmem_bank_class *mine;
    struct tally tally = { 0 };

    write_file("{'name':'mine','lanes':32,'banks':32,'bank_bytes':4,'rules':[" NVIDIA_RULES "]}");
    if (!EXPECT_EQ_INT(clsmem_bank_class_read(path, &mine), CLSMEM_OK)) {
        expect_note("%s", clsmem_error_text());
        return;
    }
    tally.bank_class = mine;
    EXPECT_EQ_STR(mine->name, "mine");
    EXPECT_EQ_INT(
        clsmem_bank_oracle_read(CLSMEM_TEST_DIR "/oracles/nvidia_cc90_wavefronts.tsv", mine, tally_row, &tally),
        CLSMEM_OK);
    EXPECT_EQ_SIZE(tally.rows, 636);
    EXPECT_EQ_SIZE(tally.agree, 636);
    clsmem_bank_class_free(mine);
    unlink(path);
}

/* Row bytes of the class's only rule. */
static unsigned row_bytes_of(const char *text)
{
    struct clsmem_bank_class *mine;
    unsigned row_bytes = 0;

    write_file(text);
    if (EXPECT_EQ_INT(clsmem_bank_class_read(path, &mine), CLSMEM_OK))
        row_bytes = mine->rules[0].geometry.row_bytes;
    clsmem_bank_class_free(mine);
    unlink(path);
    return row_bytes;
}

static void a_rule_takes_over_the_classs_row_unless_it_has_its_own(void)
{
#define WIDE                                                                                                          \
    "{'name':'mine','lanes':32,'banks':32,'bank_bytes':4,'row_bytes':256,'rules':[{'ops':['load'],'bytes':4,'groups'" \
    ":32"
    EXPECT_EQ_SIZE(row_bytes_of(WIDE "}]}"), 256);
    EXPECT_EQ_SIZE(row_bytes_of(WIDE ",'row_bytes':128}]}"), 128);
    EXPECT_EQ_SIZE(row_bytes_of(WIDE ",'banks':16}]}"), 128);
    EXPECT_EQ_SIZE(row_bytes_of(WIDE ",'bank_bytes':8}]}"), 512);
#undef WIDE
}

/* Every access of one operation and width whose addresses a small generator makes up. */
static void expect_same_costs(const struct clsmem_bank_class *one, const struct clsmem_bank_class *other)
{
    static const unsigned widths[] = { 1, 2, 4, 8, 12, 16 };
    uint32_t random = 1, addresses[CLSMEM_MAX_LANES];

    for (enum clsmem_bank_op op = CLSMEM_LOAD; op <= CLSMEM_COMPARE; op++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
            for (unsigned round = 0; round < 60; round++) {
                const unsigned align = widths[w] == 12 ? 4 : widths[w];
                const struct clsmem_bank_access access = { op, widths[w], one->most_lanes, UINT64_MAX, addresses };
                struct clsmem_bank_cost a, b;

                for (unsigned lane = 0; lane < CLSMEM_MAX_LANES; lane++) {
                    random = random * 1664525u + 1013904223u;
                    addresses[lane] = (random >> 16) % (16u << round % 8) * align;
                    if (round % 3 > 0 && (lane & (round % 3)) != 0) /* pairs agree */
                        addresses[lane] = addresses[lane ^ (round % 3)];
                }
                a = clsmem_bank_cost(one, &access, NULL);
                b = clsmem_bank_cost(other, &access, NULL);
                if (!EXPECT(a.known == b.known && a.passes == b.passes && a.ideal == b.ideal &&
                            a.conflicts == b.conflicts && a.merged == b.merged))
                    expect_note("%s, %s of %u", other->name, clsmem_bank_op_word(op), widths[w]);
            }
}

static void every_class_reads_back_as_it_was_written(void)
{
    size_t count;
    const struct clsmem_bank_class *const classes = clsmem_bank_classes(&count);

    for (size_t i = 0; i < count; i++) {
        struct clsmem_bank_class mine = classes[i], *back;
        char *text;

        mine.name = "mine"; /* files take no name of ours */
        text = clsmem_bank_class_text(&mine);
        EXPECT((text != NULL) == clsmem_bank_class_has_banks(&mine));
        if (!text)
            continue;
        for (char *quote = text; (quote = strchr(quote, '\'')) != NULL;)
            *quote = ' '; /* which write_file would take for a double one */
        write_file(text);
        if (EXPECT_EQ_INT(clsmem_bank_class_read(path, &back), CLSMEM_OK)) {
            EXPECT_EQ_INT(back->lanes, mine.lanes);
            EXPECT_EQ_INT(back->most_lanes, mine.most_lanes);
            EXPECT(strncmp(back->summary, mine.summary, 5) == 0);
            expect_same_costs(&mine, back);
        } else {
            expect_note("%s: %s", classes[i].name, clsmem_error_text());
        }
        clsmem_bank_class_free(back);
        unlink(path);
        free(text);
    }
}

static void expect_refused(const char *text, const char *why)
{
    struct clsmem_bank_class *mine;

    write_file(text);
    if (!EXPECT_EQ_INT(clsmem_bank_class_read(path, &mine), CLSMEM_INVALID) |
        !EXPECT_CONTAINS(clsmem_error_text(), why) | !EXPECT(mine == NULL))
        expect_note("%s", text);
    clsmem_bank_class_free(mine);
    unlink(path);
}

#define HEAD "{'name':'mine','lanes':32,'banks':32,'bank_bytes':4,'rules':["
#define RULE(groups) HEAD "{'ops':['load'],'bytes':4,'groups':" groups "}]}"

static void class_files_that_make_no_sense_are_refused(void)
{
    expect_refused("", "line 1");
    expect_refused("{'name':", "line 1");
    expect_refused("[]", "is a JSON object");
    expect_refused("{}", "\"name\" is missing");
    expect_refused("{'name':'a,b'}", "\"name\" is not made of letters");
    expect_refused("{'name':'all'}", "\"name\" is not made of letters");
    expect_refused(HEAD "]}", "\"rules\" must be a list");
    expect_refused(RULE("['0-15','15-31']"), "rule 1: \"groups\" has groups that overlap");
    expect_refused(RULE("['0-15','16-30']"), "leaves lanes without a group");
    expect_refused(RULE("['0-15,3','16-31']"), "has a lane twice");
    expect_refused(RULE("['0-15','16-32']"), "has a lane that the class lacks");
    expect_refused(RULE("['15-0','16-31']"), "has a lane that the class lacks");
    expect_refused(RULE("['0-15;','16-31']"), "no list of lanes");
    expect_refused(RULE("['','0-31']"), "no list of lanes");
    expect_refused(RULE("['-1','0-31']"), "no list of lanes");
    expect_refused(RULE("['99999999999999999999','0-31']"), "lacks");
    expect_refused(RULE("[1,2]"), "no list of lanes");
    expect_refused(RULE("0"), "a run of lanes that the class lacks");
    expect_refused(RULE("33"), "a run of lanes that the class lacks");
    expect_refused(RULE("'8'"), "must be a number of lanes, or a list");
    expect_refused(RULE("8,'speed':1"), "\"speed\" is no key");
    expect_refused(RULE("8,'share':'all'"), "must be \"words\"");
    expect_refused(RULE("8,'banks':3"), "\"banks\" is no power of two");
    expect_refused(RULE("8,'banks':128"), "from 1 to 64");
    expect_refused(RULE("8,'banks':2"), "less than the 16 bytes");
    expect_refused(RULE("8,'row_bytes':64"), "from 128 to");
    expect_refused(HEAD "{'ops':['read'],'bytes':4,'groups':8}]}", "something else than \"load\"");
    expect_refused(HEAD "{'ops':['load','load'],'bytes':4,'groups':8}]}", "each once");
    expect_refused(HEAD "{'ops':[],'bytes':4,'groups':8}]}", "\"ops\" must be a list");
    expect_refused(HEAD "{'ops':['load'],'bytes':[4,2],'groups':8}]}", "\"bytes\" must be");
    expect_refused(HEAD "{'ops':['load'],'bytes':32,'groups':8}]}", "\"bytes\" must be");
    expect_refused(HEAD "3]}", "must be a list of objects");
    expect_refused(
        "{'name':'cdna3','lanes':1,'banks':4,'bank_bytes':4,'rules':[{'ops':['load'],'bytes':4,'groups':1}]}",
        "the name of a class of ours");
    expect_refused("{'name':'m','lanes':65,'banks':4,'bank_bytes':4,'rules':[]}", "from 1 to 64");
    expect_refused("{'name':'m','lanes':'many','banks':4,'bank_bytes':4,'rules':[]}", "no whole number");
    expect_refused("{'name':'m','name':'n'}", "duplicate");
}

static void a_class_file_that_is_not_there_is_an_io_error(void)
{
    struct clsmem_bank_class *mine;

    EXPECT_EQ_INT(clsmem_bank_class_read("/nonexistent/class.json", &mine), CLSMEM_IO);
    EXPECT_CONTAINS(clsmem_error_text(), "/nonexistent/class.json");
    EXPECT(mine == NULL);
}

static void expect_guess(struct clsmem_bank_clues clues, const char *name, const char *why)
{
    char text[160];
    const struct clsmem_bank_class *const bank_class = clsmem_bank_class_guess(&clues, text, sizeof text);

    if (!EXPECT_EQ_STR(bank_class ? bank_class->name : NULL, name) | !EXPECT_CONTAINS(text, why))
        expect_note("%s %s", clues.vendor ? clues.vendor : "", clues.name ? clues.name : "");
}

#define NV(major_, minor_)                                                                                            \
    (struct clsmem_bank_clues)                                                                                        \
    {                                                                                                                 \
        .vendor = "NVIDIA Corporation", .nv_major = major_, .nv_minor = minor_                                        \
    }
#define AMD(name_)                                                                                                    \
    (struct clsmem_bank_clues)                                                                                        \
    {                                                                                                                 \
        .vendor = "Advanced Micro Devices, Inc.", .name = name_                                                       \
    }
#define GFX(major_, minor_)                                                                                           \
    (struct clsmem_bank_clues)                                                                                        \
    {                                                                                                                 \
        .vendor = "AMD", .name = "Radeon", .gfx_major = major_, .gfx_minor = minor_                                   \
    }
#define INTEL(name_)                                                                                                  \
    (struct clsmem_bank_clues)                                                                                        \
    {                                                                                                                 \
        .vendor = "Intel(R) Corporation", .name = name_                                                               \
    }

static void nvidia_is_told_by_its_compute_capability(void)
{
    expect_guess(NV(1, 3), "nv_cc1", "compute capability 1.3");
    expect_guess(NV(2, 0), "nv_cc2", "compute capability 2.0");
    expect_guess(NV(3, 5), "nv_cc3_4b", "compute capability 3.5");
    expect_guess(NV(4, 0), NULL, "not known");
    expect_guess(NV(5, 0), "nv_cc5plus", "compute capability 5.0");
    expect_guess(NV(9, 0), "nv_cc5plus", "compute capability 9.0");
    expect_guess(NV(12, 1), "nv_cc5plus", "compute capability 12.1");
    expect_guess(NV(13, 0), NULL, "not known");
    expect_guess(NV(0, 0), NULL, "does not say");
}

static void amd_is_told_by_its_gfx_version(void)
{
    expect_guess(AMD("gfx906:sramecc+:xnack-"), "gcn", "gfx906");
    expect_guess(AMD("gfx90a:sramecc+:xnack-"), "gcn", "gfx90a");
    expect_guess(AMD("gfx803"), "gcn", "gfx803");
    expect_guess(AMD("gfx942:sramecc+:xnack-"), "cdna3", "gfx942");
    expect_guess(AMD("gfx950"), "cdna4", "gfx950");
    expect_guess(AMD("gfx1030"), NULL, "nobody has measured");
    expect_guess(AMD("gfx1100"), "rdna3", "gfx1100");
    expect_guess(AMD("gfx1151"), "rdna3", "gfx1151");
    expect_guess(AMD("gfx1201"), "rdna4", "gfx1201");
    expect_guess(AMD("gfx1250"), NULL, "nobody has measured");
    expect_guess(AMD("gfx94"), NULL, "does not say");
    expect_guess(AMD("gfx942x"), NULL, "does not say");
    expect_guess(AMD("AMD Radeon RX 7900 XTX"), NULL, "does not say");
    expect_guess(GFX(9, 4), "cdna3", "gfx version 9.4");
    expect_guess(GFX(12, 0), "rdna4", "gfx version 12.0");
}

static void intel_is_told_by_its_name_and_cpus_have_no_banks(void)
{
    expect_guess(INTEL("Intel(R) UHD Graphics 630"), "intel_gen9", "UHD Graphics 630");
    expect_guess(INTEL("Intel(R) Arc(TM) A770 Graphics"), "intel_gen9", "A770");
    expect_guess(INTEL("Intel(R) Arc(TM) B580 Graphics"), NULL, "not published");
    expect_guess(INTEL("Intel(R) Data Center GPU Max 1550"), "intel_xe_hpc", "Max 1550");
    expect_guess((struct clsmem_bank_clues){ .is_cpu = true, .vendor = "AuthenticAMD", .name = "gfx942" }, "none",
                 "a CPU");
    expect_guess((struct clsmem_bank_clues){ .local_is_global = true, .vendor = "Other" }, "none", "global memory");
    expect_guess((struct clsmem_bank_clues){ .vendor = "ARM", .name = "Mali-G78" }, "none", "cached memory");
    expect_guess((struct clsmem_bank_clues){ .vendor = "QUALCOMM", .name = "Adreno" }, NULL, "not published");
    expect_guess((struct clsmem_bank_clues){ 0 }, NULL, "not published");
}

CU_TestInfo bank_class_tests[] = {
    TEST(every_class_is_found_by_its_name_and_says_how_it_is_known),
    TEST(groups_hold_every_lane_once),
    TEST(no_two_rules_of_a_class_speak_of_the_same_access),
    TEST(a_class_of_ones_own_counts_like_the_table),
    TEST(a_rule_takes_over_the_classs_row_unless_it_has_its_own),
    TEST(every_class_reads_back_as_it_was_written),
    TEST(class_files_that_make_no_sense_are_refused),
    TEST(a_class_file_that_is_not_there_is_an_io_error),
    TEST(nvidia_is_told_by_its_compute_capability),
    TEST(amd_is_told_by_its_gfx_version),
    TEST(intel_is_told_by_its_name_and_cpus_have_no_banks),
    CU_TEST_INFO_NULL,
};
