/* Every call of CLBlast: the library that results are checked against, and the rival in the tables. */
#include "clblast.h"

#include <assert.h>

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
    case CLSMEM_BLAS_NONE:
        assert(!"a call names its routine");
        break;
    }
    if (code != CLBlastSuccess)
        return clsmem_fail(CLSMEM_DEVICE_FAILED, "CLBlast failed on %s: code %d (%s)", device->info.name, (int)code,
                           clsmem_cl_error_name((cl_int)code));
    return CLSMEM_OK;
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
