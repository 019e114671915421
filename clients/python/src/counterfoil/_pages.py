"""Lists. Iterate over one for all items, or ask for single pages."""

from __future__ import annotations

from typing import Any, AsyncIterator, Generic, Iterator, List, Optional, TypeVar, cast

from ._connection import AsyncConnection, Connection, Request

Page = TypeVar("Page")
Item = TypeVar("Item")

_LARGEST_PAGE = 100
_USUAL_PAGE = 10


def _next_request(request: Request, page: Any, member: str) -> Optional[Request]:
    """The request of the next page; None after the last. Pages have different members, so the page itself decides."""
    if "nextCursor" in page:
        cursor = page["nextCursor"]
        return None if cursor is None else request.with_query(cursor=cursor)
    number = request.query.get("page") or 1
    following = request.with_query(page=number + 1)
    if "pageCount" in page:
        return following if number < page["pageCount"] else None
    # A list without a count returns everything, unless a page was requested. Then the last page is one that is not full.
    limit = request.query.get("limit")
    if limit is None and request.query.get("page") is None:
        return None
    return None if len(page[member]) < min(limit or _USUAL_PAGE, _LARGEST_PAGE) else following


class Pages(Generic[Page, Item]):
    """`for invoice in client.invoices.list(limit=100): …`"""

    def __init__(self, connection: Connection, request: Request, member: str) -> None:
        self._connection = connection
        self._request = request
        self._member = member

    def first(self) -> Page:
        """The requested page, as the server returns it."""
        return cast(Page, self._connection.send(self._request))

    def pages(self) -> Iterator[Page]:
        request: Optional[Request] = self._request
        while request is not None:
            page = self._connection.send(request)
            yield cast(Page, page)
            request = _next_request(request, page, self._member)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast(Any, page)[self._member]


class AsyncPages(Generic[Page, Item]):
    """`async for invoice in client.invoices.list(limit=100): …`"""

    def __init__(self, connection: AsyncConnection, request: Request, member: str) -> None:
        self._connection = connection
        self._request = request
        self._member = member

    async def first(self) -> Page:
        """The requested page, as the server returns it."""
        return cast(Page, await self._connection.send(self._request))

    async def pages(self) -> AsyncIterator[Page]:
        request: Optional[Request] = self._request
        while request is not None:
            page = await self._connection.send(request)
            yield cast(Page, page)
            request = _next_request(request, page, self._member)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            items: List[Item] = cast(Any, page)[self._member]
            for item in items:
                yield item
