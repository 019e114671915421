"""Sends requests, and retries them if that is safe and may help."""

from __future__ import annotations

import asyncio
import random
import re
import time
import uuid
from dataclasses import dataclass, field, replace
from typing import Any, Dict, List, Mapping, Optional, Union
from urllib.parse import quote

import httpx

from . import _exact_json
from ._errors import CounterfoilError, answered_error, connection_error
from ._options import RequestOptions, ResponseInfo

_FIRST_WAIT_SECONDS = 0.25
_LONGEST_WAIT_SECONDS = 8.0
# A longer Retry-After is not awaited: the call fails with the error.
_LONGEST_RETRY_AFTER_SECONDS = 60
# 409 passes only with Retry-After: the server is still processing an identical request.
_PASSING = (0, 429, 502, 503, 504)


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: Optional[str]
    timeout_seconds: float
    retries: int
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    path_parameters: List[str]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content_type: str = "application/json"
    accept: str = "application/json"
    options: Optional[RequestOptions] = None

    def with_query(self, **members: Any) -> Request:
        return replace(self, query={**self.query, **members})


class _Attempts:
    """One call: what each attempt sends, and how long to wait before the next one."""

    def __init__(self, settings: Settings, request: Request) -> None:
        options = request.options or RequestOptions()
        self._options = options
        self._retries = settings.retries if options.retries is None else options.retries
        self._failures = 0
        headers: Dict[str, str] = {"Accept": f"{request.accept}, application/problem+json", **settings.headers}
        if settings.api_key is not None:
            headers["Authorization"] = f"Bearer {settings.api_key}"
        # One key for all attempts, so that the server treats them as one request. GET and PUT need none.
        if request.method not in ("GET", "PUT"):
            headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        if options.if_match is not None:
            headers["If-Match"] = options.if_match
        content: Optional[bytes] = None
        if request.body is not None:
            headers["Content-Type"] = request.content_type
            content = request.body if isinstance(request.body, bytes) else _exact_json.write(request.body).encode()
        self.arguments: Dict[str, Any] = {
            "method": request.method,
            "url": settings.base_url + _path_of(request),
            "params": _query_of(request.query),
            "headers": {**headers, **options.headers},
            "content": content,
            "timeout": options.timeout_seconds or settings.timeout_seconds,
        }

    def accept(self, response: httpx.Response) -> httpx.Response:
        if not response.is_success:
            raise answered_error(response)
        if self._options.on_response is not None:
            headers = response.headers
            self._options.on_response(
                ResponseInfo(
                    status=response.status_code,
                    etag=headers.get("ETag"),
                    request_id=headers.get("X-Request-Id"),
                    is_replayed=headers.get("Idempotent-Replayed") == "true",
                )
            )
        return response

    def wait_seconds(self, error: CounterfoilError) -> float:
        """The wait before the next attempt. Raises the error if another attempt would not help."""
        retry_after = error.retry_after_seconds
        is_passing = error.status in _PASSING or (error.status == 409 and retry_after is not None)
        is_long = (retry_after or 0) > _LONGEST_RETRY_AFTER_SECONDS
        if self._failures >= self._retries or not is_passing or is_long:
            raise error
        most = min(_LONGEST_WAIT_SECONDS, _FIRST_WAIT_SECONDS * 2 ** min(self._failures, 30))
        self._failures += 1
        # Random, so that clients that failed together do not retry together.
        return float((retry_after or 0) + most / 2 + random.random() * most / 2)


class Connection:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http

    def send(self, request: Request) -> Any:
        return _read(self._answer(request))

    def download(self, request: Request) -> bytes:
        return self._answer(request).content

    def _answer(self, request: Request) -> httpx.Response:
        attempts = _Attempts(self._settings, request)
        while True:
            try:
                return attempts.accept(self._http.request(**attempts.arguments))
            except httpx.TransportError as reason:
                error = connection_error(reason)
                error.__cause__ = reason
            except CounterfoilError as answered:
                error = answered
            time.sleep(attempts.wait_seconds(error))


class AsyncConnection:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def send(self, request: Request) -> Any:
        return _read(await self._answer(request))

    async def download(self, request: Request) -> bytes:
        return (await self._answer(request)).content

    async def _answer(self, request: Request) -> httpx.Response:
        attempts = _Attempts(self._settings, request)
        while True:
            try:
                return attempts.accept(await self._http.request(**attempts.arguments))
            except httpx.TransportError as reason:
                error = connection_error(reason)
                error.__cause__ = reason
            except CounterfoilError as answered:
                error = answered
            await asyncio.sleep(attempts.wait_seconds(error))


def _read(response: httpx.Response) -> Any:
    return None if response.content == b"" else _exact_json.read(response.text)


def _path_of(request: Request) -> str:
    """The path with encoded parameters. An empty or dotted one would lead to another path."""
    parameters = iter(request.path_parameters)

    def segment(_match: re.Match[str]) -> str:
        parameter = next(parameters)
        if parameter in ("", ".", ".."):
            raise ValueError(f"{parameter!r} cannot be a path segment")
        return quote(parameter, safe="")

    return re.sub(r"\{\w+\}", segment, request.path)


def _query_of(query: Mapping[str, Any]) -> Dict[str, Union[str, int]]:
    """Lists are sent as JSON. A parameter without a value is left out."""
    given = {name: value for name, value in query.items() if value is not None}
    return {
        name: value if isinstance(value, (str, int)) else _exact_json.write(list(value))
        for name, value in given.items()
    }
