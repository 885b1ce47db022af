"""A call that fails says why, and which field is wrong."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from membrane_client import (
    AlreadyExists,
    AsyncMembrane,
    Cancelled,
    Closed,
    DeadlineExceeded,
    EpisodicPayload,
    FailedPrecondition,
    InvalidArgument,
    Membrane,
    MembraneError,
    NotFound,
    ProvenanceRef,
    RecordDraft,
    SemanticPayload,
    TimelineEvent,
    Trust,
    Unavailable,
    Validity,
)
from tests.server import Server

ABSENT = "01890a5d-ac96-774b-bcce-b302099a8057"


def of(payload: Any) -> RecordDraft:
    return RecordDraft(payload=payload, sensitivity="low")


NAIVE = datetime(2026, 1, 1)

WRONG: dict[str, Callable[[Membrane], Any]] = {
    # What the server refuses.
    "source": lambda memory: memory.ingest_event("", "kind", "ref"),
    "tags": lambda memory: memory.ingest_event("a", "kind", "ref", tags=["t" * 257]),
    "trust.max_sensitivity": lambda memory: memory.retrieve_by_id(ABSENT, trust=trust("secret")),
    "trust.scopes": lambda memory: memory.retrieve(trust=Trust("low", scopes="one")),
    "page_size": lambda memory: memory.list_records(page_size=1001),
    "payload.validity.mode": lambda memory: memory.ingest_record(of(badly_valid())),
    # What cannot be sent.
    "object": lambda memory: memory.ingest_observation("a", "s", "p", {"x": float("nan")}),
    "data": lambda memory: memory.ingest_event("a", "k", "r", data={1: "x"}),
    "args": lambda memory: memory.ingest_tool_output("a", "t", args={"x": object()}),
    "context": lambda memory: memory.retrieve(context={"x": {1, 2}}),
    "result": lambda memory: memory.ingest_tool_output("a", "t", result=endless()),
    "summary": lambda memory: memory.ingest_event("a", "k", "r", "\ud800"),
    "ref": lambda memory: memory.ingest_event("a", "k", 7),  # type: ignore[arg-type]
    "timestamp": lambda memory: memory.ingest_event("a", "k", "r", timestamp=NAIVE),
    "limit": lambda memory: memory.retrieve(limit=2**40),
    "confidence": lambda memory: memory.ingest_record(uncertain()),
    "payload.timeline[0].t": lambda memory: memory.ingest_record(of(naive_episode())),
    "payload.timeline[0].data": lambda memory: memory.ingest_record(of(naive_episode(data=b"x"))),
    "payload.artifacts": lambda memory: memory.ingest_record(of(one_artifact())),
    "payload.evidence[0].timestamp": lambda memory: memory.supersede(ABSENT, of(naive_fact())),
}


def trust(level: Any) -> Any:
    return Trust(level)


def uncertain() -> RecordDraft:
    return replace(of(badly_valid()), confidence=float("nan"))


def badly_valid() -> SemanticPayload:
    mode: Any = "sometimes"
    return SemanticPayload(subject="s", predicate="p", validity=Validity(mode=mode))


def endless() -> list[Any]:
    own: list[Any] = []
    own.append(own)
    return own


def naive_episode(**more: Any) -> EpisodicPayload:
    t = NAIVE if not more else NAIVE.astimezone()
    return EpisodicPayload(timeline=[TimelineEvent(t=t, event_kind="k", ref="r", **more)])


def one_artifact() -> EpisodicPayload:
    name: Any = "a.log"
    return EpisodicPayload(timeline=[], artifacts=name)


def naive_fact() -> SemanticPayload:
    evidence = ProvenanceRef(source_type="human", source_id="e", timestamp=NAIVE)
    return SemanticPayload(subject="s", predicate="p", evidence=[evidence])


@pytest.mark.parametrize("field", WRONG)
def test_what_is_wrong_is_named_and_changes_nothing(memory: Membrane, field: str) -> None:
    before = memory.get_metrics()["total_records"]
    with pytest.raises(InvalidArgument) as refused:
        WRONG[field](memory)
    assert refused.value.field == field
    assert refused.value.code == "INVALID_ARGUMENT"
    assert refused.value.message == str(refused.value) != ""
    assert memory.get_metrics()["total_records"] == before


def test_a_status_is_an_exception_of_its_own(memory: Membrane, scope: str) -> None:
    with pytest.raises(NotFound) as absent:
        memory.retrieve_by_id(ABSENT)
    assert (absent.value.code, absent.value.field) == ("NOT_FOUND", None)
    assert isinstance(absent.value, MembraneError)
    memory.ingest_event("a", "k", "1", scope=scope, idempotency_key=scope)
    with pytest.raises(AlreadyExists):
        memory.ingest_event("a", "k", "2", scope=scope, idempotency_key=scope)
    fact = memory.ingest_observation("a", "s", "p", scope=scope)
    memory.retract(fact.id)
    with pytest.raises(FailedPrecondition):
        memory.retract(fact.id)


def test_nobody_there_is_unavailable(client_type: Any) -> None:
    with client_type("127.0.0.1:1") as memory, pytest.raises(Unavailable):
        memory.reinforce(ABSENT)


@pytest.fixture
def silent() -> Iterator[str]:
    """Where somebody listens who never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_a_deadline_bounds_a_call(client_type: Any, silent: str) -> None:
    with client_type(silent, deadline=0.2) as memory, pytest.raises(DeadlineExceeded) as late:
        memory.retrieve()
    assert late.value.code == "DEADLINE_EXCEEDED"
    with client_type(silent, deadline=Decimal("0.2")) as memory, pytest.raises(DeadlineExceeded):
        memory.retrieve()
    for seconds in (0, -1, float("nan"), Decimal("NaN")):
        with pytest.raises(InvalidArgument, match="for deadline: must be positive"):
            client_type("127.0.0.1:1", deadline=seconds)


def test_the_deadline_is_the_deadline_whoever_sees_it_first(
    client_type: Any, shared_server: Server
) -> None:
    for deadline in (0.002, 0.003, 0.004, 0.005):
        with client_type(shared_server.address, deadline=deadline) as memory:
            for _ in range(100):
                try:
                    memory.retrieve("x" * 2000)
                except DeadlineExceeded as late:
                    assert late.code == "DEADLINE_EXCEEDED"


def test_a_call_may_wait_without_an_end(client_type: Any, shared_server: Server) -> None:
    with client_type(shared_server.address, deadline=float("inf")) as memory:
        assert memory.get_metrics()


def test_closing_gives_up_the_calls_of_other_threads(silent: str) -> None:
    memory = Membrane(silent)
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(memory.retrieve)
        while not call.running():
            pass
        memory.close()
        with pytest.raises((Cancelled, Closed)):
            call.result()


def test_closing_gives_up_the_calls_of_other_tasks(silent: str) -> None:
    async def close_meanwhile() -> None:
        memory = AsyncMembrane(silent)
        call = asyncio.create_task(memory.retrieve())
        await asyncio.sleep(0)
        await memory.close()
        with pytest.raises(Cancelled):
            await call
        assert not call.cancelled()

    asyncio.run(close_meanwhile())


def test_a_task_that_is_cancelled_is_cancelled(silent: str) -> None:
    async def cancel() -> None:
        async with AsyncMembrane(silent) as memory:
            call = asyncio.create_task(memory.retrieve())
            await asyncio.sleep(0)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call

    asyncio.run(cancel())


def test_a_closed_client_says_so(client_type: Any, shared_server: Server) -> None:
    with client_type(shared_server.address) as memory:
        memory.get_metrics()
        for _ in range(2):
            memory.close()
        with pytest.raises(Closed):
            memory.get_metrics()
