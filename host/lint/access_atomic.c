/* Atomic read-modify-writes. Lanes of one instruction take turns in their order. */
#include "access.h"

#include <string.h>

/* What one lane's operation works on. */
struct change {
    const struct lint_access *access; /* NULL: compare and exchange */
    unsigned bits;
    size_t lanes;
    const uint64_t *operand, *desired;
    uint64_t *result; /* NULL: nobody wants it */
};

static int64_t extend(uint64_t value, unsigned bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static uint64_t combine_f(enum lint_atomic atomic, double old, double operand, bool *is_old)
{
    double value = 0;
    uint64_t bits;

    *is_old = false;
    if (atomic == LINT_ATOMIC_MIN_F)
        *is_old = !(operand < old);
    else if (atomic == LINT_ATOMIC_MAX_F)
        *is_old = !(operand > old);
    value = atomic == LINT_ATOMIC_ADD_F ? old + operand : atomic == LINT_ATOMIC_SUB_F ? old - operand : operand;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t float_op(enum lint_atomic atomic, unsigned bits, uint64_t old, uint64_t operand)
{
    double values[2];
    float singles[2];
    bool is_old;
    uint64_t result;

    if (bits == 64) {
        memcpy(&values[0], &old, 8);
        memcpy(&values[1], &operand, 8);
    } else {
        memcpy(&singles[0], &old, 4);
        memcpy(&singles[1], &operand, 4);
        values[0] = (double)singles[0];
        values[1] = (double)singles[1];
    }
    result = combine_f(atomic, values[0], values[1], &is_old);
    if (is_old)
        return old;
    if (bits == 64)
        return result;
    /* The sum of two floats is rounded twice here, to double and to float, which gives the same as once. */
    memcpy(&values[0], &result, 8);
    singles[0] = (float)values[0];
    result = 0;
    memcpy(&result, &singles[0], 4);
    return result;
}

uint64_t lint_atomic_combine(enum lint_atomic atomic, unsigned bits, uint64_t old, uint64_t operand)
{
    const uint64_t low = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;

    switch (atomic) {
    case LINT_ATOMIC_EXCHANGE:
        return operand;
    case LINT_ATOMIC_ADD:
        return (old + operand) & low;
    case LINT_ATOMIC_SUB:
        return (old - operand) & low;
    case LINT_ATOMIC_AND:
        return old & operand;
    case LINT_ATOMIC_NAND:
        return ~(old & operand) & low;
    case LINT_ATOMIC_OR:
        return old | operand;
    case LINT_ATOMIC_XOR:
        return old ^ operand;
    case LINT_ATOMIC_MIN_U:
        return operand < old ? operand : old;
    case LINT_ATOMIC_MAX_U:
        return operand > old ? operand : old;
    case LINT_ATOMIC_MIN_S:
        return extend(operand, bits) < extend(old, bits) ? operand : old;
    case LINT_ATOMIC_MAX_S:
        return extend(operand, bits) > extend(old, bits) ? operand : old;
    case LINT_ATOMIC_INC_WRAP:
        return old >= operand ? 0 : old + 1;
    case LINT_ATOMIC_DEC_WRAP:
        return old == 0 || old > operand ? operand : old - 1;
    default:
        return float_op(atomic, bits, old, operand);
    }
}

static void modify(const struct lint_visit *visit, unsigned lane, void *data)
{
    const struct change *const change = visit->context;
    uint64_t old = 0, value;

    memcpy(&old, data, change->bits / 8);
    if (change->access) {
        value = lint_atomic_combine(change->access->atomic, change->bits, old, change->operand[lane]);
    } else {
        const bool is_equal = old == change->operand[lane];

        value = is_equal ? change->desired[lane] : old;
        if (change->result)
            change->result[change->lanes + lane] = is_equal;
    }
    if (change->result)
        change->result[lane] = old;
    memcpy(data, &value, change->bits / 8);
}

/* Whether it adds the constant 1, and nobody wants the result. */
static bool counts_up(const struct lint_program *program, const struct lint_instruction *instruction)
{
    const struct lint_access *const access = &program->accesses[instruction->detail];
    const uint64_t most = instruction->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << instruction->bits) - 1;
    uint64_t operand;

    if (instruction->b < LINT_FIRST_CONSTANT || !(access->result_unused || instruction->result == LINT_NONE))
        return false;
    operand = program->constants[instruction->b - LINT_FIRST_CONSTANT] & most;
    return (access->atomic == LINT_ATOMIC_ADD && operand == 1) ||
           (access->atomic == LINT_ATOMIC_SUB && operand == most) ||
           (access->atomic == LINT_ATOMIC_INC_WRAP && operand == most);
}

/* What banks make of it. */
static enum clsmem_bank_op bank_op(const struct lint_program *program, const struct lint_instruction *instruction)
{
    if (instruction->op == LINT_COMPARE_EXCHANGE)
        return CLSMEM_COMPARE;
    if (program->accesses[instruction->detail].atomic == LINT_ATOMIC_EXCHANGE)
        return CLSMEM_EXCHANGE;
    return counts_up(program, instruction) ? CLSMEM_INCREMENT : CLSMEM_ATOMIC;
}

void lint_atomic_execute(struct lint_worker *worker, const struct lint_instruction *instruction, uint32_t record)
{
    const struct lint_access *const access = &worker->engine->program->accesses[instruction->detail];
    const bool is_exchange = instruction->op == LINT_COMPARE_EXCHANGE;
    const uint64_t *const addresses = lint_slot(worker, instruction->a);
    const struct change change = {
        .access = is_exchange ? NULL : access,
        .bits = instruction->bits,
        .lanes = worker->engine->lanes,
        .operand = lint_slot(worker, instruction->b),
        .desired = is_exchange ? lint_slot(worker, instruction->c) : NULL,
        .result = instruction->result == LINT_NONE ? NULL : lint_slot(worker, instruction->result),
    };
    struct lint_visit visit;

    lint_visit_begin(&visit, worker, instruction->site, record);
    visit.space = access->space;
    visit.bytes = instruction->bits / 8u;
    visit.align = instruction->bits / 8u;
    visit.is_write = visit.is_atomic = true;
    visit.modify = modify;
    visit.context = &change;
    /* Other host threads run other groups; those of local memory need no such care, but a lock is cheap. */
    pthread_mutex_lock(worker->engine->atomics);
    for (unsigned l = 0; l < change.lanes; l++) {
        uint64_t data = 0;

        if (worker->lane_mask[l])
            (void)lint_visit_lane(&visit, l, addresses[l], &data);
    }
    pthread_mutex_unlock(worker->engine->atomics);
    lint_visit_end(&visit, bank_op(worker->engine->program, instruction));
}
