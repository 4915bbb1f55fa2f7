#!/usr/bin/env python3
"""Runs one HYDRA program (a .c file, or a folder whose .c files are one program) in all ways that must not matter.

Beside a .cmaps file stands the .c file that says the same in plain C; what the .cmaps files of a folder say, its
folder `plain` says in C. The C compiler's build without the pragmas says what is expected: standard output byte for byte, and the exit status.
hydracc's build must give the same with every number of ranks, over shared memory and over MPI, with every way of
dealing out the iterations, and at one rank without the runtime's help in serial code, too. Comments in the first lines of the program can say
    // args: 5 7          arguments of the program
    // ranks: 1 2 3       the numbers of ranks to run it with
    // deals: 4 grid, 6 cyclic   further numbers of ranks, each with what HYDRA_PARTITION is to say; without a number
                          (deals: block, cyclic) all numbers of ranks are meant
    // gcc: -DX=1         further options for both compilers ({here}: the program's folder)
    // hydracc: -w        further options for hydracc
    // verify: no         leave out the runs that compare themselves with the sequential one
    // stderr: TEXT       a runtime message that is expected (otherwise none may appear)
    // says: TEXT         a line with this text must appear on standard error, once
    // stdin: 3 4\n5      what it reads from standard input, with C's escapes
    // opencl: no         leave out --target=opencl, with the reason behind it
    // distributed: 12 own.c:30   the lines of loops (of their `for`) whose launches ranks share out, in all runs of
                          several ranks but those that verify
    // replicated: 15     those that every rank runs, in order, on cpu
    // offloaded: 12 15   those that a device runs, where there is one: never the host
    // device: close 1e-12  numbers that a device prints may differ by this much of their size: its mathematical
                          functions round in other ways than the C library's
With --target=opencl the loops run on what OpenCL device there is, at 1 and 3 ranks, and with cyclic rows, in pages, and
with --divided on two of them a rank; with --target=cuda nvcc compiles them, and where there is a GPU they run so, too. Each run has an empty folder of its own to work in; the files that it leaves there are compared, too.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile

from harness import MPIRUN, Report, difference, environment, run, runtime_messages

# Ranks and further settings: each way of dealing out the iterations, once with messages cut into tiny pieces; more
# threads than small machines have.
DEALS = [(1, {"HYDRA_NUM_THREADS": "5"}), (3, {"HYDRA_PARTITION": "cyclic", "HYDRA_MESSAGE_BYTES": "24", "HYDRA_TRANSPORT": "mpi"}),
         (3, {"HYDRA_PARTITION": "block-cyclic:2"}), (2, {"HYDRA_REPRODUCIBLE": "1", "HYDRA_PARTITION": "block"})]
AS_IT_STANDS = "1 rank, as it stands"
# Each rank runs everything: until it is worth sharing out, as users have it, or by turns with what ranks share.
AT_FLOOR = ("auto", "alternate")


def is_at_floor(extra):
    return extra.get("HYDRA_RANKS") != 1 and extra.get("HYDRA_POLICY") in AT_FLOOR


def settings(source):
    found = {}
    for line in source.read_text("utf-8-sig", errors="replace").splitlines()[:20]:
        match = re.match(r"\s*//\s*(args|ranks|deals|gcc|hydracc|verify|stderr|says|stdin|opencl|device|distributed|replicated|offloaded)\s*:\s*(.*)", line)
        if match and match[1] in ("distributed", "replicated", "offloaded"):  # several lines where there are many
            found[match[1]] = f"{found.get(match[1], '')} {match[2]}".strip()
        elif match:
            found[match[1]] = match[2].strip()
    return found


def deals(text, ranks):
    """The further runs that a program asks for: numbers of ranks, each with a way of dealing out iterations."""
    for words in map(str.split, filter(None, text.split(","))):
        for count in words[:-1] or ranks:
            yield int(count), words[-1]


def wrong_ways(stats, given, first, on_device):
    """What the counters say against the program's own comments on how its loops run, as texts. `first`: the file that
    lines without a name speak of."""
    rows = {}
    for row in stats["loops"]:
        file, line = row["at"].rsplit(":", 1)
        rows.setdefault(f"{pathlib.Path(file).name}:{line}", []).append(row)
    wrong = []
    for key, other in (("distributed", "replicated"), ("replicated", "distributed"), ("offloaded", "on_host")):
        # Where a loop is run by all ranks since to share it out costs more, devices may weigh that otherwise.
        here = {"distributed": True, "replicated": not on_device, "offloaded": on_device}[key]
        if not here or (key != "offloaded" and stats["ranks"] == 1):
            continue
        for word in given.get(key, "").split():
            at = word if ":" in word else f"{first}:{word}"
            found = rows.get(at, [])
            if sum(row[key] for row in found) == 0 or any(row[other] for row in found):
                wrong.append(f"the loop at {at} is not always {key}: {found or 'it never runs'}")
    return wrong


def close(expected, found, part):
    """Whether two texts are equal but for numbers that differ by at most this part of the expected one's size."""
    number = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
    if number.sub("#", expected) != number.sub("#", found):
        return False
    pairs = zip(number.findall(expected), number.findall(found))
    return all(abs(float(a) - float(b)) <= part * max(abs(float(a)), part) for a, b in pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--hydracc", required=True)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--ranks", default="1 2 3 4 7")
    parser.add_argument("--no-mpi", action="store_true", help="shared memory only")
    parser.add_argument("--target", default="cpu", choices=["cpu", "opencl", "cuda"])
    parser.add_argument("--divided", action="store_true", help="with a device, two of them a rank, too")
    parser.add_argument("--brief", action="store_true", help="with a device, the first run at 1 rank and at 3 only")
    parser.add_argument("--cuda-on-host", type=pathlib.Path, metavar="FOLDER",
                        help="run CUDA's kernels on the host, by the nvcc in here (tests/cuda_on_host)")
    parser.add_argument("--keep", action="store_true", help="keep the folder with everything that was built")
    options = parser.parse_args()

    source = options.source.resolve()
    files = sorted([*source.glob("*.c"), *source.glob("*.cmaps")]) if source.is_dir() else [source]
    first = source / "main.c" if (source / "main.c").exists() else files[0]
    given = settings(first)
    args = shlex.split(given.get("args", ""))
    flags = [flag.replace("{here}", str(first.parent)) for flag in shlex.split(given.get("gcc", ""))]
    own = shlex.split(given.get("hydracc", ""))
    ranks = [int(r) for r in given.get("ranks", options.ranks).split()]
    plain = files # what the C compiler gets
    if source.suffix == ".cmaps":
        plain = [source.with_suffix(".c")]
    elif (source / "plain").exists():
        plain = [*source.glob("*.c"), *(source / "plain").glob("*.c"), "-iquote", source / "plain"]
    report = Report(source.name)
    if options.cuda_on_host:
        options.target = "cuda"
        os.environ["PATH"] = f"{options.cuda_on_host.resolve()}:{os.environ['PATH']}"
    on_device = options.target != "cpu"
    if options.target == "cuda" and not (shutil.which("nvcc") or pathlib.Path("/usr/local/cuda/bin/nvcc").exists()):
        print("not run: no nvcc")
        sys.exit(77)
    if options.target == "opencl" and given.get("opencl", "").startswith("no"):
        print(f"not run: {given['opencl']}")
        sys.exit(77)
    if on_device:
        own += [f"--target={options.target}", "-Wno-hydra-host"]
    has_gpu = pathlib.Path("/dev/nvidiactl").exists()
    runs_device = options.target == "opencl" or options.cuda_on_host or has_gpu
    if options.target == "cuda" and (options.cuda_on_host or not has_gpu):
        own.append("--arch=sm_80")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))

    def build(name, *command):
        result = run([*command, *flags, *(plain if name == "sequential" else files), "-o", folder / name, "-lm"])
        if result.status != 0 or result.err:
            print(result.describe(), end="", flush=True)
        return report.check(result.status == 0, f"{name}: does not build")

    typed = folder / "stdin"
    typed.write_text(given.get("stdin", "").encode().decode("unicode_escape"))

    def execute(command, extra=None):
        """The result, and the files left in the run's folder: name -> content."""
        with tempfile.TemporaryDirectory(prefix="run-", dir=folder) as place, open(typed, "rb") as stdin:
            result = run([*command, *args], env=environment(extra), cwd=place, stdin=stdin)
            left = {str(f.relative_to(place)): f.read_bytes() for f in pathlib.Path(place).rglob("*") if f.is_file()}
            if result.status is not None and result.status < 0:
                result.status = 128 - result.status  # killed by a signal, as shells and mpirun report it
            return result, left

    numbers = itertools.count()

    def compare(name, command, extra):
        counters = folder / f"stats-{next(numbers)}.json" # two runs may have one name
        counts = "HYDRA_VERIFY" not in extra and name != AS_IT_STANDS and not is_at_floor(extra)
        result, left = execute(command, {**extra, "HYDRA_STATS": counters} if counts else extra)
        shown = " ".join([f"{k}={v}" for k, v in extra.items()] + [str(c) for c in command])
        if result.status is None:
            report.check(False, f"{shown}: timed out\n{result.describe()}")
            return
        differs = difference(expected.out, result.out, "sequential", name)
        if differs and on_device and given.get("device", "").startswith("close "):
            differs = "" if close(expected.out, result.out, float(given["device"].split()[1])) else differs
        report.check(not differs, f"{shown}: standard output differs\n{differs}")
        report.check(result.status == expected.status,
                     f"{shown}: status {result.status}, not {expected.status}\n{result.describe()}")
        ways = [key for key in ("distributed", "replicated", "offloaded") if key in given]
        if ways and counts and "HYDRA_DEVICES" not in extra and report.check(
                counters.exists(), f"{shown}: no counters, though the program says what is {', '.join(ways)}"):
            wrong = wrong_ways(json.loads(counters.read_text()), given, first.name, on_device)
            report.check(not wrong, f"{shown}: " + "; ".join(wrong))
        differing = [f for f in sorted(expected_files.keys() | left.keys()) if expected_files.get(f) != left.get(f)]
        report.check(not differing, f"{shown}: these files differ: {differing}")
        if "says" in given and "HYDRA_POLICY" not in extra: # one rank has nothing to say of ranks
            said = [line for line in result.err.splitlines() if given["says"] in line]
            report.check(len(said) == 1, f"{shown}: says '{given['says']}' {len(said)} times\n{result.describe()}")
        # Many programs have loops that devices leave to the host, and say so; what matters here is what they compute.
        messages = [m for m in runtime_messages(result.err) if given.get("stderr", "\0") not in m and
                    not (on_device and ": warning: runs on the host: " in m)]
        report.check(not messages, f"{shown}: unexpected messages:\n" + "\n".join(messages))

    # Two at a time: much of a short parallel run is waiting, for mpirun most of all.
    pool = concurrent.futures.ThreadPoolExecutor(2)
    try:
        local = pool.submit(build, "local", options.hydracc, *own, "--host=local")
        mpi = None if options.no_mpi or on_device else pool.submit(build, "mpi", options.hydracc, *own)
        include = pathlib.Path(__file__).resolve().parent.parent / "runtime/include" # hydra.h is plain C
        if not build("sequential", options.cc, "-std=gnu11", "-O1", "-ffp-contract=off", "-w",
                     "-U_FORTIFY_SOURCE", "-isystem", include):
            report.finish()
        expected, expected_files = execute([folder / "sequential"], {"OMP_NUM_THREADS": 1}) # OpenMP's own
        report.check(expected.status is not None and expected.out != "", "the sequential program prints nothing")

        runs = []
        if source.suffix == ".cmaps": # what CMAPS becomes is a C program, too
            made = run([options.hydracc, "--dump=c", *flags, source])
            (folder / "made.c").write_text(made.out)
            native = run([options.cc, "-std=gnu11", "-O1", "-ffp-contract=off", "-Wall", "-Wno-unknown-pragmas", "-Wno-aggressive-loop-optimizations", "-Werror",
                          "-isystem", include, *flags, folder / "made.c", "-o", folder / "made", "-lm"])
            if report.check(native.status == 0, f"the C program does not build\n{native.describe()}"):
                result, _ = execute([folder / "made"])
                differs = difference(expected.out, result.out, "sequential", "made of CMAPS")
                report.check(not differs, f"the C program prints something else\n{differs}")
        if mpi is not None and mpi.result():
            count = 3 if 3 in ranks else ranks[-1]
            runs.append((f"{count} ranks, MPI", [*MPIRUN, "-n", str(count), folder / "mpi"], {}))
        if on_device and local.result():
            device = {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels"}
            (folder / "kernels").mkdir()
            # Shapes of several dimensions let CPUs, too, deal inner loops out to work items. Of cyclic rows
            # the device has pages.
            runs += [(f"{count} ranks, {options.target}", [folder / "local"], {"HYDRA_RANKS": count, **device, **more})
                     for count, more in ((1, {}), (3, {"HYDRA_WORKGROUP": "8x4x2"}),
                                         (3, {"HYDRA_PARTITION": "cyclic", "HYDRA_DEVICE_PAGE": 64}))
                     if count in ranks and runs_device][:2 if options.brief else None]
            if runs_device and not options.brief:
                dealt = {(4, "grid"), *deals(given.get("deals", ""), [])}
                runs += [(f"{count} ranks, {deal}", [folder / "local"],
                          {"HYDRA_RANKS": count, "HYDRA_PARTITION": deal, "HYDRA_WORKGROUP": "8x4x2", **device})
                         for count, deal in sorted(dealt) if 4 in ranks]
            if options.divided and runs_device:
                two = "cpu/2" if options.target == "opencl" else "gpu0,gpu0"
                two = {**device, "POCL_MAX_PTHREAD_COUNT": 2, "HYDRA_DEVICES": two}
                runs += [(f"{count} ranks, two devices each", [folder / "local"], {"HYDRA_RANKS": count, **two, **more})
                         for count, more in ((1, {}), (3, {"HYDRA_PARTITION": "cyclic"})) if count in ranks]
            verified = not (given.get("verify", "").startswith("no") or options.brief)
            if verified and runs_device and 3 in ranks:
                runs.append((f"3 ranks, {options.target}, verified", [folder / "local"],
                             {"HYDRA_RANKS": 3, "HYDRA_VERIFY": 1, **device}))
        elif local.result():
            runs += [(f"{count} ranks", [folder / "local"], {"HYDRA_RANKS": count}) for count in ranks]
            runs += [(f"{count} ranks, {' '.join(deal.values())}", [folder / "local"], {"HYDRA_RANKS": count, **deal})
                     for count, deal in DEALS if count in ranks]
            runs += [(f"{count} ranks, {deal}", [folder / "local"], {"HYDRA_RANKS": count, "HYDRA_PARTITION": deal})
                     for count, deal in deals(given.get("deals", ""), ranks)]
            # One rank as users have it, where all loops are asked whether threads may run them (as counters are
            # wanted), and where none is.
            runs += [(name, [folder / "local"], {"HYDRA_RANKS": 1, "HYDRA_POLICY": "auto", "HYDRA_NUM_THREADS": threads})
                     for name, threads in (("1 rank, threads", 3), (AS_IT_STANDS, 1))]
            runs += [(f"{count} ranks, {policy}", [folder / "local"], {"HYDRA_RANKS": count, "HYDRA_POLICY": policy})
                     for count in (3,) for policy in AT_FLOOR if count in ranks and "says" not in given]
            if not given.get("verify", "").startswith("no"):
                runs += [(f"{count} ranks, verified", [folder / "local"], {"HYDRA_RANKS": count, "HYDRA_VERIFY": 1})
                         for count in (1, 3) if count in ranks]
        for done in [pool.submit(compare, *each) for each in runs]:
            done.result()
    finally:
        pool.shutdown()
        if options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
