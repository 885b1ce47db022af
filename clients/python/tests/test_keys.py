"""A key says who calls, and the limits of its principal hold."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from membrane_client import (
    InvalidArgument,
    MemoryRecord,
    NotFound,
    PermissionDenied,
    QuotaExceeded,
    RedactedRecord,
    Trust,
    Unauthenticated,
)
from tests.server import Server


def principal(name: str, settings: str) -> str:
    digest = hashlib.sha256(f"key of {name}".encode()).hexdigest()
    return f"  - {{name: {name}, api_key_sha256: {digest}, {settings}}}\n"


PRINCIPALS = "principals:\n" + "".join(
    [
        principal(
            "ann",
            "max_sensitivity: low, scopes: [ann], permissions: [ingest, retrieve], max_records: 3",
        ),
        principal(
            "bob",
            "max_sensitivity: hyper, scopes: [ann, bob], permissions: [ingest, retrieve, revise]",
        ),
    ]
)


@pytest.fixture
def clients(client_type: Any, start_server: Callable[..., Server]) -> Any:
    server = start_server(PRINCIPALS)
    with (
        client_type(server.address, key="key of ann") as ann,
        client_type(server.address, key="key of bob") as bob,
    ):
        yield ann, bob


def test_a_key_sees_and_writes_what_it_was_granted(clients: Any) -> None:
    ann, bob = clients
    own = ann.ingest_observation("x", "ann", "likes", "tea")
    assert own.record.scope == "ann"
    assert own.record.audit_log[0].actor == "ann"
    secret = bob.ingest_observation("x", "bob", "likes", "gin", scope="bob").id
    guarded = bob.ingest_observation("x", "it", "is", 1, scope="ann", sensitivity="medium").id
    hidden = bob.ingest_observation("x", "it", "is", 2, scope="ann", sensitivity="high").id

    assert isinstance(ann.retrieve_by_id(guarded), RedactedRecord)
    for unseen in (secret, hidden):
        with pytest.raises(NotFound):
            ann.retrieve_by_id(unseen)
    everything = Trust("hyper", scopes=["ann", "bob"])
    seen = ann.retrieve("likes", trust=everything).records
    assert {record.id for record in seen} == {own.id, guarded}
    assert {record.id for record in ann.iterate_records()} == {own.id, guarded}
    assert {record.id for record in bob.iterate_records()} == {own.id, secret, guarded, hidden}
    narrow = bob.retrieve(trust=Trust("low", scopes=["ann"])).records
    assert [record.id for record in narrow if isinstance(record, MemoryRecord)] == [own.id]


def test_a_key_is_refused_what_it_was_not_granted(clients: Any) -> None:
    ann, bob = clients
    own = ann.ingest_observation("x", "ann", "likes", "tea").id
    with pytest.raises(InvalidArgument) as refused:
        ann.ingest_observation("x", "s", "p", scope="bob")
    assert refused.value.field == "scope"
    for denied in (
        lambda: ann.retract(own),
        lambda: ann.get_metrics(),
        lambda: bob.run_consolidation(),
    ):
        with pytest.raises(PermissionDenied):
            denied()
    ann.ingest_observation("x", "s", "p", 1)
    ann.ingest_observation("x", "s", "p", 2)
    with pytest.raises(QuotaExceeded) as full:
        ann.ingest_observation("x", "s", "p", 3)
    assert full.value.code == "RESOURCE_EXHAUSTED"


@pytest.fixture(scope="module")
def keyed_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all share who are refused."""
    server = Server(tmp_path_factory.mktemp("keyed"), PRINCIPALS)
    yield server
    server.stop()


@pytest.mark.parametrize("key", [None, "", "another"])
def test_an_unknown_key_is_unauthenticated(
    client_type: Any, keyed_server: Server, key: str | None
) -> None:
    with client_type(keyed_server.address, key=key) as client, pytest.raises(Unauthenticated):
        client.retrieve()


def test_a_key_that_no_header_carries_is_refused(client_type: Any) -> None:
    for key in ("two\nlines", "schlüssel"):
        with pytest.raises(InvalidArgument, match="for key: has"):
            client_type("localhost:1", key=key)


def test_the_longest_key_reaches_a_server_and_a_longer_one_is_refused(
    client_type: Any, shared_server: Server
) -> None:
    with client_type(shared_server.address, key="k" * 7000) as client:
        client.list_scopes()
    with pytest.raises(InvalidArgument, match="for key: must have at most 7000 characters"):
        client_type("localhost:1", key="k" * 7001)
