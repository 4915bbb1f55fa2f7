#!/usr/bin/env python3
"""What the runtime's archives define for all to see: names of C++ and of hydra's, and what the linker wraps. Any other
name may be one that a program has, too, and would clash with it or be called in its place."""
import re
import subprocess
import sys

ALLOWED = re.compile(r"^(_Z|hydra_|__wrap_|DW\.ref\.)")


def strangers(names):
    """Those of nm's lines that name something else."""
    words = [line.split() for line in names.splitlines()]
    return sorted({line[2] for line in words if len(line) == 3 and not ALLOWED.match(line[2])})


def main():
    planted = "0000 T meet\n0000 T hydra_rt_begin\n0000 T __wrap_free\n0000 W _ZN5hydra2rtE\n"
    assert strangers(planted) == ["meet"], "a planted name is not noticed"
    wrong = 0
    for archive in sys.argv[1:]:
        listed = subprocess.run(["nm", "-g", "--defined-only", archive], capture_output=True, text=True, check=True)
        assert "hydra" in listed.stdout, f"{archive} defines nothing"
        for name in strangers(listed.stdout):
            print(f"{archive} defines '{name}'; make it static, or a member of a namespace")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
