"""The example, an agent, remembers across restarts and gets better."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable

from tests.server import ROOT, Server

EXAMPLE = ROOT / "examples/python-agent"
SOURCES = ROOT / "clients/python/src"


def run(server: Server, attempts: int) -> str:
    return subprocess.run(
        [sys.executable, "agent.py", server.address, str(attempts)],
        cwd=EXAMPLE,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def test_it_gets_better_and_remembers_across_restarts(
    start_server: Callable[..., Server],
) -> None:
    server = start_server()
    printed = ""
    for attempts in (2, 2, 3):
        printed += run(server, attempts)
        server.stop()
        server.start()
    ends = re.findall(r"(?m)^  (success|failure)$", printed)
    assert ends == ["failure"] * 2 + ["success"] * 5
    assert re.findall(r"attempt (\d+)", printed) == [str(number) for number in range(1, 8)]
    assert re.findall(r"and (\d) skills", printed) == ["0"] * 3 + ["1"] * 4
    assert printed.count("I ask the user") == 1
