#!/usr/bin/env python3
"""A dry run tells memory apart by members and objects: a record may hold sizes and what loops compute, and serial loops
may read sizes beside elements, without a stop; where a size, an index or a condition follows from what loops compute,
whatever the way, it stops. What it counts is what a real run moves."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

# A record with sizes, a step that is computed, and two arrays; `p` leads to it.
SIM = r"""#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct sim { union { int n; unsigned other; }; int steps, hits; double dt, t; double *u, *v; };
int main(int argc, char **argv)
{
    OBJECT
    S.n = 90 + argc;
    S.steps = 5;
    S.dt = S.t = 0;
    S.u = malloc(S.n * sizeof(double));
    S.v = malloc(S.n * sizeof(double));
    for (int i = 0; i < S.n; i++)
        S.u[i] = S.v[i] = i % 7;
    for (int k = 0; k < S.steps; k++) {
        double fast = 0;
        #pragma hydra parallel for reduction(max:fast)
        for (int i = 0; i < S.n; i++)
            fast = fmax(fast, fabs(S.u[i]));
        WAY
        #pragma hydra parallel for
        for (int i = 1; i < S.n - 1; i++)
            S.v[i] = S.u[i] + S.dt * (S.u[i + 1] - S.u[i - 1]);
        double *old = S.u; S.u = S.v; S.v = old;
    }
    printf("%g %d %g\n", S.t, S.hits, S.u[3]);
    return 0;
}
"""
OBJECTS = {"a variable": "struct sim s = {{0}};", "a block": "struct sim *p = calloc(1, sizeof *p);"}
SIM_WAYS = {  # and whether the run gets to its end
    "a step": ("S.dt = 0.5 / (fast + 1); S.t += S.dt;", True),
    "a count": ("S.hits = (int)fast; S.hits++;", True),
    "a copy": ("struct sim other = S; other.hits = 7; S = other; S.dt = 0.5 / (fast + 1);", True),
    "copies by pointers": ("struct sim *other = malloc(sizeof *other); *other = S; other->dt = 1 / (fast + 1); S = *other;",
                           True),
    "the size by pointers": ("struct sim *other = malloc(sizeof *other); *other = S; other->n -= fast > 100; S = *other;",
                             False),
    "the size": ("S.n -= fast > 100;", False),
    "by the union": ("S.other -= fast > 100;", False),
    "by its address": ("int *q = &S.n; *q -= fast > 100;", False),
    "by a copy": ("struct sim other = S; other.n -= fast > 100; S = other;", False),
    "by a copy's initial value": ("struct sim other = {{S.n - (fast > 100)}, S.steps, 0, 0, 0, S.u, S.v}; S = other;",
                                  False),
    "by its bytes": ("int less = S.n - (fast > 100); memcpy(&S.n, &less, sizeof less);", False),
    "by an element": ("S.n -= S.u[2] > 100;", False),
    "how many steps": ("S.t += fast; if (S.t > 1e9) break;", False),
}

# Pointers to records that change places, and a serial loop along edges that reads sizes beside elements.
FIELDS = r"""#include <stdio.h>
#include <stdlib.h>
struct field { int n, m; TYPE *a; };
static struct field *make(int n, int m)
{
    struct field *f = malloc(sizeof *f);
    f->n = n;
    f->m = m;
    f->a = malloc(n * m * sizeof *f->a);
    for (int i = 0; i < n * m; i++)
        f->a[i] = i % 7;
    return f;
}
int main(int argc, char **argv)
{
    int n = argc + 39;
    struct field *now = make(n, n), *next = make(n, n);
    for (int t = 0; t < 5; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < now->n - 1; i++)
            for (int j = 1; j < now->m - 1; j++)
                next->a[i * next->m + j] = (now->a[(i - 1) * now->m + j] + now->a[(i + 1) * now->m + j]) / 2;
        SWAP
        for (int j = 0; j < now->m; j++) {
            EDGE
            now->a[(now->n - 1) * now->m + j] = now->a[(now->n - 2) * now->m + j];
        }
    }
    printf("%g\n", (double)now->a[3 * n + 4]);
    return 0;
}
"""
POINTERS = "struct field *old = now; now = next; next = old;"
RECORDS = "struct field old = *now; *now = *next; *next = old;"
EDGE = "now->a[j] = now->a[now->m + j];"
FIELD_WAYS = {
    "doubles": ("double", POINTERS, EDGE, True),
    "integers, as the sizes are": ("int", POINTERS, EDGE, True),
    "records change places": ("double", RECORDS, EDGE, True),
    "an index": ("double", POINTERS, "now->a[(int)now->a[j] % 5] = now->a[now->m + j];", False),
    "a condition of what nobody asks for": ("double", POINTERS, "if (now->a[j] > 100) now->a[j] = 0;", True),
    "a condition of a size": ("double", POINTERS, "if (now->a[j] > 1e9) now->m = now->n;", False),
    "a condition of an end": ("double", POINTERS, "if (now->a[j] > 1e9) break;", False),
    "a size": ("double", POINTERS, EDGE + " now->m -= now->a[j] > 100;", False),
    "the size of another": ("int", RECORDS, EDGE + " if (j == 3) next->n -= now->a[j] > 100;", False),
}

# A bound of an inner loop, in memory, which host code looks at in front of the launch.
INNER = r"""#include <stdio.h>
#include <stdlib.h>
struct shape { int n, m; double *a; };
int main(int argc, char **argv)
{
    struct shape *p = malloc(sizeof *p);
    p->n = argc + 99;
    p->m = 2;
    p->a = malloc(4 * p->n * sizeof(double));
    double sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < 4; j++)
            sum += p->a[4 * i + j] = i % 7;
    p->m = sum > 4 ? 4 : 1;
    #pragma hydra parallel for
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->m; j++)
            p->a[4 * i + j] += 1;
    printf("%g %g\n", p->a[3], sum);
    return 0;
}
"""


# A serial statement that only sums up what was not computed is skipped; then nothing else that it stores may decide.
SUMMED = r"""#include <stdio.h>
#include <stdlib.h>
int everywhere;
int main(int argc, char **argv)
{
    int i, n = argc + 99, last = 3;
    double *a = malloc(n * sizeof(double)), total = 0, most = 0;
    #pragma hydra parallel for
    for (i = 0; i < n; i++)
        a[i] = i % 7;
    for (i = 0; i < n; i++) {
        total += a[i];
        STORE
    }
    AGAIN
    #pragma hydra parallel for
    for (i = 0; i < last + everywhere; i++)
        a[i] += 1;
    printf("%g %g %g\n", total, most, a[3]);
    return 0;
}
"""
SUM_WAYS = {
    "nothing": ("", "", True),
    "a bound": ("last = i;", "", False),
    "a bound of others": ("everywhere = i;", "", False),
    "a bound that is set again": ("last = i;", "last = 5;", True),
    "the counter": ("", "last = i;", False),
    "a maximum": ("if (a[i] > most) most = a[i];", "", True),
    "a maximum that bounds": ("if (a[i] > most) most = a[i];", "last = (int)most;", False),
    "a maximum's place that bounds": ("if (a[i] > most) { most = a[i]; last = i; }", "", False),
    "a maximum of maxima": ("if (a[i] > most) most = a[i];", "if (most > total) total = most;", True),
}


def programs():
    for way, (text, ends) in SIM_WAYS.items():
        for kind, declared in OBJECTS.items():
            whole = "s" if kind == "a variable" else "(*p)"
            yield f"{way}, {kind}", SIM.replace("WAY", text).replace("OBJECT", declared).replace("S.u", f"{whole}.u").replace(
                "S.", f"{whole}.").replace("= S;", f"= {whole};").replace("S = ", f"{whole} = "), ends
    for way, (kind, swap, edge, ends) in FIELD_WAYS.items():
        yield f"edges, {way}", FIELDS.replace("TYPE", kind).replace("SWAP", swap).replace("EDGE", edge), ends
    for way, (store, again, ends) in SUM_WAYS.items():
        yield f"summed up, {way}", SUMMED.replace("STORE", store).replace("AGAIN", again), ends
    yield "an inner bound in memory", INNER, False


def counters(path):
    counted = json.loads(path.read_text())
    return {key: counted[key] for key in ("coherence", "serial", "reduction", "traffic", "iterations")}


with hydracc_test("cli.dryrun_members", __doc__) as (report, hydracc, folder):
    stats = folder / "stats.json"
    for name, text, ends in programs():
        for _, program in built_programs(report, hydracc, folder, "way.c", [("way", text)]):
            def execute(**env):
                stats.unlink(missing_ok=True)
                return run([program], env=environment({"HYDRA_STATS": stats, "HYDRA_NUM_THREADS": 1, **env}))

            dry = execute(HYDRA_DRYRUN=3)
            if not ends:
                report.check(dry.status == 70 and "HYDRA_DRYRUN=3,run" in dry.err, f"{name}: {dry.describe()}")
                continue
            if report.check(dry.status == 0 and stats.exists(), f"{name}: {dry.describe()}"):
                counted = counters(stats)
                real = execute(HYDRA_RANKS=3)
                report.check(real.status == 0 and counters(stats) == counted,
                             f"{name}: {counted} and not {counters(stats)}\n{real.describe()}")
