#!/usr/bin/env python3
"""Loops that devices could run, and that the host runs for reasons which only the run tells: it is said once for each
loop, by one rank, with the reason."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run, runtime_messages  # noqa: E402

# Ranks may both write the element between their parts.
MEET = """#include <stdio.h>
int main(void)
{
    static int a[101], c[100];
    for (int i = 0; i < 100; i++)
        c[i] = i % 3;
    for (int t = 0; t < 5; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < 100; i++) {
            if (c[i] % 3 == 0)
                a[i] = i + t;
            if (c[i] % 3 == 1)
                a[i + 1] = i - t;
            c[i] += 3;
        }
    }
    for (int i = 0; i <= 100; i++)
        printf("%d ", a[i]);
    printf("\\n");
    return 0;
}
"""
# Devices round to nearest.
ROUNDED = """#include <fenv.h>
#include <stdio.h>
int main(void)
{
    static double a[100];
    for (int t = 0; t < 4; t++) {
        fesetround(t % 2 ? FE_UPWARD : FE_TONEAREST);
        #pragma hydra parallel for
        for (int i = 0; i < 100; i++)
            a[i] += 1.0 / (i + 3);
    }
    fesetround(FE_TONEAREST);
    for (int i = 0; i < 100; i++)
        printf("%.17g\\n", a[i]);
    return 0;
}
"""
CASES = [
    ("meet", MEET, 3, ":9: warning: runs on the host: ranks may write the same elements"),
    ("meet", MEET, 1, None),
    ("rounded", ROUNDED, 1, ":9: warning: runs on the host: the program rounds another way (fesetround)"),
    ("rounded", ROUNDED, 3, ":9: warning: runs on the host: the program rounds another way (fesetround)"),
]


def main():
    with hydracc_test("device_host", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        for name, source, ranks, wanted in CASES:
            (folder / f"{name}.c").write_text(source)
            results = {}
            for target in ("cpu", "opencl"):
                built = run([hydracc, "--host=local", f"--target={target}", f"{name}.c", "-lm", "-o", target],
                            cwd=folder)
                report.check(built.status == 0, f"{name} does not build\n{built.describe()}")
                results[target] = run([folder / target], env=environment(
                    {"POCL_CACHE_DIR": folder / "kernels", "HYDRA_RANKS": ranks}))
            result = results["opencl"]
            said = runtime_messages(result.err)
            report.check(result.status == 0 and result.out == results["cpu"].out,
                         f"{name}, {ranks} ranks\n{result.describe()}")
            report.check(len(said) == (wanted is not None) and all(wanted in line for line in said),
                         f"{name}, {ranks} ranks: not '{wanted}'\n{result.describe()}")


if __name__ == "__main__":
    sys.exit(main())
