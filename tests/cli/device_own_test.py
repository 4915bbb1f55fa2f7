#!/usr/bin/env python3
"""What an iteration has stored itself and reads back never goes to a device, in whatever form it is stored or read; what
may be older than the iteration goes there once."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

N = 1200  # elements of 8 bytes
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
typedef struct {{ double a; }} one;
typedef struct {{ float a, b; }} two;
typedef union {{ double d; float f[2]; unsigned short s[4]; struct {{ float x, y; }} at; }} word;
static void set(double *to, double value) {{ *to = value; }}
static double kept(double *to, double value) {{ if (value < 700) *to = value; return value; }}
static two make(int i) {{ two made = {{i, 2.0f * i}}; return made; }}
static double c[{n}];
static word w[{n}];
static two t[{n}];
int main(void)
{{
    double sum = 0;
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < {n}; i++) {{
        {body}
    }}
    printf("%.17g\\n", sum + c[5] + w[7].d + t[9].a);
    return 0;
}}
"""
# The body, and how many of its 8 bytes an element the device lacks.
CASES = {
    "condition": ("c[i] = i * 7 % 100; if (c[i] > 50) sum += c[i];", 0),
    "two_ways": ("if (i & 1) c[i] = i; else c[i] = -i; if (c[i] > 50) c[i] /= 2; sum += c[i];", 0),
    "while": ("c[i] = i; while (c[i] > 10) c[i] -= 7; sum += c[i];", 0),
    "function": ("set(&c[i], i); sum += c[i]; if (c[i] > 9) set(&c[i], 1);", 0),
    "record": ("t[i] = make(i); if (t[i].b > 4) sum += t[i].a;", 0),
    "members": ("t[i].a = i; t[i].b = 1; two both = t[i]; sum += both.a + both.b;", 0),
    "union": ("w[i].d = i; sum += w[i].s[3] + w[i].f[1];", 0),
    "union_members": ("w[i].at.x = i; w[i].at.y = 2; if (w[i].f[i % 2] > 1) sum += w[i].f[0];", 0),
    "one_way": ("if (i * 0.3 > 50.5) c[i] = i; sum += c[i];", 8),
    "function_one_way": ("kept(&c[i], i); sum += c[i];", 8),
    "compound": ("c[i] += i; if (c[i] > 5) sum += c[i];", 8),
    "other_member": ("t[i].a = i; sum += t[i].a + t[i].b;", 4),
    "decides": ("c[i] = i * 3; if (c[i] > 50) w[i].d = c[i];", 8),  # w alone
    "half_a_union": ("w[i].f[0] = i; sum += w[i].s[1] + w[i].s[3];", None),
}


def main():
    with hydracc_test("device_own", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        for name, (body, lacking) in CASES.items():
            (folder / f"{name}.c").write_text(PROGRAM.format(n=N, body=body))
            for target in ("cpu", "opencl"):
                built = run([hydracc, "--host=local", f"--target={target}", f"{name}.c", "-o", f"{name}_{target}"],
                            cwd=folder)
                report.check(built.status == 0, f"does not build\n{built.describe()}")
            for ranks in (1, 3):
                stats = folder / "stats.json"
                stats.unlink(missing_ok=True)
                wanted = run([folder / f"{name}_cpu"], env=environment({"HYDRA_RANKS": ranks}))
                result = run([folder / f"{name}_opencl"], env=environment(
                    {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats,
                     "HYDRA_RANKS": ranks}))
                report.check(result.status == 0 and result.out == wanted.out, f"{name}\n{result.describe()}")
                moved = json.loads(stats.read_text())["device"] if stats.exists() else {"h2d_bytes": -1}
                report.check(lacking is None or moved["h2d_bytes"] == lacking * N,
                             f"{name}, {ranks} ranks: {moved}, least {lacking} bytes an element")


if __name__ == "__main__":
    sys.exit(main())
