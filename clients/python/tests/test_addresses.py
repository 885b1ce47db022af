"""Where a server is, and what is no such place."""

from __future__ import annotations

from typing import Any

import pytest

from membrane_client import InvalidArgument, _channel
from tests.server import Server


@pytest.mark.parametrize("proxy", ["http_proxy", "https_proxy", "grpc_proxy"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "dns:///127.0.0.1", "ipv4:127.0.0.1"])
def test_no_proxy_is_used_on_the_same_machine(
    client_type: Any,
    shared_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    proxy: str,
    host: str,
) -> None:
    for exception in ("no_grpc_proxy", "no_proxy"):
        monkeypatch.delenv(exception, raising=False)
    monkeypatch.setenv(proxy, "http://127.0.0.1:1")
    port = shared_server.address.rsplit(":", 1)[1]
    with client_type(f"{host}:{port}", deadline=10) as client:
        client.list_scopes()


@pytest.mark.parametrize("port", ["65536", "99999", "100000000000", "065536"])
def test_a_port_that_is_none_is_refused(client_type: Any, port: str) -> None:
    with pytest.raises(InvalidArgument, match=f"must have a port of at most 65535.*{port}") as bad:
        client_type(f"localhost:{port}")
    assert bad.value.field == "address"


@pytest.mark.parametrize("scheme", ["http://", "https://", "HTTP://"])
def test_a_url_is_no_address(client_type: Any, scheme: str) -> None:
    with pytest.raises(InvalidArgument, match=f"address: must be host and port without {scheme}"):
        client_type(f"{scheme}localhost:9820")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "memory.example.com", "[::1]", ""])
def test_a_host_alone_is_no_address(client_type: Any, host: str) -> None:
    with pytest.raises(InvalidArgument, match="address: must be host and port, as localhost:9820"):
        client_type(host)


@pytest.mark.parametrize("address", ["unix:x:99999", "unix:///x:99999", "unix-abstract:x:99999"])
def test_the_name_of_a_file_has_no_port(address: str) -> None:
    assert _channel.checked(address) == address


@pytest.mark.parametrize("port", ["\u0669" * 5, "99999\n"])
def test_a_port_has_ascii_digits_only(port: str) -> None:
    assert _channel.checked(f"localhost:{port}") == f"localhost:{port}"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("address", None),
        ("address", 5),
        ("deadline", "5"),
        ("deadline", None),
        ("deadline", True),
        ("tls", "x"),
        ("tls", 1),
        ("tls", None),
        ("key", 5),
        ("key", b"secret"),
    ],
)
def test_an_option_of_another_type_is_refused(client_type: Any, option: str, value: Any) -> None:
    options = {"address": "localhost:9820", option: value}
    with pytest.raises(InvalidArgument, match=f"{option}: must be") as bad:
        client_type(**options)
    assert bad.value.field == option
