/* Every call of CLBlast: the library that results are checked against, and the rival in the tables. */
#include "clblast.h"

#include <assert.h>

#include "jump_cl.h"

/*
 * CLBlast hands OpenCL's codes through and has its own from -1007 down. Its own say what it lacks or refuses: it is a
 * rival in the tables and a second opinion, so they cost its row and must not look like a dead device. The same goes
 * for a work-group larger than the device takes, since its tuning chose that. Its compile errors are build failures
 * like ours. What is left means the device or its memory.
 */
enum clsmem_status clsmem_clblast_fail(int code, const char *device_name)
{
    static const int compile_errors[] = { CL_COMPILER_NOT_AVAILABLE, CL_BUILD_PROGRAM_FAILURE,
                                          CL_INVALID_BINARY,         CL_INVALID_BUILD_OPTIONS,
                                          CL_INVALID_PROGRAM,        CL_INVALID_PROGRAM_EXECUTABLE,
                                          CL_INVALID_KERNEL_NAME,    CL_INVALID_KERNEL_DEFINITION };
    enum clsmem_status status;

    if (code <= -1007 || code == CL_INVALID_WORK_GROUP_SIZE || code == CL_INVALID_WORK_ITEM_SIZE)
        return clsmem_fail(CLSMEM_SKIPPED, "CLBlast refuses: %s (%d)", clsmem_clblast_error_name(code), code);
    status = clsmem_fail_cl("CLBlast", code, device_name, "enqueueing its routine");
    for (size_t i = 0; i < sizeof compile_errors / sizeof *compile_errors; i++)
        if (code == compile_errors[i])
            status = CLSMEM_BUILD_FAILED;
    return status;
}

bool clsmem_clblast_has(const struct clsmem_kernel *kernel, const struct clsmem_problem *problem)
{
    struct clsmem_blas_call call = { .routine = CLSMEM_BLAS_NONE };

    if (clsmem_clblast_available() && kernel->blas && (problem->type == CLSMEM_F32 || problem->type == CLSMEM_F64))
        kernel->blas(problem, &call);
    return call.routine != CLSMEM_BLAS_NONE;
}

#ifdef CLSMEM_HAVE_CLBLAST

#include <clblast_c.h>

bool clsmem_clblast_available(void)
{
    return true;
}

static CLBlastStatusCode gemm(const struct clsmem_blas_call *call, enum clsmem_type type, const cl_mem *buffers,
                              cl_command_queue queue)
{
    const size_t m = call->m, n = call->n, k = call->k;
    const cl_mem a = buffers[call->in[0]], b = buffers[call->in[1]], c = buffers[call->out];

    if (type == CLSMEM_F64)
        return CLBlastDgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, m, n, k, call->alpha, a, 0,
                            k, b, 0, n, call->beta, c, 0, n, &queue, NULL);
    return CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, m, n, k, (float)call->alpha, a,
                        0, k, b, 0, n, (float)call->beta, c, 0, n, &queue, NULL);
}

static CLBlastStatusCode omatcopy(const struct clsmem_blas_call *call, enum clsmem_type type, const cl_mem *buffers,
                                  cl_command_queue queue)
{
    const size_t m = call->m, n = call->n;
    const cl_mem in = buffers[call->in[0]], out = buffers[call->out];

    if (type == CLSMEM_F64)
        return CLBlastDomatcopy(CLBlastLayoutRowMajor, CLBlastTransposeYes, m, n, call->alpha, in, 0, n, out, 0, m,
                                &queue, NULL);
    return CLBlastSomatcopy(CLBlastLayoutRowMajor, CLBlastTransposeYes, m, n, (float)call->alpha, in, 0, n, out, 0, m,
                            &queue, NULL);
}

/* Sums and the like: their result goes to the start of `out`. */
static CLBlastStatusCode fold(const struct clsmem_blas_call *call, enum clsmem_type type, const cl_mem *buffers,
                              cl_command_queue queue)
{
    const size_t k = call->k;
    const cl_mem x = buffers[call->in[0]], y = buffers[call->in[1]], out = buffers[call->out];
    const bool is_double = type == CLSMEM_F64;

    if (call->routine == CLSMEM_BLAS_SUM)
        return is_double ? CLBlastDsum(k, out, 0, x, 0, 1, &queue, NULL)
                         : CLBlastSsum(k, out, 0, x, 0, 1, &queue, NULL);
    if (call->routine == CLSMEM_BLAS_IMAX)
        return is_double ? CLBlastiDmax(k, out, 0, x, 0, 1, &queue, NULL)
                         : CLBlastiSmax(k, out, 0, x, 0, 1, &queue, NULL);
    return is_double ? CLBlastDdot(k, out, 0, x, 0, 1, y, 0, 1, &queue, NULL)
                     : CLBlastSdot(k, out, 0, x, 0, 1, y, 0, 1, &queue, NULL);
}

static CLBlastStatusCode gemv(const struct clsmem_blas_call *call, enum clsmem_type type, const cl_mem *buffers,
                              cl_command_queue queue)
{
    const CLBlastTranspose transpose = call->transposes ? CLBlastTransposeYes : CLBlastTransposeNo;
    const size_t m = call->m, n = call->n;
    const cl_mem a = buffers[call->in[0]], x = buffers[call->in[1]], y = buffers[call->out];

    if (type == CLSMEM_F64)
        return CLBlastDgemv(CLBlastLayoutRowMajor, transpose, m, n, call->alpha, a, 0, call->pitch, x, 0, 1,
                            call->beta, y, 0, 1, &queue, NULL);
    return CLBlastSgemv(CLBlastLayoutRowMajor, transpose, m, n, (float)call->alpha, a, 0, call->pitch, x, 0, 1,
                        (float)call->beta, y, 0, 1, &queue, NULL);
}

/* One image, one channel, one set of coefficients; every output lies within the image. */
static CLBlastStatusCode convgemm(const struct clsmem_blas_call *call, enum clsmem_type type, const cl_mem *buffers,
                                  cl_command_queue queue)
{
    const CLBlastKernelMode mode = CLBlastKernelModeCrossCorrelation;
    const size_t m = call->m, n = call->n, k = call->k, pad = (k - 1) / 2;
    const cl_mem image = buffers[call->in[0]], factors = buffers[call->in[1]], out = buffers[call->out];

    if (type == CLSMEM_F64)
        return CLBlastDconvgemm(mode, 1, m, n, k, k, pad, pad, 1, 1, 1, 1, 1, 1, image, 0, factors, 0, out, 0, &queue,
                                NULL);
    return CLBlastSconvgemm(mode, 1, m, n, k, k, pad, pad, 1, 1, 1, 1, 1, 1, image, 0, factors, 0, out, 0, &queue,
                            NULL);
}

enum clsmem_status clsmem_clblast_enqueue(const struct clsmem_device *device, const struct clsmem_blas_call *call,
                                          enum clsmem_type type, const cl_mem *buffers)
{
    CLBlastStatusCode code = CLBlastNotImplemented;

    switch (call->routine) {
    case CLSMEM_BLAS_GEMM:
        code = gemm(call, type, buffers, device->queue);
        break;
    case CLSMEM_BLAS_OMATCOPY:
        code = omatcopy(call, type, buffers, device->queue);
        break;
    case CLSMEM_BLAS_SUM:
    case CLSMEM_BLAS_DOT:
    case CLSMEM_BLAS_IMAX:
        code = fold(call, type, buffers, device->queue);
        break;
    case CLSMEM_BLAS_GEMV:
        code = gemv(call, type, buffers, device->queue);
        break;
    case CLSMEM_BLAS_CONVGEMM:
        code = convgemm(call, type, buffers, device->queue);
        break;
    case CLSMEM_BLAS_NONE:
        assert(!"a call names its routine");
        break;
    }
    return code == CLBlastSuccess ? CLSMEM_OK : clsmem_clblast_fail((int)code, device->info.name);
}

void clsmem_clblast_forget(void)
{
    CLBlastClearCache();
}

#else

bool clsmem_clblast_available(void)
{
    return false;
}

enum clsmem_status clsmem_clblast_enqueue(const struct clsmem_device *device, const struct clsmem_blas_call *call,
                                          enum clsmem_type type, const cl_mem *buffers)
{
    (void)device;
    (void)call;
    (void)type;
    (void)buffers;
    return clsmem_fail(CLSMEM_SKIPPED, "built without CLBlast");
}

void clsmem_clblast_forget(void)
{
}

#endif
