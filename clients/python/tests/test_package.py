"""What pip installs works as the READMEs say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Server

PROJECT = ROOT / "clients/python"
SNIPPETS = [
    snippet
    for page in (PROJECT / "README.md", ROOT / "README.md")
    for snippet in re.findall(r"(?ms)^```python\n(.*?)^```$", page.read_text("utf-8"))
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip has installed the client, without asking an index."""
    target = tmp_path_factory.mktemp("installed")
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir")
    command = [sys.executable, "-m", "pip", "install", "-q", *offline, "--target", target, PROJECT]
    subprocess.run(command, check=True)
    return target


@pytest.fixture(scope="module")
def empty_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has no records of other tests."""
    server = Server(tmp_path_factory.mktemp("empty"))
    yield server
    server.stop()


@pytest.mark.parametrize("snippet", SNIPPETS, ids=["sync", "asyncio", "project"])
def test_a_snippet_works_with_what_is_installed(
    snippet: str, installed: Path, empty_server: Server
) -> None:
    code = snippet.replace("localhost:9820", empty_server.address)
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    printed = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert "Go" in printed


def test_what_is_installed_has_types_and_a_licence(installed: Path) -> None:
    assert (installed / "membrane_client/py.typed").is_file()
    information = next(installed.glob("membrane_client-*.dist-info"))
    licences = information / "licenses"
    assert (licences / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    assert "Membrane" in (licences / "NOTICE").read_text("utf-8")
    metadata = (information / "METADATA").read_text("utf-8")
    assert "\nLicense-Expression: Apache-2.0\n" in metadata


def test_the_version_is_that_of_the_project() -> None:
    project = (PROJECT / "pyproject.toml").read_text("utf-8")
    revision = re.findall(r"<revision>(.*)</revision>", (ROOT / "pom.xml").read_text("utf-8"))[0]
    assert f'version = "{revision.replace("-SNAPSHOT", ".dev0")}"' in project
