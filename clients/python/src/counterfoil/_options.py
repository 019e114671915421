"""Options of a single call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Literal, Optional, TypedDict


class _FilterField(TypedDict):
    field: str


class ListFilter(_FilterField, total=False):
    """One condition of a list. All conditions must match."""

    operator: Literal["eq", "ne", "in", "nin", "contains", "gt", "gte", "lt", "lte", "exists"]
    value: Any


@dataclass(frozen=True)
class ResponseInfo:
    """What a response says about itself."""

    status: int
    etag: Optional[str]
    request_id: Optional[str]
    is_replayed: bool
    """Whether the server repeated an earlier response, because the idempotency key was the same."""


@dataclass(frozen=True)
class RequestOptions:
    idempotency_key: Optional[str] = None
    """POST, PATCH and DELETE have a random key by default. Set your own to repeat a request after a restart."""
    if_match: Optional[str] = None
    """The ETag that you read. The call fails with 412 if the resource has changed since."""
    timeout_seconds: Optional[float] = None
    retries: Optional[int] = None
    headers: Dict[str, str] = field(default_factory=dict)
    on_response: Optional[Callable[[ResponseInfo], None]] = None
    """Called with the successful response, for example to keep its ETag."""
