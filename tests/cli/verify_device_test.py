#!/usr/bin/env python3
"""HYDRA_VERIFY on devices: what a kernel computes is compared with the sequential run, bit by bit, or, where it calls
mathematical functions that are the device's own, but for last bits. Kernels in which a number was changed are found."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

PROGRAM = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct cell { double rho; float u[3]; int id; };
int main(void)
{
    int n = 300;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), most = 0, sum = 0;
    struct cell *c = malloc(n * sizeof *c);
    for (int i = 0; i < n; i++) {
        a[i] = i * 0.01;
        b[i] = 0;
        c[i] = (struct cell){i, {1, 2, 3}, i};
    }
    for (int t = 0; t < 4; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            b[i] = exp(-a[i]) + 0.375 * sin(a[i - 1] * a[i + 1]) - 1;
        #pragma hydra parallel for
        for (int i = 0; i < n; i++) {
            c[i].rho += 0.4375 * b[i];
            c[i].u[t % 3] += expf(0.015625f * (float)b[i]);
            c[i].id += i;
        }
        #pragma hydra parallel for reduction(max:most) reduction(+:sum)
        for (int i = 0; i < n; i++) {
            double v = log(1.0625 + fabs(c[i].rho));
            most = v > most ? v : most;
            sum += v;
        }
        #pragma hydra parallel for
        for (int i = 1; i < n; i++)
            a[i] = 0.6875 * b[i - 1] + b[i];
    }
    printf("%.6f %.6f %.6f %.4f %d\\n", most, sum, a[17], c[33].u[1], c[33].id);
    return 0;
}
"""
# A number in a kernel, what stands there instead, what is said then.
PLANTED = [
    ("0.375 * sin", "0.37500001 * sin", [":17: ", "b[", "on the device", "more than their last bits"]),
    ("0.4375", "0.4376", [":20: ", "].rho is "]),
    ("0.015625f", "0.0156f", [":20: ", "].u["]),
    ("1.0625", "1.0635", [":26: ", "the reduction of most gives"]),
    ("0.6875", "0.68750000000001", [":32: ", "after the loop a[", "sequential run"]),
]


def main():
    with hydracc_test("verify_device", __doc__) as (report, hydracc, folder):
        (folder / "p.c").write_text(PROGRAM)
        made = run([hydracc, "--host=local", "--target=opencl", "-S", "-g", "p.c", "-o", "made", "-lm"], cwd=folder)
        report.check(made.status == 0 and made.err == "", made.describe())
        source = folder / "made" / "p.c"
        right = source.read_text()

        def built(text):
            source.write_text(text)
            result = run(["make", "-s", f"HYDRACC_PREFIX={pathlib.Path(hydracc).resolve().parent.parent}"], cwd=folder / "made")
            report.check(result.status == 0, result.describe())

        built(right)
        for ranks in (1, 3):
            for devices in ("cpu", "cpu/2"):
                env = {"HYDRA_RANKS": ranks, "HYDRA_DEVICES": devices}
                plain = run([folder / "made" / "p"], env=environment(env))
                result = run([folder / "made" / "p"], env=environment({**env, "HYDRA_VERIFY": 1}))
                report.check(result.status == 0 and result.out == plain.out and result.err == "",
                             f"{ranks} ranks, {devices}\n{result.describe()}")
        for number, instead, expected in PLANTED:
            wrong = "".join(line.replace(number, instead) if line.lstrip().startswith('"') else line
                            for line in right.splitlines(keepends=True))
            report.check(wrong != right, f"no {number} in the kernels")
            built(wrong)
            for ranks in (1, 3):
                result = run([folder / "made" / "p"], env=environment({"HYDRA_RANKS": ranks, "HYDRA_VERIFY": 1}))
                report.check(result.status == 71 and all(text in result.err for text in ["HYDRA_VERIFY", *expected]),
                             f"{instead}, {ranks} ranks\n{result.describe()}")


if __name__ == "__main__":
    sys.exit(main())
