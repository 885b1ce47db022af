"""Much is written and read with nothing set."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from membrane_client import Membrane, item
from tests.looped import LoopedMembrane
from tests.server import Server

MANY = 10_000

# So many are sent by a call of their own, as many at once as there are threads.
SINGLE = 1_000
TEXT = "x" * 600


def numbers(records: object) -> list[int]:
    return [record.payload.object["n"] for record in records]  # type: ignore[attr-defined]


def observe(memory: Membrane, number: int) -> str:
    return memory.ingest_observation(
        "a", f"s{number}", "p", {"n": number, "text": TEXT}, scope="many", tags=["many"]
    ).id


def observations(first: int, end: int) -> list[item.Item]:
    return [
        item.observation(
            "a", f"s{number}", "p", {"n": number, "text": TEXT}, scope="many", tags=["many"]
        )
        for number in range(first, end)
    ]


def test_ten_thousand_records_come_back_in_one_answer_and_in_pages(
    start_server: Callable[..., Server],
) -> None:
    server = start_server()
    with Membrane(server.address) as memory, ThreadPoolExecutor(16) as threads:
        ids = list(threads.map(lambda number: observe(memory, number), range(SINGLE)))
        rest = memory.ingest_stream(observations(SINGLE, MANY))
        ids += [one.ingested.id for one in rest]
    assert len(set(ids)) == MANY
    for client in (Membrane, LoopedMembrane):
        with client(server.address) as memory:
            answer = memory.retrieve(limit=MANY)
            assert not answer.truncated
            assert sorted(numbers(answer.records)) == list(range(MANY))
            paged = memory.iterate_records(page_size=1000)
            assert sorted(numbers(paged)) == list(range(MANY))


@pytest.mark.parametrize("mebibytes", [5, 9])
def test_a_record_above_four_mebibytes(memory: Membrane, scope: str, mebibytes: int) -> None:
    data = {"picture": "p" * (mebibytes << 20)}
    sent = memory.ingest_event("a", "user_input", "1", data=data, scope=scope, episode="big")
    read = memory.retrieve_by_id(sent.id)
    assert replace(read, salience=1.0) == sent.record
    assert memory.retrieve_episode("big", scope=scope).items[0].event.data == data
