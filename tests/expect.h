/*
 * Expectations that print both sides when they fail. A failed one is counted and the test goes on; each gives whether
 * it held, so that `if (!EXPECT(pointer)) return;` can end a test that makes no sense any more.
 */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdbool.h>
#include <stddef.h>

/* A line of a suite's table: the test is called what its function is called. */
#define TEST(function)                                                                                                \
    {                                                                                                                 \
#function, function                                                                                           \
    }

#define EXPECT(condition) expect_true((condition), #condition, __FILE__, __LINE__)
#define EXPECT_EQ_INT(actual, expected) expect_eq_int((actual), (expected), #actual, #expected, __FILE__, __LINE__)
#define EXPECT_EQ_SIZE(actual, expected) expect_eq_size((actual), (expected), #actual, #expected, __FILE__, __LINE__)
/* |actual - expected| <= tolerance; NAN is near nothing. */
#define EXPECT_NEAR(actual, expected, tolerance)                                                                      \
    expect_near((actual), (expected), (tolerance), #actual, #expected, __FILE__, __LINE__)
/* Either side may be NULL, which equals only NULL. */
#define EXPECT_EQ_STR(actual, expected) expect_eq_str((actual), (expected), #actual, #expected, __FILE__, __LINE__)
#define EXPECT_CONTAINS(text, part) expect_contains((text), (part), #text, __FILE__, __LINE__)

bool expect_true(bool condition, const char *words, const char *file, int line);
bool expect_eq_int(long long actual, long long expected, const char *actual_words, const char *expected_words,
                   const char *file, int line);
bool expect_eq_size(size_t actual, size_t expected, const char *actual_words, const char *expected_words,
                    const char *file, int line);
bool expect_near(double actual, double expected, double tolerance, const char *actual_words,
                 const char *expected_words, const char *file, int line);
bool expect_eq_str(const char *actual, const char *expected, const char *actual_words, const char *expected_words,
                   const char *file, int line);
bool expect_contains(const char *text, const char *part, const char *text_words, const char *file, int line);

/* One more line for a failure that the expectation's own text does not explain, such as the shape of the case. */
void expect_note(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

#endif
