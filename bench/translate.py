#!/usr/bin/env python3
"""What a translation costs beside `gcc -O2` of the same sources, in processor time, at growing sizes.

The programs are generated: solvers in the style of finite differences, some of whose loops have a directive, and the rest
of which are plain functions. For each size: lines, directives, gcc's seconds, hydracc's, and their ratio; where the times
went (-v), as parts of gcc's.
"""
import argparse
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import environment  # noqa: E402

SIZES = [(1000, 0), (1000, 1), (1000, 16), (5000, 48), (20000, 0), (20000, 100), (100000, 0), (100000, 200)]
QUICK = [(500, 0), (500, 4)]

LOOP = """
static void step_{k}(int n, double dt)
{{
{pragma}    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < M - 1; j++) {{
            double flux = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
            w[i][j] = u[i][j] + dt * {c} * flux + 0.{k} * v[i][j];
        }}
{pragma}    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < M - 1; j++)
            u[i][j] = w[i][j] > {c} ? w[i][j] : v[i][j];
}}
"""

PLAIN = """
static int parse_{k}(const char *text, int length)
{{
    int state = {k}, depth = 0;
    for (int i = 0; i < length; i++) {{
        switch (text[i]) {{
        case '(':
            depth++;
            break;
        case ')':
            depth = depth > 0 ? depth - 1 : 0;
            break;
        case ' ':
            state = state * 31 + depth;
            break;
        default:
            state ^= text[i] << (depth & 7);
        }}
    }}
    return state % 1000 + depth;
}}
"""


def program(lines, directives):
    """About so many lines; the loops come in pairs."""
    text = "#include <stdio.h>\n#include <stdlib.h>\n#define N 300\n#define M 200\nstatic double u[N][M], v[N][M], w[N][M];\n"
    calls = ""
    loops = max(directives // 2, 1)
    for k in range(loops):
        pragma = "#pragma hydra parallel for\n" if directives else ""
        text += LOOP.format(k=k, c=1.5 + k, pragma=pragma if directives > 1 else "")
        calls += f"    step_{k}(n, 0.01);\n"
    if directives == 1:
        text = text.replace("    for (int i = 1;", "#pragma hydra parallel for\n    for (int i = 1;", 1)
    k = 0
    while text.count("\n") < lines:
        text += PLAIN.format(k=k)
        calls += f"    n += parse_{k}(argv[0], 3) > 2000;\n"
        k += 1
    return text + "int main(int argc, char **argv)\n{\n    int n = argc > 1 ? atoi(argv[1]) : N;\n" + calls + \
        "    printf(\"%g\\n\", u[n / 2][3]);\n    return 0;\n}\n"


def seconds(command, folder, runs):
    """The processor time of a command and its children, a median, and what it printed to standard error."""
    taken = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"bench/translate.py: {' '.join(map(str, command))} failed:\n{done.stderr}")
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(taken), done.stderr


def phases(said):
    """Milliseconds by phase, of -v."""
    return {m[1].strip(): float(m[2]) / 1000 for m in re.finditer(r"^([a-z][a-z ]*?) {2,}([\d.]+)$", said, re.M)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="small sizes, once: whether it works")
    options = parser.parse_args()
    hydracc = options.hydracc.resolve()
    print(f"{'lines':>7} {'directives':>10} {'gcc -O2, s':>11} {'hydracc, s':>11} {'ratio':>6}   parts of gcc's time (wall): passes, codegen, native compiler")
    with tempfile.TemporaryDirectory(prefix="hydra-bench-") as name:
        folder = pathlib.Path(name)
        for lines, directives in QUICK if options.quick else SIZES:
            (folder / "p.c").write_text(program(lines, directives))
            runs = 1 if options.quick else options.runs
            gcc, _ = seconds(["gcc", "-O2", "-w", "p.c", "-o", "g", "-lm"], folder, runs)
            mine, said = seconds([hydracc, "-v", "-w", "--host=local", "p.c", "-o", "h", "-lm"], folder, runs)
            spent = phases(said)
            parts = ", ".join(f"{spent.get(p, 0) / gcc:.2f}" for p in ("passes", "codegen", "native compiler"))
            print(f"{lines:>7} {directives:>10} {gcc:>11.2f} {mine:>11.2f} {mine / gcc:>6.2f}   {parts}", flush=True)


if __name__ == "__main__":
    main()
