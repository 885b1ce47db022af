"""A memory on a server, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from types import TracebackType
from typing import Any, TypeVar

import grpc
import grpc.aio

from . import _channel
from ._calls import batch, ingestion, listing, retrieval, revision
from ._calls.batch import Item
from ._calls.call import Call
from ._failures import failure
from ._methods import awaiting, iterating_async
from ._retry import Attempts
from ._stubs import membrane_pb2 as pb
from ._stubs.membrane_pb2_grpc import MembraneServiceStub
from .answers import IngestedItem
from .client import Membrane
from .errors import Cancelled, Closed

T = TypeVar("T")


class AsyncMembrane:
    """As Membrane, with methods to await.

        async with AsyncMembrane("localhost:9820", key=key) as memory:
            await memory.ingest_observation("my-agent", "user", "prefers_language", "Go")
            async for record in memory.iterate_records():
                print(record)

    It belongs to the event loop of its first call. A task that is cancelled cancels its call.
    """

    def __init__(
        self,
        address: str,
        *,
        key: str | None = None,
        tls: bool | grpc.ChannelCredentials = False,
        deadline: float = _channel.USUAL_DEADLINE,
    ) -> None:
        """A client of a server; the arguments are those of Membrane."""
        self._address = _channel.checked(address)
        self._credentials = _channel.security(tls)
        self._metadata = _channel.metadata(key)
        self._deadline = _channel.deadline(deadline)
        self._closed = False
        self._channel: grpc.aio.Channel | None = None
        self._stub: Any = None

    def _connect(self) -> None:
        if self._channel is None:
            self._channel = _open(self._address, self._credentials)
            self._stub = MembraneServiceStub(self._channel)  # type: ignore[no-untyped-call]

    async def _call(self, call: Call[T]) -> T:
        attempts = Attempts(call.rpc, None if call.endless else self._deadline)
        while not self._closed:
            self._connect()
            try:
                answer = await getattr(self._stub, call.rpc)(
                    call.request, timeout=attempts.left(), metadata=self._metadata
                )
            except grpc.RpcError as failed:
                await asyncio.sleep(attempts.pause_after(failed))
            except asyncio.CancelledError as given_up:
                if self._closed and not _is_cancelled():
                    raise Cancelled("this client was closed meanwhile") from given_up
                raise
            else:
                return call.read(answer)
        raise Closed("this client was closed")

    ingest_event = awaiting(ingestion.ingest_event)
    ingest_tool_output = awaiting(ingestion.ingest_tool_output)
    ingest_observation = awaiting(ingestion.ingest_observation)
    ingest_outcome = awaiting(ingestion.ingest_outcome)
    ingest_working_state = awaiting(ingestion.ingest_working_state)
    ingest_record = awaiting(ingestion.ingest_record)
    ingest_batch = awaiting(batch.ingest_batch)

    async def ingest_stream(
        self, items: Iterable[Item] | AsyncIterable[Item]
    ) -> AsyncIterator[IngestedItem]:
        if self._closed:
            raise Closed("this client was closed")
        self._connect()
        broken: list[Exception] = []
        stream = self._stub.IngestStream(_messages(items, broken), metadata=self._metadata)
        try:
            async for answer in stream:
                yield batch.read_item(answer)
        except (grpc.RpcError, asyncio.CancelledError) as failed:
            if broken:
                raise broken[0] from None
            if isinstance(failed, grpc.RpcError):
                raise failure(failed) from failed
            raise
        finally:
            stream.cancel()

    ingest_stream.__doc__ = Membrane.ingest_stream.__doc__

    retrieve = awaiting(retrieval.retrieve)
    retrieve_by_id = awaiting(retrieval.retrieve_by_id)
    retrieve_episode = awaiting(retrieval.retrieve_episode)
    get_audit_log = awaiting(retrieval.get_audit_log)
    get_history = awaiting(retrieval.get_history)
    get_version_diff = awaiting(retrieval.get_version_diff)
    replay_retrieval = awaiting(retrieval.replay_retrieval)

    supersede = awaiting(revision.supersede)
    fork = awaiting(revision.fork)
    merge = awaiting(revision.merge)
    retract = awaiting(revision.retract)
    contest = awaiting(revision.contest)
    reinforce = awaiting(revision.reinforce)
    penalize = awaiting(revision.penalize)
    delete = awaiting(revision.delete)
    delete_episode = awaiting(revision.delete_episode)
    erase = awaiting(revision.erase)

    list_records = awaiting(listing.list_records)
    list_relations = awaiting(listing.list_relations)
    list_episodes = awaiting(listing.list_episodes)
    list_skills = awaiting(listing.list_skills)
    list_scopes = awaiting(listing.list_scopes)
    list_jobs = awaiting(listing.list_jobs)
    get_metrics = awaiting(listing.get_metrics)
    run_consolidation = awaiting(listing.run_consolidation)

    iterate_records = iterating_async(listing.list_records)
    iterate_relations = iterating_async(listing.list_relations)
    iterate_episodes = iterating_async(listing.list_episodes)
    iterate_skills = iterating_async(listing.list_skills)
    iterate_scopes = iterating_async(listing.list_scopes)
    iterate_history = iterating_async(retrieval.get_history)
    iterate_episode_events = iterating_async(retrieval.retrieve_episode)

    async def close(self) -> None:
        """Closes the connection. Calls under way are cancelled."""
        self._closed = True
        if self._channel is not None:
            await self._channel.close()

    async def __aenter__(self) -> AsyncMembrane:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        failed: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def _messages(
    items: Iterable[Item] | AsyncIterable[Item], broken: list[Exception]
) -> AsyncIterator[pb.IngestItem]:
    """Keeps what the items raise, of which grpc tells nothing."""
    try:
        if isinstance(items, AsyncIterable):
            number = 0
            async for item in items:
                yield batch.message(number, item)
                number += 1
        else:
            for message in batch.messages(items):
                yield message
    except Exception as failed:
        broken.append(failed)
        raise


def _is_cancelled() -> bool:
    """Whether the task itself is to end. Before Python 3.11 no task tells."""
    task = asyncio.current_task()
    return task is not None and hasattr(task, "cancelling") and task.cancelling() > 0


def _open(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    if credentials is None:
        return grpc.aio.insecure_channel(address, options=_channel.options(address))
    return grpc.aio.secure_channel(address, credentials, options=_channel.options(address))
