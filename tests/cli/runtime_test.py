#!/usr/bin/env python3
"""The run-time controls of a generated program: HYDRA_ variables, the counters, and the end when a rank dies."""
import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, Report, environment, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Each key of the counters and the kind of its value (README.md, HYDRA_STATS).
SHAPE = {
    "ranks": int, "target": str,
    "coherence": {"bytes": int, "messages": int},
    "serial": {"bytes": int, "messages": int},
    "reduction": {"bytes": int, "messages": int},
    "device": {"h2d_bytes": int, "d2h_bytes": int, "d2d_bytes": int, "reduced_bytes": int, "peak_bytes_per_device": list},
    "plans": {"computed": int, "reused": int, "overlapped": int, "seconds": float},
    "account": {"cost": float, "saved": float, "to_floor": int, "back": int, "launches_at_floor": int,
                "counted": {"launches": int, "sites": int, "plans": int, "planned_pieces": int, "ranges": int, "runs": int,
                            "pieces": int, "pointers": int, "rows": int, "notes": int, "copied_bytes": int,
                            "compared_bytes": int}},
    "seconds": {"total": float, "kernels": float, "communication": float, "waiting": float, "planning": float,
                "runtime": float},
    "arrays": [{"name": str, "coherence_bytes": int, "serial_bytes": int}],
    "loops": [{"at": str, "launches": int, "distributed": int, "replicated": int, "inspected": int,
               "offloaded": int, "on_host": int, "seconds": float, "counted_seconds": float,
               "coherence_bytes": int}],
    "serial_at": [{"at": str, "bytes": int, "messages": int, "times": int}],
    "memory": [{"name": str, "bytes": [int]}],
    "traffic": [list],
    "iterations": [int],
}

HUGE = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 1;
    size_t total = n * 1024 * 1024 * 1024;
    double *a = malloc(total * sizeof(double));
    if (a == NULL) {
        printf("no\\n");
        return 9;
    }
#pragma hydra parallel for
    for (size_t i = 0; i < total; i++)
        a[i] = 1;
    printf("%g\\n", a[total - 1]);
    return 0;
}
"""


def misshapen(value, shape, where):
    """Where a JSON value lacks a key, has one too many, or has a value of another kind."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{where} is no object"]
        wrong = [f"{where}.{key} is missing" for key in shape if key not in value]
        wrong += [f"{where}.{key} is not known" for key in value if key not in shape]
        for key in shape:
            if key in value:
                wrong += misshapen(value[key], shape[key], f"{where}.{key}")
        return wrong
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{where} is no list"]
        return [m for k, item in enumerate(value) for m in misshapen(item, shape[0], f"{where}[{k}]")]
    kinds = (int, float) if shape is float else shape
    return [] if isinstance(value, kinds) and not isinstance(value, bool) else [f"{where} is {value!r}"]


def children(pid):
    """All processes below `pid`, from /proc."""
    parents = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rsplit(")", 1)[1].split()
            parents[int(entry.parent.name)] = int(fields[1])
        except (OSError, IndexError):
            continue
    found, frontier = [], [pid]
    while frontier:
        parent = frontier.pop()
        below = [p for p, q in parents.items() if q == parent]
        found += below
        frontier += below
    return found


def disagreement(report, hydracc, folder):
    """Ranks whose processors' counters choose the bound of a loop end with a message; they neither hang nor go on."""
    if platform.machine() not in ("x86_64", "AMD64"):
        print("not run: ranks that disagree, no counter that differs between ranks on this processor")
        return
    (folder / "counter.c").write_text('''#include <stdio.h>
static double a[1000], b[1000];
int main(void)
{
    for (int t = 0; t < 40; t++) {
        unsigned n = 500 + (unsigned)(__builtin_ia32_rdtsc() >> 4) % 400;
#pragma hydra parallel for
        for (unsigned i = 0; i < n; i++) a[i] = i + t;
#pragma hydra parallel for
        for (int i = 0; i < 999; i++) b[i] = a[i + 1];
    }
    printf("%g\\n", b[998]);
    return 0;
}
''')
    run([hydracc, "--host=local", "counter.c", "-o", "counter"], cwd=folder)
    result = run([folder / "counter"], env=environment({"HYDRA_RANKS": 3}))
    report.check(result.status == 70 and "counter.c:" in result.err and "ranks disagree: this rank is at" in result.err,
                 f"ranks that disagree go on\n{result.describe()}")


def moving_bounds(report, hydracc, folder):
    """A bound that the loop itself changes is an error where the addresses show it, and only there."""
    (folder / "bound.c").write_text("""#include <stdio.h>
#include <stdlib.h>
static struct { double *p; int n; } m;
static int last = 30;
int main(int argc, char **argv)
{
    int how = argc > 1 ? atoi(argv[1]) : 0;
    double *q;
    int *k = &last;
    m.p = calloc(100, sizeof *m.p);
    q = how == 3 ? m.p + 2 : m.p + 50;
    m.p[2] = 40;
    if (how == 1) {
        #pragma hydra parallel for
        for (int i = 0; i < (int)m.p[2]; i++) m.p[i] = 7;
    } else if (how == 2) {
        #pragma hydra parallel for
        for (int i = 0; i < *k; i++)
            if (m.p[i] > 30) last = 3;
    } else {
        #pragma hydra parallel for
        for (int i = 0; i < (int)m.p[2]; i++) q[i] = 7;
    }
    printf("%g %g\\n", m.p[60], m.p[2]);
    return 0;
}
""")
    result = run([hydracc, "--host=local", "bound.c", "-o", "bound"], cwd=folder)
    report.check(result.status != 0 and "reads memory that may be 'last', which changes" in result.err,
                 f"a bound that the loop stores last is taken\n{result.describe()}")
    text = (folder / "bound.c").read_text().replace("last = 3;", "q[i] = 3;")
    (folder / "bound.c").write_text(text)
    result = run([hydracc, "--host=local", "bound.c", "-o", "bound"], cwd=folder)
    if not report.check(result.status == 0, f"the bounds do not build\n{result.describe()}"):
        return
    for ranks in (1, 3):
        for how, line in (("0", 0), ("1", 15), ("2", 0), ("3", 22)):
            result = run([folder / "bound", how], env=environment({"HYDRA_RANKS": str(ranks)}), cwd=folder)
            good = (result.status == 70 and f"bound.c:{line}:" in result.err
                    and "what the loop stores changes m.p[2], which its bound" in result.err) if line else (
                        result.status == 0)
            report.check(good, f"a bound that moves, way {how}\n{result.describe()}")


def bounds_of_all(report, hydracc, folder):
    """Where every rank runs a loop, since nobody knows what it stores, its bound may not change in any iteration."""
    (folder / "all.c").write_text("""#include <stdio.h>
#include <stdlib.h>
static void go(int *a, const int *n, int how)
{
    #pragma hydra parallel for
    for (int i = 0; i < *n; i++) {
        int k = a[i] & 31;
        a[k] = how == 1 ? i : how == 2 && i == 2 ? 30 : how == 2 && i == 4 ? 20 : a[k];
        printf("%d ", i);
    }
}
int main(int argc, char **argv)
{
    int a[40], how = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < 40; i++)
        a[i] = i;
    a[3] = 20;
    if (how != 0)
        a[2] = a[4] = 3;
    go(a, &a[3], how);
    printf("%d\\n", a[5]);
    return 0;
}
""")
    result = run([hydracc, "--host=local", "all.c", "-o", "all"], cwd=folder)
    report.check(result.status == 0 and "every rank runs the parallel loop of line 6" in result.err,
                 f"a loop with an unknown store is not left to every rank\n{result.describe()}")
    for ranks in (1, 3):
        for how in ("0", "1", "2"): # not; for good; and back, two iterations later
            result = run([folder / "all", how], env=environment({"HYDRA_RANKS": str(ranks)}), cwd=folder)
            good = (result.status == 0 and result.out.endswith("19 5\n")) if how == "0" else (
                result.status == 70 and "all.c:6: what the loop stores changes *n, which its bound" in result.err)
            report.check(good, f"a bound in a loop of every rank's, way {how}\n{result.describe()}")


def members_as_bounds(report, hydracc, folder):
    """The same where the bound is a record's member, which is changed by a pointer that knows nothing of the record."""
    (folder / "member.c").write_text("""#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct part { int n; long pad; };
static int o[64];
static void lower(int *left, int i, int how) { if (i == 3 && how == 1) *left -= 2; }
static void pointed(struct part *s, int *p, int how)
{
    #pragma hydra parallel for
    for (int i = 0; i < s->n; i++) {
        o[i] = i;
        if (i == 10 && how == 1) *p = 12;
    }
}
static void copied(struct part *s, int *p, int how)
{
    const int twelve = 12;
    #pragma hydra parallel for
    for (int i = 0; i < s->n; i++) {
        o[i] = i;
        if (i == 10 && how == 1) memcpy(p, &twelve, sizeof twelve);
    }
}
static void printed(struct part *s, int *left, int how)
{
    #pragma hydra parallel for
    for (int i = 0; i < s->n; i++) {
        o[i] = i;
        printf("%d ", i);
        lower(left, i, how);
    }
}
int main(int argc, char **argv)
{
    struct part s = {20, 1};
    static struct part fixed = {20, 1};
    const int which = atoi(argv[1]), how = atoi(argv[2]);
    if (which == 0) pointed(&s, &s.n, how);
    if (which == 1) copied(&fixed, &fixed.n, how);
    if (which == 2) printed(&s, &s.n, how);
    for (int i = 0; i < 24; i++) printf("%d ", o[i]);
    printf("%d\\n", s.n);
    return 0;
}
""")
    result = run([hydracc, "-w", "--host=local", "member.c", "-o", "member"], cwd=folder)
    report.check(result.status == 0, f"members as bounds do not build\n{result.describe()}")
    for which, line in enumerate((10, 19, 27)):
        for ranks in (1, 3):
            for how in (0, 1):
                result = run([folder / "member", str(which), str(how)],
                             env=environment({"HYDRA_RANKS": str(ranks)}), cwd=folder)
                good = (result.status == 0 and result.out.endswith("18 19 0 0 0 0 20\n")) if how == 0 else (
                    result.status == 70 and f"member.c:{line}: what the loop stores changes s->n" in result.err)
                report.check(good, f"a member as bound, way {which}\n{result.describe()}")


def kill_one_rank(report, name, command, env, program):
    """Starts a long run, kills one of its ranks, and expects all to end soon with a non-zero status."""
    process = subprocess.Popen([str(c) for c in command], env=env, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        ranks, deadline = [], time.time() + 20
        while len(ranks) < 3 and time.time() < deadline:
            time.sleep(0.2)
            ranks = []
            for pid in children(process.pid):
                try:
                    if os.readlink(f"/proc/{pid}/exe") == str(program):
                        ranks.append(pid)
                except OSError:
                    continue
        if not report.check(len(ranks) >= 2, f"{name}: the ranks do not start"):
            return
        time.sleep(0.7)
        victim = max(ranks)
        os.kill(victim, signal.SIGKILL)
        begin = time.time()
        try:
            status = process.wait(20)
            report.check(status != 0, f"{name}: status 0 although a rank was killed")
        except subprocess.TimeoutExpired:
            report.check(False, f"{name}: the others go on 20 s after a rank was killed")
        report.check(time.time() - begin < 10, f"{name}: it takes {time.time() - begin:.1f} s to end")
        time.sleep(0.3)
        left = [p for p in ranks if p != victim and os.path.exists(f"/proc/{p}")
                and pathlib.Path(f"/proc/{p}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"]
        report.check(not left, f"{name}: ranks {left} are still running")
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def help_of_variables(report, local, mpi, folder):
    """HYDRA_HELP=1 lists the variables once, on standard output, and the program does not start; every variable that
    README.md and docs/devices.md speak of is there."""
    for name, command, more in (("local", [local], {"HYDRA_RANKS": 3}), ("MPI", [*MPIRUN, "-n", "3", mpi], {}),
                                ("dry", [local], {"HYDRA_DRYRUN": 3})):
        result = run(command, env=environment({"HYDRA_HELP": 1, **more}), cwd=folder)
        lines = result.out.splitlines()
        report.check(result.status == 0 and result.err == "" and all(line.startswith("HYDRA_") for line in lines) and
                     len(lines) == len(set(lines)), f"HYDRA_HELP=1, {name}\n{result.describe()}")
        for page in ("README.md", "docs/devices.md"):
            for variable in re.findall(r"^\| `(HYDRA_\w+)=", (ROOT / page).read_text(), re.MULTILINE):
                report.check(any(line.startswith(f"{variable}=") for line in lines), f"HYDRA_HELP=1 lacks {variable}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = parser.parse_args().hydracc
    report = Report("cli.runtime")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-")).resolve()
    jacobi = ROOT / "samples/jacobi.c"
    try:
        (folder / "huge.c").write_text(HUGE)
        for args in (["--host=local", jacobi, "-o", "local"], [jacobi, "-o", "mpi"],
                     ["--host=local", "huge.c", "-o", "huge"]):
            result = run([hydracc, *args], cwd=folder)
            if not report.check(result.status == 0, f"does not build\n{result.describe()}"):
                report.finish()
        local, mpi = folder / "local", folder / "mpi"

        def local_run(variables, *args):
            return run([local, *args], env=environment(variables), cwd=folder)

        disagreement(report, hydracc, folder)
        moving_bounds(report, hydracc, folder)
        bounds_of_all(report, hydracc, folder)
        members_as_bounds(report, hydracc, folder)

        # Loops that C runs and that are not counted end the program; they are not left out.
        above = "2 to the power of 63 or more"
        for name, header, why in (("wraps", "unsigned i = 4294967200u; i != 50; i++", "wrap around"),
                                  ("far", "unsigned long i = -5UL; i != -1UL; i++", above),
                                  ("middle", "unsigned long i = (1UL << 63) - 2; i < (1UL << 63) + 2; i++", above)):
            (folder / f"{name}.c").write_text(f'''#include <stdio.h>
static unsigned a[256];
int main(void)
{{
    #pragma hydra parallel for
    for ({header}) a[i & 255] = 7;
    printf("%u\\n", a[0] + a[254]);
    return 0;
}}
''')
            run([hydracc, "--host=local", f"{name}.c", "-o", name], cwd=folder)
            result = run([folder / name])
            report.check(result.status == 70 and f"{name}.c:6" in result.err and why in result.err,
                         f"{name} is not refused\n{result.describe()}")

        # A minimum that takes what is no number, and then the next value.
        (folder / "taken.c").write_text('''#include <math.h>
#include <stdio.h>
#define MIN(x, y) ((x) < (y) ? (x) : (y))
static double a[64];
int main(void)
{
    a[40] = NAN;
    double least = 5;
    #pragma hydra parallel for reduction(min:least)
    for (int i = 0; i < 64; i++) least = MIN(least, a[i]);
    printf("%g\\n", least);
    return 0;
}
''')
        run([hydracc, "--host=local", "taken.c", "-o", "taken"], cwd=folder)
        result = run([folder / "taken"], env=environment({"HYDRA_RANKS": 3}))
        report.check(result.status == 0 and result.out == "0\n", f"a NaN in a minimum\n{result.describe()}")

        plain = local_run({})
        report.check(plain.status == 0 and plain.out.startswith("jacobi 200 x 200"), plain.describe())
        report.check(run([mpi]).out == plain.out, "one rank without mpirun differs")

        # Misspelt and wrong variables.
        result = local_run({"HYDRA_RANK": 2})
        report.check("HYDRA_RANKS" in result.err and result.status == 0 and result.out == plain.out, result.describe())
        report.check(result.err.count("HYDRA_RANKS") == 1, "the warning about HYDRA_RANK comes more than once")
        for name, value in (("HYDRA_RANKS", "many"), ("HYDRA_RANKS", "0"), ("HYDRA_RANKS", "-3"),
                            ("HYDRA_PARTITION", "sideways"), ("HYDRA_PARTITION", "block-cyclic:0"),
                            ("HYDRA_PARTITION", "weighted:"), ("HYDRA_PARTITION", "weighted:1,2"),
                            ("HYDRA_PARTITION", "grid:3x1431655767"), ("HYDRA_NUM_THREADS", "x"), ("HYDRA_TRANSPORT", "x"),
                            ("HYDRA_OVERLAP", "x"), ("HYDRA_HELP", "x")):
            result = local_run({name: value})
            report.check(result.status != 0 and result.out == "" and name in result.err and value in result.err,
                         f"{name}={value} is not refused\n{result.describe()}")
        for value in ("auto", "block", "cyclic", "block-cyclic:3", "weighted:1,2,3"):
            result = local_run({"HYDRA_RANKS": 3, "HYDRA_PARTITION": value})
            report.check(result.out == plain.out and result.status == 0, f"{value}\n{result.describe()}")
        for threads in (1, 2, 3):
            result = local_run({"HYDRA_RANKS": 2, "HYDRA_NUM_THREADS": threads})
            report.check(result.out == plain.out, f"{threads} threads\n{result.describe()}")
        result = local_run({"HYDRA_RANKS": 2, "HYDRA_VERBOSE": 1})
        report.check(len(result.err.splitlines()) >= 2 and result.out == plain.out,
                     f"HYDRA_VERBOSE=1: not a line a rank\n{result.describe()}")

        help_of_variables(report, local, mpi, folder)

        # Each of the two loops of a pair of steps is launched twice; from then on, rows inside run while halos travel.
        for value, least in ((0, 0), (1, 3 * 2)):
            result = local_run({"HYDRA_RANKS": 3, "HYDRA_OVERLAP": value, "HYDRA_STATS": "stats.json"})
            overlapped = json.loads((folder / "stats.json").read_text())["plans"]["overlapped"]
            report.check(result.out == plain.out and (overlapped >= least if value else overlapped == 0),
                         f"HYDRA_OVERLAP={value}: {overlapped} launches\n{result.describe()}")

        # Counters: the documented keys, and numbers that agree with each other.
        for ranks in (1, 3):
            result = local_run({"HYDRA_RANKS": ranks, "HYDRA_STATS": "stats.json", "HYDRA_PARTITION": "block"},
                               "50", "4", "1", "1")
            if not report.check((folder / "stats.json").exists(), f"HYDRA_STATS writes nothing\n{result.describe()}"):
                continue
            stats = json.loads((folder / "stats.json").read_text())
            (folder / "stats.json").unlink()
            wrong = misshapen(stats, SHAPE, "stats")
            report.check(not wrong, "\n".join(wrong))
            report.check(stats["ranks"] == ranks and stats["target"] == "cpu", f"{stats['ranks']} {stats['target']}")
            report.check(stats["coherence"]["bytes"] == 8 * 48 * 2 * (ranks - 1) * 4, f"{stats['coherence']}")
            traffic = sum(sum(row) for row in stats["traffic"])
            report.check(len(stats["traffic"]) == ranks and all(len(row) == ranks for row in stats["traffic"]),
                         "traffic is not ranks x ranks")
            report.check(all(stats["traffic"][r][r] == 0 for r in range(ranks)), "a rank sends to itself")
            report.check(traffic == stats["coherence"]["bytes"] + stats["serial"]["bytes"],
                         f"traffic {traffic} is not coherence {stats['coherence']} + serial {stats['serial']}")
            report.check(sum(a["coherence_bytes"] for a in stats["arrays"]) == stats["coherence"]["bytes"],
                         f"arrays: {stats['arrays']}")
            report.check(sum(a["coherence_bytes"] for a in stats["loops"]) == stats["coherence"]["bytes"],
                         f"loops: {stats['loops']}")
            lines = jacobi.read_text().splitlines()
            launches = {loop["at"].rsplit(":", 1)[1]: loop["launches"] for loop in stats["loops"]}
            for line in launches:
                report.check("for (" in lines[int(line) - 1], f"'at' {line} is not the line of a for")
            report.check(sorted(launches.values()) == sorted([4, 1, 1]) or 4 in launches.values(), f"{launches}")
        result = local_run({"HYDRA_STATS": "-"})
        report.check("coherence" in result.err and result.out == plain.out, f"HYDRA_STATS=-\n{result.describe()}")
        result = local_run({"HYDRA_STATS": "/dev/null/x"})
        report.check("/dev/null/x" in result.err, f"an unwritable HYDRA_STATS is not reported\n{result.describe()}")

        # An array that is too large ends with the sizes, not with the kernel's killer.
        result = run([folder / "huge", "900"], env=environment({"HYDRA_RANKS": 2}), cwd=folder)
        report.check(result.status == 70 or (result.status == 9 and result.out == "no\n"),
                     f"an array too large for memory\n{result.describe()}")
        if result.status == 70:
            report.check("hydra" in result.err and "bytes" in result.err.lower(), result.describe())

        # A rank that dies takes all with it.
        kill_one_rank(report, "local", [local, "600", "100000"], environment({"HYDRA_RANKS": 3}), local)
        kill_one_rank(report, "MPI", [*MPIRUN, "-n", "3", mpi, "600", "100000"], environment(), mpi)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
