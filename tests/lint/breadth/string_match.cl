/* A pattern searched for in bytes: nested loops that each work-item leaves early, places by an atomic counter. */

__kernel void string_match(__global const uchar *text, __constant uchar *pattern, const int text_length,
                           const int pattern_length, volatile __global uint *matches, __local uchar *cache)
{
    const int l = get_local_id(0), g = get_global_id(0);

    for (int i = l; i < pattern_length; i += get_local_size(0))
        cache[i] = pattern[i] & 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g > text_length - pattern_length)
        return;
    bool is_equal = true;
    for (int i = 0; i < pattern_length && is_equal; i++)
        is_equal = (text[g + i] & 3) == cache[i];
    if (is_equal)
        atomic_inc(matches);
}
