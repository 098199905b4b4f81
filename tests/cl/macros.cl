/* What macros a program was built with. */

__kernel void macros(__global int *out)
{
    out[0] = FROM_VARIANT;
    out[1] = FROM_PLAN;
    out[2] = ELEMENT_BYTES;
    out[3] = sizeof(ELEMENT);
}
