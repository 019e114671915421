"""The two clients. They have the same methods."""

from __future__ import annotations

from types import TracebackType
from typing import Mapping, Optional, Type

import httpx

from ._connection import AsyncConnection, Connection, Settings
from ._generated.resources import AsyncResources, Resources

_TIMEOUT_SECONDS = 30.0
_RETRIES = 3


class Counterfoil(Resources):
    """The whole API, by resource: `client.invoices.list()`."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout_seconds: float = _TIMEOUT_SECONDS,
        retries: int = _RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        http: Optional[httpx.Client] = None,
    ) -> None:
        self._http = http or httpx.Client()
        settings = Settings(base_url.rstrip("/"), api_key, timeout_seconds, retries, headers or {})
        super().__init__(Connection(settings, self._http))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Counterfoil:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class AsyncCounterfoil(AsyncResources):
    """The whole API for asyncio: `await client.invoices.get(id)`, `async for … in client.invoices.list()`."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout_seconds: float = _TIMEOUT_SECONDS,
        retries: int = _RETRIES,
        headers: Optional[Mapping[str, str]] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._http = http or httpx.AsyncClient()
        settings = Settings(base_url.rstrip("/"), api_key, timeout_seconds, retries, headers or {})
        super().__init__(AsyncConnection(settings, self._http))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncCounterfoil:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()
