#!/usr/bin/env python3
"""Programs of CMAPS that only the run can find wrong: all end with status 70, on one rank and on several, and say where,
which access and why; their neighbours, which are right, run."""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

HEAD = """#include <stdio.h>
#include <stdlib.h>
void copy(in double a, out double r) { r = a; }
void sum(in int n, in double a[n], out double r) { r = 0; for (int k = 0; k < n; k++) r += a[k]; }
void spread(in int n, in double a, out double r[n]) { for (int k = 0; k < n; k++) r[k] = a; }
void one(in long i, out double r) { r = i; }
void zero(out int m) { m = 0; }
void level(in long i, out int m) { m = (int)i; }
void two(in double a, in double b, out double r) { r = a + b; }
double weights[2] = {1, -1};
int cut;
long owner(const long *i, const long *e, int d, int p, void *x) { return d ? 0 * p + 0 * *e + 0 * *i + 0 * (x == 0) : 0; }
int all(int r, int b, const long *e, int d, int p, void *x, hydra_range *o) {
    o[0] = (hydra_range){0, e[0] - 1 - *(int *)x, 1};
    return r == 0 && b == 0 && d > 0 && p > 0;
}
"""
MAIN = """
int main(int argc, char **argv) {
    double A[8], B[8], s = 0;
    int n = atoi(argv[1]);
    cut = n;
    for (int i = 0; i < 8; i++)
        A[i] = B[i] = i;
    %s
    printf("%%g %%g\\n", B[3], s);
}
"""
PLAIN = "g(8, A, 8, B, n, &s);"
TILES = "inout tile double A[], inout tile double B[], in int n, out double s"

# Name, the body, a number with which it is right, one with which it is wrong, what is said then.
CASES = [
    ("leaves", "s = 0; parallel (i in [0:7]) { do: copy(A[i - n], B[i]); }", 0, 1, "'A[i - n]' leaves 'A'"),
    ("leaves above", "s = 0; parallel (i in [0:n]) { do: copy(A[i], B[i]); }", 7, 8, "'A[i]' leaves 'A'"),
    ("halves", "s = 0; parallel (i in [0:n / 2]) { do: copy(A[i / 2], B[2 * i]); }", 7, 9, "'B[2 * i]' leaves 'B'"),
    ("read meets write", "s = 0; parallel (i in [0:3]) { do: copy(A[i + n], A[i]); }", 4, 1, "a process reads 'A[i + n]'"),
    ("around", "s = 0; parallel (i in A) { do: copy(A[cyc(i + n)], A[i]); }", 16, 3, "a process reads 'A[cyc(i + n)]'"),
    ("coefficient", "s = 0; parallel (i in [0:3]) { do: copy(A[i], B[n * i]); }", 2, 0, "two processes write one element as 'B[n * i]'"),
    ("one element", "s = 0; parallel (i in [3:n]) { do: copy(A[i], B[4]); }", 3, 4, "'B[4]' is the same for all 'i'"),
    ("sections", "s = 0; parallel (i in [0:2]) { do: spread(n, A[i], B[2 * i:2 * i + n - 1]); }", 2, 3, "sections 'B[2 * i:2 * i + n - 1]' overlap"),
    ("length", "s = 0; parallel (i in [0:3]) { do: sum(n, A[i:i + 2], B[i]); }", 3, 4, "is a section of 3, and 'a' of 4"),
    ("around too long", "s = 0; parallel (i in B) { do: sum(n, A[cyc(i:i + n - 1)], B[i]); }", 8, 9, "longer than its dimension 0"),
    ("stride", "s = 0; parallel (i in [0:7:n]) { do: copy(A[i], B[i]); }", 1, 0, "the stride of a range is not positive"),
    ("step", "s = 0; loop (t in [1:4:n]) s += t;", 1, 0, "a step of 0 leads nowhere"),
    ("place", "s = A[n];", 7, 8, "subscript 8 of 'A'"),
    ("extent", "double T[]; ArrayMap(T, HYDRA_BLOCK, n); parallel (i in T) { do: one(i, T[i]); } s = ArraySize(T, 0);", 3, -1, "the extent of 'T' in dimension 0 is negative"),
    ("too many", "double T[][]; ArrayMap(T, HYDRA_BLOCK, n * 2000000000L, n * 2000000000L); s = ArraySize(T, 1) > 0;", 0, 2, "more elements than memory can have"),
    ("blocks", "ArrayMap(A, HYDRA_BLOCK_CYCLIC(n)); s = 0; parallel (i in A) { do: copy(A[i], B[i]); }", 2, 0, "n is less than 1"),
    ("wave that turns", "s = 0; parallel (i in [2:5]) { wave: A[i - n], A[i + n]; do: two(A[i - n], A[i + n], A[i]); }", 0, 1, "directions that go against each other"),
    ("part", "int m[]; parallel (i in A) { do: zero(m[i]); } parts double Q = ArrayDivide(A, m, HYDRA_BLOCK, HYDRA_ALL(2)); s = Q[n][7];", 0, 2, "part 2 of 'Q', which has 2"),
    ("place in a part", "int m[]; parallel (i in A) { do: zero(m[i]); } parts double Q = ArrayDivide(A, m, HYDRA_BLOCK, HYDRA_ALL(2)); s = Q[0][n];", 7, 8, "subscript 8 of 'Q'"),
    ("group", "int m[]; parallel (i in A) { do: zero(m[i]); } parts double Q = ArrayDivide(A, m, HYDRA_BLOCK, HYDRA_ALL(n)); s = Q[0][7];", 1, 0, "divided into one group or more"),
    ("mask", "int m[]; parallel (i in A) { do: level(i, m[i]); } parts double Q = ArrayDivide(A, m, HYDRA_BLOCK, HYDRA_ALL(n)); s = Q[0][0];", 8, 7, "'m' holds 7, and the groups are 0 to 6"),
    ("range", "double T[] = ArrayRemapRange(A, [1:n], HYDRA_CYCLIC); s = T[0];", 7, 8, "the range leaves 'A' in dimension 0: it comes to 8"),
    ("stride of a range", "double T[] = ArrayRemapRange(A, [1:7:n], HYDRA_CYCLIC); s = T[0];", 2, 0, "the stride of a range is not positive"),
    ("masks of another size", "int m[]; ArrayMap(m, HYDRA_BLOCK, n); parallel (i in m) { do: zero(m[i]); } double T[] = ArrayRemapMask(A, m, HYDRA_CYCLIC); s = ArraySize(T, 0);", 8, 7, "'A' has 8 and 'm' has 7"),
    ("merge", "double T[][], U[][]; ArrayMap(T, HYDRA_BLOCK, 2, 3); ArrayMap(U, HYDRA_BLOCK, 2, n); double V[][] = ArrayMerge(T, U, HYDRA_BLOCK); s = ArraySize(V, 0);", 3, 4, "in dimension 1, 'T' has 3 and 'U' has 4"),
    ("one part twice", "int m[]; parallel (i in A) { do: zero(m[i]); } parts double Q = ArrayDivide(A, m, HYDRA_BLOCK, HYDRA_ALL(2)); s = 0; parallel (i in Q[n]) { do: copy(Q[0][i], Q[n][i]); }", 1, 0, "'Q[0]' is a part of 'Q' that stands here in other words"),
    ("weights", "ArrayMap(A, HYDRA_WEIGHTED(weights + n, 1)); s = 0; parallel (i in A) { do: copy(A[i], B[i]); }", 0, 1, "weight 0 of HYDRA_WEIGHTED is negative"),
    ("no weights", "ArrayMap(A, HYDRA_WEIGHTED(weights, n)); s = 0; parallel (i in A) { do: copy(A[i], B[i]); }", 1, 0, "HYDRA_WEIGHTED(w, count) needs weights"),
    ("own layout", "ArrayMap(A, HYDRA_LAYOUT(owner, all, &cut)); s = 0; parallel (i in A) { do: copy(A[i], B[i]); }", 0, 1, "the layout's boxes have 7 indexes, and the array 8"),
]
CALLS = [
    ("aliases", "s = 0; parallel (i in A) { do: copy(A[i], B[i]); }", "g(8 - n, A, 4, A + 8 - 4, n, &s);", 4, 1, "'A' and 'B' are one array, or overlap"),
    ("extent from C", "s = 0;", "g(n, A, 8, B, n, &s);", 8, -3, "the extent of 'A' in dimension 0 is negative"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("cli.cmaps_stops")
    with tempfile.TemporaryDirectory(prefix="hydra-cmaps-") as name:
        folder = pathlib.Path(name)
        cases = [(name, body, PLAIN, right, wrong, said) for name, body, right, wrong, said in CASES] + CALLS
        for name, body, call, right, wrong, said in cases:
            source = folder / "prog.cmaps"
            source.write_text(f"{HEAD}coordination void g({TILES}) {{\n    {body}\n}}\n{MAIN % call}")
            built = run([options.hydracc, "--host=local", "-O1", source, "-o", folder / "prog"])
            if not report.check(built.status == 0, f"{name}: does not build\n{built.describe()}"):
                continue
            for ranks in (1, 3):
                result = run([folder / "prog", str(right)], env=environment({"HYDRA_RANKS": ranks}))
                report.check(result.status == 0 and not result.err, f"{name}, {ranks} ranks, right\n{result.describe()}")
                result = run([folder / "prog", str(wrong)], env=environment({"HYDRA_RANKS": ranks}))
                report.check(result.status == 70 and said in result.err and "prog.cmaps:" in result.err and
                             result.err.count(said) == 1, f"{name}, {ranks} ranks, wrong\n{result.describe()}")
    report.finish()


if __name__ == "__main__":
    main()
