"""Makes methods of the functions in _calls, with the same arguments, types and words."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ._calls.call import Call, after
from .answers import Page

_ALL = "Goes through all pages of this, from the cursor on. "

P = ParamSpec("P")
T = TypeVar("T")


class Caller(Protocol):
    """Makes a call and waits for its answer."""

    def _call(self, call: Call[T]) -> T: ...


class AsyncCaller(Protocol):
    """Makes a call and awaits its answer."""

    async def _call(self, call: Call[T]) -> T: ...


def calling(build: Callable[P, Call[T]]) -> Callable[Concatenate[Caller, P], T]:
    """The method that makes a call."""

    def method(self: Caller, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._call(build(*args, **kwargs))

    return _like(build, method)


def awaiting(
    build: Callable[P, Call[T]],
) -> Callable[Concatenate[AsyncCaller, P], Coroutine[Any, Any, T]]:
    """The coroutine that makes a call."""

    async def method(self: AsyncCaller, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._call(build(*args, **kwargs))

    return _like(build, method)


def iterating(
    build: Callable[P, Call[Page[T]]],
) -> Callable[Concatenate[Caller, P], Iterator[T]]:
    """The method that goes through all pages of a list."""

    def method(self: Caller, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        call: Call[Page[T]] | None = build(*args, **kwargs)
        while call:
            page = self._call(call)
            yield from page.items
            call = after(call, page) if page.next_cursor else None

    return _like(build, method, "Iterator", _ALL)


def iterating_async(
    build: Callable[P, Call[Page[T]]],
) -> Callable[Concatenate[AsyncCaller, P], AsyncIterator[T]]:
    """The method that goes through all pages of a list, awaiting each."""

    async def method(self: AsyncCaller, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        call: Call[Page[T]] | None = build(*args, **kwargs)
        while call:
            page = await self._call(call)
            for item in page.items:
                yield item
            call = after(call, page) if page.next_cursor else None

    return _like(build, method, "AsyncIterator", _ALL)


M = TypeVar("M", bound=Callable[..., Any])


def _like(build: Callable[..., Any], method: M, many: str = "", before: str = "") -> M:
    """Names and documents a method, so that help() and editors show what it takes and answers.

    many: in what the items of all pages come; empty if the answer comes as it is.
    """
    functools.update_wrapper(method, build)
    method.__doc__ = f"{before}{inspect.getdoc(build)}"
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    signature = inspect.signature(build)
    parameters = [own, *signature.parameters.values()]
    answer = _inside("Call", signature.return_annotation)
    if many:
        answer = f"{many}[{_inside('Page', answer)}]"
    method.__annotations__ = {**method.__annotations__, "return": answer}
    full = signature.replace(parameters=parameters, return_annotation=answer)
    setattr(method, "__signature__", full)
    return method


def _inside(kind: str, annotation: str) -> str:
    return annotation.removeprefix(f"{kind}[").removesuffix("]")
