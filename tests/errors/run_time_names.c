// A name for an array type keeps the length that it had where it was declared.
double out[40];
void f(int n)
{
    typedef double row[n];
    double all[40][n];
    n += 2;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        row own; // error: not in this version: a name for an array type whose length is known at run time only
        own[0] = i;
        out[i] = own[0] + sizeof(row); // error: write the array out, as in 'double row[n]'
    }
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        __typeof__(all[i]) own; // error: not in this version: a name for an array type
        own[0] = i;
        out[i] += own[0];
    }
}
