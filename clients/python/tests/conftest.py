from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from membrane_client import Membrane
from tests.looped import LoopedMembrane
from tests.server import Server


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests share which keep to a scope of their own."""
    server = Server(tmp_path_factory.mktemp("shared"))
    yield server
    server.stop()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server of the test's own."""
    started: list[Server] = []

    def start(configuration: str = "") -> Server:
        started.append(Server(tmp_path, configuration))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture(params=[Membrane, LoopedMembrane], ids=["sync", "asyncio"])
def client_type(request: pytest.FixtureRequest) -> Any:
    """Each of the two clients."""
    return request.param


@pytest.fixture
def memory(client_type: Any, shared_server: Server) -> Iterator[Membrane]:
    """A client of the shared server."""
    with client_type(shared_server.address) as client:
        yield client


@pytest.fixture
def scope(request: pytest.FixtureRequest) -> str:
    """A scope that no other test has."""
    return f"scope of {request.node.nodeid}"
