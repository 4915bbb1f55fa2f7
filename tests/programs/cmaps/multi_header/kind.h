#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
void PASTE(set_, NAME)(in long i, in double v, out T x) { x = (T)(v * (double)(i + 1)); }
coordination void PASTE(run_, NAME)(inout tile T A[], in double v) {
    parallel (i in A) { do: PASTE(set_, NAME)(i, v, A[i]); }
}
#undef T
#undef NAME
