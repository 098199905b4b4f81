/* switch with gaps and falls, do-while, goto, continue, nested breaks, short circuits, commas. */

static int classify(int n)
{
    switch (n) {
    case -3:
    case 1000:
        return 1;
    case 0 ... 9:
        return 2;
    case 77:
        n++;
        /* fall through */
    case 80:
        return n;
    default:
        break;
    }
    return n % 5 == 0 ? 3 : n > 100 ? 4 : 5;
}

__kernel void control_flow(__global const uint *in, __global int *out)
{
    const int g = get_global_id(0);
    int n = (int)(in[g] % 1003) - 3, sum = 0, turns = 0;

    do {
        sum += classify(n);
        if (n & 1)
            continue;
        for (int i = 0, j = 10; i < j; i++, j--) {
            if (i == n % 7)
                break;
            for (;;) {
                if (++turns % 3 == 0)
                    goto next;
                sum ^= i * j;
                if (turns > 500)
                    goto done;
            }
        next:
            sum += turns & 3;
        }
    } while ((n /= 2) > 0 && turns < 400);
    if (n == 0 || sum++ > 5)
        sum = (turns += 2, sum + turns);
done:
    while (sum > 1 << 20)
        sum -= 1 << 20;
    out[g] = sum;
}
