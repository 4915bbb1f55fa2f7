#!/usr/bin/env python3
"""Calls that several ranks cannot share work with one rank, and end the run where several come to them."""
import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = r"""
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static double a[1000];
static volatile sig_atomic_t got;
static void handler(int number) { got = number; }

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    double s = 0;
    #pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    signal(SIGUSR1, handler);
    if (!strcmp(what, "system"))
        printf("%d\n", system("exit 3") >> 8);
    if (!strcmp(what, "raise")) {
        raise(SIGUSR1);
        printf("%d\n", got == SIGUSR1);
    }
    if (!strcmp(what, "fork")) {
        int status = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            printf("child\n");
            exit(5);
        }
        waitpid(child, &status, 0);
        printf("%d\n", WEXITSTATUS(status));
    }
    if (!strcmp(what, "opendir")) {
        DIR *folder = opendir("/");
        int n = 0;
        while (readdir(folder) != NULL)
            n++;
        closedir(folder);
        printf("%d\n", n > 3);
    }
    if (!strcmp(what, "mmap")) {
        const int file = open("/proc/self/exe", O_RDONLY);
        const unsigned char *bytes = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
        int t = 0;
        #pragma hydra parallel for reduction(+ : t)
        for (int i = 0; i < 4096; i++)
            t += bytes[i] == 'E';
        printf("%d %c\n", t > 0, bytes[1]);
        munmap((void *)bytes, 4096);
        close(file);
    }
    if (!strcmp(what, "shared")) {
        char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        bytes[0] = 1;
        printf("%d\n", bytes[0] + bytes[4095]);
        munmap(bytes, 4096);
    }
    if (!strcmp(what, "popen")) {
        FILE *pipe = popen("echo hello", "r");
        char line[32] = "";
        fgets(line, sizeof line, pipe);
        printf("%s", line);
        pclose(pipe);
    }
    #pragma hydra parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
"""
PRINTED = {"nothing": "", "system": "3\n", "raise": "1\n", "fork": "child\n5\n", "opendir": "1\n", "mmap": "1 E\n",
           "shared": "1\n", "popen": "hello\n"}
WORK_ANYHOW = {"nothing", "mmap"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("cli.unshared")
    compiler = set(re.findall(r'"(\w+)"', (ROOT / "support/unshared.cpp").read_text().split("unshared_functions")[0]))
    runtime = (ROOT / "runtime/libc/unshared.cpp").read_text()
    there = set(re.findall(r"^HYDRA_UNSHARED\((\w+)\)", runtime, re.M)) | set(re.findall(r"\b\w+\*? hydra_unshared_(\w+)\((?:int|void)", runtime))
    report.check(compiler - {"support/unshared"} == there - {"handler", "alone"},
                 f"the compiler's list and the runtime's differ: {compiler ^ there}")
    with tempfile.TemporaryDirectory(prefix="hydra-unshared-") as name:
        folder = pathlib.Path(name)
        (folder / "program.c").write_text(PROGRAM)
        built = run([options.hydracc, "--host=local", folder / "program.c", "-o", folder / "program"])
        report.check(built.status == 0 and built.err.count("[hydra-unshared]") >= 9, f"builds, with warnings\n{built.describe()}")
        for what, printed in PRINTED.items():
            one = run([folder / "program", what], env=environment({"HYDRA_RANKS": 1}))
            report.check(one.status == 0 and one.out == printed + "499500\n", f"{what} with one rank\n{one.describe()}")
            two = run([folder / "program", what], env=environment({"HYDRA_RANKS": 2}))
            if what in WORK_ANYHOW:
                report.check(two.status == 0 and two.out == printed + "499500\n", f"{what} with two ranks\n{two.describe()}")
            else:
                name = "mmap" if what == "shared" else what
                report.check(two.status == 70 and f"calls '{name}'" in two.err, f"{what} with two ranks\n{two.describe()}")
    report.finish()


if __name__ == "__main__":
    main()
