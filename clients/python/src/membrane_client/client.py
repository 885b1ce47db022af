"""A memory on a server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Event
from types import TracebackType
from typing import Any, TypeVar

import grpc

from . import _channel
from ._calls import batch, ingestion, listing, retrieval, revision
from ._calls.batch import Item
from ._calls.call import Call
from ._failures import failure
from ._methods import calling, iterating
from ._retry import Attempts
from ._stubs import membrane_pb2 as pb
from ._stubs.membrane_pb2_grpc import MembraneServiceStub
from .answers import IngestedItem
from .errors import Closed

T = TypeVar("T")


class Membrane:
    """A memory on a server, reached over gRPC; what it raises is a MembraneError.

        with Membrane("localhost:9820", key=key) as memory:
            memory.ingest_observation("my-agent", "user", "prefers_language", "Go", scope="project")
            for record in memory.retrieve("which language?").records:
                print(record)

    A call that only reads, and every ingestion, is sent again for some fifteen seconds while the
    server cannot be reached; an ingestion without an idempotency key gets one for this. An answer
    may have 32 MiB. Safe for use by many threads. It connects with its first call.
    """

    def __init__(
        self,
        address: str,
        *,
        key: str | None = None,
        tls: bool | grpc.ChannelCredentials = False,
        deadline: float = _channel.USUAL_DEADLINE,
    ) -> None:
        """A client of a server.

        address: host and port, as "localhost:9820", and no URL; on the same machine no proxy is
            used.
        key: shown to the server with every call; over the wire as it is, unless there is tls.
        tls: whether to encrypt, trusting the usual authorities, or with which credentials.
        deadline: how many seconds a call waits for its answer, sending again included; with
            math.inf it waits without an end. A consolidation takes as long as it takes.
        """
        self._metadata = _channel.metadata(key)
        self._deadline = _channel.deadline(deadline)
        self._closed = Event()
        self._channel = _open(_channel.checked(address), _channel.security(tls))
        self._stub: Any = MembraneServiceStub(self._channel)  # type: ignore[no-untyped-call]

    def _call(self, call: Call[T]) -> T:
        attempts = Attempts(call.rpc, None if call.endless else self._deadline)
        pause = 0.0
        while not self._closed.wait(pause):
            try:
                answer = getattr(self._stub, call.rpc)(
                    call.request, timeout=attempts.left(), metadata=self._metadata
                )
            except grpc.RpcError as failed:
                pause = attempts.pause_after(failed)
            except ValueError:
                if not self._closed.is_set():  # By another thread.
                    raise
            else:
                return call.read(answer)
        raise Closed("this client was closed")

    ingest_event = calling(ingestion.ingest_event)
    ingest_tool_output = calling(ingestion.ingest_tool_output)
    ingest_observation = calling(ingestion.ingest_observation)
    ingest_outcome = calling(ingestion.ingest_outcome)
    ingest_working_state = calling(ingestion.ingest_working_state)
    ingest_record = calling(ingestion.ingest_record)
    ingest_batch = calling(batch.ingest_batch)

    def ingest_stream(self, items: Iterable[Item]) -> Iterator[IngestedItem]:
        """Sends items one after the other, and yields an answer for each, in order, once stored.

        Items that wait at the same time share a commit; the server holds back whoever sends faster
        than it answers. If the stream breaks, what was answered is stored; sent again with the same
        idempotency keys, the rest is stored once. The functions of membrane_client.item make items.
        """
        if self._closed.is_set():
            raise Closed("this client was closed")
        broken: list[Exception] = []
        stream = self._stub.IngestStream(_messages(items, broken), metadata=self._metadata)
        try:
            for answer in stream:
                yield batch.read_item(answer)
        except grpc.RpcError as failed:
            if broken:
                raise broken[0] from None
            raise failure(failed) from failed
        finally:
            stream.cancel()

    retrieve = calling(retrieval.retrieve)
    retrieve_by_id = calling(retrieval.retrieve_by_id)
    retrieve_episode = calling(retrieval.retrieve_episode)
    get_audit_log = calling(retrieval.get_audit_log)
    get_history = calling(retrieval.get_history)
    get_version_diff = calling(retrieval.get_version_diff)
    replay_retrieval = calling(retrieval.replay_retrieval)

    supersede = calling(revision.supersede)
    fork = calling(revision.fork)
    merge = calling(revision.merge)
    retract = calling(revision.retract)
    contest = calling(revision.contest)
    reinforce = calling(revision.reinforce)
    penalize = calling(revision.penalize)
    delete = calling(revision.delete)
    delete_episode = calling(revision.delete_episode)
    erase = calling(revision.erase)

    list_records = calling(listing.list_records)
    list_relations = calling(listing.list_relations)
    list_episodes = calling(listing.list_episodes)
    list_skills = calling(listing.list_skills)
    list_scopes = calling(listing.list_scopes)
    list_jobs = calling(listing.list_jobs)
    get_metrics = calling(listing.get_metrics)
    run_consolidation = calling(listing.run_consolidation)

    iterate_records = iterating(listing.list_records)
    iterate_relations = iterating(listing.list_relations)
    iterate_episodes = iterating(listing.list_episodes)
    iterate_skills = iterating(listing.list_skills)
    iterate_scopes = iterating(listing.list_scopes)
    iterate_history = iterating(retrieval.get_history)
    iterate_episode_events = iterating(retrieval.retrieve_episode)

    def close(self) -> None:
        """Closes the connection. Calls under way are cancelled."""
        self._closed.set()
        self._channel.close()

    def __enter__(self) -> Membrane:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failed: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _messages(items: Iterable[Item], broken: list[Exception]) -> Iterator[pb.IngestItem]:
    """Keeps what the items raise, of which grpc tells nothing."""
    try:
        yield from batch.messages(items)
    except Exception as failed:
        broken.append(failed)
        raise


def _open(address: str, credentials: grpc.ChannelCredentials | None) -> grpc.Channel:
    if credentials is None:
        return grpc.insecure_channel(address, options=_channel.options(address))
    return grpc.secure_channel(address, credentials, options=_channel.options(address))
