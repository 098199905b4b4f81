/* What a failed expectation prints; CUnit counts it. */
#include "expect.h"

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Counts the expectation; the caller prints its own sides behind the place when this gives false. */
static bool held(bool condition, const char *words, const char *file, int line)
{
    CU_assertImplementation(condition, (unsigned)line, words, file, "", CU_FALSE);
    if (!condition)
        fprintf(stderr, "%s:%d: %s.%s: ", file, line, CU_get_current_suite()->pName, CU_get_current_test()->pName);
    return condition;
}

bool expect_true(bool condition, const char *words, const char *file, int line)
{
    if (held(condition, words, file, line))
        return true;
    fprintf(stderr, "%s is false\n", words);
    return false;
}

bool expect_eq_int(long long actual, long long expected, const char *actual_words, const char *expected_words,
                   const char *file, int line)
{
    if (held(actual == expected, actual_words, file, line))
        return true;
    fprintf(stderr, "%s is %lld, expected %lld (%s)\n", actual_words, actual, expected, expected_words);
    return false;
}

bool expect_eq_size(size_t actual, size_t expected, const char *actual_words, const char *expected_words,
                    const char *file, int line)
{
    if (held(actual == expected, actual_words, file, line))
        return true;
    fprintf(stderr, "%s is %zu, expected %zu (%s)\n", actual_words, actual, expected, expected_words);
    return false;
}

bool expect_near(double actual, double expected, double tolerance, const char *actual_words,
                 const char *expected_words, const char *file, int line)
{
    /* The second form holds for equal infinities, whose difference is not a number. */
    if (held(fabs(actual - expected) <= tolerance || actual == expected, actual_words, file, line))
        return true;
    fprintf(stderr, "%s is %.17g, expected %.17g (%s) to %.3g\n", actual_words, actual, expected, expected_words,
            tolerance);
    return false;
}

static const char *shown(const char *text)
{
    return text ? text : "(NULL)";
}

bool expect_eq_str(const char *actual, const char *expected, const char *actual_words, const char *expected_words,
                   const char *file, int line)
{
    const bool equal = actual && expected ? strcmp(actual, expected) == 0 : actual == expected;

    if (held(equal, actual_words, file, line))
        return true;
    fprintf(stderr, "%s is \"%s\", expected \"%s\" (%s)\n", actual_words, shown(actual), shown(expected),
            expected_words);
    return false;
}

bool expect_contains(const char *text, const char *part, const char *text_words, const char *file, int line)
{
    if (held(text && strstr(text, part), text_words, file, line))
        return true;
    fprintf(stderr, "%s is \"%s\", which lacks \"%s\"\n", text_words, shown(text), part);
    return false;
}

void expect_note(const char *format, ...)
{
    va_list args;

    fputs("    ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}
