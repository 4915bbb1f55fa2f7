#!/usr/bin/env python3
"""The runners must notice what they are there for: a compiler that changes the output, the status, or says too much
makes run_program.py fail, and one that is right passes. A little shell script plays hydracc."""
import pathlib
import sys
import tempfile

from harness import Report, run, script

HERE = pathlib.Path(__file__).resolve().parent

PROGRAM = """// args: 3
// deals: 4 block, cyclic
// distributed: 9
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    (void)argc;
#ifdef WRONG_OUTPUT
    if (getenv("HYDRA_RANKS") && atoi(getenv("HYDRA_RANKS")) == 4)
        printf("extra\\n");
#endif
#ifdef WRONG_MESSAGE
    fprintf(stderr, "hydra: something\\n");
#endif
#ifdef WRONG_DEAL
    if (getenv("HYDRA_RANKS") && atoi(getenv("HYDRA_RANKS")) == 7 && getenv("HYDRA_PARTITION") &&
        getenv("HYDRA_PARTITION")[0] == 'c')
        printf("extra\\n");
#endif
    FILE *stats = getenv("HYDRA_STATS") ? fopen(getenv("HYDRA_STATS"), "w") : NULL;
    if (stats) {
#ifdef WRONG_WAY
        int shared = 0;
#else
        int shared = 1;
#endif
        fprintf(stats, "{\\"ranks\\": %s, \\"loops\\": [{\\"at\\": \\"/x/p.c:9\\", \\"launches\\": 2, "
                "\\"distributed\\": %d, \\"replicated\\": %d, \\"offloaded\\": 0, \\"on_host\\": 0}]}\\n",
                getenv("HYDRA_RANKS") ? getenv("HYDRA_RANKS") : "1", 1 + shared, 1 - shared);
        fclose(stats);
    }
    printf("%s\\n", argv[1]);
#ifdef WRONG_STATUS
    return 1;
#endif
    return 5;
}
"""

ERRORS = """int main(void) {
    int i; // error: bad i
    // warning: odd
    return 0;
}
"""


def main():
    report = Report("harness")
    with tempfile.TemporaryDirectory(prefix="hydra-test-") as name:
        folder = pathlib.Path(name)
        program = folder / "p.c"
        program.write_text(PROGRAM)
        for wrong, passes in (("NOTHING", True), ("WRONG_OUTPUT", False), ("WRONG_MESSAGE", False),
                              ("WRONG_STATUS", False), ("WRONG_DEAL", False), ("WRONG_WAY", False)):
            fake = script(folder, "fake", f'shift\nexec gcc -w -D{wrong} "$@"\n')
            result = run([sys.executable, "-B", HERE / "run_program.py", program, "--hydracc", fake, "--no-mpi"])
            report.check((result.status == 0) == passes, f"{wrong}: {result.describe()}")
            last = result.out.splitlines()[-1] if result.out else ""
            report.check(("failed, the first: " in last) != passes, f"{wrong}: the last line is '{last}'")

        erroneous = folder / "e.c"
        erroneous.write_text(ERRORS)
        good = "p.c:2:9: error: it is a bad i [x]\\np.c:2:1: warning: odd thing\\n".replace("p.c", "e.c")
        for text, status, passes in ((good, 1, True), (good, 0, False), (good.replace(":2:9", ":3:9"), 1, False),
                                     (good + "e.c:4:1: error: more\\n", 1, False),
                                     (good + "e.c:4:1: warning: more\\n", 1, False), ("", 1, False)):
            fake = script(folder, "fake", f"printf '{text}' >&2\nexit {status}\n")
            result = run([sys.executable, "-B", HERE / "run_errors.py", erroneous, "--hydracc", fake])
            report.check((result.status == 0) == passes, f"{text!r}, {status}: {result.describe()}")
    report.finish()


if __name__ == "__main__":
    main()
