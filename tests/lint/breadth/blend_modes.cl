/* Two layers blended by one of many modes, chosen by a switch over an enum. */

typedef enum blend_mode {
    BLEND_NORMAL = 0,
    BLEND_LIGHTEN,
    BLEND_DARKEN,
    BLEND_MULTIPLY,
    BLEND_AVERAGE,
    BLEND_ADD,
    BLEND_SCREEN = 8,
    BLEND_OVERLAY,
    BLEND_DIFFERENCE
} blend_mode;

__kernel void blend_modes(__global const float4 *a, __global const float4 *b, __global const uint *modes,
                          __global float4 *out)
{
    const int i = get_global_id(0);
    const float4 below = a[i], above = b[i];
    float4 result;

    switch ((blend_mode)modes[i]) {
    case BLEND_LIGHTEN:
        result = max(below, above);
        break;
    case BLEND_DARKEN:
        result = min(below, above);
        break;
    case BLEND_MULTIPLY:
        result = below * above;
        break;
    case BLEND_AVERAGE:
        result = (below + above) / 2.0f;
        break;
    case BLEND_ADD:
        result = below + above;
        break;
    case BLEND_SCREEN:
        result = 1.0f - (1.0f - below) * (1.0f - above);
        break;
    case BLEND_OVERLAY: {
        const float4 low = 2.0f * below * above, high = 1.0f - 2.0f * (1.0f - below) * (1.0f - above);
        result = below > 0.5f ? high : low;
        break;
    }
    case BLEND_DIFFERENCE:
        result = fabs(below - above);
        break;
    case BLEND_NORMAL:
    default:
        result = above;
    }
    out[i] = clamp(result, (float4)0.0f, (float4)1.0f);
}
