/* Input data: its range, its randomness, what makes it exact, and its way to and from device buffers. */
#include <CUnit/CUnit.h>

#include <math.h>
#include <string.h>

#include "expect.h"
#include "fill.h"

enum { COUNT = 65536 };

static double values[COUNT], others[COUNT];

static const enum clsmem_data both_data[] = { CLSMEM_LATTICE, CLSMEM_UNIFORM };
static const enum clsmem_type both_types[] = { CLSMEM_F32, CLSMEM_F64 };

static size_t differences(const double *a, const double *b, size_t count)
{
    size_t different = 0;

    for (size_t i = 0; i < count; i++)
        different += a[i] != b[i];
    return different;
}

static void values_lie_between_minus_a_half_and_a_half(void)
{
    for (size_t d = 0; d < 2; d++) {
        for (size_t t = 0; t < 2; t++) {
            double least = 1, most = -1, sum = 0;

            clsmem_fill(both_data[d], both_types[t], 1, 0, values, COUNT);
            for (size_t i = 0; i < COUNT; i++) {
                least = fmin(least, values[i]);
                most = fmax(most, values[i]);
                sum += values[i];
            }
            EXPECT(least >= -0.5 && least < -0.43);
            EXPECT(most < 0.5 && most > 0.43);
            /* Five standard deviations of the mean. */
            EXPECT_NEAR(sum / COUNT, 0, 5 * 0.289 / sqrt(COUNT));
        }
    }
}

/* Symmetric about zero, so that long sums of them stay small and exact. */
static void lattice_values_are_the_fifteen_sixteenths_around_zero(void)
{
    size_t seen[15] = { 0 };

    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 1, 0, values, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        const double place = values[i] * 16 + 7;

        if (!EXPECT(place == floor(place) && place >= 0 && place < 15))
            return;
        seen[(size_t)place]++;
    }
    for (size_t i = 0; i < 15; i++)
        EXPECT_NEAR((double)seen[i], COUNT / 15.0, 5 * sqrt(COUNT / 15.0));
}

static void every_bit_of_a_uniform_value_is_random(void)
{
    for (size_t t = 0; t < 2; t++) {
        const int bits = both_types[t] == CLSMEM_F32 ? 24 : 53;

        clsmem_fill(CLSMEM_UNIFORM, both_types[t], 1, 0, values, COUNT);
        for (int bit = 0; bit < bits; bit++) {
            size_t ones = 0;

            for (size_t i = 0; i < COUNT; i++)
                ones += (uint64_t)((values[i] + 0.5) * ldexp(1, bits)) >> bit & 1;
            if (!EXPECT_NEAR((double)ones, COUNT / 2.0, 5 * sqrt(COUNT) / 2))
                expect_note("bit %d of %s", bit, clsmem_type_word(both_types[t]));
        }
    }
}

static void values_are_exact_in_their_type(void)
{
    for (size_t d = 0; d < 2; d++) {
        size_t rounded = 0;

        clsmem_fill(both_data[d], CLSMEM_F32, 7, 2, values, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            rounded += (double)(float)values[i] != values[i];
        EXPECT_EQ_SIZE(rounded, 0);
    }
}

/* The promise behind checks that tolerate nothing: forwards, backwards and in halves, in single precision. */
static void sums_of_65536_lattice_products_do_not_round(void)
{
    volatile float forwards = 0, backwards = 0, halves[2] = { 0, 0 };
    double exact = 0;

    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 3, 0, values, COUNT);
    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 3, 1, others, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        forwards = forwards + (float)values[i] * (float)others[i];
        backwards = backwards + (float)values[COUNT - 1 - i] * (float)others[COUNT - 1 - i];
        halves[i % 2] = halves[i % 2] + (float)values[i] * (float)others[i];
        exact += values[i] * others[i];
    }
    EXPECT_NEAR((double)forwards, exact, 0);
    EXPECT_NEAR((double)backwards, exact, 0);
    EXPECT_NEAR((double)(halves[0] + halves[1]), exact, 0);
}

static void an_element_depends_on_seed_buffer_and_place_alone(void)
{
    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F32, 5, 1, values, COUNT);
    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F32, 5, 1, others, 1000);
    EXPECT_EQ_SIZE(differences(values, others, 1000), 0);

    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F32, 6, 1, others, COUNT);
    EXPECT(differences(values, others, COUNT) > COUNT - 100);
    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F32, 5, 2, others, COUNT);
    EXPECT(differences(values, others, COUNT) > COUNT - 100);
}

/* Neighbouring seeds and buffers must not give the same data shifted: a kernel that mixes buffers up would pass. */
static void no_buffer_is_another_one_shifted(void)
{
    for (uint64_t seed = 1; seed <= 2; seed++) {
        for (unsigned buffer = 0; buffer < 3; buffer++) {
            clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F64, 1, 0, values, COUNT);
            clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F64, seed, buffer, others, COUNT);
            for (size_t shift = seed == 1 && buffer == 0; shift < 64; shift++)
                EXPECT(differences(values + shift, others, 100) == 100 &&
                       differences(values, others + shift, 100) == 100);
        }
    }
}

/* Computed once by another implementation of SplitMix64's finalizer, so that a result can be repeated anywhere. */
static void the_data_are_the_same_on_every_host(void)
{
    static const double lattice[] = { -0.4375, -0.1875, -0.125, 0.3125 };
    static const double f32[] = { -0x1.57d6600000000p-4, 0x1.f2646c0000000p-2, -0x1.87dbf00000000p-3,
                                  0x1.ba56000000000p-8 };
    static const double f64[] = { -0x1.57d655a7344a8p-4, 0x1.f2646f28686a8p-2, -0x1.87dbeac6a540cp-3,
                                  0x1.ba563d5522880p-8 };

    clsmem_fill(CLSMEM_LATTICE, CLSMEM_F32, 42, 1, values, 4);
    EXPECT_EQ_SIZE(differences(values, lattice, 4), 0);
    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F32, 42, 1, values, 4);
    EXPECT_EQ_SIZE(differences(values, f32, 4), 0);
    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F64, 42, 1, values, 4);
    EXPECT_EQ_SIZE(differences(values, f64, 4), 0);
}

static void values_survive_the_way_through_a_buffer(void)
{
    static const double some[] = { 0, -0.25, 1e30, INFINITY, 0.0625 };
    enum { SOME = sizeof some / sizeof *some };
    double back[SOME], bytes[SOME];

    for (size_t t = 0; t < 2; t++) {
        clsmem_encode(both_types[t], some, SOME, bytes);
        clsmem_decode(both_types[t], bytes, SOME, back);
        for (size_t i = 0; i < SOME; i++)
            EXPECT_NEAR(back[i], both_types[t] == CLSMEM_F32 ? (double)(float)some[i] : some[i], 0);
    }
}

static void a_buffer_holds_the_bytes_of_its_type(void)
{
    const double value = 1.0 / 3;
    const float single = 1.0f / 3;
    double bytes[2] = { 0 };

    clsmem_encode(CLSMEM_F32, &value, 1, bytes);
    EXPECT_EQ_INT(memcmp(bytes, &single, sizeof single), 0);
    clsmem_encode(CLSMEM_F64, &value, 1, bytes);
    EXPECT_EQ_INT(memcmp(bytes, &value, sizeof value), 0);
}

static void poison_is_not_a_number_in_either_type(void)
{
    unsigned char poison[8];
    double value = 0;

    memset(poison, 0xff, sizeof poison);
    for (size_t t = 0; t < 2; t++) {
        double aligned;

        memcpy(&aligned, poison, sizeof aligned);
        clsmem_decode(both_types[t], &aligned, 1, &value);
        EXPECT(isnan(value));
    }
}

static void every_half_survives_the_way_to_a_double_and_back(void)
{
    size_t different = 0;

    for (unsigned bits = 0; bits <= UINT16_MAX; bits++) {
        const uint16_t half = (uint16_t)bits;
        uint16_t back;
        double value;

        clsmem_decode(CLSMEM_F16, &half, 1, &value);
        clsmem_encode(CLSMEM_F16, &value, 1, &back);
        different += isnan(value) ? (back & 0x7c00) != 0x7c00 || (back & 0x3ff) == 0 : back != half;
    }
    EXPECT_EQ_SIZE(different, 0);
}

static void a_value_becomes_the_nearest_half_and_of_two_the_even_one(void)
{
    static const struct {
        double value;
        uint16_t half;
    } some[] = {
        { 0, 0 },
        { -0.0, 0x8000 },
        { 1, 0x3c00 },
        { -2, 0xc000 },
        { 1.0 / 3, 0x3555 },
        { 1 + 0x1p-11, 0x3c00 }, /* half-way */
        { 1 + 0x3p-11, 0x3c02 },
        { 2 - 0x1p-12, 0x4000 }, /* carries into the exponent */
        { 65519, 0x7bff },
        { 65520, 0x7c00 },
        { -INFINITY, 0xfc00 },
        { 0x1p-14, 0x0400 },
        { 0x1p-14 - 0x1p-25, 0x0400 }, /* between the largest subnormal and the smallest normal */
        { 0x1p-24, 0x0001 },
        { 0x1p-25, 0 },
        { 0x3p-26, 0x0001 },
    };

    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        uint16_t half;

        clsmem_encode(CLSMEM_F16, &some[i].value, 1, &half);
        if (!EXPECT_EQ_INT(half, some[i].half))
            expect_note("%a", some[i].value);
    }
}

static void uniform_values_are_exact_as_halves(void)
{
    static uint16_t halves[COUNT];

    clsmem_fill(CLSMEM_UNIFORM, CLSMEM_F16, 1, 0, values, COUNT);
    clsmem_encode(CLSMEM_F16, values, COUNT, halves);
    clsmem_decode(CLSMEM_F16, halves, COUNT, others);
    EXPECT_EQ_SIZE(differences(values, others, COUNT), 0);
}

CU_TestInfo fill_tests[] = {
    TEST(values_lie_between_minus_a_half_and_a_half),
    TEST(lattice_values_are_the_fifteen_sixteenths_around_zero),
    TEST(every_bit_of_a_uniform_value_is_random),
    TEST(values_are_exact_in_their_type),
    TEST(sums_of_65536_lattice_products_do_not_round),
    TEST(an_element_depends_on_seed_buffer_and_place_alone),
    TEST(no_buffer_is_another_one_shifted),
    TEST(the_data_are_the_same_on_every_host),
    TEST(values_survive_the_way_through_a_buffer),
    TEST(a_buffer_holds_the_bytes_of_its_type),
    TEST(poison_is_not_a_number_in_either_type),
    TEST(every_half_survives_the_way_to_a_double_and_back),
    TEST(a_value_becomes_the_nearest_half_and_of_two_the_even_one),
    TEST(uniform_values_are_exact_as_halves),
    CU_TEST_INFO_NULL,
};
