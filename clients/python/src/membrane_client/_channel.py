"""How a server is reached: how large answers may be, under which key."""

from __future__ import annotations

import re
from typing import Any, SupportsFloat

import grpc

from ._checks import invalid
from ._stubs.membrane_pb2 import DESCRIPTOR

LARGEST_ANSWER = 32 << 20
"""Bytes."""

USUAL_DEADLINE = 30.0
"""Seconds."""

_ENDLESS = 1e9
"""Seconds: some thirty years."""

_LONGEST_KEY = 7_000
"""Characters: a server takes headers of 8 KiB together."""

_LAST_PORT = 65_535

_PORT = re.compile(r"(?!unix(-abstract)?:).*:([0-9]+)\Z", re.DOTALL)
"""That of an address; one of a file has none, whatever its name."""

_HOST = re.compile(r"[^:/]*|\[[^]]*\]")
"""An address without a port, which gRPC would take for 443."""

_URL = re.compile(r"https?://", re.IGNORECASE)

_LOOPBACK = re.compile(
    r"(\w+:/*)?(localhost|127(\.[0-9]+){3}|\[::1\])(:[0-9]+)?", re.IGNORECASE
)

SERVICE = DESCRIPTOR.services_by_name["MembraneService"]


def checked(address: str) -> str:
    """The same address; gRPC would take a large port for another one, and a URL for a name."""
    if not isinstance(address, str):
        raise invalid("address", f"must be a string, and is {address!r}")
    url = _URL.match(address)
    if url:
        text = f"must be host and port without {url[0]}, and is {address}; tls=True encrypts"
        raise invalid("address", text)
    if _HOST.fullmatch(address):
        raise invalid("address", f"must be host and port, as localhost:9820, and is {address}")
    port = _PORT.match(address)
    if port and int(port[2]) > _LAST_PORT:
        text = f"must have a port of at most {_LAST_PORT}, and is {address}"
        raise invalid("address", text)
    return address


def options(address: str) -> list[tuple[str, Any]]:
    """What the channel to an address is told."""
    return [
        # A proxy is for other machines, and for it this one is another.
        ("grpc.enable_http_proxy", 0 if _LOOPBACK.fullmatch(address) else 1),
        ("grpc.max_receive_message_length", LARGEST_ANSWER),
        ("grpc.max_send_message_length", LARGEST_ANSWER),
        # A server that was started again is found at the next try, and not two minutes later.
        ("grpc.initial_reconnect_backoff_ms", 200),
        ("grpc.max_reconnect_backoff_ms", 1000),
    ]


def metadata(key: str | None) -> tuple[tuple[str, str], ...]:
    """What shows the key, with every call."""
    if key is not None and not isinstance(key, str):
        raise invalid("key", "must be a string")
    if not key:
        return ()
    if not (key.isascii() and key.isprintable()):
        raise invalid("key", "has characters that no header can carry")
    if len(key) > _LONGEST_KEY:
        raise invalid("key", f"must have at most {_LONGEST_KEY} characters")
    return (("authorization", f"Bearer {key}"),)


def security(tls: bool | grpc.ChannelCredentials) -> grpc.ChannelCredentials | None:
    """The credentials of a channel that is encrypted; None if it is not."""
    if isinstance(tls, grpc.ChannelCredentials):
        return tls
    if not isinstance(tls, bool):
        raise invalid("tls", f"must be True, False or grpc.ChannelCredentials, and is {tls!r}")
    return grpc.ssl_channel_credentials() if tls else None


def deadline(seconds: float) -> float | None:
    """Checks a deadline; None if it is none, as gRPC takes an infinite one for one that is over."""
    # Decimal and the numbers of numpy are neither int nor float.
    if isinstance(seconds, bool) or not isinstance(seconds, SupportsFloat):
        raise invalid("deadline", f"must be a number of seconds, and is {seconds!r}")
    number = seconds if isinstance(seconds, int) else float(seconds)
    if not number > 0:
        raise invalid("deadline", "must be positive")
    return number if number < _ENDLESS else None
