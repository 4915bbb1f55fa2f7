"""What all runners of tests/ share: running commands with a time limit, the environment that Open MPI needs on any
machine (as root, with few cores), and the comparison of outputs. Python's standard library only."""
import argparse
import contextlib
import difflib
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import tempfile

TIMEOUT = 60  # seconds that any single program may take

MPI_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none"]


def environment(extra=None, remove=()):
    """The process's environment without any HYDRA_ variable, with MPI's, and with `extra`. Programs share out all that
    can be, unless `extra` says otherwise: what would not pay is what most tests are about."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("HYDRA_", "HYDRACC_")) and k not in remove}
    env["HYDRA_POLICY"] = "distribute"
    env.update(MPI_ENVIRONMENT)
    env.update({k: str(v) for k, v in (extra or {}).items()})
    return env


class Result:
    """A finished command: status (None where the time ran out), out and err as text, command for messages."""

    def __init__(self, command, status, out, err):
        self.command, self.status, self.out, self.err = command, status, out, err

    def describe(self):
        status = "timed out" if self.status is None else f"status {self.status}"
        return f"$ {' '.join(self.command)}\n  {status}\n{indent(self.out)}{indent(self.err)}"


def indent(text, limit=40):
    lines = text.splitlines()
    if len(lines) > limit:
        lines = lines[:limit] + [f"... ({len(lines) - limit} more lines)"]
    return "".join(f"  | {line}\n" for line in lines)


@contextlib.contextmanager
def session_folder(env):
    """Gives mpirun, and MPI programs without it, a folder of their own for their session. By default all of them share
    one, and one that ends removes it while another starts in it: rarely, that one then dies with 'unable to create the
    desired directory' (open-mpi/ompi issue 8510)."""
    with tempfile.TemporaryDirectory(prefix="mpi-", ignore_cleanup_errors=True) as folder:
        env["OMPI_MCA_orte_tmpdir_base"] = folder
        yield


def run(command, env=None, cwd=None, timeout=TIMEOUT, stdin=None):
    """Runs a command in a process group of its own, which ends with it: no rank survives a time-out."""
    command = [str(c) for c in command]
    env = dict(env if env is not None else environment())
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, session_folder(env):
        process = subprocess.Popen(command, stdout=out, stderr=err, cwd=cwd, start_new_session=True, env=env,
                                   stdin=stdin if stdin is not None else subprocess.DEVNULL)
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    return Result(command, status, *texts)


def difference(expected, found, expected_name, found_name):
    """A short unified difference, or '' where both are equal."""
    if expected == found:
        return ""
    lines = list(difflib.unified_diff(expected.splitlines(), found.splitlines(), expected_name, found_name,
                                      lineterm="", n=1))
    return indent("\n".join(lines) or "(they differ in line ends only)", 30)


def runtime_messages(text):
    """The lines on standard error that come from hydracc's runtime."""
    return [line for line in text.splitlines() if re.match(r"\s*hydra(cc)?:", line)]


def script(folder, name, text):
    """An executable shell script, which plays hydracc where a runner itself is tested."""
    path = folder / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@contextlib.contextmanager
def hydracc_test(name, about):
    """For a script that is called with --hydracc PATH: gives a Report, that path, and a folder that goes away; ends the
    process with the report's status."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--hydracc", required=True)
    hydracc = pathlib.Path(parser.parse_args().hydracc).resolve()
    report = Report(name)
    with tempfile.TemporaryDirectory(prefix="hydra-test-") as folder:
        yield report, hydracc, pathlib.Path(folder)
    report.finish()


def built_programs(report, hydracc, folder, file, programs):
    """Writes each (name, text) of `programs` to FILE in the folder and builds it for ranks on this machine; gives name and
    executable of those that build, and reports the others."""
    for name, text in programs:
        (folder / file).write_text(text)
        built = run([hydracc, "--host=local", "-w", file, "-o", name], cwd=folder)
        if report.check(built.status == 0, f"{name} does not build\n{built.describe()}"):
            yield name, folder / name


class Report:
    """Collects failures; `finish` prints them and ends the process with the status that ctest expects."""

    def __init__(self, name):
        self.name, self.failures, self.checks = name, [], 0

    def check(self, condition, message):
        self.checks += 1
        if not condition:
            self.failures.append(message)
            print(f"FAILED {self.name}: {message}", flush=True)
        return bool(condition)

    def finish(self):
        first = f", the first: {' '.join(self.failures[0].split())[:800]}" if self.failures else ""
        print(f"{self.name}: {self.checks} checks, {len(self.failures)} failed{first}", flush=True)
        sys.exit(1 if self.failures else 0)
