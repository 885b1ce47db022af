"""A server that goes away and comes back costs no call that may be sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import grpc
import pytest

from membrane_client import AsyncMembrane, Membrane, Unavailable, _channel
from membrane_client._stubs import membrane_pb2 as pb
from tests.server import Server

CALLS = 400


def restart_after(server: Server, how: str, begun: Event) -> None:
    """Ends a server once calls are under way, and starts it again."""
    assert begun.wait(60)
    getattr(server, how)()
    server.start()


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_threads_lose_nothing(start_server: Callable[..., Server], how: str) -> None:
    server = start_server()
    begun = Event()
    with Membrane(server.address) as memory, ThreadPoolExecutor(9) as threads:

        def send(number: int) -> str:
            sent = memory.ingest_event("a", "k", str(number), scope="s").id
            if number > CALLS // 4:
                begun.set()
            assert memory.retrieve_by_id(sent).id == sent
            return sent

        restarted: Future[None] = threads.submit(restart_after, server, how, begun)
        ids = list(threads.map(send, range(CALLS)))
        restarted.result()
        assert_each_is_there_once(memory, ids)


def test_tasks_lose_nothing(start_server: Callable[..., Server]) -> None:
    server = start_server()
    begun = Event()

    async def send(memory: AsyncMembrane, number: int, room: asyncio.Semaphore) -> str:
        async with room:
            sent = await memory.ingest_event("a", "k", str(number), scope="s")
            if number > CALLS // 4:
                begun.set()
            return sent.id

    async def send_all() -> list[str]:
        room = asyncio.Semaphore(8)
        async with AsyncMembrane(server.address) as memory:
            restarted = asyncio.to_thread(restart_after, server, "kill", begun)
            sent = [send(memory, number, room) for number in range(CALLS)]
            _, *ids = await asyncio.gather(restarted, *sent)
            return ids

    ids = asyncio.run(send_all())
    with Membrane(server.address) as memory:
        assert_each_is_there_once(memory, ids)


def assert_each_is_there_once(memory: Membrane, ids: list[str]) -> None:
    assert len(set(ids)) == CALLS
    assert sorted(record.id for record in memory.iterate_records(page_size=1000)) == sorted(ids)


@pytest.fixture
def breaking() -> Iterator[str]:
    """Where the first answer breaks off once its headers are sent."""
    answers = iter([False, True])

    def answer(_: bytes, context: grpc.ServicerContext) -> bytes:
        if not next(answers):
            context.send_initial_metadata((("answer", "begun"),))
            context.abort(grpc.StatusCode.UNAVAILABLE, "Connection reset by peer")
        return pb.ListScopesResponse(scopes=[pb.ScopeEntry(scope="s")]).SerializeToString()

    server = grpc.server(ThreadPoolExecutor(1))
    server.add_registered_method_handlers(
        _channel.SERVICE.full_name, {"ListScopes": grpc.unary_unary_rpc_method_handler(answer)}
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(0).wait()


def test_an_answer_that_breaks_off_is_asked_for_again(client_type: Any, breaking: str) -> None:
    with client_type(breaking) as memory:
        assert [entry.scope for entry in memory.iterate_scopes()] == ["s"]


def test_what_may_not_be_sent_again_fails(
    client_type: Any, start_server: Callable[..., Server]
) -> None:
    server = start_server()
    with client_type(server.address) as memory:
        fact = memory.ingest_observation("a", "s", "p")
        server.stop()
        with pytest.raises(Unavailable):
            memory.retract(fact.id)
        server.start()
        memory.retrieve_by_id(fact.id)
        memory.retract(fact.id)


def test_an_equal_send_counts_once(memory: Membrane, scope: str) -> None:
    def send(key: str | None) -> Any:
        return memory.ingest_event("a", "k", "1", scope=scope, tags=[scope], idempotency_key=key)

    first, again = send(scope), send(scope)
    assert (first.result, again.result, again.id) == ("created", "repeated", first.id)
    own = {send(None).id, send(None).id}
    assert len(own) == 2
    listed = {record.id for record in memory.iterate_records(tags=[scope])}
    assert listed == {first.id} | own
