#!/usr/bin/env python3
"""Steps that only the run tells and that do not lead to the loop's end: the run ends and says so, in the words of the
program; a loop that has no iterations in C either is left out, whatever its step. The same for what begins below zero and
is compared as an unsigned number."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

# A number chooses the loop: its header, and what its body stores into.
LOOPS = [
    "int i = 0; i < n; i += c",
    "int i = n; i > 0; i -= c",
    "long i = n; i >= 0; i += c",
    "unsigned i = 5; i < m; i += c",
    "size_t i = 0; i < (size_t)n; i += (size_t)c",
    "short i = 0; i != n; i += c",
    "int i = n; i < n; i += c",
    "int i = n; i > 0; i += m * c",
    "signed char i = 0; n > i; i += 2 * c",
    "unsigned char i = 0; i < m + 194; i += 2 * c",
    "unsigned i = m; i > 0; i -= c",
    "int i = -c; i > m; i--",
    "int i = -c; i < m + 4294967200u; i += 2",
    "unsigned i = 5; i >= (unsigned)c; i--",
    "unsigned char i = 0; i <= c; i++",
    "size_t i = 9; i >= (size_t)c; i--",
    "unsigned char i = 3; i < c; i++",
    "short i = -c; i > (size_t)n; i -= 2",
    "signed char i = 64; i < (size_t)c - 20; i += n - 57",
    "long i = -6000000000000000000L * c; i < 6000000000000000000L * c; i += 7 * c + 1",
    "long i = n; i > (-9223372036854775807L - 1) * c; i -= n * (c + 1)",
    "long i = 9223372036854775806L + c; i > 9223372036854775805L + c; i--",
    "int i = 5; i > 9223372036854775806L + c; i--",
    "long i = 5; i < -9223372036854775807L - c; i += 2",
    "size_t i = 19 + c; i > 0; i -= 3",
    "signed char i = 126; i <= 255 - c - 1ul; i++",
]

# loop, c, what the message holds ("": the program is right).
CASES = [
    (0, 0, "the step 'c' of the loop over 'i' is 0, which does not lead to the end that 'i < n' sets: it has to be above 0"),
    (0, -1, "is -1, which does not lead to the end that 'i < n' sets"),
    (0, 7, ""),
    (1, 0, "that 'i > 0' sets: it has to be above 0"),
    (1, -3, "is -3,"),
    (1, 4, ""),
    (2, 0, "'i >= 0' sets: it has to be below 0"),
    (2, 2, "is 2, which does not lead to the end that 'i >= 0' sets: it has to be below 0"),
    (2, -2, ""),
    (3, -1, "the step 'c' of the loop over 'i' is -1,"),
    (3, 5, ""),
    (4, -1, "is 18446744073709551615, which is too large to count with, or does not lead to the end that"),
    (4, 0, "it has to be above 0 and below 2 to the power of 63"),
    (4, 6, ""),
    (5, 0, "it has to be other than 0"),
    (5, 3, ""),
    (6, 0, ""),
    (6, -1, ""),
    (7, 1, "what a negative number becomes in an unsigned type"),
    (7, 0, "is 0,"),
    (8, 0, "put the loop behind 'if ((2 * c) > 0)'"),
    (8, 10, ""),
    (9, 1, ""),
    (9, 5, "the loop's variable would wrap around on the way to its bound"),
    (10, 60, ""),
    (10, 4, ""),
    (10, 7, "the loop's variable would wrap around on the way to its bound"),
    (11, 0, ""),
    (11, -70, ""),
    (11, 5, "the loop's variable begins below zero, and 'i > m' compares it as an unsigned number"),
    (12, 5, ""),
    (12, 50, "the loop's variable begins below zero, and 'i < m + 4294967200u' compares it"),
    (10, 100, "is 100, which does not lead to the end that 'i > 0' sets"),
    (13, 0, "cannot be counted: 'i >= (unsigned"),
    (13, 1, ""),
    (13, 6, ""),
    (14, 255, "'i <= c' holds for every value"),
    (14, 254, ""),
    (15, 0, 'holds for every value'),
    (15, 2, ""),
    (16, 256, "'i < c' holds"),
    (16, 255, ""),
    (16, -4, ""),
    (17, 4, "'i > (unsigned long)n' compares as unsigned numbers what is below zero"),
    (17, -200, ""),
    (18, 1, "'i < (unsigned long)c - 20"),
    (18, 120, ""),
    (19, 1, "the way to the bound is 2 to the power of 63 or more"),
    (19, 0, ""),
    (20, 0, ""),
    (21, 1, "'i' begins or ends at the largest number of its type"),
    (22, 1, "'i' begins or ends at the largest number of its type"),
    (22, 0, ""),
    (23, 1, "the way to the bound is 2 to the power of 63 or more"),
    (23, -100, ""),
    (24, 0, "the loop's variable would wrap around on the way to its bound"),
    (24, 2, ""),
    (25, 0, "'i <= 255 - c - 1ul' holds at the end of the values that 'i' can have"),
    (25, 128, ""),
]

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
static int b[260];
int main(int argc, char **argv)
{{
    int which = atoi(argv[1]), c = atoi(argv[2]), n = argc + 57, s = 0;
    unsigned m = argc + 57;
    switch (which) {{
{cases}
    }}
    for (int i = 0; i < 260; i++) s = s * 3 + b[i];
    printf("%d\\n", s);
    return 0;
}}
"""

CASE = """    case {number}: {{
#pragma hydra parallel for
        for ({header})
            b[i] = 1;
        break;
    }}"""


def main():
    with hydracc_test("cli.steps", __doc__) as (report, hydracc, folder):
        cases = "\n".join(CASE.format(number=number, header=header) for number, header in enumerate(LOOPS))
        source = PROGRAM.format(cases=cases)
        for _, program in built_programs(report, hydracc, folder, "s.c", [("steps", source)]):
            lines = [number for number, line in enumerate(source.splitlines(), 1) if line.startswith("        for (")]
            plain = run(["gcc", "-w", "-fwrapv", "s.c", "-o", "plain"], cwd=program.parent)
            report.check(plain.status == 0, plain.describe())
            for which, c, expected in CASES:
                arguments = [str(which), str(c)]
                for ranks in (1, 3):
                    result = run([program, *arguments], env=environment({"HYDRA_RANKS": ranks}))
                    shown = f"{LOOPS[which]}, c = {c}, {ranks} ranks\n{result.describe()}"
                    if expected:
                        report.check(result.status == 70 and f"s.c:{lines[which]}: the " in result.err
                                     and expected in result.err and not result.out, shown)
                    else:
                        sequential = run([program.parent / "plain", *arguments])
                        report.check(result.status == 0 and not result.err and result.out == sequential.out, shown)


if __name__ == "__main__":
    sys.exit(main())
