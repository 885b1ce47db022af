"""A packaged server as a process of its own, as an operator starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGED = ROOT / "membrane-distribution/target/membraned/bin/membraned"


class Server:
    """Serves the database of a folder, on a free port of the loopback."""

    def __init__(self, folder: Path, configuration: str = "") -> None:
        self._folder = folder
        self._listen = "127.0.0.1:0"
        (folder / "config.yaml").write_text(configuration, encoding="utf-8")
        self.start()

    def start(self) -> None:
        """Starts it, after a stop on the port of before, and waits until it serves."""
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("MEMBRANE_")
        }
        environment["MEMBRANE_LISTEN_ADDR"] = self._listen
        environment["MEMBRANE_HTTP_ADDR"] = "127.0.0.1:0"
        environment["MEMBRANE_METRICS_ADDR"] = "127.0.0.1:0"
        environment["MEMBRANE_JAVA_OPTS"] = "-XX:TieredStopAtLevel=1"
        with open(self._folder / "stderr.log", "ab") as errors:
            self._process = subprocess.Popen(
                [os.environ.get("MEMBRANED", PACKAGED)],
                cwd=self._folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode()
        assert "ready" in line, (self._folder / "stderr.log").read_text(encoding="utf-8")
        self._listen = self.address = re.findall(r"grpc on ([^,]+),", line)[0]
        self._metrics = re.findall(r"metrics on (\S+)", line)[0]

    def calls(self) -> dict[str, int]:
        """How often each RPC was called, as the server counts it."""
        with urllib.request.urlopen(f"http://{self._metrics}/metrics") as answer:
            text = answer.read().decode()
        counts: dict[str, int] = {}
        for line in text.splitlines():
            if line.startswith("membrane_rpc_seconds_count{") and "MembraneService/" in line:
                rpc = re.findall(r'method="membrane.v1.MembraneService/(\w+)"', line)[0]
                counts[rpc] = counts.get(rpc, 0) + int(float(line.rsplit(" ", 1)[1]))
        return counts

    def kill(self) -> None:
        """Ends it without warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ends it as an operator does."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, how)
        self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()
