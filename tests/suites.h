/*
 * X(suite, label): every test suite, in tests/test_<suite>.c as the table <suite>_tests. The label is `unit`, or
 * `device` for what needs an OpenCL device. CMake reads this list too: one line here is all that a suite needs.
 */
#define SUITES(X)                                                                                                     \
    X(layout, unit)                                                                                                   \
    X(fill, unit)                                                                                                     \
    X(plan, unit)                                                                                                     \
    X(fft, unit)                                                                                                      \
    X(staging, unit)                                                                                                  \
    X(type, unit)                                                                                                     \
    X(registry, unit)                                                                                                 \
    X(statistics, unit)                                                                                               \
    X(measure, unit)                                                                                                  \
    X(clock, unit)                                                                                                    \
    X(options, unit)                                                                                                  \
    X(settings, unit)                                                                                                 \
    X(text, unit)                                                                                                     \
    X(issue, unit)                                                                                                    \
    X(select, unit)                                                                                                   \
    X(save, unit)                                                                                                     \
    X(result, unit)                                                                                                   \
    X(result_read, unit)                                                                                              \
    X(compare, unit)                                                                                                  \
    X(compare_gate, unit)                                                                                             \
    X(bank, unit)                                                                                                     \
    X(bank_reference, unit)                                                                                           \
    X(bank_class, unit)                                                                                               \
    X(timing, unit)                                                                                                   \
    X(geometry, unit)                                                                                                 \
    X(geometry_devices, unit)                                                                                         \
    X(geometry_strangers, unit)                                                                                       \
    X(bank_search, unit)                                                                                              \
    X(profile, unit)                                                                                                  \
    X(profile_broken, unit)                                                                                           \
    X(profile_h200, unit)                                                                                             \
    X(profile_class, unit)                                                                                            \
    X(device_profile, unit)                                                                                           \
    X(capacity, unit)                                                                                                 \
    X(probe_child, unit)                                                                                              \
    X(compare_html, unit)                                                                                             \
    X(probe_outputs, unit)                                                                                            \
    X(conclude, unit)                                                                                                 \
    X(cl_error, unit)                                                                                                 \
    X(device, device)                                                                                                 \
    X(program, device)                                                                                                \
    X(check, device)                                                                                                  \
    X(wrong, device)                                                                                                  \
    X(oracle, device)                                                                                                 \
    X(run, device)                                                                                                    \
    X(layouts, device)                                                                                                \
    X(reduce, device)                                                                                                 \
    X(scan, device)                                                                                                   \
    X(bank_index, device)                                                                                             \
    X(probe, device)

#define LINT_SUITES(X)                                                                                                \
    X(lint_order, lint)                                                                                               \
    X(lint_number, lint)                                                                                              \
    X(lint_builtin, lint)                                                                                             \
    X(lint_builtin_value, lint)                                                                                       \
    X(lint_argument, lint)                                                                                            \
    X(lint_ptx, lint)                                                                                                 \
    X(lint_ptx_values, lint)                                                                                          \
    X(lint_llvm, lint)                                                                                                \
    X(lint_suite, lint)                                                                                               \
    X(lint_join, lint)
