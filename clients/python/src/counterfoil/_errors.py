"""Why a call failed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, List, Optional

import httpx

_SHOWN_CHARACTERS = 200


@dataclass(frozen=True)
class Fault:
    """A fault of one member of the input."""

    pointer: str
    """A JSON pointer into the body or the parameters."""
    code: str
    detail: str


class CounterfoilError(Exception):
    """An error of the server (RFC 9457). Without a response, `status` is 0."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        title: str,
        detail: str,
        request_id: Optional[str] = None,
        faults: Optional[List[Fault]] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.request_id = request_id
        self.faults = faults or []
        self.retry_after_seconds = retry_after_seconds
        super().__init__(detail + "".join(f"\n  {fault.pointer}: {fault.detail}" for fault in self.faults))


def answered_error(response: httpx.Response) -> CounterfoilError:
    """The error of a response other than 2xx. One that is not a problem document comes from an intermediary."""
    problem = _problem_of(response.text)
    retry_after = _retry_after_seconds(response.headers.get("Retry-After"))
    request_id = response.headers.get("X-Request-Id")
    if problem is None:
        shown = response.text.strip()[:_SHOWN_CHARACTERS]
        return CounterfoilError(
            status=response.status_code,
            code="unexpected_answer",
            title="Not a response of Counterfoil",
            detail=f"Unexpected response {response.status_code}" + (f": {shown}" if shown else ""),
            request_id=request_id,
            retry_after_seconds=retry_after,
        )
    return CounterfoilError(
        status=response.status_code,
        code=problem["code"],
        title=problem.get("title", ""),
        detail=problem["detail"],
        request_id=problem.get("requestId") or request_id,
        faults=[Fault(one["pointer"], one["code"], one["detail"]) for one in problem.get("errors") or []],
        retry_after_seconds=retry_after,
    )


def connection_error(error: httpx.TransportError) -> CounterfoilError:
    if isinstance(error, httpx.TimeoutException):
        return CounterfoilError(
            status=0, code="timed_out", title="No response in time", detail=f"No response in time: {error}"
        )
    return CounterfoilError(
        status=0,
        code="connection_failed",
        title="The server cannot be reached",
        detail=f"The request failed: {error}",
    )


def _problem_of(text: str) -> Any:
    try:
        parsed = json.loads(text)
    except ValueError:
        return None
    is_problem = (
        isinstance(parsed, dict) and isinstance(parsed.get("code"), str) and isinstance(parsed.get("detail"), str)
    )
    return parsed if is_problem else None


def _retry_after_seconds(text: Optional[str]) -> Optional[float]:
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        instant = parsedate_to_datetime(text)
    except ValueError:
        return None
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=timezone.utc)
    return max(0.0, (instant - datetime.now(timezone.utc)).total_seconds())
