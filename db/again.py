"""Asking once more: a read whose connection is lost has changed nothing."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from db.errors import ConnectionLost

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

P = ParamSpec("P")
T = TypeVar("T")


def asked_again(read: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[None, None, T]]:
    """Have a function that reads begin anew, once, where its connection is lost meanwhile.

    A server that is away stays away: then the second try raises DatabaseUnreachable.
    """

    @wraps(read)
    async def ask(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await read(*args, **kwargs)
        except ConnectionLost:
            return await read(*args, **kwargs)

    return ask
