/* OpenCL's builtin functions as instructions: names as clang mangles them, what is emitted, what is refused. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "expect.h"
#include "lint_trial.h"

/* Mangled names as clang 14 and 19 wrote them for spir64 and amdgcn. */
static void names_of_clang_are_taken_apart(void)
{
    static const char *const names[][2] = {
        { "_Z6vload4mPU3AS1Kf", "vload4(ulong, global float*)" },
        { "_Z3maxDv4_fS_", "max(float4, float4)" },
        { "_Z16vstore_half4_rtpDv4_fmPU3AS1Dh", "vstore_half4_rtp(float4, ulong, global half*)" },
        { "_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event",
          "async_work_group_copy(global float4*, global float4*, ulong, event_t)" },
        { "_Z17wait_group_eventsiPU3AS09ocl_event", "wait_group_events(int, global event_t*)" },
        { "_Z37atomic_compare_exchange_weak_explicitPU3AS4VU7_AtomiciPU3AS4ii12memory_orderS4_12memory_scope",
          "atomic_compare_exchange_weak_explicit(global atomic_int*, global int*, int, memory_order, memory_order, "
          "memory_scope)" },
        { "_Z20atomic_load_explicitPU3AS4VU7_Atomicm12memory_order",
          "atomic_load_explicit(global atomic_ulong*, memory_order)" },
        { "_Z6selectDv4_iS_Dv4_j", "select(int4, int4, uint4)" },
        { "_Z9get_fencePU3AS4v", "get_fence(global void*)" },
        { "_Z22get_sub_group_local_idv", "get_sub_group_local_id()" },
        { "_Z6helperM6paramsi", "helper" },
        { "_Z6helperP6paramsS0_", "helper(global params*, global params*)" },
        { "printf", "printf" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct lint_signature signature;
        struct trial trial;
        char text[256];

        trial_begin(&trial, names[i][0], 0, 0);
        lint_signature_read(names[i][0], &signature);
        lint_signature_print(&signature, &trial.call, text, sizeof text);
        EXPECT_EQ_STR(text, names[i][1]);
        trial_end(&trial);
    }
}

/* Cut at every place, and with every character replaced by each of those that mean something. */
static void no_name_is_too_broken_to_be_refused(void)
{
    static const char *const names[] = {
        "_Z37atomic_compare_exchange_weak_explicitPU3AS4VU7_AtomiciPU3AS4ii12memory_orderS4_12memory_scope",
        "_Z22convert_uchar4_sat_rteDv4_f",
        "_Z21async_work_group_copyPU3AS3Dv4_fPU3AS1KS_m9ocl_event",
        "_Z6vload4mPU3AS1Kf",
        "_Z3fooPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPi",
    };
    static const char characters[] = { '\0', 'P', 'S', 'U', 'V', 'D', 'v', '_', '0', '9', 'i', 'f', 'Z' };

    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t i = 0; i < strlen(names[n]); i++)
            for (size_t c = 0; c < sizeof characters; c++) {
                char name[128];
                struct lint_program *const program = lint_program_new("kernel");
                const struct lint_call call = { .name = name, .site = LINT_NONE };

                snprintf(name, sizeof name, "%s", names[n]);
                name[i] = characters[c];
                lint_program_enter(program, lint_program_block(program));
                EXPECT_EQ_INT(lint_builtin_emit(program, &call), CLSMEM_INVALID);
                lint_program_release(program);
            }
}

static void a_barrier_ends_its_block_and_knows_its_fence(void)
{
    static const struct {
        bool is_constant;
        uint64_t flags;
        unsigned fence;
    } cases[] = { { true, 1, LINT_FENCE_LOCAL }, { true, 3, 3 }, { true, 6, LINT_FENCE_GLOBAL }, { false, 0, 3 } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial trial;

        trial_begin(&trial, "_Z7barrierj", 0, 0);
        if (cases[i].is_constant)
            trial.call.arguments[0].slot = lint_program_constant(trial.program, cases[i].flags);
        if (trial_emit(&trial) && EXPECT_EQ_SIZE(trial.program->barrier_count, 1)) {
            EXPECT_EQ_INT(trial.program->barriers[0].fence, cases[i].fence);
            EXPECT(!trial.program->barriers[0].waits_for_copies);
            EXPECT_EQ_SIZE(trial.program->block_count, 2);
            EXPECT_EQ_INT(trial.program->blocks[0].end, LINT_BARRIER);
        }
        trial_end(&trial);
    }
}

static void waiting_for_events_waits_for_copies(void)
{
    struct trial trial;

    trial_begin(&trial, "_Z17wait_group_eventsiPU3AS49ocl_event", 0, 0);
    if (trial_emit(&trial) && EXPECT_EQ_SIZE(trial.program->barrier_count, 1)) {
        EXPECT(trial.program->barriers[0].waits_for_copies);
        EXPECT_EQ_INT(trial.program->barriers[0].fence, LINT_FENCE_LOCAL | LINT_FENCE_GLOBAL);
    }
    trial_end(&trial);
}

static void work_group_functions_are_barriers_with_a_call(void)
{
    struct trial trial;

    trial_begin(&trial, "_Z29work_group_scan_exclusive_maxi", 1, 32);
    if (trial_emit(&trial) && EXPECT_EQ_SIZE(trial.program->barrier_count, 1)) {
        const struct lint_barrier *const barrier = &trial.program->barriers[0];

        EXPECT_EQ_INT(barrier->call.collective, LINT_SCAN_EXCLUSIVE);
        EXPECT_EQ_INT(barrier->call.combine, LINT_ATOMIC_MAX_S);
        EXPECT_EQ_INT(barrier->value, trial.call.arguments[0].slot);
        EXPECT_EQ_INT(barrier->result, trial.call.result.slot);
        EXPECT_EQ_INT(barrier->bits, 32);
    }
    trial_end(&trial);
}

static void ids_take_constant_and_running_dimensions(void)
{
    static const struct {
        const char *name;
        uint64_t dimension, expected; /* of what lies outside */
    } outside[] = { { "_Z13get_global_idj", 3, 0 }, { "_Z14get_local_sizej", 4, 1 }, { "_Z14get_num_groupsj", 7, 1 } };
    struct trial trial;

    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        uint64_t registers[8] = { 0 };

        trial_begin(&trial, outside[i].name, 1, 64);
        trial.call.arguments[0].slot = lint_program_constant(trial.program, outside[i].dimension);
        if (trial_emit(&trial)) {
            trial_run(&trial, registers);
            EXPECT_EQ_INT((long long)registers[trial.call.result.slot], (long long)outside[i].expected);
        }
        trial_end(&trial);
    }
    for (uint64_t dimension = 0; dimension < 4; dimension++) {
        uint64_t registers[32] = { 0 };

        trial_begin(&trial, "_Z12get_local_idj", 1, 64);
        if (trial_emit(&trial) && EXPECT(trial.program->slot_count <= 32)) {
            for (unsigned d = 0; d < 3; d++)
                registers[lint_program_id(trial.program, LINT_LOCAL_ID, d)] = 10 + d;
            registers[trial.call.arguments[0].slot] = dimension;
            trial_run(&trial, registers);
            EXPECT_EQ_INT((long long)registers[trial.call.result.slot], dimension < 3 ? (long long)dimension + 10 : 0);
        }
        trial_end(&trial);
    }
}

static void a_required_local_size_is_a_constant(void)
{
    struct trial trial;

    trial_begin(&trial, "_Z14get_local_sizej", 1, 64);
    trial.call.required_local[1] = 8;
    trial.call.arguments[0].slot = lint_program_constant(trial.program, 1);
    if (trial_emit(&trial))
        EXPECT_EQ_INT(instruction_at(&trial, 0)->a, lint_program_constant(trial.program, 8));
    trial_end(&trial);
}

static void vector_accesses_have_an_elements_alignment(void)
{
    static const struct {
        const char *name;
        unsigned result_count, result_bits;
        enum lint_op op;
        unsigned count, bits, stride, align;
    } cases[] = {
        { "_Z6vload3mPU3AS1Kf", 3, 32, LINT_LOAD, 3, 32, 12, 4 },
        { "_Z7vload16mPU3AS1Kh", 16, 8, LINT_LOAD, 16, 8, 16, 1 },
        { "_Z7vstore2Dv2_dmPU3AS1d", 0, 0, LINT_STORE, 2, 64, 16, 8 },
        { "_Z10vload_halfmPU3AS1KDh", 1, 32, LINT_LOAD, 1, 16, 2, 2 },
        { "_Z11vload_half3mPU3AS1KDh", 3, 32, LINT_LOAD, 3, 16, 6, 2 },
        { "_Z12vloada_half3mPU3AS1KDh", 3, 32, LINT_LOAD, 3, 16, 8, 8 },
        { "_Z16vstore_half4_rtpDv4_fmPU3AS1Dh", 0, 0, LINT_STORE, 4, 16, 8, 2 },
        { "_Z13vstorea_half2Dv2_dmPU3AS1Dh", 0, 0, LINT_STORE, 2, 16, 4, 4 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial trial;
        unsigned found = 0;

        trial_begin(&trial, cases[i].name, cases[i].result_count, cases[i].result_bits);
        for (size_t k = 0; trial_emit(&trial) && k < trial.program->instruction_count; k++) {
            const struct lint_instruction *const instruction = instruction_at(&trial, k);

            if (instruction->op == LINT_INDEX)
                found += EXPECT_EQ_INT(instruction->immediate, cases[i].stride);
            if (instruction->op != cases[i].op)
                continue;
            found += EXPECT_EQ_INT(instruction->count, cases[i].count) &&
                     EXPECT_EQ_INT(instruction->bits, cases[i].bits) &&
                     EXPECT_EQ_INT(access_of(&trial, instruction)->align, cases[i].align) &&
                     EXPECT_EQ_INT(access_of(&trial, instruction)->space, LINT_GLOBAL);
            break;
        }
        if (!EXPECT_EQ_INT(found, 2))
            expect_note("%s", cases[i].name);
        trial_end(&trial);
    }
}

static void stores_of_half_round_as_their_names_say(void)
{
    struct trial trial;

    trial_begin(&trial, "_Z16vstore_half4_rtpDv4_fmPU3AS1Dh", 0, 0);
    for (size_t i = 0; trial_emit(&trial) && i < 3; i++)
        if (instruction_at(&trial, i)->op == LINT_CONVERT) {
            const struct lint_conversion conversion = lint_conversion_unpack(instruction_at(&trial, i)->immediate);

            EXPECT_EQ_INT(conversion.rounding, LINT_UP);
            EXPECT_EQ_INT(conversion.from_bits, 32);
            EXPECT_EQ_INT(conversion.to_bits, 16);
            break;
        }
    trial_end(&trial);
}

static void atomics_know_their_operation_and_whether_the_result_is_used(void)
{
    static const struct {
        const char *name;
        unsigned bits;
        enum lint_atomic atomic;
        bool is_unused;
    } cases[] = {
        { "_Z10atomic_incPU3AS1Vi", 32, LINT_ATOMIC_ADD, true },
        { "_Z10atomic_minPU3AS1Vii", 32, LINT_ATOMIC_MIN_S, false },
        { "_Z8atom_maxPU3AS1Vmm", 64, LINT_ATOMIC_MAX_U, false },
        { "_Z11atomic_xchgPU3AS1Vff", 32, LINT_ATOMIC_EXCHANGE, false },
        { "_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicff12memory_order12memory_scope", 32, LINT_ATOMIC_ADD_F,
          false },
        { "_Z16atomic_fetch_subPU3AS4VU7_Atomicii", 32, LINT_ATOMIC_SUB, true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial trial;

        trial_begin(&trial, cases[i].name, 1, cases[i].bits);
        trial.call.result_unused = cases[i].is_unused;
        if (trial_emit(&trial)) {
            const struct lint_instruction *const instruction = instruction_at(&trial, 0);

            EXPECT_EQ_INT(instruction->op, LINT_ATOMIC);
            EXPECT_EQ_INT(instruction->bits, cases[i].bits);
            EXPECT_EQ_INT(access_of(&trial, instruction)->atomic, cases[i].atomic);
            EXPECT_EQ_INT(access_of(&trial, instruction)->result_unused, cases[i].is_unused);
            EXPECT(access_of(&trial, instruction)->is_atomic && access_of(&trial, instruction)->is_volatile);
            EXPECT_EQ_INT(instruction->result == LINT_NONE, cases[i].is_unused);
        }
        trial_end(&trial);
    }
}

static void an_atomic_store_races_with_no_atomic_but_its_initialisation_may(void)
{
    static const struct {
        const char *name;
        bool is_atomic;
    } cases[] = { { "_Z12atomic_storePU3AS4VU7_Atomicii", true }, { "_Z11atomic_initPU3AS4VU7_Atomicii", false } };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial trial;

        trial_begin(&trial, cases[i].name, 0, 0);
        if (trial_emit(&trial)) {
            EXPECT_EQ_INT(instruction_at(&trial, 0)->op, LINT_STORE);
            EXPECT_EQ_INT(access_of(&trial, instruction_at(&trial, 0))->is_atomic, cases[i].is_atomic);
        }
        trial_end(&trial);
    }
}

static void a_compare_exchange_leaves_what_it_found(void)
{
    static const enum lint_op ops[] = { LINT_LOAD, LINT_COMPARE_EXCHANGE, LINT_STORE, LINT_COPY };
    struct trial trial;

    trial_begin(&trial, "_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii", 1, 8);
    for (size_t i = 0; trial_emit(&trial) && i < 4; i++) {
        for (size_t k = 0; k < 4; k++)
            EXPECT_EQ_INT(instruction_at(&trial, k)->op, ops[k]);
        EXPECT_EQ_INT(instruction_at(&trial, 2)->b, instruction_at(&trial, 1)->result);
        EXPECT_EQ_INT(instruction_at(&trial, 3)->a, instruction_at(&trial, 1)->result + 1);
        break;
    }
    trial_end(&trial);
}

static void a_strided_copy_knows_the_side_of_its_stride(void)
{
    static const struct {
        enum lint_space to, from;
        bool strides_to;
    } cases[] = { { LINT_GLOBAL, LINT_LOCAL, true }, { LINT_LOCAL, LINT_GLOBAL, false } };

    for (size_t i = 0; i < 2; i++) {
        struct trial trial;

        trial_begin(&trial, "_Z29async_work_group_strided_copyPU3AS3Dv3_fPU3AS1KS_mm9ocl_event", 1, 64);
        trial.call.arguments[0].space = cases[i].to;
        trial.call.arguments[1].space = cases[i].from;
        if (trial_emit(&trial) && EXPECT_EQ_SIZE(trial.program->copy_count, 1)) {
            EXPECT_EQ_INT(trial.program->copies[0].bytes, 16);
            EXPECT_EQ_INT(trial.program->copies[0].strides_to, cases[i].strides_to);
            EXPECT_EQ_INT(trial.program->copies[0].stride, trial.call.arguments[3].slot);
        }
        trial_end(&trial);
    }
}

static void only_some_sub_group_functions_may_be_called_by_a_part(void)
{
    static const struct {
        const char *name;
        unsigned count, bits;
        enum lint_collective collective;
        bool is_partial;
    } cases[] = {
        { "_Z20sub_group_reduce_addf", 1, 32, LINT_REDUCE, false },
        { "_Z32sub_group_non_uniform_reduce_addf", 1, 32, LINT_REDUCE, true },
        { "_Z19sub_group_broadcastij", 1, 32, LINT_BROADCAST, false },
        { "_Z21sub_group_shuffle_xorDv2_fj", 2, 32, LINT_SHUFFLE_XOR, true },
        { "_Z16sub_group_balloti", 4, 32, LINT_BALLOT, true },
        { "_Z15sub_group_electv", 1, 32, LINT_ELECT, true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial trial;

        trial_begin(&trial, cases[i].name, cases[i].count, cases[i].bits);
        if (trial_emit(&trial) && EXPECT_EQ_SIZE(trial.program->group_call_count, 1)) {
            EXPECT_EQ_INT(trial.program->group_calls[0].collective, cases[i].collective);
            EXPECT_EQ_INT(trial.program->group_calls[0].is_partial, cases[i].is_partial);
        }
        trial_end(&trial);
    }
}

static void ballots_are_counted_without_an_exchange(void)
{
    struct trial trial;
    uint64_t registers[64] = { 0 };

    trial_begin(&trial, "_Z31sub_group_ballot_inclusive_scanDv4_j", 1, 32);
    if (trial_emit(&trial) && EXPECT(trial.program->slot_count <= 64)) {
        registers[lint_program_scalar_id(trial.program, LINT_LANE)] = 33;
        registers[trial.call.arguments[0].slot] = 0x80000001;
        registers[trial.call.arguments[0].slot + 1] = 0xe;
        trial_run(&trial, registers);
        EXPECT_EQ_INT((long long)registers[trial.call.result.slot], 3);
    }
    trial_end(&trial);
}

static void what_is_refused_is_named_with_its_types(void)
{
    static const char *const cases[][2] = {
        { "printf", "printf: clsmem-lint does not run kernels that use printf" },
        { "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f",
          "read_imagef(image2d_t, sampler_t, float2): clsmem-lint does not run kernels that use images" },
        { "_Z15get_image_depth14ocl_image3d_ro", "kernels that use images" },
        { "__read_pipe_2", "kernels that use pipes" },
        { "__enqueue_kernel_basic", "kernels that enqueue kernels" },
        { "_Z32sub_group_non_uniform_reduce_mulf", "products over a sub-group" },
        { "_Z21work_group_reduce_addDv8_m",
          "work_group_reduce_add(ulong8): neither defined in the file nor a builtin function that clsmem-lint knows" },
        { "_Z4sqrti", "sqrt(int): neither defined" },
        { "_Z6helperPf", "helper(global float*): neither defined" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trial trial;

        trial_begin(&trial, cases[i][0], 1, 32);
        EXPECT_EQ_INT(lint_builtin_emit(trial.program, &trial.call), CLSMEM_INVALID);
        EXPECT_CONTAINS(clsmem_error_text(), cases[i][1]);
        EXPECT_EQ_SIZE(trial.program->instruction_count, 0);
        trial_end(&trial);
    }
}

static void arguments_that_differ_from_the_name_are_refused(void)
{
    struct trial trial;

    trial_begin(&trial, "_Z3maxDv4_fS_", 4, 32);
    trial.call.arguments[1].count = 2;
    EXPECT_EQ_INT(lint_builtin_emit(trial.program, &trial.call), CLSMEM_INVALID);
    trial.call.arguments[1].count = 4;
    trial.call.result.count = 2;
    EXPECT_EQ_INT(lint_builtin_emit(trial.program, &trial.call), CLSMEM_INVALID);
    trial_end(&trial);
}

CU_TestInfo lint_builtin_tests[] = {
    TEST(names_of_clang_are_taken_apart),
    TEST(no_name_is_too_broken_to_be_refused),
    TEST(a_barrier_ends_its_block_and_knows_its_fence),
    TEST(waiting_for_events_waits_for_copies),
    TEST(work_group_functions_are_barriers_with_a_call),
    TEST(ids_take_constant_and_running_dimensions),
    TEST(a_required_local_size_is_a_constant),
    TEST(vector_accesses_have_an_elements_alignment),
    TEST(stores_of_half_round_as_their_names_say),
    TEST(atomics_know_their_operation_and_whether_the_result_is_used),
    TEST(an_atomic_store_races_with_no_atomic_but_its_initialisation_may),
    TEST(a_compare_exchange_leaves_what_it_found),
    TEST(a_strided_copy_knows_the_side_of_its_stride),
    TEST(only_some_sub_group_functions_may_be_called_by_a_part),
    TEST(ballots_are_counted_without_an_exchange),
    TEST(what_is_refused_is_named_with_its_types),
    TEST(arguments_that_differ_from_the_name_are_refused),
    CU_TEST_INFO_NULL,
};
