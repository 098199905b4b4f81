/* Wrong on purpose: a name that nobody declared, in line 6. */

__kernel void turn(__global const ELEMENT *restrict in, __global ELEMENT *restrict out)
{
    const uint place = get_global_id(0);
    out[place] = in[undeclared_place];
}
