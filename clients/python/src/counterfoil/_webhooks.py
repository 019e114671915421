"""Verifies webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from dataclasses import dataclass
from typing import Any, Callable, List, Mapping, Sequence, Union

from . import _exact_json

_TOLERANCE_SECONDS = 300


@dataclass(frozen=True)
class WebhookNotification:
    """The content of a webhook."""

    id: str
    """The same in every delivery of a notification. Store it, to process each notification once."""
    type: str
    timestamp: str
    data: Any
    """The resource as the API showed it when the event happened."""


class WebhookVerificationError(Exception):
    """The request was not signed with the secret, or is too old. Respond with 400 and do nothing else."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: int = _TOLERANCE_SECONDS,
    now: Callable[[], float] = time.time,
) -> WebhookNotification:
    """Returns the content of a webhook whose signature was made with the secret, or one of the secrets.

    Pass the exact bytes of the request: a body that was parsed and written again has a different signature.
    """
    names = {name.lower(): value for name, value in headers.items()}
    # Older receivers read svix-*. The server sends both with the same values.
    prefix = "webhook" if "webhook-id" in names else "svix"
    message_id = _header(names, prefix, "id")
    sent_at = _header(names, prefix, "timestamp")
    signatures = _header(names, prefix, "signature")
    if re.fullmatch(r"[0-9]{1,12}", sent_at) is None:
        raise WebhookVerificationError("wrong_header", f"{prefix}-timestamp is not a number of seconds.")
    age = now() - int(sent_at)
    if age > tolerance_seconds:
        raise WebhookVerificationError("too_old", f"It was sent {round(age)} s ago.")
    if age < -tolerance_seconds:
        raise WebhookVerificationError("too_new", "It was sent in the future.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{sent_at}.".encode() + content
    if not _is_signed(signed, signatures, [secret] if isinstance(secret, str) else secret):
        raise WebhookVerificationError("wrong_signature", "No signature was made with the secret.")
    try:
        parsed = _exact_json.read(content.decode())
        return WebhookNotification(message_id, parsed["type"], parsed["timestamp"], parsed["data"])
    except (ValueError, KeyError, TypeError) as error:
        raise WebhookVerificationError("wrong_body", "The signature is valid, but the body is not a notification.") from error


def _header(names: Mapping[str, str], prefix: str, name: str) -> str:
    value = names.get(f"{prefix}-{name}", "")
    if value == "":
        raise WebhookVerificationError("missing_header", f"The header webhook-{name} is missing.")
    return value


def _is_signed(signed: bytes, header: str, secrets: Sequence[str]) -> bool:
    candidates: List[bytes] = []
    for part in header.split(" "):
        version, _, text = part.partition(",")
        try:
            if version == "v1":
                candidates.append(base64.b64decode(text, validate=True))
        except (binascii.Error, ValueError):
            continue
    is_any_signed = False
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        if key == b"":
            raise ValueError("A webhook secret must be whsec_ followed by base64.")
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        for candidate in candidates:
            # Compares all, each in constant time, so that the duration reveals nothing about the right one.
            is_any_signed = hmac.compare_digest(expected, candidate) or is_any_signed
    return is_any_signed
