#!/usr/bin/env python3
"""HYDRA_TRACE: a trace that viewers can open, with each rank's row and what happened where; and HYDRA_TRANSPORT, by
which MPI's ranks talk through MPI or through their machine's memory, with equal output."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, Report, environment, run  # noqa: E402

RANKS, STEPS = 3, 4
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    enum { n = 90 };
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i % 7;
    for (int t = 0; t < 4; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        double *c = a; a = b; b = c;
    }
    #pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%g\\n", sum);
    for (int i = 0; i < n; i++)
        printf("%g\\n", a[i]);
    free(a);
    free(b);
    return 0;
}
"""
STENCIL, SUM = 11, 16  # lines of the loops


def check_messages(report, events):
    """Each message has a mark at both ends, with what one would ask of it, and an arrow that goes forwards."""
    marks = [e for e in events if e.get("cat") == "message" and e["ph"] == "i"]
    starts, ends = ({e["id"]: e["ts"] for e in events if e["ph"] == phase} for phase in "sf")
    report.check(len(marks) == len(starts) + len(ends) and starts.keys() == ends.keys(),
                 f"{len(marks)} marks, {len(starts)} and {len(ends)} ends of arrows")
    report.check(all(starts[one] <= ends[one] for one in starts), "an arrow goes backwards")
    halo = [e["args"] for e in marks if e["pid"] == 1 and e["name"] == "element 29 of 'b' from rank 0"]
    report.check(halo and halo[0]["partner"] == 0 and halo[0]["bytes"] == 8 and halo[0]["array"] == "b" and
                 halo[0]["reason"].startswith("its iteration 30 reads a[i - 1] at "), f"{halo}")
    sent = sum(e["args"]["bytes"] for e in marks if " to rank " in e["name"])
    received = sum(e["args"]["bytes"] for e in marks if " from rank " in e["name"])
    report.check(sent == received > 0, f"{sent} bytes sent, {received} received")


def check_trace(report, path):
    """One trace against what the program does."""
    events = json.loads(path.read_text())["traceEvents"]
    check_messages(report, events)
    names = {e["pid"]: e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"}
    report.check(names == {r: f"rank {r}" for r in range(RANKS)}, f"the ranks' rows: {names}")
    spans = [e for e in events if e["ph"] == "X"]
    report.check(all(e["ts"] >= 0 and e["dur"] >= 0 and e["tid"] == 0 for e in spans), "times or rows of spans")
    for rank in range(RANKS):
        mine = [e for e in spans if e["pid"] == rank]
        # Messages that came while iterations ran are awaited inside of the kernel: a span of its own.
        awaited = [e for e in mine if e["cat"] == "communication" and "bytes" not in e.get("args", {})]
        mine = [e for e in mine if e not in awaited]
        report.check(all(any(k["cat"] == "kernel" and k["ts"] - 1e-3 <= e["ts"] and e["ts"] + e["dur"] <= k["ts"] + k["dur"] + 1e-3
                             for k in mine) for e in awaited), f"rank {rank}: messages are awaited outside of kernels: {awaited}")

        def count(kind, line):
            return sum(e["cat"] == kind and e["name"].endswith(f"wave.c:{line}") for e in mine)

        found = {what: count(*what) for what in (("launch", STENCIL), ("kernel", STENCIL), ("communication", STENCIL),
                                                 ("launch", SUM), ("kernel", SUM), ("reduction", SUM))}
        expected = {what: 1 for what in found}
        expected["launch", STENCIL] = expected["kernel", STENCIL] = STEPS
        expected["communication", STENCIL] = STEPS - 1  # the first step's halo is everywhere
        report.check(found == expected, f"rank {rank}: {found}, expected {expected}")
        report.check(count("planning", STENCIL) >= 1, f"rank {rank}: no planning")
        report.check(any(e["cat"] == "serial" for e in mine), f"rank {rank}: nothing goes to serial code")
        sent = sum(e.get("args", {}).get("bytes", 0) for e in mine if e["cat"] == "communication")
        neighbours = 1 if rank in (0, RANKS - 1) else 2
        report.check(sent == 8 * neighbours * (STEPS - 1), f"rank {rank} sends {sent} bytes")
        kernels = [e for e in mine if e["cat"] == "kernel"]
        launches = [e for e in mine if e["cat"] == "launch"]
        report.check(all(any(l["ts"] - 1e-3 <= k["ts"] and k["ts"] + k["dur"] <= l["ts"] + l["dur"] + 1e-3
                             for l in launches) for k in kernels), f"rank {rank}: a kernel outside of its launch")


def check_device_trace(report, path, devices):
    """The same program on OpenCL: each device of each rank has its row, and rows for copies, in step with the host."""
    events = json.loads(path.read_text())["traceEvents"]
    spans = [e for e in events if e["ph"] == "X"]
    for rank in range(RANKS):
        rows = {e["args"]["name"]: e["tid"] for e in events
                if e["ph"] == "M" and e["name"] == "thread_name" and e["pid"] == rank}
        kernel_rows = [tid for name, tid in rows.items() if name != "host" and ", copies" not in name]
        report.check(len(kernel_rows) == devices and rows["host"] == 0, f"rank {rank}'s rows: {rows}")
        ended = max((e["ts"] + e["dur"] for e in spans if e["pid"] == rank and e["tid"] == 0), default=0)
        for row in kernel_rows:
            mine = [e for e in spans if e["pid"] == rank and e["tid"] == row]
            stencil = [e for e in mine if e["name"] == f"kernel wave.c:{STENCIL}"]
            report.check(len(stencil) == STEPS, f"rank {rank}: {len(stencil)} kernels of the stencil in row {row}")
            report.check(any(e["name"] == f"kernel wave.c:{SUM}" for e in mine), f"rank {rank}: no kernel of the sum")
            launches = [e for e in spans if e["pid"] == rank and e["name"] == f"launch wave.c:{STENCIL}"]
            late = 1e5  # microseconds that clocks may differ by, and kernels take behind their launch
            report.check(all(first["ts"] - late <= e["ts"] <= ended + late for first, e in zip(launches, stencil)),
                         f"rank {rank}: kernels at {[e['ts'] for e in stencil]}, launches at "
                         f"{[e['ts'] for e in launches]}")
        copied = {kind: sum(e["args"]["bytes"] for e in spans if e["pid"] == rank and e["cat"] == kind)
                  for kind in ("to device", "to host")}
        report.check(all(copied.values()), f"rank {rank} copies {copied}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("trace")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-trace-"))
    try:
        (folder / "wave.c").write_text(PROGRAM)
        for host in ("local", "mpi"):
            result = run([options.hydracc, f"--host={host}", "wave.c", "-o", host], cwd=folder)
            report.check(result.status == 0, result.describe())

        def local(variables):
            return run(["./local"], env=environment({"HYDRA_RANKS": RANKS, **variables}), cwd=folder)

        def mpi(variables):
            return run([*MPIRUN, "-n", str(RANKS), "./mpi"], env=environment(variables), cwd=folder)

        plain = local({})
        report.check(plain.status == 0 and len(plain.out.splitlines()) == 91, plain.describe())
        result = local({"HYDRA_TRACE": "trace.json"})
        report.check(result.status == 0 and result.out == plain.out and result.err == "", result.describe())
        check_trace(report, folder / "trace.json")
        result = run([options.hydracc, "--host=local", "--target=opencl", "wave.c", "-o", "device"], cwd=folder)
        report.check(result.status == 0, result.describe())
        for devices, choice in ((1, "cpu"), (2, "cpu/2")):
            result = run(["./device"], cwd=folder, env=environment({
                "HYDRA_RANKS": RANKS, "HYDRA_DEVICES": choice, "HYDRA_TRACE": "device.json",
                "POCL_MAX_PTHREAD_COUNT": 2}))
            report.check(result.status == 0 and result.out == plain.out, result.describe())
            check_device_trace(report, folder / "device.json", devices)
        for wrong in ("", "/dev/null/x", "/"):
            result = local({"HYDRA_TRACE": wrong})
            report.check(result.status == 70 and result.out == "" and "HYDRA_TRACE" in result.err, result.describe())

        for transport, name in (("memory", "through shared memory"), ("mpi", "transport MPI\n")):
            result = mpi({"HYDRA_TRANSPORT": transport, "HYDRA_VERBOSE": 1, "HYDRA_TRACE": f"{transport}.json"})
            report.check(result.status == 0 and result.out == plain.out, result.describe())
            report.check(result.err.count(name) == RANKS, f"HYDRA_TRANSPORT={transport}\n{result.describe()}")
            check_trace(report, folder / f"{transport}.json")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
